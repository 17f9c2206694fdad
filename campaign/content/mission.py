"""Missions: what a mission file under `missions/<system>/` holds.

The parts have their own modules (layout, score, effects); this one puts them together.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from campaign.files.schema import Between, Id, Origin, Where
from campaign.mechanisms.dice import Dice
from campaign.mechanisms.effects import Effect
from campaign.mechanisms.layout import Layout
from campaign.mechanisms.score import Place, Term, Victory

__all__ = ["Extension", "Length", "Mission", "Role", "Rule", "Rules", "Special"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Role:
    """A role that sides take, dealt out in the order that the roles step names; the last one repeats."""

    id: Id
    name: str
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Extension:
    """At the end of round `after`, roll: at or above `at_least` another round is played."""

    after: Annotated[int, Between(1, 20)]
    dice: Dice
    at_least: int
    place: Place | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Length:
    """Battle rounds, rounds that a die may add, and other ways to end."""

    rounds: Annotated[int, Between(1, 20)]
    more: tuple[Extension, ...] = ()
    ends_early: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Special:
    """A special rule of one mission."""

    name: str
    text: str
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Mission:
    """One mission: premise, roles, layout for each number of sides, length, terms, victory, effects.

    `teams` are lines on what the sides bring, `teams_a_side` the numbers of teams that a side may have.
    """

    format: Literal[1] = 1
    name: str
    origin: Origin
    mode: Id
    premise: str
    won_by: tuple[Literal["holding", "fetching", "leaving", "killing", "outlasting", "denying", "any"], ...]
    teams: tuple[str, ...] = ()
    teams_a_side: tuple[Annotated[int, Between(1, 2)], ...] = (1, 2)
    roles: tuple[Role, ...] = ()
    layouts: tuple[Layout, ...]
    tables: dict[str, Id] = field(default_factory=dict)
    skips: tuple[Id, ...] = ()
    length: Length
    special: tuple[Special, ...] = ()
    terms: tuple[Term, ...] = ()
    victory: Victory = field(default=Victory())
    effects: tuple[Effect, ...] = ()
    rules: tuple[str, ...] = ()
    where: Where = field(default=Where(), compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A rule as reference text."""

    id: str
    name: str
    part: str
    text: str
    source: str
    origin: Origin
    reading: str = ""
    where: Where = field(default=Where(), compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """`missions/<system>/rules.yaml`."""

    format: Literal[1] = 1
    rules: tuple[Rule, ...]
