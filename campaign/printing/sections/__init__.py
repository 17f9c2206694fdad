"""The sections of a briefing: a module for each kind, with its record and how it is made of a battle.

They are stored as JSON beside the battle and read back by the same schema as everything else. `do` tells the
kinds apart, and templates/_default/sections/<do>.j2 shows a section.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from campaign.files.kinds import Kinds
from campaign.record import Record

if TYPE_CHECKING:
    from campaign.content.made_battle import MadeBattle
    from campaign.content.steps import Step

KINDS = Kinds("campaign.printing.sections", "Section")


class Section(Record):
    """What every section has; `do` says which record it is, and which template shows it."""

    id: str
    do: str
    name: str
    text: str = ""
    rules: tuple[str, ...] = ()


class Words(Record, kw_only=False):
    """Names by id, for what a battle knows by its id alone: roles, degrees and statuses, and resources."""

    roles: Mapping[str, str]
    names: Mapping[str, str]
    resources: Mapping[str, str]


def words_of(battle: MadeBattle, resources: Mapping[str, str]) -> Words:
    """The names that a battle's sections use; `resources` are the campaign's."""
    roles = {role.id: role.name for role in battle.mission.roles}
    statuses = {each.id: each.name for resource in battle.system.resources for each in resource.status}
    return Words(roles, {**roles, **battle.system.degrees, **statuses}, resources)


def section_of(battle: MadeBattle, step: Step, words: Words) -> Section:
    """A step that took place, as the briefing shows it."""
    made: Section = KINDS.module(step.section).section(battle, step, words)
    return made


def heading(step: Step) -> dict[str, Any]:
    """The fields that every section takes from its step."""
    return {"id": step.id, "name": step.name, "text": step.text, "rules": step.rules}
