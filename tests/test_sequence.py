"""Sequences as content: one of two stages that nobody has written Python for, and the built-in one."""

from __future__ import annotations

from fractions import Fraction

import pytest

from campaign.checks import check_system
from campaign.content.library import ContentRoot, Library
from campaign.errors import Refusal
from campaign.mechanisms.attack.casualties import TargetState
from campaign.mechanisms.attack.inputs import casualty_cap, forbidden, given, victim
from campaign.mechanisms.attack.odds import Batch, casualty_odds, damage_odds, none_left
from campaign.mechanisms.attack.roll import roll_attack
from campaign.mechanisms.attack.rules import Unit, Weapon
from campaign.mechanisms.dice import Dice, DiceLog, ListedDice
from tests.attacks import plain, rules, units, use
from tests.test_errors import BASE
from tests.trees import write_tree

SLINGS = """
    name: Slings
    die: D4
    fails: [1]
    pools: [{id: stones, name: Stones}, {id: bumps, name: Bumps}]
    numbers:
      - {id: slingers, of: situation, name: slingers, most: 9}
      - {id: aim, of: weapon, name: Aim, least: 2, most: 4}
      - {id: weight, of: weapon, name: Weight, least: 1, most: 3}
      - {id: hp, of: target, name: Health, least: 1, most: 5}
      - {id: wind, of: keyword, name: Wind}
    keywords: [{id: gusty, name: Gusty, gives: {wind: x}}]
    stages:
      - {id: sling, do: add, name: Sling, pool: stones, dice: slingers}
      - {id: strike, do: roll, name: Strike, pool: stones, target: aim + wind, passes: bumps}
    damage: {pool: bumps, each: weight}
    casualties: {hp: hp}
"""
FOLK = """
    kind: units
    rows:
      - id: slingers
        name: Slingers
        numbers: {hp: 2}
        weapons: [{id: sling, name: Sling, range: 10, numbers: {aim: 3, weight: 2}}]
"""


@pytest.fixture
def tin(tmp_path):
    def library(**more: str) -> Library:
        files = {"missions/tin/sequence.yaml": SLINGS, "cards/tin/units.yaml": FOLK}
        house = write_tree(
            tmp_path, files | {name.replace("__", "/") + ".yaml": text for name, text in more.items()}
        )
        return Library("tin", [ContentRoot(BASE, "base"), ContentRoot(house, "house", house=True)])

    return library


def parts(library: Library) -> tuple[Unit, Weapon]:
    unit = library.units()["slingers"]
    return unit, unit.weapons[0]


class TestAGameOfItsOwn:
    def test_it_has_no_problem(self, tin):
        assert check_system(tin()) == []

    def test_it_is_rolled(self, tin):
        library = tin()
        unit, sling = parts(library)
        attack = given(library.attack_rules(), sling, unit, {"slingers": 3})
        log = DiceLog(ListedDice([1, 3, 4]))
        rolled = roll_attack(attack, log)
        log.finish()
        assert [str(each.dice) for each in log.rolled] == ["3D4"]
        assert (rolled.dice, rolled.damage) == (2, 4)

    def test_its_odds_are_exact(self, tin):
        library = tin()
        unit, sling = parts(library)
        attack = given(library.attack_rules(), sling, unit, {"slingers": 2})
        assert damage_odds(attack).weights == {0: 1, 2: 2, 4: 1}
        odds = casualty_odds([Batch(attack)], victim(attack, 2))
        assert none_left(odds) == Fraction(1, 4)
        windy = given(library.attack_rules(), sling, unit, {"slingers": 1}, keywords=[use("gusty 1")])
        assert damage_odds(windy).weights == {0: 3, 2: 1}

    def test_a_house_unit_stands_in_place_of_another(self, tmp_path, tin):
        library = tin()
        own = write_tree(tmp_path / "own", {"cards/tin/units.yaml": FOLK.replace("hp: 2", "hp: 5")})
        roots = [*library.roots, ContentRoot(own, "own")]
        assert Library("tin", roots).units()["slingers"].numbers == {"hp": 5}
        whole = write_tree(
            tmp_path / "whole", {"cards/tin/units.yaml": "kind: units\nwhole: true\nrows: []\n"}
        )
        assert Library("tin", [*roots, ContentRoot(whole, "whole")]).units() == {}

    def test_a_system_may_have_none_of_it(self):
        library = Library("tin", [ContentRoot(BASE, "base")])
        assert (library.attack_rules(), library.units()) == (None, {})

    def test_units_are_no_card_of_a_battle(self, tin):
        assert "units" not in tin().card_ids()

    @pytest.mark.parametrize(
        ("old", "new", "code"),
        [
            ("target: aim + wind", "target: aim + rain", "unknown-name"),
            ("target: aim + wind", "target: aim / weight", "formula-fails"),
            ("id: wind, of: keyword", "id: range, of: keyword", "taken-name"),
            ("id: strike, do: roll", "id: sling, do: roll", "duplicate-id"),
            (
                "stages:",
                "stages:\n      - {id: luck, do: throw, name: Luck, dice: luck, number: bumps}",
                "taken-name",
            ),
            ("passes: bumps", "passes: bump", "unknown-pool"),
            ("gives: {wind: x}", "gives: {wind: z}", "unknown-name"),
            ("casualties: {hp: hp}", "casualties: {hp: health}", "unknown-name"),
            ("casualties: {hp: hp}", "casualties: {hp: hp, engaged: aim}", "unknown-number"),
            ("casualties: {hp: hp}", "forbidden: [{when: far, says: Too far.}]", "unknown-name"),
            ("each: weight", "each: weigh", "unknown-name"),
            ("name: Strike,", "name: Strike, rules: [T-9],", "unknown-rule"),
        ],
    )
    def test_what_is_wrong_is_found(self, tin, old, new, code):
        assert old in SLINGS
        found = check_system(tin(missions__tin__sequence=SLINGS.replace(old, new)))
        assert code in [problem.code for problem in found]

    def test_what_is_thrown_is_known_only_afterwards(self, tin):
        throw = "{id: luck, do: throw, name: Luck, dice: luck, number: luck}"
        early = SLINGS.replace("dice: slingers}", "dice: slingers + luck}\n      - " + throw)
        late = SLINGS.replace("stages:\n", f"stages:\n      - {throw}\n").replace(
            "dice: slingers}", "dice: slingers + luck}"
        )
        [problem] = check_system(tin(missions__tin__sequence=early))
        assert problem.code == "unknown-name"
        library = tin(missions__tin__sequence=late)
        assert check_system(library) == []
        unit, sling = parts(library)
        lucky = given(library.attack_rules(), sling, unit, {"slingers": 1}, {"luck": Dice.parse("D2")})
        assert damage_odds(lucky).weights == {0: 3, 2: 7, 4: 5, 6: 1}


class TestTheNumbersOfAnAttack:
    """SCR-1."""

    def test_weapon_target_and_situation(self):
        marauder, roach = units()["marauder"], units()["roach"]
        attack = given(rules(), marauder.weapons[0], roach, {"models": 4})
        wanted = {"range": 12, "roa": 3, "hit": 3, "dmg": 1, "hp": 4, "armour": 3, "evade": 5, "models": 4,
                  "armoured": 1, "light": 0, "allowed": 1, "pierce": 2}  # fmt: skip
        assert {name: attack.numbers[name] for name in wanted} == wanted
        assert attack.dice == {"surge": Dice.parse("D3")}

    def test_the_situation_has_the_last_word(self):
        attack = given(rules(), units()["marine"].weapons[0], units()["roach"], {"armour": 6, "light": 1})
        assert (attack.numbers["armour"], set(attack.dice)) == (6, {"surge"})

    @pytest.mark.parametrize(
        ("wrong", "message"),
        [
            (
                {"situation": {"modles": 1}},
                "The attack doesn’t use a number “modles”. Did you mean “models”?",
            ),
            (
                {"dice": {"surg": Dice.parse("D3")}},
                "The attack doesn’t use a number “surg”. Did you mean “surge”?",
            ),
            ({"keywords": [use("tou 1")]}, "There is no keyword “tou”. Did you mean “tough”?"),
        ],
    )
    def test_a_name_that_is_unknown(self, wrong, message):
        with pytest.raises(Refusal) as caught:
            given(rules(), **wrong)
        assert str(caught.value) == message

    def test_a_reach_that_is_unknown(self):
        with pytest.raises(Refusal) as caught:
            given(rules(), Weapon(id="arm", name="Arm", range="engage"))
        assert str(caught.value) == "There is no reach “engage”. Did you mean “engaged”?"

    def test_a_target_without_hit_points(self):
        with pytest.raises(Refusal) as caught:
            victim(plain(hp=0), 3)
        assert str(caught.value) == (
            "The target’s hit points are unknown. Name a unit, or give its hit points."
        )

    def test_the_target_at_full_health(self):
        attack = given(rules(), None, units()["zealot"])
        assert victim(attack, 3) == TargetState(4, 3, shield=3, shielded=True)
        assert victim(plain(), 9, (1, 2, 1)) == TargetState(2, 4, groups=(1, 2, 1))

    def test_the_cap_on_casualties(self):
        assert casualty_cap(plain()) is None
        assert casualty_cap(plain("concentrated-fire 2", "concentrated-fire 1")) == 2


AFAR = "At this distance all models are at long range: give their number as far, and 0 as models."


class TestWhatMayNotBeAttacked:
    """SCR-3 and PF-S7."""

    @pytest.mark.parametrize(
        ("keywords", "numbers", "says"),
        [
            ((), {"distance": 12, "range": 12}, None),
            ((), {"distance": 13, "range": 12}, "The target is out of range."),
            (("long-range 18",), {"distance": 19, "range": 12}, "The target is out of range."),
            (("long-range 18",), {"distance": 13, "range": 12}, AFAR),
            (("long-range 18",), {"distance": 13, "range": 12, "models": 1, "far": 3}, AFAR),
            (("long-range 18",), {"distance": 13, "range": 12, "models": 0, "far": 4}, None),
            (("long-range 18",), {"distance": 12, "range": 12, "models": 1, "far": 3}, None),
            (("long-range 18", "hits 3 1"), {"distance": 13, "range": 12}, None),
            ((), {"engaged": 1}, "An unengaged unit can't target an engaged one, except with PINPOINT."),
            (("pinpoint",), {"engaged": 1}, None),
            ((), {"engaged": 1, "melee": 1, "fighting": 1}, None),
            (("bulky",), {"fighting": 1}, "A BULKY weapon can't be used while engaged."),
            ((), {"unseen": 1}, "The target is not visible."),
            (("indirect-fire",), {"unseen": 1}, None),
            (("hidden",), {"distance": 5}, "A HIDDEN unit can't be targeted from beyond 4\"."),
            (("hidden",), {"distance": 4}, None),
            (("hidden",), {"charge": 1}, "A HIDDEN unit is immune to IMPACT."),
        ],
    )
    def test_a_reason(self, keywords, numbers, says):
        assert forbidden(plain(*keywords, **numbers)) == (() if says is None else (says,))

    def test_a_tag_that_the_weapon_is_not_for(self):
        missiles = units()["goliath"].weapons[2]
        assert forbidden(given(rules(), missiles, units()["marine"])) == (
            "The weapon can't be used against a target with these tags.",
        )
        assert forbidden(given(rules(), missiles, None, {"flying": 1})) == ()
