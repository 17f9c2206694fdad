"""--format pdf through the command, with a browser that a test makes; a real one is used in tests/browser."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.made_browsers import PDF, browser

WRITES = "made.write_bytes(PDF)\n"


@pytest.fixture
def prints(tmp_path, monkeypatch):
    """A browser that prints."""
    program = browser(tmp_path / "bin", WRITES)
    monkeypatch.setenv("CAMPAIGN_BROWSER", str(program))
    return program


@pytest.mark.usefixtures("prints")
class TestPDF:
    @pytest.mark.parametrize("words", [("-o", "ledger.PDF"), ("--format", "pdf", "-o", "ledger")])
    def test_into_a_file(self, camp, words):
        done = camp("ledger", *words)
        assert (done.code, done.out, done.err) == (0, "", f"Wrote {words[-1]}\n")
        assert Path(words[-1]).read_bytes() == PDF
        assert sorted(each.name for each in Path.cwd().iterdir()) == [words[-1]]

    def test_into_a_pipe(self, camp):
        assert camp("ledger", "--format", "pdf", "-o", "-").out.encode() == PDF

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            ((), "A PDF has to go to a file: name one with -o FILE."),
            (("-o", "-"), "Can’t show a PDF in a terminal: name a file with -o, or pipe the output."),
        ],
    )
    def test_never_to_a_terminal(self, played, words, said):
        before = played.tree()
        done = played("result", "2", "--score", "red: 1", "--format", "pdf", *words, terminal=True)
        assert (done.code, done.out) == (2, "")
        assert said in done.err
        assert played.tree() == before

    def test_another_format_to_standard_output(self, camp):
        assert camp.ok("log", "--format", "json", "-o", "-") == camp.ok("log", "--format", "json")

    def test_sealed_sheets_are_for_any_browser(self, kz):
        kz.ok("draw", "--sheets", "-o", "drawn.pdf")
        sheets = list((kz.root / "secrets").rglob("*.html"))
        assert len(sheets) == 2
        assert Path("drawn.pdf").read_bytes() == PDF


class TestFailures:
    def test_a_file_keeps_what_it_had(self, camp, tmp_path, monkeypatch):
        Path("ledger.pdf").write_bytes(b"older")
        program = browser(tmp_path / "bin", "sys.exit('No fonts.')\n")
        monkeypatch.setenv("CAMPAIGN_BROWSER", str(program))
        done = camp("ledger", "-o", "ledger.pdf")
        assert (done.code, done.out) == (1, "")
        assert done.err.startswith(f"{program} made no PDF: No fonts. Name another browser ")
        assert Path("ledger.pdf").read_bytes() == b"older"
        assert [each.name for each in Path.cwd().iterdir()] == ["ledger.pdf"]

    def test_nothing_is_recorded_where_nothing_prints(self, played, monkeypatch):
        monkeypatch.setenv("CAMPAIGN_BROWSER", "no-such-browser")
        before = played.tree()
        done = played("result", "2", "--score", "red: 1", "-o", "result.pdf")
        assert (done.code, done.out) == (1, "")
        assert done.err.startswith(
            "CAMPAIGN_BROWSER is set to “no-such-browser”, but there is no such program."
        )
        assert played.tree() == before
