"""Where the words of a picture of the board stand: in their zones, beside their markers, on nothing else.

All numbers are inches on the board until they are handed on as units of the picture. What found its place is
taken for all that follows, and what finds none is cut, or left to the list beside the picture.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from campaign.mechanisms.geometry import Segment, ZoneShape, outlines, segments
from campaign.printing.lettering import broken, cut, wide
from campaign.printing.map.geometry import Box, along, apart, crosses, flipped, room_in, unit
from campaign.printing.map.views import BoardData, LabelView, WordView

if TYPE_CHECKING:
    from campaign.printing.views import ZoneView

LEAD = 1.12
"""From one line of a label to the next, in sizes of letters."""
PADS = (1.2, 0.45)
"""What a label keeps free around it, above and below together; the less where there is no more."""
TIGHT = 0.2
"""The same where a zone's words would else be cut."""
SIZES = (0.95, 0.8, 0.68)
"""Of the words of a zone; the last not in small pictures, where nobody could read them."""
SMALL = 0.8
LONGEST = 40
"""Names longer than so many letters are cut before they are set."""

Line = tuple[str, bool]


class Labeller:
    """The board's free room; `em` is the size of a letter in inches, `edges` those of the zones."""

    def __init__(
        self, width: float, height: float, em: float, edges: Sequence[Segment] = (), *, small: bool = False
    ) -> None:
        self.sizes = SIZES[:-1] if small else SIZES
        self.board = Box(0, 0, width, height)
        self.em = em
        self.edges = edges
        self.taken: list[Box] = []
        self.lines: list[Box] = []
        self.margin_right = self.margin_bottom = 0.0

    def disc(self, x: float, y: float, radius: float) -> None:
        """A marker stands there."""
        self.taken.append(Box.around(x, y, 2 * radius, 2 * radius).grown(0.1 * self.em))

    def line(self, edge: Segment) -> None:
        """A line runs there."""
        self.taken += along(edge, 0.3 * self.em)

    def thin(self, edge: Segment) -> None:
        """A line runs there over which, for want of room, the name of a marker may stand."""
        self.lines += along(edge, 0.2 * self.em)

    def free(self, box: Box) -> bool:
        """Whether a box is on the board and in nobody's way."""
        board = self.board
        inside = (
            board.left <= box.left
            and board.top <= box.top
            and box.right <= board.right
            and box.bottom <= board.bottom
        )
        return inside and all(apart(box, other) for other in self.taken)

    def crossing(self, box: Box) -> bool:
        """Whether an edge of a zone runs through a box."""
        return any(crosses(box, edge) for edge in self.edges)

    def clear(self, box: Box) -> bool:
        """Whether neither an edge of a zone nor a thin line runs through a box."""
        return not self.crossing(box) and all(apart(box, line) for line in self.lines)

    # --- in zones ---

    def in_zone(
        self, zone: ZoneShape, whose: str, name: str, others: Sequence[ZoneShape]
    ) -> LabelView | None:
        """The words of a zone, whole if they have room in it, lying or upright, else cut, or beside it."""
        for size in self.sizes:
            for upright in (False, True):
                for lines in _settings(whose, name):
                    for pad in PADS:
                        if found := self._set(zone, lines, size, upright, others, pad):
                            return found
        words = [(text, bold) for text, bold in ((whose, True), (name, False)) if text]
        return (
            self._cut_in(zone, words, (9, 6, 4.5), others)
            or self._by_zone(zone, whose)
            or self._set(zone, [(whose, True)], self.sizes[-1], False, others, TIGHT)
            or self._cut_in(zone, words, (3, 2), others)
            or self._cut_in(zone, words, (9, 6, 4, 2), ())
        )

    def _set(
        self,
        zone: ZoneShape,
        lines: Sequence[Line],
        size: float,
        upright: bool,
        others: Sequence[ZoneShape],
        pad: float = PADS[-1],
    ) -> LabelView | None:
        width = (max(wide(text, bold=bold) for text, bold in lines) * size + pad) * self.em
        height = (len(lines) * LEAD * size + pad) * self.em
        taken = [*self.taken, *self.lines]
        step = self.em / 4
        if upright:
            turned = [box.flipped() for box in taken]
            box = room_in(flipped(zone), width, height, step, turned, [flipped(other) for other in others])
            box = box and box.flipped()
        else:
            box = room_in(zone, width, height, step, taken, others)
        if box is None:
            return None
        self.taken.append(box)
        return self._label(box.centre, lines, size, upright)

    def _cut_in(
        self, zone: ZoneShape, lines: Sequence[Line], rooms: Sequence[float], others: Sequence[ZoneShape]
    ) -> LabelView | None:
        """The most of the words that there is room for, at most and at least so wide."""
        for room in rooms:
            short = [(cut(text, room, bold=bold), bold) for text, bold in lines]
            short = [line for line in short if line[0]]
            for kept in (short, short[:1]):
                for upright in (False, True):
                    if kept and (found := self._set(zone, kept, SMALL, upright, others)):
                        return found
        return None

    def _by_zone(self, zone: ZoneShape, name: str) -> LabelView | None:
        """The words beside a zone that has no room for them."""
        for ring in outlines(zone):
            xs, ys = zip(*ring, strict=True)
            x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
            half = min(max(xs) - min(xs), max(ys) - min(ys)) / 2
            if found := self.beside(x, y, half, name, segments(zone)):
                return found
        return None

    # --- beside markers ---

    def beside(
        self, x: float, y: float, radius: float, name: str, own: Sequence[Segment] = ()
    ) -> LabelView | None:
        """The name of a marker beside it, over no edge of a zone; cut, and in the end left out.

        What is no marker has edges of its `own`: its name keeps away from all others, which it could be of.
        """
        others = [edge for edge in self.edges if edge not in own] if own else []
        short = cut(name, wide("n") * LONGEST)
        settings = [broken(short, lines) for lines in (1, 2, 3)]
        settings += [(piece,) for room in (9, 7, 5) if (piece := cut(name, room)).count("") > 4]
        for lines in dict.fromkeys(settings):
            width = max(map(wide, lines)) * SMALL * self.em + 0.2 * self.em
            height = len(lines) * LEAD * SMALL * self.em
            boxes = _around(x, y, radius + 0.15 * self.em, width, height)
            free = [box for box in boxes if self.free(box) and not self.crossing(box)]
            # Over a thin line only where there is no room beside it.
            free.sort(key=lambda box: (_near(box.grown(self.em), others), not self.clear(box)))
            if free:
                self.taken.append(free[0])
                return self._label(free[0].centre, [(line, False) for line in lines], SMALL)
        return None

    def word(self, box: Box, text: str) -> WordView:
        """A word in a box, which is taken from then on."""
        self.taken.append(box)
        x, y = box.centre
        return WordView(
            text=text, x=unit(x), y=unit(y + 0.3 * SMALL * self.em), room=unit(wide(text) * SMALL * self.em)
        )

    def _label(
        self, centre: tuple[float, float], lines: Sequence[Line], size: float, upright: bool = False
    ) -> LabelView:
        first = -(len(lines) - 1) / 2 * LEAD + 0.34
        words = tuple(
            WordView(
                text=text,
                x=0,
                y=unit((first + LEAD * place) * size * self.em),
                room=unit(wide(text, bold=bold) * size * self.em),
                bold=bold,
            )
            for place, (text, bold) in enumerate(lines)
        )
        x, y = centre
        return LabelView(x=unit(x), y=unit(y), size=unit(size * self.em), upright=upright, lines=words)


def _near(box: Box, edges: Sequence[Segment]) -> bool:
    return any(crosses(box, edge) for edge in edges)


def _settings(whose: str, name: str) -> Iterator[list[Line]]:
    """The ways to break a zone's words, the best first."""
    name = cut(name, wide("n") * LONGEST)
    whose = cut(whose, wide("n", bold=True) * LONGEST, bold=True)
    for lines in (1, 2, 3):
        for heads in (1, 2):
            top = [(line, True) for line in broken(whose, heads, bold=True)]
            yield [*top, *((line, False) for line in broken(name, lines) if line)]


def _around(x: float, y: float, off: float, width: float, height: float) -> Iterator[Box]:
    """Boxes beside a point: to the right and left, below and above, and between these."""
    across, down = off + width / 2, off + height / 2
    slant = 0.72
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        yield Box.around(x + dx * across, y + dy * down, width, height)
    for dx, dy in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        yield Box.around(
            x + dx * (off * slant + width / 2), y + dy * (off * slant + height / 2), width, height
        )
    for shift in (0.5, -0.5, 1, -1):
        for dy in (1, -1):
            yield Box.around(x + shift * width / 2, y + dy * down, width, height)


def letters_of(zones: Sequence[ZoneView]) -> tuple[str, ...]:
    """A letter for each zone: A and on where sides deploy, a and on elsewhere."""
    found, counts = [], {"A": 0, "a": 0}
    for zone in zones:
        first = "A" if zone.kind == "deployment" else "a"
        found.append(chr(ord(first) + counts[first] % 26))
        counts[first] += 1
    return tuple(found)


def marks_of(board: BoardData) -> tuple[str, ...]:
    """What stands in each marker: the number that its name has, if they all have one, else its place."""
    numbers = [
        next((word.strip("()") for word in reversed(each.name.split()) if word.strip("()").isdecimal()), "")
        for each in board.markers
    ]
    if not all(numbers) or len(set(numbers)) < len(numbers) or any(len(each) > 2 for each in numbers):
        numbers = [str(place) for place in range(1, len(numbers) + 1)]
    return (*numbers, *map(str, range(1 + max(map(int, numbers), default=0), 1000)))[
        : len(numbers) + len(board.placed)
    ]
