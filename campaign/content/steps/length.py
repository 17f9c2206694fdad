"""How long a battle lasts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from campaign.content.made import MadeBattle
from campaign.content.steps import Step


@dataclass(frozen=True, slots=True, kw_only=True)
class LengthStep(Step):
    """How long the battle lasts."""

    do: Literal["length"]


def play(battle: MadeBattle, step: LengthStep) -> bool:
    """Nothing to play: rounds are added at the table."""
    return True
