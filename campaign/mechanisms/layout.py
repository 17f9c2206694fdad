"""The board as data: zones, markers and distances in inches, from which sentence and picture are made.

Coordinates are inches from the top left corner, x to the right and y down.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from campaign.files.schema import Between, Id, Where
from campaign.mechanisms.formula import Formula
from campaign.mechanisms.outline import Shape
from campaign.mechanisms.score import Place

__all__ = [
    "Board",
    "Deployment",
    "Edge",
    "Layout",
    "Marker",
    "Placing",
    "Zone",
    "beyond_board",
    "corners",
    "holds",
    "outer_edges",
    "zone_area",
]

HAIR = 0.01
"""Inches that make no difference."""

EDGES = ("top", "bottom", "left", "right")


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """The battlefield's width (x) and height (y) in inches."""

    width: Annotated[int, Between(6, 144)]
    height: Annotated[int, Between(6, 144)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Zone:
    """A part of the board: rectangles `[x, y, width, height]`, or one polygon of corners, or a circle.

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
    where: Where = field(default=Where(), compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Marker:
    """A marker with a fixed place: its centre, in inches. `colour` is a word of the content."""

    id: Id
    name: str
    at: tuple[float, float]
    colour: str = ""
    where: Where = field(default=Where(), compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Placing:
    """Markers that the sides place in turn: how many each, who begins, and the distances demanded."""

    each: Formula
    from_: Place = "highest"
    apart: Annotated[float, Between(0, 48)]
    edge: Annotated[float, Between(0, 48)] = 0
    where: Where = field(default=Where(), compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Deployment:
    """Who chooses a zone first, who sets up first, by model or by team, and how far from enemy zones.

    `divides` is who cuts the board into the zones, where somebody does. `first_role` sets up first, if a
    role and not an end of the order does. `turn: later` sets up nobody: all come on during the battle, each
    side over the outer edges of its own zone.
    """

    divides: Place | None = None
    chooses: Place | None = None
    first: Place | None = None
    first_role: Id | None = None
    turn: Literal["model", "team", "later"] = "model"
    apart: Annotated[float, Between(0, 48)] = 0
    notes: tuple[str, ...] = ()
    where: Where = field(default=Where(), compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """The board of a mission for one number of sides."""

    sides: Annotated[int, Between(2, 4)]
    board: Board | None = None
    terrain: tuple[str, ...] = ()
    zones: tuple[Zone, ...] = ()
    markers: tuple[Marker, ...] = ()
    placing: Placing | None = None
    deployment: Deployment
    where: Where = field(default=Where(), compare=False)


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


def zone_area(zone: Shape) -> float:
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


@dataclass(frozen=True, slots=True)
class Edge:
    """A stretch of one of the board's edges, in inches from its left or its upper end."""

    edge: Literal["top", "bottom", "left", "right"]
    start: float
    end: float


def outer_edges(zone: Zone, board: Board) -> tuple[Edge, ...]:
    """Where the rectangles of a zone lie along the edges of the board; stretches that meet are one."""
    found: list[Edge] = []
    for x, y, width, height in zone.rects:
        found += [Edge("top", x, x + width)] if y <= HAIR else []
        found += [Edge("bottom", x, x + width)] if y + height >= board.height - HAIR else []
        found += [Edge("left", y, y + height)] if x <= HAIR else []
        found += [Edge("right", y, y + height)] if x + width >= board.width - HAIR else []
    joined: list[Edge] = []
    for each in sorted(found, key=lambda one: (EDGES.index(one.edge), one.start)):
        last = joined[-1] if joined else None
        if last and last.edge == each.edge and each.start <= last.end + HAIR:
            joined[-1] = Edge(last.edge, last.start, max(last.end, each.end))
        else:
            joined.append(each)
    return tuple(joined)
