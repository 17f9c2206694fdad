"""The fifteen units (PF-S8), once more as the facts have them: each number is typed twice."""

from __future__ import annotations

import pytest

from campaign.mechanisms.attack.inputs import given
from campaign.mechanisms.attack.rules import Unit, Weapon
from tests.attacks import rules, units

FACTS = """
    marine | 2 5 5 4/7 - | bl | 6=160/1 9=210/2
    marauder | 5 6 4 4/7 - | ab | 2=150/1 4=280/2
    goliath | 10 - 4 7/7 - | am | 1=190/2
    medic | 2 5 5 4/7 - | bl | 3=110/1
    jim-raynor | 8 5 4 7/7 - | bu | 1=250/1
    zergling | 1 4 6 4/8 - | bl | 12=180/1 18=220/2
    roach | 4 5 3 4/7 - | ab | 3=170/1
    hydralisk | 4 5 5 4/8 - | bl | 2=140/2 4=260/3
    queen | 9 - 4 4/4 - | abp | 1=150/1
    kerrigan | 9 6 5 7/7 - | bpu | 1=250/1
    zealot | 4 5 5 4/7 3 | bl | 3=160/2
    stalker | 6 6 4 4/8 3 | am | 1=170/1 2=270/2
    adept | 3 5 5 5/8 2 | bl | 4=150/1
    sentry | 4 6 5 4/7 2 | lmp | 2=130/1
    artanis | 8 5 4 7/7 4 | bpu | 1=250/1
"""
WEAPONS = """
    marine C-14 12 - 2 3 1 l:D3
    marine AGG-12 12 g 2 3 1 a:D3 long-range-18 specialist
    marine Rocket_Launcher 12 g 4 3 1 - indirect-fire long-range-18 sidearm specialist
    marine Strike E g 1 5 1 -
    marine Bayonet E g 2 5 1 -
    marauder Quad_K12 12 g 3 3 1 a:D3 pierce-armoured-2
    marauder Strike E g 2 4 1 -
    goliath Autocannon 12 g 9 4 1 - long-range-18
    goliath Underbelly_Gun 8 g 6 3 1 l:D3 pinpoint sidearm
    goliath Hellfire_Missiles 16 f 6 3 1 l:D3 anti-evade-1 sidearm
    goliath Stomp E g 4 5 1 -
    goliath Impact C g 4 3 1 -
    medic Strike E g 1 5 1 -
    jim-raynor Commando_Rifle 18 - 3 3 1 a:D3 bulky pierce-armoured-3
    jim-raynor Justice_Revolver 6 g 2 3 2 - anti-evade-2 sidearm pinpoint
    jim-raynor Bayonet E g 2 4 1 l:D3
    zergling Claws E g 2 4 1 l:D3
    zergling Impact C g 1 5 1 -
    roach Acid_Saliva 8 g 3 3 1 -
    roach Claws E g 2 4 1 -
    roach Impact C g 2 4 1 -
    hydralisk Needle_Spines 12 - 3 3 2 la:D3+1
    hydralisk Scythe E g 2 4 1 -
    queen Talons 6 g 4 4 2 l:D3
    queen Talons E g 3 4 1 -
    queen Acid_Spines 12 f 4 4 2 la:D3
    queen Impact C g 4 3 1 -
    kerrigan Energy_Blast 8 - 5 3 1 la:D3
    kerrigan Blades E g 6 4 2 - critical-hit-2
    kerrigan Impact C g 4 4 1 -
    zealot Psi_Blades E g 4 3 1 l:D3
    zealot Impact C g 3 4 1 -
    stalker Particle_Disruptors 12 - 4 3 2 a:D3
    stalker Stomp E g 2 5 1 -
    adept Glaive_Cannon 8 - 2 3 1 l:D3+1 anti-evade-1
    adept Strike E g 1 4 1 -
    sentry Disruption_Beam 8 - 2 2 1 - instant
    sentry Beam E g 2 3 1 -
    artanis Twilight_Blades_Strike E g 2 2 3 a:D3
    artanis Twilight_Blades_Sweep E g 6 2 1 l:D3+1
    artanis Impact C g 6 4 1 -
"""
LETTERS = {
    "a": "armoured", "b": "biological", "f": "flying", "g": "ground", "l": "light", "m": "mechanical",
    "p": "psionic", "u": "unique",
}  # fmt: skip


def unit_line(unit: Unit) -> str:
    numbers = [str(unit.numbers.get(name, "-")) for name in ("hp", "evade", "armour")]
    speeds = f"{unit.numbers['speed']}/{unit.numbers['speed_model']}"
    tags = "".join(letter for letter, tag in LETTERS.items() if tag in unit.tags and tag != "ground")
    sizes = " ".join(f"{size.models}={size.cost['minerals']}/{size.cost['supply']}" for size in unit.sizes)
    return f"{unit.id} | {' '.join(numbers)} {speeds} {unit.numbers.get('shield', '-')} | {tags} | {sizes}"


def weapon_line(unit: Unit, weapon: Weapon) -> str:
    tags = {tag: letter for letter, tag in LETTERS.items()}
    reach = {"engaged": "E", "charge": "C"}.get(str(weapon.range), weapon.range)
    against = "".join(tags[tag] for tag in weapon.against) or "-"
    numbers = " ".join(str(weapon.numbers[name]) for name in ("roa", "hit", "dmg"))
    surge = [f"{''.join(tags[tag] for tag in die.against)}:{die.dice}" for die in weapon.dice.values()]
    keywords = [
        "-".join(str(part) for part in (use.keyword, use.tag, use.x or None, use.y or None) if part)
        for use in weapon.keywords
    ]
    return " ".join(
        [unit.id, weapon.name.replace(" ", "_"), str(reach), against, numbers, *(surge or "-"), *keywords]
    )


def test_every_unit():
    found = [unit_line(unit) for unit in units().values()]
    for line, fact in zip(found, FACTS.strip().split("\n"), strict=True):
        assert line == fact.strip()


def test_every_weapon():
    found = [weapon_line(unit, weapon) for unit in units().values() for weapon in unit.weapons]
    for line, fact in zip(found, WEAPONS.strip().split("\n"), strict=True):
        assert line == fact.strip()


def test_all_of_them_are_ground():
    assert all("ground" in unit.tags for unit in units().values())


@pytest.mark.parametrize(
    ("unit", "left"), [("marine", "1-3=0 4-6=1 7-9=2"), ("zergling", "1-6=0 7-12=1 13-18=2")]
)
def test_supply_of_those_left(unit, left):
    found = [f"{each.models}={each.counts['supply']}" for each in units()[unit].left]
    assert " ".join(found) == left


def test_every_weapon_can_attack_every_unit():
    for unit in units().values():
        for weapon in unit.weapons:
            for target in units().values():
                assert given(rules(), weapon, target, {"models": 1}).numbers["roa"] > 0
