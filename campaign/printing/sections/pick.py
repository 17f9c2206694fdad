"""A row that the players named."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from campaign.printing.sections import Section, Words, heading
from campaign.printing.sections.table import rows_of
from campaign.printing.views import RowView

if TYPE_CHECKING:
    from campaign.content.made_battle import MadeBattle
    from campaign.content.steps.pick import PickStep


class PickSection(Section):
    """The row that was picked from a catalogue."""

    do: Literal["pick"] = "pick"
    rows: tuple[RowView, ...] = ()


def section(battle: MadeBattle, step: PickStep, words: Words) -> PickSection:
    return PickSection(**heading(step), rows=rows_of(battle, step))
