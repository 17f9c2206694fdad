"""`campaign attack`: batches that are rolled, one after another at the same unit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from campaign.commands.aiming import (
    Aim,
    Aimed,
    Condition,
    aimed,
    fits,
    following,
    in_groups,
    rules_of,
    stands,
)
from campaign.content.library import Library
from campaign.mechanisms.attack.casualties import TargetState, remove, still_visible
from campaign.mechanisms.attack.inputs import casualty_cap
from campaign.mechanisms.attack.roll import StageResult, roll_attack
from campaign.mechanisms.attack.rules import AddStage, AttackRules, MoveStage, RollStage, ThrowStage
from campaign.mechanisms.dice import Dice, DiceLog
from campaign.printing.attack import AttackView, BatchView, StepView
from campaign.printing.views import Note


class Fight:
    """Batches at one unit, which keeps what was done to it. Nothing is finished before `view` is called.

    Raises Refusal for whatever can't be attacked so; what was done before stands.
    """

    def __init__(self, library: Library, first: Aim, condition: Condition, log: DiceLog) -> None:
        self.library, self.log = library, log
        self.rules = rules_of(library)
        self._condition = condition
        self._last = first = in_groups(self.rules, first, condition)
        self._first = aimed(library, self.rules, first)
        self.unit = self._start = stands(self._first, condition)
        fits(self._start, self._first)
        self._batches: list[BatchView] = []
        self._spared: list[str] = []
        self._roll(self._first)

    @property
    def over(self) -> bool:
        """Whether nobody is left."""
        return self.unit is not None and not self.unit.models

    @property
    def last(self) -> BatchView:
        """The batch that was rolled last."""
        return self._batches[-1]

    def also(self, more: Aim) -> None:
        """Another batch: as the one before, but for what is said of it."""
        aim = in_groups(self.rules, following(self._last, more, self.rules), self._condition)
        ready = aimed(self.library, self.rules, aim)
        fits(self._start, ready)
        self._last = aim
        self._roll(ready)

    def _roll(self, ready: Aimed) -> None:
        if self.over:
            self._spared.append(ready.name)
            return
        attack = roll_attack(ready.attack, self.log)
        batch = BatchView(
            name=ready.name,
            told=told_of(self.rules, self._last),
            steps=tuple(
                _step(self.rules, each, ready.attack.dice) for each in attack.happened if not each.idle
            ),
            dice=attack.dice,
            each=attack.each,
            damage=attack.damage,
        )
        if self.unit is not None:
            batch, self.unit = self._done_to(self.unit, ready, batch)
        self._batches.append(batch)

    def _done_to(self, unit: TargetState, ready: Aimed, batch: BatchView) -> tuple[BatchView, TargetState]:
        assert self._start is not None
        cap, seen = casualty_cap(ready.attack), still_visible(ready.visible, self._start, unit)
        removed = remove(unit, batch.damage, seen, cap)
        now = removed.after
        view = replace(
            batch,
            total=removed.total,
            removed=removed.models,
            groups=removed.groups,
            visible=None if unit.groups else seen,
            most=cap,
            lost=removed.lost,
            left=now.models,
            marker=now.marker,
            shield=unit.shield,
            shielded=now.shielded,
        )
        return view, now

    def view(self, seed: int | None) -> AttackView:
        """All of it. Raises Refusal for typed dice that nothing asked for."""
        self.log.finish()
        start = self._start
        return AttackView(
            system_name=self.library.system().name,
            target=self._first.target_name,
            models=None if start is None else start.models,
            hp=None if start is None else start.hp,
            marker=0 if start is None else start.marker,
            shield=0 if start is None else start.shield,
            batches=tuple(self._batches),
            spared=tuple(self._spared),
            seed=seed,
        )


def told_of(rules: AttackRules, aim: Aim) -> tuple[Note, ...]:
    """What was said of the batch besides its weapon and target, but for what is 0 of the situation: that says
    no more than silence does.
    """
    known = {number.id: number for number in rules.numbers}
    notes = [
        Note(name=known[name].name if name in known else name, mark=str(value))
        for name, value in aim.numbers.items()
        if value or name not in known or known[name].of != "situation"
    ]
    notes += [Note(name=name, mark=dice) for name, dice in aim.dice.items()]
    return (*notes, *(Note(name=text) for text in (*aim.keywords, *aim.tags)))


def _step(rules: AttackRules, happened: StageResult, special: Mapping[str, Dice]) -> StepView:
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
    return StepView(
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
