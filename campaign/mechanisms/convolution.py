"""An attack with every roll at once: the exact weight of each state that its pools can be in.

A state is how many dice lie in each pool that still matters. Weights are whole numbers over one denominator,
so nothing is ever rounded. To roll a pool of `a` dice is to multiply a state's weight by (q + p·x)^a, where x
counts those that pass; all states of a pool together are a polynomial at q + p·x, worked out by Horner's
rule. The whole polynomial is kept in one large integer, each coefficient in so many bytes of it (Kronecker's
substitution), so that a step of the rule is a few operations on integers, whatever the number of dice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import comb, gcd, lcm, prod
from operator import mul

from campaign.mechanisms.attack import Given
from campaign.mechanisms.dice import Dice
from campaign.mechanisms.sequence import Add, Move, Roll, Throw
from campaign.mechanisms.walk import Live, each_die_does, walk

__all__ = ["damage_weights"]

State = tuple[int, ...]
Weights = dict[State, int]


@dataclass(frozen=True, slots=True)
class Joint:
    """How the dice may lie: for the numbers in each of `places`, in their order, a weight out of `total`.

    A place is what `live` calls a pool, or several that nobody has to tell apart.
    """

    attack: Given
    live: Live
    places: tuple[int, ...]
    weights: Weights
    total: int
    thrown: Mapping[str, int] = field(default_factory=dict)

    def add(self, stage: Add, dice: int, live: Live) -> Joint:
        into = live.get(stage.pool) if dice else None
        places, at = self._kept(live, into)
        found: Weights = {}
        for state, weight in self.weights.items():
            after = _taken(state, at)
            if into is not None:
                after[places.index(into)] += dice
            _put(found, tuple(after), weight)
        return self._then(live, places, found, self.total)

    def move(self, stage: Move, most: int | None, live: Live) -> Joint:
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

    def roll(self, stage: Roll, faces: frozenset[int] | None, live: Live) -> Joint:
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

    def throw(self, stage: Throw, dice: Dice | None, live: Live) -> list[Joint]:
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


def damage_weights(attack: Given) -> tuple[dict[int, int], int]:
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
