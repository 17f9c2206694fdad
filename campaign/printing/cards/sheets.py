"""Cards to cut out: what stands on each, in which step of type, and how they lie on sheets.

A `CardFace` holds what content says of a card; templates/_default/card-words.j2 makes its lines of it, the
same for every format, so that what is measured is what is printed. A `PrintedCard` has those lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from campaign.printing.cards.fit import BoardFrame, Fit, SetLine, fitted
from campaign.printing.cards.look import LOOK, CardLook
from campaign.printing.map.picture import complete, margins, picture_of
from campaign.printing.map.views import BoardData, BoardPicture, Scale
from campaign.printing.render import render
from campaign.printing.typeset import CELL, ROW
from campaign.printing.views import Note, TermView
from campaign.record import Record

if TYPE_CHECKING:
    from campaign.content.library import Library

PLACE = "place"
"""The kind of the lines that say where on a board something lies."""


class CardSize(Record):
    """What a card says of one size of battle; without a name, of any.

    `start` and `more` are supply, `lead` the points that win at once; `terms` stand only where they differ.
    """

    name: str
    width: int | None = None
    height: int | None = None
    rounds: int | None = None
    start: int | None = None
    more: int | None = None
    lead: int | None = None
    terms: tuple[TermView, ...] = ()


class CardFace(Record):
    """All that content says of a card; `mark` is the face of the die that stands for it.

    `written` is what its holder has noted down, `proof` why a sealed one can't be read.
    """

    id: str
    deck: str
    name: str = ""
    mark: str = ""
    joker: bool = False
    concept: str = ""
    text: str = ""
    playable: str = ""
    ask: str = ""
    written: str = ""
    proof: str = ""
    special: tuple[Note, ...] = ()
    counts: tuple[Note, ...] = ()
    terms: tuple[TermView, ...] = ()
    sizes: tuple[CardSize, ...] = ()
    board: BoardData | None = None
    rules: tuple[str, ...] = ()
    origin: str = ""
    house: bool = False


class CardFaces(Record):
    """What card-words.j2 makes lines of."""

    faces: tuple[CardFace, ...]


class CardLine(Record):
    """A line of a card: its kind (see card_look.py), a label in bold, and the text."""

    kind: str
    label: str
    text: str


class PrintedCard(Record):
    """A card as it is printed: `title` is its deck's name, `step` its step of type, from the largest.

    `over` lines have no room even at the smallest step. `deck` and `id` are those of the content. At a
    `scale`, in mm to an inch, a picture of the board stands for the lines that tell its places.
    """

    id: str
    deck: str
    title: str
    name: str
    mark: str
    lines: tuple[CardLine, ...]
    foot: str
    step: int = 0
    over: int = 0
    house: bool = False
    blank: bool = False
    board: BoardData | None = None
    scale: float = 0

    @property
    def picture(self) -> BoardPicture | None:
        """The board as a picture, where that is printed."""
        return _small(self.board, self.scale) if self.board and self.scale else None

    @property
    def words(self) -> tuple[CardLine, ...]:
        """The lines that are printed above a picture; all of them where there is none."""
        return tuple(line for line in self.lines if not self.scale or line.kind != PLACE)

    @property
    def places(self) -> tuple[CardLine, ...]:
        """The lines whose place a picture takes."""
        return tuple(line for line in self.lines if self.scale and line.kind == PLACE)


class PrintedDeck(Record):
    """A deck or catalogue, and how many cards of it are printed."""

    id: str
    name: str
    about: str
    cards: int


class SheetOfCards(Record):
    """One side of a sheet: rows of places in the list of cards, None where nothing lies."""

    back: bool
    rows: tuple[tuple[int | None, ...], ...]


class CardsView(Record):
    """Cards to cut out, of a game system or of somebody (`holder`); `sheets` are their fronts and backs."""

    system: str
    holder: str
    decks: tuple[PrintedDeck, ...]
    cards: tuple[PrintedCard, ...]
    sheets: tuple[SheetOfCards, ...]
    look: CardLook

    @property
    def too_long(self) -> tuple[str, ...]:
        """The names of the cards whose texts have no room on them."""
        return tuple(dict.fromkeys(card.name for card in self.cards if card.over))


def printed_cards(library: Library, faces: Sequence[CardFace]) -> tuple[PrintedCard, ...]:
    """Each card with its lines, in the step of type in which they fit."""
    text = render(
        "card-words", "terminal", CardFaces(faces=tuple(faces)), system=library.id, roots=library.roots
    )
    lines: list[list[CardLine]] = []
    for row in text.split(ROW)[:-1]:
        kind, label, said = (re.sub(r"[ \n]+", " ", cell).strip() for cell in row.split(CELL)[:3])
        if kind == "deck":
            lines.append([])
        lines[-1].append(CardLine(kind=kind, label=label, text=said))
    return tuple(_printed(face, own) for face, own in zip(faces, lines, strict=True))


def _printed(face: CardFace, lines: Sequence[CardLine]) -> PrintedCard:
    beside = {"name": bool(face.mark), "foot": face.house}
    set_lines = [
        SetLine(kind=each.kind, text=each.text, label=each.label, beside=beside.get(each.kind, False))
        for each in lines
    ]
    fit = _fit(face, set_lines)
    title, name, *body, foot = lines
    return PrintedCard(
        id=face.id,
        deck=face.deck,
        title=title.text,
        name=name.text,
        mark=face.mark,
        lines=tuple(body),
        foot=foot.text,
        step=fit.step,
        over=fit.over,
        house=face.house,
        board=face.board,
        scale=fit.scale,
    )


def _fit(face: CardFace, lines: Sequence[SetLine]) -> Fit:
    """With a picture of the board, if that has room and tells all; else with its places in words."""
    if (board := face.board) and _by_ticks(board):
        left, top, right, bottom = margins(board, small=True)
        framed = BoardFrame(width=board.width, height=board.height, beside=left + right, above=top + bottom)
        others = [line for line in lines if line.kind != PLACE]
        for step in range(LOOK.steps):  # smaller type leaves a larger picture, with more room for its words
            fit = fitted(others, LOOK, framed, [step])
            if not fit.over and complete(_small(board, fit.scale)):
                return fit
    return fitted(lines, LOOK)


def _by_ticks(board: BoardData) -> bool:
    """Whether all that lies on a board lies on its inches or halfway between, so that ticks tell where."""
    numbers = [number for zone in board.zones for rect in zone.rects for number in rect]
    numbers += [number for zone in board.zones for corner in zone.polygon for number in corner]
    numbers += [number for zone in board.zones if zone.circle for number in zone.circle]
    numbers += [number for marker in board.markers for number in (marker.x, marker.y)]
    return all(2 * number == int(2 * number) for number in numbers)


def _small(board: BoardData, scale: float) -> BoardPicture:
    return picture_of(board, Scale(inch=scale, letter=LOOK.picture.letter))


def blank_card(deck: str) -> PrintedCard:
    """A card to write on; `deck` is the name on it, if any."""
    return PrintedCard(id="", deck="", title=deck, name="", mark="", lines=(), foot="", blank=True)


def cards_on_sheets(
    cards: Sequence[PrintedCard], *, backs: bool, look: CardLook = LOOK
) -> tuple[SheetOfCards, ...]:
    """The cards nine by nine; each sheet's back follows its front.

    A back has its rows turned from left to right, so that it matches on paper that is turned over its long
    edge.
    """
    found = []
    a_sheet = look.columns * look.rows
    for first in range(0, len(cards), a_sheet):
        places = [place if place < len(cards) else None for place in range(first, first + a_sheet)]
        rows = _rows(places, look.columns)
        found.append(SheetOfCards(back=False, rows=rows))
        if backs:
            found.append(SheetOfCards(back=True, rows=tuple(row[::-1] for row in rows)))
    return tuple(found)


def _rows(places: Sequence[int | None], columns: int) -> tuple[tuple[int | None, ...], ...]:
    """Rows of places; those in which nothing lies are left out."""
    rows: Iterable[tuple[int | None, ...]] = (
        tuple(places[start : start + columns]) for start in range(0, len(places), columns)
    )
    return tuple(row for row in rows if any(place is not None for place in row))
