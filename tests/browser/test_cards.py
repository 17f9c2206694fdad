"""Cards in a real Chromium: every text inside its frame, as many lines as were reckoned, and pages to the millimetre."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.commands.print import cards_view
from campaign.content.library import built_in, known_systems, library_without
from campaign.printing.cards.fit import SetLine, lines_taken
from campaign.printing.cards.look import LOOK
from campaign.printing.cards.sheets import CardFace, CardsView, cards_on_sheets, printed_cards
from campaign.printing.environment import Paper
from campaign.printing.render import render
from campaign.record import replace
from tests.browser.conftest import Opened, missing
from tests.test_render import HOSTILE

SYSTEMS = known_systems([built_in()])
PAPERS: dict[Paper, tuple[float, float]] = {"A4": (210, 297), "letter": (215.9, 279.4)}
MM = 96 / 25.4

MEASURED = """() => [...document.querySelectorAll('.card-sheet:not(.backs) .card:not(.blank-card)')].map(card => {
  const box = card.getBoundingClientRect();
  return {wide: box.width, high: box.height, lines: [...card.querySelectorAll('h2, p')].map(line => {
    const range = document.createRange();
    range.selectNodeContents(line);
    const rects = [...range.getClientRects()].filter(rect => rect.width > 0);
    return {
      kind: line.classList[0],
      left: Math.min(...rects.map(rect => rect.left)) - box.left,
      right: Math.max(...rects.map(rect => rect.right)) - box.left,
      top: Math.min(...rects.map(rect => rect.top)) - box.top,
      bottom: Math.max(...rects.map(rect => rect.bottom)) - box.top,
      lines: new Set(rects.map(rect => Math.round((rect.top + rect.bottom) / 4))).size,
    };
  })};
})"""


def everything(system: str) -> CardsView:
    """Every card of a system, tables too."""
    library = library_without(system)
    views = [cards_view(library, each, copies=1, backs=True) for each in library.card_ids()]
    cards = tuple(card for view in views for card in view.cards)
    return replace(views[0], cards=cards, sheets=cards_on_sheets(cards, backs=True))


def html(view: CardsView, system: str, paper: Paper) -> str:
    return render("cards", "html", view, system=system, roots=[built_in()], paper=paper)


def on_paper(opened: Opened, text: str, width: int = 1280) -> Any:
    page = opened(text, width)
    page.emulate_media(media="print")
    return page


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_text_lies_inside_its_frame(opened, system):
    view = everything(system)
    page = on_paper(opened, html(view, system, "A4"))
    measured = page.evaluate(MEASURED)
    assert len(measured) == len(view.cards)
    outside = [
        (card.name, line["kind"])
        for card, boxes in zip(view.cards, measured, strict=True)
        for line in boxes["lines"]
        if not card.over and not inside(line)
    ]
    assert outside == []
    assert {(round(each["wide"] / MM, 2), round(each["high"] / MM, 2)) for each in measured} == {(63, 88)}


def inside(line: dict[str, float]) -> bool:
    """Between the frame's edges, with a tenth of a millimetre for rounding; a die's box lies in the corner."""
    least, wide, high = (
        (LOOK.frame + 1) * MM,
        (LOOK.width - LOOK.frame - 1) * MM,
        (LOOK.height - LOOK.frame) * MM,
    )
    return (
        line["left"] >= least
        and line["right"] <= wide
        and line["top"] >= LOOK.frame * MM
        and line["bottom"] <= high
    )


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_text_takes_more_lines_than_were_reckoned(opened, system):
    view = everything(system)
    page = on_paper(opened, html(view, system, "A4"))
    looks = {each.kind: each for each in LOOK.lines}
    wrong = []
    for card, boxes in zip(view.cards, page.evaluate(MEASURED), strict=True):
        texts = [
            SetLine(kind="deck", text=card.title),
            SetLine(kind="name", text=card.name, beside=bool(card.mark)),
            *(SetLine(kind=each.kind, text=each.text, label=each.label) for each in card.words),
            SetLine(kind="foot", text=card.foot),
        ]
        seen = [line["lines"] for line in boxes["lines"] if line["kind"] not in ("die", "rule")]
        for text, lines in zip([each for each in texts if each.kind != "rule"], seen, strict=True):
            own = looks[text.kind]
            room = LOOK.room[0] - own.indent - (LOOK.badge if text.beside else 0)
            reckoned = lines_taken(text, own, card.step, room)
            wrong += [(card.name, text.kind, lines, reckoned)] if lines > reckoned else []
    assert wrong == []


DRAWN = """() => [...document.querySelectorAll('.card-sheet:not(.backs) .card')].map(card => {
  const [box, svg, foot] = [card, card.querySelector('svg'), card.querySelector('.foot')].map(
    one => one && one.getBoundingClientRect());
  const above = svg && card.querySelector('.board').previousElementSibling.getBoundingClientRect().bottom;
  const letter = svg && parseFloat(getComputedStyle(card.querySelector('svg')).fontSize);
  const scale = svg && svg.width / card.querySelector('svg').viewBox.baseVal.width;
  const parts = svg && [...card.querySelectorAll('svg text, svg path:not([clip-path] *), svg rect, svg circle')]
    .filter(part => !part.closest('defs')).map(part => part.getBoundingClientRect());
  return svg && {
    wide: svg.width, high: svg.height, left: svg.left - box.left, right: box.right - svg.right,
    above: svg.top - above, below: foot.top - svg.bottom, letter: letter * scale,
    out: parts.filter(part => part.left < svg.left - 1 || part.right > svg.right + 1
      || part.top < svg.top - 1 || part.bottom > svg.bottom + 1).length,
  };
})"""


@pytest.mark.parametrize("paper", PAPERS)
def test_a_picture_is_as_large_as_was_reckoned_and_in_nobody_s_way(opened, paper):
    view = cards_view(library_without("starcraft"), "deployments", copies=1, backs=True)
    page = on_paper(opened, html(view, "starcraft", paper))
    drawn = page.evaluate(DRAWN)
    assert len(drawn) == len(view.cards)
    for card, box in zip(view.cards, drawn, strict=True):
        picture = card.picture
        assert picture is not None
        assert box["wide"] / MM == pytest.approx(picture.millimetres, abs=0.02)
        assert box["high"] / MM == pytest.approx(
            picture.millimetres * picture.height / picture.width, abs=0.02
        )
        assert box["letter"] / MM == pytest.approx(LOOK.picture.letter, abs=0.02)
        assert min(box["left"], box["right"]) >= (LOOK.edge - 0.02) * MM
        assert box["above"] == pytest.approx(LOOK.picture.gap * MM, abs=0.5)
        assert box["below"] >= 0
        assert box["out"] == 0
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map(one => one.id)")
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("system", SYSTEMS)
def test_pages_are_to_the_millimetre_and_none_is_blank(opened, system, paper):
    try:
        from pypdfium2 import PdfDocument
    except ImportError:
        missing("The Python package pypdfium2")

    view = cards_view(library_without(system), None, copies=1, backs=True)
    page = on_paper(opened, html(view, system, paper))
    with PdfDocument(page.pdf(prefer_css_page_size=True)) as document:
        assert len(document) == len(view.sheets)
        wide, high = PAPERS[paper]
        for sheet in document:
            assert sheet.get_width() * 25.4 / 72 == pytest.approx(wide, abs=0.4)
            assert sheet.get_height() * 25.4 / 72 == pytest.approx(high, abs=0.4)
            assert sheet.get_textpage().get_text_range().strip()


@pytest.mark.parametrize("paper", PAPERS)
def test_backs_lie_behind_their_fronts(opened, paper):
    """Turned over the long edge, the left of a back comes behind the right of its front."""
    system = SYSTEMS[0]
    view = cards_view(library_without(system), None, copies=1, backs=True)
    page = on_paper(opened, html(view, system, paper), width=round(PAPERS[paper][0] * MM))
    places = page.evaluate(
        """() => [...document.querySelectorAll('.card-sheet')].slice(0, 2).map(sheet => {
          const box = sheet.getBoundingClientRect();
          return [...sheet.querySelectorAll('.card')].map(card => {
            const own = card.getBoundingClientRect();
            return [own.left - box.left, own.top - box.top, card.querySelector('.deck, .back-deck').textContent];
          });
        })"""
    )
    fronts, backs = ({(round(x), round(y)): deck for x, y, deck in sheet} for sheet in places)
    wide = PAPERS[paper][0] * MM
    turned = {(round(wide - x - LOOK.width * MM), y): deck for (x, y), deck in fronts.items()}
    near = {(x + dx, y): deck for (x, y), deck in turned.items() for dx in (-1, 0, 1)}
    assert len(fronts) == len(backs)
    assert all(near.get(place) == deck for place, deck in backs.items())


def test_hostile_texts_are_measured_too(opened):
    """What a font lacks is never reckoned narrower than it is drawn, so that no step is too large for it."""
    library = library_without(SYSTEMS[0])
    faces = [
        CardFace(
            id="x", deck=value, name=value, text=f"{value} " * 4, concept=value, rules=(value,), mark="6"
        )
        for value in HOSTILE.values()
    ]
    cards = printed_cards(library, faces)
    view = CardsView(
        system="X", holder="", decks=(), cards=cards, sheets=cards_on_sheets(cards, backs=True), look=LOOK
    )
    page = on_paper(opened, html(view, SYSTEMS[0], "A4"))
    assert page.evaluate("document.querySelectorAll('script, [onload], .card img').length") == 0
    outside = [
        (name, line["kind"])
        for name, card, boxes in zip(HOSTILE, cards, page.evaluate(MEASURED), strict=True)
        for line in boxes["lines"]
        if not card.over and not inside(line)
    ]
    assert outside == []
