"""An attack as content writes it: a list of stages that dice go through, pool by pool.

There are four kinds of stage. Dice are added to a pool, a pool is rolled against a target, dice move from one
pool to another, and a special die is thrown into a number. What a stage does is said once, in
stages.py of this folder; roll.py rolls it, odds.py gives its exact odds.

Formulas know each number that the rules list (0 where nobody gave it), each tag (1 where the target has it,
`-` as `_`), `range` in inches (0 for a reach), `allowed` (1 where the weapon may be used on the target), and
what was thrown before. Those of a keyword know its `x` and `y`, and the numbers before any keyword.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from campaign.files.converters import Between
from campaign.files.schema import WORD, FileRecord, Id, Origin, Span
from campaign.mechanisms.dice import Dice
from campaign.mechanisms.formula import Formula, in_formulas
from campaign.record import Record, field

Word = Annotated[str, WORD]
RANGE, ALLOWED = "range", "allowed"
"""What every formula knows besides the listed numbers."""


class Pool(Record):
    """Dice that lie together; where a stage names no pool, they go away."""

    id: Word
    name: str


class Number(FileRecord):
    """A number that formulas know: a weapon's, a target's, one of the situation, or what a keyword gives.

    `least` and `most` are what `campaign check` tries; the `situation` is asked for by `ask`. One that is
    `needed` has to be told where no unit is named that has it: every profile prints it.
    """

    id: Word
    of: Literal["weapon", "target", "situation", "keyword"]
    name: str
    ask: str = ""
    least: int = 0
    most: int = 12
    needed: bool = False


class Tag(Record):
    """What a target can be."""

    id: Id
    name: str


class Reach(FileRecord):
    """How far a weapon reaches where inches don't say it, and the numbers that come with it."""

    id: Id
    name: str
    gives: dict[str, int] = field(default_factory=dict)


class Keyword(FileRecord):
    """A keyword and the numbers that it gives.

    The same one twice counts with its highest numbers; those of different keywords add up.
    """

    id: Id
    name: str
    about: str = ""
    gives: dict[str, Formula] = field(default_factory=dict)
    rules: tuple[str, ...] = ()


class _Stage(FileRecord):
    id: Id
    name: str
    rules: tuple[str, ...] = ()


class AddStage(_Stage):
    """So many dice come into the pool; none where the formula is below 0."""

    do: Literal["add"]
    pool: Word
    dice: Formula


class RollStage(_Stage):
    """Every die of the pool is rolled against the target and goes to one of two pools.

    Where `when` is 0 nothing is rolled and every die fails: there is no roll that could succeed.
    """

    do: Literal["roll"]
    pool: Word
    target: Formula
    when: Formula = Formula.parse(1)
    passes: Word | None = None
    fails: Word | None = None


class MoveStage(_Stage):
    """Up to `most` dice go from one pool to another: never more than there are, none below 0; else all."""

    do: Literal["move"]
    from_: Word
    to: Word | None = None
    most: Formula | None = None


class ThrowStage(_Stage):
    """The weapon's special dice of this name are thrown once, and their total is the number.

    It is 0, and nothing is thrown, where the weapon has none, they don't work against the target, or `when`
    is 0.
    """

    do: Literal["throw"]
    dice: Word
    number: Word
    when: Formula = Formula.parse(1)


Stage = AddStage | RollStage | MoveStage | ThrowStage


def formulas_of(stage: Stage) -> tuple[Formula | None, Formula | None]:
    """What a stage works out: one formula, or two."""
    match stage:
        case AddStage():
            return stage.dice, None
        case RollStage():
            return stage.when, stage.target
        case MoveStage():
            return stage.most, None
        case ThrowStage():
            return stage.when, None


class Damage(Record):
    """What each die that is left in the pool does."""

    pool: Word
    each: Formula


class Casualties(Record):
    """What becomes of damage: hit points of a model, what the first has besides, and a cap (0 for none).

    `engaged` is the number of the situation that is 1 for a unit whose models are told in groups.
    """

    hp: Formula
    shield: Formula = Formula.parse(0)
    most: Formula = Formula.parse(0)
    engaged: Word | None = None


class ForbiddenUse(FileRecord):
    """An attack that may not be made: while `when` is true, for the reason given."""

    when: Formula
    says: str
    rules: tuple[str, ...] = ()


class AttackRules(FileRecord):
    """`missions/<system>/sequence.yaml`.

    Faces in `fails` fail and those in `succeeds` pass whatever the target.
    """

    format: Literal[1] = 1
    name: str
    about: str = ""
    die: Dice
    fails: tuple[int, ...] = ()
    succeeds: tuple[int, ...] = ()
    pools: tuple[Pool, ...]
    numbers: tuple[Number, ...] = ()
    tags: tuple[Tag, ...] = ()
    reaches: tuple[Reach, ...] = ()
    keywords: tuple[Keyword, ...] = ()
    stages: tuple[Stage, ...]
    damage: Damage
    casualties: Casualties | None = None
    forbidden: tuple[ForbiddenUse, ...] = ()

    def throws(self) -> Iterator[ThrowStage]:
        for stage in self.stages:
            if isinstance(stage, ThrowStage):
                yield stage


def known_names(rules: AttackRules) -> list[str]:
    """What every formula of a stage may name, but for what is thrown."""
    numbers = [number.id for number in rules.numbers]
    return [RANGE, ALLOWED, *numbers, *(in_formulas(tag.id) for tag in rules.tags)]


Amount = Annotated[int, Between(0, 999)]


class WeaponUse(FileRecord):
    """A keyword with its numbers; with a `tag` it counts only against a target that has the tag."""

    keyword: Id
    x: Amount = 0
    y: Amount = 0
    tag: Id | None = None


class SpecialDie(Record):
    """Dice thrown once in an attack; they work against a target with one of the tags (`against`), or any."""

    dice: Dice
    against: tuple[Id, ...] = ()


class Weapon(FileRecord):
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
    keywords: tuple[WeaponUse, ...] = ()
    cost: tuple[dict[str, Amount], ...] = ()


class UnitSize(Record):
    """A number of models that a unit can start with, and what it costs then."""

    models: Span
    cost: dict[str, Amount]


class Left(Record):
    """What a unit counts for while so many of its models are left."""

    models: Span
    counts: dict[str, Amount]


class Unit(FileRecord):
    """A unit: its tags, numbers, keywords and weapons."""

    id: Id
    name: str
    about: str = ""
    tags: tuple[Id, ...] = ()
    numbers: dict[str, Amount] = field(default_factory=dict)
    keywords: tuple[WeaponUse, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    sizes: tuple[UnitSize, ...] = ()
    left: tuple[Left, ...] = ()
    rules: tuple[str, ...] = ()
    origin: Origin = "rulebook"


class Units(FileRecord):
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
