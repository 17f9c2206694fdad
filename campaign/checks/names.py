"""What content names is there: steps, orders, settings, resources, statuses, roles, degrees, terms, modes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING

from campaign.checks.files import Content, check
from campaign.content.steps.draft import DraftStep
from campaign.content.steps.layout import LayoutStep
from campaign.content.steps.order import OrderStep
from campaign.content.steps.roles import RolesStep
from campaign.content.steps.table import TableStep
from campaign.content.steps.teams import TeamsStep
from campaign.errors import Problem, did_you_mean, no_such
from campaign.mechanisms.effects import OUTCOMES, Effect
from campaign.words import say

if TYPE_CHECKING:
    from campaign.content.system import System
    from campaign.files.converters import Path_
    from campaign.files.schema import Where
    from campaign.mechanisms.board import Layout


def _unknown(
    content: Content,
    code: str,
    where: Where,
    path: Path_,
    name: str | None,
    known: Collection[str],
    key: bool = False,
) -> Iterator[Problem]:
    """A problem of this code where a name is given and nothing has it."""
    if name is not None and name not in known:
        near = did_you_mean(name, known) or say("None is defined yet: remove this, or add one.")
        yield content.problem(code, where, path, no_such(code.removeprefix("unknown-"), name), near, key)


def _missing(content: Content, where: Where, path: Path_, key: str, message: str) -> Problem:
    return content.problem("missing-key", where, path, message, say("Add a line “{key}: …”.", key=key))


def _orders(system: System) -> list[str]:
    return [step.id for step in system.procedure if isinstance(step, OrderStep)]


@check
def steps_are_known(content: Content) -> Iterator[Problem]:
    """`tables` and `skips` name steps of the procedure."""
    if not content.system:
        return
    steps = [step.id for step in content.system.procedure]
    tables = [step.id for step in content.system.procedure if isinstance(step, TableStep)]
    for bearer in content.bearers():
        for name in bearer.tables:
            yield from _unknown(
                content, "unknown-step", bearer.where, ("tables", name), name, tables, key=True
            )
        for index, name in enumerate(bearer.skips):
            yield from _unknown(content, "unknown-step", bearer.where, ("skips", index), name, steps)


@check
def steps_name_what_is_there(content: Content) -> Iterator[Problem]:
    if not (system := content.system):
        return
    orders, settings = _orders(system), [setting.id for setting in system.settings]
    steps = [step.id for step in system.procedure]
    for step in system.procedure:
        for key in ("setting", "unless"):
            yield from _unknown(content, "unknown-setting", step.where, (key,), getattr(step, key), settings)
        if isinstance(step, TeamsStep):
            yield from _unknown(content, "unknown-step", step.where, ("tests",), step.tests, steps)
        if isinstance(step, RolesStep | LayoutStep | DraftStep):
            yield from _unknown(content, "unknown-order", step.where, ("by",), step.by, orders)


@check
def sizes_are_known(content: Content) -> Iterator[Problem]:
    """Rows and lengths name sizes of battle that the system has."""
    if not (system := content.system):
        return
    sizes = [size.id for size in system.sizes]
    for row in content.rows():
        for index, name in enumerate(row.sizes):
            yield from _unknown(content, "unknown-size", row.where, ("sizes", index), name, sizes)
    for mission in content.missions.values():
        for name in mission.length.sizes:
            path = ("length", "sizes", name)
            yield from _unknown(content, "unknown-size", mission.where, path, name, sizes, key=True)


@check
def outcomes_are_known(content: Content) -> Iterator[Problem]:
    """`takes` and league points are given by outcome; an end of the campaign has what it needs."""
    if not (system := content.system):
        return
    for name in system.takes:
        yield from _unknown(
            content, "unknown-outcome", system.where, ("takes", name), name, OUTCOMES, key=True
        )
    for name in system.standings.points:
        path = ("standings", "points", name)
        yield from _unknown(content, "unknown-outcome", system.where, path, name, OUTCOMES, key=True)
    yield from _ends(content, system)


def _ends(content: Content, system: System) -> Iterator[Problem]:
    needs = {"status": "status", "battles": "at", "points": "at", "resource": "resource", "date": "on"}
    resources = {resource.id for resource in system.resources}
    for index, end in enumerate(system.standings.end):
        need = needs.get(end.kind)
        if need is not None and getattr(end, need) is None:
            message = say("“{key}” is missing: an end of kind {kind} needs it.", key=need, kind=end.kind)
            yield _missing(content, system.where, ("standings", "end", index), need, message)
        path_of = ("standings", "end", index, "status")
        yield from _unknown(content, "unknown-status", system.where, path_of, end.status, _statuses(system))
        path_of = ("standings", "end", index, "resource")
        yield from _unknown(content, "unknown-resource", system.where, path_of, end.resource, resources)


def _statuses(system: System) -> set[str]:
    return {status.id for resource in system.resources for status in resource.status}


@check
def effects_name_what_is_there(content: Content) -> Iterator[Problem]:
    """An effect of a row may speak of roles and terms that only some missions have."""
    if not (system := content.system):
        return
    all_terms = {term.id for term in content.terms()}
    all_roles = {role.id for mission in content.missions.values() for role in mission.roles}
    yield from _effects(content, system, system.missed, all_roles, all_terms)
    of_rows = {term.id for row in content.rows() for term in row.terms}
    for mission in content.missions.values():
        roles = {role.id for role in mission.roles}
        yield from _effects(
            content, system, mission.effects, roles, of_rows | {term.id for term in mission.terms}
        )
    for effects in (each.effects for each in content.rows_and_cards()):
        yield from _effects(content, system, effects, all_roles, all_terms)


def _effects(
    content: Content,
    system: System,
    effects: Iterable[Effect],
    roles: Collection[str],
    terms: Collection[str],
) -> Iterator[Problem]:
    resources = [resource.id for resource in system.resources]
    for effect in effects:
        for code, name, known in (
            ("unknown-resource", effect.resource, resources),
            ("unknown-role", effect.role, roles),
            ("unknown-status", effect.status, _statuses(system)),
            ("unknown-degree", effect.degree, system.degrees),
            ("unknown-term", effect.term, terms),
        ):
            key = code.removeprefix("unknown-")
            yield from _unknown(content, code, effect.where, (key,), name, known)
        if effect.when == "term" and effect.term is None:
            message = say("“{key}” is missing: the effect depends on an answer.", key="term")
            yield _missing(content, effect.where, (), "term", message)


@check
def missions_name_what_is_there(content: Content) -> Iterator[Problem]:
    if not (system := content.system):
        return
    for mission in content.missions.values():
        where, roles = mission.where, [role.id for role in mission.roles]
        yield from _unknown(content, "unknown-mode", where, ("mode",), mission.mode, system.modes)
        for victory, path in ((mission.victory, ("victory",)), (mission.victory.tie, ("victory", "tie"))):
            yield from _unknown(content, "unknown-role", where, (*path, "role"), victory.role, roles)
            yield from _unknown(
                content, "unknown-degree", where, (*path, "degree"), victory.degree, system.degrees
            )
        tie_path = ("victory", "tie", "order")
        yield from _unknown(
            content, "unknown-order", where, tie_path, mission.victory.tie.order, _orders(system)
        )
        tied = mission.victory.tie.term
        scored = [term.id for term in (*mission.terms, *system.terms)]
        yield from _unknown(content, "unknown-term", where, ("victory", "tie", "term"), tied, scored)
        for term in mission.terms:
            yield from _unknown(content, "unknown-role", term.where, ("role",), term.role, roles)
        yield from _layout_roles(content, mission.layouts, roles)
    every = {role.id for mission in content.missions.values() for role in mission.roles}
    for terms in (each.terms for each in content.rows_and_cards()):
        for term in terms:
            yield from _unknown(content, "unknown-role", term.where, ("role",), term.role, every)
    for term in system.terms:
        yield from _unknown(content, "unknown-role", term.where, ("role",), term.role, every)
    yield from _layout_roles(content, [row.layout for row in content.rows() if row.layout], every)


def _layout_roles(content: Content, layouts: Iterable[Layout], roles: Collection[str]) -> Iterator[Problem]:
    for layout in layouts:
        first = layout.deployment.first_role
        yield from _unknown(content, "unknown-role", layout.deployment.where, ("first_role",), first, roles)
        for zone in layout.zones:
            yield from _unknown(content, "unknown-role", zone.where, ("role",), zone.role, roles)


@check
def victories_are_whole(content: Content) -> Iterator[Problem]:
    """A threshold has its role and points, a tie rule what it goes by."""
    for mission in content.missions.values():
        victory = mission.victory
        if victory.by == "threshold":
            for key in ("role", "points"):
                if getattr(victory, key) is None:
                    message = say("“{key}” is missing: a threshold needs it.", key=key)
                    yield _missing(content, mission.where, ("victory",), key, message)
        if victory.tie.by != "draw" and getattr(victory.tie, victory.tie.by) is None:
            message = say("“{key}” is missing: it breaks ties here.", key=victory.tie.by)
            yield _missing(content, mission.where, ("victory", "tie"), victory.tie.by, message)
