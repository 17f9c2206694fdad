"""Supply: how much each side may have on the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from campaign.content.steps import Step

if TYPE_CHECKING:
    from campaign.content.made_battle import MadeBattle


class SupplyStep(Step):
    """How much each side may have on the table, round by round; skipped where the mission doesn't say."""

    do: Literal["supply"]


def play(battle: MadeBattle, step: SupplyStep) -> bool:
    """Takes place where the mission limits supply."""
    return battle.supply is not None
