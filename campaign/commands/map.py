"""`campaign packs map`: the board of a mission, or of a card that brings one, without a battle."""

from __future__ import annotations

from collections.abc import Mapping

from campaign.content.library import Library
from campaign.content.mission import Mission
from campaign.errors import Refusal
from campaign.mechanisms.board import Board, Layout
from campaign.mechanisms.table import Catalogue, Row
from campaign.names import meant, plain
from campaign.printing.map.picture import MapView
from campaign.printing.map.views import board_of
from campaign.words import either, say


def map_view(library: Library, said: str, sides: int | None = None) -> MapView:
    """The map of what the words name, for the fewest sides or for so many. Raises Refusal."""
    missions = {each: library.mission(each) for each in library.mission_ids()}
    bearers = _bearers(library, missions)
    _check_it_brings_one(said, missions, bearers)
    bearer = meant(said, bearers, say("mission"))
    layouts = bearer.layouts if isinstance(bearer, Mission) else tuple(filter(None, [bearer.layout]))
    counts = sorted(each.sides for each in layouts)
    if sides is not None and sides not in counts:
        raise Refusal(
            say("“{name}” has no layout for {sides} sides.", name=bearer.name, sides=sides),
            say("Write {known}.", known=either([str(count) for count in counts])),
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
            raise Refusal(
                say("“{name}” has no board of its own: a card brings it.", name=mission.name),
                say("Name the card: {cards}.", cards=either(cards)),
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
        raise Refusal(
            say("There is no board for {count} sides.", count=layout.sides),
            say("Add it under “boards:” in system.yaml."),
        )
    return boards[0]
