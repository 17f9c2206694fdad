"""The named tests of Killzone, die by die: initiative, overwatch, tests on Leadership."""

from __future__ import annotations

import json
from itertools import product

import pytest

from campaign.content.library import library_without
from campaign.content.made_battle import settings_of
from campaign.errors import MissingAnswer, Refusal
from campaign.mechanisms import named_tests as named_test
from campaign.mechanisms.dice import DiceLog, ListedDice

LIBRARY = library_without("killzone")
SETTINGS = settings_of(LIBRARY.system(), {})
FACES = range(1, 7)
TWO_DICE = list(product(FACES, FACES))
LEADERSHIPS = range(1, 11)


def take(
    test: str, *faces: int, sides: tuple[str, ...] = (), second: str = "", **answers: int
) -> named_test.NamedTestResult:
    """Takes a test of Killzone with just these dice: one too many or too few is an error."""
    log = DiceLog(ListedDice(faces))
    known = LIBRARY.tests()[test]
    tested = named_test.take(known, answers, SETTINGS, sides, log, (lambda level: second) if second else None)
    log.finish()
    return tested


# --- KZ-T1: initiative ---


def first(tested: named_test.NamedTestResult) -> str:
    """Who won the initiative; what is said of it names that side."""
    assert tested.order is not None
    (said,) = tested.says
    assert tested.order.sides[0] in said
    return tested.order.sides[0]


class TestInitiative:
    """KZ-T1: a tie is rolled again in turn 1, and afterwards goes to whoever acted second in the turn before."""

    SIDES = ("Ash", "Birch")

    @pytest.mark.parametrize("turn", [1, 2, 7])
    def test_the_higher_roll(self, turn):
        """30 of the 36 rolls, in every turn, whoever acted second: that side has the choice."""
        unequal = [(one, other) for one, other in TWO_DICE if one != other]
        for one, other in unequal:
            tested = take("initiative", one, other, sides=self.SIDES, second="Birch", turn_number=turn)
            assert first(tested) == ("Ash" if one > other else "Birch")
            assert "chooses to act first or second" in tested.says[0]
        assert len(unequal) == 30

    @pytest.mark.parametrize("level", FACES)
    def test_a_tie_in_turn_1_is_rolled_again(self, level):
        for one, other in ((6, 1), (1, 6)):
            tested = take("initiative", level, level, 3, 3, one, other, sides=self.SIDES, turn_number=1)
            assert first(tested) == ("Ash" if one > other else "Birch")
            assert [rolled.faces for rolled in tested.rolls] == [
                (each,) for each in (level, level, 3, 3, one, other)
            ]

    @pytest.mark.parametrize("turn", [2, 3, 20])
    @pytest.mark.parametrize("second", SIDES)
    def test_a_tie_later_goes_to_whoever_acted_second(self, second, turn):
        """The other 6; nothing is rolled again, and nothing is left to choose."""
        for level in FACES:
            tested = take("initiative", level, level, sides=self.SIDES, second=second, turn_number=turn)
            assert first(tested) == second
            assert "acts first now" in tested.says[0]
            assert len(tested.rolls) == 2

    def test_the_first_turn_is_the_default(self):
        assert take("initiative", 2, 2, 5, 4, sides=self.SIDES).answers == {"turn_number": 1}

    @pytest.mark.parametrize("turn", [0, 21])
    def test_there_is_no_such_turn(self, turn):
        with pytest.raises(Refusal, match="Write a number from 1 to 20"):
            take("initiative", 1, 2, sides=self.SIDES, turn_number=turn)

    def test_at_the_table(self, run):
        """Who acted second is said beforehand, or asked for once there is a tie."""
        words = (
            "roll",
            "initiative",
            "--system",
            "killzone",
            "--turn-number",
            2,
            "--side",
            "Ash",
            "--side",
            "Birch",
        )
        orders = [
            json.loads(run(*words, "--format", "json", *more, input=typed).out)["order"]
            for more, typed in (
                (("--dice", "4,4", "--second", "Birch"), ""),
                (("--dice", "4,4", "--second", "Ash"), ""),
                (("--dice", "4,4"), "Birch\n"),
                (("--dice", "4,5"), ""),
                (("--dice", "5,4"), ""),
            )
        ]
        assert [order[0] for order in orders] == ["Birch", "Ash", "Birch", "Birch", "Ash"]
        refused = run(*words, "--dice", "4,4", "--no-input")
        assert (refused.code, refused.out) == (2, "")
        assert "--second" in refused.err


# --- KZ-T2: overwatch ---


def may_watch(inches: int, shots: int, sniper: int, rapid_fire: int) -> bool:
    """KZ-T2 as it stands in the source; 0 shots are a rolled number of them."""
    if rapid_fire or inches < 24:
        return False
    return shots == 0 or shots >= 2 or sniper == 1


class TestOverwatch:
    @pytest.mark.parametrize(("inches", "shots"), list(product((23, 24, 48), (0, 1, 2))))
    @pytest.mark.parametrize(("sniper", "rapid_fire"), list(product((0, 1), (0, 1))))
    def test_who_may_go_on_overwatch(self, inches, shots, sniper, rapid_fire):
        tested = take("overwatch", weapon_range=inches, shots=shots, sniper=sniper, rapid_fire=rapid_fire)
        assert tested.passed is may_watch(inches, shots, sniper, rapid_fire)
        (said,) = tested.says
        assert (said == "The model may go on overwatch.") is tested.passed
        assert tested.rolls == ()

    @pytest.mark.parametrize(
        ("inches", "sniper", "few", "modifier"),
        [
            (12, 0, 0, 0), (13, 0, 0, -1), (12, 1, 0, -1), (13, 1, 0, 0),
            (12, 0, 1, -1), (13, 0, 1, -2), (12, 1, 1, -2), (13, 1, 1, -1),
            (0, 0, 0, 0), (0, 1, 0, -1), (48, 0, 0, -1), (48, 1, 0, 0),
        ],
    )  # fmt: skip
    def test_what_a_shot_from_overwatch_adds(self, inches, sniper, few, modifier):
        """Farther than 12": -1, or with Sniper at 12" and less instead; a shot roll of 1: -1 more."""
        tested = take("overwatch-shot", inches_away=inches, sniper=sniper, few_shots=few)
        assert (tested.total, tested.passed) == (modifier, None)
        assert tested.says == (f"Add {modifier} to each roll to hit.",)

    def test_the_defaults_are_a_plain_weapon_of_one_shot(self):
        assert take("overwatch", weapon_range=30).passed is False
        assert take("overwatch", weapon_range=30, shots=2).passed is True
        assert take("overwatch-shot", inches_away=30).total == -1

    def test_a_range_is_needed(self):
        with pytest.raises(MissingAnswer, match="range of the weapon in inches"):
            take("overwatch")


# --- KZ-A3, KZ-G5, KZ-E2: tests on Leadership ---

UP_TO = {1: 0, 2: 1, 3: 3, 4: 6, 5: 10, 6: 15, 7: 21, 8: 26, 9: 30, 10: 33}
"""How many of the 36 rolls of 2D6 come to this or less."""


@pytest.mark.parametrize(
    ("test", "rule"), [("reaction", "KZ-A3"), ("pinning", "KZ-G5"), ("break-test", "KZ-E2")]
)
class TestLeadership:
    @pytest.mark.parametrize("leadership", LEADERSHIPS)
    def test_two_dice_come_to_no_more_than_it(self, test, rule, leadership):
        passed = [sum(faces) for faces in TWO_DICE if take(test, *faces, leadership=leadership).passed]
        assert len(passed) == UP_TO[leadership]
        assert max(passed, default=0) <= leadership
        assert rule in LIBRARY.tests()[test].rules

    @pytest.mark.parametrize("leadership", [0, 11])
    def test_it_is_1_to_10(self, test, rule, leadership):
        with pytest.raises(Refusal, match="Write a number from 1 to 10"):
            take(test, 1, 1, leadership=leadership)


@pytest.mark.parametrize(
    ("test", "passed", "failed"),
    [
        (
            "reaction",
            'Move the model up to 4", into base contact with the enemy that charged',
            "The model stays where it is.",
        ),
        ("pinning", "The model is not pinned.", "The model is pinned."),
        ("break-test", "The team holds.", "The team flees."),
    ],
)
def test_what_follows_from_a_leadership_test(test, passed, failed):
    (held,), (fled,) = (take(test, *faces, leadership=7).says for faces in ((3, 4), (4, 4)))
    assert passed in held
    assert "The total is 7" in held
    assert failed in fled
    assert "The total is 8" in fled


@pytest.mark.parametrize("strength", range(1, 11))
def test_a_grenade_flies_twice_the_strength(strength):
    """KZ-S2."""
    tested = take("grenade", strength=strength)
    assert (tested.total, tested.rolls) == (2 * strength, ())
    assert tested.says == (f'The model throws it up to {2 * strength}".',)
