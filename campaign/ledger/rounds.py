"""The rounds of a battle as they were scored: what they add up to, and whether a lead has won at once."""

from __future__ import annotations

from dataclasses import replace

from campaign.ledger.battle import Battle
from campaign.ledger.scores import Answer, Scores, asked
from campaign.mechanisms.score import sheet, totals

__all__ = ["one_round", "points_after", "so_far", "won_at_once"]


def one_round(battle: Battle, number: int) -> Battle:
    """The battle with nothing but what it scores in one round (from 1), each term once: a round is asked and
    checked as a result is.
    """
    terms = tuple(
        replace(term, per="battle", from_round=1)
        for term in battle.terms
        if term.per == "round" and term.from_round <= number
    )
    return replace(battle, setup=replace(battle.setup, terms=terms), reveals=(), rounds=())


def so_far(battle: Battle, last: int | None = None) -> Scores:
    """The answers of the rounds that were scored, up to round `last`, as a result holds them.

    A round in between that was not scored counts nothing; nor does a term that the battle has no more.
    """
    steps = {step.round: step for step in battle.rounds if last is None or step.round <= last}
    scores = Scores()
    for who, term in asked(battle) if steps else ():
        if term.per == "round":
            numbers = [
                steps[place].answers.get(who, {}).get(term.id, 0) if place in steps else 0
                for place in range(1, max(steps) + 1)
            ]
            scores.put(who, term.id, Answer(tuple(numbers)))
    return scores


def points_after(battle: Battle, number: int) -> dict[str, int]:
    """Each side's points by the rounds up to one."""
    return totals(sheet(battle.terms, battle.forces, so_far(battle, number).answers), battle.roles)


def won_at_once(battle: Battle) -> tuple[int, str] | None:
    """The first round after which a side was ahead of every other by the mission's lead, and that side."""
    lead = battle.setup.lead
    for step in battle.rounds if lead is not None else ():
        points = points_after(battle, step.round)
        best = max(points, key=lambda side: points[side])
        if lead is not None and all(
            points[best] - other >= lead for side, other in points.items() if side != best
        ):
            return step.round, best
    return None
