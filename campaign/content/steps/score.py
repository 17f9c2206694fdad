"""What scores in a battle, who wins it, and what that does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from campaign.content.steps import Step

if TYPE_CHECKING:
    from campaign.content.made_battle import MadeBattle


class ScoreStep(Step):
    """What scores, who wins, and what each outcome does."""

    do: Literal["score"]


def play(battle: MadeBattle, step: ScoreStep) -> bool:
    """Nothing to play: the terms are known from the mission and the rows."""
    return True
