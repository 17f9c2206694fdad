"""One result as a view record: the score sheet, how each side came out and why, and what that does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from campaign.errors import Refusal
from campaign.ledger.battle import Battle, won_at_once
from campaign.mechanisms.effects import ABSENT
from campaign.printing.ledger.report import battle_view, impossible_views
from campaign.printing.ledger.views import DoneView, ImpossibleView, LineView, ResultView, StandingsView
from campaign.record import Record

if TYPE_CHECKING:
    from campaign.ledger.entries import Step, StoredEntry
    from campaign.ledger.state import CampaignState, ResourceChange
    from campaign.mechanisms.score import ScoreLine
    from campaign.mechanisms.terms import Term


def result_view(state: CampaignState, battle: Battle) -> ResultView:
    """The result of a battle that `state` holds with it, written or not yet. The battle must have one."""
    victory = battle.setup.victory
    tie = victory.tie
    place = {"role": tie.role, "order": f"{tie.order}.{tie.pick}", "term": tie.term}.get(tie.by)
    names = {term.id: term.name for term in battle.terms}
    at_once = won_at_once(battle)
    return ResultView(
        battle=battle_view(state, battle),
        lines=_lines(battle),
        why=_why(battle),
        tie=tie.by,
        tie_place=names.get(place or "", place or "") if tie.by == "term" else battle.name_of(place or ""),
        threshold_role=battle.name_of(victory.role or ""),
        threshold_points=victory.points or 0,
        lead=battle.setup.lead or 0,
        lead_round=at_once[0] if at_once else 0,
        resources=tuple(resource.name for resource in state.resources),
        does=_does(state, battle),
    )


def _lines(battle: Battle) -> tuple[LineView, ...]:
    by_answer: dict[tuple[str, str], list[ScoreLine]] = {}
    for line in battle.lines():
        by_answer.setdefault((line.by, line.term.id), []).append(line)
    answers = battle.result.answers if battle.result else {}
    models = battle.result.models if battle.result else {}
    return tuple(
        LineView(
            side=lines[0].side,
            by=who,
            term=term,
            name=lines[0].term.name,
            each=lines[0].term.each.value({}),
            numbers=_numbers(lines[0].term, answers.get(who, {}).get(term, ())),
            count=lines[0].count,
            points=lines[0].points,
            to=tuple(line.to for line in lines),
            worth=str(lines[0].term.worth) if lines[0].term.worth else "",
            models=models.get(who, {}).get(term, ()),
        )
        for (who, term), lines in by_answer.items()
    )


def _numbers(term: Term, answered: tuple[int, ...]) -> tuple[int, ...]:
    """Without the rounds before the first that scores."""
    return answered[term.from_round - 1 :] if term.per == "round" else answered


def _why(battle: Battle) -> str:
    typed = battle.result.outcomes if battle.result else {}
    if "won" in typed.values() or len(typed) == len(battle.sides):
        return "typed"
    absent = [side for side, outcome in typed.items() if outcome in ABSENT]
    if absent and len(typed) == len(battle.sides) - 1:
        return "alone"
    if any(standing.tie for standing in battle.outcomes().values()):
        return "tie"
    return "lead" if won_at_once(battle) is not None else battle.setup.victory.by


def _does(state: CampaignState, battle: Battle) -> tuple[DoneView, ...]:
    """Each resource of each team that took part, in their order."""
    found = []
    for side in battle.sides:
        for name in side.teams:
            team = state.teams.get(name)
            for resource in state.resources if team else ():
                assert team is not None
                of_it = [one for one in state.changes if (one.team, one.resource) == (name, resource.id)]
                own = [one for one in of_it if one.entry == battle.filed.name]
                later = [one for one in of_it if _after(one, battle)]
                total = team.totals.get(resource.id, resource.start) - sum(one.applied for one in later)
                applied = sum(one.applied for one in own)
                found.append(
                    DoneView(
                        team=name,
                        resource=resource.name,
                        before=total - applied,
                        asked=sum(one.asked for one in own),
                        applied=applied,
                        total=total,
                    )
                )
    return tuple(found)


def _after(change: ResourceChange, battle: Battle) -> bool:
    return (change.played, change.entry) > (battle.played, battle.filed.name)


class RecordedView(Record):
    """A result that was written, and where all stand then."""

    result: ResultView
    standings: StandingsView


class SeasonView(Record):
    """Many results, in the order of the campaign."""

    results: tuple[ResultView, ...]


class DifferenceView(Record):
    """A total that a correction changes: of a resource, or by a key of the standings."""

    team: str
    resource: str
    before: int
    after: int


class CorrectionView(Record):
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


class StrayView(Record):
    """A battle that the road does not lead to any more."""

    number: int
    mission: str


def correction_view(
    filed: StoredEntry,
    steps: Sequence[Step],
    reason: str,
    before: CampaignState,
    after: CampaignState,
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


def _differences(before: CampaignState, after: CampaignState) -> Iterable[DifferenceView]:
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


def _by_keys(state: CampaignState) -> dict[str, dict[str, int]]:
    """What the keys of the standings come to for each team that is present; nothing without a value."""
    try:
        return {placed.team: placed.values for placed in state.placed()}
    except Refusal:
        return {}
