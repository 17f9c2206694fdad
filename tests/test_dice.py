"""Dice expressions by enumeration, and each source's faces and refusals."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.errors import Refusal
from campaign.mechanisms.dice import (
    AskedDice,
    Dice,
    DiceByPart,
    DiceLog,
    DiceSource,
    ListedDice,
    Roll,
    SeededDice,
    below,
    parse_faces,
)

D3, D6, TWO, D66 = (Dice.parse(text) for text in ("D3", "D6", "2D6", "D66"))


@pytest.mark.parametrize(
    ("text", "dice", "canonical", "least", "most"),
    [
        ("D3", Dice(1, 3), "D3", 1, 3),
        ("1d6", Dice(1, 6), "D6", 1, 6),
        ("2D6", Dice(2, 6), "2D6", 2, 12),
        ("D66", Dice(2, 6, 0, True), "D66", 11, 66),
        ("D3+1", Dice(1, 3, 1), "D3+1", 2, 4),
        ("D10", Dice(1, 10), "D10", 1, 10),
        (" 3d6 - 1 ", Dice(3, 6, -1), "3D6-1", 2, 17),
        ("100D100+1000", Dice(100, 100, 1000), "100D100+1000", 1100, 11000),
        ("D6+0", Dice(1, 6), "D6", 1, 6),
    ],
)
def test_an_expression(text: str, dice: Dice, canonical: str, least: int, most: int) -> None:
    assert Dice.parse(text) == dice
    assert str(dice) == canonical
    assert Dice.parse(canonical) == dice
    assert (dice.least, dice.most) == (least, most)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "“” is not a dice expression: write it like D6, 2D6, D3+1 or D66."),
        ("6", "“6” is not a dice expression: write it like D6, 2D6, D3+1 or D66."),
        ("D6+", "“D6+” is not a dice expression: write it like D6, 2D6, D3+1 or D66."),
        ("D6+D3", "“D6+D3” is not a dice expression: write it like D6, 2D6, D3+1 or D66."),
        ("D٣", "“D٣” is not a dice expression: write it like D6, 2D6, D3+1 or D66."),
        ("0D6", "“0D6” can’t be rolled: the number of dice goes from 1 to 100."),
        ("101D6", "“101D6” can’t be rolled: the number of dice goes from 1 to 100."),
        ("D1", "“D1” can’t be rolled: a die has 2 to 100 sides."),
        ("D101", "“D101” can’t be rolled: a die has 2 to 100 sides."),
        ("D6+1001", "“D6+1001” can’t be rolled: at most 1000 can be added or subtracted."),
        ("2D66", "“2D66” can’t be rolled: a D66 has no count and no plus."),
        ("D66+1", "“D66+1” can’t be rolled: a D66 has no count and no plus."),
    ],
)
def test_what_is_no_expression(text: str, sentence: str) -> None:
    with pytest.raises(ValueError) as caught:
        Dice.parse(text)
    assert str(caught.value) == sentence


@given(st.integers(1, 4), st.integers(2, 7), st.integers(-3, 3))
def test_results_are_those_of_rolling_every_way(count: int, sides: int, plus: int) -> None:
    dice = Dice(count, sides, plus)
    every = product(range(1, sides + 1), repeat=count)
    assert dice.results() == dict(sorted(Counter(dice.total(faces) for faces in every).items()))
    assert (min(dice.results()), max(dice.results())) == (dice.least, dice.most)


def test_a_d66_has_36_even_results() -> None:
    results = D66.results()
    assert list(results) == [10 * tens + units for tens in range(1, 7) for units in range(1, 7)]
    assert set(results.values()) == {1}
    assert D66.total((4, 3)) == 43


def test_the_largest_pool_has_every_way() -> None:
    results = Dice.parse("100D100").results()
    assert (min(results), max(results), sum(results.values())) == (100, 10_000, 100**100)


@pytest.mark.parametrize(
    ("text", "dice", "faces"),
    [
        ("4 3", TWO, (4, 3)),
        ("4,3", TWO, (4, 3)),
        (" 4 , 3 ", TWO, (4, 3)),
        ("43", D66, (4, 3)),
        ("4 3", D66, (4, 3)),
    ],
)
def test_typed_faces(text: str, dice: Dice, faces: tuple[int, ...]) -> None:
    assert parse_faces(text, dice) == faces


@pytest.mark.parametrize(
    ("text", "dice", "sentence"),
    [
        ("", D6, "Faces needed for D6: 1, each from 1 to 6; got 0."),
        ("4", D3, "A D3 has the faces 1 to 3; got 4."),
        ("0", D6, "A D6 has the faces 1 to 6; got 0."),
        ("4 3 2", TWO, "Faces needed for 2D6: 2, each from 1 to 6; got 3."),
        ("47", D66, "A D6 has the faces 1 to 6; got 7."),
        ("123", D66, "A D6 has the faces 1 to 6; got 12."),
        ("4", D66, "Faces needed for D66: 2, each from 1 to 6; got 1."),
        ("two", D6, "“two” is not a face of a die: write numbers from 1 to 6."),
        ("-1", D6, "“-1” is not a face of a die: write numbers from 1 to 6."),
    ],
)
def test_faces_that_do_not_fit(text: str, dice: Dice, sentence: str) -> None:
    with pytest.raises(ValueError) as caught:
        parse_faces(text, dice)
    assert str(caught.value) == sentence


def test_a_seed_gives_the_same_faces_everywhere() -> None:
    source = SeededDice(7)
    assert source.faces("mission", D66) == (3, 1)
    assert source.faces("environment", Dice.parse("6D6")) == (2, 3, 2, 1, 4, 4)
    assert source.faces("mission", D6) == (4,)


def test_a_roll_elsewhere_shifts_nothing() -> None:
    alone, among = SeededDice(1), SeededDice(1)
    among.faces("other", Dice.parse("9D6"))
    pool = Dice.parse("20D6")
    first = alone.faces("mission", pool)
    assert among.faces("mission", pool) == first
    among.faces("other", D6)
    again = alone.faces("mission", pool)
    assert among.faces("mission", pool) == again
    assert again != first


@given(st.integers(), st.text(), st.integers(1, 5), st.integers(2, 100))
def test_seeded_faces_are_on_the_die(seed: int, part: str, count: int, sides: int) -> None:
    faces = SeededDice(seed).faces(part, Dice(count, sides))
    assert len(faces) == count
    assert all(1 <= face <= sides for face in faces)


def test_every_face_comes_about_as_often() -> None:
    counts = Counter(SeededDice(1).faces(str(number), D6)[0] for number in range(6000))
    assert sorted(counts) == [1, 2, 3, 4, 5, 6]
    assert all(900 < many < 1100 for many in counts.values())


def test_below_reaches_both_ends() -> None:
    random = Random("3")
    assert {below(random, 3) for _ in range(100)} == {0, 1, 2}


def test_listed_faces_come_in_the_order_of_asking() -> None:
    source = ListedDice([2, 4, 6, 43, 1, 5])
    assert source.faces("mission", D3) == (2,)
    assert source.faces("charge", TWO) == (4, 6)
    assert source.faces("cache", D66) == (4, 3)
    assert source.faces("cache", D66) == (1, 5)
    source.finish()


def test_listed_refusals() -> None:
    with pytest.raises(Refusal) as wrong:
        ListedDice([4]).faces("objective", D3)
    assert str(wrong.value) == (
        "Wrong dice for “objective” (D3): 4. A D3 has the faces 1 to 3; got 4. Faces to "
        "give: 1, each from 1 to 3."
    )
    with pytest.raises(Refusal) as none:
        ListedDice([]).faces("objective", D3)
    assert str(none.value) == "No dice left for “objective” (D3). Add its dice."
    with pytest.raises(Refusal) as few:
        ListedDice([1]).faces("charge", TWO)
    assert str(few.value) == (
        "Wrong dice for “charge” (2D6): 1. Faces needed for 2D6: 2, each from 1 to 6; "
        "got 1. Faces to give: 2, each from 1 to 6."
    )
    with pytest.raises(Refusal) as many:
        ListedDice([1, 2]).finish()
    assert str(many.value) == "More dice were given than are rolled. Left over: 1 2. Leave them out."


def test_a_chosen_part_changes_no_other_and_not_its_own_reroll() -> None:
    seeded, chosen = SeededDice(7), DiceByPart({"Mission": (4, 3), "cache": (21,)}, SeededDice(7))
    pool = Dice.parse("20D6")
    seeded.faces("mission", TWO)
    assert chosen.faces("mission", TWO) == (4, 3)
    assert chosen.faces("mission", pool) == seeded.faces("mission", pool)
    assert chosen.faces("order", pool) == seeded.faces("order", pool)
    assert chosen.faces("cache", D66) == (2, 1)
    chosen.finish()


def test_chosen_leaves_a_list_to_the_others() -> None:
    chosen = DiceByPart({"mission": (3,)}, ListedDice([5]))
    assert (chosen.faces("mission", D6), chosen.faces("order", D6)) == ((3,), (5,))
    chosen.finish()


def test_chosen_refuses_a_part_that_was_not_rolled() -> None:
    chosen = DiceByPart({"misssion": (3,)}, ListedDice([5]))
    chosen.faces("mission", D6)
    with pytest.raises(Refusal) as caught:
        chosen.finish()
    assert str(caught.value) == "Nothing is rolled as “misssion” here. Did you mean “mission”?"


def test_chosen_refuses_faces_that_do_not_fit_and_a_list_that_is_too_long() -> None:
    with pytest.raises(Refusal) as caught:
        DiceByPart({"mission": (9,)}, SeededDice(1)).faces("mission", D6)
    assert str(caught.value) == (
        "Wrong dice for “mission” (D6): 9. A D6 has the faces 1 to 6; got 9. Faces to "
        "give: 1, each from 1 to 6."
    )
    with pytest.raises(Refusal, match="Left over: 5"):
        DiceByPart({}, ListedDice([5])).finish()


def test_asked_asks_again_with_a_reason() -> None:
    answers = iter(["seven", "4", "4 3"])
    asked: list[tuple[str, str, str]] = []

    def ask(part: str, dice: Dice, reason: str) -> str:
        asked.append((part, str(dice), reason))
        return next(answers)

    assert AskedDice(ask).faces("charge", TWO) == (4, 3)
    assert asked == [
        ("charge", "2D6", ""),
        ("charge", "2D6", "“seven” is not a face of a die: write numbers from 1 to 6."),
        ("charge", "2D6", "Faces needed for 2D6: 2, each from 1 to 6; got 1."),
    ]


def test_the_log_keeps_each_roll_in_order() -> None:
    log = DiceLog(ListedDice([2, 4, 3]))
    assert log.roll("objective", Dice.parse("D3+1")).total == 3
    assert log.roll("mission", D66).total == 43
    assert log.rolled == [Roll("objective", Dice(1, 3, 1), (2,)), Roll("mission", D66, (4, 3))]
    log.finish()
    with pytest.raises(Refusal):
        log.roll("order", D6)
    assert len(log.rolled) == 2


def test_a_roll_that_was_made_before_has_to_fit_the_dice_of_today() -> None:
    """Content may have changed under a ledger."""
    log = DiceLog(ListedDice([]))
    assert log.kept("road", D6, (4,)).total == 4
    with pytest.raises(Refusal, match="Wrong dice for “road”"):
        log.kept("road", Dice.parse("2D6"), (4,))


def test_the_log_refuses_what_a_source_should_never_give() -> None:
    class Loaded:
        def faces(self, part: str, dice: Dice) -> tuple[int, ...]:
            return (7,)

    source: DiceSource = Loaded()
    with pytest.raises(ValueError, match="A D6 has the faces 1 to 6; got 7"):
        DiceLog(source).roll("order", D6)
