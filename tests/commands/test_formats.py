"""Every verb that shows something does so in a terminal, as Markdown, as HTML and as JSON."""

from __future__ import annotations

import json
import re

import pytest

from tests.commands.tinmen import flat

SHOWN = {
    "briefing": ("briefing", 1),
    "ledger": ("ledger",),
    "standings": ("standings",),
    "log": ("log",),
    "show": ("show", 1),
    "tests": ("roll",),
    "test": ("roll", "nerve", "--fear", "7", "--dice", "3,5"),
    "attack": ("attack", "slingers:sling", "giant", "--slingers", "3", "--dice", "1,3,4"),
    "odds": ("odds", "slingers:sling", "giant", "--slingers", "3"),
    "settings": ("settings",),
    "problems": ("check",),
    "systems": ("packs", "list"),
    "system": ("packs", "show", "tin-men"),
    "rules": ("packs", "rules", "tin-men"),
}


WRITING = {
    "briefing": ("setup", "--team", "red", "--team", "vas", "--seed", "1"),
    "choices": ("choose", "2", "--no-input", "--choice", "red=2", "--choice", "vas=4"),
    "recorded": ("result", "2", "--score", "red: 1", "--yes"),
    "correction": ("amend", "1", "--score", "vas: 2", "--reason", "why", "--yes"),
    "standings": ("adjust", "vas", "gold", "-1", "--reason", "why"),
}


class TestFormats:
    """Every verb that shows something does so in a terminal, as Markdown, as HTML and as JSON."""

    @pytest.mark.parametrize("kind", SHOWN)
    def test_all_four(self, played, kind):
        words = SHOWN[kind]
        before = played.tree()
        shown = {
            shape: played.ok(*words, "--format", shape) for shape in ("terminal", "markdown", "html", "json")
        }
        assert played.tree() == before
        assert len(set(shown.values())) == 4
        view = json.loads(shown["json"])
        assert (view["campaign"], view["kind"]) == (1, kind)
        assert shown["html"].startswith("<!doctype html>\n")
        assert shown["markdown"].startswith("# ") or kind == "problems"
        assert played.ok(*words) == shown["terminal"]
        for shape, text in shown.items():
            assert text.endswith("\n")
            path = played.root.parent / f"out.{shape}"
            done = played(*words, "--format", shape, "-o", path)
            board = path.with_name("out-board.svg")
            drawn = kind == "briefing" and shape == "markdown"
            written = [board, path] if drawn else [path]
            assert (done.code, done.out) == (0, "")
            assert done.err == "".join(f"Wrote {each}\n" for each in written)
            if kind != "problems":
                here = path.read_bytes().decode()
                assert (f"](<{board.name}>)" in here or f"]({board.name})" in here) is drawn
                assert re.sub(r"!\[.*\]\(.*\)\n\n", "", here) == text

    @pytest.mark.parametrize("kind", WRITING)
    @pytest.mark.parametrize("shape", ["terminal", "markdown", "html", "json"])
    def test_of_verbs_that_write(self, played, kind, shape):
        done = played(*WRITING[kind], "--format", shape)
        assert (done.code, done.err) == (0, "")
        if shape == "json":
            view = json.loads(done.out)
            assert (view["campaign"], view["kind"]) == (1, kind)
        if shape == "html":
            assert done.out.startswith("<!doctype html>\n")
            assert done.out.count("<!doctype") == 1

    def test_secrets_too(self, planned):
        planned.ford()
        planned("choose", input="\n1\n\n4\n\nthe oak\n\n")
        view = planned.json("reveal", "--secret", "red")
        assert (view["campaign"], view["kind"], view["shown"][0]["value"]) == (1, "secrets", "the oak")

    def test_a_season_too(self, camp):
        path = camp.root.parent / "results.yaml"
        path.write_text(
            "format: 1\nresults: [{sides: [red, vas], mission: the-ford, seed: 1, scores: {red: {flags: 1}}}]\n",
            encoding="utf-8",
        )
        view = camp.json("result", "--from", path)
        assert (view["campaign"], view["kind"]) == (1, "standings")

    def test_colour_only_on_a_terminal(self, camp, monkeypatch):
        camp.played(3, 1)
        assert "\x1b" not in camp.ok("ledger")
        monkeypatch.delenv("NO_COLOR")
        monkeypatch.setenv("TERM", "xterm")
        assert "\x1b" not in camp.ok("ledger")
        assert "\x1b[" in camp.ok("ledger", terminal=True)
        assert "\x1b" not in camp.ok("ledger", "--format", "markdown", terminal=True)
        monkeypatch.setenv("NO_COLOR", "1")
        assert "\x1b" not in camp.ok("ledger", terminal=True)


class TestTheFile:
    """Where a print-out can't go is said before a verb records what it would then not show."""

    @pytest.fixture
    def outside(self, camp):
        (camp.root.parent / "folder").mkdir()
        return camp.root.parent

    @pytest.mark.parametrize(
        ("name", "said"),
        [
            (
                "no/b.html",
                "Can’t write {0}: there is no folder {1}/no. Create it first, or name another file.",
            ),
            ("folder", "{0} is a folder. Name a file inside it."),
            ("camp/ledger/b.html", "{0} belongs to the campaign itself. Name a different file."),
        ],
    )
    def test_no_place_for_it(self, camp, outside, name, said):
        before = camp.tree()
        done = camp("setup", "--team", "red", "--team", "vas", "--seed", 1, "-o", outside / name)
        said = said.format(f"{outside.as_posix()}/{name}", outside.as_posix())
        assert done.err.replace("\\", "/") == f"{said}\n"
        assert (done.code, camp.tree()) == (1, before)

    def test_an_ending_of_no_format(self, camp, outside):
        before = camp.tree()
        done = camp("setup", "--team", "red", "--team", "vas", "--seed", 1, "-o", outside / "b.docx")
        assert "b.docx: use .html, .htm, .pdf, .md, .json, .txt, or give --format." in flat(done.err)
        assert (done.code, camp.tree()) == (2, before)
        camp.ok("standings", "-o", outside / "s.docx", "-f", "markdown")
        camp.ok("standings", "-o", outside / "plain")
        camp.ok("standings", "-o", outside / "plain.txt")
        assert (outside / "plain").read_bytes() == (outside / "plain.txt").read_bytes()

    def test_an_ending_of_another_format(self, camp, outside):
        done = camp("standings", "-f", "html", "-o", outside / "s.pdf")
        assert "s.pdf means pdf, but --format is html. Leave out one of them." in flat(done.err)
        assert (done.code, (outside / "s.pdf").exists()) == (2, False)
