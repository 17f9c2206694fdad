"""Who sets up where, and in which order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from campaign.printing.map.views import zones_of
from campaign.printing.sections import Section, Words, heading
from campaign.printing.views import ZoneView

if TYPE_CHECKING:
    from campaign.content.made_battle import MadeBattle
    from campaign.content.steps.layout import LayoutStep


class DeploymentSection(Section):
    """Who sets up where and in which order; `turn` is model, team, part or later, `apart` in inches."""

    do: Literal["deployment"] = "deployment"
    width: float
    height: float
    zones: tuple[ZoneView, ...] = ()
    divides: str = ""
    chooses: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    turn: str
    apart: float = 0
    before: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()


def section(battle: MadeBattle, step: LayoutStep, words: Words) -> DeploymentSection:
    board, deployment = battle.board, battle.layout.deployment
    first = battle.from_end(step.by, deployment.first)
    if deployment.first_role:
        role = deployment.first_role
        first = tuple(sorted(first, key=lambda side: battle.roles.get(side) != role))
    return DeploymentSection(
        **heading(step),
        width=board.width,
        height=board.height,
        zones=zones_of(battle.layout, words.roles, battle.roles),
        divides=battle.from_end(step.by, deployment.divides)[0] if deployment.divides else "",
        chooses=battle.from_end(step.by, deployment.chooses) if deployment.chooses else (),
        order=first,
        turn=deployment.turn,
        apart=deployment.apart,
        before=deployment.before,
        lines=deployment.notes,
    )
