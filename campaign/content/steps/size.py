"""The size of a battle, and what each side has to spend."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from campaign.content.steps import Step
from campaign.mechanisms.formula import Formula
from campaign.record import Record

if TYPE_CHECKING:
    from campaign.content.made_battle import MadeBattle


class Budget(Record):
    """Something that each side has to spend; `value` is a formula over the settings."""

    name: str
    value: Formula
    text: str = ""


class SizeStep(Step):
    """The size of the battle, and what each side has to spend."""

    do: Literal["size"]
    budgets: tuple[Budget, ...] = ()


def play(battle: MadeBattle, step: SizeStep) -> bool:
    """Takes place where the system has sizes."""
    return battle.size is not None
