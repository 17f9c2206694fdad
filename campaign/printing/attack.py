"""An attack that was rolled, stage by stage as the players see it, and the odds of one that was not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from campaign.mechanisms.attack.rules import AddStage, AttackRules, MoveStage, RollStage, ThrowStage
from campaign.printing.views import Note
from campaign.record import Record

if TYPE_CHECKING:
    from campaign.content.attack_batches import BatchRequest
    from campaign.mechanisms.attack.roll import StageResult
    from campaign.mechanisms.dice import Dice


class AttackStepView(Record):
    """A stage that did something; `do` is its kind, and what that kind hasn't is empty.

    `dice` came, passed or moved; `passed` and `failed` are the faces rolled, highest first, and `faces` all
    as they fell. `on` is what passes (`3+`), empty where no roll could. `pool` is where dice lay, `to` where
    those go that came, passed or moved, `fails` where the others go: by name, empty for nowhere. `most` is
    how many should have moved.
    """

    id: str
    do: str
    name: str
    dice: int
    faces: tuple[int, ...] = ()
    passed: tuple[int, ...] = ()
    failed: tuple[int, ...] = ()
    thrown: str = ""
    on: str = ""
    pool: str = ""
    to: str = ""
    fails: str = ""
    before: int = 0
    most: int | None = None
    rules: tuple[str, ...] = ()


class BatchView(Record):
    """One batch: what it was told, its steps, and what became of the unit.

    `damage` is `dice` times `each`; `total` is the damage with the marker that lay there before. `removed` to
    `shielded` are None where the attack knows no casualties. `groups` are the models removed of each group of
    an engaged unit; `visible` is how many could be seen at all; `most` is the cap of the attack.
    """

    name: str
    told: tuple[Note, ...]
    steps: tuple[AttackStepView, ...]
    dice: int
    each: int
    damage: int
    total: int | None = None
    removed: int | None = None
    groups: tuple[int, ...] = ()
    visible: int | None = None
    most: int | None = None
    lost: int | None = None
    left: int | None = None
    marker: int | None = None
    shield: int | None = None
    shielded: bool | None = None


class AttackView(Record):
    """Batches at one unit, in their order; `spared` are those that found nobody left.

    `seed` is None where the dice were typed.
    """

    system_name: str
    target: str
    models: int | None
    hp: int | None
    marker: int
    shield: int
    batches: tuple[BatchView, ...]
    spared: tuple[str, ...] = ()
    seed: int | None = None


class ChanceView(Record):
    """The chance of a number, and of at least that; exact as fractions (`3/8`), and from 0 to 1."""

    value: int
    exactly: str
    at_least: str
    chance: float
    chance_at_least: float


class SpreadView(Record):
    """The mean and the standard deviation; mean and variance are exact as fractions."""

    exact_mean: str
    exact_variance: str
    mean: float
    spread: float


class SideOdds(Record):
    """The odds of batches at one unit. What is of casualties is empty or None where the attack knows none."""

    name: str
    target: str
    batches: tuple[str, ...]
    told: tuple[Note, ...]
    models: int | None
    damage: tuple[ChanceView, ...]
    damage_spread: SpreadView
    removed: tuple[ChanceView, ...] = ()
    removed_spread: SpreadView | None = None
    exact_none_left: str = ""
    none_left: float | None = None


class OddsView(Record):
    """One attack, or several side by side."""

    system_name: str
    sides: tuple[SideOdds, ...]


def batch_notes(rules: AttackRules, batch: BatchRequest) -> tuple[Note, ...]:
    """What was said of the batch besides its weapon and target, but for what is 0 of the situation: that says
    no more than silence does.
    """
    known = {number.id: number for number in rules.numbers}
    notes = [
        Note(name=known[name].name if name in known else name, mark=str(value))
        for name, value in batch.numbers.items()
        if value or name not in known or known[name].of != "situation"
    ]
    notes += [Note(name=name, mark=dice) for name, dice in batch.dice.items()]
    return (*notes, *(Note(name=text) for text in (*batch.keywords, *batch.tags)))


def step_view(rules: AttackRules, happened: StageResult, special: Mapping[str, Dice]) -> AttackStepView:
    """A stage that is over, with its pools by name; `special` are the dice that it may have thrown."""
    stage = happened.stage
    pools = {pool.id: pool.name for pool in rules.pools}
    passing = happened.passing or frozenset()
    faces = sorted(happened.faces, reverse=True)
    pool = to = fails = thrown = ""
    before = 0
    match stage:
        case AddStage():
            to = pools[stage.pool]
        case RollStage():
            pool, before = pools[stage.pool], happened.before[stage.pool]
            to, fails = pools.get(stage.passes or "", ""), pools.get(stage.fails or "", "")
        case MoveStage():
            pool, before = pools[stage.from_], happened.before[stage.from_]
            to = pools.get(stage.to or "", "")
        case ThrowStage():
            thrown = str(special[stage.dice])
    rolled = isinstance(stage, RollStage)
    return AttackStepView(
        id=stage.id,
        do=stage.do,
        name=stage.name,
        dice=happened.count,
        faces=happened.faces,
        passed=tuple(face for face in faces if rolled and face in passing),
        failed=tuple(face for face in faces if rolled and face not in passing),
        thrown=thrown,
        on=_on(passing, rules.die.sides),
        pool=pool,
        to=to,
        fails=fails,
        before=before,
        most=happened.wanted,
        rules=stage.rules,
    )


def _on(passing: frozenset[int], sides: int) -> str:
    """The faces that pass: `3+`, else each by itself."""
    if passing and passing == frozenset(range(min(passing), sides + 1)):
        return f"{min(passing)}+"
    return " ".join(map(str, sorted(passing)))
