"""`campaign next`: where the road stands, and what each end of the battle would open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from campaign.campaign import Campaign
from campaign.content.library import Library
from campaign.errors import Refusal
from campaign.ledger.entries import Side
from campaign.ledger.road import RoadPosition, pair_of
from campaign.printing.road import RoadView, road_view
from campaign.words import say


def next_view(folder: Campaign, sides: Sequence[Side]) -> RoadView:
    """The road of the campaign, or of the pair of players that these sides are.

    Raises Refusal where there is none, for sides where the road is everybody's, and for sides that are no
    pair.
    """
    road, of = folder.library.road(), folder.road_of
    if road is None or of == "none":
        raise Refusal(
            say("No road is walked in this campaign."),
            say("Its missions are rolled, or named with --mission."),
        )
    if of == "campaign" and sides:
        raise Refusal(say("The road is everybody’s in this campaign."), say("Leave --team and --side out."))
    if of == "pair":
        _check_pair(sides)
    who = _called(sides, folder.players)
    return road_view(folder.library, road, of, who, folder.stop(sides), folder.strays())


def _check_pair(sides: Sequence[Side]) -> None:
    if len(sides) != 2:
        raise Refusal(
            say("Each pair of players has a road of its own."), say("Name both with --team or --side.")
        )
    one, other = sides
    for team in one.teams:
        if team in other.teams:
            raise Refusal(
                say("“{team}” is no pair with itself.", team=team),
                say("Name two sides with teams of their own."),
            )


def _called(sides: Sequence[Side], players: Mapping[str, str]) -> list[str]:
    """Whose road it is: the players where they are known, who may have other teams on it; else the sides."""
    found = [name for side in sides for name in pair_of([side], players)]
    return found if len(set(found)) == len(sides) else [side.name for side in sides]


def road_of(library: Library) -> RoadView:
    """The road of a system, as nobody has walked it yet. Raises Refusal where there is none."""
    road = library.road()
    if road is None:
        raise Refusal(
            say("This system has no road."), say("Its missions are rolled, or named with --mission.")
        )
    return road_view(library, road, road.of, [], RoadPosition(), [])
