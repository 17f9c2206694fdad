"""Terms: the questions that a score sheet asks, who is asked them, and what an answer is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from campaign.files.converters import Between
from campaign.files.schema import FileRecord, Id
from campaign.mechanisms.formula import Formula
from campaign.record import Record, field, replace

Answers = Mapping[str, Mapping[str, tuple[int, ...]]]
"""By who answers (a side, or one of its two teams) and term: one number, one for each battle round of a
term that scores per round, or the points of each model of a term with a worth."""

MANY = 99
"""As large as an answer may be for a bound to be tried with it."""
ROUND = "round"
"""What a bound of several rounds may name: the round up to which they are counted."""
POINTS = "points"
"""What the worth of a model may name: its points."""


class Term(FileRecord):
    """One thing that scores, and the question that asks for it.

    `each` is what one of them is worth in points; `most` bounds the answer of one side, or with `shared` the
    answers of all sides together. Both are formulas over `sides`, `markers`, `rounds` and the number
    settings; `most` may also name other terms (`-` as `_`): `markers - home` leaves what the answer to `home`
    has left. `in_all` bounds a term per round up to each round, all of them together; it may name `round`. A
    term with `most: 1` is asked as yes or no. `to: enemy` gives the points to every enemy. `role`
    limits it to the sides in that role, and `when` (a formula over the same names, the flags and the sizes of
    battle besides) to the battles in which it is not 0. `scores` says in the briefing when it scores.

    With `worth` the answer is a list of enemy models, each by its points, and `worth` (a formula over
    `points`) is what such a model scores, times `each`; `told` says so in words. `by: team` asks each team of
    a side for itself. `holders` are the teams that alone are asked: those that hold the card which brought
    the term.
    """

    id: Id
    name: str
    scores: str = ""
    ask: str
    each: Formula = Formula.parse(1)
    most: Formula | None = None
    in_all: Formula | None = None
    shared: bool = False
    worth: Formula | None = None
    told: str = ""
    by: Literal["side", "team"] = "side"
    per: Literal["battle", "round"] = "battle"
    from_round: Annotated[int, Between(1, 99)] = 1
    to: Literal["self", "enemy"] = "self"
    role: Id | None = None
    when: Formula | None = None
    holders: tuple[str, ...] = field(default=(), in_files=False)


class Force(Record, kw_only=False):
    """A side as a score sheet sees it: its role, and the teams that fight for it."""

    name: str
    role: str | None = None
    teams: tuple[str, ...] = ()

    @property
    def members(self) -> tuple[str, ...]:
        """Who answers what is asked of each team: the teams where there are two, else the side."""
        return self.teams if len(self.teams) > 1 else (self.name,)

    def has(self, name: str) -> bool:
        """Whether it is called so, or a team of it is."""
        return name == self.name or name in self.teams


def asked_by(term: Term, force: Force) -> tuple[str, ...]:
    """Who of a side is asked the term: the side itself, its teams one by one, or nobody."""
    if term.role is not None and term.role != force.role:
        return ()
    if term.holders:
        alone = len(force.teams) < 2
        return tuple(dict.fromkeys(force.name if alone else name for name in term.holders if force.has(name)))
    return force.members if term.by == "team" else (force.name,)


def settled(term: Term, scope: Mapping[str, int]) -> Term:
    """The term with its formulas worked out, as a battle stores it. Raises ValueError as formulas do.

    What is left in `most` are names of other terms, whose answers bound this one; in `worth` the points, in
    `in_all` the round.
    """
    most = None if term.most is None else term.most.within(scope)
    worth = None if term.worth is None else term.worth.within(scope)
    in_all = None if term.in_all is None else term.in_all.within(scope)
    each = Formula.parse(term.each.value(scope))
    return replace(term, each=each, most=most, in_all=in_all, worth=worth, when=None)


def takes_part(term: Term, scope: Mapping[str, int]) -> bool:
    """Whether a battle of this scope has the term. Raises ValueError as formulas do."""
    return term.when is None or term.when.value(scope) != 0


def bound(term: Term) -> int | None:
    """The most that a settled term can be, whatever the other answers are; None where they may raise it
    without end.
    """
    if term.most is None:
        return None
    least, nearly, most = (
        term.most.value(dict.fromkeys(term.most.names, count)) for count in (0, MANY - 1, MANY)
    )
    if most <= least:
        return least
    return most if most == nearly else None


def counted(term: Term, numbers: Sequence[int]) -> int:
    """How many an answer counts: models where each has a worth, else what the numbers add up to."""
    return sum(numbers) if term.worth is None else len(numbers)


def earned(term: Term, numbers: Sequence[int]) -> int:
    """The points that an answer to a settled term scores (KZ-V3: ceil(points / 10) for a model)."""
    each = term.each.value({})
    if term.worth is None:
        return sum(numbers) * each
    return sum(term.worth.value({POINTS: number}) for number in numbers) * each
