"""A roster: who is in a team, as a player writes it, and what its models cost.

What a system knows of stats, traits, upgrades and themes, and what it allows, says
campaign/mechanisms/team_rules.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from campaign.files.converters import Between
from campaign.files.schema import FileRecord, Id
from campaign.mechanisms.formula import Formula
from campaign.record import Record, field


class ModelWeapon(FileRecord):
    """A weapon that a model carries, as far as the rules ask for it."""

    name: str
    traits: tuple[Id, ...] = ()


class Model(FileRecord):
    """Models of one name, all alike. `points` is what one costs without upgrades; it may be written as a
    sum, `90 - 4 * 16`, where a price has to be found by subtraction (KZ-L4). `leader` marks the Team Leader.
    """

    name: str
    count: Annotated[int, Between(1, 40)] = 1
    points: Formula
    unit: str = ""
    leader: bool = False
    traits: tuple[Id, ...] = ()
    stats: dict[str, Annotated[int, Between(0, 99)]] = field(default_factory=dict)
    weapons: tuple[ModelWeapon, ...] = ()
    upgrades: tuple[Id, ...] = ()


class Roster(FileRecord):
    """One file of rosters/: a team, the themes that it pays for, and its models."""

    format: Literal[1]
    team: str
    themes: tuple[Id, ...] = ()
    models: tuple[Model, ...]
    note: str = ""

    @property
    def count(self) -> int:
        """How many models these are."""
        return sum(model.count for model in self.models)

    def singly(self) -> Iterator[tuple[int, Model]]:
        """Each model by itself, with the place of its line."""
        for place, model in enumerate(self.models):
            for _ in range(model.count):
                yield place, model


class FieldedModels(Record, kw_only=False):
    """Models of one name in a battle: whose, how many, what one costs with its upgrades in points, and
    whether it is the Team Leader.
    """

    team: str
    name: str
    count: int
    points: int
    leader: bool = False
