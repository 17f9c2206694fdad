"""Correcting single fields: any of any step of an entry, by its name or a path such as `chosen.0.note`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from campaign.commands.phase import check_free
from campaign.errors import Problems, Refusal, did_you_mean, no_such, refuse
from campaign.files.record_fields import key_of
from campaign.files.schema import structure, unstructure
from campaign.files.yamlfile import parse
from campaign.ledger.battle import standing
from campaign.ledger.entries import AdjustStep, Amendable, JoinStep, LeaveStep, MissedStep, StoredEntry
from campaign.ledger.phases import PhaseStep
from campaign.names import clean, same
from campaign.record import fields, replace
from campaign.words import say

if TYPE_CHECKING:
    from campaign.campaign import Campaign
    from campaign.ledger.entries_io import Author

KEPT = ("kind", "at", "by")


def with_fields(
    campaign: Campaign, filed: StoredEntry, wanted: Mapping[str, str], number: int | None, author: Author
) -> tuple[Amendable, int]:
    """The step with these fields in place of its own, and its number in the entry (from 1).

    Raises Refusal for an unknown step or field, a value that can't stand there, and where nothing changes.
    """
    steps = standing(filed.entry)
    if number is None and filed.entry.kind == "battle":
        refuse("A battle has several steps.", "Choose one with --step; “campaign show” lists their numbers.")
    step = steps.get(number or 1)
    if not isinstance(step, get_args(Amendable)):
        known = ", ".join(str(each) for each, one in steps.items() if isinstance(one, get_args(Amendable)))
        refuse(
            "Step {number} of this entry can’t be corrected.",
            "Steps that can be corrected: {known}.",
            number=number,
            known=known,
        )
    now = step
    for path, text in wanted.items():
        now = _with_field(now, path, text)
    if now == step:
        refuse("Nothing to amend.", "Fields: {known}.", known=", ".join(_keys(step)))
    now = replace(now, at=author.at, by=author.by)
    _check_named(campaign, filed, now)
    return now, number or 1


def _keys(step: Any) -> list[str]:
    return [key for each in fields(step) if (key := key_of(each.name)) not in KEPT]


def _with_field(step: Any, path: str, text: str) -> Any:
    """One field set: as YAML where that fits the field, else as the plain text."""
    first, *rest = path.split(".")
    if first not in _keys(step):
        raise Refusal(say("There is no field “{name}” here.", name=first), did_you_mean(first, _keys(step)))
    try:
        value = parse(text, Path("--set")).data
    except Problems:
        value = text
    data = unstructure(step)
    record, faults = structure(type(step), _placed(data, [first, *rest], value))
    if record is None:
        record, _ = structure(type(step), _placed(data, [first, *rest], text))
    if record is None:
        raise Refusal("; ".join(fault.message for fault in faults), faults[0].remedy)
    return record


def _placed(data: Any, path: list[str], value: Any) -> Any:
    """A copy of plain data with a value at a path; what is not there yet is a mapping."""
    if not path:
        return value
    first, *rest = path
    if isinstance(data, list):
        if not first.isascii() or not first.isdigit() or int(first) >= len(data):
            refuse(
                "“{place}” is not a position in a list of {count}.",
                "Positions count from 0.",
                place=first,
                count=len(data),
            )
        place = int(first)
        return [*data[:place], _placed(data[place], rest, value), *data[place + 1 :]]
    inside = data if isinstance(data, dict) else {}
    return {**inside, first: _placed(inside.get(first), rest, value)}


def _check_named(campaign: Campaign, filed: StoredEntry, step: Any) -> None:
    """Raises Refusal where a corrected step names a team or a resource that isn't there."""
    resources = {each.id for each in campaign.state.resources}
    if isinstance(step, AdjustStep | MissedStep):
        check_teams(step.teams, campaign.state.teams)
    if isinstance(step, AdjustStep):
        _check_resources([step.resource], resources)
    if isinstance(step, LeaveStep):
        check_teams([step.team], campaign.state.teams)
    if isinstance(step, PhaseStep):
        if clean(step.name) != step.name:
            refuse("“{name}” is not a valid name for a phase.", "Remove the extra spaces.", name=step.name)
        check_free(campaign, step.name, filed.name)
    if isinstance(step, JoinStep):
        _check_new_name(campaign, filed, step.team)
        _check_resources(step.start, resources)


def _check_new_name(campaign: Campaign, filed: StoredEntry, team: str) -> None:
    """Raises Refusal for a name that no team may have, or that another has."""
    if clean(team) != team:
        refuse("“{name}” is not a valid name for a team.", "Remove the extra spaces.", name=team)
    others = [
        step.team
        for each in campaign.filed
        if each.name != filed.name
        for step in standing(each.entry).values()
        if isinstance(step, JoinStep)
    ]
    if any(same(team, other) for other in others):
        refuse("“{name}” is already in the campaign.", "Choose another name.", name=team)


def check_teams(names: Iterable[str], known: Iterable[str]) -> None:
    """Raises Refusal for a team that is not among these."""
    there = set(known)
    for name in names:
        if name not in there:
            raise Refusal(say("There is no team “{name}”.", name=name), did_you_mean(name, there))


def _check_resources(names: Iterable[str], known: Iterable[str]) -> None:
    there = set(known)
    for name in names:
        if name not in there:
            raise Refusal(no_such("resource", name), did_you_mean(name, there))
