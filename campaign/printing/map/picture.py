"""The picture of a board, to scale: made from the zones and markers that a briefing stores.

What is drawn is worked out here in inches and handed on in units of the picture; the words around it stand
in the templates. Nothing of it is stored, so that briefings of any age have it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from campaign.content.mission import Mission
from campaign.errors import refuse
from campaign.mechanisms.board import Board, Layout, zone_area
from campaign.mechanisms.geometry import gap, outlines, segments
from campaign.mechanisms.table import Catalogue, Row
from campaign.names import meant, plain
from campaign.printing.lettering import MORE
from campaign.printing.map.geometry import line_of, ring_of, unit
from campaign.printing.map.labels import Labeller, letters_of, marks_of
from campaign.printing.map.measures import measures
from campaign.printing.map.views import (
    BoardData,
    BoardLegend,
    BoardPicture,
    DrawnMarker,
    DrawnZone,
    EntryLine,
    LabelView,
    Scale,
    WordView,
    board_of,
)
from campaign.printing.typeset import visible
from campaign.record import Record, replace
from campaign.words import listed, say

if TYPE_CHECKING:
    from campaign.content.library import Library
    from campaign.printing.views import ZoneView

SCREEN = 28
"""How many letters' sizes a board is wide, or so high that it is no larger than one that is so wide."""
HIGH = 0.78
PIXELS = 16
"""The size of a letter on a screen that is wide enough."""
DISC = 0.62
"""The radius of a marker in sizes of letters; at least half an inch."""


def legend_of(board: BoardData) -> BoardLegend:
    """What the letters and numbers of a drawing stand for."""
    zones = _zones(board, None)
    return BoardLegend(
        zones=zones,
        markers=_markers(board),
        apart=board.apart,
        strip=any(zone.near for zone in zones),
        entries=any(zone.edges for zone in board.zones),
    )


def complete(picture: BoardPicture) -> bool:
    """Whether every zone and marker of it has its words, and whole."""
    labels = [label for zone in picture.zones for label in zone.labels]
    named = [marker for marker in picture.markers if _said(marker, picture.alike)]
    labels += [marker.label for marker in named if marker.label]
    return (
        all(zone.labels for zone in picture.zones)
        and all(marker.label for marker in named)
        and not any(word.text.endswith(MORE) for label in labels for word in label.lines)
    )


def picture_of(board: BoardData, scale: Scale | None = None) -> BoardPicture:
    """The whole picture; at a `scale`, a small one without measures, and with numbers where there is room."""
    em = scale.letter / scale.inch if scale else max(board.width, board.height * HIGH) / SCREEN
    edges = [edge for zone in board.zones for edge in segments(zone)]
    labeller = Labeller(board.width, board.height, em, edges, small=bool(scale))
    markers = _markers(board, em)
    for each in markers:
        labeller.disc(each.x / 10, each.y / 10, each.radius / 10)
    bound = _bound(board)
    for edge in zip(bound, [*bound[1:], *bound[:1]], strict=True):
        labeller.thin(edge)
    lines = () if scale else measures(board, labeller)
    zones = _zones(board, labeller)
    alike = bool(scale) and _alike(markers)
    markers = tuple(_named(marker, labeller, alike) for marker in markers)
    ticks, long_ticks, numbers = ticks_of(board, em, small=bool(scale))
    left, top, right, bottom = (each * em for each in margins(board, small=bool(scale)))
    left, top = -left, -top
    right = board.width + max(labeller.margin_right * em, right)
    bottom = board.height + max(labeller.margin_bottom * em, bottom)
    return BoardPicture(
        left=unit(left),
        top=unit(top),
        width=unit(right - left),
        height=unit(bottom - top),
        pixels=round((right - left) / em * PIXELS),
        millimetres=round((right - left) * scale.inch, 3) if scale else 0,
        size=unit(em),
        board_width=board.width,
        board_height=board.height,
        across=unit(board.width),
        down=unit(board.height),
        ticks=ticks,
        long_ticks=long_ticks,
        numbers=numbers,
        zones=zones,
        markers=markers,
        measures=lines,
        entries=entry_lines(board, em, small=bool(scale)),
        apart=board.apart,
        near=unit(2 * board.apart),
        bound=ring_of(bound) if bound else "",
        placed=bool(board.placed),
        alike=alike,
    )


def _zones(board: BoardData, labeller: Labeller | None) -> tuple[DrawnZone, ...]:
    letters = letters_of(board.zones)
    deploy = [zone for zone in board.zones if zone.kind == "deployment"]
    found = []
    # Labels go to zones before areas: an area may lie around a zone.
    order = sorted(range(len(board.zones)), key=lambda place: board.zones[place].kind != "deployment")
    for place in order:
        zone = board.zones[place]
        here = zone.kind == "deployment"
        enemies = [each for each in deploy if here and each is not zone and board.apart]
        others = [each for each in board.zones if labeller and each is not zone and _lies_in(each, zone)]
        drawn = DrawnZone(
            letter=letters[place],
            name=zone.name,
            kind=zone.kind,
            role="" if zone.role.casefold() in zone.name.casefold() else zone.role,
            sides=zone.sides,
            tone=deploy.index(zone) if here else 0,
            path=_outline(zone),
            labels=_labels(zone, others, labeller) if labeller else (),
            near=tuple(_outline(each) for each in enemies if _reaches(each, zone, board.apart)),
        )
        found.append((place, drawn))
    return tuple(drawn for _, drawn in sorted(found, key=lambda pair: pair[0]))


def _labels(zone: ZoneView, others: Sequence[ZoneView], labeller: Labeller) -> tuple[LabelView, ...]:
    """The words of a zone in its largest part, and whose it is in the others."""
    whose, name = _words(zone)
    parts = sorted(_parts(zone), key=zone_area, reverse=True)
    found = [
        labeller.in_zone(part, whose or name, name if whose and part is parts[0] else "", others)
        for part in parts
    ]
    return tuple(label for label in found if label)


def _parts(zone: ZoneView) -> list[ZoneView]:
    """The parts of a zone that do not touch, each as one of its own."""
    straight = replace(zone, circle=None)
    rings = outlines(straight)
    found = [replace(zone, rects=(), polygon=ring, circle=None) for ring in rings]
    return [*found, replace(zone, rects=(), polygon=())] if zone.circle else found


def _words(zone: ZoneView) -> tuple[str, str]:
    """Whose zone it is, and what it is called."""
    name, role = visible(zone.name), visible(zone.role)
    if len(zone.sides) != 1:  # several sides of one role choose among its zones
        return role, name
    if role and role.casefold() not in name.casefold():
        name = f"{role} · {name}"
    return visible(zone.sides[0]), name


def _lies_in(other: ZoneView, zone: ZoneView) -> bool:
    """Whether a part of another zone lies in this one."""
    corners = [corner for edge in segments(other) for corner in edge]
    own = [corner for edge in segments(zone) for corner in edge]
    return any(gap(zone, x, y) == 0 for x, y in corners) or any(gap(other, x, y) == 0 for x, y in own)


def _reaches(enemy: ZoneView, zone: ZoneView, apart: float) -> bool:
    """Whether models must keep out of a part of a zone."""
    own, other = segments(zone), segments(enemy)
    return any(gap(enemy, *end) <= apart for edge in own for end in edge) or any(
        gap(zone, *end) <= apart for edge in other for end in edge
    )


def _markers(board: BoardData, em: float = 0) -> tuple[DrawnMarker, ...]:
    """The markers without their words."""
    radius = max(0.5, DISC * em)
    colours = list(dict.fromkeys(each.colour for each in board.markers if each.colour))
    marks = iter(marks_of(board))
    found = [
        DrawnMarker(
            mark=next(marks),
            name=each.name,
            colour=each.colour,
            tone=1 + colours.index(each.colour) if each.colour else 0,
            x=unit(each.x),
            y=unit(each.y),
            radius=unit(radius),
        )
        for each in board.markers
    ]
    found += [
        DrawnMarker(
            mark=next(marks),
            name=each.side,
            kind="placed" if each.legal else "far",
            x=unit(each.x),
            y=unit(each.y),
            radius=unit(radius),
        )
        for each in board.placed
    ]
    return tuple(found)


def _named(marker: DrawnMarker, labeller: Labeller, alike: bool) -> DrawnMarker:
    if not (said := _said(marker, alike)):
        return marker
    return replace(marker, label=labeller.beside(marker.x / 10, marker.y / 10, marker.radius / 10, said))


def _said(marker: DrawnMarker, alike: bool) -> str:
    """What stands beside a marker: its name and its colour, or where the names are alike the colour alone."""
    name, colour = visible(marker.name), visible(marker.colour)
    if alike:
        return colour
    return name if colour.casefold() in name.casefold() else f"{name} ({colour})"


def _alike(markers: Sequence[DrawnMarker]) -> bool:
    """Whether the names of markers differ in nothing but what stands in them anyway."""
    names = [[word.strip("()") for word in each.name.split()] for each in markers]
    numbered = all(each.mark in name for each, name in zip(markers, names, strict=True))
    others = {
        tuple(word for word in name if word != each.mark) for each, name in zip(markers, names, strict=True)
    }
    return numbered and len(others) == 1 < len(markers)


def _bound(board: BoardData) -> list[tuple[float, float]]:
    """The corners of that within which markers are placed; none where that is the whole board, or nothing."""
    edge = board.edge if board.placing else 0
    right, bottom = board.width - edge, board.height - edge
    if not edge or right <= edge or bottom <= edge:
        return []
    return [(edge, edge), (right, edge), (right, bottom), (edge, bottom)]


def _outline(zone: ZoneView) -> str:
    """The outline of a zone, its circle as two arcs."""
    straight = replace(zone, circle=None)
    path = "".join(map(ring_of, outlines(straight)))
    if zone.circle:
        x, y, radius = zone.circle
        r, left, right, middle = unit(radius), unit(x - radius), unit(x + radius), unit(y)
        path += f"M{left} {middle}A{r} {r} 0 0 1 {right} {middle}A{r} {r} 0 0 1 {left} {middle}Z"
    return path


ARROW, SMALL_ARROW = (0.34, 0.65), (0.26, 0.42)
"""Half the width of an arrow on an entry edge, and its length, in sizes of letters."""


def margins(board: BoardData, *, small: bool) -> tuple[float, float, float, float]:
    """What all that takes to the left, above, to the right and below the board, in sizes of letters."""
    entries = any(zone.edges for zone in board.zones)
    if small:
        return (2.15, 1.8, 0.85, 0.85) if entries else (1.65, 1.3, 0.5, 0.5)
    return (3.2, 2.6, 1.3, 1.3) if entries else (2.2, 1.6, 0.5, 0.5)


def entry_lines(board: BoardData, em: float, *, small: bool) -> tuple[EntryLine, ...]:
    """Thick lines along the board's edges, with arrows that point into it."""
    arrow = SMALL_ARROW if small else ARROW
    found = []
    deploy = [zone for zone in board.zones if zone.kind == "deployment"]
    for tone, zone in enumerate(deploy):
        for edge in zone.edges:
            count = max(1, round((edge.end - edge.start) / (3 * em)))
            places = [edge.start + (edge.end - edge.start) * (at + 0.5) / count for at in range(count)]
            off = 0.22 * em
            out = {"top": -off, "left": -off, "bottom": board.height + off, "right": board.width + off}[
                edge.edge
            ]
            way = 1 if edge.edge in ("top", "left") else -1
            level = edge.edge in ("top", "bottom")
            arrows = "".join(_arrow(at, out, way * em, level, *arrow) for at in places)
            ends = ((edge.start, out), (edge.end, out))
            found.append(
                EntryLine(
                    path=line_of(ends if level else tuple((y, x) for x, y in ends)), arrows=arrows, tone=tone
                )
            )
    return tuple(found)


def _arrow(at: float, out: float, em: float, level: bool, half: float, length: float) -> str:
    """A triangle outside the edge whose tip points to the board."""
    points = [
        (at, out - 0.15 * em),
        (at - half * abs(em), out - (0.15 + length) * em),
        (at + half * abs(em), out - (0.15 + length) * em),
    ]
    return ring_of(points if level else [(y, x) for x, y in points])


def ticks_of(board: BoardData, em: float, *, small: bool) -> tuple[str, str, tuple[WordView, ...]]:
    """Short ticks at each inch, long ones at each six, numbers at these or, without room, at each twelve."""
    entries = any(zone.edges for zone in board.zones)
    off = (SMALL_ARROW[1] if small else 1.0) if entries else 0.0
    each = 12 if small and 1.9 * em > 6 else 6
    short: list[str] = []
    long: list[str] = []
    numbers = []
    for level, length, depth in ((True, board.width, board.height), (False, board.height, board.width)):
        for inch in range(int(length) + 1):
            size = 0.42 * em if inch % 6 == 0 else 0.2 * em
            for edge, out in ((0.0, -size), (depth, size)):
                ends = ((float(inch), edge), (float(inch), edge + out))
                (short if inch % 6 else long).append(
                    line_of(ends if level else tuple((y, x) for x, y in ends))
                )
        # The far edge has its number, and no other stands in its way.
        marks = [*(inch for inch in range(0, int(length) + 1, each) if length - inch > 1.7 * em), length]
        for mark in marks:
            text = f"{mark:g}"
            x, y = (mark, -(0.65 + off) * em) if level else (-(1.1 + off) * em, mark + 0.3 * em)
            numbers.append(WordView(text=text, x=unit(x), y=unit(y), room=unit(em)))
    return "".join(short), "".join(long), tuple(numbers)


class MapView(Record):
    """A mission, or a card that brings a layout, for one number of sides; `other_sides` has one too."""

    system_name: str
    mission: str
    origin: str = ""
    house: bool = False
    sides: int
    other_sides: tuple[int, ...] = ()
    board: BoardData

    @property
    def legend(self) -> BoardLegend:
        """What a drawing of the board shows."""
        return legend_of(self.board)

    @property
    def picture(self) -> BoardPicture:
        """The board as a picture."""
        return picture_of(self.board)


def map_view(library: Library, said: str, sides: int | None = None) -> MapView:
    """The map of what the words name, for the fewest sides or for so many. Raises Refusal."""
    missions = {each: library.mission(each) for each in library.mission_ids()}
    bearers = _bearers(library, missions)
    _check_it_brings_one(said, missions, bearers)
    bearer = meant(said, bearers, say("There is no mission “{said}”.", said=said))
    layouts = bearer.layouts if isinstance(bearer, Mission) else tuple(filter(None, [bearer.layout]))
    counts = sorted(each.sides for each in layouts)
    if sides is not None and sides not in counts:
        refuse(
            "“{name}” has no layout for {sides} sides.",
            "Layouts exist for: {known}.",
            name=bearer.name,
            sides=sides,
            known=listed([str(count) for count in counts]),
        )
    layout = next(each for each in layouts if each.sides == (sides or counts[0]))
    asked = [bearer] if isinstance(bearer, Mission) else missions.values()
    roles = {role.id: role.name for mission in asked for role in mission.roles}
    return MapView(
        system_name=library.system().name,
        mission=bearer.name,
        origin=bearer.origin or "",
        house=library.house(bearer.where),
        sides=layout.sides,
        other_sides=tuple(count for count in counts if count != layout.sides),
        board=board_of(layout, _board(library, bearer, layout), roles),
    )


def _check_it_brings_one(
    said: str, missions: Mapping[str, Mission], bearers: Mapping[str, Mission | Row]
) -> None:
    """Raises Refusal for a mission whose board a card brings; it names the cards."""
    cards = dict.fromkeys(each.id for each in bearers.values() if isinstance(each, Row))
    for mission_id, mission in missions.items() if cards else ():
        if not mission.layouts and plain(said) in (plain(mission_id), plain(mission.name)):
            refuse(
                "“{name}” has no board of its own; a card sets it.",
                "Name one of these cards: {cards}.",
                name=mission.name,
                cards=listed(cards),
            )


def _bearers(library: Library, missions: Mapping[str, Mission]) -> dict[str, Mission | Row]:
    """Everything with a layout by its name and by its id."""
    found: dict[str, Mission | Row] = {}
    for row in _rows(library):
        found |= {row.id: row, row.name: row}
    for mission_id, mission in missions.items():
        found |= {mission_id: mission, mission.name: mission} if mission.layouts else {}
    return found


def _rows(library: Library) -> list[Row]:
    """The rows of catalogues that bring a layout."""
    cards = (library.any_card(each) for each in library.card_ids())
    rows = [row for card in cards if isinstance(card, Catalogue) for row in card.rows]
    return [row for row in rows if row.layout is not None]


def _board(library: Library, bearer: Mission | Row, layout: Layout) -> Board:
    """The board of a layout, of the first size of battle that it is for."""
    boards = library.system().boards_of(layout, bearer.sizes if isinstance(bearer, Row) else ())
    if not boards:
        refuse(
            "There is no board for {count} sides.",
            "Add one under “boards:” in system.yaml.",
            count=layout.sides,
        )
    return boards[0]
