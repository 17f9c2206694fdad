"""An order of the sides, by a roll-off."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from campaign.content.steps import Step
from campaign.mechanisms.dice import Dice
from campaign.mechanisms.order import roll_off

if TYPE_CHECKING:
    from campaign.content.made_battle import MadeBattle


class OrderStep(Step):
    """Each side rolls, ties among them again, and they stand from the highest to the lowest."""

    do: Literal["order"]
    dice: Dice
    highest: str
    lowest: str


def play(battle: MadeBattle, step: OrderStep) -> bool:
    """Rolls off; gives an `Order`."""
    battle.results[step.id] = roll_off(step.id, step.dice, battle.names, battle.log)
    return True
