from __future__ import annotations

from collections.abc import Mapping
from itertools import product

import pytest

from campaign.content.library import Library, built_in
from campaign.errors import Refusal
from campaign.mechanisms.choice import (
    Choice,
    ChoiceOption,
    PickCount,
    ResolvedOption,
    in_cancel_order,
    option_for,
    resolve,
)
from campaign.mechanisms.dice import Dice, DiceLog, ListedDice
from campaign.mechanisms.formula import Formula

SIDES = ("A", "B", "C", "D")
STRATEGIES = Library("killteam", [built_in()]).choice("scouting")
BY_FACE = {option.on: option for option in STRATEGIES.rows}


class Scripted:
    """Dice by part; a part that is rolled and not scripted is an error, and so is one left over."""

    def __init__(self, faces: Mapping[str, int]) -> None:
        self.left = dict(faces)

    def faces(self, part: str, dice: Dice) -> tuple[int, ...]:
        return (self.left.pop(part),)


def resolved(
    faces: Mapping[str, int],
    *,
    rolls: Mapping[str, int] | None = None,
    targets: Mapping[str, str] | None = None,
    models: Mapping[str, int] | None = None,
) -> dict[str, ResolvedOption]:
    """The strategies of the faces; `targets` is whom a side picks when it may choose among several."""
    source = Scripted(rolls or {})
    asked = dict(targets or {})

    def target(side: str, option: ChoiceOption, marks: tuple[str, ...]) -> str:
        assert len(marks) > 1
        assert asked[side] in marks
        return asked.pop(side)

    chosen = {side: BY_FACE[face] for side, face in faces.items()}
    found = resolve("scouting", STRATEGIES, chosen, models or {}, DiceLog(source), target)
    assert (source.left, asked) == ({}, {})
    assert tuple(each.side for each in found) == tuple(faces)
    return {each.side: each for each in found}


def oracle(faces: Mapping[str, int], strength: Mapping[str, int], picks: Mapping[str, str]) -> dict[str, str]:
    """KT-S7 in a few lines: sentries’ hunters roll off, then come the cancels, then scouts roll off."""
    fate = dict.fromkeys(faces, "stands")

    def best(face: int) -> list[str]:
        rivals = sorted(
            (s for s in faces if faces[s] == face and fate[s] == "stands"), key=strength.__getitem__
        )
        for side in rivals[:-1]:
            fate[side] = "outrolled"
        return rivals[-1:]

    for side in best(6):
        for mark in [s for s in faces if faces[s] in (1, 5) and picks[side] in (s, "")][:1]:
            fate[mark] = "cancelled"
    for side in (s for s in faces if faces[s] == 3):
        for mark in [s for s in faces if faces[s] == 2 and picks[side] in (s, "")][:1]:
            fate[mark] = "cancelled"
    best(1)
    return fate


PREY = {3: (2,), 6: (1, 5)}
NAMES = {face: option.id for face, option in BY_FACE.items()}


def hunters(faces: Mapping[str, int], strength: Mapping[str, int]) -> list[str]:
    """The sides that will cancel something: every 3, and the strongest 6."""
    found = [side for side in faces if faces[side] == 3]
    sixes = sorted((side for side in faces if faces[side] == 6), key=strength.__getitem__)
    return found + sixes[-1:]


@pytest.mark.parametrize("count", [2, 3, 4])
def test_all_interactions(count):
    """Every choice of two, three and four sides, every pick of a victim, rolls falling both ways."""
    sides, cases = SIDES[:count], 0
    for chosen in product(range(1, 7), repeat=count):
        faces = dict(zip(sides, chosen, strict=True))
        for order in (sides, sides[::-1]):
            strength = {side: place + 1 for place, side in enumerate(order)}
            marks = {
                side: [s for s in sides if faces[s] in PREY[faces[side]]] for side in hunters(faces, strength)
            }
            for picks in product(*(found or [""] for found in marks.values())):
                cases += 1
                check(faces, strength, dict(zip(marks, picks, strict=True)), marks)
    assert cases >= 2 * 6**count


def check(faces, strength, picks, marks):
    """Compares one case with the oracle. Dice are given for just the rolls that it says are made."""
    fate = oracle(faces, strength, picks)
    rolls: dict[str, int] = {}
    for face in (1, 6):
        rivals = [s for s in faces if faces[s] == face and fate[s] != "cancelled"]
        if len(rivals) > 1:
            rolls |= {f"scouting.{NAMES[face]}.{side}": strength[side] for side in rivals}
    for side, face in faces.items():
        if face in (2, 4, 5) and fate[side] == "stands":
            rolls[f"scouting.{NAMES[face]}.{side}"] = 2
    targets = {side: pick for side, pick in picks.items() if len(marks[side]) > 1}
    models = dict.fromkeys(faces, 5)
    found = resolved(faces, rolls=rolls, targets=targets, models=models)
    assert {side: each.why for side, each in found.items()} == fate
    for side, each in found.items():
        assert each.stands is (fate[side] == "stands")
        assert each.against == (picks.get(side) or None)
        counts = {1: 1, 2: 2, 4: 2, 5: 2}
        assert each.number == (counts.get(faces[side]) if each.stands else None)
        assert (each.by is None) is each.stands


class TestStrategies:
    @pytest.mark.parametrize(("models", "aside"), [(5, 1), (3, 1), (20, 4), (8, 2), (10, 2), (11, 3), (1, 1)])
    def test_a_fifth_of_the_models_rounded_up(self, models, aside):
        """KT-S1."""
        assert resolved({"A": 1}, models={"A": models})["A"].number == aside

    def test_models_that_nobody_counted(self):
        assert resolved({"A": 1})["A"].number is None

    def test_scouts_roll_off_and_one_keeps_it(self):
        """KT-S1: the others have nothing."""
        name = "scouting.scout-out-enemy-forces"
        rolls = {f"{name}.A": 2, f"{name}.B": 5, f"{name}.C": 4}
        found = resolved({"A": 1, "B": 1, "C": 1}, rolls=rolls, models={"A": 5, "B": 11, "C": 5})
        assert [(each.stands, each.why, each.by, each.number) for each in found.values()] == [
            (False, "outrolled", "B", None),
            (True, "stands", None, 3),
            (False, "outrolled", "B", None),
        ]

    @pytest.mark.parametrize("face", [2, 3, 4])
    @pytest.mark.parametrize("count", [2, 3, 4])
    def test_the_same_choice_without_a_conflict(self, face, count):
        """KT-S7: traps, disarming and terrain stand side by side."""
        sides = SIDES[:count]
        dice = {
            f"scouting.{NAMES[face]}.{side}": 1 + place % 3 for place, side in enumerate(sides) if face != 3
        }
        found = resolved(dict.fromkeys(sides, face), rolls=dice)
        assert all(each.stands for each in found.values())
        assert [each.number for each in found.values()] == [
            dice.get(f"scouting.{NAMES[face]}.{s}") for s in sides
        ]

    def test_disarming_takes_the_traps_of_one_chosen_enemy(self):
        """KT-S3."""
        found = resolved({"A": 2, "B": 3, "C": 2}, targets={"B": "C"}, rolls={"scouting.plant-traps.A": 3})
        assert (found["A"].stands, found["A"].number) == (True, 3)
        assert (found["C"].stands, found["C"].why, found["C"].by) == (False, "cancelled", "B")
        assert found["B"].against == "C"

    def test_disarming_where_nobody_planted_traps(self):
        found = resolved({"A": 3, "B": 4}, rolls={"scouting.scout-out-terrain.B": 1})
        assert (found["A"].stands, found["A"].against) == (True, None)

    def test_two_disarm_the_same_traps(self):
        found = resolved({"A": 3, "B": 2, "C": 3})
        assert (found["B"].by, found["A"].against, found["C"].against) == ("A", "B", "B")

    def test_a_cancelled_scout_rolls_off_no_more(self):
        found = resolved({"A": 6, "B": 1, "C": 1}, targets={"A": "B"}, models={"C": 6})
        assert [each.why for each in found.values()] == ["stands", "cancelled", "stands"]
        assert found["C"].number == 2


def choice(*options: ChoiceOption) -> Choice:
    return Choice(kind="choice", name="Plans", rows=options)


def option(name: str, on: int, *cancels: str) -> ChoiceOption:
    return ChoiceOption(id=name, on=on, name=name.title(), text="Do.", cancels=cancels)


class TestOrder:
    def test_those_that_cancel_come_before_what_they_cancel(self):
        plans = choice(option("a", 1), option("b", 2, "a"), option("c", 3, "b"))
        assert [each.id for each in in_cancel_order(plans)] == ["c", "b", "a"]

    def test_what_is_cancelled_cancels_nothing(self):
        plans = choice(option("a", 1), option("b", 2, "a"), option("c", 3, "b"))
        chosen = dict(zip("XYZ", plans.rows, strict=True))
        found = resolve("plan", plans, chosen, {}, DiceLog(ListedDice([])), lambda *_: "")
        assert [each.why for each in found] == ["stands", "cancelled", "stands"]

    @pytest.mark.parametrize(
        "rows", [(("a", "b"), ("b", "a")), (("a", "a"),), (("a", "b"), ("b", "c"), ("c", "a"))]
    )
    def test_a_ring(self, rows):
        plans = choice(*(option(name, place, *cancels) for place, (name, *cancels) in enumerate(rows, 1)))
        with pytest.raises(ValueError) as caught:
            in_cancel_order(plans)
        names = ", ".join(name for name, *_ in rows)
        assert str(caught.value) == f"These options cancel each other in a circle: {names}."


class TestCounts:
    def test_a_formula_without_models_needs_none(self):
        plan = ChoiceOption(
            id="a", on=1, name="A", text="Do.", count=PickCount(formula=Formula.parse(3), of="barrels")
        )
        [found] = resolve("plan", choice(plan), {"X": plan}, {}, DiceLog(ListedDice([])), lambda *_: "")
        assert found.number == 3

    def test_an_option_without_a_count(self):
        [found] = resolve(
            "plan", choice(option("a", 1)), {"X": option("a", 1)}, {}, DiceLog(ListedDice([])), lambda *_: ""
        )
        assert (found.stands, found.number) == (True, None)


class TestAnswer:
    @pytest.mark.parametrize("answer", ["2", " plant-traps ", "PLANT TRAPS"])
    def test_by_face_id_or_name(self, answer):
        assert option_for(STRATEGIES, answer).on == 2

    def test_what_is_no_choice(self):
        with pytest.raises(Refusal) as caught:
            option_for(STRATEGIES, "7")
        assert str(caught.value) == (
            "“7” is not a choice of Scouting. Choose from: 1 Scout Out Enemy Forces; 2 "
            "Plant Traps; 3 Disarm Traps; 4 Scout Out Terrain; 5 Take Forward Positions; 6 "
            "Eliminate Sentries."
        )
