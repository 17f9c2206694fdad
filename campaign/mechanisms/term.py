"""Terms: the questions that a score sheet asks, and what an answer is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Literal

from campaign.files.schema import Between, Id, Where
from campaign.mechanisms.formula import Formula

__all__ = ["Answers", "Term", "asked_of", "bound", "name_in_formulas", "settled"]

Answers = Mapping[str, Mapping[str, tuple[int, ...]]]
"""By side and term: one number, or one for each battle round of a term that scores per round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """One thing that scores, and the question that asks for it.

    `each` is what one of them is worth in points; `most` bounds the answer of one side, or with
    `shared` the answers of all sides together. Both are formulas over `sides`, `markers`, `rounds` and
    the number settings; `most` may also name other terms (`-` as `_`): `markers - home` leaves what the
    answer to `home` has left. A term with `most: 1` is asked as yes or no. `to: enemy` gives the points to
    every enemy. `role` limits it to the sides in that role.
    """

    id: Id
    name: str
    ask: str
    each: Formula = Formula.parse(1)
    most: Formula | None = None
    shared: bool = False
    per: Literal["battle", "round"] = "battle"
    from_round: Annotated[int, Between(1, 99)] = 1
    to: Literal["self", "enemy"] = "self"
    role: Id | None = None
    where: Where = field(default=Where(), compare=False)


def settled(term: Term, scope: Mapping[str, int]) -> Term:
    """The term with its formulas worked out, as a battle stores it. Raises ValueError as formulas do.

    What is left in `most` are names of other terms, whose answers bound this one.
    """
    most = None if term.most is None else term.most.within(scope)
    return replace(term, each=Formula.parse(term.each.value(scope)), most=most)


def bound(term: Term) -> int | None:
    """The most that a settled term can be, where no other answer has a say in it."""
    return None if term.most is None or term.most.names else term.most.value({})


def name_in_formulas(term_id: str) -> str:
    """What a formula calls a term's answer."""
    return term_id.replace("-", "_")


def asked_of(term: Term, role: str | None) -> bool:
    """Whether a side in this role is asked the term."""
    return term.role is None or term.role == role
