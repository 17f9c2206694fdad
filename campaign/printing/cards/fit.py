"""Whether a card's texts fit on it, reckoned with the widths of the embedded letters, without a browser.

Lines are broken greedily between words, as browsers do; that a browser also breaks at hyphens and draws some
pairs of letters nearer can only save lines. What does not fit is tried in the next smaller step of type.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import ceil, floor
from typing import TYPE_CHECKING

from campaign.printing.lettering import letter_width, widths
from campaign.record import Record

if TYPE_CHECKING:
    from campaign.printing.cards.look import CardLook, LineLook

POINTS_A_MM = 72 / 25.4
HAIR = 0.995
"""What is taken of a line's width, so that rounding never costs a line."""


class SetLine(Record):
    """A text on a card: its kind, a label in bold before it, and whether something stands `beside` it."""

    kind: str
    text: str
    label: str = ""
    beside: bool = False


class BoardFrame(Record):
    """A board to draw below the lines, in inches.

    `beside` and `above` are what is drawn around it, on both sides together, in sizes of letters.
    """

    width: float
    height: float
    beside: float
    above: float


class Fit(Record, kw_only=False):
    """The step of type that a card takes, from 0, and how many lines it has too many at the smallest.

    `scale` is how many mm of a picture are an inch of its board; 0 without a picture.
    """

    step: int
    over: int
    scale: float = 0


def fitted(
    lines: Sequence[SetLine],
    look: CardLook,
    board: BoardFrame | None = None,
    steps: Sequence[int] | None = None,
) -> Fit:
    """The largest step of type, or the first of `steps`, in which all lines fit on a card.

    The picture of a board takes what they leave.
    """
    looks = {each.kind: each for each in look.lines}
    least = _picture_height(board, look) if board else 0.0
    over = 0.0
    for step in range(look.steps) if steps is None else steps:
        left = look.room[1] - _height(lines, looks, look, step)
        over = least - left
        scale = _scale(board, look, left) if board else 0.0
        if over <= 0 and (board is None or scale >= look.picture.least):
            return Fit(step, 0, scale)
    text = looks["text"]
    return Fit(look.steps - 1, max(1, ceil(over / _line_height(text, look.steps - 1))))


def _height(lines: Sequence[SetLine], looks: Mapping[str, LineLook], look: CardLook, step: int) -> float:
    """The height of all lines, in mm."""
    height, before = 0.0, ""
    for line in lines:
        own = looks[line.kind]
        room = look.room[0] - own.indent - (look.badge if line.beside else 0)
        height += own.near if line.kind == before else own.gap
        height += lines_taken(line, own, step, room) * _line_height(own, step)
        before = line.kind
    return height


def _scale(board: BoardFrame, look: CardLook, left: float) -> float:
    """The most mm to an inch with which a picture fits the width of a card and a height of `left` mm."""
    letter = look.picture.letter
    across = (look.room[0] - board.beside * letter) / board.width
    down = (left - look.picture.gap - board.above * letter) / board.height
    return floor(min(across, down) * 1000) / 1000


def _picture_height(board: BoardFrame, look: CardLook) -> float:
    """The least height of a picture with the gap above it, in mm."""
    own = look.picture
    return own.gap + own.least * board.height + own.letter * board.above


def _line_height(own: LineLook, step: int) -> float:
    return own.sizes[step] * own.lead / POINTS_A_MM


def lines_taken(line: SetLine, own: LineLook, step: int, room: float) -> int:
    """How many lines a text takes in a width of `room` mm; at least one."""
    bold = own.face if own.bold else f"{own.face}-bold"
    words = [*_words(line.label, widths(bold)), *_words(line.text, widths(own.face))]
    ems = room * POINTS_A_MM / own.sizes[step] * 1000 * HAIR
    return _broken(words, widths(own.face)[" "], ems)


def _words(text: str, letters: Mapping[str, int]) -> Iterable[list[int]]:
    """Each word as the widths of its letters; a blank that does not break is a letter."""
    for word in text.split(" "):
        if word:
            yield [letter_width(letter, letters) for letter in word]


def _broken(words: Iterable[list[int]], blank: int, room: float) -> int:
    """The lines of words that are broken between words, and within one only where it fills a line alone."""
    count, used = 1, 0
    for word in words:
        width = sum(word)
        if used and used + blank + width > room:
            count, used = count + 1, 0
        elif used:
            used += blank
        if width <= room:
            used += width
            continue
        for letter in word:
            if used and used + letter > room:
                count, used = count + 1, 0
            used += letter
    return count
