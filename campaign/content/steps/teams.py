"""The teams of a battle, their models and their cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from campaign.content.steps import Step
from campaign.files.schema import Id

if TYPE_CHECKING:
    from campaign.content.made_battle import MadeBattle


class TeamsStep(Step):
    """The teams with their models and cost, and when they test for breaking, unless the step `tests`, which
    tells of that, is left out.
    """

    do: Literal["teams"]
    tests: Id | None = None


def play(battle: MadeBattle, step: TeamsStep) -> bool:
    """Nothing to play: rosters are known beforehand."""
    return True
