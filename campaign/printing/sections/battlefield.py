"""The board, its zones, and how its terrain is set up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from campaign.printing.map.views import markers_of, zones_of
from campaign.printing.sections import Section, Words, heading
from campaign.printing.views import MarkerView, ZoneView

if TYPE_CHECKING:
    from campaign.content.made_battle import MadeBattle
    from campaign.content.steps.layout import LayoutStep


class BattlefieldSection(Section):
    """The board in inches; the lines say how its terrain is set up."""

    do: Literal["battlefield"] = "battlefield"
    width: float
    height: float
    zones: tuple[ZoneView, ...] = ()
    markers: tuple[MarkerView, ...] = ()
    lines: tuple[str, ...] = ()


def section(battle: MadeBattle, step: LayoutStep, words: Words) -> BattlefieldSection:
    layout, board = battle.layout, battle.board
    return BattlefieldSection(
        **heading(step),
        width=board.width,
        height=board.height,
        zones=zones_of(layout, words.roles, battle.roles),
        markers=markers_of(layout),
        lines=layout.terrain,
    )
