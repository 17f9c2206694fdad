"""One walk through the stages of an attack, for whoever goes it: rolled dice, or every roll at once.

What a stage means is said here and nowhere else: how many dice come or move, which faces pass, which dice are
thrown. A walker only knows how to do that to what it holds: pools on a table, or every state that pools can
be in, with its weight. A walker that throws dice may come back as several, one for each total.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import count
from typing import TYPE_CHECKING, Protocol, Self, TypeVar

from campaign.errors import refuse
from campaign.mechanisms.attack.inputs import AttackInputs, valued
from campaign.mechanisms.attack.rules import (
    AddStage,
    AttackRules,
    MoveStage,
    RollStage,
    Stage,
    ThrowStage,
    formulas_of,
)
from campaign.mechanisms.formula import Formula
from campaign.record import Record

if TYPE_CHECKING:
    from campaign.mechanisms.dice import Dice

MOST_DICE = 1000
"""The most dice that a stage may bring."""

Live = Mapping[str, int]
"""The pools and thrown numbers that later stages ask for. Pools of the same value are one as far as they can
tell, since all that lies in them comes together before anything is done to it."""

W = TypeVar("W", bound="Walker")


class Walker(Protocol):
    """What goes through the stages; each step gives a walker (or several) and leaves this one as it was.

    `thrown` are the numbers thrown so far; `live` is what can matter after the step.
    """

    @property
    def thrown(self) -> Mapping[str, int]: ...
    def add(self, stage: AddStage, dice: int, live: Live) -> Self: ...
    def roll(self, stage: RollStage, faces: frozenset[int] | None, live: Live) -> Self: ...
    def move(self, stage: MoveStage, most: int | None, live: Live) -> Self: ...
    def throw(self, stage: ThrowStage, dice: Dice | None, live: Live) -> Sequence[Self]: ...


class _StagePlan(Record, kw_only=False):
    """A stage of this attack: its formulas where they are settled, and what later stages ask for."""

    stage: Stage
    first: int | Formula | None
    second: int | Formula | None
    live: Live


def walk(attack: AttackInputs, start: W, gather: Callable[[Sequence[W], Live], Sequence[W]]) -> Sequence[W]:
    """All that `start` can become. `gather` may make fewer of several that differ in nothing live.

    Raises Refusal for a formula that has no value, or too many dice.
    """
    walkers: Sequence[W] = [start]
    for planned in _plan(attack):
        after = [each for walker in walkers for each in _step(attack, planned, walker)]
        walkers = gather(after, planned.live) if len(after) > 1 else after
    return walkers


def _step(attack: AttackInputs, planned: _StagePlan, walker: W) -> Sequence[W]:
    stage, live = planned.stage, planned.live
    first = _settled(attack, planned.first, walker.thrown)
    second = _settled(attack, planned.second, walker.thrown)
    match stage:
        case AddStage():
            return [walker.add(stage, _few(stage, first or 0), live)]
        case RollStage():
            faces = passing(attack.rules, second or 0) if first else None
            return [walker.roll(stage, faces, live)]
        case MoveStage():
            return [walker.move(stage, None if first is None else max(0, first), live)]
        case ThrowStage():
            return walker.throw(stage, attack.dice.get(stage.dice) if first else None, live)


def passing(rules: AttackRules, target: int) -> frozenset[int]:
    """The faces that pass: from the target up without those that always fail, and those that never do."""
    return frozenset(
        face
        for face in rules.die.die_faces
        if face in rules.succeeds or (face >= target and face not in rules.fails)
    )


def _few(stage: AddStage, dice: int) -> int:
    if dice > MOST_DICE:
        refuse(
            "“{name}” would bring too many dice: {count}.",
            "The limit is {most}.",
            name=stage.name,
            count=dice,
            most=MOST_DICE,
        )
    return max(0, dice)


def each_die_does(attack: AttackInputs, thrown: Mapping[str, int]) -> int:
    """The damage of a die that is left at the end; never below 0."""
    return max(0, _settled(attack, attack.rules.damage.each, thrown) or 0)


def _settled(attack: AttackInputs, formula: int | Formula | None, thrown: Mapping[str, int]) -> int | None:
    return valued(formula, {**attack.numbers, **thrown}) if isinstance(formula, Formula) else formula


@lru_cache(maxsize=64)
def _plan(attack: AttackInputs) -> list[_StagePlan]:
    """The stages with what is live after each, found from the end; kept for an attack that is rolled often.

    What nobody asks for any more need not be told apart, which is what makes exact odds quick.
    """
    scope = {**attack.numbers, **{throw.number: 0 for throw in attack.rules.throws()}}
    thrown = {throw.number for throw in attack.rules.throws() if throw.dice in attack.dice}
    damage = attack.rules.damage
    fresh = count()
    live = {name: next(fresh) for name in (damage.pool, *sorted(damage.each.names & thrown))}
    planned: list[_StagePlan] = []
    for stage in reversed(attack.rules.stages):
        formulas = formulas_of(stage)
        first, second = (
            formula if formula is None or formula.names & thrown else valued(formula, scope)
            for formula in formulas
        )
        planned.append(_StagePlan(stage, first, second, live))
        before = live if _does_nothing(stage, first, live) else _before(stage, first, live, fresh)
        if before is not live:
            asked = {name for each in formulas if each is not None for name in each.names & thrown}
            before |= {name: next(fresh) for name in sorted(asked - before.keys())}
        live = before
    return planned[::-1]


def _does_nothing(stage: Stage, first: int | Formula | None, live: Live) -> bool:
    """Whether a stage changes nothing that anybody asks for."""
    match stage:
        case AddStage():
            return stage.pool not in live or (isinstance(first, int) and first <= 0)
        case RollStage():
            return not {stage.pool, stage.passes, stage.fails} & live.keys()
        case MoveStage():
            same = live.get(stage.from_) == live.get(stage.to or "") and stage.most is not None
            return same or (isinstance(first, int) and first <= 0)
        case ThrowStage():
            return stage.number not in live


def _before(stage: Stage, first: int | Formula | None, live: Live, fresh: Iterator[int]) -> dict[str, int]:
    """What is live before a stage that matters, from what is live after it."""
    before = dict(live)
    match stage:
        case RollStage():
            before.pop(stage.pool, None)
            passes, fails = live.get(stage.passes or ""), live.get(stage.fails or "")
            if passes != fails and first != 0:
                before[stage.pool] = next(fresh)
            elif fails is not None:
                before[stage.pool] = fails
        case MoveStage(most=None):
            before.pop(stage.from_, None)
            if (into := live.get(stage.to or "")) is not None:
                before[stage.from_] = into
        case MoveStage():
            before[stage.from_] = next(fresh)
        case ThrowStage():
            before.pop(stage.number)
    return before
