"""PDF by the real things: a browser that is here, and WeasyPrint."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from campaign.printing.pdf import found
from tests.browser.conftest import missing
from tests.command import run_command

PAPERS = {"A4": (595.28, 841.89), "letter": (612.0, 792.0)}
"""In points of 1/72 inch."""


@pytest.fixture(params=["browser", "weasyprint"])
def pages(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Opens a PDF; the test is run for each of the two ways to make one."""
    name = "pypdfium2"
    try:
        opened = import_module(name).PdfDocument
        if request.param == "weasyprint":
            name = "weasyprint, or a library of its,"
            import_module("weasyprint")
            monkeypatch.setenv("CAMPAIGN_BROWSER", "weasyprint")
    except (ImportError, OSError):
        missing(f"The Python package {name}")
    if request.param == "browser" and found() is None:
        missing("A browser (Chromium, Chrome or Edge)")
    return opened


def text_of(page: Any) -> str:
    return str(page.get_textpage().get_text_bounded())


@pytest.mark.parametrize("paper", PAPERS)
def test_pages_have_their_size_and_number(apart, pages, paper, tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    done = run_command("packs", "rules", "killzone", "--paper", paper, "-o", "rules.pdf")
    assert (done.code, done.err) == (0, "Wrote rules.pdf\n")
    assert list(tmp_path.glob("campaign-*")) == []
    made = pages(Path("rules.pdf").read_bytes())
    assert len(made) >= 2
    for number, page in enumerate(made, start=1):
        assert page.get_size() == pytest.approx(PAPERS[paper], abs=0.5)
        text = text_of(page)
        assert f"{number} / {len(made)}" in text
        assert "file:" not in text


def test_nothing_in_a_page_runs_and_its_pictures_have_its_colours(pages, tmp_path):
    from campaign.printing.pdf import press

    other = tmp_path / "other.html"
    other.write_text("<p>Another file</p>", encoding="utf-8")
    made = pages(
        press()(
            "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'><title>x</title><style>\n"
            ":root { --a: var(--b); --b: #00ff00 } @page { size: A4; margin: 0 } body { margin: 0 }\n"
            ".picture rect { fill: #ff0000 } @media print { .picture rect { fill: var(--a) } }\n"
            "@media screen { .picture rect { fill: #0000ff } }</style></head><body>"
            "<div class='picture'><svg width='400' height='400' viewBox='0 0 4 4'><rect width='4' height='4'/></svg></div>"
            "<p>As it was</p><script>document.body.textContent = 'It ran'</script>"
            f"<iframe src='{other.as_uri()}'></iframe><p onclick=''>Żółć</p></body></html>\n"
        )
    )
    text = "".join(map(text_of, made))
    assert "As it was" in text
    assert "Żółć" in text
    assert "It ran" not in text
    assert "Another file" not in text
    assert made[0].render().to_pil().getpixel((100, 100)) == (0, 255, 0)
