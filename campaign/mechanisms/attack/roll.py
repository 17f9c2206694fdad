"""An attack that is rolled, die by die, and told stage by stage as the players see it."""

from __future__ import annotations

from collections.abc import Mapping

from campaign.mechanisms.attack.inputs import AttackInputs
from campaign.mechanisms.attack.rules import AddStage, MoveStage, RollStage, Stage, ThrowStage
from campaign.mechanisms.attack.stages import Live, each_die_does, walk
from campaign.mechanisms.dice import Dice, DiceLog
from campaign.record import Record, replace

HANDFUL = 100
"""The most dice that are asked for or logged at a time."""


class StageResult(Record, kw_only=False):
    """A stage that is over.

    `before` and `after` are the pools. `faces` are those rolled or thrown; `passing` the faces that pass,
    None where there is no roll. `count` is what the stage came to: dice added, passed or moved, or the number
    thrown; `wanted` how many should have moved, where there may have been fewer.
    """

    stage: Stage
    before: Mapping[str, int]
    after: Mapping[str, int]
    faces: tuple[int, ...] = ()
    passing: frozenset[int] | None = None
    count: int = 0
    wanted: int | None = None

    @property
    def idle(self) -> bool:
        """Whether it changed nothing and no die was touched."""
        return not self.faces and self.before == self.after


class Attack(Record, kw_only=False):
    """An attack up to its damage: dice left at the end, times what `each` does."""

    happened: tuple[StageResult, ...]
    pools: Mapping[str, int]
    thrown: Mapping[str, int]
    dice: int
    each: int

    @property
    def damage(self) -> int:
        return self.dice * self.each


class _Table(Record, kw_only=False):
    """A walker with dice in its hand."""

    attack: AttackInputs
    log: DiceLog
    pools: Mapping[str, int]
    thrown: Mapping[str, int]
    happened: tuple[StageResult, ...] = ()

    def add(self, stage: AddStage, dice: int, live: Live) -> _Table:
        after = _with(self.pools, stage.pool, dice)
        return self._then(StageResult(stage, self.pools, after, count=dice))

    def roll(self, stage: RollStage, faces: frozenset[int] | None, live: Live) -> _Table:
        dice = self.pools[stage.pool]
        shown = _rolled(self.log, stage.id, dice, self.attack.rules.die.sides) if faces is not None else ()
        passed = sum(face in faces for face in shown) if faces is not None else 0
        after = _with(self.pools, stage.pool, -dice)
        after = _with(_with(after, stage.passes, passed), stage.fails, dice - passed)
        return self._then(StageResult(stage, self.pools, after, shown, faces, passed))

    def move(self, stage: MoveStage, most: int | None, live: Live) -> _Table:
        there = self.pools[stage.from_]
        moved = there if most is None else min(most, there)
        after = _with(_with(self.pools, stage.from_, -moved), stage.to, moved)
        return self._then(StageResult(stage, self.pools, after, count=moved, wanted=most))

    def throw(self, stage: ThrowStage, dice: Dice | None, live: Live) -> list[_Table]:
        rolled = None if dice is None else self.log.roll(stage.id, dice)
        total = 0 if rolled is None else rolled.total
        happened = StageResult(
            stage, self.pools, self.pools, () if rolled is None else rolled.faces, count=total
        )
        return [replace(self._then(happened), thrown={**self.thrown, stage.number: total})]

    def _then(self, happened: StageResult) -> _Table:
        return replace(self, pools=happened.after, happened=(*self.happened, happened))


def roll_attack(given: AttackInputs, log: DiceLog) -> Attack:
    """Rolls the attack up to its damage (SCR-4); each die is logged under the id of its stage.

    Raises Refusal for a formula that has no value, too many dice, or typed dice that don't fit.
    """
    pools = {pool.id: 0 for pool in given.rules.pools}
    thrown = {throw.number: 0 for throw in given.rules.throws()}
    [table] = walk(given, _Table(given, log, pools, thrown), lambda tables, _: tables)
    dice = table.pools[given.rules.damage.pool]
    return Attack(table.happened, table.pools, table.thrown, dice, each_die_does(given, table.thrown))


def _with(pools: Mapping[str, int], pool: str | None, more: int) -> Mapping[str, int]:
    return pools if pool is None or not more else {**pools, pool: pools[pool] + more}


def _rolled(log: DiceLog, part: str, dice: int, sides: int) -> tuple[int, ...]:
    faces: list[int] = []
    while len(faces) < dice:
        faces += log.roll(part, Dice(min(HANDFUL, dice - len(faces)), sides)).faces
    return tuple(faces)
