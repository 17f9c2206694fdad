"""Attacks for tests: the built-in rules, numbers for an attack in one line, dice that all show the same, and a
twin of the odds that enumerates every die and shares no line with the code it is compared with.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from pathlib import Path

from campaign.files.schema import read_record
from campaign.files.yamlfile import read
from campaign.mechanisms.attack.inputs import AttackInputs, given
from campaign.mechanisms.attack.rules import AttackRules, Unit, Units, WeaponUse
from campaign.mechanisms.dice import Dice

ROOT = Path(__file__).resolve().parent.parent
SYSTEM = "starcraft"


@functools.cache
def rules() -> AttackRules:
    return read_record(read(ROOT / f"missions/{SYSTEM}/sequence.yaml"), AttackRules)


@functools.cache
def units() -> dict[str, Unit]:
    file = read_record(read(ROOT / f"cards/{SYSTEM}/units.yaml"), Units)
    return {unit.id: unit for unit in file.rows}


def use(text: str) -> WeaponUse:
    """`pierce armoured 3`, `burst-fire 2 6` (x, then y), `hidden`."""
    keyword, *rest = text.split()
    tag = rest.pop(0) if rest and not rest[0].isdigit() else None
    x, y = [*map(int, rest), 0, 0][:2]
    return WeaponUse(keyword=keyword, x=x, y=y, tag=tag)


def plain(*keywords: str, surge: str = "", **numbers: int) -> AttackInputs:
    """An attack without a unit: 4 models, RoA 4, Hit 3+, Armour 4+, no Evade, DMG 1, unless said otherwise."""
    usual = {"models": 4, "roa": 4, "hit": 3, "armour": 4, "dmg": 1, "hp": 2}
    dice = {"surge": Dice.parse(surge)} if surge else {}
    return given(rules(), situation=usual | numbers, dice=dice, keywords=map(use, keywords))


@dataclass
class Same:
    """Every die shows the same: a D6 the face, a D3 half of it, rounded up (PF-S6)."""

    face: int
    asked: list[str] = field(default_factory=list)

    def faces(self, part: str, dice: Dice) -> tuple[int, ...]:
        self.asked.append(part)
        return (self.face if dice.sides == 6 else (self.face + 1) // 2,) * dice.count


# --- the twin

MOST_DICE = 6
"""The most dice of a pool that are enumerated: 46,656 ways. Two dice more would take 36 times as long."""


@functools.cache
def passes(dice: int, target: int) -> tuple[tuple[int, int], ...]:
    """How many of the dice pass, and in how many of all their ways: each way looked at."""
    if dice > MOST_DICE:
        raise ValueError(f"A pool of {dice} dice is too large to enumerate.")
    ways = Counter(
        sum(face == 6 or (face != 1 and face >= target) for face in faces)
        for faces in product(range(1, 7), repeat=dice)
    )
    return tuple(ways.items())


@dataclass(frozen=True)
class Plan:
    """An attack as the twin knows it: names as in the built-in rules, `surge` as (face of the die, number)."""

    near: int
    far: int = 0
    hit: int = 4
    armour: int = 4
    evade: int = 0
    per_die: int = 1
    surge: tuple[int, ...] = (0,)
    automatic: int = 0
    precision: int = 0
    critical: int = 0
    dodge: int = 0
    tough: int = 0
    anti: int = 0

    @property
    def dice(self) -> int:
        """The dice of the largest pool that it can have."""
        return self.near + self.far + self.automatic


def twin(plan: Plan) -> dict[int, Fraction]:
    """The chance of each damage."""
    found: dict[int, Fraction] = {}
    for damage, chance in _ways(plan):
        found[damage] = found.get(damage, Fraction(0)) + chance
    return {damage: found[damage] for damage in sorted(found)}


def _ways(plan: Plan) -> Iterator[tuple[int, Fraction]]:
    for (near, a), (far, b), surge in product(
        passes(plan.near, plan.hit), passes(plan.far, plan.hit + 1), plan.surge
    ):
        chance = Fraction(a * b, 6 ** (plan.near + plan.far) * len(plan.surge))
        hits = near + far
        hits += min(plan.precision, plan.near + plan.far - hits) + plan.automatic
        past = min(max(0, surge + plan.critical - plan.dodge), hits)
        facing = hits - past
        for stopped, c in passes(facing, plan.armour) if plan.armour else ((0, 6**facing),):
            through = past + facing - stopped - min(plan.tough, facing - stopped)
            for evaded, d in passes(through, plan.evade + plan.anti) if plan.evade else ((0, 6**through),):
                share = Fraction(c * d, 6 ** (facing + through))
                yield (through - evaded) * plan.per_die, chance * share


def chances(weights: Mapping[int, int], total: int) -> dict[int, Fraction]:
    return {damage: Fraction(weight, total) for damage, weight in weights.items()}
