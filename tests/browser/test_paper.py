"""Each kind of page printed on A4 and on Letter: every sheet of that size, none blank, nothing torn or left behind."""

from __future__ import annotations

import re

import pytest

from tests.browser.conftest import missing, none_of
from tests.browser.documents import KINDS, named

PAPERS = {"A4": (595.3, 841.9), "letter": (612.0, 792.0)}
"""In points."""
FOOT, COLUMN = 45, 240
"""How high the margin with the page's number is, and how wide a column at least, in points."""
ONE_SHEET = ("briefing: Kill Team", "briefing: roles", "briefing: Killzone", "briefing: StarCraft")

ROWS = """
() => [...document.querySelectorAll("tbody tr")].filter(row => row.checkVisibility()).map(row => row.innerText)
"""


class Paper:
    """A page as it is printed: `sheets` is what each sheet holds."""

    def __init__(self, page) -> None:
        try:
            from pypdfium2 import PdfDocument
        except ImportError:
            missing("The Python package pypdfium2")
        page.emulate_media(media="print")
        self.rows = [bare(row) for row in page.evaluate(ROWS)]
        self.pdf = PdfDocument(page.pdf(prefer_css_page_size=True, tagged=True, outline=True))
        self.sheets = list(self.pdf)
        self.texts = [sheet.get_textpage() for sheet in self.sheets]

    def __len__(self) -> int:
        return len(self.sheets)

    def of_another_size(self, size):
        for number, sheet in enumerate(self.sheets, start=1):
            if any(abs(one - other) > 1 for one, other in zip(sorted(sheet.get_size()), size, strict=True)):
                yield f"sheet {number} is {sheet.get_size()} points"

    def blank(self):
        """Sheets with nothing but their number."""
        for number, (sheet, text) in enumerate(zip(self.sheets, self.texts, strict=True), start=1):
            drawn = (one.get_bounds() for one in sheet.get_objects() if one.type != TEXT)
            if not bare(text.get_text_bounded(bottom=FOOT)) and not any(bounds[3] > FOOT for bounds in drawn):
                yield f"sheet {number} is blank"

    def stranded(self):
        """Headings with nothing below them in their column."""
        for heading in self.pdf.get_toc():
            at = heading.get_dest()
            _, (left, top, *_) = at.get_view()
            below = self.texts[at.get_index()].get_text_bounded(left - 2, FOOT, left + COLUMN, top + 2)
            if bare(heading.get_title()).startswith(bare(below)):
                yield f"“{heading.get_title()}” stands alone at the foot of sheet {at.get_index() + 1}"

    def torn(self):
        """Rows of tables that begin on one sheet and end on another."""
        sheets = [bare(text.get_text_range()) for text in self.texts]
        for row in self.rows:
            if not any(row in sheet for sheet in sheets):
                yield f"this row is on no sheet as a whole: {row[:200]}"


TEXT = 1
"""What pypdfium2 calls an object of text."""


def bare(text: str) -> str:
    """Without blanks, and without hyphens, for which a PDF has a sign of its own at the end of a line."""
    return re.sub(r"[\s\-\u00ad\ufffe\x02]", "", text)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_on_paper(opened, printed, kind, paper):
    sheets = Paper(opened(printed(kind).html(paper)))
    none_of([*sheets.of_another_size(PAPERS[paper]), *sheets.blank(), *sheets.stranded(), *sheets.torn()])


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", ONE_SHEET)
def test_a_briefing_takes_both_sides_of_one_sheet(opened, printed, name, paper):
    assert len(Paper(opened(printed(named(name)).html(paper)))) <= 2


def spaced(text: str, high: int = 0) -> str:
    """A page of A4 whose body begins so many millimetres below its top."""
    style = f"@page {{ size: A4; margin: 16mm }} body {{ margin: {high}mm 0 0 }}"
    return f"<!doctype html><html lang=en><title>x</title><style>{style}</style><body>{text}</body>"


TALL = "<br>".join(f"line {number}" for number in range(30))


@pytest.mark.parametrize(
    ("page", "fault", "says"),
    [
        (spaced("<p>x</p>").replace("A4", "A5"), "size", "sheet 1 is ("),
        (spaced("<p>x</p><p style='break-before: page'><p style='break-before: page'>y"), "blank", "sheet 2 is blank"),
        (spaced("<h2>Al<em>o</em>ne</h2><p style='break-before: page'>x", 200), "stranded", "“Alone” stands alone"),
        (spaced("<h2>Below</h2><p>x</p>", 200), "stranded", ""),
        (spaced(f"<table><tbody><tr><th>a</th><td>{TALL}</td></tr></tbody></table>", 200), "torn", "row is on no sheet"),
        (spaced(f"<table><tbody><tr><th>a</th><td>{TALL}</td></tr></tbody></table>"), "torn", ""),
    ],
)  # fmt: skip
def test_what_is_wrong_is_found(opened, page, fault, says):
    paper = Paper(opened(page))
    found = list({"size": paper.of_another_size(PAPERS["A4"]), "blank": paper.blank(),
                  "stranded": paper.stranded(), "torn": paper.torn()}[fault])  # fmt: skip
    assert (len(found), says in "".join(found)) == (bool(says), True)
