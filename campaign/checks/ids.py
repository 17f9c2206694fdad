"""Ids and names: each stands for one thing, and files are named so that the library finds them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from campaign.checks.files import Content, check
from campaign.content.library import is_id
from campaign.content.steps.draft import DraftStep
from campaign.errors import Problem, did_you_mean
from campaign.files.schema import Where
from campaign.mechanisms.deck import Card
from campaign.mechanisms.formula import in_formulas
from campaign.mechanisms.standings import KNOWN
from campaign.mechanisms.table import Row
from campaign.names import allowed_on_disk
from campaign.words import say

if TYPE_CHECKING:
    from campaign.content.mission import Mission
    from campaign.content.system import System
    from campaign.mechanisms.board import Layout
    from campaign.mechanisms.team_rules import TeamRules

Ids = tuple[Where, tuple[str | int, ...], list[str]]
"""The record and the path of the list below it, and the ids in order."""


@check
def a_file_is_named_by_an_id(content: Content) -> Iterator[Problem]:
    for root in content.library.roots:
        for part in ("missions", "cards"):
            for path in sorted((root.folder / part / content.library.id).glob("*.y*ml")):
                if path.suffix != ".yaml" or not is_id(path.stem) or not allowed_on_disk(path.name):
                    yield Problem(
                        "bad-file-name",
                        say("“{name}” is not a valid name for a content file.", name=path.name),
                        say("Use lower-case letters, digits and hyphens, ending in “.yaml”.")
                        if allowed_on_disk(path.name)
                        else say("Choose another name: Windows reserves this one for a device."),
                        path,
                    )


@check
def ids_differ(content: Content) -> Iterator[Problem]:
    for where, path, ids in _lists(content):
        for index, name in enumerate(ids):
            if name in ids[:index]:
                yield content.problem(
                    "duplicate-id",
                    where,
                    (*path, index, "id"),
                    say("The id “{name}” is used twice in this list.", name=name),
                    say("Give each a different id."),
                )


def _lists(content: Content) -> Iterator[Ids]:
    if content.system:
        yield from _of_system(content.system)
    for mission in content.missions.values():
        yield from _of_mission(mission)
    for path, rows in content.card_rows:
        yield Where(path), ("rows",), [row.id for row in rows]
        for row in rows:
            if isinstance(row, Row | Card):
                yield row.where, ("terms",), [term.id for term in row.terms]
            if isinstance(row, Row) and row.layout is not None:
                yield from _of_layout(row.layout)
    if content.team_rules is not None:
        yield from _of_team_rules(content.team_rules)
    if content.road is not None:
        yield content.road.where, ("stages",), [each.id for each in content.road.stages]
    for path, rules in content.rules:
        yield Where(path), ("rules",), [rule.id for rule in rules.rules]
    yield from _of_attacks(content)
    for path, tests in content.tests:
        yield Where(path), ("tests",), [test.id for test in tests.tests]
        for test in tests.tests:
            yield test.where, ("asks",), [ask.id for ask in test.asks]


def _of_system(system: System) -> Iterator[Ids]:
    yield system.where, ("settings",), [each.id for each in system.settings]
    yield system.where, ("sizes",), [each.id for each in system.sizes]
    for step in system.procedure:
        if isinstance(step, DraftStep):
            yield step.where, ("rows",), [each.id for each in step.rows]
    yield system.where, ("procedure",), [each.id for each in system.procedure]
    yield system.where, ("resources",), [each.id for each in system.resources]
    yield system.where, ("terms",), [each.id for each in system.terms]
    yield system.where, ("standings", "keys"), [each.id for each in system.standings.keys]
    for resource in system.resources:
        yield resource.where, ("status",), [each.id for each in resource.status]


def _of_team_rules(rules: TeamRules) -> Iterator[Ids]:
    yield rules.where, ("stats",), [each.id for each in rules.stats]
    yield rules.where, ("traits",), [each.id for each in rules.traits]
    yield rules.where, ("kinds",), [each.id for each in rules.kinds]
    yield rules.where, ("themes",), [each.id for each in rules.themes]
    yield rules.where, ("upgrades",), [each.id for each in rules.upgrades]
    yield rules.where, ("limits",), [each.id for each in rules.limits]


def _of_attacks(content: Content) -> Iterator[Ids]:
    for path, units in content.units:
        yield Where(path), ("rows",), [unit.id for unit in units]
        for unit in units:
            yield unit.where, ("weapons",), [weapon.id for weapon in unit.weapons]
    if (rules := content.attack_rules) is None:
        return
    yield rules.where, ("pools",), [each.id for each in rules.pools]
    yield rules.where, ("numbers",), [each.id for each in rules.numbers]
    yield rules.where, ("tags",), [each.id for each in rules.tags]
    yield rules.where, ("reaches",), [each.id for each in rules.reaches]
    yield rules.where, ("keywords",), [each.id for each in rules.keywords]
    yield rules.where, ("stages",), [each.id for each in rules.stages]


def _of_mission(mission: Mission) -> Iterator[Ids]:
    yield mission.where, ("roles",), [each.id for each in mission.roles]
    yield mission.where, ("terms",), [each.id for each in mission.terms]
    for layout in mission.layouts:
        yield from _of_layout(layout)


def _of_layout(layout: Layout) -> Iterator[Ids]:
    yield layout.where, ("zones",), [each.id for each in layout.zones]
    yield layout.where, ("markers",), [each.id for each in layout.markers]


@check
def one_layout_for_each_number_of_sides(content: Content) -> Iterator[Problem]:
    for mission in content.missions.values():
        seen: set[int] = set()
        for layout in mission.layouts:
            if layout.sides in seen:
                yield content.problem(
                    "two-layouts",
                    layout.where,
                    ("sides",),
                    say("“{name}” has two layouts for {sides} sides.", name=mission.name, sides=layout.sides),
                    say("Keep one of them."),
                )
            seen.add(layout.sides)


@check
def options_have_faces_of_their_own(content: Content) -> Iterator[Problem]:
    for choice in content.choices.values():
        names: dict[int, str] = {}
        for option in choice.rows:
            if option.on in names:
                yield content.problem(
                    "same-face",
                    option.where,
                    ("on",),
                    say("{face} already stands for “{option}”.", face=option.on, option=names[option.on]),
                    say("Give each option a different face."),
                )
            names.setdefault(option.on, option.name)


@check
def a_status_has_one_name(content: Content) -> Iterator[Problem]:
    names: dict[str, str] = {}
    for resource in content.system.resources if content.system else ():
        for index, status in enumerate(resource.status):
            if names.setdefault(status.id, status.name) != status.name:
                yield content.problem(
                    "status-name",
                    resource.where,
                    ("status", index, "name"),
                    say(
                        "The status “{status}” has the name “{name}” elsewhere.",
                        status=status.id,
                        name=names[status.id],
                    ),
                    say("Use one name, or two different ids."),
                )


@check
def a_name_in_formulas_is_free(content: Content) -> Iterator[Problem]:
    """Names that formulas know already can't be those of a setting, a size, a resource or a status."""
    if not (system := content.system):
        return
    for index, setting in enumerate(system.settings):
        if setting.id in ("sides", "markers", "round", "rounds", "models"):
            yield _taken(content, system.where, ("settings", index, "id"), setting.id)
    taken = {"sides", "markers", "rounds", "models", "points", *(setting.id for setting in system.settings)}
    for index, size in enumerate(system.sizes):
        if in_formulas(size.id) in taken:
            yield _taken(content, system.where, ("sizes", index, "id"), size.id)
    names = {resource.id for resource in system.resources}
    for resource in system.resources:
        if in_formulas(resource.id) in KNOWN:
            yield _taken(content, resource.where, ("id",), resource.id)
        for index, status in enumerate(resource.status):
            if in_formulas(status.id) in KNOWN or status.id in names:
                yield _taken(content, resource.where, ("status", index, "id"), status.id)


def _taken(content: Content, where: Where, path: tuple[str | int, ...], name: str) -> Problem:
    message = say("“{name}” already means something else in formulas.", name=name)
    return content.problem("taken-name", where, path, message, say("Choose another id."))


@check
def rules_are_known(content: Content) -> Iterator[Problem]:
    known = {rule.id for _, rules in content.rules for rule in rules.rules}
    for where, path, named in _named_rules(content):
        for index, rule in enumerate(named):
            if rule not in known:
                yield content.problem(
                    "unknown-rule",
                    where,
                    (*path, "rules", index),
                    say("rules.yaml has no rule “{rule}”.", rule=rule),
                    did_you_mean(rule, known) if len(known) < 20 else say("Add it there, or remove it here."),
                )


def _named_rules(content: Content) -> Iterator[tuple[Where, tuple[str | int, ...], Iterable[str]]]:
    if content.system:
        for index, setting in enumerate(content.system.settings):
            yield content.system.where, ("settings", index), setting.rules
        for step in content.system.procedure:
            yield step.where, (), step.rules
    for mission in content.missions.values():
        yield mission.where, (), mission.rules
        for index, special in enumerate(mission.special):
            yield mission.where, ("special", index), special.rules
    for card in content.cards():
        yield card.where, (), card.rules
        for row in card.rows:
            yield row.where, (), row.rules
    for _, tests in content.tests:
        for test in tests.tests:
            yield test.where, (), test.rules
    if content.road is not None:
        yield content.road.where, (), content.road.rules
    if content.team_rules is not None:
        yield from _rules_of_teams(content.team_rules)
    yield from _rules_of_attacks(content)


def _rules_of_teams(team: TeamRules) -> Iterator[tuple[Where, tuple[str | int, ...], Iterable[str]]]:
    yield from ((each.where, (), each.rules) for each in team.themes)
    yield from ((each.where, (), each.rules) for each in team.upgrades)
    yield from ((each.where, (), each.rules) for each in team.limits)
    if team.breaking is not None:
        yield team.breaking.where, (), team.breaking.rules


def _rules_of_attacks(content: Content) -> Iterator[tuple[Where, tuple[str | int, ...], Iterable[str]]]:
    if (rules := content.attack_rules) is not None:
        yield from ((each.where, (), each.rules) for each in rules.keywords)
        yield from ((each.where, (), each.rules) for each in rules.stages)
        yield from ((each.where, (), each.rules) for each in rules.forbidden)
    for _, units in content.units:
        yield from ((unit.where, (), unit.rules) for unit in units)
