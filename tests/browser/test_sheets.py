"""Sheets on paper: on how many pages each is, and where a sealed one is folded. Read from Chromium's own PDF."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.conftest import missing, none_of
from tests.browser.documents import KINDS, named

POINTS = 72 / 25.4
"""Points in a millimetre."""
HEIGHTS = {"A4": 297.0, "letter": 279.4}
MOST = {"reference: Kill Team": 2, "reference: Killzone": 2}
"""Sides of paper, where one is not enough."""
SHEETS = [kind for kind in KINDS if kind.document in ("envelope", "reference", "result-form", "roster-form")]


@pytest.fixture(scope="session")
def pdfium() -> Any:
    """The library that reads PDF."""
    try:
        import pypdfium2
    except ImportError:
        missing("The Python package pypdfium2")
    return pypdfium2


def on_paper(pdfium: Any, opened: Any, html: str) -> Any:
    """The document as Chromium prints it, its own @page rules obeyed."""
    return pdfium.PdfDocument(opened(html).pdf(prefer_css_page_size=True))


def letters_of(page: Any) -> Iterator[tuple[str, float]]:
    """Each letter in the order of the page, with its height above the foot of the paper in millimetres."""
    text = page.get_textpage()
    for place in range(text.count_chars()):
        letter = text.get_text_range(place, 1)
        if letter.strip():
            yield letter, text.get_charbox(place)[1] / POINTS


def joined(text: str) -> str:
    return "".join(text.split())


@pytest.mark.parametrize("paper", HEIGHTS)
@pytest.mark.parametrize("kind", SHEETS, ids=str)
def test_pages(opened, printed, pdfium, kind, paper):
    """requests.md 27: no empty page, and no more pages than the sheet is meant for."""
    document = on_paper(pdfium, opened, printed(kind).html(paper))
    assert len(document) <= MOST.get(kind.name, 1)
    for page in document:
        assert page.get_height() / POINTS == pytest.approx(HEIGHTS[paper], abs=0.5)
        assert any(letters_of(page))


@pytest.mark.parametrize("paper", HEIGHTS)
def test_a_sealed_sheet_shows_its_outside_alone(opened, printed, pdfium, paper):
    """The outside stands on the top third, upside down; every word of a card on the two below."""
    shown = printed(named("envelope"))
    [page] = on_paper(pdfium, opened, shown.html(paper))
    fold = HEIGHTS[paper] * 2 / 3
    above = "".join(letter for letter, height in letters_of(page) if height > fold)
    below = "".join(letter for letter, height in letters_of(page) if height < fold)
    # Letters that stand on their heads come from the right.
    read = above[::-1]
    view = shown.view
    none_of(f"not outside: {seal.mark}" for seal in view.seals if seal.mark not in read)
    assert joined(view.holder) in read
    assert view.cards
    for card in view.cards:
        assert joined(card.name) in below
        assert joined(card.name) not in read


def test_the_outside_reads_upright_once_it_is_folded_back(opened, printed):
    """Folded back at its lower edge and turned over like a page, what was upside down stands upright."""
    page = opened(printed(named("envelope")).html())
    page.emulate_media(media="print")
    turned = page.locator(".outside").evaluate("each => getComputedStyle(each).transform")
    assert turned == "matrix(-1, 0, 0, -1, 0, 0)"


@pytest.mark.parametrize("paper", HEIGHTS)
def test_the_folds_are_thirds(opened, printed, paper):
    page = opened(printed(named("envelope")).html(paper))
    page.emulate_media(media="print")
    heights = page.locator(".outside").evaluate("each => each.getBoundingClientRect().height")
    fold = page.locator(".inside").evaluate("each => parseFloat(getComputedStyle(each, '::after').top)")
    third = HEIGHTS[paper] / 3 / 25.4 * 96
    assert heights == pytest.approx(third, abs=0.5)
    assert fold == pytest.approx(third, abs=0.5)


def test_text_of_a_reference_is_no_smaller_than_can_be_read(opened, printed):
    """Eight points at the least, for all but ids and page numbers."""
    page = opened(printed(named("reference: Kill Team")).html())
    page.emulate_media(media="print")
    sizes = page.locator(".dense p").evaluate_all(
        "all => all.map(each => parseFloat(getComputedStyle(each).fontSize))"
    )
    assert min(sizes) >= 8 / 72 * 96 - 0.01
