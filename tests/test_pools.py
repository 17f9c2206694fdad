"""Attacks that are rolled: the vectors of the rules and of public sources, by their ids."""

from __future__ import annotations

import pytest

from campaign.errors import Refusal
from campaign.mechanisms.attack.casualties import remove
from campaign.mechanisms.attack.inputs import given, victim
from campaign.mechanisms.attack.roll import Attack, StageResult, roll_attack
from campaign.mechanisms.dice import Dice, DiceByPart, DiceLog, ListedDice, SeededDice
from tests.attacks import Same, plain, rules, units, use


def stage(attack: Attack, name: str) -> StageResult:
    [found] = [each for each in attack.happened if each.stage.id == name]
    return found


def chosen(given, **faces):
    """The attack with these rolls; anything else that is rolled is a fault of the test."""
    log = DiceLog(
        DiceByPart({part.replace("_", "-"): shown for part, shown in faces.items()}, ListedDice([]))
    )
    attack = roll_attack(given, log)
    log.finish()
    return attack


class TestTheRules:
    """SC1 to SC10, SC16 and SC17 of rules 3.10; SC11 to SC15, SC18 and SC19 stand in test_casualties.py."""

    def test_sc1_dice_of_a_batch(self):
        attack = roll_attack(plain(models=4, roa=2), DiceLog(SeededDice(1)))
        assert stage(attack, "attack").count == 8
        assert len(stage(attack, "hit").faces) == 8

    def test_sc2_what_hits(self):
        attack = roll_attack(plain(models=6, roa=1, hit=4, armour=0), DiceLog(ListedDice([1, 2, 3, 4, 5, 6])))
        assert stage(attack, "hit").passing == frozenset({4, 5, 6})
        assert (stage(attack, "hit").count, attack.damage) == (3, 3)

    def test_sc3_damage_of_the_damage_pool(self):
        assert chosen(plain(models=3, roa=1, dmg=2, armour=0), hit=[6, 6, 6]).damage == 6

    @pytest.mark.parametrize(
        ("hits", "surge", "moved", "left"),
        [
            pytest.param(4, 3, 3, 1, id="SC4"),
            pytest.param(4, 6, 4, 0, id="SC5"),
            pytest.param(0, 6, 0, 0, id="SC6"),
        ],
    )
    def test_surge_moves_dice_that_are_there(self, hits, surge, moved, left):
        faces = {"hit": [6] * hits + [1] * (4 - hits), "surge": [surge]} | (
            {"armour": [6] * left} if left else {}
        )
        attack = chosen(plain(roa=1, surge="D6"), **faces)
        past = stage(attack, "past-armour")
        assert (past.wanted, past.count) == (surge, moved)
        assert len(stage(attack, "armour").faces) == left
        assert attack.damage == moved

    def test_sc7_surge_of_another_tag(self):
        rifle = units()["marine"].weapons[0]
        attack = given(rules(), rifle, units()["goliath"], {"models": 1})
        assert attack.dice == {}
        rolled = chosen(attack, hit=[6, 6], armour=[6, 6])
        assert (stage(rolled, "surge").faces, stage(rolled, "past-armour").count) == ((), 0)

    def test_sc8_armour_stops_dice(self):
        attack = chosen(plain(roa=1), hit=[6, 6, 6, 6], armour=[2, 4, 5, 6])
        assert (stage(attack, "armour").count, attack.dice) == (3, 1)

    def test_sc9_armour_takes_dice_and_no_damage(self):
        assert chosen(plain(models=2, roa=1, dmg=3), hit=[6, 6], armour=[6, 1]).damage == 3

    def test_sc10_evade(self):
        attack = chosen(
            plain(models=3, roa=1, dmg=2, armour=0, evade=5, may_evade=1), hit=[6, 6, 6], evade=[2, 5, 6]
        )
        assert (stage(attack, "evade").count, attack.dice, attack.damage) == (2, 1, 2)

    def test_sc16_the_whole_sequence(self):
        attack = plain(surge="D3", models=4, roa=2, hit=4, dmg=2, armour=4, evade=5, may_evade=1, hp=2)
        rolled = chosen(
            attack, hit=[4, 4, 5, 6, 6, 1, 2, 3], surge=[2], armour=[2, 4, 6], evade=[3, 5, 6]
        )  # fmt: skip
        assert stage(rolled, "attack").count == 8
        assert stage(rolled, "hit").after["armour_pool"] == 5
        assert stage(rolled, "past-armour").after == {
            **rolled.pools,
            "missed": 3,
            "armour_pool": 3,
            "damage_pool": 2,
        }
        assert stage(rolled, "armour").count == 2
        assert stage(rolled, "not-stopped").after["damage_pool"] == 3
        assert (stage(rolled, "evade").count, rolled.dice, rolled.damage) == (2, 1, 2)
        removed = remove(victim(attack, 6), rolled.damage, visible=6)
        assert (removed.models, removed.after.marker) == (1, 0)

    def test_sc17_nobody_without_evade_rolls_it(self):
        attack = chosen(plain("hidden", models=1, roa=1, armour=0, evade=0, may_evade=1), hit=[6])
        assert (stage(attack, "evade").passing, attack.damage) == (None, 1)


class TestTheEvadeRight:
    """SCR-5 and SCR-9."""

    @pytest.mark.parametrize(
        ("keywords", "numbers", "rolls"),
        [
            ((), {}, False),
            ((), {"may_evade": 1}, True),
            ((), {"high_ground": 1}, True),
            ((), {"engaged": 1}, True),
            ((), {"unseen": 1}, False),
            (("indirect-fire",), {"unseen": 1}, True),
            (("indirect-fire",), {}, False),
            (("hidden",), {}, True),
            ((), {"melee": 1, "engaged": 1}, False),
            ((), {"melee": 1, "high_ground": 1}, False),
            ((), {"charge": 1, "engaged": 1}, False),
            ((), {"melee": 1, "may_evade": 1}, True),
            (("hidden",), {"melee": 1}, True),
        ],
    )
    def test_who_may_evade(self, keywords, numbers, rolls):
        attack = roll_attack(plain(*keywords, evade=5, **numbers), DiceLog(Same(3)))
        assert (stage(attack, "evade").passing is not None) is rolls


class TestPublicVectors:
    """PF-S6 and PF-S7: every die shows the same face."""

    @pytest.mark.parametrize(
        ("face", "keywords", "numbers", "damage"),
        [
            (3, (), {}, 16),
            (3, (), {"dmg": 3}, 48),
            (3, (), {"armour": 3, "surge": "D3"}, 2),
            (3, (), {"armour": 3, "surge": "D3+1", "dmg": 2}, 6),
            (6, (), {"armour": 3, "surge": "D3"}, 3),
            (6, (), {"armour": 3, "surge": "D6"}, 6),
            (3, (), {"evade": 3, "may_evade": 1}, 0),
            (3, (), {"evade": 3}, 16),
            (3, ("tough 1",), {"models": 2, "dmg": 2}, 14),
            (3, ("precision 3",), {"hit": 4, "dmg": 2}, 6),
            (3, ("precision 2",), {"hit": 4, "dmg": 2, "armour": 3, "surge": "D3+1"}, 4),
            (3, ("critical-hit 2",), {"armour": 3, "dmg": 2}, 4),
            (3, ("pierce armoured 3",), {"light": 1}, 16),
            (3, ("pierce armoured 3",), {"armoured": 1}, 48),
            (2, (), {"hit": 2, "armour": 2, "surge": "D3"}, 1),
            (4, (), {"armour": 3, "surge": "D3+1"}, 3),
            (5, (), {"armour": 3, "surge": "D3+1"}, 4),
            (6, (), {"armour": 3, "surge": "D3+1"}, 4),
            # The one that can fail: promoted dice still face armour.
            (3, ("precision 2",), {"hit": 4, "armour": 3}, 0),
            # A natural 6 succeeds whatever the target, a natural 1 fails.
            (6, ("anti-evade 1",), {"hit": 7, "armour": 0, "evade": 6, "may_evade": 1}, 0),
            (1, (), {"hit": 1}, 0),
            (5, ("anti-evade 1",), {"evade": 5, "may_evade": 1, "armour": 6}, 16),
        ],
    )
    def test_a_vector(self, face, keywords, numbers, damage):
        assert roll_attack(plain(*keywords, **numbers), DiceLog(Same(face))).damage == damage

    def test_a_tag_that_does_not_match_has_no_surge(self):
        spines = units()["hydralisk"].weapons[0]
        target = units()["stalker"]
        assert roll_attack(given(rules(), spines, target, {"models": 2}), DiceLog(Same(5))).thrown == {
            "surge": 4
        }
        neither = given(rules(), spines, None, {"models": 2, "armour": 4})
        assert roll_attack(neither, DiceLog(Same(5))).thrown == {"surge": 0}

    @pytest.mark.parametrize(("face", "number"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
    def test_a_d3_is_half_a_d6(self, face, number):
        assert roll_attack(plain(surge="D3"), DiceLog(Same(face))).thrown == {"surge": number}


class TestKeywords:
    """PF-S7, one by one."""

    @pytest.mark.parametrize(
        ("keywords", "numbers", "dice"),
        [
            (("burst-fire 2 6",), {"distance": 6}, 24),
            (("burst-fire 2 6",), {"distance": 7}, 16),
            (("burst-fire 2 6",), {}, 16),
            (("locked-in 3",), {"stationary": 1}, 28),
            (("locked-in 3",), {}, 16),
            (("burst-fire 2 6", "locked-in 3"), {"distance": 2, "stationary": 1}, 36),
            (("precision 1", "burst-fire 1 6", "burst-fire 2 6"), {"distance": 2}, 24),
            ((), {"spillover": 1, "template": 1, "covered": 3}, 3),
            (("hits 3 2",), {}, 0),
            (("hidden",), {"charge": 1}, 0),
        ],
    )
    def test_the_attack_pool(self, keywords, numbers, dice):
        attack = roll_attack(plain(*keywords, **numbers), DiceLog(SeededDice(5)))
        assert len(stage(attack, "hit").faces) == dice

    def test_long_range_rolls_two_groups_in_one_batch(self):
        attack = plain("long-range 18", models=1, far=2, roa=2, hit=3, armour=0)
        rolled = chosen(attack, hit=[3, 2], hit_afar=[3, 3, 4, 6])
        assert stage(rolled, "hit-afar").passing == frozenset({4, 5, 6})
        assert rolled.damage == 3

    def test_models_beyond_the_range_need_long_range(self):
        assert roll_attack(plain(models=0, far=2), DiceLog(Same(6))).damage == 0

    def test_dodge_lowers_the_sum_once_and_never_below_nothing(self):
        def moved(*keywords, surge=""):
            attack = roll_attack(plain(*keywords, surge=surge, armour=2), DiceLog(Same(4)))
            return stage(attack, "past-armour").count

        assert moved("critical-hit 2", "dodge 1", surge="D6") == 4 + 2 - 1
        assert moved("critical-hit 2", "dodge 3") == 0

    def test_hits_have_their_own_damage_and_no_surge(self):
        attack = plain("hits 3 2", surge="D6", dmg=5)
        assert chosen(attack, armour=[1, 1, 6]).damage == 4

    def test_a_template_surges_by_the_models_that_it_covers(self):
        attack = plain("template-surge light", light=1, template=1, covered=3, models=1, roa=5, armour=2)
        assert roll_attack(attack, DiceLog(Same(6))).damage == 3
        assert roll_attack(plain("template-surge light", covered=3, armour=2), DiceLog(Same(6))).damage == 0

    def test_impact_has_no_surge(self):
        attack = plain(surge="D6", charge=1, armour=2)
        assert roll_attack(attack, DiceLog(Same(6))).damage == 0

    def test_the_same_keyword_counts_once_with_its_highest_number(self):
        attack = plain("precision 1", "precision 3", "precision 2", hit=6, armour=0)
        assert roll_attack(attack, DiceLog(Same(2))).damage == 3


def test_each_die_is_logged_under_its_stage():
    log = DiceLog(Same(3))
    roll_attack(plain(surge="D3", evade=4, may_evade=1), log)
    assert [(each.part, str(each.dice)) for each in log.rolled] == [
        ("hit", "16D6"), ("surge", "D3"), ("armour", "14D6"), ("evade", "16D6"),
    ]  # fmt: skip


def test_more_than_a_handful_is_rolled_in_handfuls():
    log = DiceLog(SeededDice(1))
    attack = roll_attack(plain(models=50, roa=5), log)
    assert [len(each.faces) for each in log.rolled if each.part == "hit"] == [100, 100, 50]
    assert len(stage(attack, "hit").faces) == 250


def test_what_did_nothing_is_idle():
    attack = roll_attack(plain(), DiceLog(Same(3)))
    assert [each.stage.id for each in attack.happened if not each.idle] == [
        "attack", "hit", "armour", "not-stopped",
    ]  # fmt: skip


def test_too_many_dice_are_refused():
    with pytest.raises(Refusal) as caught:
        roll_attack(plain(models=999, roa=2), DiceLog(SeededDice(1)))
    assert str(caught.value) == "“Attack Pool” would bring too many dice: 1998. The limit is 1000."


def test_typed_dice_are_taken_in_order():
    log = DiceLog(ListedDice([6, 6, 1, 3, 4]))
    assert roll_attack(plain(models=3, roa=1, dmg=2), log).damage == 2
    log.finish()


def test_a_unit_s_weapon_with_dice_in_place_of_its_own():
    rifle = units()["marine"].weapons[0]
    frag = {"surge": Dice.parse("D6")}
    assert given(rules(), rifle, units()["zergling"], {"models": 6}, frag).dice == frag
    assert given(rules(), rifle, units()["roach"], {"models": 6}, frag).dice == {}
    assert (
        given(rules(), rifle, units()["roach"], {"models": 6}, frag, [use("tough 1")]).numbers["tough"] == 1
    )
