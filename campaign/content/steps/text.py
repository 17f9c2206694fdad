"""A step that the system describes in words alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from campaign.content.steps import Step

if TYPE_CHECKING:
    from campaign.content.made_battle import MadeBattle


class TextStep(Step):
    """Something that the players do and the engine doesn't."""

    do: Literal["text"]


def play(battle: MadeBattle, step: TextStep) -> bool:
    """Nothing to play: it always takes place."""
    return True
