from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.mechanisms.effects import (
    AskedChange,
    Effect,
    Outcome,
    Resource,
    SideResult,
    applied,
    asked,
    statuses,
)
from tests.builders import FAME, GOLD, HOLD, LOSS, STEAL

NOBODY: dict[str, frozenset[str]] = {}


def results(**outcomes: Outcome) -> dict[str, SideResult]:
    return {side: SideResult((f"{side}'s",), outcome) for side, outcome in outcomes.items()}


def teams(found: list[AskedChange]) -> list[tuple[str, int | None, str]]:
    return [(one.team, one.by, one.cause) for one in found]


def test_request_3_losing_more_than_there_is_stops_at_the_least_value():
    assert applied(GOLD, 1, -2) == -1


@pytest.mark.parametrize(
    ("resource", "total", "by", "happens"),
    [
        (GOLD, 5, -2, -2),
        (GOLD, 0, -2, 0),
        (GOLD, -3, -2, 0),  # below a least value that was raised later: nothing is given back
        (GOLD, -3, 2, 2),
        (FAME, 0, -99, -99),
        (FAME, 0, 99, 99),
        (HOLD, 5, 3, 1),
        (HOLD, 8, 3, 0),  # above a greatest value that was lowered later
        (HOLD, 8, -3, -3),
        (HOLD, 3, 0, 0),
    ],
)
def test_what_happens_of_a_change(resource: Resource, total: int, by: int, happens: int):
    assert applied(resource, total, by) == happens


@given(st.integers(-20, 20), st.integers(-20, 20))
def test_a_change_never_goes_further_or_the_other_way(total: int, by: int):
    happens = applied(HOLD, total, by)
    assert min(0, by) <= happens <= max(0, by)
    if 0 <= total <= 6:
        assert 0 <= total + happens <= 6


def test_an_outcome_asks_its_own_side():
    assert teams(asked([LOSS], results(a="lost", b="won"), {}, NOBODY)) == [("a's", -2, "lost")]


def test_an_effect_on_the_enemies_asks_each_of_them():
    effect = Effect(when="won", resource="hold", by=-1, who="enemies")
    found = asked([effect], results(a="won", b="lost", c="drew"), {}, NOBODY)
    assert teams(found) == [("b's", -1, "won"), ("c's", -1, "won")]


@pytest.mark.parametrize("outcome", ["no-show", "refused", "forfeited"])
def test_request_6_what_is_no_loss_has_no_effects_of_a_loss(outcome: Outcome):
    assert asked([LOSS], results(a=outcome, b="won"), {}, NOBODY) == []


def test_request_6_a_forfeit_may_take_the_effects_of_a_loss_and_stays_a_forfeit():
    enemies = Effect(when="lost", resource="fame", by=1, who="enemies")
    found = asked([LOSS, enemies], results(a="forfeited", b="won"), {"forfeited": "lost"}, NOBODY)
    assert teams(found) == [("a's", -2, "forfeited"), ("b's", 1, "forfeited")]


def test_what_an_outcome_takes_comes_besides_its_own_effects():
    own = Effect(when="forfeited", resource="fame", by=-1)
    found = asked([own, LOSS], results(a="forfeited"), {"forfeited": "lost"}, NOBODY)
    assert [(one.resource, one.by) for one in found] == [("fame", -1), ("gold", -2)]


def test_played_is_any_side_that_played_to_an_end():
    sides = results(a="won", b="lost", c="drew", d="no-show", e="refused", f="forfeited")
    found = asked([Effect(when="played", resource="gold", by=1)], sides, {"forfeited": "lost"}, NOBODY)
    assert teams(found) == [("a's", 1, "played"), ("b's", 1, "played"), ("c's", 1, "played")]


def test_missed_games_are_no_matter_of_a_battle():
    missed = Effect(when="missed", resource="gold", by=-1)
    assert asked([missed], results(a="no-show", b="won"), {}, NOBODY) == []


def test_a_role_and_a_degree_narrow_it():
    sides = {
        "a": SideResult(("a's",), "won", "major", "holder"),
        "b": SideResult(("b's",), "won", "minor", "raider"),
        "c": SideResult(("c's",), "won", "major", "raider"),
    }
    role = Effect(when="won", resource="gold", by=1, role="raider")
    degree = Effect(when="won", resource="gold", by=2, degree="major")
    assert teams(asked([role, degree], sides, {}, NOBODY)) == [
        ("b's", 1, "won"), ("c's", 1, "won"), ("a's", 2, "won"), ("c's", 2, "won"),
    ]  # fmt: skip


def test_a_term_counts_from_its_least_number_on():
    effect = Effect(when="term", term="flags", at_least=2, resource="gold", by=1)
    sides = {
        name: SideResult((name,), "drew", answers={"flags": count})
        for name, count in {"one": 1, "two": 2, "three": 3}.items()
    }
    sides["none"] = SideResult(("none",), "drew")
    assert teams(asked([effect], sides, {}, NOBODY)) == [("two", 1, "term"), ("three", 1, "term")]


def test_a_term_effect_without_a_term_asks_nothing():
    sides = {"a": SideResult(("a",), "won", answers={"flags": 3})}
    assert asked([Effect(when="term", resource="gold", by=1)], sides, {}, NOBODY) == []


def test_what_is_taken_comes_after_all_fixed_amounts_and_only_to_those_with_the_status():
    sides = {"a": SideResult(("poor", "rich"), "won"), "b": SideResult(("b's",), "lost")}
    found = asked([STEAL, LOSS], sides, {}, {"poor": frozenset({"beggar"}), "rich": frozenset({"infamous"})})
    assert teams(found) == [("b's", -2, "lost"), ("poor", None, "won")]


def test_a_status_comes_at_its_value_and_below():
    low = Resource(id="fame", name="Fame", start=0, status=FAME.status + GOLD.status)
    assert statuses([low], {"fame": 1}) == frozenset()
    assert statuses([low], {"fame": 0}) == {"beggar"}
    assert statuses([low], {"fame": -3}) == {"beggar", "infamous"}


def test_a_resource_that_a_team_does_not_have_gives_no_status():
    assert statuses([GOLD, HOLD], {"hold": 0}) == frozenset()
