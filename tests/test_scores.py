"""What players type of a result: models by name and by points, sides of two teams, cards of their holders."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.errors import Refusal
from campaign.ledger.answers import (
    Answer,
    answer,
    as_typed,
    asked,
    check,
    enemies_of,
    speaker,
    with_answers_of,
    with_scores,
)
from campaign.ledger.battle import Battle, battle_of
from campaign.ledger.entries import ResultStep, RevealedCard, RevealStep
from campaign.mechanisms.formula import Formula
from campaign.mechanisms.rosters import FieldedModels
from campaign.mechanisms.terms import Force, Term, asked_by
from campaign.record import replace
from tests.builders import MADE, battle, sides, step

F = Formula.parse
NOTHING = ResultStep(kind="result", at=MADE, by="")
KILLS = Term(id="kills", name="models killed", ask="?", by="team", worth=F("ceil(points / 10)"))
FLAGS = Term(id="flags", name="Flags", ask="?", most=F(3))
SPY = Term(id="spy-home", name="the spy home", ask="?", each=F(5), most=F(1))
FIELDED = (
    FieldedModels("Oak", "Boss", 1, 26, leader=True),
    FieldedModels("Oak", "Guard", 4, 16),
    FieldedModels("Elm", "Guard", 2, 16),
    FieldedModels("Elm", "Gunner", 1, 41),
    FieldedModels("Ash", "Guard", 3, 9),
)


def stands(*steps: Any) -> Battle:
    """Ann with Ash and Birch against Cid with Oak and Elm."""
    filed = battle(1, sides("Ann: Ash + Birch", "Cid: Oak + Elm"), *steps, terms=(KILLS, FLAGS))
    return battle_of(filed, 1)


HELD = step(RevealStep, 2, of="spies", cards=(RevealedCard(by="Elm", id="spy", name="SPY", terms=(SPY,)),))


class TestWhoIsAsked:
    def test_teams_are_asked_one_by_one_and_sides_together(self):
        assert [(who, term.id) for who, term in asked(stands())] == [
            ("Ann", "flags"), ("Ash", "kills"), ("Birch", "kills"),
            ("Cid", "flags"), ("Oak", "kills"), ("Elm", "kills"),
        ]  # fmt: skip

    def test_the_term_of_a_card_is_asked_of_its_holder(self):
        assert [who for who, term in asked(stands(HELD)) if term.id == "spy-home"] == ["Elm"]

    def test_a_side_of_one_team_answers_for_it(self):
        alone = Force("Ann", None, ("Ash",))
        assert asked_by(KILLS, alone) == ("Ann",)
        assert asked_by(Term(id="a", name="a", ask="?", holders=("Ash", "Oak")), alone) == ("Ann",)
        assert asked_by(Term(id="a", name="a", ask="?", holders=("Oak",)), alone) == ()

    def test_the_enemies_are_those_of_the_other_sides(self):
        assert {each.team for each in enemies_of(stands(), "Birch", FIELDED)} == {"Oak", "Elm"}
        assert {each.team for each in enemies_of(stands(), "Cid", FIELDED)} == {"Ash"}
        assert sum(each.count for each in FIELDED) == 11


class TestModels:
    @pytest.mark.parametrize(
        ("text", "points", "names"),
        [
            ("", (), ()),
            ("-", (), ()),
            ("0", (), ()),
            ("no", (), ()),
            ("Boss", (26,), ("Boss",)),
            ("boss + 2x gua", (26, 16, 16), ("Boss", "Guard", "Guard")),
            ("2 Guard, Gunner", (16, 16, 41), ("Guard", "Guard", "Gunner")),
            ("16 + 3x9", (16, 9, 9, 9), ()),
            ("2 x Guard + 30", (16, 16, 30), ("Guard", "Guard", "")),
        ],
    )
    def test_by_name_and_by_points(self, text, points, names):
        assert answer(KILLS, text, FIELDED[:4]) == Answer(points, names)

    @pytest.mark.parametrize(
        ("text", "enemies", "said"),
        [
            ("Gun", (), "“Gun” is not an answer to “models killed”: the enemy has no roster."),
            ("Wizard", FIELDED, "There is no model “Wizard” in the rosters of the enemy."),
            ("Gu", FIELDED[:4], "“Gu” is ambiguous: Guard, Gunner."),
            ("Guard", FIELDED, "Two enemy teams have a “Guard”, at different prices."),
        ],
    )
    def test_what_can_not_be_told(self, text, enemies, said):
        with pytest.raises(Refusal, match=said):
            answer(KILLS, text, enemies)

    def test_as_a_player_would_type_it_again(self):
        assert as_typed(KILLS, Answer((26, 16), ("Boss", ""))) == "Boss + 16"
        assert as_typed(KILLS, Answer((26, 16))) == "26 + 16"
        assert as_typed(KILLS, Answer(())) == "-"


class TestTyped:
    def test_a_whole_result(self):
        scores = with_scores(
            NOTHING, stands(), ["ann: flags 2", "ash: kills Boss + 2x Guard", "birch: kills 9"], FIELDED
        )
        assert scores.answers == {
            "Ann": {"flags": (2,)}, "Ash": {"kills": (26, 16, 16)}, "Birch": {"kills": (9,)},
        }  # fmt: skip
        assert scores.models == {"Ash": {"kills": ("Boss", "Guard", "Guard")}}

    def test_by_the_name_or_a_part_of_the_id_of_the_term(self):
        for said in ("kills", "models killed", "ki"):
            assert with_scores(NOTHING, stands(), [f"ash: {said} 16"]).answers == {"Ash": {"kills": (16,)}}

    def test_everyone(self):
        assert with_scores(NOTHING, stands(), ["all: flags 1"]).answers == {
            "Ann": {"flags": (1,)},
            "Cid": {"flags": (1,)},
        }

    def test_a_team_is_told_of_whom_it_is_asked(self):
        with pytest.raises(Refusal, match=r"Ash: nothing here is scored as “flags”. Give it for: Ann\."):
            with_scores(NOTHING, stands(), ["ash: flags 2"])
        with pytest.raises(Refusal, match=r"Give it for: Ash, Birch\."):
            with_scores(NOTHING, stands(), ["ann: kills 16"])

    def test_the_only_team_of_a_side_is_the_side(self):
        alone = battle_of(battle(1, sides("Ann: Ash", "Oak")), 1)
        assert [speaker(alone, said) for said in ("ash", "ann", "oak")] == ["Ann", "Ann", "Oak"]

    def test_later_answers_go_over_earlier_ones(self):
        old = with_scores(NOTHING, stands(), ["ash: kills Boss", "ann: flags 1"], FIELDED)
        new = with_scores(NOTHING, stands(), ["ash: kills 16"], FIELDED)
        assert with_answers_of(new, old).answers == {"Ash": {"kills": (16,)}, "Ann": {"flags": (1,)}}
        assert with_answers_of(new, old).models == {}


class TestDoubts:
    def refused(self, *texts: str, **more: object) -> str:
        scores = with_scores(NOTHING, stands(HELD), texts, FIELDED)
        with pytest.raises(Refusal) as caught:
            check(stands(HELD), scores, FIELDED)
        return caught.value.sentence

    def test_more_than_the_rosters_have_for_a_side_together(self):
        said = self.refused("ash: kills 4x Guard", "birch: kills 3x Guard")
        assert said == "Ann: “Guard” is named too often: 7 times. The enemy has 6."

    def test_points_that_no_model_costs(self):
        scores = replace(NOTHING, answers={"Ash": {"kills": (0, 16, 1000)}})
        with pytest.raises(
            Refusal, match=r"got 0\.\nAsh: “models killed”: a model costs 1 to 999 points; got 1000"
        ):
            check(stands(), scores)

    def test_what_others_are_asked(self):
        scores = replace(NOTHING, answers={"Oak": {"spy-home": (1,)}, "Ann": {"kills": (16,)}})
        with pytest.raises(Refusal) as caught:
            check(stands(HELD), scores)
        assert caught.value.sentence == (
            "Oak: “the spy home” has to be given for: Elm.\nAnn: “models killed” has to be "
            "given for: Ash, Birch."
        )
        scores = replace(NOTHING, answers={"Ash": {"spy-home": (1,)}})
        with pytest.raises(Refusal, match="Ash: “the spy home” is on a card of: Elm"):
            check(stands(HELD), scores)

    def test_a_bound_on_the_number_of_models(self):
        few = Term(id="kills", name="killed", ask="?", worth=F("points"), most=F(1))
        two = battle_of(battle(1, sides("Ash", "Oak"), terms=(few,)), 1)
        with pytest.raises(Refusal, match="Ash: “killed” can be at most 1; got 2"):
            check(two, replace(NOTHING, answers={"Ash": {"kills": (5, 6)}}))
