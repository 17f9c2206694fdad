"""The rounds of a battle as they were scored: what they add up to, and whether a lead has won at once."""

from __future__ import annotations

from dataclasses import replace

from campaign.ledger.battle import Battle
from campaign.mechanisms.score import sheet, totals
from campaign.mechanisms.term import asked_by

__all__ = ["one_round", "points_after", "points_so_far", "rounds_that_count", "so_far", "won_at_once"]

Numbers = dict[str, dict[str, tuple[int, ...]]]
"""By who answers and term, a number for each round."""


def one_round(battle: Battle, number: int) -> Battle:
    """The battle with nothing but what it scores in one round (from 1), each term once: a round is asked and
    checked as a result is.
    """
    terms = tuple(
        replace(term, per="battle", from_round=1, in_all=None)
        for term in battle.terms
        if term.per == "round" and term.from_round <= number
    )
    return replace(battle, setup=replace(battle.setup, terms=terms), reveals=(), rounds=())


def _up_to(battle: Battle, last: int) -> Numbers:
    """The answers of the rounds up to one, as a result holds them.

    A round in between that was not scored counts nothing; nor does a term that the battle has no more.
    """
    steps = {step.round: step for step in battle.rounds if step.round <= last}
    found: Numbers = {}
    for term in battle.terms if steps else ():
        for who in (who for force in battle.forces for who in asked_by(term, force) if term.per == "round"):
            found.setdefault(who, {})[term.id] = tuple(
                steps[place].answers.get(who, {}).get(term.id, 0) if place in steps else 0
                for place in range(1, max(steps) + 1)
            )
    return found


def points_after(battle: Battle, number: int) -> dict[str, int]:
    """Each side's points by the rounds up to one."""
    return totals(sheet(battle.terms, battle.forces, _up_to(battle, number)), battle.roles)


def won_at_once(battle: Battle) -> tuple[int, str] | None:
    """The first round after which a side was ahead of every other by the mission's lead, and that side."""
    lead = battle.setup.lead
    if lead is None:
        return None
    for step in battle.rounds:
        points = points_after(battle, step.round)
        best = max(points, key=lambda side: points[side])
        if all(points[best] - other >= lead for side, other in points.items() if side != best):
            return step.round, best
    return None


def rounds_that_count(battle: Battle) -> int:
    """The last round that was scored, or the one that won the battle at once: none counts after it."""
    won = won_at_once(battle)
    return won[0] if won is not None else max((step.round for step in battle.rounds), default=0)


def so_far(battle: Battle) -> Numbers:
    """The answers of the rounds that count."""
    return _up_to(battle, rounds_that_count(battle))


def points_so_far(battle: Battle) -> dict[str, int]:
    """Each side's points by the rounds that count."""
    return points_after(battle, rounds_that_count(battle))
