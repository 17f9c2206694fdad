"""The board as data: zones, markers and distances in inches, from which sentence and picture are made.

Coordinates are inches from the top left corner, x to the right and y down.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Annotated, Literal

from campaign.files.converters import Between
from campaign.files.schema import FileRecord, Id
from campaign.mechanisms.dice import below
from campaign.mechanisms.formula import Formula
from campaign.mechanisms.geometry import Point, ZoneShape
from campaign.mechanisms.score import Place
from campaign.record import Record

HAIR = 0.01
"""Inches that make no difference."""


class Board(Record):
    """The battlefield's width (x) and height (y) in inches."""

    width: Annotated[int, Between(6, 144)]
    height: Annotated[int, Between(6, 144)]


class Edge(FileRecord, kw_only=False):
    """A stretch of one of the board's edges, in inches from its left or its top end."""

    edge: Literal["top", "bottom", "left", "right"]
    start: float
    end: float


class Zone(FileRecord):
    """A part of the board: rectangles `[x, y, width, height]`, or one polygon of corners, or a circle.

    `edges` are where its side enters the board, in battles whose models enter while they are played.

    `role` says whose deployment zone it is; without it, and with `kind: deployment`, the sides choose.
    `kind: area` is a marked area that the mission speaks of and nobody deploys in.
    """

    id: Id
    name: str
    kind: Literal["deployment", "area"] = "deployment"
    role: Id | None = None
    rects: tuple[tuple[float, float, float, float], ...] = ()
    polygon: tuple[tuple[float, float], ...] = ()
    circle: tuple[float, float, float] | None = None
    edges: tuple[Edge, ...] = ()


class Marker(FileRecord):
    """A marker with a fixed place: its centre, in inches. `colour` is a word of the content."""

    id: Id
    name: str
    at: tuple[float, float]
    colour: str = ""


class MarkerPlacing(FileRecord):
    """Markers that the sides place in turn: how many each, who begins, and the distances demanded."""

    each: Formula
    from_: Place = "highest"
    apart: Annotated[float, Between(0, 48)]
    edge: Annotated[float, Between(0, 48)] = 0


class Deployment(FileRecord):
    """Who chooses a zone first, who sets up first, by model or by team, and how far from enemy zones.

    `divides` is who cuts the board into the zones, where somebody does. `first_role` sets up first, if a
    role and not an end of the order does. `turn: part` sets up what the notes name, and `turn: later` nobody:
    all come on during the battle, each side over the `edges` of its zone. `before` is done before
    any model is set up.
    """

    divides: Place | None = None
    chooses: Place | None = None
    first: Place | None = None
    first_role: Id | None = None
    turn: Literal["model", "team", "part", "later"] = "model"
    apart: Annotated[float, Between(0, 48)] = 0
    before: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


class Layout(FileRecord):
    """The board of a mission for one number of sides."""

    sides: Annotated[int, Between(2, 4)]
    board: Board | None = None
    terrain: tuple[str, ...] = ()
    zones: tuple[Zone, ...] = ()
    markers: tuple[Marker, ...] = ()
    placing: MarkerPlacing | None = None
    deployment: Deployment


def corners(zone: Zone) -> list[tuple[float, float]]:
    """Points whose hull holds the zone."""
    points = list(zone.polygon)
    for x, y, width, height in zone.rects:
        points += [(x, y), (x + width, y + height)]
    if zone.circle:
        x, y, radius = zone.circle
        points += [(x - radius, y - radius), (x + radius, y + radius)]
    return points


def beyond_board(zone: Zone, board: Board) -> bool:
    """Whether a part of the zone lies off the board (thirds are written rounded: a hair is nothing)."""
    return any(
        not (-HAIR <= x <= board.width + HAIR and -HAIR <= y <= board.height + HAIR) for x, y in corners(zone)
    )


def zone_area(zone: ZoneShape) -> float:
    """Square inches; rectangles of one zone are taken not to overlap."""
    area = sum(width * height for _, _, width, height in zone.rects)
    if zone.circle:
        area += 3.141592653589793 * zone.circle[2] ** 2
    corners = zone.polygon
    turns = zip(corners, corners[1:] + corners[:1], strict=True)
    return area + abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in turns)) / 2


def holds(zone: Zone, x: float, y: float) -> bool:
    """Whether a point lies in the zone."""
    if any(left <= x <= left + width and top <= y <= top + height for left, top, width, height in zone.rects):
        return True
    if zone.circle and (x - zone.circle[0]) ** 2 + (y - zone.circle[1]) ** 2 <= zone.circle[2] ** 2:
        return True
    edges = zip(zone.polygon, zone.polygon[1:] + zone.polygon[:1], strict=True)
    crossed = [(x1, y1, x2, y2) for (x1, y1), (x2, y2) in edges if (y1 > y) != (y2 > y)]
    return sum(x < x1 + (y - y1) * (x2 - x1) / (y2 - y1) for x1, y1, x2, y2 in crossed) % 2 == 1


TRIES = 12
"""Of so many placements the one with the most legal spots is taken, of these the one that spreads most."""
CANDIDATES = 10
"""Among how many legal spots the loneliest is taken."""


class Ground(Record):
    """A board in inches, what its markers keep from one another and its edges, and those that stand."""

    width: float
    height: float
    apart: float
    edge: float = 0
    fixed: tuple[Point, ...] = ()

    def bounds(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of where centres may be; the middle where the edges leave nothing."""
        across, down = min(self.edge, self.width / 2), min(self.edge, self.height / 2)
        return across, down, self.width - across, self.height - down

    def legal(self, spot: Point, others: Sequence[Point]) -> bool:
        """Whether a marker may stand there beside the others."""
        left, top, right, bottom = self.bounds()
        return left <= spot[0] <= right and top <= spot[1] <= bottom and _room(spot, others) >= self.apart


class Spot(Record, kw_only=False):
    """A marker's centre; `nearest` is how far the next marker was when it was placed (infinite: none was).

    `legal` is false where no spot was far enough from the others, so that it is as far as can be.
    """

    x: float
    y: float
    nearest: float
    legal: bool


def placed(ground: Ground, count: int, random: Random) -> tuple[Spot, ...]:
    """So many markers in the order of placing; the same random numbers give the same spots.

    Each is legal as long as any point of the board is; afterwards each stands as far as possible from the one
    nearest to it.
    """
    grid = [spot for spot in _grid(ground) if _room(spot, ground.fixed) >= ground.apart]
    tries = [_once(ground, grid, count, random) for _ in range(TRIES if count else 1)]
    return max(tries, key=_worth)


def _worth(spots: Sequence[Spot]) -> tuple[int, float]:
    return sum(spot.legal for spot in spots), min((spot.nearest for spot in spots), default=0)


def _once(ground: Ground, grid: list[Point], count: int, random: Random) -> tuple[Spot, ...]:
    stand: list[Point] = list(ground.fixed)
    spots = []
    for _ in range(count):
        if grid:
            some = [grid[below(random, len(grid))] for _ in range(CANDIDATES)]
            spot = max(some, key=lambda one: _room(one, stand))
        else:
            spot = _hundredths(ground, _farthest(ground, stand), stand)
        spots.append(Spot(*spot, _room(spot, stand), ground.legal(spot, stand)))
        stand.append(spot)
        grid = [each for each in grid if math.dist(each, spot) >= ground.apart]
    return tuple(spots)


def _grid(ground: Ground) -> list[Point]:
    """The half-inch points of the board on which centres may be."""
    left, top, right, bottom = ground.bounds()
    columns = range(math.ceil(2 * left), math.floor(2 * right) + 1)
    lines = range(math.ceil(2 * top), math.floor(2 * bottom) + 1)
    return [(column / 2, line / 2) for column in columns for line in lines]


def _room(spot: Point, others: Sequence[Point]) -> float:
    return min((math.dist(spot, other) for other in others), default=math.inf)


def _hundredths(ground: Ground, spot: Point, stand: Sequence[Point]) -> Point:
    """The spot in hundredths of an inch, unless it keeps its distances and would not there."""
    near = round(spot[0], 2), round(spot[1], 2)
    return near if ground.legal(near, stand) or not ground.legal(spot, stand) else spot


def _farthest(ground: Ground, stand: Sequence[Point]) -> Point:
    """The point as far as possible from the marker nearest to it, exactly.

    It is a corner of where centres may be, or lies as far from two markers on its bounds, or from three.
    """
    left, top, right, bottom = ground.bounds()
    points = [(x, y) for x in (left, right) for y in (top, bottom)]
    for one, other in combinations(stand, 2):
        points += [point for x in (left, right) if (point := _between(one, other, x, 0))]
        points += [point for y in (top, bottom) if (point := _between(one, other, y, 1))]
    points += [point for three in combinations(stand, 3) if (point := _amid(*three))]
    within = [(x, y) for x, y in points if left <= x <= right and top <= y <= bottom]
    return max(within, key=lambda point: (round(_room(point, stand), 6), point))


def _between(one: Point, other: Point, at: float, axis: int) -> Point | None:
    """The point with this coordinate (x: axis 0, y: axis 1) that is as far from both."""
    (x1, y1), (x2, y2) = one, other
    across, down = x2 - x1, y2 - y1
    half = (x2 * x2 - x1 * x1 + y2 * y2 - y1 * y1) / 2
    if axis == 0:
        return (at, (half - at * across) / down) if down else None
    return ((half - at * down) / across, at) if across else None


def _amid(one: Point, two: Point, three: Point) -> Point | None:
    """The point that is as far from all three."""
    (ax, ay), (bx, by), (cx, cy) = one, two, three
    bx, by, cx, cy = bx - ax, by - ay, cx - ax, cy - ay
    double = 2 * (bx * cy - by * cx)
    if not double:
        return None
    b, c = bx * bx + by * by, cx * cx + cy * cy
    return ax + (cy * b - by * c) / double, ay + (bx * c - cx * b) / double
