"""Each thing that a named test can do, with typed dice; then the tests of Kill Team, by enumeration."""

from __future__ import annotations

import re
from collections import Counter
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.errors import MissingAnswer, Refusal
from campaign.files import yamlfile
from campaign.files.schema import structure
from campaign.mechanisms import named_tests as named_test
from campaign.mechanisms.dice import DiceLog, ListedDice

MISSIONS = Path(__file__).resolve().parent.parent / "missions"


def made(text: str) -> named_test.NamedTest:
    """A test from its own lines; id, name and text are added."""
    found, faults = structure(
        named_test.NamedTest, {"id": "try", "name": "Try", "text": "…"} | yamlfile.parse(text).data
    )
    assert faults == []
    assert found is not None
    return found


def take(
    test: named_test.NamedTest,
    *faces: int,
    settings: dict[str, int] | None = None,
    sides: tuple[str, ...] = ("Red Talons", "Vas Kar"),
    **answers: int,
) -> named_test.NamedTestResult:
    """Takes the test with just these dice: one too many or too few is an error."""
    log = DiceLog(ListedDice(faces))
    tested = named_test.take(test, answers, settings or {}, sides, log)
    log.finish()
    return tested


class TestThreshold:
    def test_without_a_target_nothing_is_passed(self):
        tested = take(made("dice: D6\nsuccess: It shows {total}{target}.\nfailure: never"), 4)
        assert (tested.passed, tested.successes, tested.target, tested.total) == (None, 0, None, 4)
        assert tested.says == ("It shows 4{target}.",)
        assert [rolled.part for rolled in tested.rolls] == ["try"]

    @pytest.mark.parametrize(("face", "says"), [(3, "3 is not 4"), (4, "4 is 4"), (6, "6 is 4")])
    def test_at_least(self, face, says):
        test = made("dice: D6\ntarget: 4\nsuccess: '{total} is {target}'\nfailure: '{total} is not {target}'")
        tested = take(test, face)
        assert (tested.says, tested.passed) == ((says,), face >= 4)

    @pytest.mark.parametrize(("face", "passed"), [(3, True), (4, True), (5, False)])
    def test_at_most(self, face, passed):
        tested = take(made("dice: D6\ntarget: 4\npasses: at-most"), face)
        assert (tested.passed, tested.says) == (passed, ())

    def test_the_target_may_be_a_formula_over_answers_and_settings_and_answers_come_first(self):
        test = made("asks: [{id: own, ask: own}]\ndice: D6\ntarget: own + club")
        assert take(test, 5, settings={"club": 2, "own": 6}, own=3).target == 5


class TestPlus:
    def test_it_is_added_to_each_roll(self):
        test = made("asks: [{id: bonus, ask: b}]\ndice: D6+1\ntimes: 3\nplus: bonus\ntarget: 6")
        tested = take(test, 1, 3, 6, bonus=2)
        assert (tested.total, tested.successes) == (4 + 6 + 9, 2)

    def test_it_may_take_away(self):
        assert take(made("dice: D6\nplus: 0 - 2\ntarget: 4"), 5).passed is False

    @pytest.mark.parametrize(("face", "passed"), [(1, True), (2, False), (6, False)])
    def test_a_natural_pass_looks_at_the_dice_alone(self, face, passed):
        test = made("dice: D6+1\nplus: 5\ntarget: 4\npasses: at-most\nnatural_passes: [1]")
        assert take(test, face).passed is passed


class TestTimes:
    TEST = "asks: [{id: many, ask: how many}]\ndice: D6\ntimes: many\ntarget: 5\n"
    SAYS = "success: '{successes} of {dice} from {many}, {total}'\nfailure: none of {dice}"

    def test_successes_are_counted(self):
        tested = take(made(self.TEST + self.SAYS), 5, 4, 6, many=3)
        assert (tested.successes, tested.passed, tested.says) == (2, True, ("2 of 3 from 3, 15",))

    def test_no_dice_fail(self):
        tested = take(made(self.TEST + self.SAYS), many=0)
        assert (tested.rolls, tested.total, tested.says) == ((), 0, ("none of 0",))

    def test_below_nothing_is_nothing(self):
        assert take(made("dice: D6\ntimes: 0 - 3\ntarget: 5\nkeep: highest")).rolls == ()

    def test_a_hundred_times_and_no_more(self):
        assert len(take(made(self.TEST), *[1] * 100, many=100).rolls) == 100
        with pytest.raises(Refusal, match=r"^Try would roll D6\ too often: 101 times. The limit is 100\.$"):
            take(made(self.TEST), many=101)


class TestKeep:
    @pytest.mark.parametrize(
        ("keep", "total", "successes"), [("each", 12 + 3, 1), ("highest", 6 + 1, 1), ("lowest", 2 + 1, 0)]
    )
    def test_which_rolls_count(self, keep, total, successes):
        tested = take(made(f"dice: D6\ntimes: 3\nkeep: {keep}\nplus: 1\ntarget: 6"), 2, 6, 4)
        assert (tested.total, tested.successes, len(tested.rolls)) == (total, successes, 3)


BANDS = """
dice: 2D6
target: 5
success: Passed.
bands:
  - {at_least: 11, text: "Much: {further}", dice: D3}
  - {at_least: 7, text: "More than {total}: nothing{further}"}
"""


class TestBands:
    @pytest.mark.parametrize(
        ("faces", "says"),
        [
            ((1, 1), ()),
            ((3, 3), ("Passed.",)),
            ((4, 3), ("Passed.", "More than 7: nothing")),
            ((5, 5), ("Passed.", "More than 10: nothing")),
            ((6, 5, 3), ("Passed.", "Much: 3")),
        ],
    )
    def test_the_highest_band_reached_speaks(self, faces, says):
        assert take(made(BANDS), *faces).says == says

    def test_a_failed_test_reaches_no_band(self):
        test = made("dice: D6\ntarget: 6\nbands: [{at_least: 2, text: never}]\nfailure: Failed.")
        assert take(test, 5).says == ("Failed.",)

    def test_without_a_target_bands_alone_say_what_a_total_means(self):
        test = made("dice: D6\nbands: [{at_least: 2, text: two}, {at_least: 4, text: four}]")
        assert [take(test, face).says for face in (1, 3, 4)] == [(), ("two",), ("four",)]

    def test_the_further_roll_is_a_part_of_its_own(self):
        log = DiceLog(ListedDice([6, 6, 2]))
        named_test.take(made(BANDS), {}, {}, (), log)
        assert [rolled.part for rolled in log.rolled] == ["try", "try.further"]


DOUBLES = "dice: 2D6\ntarget: 9\nsuccess: Passed.\nfailure: Failed.\ndoubles:\n"


class TestDoubles:
    @pytest.mark.parametrize(
        ("faces", "says"),
        [
            ((1, 1, 2), ("Failed.", "Perils 2 at 2")),
            ((6, 6, 3), ("Passed.", "Perils 3 at 12")),
            ((5, 5), ("Passed.",)),
            ((1, 6), ("Failed.",)),
        ],
    )
    def test_passed_or_not(self, faces, says):
        line = "  - {faces: [1, 6], text: 'Perils {further} at {total}', dice: D3}"
        assert take(made(DOUBLES + line), *faces).says == says

    def test_each_may_mean_something_else_and_needs_no_dice(self):
        lines = "  - {faces: [1], text: Snake eyes.}\n  - {faces: [2, 3], text: Low.}"
        assert take(made(DOUBLES + lines), 1, 1).says == ("Failed.", "Snake eyes.")
        assert take(made(DOUBLES + lines), 3, 3).says == ("Failed.", "Low.")

    def test_one_die_is_no_double(self):
        assert take(made("dice: D6\ndoubles: [{faces: [1], text: never}]"), 1).says == ()

    def test_every_roll_is_looked_at_and_rolled_for_apart(self):
        test = made("dice: 2D6\ntimes: 2\ndoubles: [{faces: [2, 4], text: '{further}', dice: D3}]")
        log = DiceLog(ListedDice([2, 2, 4, 4, 1, 3]))
        assert named_test.take(test, {}, {}, (), log).says == ("1", "3")
        assert [rolled.part for rolled in log.rolled] == ["try", "try", "try.double", "try.double"]


class TestBetweenSides:
    TEST = "dice: D6\norder: true\nsuccess: '{winner} begins.'"

    def test_ties_roll_again(self):
        tested = take(made(self.TEST), 3, 3, 1, 2)
        assert tested.says == ("Vas Kar begins.",)
        assert tested.order is not None
        assert tested.order.sides == ("Vas Kar", "Red Talons")
        assert [rolled.faces for rolled in tested.rolls] == [(3,), (3,), (1,), (2,)]
        assert tested.passed is None

    def test_nothing_to_say_says_nothing(self):
        assert take(made("dice: D6\norder: true"), 3, 4).says == ()

    @pytest.mark.parametrize("sides", [(), ("Red Talons",)])
    def test_it_takes_two(self, sides):
        with pytest.raises(
            Refusal, match=r"^Try is rolled between two or more sides\. Name each side once, with --side\.$"
        ):
            take(made(self.TEST), sides=sides)


class TestAnswers:
    TEST = "asks: [{id: height, ask: 'inches, rounded down', least: 1, most: 9}]\ndice: D6\ntarget: height"

    def test_a_missing_one_names_its_option(self):
        with pytest.raises(MissingAnswer) as caught:
            take(made(self.TEST))
        assert str(caught.value) == "Try needs a number: inches, rounded down. Give it with --height N."

    @pytest.mark.parametrize("height", [0, 10])
    def test_one_out_of_range(self, height):
        with pytest.raises(Refusal) as caught:
            take(made(self.TEST), height=height)
        assert (
            str(caught.value)
            == f"Try: {height} is not allowed for this number: inches, rounded down. Write a number from 1 to 9."
        )

    def test_both_ends_of_the_range_and_the_default(self):
        assert [take(made(self.TEST), 6, height=height).target for height in (1, 9)] == [1, 9]
        tested = take(made("asks: [{id: a, ask: a, default: 2}]\ndice: D6\ntarget: a"), 2)
        assert (tested.answers, tested.passed) == ({"a": 2}, True)

    @pytest.mark.parametrize("key", ["times", "plus", "target"])
    def test_a_formula_without_a_value_names_its_test(self, key):
        with pytest.raises(Refusal) as caught:
            take(made(f"dice: D6\n{key}: 1 / 2"), 1)
        assert str(caught.value) == (
            "The formula “1 / 2” gives 1/2, which is not a whole number: use ceil or "
            "floor. Correct it in the test “try”."
        )


class TestFill:
    def test_only_known_names_have_a_meaning(self):
        assert named_test.fill("{a} {b} {} {a", {"a": 1}) == "1 {b} {} {a"

    @given(st.text(max_size=20))
    def test_a_value_stands_as_it_is(self, value):
        assert named_test.fill("{a}{b}", {"a": value, "b": "{a}"}) == value + "{a}"


# --- Kill Team

SETTINGS = {"jump_down_fewer": 0, "scouting": 0, "markers_each": 1}


def killteam() -> dict[str, named_test.NamedTest]:
    read, faults = structure(named_test.NamedTests, yamlfile.read(MISSIONS / "killteam" / "tests.yaml").data)
    assert faults == []
    assert read is not None
    return {test.id: test for test in read.tests}


KILLTEAM = killteam()


def every(name: str, many: int, **answers: int) -> list[named_test.NamedTestResult]:
    """The test with each way that its `many` D6 can fall; further dice show 2."""
    taken = []
    for faces in product(range(1, 7), repeat=many):
        log = DiceLog(ListedDice([*faces, 2, 2]))
        taken.append(named_test.take(KILLTEAM[name], answers, SETTINGS, (), log))
        assert sum(len(rolled.faces) for rolled in taken[-1].rolls) == many
    return taken


def passed(name: str, many: int, **answers: int) -> int:
    return sum(tested.passed is True for tested in every(name, many, **answers))


class TestKillTeam:
    def test_the_tests_there_are(self):
        assert list(KILLTEAM) == [
            "charge", "psychic", "psybolt", "perils", "falling", "fall", "jump", "dangerous", "trap",
            "scouted-terrain", "initiative", "dispute", "nerve", "injury",
        ]  # fmt: skip

    @pytest.mark.parametrize("test", KILLTEAM.values(), ids=KILLTEAM)
    def test_formulas_and_texts_ask_for_what_is_known(self, test):
        system = yamlfile.read(MISSIONS / "killteam" / "system.yaml").data
        asked = {ask.id for ask in test.asks}
        formulas = [test.times, test.plus, test.target, *(band.at_least for band in test.bands)]
        needed = {name for formula in formulas if formula for name in formula.names}
        assert needed <= asked | {setting["id"] for setting in system["settings"]}
        plain = asked | ({"winner"} if test.order else {"total", "dice", "successes"})
        plain |= {"target"} if test.target else set()
        for text in (test.success, test.failure):
            assert set(re.findall(r"\{(\w*)\}", text)) <= plain
        for follows in (*test.bands, *test.doubles):
            known = plain | ({"further"} if follows.dice else set())
            assert set(re.findall(r"\{(\w*)\}", follows.text)) <= known

    @pytest.mark.parametrize("test", KILLTEAM.values(), ids=KILLTEAM)
    def test_each_names_rules_that_there_are(self, test):
        rules = {rule["id"] for rule in yamlfile.read(MISSIONS / "killteam" / "rules.yaml").data["rules"]}
        assert set(test.rules) <= rules
        assert test.rules or test.origin == "public"

    def test_what_only_public_sources_know_is_marked(self):
        public = {test.id for test in KILLTEAM.values() if test.origin == "public"}
        assert public == {"perils", "initiative", "nerve", "injury"}
        doubles = [double.origin for test in KILLTEAM.values() for double in test.doubles]
        assert doubles == ["public", "public"]


class TestCharge:
    """KT-R1."""

    @pytest.mark.parametrize(
        ("distance", "ways"), [(0, 36), (2, 36), (3, 35), (7, 21), (8, 15), (11, 3), (12, 1), (13, 0)]
    )
    def test_two_dice_reach_the_target(self, distance, ways):
        assert passed("charge", 2, distance=distance) == ways

    def test_without_a_distance_it_tells_the_move(self):
        assert take(KILLTEAM["charge"], 4, 3).says == (
            (
                'The model may move up to 7". If it ends within 1" of a target, it has charged, and every enemy '
                'then within 1" of it has been charged.'
            ),
        )

    def test_a_failed_charge_may_still_move(self):
        assert take(KILLTEAM["charge"], 4, 3, distance=8).says == (
            (
                'The model may move up to 7" but needed 8". The charge fails. The model may still move up to 7" '
                'if it stays more than 1" from every target.'
            ),
        )


class TestPsychic:
    """KT-R4 and KT-R5; perils by public-facts 2.8."""

    @pytest.mark.parametrize(("charge", "ways"), [(2, 36), (5, 30), (6, 26), (7, 21), (9, 10), (12, 1)])
    def test_the_warp_charge_is_to_be_reached(self, charge, ways):
        assert passed("psychic", 2, charge=charge) == ways

    def test_five_is_the_charge_unless_another_is_given(self):
        assert passed("psychic", 2) == passed("psybolt", 2) == 30

    @pytest.mark.parametrize("name", ["psychic", "psybolt"])
    def test_perils_on_double_1_and_double_6_alone(self, name):
        with_perils = [
            tested.rolls[0].faces
            for tested in every(name, 2)
            if any(text.startswith("Perils") for text in tested.says)
        ]
        assert with_perils == [(1, 1), (6, 6)]

    def test_a_psychic_test_that_brings_perils(self):
        assert take(KILLTEAM["psychic"], 6, 6, 3, charge=7).says == (
            "The total is 12, warp charge 7. The power works.",
            (
                "Perils, according to one public source. Mortal wounds suffered by the psyker: 3. If this takes "
                'the psyker out of action, roll Perils again for each model within 3" of it.'
            ),
        )

    def test_psybolt_does_one_mortal_wound_and_from_eleven_on_d3(self):
        def wounds(tested: named_test.NamedTestResult) -> str:
            return tested.says[1] if tested.passed else "none"

        assert Counter(map(wounds, every("psybolt", 2))) == {
            "none": 6,
            "The target suffers 1 mortal wound.": 27,
            "Mortal wounds suffered by the target: 2.": 3,
        }
        assert take(KILLTEAM["psybolt"], 6, 4).says[1] == "The target suffers 1 mortal wound."
        for face in (1, 2, 3):
            assert take(KILLTEAM["psybolt"], 6, 5, face).says == (
                "The total is 11. Psybolt works.",
                f"Mortal wounds suffered by the target: {face}.",
            )

    def test_a_double_six_rolls_for_both_the_target_and_the_psyker(self):
        log = DiceLog(ListedDice([6, 6, 1, 3]))
        tested = named_test.take(KILLTEAM["psybolt"], {}, SETTINGS, (), log)
        assert [(rolled.part, rolled.faces) for rolled in log.rolled] == [
            ("psybolt", (6, 6)),
            ("psybolt.further", (1,)),
            ("psybolt.double", (3,)),
        ]
        assert tested.says[1] == "Mortal wounds suffered by the target: 1."
        assert "suffered by the psyker: 3." in tested.says[2]

    def test_psybolt_that_fails(self):
        assert take(KILLTEAM["psybolt"], 1, 3).says == ("The total is 4, but Psybolt needs 5. It fails.",)

    @pytest.mark.parametrize("face", [1, 2, 3])
    def test_perils_alone(self, face):
        assert take(KILLTEAM["perils"], face).says == (f"Mortal wounds suffered by the model: {face}.",)


class TestFalls:
    """KT-T7, KT-T8 and PF-J1. Heights are whole inches, rounded down: 2.99" is asked for as 2."""

    @pytest.mark.parametrize(
        ("inches", "dice"), [(0, 0), (2, 0), (3, 1), (5, 1), (6, 2), (7, 2), (8, 2), (9, 3), (60, 20)]
    )
    def test_one_die_for_each_full_three_inches(self, inches, dice):
        assert "rounded down" in KILLTEAM["fall"].asks[0].ask
        assert len(take(KILLTEAM["fall"], *[1] * dice, inches=inches).rolls) == dice

    @pytest.mark.parametrize(("fewer", "dice"), [(0, [0, 0, 1, 1, 2, 2, 3]), (1, [0, 0, 0, 0, 1, 1, 2])])
    def test_a_jump_rolls_as_a_fall_less_the_setting(self, fewer, dice):
        rolled = [
            len(take(KILLTEAM["jump"], *[1] * many, settings={"jump_down_fewer": fewer}, inches=inches).rolls)
            for inches, many in zip((0, 2, 3, 5, 6, 8, 9), dice, strict=True)
        ]
        assert rolled == dice

    @pytest.mark.parametrize("name", ["fall", "jump"])
    def test_each_five_or_six_is_a_mortal_wound(self, name):
        wounds = Counter(tested.successes for tested in every(name, 3, inches=9))
        assert wounds == {0: 4**3, 1: 3 * 2 * 4**2, 2: 3 * 2**2 * 4, 3: 2**3}

    def test_what_they_say(self):
        assert take(KILLTEAM["fall"], 5, 4, 6, inches=9).says == ("Dice rolled: 3. Mortal wounds: 2.",)
        assert take(KILLTEAM["fall"], inches=2).says == ("Dice rolled: 0. The fall does no damage.",)
        assert take(KILLTEAM["jump"], 4, settings=SETTINGS, inches=3).says == (
            "Dice rolled: 1. The jump does no damage.",
        )

    def test_no_table_is_that_high(self):
        with pytest.raises(Refusal, match="Write a number from 0 to 60"):
            take(KILLTEAM["fall"], inches=61)


@pytest.mark.parametrize(
    ("name", "rule", "bad", "says_bad"),
    [
        (
            "falling",
            "KT-T7",
            [1],
            "The model falls: move it over the edge by the shortest route, then straight down.",
        ),
        ("dangerous", "KT-T3", [1], "The model suffers 1 mortal wound."),
        ("trap", "KT-S2", [1], "The model suffers 1 mortal wound."),
        ("scouted-terrain", "KT-S4", [1, 2, 3, 4], "The model suffers the mortal wound."),
    ],
)
def test_one_die(name: str, rule: str, bad: list[int], says_bad: str) -> None:
    assert KILLTEAM[name].rules == (rule,)
    failed = [tested for tested in every(name, 1) if tested.passed is False]
    assert [tested.rolls[0].faces[0] for tested in failed] == bad
    assert all(tested.says[0].startswith(says_bad) for tested in failed)


class TestRollOffs:
    """Initiative by PF-K4, disputes by KT-R2."""

    def test_initiative_is_two_dice_each_and_ties_roll_again(self):
        tested = take(KILLTEAM["initiative"], 4, 3, 6, 1, 2, 2, 5, 6, 1, 1, sides=("Ash", "Bo", "Cy"))
        assert tested.order is not None
        assert tested.order.sides == ("Ash", "Bo", "Cy")
        assert tested.says == ("Ash has the initiative.",)

    def test_of_every_pair_of_dice_in_a_dispute_the_higher_decides(self):
        winners: Counter[str] = Counter()
        for red, vas in product(range(1, 7), repeat=2):
            faces = (red, vas, 1, 6) if red == vas else (red, vas)
            says = take(KILLTEAM["dispute"], *faces).says[0]
            winner = "Red Talons" if red > vas else "Vas Kar"
            assert says == f"{winner} decides how it is played."
            winners[winner] += 1
        assert winners == {"Red Talons": 15, "Vas Kar": 21}


class TestNerve:
    """Public-facts 2.8: D6, +1 for each shaken or out, -1 for each friend near, above Leadership fails."""

    @pytest.mark.parametrize("shaken", range(10))
    @pytest.mark.parametrize("near", range(4))
    def test_every_die(self, shaken, near):
        for face in range(1, 7):
            tested = take(
                KILLTEAM["nerve"],
                face,
                shaken_or_out=shaken,
                friends_near=near,
                leadership=7,
                settings=SETTINGS,
            )
            assert tested.total == face + shaken - near
            assert tested.passed is (face == 1 or face + shaken - near <= 7)

    def test_what_it_says_and_that_friends_near_may_be_left_out(self):
        assert take(KILLTEAM["nerve"], 3, shaken_or_out=5, leadership=7).says == (
            "The total is 8, Leadership 7. The model loses its nerve.",
        )
        assert take(KILLTEAM["nerve"], 2, shaken_or_out=5, leadership=7).says == (
            "The total is 7, Leadership 7. The model holds its nerve.",
        )


class TestInjury:
    """Public-facts 2.8: a die for each point of damage, the highest, and the flesh wounds there are."""

    def test_one_point_of_damage(self):
        assert passed("injury", 1) == 3
        assert passed("injury", 1, flesh_wounds=1) == 4
        assert passed("injury", 1, flesh_wounds=2) == 5
        assert passed("injury", 1, flesh_wounds=3) == 6

    def test_of_several_dice_the_highest_counts(self):
        assert passed("injury", 2, damage=2) == 36 - 9
        assert passed("injury", 3, damage=3, flesh_wounds=1) == 216 - 8

    def test_what_it_says(self):
        assert take(KILLTEAM["injury"], 1, 3, damage=2).says == (
            "The total is 3. The model suffers a flesh wound.",
        )
        assert take(KILLTEAM["injury"], 1, 3, damage=2, flesh_wounds=1).says == (
            "The total is 4. The model is out of action.",
        )
