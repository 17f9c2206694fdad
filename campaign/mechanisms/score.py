"""The score sheet of a battle, which is its terms, and who won.

Answers are checked against what the terms can give, added up by side, and turned into an outcome for each
side by the mission's victory and tie rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, zip_longest
from typing import Annotated, Literal

from campaign.errors import did_you_mean
from campaign.files.converters import Between
from campaign.files.schema import Id
from campaign.mechanisms.effects import ABSENT, Outcome
from campaign.mechanisms.formula import Formula, in_formulas
from campaign.mechanisms.terms import (
    ROUND,
    Answers,
    Force,
    Term,
    asked_by,
    counted,
    earned,
)
from campaign.record import Record
from campaign.words import listed, say

DEAREST = 999
"""The most points that one model can cost."""

Place = Literal["highest", "lowest"]
"""An end of the order that an order step rolled."""


class Tie(Record):
    """Who wins among sides with equal points: nobody (`draw`), an end of an order, a role, or whoever
    scored most by one term.
    """

    by: Literal["draw", "order", "role", "term"] = "draw"
    order: Id | None = None
    pick: Place = "lowest"
    role: Id | None = None
    term: Id | None = None
    degree: Id | None = None


class Victory(Record):
    """Most points win; or a role wins with at least `points`, and otherwise its enemies do (`threshold`).

    `degree` is the degree of a win that no tie rule decided.
    """

    by: Literal["most", "threshold"] = "most"
    role: Id | None = None
    points: Annotated[int, Between(1, 999)] | None = None
    degree: Id | None = None
    tie: Tie = Tie()


class ScoreLine(Record, kw_only=False):
    """One line of a score sheet: `by` (`side`, or a team of it) answered `term` with `count`, which gives
    `points` to `to`.
    """

    side: str
    by: str
    term: Term
    count: int
    points: int
    to: str


class SideOutcome(Record, kw_only=False):
    """How a side came out; `tie` when the tie rule decided it."""

    outcome: Outcome
    degree: str | None = None
    tie: bool = False


def doubts(terms: Iterable[Term], forces: Sequence[Force], answers: Answers, rounds: int) -> list[str]:
    """Why these answers can't be: one sentence for each; empty when the terms can give them."""
    known = {term.id: term for term in terms}
    wrong = []
    for who, given in answers.items():
        force = next((each for each in forces if each.has(who)), Force(who))
        around = [answers.get(name, {}) for name in dict.fromkeys((force.name, *force.members))]
        for name, numbers in given.items():
            term = known.get(name)
            if term is None or who not in asked_by(term, force):
                wrong.append(_not_asked(who, name, term, force, known))
                continue
            # What a card asks is bounded by its holder's own answers: an ally may hold the same card.
            most = _most(term, known, [given] if term.holders else around)
            wrong += [
                say("{side}: {reason}", side=who, reason=reason)
                for reason in _doubts_of(term, numbers, rounds, most)
            ]
    for term in known.values():
        if term.shared and term.most is not None:
            wrong += _shared_doubts(term, known, answers)
        if term.in_all is not None:
            wrong += _doubts_in_all(term, term.in_all, answers)
    return wrong


def _doubts_in_all(term: Term, in_all: Formula, answers: Answers) -> Iterator[str]:
    """For several rounds together: the first round up to which more came than can have come."""
    given = {who: terms[term.id] for who, terms in answers.items() if term.id in terms}
    if term.shared and given:
        given = {"": tuple(map(sum, zip_longest(*given.values(), fillvalue=0)))}
    for who, numbers in given.items():
        for place, came in enumerate(accumulate(numbers), start=1):
            most = in_all.value({ROUND: place})
            if came > most:
                reason = say(
                    "“{name}” can be at most {most} in the rounds up to {round}; got {number}.",
                    name=term.name,
                    most=most,
                    round=place,
                    number=came,
                )
                yield say("{side}: {reason}", side=who, reason=reason) if who else reason
                break


def _not_asked(who: str, name: str, term: Term | None, force: Force, known: Mapping[str, Term]) -> str:
    """Why somebody can't answer a term: it is not there, another's, or asked of others on the same side."""
    if term is None:
        reason = say("{side}: nothing here is scored as “{name}”.", side=who, name=name)
        return f"{reason} {did_you_mean(name, known)}".strip()
    asked = asked_by(term, force)
    if asked:
        return say(
            "{side}: “{name}” has to be given for: {others}.", side=who, name=term.name, others=listed(asked)
        )
    if term.holders:
        holders = listed(term.holders)
        return say("{side}: “{name}” is on a card of: {holders}.", side=who, name=term.name, holders=holders)
    return say(
        "{side}: “{name}” is scored only by this role: {role}.", side=who, name=term.name, role=term.role
    )


def _most(
    term: Term, known: Mapping[str, Term], given: Sequence[Mapping[str, tuple[int, ...]]]
) -> int | None:
    """The most that this answer can be beside the others; all answers of a term count together."""
    if term.most is None:
        return None
    # What is not asked here, in a single round for one, bounds nothing.
    others = dict.fromkeys(term.most.names, 0) | {
        in_formulas(name): sum(counted(other, answers.get(name, ())) for answers in given)
        for name, other in known.items()
    }
    return max(0, term.most.value(others))


def _doubts_of(term: Term, numbers: tuple[int, ...], rounds: int, most: int | None) -> list[str]:
    if term.worth is not None:
        return _doubts_of_models(term, numbers, most)
    wrong = []
    if term.per == "battle" and len(numbers) != 1:
        wrong.append(
            say(
                "“{name}” takes one number for the whole battle; got {count}.",
                name=term.name,
                count=len(numbers),
            )
        )
    if term.per == "round" and len(numbers) > rounds:
        before = term.from_round - 1  # rounds that nobody is asked about
        wrong.append(
            say(
                "“{name}” takes one number per round, at most {rounds}; got {count}.",
                name=term.name,
                rounds=rounds - before,
                count=len(numbers) - before,
            )
        )
    for place, number in enumerate(numbers, start=1):
        if reason := _doubt_of(term, number, place, most):
            wrong.append(reason)
    return wrong


def _doubts_of_models(term: Term, points: tuple[int, ...], most: int | None) -> list[str]:
    """What is wrong with a list of models by their points."""
    wrong = [
        say(
            "“{name}”: a model costs 1 to {most} points; got {number}.",
            name=term.name,
            most=DEAREST,
            number=number,
        )
        for number in points
        if not 1 <= number <= DEAREST
    ]
    if most is not None and len(points) > most:
        count = len(points)
        wrong.append(
            say("“{name}” can be at most {most}; got {number}.", name=term.name, most=most, number=count)
        )
    return wrong


def _doubt_of(term: Term, number: int, place: int, most: int | None) -> str:
    """What is wrong with one number, that of the round `place` where rounds count; empty if nothing is."""
    if number < 0:
        return say("“{name}” can’t be {number}: write 0 or more.", name=term.name, number=number)
    if term.per == "round" and place < term.from_round and number:
        return say(
            "“{name}” scores from round {first} on, not in round {round}.",
            name=term.name,
            first=term.from_round,
            round=place,
        )
    if most is not None and number > most:
        return say("“{name}” can be at most {most}; got {number}.", name=term.name, most=most, number=number)
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
                    "“{name}” can be at most {most} for all sides together; got {together}.",
                    name=term.name,
                    most=most,
                    together=together,
                )
            )
    return wrong


def sheet(terms: Iterable[Term], forces: Sequence[Force], answers: Answers) -> list[ScoreLine]:
    """Every line of the score sheet, terms in their order and sides within them; a blank answer is 0."""
    lines = []
    for term in terms:
        for force in forces:
            for who in asked_by(term, force):
                numbers = answers.get(who, {}).get(term.id, ())
                count, points = counted(term, numbers), earned(term, numbers)
                enemies = [other.name for other in forces if other is not force]
                gets = [force.name] if term.to == "self" else enemies
                lines += [ScoreLine(force.name, who, term, count, points, other) for other in gets]
    return lines


def totals(lines: Iterable[ScoreLine], sides: Iterable[str]) -> dict[str, int]:
    """Each side's points."""
    points = dict.fromkeys(sides, 0)
    for line in lines:
        points[line.to] += line.points
    return points


def term_totals(lines: Iterable[ScoreLine], term: str | None, sides: Iterable[str]) -> dict[str, int]:
    """Each side's points by one term alone."""
    return totals((line for line in lines if line.term.id == term), sides)


def outcomes(
    victory: Victory,
    points: Mapping[str, int],
    roles: Mapping[str, str | None],
    orders: Mapping[str, tuple[str, ...]],
    typed: Mapping[str, Outcome],
    by_term: Mapping[str, int] | None = None,
) -> dict[str, SideOutcome]:
    """How each side came out: worked out from points and tie rule, typed outcomes as they are.

    `by_term` are each side's points by the term that the tie rule names.

    A side that did not play to the end is out of the comparison; a side left alone by that has won. A
    draw typed for one side alone is shared by whoever did best among the others.
    """
    result = {side: SideOutcome(outcome) for side, outcome in typed.items()}
    rest = [side for side in points if side not in typed]
    if not rest:
        return result
    won_already = any(outcome == "won" for outcome in typed.values())
    absent = any(outcome in ABSENT for outcome in typed.values())
    if won_already:
        result |= {side: SideOutcome("lost") for side in rest}
    elif "drew" in typed.values():
        alone = list(typed.values()).count("drew") == 1
        best = max(points[side] for side in rest)
        result |= {side: SideOutcome("drew" if alone and points[side] == best else "lost") for side in rest}
    elif len(rest) == 1 and absent:
        result[rest[0]] = SideOutcome("won", victory.degree)
    elif victory.by == "threshold":
        result |= _by_threshold(victory, {side: points[side] for side in rest}, roles)
    else:
        result |= _by_most(victory, {side: points[side] for side in rest}, roles, orders, by_term or {})
    return {side: result[side] for side in points}


def _by_threshold(
    victory: Victory, points: Mapping[str, int], roles: Mapping[str, str | None]
) -> dict[str, SideOutcome]:
    reached = any(
        roles.get(side) == victory.role and total >= (victory.points or 1) for side, total in points.items()
    )
    return {
        side: SideOutcome("won", victory.degree)
        if (roles.get(side) == victory.role) == reached
        else SideOutcome("lost")
        for side in points
    }


def _by_most(
    victory: Victory,
    points: Mapping[str, int],
    roles: Mapping[str, str | None],
    orders: Mapping[str, tuple[str, ...]],
    by_term: Mapping[str, int],
) -> dict[str, SideOutcome]:
    best = max(points.values())
    level = [side for side, total in points.items() if total == best]
    lost = {side: SideOutcome("lost") for side in points if side not in level}
    if len(level) == 1:
        return {level[0]: SideOutcome("won", victory.degree)} | lost
    winner = _by_tie(victory.tie, level, roles, orders, by_term)
    if winner is None:
        return {side: SideOutcome("drew", tie=True) for side in level} | lost
    return {
        side: SideOutcome("won", victory.tie.degree, tie=True)
        if side == winner
        else SideOutcome("lost", tie=True)
        for side in level
    } | lost


def _by_tie(
    tie: Tie,
    level: list[str],
    roles: Mapping[str, str | None],
    orders: Mapping[str, tuple[str, ...]],
    by_term: Mapping[str, int],
) -> str | None:
    fitting: list[str] = []
    if tie.by == "order" and tie.order is not None and tie.order in orders:
        placed = [side for side in orders[tie.order] if side in level]
        return placed[0 if tie.pick == "highest" else -1]
    if tie.by == "role":
        fitting = [side for side in level if roles.get(side) == tie.role]
    if tie.by == "term":
        best = max(by_term.get(side, 0) for side in level)
        fitting = [side for side in level if by_term.get(side, 0) == best]
    return fitting[0] if len(fitting) == 1 else None
