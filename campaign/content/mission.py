"""Missions: what a mission file under `missions/<system>/` holds.

The parts have their own modules (layout, score, effects); this one puts them together.
"""

from __future__ import annotations

from typing import Annotated, Literal

from campaign.files.converters import Between
from campaign.files.schema import FileRecord, Id, Origin
from campaign.mechanisms.board import Layout
from campaign.mechanisms.dice import Dice
from campaign.mechanisms.effects import Effect
from campaign.mechanisms.formula import Formula
from campaign.mechanisms.score import Place, Victory
from campaign.mechanisms.supply import Supply
from campaign.mechanisms.terms import Term
from campaign.record import Record, field


class Role(Record):
    """A role that sides take, dealt out in the order that the roles step names; the last one repeats."""

    id: Id
    name: str
    text: str = ""


class Extension(Record):
    """At the end of round `after`, roll: at or above `at_least` another round is played."""

    after: Annotated[int, Between(1, 20)]
    dice: Dice
    at_least: int
    place: Place | None = None


class Length(Record):
    """Battle rounds, rounds that a die may add, and other ways to end; `sizes` are the rounds of battles of a
    size that has a number of its own.
    """

    rounds: Annotated[int, Between(1, 20)]
    sizes: dict[str, Annotated[int, Between(1, 20)]] = field(default_factory=dict)
    more: tuple[Extension, ...] = ()
    ends_early: tuple[str, ...] = ()

    def fixed(self, size: str = "") -> int:
        """The rounds of a battle of this size before any die adds one."""
        return self.sizes.get(size, self.rounds)

    def longest(self, size: str = "") -> int:
        """The most rounds that a battle of this size can last."""
        return max(self.fixed(size), *(more.after + 1 for more in self.more), 0)


class SpecialRule(Record):
    """A special rule of one mission."""

    name: str
    text: str
    rules: tuple[str, ...] = ()


class PlayTable(FileRecord):
    """A table that is rolled on while the battle is played, by the table's id.

    `when` (a formula over `sides`, `rounds`, the settings and the sizes of battle) limits it to the battles
    in which it is not 0. With `once` a row that has come before in the battle is rolled again.
    """

    table: Id
    when: Formula | None = None
    once: bool = False


class Mission(FileRecord):
    """One mission: premise, roles, layout for each number of sides, length, terms, victory, effects.

    `teams` are lines on what the sides bring, `teams_a_side` the numbers of teams that a side may have. A
    mission without a layout has that of a row that comes into the battle, a deployment card for one. `supply`
    is what a side may have on the table, and a `lead` of so many points wins at once. `during` are tables for
    the time of play.
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
    layouts: tuple[Layout, ...] = ()
    tables: dict[str, Id] = field(default_factory=dict)
    during: tuple[PlayTable, ...] = ()
    skips: tuple[Id, ...] = ()
    length: Length
    supply: Supply | None = None
    lead: Formula | None = None
    special: tuple[SpecialRule, ...] = ()
    terms: tuple[Term, ...] = ()
    victory: Victory = Victory()
    effects: tuple[Effect, ...] = ()
    rules: tuple[str, ...] = ()


class Rule(FileRecord):
    """A rule as reference text."""

    id: str
    name: str
    part: str
    text: str
    source: str
    origin: Origin
    reading: str = ""


class Rules(Record):
    """`missions/<system>/rules.yaml`."""

    format: Literal[1] = 1
    rules: tuple[Rule, ...]
