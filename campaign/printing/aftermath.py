"""Views of what a command changes: a result with the standings after it, a season, a correction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from campaign.errors import Refusal
from campaign.ledger.battle import Battle
from campaign.ledger.entries import Filed, Step
from campaign.ledger.state import State
from campaign.printing.report import impossible_views
from campaign.printing.report_views import ImpossibleView, ResultView, StandingsView
from campaign.printing.results import result_view

__all__ = [
    "CorrectionView",
    "DifferenceView",
    "RecordedView",
    "SeasonView",
    "StrayView",
    "correction_view",
    "recorded_view",
    "season_view",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedView:
    """A result that was written, and where all stand then."""

    result: ResultView
    standings: StandingsView


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonView:
    """Many results, in the order of the campaign."""

    results: tuple[ResultView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferenceView:
    """A total that a correction changes: of a resource, or by a key of the standings."""

    team: str
    resource: str
    before: int
    after: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectionView:
    """What a correction changes; `steps` are the kinds of its steps, `result` the battle's as it stands then.

    `impossible` is what only this correction makes impossible, `strayed` the battles that it leaves off the
    road.
    """

    entry: str
    tail: str
    of: str
    number: int | None
    reason: str
    steps: tuple[str, ...]
    differences: tuple[DifferenceView, ...]
    impossible: tuple[ImpossibleView, ...]
    strayed: tuple[StrayView, ...]
    result: ResultView | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StrayView:
    """A battle that the road does not lead to any more."""

    number: int
    mission: str


def recorded_view(result: ResultView, standings: StandingsView) -> RecordedView:
    """A result and the standings after it."""
    return RecordedView(result=result, standings=standings)


def season_view(results: Iterable[ResultView]) -> SeasonView:
    """Many results."""
    return SeasonView(results=tuple(results))


def correction_view(
    filed: Filed,
    steps: Sequence[Step],
    reason: str,
    before: State,
    after: State,
    strayed: Iterable[Battle] = (),
) -> CorrectionView:
    """The campaign before and after a correction, compared total by total; `strayed` are the battles that it
    leaves off the road.
    """
    battle = next((each for each in after.battles if each.filed.name == filed.name), None)
    recorded = battle is not None and battle.status == "recorded"
    known = set(before.impossible)
    return CorrectionView(
        entry=filed.name,
        tail=filed.tail,
        of=filed.entry.kind,
        number=battle.number if battle else None,
        reason=reason,
        steps=tuple(step.kind for step in steps),
        differences=tuple(_differences(before, after)),
        impossible=impossible_views(after, [each for each in after.impossible if each not in known]),
        strayed=tuple(StrayView(number=each.number, mission=each.setup.mission.name) for each in strayed),
        result=result_view(after, battle) if battle is not None and recorded else None,
    )


def _differences(before: State, after: State) -> Iterable[DifferenceView]:
    """Every resource and every key of the standings that changes, team by team."""
    names = {resource.id: resource.name for resource in (*before.resources, *after.resources)}
    keys = {key.id: key.name for key in (*before.standings.keys, *after.standings.keys) if key.show}
    old_keys, new_keys = _by_keys(before), _by_keys(after)
    for name in {**before.teams, **after.teams}:
        old = before.teams[name].totals if name in before.teams else {}
        new = after.teams[name].totals if name in after.teams else {}
        changed = [(what, old.get(each, 0), new.get(each, 0)) for each, what in names.items()]
        old, new = old_keys.get(name, {}), new_keys.get(name, {})
        told = set(names.values())
        changed += [
            (what, old.get(each, 0), new.get(each, 0)) for each, what in keys.items() if what not in told
        ]
        for what, was, becomes in changed:
            if was != becomes:
                yield DifferenceView(team=name, resource=what, before=was, after=becomes)


def _by_keys(state: State) -> dict[str, dict[str, int]]:
    """What the keys of the standings come to for each team that is present; nothing without a value."""
    try:
        return {placed.team: placed.values for placed in state.placed()}
    except Refusal:
        return {}
