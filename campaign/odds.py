"""Exact odds of attacks: what a batch, or several in a row, can do to a unit, and how likely each of it is.

Everything is a whole number over a common denominator, or a Fraction made of two: nothing is sampled and
nothing rounded. A program may import this module; what it needs besides is in campaign/mechanisms/.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import gcd
from typing import Generic, TypeVar

from campaign.mechanisms.attack import Given, casualty_cap
from campaign.mechanisms.casualties import Fate, Victim, after, fate_of, still_visible
from campaign.mechanisms.convolution import damage_weights

__all__ = [
    "Batch", "Odds", "casualty_odds", "damage_odds", "killed", "none_left", "removed_odds",
]  # fmt: skip

T = TypeVar("T")
U = TypeVar("U")


@dataclass(frozen=True, slots=True)
class Odds(Generic[T]):
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


@dataclass(frozen=True, slots=True)
class Batch:
    """An attack in a row of attacks on one unit.

    `visible` is how many models of the unit its attackers see before the first batch; None where that doesn't
    matter. Those that they don't see are not removed by anybody in between, so the visible ones alone get
    fewer.
    """

    attack: Given
    visible: int | None = None


@lru_cache(maxsize=64)
def damage_odds(attack: Given) -> Odds[int]:
    """The odds of the damage of one batch, before any casualty, in rising order (SCR-4).

    Raises Refusal for a formula that has no value, or too many dice.
    """
    weights, total = damage_weights(attack)
    return Odds(weights, total)


def casualty_odds(batches: Iterable[Batch], unit: Victim) -> Odds[Victim]:
    """The odds of how the unit stands after the batches, each done to what the one before has left
    (SCR-2, SCR-6, SCR-7, SCR-8).

    Raises Refusal as `damage_odds` does.
    """
    weights, total = {unit: 1}, 1
    for batch in batches:
        damage = damage_odds(batch.attack)
        cap = casualty_cap(batch.attack)
        found: dict[Victim, int] = {}
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


def removed_odds(batches: Iterable[Batch], unit: Victim) -> Odds[int]:
    """The odds of the number of models that the batches remove, in rising order."""
    odds = casualty_odds(batches, unit).of(lambda left: unit.models - left.models)
    return Odds({models: odds.weights[models] for models in sorted(odds.weights)}, odds.total)


def killed(odds: Odds[int], least: int) -> Fraction:
    """The chance of at least so many, of models removed or of points of damage."""
    return odds.chance(lambda many: many >= least)


def none_left(odds: Odds[Victim]) -> Fraction:
    """The chance that nobody is left."""
    return odds.chance(lambda unit: unit.models == 0)
