"""Where objective markers stand, and who places the others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from campaign.printing.map.views import markers_of
from campaign.printing.sections import Section, Words, heading
from campaign.printing.views import MarkerView, PlacedView

if TYPE_CHECKING:
    from campaign.content.made_battle import MadeBattle
    from campaign.content.steps.layout import LayoutStep


class MarkersSection(Section):
    """Markers at fixed places, and those that the sides place in `order`, so many `each` (0: none).

    `apart` and `edge` are the inches to keep from other markers and from the board's edges. `placed` is where
    they might stand, in the order of placing.
    """

    do: Literal["markers"] = "markers"
    markers: tuple[MarkerView, ...] = ()
    each: int = 0
    apart: float = 0
    edge: float = 0
    order: tuple[str, ...] = ()
    placed: tuple[PlacedView, ...] = ()


def section(battle: MadeBattle, step: LayoutStep, words: Words) -> MarkersSection:
    fixed, placing = markers_of(battle.layout), battle.layout.placing
    if placing is None:
        return MarkersSection(**heading(step), markers=fixed)
    return MarkersSection(
        **heading(step),
        markers=fixed,
        each=(battle.markers - len(fixed)) // len(battle.names),
        apart=placing.apart,
        edge=placing.edge,
        order=battle.from_end(step.by, placing.from_),
    )
