"""Who attacks with what, and what is attacked: weapon profiles and units, names and numbers alone.

Which numbers, tags and keywords there are is the content's to say (`AttackRules`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from campaign.files.schema import Between, Id, Origin, Span, Where
from campaign.mechanisms.dice import Dice

__all__ = ["Left", "Size", "SpecialDie", "Unit", "Units", "Use", "Weapon"]

Amount = Annotated[int, Between(0, 999)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """A keyword with its numbers; with a `tag` it counts only against a target that has the tag."""

    keyword: Id
    x: Amount = 0
    y: Amount = 0
    tag: Id | None = None
    where: Where = field(default=Where(), compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class SpecialDie:
    """Dice thrown once in an attack; they work against a target with one of the tags (`against`), or any."""

    dice: Dice
    against: tuple[Id, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Weapon:
    """A weapon profile.

    `range` is in inches, or the id of a reach, which is none. `against` are the tags of which a target
    must have one; none stands for any target. `cost` has one price, or one for each size of the unit.
    """

    id: Id
    name: str
    about: str = ""
    range: Amount | Id
    against: tuple[Id, ...] = ()
    numbers: dict[str, Amount] = field(default_factory=dict)
    dice: dict[str, SpecialDie] = field(default_factory=dict)
    keywords: tuple[Use, ...] = ()
    cost: tuple[dict[str, Amount], ...] = ()
    where: Where = field(default=Where(), compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """A number of models that a unit can start with, and what it costs then."""

    models: Span
    cost: dict[str, Amount]


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """What a unit counts for while so many of its models are left."""

    models: Span
    counts: dict[str, Amount]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """A unit: its tags, numbers, keywords and weapons."""

    id: Id
    name: str
    about: str = ""
    tags: tuple[Id, ...] = ()
    numbers: dict[str, Amount] = field(default_factory=dict)
    keywords: tuple[Use, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    sizes: tuple[Size, ...] = ()
    left: tuple[Left, ...] = ()
    rules: tuple[str, ...] = ()
    origin: Origin = "rulebook"
    where: Where = field(default=Where(), compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Units:
    """`cards/<system>/units.yaml`.

    In a house file `whole: true` replaces all rows; else a unit of a known id replaces that unit, and any
    other joins.
    """

    format: Literal[1] = 1
    kind: Literal["units"]
    name: str = ""
    about: str = ""
    whole: bool = False
    rows: tuple[Unit, ...]
    where: Where = field(default=Where(), compare=False)
