"""A part of the board: what it is, its markers, or who sets up where."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from campaign.content.steps import Step
from campaign.files.schema import Id

if TYPE_CHECKING:
    from campaign.content.made_battle import MadeBattle


class LayoutStep(Step):
    """A part of the mission's layout."""

    do: Literal["layout"]
    part: Literal["battlefield", "markers", "deployment"]
    by: Id

    @property
    def section(self) -> str:
        return self.part


def play(battle: MadeBattle, step: LayoutStep) -> bool:
    """Nothing to play: the layout comes from the mission or from a row."""
    return True
