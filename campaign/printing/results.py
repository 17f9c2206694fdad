"""One result as a view record: the score sheet, how each side came out and why, and what that does."""

from __future__ import annotations

from campaign.ledger.battle import Battle
from campaign.ledger.rounds import won_at_once
from campaign.ledger.state import Change, State
from campaign.mechanisms.effects import ABSENT
from campaign.mechanisms.score import Line
from campaign.mechanisms.term import Term
from campaign.printing.report import battle_view
from campaign.printing.report_views import DoneView, LineView, ResultView

__all__ = ["result_view"]


def result_view(state: State, battle: Battle) -> ResultView:
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
    by_answer: dict[tuple[str, str], list[Line]] = {}
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


def _does(state: State, battle: Battle) -> tuple[DoneView, ...]:
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


def _after(change: Change, battle: Battle) -> bool:
    return (change.played, change.entry) > (battle.played, battle.filed.name)
