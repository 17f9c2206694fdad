"""Where a box finds room in a shape: beside all that stands in its way, as near the middle as can be.

All numbers are inches on the board. A shape is looked at along lines a part of a letter apart.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from campaign.mechanisms.geometry import Point, Segment, Span, ZoneShape, outlines, spans
from campaign.record import Record


class Box(Record, kw_only=False):
    """From the left upper corner to the right lower one."""

    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def around(cls, x: float, y: float, width: float, height: float) -> Box:
        return cls(x - width / 2, y - height / 2, x + width / 2, y + height / 2)

    @property
    def centre(self) -> Point:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def grown(self, by: float) -> Box:
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def flipped(self) -> Box:
        return Box(self.top, self.left, self.bottom, self.right)


class FlippedShape(Record, kw_only=False):
    """A shape with x and y exchanged."""

    rects: tuple[tuple[float, float, float, float], ...] = ()
    polygon: tuple[Point, ...] = ()
    circle: tuple[float, float, float] | None = None


def flipped(shape: ZoneShape) -> FlippedShape:
    """The shape with x and y exchanged: what is set along its height is set along a line there."""
    return FlippedShape(
        tuple((y, x, height, width) for x, y, width, height in shape.rects),
        tuple((y, x) for x, y in shape.polygon),
        (shape.circle[1], shape.circle[0], shape.circle[2]) if shape.circle else None,
    )


def apart(one: Box, other: Box) -> bool:
    """Whether two boxes share nothing."""
    return (
        one.right <= other.left
        or other.right <= one.left
        or one.bottom <= other.top
        or other.bottom <= one.top
    )


def crosses(box: Box, edge: Segment) -> bool:
    """Whether a line runs through a box (Liang and Barsky's cut of a line by a box)."""
    (x1, y1), (x2, y2) = edge
    start, end = 0.0, 1.0
    for step, room in (
        (x1 - x2, x1 - box.left), (x2 - x1, box.right - x1),
        (y1 - y2, y1 - box.top), (y2 - y1, box.bottom - y1),
    ):  # fmt: skip
        if step == 0:
            if room <= 0:
                return False
        elif step < 0:
            start = max(start, room / step)
        else:
            end = min(end, room / step)
    return start < end


def along(edge: Segment, thick: float) -> list[Box]:
    """Boxes that cover a line."""
    (x1, y1), (x2, y2) = edge
    if x1 == x2 or y1 == y2:
        return [Box(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)).grown(thick / 2)]
    count = max(1, math.ceil(math.dist(*edge) / thick))
    return [
        Box.around(x1 + (x2 - x1) * at / count, y1 + (y2 - y1) * at / count, thick, thick)
        for at in range(count + 1)
    ]


def room_in(
    shape: ZoneShape,
    width: float,
    height: float,
    step: float,
    taken: Sequence[Box],
    others: Sequence[ZoneShape] = (),
) -> Box | None:
    """Where a box of this size has room nearest to the middle of a shape; None where it has none.

    It lies beside the boxes that are taken and off the other shapes.
    """
    corners = [corner for ring in outlines(shape) for corner in ring]
    if not corners:
        return None
    xs, ys = zip(*corners, strict=True)
    low, last = min(ys), max(ys) - height
    if last < low or width > max(xs) - min(xs):
        return None
    middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    tops = [low + step * at for at in range(int((last - low) / step) + 1)] + [middle[1] - height / 2]
    best: tuple[float, Box] | None = None
    for top in sorted(tops, key=lambda top: abs(top + height / 2 - middle[1])):
        if best and abs(top + height / 2 - middle[1]) >= best[0]:
            break
        for start, end in _free(shape, top, top + height, width, step, taken, others):
            x = min(max(middle[0], start + width / 2), end - width / 2)
            box = Box.around(x, top + height / 2, width, height)
            away = math.dist(box.centre, middle)
            best = (away, box) if best is None or away < best[0] else best
    return best[1] if best else None


def _free(
    shape: ZoneShape,
    top: float,
    bottom: float,
    width: float,
    step: float,
    taken: Iterable[Box],
    others: Iterable[ZoneShape],
) -> list[Span]:
    """Where a shape is free all the way from one height to another, from left to right, and so wide."""
    hair = 1e-6
    count = max(1, math.ceil((bottom - top) / step))
    heights = [top + hair + (bottom - top - 2 * hair) * at / count for at in range(count + 1)]
    heights += [y for _, y in shape.polygon if top < y < bottom]
    free: list[Span] = [(-math.inf, math.inf)]
    for box in taken:
        if box.top < bottom and box.bottom > top:
            free = _without(free, [(box.left, box.right)])
    for y in heights:
        free = _wide(_both(free, spans(shape, y)), width)
        if not free:
            return []
    for other in others:
        for y in heights:
            free = _wide(_without(free, spans(other, y)), width)
            if not free:
                return []
    return free


def _wide(free: Sequence[Span], width: float) -> list[Span]:
    return [(start, end) for start, end in free if end - start >= width]


def _both(one: Sequence[Span], other: Sequence[Span]) -> list[Span]:
    pairs = ((max(a, c), min(b, d)) for a, b in one for c, d in other)
    return [(start, end) for start, end in pairs if start < end]


def _without(free: Sequence[Span], taken: Sequence[Span]) -> list[Span]:
    left = list(free)
    for start, end in taken:
        left = [
            piece for a, b in left for piece in ((a, min(b, start)), (max(a, end), b)) if piece[0] < piece[1]
        ]
    return left


def unit(inches: float) -> int | float:
    """Inches as units of the picture."""
    value = round(inches * 10, 1)
    return int(value) if value == int(value) else value


def line_of(ends: Sequence[tuple[float, float]]) -> str:
    """A path along points."""
    return "M" + "L".join(f"{unit(x)} {unit(y)}" for x, y in ends)


def ring_of(corners: Sequence[tuple[float, float]]) -> str:
    """A closed path along corners."""
    return "M" + "L".join(f"{unit(x)} {unit(y)}" for x, y in corners) + "Z"
