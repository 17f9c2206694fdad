"""How fast the exact odds of an attack are: `python -m tests.benchmarks.odds`.

In one run and on the same attacks (Hit 3+, Armour 4+, with and without Surge D3, Evade 5+ and casualties)
against two libraries for exact dice, icepool and dyce, written step by step as their users would, and against
100,000 sampled attacks in plain Python. All exact answers are compared with each other. Neither library is
needed for anything else, and one that is missing is left out. Nothing here passes or fails.
"""

from __future__ import annotations

import random
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from itertools import product

from campaign.mechanisms.attack.casualties import TargetState
from campaign.mechanisms.attack.odds import Batch, damage_odds, removed_odds
from tests.attacks import plain

DICE = (8, 20, 60, 200)
HP, MODELS = 2, 9
SAMPLES, TRIED = 100_000, 1_000
ENOUGH = 0.3
"""Seconds after which a measurement is not repeated."""

Answer = dict[int, Fraction]


@dataclass(frozen=True)
class Case:
    dice: int
    surge: bool
    evade: bool
    casualties: bool

    def __str__(self) -> str:
        with_ = [name for name in ("surge", "evade", "casualties") if getattr(self, name)]
        return f"{self.dice:4} dice  {' + '.join(with_) or 'plain':26}"


def removed(damage: int) -> int:
    return min(MODELS, damage // HP)


def ours(case: Case) -> Answer:
    surge = "D3" if case.surge else ""
    attack = plain(surge=surge, models=case.dice, roa=1, evade=5, may_evade=int(case.evade))
    row = [Batch(attack)]
    odds = removed_odds(row, TargetState(HP, MODELS)) if case.casualties else damage_odds(attack)
    return {value: Fraction(weight, odds.total) for value, weight in odds.weights.items()}


def with_icepool(case: Case) -> Answer:
    icepool = import_module("icepool")
    d6 = icepool.d6
    hits = case.dice @ (d6 >= 3)
    if case.surge:
        split = icepool.map(lambda h, s: icepool.tupleize(h - min(h, s), min(h, s)), hits, icepool.d(3))
    else:
        split = hits.map(lambda h: icepool.tupleize(h, 0))
    left = split.map(lambda facing, past: facing @ (d6 < 4) + past)
    if case.evade:
        left = left.map(lambda dice: dice @ (d6 < 5))
    if case.casualties:
        left = left.map(removed)
    return {int(value): Fraction(left.quantity(value), left.denominator()) for value in left}


def with_dyce(case: Case) -> Answer:
    h, expand = import_module("dyce").H, import_module("dyce.evaluation").expand
    hits, unstopped, kept = case.dice @ h({0: 1, 1: 2}), h({0: 1, 1: 1}), h({0: 1, 1: 2})
    exact = {"min_path_probability": Fraction(0)}

    def through(dice, die):
        return dice @ die if dice else 0

    def after_surge(hit, surge):
        past = min(hit.outcome, surge.outcome)
        return through(hit.outcome - past, unstopped) + past

    if case.surge:
        left = expand(after_surge, hits, h(3), **exact)
    else:
        left = expand(lambda hit: through(hit.outcome, unstopped), hits, **exact)
    if case.evade:
        left = expand(lambda dice: through(dice.outcome, kept), left, **exact)
    if case.casualties:
        left = left.apply(removed)
    return {value: Fraction(count, left.total) for value, count in left.items() if count}


def sampled(case: Case) -> Answer:
    """A thousand attacks in plain Python."""
    roll, counted = random.Random(1).random, dict.fromkeys(range(case.dice + 1), 0)
    for _ in range(TRIED):
        hits = sum(int(roll() * 6) >= 2 for _ in range(case.dice))
        past = min(hits, 1 + int(roll() * 3)) if case.surge else 0
        left = past + sum(int(roll() * 6) < 3 for _ in range(hits - past))
        if case.evade:
            left = sum(int(roll() * 6) < 4 for _ in range(left))
        counted[removed(left) if case.casualties else left] += 1
    return {value: Fraction(count, TRIED) for value, count in counted.items() if count}


def seconds(act: Callable[[Case], Answer], case: Case) -> tuple[float, Answer]:
    """The best of some runs, and what came of it."""
    best, spent = float("inf"), 0.0
    while spent < ENOUGH:
        begun = time.perf_counter()
        answer = act(case)
        took = time.perf_counter() - begun
        best, spent = min(best, took), spent + took
    return best, answer


def cases() -> Iterator[Case]:
    for dice, surge, evade, casualties in product(DICE, (False, True), (False, True), (False, True)):
        yield Case(dice, surge, evade, casualties)


def rivals() -> dict[str, Callable[[Case], Answer]]:
    found: dict[str, Callable[[Case], Answer]] = {}
    for name, act in (("icepool", with_icepool), ("dyce", with_dyce)):
        if find_spec(name):
            found[name] = act
        else:
            print(f"{name} is not installed and is left out.")
    return found


def main() -> None:
    warnings.simplefilter("ignore")
    others = rivals()
    for case in cases():
        own, answer = seconds(ours, case)
        line = f"{case} {own * 1000:8.2f} ms"
        for name, act in others.items():
            took, theirs = seconds(act, case)
            assert theirs == answer, f"{name} disagrees on {case}"
            line += f"   {name} x{took / own:<7.1f}"
        took, _ = seconds(sampled, case)
        print(f"{line}   {SAMPLES:,} samples x{took * SAMPLES / TRIED / own:,.0f}", flush=True)


if __name__ == "__main__":
    main()
