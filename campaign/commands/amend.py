"""`campaign amend`: corrects any recorded field of an entry; what was there stays, with the reason."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any

from campaign.commands.result import Given
from campaign.errors import Refusal, did_you_mean
from campaign.files.schema import key_of, structure, unstructure
from campaign.folder import Folder, Hand
from campaign.ledger.battle import Battle, battle_of, effective
from campaign.ledger.entries import (
    Adjust,
    Amend,
    Filed,
    Join,
    Leave,
    Missed,
    Result,
    Reveal,
    Setup,
    Step,
)
from campaign.ledger.scores import check
from campaign.ledger.sides import Side
from campaign.mechanisms.dice import Chosen, Seeded
from campaign.names import clean
from campaign.printing.briefing import brief
from campaign.printing.printed import printed
from campaign.setup import recorded, remade, wishes_of
from campaign.words import say

__all__ = ["Correction", "amend", "corrected", "old_result"]


@dataclass(frozen=True, slots=True)
class Correction:
    """What is to be otherwise. `result` replaces the whole result; `fields` are those of the first step.

    `renamed` is sides or teams by their old name; `dice` and `mission` make the battle again around them.
    """

    reason: str
    result: Given | None = None
    played: date | None = None
    renamed: Mapping[str, str] = field(default_factory=dict)
    mission: str | None = None
    picks: Mapping[str, str] = field(default_factory=dict)
    dice: Mapping[str, Sequence[int]] = field(default_factory=dict)
    fields: Mapping[str, str] = field(default_factory=dict)


def old_result(battle: Battle) -> Given:
    """The result that stands, as the defaults of the questions."""
    if battle.result is None:
        return Given()
    return Given(battle.result.answers, battle.result.outcomes, battle.result.note)


def amend(folder: Folder, filed: Filed, wanted: Correction, hand: Hand) -> tuple[list[Step], dict[str, str]]:
    """The steps of a correction, and the briefing where it changes; nothing is written yet.

    Raises Refusal for a correction that corrects nothing, or can't be.
    """
    if not wanted.reason.strip():
        raise Refusal(say("A correction needs its reason."), say("Give it with --reason."))
    if filed.entry.kind != "battle":
        return _fields(folder, filed, wanted, hand), {}
    steps: list[Step] = []
    files: dict[str, str] = {}
    if wanted.renamed:
        steps += _renamed(folder, filed, wanted, hand)
    if wanted.mission or wanted.picks or wanted.dice:
        made, files = _made_again(folder, _with(filed, steps), wanted, hand)
        steps += made
    if wanted.result is not None:
        steps.append(_result(_with(filed, steps), wanted.result, wanted.reason, hand))
    if wanted.fields:
        known = ["played", "score", "outcome", "note", "mission", "die", "rename"]
        name = next(iter(wanted.fields))
        raise Refusal(say("A battle has no field “{name}” to set.", name=name), did_you_mean(name, known))
    if wanted.played and wanted.played != effective(filed.entry)[0]:
        steps.append(Amend(kind="amend", at=hand.at, by=hand.by, reason=wanted.reason, played=wanted.played))
    if not steps:
        raise Refusal(say("Nothing would change."), say("Say what is to be otherwise."))
    battle = battle_of(_with(filed, steps), 0)
    if battle.result is not None:
        check(battle, battle.result.answers, dict(battle.result.outcomes))
    return steps, files


def _with(filed: Filed, steps: Sequence[Step]) -> Filed:
    return Filed(filed.name, replace(filed.entry, steps=(*filed.entry.steps, *steps)))


def _result(filed: Filed, given: Given, reason: str, hand: Hand) -> Amend:
    battle = battle_of(filed, 0)
    if battle.result is None:
        raise Refusal(say("This battle has no result yet."), say("Take it with “campaign result”."))
    check(battle, given.answers, dict(given.outcomes))
    now = Result(
        kind="result",
        at=hand.at,
        by=hand.by,
        answers={side: dict(terms) for side, terms in given.answers.items()},
        outcomes=dict(given.outcomes),
        note=given.note,
    )
    return Amend(kind="amend", at=hand.at, by=hand.by, reason=reason, now=now)


def _made_again(
    folder: Folder, filed: Filed, wanted: Correction, hand: Hand
) -> tuple[list[Step], dict[str, str]]:
    battle = battle_of(filed, 0)
    old = battle.setup
    given = dict(old.wishes) | dict(wanted.picks)
    if wanted.mission:
        given["mission"] = wanted.mission
    setup = replace(
        old,
        wishes=given,
        rolls=tuple(each for each in old.rolls if each.part not in wanted.dice),
    )
    wishes = wishes_of(setup, battle.sides, folder.house)
    rest = Chosen(wanted.dice, Seeded(old.seed or 0))
    made = remade(folder.library, setup, wishes, None, rest, 0)
    now = recorded(made, hand.at, hand.by, old.seed)
    briefing = brief(
        made,
        battle.played,
        old.seed,
        battle=filed.name,
        number=next(each.number for each in folder.state.battles if each.filed.name == filed.name),
        campaign=folder.file.name,
        resources={resource.id: resource.name for resource in folder.state.resources},
    )
    step = Amend(kind="amend", at=hand.at, by=hand.by, reason=wanted.reason, now=now)
    return [step], printed(briefing)


def _renamed(folder: Folder, filed: Filed, wanted: Correction, hand: Hand) -> list[Step]:
    battle = battle_of(filed, 0)
    names = {side.name for side in battle.sides} | {team for side in battle.sides for team in side.teams}
    for old in wanted.renamed:
        if old not in names:
            raise Refusal(
                say("No side or team of this battle is called “{old}”.", old=old), did_you_mean(old, names)
            )
    teams = {team for side in battle.sides for team in side.teams}
    new = {old: clean(name, "side") for old, name in wanted.renamed.items()}
    _check_known("team", [name for old, name in new.items() if old in teams], folder.state.teams)
    sides = tuple(
        Side(name=new.get(side.name, side.name), teams=tuple(new.get(team, team) for team in side.teams))
        for side in battle.sides
    )
    if len({side.name for side in sides}) < len(sides):
        raise Refusal(say("Two sides would have the same name."), say("Rename both, or another."))
    steps: list[Step] = [Amend(kind="amend", at=hand.at, by=hand.by, reason=wanted.reason, sides=sides)]
    standing: list[Setup | Reveal | Result] = [battle.setup, *battle.reveals]
    standing += [battle.result] if battle.result else []
    for step in standing:
        now = _read_back(type(step), _substituted(unstructure(step), new))
        if now != step:
            steps.append(Amend(kind="amend", at=hand.at, by=hand.by, reason=wanted.reason, now=now))
    return steps


def _substituted(data: Any, new: Mapping[str, str]) -> Any:
    """The data with names exchanged, also where they end the name of a roll."""
    if isinstance(data, dict):
        return {_substituted(key, new): _substituted(value, new) for key, value in data.items()}
    if isinstance(data, list):
        return [_substituted(each, new) for each in data]
    if isinstance(data, str):
        if data in new:
            return new[data]
        for old, name in new.items():
            if data.endswith(f".{old}"):
                return data[: -len(old)] + name
    return data


def _fields(folder: Folder, filed: Filed, wanted: Correction, hand: Hand) -> list[Step]:
    """A correction of any field of an entry that is no battle."""
    played, _, steps = effective(filed.entry)
    step = next(each for each in steps if each.kind == filed.entry.kind)
    data = unstructure(step)
    keys = [key_of(each) for each in type(step).__dataclass_fields__]
    known = [key for key in keys if key not in ("kind", "at", "by")]
    for name, text in wanted.fields.items():
        if name not in known:
            raise Refusal(say("There is no field “{name}” here.", name=name), did_you_mean(name, known))
        data[name] = _value(name, text)
    now = _read_back(type(step), {**data, "at": hand.at.isoformat(), "by": hand.by})
    _check_named(folder, now)
    changed = bool(wanted.fields) and replace(now, at=step.at, by=step.by) != step
    moved = wanted.played if wanted.played != played else None
    if not changed and moved is None:
        raise Refusal(
            say("Nothing would change."),
            say("Fields of this entry: {names}, played.", names=", ".join(known)),
        )
    new = now if changed else None
    return [Amend(kind="amend", at=hand.at, by=hand.by, reason=wanted.reason, played=moved, now=new)]


def _check_named(folder: Folder, step: Any) -> None:
    """Raises Refusal where a corrected step names a team or a resource that isn't there."""
    resources = {each.id for each in folder.state.resources}
    if isinstance(step, Adjust | Missed):
        _check_known("team", step.teams, folder.state.teams)
    if isinstance(step, Adjust):
        _check_known("resource", [step.resource], resources)
    if isinstance(step, Leave):
        _check_known("team", [step.team], folder.state.teams)
    if isinstance(step, Join):
        _check_known("resource", step.start, resources)


def _check_known(what: str, names: Iterable[str], known: Iterable[str]) -> None:
    there = set(known)
    for name in names:
        if name not in there:
            raise Refusal(
                say("There is no {what} “{name}”.", what=what, name=name), did_you_mean(name, there)
            )


def _value(name: str, text: str) -> Any:
    from campaign.files.yamlfile import parse

    if name in ("team", "player", "reason"):
        return text
    return parse(text, Path(f"--set {name}")).data


def _read_back(kind: type[Any], data: Any) -> Any:
    plain = structure(kind, _plain(data), Path("--set"))
    record, faults = plain
    if record is None:
        raise Refusal("; ".join(fault.message for fault in faults), faults[0].remedy)
    return record


def _plain(data: Any) -> Any:
    from datetime import datetime

    if isinstance(data, dict):
        return {key: _plain(value) for key, value in data.items()}
    if isinstance(data, list):
        return [_plain(each) for each in data]
    return data.isoformat() if isinstance(data, date | datetime) else data


def corrected(folder: Folder, filed: Filed, steps: Sequence[Step], files: Mapping[str, str]) -> None:
    """Writes a correction."""
    folder.write({**folder.grown(filed, list(steps)), **files})
