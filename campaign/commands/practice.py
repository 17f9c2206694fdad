"""`campaign setup` without a campaign, or with --practice: a battle that is written nowhere.

It stands apart from the rest of `setup` so that a briefing alone loads nothing of the ledger.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from campaign.content.library import Library
from campaign.content.made import HouseRules, SetupRequest, settings_of
from campaign.content.procedure import made_with
from campaign.mechanisms.dice import DiceSource
from campaign.printing.briefing import Briefing, brief
from campaign.record import replace


def practice(
    library: Library,
    wishes: SetupRequest,
    source: DiceSource,
    seed: int | None,
    played: date,
    resources: Mapping[str, str] | None = None,
) -> Briefing:
    """A battle made and written nowhere; `resources` are a campaign's own, by id."""
    system = library.system()
    house = wishes.house if wishes.house.takes or wishes.house.effects else HouseRules(takes=system.takes)
    wishes = replace(wishes, settings=settings_of(system, wishes.settings), house=house)
    return brief(made_with(library, wishes, source), played, seed, resources=resources)
