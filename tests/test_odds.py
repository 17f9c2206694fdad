from __future__ import annotations

import random
from fractions import Fraction
from math import sqrt

import pytest

from campaign.mechanisms.attack.casualties import TargetState, remove
from campaign.mechanisms.attack.inputs import casualty_cap, victim
from campaign.mechanisms.attack.odds import (
    Batch,
    Odds,
    casualty_odds,
    damage_odds,
    killed,
    none_left,
    removed_odds,
)
from campaign.mechanisms.attack.roll import roll_attack
from campaign.mechanisms.dice import Dice, DiceLog
from tests.attacks import Plan, plain, twin
from tests.test_architecture import MODULES, imports_within


class Quick:
    """Faces from one stream: a seed for each roll, as in a campaign, would take most of the time."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def faces(self, part: str, dice: Dice) -> tuple[int, ...]:
        return tuple(1 + int(self.random.random() * dice.sides) for _ in range(dice.count))


def by_hand(
    batches: list[tuple[Batch, dict[int, Fraction]]], unit: TargetState
) -> dict[TargetState, Fraction]:
    """Every path through the batches, one at a time."""
    paths = [(unit, Fraction(1))]
    for batch, damage in batches:
        hidden = 0 if batch.visible is None else unit.models - batch.visible
        paths = [
            (remove(state, points, state.models - hidden, casualty_cap(batch.attack)).after, chance * share)
            for state, chance in paths
            for points, share in damage.items()
        ]
    found: dict[TargetState, Fraction] = {}
    for state, chance in paths:
        found[state] = found.get(state, Fraction(0)) + chance
    return found


def fractions(odds: Odds[TargetState]) -> dict[TargetState, Fraction]:
    assert sum(odds.weights.values()) == odds.total
    return {each: Fraction(weight, odds.total) for each, weight in odds.weights.items()}


def test_mean_and_variance_are_exact():
    odds = damage_odds(plain(models=1, roa=9, hit=4, armour=0))
    assert (odds.mean(int), odds.variance(int)) == (Fraction(9, 2), Fraction(9, 4))
    assert odds.chance(lambda damage: damage == 9) == Fraction(1, 512)
    assert odds.of(lambda damage: damage % 2).weights == {0: odds.total // 2, 1: odds.total // 2}


def test_one_batch():
    """SCR-6: HP 2, one die of DMG 3 in two models: a model goes, and one point stays."""
    batches = [Batch(plain(models=1, roa=1, hit=4, armour=0, dmg=3))]
    odds = casualty_odds(batches, TargetState(2, 2))
    assert fractions(odds) == {TargetState(2, 2): Fraction(1, 2), TargetState(2, 1, marker=1): Fraction(1, 2)}
    removed = removed_odds(batches, TargetState(2, 2))
    assert removed.weights == {0: 1, 1: 1}
    assert (killed(removed, 1), killed(removed, 2)) == (Fraction(1, 2), Fraction(0))
    assert none_left(odds) == 0


@pytest.mark.parametrize(
    "unit",
    [
        TargetState(2, 3),
        TargetState(3, 2, marker=2),
        TargetState(1, 3, shield=2, shielded=True),
        TargetState(2, 4, groups=(1, 1, 2)),
    ],
)
@pytest.mark.parametrize("visible", [None, 2])
@pytest.mark.parametrize("cap", [(), ("concentrated-fire 1",)])
def test_batches_in_a_row_carry_their_damage(unit, visible, cap):
    """SCR-2, SCR-7, SCR-8."""
    first = plain(*cap, models=3, roa=1, dmg=2)
    second = plain("precision 1", surge="D3", models=2, roa=1, evade=5, may_evade=1)
    batches = [
        (Batch(first, visible), twin(Plan(3, hit=3, per_die=2))),
        (Batch(second), twin(Plan(2, hit=3, evade=5, surge=(1, 2, 3), precision=1))),
        (Batch(first, visible), twin(Plan(3, hit=3, per_die=2))),
    ]
    assert fractions(casualty_odds([batch for batch, _ in batches], unit)) == by_hand(batches, unit)


def test_what_is_hidden_stays_hidden_from_batch_to_batch():
    """SC13 in a row: of six models two are seen; the second batch has nobody left to take."""
    sure = plain("hits 4 2", armour=0)
    assert casualty_odds([Batch(sure, 2), Batch(sure, 2)], TargetState(2, 6)).weights == {
        TargetState(2, 4): 1
    }


def test_no_batch_does_nothing():
    assert casualty_odds([], TargetState(2, 6)).weights == {TargetState(2, 6): 1}


def test_wiping_out():
    batches = [Batch(plain("hits 6 2", armour=6))]
    assert none_left(casualty_odds(batches, TargetState(2, 6))) == Fraction(5, 6) ** 6
    assert killed(removed_odds(batches, TargetState(2, 6)), 6) == Fraction(5, 6) ** 6


ROLLS = 20_000
"""A rolled attack takes a tenth of a millisecond; so many keep the test at a few seconds."""


@pytest.mark.parametrize(
    ("keywords", "surge", "numbers"),
    [
        ((), "D3", {"models": 4, "roa": 2, "hit": 4, "dmg": 2, "evade": 5, "may_evade": 1}),
        (
            ("precision 2", "critical-hit 1", "dodge 1", "tough 1", "long-range 18"),
            "D6",
            {"models": 3, "far": 1},
        ),
    ],
)
def test_seeded_attacks_come_close_to_the_odds(keywords, surge, numbers):
    attack = plain(*keywords, surge=surge, **numbers)
    unit = victim(attack, 6)
    lost = removed_odds([Batch(attack)], unit)
    source = Quick(2026)
    damages, models = [], []
    for _ in range(ROLLS):
        damages.append(roll_attack(attack, DiceLog(source)).damage)
        models.append(remove(unit, damages[-1]).models)
    damage = damage_odds(attack)
    for rolled, odds in ((damages, damage), (models, lost)):
        off = sum(rolled) / ROLLS - float(odds.mean(int))
        assert abs(off) < 5 * sqrt(odds.variance(int) / ROLLS)
    for points in damage.weights:
        chance = Fraction(damage.weights[points], damage.total)
        close = 5 * sqrt(chance * (1 - chance) / ROLLS) + 1 / ROLLS
        assert abs(damages.count(points) / ROLLS - float(chance)) < close


def test_a_program_that_imports_it_gets_mechanisms_alone():
    assert {
        name.partition(".")[0] for name in imports_within(MODULES["mechanisms.attack.odds"], MODULES)
    } == {
        "mechanisms",
        "record",
    }
