from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations, product

import pytest

from campaign.errors import Refusal
from campaign.mechanisms.dice import Dice, DiceLog, ListedDice
from campaign.mechanisms.order import roll_off

D6 = Dice.parse("D6")


def rolled(*faces: int, sides: tuple[str, ...] = ("A", "B", "C"), dice: Dice = D6):
    log = DiceLog(ListedDice(faces))
    order = roll_off("first", dice, sides, log)
    log.finish()
    return order


@pytest.mark.parametrize("faces", list(permutations((1, 4, 6))))
def test_from_the_highest_to_the_lowest(faces):
    order = rolled(*faces)
    by_face = dict(zip(faces, "ABC", strict=True))
    assert order.sides == (by_face[6], by_face[4], by_face[1])
    assert [(side, roll.part, roll.faces) for side, roll in order.rolls] == [
        (side, f"first.{side}", (face,)) for side, face in zip("ABC", faces, strict=True)
    ]


@pytest.mark.parametrize("faces", list(permutations((1, 2, 5, 6))))
def test_four_sides(faces):
    placed = dict(zip("ABCD", faces, strict=True))
    assert rolled(*faces, sides=tuple("ABCD")).sides == tuple(sorted(placed, key=lambda s: -placed[s]))


def test_the_tied_alone_roll_again_for_the_places_they_share():
    order = rolled(5, 2, 5, 1, 3)
    assert order.sides == ("C", "A", "B")
    assert [side for side, _ in order.rolls] == ["A", "B", "C", "A", "C"]
    order = rolled(2, 5, 2, 6, 1)  # a re-roll of the last places never passes the first
    assert order.sides == ("B", "A", "C")


def test_two_ties_at_once():
    order = rolled(4, 1, 1, 4, 2, 3, 6, 5, sides=tuple("ABCD"))
    assert order.sides == ("D", "A", "B", "C")
    assert [side for side, _ in order.rolls] == ["A", "B", "C", "D", "A", "D", "B", "C"]


def test_ties_within_ties():
    order = rolled(3, 3, 3, 2, 2, 6, 1, 4)
    assert order.sides == ("C", "B", "A")
    assert [side for side, _ in order.rolls] == ["A", "B", "C", "A", "B", "C", "A", "B"]


def test_totals_count_and_not_faces():
    assert rolled(6, 1, 4, 4, 2, 2, dice=Dice.parse("2D6")).sides == ("B", "A", "C")
    assert rolled(1, 6, 6, 1, 6, 6, dice=Dice.parse("D66")).sides == ("C", "B", "A")


def test_one_side_rolls_nothing():
    assert rolled(sides=("A",)) == rolled(sides=("A",))
    assert rolled(sides=("A",)).sides == ("A",)


def test_dice_that_run_out_are_refused():
    with pytest.raises(Refusal, match=r"No dice left for “first\.A”"):
        rolled(2, 2, sides=("A", "B"))


def test_each_side_is_as_likely_to_lead():
    """By enumeration of a D3 and one re-roll: ties that are left after it favour nobody."""
    dice = Dice.parse("D3")
    leads: Counter[str] = Counter()
    for faces in product((1, 2, 3), repeat=4):
        if faces[0] == faces[1] and faces[2] == faces[3]:
            continue
        tied = faces[0] == faces[1]
        order = rolled(*faces[: 4 if tied else 2], sides=("A", "B"), dice=dice)
        leads[order.sides[0]] += 1
    assert Fraction(leads["A"], leads["B"]) == 1
