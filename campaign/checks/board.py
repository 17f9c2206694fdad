"""The board: enough zones, all of them on it, none in another's way, and markers where they may stand.

Rectangles are compared exactly; polygons and circles by the centres of quarter-inch squares. Room to stand on
is looked for in steps of a quarter of an inch.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from campaign.checks.files import Content, check
from campaign.content.steps.mission import MissionStep
from campaign.mechanisms.board import HAIR, Board, Layout, Zone, beyond_board, corners, holds, zone_area
from campaign.mechanisms.geometry import Span, gap, nearest, spans
from campaign.mechanisms.table import Row
from campaign.words import listed, say

if TYPE_CHECKING:
    from campaign.content.mission import Mission
    from campaign.errors import Problem

GRID = 0.25
MOST_STEPS = 600
"""More than the longest board has; a zone that leaves its board may be of any size."""
MARKER = 1.0
"""Inches across."""


def _layouts(content: Content) -> Iterator[tuple[Mission | Row, Layout]]:
    """Every layout, with the mission or the row that brings it."""
    for mission in content.missions.values():
        for layout in mission.layouts:
            yield mission, layout
    for row in content.rows():
        if row.layout is not None:
            yield row, row.layout


def _boards(content: Content, bearer: Mission | Row, layout: Layout) -> Sequence[Board]:
    """The boards that a layout is played on, as far as they are known."""
    if content.system is None:
        return [layout.board] if layout.board is not None else []
    return content.system.boards_of(layout, bearer.sizes if isinstance(bearer, Row) else ())


def _zones(layout: Layout) -> list[Zone]:
    return [zone for zone in layout.zones if zone.kind == "deployment"]


@check
def boards_fit_the_sides(content: Content) -> Iterator[Problem]:
    """Each number of sides has a board; boards, tables of missions and layouts are for possible numbers."""
    if not (system := content.system) or system.sides.least > system.sides.most:
        return
    sides = [str(count) for count in range(system.sides.least, system.sides.most + 1)]
    remedy = say("Choose from: {numbers}.", numbers=listed(sides))
    for count in sides:
        if count not in system.boards and not system.sizes:
            message = say("There is no board for {count} sides.", count=count)
            yield content.problem(
                "missing-board",
                system.where,
                ("boards",),
                message,
                say("Add “{count}: …”.", count=count),
                True,
            )
    keys = [(system.where, ("boards", key), key) for key in system.boards]
    for step in system.procedure:
        if isinstance(step, MissionStep):
            keys += [(step.where, ("tables", key), key) for key in step.tables]
    for where, path, key in keys:
        if key not in sides:
            message = say("A battle here can’t have that many sides: {count}.", count=key)
            yield content.problem("unknown-sides", where, path, message, remedy, True)
    for _, layout in _layouts(content):
        if str(layout.sides) not in sides:
            message = say("A battle here can’t have that many sides: {sides}.", sides=layout.sides)
            yield content.problem("unknown-sides", layout.where, ("sides",), message, remedy)


@check
def each_side_has_a_zone(content: Content) -> Iterator[Problem]:
    for bearer, layout in _layouts(content):
        count = len(_zones(layout))
        if count != layout.sides:
            message = say(
                "Deployment zones of “{name}” for {sides} sides: {count}.",
                name=bearer.name,
                sides=layout.sides,
                count=count,
            )
            remedy = say("Add one for each side; a zone where nobody deploys has “kind: area”.")
            yield content.problem("zone-count", layout.where, ("zones",), message, remedy, True)


@check
def zones_are_taken(content: Content) -> Iterator[Problem]:
    """A zone is a role's, or somebody chooses first."""
    for _, layout in _layouts(content):
        if layout.deployment.chooses is None and any(zone.role is None for zone in _zones(layout)):
            message = say("“chooses” is missing: at least one deployment zone has no role.")
            remedy = say("Add a line “chooses: …”, or give each deployment zone a role.")
            yield content.problem("missing-key", layout.deployment.where, (), message, remedy)


@check
def parts_are_named(content: Content) -> Iterator[Problem]:
    """Where only a part of each force is set up, notes say which."""
    for _, layout in _layouts(content):
        if layout.deployment.turn == "part" and not layout.deployment.notes:
            message = say("“notes” is missing: nothing says which models are set up.")
            remedy = say("Add a line “notes: …”, or write “turn: team” to set up the whole force.")
            yield content.problem("missing-key", layout.deployment.where, (), message, remedy)


@check
def zones_are_there(content: Content) -> Iterator[Problem]:
    for _, layout in _layouts(content):
        for zone in layout.zones:
            flat = any(width <= 0 or height <= 0 for _, _, width, height in zone.rects)
            if flat or (zone.circle and zone.circle[2] <= 0) or zone_area(zone) <= HAIR:
                message = say("The zone “{name}” has no area.", name=zone.name)
                remedy = say("Give rects as [x, y, width, height], a circle as [x, y, radius], or a polygon.")
                yield content.problem("empty-zone", zone.where, (), message, remedy)


@check
def zones_lie_on_the_board(content: Content) -> Iterator[Problem]:
    for bearer, layout in _layouts(content):
        boards = _boards(content, bearer, layout)
        for zone in layout.zones:
            board = next((each for each in boards if corners(zone) and beyond_board(zone, each)), None)
            if board:
                message = say(
                    "The zone “{name}” goes beyond the board ({width} x {height} inches).",
                    name=zone.name,
                    width=board.width,
                    height=board.height,
                )
                yield content.problem(
                    "off-board", zone.where, (), message, say("Make it smaller, or move it.")
                )


@check
def entry_edges_lie_on_the_board(content: Content) -> Iterator[Problem]:
    for bearer, layout in _layouts(content):
        boards = _boards(content, bearer, layout)
        for zone in layout.zones:
            for edge in zone.edges:
                lengths = [each.width if edge.edge in ("top", "bottom") else each.height for each in boards]
                longest = min(lengths, default=edge.end)
                if not 0 <= edge.start < edge.end <= longest:
                    message = say(
                        "The {edge} edge is {length} inches long; {start} to {end} is not a part of it.",
                        edge=edge.edge,
                        length=longest,
                        start=edge.start,
                        end=edge.end,
                    )
                    remedy = say("Write where the stretch starts and ends, from the left or from the top.")
                    yield content.problem("entry-edge", edge.where, (), message, remedy)


@check
def zones_lie_apart(content: Content) -> Iterator[Problem]:
    for _, layout in _layouts(content):
        for one, other in combinations(_zones(layout), 2):
            if _overlap(one, other):
                message = say("The zone “{zone}” overlaps “{other}”.", zone=other.name, other=one.name)
                remedy = say("A deployment zone belongs to one side: move one of them.")
                yield content.problem("zones-overlap", other.where, (), message, remedy)


def _overlap(one: Zone, other: Zone) -> bool:
    """Whether two zones share more than a line."""
    if not (corners(one) and corners(other)):
        return False
    if _only_rects(one) and _only_rects(other):
        return any(
            min(x1 + w1, x2 + w2) - max(x1, x2) > HAIR and min(y1 + h1, y2 + h2) - max(y1, y2) > HAIR
            for x1, y1, w1, h1 in one.rects
            for x2, y2, w2, h2 in other.rects
        )
    left, right = _shared(one, other, 0)
    top, bottom = _shared(one, other, 1)
    columns = _centres(left, right)
    return any(
        holds(one, x, y) and holds(other, x, y)
        for y in _centres(top, bottom)
        for start, end in _both(spans(one, y), spans(other, y))
        for x in columns
        if start - HAIR <= x <= end + HAIR
    )


def _both(ones: Sequence[Span], others: Sequence[Span]) -> list[Span]:
    """Where a line lies within both."""
    pairs = [(max(a, c), min(b, d)) for a, b in ones for c, d in others]
    return [(start, end) for start, end in pairs if start <= end]


def _only_rects(zone: Zone) -> bool:
    return not zone.polygon and zone.circle is None


def _shared(one: Zone, other: Zone, axis: int) -> tuple[float, float]:
    """The part of an axis that both zones reach."""
    spans = [[corner[axis] for corner in corners(zone)] for zone in (one, other)]
    return max(map(min, spans)), min(map(max, spans))


def _centres(start: float, end: float) -> list[float]:
    count = min(math.ceil((end - start) / GRID), MOST_STEPS)
    return [start + (place + 0.5) * GRID for place in range(count)]


@check
def each_side_has_room(content: Content) -> Iterator[Problem]:
    """A square inch at least that models may stand on, as far from the enemy zones as they have to be."""
    for _, layout in _layouts(content):
        apart = layout.deployment.apart
        zones = [zone for zone in _zones(layout) if zone_area(zone) > HAIR]
        for zone in zones:
            enemies = [other for other in zones if other is not zone]
            if any(_overlap(zone, other) for other in enemies) or _has_room(zone, enemies, apart):
                continue
            if apart and _has_room(zone, (), 0):
                message = say(
                    "The zone “{name}” has no square inch more than {apart} inches from every enemy zone.",
                    name=zone.name,
                    apart=f"{apart:g}",
                )
                remedy = say("Make it larger, move the zones apart, or lower “apart”.")
            else:
                message = say("The zone “{name}” has no square inch to deploy in.", name=zone.name)
                remedy = say("Make it larger.")
            yield content.problem("no-room", zone.where, (), message, remedy)


def _has_room(zone: Zone, enemies: Sequence[Zone], apart: float) -> bool:
    """Whether some square inch, on lines a quarter of an inch apart, lies in a zone and far enough away."""
    xs, ys = (_farthest_first(_starts(zone, axis), enemies, axis) for axis in (0, 1))
    return any(_holds_square(zone, x, y) and _far(x, y, enemies, apart) for x in xs for y in ys)


def _farthest_first(starts: list[float], enemies: Sequence[Zone], axis: int) -> list[float]:
    """Where there is room it is found soonest on the side away from the enemies."""
    theirs = [corner[axis] for enemy in enemies for corner in corners(enemy)]
    middle = sum(theirs) / len(theirs) if theirs else 0
    return sorted(starts, key=lambda start: -abs(start - middle))


def _starts(zone: Zone, axis: int) -> list[float]:
    """Where a square inch may begin along an axis: in steps from an end of the zone, and from its middle."""
    values = [corner[axis] for corner in corners(zone)]
    low, room = min(values), max(values) - min(values) - 1
    count = min(int((room + HAIR) / GRID) + 1, MOST_STEPS) if room > -HAIR else 0
    return [low + off + GRID * step for off in {0.0, room / 2 % GRID} for step in range(count)]


def _holds_square(zone: Zone, x: float, y: float) -> bool:
    """Whether the square inch from its upper left corner on lies wholly within a zone."""
    heights = [y + HAIR + (1 - 2 * HAIR) * step / 4 for step in range(5)]
    heights += [height for _, height in zone.polygon if y < height < y + 1]
    return all(
        any(start <= x + HAIR and x + 1 - HAIR <= end for start, end in spans(zone, at)) for at in heights
    )


def _far(x: float, y: float, enemies: Sequence[Zone], apart: float) -> bool:
    """Whether the square inch is so far from all of them; its corners first, which decide nearly always."""
    around = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)]
    if any(gap(enemy, *corner) < apart - HAIR for enemy in enemies for corner in around):
        return False
    square = Zone(id="square", name="", rects=((x, y, 1, 1),))
    lines = (nearest(square, enemy) for enemy in enemies)
    return all(line is None or math.dist(*line) >= apart - HAIR for line in lines)


@check
def markers_have_a_spot(content: Content) -> Iterator[Problem]:
    """The board is large enough for what placed markers keep from its edges, and fixed ones keep it too."""
    for bearer, layout in _layouts(content):
        if layout.placing is None or not layout.placing.edge:
            continue
        edge = layout.placing.edge
        boards = _boards(content, bearer, layout)
        for board in boards:
            if 2 * edge > min(board.width, board.height):
                message = say(
                    "No point on a board of {width} x {height} inches is {edge} inches from every edge.",
                    width=board.width,
                    height=board.height,
                    edge=f"{edge:g}",
                )
                remedy = say("Lower “edge”.")
                yield content.problem("no-spot", layout.placing.where, ("edge",), message, remedy)
                break
        else:
            yield from _near_edges(content, layout, boards, edge)


def _near_edges(content: Content, layout: Layout, boards: Sequence[Board], edge: float) -> Iterator[Problem]:
    for marker in layout.markers:
        x, y = marker.at
        near = min((min(x, y, board.width - x, board.height - y) for board in boards), default=edge)
        if 0 <= near < edge - HAIR:
            message = say(
                "The marker “{marker}” is {near} inches from an edge of the board.",
                marker=marker.name,
                near=f"{near:.3g}",
            )
            remedy = say("Markers here must be at least {edge} inches from every edge.", edge=f"{edge:g}")
            yield content.problem("marker-near-edge", marker.where, ("at",), message, remedy)


@check
def markers_stand_on_the_board(content: Content) -> Iterator[Problem]:
    for bearer, layout in _layouts(content):
        boards = _boards(content, bearer, layout)
        for marker in layout.markers:
            x, y = marker.at
            board = next(
                (each for each in boards if not (0 <= x <= each.width and 0 <= y <= each.height)), None
            )
            if board:
                message = say(
                    "The marker “{name}” is off the board ({width} x {height} inches).",
                    name=marker.name,
                    width=board.width,
                    height=board.height,
                )
                yield content.problem("off-board", marker.where, ("at",), message, say("Move it."))


@check
def markers_stand_apart(content: Content) -> Iterator[Problem]:
    """As far apart as placed ones must be, and never on one another."""
    for _, layout in _layouts(content):
        least = max(MARKER, layout.placing.apart if layout.placing else 0)
        for one, other in combinations(layout.markers, 2):
            apart = math.dist(one.at, other.at)
            if apart < least - HAIR:
                message = say(
                    "The marker “{marker}” is {apart} inches from “{other}”.",
                    marker=other.name,
                    apart=f"{apart:.3g}",
                    other=one.name,
                )
                remedy = say("Their centres must be at least {least} inches apart.", least=f"{least:g}")
                yield content.problem("markers-close", other.where, ("at",), message, remedy)
