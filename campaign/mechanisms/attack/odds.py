"""Exact odds of attacks: what a batch, or several in a row, can do to a unit, and how likely each of it is.

Everything is a whole number over a common denominator, or a Fraction made of two: nothing is sampled and
nothing rounded. A program may import this module; what it needs besides is in campaign/mechanisms/.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb, gcd, lcm, prod
from operator import mul
from typing import TYPE_CHECKING, Generic, TypeVar

from campaign.mechanisms.attack.casualties import Fate, TargetState, after, fate_of, still_visible
from campaign.mechanisms.attack.inputs import AttackInputs, casualty_cap
from campaign.mechanisms.attack.stages import Live, each_die_does, walk
from campaign.record import Record, field, replace

if TYPE_CHECKING:
    from campaign.mechanisms.attack.rules import AddStage, MoveStage, RollStage, ThrowStage
    from campaign.mechanisms.dice import Dice

T = TypeVar("T")
U = TypeVar("U")


class Odds(Record, Generic[T], kw_only=False):
    """Everything that can happen, each with its weight out of `total`, which is their sum."""

    weights: Mapping[T, int]
    total: int

    def chance(self, wanted: Callable[[T], bool]) -> Fraction:
        """The chance of all that is wanted."""
        return Fraction(sum(weight for each, weight in self.weights.items() if wanted(each)), self.total)

    def mean(self, value: Callable[[T], int]) -> Fraction:
        """The mean of a number of each."""
        return Fraction(sum(value(each) * weight for each, weight in self.weights.items()), self.total)

    def variance(self, value: Callable[[T], int]) -> Fraction:
        """The variance of a number of each."""
        return self.mean(lambda each: value(each) ** 2) - self.mean(value) ** 2

    def of(self, value: Callable[[T], U]) -> Odds[U]:
        """The odds of something that follows from each."""
        found: dict[U, int] = {}
        for each, weight in self.weights.items():
            found[value(each)] = found.get(value(each), 0) + weight
        return Odds(found, self.total)


class Batch(Record, kw_only=False):
    """An attack in a row of attacks on one unit.

    `visible` is how many models of the unit its attackers see before the first batch; None where that doesn't
    matter. Those that they don't see are not removed by anybody in between, so the visible ones alone get
    fewer.
    """

    attack: AttackInputs
    visible: int | None = None


@lru_cache(maxsize=64)
def damage_odds(attack: AttackInputs) -> Odds[int]:
    """The odds of the damage of one batch, before any casualty, in rising order (SCR-4).

    Raises Refusal for a formula that has no value, or too many dice.
    """
    weights, total = damage_weights(attack)
    return Odds(weights, total)


def casualty_odds(batches: Iterable[Batch], unit: TargetState) -> Odds[TargetState]:
    """The odds of how the unit stands after the batches, each done to what the one before has left
    (SCR-2, SCR-6, SCR-7, SCR-8).

    Raises Refusal as `damage_odds` does.
    """
    weights, total = {unit: 1}, 1
    for batch in batches:
        damage = damage_odds(batch.attack)
        cap = casualty_cap(batch.attack)
        found: dict[TargetState, int] = {}
        for before, weight in weights.items():
            visible = still_visible(batch.visible, unit, before)
            fates: dict[Fate, int] = {}
            for points, ways in damage.weights.items():
                fate = fate_of(before, points, visible, cap)
                fates[fate] = fates.get(fate, 0) + ways
            for fate, ways in fates.items():
                now = after(before, fate)
                found[now] = found.get(now, 0) + weight * ways
        common = gcd(*found.values())
        weights = {each: weight // common for each, weight in found.items()}
        total = total * damage.total // common
    return Odds(weights, total)


def removed_odds(batches: Iterable[Batch], unit: TargetState) -> Odds[int]:
    """The odds of the number of models that the batches remove, in rising order."""
    odds = casualty_odds(batches, unit).of(lambda left: unit.models - left.models)
    return Odds({models: odds.weights[models] for models in sorted(odds.weights)}, odds.total)


def killed(odds: Odds[int], least: int) -> Fraction:
    """The chance of at least so many, of models removed or of points of damage."""
    return odds.chance(lambda many: many >= least)


def none_left(odds: Odds[TargetState]) -> Fraction:
    """The chance that nobody is left."""
    return odds.chance(lambda unit: unit.models == 0)


State = tuple[int, ...]
Weights = dict[State, int]


class Joint(Record, kw_only=False):
    """How the dice may lie: for the numbers in each of `places`, in their order, a weight out of `total`.

    A place is what `live` calls a pool, or several that nobody has to tell apart.
    """

    attack: AttackInputs
    live: Live
    places: tuple[int, ...]
    weights: Weights
    total: int
    thrown: Mapping[str, int] = field(default_factory=dict)

    def add(self, stage: AddStage, dice: int, live: Live) -> Joint:
        into = live.get(stage.pool) if dice else None
        places, at = self._kept(live, into)
        found: Weights = {}
        for state, weight in self.weights.items():
            after = _taken(state, at)
            if into is not None:
                after[places.index(into)] += dice
            _put(found, tuple(after), weight)
        return self._then(live, places, found, self.total)

    def move(self, stage: MoveStage, most: int | None, live: Live) -> Joint:
        source = self.live.get(stage.from_)
        if source not in self.places or source in live.values():
            return self._only(live)
        here, stays, goes = self.places.index(source), live.get(stage.from_), live.get(stage.to or "")
        places, at = self._kept(live, stays, goes)
        found: Weights = {}
        for state, weight in self.weights.items():
            moved = state[here] if most is None else min(most, state[here])
            after = _taken(state, at)
            if stays is not None:
                after[places.index(stays)] += state[here] - moved
            if goes is not None:
                after[places.index(goes)] += moved
            _put(found, tuple(after), weight)
        return self._then(live, places, found, self.total)

    def roll(self, stage: RollStage, faces: frozenset[int] | None, live: Live) -> Joint:
        source = self.live.get(stage.pool)
        if source not in self.places or source in live.values():
            return self._only(live)
        here = self.places.index(source)
        into = [live.get(name or "") for name in (stage.passes, stage.fails)]
        places, at = self._kept(live, *into)
        groups: dict[int, list[tuple[State, int]]] = {}
        for state, weight in self.weights.items():
            groups.setdefault(state[here], []).append((tuple(_taken(state, at)), weight))
        passing, sides = len(faces or ()), self.attack.rules.die.sides
        common = gcd(passing, sides)
        p, q = passing // common, (sides - passing) // common
        to = tuple(None if each is None else places.index(each) for each in into)
        law = one_by_one if len(groups) == 1 or not p or not q else all_at_once
        found = law(groups, (p, q), to, self.total)
        return self._then(live, places, found, self.total * (p + q) ** max(groups))

    def throw(self, stage: ThrowStage, dice: Dice | None, live: Live) -> list[Joint]:
        kept = self._only(live)
        ways = {0: 1} if dice is None or stage.number not in live else dice.results()
        total = self.total * sum(ways.values())
        return [
            replace(
                kept,
                weights={state: weight * many for state, weight in kept.weights.items()},
                total=total,
                thrown={**kept.thrown, stage.number: number},
            )
            for number, many in ways.items()
        ]

    def _kept(self, live: Live, *more: int | None) -> tuple[tuple[int, ...], list[int]]:
        """The places that stay or come, and where each stands now (-1: nothing lies there yet)."""
        wanted = set(live.values())
        places = tuple(
            each for each in dict.fromkeys((*self.places, *more)) if each is not None and each in wanted
        )
        return places, [self.places.index(each) if each in self.places else -1 for each in places]

    def _only(self, live: Live) -> Joint:
        """The same dice, without what nobody asks for any more."""
        places, at = self._kept(live)
        if places == self.places:
            return self._then(live, places, self.weights, self.total)
        found: Weights = {}
        for state, weight in self.weights.items():
            _put(found, tuple(_taken(state, at)), weight)
        return self._then(live, places, found, self.total)

    def _then(self, live: Live, places: tuple[int, ...], weights: Weights, total: int) -> Joint:
        return Joint(self.attack, live, places, weights, total, self.thrown)


def _taken(state: State, at: Sequence[int]) -> list[int]:
    return [state[place] if place >= 0 else 0 for place in at]


def _put(weights: Weights, state: State, weight: int) -> None:
    weights[state] = weights.get(state, 0) + weight


To = tuple[int | None, ...]
Groups = Mapping[int, Sequence[tuple[State, int]]]


def one_by_one(groups: Groups, chance: tuple[int, int], to: To, _: int) -> Weights:
    """Each size of the pool by itself: the binomial law."""
    (p, q), top = chance, max(groups)
    found: Weights = {}
    for dice, states in groups.items():
        least, most = (0 if q else dice), (dice if p else 0)
        ways = [
            (passed, comb(dice, passed) * p**passed * q ** (dice - passed))
            for passed in range(least, most + 1)
        ]
        scale = (p + q) ** (top - dice)
        for passed, many in ways:
            for rest, weight in states:
                after = list(rest)
                for place, number in zip(to, (passed, dice - passed), strict=True):
                    if place is not None:
                        after[place] += number
                _put(found, tuple(after), weight * many * scale)
    return found


def all_at_once(groups: Groups, chance: tuple[int, int], to: To, total: int) -> Weights:
    """All sizes at once, by Horner's rule on packed polynomials."""
    (p, q), top = chance, max(groups)
    width = len(groups[top][0][0])
    most = [0] * width
    for dice, states in groups.items():
        for place in range(width):
            gains = dice if place in to else 0
            most[place] = max(most[place], gains + max(rest[place] for rest, _ in states))
    size = ((total * (p + q) ** top).bit_length() + 7) // 8
    strides = [8 * size * prod(each + 1 for each in most[place + 1 :]) for place in range(width)]
    p_shift, q_shift = (0 if place is None else strides[place] for place in to)
    packed, scale = 0, 1
    for dice in range(top, -1, -1):
        here = 0
        for rest, weight in groups.get(dice, ()):
            here += weight << sum(map(mul, rest, strides))
        packed = ((packed * p) << p_shift) + ((packed * q) << q_shift) + here * scale
        scale *= p + q
    return _unpacked(packed, most, size)


def _unpacked(packed: int, most: Sequence[int], size: int) -> Weights:
    count = prod(each + 1 for each in most)
    raw = packed.to_bytes(count * size, "little")
    found: Weights = {}
    for place in range(count):
        if weight := int.from_bytes(raw[place * size : (place + 1) * size], "little"):
            state = []
            index = place
            for each in reversed(most):
                index, number = divmod(index, each + 1)
                state.append(number)
            found[tuple(reversed(state))] = weight
    return found


def _gathered(joints: Sequence[Joint], live: Live) -> list[Joint]:
    """Those that differ in nothing live are one."""
    groups: dict[tuple[object, ...], list[Joint]] = {}
    for joint in joints:
        thrown = tuple((name, number) for name, number in joint.thrown.items() if name in live)
        groups.setdefault((thrown, joint.places), []).append(joint)
    return [_sum(group) for group in groups.values()]


def _sum(group: Sequence[Joint]) -> Joint:
    first, *others = group
    if not others:
        return first
    total = lcm(*(joint.total for joint in group))
    found: Weights = {}
    for joint in group:
        scale = total // joint.total
        for state, weight in joint.weights.items():
            found[state] = found.get(state, 0) + weight * scale
    return replace(first, weights=found, total=total)


def damage_weights(attack: AttackInputs) -> tuple[dict[int, int], int]:
    """The weight of each damage that the attack may do, in rising order, and their sum."""
    nothing = {throw.number: 0 for throw in attack.rules.throws()}
    start = Joint(attack, {}, (), {(): 1}, 1, nothing)
    joints = walk(attack, start, _gathered)
    total = lcm(*(joint.total for joint in joints))
    found: dict[int, int] = {}
    for joint in joints:
        each, scale = each_die_does(attack, joint.thrown), total // joint.total
        for state, weight in joint.weights.items():
            damage = sum(state) * each
            found[damage] = found.get(damage, 0) + weight * scale
    common = gcd(*found.values())
    return {damage: found[damage] // common for damage in sorted(found)}, total // common
