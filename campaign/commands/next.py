"""`campaign next`: where the road stands, and what each end of the battle would open."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.content.packs import Library
from campaign.errors import Refusal
from campaign.folder import Folder
from campaign.ledger.sides import Side
from campaign.ledger.travel import Stop
from campaign.printing.roads import RoadView, road_view
from campaign.words import say

__all__ = ["next_view", "road_of"]


def next_view(folder: Folder, sides: Sequence[Side]) -> RoadView:
    """The road of the campaign, or of the pair of players that these sides are. Raises Refusal where there is
    none.
    """
    road, of = folder.library.road(), folder.road_of
    if road is None or of == "none":
        raise Refusal(
            say("No road is walked in this campaign."),
            say("Its missions are rolled, or named with --mission."),
        )
    if of == "pair" and len(sides) != 2:
        raise Refusal(
            say("Each pair of players has a road of its own."), say("Name both with --team or --side.")
        )
    who = [side.name for side in sides]
    return road_view(folder.library, road, of, who, folder.stop(sides), folder.strays())


def road_of(library: Library) -> RoadView:
    """The road of a system, as nobody has walked it yet. Raises Refusal where there is none."""
    road = library.road()
    if road is None:
        raise Refusal(
            say("This system has no road."), say("Its missions are rolled, or named with --mission.")
        )
    return road_view(library, road, road.of, [], Stop(), [])
