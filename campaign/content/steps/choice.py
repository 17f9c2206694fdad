"""A secret choice of each side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from campaign.content.steps import Step
from campaign.files.schema import Id

if TYPE_CHECKING:
    from campaign.content.made_battle import MadeBattle


class ChoiceStep(Step):
    """A secret choice of each side."""

    do: Literal["choice"]
    choice: Id


def play(battle: MadeBattle, step: ChoiceStep) -> bool:
    """Reads the choice, so that a fault in it is found before the battle begins; sides choose later."""
    battle.library.choice(step.choice)
    return True
