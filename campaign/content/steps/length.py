"""How long a battle lasts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from campaign.content.steps import Step

if TYPE_CHECKING:
    from campaign.content.made_battle import MadeBattle


class LengthStep(Step):
    """How long the battle lasts."""

    do: Literal["length"]


def play(battle: MadeBattle, step: LengthStep) -> bool:
    """Nothing to play: rounds are added at the table."""
    return True
