"""The mission's roles, dealt to the sides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from campaign.content.steps import Step
from campaign.errors import Refusal, did_you_mean, refuse
from campaign.files.schema import Id
from campaign.mechanisms.draft import DraftDecision
from campaign.record import replace
from campaign.words import say

if TYPE_CHECKING:
    from campaign.content.made_battle import MadeBattle


class RolesStep(Step):
    """The mission's roles, dealt along an order; skipped where the mission has none."""

    do: Literal["roles"]
    by: Id


def play(battle: MadeBattle, step: RolesStep) -> bool:
    """Deals the roles; takes place where the mission has any. Raises Refusal for a role that isn't there."""
    from campaign.content.made_battle import Roles

    roles = [role.id for role in battle.mission.roles]
    if not roles:
        if battle.request.roles:
            refuse("“{name}” has no roles.", "Leave out --role.", name=battle.mission.name)
        return False
    order = battle.orders[step.by].sides if step.by in battle.orders else battle.names
    _ask_role(battle, step, order[0])
    given: dict[str, str] = {}
    left = list(roles) + [roles[-1]] * (len(order) - len(roles))
    for side, wanted in battle.request.roles.items():
        if wanted not in left:
            near = did_you_mean(wanted, roles)
            raise Refusal(
                say(
                    "“{name}” has no role “{wanted}” left for {side}.",
                    name=battle.mission.name,
                    wanted=wanted,
                    side=side,
                ),
                near,
            )
        left.remove(wanted)
        given[side] = wanted
    for side in order:
        if side not in given:
            given[side] = left.pop(0)
    battle.results[step.id] = Roles({side: given[side] for side in battle.names})
    return True


def _ask_role(battle: MadeBattle, step: RolesStep, first: str) -> None:
    """Where the players decide themselves, the side at the highest end of the order chooses its role."""
    request = battle.request
    if request.ask is None or request.roles:
        return
    roles = tuple((role.id, role.name) for role in battle.mission.roles)
    said = request.ask(
        DraftDecision(kind="role", part=step.id, side=first, row=step.name, options=roles, count=1)
    )
    if said:
        battle.request = replace(request, roles={first: said[0]})
