"""Who has which role."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from campaign.printing.sections import Section, Words, heading
from campaign.printing.views import Note

if TYPE_CHECKING:
    from campaign.content.made_battle import MadeBattle
    from campaign.content.steps.roles import RolesStep


class RolesSection(Section):
    """Who has which role: a note's name is the side, its mark the role."""

    do: Literal["roles"] = "roles"
    notes: tuple[Note, ...] = ()


def section(battle: MadeBattle, step: RolesStep, words: Words) -> RolesSection:
    notes = tuple(
        Note(name=side, mark=role.name, text=role.text)
        for side, given in battle.roles.items()
        for role in battle.mission.roles
        if role.id == given
    )
    return RolesSection(**heading(step), notes=notes)
