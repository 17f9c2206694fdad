from __future__ import annotations

from itertools import permutations, product

import pytest

from campaign.mechanisms.formula import Formula
from campaign.mechanisms.score import SideOutcome, Tie, Victory, doubts, outcomes, sheet, totals
from campaign.mechanisms.terms import Answers, Force, Term, bound, settled
from campaign.record import replace
from tests.builders import forces

F = Formula.parse
HELD = Term(id="held", name="markers held", ask="?", each=F(2), most=F(3), shared=True)
LOST = Term(id="lost", name="models lost", ask="?", each=F(1), to="enemy")
LORD = Term(id="lord", name="the lord", ask="?", each=F(3), most=F(1), role="attacker")
ROUND = Term(id="hill", name="the hill", ask="?", each=F(1), most=F(2), per="round", from_round=2)
TERMS = (HELD, LOST, LORD, ROUND)
ROLES = {"Red": "attacker", "Blue": "defender"}
FORCES = tuple(Force(name, role) for name, role in ROLES.items())


class TestSheet:
    def test_each_line_and_who_gets_it(self):
        answers: Answers = {
            "Red": {"held": (2,), "lost": (4,), "lord": (1,), "hill": (0, 2, 1)},
            "Blue": {"held": (1,), "lost": (3,)},
        }
        lines = sheet(TERMS, FORCES, answers)
        assert [(line.side, line.term.id, line.count, line.points, line.to) for line in lines] == [
            ("Red", "held", 2, 4, "Red"),
            ("Blue", "held", 1, 2, "Blue"),
            ("Red", "lost", 4, 4, "Blue"),
            ("Blue", "lost", 3, 3, "Red"),
            ("Red", "lord", 1, 3, "Red"),
            ("Red", "hill", 3, 3, "Red"),
            ("Blue", "hill", 0, 0, "Blue"),
        ]
        assert totals(lines, ROLES) == {"Red": 13, "Blue": 6}

    def test_points_for_the_enemy_go_to_each_of_them(self):
        lines = sheet((LOST,), tuple(map(Force, "ABC")), {"A": {"lost": (2,)}})
        assert totals(lines, "ABC") == {"A": 0, "B": 2, "C": 2}

    def test_a_term_is_settled_by_its_scope(self):
        term = Term(id="a", name="a", ask="?", each=F("sides"), most=F("markers * 2"))
        known = settled(term, {"sides": 3, "markers": 4})
        assert (known.each, known.most) == (F(3), F(8))
        assert settled(LOST, {}).most is None
        with pytest.raises(ValueError, match="uses an unknown name: “sides”"):
            settled(term, {"markers": 3})


class TestDoubts:
    @pytest.mark.parametrize(
        ("answers", "sentences"),
        [
            ({}, []),
            ({"Red": {"held": (3,), "hill": (0, 2, 2)}}, []),
            ({"Red": {"hed": (1,)}}, ["Red: nothing here is scored as “hed”. Did you mean “held”?"]),
            ({"Blue": {"lord": (1,)}}, ["Blue: “the lord” is scored only by this role: attacker."]),
            ({"Red": {"lord": (2,)}}, ["Red: “the lord” can be at most 1; got 2."]),
            ({"Red": {"lost": (-1,)}}, ["Red: “models lost” can’t be -1: write 0 or more."]),
            ({"Red": {"lost": (1, 2)}}, ["Red: “models lost” takes one number for the whole battle; got 2."]),
            ({"Red": {"hill": (1, 2)}}, ["Red: “the hill” scores from round 2 on, not in round 1."]),
            (
                {"Red": {"hill": (0, 1, 1, 1)}},
                ["Red: “the hill” takes one number per round, at most 2; got 3."],
            ),
            (
                {"Red": {"held": (2,)}, "Blue": {"held": (2,)}},
                ["“markers held” can be at most 3 for all sides together; got 4."],
            ),
            ({"Red": {"held": (4,)}, "Blue": {}}, ["Red: “markers held” can be at most 3; got 4."]),
        ],
    )
    def test_one_sentence_for_each(self, answers, sentences):
        assert doubts(TERMS, FORCES, answers, rounds=3) == sentences

    def test_what_is_shared_is_shared_round_by_round(self):
        term = Term(id="a", name="a", ask="?", most=F(2), shared=True, per="round")
        none = (Force("Red"), Force("Blue"))
        assert doubts((term,), none, {"Red": {"a": (2, 0)}, "Blue": {"a": (0, 2)}}, 5) == []
        assert doubts((term,), none, {"Red": {"a": (2, 1, 1)}, "Blue": {"a": (1, 1)}}, 5) == [
            "“a” can be at most 2 for all sides together; got 3."
        ]


MAJOR = Victory(degree="major", tie=Tie(by="order", order="edge", pick="lowest", degree="minor"))


class TestMostPoints:
    def test_most_points_win(self):
        assert outcomes(MAJOR, {"A": 3, "B": 5, "C": 1}, {}, {}, {}) == {
            "A": SideOutcome("lost"),
            "B": SideOutcome("won", "major"),
            "C": SideOutcome("lost"),
        }

    @pytest.mark.parametrize("order", list(permutations("ABC")))
    def test_a_tie_by_order_is_among_the_tied_alone(self, order):
        """KT-C4: of the tied, the one with the least strategic advantage wins a minor victory."""
        for points in ({"A": 4, "B": 4, "C": 4}, {"A": 4, "B": 4, "C": 3}):
            tied = [side for side, total in points.items() if total == 4]
            winner = [side for side in order if side in tied][-1]
            found = outcomes(MAJOR, points, {}, {"edge": order}, {})
            assert found[winner] == SideOutcome("won", "minor", tie=True)
            for side in points:
                if side != winner:
                    assert found[side] == SideOutcome("lost", tie=side in tied)

    def test_the_other_end_of_the_order(self):
        tie = Tie(by="order", order="edge", pick="highest")
        found = outcomes(Victory(tie=tie), {"A": 1, "B": 1}, {}, {"edge": ("B", "A")}, {})
        assert found == {"A": SideOutcome("lost", tie=True), "B": SideOutcome("won", tie=True)}

    def test_a_tie_by_role(self):
        victory = Victory(tie=Tie(by="role", role="defender"))
        found = outcomes(victory, {"Red": 1, "Blue": 1}, ROLES, {}, {})
        assert found == {"Red": SideOutcome("lost", tie=True), "Blue": SideOutcome("won", tie=True)}
        both = dict.fromkeys(("Red", "Blue"), "defender")
        assert outcomes(victory, {"Red": 1, "Blue": 1}, both, {}, {}) == {
            side: SideOutcome("drew", tie=True) for side in both
        }

    def test_a_draw_is_shared_by_the_tied_alone(self):
        assert outcomes(Victory(), {"A": 2, "B": 2, "C": 0}, {}, {}, {}) == {
            "A": SideOutcome("drew", tie=True),
            "B": SideOutcome("drew", tie=True),
            "C": SideOutcome("lost"),
        }

    def test_an_order_that_was_not_rolled_decides_nothing(self):
        assert outcomes(MAJOR, {"A": 2, "B": 2}, {}, {}, {})["A"] == SideOutcome("drew", tie=True)

    def test_no_points_at_all_is_a_tie_like_any_other(self):
        found = outcomes(MAJOR, {"A": 0, "B": 0}, {}, {"edge": ("A", "B")}, {})
        assert [found[side].outcome for side in "AB"] == ["lost", "won"]


class TestThreshold:
    VICTORY = Victory(by="threshold", role="attacker", points=3, degree="major")

    @pytest.mark.parametrize(("points", "winner"), [(2, "Blue"), (3, "Red"), (9, "Red")])
    def test_it_is_reached_or_not(self, points, winner):
        found = outcomes(self.VICTORY, {"Red": points, "Blue": 8}, ROLES, {}, {})
        assert found == {
            side: SideOutcome("won", "major") if side == winner else SideOutcome("lost") for side in ROLES
        }

    def test_all_its_enemies_win_together(self):
        roles = {"A": "attacker", "B": "defender", "C": "defender"}
        found = outcomes(self.VICTORY, {"A": 0, "B": 0, "C": 0}, roles, {}, {})
        assert [found[side].outcome for side in roles] == ["lost", "won", "won"]


class TestTyped:
    def test_a_side_left_alone_has_won(self):
        for absent in ("no-show", "refused", "forfeited"):
            found = outcomes(MAJOR, {"A": 0, "B": 9}, {}, {}, {"B": absent})
            assert found == {"A": SideOutcome("won", "major"), "B": SideOutcome(absent)}

    def test_those_who_stayed_are_compared(self):
        found = outcomes(MAJOR, {"A": 1, "B": 2, "C": 9}, {}, {}, {"C": "forfeited"})
        assert [found[side].outcome for side in "ABC"] == ["lost", "won", "forfeited"]

    def test_a_typed_winner_leaves_losers(self):
        found = outcomes(MAJOR, {"A": 1, "B": 9}, {}, {}, {"A": "won"})
        assert [found[side].outcome for side in "AB"] == ["won", "lost"]

    def test_all_typed(self):
        assert outcomes(MAJOR, {"A": 1, "B": 9}, {}, {}, {"A": "drew", "B": "drew"}) == {
            "A": SideOutcome("drew"),
            "B": SideOutcome("drew"),
        }

    def test_nobody_draws_alone(self):
        assert outcomes(MAJOR, {"A": 1, "B": 9}, {}, {}, {"A": "drew"})["B"] == SideOutcome("drew")
        found = outcomes(MAJOR, {"A": 1, "B": 9, "C": 2}, {}, {}, {"A": "drew"})
        assert [found[side].outcome for side in "ABC"] == ["drew", "drew", "lost"]
        found = outcomes(MAJOR, {"A": 1, "B": 2, "C": 9}, {}, {}, {"A": "drew", "B": "drew"})
        assert [found[side].outcome for side in "ABC"] == ["drew", "drew", "lost"]

    def test_every_side_has_one_outcome_whatever_is_typed(self):
        choices = (None, "won", "lost", "drew", "no-show", "refused", "forfeited")
        for typed in product(choices, repeat=3):
            given = {side: each for side, each in zip("ABC", typed, strict=True) if each}
            found = outcomes(MAJOR, {"A": 1, "B": 2, "C": 2}, {}, {}, given)  # type: ignore[arg-type]
            assert list(found) == ["A", "B", "C"]
            assert {side: found[side].outcome for side in given} == given


class TestBoundsOverOtherAnswers:
    HOME = Term(id="home", name="Home", ask="?", most=F("markers"))
    CARRIED = Term(id="carried", name="Carried", ask="?", most=F("markers - home"))

    def doubts(self, shared=False, **answers):
        terms = [settled(replace(each, shared=shared), {"markers": 5}) for each in (self.HOME, self.CARRIED)]
        given = {side: {"home": (home,), "carried": (carried,)} for side, (home, carried) in answers.items()}
        return doubts(terms, forces(dict.fromkeys(given)), given, 5)

    def test_what_one_answer_takes_the_other_can_not_have(self):
        assert self.doubts(Red=(3, 2)) == []
        assert self.doubts(Red=(3, 3)) == ["Red: “Carried” can be at most 2; got 3."]
        assert self.doubts(Red=(5, 0), Blue=(0, 5)) == []

    def test_shared_bounds_count_the_answers_of_all_sides(self):
        assert self.doubts(shared=True, Red=(2, 1), Blue=(1, 1)) == []
        assert self.doubts(shared=True, Red=(2, 1), Blue=(1, 2)) == [
            "“Carried” can be at most 2 for all sides together; got 3."
        ]

    def test_only_what_the_scope_knows_is_put_in(self):
        assert str(settled(self.CARRIED, {"markers": 5}).most) == "(5) - home"
        assert bound(settled(self.CARRIED, {"markers": 5})) == 5
        assert bound(settled(self.HOME, {"markers": 5})) == 5
        assert bound(LOST) is None
        assert bound(replace(self.HOME, most=Formula.parse("min(1, carried)"))) == 1


def test_a_bound_over_what_is_not_asked_here_counts_it_as_nothing():
    """A single round does not ask what is counted once for the battle."""
    term = Term(id="held", name="Held", ask="?", most=F("3 - home"))
    assert doubts([term], forces({"Red": None}), {"Red": {"held": (3,)}}, 5) == []
    assert doubts([term], forces({"Red": None}), {"Red": {"held": (4,)}}, 5) == [
        "Red: “Held” can be at most 3; got 4."
    ]


class TestBoundsOverSeveralRounds:
    CRATES = Term(id="crates", name="Crates", ask="?", per="round", in_all=F("round * sides"))

    def doubts(self, shared, **answers):
        term = settled(replace(self.CRATES, shared=shared), {"sides": 2})
        given = {side: {"crates": numbers} for side, numbers in answers.items()}
        return doubts([term], forces(dict.fromkeys(given)), given, 4)

    def test_of_each_side(self):
        assert self.doubts(False, Red=(0, 4, 0, 4), Blue=(2, 2, 2, 2)) == []
        assert self.doubts(False, Red=(0, 5), Blue=(0, 1, 6)) == [
            "Red: “Crates” can be at most 4 in the rounds up to 2; got 5.",
            "Blue: “Crates” can be at most 6 in the rounds up to 3; got 7.",
        ]

    def test_of_all_sides_together(self):
        assert self.doubts(True, Red=(1, 1), Blue=(1, 1)) == []
        assert self.doubts(True, Red=(1,), Blue=(1, 3)) == [
            "“Crates” can be at most 4 in the rounds up to 2; got 5."
        ]

    def test_nobody_answered(self):
        assert self.doubts(True) == self.doubts(False) == []
