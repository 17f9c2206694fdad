"""The cross-file rules of campaign.yaml: what a group set for itself against its game system."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from campaign.content.house import CampaignFile, rules_of
from campaign.content.made_battle import settings_of
from campaign.content.steps.order import OrderStep
from campaign.errors import Problem, Problems, Refusal, did_you_mean, no_such
from campaign.files.converters import Fault
from campaign.files.disk import FILE
from campaign.files.schema import problem_at
from campaign.files.yamlfile import read
from campaign.mechanisms.effects import Effect, Outcome
from campaign.mechanisms.formula import in_formulas
from campaign.mechanisms.standings import KNOWN, CampaignEnd
from campaign.words import say

if TYPE_CHECKING:
    from campaign.content.library import Library
    from campaign.content.mission import Mission
    from campaign.ledger.entries import SettingsStep
    from campaign.mechanisms.score import Tie


def check_house(root: Path, library: Library, file: CampaignFile) -> list[Problem]:
    """Every breach in campaign.yaml below `root`, in the order of the file."""
    rules = rules_of(library, file, datetime.now(UTC), "")
    found = [
        *_settings(library, file),
        *_effects(file, rules),
        *_outcomes(file),
        *_resources(rules, file),
        *_standings(rules, file),
        *_tie(library, file),
    ]
    if not found:
        return []
    document = read(root / FILE)
    return [problem_at(document, fault) for fault in found]


def _settings(library: Library, file: CampaignFile) -> Iterator[Fault]:
    system = library.system()
    for name, value in file.settings.items():
        try:
            settings_of(system, {name: int(value)})
        except Refusal as refusal:
            yield Fault("setting", ("settings", name), refusal.sentence, refusal.remedy)


def _effects(file: CampaignFile, rules: SettingsStep) -> Iterator[Fault]:
    kinds: list[tuple[str, Sequence[Effect]]] = [
        ("effects", file.effects),
        ("missed", file.missed or ()),
    ]
    resources = {resource.id for resource in rules.resources}
    statuses = {status.id for resource in rules.resources for status in resource.status}
    for key, effects in kinds:
        for index, effect in enumerate(effects):
            place = (key, index)
            if effect.resource not in resources:
                message = no_such("resource", effect.resource)
                near = did_you_mean(effect.resource, resources)
                yield Fault("unknown-resource", (*place, "resource"), message, near)
            if effect.status is not None and effect.status not in statuses:
                message = no_such("status", effect.status)
                yield Fault(
                    "unknown-status", (*place, "status"), message, did_you_mean(effect.status, statuses)
                )
            if key == "missed" and not isinstance(effect.by, int):
                message = say("A missed game has no enemies to take anything from.")
                yield Fault("bad-value", (*place, "by"), message, say("Write a number."))


def _outcomes(file: CampaignFile) -> Iterator[Fault]:
    known = get_args(Outcome)
    points = file.standings.points or {}
    for path, names in ((("takes",), file.takes or {}), (("standings", "points"), points)):
        for name in names:
            if name not in known:
                message = no_such("outcome", name)
                yield Fault("unknown-outcome", (*path, name), message, did_you_mean(name, known), True)


def _resources(rules: SettingsStep, file: CampaignFile) -> Iterator[Fault]:
    places = {resource.id: index for index, resource in enumerate(file.resources)}
    for resource in rules.resources:
        least, most = resource.min, resource.max
        beyond = (least is not None and resource.start < least) or (
            most is not None and resource.start > most
        )
        if beyond and resource.id in places:
            message = say(
                "“{name}” starts at {start}, outside its own limits.",
                name=resource.name,
                start=resource.start,
            )
            remedy = say("Change start, min or max.")
            yield Fault("out-of-range", ("resources", places[resource.id]), message, remedy)


def _standings(rules: SettingsStep, file: CampaignFile) -> Iterator[Fault]:
    statuses = {status.id for resource in rules.resources for status in resource.status}
    names = {*KNOWN, *(resource.id for resource in rules.resources), *statuses}
    scope = {in_formulas(name): 0 for name in names}
    for index, key in enumerate(file.standings.keys or ()):
        try:
            key.value.value(scope)
        except ValueError as error:
            yield Fault("formula-fails", ("standings", "keys", index, "value"), str(error), "")
    yield from _ends(file.standings.end or (), rules)


def _ends(ends: Sequence[CampaignEnd], rules: SettingsStep) -> Iterator[Fault]:
    """An end by a status or a resource names one that is there."""
    statuses = {status.id for resource in rules.resources for status in resource.status}
    known = {"status": statuses, "resource": {resource.id for resource in rules.resources}}
    for index, end in enumerate(ends):
        place = ("standings", "end", index)
        name = {"status": end.status, "resource": end.resource}.get(end.kind, "")
        if name is None:
            message = say("“{key}” is missing: this end depends on it.", key=end.kind)
            yield Fault("missing-key", place, message, say("Add “{key}: …”.", key=end.kind))
        elif end.kind in known and name not in known[end.kind]:
            message = no_such(end.kind, name)
            yield Fault(f"unknown-{end.kind}", place, message, did_you_mean(name, known[end.kind]))


def _tie(library: Library, file: CampaignFile) -> Iterator[Fault]:
    """The tie rule names what some mission has; while one of them can't be read, nobody can tell."""
    tie, system = file.tie, library.system()
    if tie is None:
        return
    orders = [step.id for step in system.procedure if isinstance(step, OrderStep)]
    terms = [term.id for term in system.terms]
    roles: list[str] = []
    if tie.role is not None or tie.term not in (None, *terms):
        missions = _missions(library)
        if missions is None:
            return
        terms += [term.id for mission in missions for term in mission.terms]
        roles = [role.id for mission in missions for role in mission.roles]
    yield from _named_by(tie, {"order": orders, "role": roles, "term": terms, "degree": list(system.degrees)})


def _named_by(tie: Tie, known: dict[str, Collection[str]]) -> Iterator[Fault]:
    if tie.by != "draw" and getattr(tie, tie.by) is None:
        message = say("“{key}” is missing: it breaks ties here.", key=tie.by)
        yield Fault("missing-key", ("tie",), message, say("Add “{key}: …” to the rule.", key=tie.by))
    for key, names in known.items():
        name = getattr(tie, key)
        if name is not None and name not in names:
            message = no_such(key, name)
            near = did_you_mean(name, names) or say("None is defined: remove this.")
            yield Fault(f"unknown-{key}", ("tie", key), message, near)


def _missions(library: Library) -> list[Mission] | None:
    """Every mission; None where one can't be read, which the check of the content tells."""
    try:
        return [library.mission(name) for name in library.mission_ids()]
    except Problems:
        return None
