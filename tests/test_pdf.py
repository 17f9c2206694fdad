from __future__ import annotations

import os
import signal
import sys
import tempfile
import threading
from functools import partial
from pathlib import Path

import pytest

from campaign.errors import Refusal
from campaign.printing import pdf
from campaign.printing.environment import guarded
from campaign.printing.pdf import Browser, by_weasyprint
from tests.made_browsers import PDF, browser

HTML = (
    '<!doctype html>\n<html lang="en">\n<head>\n<title>Ć</title>\n</head>\n<body>A secret</body>\n</html>\n'
)
WRITES = "made.write_bytes(PDF)\n"


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary folders are made in a test."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def refused(program: Path) -> str:
    with pytest.raises(Refusal) as caught:
        pdf.by_browser(Browser(program), HTML)
    return str(caught.value)


REMEDY = "Name another browser with CAMPAIGN_BROWSER, or write the page with -o page.html and print that."


class TestBrowser:
    def test_what_it_makes_is_taken_as_it_is(self, tmp_path, temporary):
        assert pdf.by_browser(Browser(browser(tmp_path, WRITES)), HTML) == PDF
        assert list(temporary.iterdir()) == []

    def test_it_gets_the_page_and_a_profile_of_its_own(self, tmp_path):
        seen = tmp_path / "seen"
        does = (
            f"seen = pathlib.Path({str(seen)!r})\n"
            "seen.write_text('\\n'.join([oct(made.parent.stat().st_mode)[-3:], *words, page.read_text('utf-8')]), 'utf-8')\n"
        )
        pdf.by_browser(Browser(browser(tmp_path, does + WRITES)), HTML)
        mode, *words = seen.read_text("utf-8").splitlines()
        if os.name != "nt":
            assert mode == "700"
        assert set(pdf.OPTIONS) <= set(words)
        assert any(word.startswith("--user-data-dir=") for word in words)
        assert any(word.startswith("file:///") and word.endswith("/page.html") for word in words)
        assert seen.read_text("utf-8").endswith(guarded(HTML))
        assert "<title>Ć</title>" in words

    @pytest.mark.skipif(sys.platform != "linux", reason="only Linux has such a root")
    @pytest.mark.parametrize(("who", "without"), [(0, ("--no-sandbox",)), (1000, ())])
    def test_the_sandbox_is_left_out_for_root_alone(self, monkeypatch, who, without):
        monkeypatch.setattr(os, "geteuid", lambda: who)
        assert pdf._for_root() == without

    def test_one_that_fails_is_quoted(self, tmp_path, temporary):
        does = "print('No display.\\n[1:2:ERROR:dbus/bus.cc] no bus', file=sys.stderr)\nsys.exit(21)\n"
        program = browser(tmp_path, does)
        assert refused(program) == f"{program} made no PDF: No display. {REMEDY}"
        assert list(temporary.iterdir()) == []

    def test_one_that_writes_nothing(self, tmp_path, temporary):
        program = browser(tmp_path, "")
        assert refused(program) == f"{program} made no PDF: it said nothing (exit code 0). {REMEDY}"
        assert list(temporary.iterdir()) == []

    @pytest.mark.parametrize(
        "written", [b"", b"<html>", PDF[:-6], PDF[5:], PDF.replace(b"/Page", b"/Pages")], ids=repr
    )
    def test_one_that_makes_no_whole_pdf(self, tmp_path, written):
        program = browser(tmp_path, f"made.write_bytes({written!r})\n")
        assert refused(program) == f"{program} made no PDF: it said nothing (exit code 0). {REMEDY}"

    def test_one_that_takes_too_long(self, tmp_path, temporary, monkeypatch):
        monkeypatch.setattr(pdf, "SECONDS", 0.5)
        program = browser(tmp_path, "time.sleep(60)\n")
        assert refused(program) == f"{program} made no PDF: it took longer than 0 seconds. {REMEDY}"
        assert list(temporary.iterdir()) == []

    def test_one_that_never_ends(self, tmp_path, temporary, monkeypatch):
        monkeypatch.setattr(pdf, "GRACE", 0.1)
        program = browser(tmp_path, f"{WRITES}time.sleep(60)\n")
        assert pdf.by_browser(Browser(program), HTML) == PDF
        assert list(temporary.iterdir()) == []

    @pytest.mark.skipif(os.name == "nt", reason="no fork")
    def test_one_that_is_late(self, tmp_path, monkeypatch):
        monkeypatch.setattr(pdf, "LATE", 5.0)
        does = f"if os.fork() == 0:\n    time.sleep(0.3)\n    {WRITES}"
        assert pdf.by_browser(Browser(browser(tmp_path, does)), HTML) == PDF

    def test_one_that_is_no_program(self, tmp_path):
        place = tmp_path / "nothing"
        said = refused(place)
        assert said.startswith(f"{place} made no PDF: ")
        assert said.endswith(f". {REMEDY}")

    def test_one_that_reads_its_own_folder_alone(self, tmp_path, temporary):
        within = tmp_path / "snap" / "common"
        does = f"assert made.is_relative_to({str(within)!r})\n{WRITES}"
        assert pdf.by_browser(Browser(browser(tmp_path, does), within), HTML) == PDF
        assert list(within.iterdir()) == list(temporary.iterdir()) == []

    @pytest.mark.skipif(os.name == "nt", reason="no such signals")
    @pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
    def test_nothing_is_left_when_it_is_stopped(self, tmp_path, temporary, request, name):
        number = getattr(signal, name)
        if name == "SIGINT":  # a shell gives its background jobs one that is ignored
            request.addfinalizer(partial(signal.signal, number, signal.getsignal(number)))
            signal.signal(number, signal.default_int_handler)
        before = signal.getsignal(number)
        does = f"os.kill({os.getpid()}, {int(number)})\ntime.sleep(60)\n"
        with pytest.raises(KeyboardInterrupt):
            pdf.by_browser(Browser(browser(tmp_path, does)), HTML)
        assert list(temporary.iterdir()) == []
        assert signal.getsignal(number) is before

    def test_in_another_thread(self, tmp_path):
        program, made = browser(tmp_path, WRITES), []
        thread = threading.Thread(target=lambda: made.append(pdf.by_browser(Browser(program), HTML)))
        thread.start()
        thread.join()
        assert made == [PDF]


class TestWhatPrints:
    @pytest.fixture(autouse=True)
    def nothing_here(self, monkeypatch):
        monkeypatch.setattr(pdf, "found", lambda: None)
        monkeypatch.setattr(pdf, "find_spec", lambda name: None)

    def test_the_named_one_before_one_that_is_found(self, tmp_path, monkeypatch):
        monkeypatch.setattr(pdf, "found", lambda: Browser(tmp_path / "other"))
        monkeypatch.setenv("CAMPAIGN_BROWSER", str(browser(tmp_path, WRITES)))
        assert pdf.press()(HTML) == PDF

    def test_one_that_is_found_before_weasyprint(self, tmp_path, monkeypatch):
        monkeypatch.setattr(pdf, "find_spec", lambda name: object())
        assert pdf.press() is by_weasyprint
        monkeypatch.setattr(pdf, "found", lambda: Browser(browser(tmp_path, WRITES)))
        assert pdf.press()(HTML) == PDF
        monkeypatch.setenv("CAMPAIGN_BROWSER", "weasyprint")
        assert pdf.press() is by_weasyprint

    def test_weasyprint_named_and_not_there(self, monkeypatch):
        monkeypatch.setenv("CAMPAIGN_BROWSER", "weasyprint")
        with pytest.raises(Refusal) as caught:
            pdf.press()
        assert str(caught.value) == (
            "CAMPAIGN_BROWSER is set to weasyprint, which is not installed. Install "
            "skirmish-campaign[pdf], or unset it to print with a browser."
        )

    def test_nothing_at_all(self):
        with pytest.raises(Refusal) as caught:
            pdf.press()
        assert str(caught.value) == (
            "Can’t make a PDF: no Chrome, Chromium, Edge or Brave found. Name a browser "
            "with CAMPAIGN_BROWSER, or install skirmish-campaign[pdf]. Or print from any "
            "browser: write the page with -o page.html, open it, and print it with “Save "
            "as PDF” on your paper size, without headers and footers."
        )

    def test_weasyprint_that_lacks_its_libraries(self, monkeypatch):
        monkeypatch.setitem(sys.modules, "weasyprint", None)
        with pytest.raises(Refusal) as caught:
            by_weasyprint(HTML)
        assert str(caught.value).startswith("Can’t use WeasyPrint: ")
        assert str(caught.value).endswith("Install what it needs (Pango), or use a browser.")
