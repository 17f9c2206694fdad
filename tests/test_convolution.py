"""The exact odds against a twin that looks at every die, over all keywords and all their pairs, and against
the dice that are rolled, over any sequence of stages.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import prod

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from campaign.mechanisms.attack.inputs import AttackInputs
from campaign.mechanisms.attack.odds import damage_weights
from campaign.mechanisms.attack.roll import roll_attack
from campaign.mechanisms.attack.rules import (
    AddStage,
    AttackRules,
    Damage,
    MoveStage,
    Pool,
    RollStage,
    ThrowStage,
)
from campaign.mechanisms.dice import Dice, DiceLog
from campaign.mechanisms.formula import Formula
from tests.attacks import MOST_DICE, Plan, chances, plain, twin

SURGES = {"": (0,), "D3": (1, 2, 3), "D3+1": (2, 3, 4), "D6": (1, 2, 3, 4, 5, 6)}
BASES = (
    ({"models": 2, "roa": 1, "far": 1}, "D3"),
    ({"models": 3, "roa": 1, "armour": 3, "evade": 5, "may_evade": 1, "dmg": 2}, ""),
    ({"models": 1, "roa": 3, "armour": 0, "evade": 6, "high_ground": 1}, "D3+1"),
    ({"models": 2, "roa": 1, "hit": 2, "armour": 6, "engaged": 1, "evade": 2, "armoured": 1}, "D6"),
)
KEYWORDS = (
    "precision 1", "critical-hit 1", "dodge 2", "tough 1", "anti-evade 1", "pierce armoured 3", "burst-fire 1 6",
    "locked-in 1", "long-range 18", "indirect-fire", "pinpoint", "bulky", "sidearm", "specialist",
    "concentrated-fire 1", "hits 2 3", "instant", "hidden", "template-surge",
)  # fmt: skip


def plan_of(keywords: tuple[str, ...], numbers: dict[str, int], surge: str) -> Plan:
    """The same attack for the twin, read from the words of the rules."""
    n = {"models": 4, "roa": 4, "hit": 3, "armour": 4, "dmg": 1, "far": 0, **numbers}
    x = {text.split()[0]: [int(word) for word in text.split() if word.isdigit()] for text in keywords}
    one = {name: amounts[0] if amounts else 1 for name, amounts in x.items()}
    extra = one.get("locked-in", 0) * n.get("stationary", 0)
    close = 0 < n.get("distance", 0) <= x.get("burst-fire", [0, 0])[1]
    unseen = "indirect-fire" in x and n.get("unseen")
    ranged = not n.get("melee") and (n.get("high_ground") or n.get("engaged") or unseen)
    right = n.get("may_evade") or "hidden" in x or ranged
    attacking, automatic = "hits" not in x, "hits" in x
    pierce = one.get("pierce", 0) if n.get("armoured") else 0
    own = x["hits"][1] if automatic else 0
    return Plan(
        near=n["models"] * (n["roa"] + extra + one.get("burst-fire", 0) * close) if attacking else 0,
        far=n["far"] * (n["roa"] + extra) if attacking and "long-range" in x else 0,
        hit=n["hit"],
        armour=n["armour"],
        evade=n.get("evade", 0) if right else 0,
        per_die=pierce or own or n["dmg"],
        surge=SURGES[surge] if attacking else (0,),
        automatic=one["hits"] if automatic else 0,
        precision=one.get("precision", 0),
        critical=one.get("critical-hit", 0) + ("template-surge" in x) * n.get("covered", 0),
        dodge=one.get("dodge", 0),
        tough=one.get("tough", 0),
        anti=one.get("anti-evade", 0),
    )


def agree(keywords: tuple[str, ...], numbers: dict[str, int], surge: str) -> None:
    weights, total = damage_weights(plain(*keywords, surge=surge, **numbers))
    assert sum(weights.values()) == total
    assert all(weight > 0 for weight in weights.values())
    assert chances(weights, total) == twin(plan_of(keywords, numbers, surge))


@pytest.mark.parametrize("base", range(len(BASES)))
def test_every_keyword_and_every_pair_of_them(base):
    numbers, surge = BASES[base]
    agree((), numbers, surge)
    for keyword in KEYWORDS:
        agree((keyword,), numbers, surge)
    for pair in combinations(KEYWORDS, 2):
        agree(pair, numbers, surge)


def test_the_keywords_above_are_all_of_them():
    assert sorted(text.split()[0] for text in KEYWORDS) == sorted(
        keyword.id for keyword in plain().rules.keywords
    )


AMOUNTS = {
    "models": st.integers(0, 2), "far": st.integers(0, 1), "roa": st.integers(1, 2), "hit": st.integers(2, 6),
    "armour": st.sampled_from((0, 2, 3, 4, 5, 6)), "evade": st.sampled_from((0, 2, 4, 5, 6)), "dmg": st.integers(1, 3),
    "distance": st.integers(0, 9),
}  # fmt: skip
FLAGS = ("may_evade", "high_ground", "engaged", "unseen", "stationary", "armoured", "melee")


@settings(max_examples=250)
@given(
    st.fixed_dictionaries(AMOUNTS),
    st.sets(st.sampled_from(FLAGS)),
    st.sampled_from(tuple(SURGES)),
    st.sets(st.sampled_from(KEYWORDS), max_size=5),
    st.integers(1, 3),
)
def test_any_attack(numbers, flags, surge, keywords, x):
    scaled = tuple(sorted(word.replace(" 1", f" {x}", 1) if word[-2:] == " 1" else word for word in keywords))
    told = numbers | dict.fromkeys(flags, 1)
    assume(plan_of(scaled, told, surge).dice <= MOST_DICE)
    agree(scaled, told, surge)


def test_the_twin_refuses_what_it_would_never_end_to_enumerate():
    with pytest.raises(ValueError, match="A pool of 12 dice is too large"):
        twin(Plan(near=12))


def test_nothing_at_all():
    assert damage_weights(plain(models=0)) == ({0: 1}, 1)


@pytest.mark.parametrize("dice", [1, 7, 60, 200])
def test_without_surge_the_damage_is_binomial(dice):
    """Hit 3+, Armour 4+, Evade 5+: 2/3, 1/2 and 2/3 of each die, one by one."""
    weights, total = damage_weights(plain(models=dice, roa=1, evade=5, may_evade=1))
    assert sum(weights.values()) == total
    assert Fraction(weights[dice], total) == Fraction(2, 9) ** dice
    assert sum(Fraction(damage * weight, total) for damage, weight in weights.items()) == Fraction(
        2 * dice, 9
    )


def test_large_pools_with_everything_add_up_to_one():
    """Of 100 dice TOUGH stops two, as no more than seven go past armour."""
    everything = ("precision 3", "critical-hit 2", "dodge 1", "tough 2", "anti-evade 1", "long-range 18")
    attack = plain(*everything, surge="D6", models=60, roa=1, far=40, evade=4, may_evade=1)
    weights, total = damage_weights(attack)
    assert sum(weights.values()) == total
    assert (min(weights), max(weights)) == (0, 98)


# --- any sequence at all: whatever its stages are, both walkers come to the same


class Branching:
    """Every die that is rolled, in all of its ways: `chance` of one path, and `next` for another."""

    def __init__(self) -> None:
        self.path: list[int] = []
        self.sides: list[int] = []

    def faces(self, part: str, dice: Dice) -> tuple[int, ...]:
        begin = len(self.sides)
        self.sides += [dice.sides] * dice.count
        self.path += [1] * (len(self.sides) - len(self.path))
        return tuple(self.path[begin : begin + dice.count])

    @property
    def chance(self) -> Fraction:
        return Fraction(1, prod(self.sides))

    def next(self) -> bool:
        while self.path and self.path[-1] == self.sides[len(self.path) - 1]:
            self.path.pop()
        if self.path:
            self.path[-1] += 1
        self.sides = []
        return bool(self.path)


MOST_WAYS = 512
"""The most ways that a sequence is looked at in: as many as nine dice with two faces have."""


def every_way(attack: AttackInputs) -> dict[int, Fraction] | None:
    """The chance of each damage; None if the dice can fall in too many ways to look at each."""
    found: dict[int, Fraction] = {}
    dice = Branching()
    for _ in range(MOST_WAYS):
        damage = roll_attack(attack, DiceLog(dice)).damage
        found[damage] = found.get(damage, Fraction(0)) + dice.chance
        if not dice.next():
            return {damage: found[damage] for damage in sorted(found)}
    return None


POOLS = st.sampled_from(("one", "two", "three"))
NUMBERS = st.sampled_from(("0", "1", "2", "luck", "luck - 1", "2 - luck")).map(Formula.parse)
STAGES = st.one_of(
    st.builds(AddStage, id=st.just("add"), name=st.just(""), do=st.just("add"), pool=POOLS, dice=NUMBERS),
    st.builds(
        RollStage, id=st.just("roll"), name=st.just(""), do=st.just("roll"), pool=POOLS, target=NUMBERS, when=NUMBERS,
        passes=st.none() | POOLS, fails=st.none() | POOLS,
    ),
    st.builds(
        MoveStage, id=st.just("move"), name=st.just(""), do=st.just("move"), from_=POOLS, to=st.none() | POOLS,
        most=st.none() | NUMBERS,
    ),
    st.builds(
        ThrowStage, id=st.just("throw"), name=st.just(""), do=st.just("throw"), dice=st.just("luck"),
        number=st.just("luck"), when=NUMBERS,
    ),
)  # fmt: skip


@settings(max_examples=120)
@given(st.lists(STAGES, max_size=9), NUMBERS, st.booleans())
def test_any_sequence(stages, each, lucky):
    rules = AttackRules(
        name="",
        die=Dice(1, 2),
        pools=tuple(Pool(id=name, name="") for name in ("one", "two", "three")),
        stages=(AddStage(id="add", name="", do="add", pool="one", dice=Formula.parse(2)), *stages),
        damage=Damage(pool="three", each=each),
    )
    attack = AttackInputs(rules, {"luck": 0}, {"luck": Dice(1, 2)} if lucky else {})
    expected = every_way(attack)
    assume(expected is not None)
    assert chances(*damage_weights(attack)) == expected
