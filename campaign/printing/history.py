"""The trail: every step of every entry, and one entry with all that was ever entered in it.

From the ledger alone. What is sealed and not yet revealed is shown as sealed and no more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from campaign.files.schema import unstructure
from campaign.ledger.battle import corrected_step, effective, voided
from campaign.ledger.entries import (
    AmendStep,
    Entry,
    RerollStep,
    RollStep,
    RoundStep,
    SealStep,
    SetupStep,
    Step,
    StoredEntry,
)
from campaign.ledger.phases import PhaseStep
from campaign.ledger.secrets import OWNER
from campaign.printing.ledger.phases import table_view
from campaign.printing.ledger.report import battle_sides, record_view, teams_of
from campaign.printing.ledger.results import result_view
from campaign.printing.ledger.views import BattleSideView, ResultView, TableView, TeamView
from campaign.printing.views import EffectView, RollView, TermView, effect_view, roll_view, term_view
from campaign.record import Record

if TYPE_CHECKING:
    from campaign.ledger.state import CampaignState

_HEAD = frozenset({"kind", "at", "by", "reason"})
_APART = frozenset({"rolls", "terms", "effects", "cards", "hash", "nonce"})
_OF_TABLE = frozenset({"columns", "resources", "table"})


def log_view(name: str, state: CampaignState, filed: Iterable[StoredEntry]) -> LogView:
    """Every step, in the order in which they were written."""
    numbers = {battle.filed.name: battle.number for battle in state.battles}
    lines = [
        LogLine(
            at=step.at,
            by=step.by,
            entry=each.name,
            tail=each.tail,
            number=numbers.get(each.name),
            of=each.entry.kind,
            step=step.kind,
            about=_about(step, each.entry),
            reason=getattr(step, "reason", ""),
        )
        for each in filed
        for step in each.entry.steps
    ]
    return LogView(name=name, lines=tuple(sorted(lines, key=lambda line: (line.at, line.entry))))


def _about(step: Step, entry: Entry) -> tuple[str, ...]:
    """What a step names: teams, a mission, a part, a test, a side."""
    names = next((each.names for each in entry.steps if isinstance(each, SetupStep)), {})
    if isinstance(step, SetupStep):
        return (step.mission.name,)
    if isinstance(step, RerollStep):
        return (step.part,)
    if isinstance(step, RollStep):
        return (step.test,)
    if isinstance(step, RoundStep):
        return (str(step.round),)
    if isinstance(step, SealStep):
        return (secret_name(step.of, names), step.side)
    if isinstance(step, AmendStep):
        return (step.now.kind,) if step.now else ()
    if isinstance(step, PhaseStep):
        return (step.name,)
    of = getattr(step, "of", "")
    return (secret_name(of, names),) if of else teams_of(step)


def secret_name(of: str, names: Mapping[str, str]) -> str:
    """What a secret belongs to, by the name of its step; what follows a dot is a part of it."""
    step, dot, part = of.removesuffix(OWNER).partition(".")
    return f"{names.get(step, step)}{dot}{part}"


def show_view(state: CampaignState, filed: StoredEntry) -> ShowView:
    """One entry: what stands, and every step as it was entered."""
    battle = next((each for each in state.battles if each.filed.name == filed.name), None)
    played, sides, steps = effective(filed.entry)
    involved = {team for side in sides for team in side.teams}
    involved |= {team for step in steps for team in teams_of(step)}
    return ShowView(
        entry=filed.name,
        tail=filed.tail,
        of=filed.entry.kind,
        number=battle.number if battle else None,
        played=played,
        void=voided(filed.entry),
        sealed=tuple(
            FieldView(path=(secret_name(seal.of, battle.setup.names),), values=(seal.side,))
            for seal in battle.unrevealed
        )
        if battle
        else (),
        sides=battle_sides(battle) if battle else (),
        resources=tuple(resource.name for resource in state.resources),
        totals=tuple(record_view(state, team) for team in state.teams.values() if team.name in involved),
        steps=_steps(state, filed.entry),
        result=result_view(state, battle) if battle and battle.result else None,
    )


def _steps(state: CampaignState, entry: Entry) -> tuple[StepView, ...]:
    """Each step with what it changed: a correction is compared with what stood just before it."""
    return tuple(_step(state, step, _before(entry, place, step)) for place, step in enumerate(entry.steps))


def _before(entry: Entry, place: int, step: Step) -> tuple[ChangedView, ...]:
    if not isinstance(step, AmendStep | RerollStep):
        return ()
    past = Entry(format=1, kind=entry.kind, played=entry.played, sides=entry.sides, steps=entry.steps[:place])
    played, sides, _ = effective(past)
    changed = []
    now: Step | None = step.setup if isinstance(step, RerollStep) else step.now
    if isinstance(step, AmendStep):
        if step.played and step.played != played:
            changed.append(ChangedView(path=("played",), old=(str(played),), new=(str(step.played),)))
        if step.sides and step.sides != sides:
            changed += _difference(
                _flat(unstructure(sides), ("sides",)), _flat(unstructure(step.sides), ("sides",))
            )
    if now is not None:
        old = corrected_step(past, step)
        changed += _difference(_whole(old) if old else {}, _whole(now))
    return tuple(changed)


def _difference(
    old: Mapping[tuple[str, ...], tuple[str, ...]], new: Mapping[tuple[str, ...], tuple[str, ...]]
) -> list[ChangedView]:
    paths = list(dict.fromkeys([*old, *new]))
    return [
        ChangedView(path=path, old=old.get(path, ()), new=new.get(path, ()))
        for path in paths
        if old.get(path) != new.get(path)
    ]


def _whole(step: Step) -> dict[tuple[str, ...], tuple[str, ...]]:
    return _flat({key: value for key, value in _data(step).items() if key not in _HEAD - {"reason"}})


def _data(step: Step) -> dict[str, Any]:
    found: dict[str, Any] = unstructure(step)
    return found


def _step(state: CampaignState, step: Step, changed: tuple[ChangedView, ...]) -> StepView:
    inner: Any = (
        step.setup
        if isinstance(step, RerollStep)
        else (step.now if isinstance(step, AmendStep) else None) or step
    )
    data = _data(step)
    for key in ("setup", "now"):
        data.pop(key, None)
    if inner is not step:
        data |= {key: value for key, value in _data(inner).items() if key not in _HEAD}
    apart = _APART | _OF_TABLE if isinstance(inner, PhaseStep) else _APART
    flat = _flat({key: value for key, value in data.items() if key not in _HEAD | apart})
    statuses = {status.id: status.name for resource in state.resources for status in resource.status}
    names = statuses | getattr(inner, "names", {})
    resources = {resource.id: resource.name for resource in state.resources}
    terms = getattr(inner, "terms", ())
    return StepView(
        step=step.kind,
        at=step.at,
        by=step.by,
        reason=getattr(step, "reason", ""),
        fields=tuple(
            FieldView(path=path, values=_called(path, values, names)) for path, values in flat.items()
        ),
        rolls=tuple(roll_view(roll) for roll in getattr(inner, "rolls", ())),
        terms=tuple(term_view(term, names) for term in terms),
        effects=tuple(
            effect_view(effect, names, resources, terms) for effect in getattr(inner, "effects", ())
        ),
        cards=tuple(
            ShownCard(
                holder=card.by,
                id=card.id,
                name=card.name,
                written=card.written,
                terms=tuple(term_view(term, names, (card.by,)) for term in card.terms),
                effects=tuple(effect_view(effect, names, resources, card.terms) for effect in card.effects),
            )
            for card in getattr(inner, "cards", ())
        ),
        table=table_view(state, inner) if isinstance(inner, PhaseStep) else None,
        changed=changed,
    )


def _called(path: tuple[str, ...], values: tuple[str, ...], names: Mapping[str, str]) -> tuple[str, ...]:
    """The values of a field; those of roles, degrees and drafted cards by their names."""
    if path[0] in ("roles", "draft") or path[-1] in ("role", "degree"):
        return tuple(names.get(value, value) for value in values)
    return values


def _flat(data: Any, path: tuple[str, ...] = ()) -> dict[tuple[str, ...], tuple[str, ...]]:
    """Every value by the keys that lead to it; a list of plain values stays together."""
    if isinstance(data, dict):
        items = [(str(key), value) for key, value in data.items()]
    elif isinstance(data, list) and any(isinstance(each, dict | list) for each in data):
        labels = [_label(each, place) for place, each in enumerate(data, start=1)]
        twice = {label for label in labels if labels.count(label) > 1}
        items = [
            (f"{label} {place}" if label in twice else label, each)
            for place, (label, each) in enumerate(zip(labels, data, strict=True), start=1)
        ]
    else:
        values = data if isinstance(data, list) else [data]
        return {path: tuple(str(value) for value in values)}
    found: dict[tuple[str, ...], tuple[str, ...]] = {}
    for key, value in items:
        found |= _flat(value, (*path, key))
    return found


def _label(each: Any, place: int) -> str:
    """What a record in a list is called: by its part, id, name or side, or by its place."""
    if isinstance(each, dict):
        for key in ("part", "id", "name"):
            if key in each and "side" not in each:
                return str(each[key])
        if "side" in each:
            return str(each["side"])
    return str(place)


class LogLine(Record):
    """One step of one entry; `about` names what it is of, `number` is None where it is no battle."""

    at: datetime
    by: str
    entry: str
    tail: str
    number: int | None
    of: str
    step: str
    about: tuple[str, ...]
    reason: str


class LogView(Record):
    """Every step of every entry, in the order in which they were written."""

    name: str
    lines: tuple[LogLine, ...]


class FieldView(Record):
    """A field as it was entered: the names that lead to it, and its values."""

    path: tuple[str, ...]
    values: tuple[str, ...]


class ChangedView(Record):
    """A field that a correction changed; an empty side had nothing."""

    path: tuple[str, ...]
    old: tuple[str, ...]
    new: tuple[str, ...]


class ShownCard(Record):
    """A card that came to light: who held it, what stood beside it, and what it scores and does."""

    holder: str
    id: str
    name: str
    written: str
    terms: tuple[TermView, ...]
    effects: tuple[EffectView, ...]


class StepView(Record):
    """A step as it was written; `changed` is what it corrects, `table` what a closed phase keeps."""

    step: str
    at: datetime
    by: str
    reason: str
    fields: tuple[FieldView, ...]
    rolls: tuple[RollView, ...]
    terms: tuple[TermView, ...]
    effects: tuple[EffectView, ...]
    cards: tuple[ShownCard, ...]
    table: TableView | None
    changed: tuple[ChangedView, ...]


class ShowView(Record):
    """One entry as entered, step by step; `result` where it is a battle that has one."""

    entry: str
    tail: str
    of: str
    number: int | None
    played: date
    void: bool
    sealed: tuple[FieldView, ...]
    sides: tuple[BattleSideView, ...]
    resources: tuple[str, ...]
    totals: tuple[TeamView, ...]
    steps: tuple[StepView, ...]
    result: ResultView | None
