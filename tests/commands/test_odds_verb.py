"""`campaign odds`: exact odds as they are shown."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product

import pytest

from campaign.campaign import Campaign
from campaign.commands.attack import AttackSeries
from campaign.commands.odds import odds_view
from campaign.content.attack_batches import BatchRequest, TargetCondition
from campaign.mechanisms.attack.inputs import given
from campaign.mechanisms.attack.odds import damage_odds
from campaign.mechanisms.dice import DiceLog, ListedDice
from tests.attacks import rules, units
from tests.commands.tinmen import flat

SYSTEM = ("--system", "starcraft")


def test_a_game_of_its_own(camp):
    view = camp.json("odds", "slingers:sling", "slingers", "--slingers", 2)
    [side] = view["sides"]
    assert [(one["value"], one["exactly"], one["at_least"]) for one in side["removed"]] == [
        (0, "1/4", "1"), (1, "1/2", "3/4"), (2, "1/4", "1/4"),
    ]  # fmt: skip
    assert (side["exact_none_left"], side["none_left"]) == ("1/4", 0.25)
    assert side["damage_spread"]["exact_mean"] == "2"
    assert side["damage_spread"]["exact_variance"] == "2"
    assert side["damage_spread"]["spread"] == pytest.approx(2**0.5)
    assert [one["chance"] for one in side["damage"]] == [0.25, 0.5, 0.25]


def test_a_row_of_batches_carries_the_damage(camp):
    words = (
        "odds",
        "slingers:sling",
        "giant",
        "--slingers",
        1,
        "--then",
        "slingers=1",
        "--then",
        "slingers=1",
    )
    [side] = camp.json(*words)["sides"]
    assert side["exact_none_left"] == "1/8"
    assert [one["exactly"] for one in side["damage"]] == ["1/8", "3/8", "3/8", "1/8"]
    [marked] = camp.json(*words, "--marker", 1)["sides"]
    assert marked["exact_none_left"] == "1/2"


def test_they_are_those_of_every_throw_of_the_dice(camp):
    """Each way that the dice of two batches can fall is rolled, and counted."""
    library = Campaign.open(camp.root).library
    first = BatchRequest(weapon="slingers:sling", target="slingers", numbers={"slingers": 2}, visible=2)
    more, condition = BatchRequest(numbers={"dusk": 1}), TargetCondition(models=3, marker=1)
    found: dict[int, int] = {}
    for faces in product(range(1, 5), repeat=4):
        series = AttackSeries(library, first, condition, DiceLog(ListedDice(faces)))
        if not series.over:
            series.add(more)
        assert series.unit is not None
        removed = 3 - series.unit.models
        found[removed] = found.get(removed, 0) + 1
    [side] = odds_view(library, first, [more], [], condition).sides
    assert {one.value: Fraction(one.exactly) for one in side.removed} == {
        removed: Fraction(ways, 4**4) for removed, ways in found.items()
    }


def test_side_by_side(camp):
    words = ("odds", "slingers:sling", "giant", "--slingers", 2)
    view = camp.json(*words, "--versus", "giant:fist", "--versus", "slingers=4 slingers")
    assert [(side["name"], side["target"]) for side in view["sides"]][2] == ("Slingers: Sling", "Slingers")
    [alone] = camp.json("odds", "giant:fist", "giant", "--slingers", 2)["sides"]
    assert view["sides"][1] == alone
    text = camp.ok(*words, "--versus", "giant:fist")
    assert "Attacks side by side" in text
    assert "█" in text
    assert "At least" in camp.ok(*words, "--versus", "giant:fist", "--format", "markdown")
    camp.refused(*words, *["--versus", "giant:fist"] * 4, code=2)


def test_groups_know_nobody_seen_beside(run):
    words = ("marine:strike", "zergling", "--models", 6, "--groups", "1,1,1", "--versus", "visible=2")
    done = run("odds", *words, *SYSTEM)
    assert (done.code, "--visible can’t be combined with --groups" in done.err) == (2, True)


def test_the_built_in_rules(run):
    done = run("odds", "marine:c-14", "zergling", "--models", 3, *SYSTEM, "--format", "json")
    [side] = json.loads(done.out)["sides"]
    attack = given(rules(), units()["marine"].weapons[0], units()["zergling"], {"models": 3})
    exact = damage_odds(attack)
    assert {one["value"]: Fraction(one["exactly"]) for one in side["damage"]} == {
        damage: Fraction(weight, exact.total) for damage, weight in exact.weights.items()
    }
    assert sum(Fraction(one["exactly"]) for one in side["removed"]) == 1


def test_a_picture_with_a_name(camp):
    page = camp.ok("odds", "slingers:sling", "giant", "--slingers", 3, "--format", "html")
    assert page.count('<svg role="img" aria-labelledby=') == 2
    assert '<title id="chart-removed">Models removed' in flat(page) or '<title id="chart-removed">' in page
    assert page.count("<rect") == 2 + 4


@pytest.mark.parametrize("words", [("models=500",), ("models=5", "--surge", "100D100")])
def test_what_is_too_much(run, words):
    done = run("odds", *words, "roa=1", "hit=3", "dmg=1", "armour=0", *SYSTEM)
    assert (done.code, done.err) == (1, "Too many dice for exact odds. Use at most 400 in all.\n")


def test_chances_are_not_rounded_to_nothing(run):
    text = run("odds", "models=6", "roa=1", "hit=3", "dmg=1", "armour=0", "hp=1", *SYSTEM, "--target-models", 6, "--versus",
               "hit=6").out  # fmt: skip
    assert "< 0.1%" in text
    assert "> 99.9%" not in text
