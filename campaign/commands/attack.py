"""`campaign attack`: batches that are rolled, one after another at the same unit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.commands.attack_options import BatchOptions, another, requests_of
from campaign.commands.dice import faces_by_part, new_seed, typed_dice
from campaign.content.attack_batches import (
    BatchRequest,
    ReadyBatch,
    TargetCondition,
    fits,
    in_groups,
    next_batch,
    ready_batch,
    rules_of,
    stands,
)
from campaign.errors import Refusal
from campaign.mechanisms.attack.casualties import TargetState, remove, still_visible
from campaign.mechanisms.attack.inputs import casualty_cap
from campaign.mechanisms.attack.roll import roll_attack
from campaign.mechanisms.dice import DiceByPart, DiceLog, SeededDice
from campaign.printing.attack import AttackView, BatchView, batch_notes, step_view
from campaign.record import replace
from campaign.words import say

if TYPE_CHECKING:
    from campaign.asking import Asker
    from campaign.content.library import Library


class AttackOptions(BatchOptions, kw_only=False):
    """What `campaign attack` is called with; the dice as they are typed."""

    seed: int | None = None
    dice: str | None = None
    die: tuple[str, ...] = ()


def attack(library: Library, options: AttackOptions, asker: Asker | None) -> AttackView:
    """Every batch, rolled. Raises Refusal for whatever can't be attacked so."""
    seed = options.seed
    rest = typed_dice(options.dice, False, seed, None)
    if rest is None:
        seed = new_seed() if seed is None else seed
        rest = SeededDice(seed)
    (first, *then), condition, asks = requests_of(library, options, asker)
    series = AttackSeries(library, first, condition, DiceLog(DiceByPart(faces_by_part(options.die), rest)))
    for each in then:
        series.add(each)
    if asks and asker is not None:
        _more(series, first, condition, asker)
    return series.view(seed)


class AttackSeries:
    """Batches at one unit, which keeps what was done to it. Nothing is finished before `view` is called.

    Raises Refusal for whatever can't be attacked so; what was done before stands.
    """

    def __init__(
        self, library: Library, first: BatchRequest, condition: TargetCondition, log: DiceLog
    ) -> None:
        self.library, self.log = library, log
        self.rules = rules_of(library)
        self._condition = condition
        self._last = first = in_groups(self.rules, first, condition)
        self._first = ready_batch(library, self.rules, first)
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

    def add(self, more: BatchRequest) -> None:
        """Another batch: as the one before, but for what is said of it."""
        batch = in_groups(self.rules, next_batch(self._last, more, self.rules), self._condition)
        ready = ready_batch(self.library, self.rules, batch)
        fits(self._start, ready)
        self._last = batch
        self._roll(ready)

    def _roll(self, ready: ReadyBatch) -> None:
        if self.over:
            self._spared.append(ready.name)
            return
        attack = roll_attack(ready.attack, self.log)
        batch = BatchView(
            name=ready.name,
            told=batch_notes(self.rules, self._last),
            steps=tuple(
                step_view(self.rules, each, ready.attack.dice) for each in attack.happened if not each.idle
            ),
            dice=attack.dice,
            each=attack.each,
            damage=attack.damage,
        )
        if self.unit is not None:
            batch, self.unit = self._done_to(self.unit, ready, batch)
        self._batches.append(batch)

    def _done_to(
        self, unit: TargetState, ready: ReadyBatch, batch: BatchView
    ) -> tuple[BatchView, TargetState]:
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


def _more(series: AttackSeries, first: BatchRequest, condition: TargetCondition, asker: Asker) -> None:
    """Batch after batch, as long as the players want one and a model is left."""
    _tell(series, asker)
    while not series.over:
        more = another(series.library, first, condition, asker)
        if more is None:
            return
        try:
            series.add(more)
        except Refusal as refusal:
            asker.tell(str(refusal))
        else:
            _tell(series, asker)


def _tell(series: AttackSeries, asker: Asker) -> None:
    """What the last batch came to, so that the next can be chosen."""
    last = series.last
    said = [say("Damage: {damage}.", damage=last.damage)]
    if last.removed is not None:
        said.append(
            say("Models removed: {removed}; remaining: {left}.", removed=last.removed, left=last.left)
        )
    if last.marker:
        said.append(say("Damage marked: {marker}.", marker=last.marker))
    asker.tell(" ".join(said))
