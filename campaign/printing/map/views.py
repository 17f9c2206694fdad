"""The records of a picture of the board: where every line and every word of it is drawn.

Numbers are units of the picture, ten to an inch, from the board's upper left corner; paths are those of SVG.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from campaign.printing.views import EdgeView, MarkerView, PlacedView, ZoneView
from campaign.record import Record

Number = int | float

if TYPE_CHECKING:
    from campaign.mechanisms.board import Board, Layout


class BoardData(Record):
    """A board in inches with all that stands on it, as sections of a briefing have it.

    `apart` is what models keep from enemy zones, `keep` and `edge` what markers that are placed keep from one
    another and from the board's edges.
    """

    width: float
    height: float
    zones: tuple[ZoneView, ...] = ()
    markers: tuple[MarkerView, ...] = ()
    placed: tuple[PlacedView, ...] = ()
    apart: float = 0
    placing: bool = False
    keep: float = 0
    edge: float = 0


class Scale(Record):
    """How large a small picture is on paper, in mm: an inch of its board, and the size of its letters."""

    inch: float
    letter: float


class WordView(Record):
    """Words set around a point, on the line `y`; `room` is how wide they are."""

    text: str
    x: Number
    y: Number
    room: Number
    bold: bool = False


class LabelView(Record):
    """Lines of words around the point `x` `y`, in letters of this size; `upright` ones run upwards."""

    x: Number
    y: Number
    size: Number
    upright: bool = False
    lines: tuple[WordView, ...]


class MeasureView(Record):
    """What is measured: a line with its ends, and the inches beside it."""

    path: str
    word: WordView


class DrawnZone(Record):
    """A zone: whose, its outline, its words, and the outlines of enemy zones from which it keeps away.

    `letter` names it in a drawing of letters, a small one if nobody deploys there; `tone` counts the zones
    that sides deploy in, from 0.
    """

    letter: str
    name: str
    kind: str
    role: str = ""
    sides: tuple[str, ...] = ()
    tone: int = 0
    path: str
    labels: tuple[LabelView, ...] = ()
    near: tuple[str, ...] = ()


class DrawnMarker(Record):
    """A marker: what stands in it, whose or what it is, and by the number of its colour how it is drawn.

    `kind` is `fixed`, `placed`, or `far` for one that was placed where no spot was left.
    """

    mark: str
    name: str
    colour: str = ""
    tone: int = 0
    kind: str = "fixed"
    x: Number
    y: Number
    radius: Number
    label: LabelView | None = None


class EntryLine(Record):
    """A stretch of the board's edge over which a side comes on, and its arrows."""

    path: str
    arrows: str
    tone: int


class BoardPicture(Record):
    """A board to scale: the frame of the picture, and all that is drawn in it.

    `left` and `top` are where it begins, `size` that of its letters, `pixels` how wide it is by itself; a
    small one has `millimetres` instead. `alike` says that markers' names tell no more than their numbers.
    `near` is the width of the strip, to both sides of an enemy zone's outline, that models keep out of, and
    `bound` the outline within which markers are placed.
    """

    left: Number
    top: Number
    width: Number
    height: Number
    pixels: int
    millimetres: float = 0
    size: Number
    board_width: float
    board_height: float
    across: Number
    down: Number
    ticks: str
    long_ticks: str
    numbers: tuple[WordView, ...]
    zones: tuple[DrawnZone, ...]
    markers: tuple[DrawnMarker, ...]
    measures: tuple[MeasureView, ...]
    entries: tuple[EntryLine, ...]
    apart: float = 0
    near: Number = 0
    bound: str = ""
    placed: bool = False
    alike: bool = False


class BoardLegend(Record):
    """What a drawing of letters and numbers shows: zones and markers, a strip that models keep out of, and
    edges over which sides come on.
    """

    zones: tuple[DrawnZone, ...]
    markers: tuple[DrawnMarker, ...]
    apart: float
    strip: bool
    entries: bool


def board_of(layout: Layout, board: Board, roles: Mapping[str, str]) -> BoardData:
    """A layout on its board; `roles` are names by id."""
    placing = layout.placing
    return BoardData(
        width=board.width,
        height=board.height,
        zones=zones_of(layout, roles, {}),
        markers=markers_of(layout),
        apart=layout.deployment.apart,
        placing=placing is not None,
        keep=placing.apart if placing else 0,
        edge=placing.edge if placing else 0,
    )


def markers_of(layout: Layout) -> tuple[MarkerView, ...]:
    """The markers at fixed places."""
    return tuple(
        MarkerView(name=each.name, x=each.at[0], y=each.at[1], colour=each.colour) for each in layout.markers
    )


def zones_of(layout: Layout, roles: Mapping[str, str], sides: Mapping[str, str]) -> tuple[ZoneView, ...]:
    """The zones of a layout; `roles` are names by id, `sides` the role that each side has."""
    later = layout.deployment.turn == "later"
    return tuple(
        ZoneView(
            name=zone.name,
            kind=zone.kind,
            role=roles.get(zone.role or "", ""),
            sides=tuple(side for side, role in sides.items() if zone.role and role == zone.role),
            rects=zone.rects,
            polygon=zone.polygon,
            circle=zone.circle,
            edges=tuple(
                EdgeView(edge=each.edge, start=each.start, end=each.end)
                for each in (zone.edges if later else ())
            ),
        )
        for zone in layout.zones
    )
