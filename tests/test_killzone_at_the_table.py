"""What is counted at the table in a battle of Killzone: breaking, Special Forces, kills, equal points."""

from __future__ import annotations

import math
import shutil
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from campaign.commands.team_break import BreakOptions, broken
from campaign.content.library import library_without
from campaign.content.made_battle import settings_of
from campaign.mechanisms.dice import ListedDice
from campaign.mechanisms.formula import Formula
from campaign.mechanisms.rosters import Model, Roster
from tests.command import run_command
from tests.commands.tinmen import DAY, Camp, flat
from tests.test_killzone_tests import UP_TO
from tests.trees import write_tree

LIBRARY = library_without("killzone")
SETTINGS = settings_of(LIBRARY.system(), {})
FACES = range(1, 7)
TWO_DICE = list(product(FACES, FACES))
LEADERSHIPS = range(1, 11)


# --- KZ-E1, KZ-E2: breaking ---

STATS = "stats: {ws: 4, bs: 4, s: 4, t: 4, w: 1, i: 4, a: 1, ld: %d}"
RED = f"""
    format: 1
    team: Red Talons
    models:
      - {{name: Chief, points: 40, leader: true, traits: [troops, infantry], {STATS % 8}}}
      - {{name: Sergeant, points: 26, traits: [troops, infantry], {STATS % 9}}}
      - {{name: Trooper, count: 8, points: 16, traits: [troops, infantry], {STATS % 7}}}
    """
VAS = f"""
    format: 1
    team: Vas Kar
    models:
      - {{name: Boss, points: 50, leader: true, traits: [troops, infantry], {STATS % 9}, upgrades: [medikit]}}
      - {{name: Brute, count: 2, points: 31, traits: [troops, infantry], {STATS % 7}}}
      - {{name: Runt, count: 6, points: 10, traits: [troops, infantry], {STATS % 5}}}
    """
ASH = f"""
    format: 1
    team: Ash Dogs
    models:
      - {{name: Alpha, points: 61, leader: true, traits: [troops, infantry], {STATS % 8}}}
      - {{name: Brute, points: 31, traits: [troops, infantry], {STATS % 7}}}
      - {{name: Runt, count: 2, points: 12, traits: [troops, infantry], {STATS % 5}}}
    """
TEAMS = ("Red Talons", "Vas Kar", "Iron Vow", "Ash Dogs")


@pytest.fixture(scope="session")
def mustered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new campaign of four teams, the Iron Vow alone without a roster."""
    root = tmp_path_factory.mktemp("muster") / "camp"
    teams = (word for team in TEAMS for word in ("--team", team))
    done = run_command("new", root, "--system", "killzone", *teams, "--played", DAY, "--by", "Ann")
    assert done.code == 0, done
    write_tree(root, {"rosters/red-talons.yaml": RED, "rosters/vas-kar.yaml": VAS, "rosters/dogs.yaml": ASH})
    return root


@pytest.fixture
def camp(mustered: Path, tmp_path: Path) -> Camp:
    """A campaign of one's own."""
    shutil.copytree(mustered, tmp_path / "camp")
    return Camp(tmp_path / "camp")


def battle(camp: Camp, *sides: str, mission: str = "dead-drop") -> Any:
    """The briefing of a new battle by agreement; sides as they are typed."""
    words = [word for side in sides or ("red", "vas") for word in ("--side", side)]
    return camp.json("setup", *words, "--mission", mission, "--seed", 1, "--played", DAY, "--by", "Ann")


def kept(camp: Camp, number: int) -> list[Any]:
    """The tests that a battle keeps."""
    return [step for step in camp.json("show", number)["steps"] if step["step"] == "roll"]


def standing(camp: Camp, *words: object) -> dict[str, Any]:
    """What `team break` says of the Red Talons."""
    view: dict[str, Any] = camp.json("team", "break", "red", *words)
    return view


class TestBreaking:
    @pytest.mark.parametrize(("dead", "must"), [(0, False), (6, False), (7, True), (9, True), (10, False)])
    def test_a_quarter_of_ten_is_three(self, camp, dead, must):
        """KZ-E1: at 3 left it tests, at 4 it does not, and who is not there does not."""
        out = {0: [], 6: ["6x Trooper"], 7: ["7x Trooper"], 9: ["8x Trooper", "Chief"]}.get(
            dead, ["8x Trooper", "Chief", "Sergeant"]
        )
        view = standing(camp, *(word for model in out for word in ("--out", model)))
        assert (view["models"], view["left"], view["tests_at"], view["must"]) == (10, 10 - dead, 3, must)

    @pytest.mark.parametrize(
        ("out", "by", "leads", "needed"),
        [
            ((), "Chief", True, 8),
            (("Sergeant", "7x Trooper"), "Chief", True, 8),
            (("Chief",), "Sergeant", False, 9),
            (("Chief", "Sergeant"), "Trooper", False, 7),
            (("chief", "serg", "8 troopers"), "", False, None),
        ],
    )  # fmt: skip
    def test_whose_leadership_counts(self, camp, out, by, leads, needed):
        """KZ-E2: the Team Leader's, though the Sergeant's is higher; once it is dead, the highest left."""
        out = [model.replace("troopers", "troop") for model in out]
        view = standing(camp, *(word for model in out for word in ("--out", model)))
        assert (view["by"], view["leads"], view["needed"], view["stat"]) == (by, leads, needed, "Leadership")

    @pytest.mark.parametrize(
        ("out", "leadership"),
        [(("7x Trooper",), 8), (("7x Trooper", "Chief"), 9), (("6x Trooper", "Chief", "Sergeant"), 7)],
    )
    def test_every_roll_against_it(self, out, leadership):
        """KZ-E2, KZ-E3: 2D6, held at the Leadership and below; no trait of the system exempts a team."""
        roster = roster_of(Chief=(1, 8), Sergeant=(1, 9), Trooper=(8, 7))
        held = []
        for faces in TWO_DICE:
            view, tested = broken(
                LIBRARY, {}, "Red Talons", roster, BreakOptions(roster="red", out=out), ListedDice(faces)
            )
            assert tested is not None
            assert view.passed is tested.passed is (sum(faces) <= leadership)
            held += [faces] if view.passed else []
        assert len(held) == UP_TO[leadership]

    def test_what_follows(self, camp):
        """KZ-E2: it flees; what that ends, is the mission's and the setting's to say."""
        held = standing(camp, "--out", "7x Trooper", "--dice", "4,4")
        fled = standing(camp, "--out", "7x Trooper", "--dice", "4,5")
        assert (held["passed"], held["roll"]["total"], held["follows"]) == (
            True,
            8,
            "The team holds and acts as usual.",
        )
        assert (fled["passed"], fled["roll"]["total"]) == (False, 9)
        assert fled["follows"].startswith("The team flees, and its models leave the table.")

    def test_by_plain_numbers_without_a_roster(self, camp):
        """KZ-E1: 9 models test at 3."""
        numbers = ("iron", "--models", 9, "--left", 3)
        view = camp.json("team", "break", *numbers)
        assert (view["team"], view["tests_at"], view["must"], view["needed"]) == ("Iron Vow", 3, True, None)
        view = camp.json("team", "break", *numbers, "--on", 8, "--dice", "6,3")
        assert (view["needed"], view["passed"]) == (8, False)
        assert camp.refused("team", "break", *numbers, "--dice", "6,3", code=2) == (
            "The value that Iron Vow tests against is unknown. Give it with --on N.\n"
        )

    @pytest.mark.parametrize("models", range(5, 21))
    def test_the_threshold_of_every_size(self, models):
        """KZ-E1: a quarter of those that it began with, rounded up, and not one more."""
        at = math.ceil(models / 4)
        for left in (at, at + 1):
            view, _ = broken(
                LIBRARY, {}, "Ash", None, BreakOptions(roster="ash", models=models, left=left, on=8), None
            )
            assert (view.tests_at, view.must) == (at, left == at)

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            (("red", "--out", "6x Trooper", "--dice", "1,1"), "Red Talons doesn’t have to test with 4 models left. It tests at 3 or fewer."),
            (("red", "--out", "9x Trooper"), "Trooper: the roster doesn’t have that many. Count again."),
            (("red", "--out", "Chief", "--out", "Chief"), "Chief: the roster doesn’t have that many. Count again."),
            (("red", "--out", "Trouper"), "There is no model “Trouper” in the roster of Red Talons. Did you mean “Trooper”?"),
            (("iron", "--models", "9", "--left", "3", "--out", "Chief"), ("Iron Vow has no roster, so “Chief” can’t be looked up. Leave out --out, or "
        "put a roster into rosters/.")),
            (("red", "--models", "40"), "The roster of Red Talons has 10 models, not 40. Leave out --models, or correct the roster."),
            (("red", "--models", "9", "--left", "3"), "The roster of Red Talons has 10 models, not 9. Leave out --models, or correct the roster."),
            (("red", "--left", "11"), "11 of 10 models can’t be left. Count again."),
            (("red", "--out", "2x Trooper", "--left", "3"), ("Going by --out, Red Talons has 8 models left, not 3. Leave out --left or "
        "--out, or count again.")),
            (("iron", "--models", "9", "--left", "10"), "10 of 9 models can’t be left. Count again."),
            (("iron", "--models", "9", "--left", "3", "--on", "11", "--dice", "1,1"), ("Break test: 11 is not allowed for this number: Leadership that the team tests "
        "on. Write a number from 1 to 10.")),
            (("red", "--out", "7x Trooper", "--dice", "1,1,1"), "More dice were given than are rolled. Left over: 1. Leave them out."),
            (("bone",), "There is no team “bone”. Choose from: Ash Dogs, Iron Vow, Red Talons, Vas Kar."),
        ],
    )  # fmt: skip
    def test_refused(self, camp, words, said):
        assert camp.refused("team", "break", *words) == f"{said}\n"

    def test_a_walker_without_leadership_has_none_to_test_on(self):
        """KZ-E2: the highest that is left; of a walker alone there is none, and it is asked for."""
        roster = roster_of(Chief=(1, 8), Trooper=(3, 7), Strider=(1, None))
        view, _ = broken(
            LIBRARY, {}, "Red", roster, BreakOptions(roster="red", out=("Chief", "2x Trooper")), None
        )
        assert (view.by, view.needed) == ("Trooper", 7)
        view, _ = broken(
            LIBRARY, {}, "Red", roster, BreakOptions(roster="red", out=("Chief", "3x Trooper")), None
        )
        assert (view.by, view.needed) == ("Strider", None)

    @pytest.mark.parametrize(
        ("words", "left", "must"),
        [
            (("--out", "2x Trooper", "--left", 8), 8, False),
            (("--models", 10, "--left", 3), 3, True),
            (("--out", "7x Trooper", "--models", 10, "--left", 3), 3, True),
            (("--left", 0), 0, False),
        ],
    )
    def test_numbers_that_agree_with_the_roster(self, camp, words, left, must):
        """Who is left need not be said: the number alone will do."""
        view = standing(camp, *words)
        assert (view["models"], view["left"], view["must"]) == (10, left, must)

    @pytest.mark.parametrize("words", [(), ("--models", 9), ("--left", 3), ("--out", "Chief")])
    def test_without_a_roster_it_says_that_numbers_will_do(self, camp, words):
        assert camp.refused("team", "break", "iron", *words, code=2) == (
            "Iron Vow has no roster. Use --models and --left to say how many models it "
            "started with and has left, or put a roster into rosters/.\n"
        )

    def test_outside_of_a_campaign_numbers_will_do_too(self, run):
        done = run("team", "break", "Ash", "--system", "killzone", "--models", 9, "--left", 3)
        assert (done.code, "Ash" in done.out) == (0, True)
        done = run("team", "break", "Ash", "--system", "killzone")
        assert (done.code, done.out) == (2, "")
        assert "--models and --left" in done.err

    def test_numbers_do_not_pass_over_a_roster_that_is_wrong(self, camp):
        """Or over a file that is not there."""
        numbers = ("--models", 10, "--left", 3)
        write_tree(camp.root, {"rosters/red-talons.yaml": RED.replace("[troops,", "[trops,")})
        assert "Did you mean “troops”?" in camp.refused("team", "break", "red", *numbers)
        assert "[no-file]" in camp.refused("team", "break", camp.root / "red.yaml", *numbers)


class TestKept:
    OUT = ("--out", "7x Trooper", "--dice", "4,4")

    def test_in_the_open_battle(self, camp):
        """Request 16: with its dice and its sentence; nothing is kept that was not asked for."""
        battle(camp)
        before = camp.tree()
        standing(camp, *self.OUT)
        assert camp.tree() == before
        standing(camp, *self.OUT, "--keep", "--by", "Bo")
        (step,) = kept(camp, 1)
        assert (step["by"], step["rolls"]) == (
            "Bo", [{"part": "break-test", "dice": "2D6", "faces": [4, 4], "total": 8}],
        )  # fmt: skip
        assert "The total is 8, Leadership 8. The team holds." in flat(camp.ok("show", 1))
        line = camp.json("log")["lines"][-1]
        assert (line["number"], line["step"], line["about"]) == (1, "roll", ["break-test"])

    def test_not_without_a_test(self, camp):
        battle(camp)
        said = camp.refused("team", "break", "red", "--out", "7x Trooper", "--keep", code=2)
        assert "Only with --roll, --dice or --seed: --keep" in said

    def test_not_without_an_open_battle(self, camp):
        assert camp.refused("team", "break", "red", *self.OUT, "--keep").startswith(
            "There is no open battle."
        )

    def test_not_where_no_test_is_due(self, camp):
        battle(camp)
        assert camp.refused("team", "break", "red", "--dice", "1,1", "--keep").startswith(
            "Red Talons doesn’t have to test"
        )

    def test_not_outside_of_a_campaign(self, camp, run):
        done = run("team", "break", camp.root / "rosters" / "dogs.yaml", "--system", "killzone", "--out", "2x Runt",
                   "--out", "Brute", "--dice", "4,4", "--keep")  # fmt: skip
        assert (done.code, done.out) == (1, "")
        assert done.err == "There is no campaign here to keep this roll in. Leave out --keep.\n"

    def test_not_in_a_battle_of_others(self, camp):
        battle(camp, "iron", "vas")
        for words in (("--keep",), ("--keep", "--battle", 1)):
            assert camp.refused("team", "break", "red", *self.OUT, *words) == (
                "Red Talons is not fighting in these battles: 1. Name the right battle with "
                "--battle, or leave out --keep.\n"
            )
        battle(camp, "ash", "vas")
        assert camp.refused("team", "break", "red", *self.OUT, "--keep").startswith(
            "Red Talons is not fighting in these battles: 1, 2."
        )

    def test_of_several_open_battles_that_of_the_team_alone(self, camp):
        battle(camp, "iron", "ash")
        battle(camp, "Ann: vas + red", "Bo: iron + ash")
        standing(camp, *self.OUT, "--keep")
        assert kept(camp, 1) == []
        assert len(kept(camp, 2)) == 1

    def test_of_several_of_its_own_one_is_named(self, camp):
        """By --battle alone, which keeps the test as --keep does."""
        briefings = [battle(camp), battle(camp, "red", "ash")]
        tails = [briefing["battle"][-6:] for briefing in briefings]
        assert camp.refused("team", "break", "red", *self.OUT, "--keep") == (
            "Red Talons is fighting in several open battles. Choose one with --battle:"
            f" 1 ({tails[0]}), 2 ({tails[1]}).\n"
        )
        standing(camp, *self.OUT, "--keep", "--battle", 1)
        standing(camp, *self.OUT, "--battle", tails[1])
        standing(camp, *self.OUT, "--battle", 2)
        assert [len(kept(camp, number)) for number in (1, 2)] == [1, 2]

    @pytest.mark.parametrize(
        ("number", "said"),
        [(3, "There is no battle “3”. Battles are numbered 1 to 1."), (1, "Battle 1 is void.")],
    )
    def test_only_an_open_battle_can_be_named(self, camp, number, said):
        battle(camp)
        camp.ok("void", 1, "--reason", "rain")
        assert camp.refused("team", "break", "red", *self.OUT, "--battle", number).startswith(said)

    def test_a_battle_is_named_for_a_test_alone(self, camp):
        battle(camp)
        assert "Only with --roll, --dice or --seed: --battle" in camp.refused(
            "team", "break", "red", "--out", "7x Trooper", "--battle", 1, code=2
        )

    def test_it_is_told_of_which_team(self, camp):
        """KZ-E4: up to four teams of one battle are tested one by one."""
        battle(camp)
        standing(camp, *self.OUT, "--keep")
        (step,) = kept(camp, 1)
        assert "Red Talons" in str(step)

    def test_turns_are_counted_in_a_battle(self, camp):
        """A roll that is kept was turn 1, so that the tie of the next is none to roll again."""
        battle(camp)
        camp.ok("roll", "initiative", "--keep", "--dice", "4,4,5,1")
        view = camp.json("roll", "initiative", "--keep", "--second", "vas", "--dice", "3,3")
        assert view["order"] == ["Vas Kar", "Red Talons"]
        assert [each["mark"] for each in view["asked"]] == ["2"]


class TestSpecialForces:
    def test_each_team_is_counted_for_itself(self, camp):
        """KZ-E4, KZ-E1: of 10 models at 3, of 9 at 3, of 4 at 1, and of unknown ones nobody can tell."""
        briefing = battle(camp, "Ann: red + iron", "Bo: vas + ash")
        fielded = next(section for section in briefing["sections"] if section["id"] == "special-forces")[
            "fielded"
        ]
        assert [(one["side"], one["team"], one["models"], one["points"], one["tests_at"]) for one in fielded] == [
            ("Ann", "Red Talons", 10, 194, 3), ("Ann", "Iron Vow", None, None, None),
            ("Bo", "Vas Kar", 9, 182, 3), ("Bo", "Ash Dogs", 4, 116, 1),
        ]  # fmt: skip
        assert camp.json("team", "break", "ash", "--out", "2x Runt", "--out", "Brute")["must"]
        assert not camp.json("team", "break", "vas", "--out", "2x Runt", "--out", "2x Brute")["must"]

    def test_they_are_in_the_briefing_after_a_re_roll_too(self, camp):
        made = battle(camp)
        again = camp.json("setup", "--reroll", "opening-roll")
        assert again["sections"][1] == made["sections"][1]

    def test_they_are_in_the_briefing_of_a_practice_battle_too(self, camp):
        words = ("setup", "--side", "red", "--side", "iron", "--mission", "dead-drop", "--seed", 1)
        practised, real = camp.json(*words, "--practice"), camp.json(*words, "--played", DAY)
        assert practised["sections"][1] == real["sections"][1]
        assert [one["models"] for one in real["sections"][1]["fielded"]] == [10, None]

    def test_a_wrong_roster_is_told_in_practice_too(self, camp):
        write_tree(camp.root, {"rosters/red-talons.yaml": RED.replace("[troops,", "[trops,")})
        said = camp.refused("setup", "--team", "red", "--team", "vas", "--practice")
        assert "Did you mean “troops”?" in said

    def test_nobody_tests_in_a_mission_without_a_break_test(self, camp):
        fielded = battle(camp, mission="burning-archive")["sections"][1]["fielded"]
        assert [one["tests_at"] for one in fielded] == [None, None]


def roster_of(**models: tuple[int, int | None]) -> Roster:
    """Models by name: how many, and their Leadership; the first leads."""
    return Roster(
        format=1,
        team="Red Talons",
        models=tuple(
            Model(
                name=name,
                count=count,
                points=Formula.parse(20),
                leader=place == 0,
                stats={} if leadership is None else {"ld": leadership},
            )
            for place, (name, (count, leadership)) in enumerate(models.items())
        ),
    )


# --- KZ-V3, KZ-V4: kills ---


def result(camp: Camp, *scores: str) -> Any:
    """The result by these scores, as JSON."""
    words = [word for score in scores for word in ("--score", score)]
    return camp.json("result", *words, "--yes", "--by", "Ann")["result"]


def kills(view: Any) -> dict[str, tuple[list[int], int]]:
    """By who was asked: the points of each model, and what they score together."""
    return {
        line["by"]: (line["numbers"], line["points"]) for line in view["lines"] if line["term"] == "kills"
    }


def points(view: Any) -> dict[str, int]:
    return {side["name"]: side["points"] for side in view["battle"]["sides"]}


def outcomes(camp: Camp, number: int = 1) -> list[str]:
    """How the sides of a battle came out."""
    battles = camp.json("ledger")["battles"]
    return [side["outcome"] for side in next(one for one in battles if one["number"] == number)["sides"]]


class TestKills:
    @pytest.mark.parametrize(
        ("said", "costs", "worth"),
        [
            ("Boss", [60], 6),
            ("Brute", [31], 4),
            ("runt", [10], 1),
            ("Boss + 2x Brute + Runt", [60, 31, 31, 10], 15),
            ("3 Runt + 2 x Brute", [10, 10, 10, 31, 31], 11),
            ("6×Runt", [10] * 6, 6),
            ("60 + 2x31 + Runt", [60, 31, 31, 10], 15),
            ("-", [], 0),
            ("no", [], 0),
        ],
    )
    def test_by_name(self, camp, said, costs, worth):
        """KZ-V3: each rounded up for itself, upgrades (the Boss's Medikit) counted; its points do as well."""
        battle(camp)
        view = result(camp, f"red: kills {said}", "vas: kills -")
        assert kills(view) == {"Red Talons": (costs, worth), "Vas Kar": ([], 0)}
        assert points(view) == {"Red Talons": worth, "Vas Kar": 0}

    @pytest.mark.parametrize(
        ("said", "costs", "worth"),
        [("26", [26], 3), ("26 + 2x16 + 10", [26, 16, 16, 10], 8), ("1 + 999", [1, 999], 101), ("0", [], 0)],
    )
    def test_by_points_where_there_is_no_roster(self, camp, said, costs, worth):
        """KZ-V3: names need one."""
        battle(camp, "red", "iron")
        assert camp.refused("result", "--score", "red: kills Trooper", "--yes") == (
            "“Trooper” is not an answer to “enemy models killed”: the enemy has no roster. "
            "Write the points of each model, such as 26 + 2x16, or put the roster into "
            "rosters/.\n"
        )
        view = result(camp, f"red: kills {said}", "iron: kills Sergeant")
        assert kills(view) == {"Red Talons": (costs, worth), "Iron Vow": ([26], 3)}

    @pytest.mark.parametrize(
        ("said", "word"),
        [
            ("3x Brute", "“Brute”"),
            ("Brute + 2x Brute", "“Brute”"),
            ("Boss + Trooper", "“Trooper”"),
            ("Boss + Bruet", "“Brute”"),
        ],
    )
    def test_who_was_not_there_can_not_be_killed(self, camp, said, word):
        """KZ-V4: neither more than the roster has, nor others, nor one's own."""
        battle(camp)
        assert word in camp.refused("result", "--score", f"red: kills {said}", "--yes")

    @pytest.mark.parametrize("said", ["1000", "16 + 1000", "16 + 0"])
    def test_no_model_costs_so_much_or_nothing(self, camp, said):
        battle(camp, "red", "iron")
        assert "a model costs 1 to 999 points" in camp.refused(
            "result", "--score", f"red: kills {said}", "--yes"
        )

    def test_who_fled_is_never_asked(self, camp):
        """KZ-V4: no term of any mission counts them."""
        battle(camp)
        assert "“fled”" in camp.refused("result", "--score", "red: fled 2", "--yes")

    def test_a_side_of_two_is_counted_team_by_team_and_scores_together(self, camp):
        battle(camp, "Ann: red + iron", "Bo: vas + ash")
        view = result(
            camp,
            "red: kills Boss + Brute",
            "iron: kills 2x Brute",
            "ash: kills Chief",
            "Ann: packet-home yes",
        )
        assert kills(view) == {
            "Red Talons": ([60, 31], 10), "Iron Vow": ([31, 31], 8), "Vas Kar": ([], 0), "Ash Dogs": ([40], 4),
        }  # fmt: skip
        assert points(view) == {"Ann": 10 + 8 + 10, "Bo": 4}
        assert [side["outcome"] for side in view["battle"]["sides"]] == ["won", "lost"]

    @pytest.mark.parametrize(
        ("scores", "words"),
        [
            (("Ann: kills Boss",), ("“kills”", "Red Talons, Iron Vow")),
            (("red: kills 2x Brute", "iron: kills 2x Brute"), ("“Brute”", "4", "3")),
            (("red: kills Trooper",), ("“Trooper”",)),
            (("red: kills Runt",), ("“Runt”", "10, 12")),
        ],
    )  # fmt: skip
    def test_what_a_side_of_two_can_not_say(self, camp, scores, words):
        """A Brute of either enemy costs the same, a Runt does not; one's own Trooper is no enemy."""
        battle(camp, "Ann: red + iron", "Bo: vas + ash")
        said = camp.refused("result", *(word for score in scores for word in ("--score", score)), "--yes")
        assert [word for word in words if word not in said] == []

    def test_the_ledger_keeps_names_and_points(self, camp):
        """Request 16: a roster that changes afterwards, or is gone, changes nothing that was played."""
        battle(camp)
        result(camp, "red: kills Boss + 2x Brute + 10", "vas: kills Trooper")
        before = camp.json("ledger")["battles"]
        shutil.rmtree(camp.root / "rosters")
        assert camp.json("ledger")["battles"] == before
        (kept,) = [step for step in camp.json("show", 1)["steps"] if step["step"] == "result"]
        fields = {".".join(each["path"]): each["values"] for each in kept["fields"]}
        assert fields["answers.Red Talons.kills"] == ["60", "31", "31", "10"]
        assert fields["models.Red Talons.kills"][:3] == ["Boss", "Brute", "Brute"]
        assert fields["models.Vas Kar.kills"] == ["Trooper"]

    def test_by_questions(self, camp):
        """Request 7: asked like any other term, a dash for none, and again where it can't be."""
        battle(camp)
        done = camp("result", input="\n\n\n2x Brute + Gnome\n2x Brute + Runt\n\n\n\n-\n")
        assert done.code == 0, done
        assert "There is no model “Gnome” in the rosters of the enemy." in done.err
        assert done.err.count("Which enemy models did Red Talons kill?") == 2
        assert outcomes(camp) == ["won", "lost"]

    def test_a_mission_with_its_own_kill_values(self, camp):
        """KZ-V4: Paid by the Head pays nothing for a Runt of 10 points."""
        battle(camp, mission="paid-by-the-head")
        view = result(camp, "red: kills Boss + Brute + 6x Runt", "vas: kills 2x Trooper + Sergeant")
        assert kills(view) == {
            "Red Talons": ([60, 31, *[10] * 6], 7 + 3),
            "Vas Kar": ([16, 16, 26], 1 + 1 + 2),
        }


# --- KZ-V1: equal points ---

LEVEL = ("red: kills Brute, caches-searched 0", "vas: kills -, caches-searched 4")
"""4 each, by kills and by caches."""
TIE = "tie: {by: term, term: kills}\n"


def house(camp: Camp, line: str) -> None:
    file = camp.root / "campaign.yaml"
    file.write_bytes(file.read_bytes() + line.encode())


class TestEqualPoints:
    def test_a_draw_where_the_campaign_has_no_rule_for_it(self, camp):
        battle(camp)
        assert points(result(camp, *LEVEL)) == {"Red Talons": 4, "Vas Kar": 4}
        assert outcomes(camp) == ["drew", "drew"]

    def test_a_rule_of_the_campaign_s_decides_by_kills(self, camp):
        house(camp, TIE)
        battle(camp)
        view = result(camp, *LEVEL)
        assert [(side["points"], side["outcome"], side["tie"]) for side in view["battle"]["sides"]] == [
            (4, "won", True), (4, "lost", True),
        ]  # fmt: skip

    def test_and_not_where_kills_are_level_too_or_points_are_not(self, camp):
        house(camp, TIE)
        battle(camp)
        result(camp, "red: kills Brute", "vas: kills Chief")
        battle(camp)
        result(camp, "red: kills Brute, caches-searched 0", "vas: kills -, caches-searched 5")
        assert outcomes(camp, 1) == ["drew", "drew"]
        assert outcomes(camp, 2) == ["lost", "won"]

    def test_the_kills_of_both_teams_of_a_side_together(self, camp):
        house(camp, TIE)
        battle(camp, "Ann: red + iron", "Bo: vas + ash")
        result(camp, "red: kills 10", "iron: kills 10", "vas: kills 5", "Bo: caches-searched 1")
        assert outcomes(camp) == ["won", "lost"]

    def test_a_battle_is_played_by_the_rule_of_its_setup(self, camp):
        battle(camp)
        house(camp, TIE)
        result(camp, *LEVEL)
        assert outcomes(camp) == ["drew", "drew"]

    def test_the_briefing_says_which(self, camp):
        drawn = flat(
            camp.ok("setup", "--team", "red", "--team", "vas", "--mission", "dead-drop", "--seed", 1)
        )
        house(camp, TIE)
        decided = flat(
            camp.ok("setup", "--team", "red", "--team", "vas", "--mission", "dead-drop", "--seed", 1)
        )
        assert "Tied on points: a draw." in drawn
        assert "Tied on points: a draw." not in decided

    @pytest.mark.parametrize(
        "rule",
        ["{by: term, term: kils}", "{by: term}", "{by: role, role: hunter}", "{by: order, order: rolloff}"],
    )
    def test_a_rule_that_names_nothing_is_a_problem(self, camp, rule):
        house(camp, f"tie: {rule}\n")
        assert f"{camp.root / 'campaign.yaml'}:" in camp("check").err
        before = camp.tree()
        said = camp.refused("setup", "--team", "red", "--team", "vas", "--seed", 1)
        assert f"{camp.root / 'campaign.yaml'}:" in said
        assert camp.tree() == before

    @pytest.mark.parametrize(
        ("rule", "near"),
        [
            ("{by: term, term: kils}", "Did you mean “kills”?"),
            ("{by: term}", "“term” is missing"),
            ("{by: term, term: kills, degree: total}", "There is no degree “total”."),
        ],
    )
    def test_it_says_what_would_do(self, camp, rule, near):
        house(camp, f"tie: {rule}\n")
        assert near in flat(camp("check").err)

    @pytest.mark.parametrize(
        "rule", ["{by: term, term: caches-searched}", "{by: role, role: defender}", "{by: draw}"]
    )
    def test_what_some_mission_has_may_be_named(self, camp, rule):
        house(camp, f"tie: {rule}\n")
        assert "campaign.yaml" not in camp("check").err
