"""The score sheet of a battle, which is its terms, and who won.

Answers are checked against what the terms can give, added up by side, and turned into an outcome for each
side by the mission's victory and tie rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from campaign.errors import did_you_mean
from campaign.files.schema import Between, Id
from campaign.mechanisms.effects import ABSENT, Outcome
from campaign.mechanisms.term import Answers, Term, asked_of, bound, name_in_formulas, settled
from campaign.words import say

__all__ = [
    "Answers",
    "Line",
    "Place",
    "Standing",
    "Term",
    "Tie",
    "Victory",
    "asked_of",
    "doubts",
    "outcomes",
    "bound",
    "name_in_formulas",
    "settled",
    "sheet",
    "totals",
]

Place = Literal["highest", "lowest"]
"""An end of the order that an order step rolled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tie:
    """Who wins among sides with equal points: nobody (`draw`), an end of an order, or a role."""

    by: Literal["draw", "order", "role"] = "draw"
    order: Id | None = None
    pick: Place = "lowest"
    role: Id | None = None
    degree: Id | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Victory:
    """Most points win; or a role wins with at least `points`, and otherwise its enemies do (`threshold`).

    `degree` is the degree of a win that no tie rule decided.
    """

    by: Literal["most", "threshold"] = "most"
    role: Id | None = None
    points: Annotated[int, Between(1, 999)] | None = None
    degree: Id | None = None
    tie: Tie = Tie()


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a score sheet: `side` answered `term` with `count`, which gives `points` to `to`."""

    side: str
    term: Term
    count: int
    points: int
    to: str


@dataclass(frozen=True, slots=True)
class Standing:
    """How a side came out; `tie` when the tie rule decided it."""

    outcome: Outcome
    degree: str | None = None
    tie: bool = False


def doubts(
    terms: Iterable[Term], roles: Mapping[str, str | None], answers: Answers, rounds: int
) -> list[str]:
    """Why these answers can't be: one sentence for each; empty when the terms can give them."""
    known = {term.id: term for term in terms}
    wrong = []
    for side, given in answers.items():
        for name, numbers in given.items():
            term = known.get(name)
            if term is None:
                reason = say("{side}: nothing here is scored as “{name}”.", side=side, name=name)
                wrong.append(f"{reason} {did_you_mean(name, known)}".strip())
            elif not asked_of(term, roles.get(side)):
                wrong.append(
                    say(
                        "{side}: “{name}” is scored by the {role} alone.",
                        side=side,
                        name=term.name,
                        role=term.role,
                    )
                )
            else:
                most = _most(term, known, [given])
                wrong += [
                    say("{side}: {reason}", side=side, reason=reason)
                    for reason in _doubts_of(term, numbers, rounds, most)
                ]
    for term in known.values():
        if term.shared and term.most is not None:
            wrong += _shared_doubts(term, known, answers)
    return wrong


def _most(
    term: Term, known: Mapping[str, Term], given: Sequence[Mapping[str, tuple[int, ...]]]
) -> int | None:
    """The most that this answer can be beside the others; all answers of a term count together."""
    if term.most is None:
        return None
    others = {name_in_formulas(name): sum(sum(answers.get(name, ())) for answers in given) for name in known}
    return max(0, term.most.value(others))


def _doubts_of(term: Term, numbers: tuple[int, ...], rounds: int, most: int | None) -> list[str]:
    wrong = []
    if term.per == "battle" and len(numbers) != 1:
        wrong.append(
            say(
                "“{name}” is one number for the battle, and {count} came.", name=term.name, count=len(numbers)
            )
        )
    if term.per == "round" and len(numbers) > rounds:
        wrong.append(
            say(
                "“{name}” is a number for each of {rounds} rounds at most, and {count} came.",
                name=term.name,
                rounds=rounds,
                count=len(numbers),
            )
        )
    for place, number in enumerate(numbers, start=1):
        if reason := _doubt_of(term, number, place, most):
            wrong.append(reason)
    return wrong


def _doubt_of(term: Term, number: int, place: int, most: int | None) -> str:
    """What is wrong with one number, that of the round `place` where rounds count; empty if nothing is."""
    if number < 0:
        return say("“{name}” can’t be {number}: write 0 or more.", name=term.name, number=number)
    if term.per == "round" and place < term.from_round and number:
        return say(
            "“{name}” scores from round {first}, not in round {round}.",
            name=term.name,
            first=term.from_round,
            round=place,
        )
    if most is not None and number > most:
        return say("“{name}” is {most} at most, and {number} came.", name=term.name, most=most, number=number)
    return ""


def _shared_doubts(term: Term, known: Mapping[str, Term], answers: Answers) -> list[str]:
    """For all sides together; what one side alone has too many of is said of that side."""
    most = _most(term, known, list(answers.values())) or 0
    by_side = [
        (numbers, _most(term, known, [given]) or 0)
        for given in answers.values()
        if (numbers := given.get(term.id))
    ]
    wrong = []
    for place in range(max((len(numbers) for numbers, _ in by_side), default=0)):
        here = [(numbers[place], own) for numbers, own in by_side if place < len(numbers)]
        together = sum(number for number, _ in here)
        if together > most and all(number <= own for number, own in here):
            wrong.append(
                say(
                    "“{name}” is {most} for all sides together, and {together} came.",
                    name=term.name,
                    most=most,
                    together=together,
                )
            )
    return wrong


def sheet(terms: Iterable[Term], roles: Mapping[str, str | None], answers: Answers) -> list[Line]:
    """Every line of the score sheet, terms in their order and sides within them; a blank answer is 0."""
    lines = []
    for term in terms:
        for side, role in roles.items():
            if not asked_of(term, role):
                continue
            count = sum(answers.get(side, {}).get(term.id, ()))
            points = count * term.each.value({})
            gets = [side] if term.to == "self" else [other for other in roles if other != side]
            lines += [Line(side, term, count, points, other) for other in gets]
    return lines


def totals(lines: Iterable[Line], sides: Iterable[str]) -> dict[str, int]:
    """Each side's points."""
    points = dict.fromkeys(sides, 0)
    for line in lines:
        points[line.to] += line.points
    return points


def outcomes(
    victory: Victory,
    points: Mapping[str, int],
    roles: Mapping[str, str | None],
    orders: Mapping[str, tuple[str, ...]],
    typed: Mapping[str, Outcome],
) -> dict[str, Standing]:
    """How each side came out: worked out from points and tie rule, typed outcomes as they are.

    A side that did not play to the end is out of the comparison; a side left alone by that has won. A
    draw typed for one side alone is shared by whoever did best among the others.
    """
    result = {side: Standing(outcome) for side, outcome in typed.items()}
    rest = [side for side in points if side not in typed]
    if not rest:
        return result
    won_already = any(outcome == "won" for outcome in typed.values())
    absent = any(outcome in ABSENT for outcome in typed.values())
    if won_already:
        result |= {side: Standing("lost") for side in rest}
    elif "drew" in typed.values():
        alone = list(typed.values()).count("drew") == 1
        best = max(points[side] for side in rest)
        result |= {side: Standing("drew" if alone and points[side] == best else "lost") for side in rest}
    elif len(rest) == 1 and absent:
        result[rest[0]] = Standing("won", victory.degree)
    elif victory.by == "threshold":
        result |= _by_threshold(victory, {side: points[side] for side in rest}, roles)
    else:
        result |= _by_most(victory, {side: points[side] for side in rest}, roles, orders)
    return {side: result[side] for side in points}


def _by_threshold(
    victory: Victory, points: Mapping[str, int], roles: Mapping[str, str | None]
) -> dict[str, Standing]:
    reached = any(
        roles.get(side) == victory.role and total >= (victory.points or 1) for side, total in points.items()
    )
    return {
        side: Standing("won", victory.degree)
        if (roles.get(side) == victory.role) == reached
        else Standing("lost")
        for side in points
    }


def _by_most(
    victory: Victory,
    points: Mapping[str, int],
    roles: Mapping[str, str | None],
    orders: Mapping[str, tuple[str, ...]],
) -> dict[str, Standing]:
    best = max(points.values())
    level = [side for side, total in points.items() if total == best]
    lost = {side: Standing("lost") for side in points if side not in level}
    if len(level) == 1:
        return {level[0]: Standing("won", victory.degree)} | lost
    winner = _by_tie(victory.tie, level, roles, orders)
    if winner is None:
        return {side: Standing("drew", tie=True) for side in level} | lost
    return {
        side: Standing("won", victory.tie.degree, tie=True) if side == winner else Standing("lost", tie=True)
        for side in level
    } | lost


def _by_tie(
    tie: Tie, level: list[str], roles: Mapping[str, str | None], orders: Mapping[str, tuple[str, ...]]
) -> str | None:
    if tie.by == "order" and tie.order is not None and tie.order in orders:
        placed = [side for side in orders[tie.order] if side in level]
        return placed[0 if tie.pick == "highest" else -1]
    if tie.by == "role":
        fitting = [side for side in level if roles.get(side) == tie.role]
        return fitting[0] if len(fitting) == 1 else None
    return None
