"""How far shapes on the board are from points and from one another, and along which lines they are cut.

A shape is what a zone is made of: rectangles `[x, y, width, height]`, a polygon of corners, a circle
`[x, y, radius]`. All numbers are inches.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Protocol

Point = tuple[float, float]
Segment = tuple[Point, Point]
Span = tuple[float, float]
_Crossing = tuple[int, int]
CURVE = 72
"""Into how many straight lines a circle is cut where it has to be one of lines."""


class ZoneShape(Protocol):
    """Anything that has a zone's outlines."""

    @property
    def rects(self) -> tuple[tuple[float, float, float, float], ...]: ...
    @property
    def polygon(self) -> tuple[Point, ...]: ...
    @property
    def circle(self) -> tuple[float, float, float] | None: ...


def gap(shape: ZoneShape, x: float, y: float) -> float:
    """Inches from a point to the nearest of a shape; 0 within it, infinite where it holds nothing."""
    least = math.inf
    for left, top, width, height in shape.rects:
        least = min(least, math.hypot(max(left - x, 0, x - left - width), max(top - y, 0, y - top - height)))
    if shape.circle:
        cx, cy, radius = shape.circle
        least = min(least, max(0, math.hypot(x - cx, y - cy) - radius))
    if shape.polygon:
        edges = list(_edges(shape.polygon))
        crossed = sum(
            (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1) for (x1, y1), (x2, y2) in edges
        )
        least = 0 if crossed % 2 else min(least, *(math.dist((x, y), _on(edge, (x, y))) for edge in edges))
    return least


def nearest(one: ZoneShape, other: ZoneShape, place: float = 0.5) -> Segment | None:
    """The shortest line between two shapes, from one to the other; None where one of them holds nothing.

    Of those that lie side by side between parallel edges, `place` (0 to 1) says which.
    """
    edges = [(a, b, off, far) for a, off in _straight(one) for b, far in _straight(other)]
    # Lines amid parallel edges come first: they are as short as those from corner to corner, and nicer.
    pairs = [_shortened(pair, off, far) for a, b, off, far in edges for pair in _amid(a, b, place)]
    pairs += [_shortened(pair, off, far) for a, b, off, far in edges for pair in _from_ends(a, b)]
    return min(pairs, key=lambda pair: round(math.dist(*pair), 6), default=None)


def _straight(shape: ZoneShape) -> list[tuple[Segment, float]]:
    """Straight edges, each with how far around it the shape reaches: a circle is a point with a radius."""
    rings = [tuple(ring) for ring in _around(shape.rects)] + ([shape.polygon] if shape.polygon else [])
    found = [(edge, 0.0) for ring in rings for edge in _edges(ring)]
    if shape.circle:
        x, y, radius = shape.circle
        found.append((((x, y), (x, y)), radius))
    return found


def _shortened(line: Segment, off: float, far: float) -> Segment:
    """The line without so much at its ends; nothing in its middle where it is no longer than that."""
    length = math.dist(*line)
    if not off and not far:
        return line
    (x1, y1), (x2, y2) = line
    start, end = (off / length, 1 - far / length) if length > off + far else (0.5, 0.5)
    return (x1 + (x2 - x1) * start, y1 + (y2 - y1) * start), (x1 + (x2 - x1) * end, y1 + (y2 - y1) * end)


def segments(shape: ZoneShape) -> list[Segment]:
    """The outline of a shape in straight lines."""
    return [edge for corners in outlines(shape) for edge in _edges(corners)]


def outlines(shape: ZoneShape) -> list[tuple[Point, ...]]:
    """The closed outlines of a shape; rectangles that touch have one around all of them."""
    found = [tuple(corners) for corners in _around(shape.rects)]
    if shape.polygon:
        found.append(shape.polygon)
    if shape.circle:
        x, y, radius = shape.circle
        turns = [2 * math.pi * step / CURVE for step in range(CURVE)]
        found.append(tuple((x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns))
    return found


def spans(shape: ZoneShape, y: float) -> list[Span]:
    """Where the horizontal line at `y` lies within a shape, from left to right."""
    found = [(x, x + width) for x, top, width, height in shape.rects if top <= y <= top + height]
    if shape.circle and abs(y - shape.circle[1]) < shape.circle[2]:
        x, middle, radius = shape.circle
        half = math.sqrt(radius * radius - (y - middle) ** 2)
        found.append((x - half, x + half))
    crossed = sorted(
        x1 + (y - y1) * (x2 - x1) / (y2 - y1)
        for (x1, y1), (x2, y2) in _edges(shape.polygon)
        if (y1 > y) != (y2 > y)
    )
    found += zip(crossed[::2], crossed[1::2], strict=True)
    joined: list[Span] = []
    for start, end in sorted(found):
        if joined and start <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        else:
            joined.append((start, end))
    return joined


def _edges(corners: Sequence[Point]) -> Iterator[Segment]:
    return zip(corners, [*corners[1:], *corners[:1]], strict=True)


def _on(edge: Segment, point: Point) -> Point:
    """The point of a line that is nearest to a point."""
    (x1, y1), (x2, y2) = edge
    run, rise = x2 - x1, y2 - y1
    length = run * run + rise * rise
    part = 0.0 if not length else min(1, max(0, ((point[0] - x1) * run + (point[1] - y1) * rise) / length))
    return x1 + part * run, y1 + part * rise


def _amid(a: Segment, b: Segment, place: float) -> Iterator[Segment]:
    """The line between two edges along the board's, where they lie side by side."""
    for axis in (0, 1):
        other = 1 - axis
        if a[0][other] == a[1][other] and b[0][other] == b[1][other]:
            low = max(min(a[0][axis], a[1][axis]), min(b[0][axis], b[1][axis]))
            high = min(max(a[0][axis], a[1][axis]), max(b[0][axis], b[1][axis]))
            if low < high:
                at, start, end = low + (high - low) * place, a[0][other], b[0][other]
                yield ((at, start), (at, end)) if axis == 0 else ((start, at), (end, at))


def _from_ends(a: Segment, b: Segment) -> Iterator[Segment]:
    """The shortest lines from the ends of each of two edges to the other."""
    yield from ((point, _on(b, point)) for point in a)
    yield from ((_on(a, point), point) for point in b)


def _around(rects: Sequence[tuple[float, float, float, float]]) -> list[list[Point]]:
    """The outlines of rectangles taken together, each a ring of corners; holes are rings too."""
    xs = sorted({round(x, 6) for left, _, width, _ in rects for x in (left, left + width)})
    ys = sorted({round(y, 6) for _, top, _, height in rects for y in (top, top + height)})
    full = {
        (column, line)
        for column, (x1, x2) in enumerate(pairwise(xs))
        for line, (y1, y2) in enumerate(pairwise(ys))
        if any(
            x <= (x1 + x2) / 2 <= x + width and y <= (y1 + y2) / 2 <= y + height
            for x, y, width, height in rects
        )
    }
    ahead: dict[_Crossing, list[_Crossing]] = {}
    for c, r in sorted(full):
        around = ((c, r), (c + 1, r), (c + 1, r + 1), (c, r + 1), (c, r))
        for (right, down), start, end in zip(
            ((0, -1), (1, 0), (0, 1), (-1, 0)), around, around[1:], strict=False
        ):
            if (c + right, r + down) not in full:
                ahead.setdefault(start, []).append(end)
    return [_straightened([(xs[c], ys[r]) for c, r in ring]) for ring in _rings(ahead)]


def _rings(ahead: dict[_Crossing, list[_Crossing]]) -> Iterator[list[_Crossing]]:
    """The ways from each crossing to the next, until each way has been gone."""
    while ahead:
        start = here = min(ahead)
        ring: list[_Crossing] = []
        while here != start or not ring:
            ring.append(here)
            follows = ahead[here].pop(0)
            if not ahead[here]:
                del ahead[here]
            here = follows
        yield ring


def _straightened(ring: list[Point]) -> list[Point]:
    """The corners alone, without points amid a straight edge."""
    three = zip([ring[-1], *ring[:-1]], ring, [*ring[1:], ring[0]], strict=True)
    return [b for a, b, c in three if not (a[0] == b[0] == c[0] or a[1] == b[1] == c[1])]
