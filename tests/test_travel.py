"""Where the road stands after a ledger, who walks which, and what strayed: KZ-B2, requests 9 and 21."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.ledger.battle import Battle
from campaign.ledger.entries import Side, Step, StoredEntry, StoredName, StoredRoadMove, StoredRoll
from campaign.ledger.road import faces_before, how_it_ended, pair_of, stop_after, strays, travellers
from campaign.ledger.state import fold
from campaign.mechanisms.dice import Dice
from campaign.mechanisms.score import Tie, Victory
from tests.builders import amend, battle, flags, restore, setup, sides, void

DUEL = sides("Red", "Blue")
D6 = Dice.parse("D6")
RED_WINS, BLUE_WINS, LEVEL = {"Red": 3, "Blue": 1}, {"Red": 1, "Blue": 2}, {"Red": 1, "Blue": 1}


def named(mission: str) -> StoredName:
    return StoredName(part="mission", id=mission, name=mission.capitalize())


def led(
    to: str, *, die: int = 1, after: StoredEntry | None = None, mission: str = "", outcome: str = ""
) -> StoredRoadMove:
    """The stretch to a mission, from where the road begins or on from another battle."""
    entry = after.name if after else ""
    return StoredRoadMove(from_=mission, battle=entry, outcome=outcome, part="road", die=die, to=to)


def on_road(place: int, taken: StoredRoadMove, *further: Step, who: tuple[Side, ...] = DUEL) -> StoredEntry:
    """A battle that the road led to, with its die."""
    rolls = (
        StoredRoll(part="road", dice=D6, faces=(taken.die,)),
        StoredRoll(part="edge.Red", dice=D6, faces=(6,)),
    )
    return battle(place, who, *further, mission=named(taken.to), road=taken, rolls=rolls)


def battles(*filed: StoredEntry) -> list[Battle]:
    return fold(filed).battles


def strayed(*filed: StoredEntry, of: str = "campaign", players: dict[str, str] | None = None) -> list[int]:
    """The numbers of the battles that were played off the road."""
    return [each.number for each in strays(battles(*filed), players or {}, of)]


FIRST = on_road(10, led("ford"), flags(**RED_WINS))
SECOND = on_road(20, led("hill", die=4, after=FIRST, mission="ford", outcome="first"), flags(**BLUE_WINS))
THIRD = on_road(30, led("gate", die=6, after=SECOND, mission="hill", outcome="second"))


class TestStop:
    def test_at_its_start(self):
        stop = stop_after([])
        assert (stop.battle, stop.walked, stop.mission, stop.outcome, stop.entry) == (None, (), "", "", "")

    def test_after_the_last_battle(self):
        stop = stop_after(battles(FIRST, SECOND))
        assert (stop.mission, stop.outcome, stop.entry) == ("hill", "second", SECOND.name)
        assert [each.number for each in stop.walked] == [1, 2]

    def test_at_a_battle_without_a_result(self):
        stop = stop_after(battles(FIRST, SECOND, THIRD))
        assert stop.battle is not None
        assert (stop.mission, stop.battle.status) == ("gate", "open")

    def test_a_void_battle_moves_it_back(self):
        """Request 9: as if it never was; lifted, it stands again."""
        assert stop_after(battles(FIRST, void(SECOND))).entry == FIRST.name
        assert stop_after(battles(void(FIRST), void(SECOND))).battle is None
        assert stop_after(battles(FIRST, restore(void(SECOND)))).entry == SECOND.name

    def test_a_void_battle_in_the_middle_leaves_it_where_it_is(self):
        stop = stop_after(battles(FIRST, void(SECOND), THIRD))
        assert (stop.entry, [each.number for each in stop.walked]) == (THIRD.name, [1, 3])

    def test_an_agreed_mission_moves_nobody(self):
        agreed = battle(15, DUEL, flags(**BLUE_WINS), mission=named("moor"))
        stop = stop_after(battles(FIRST, agreed))
        assert (stop.mission, stop.outcome, stop.entry) == ("ford", "first", FIRST.name)

    def test_a_corrected_result_stands(self):
        stop = stop_after(battles(amend(FIRST, now=flags(**BLUE_WINS))))
        assert (stop.entry, stop.outcome) == (FIRST.name, "second")


class TestTheDieStands:
    """Request 21: taking back and doing again never changes the dice."""

    def faces(self, *filed: StoredEntry) -> tuple[int, ...]:
        all_of_them = battles(*filed)
        return faces_before(all_of_them, stop_after(all_of_them))

    def test_where_the_road_begins(self):
        assert self.faces(void(on_road(1, led("ford", die=3)))) == (3,)

    def test_after_a_battle(self):
        assert self.faces(FIRST, void(SECOND)) == (4,)

    def test_the_first_time_that_it_fell(self):
        again = on_road(25, led("hill", die=5, after=FIRST, mission="ford", outcome="first"))
        assert self.faces(FIRST, void(SECOND), void(again)) == (4,)

    def test_for_the_same_place_alone(self):
        """Not for another end of the same battle, for another battle, or for the start."""
        assert self.faces(amend(FIRST, now=flags(**LEVEL)), void(SECOND)) == ()
        assert self.faces(FIRST, SECOND, void(on_road(25, led("ford", die=2)))) == ()
        assert self.faces(void(FIRST), void(SECOND)) == (1,)

    def test_a_battle_that_stands_has_used_its_own(self):
        assert self.faces(FIRST, SECOND) == ()

    def test_an_agreed_mission_has_none(self):
        assert self.faces(void(battle(10, DUEL, mission=named("moor")))) == ()

    def test_though_another_mission_was_agreed_upon_and_that_is_void_too(self):
        other = void(amend(SECOND, now=setup(20, mission=named("moor"), wishes={"mission": "moor"})))
        assert self.faces(FIRST, other) == (4,)

    def test_though_another_mission_was_agreed_upon_afterwards(self):
        other = amend(SECOND, now=setup(20, mission=named("moor"), wishes={"mission": "moor"}))
        assert self.faces(FIRST, other) == (4,)


class TestStrays:
    def test_a_walk_as_the_road_led(self):
        assert strayed(FIRST, SECOND, THIRD) == []

    def test_an_amended_outcome_makes_the_next_a_stray(self):
        """That one alone: the third was led on from the second as it ended."""
        assert strayed(amend(FIRST, now=flags(**BLUE_WINS)), SECOND, THIRD) == [2]

    def test_other_scores_with_the_same_winner_do_not(self):
        assert strayed(amend(FIRST, now=flags(Red=9, Blue=8)), SECOND) == []

    def test_the_one_after_a_void_battle(self):
        assert strayed(FIRST, void(SECOND), THIRD) == [3]
        assert strayed(void(FIRST), SECOND, THIRD) == [2]

    def test_a_void_battle_is_none(self):
        assert strayed(amend(FIRST, now=flags(**LEVEL)), void(SECOND)) == []

    def test_a_battle_that_is_lifted_beside_its_successor(self):
        """Both stand at the start of the road; the later one is off it."""
        assert strayed(restore(void(FIRST)), on_road(20, led("ford"))) == [2]

    def test_an_agreed_mission_is_none_and_makes_none(self):
        assert strayed(FIRST, battle(15, DUEL, flags(**BLUE_WINS), mission=named("moor")), SECOND) == []

    def test_a_mission_agreed_upon_afterwards_takes_the_battle_off_the_road(self):
        other = amend(FIRST, now=setup(10, mission=named("moor"), wishes={"mission": "moor"}))
        assert strayed(other, SECOND) == [2]

    def test_a_die_that_is_corrected_makes_the_next_a_stray(self):
        """The battle was the moor all the time: from there the road leads elsewhere."""
        moor = setup(10, mission=named("moor"), road=led("moor", die=3))
        assert strayed(amend(FIRST, now=moor), SECOND) == [2]


class TestPairs:
    def test_a_pair_is_who_meets_whichever_comes_first(self):
        assert pair_of(DUEL, {}) == pair_of(sides("Blue", "Red"), {}) == {"Red", "Blue"}

    def test_by_its_players_where_they_are_known(self):
        """Anna may bring another team, or two; a side is called by its own name else."""
        players = {"Red": "Anna", "Ash": "Anna", "Blue": "Bo"}
        for anna in ("Red", "Ash", "Anna: Red + Ash", "The two of us: Ash + Red"):
            assert pair_of(sides(anna, "Blue"), players) == {"Anna", "Bo"}
        assert pair_of(sides("Red", "Oak"), players) == {"Anna", "Oak"}
        assert pair_of(sides("Cy: Oak + Elm", "Blue"), players) == {"Cy", "Bo"}

    def test_who_shares_a_road(self):
        other = battle(15, sides("Red", "Ash"))
        turned = battle(20, sides("Blue", "Red"))
        known = battles(FIRST, other, turned)
        assert travellers(known, {}, "campaign", sides("Oak", "Elm")) == known
        assert [each.number for each in travellers(known, {}, "pair", DUEL)] == [1, 3]
        assert [each.number for each in travellers(known, {}, "pair", sides("Ash", "Red"))] == [2]
        assert travellers(known, {}, "pair", sides("Blue", "Ash")) == []
        players = {"Blue": "Bo", "Ash": "Bo"}
        assert travellers(known, players, "pair", sides("Ash", "Red")) == known

    def test_each_pair_has_a_stop_of_its_own(self):
        other = on_road(15, led("moor"), flags(Red=0, Ash=2), who=sides("Red", "Ash"))
        known = battles(FIRST, other, SECOND)
        stops = {
            name: stop_after(travellers(known, {}, "pair", sides("Red", name))).mission
            for name in ("Blue", "Ash", "Oak")
        }
        assert stops == {"Blue": "hill", "Ash": "moor", "Oak": ""}

    def test_battles_of_other_pairs_make_no_strays(self):
        other = on_road(15, led("moor"), flags(Red=0, Ash=2), who=sides("Red", "Ash"))
        assert strayed(FIRST, other, SECOND, of="pair") == []
        assert strayed(FIRST, other, SECOND, of="campaign") == [2, 3]
        one_player = {"Blue": "Bo", "Ash": "Bo"}
        assert strayed(FIRST, other, SECOND, of="pair", players=one_player) == [2, 3]


# --- how a battle ended ---

HOLDER = {"Red": "holder", "Blue": "raider"}
THREE = sides("Red", "Blue", "Ash")


def ended(*filed: StoredEntry) -> list[str]:
    return [how_it_ended(each) for each in battles(*filed)]


def one(result: Step, who: tuple[Side, ...] = DUEL, **set_up: Any) -> str:
    (found,) = ended(battle(1, who, result, **set_up))
    return found


@pytest.mark.parametrize(
    ("scores", "by_place", "by_role"),
    [(RED_WINS, "first", "holder"), (BLUE_WINS, "second", "raider"), (LEVEL, "none", "none")],
)
def test_by_the_role_of_the_winner_else_by_its_place(scores, by_place, by_role):
    assert one(flags(**scores)) == by_place
    assert one(flags(**scores), roles=HOLDER) == by_role


def test_the_tie_rule_has_its_say():
    tie = Victory(tie=Tie(by="role", role="raider"))
    assert one(flags(**LEVEL), roles=HOLDER, victory=tie) == "raider"


@pytest.mark.parametrize(("red", "outcome"), [(2, "raider"), (3, "holder"), (4, "holder")])
def test_a_threshold(red, outcome):
    """The role wins with its points, and its enemy otherwise, whatever that scored."""
    threshold = Victory(by="threshold", role="holder", points=3)
    assert one(flags(Red=red, Blue=9), roles=HOLDER, victory=threshold) == outcome


@pytest.mark.parametrize(
    ("scores", "outcome"),
    [
        ({"Red": 3, "Blue": 2, "Ash": 1}, "first"),
        ({"Red": 1, "Blue": 3, "Ash": 2}, "second"),
        ({"Red": 1, "Blue": 2, "Ash": 3}, "third"),
        ({"Red": 3, "Blue": 1, "Ash": 3}, "none"),
    ],
)
def test_of_three_sides(scores, outcome):
    assert one(flags(**scores), who=THREE) == outcome


def test_the_fourth_of_four():
    assert one(flags(Red=1, Blue=1, Ash=0, Oak=2), who=sides("Red", "Blue", "Ash", "Oak")) == "fourth"


def test_two_winners_are_nobody():
    """Below the threshold both raiders have won; one raider's own win is the raider's."""
    roles = {"Red": "holder", "Blue": "raider", "Ash": "raider"}
    threshold = Victory(by="threshold", role="holder", points=3)
    assert one(flags(Red=1), who=THREE, roles=roles, victory=threshold) == "none"
    assert one(flags(Red=3), who=THREE, roles=roles, victory=threshold) == "holder"
    assert one(flags(Ash=2), who=THREE, roles=roles) == "raider"


def test_typed_outcomes():
    """Request 6: whoever is left by a no-show has won; where nobody played, nobody has."""
    assert one(flags(9, {"Red": "forfeited"}), roles=HOLDER) == "raider"
    assert one(flags(9, {"Blue": "no-show"})) == "first"
    assert one(flags(9, {"Red": "refused", "Blue": "refused"})) == "none"
    assert one(flags(9, {"Red": "won", "Blue": "won"})) == "none"


def test_after_corrections_of_sides_and_result():
    """Request 11: with the sides exchanged the same winner stands in the other place."""
    assert ended(amend(FIRST, sides=sides("Blue", "Red"))) == ["second"]
    assert ended(amend(FIRST, now=flags(**LEVEL))) == ["none"]
