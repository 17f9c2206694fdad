"""`campaign setup`: requests 17, 18, 20, 21, 23, 26 and 29, and what it refuses."""

from __future__ import annotations

import json

import pytest

from campaign.printing.render import FORMATS
from tests.commands.tinmen import DAY, Camp, copied, flat

BOTH = ("--team", "red", "--team", "vas")


def section(view, name):
    (found,) = [each for each in view["sections"] if each["id"] == name]
    return found


def faces(view):
    return {roll["part"]: roll["faces"] for roll in view["rolls"]}


def test_a_battle_is_one_entry_and_one_briefing(camp):
    """Request 8: who made it stands there."""
    before = set(camp.tree())
    tail = camp.ford()
    new = sorted(set(camp.tree()) - before)
    assert [name.split("/")[0] for name in new] == ["briefings", "ledger"]
    assert all(name.rpartition(".")[0].endswith(f"-red-talons-vas-kar-{tail}") for name in new)
    assert b"\n    by: Ann\n" in camp.entry(tail).read_bytes()


def test_same_seed_same_bytes(camp, tmp_path):
    """Request 20: the same seed and content give an identical briefing, and both are printed on it."""
    words = ("setup", *BOTH, "--seed", 7, "--practice")
    first = camp.ok(*words)
    assert camp.ok(*words) == first
    view = camp.json(*words)
    assert view["seed"] == 7
    assert f" Seed 7 Content {view['content']} " in flat(first)
    assert camp.json("setup", *BOTH, "--seed", 8, "--practice")["rolls"] != view["rolls"]

    other = copied(camp.root.parent, tmp_path / "elsewhere")
    one, two = camp.json("setup", *BOTH, "--seed", 7), other.json("setup", *BOTH, "--seed", 7)
    assert one.pop("battle")[:-6] != ""
    two.pop("battle")
    assert one == two


def test_without_a_seed_one_is_made_and_told(camp):
    view = camp.json("setup", *BOTH, "--practice")
    again = camp.json("setup", *BOTH, "--practice", "--seed", view["seed"])
    assert again == view


def test_practice_writes_nothing(camp):
    before = camp.tree()
    camp.ok("setup", *BOTH, "--seed", 7, "--practice")
    assert camp.tree() == before


def test_without_a_campaign(run, apart):
    """It asks nothing, and writes nothing."""
    done = run("setup", "--system", "killteam", "--team", "Red Talons", "--team", "Vas Kar", "--seed", 7)
    assert (done.code, done.err) == (0, "")
    assert "Red Talons" in done.out
    assert " Seed 7 Content " in flat(done.out)
    assert list((apart / "here").iterdir()) == []
    assert run("setup", "--team", "A", "--team", "B").err == (
        "There is no campaign here. Start one with “campaign new”, or name the game with --system.\n"
    )


def test_the_briefing_tells_what_everything_is_worth(camp):
    """Request 18: what each objective is worth, and what each outcome does to each resource."""
    camp.ford(weather=6)
    text = flat(camp.ok("briefing"))
    assert " flags 1 point each, for up to 9 per side " in text
    does = text.partition("Effects on resources")[2]
    assert does.startswith(" won +1 Fame drew nothing lost −2 Gold ")
    score = section(camp.json("briefing"), "score")
    assert [(one["when"], one["resource"], one["by"]) for one in score["effects"]] == [
        ("lost", "Gold", -2), ("won", "Fame", 1), ("played", "Fame", 1),
    ]  # fmt: skip


def test_same_mission_and_teams_twice_in_a_day(camp):
    """Request 17: two battles on one day with the same mission and teams are legal."""
    first, second = camp.ford(), camp.ford()
    assert first != second
    battles = camp.json("ledger")["battles"]
    assert [(one["number"], one["tail"], one["mission"], one["played"]) for one in battles] == [
        (1, first, "The ford", "2026-03-01"),
        (2, second, "The ford", "2026-03-01"),
    ]


def test_roles_of_two_sides(camp):
    """Dealt along the order, or agreed."""
    dice = ("--die", "edge.red talons=5", "--die", "edge.vas kar=2")
    view = camp.json("setup", *BOTH, "--mission", "the-hill", *dice, "--practice")
    assert roles(view) == {"Red Talons": "Holder", "Vas Kar": "Raider"}
    view = camp.json("setup", *BOTH, "--mission", "the-hill", "--role", "red=raider", "--practice")
    assert roles(view) == {"Red Talons": "Raider", "Vas Kar": "Holder"}


def roles(view):
    return {side["name"]: side["role"] for side in view["sides"]}


def test_four_sides_list_every_role_and_can_draw(camp):
    """Request 26."""
    camp.ok("team", "join", "Pale Riders", "--played", DAY)
    camp.ok(
        "setup", *BOTH, "--team", "iron", "--team", "pale", "--mission", "the-gate", "--role", "vas=holder",
        "--die", "weather=1", "--played", DAY,
    )  # fmt: skip
    everybody = {"Red Talons": "Raider", "Vas Kar": "Holder", "Iron Vow": "Raider", "Pale Riders": "Raider"}
    assert roles(camp.json("briefing")) == everybody
    text = flat(camp.ok("briefing"))
    assert "Red Talons Raider. Storms it. Vas Kar Holder. Keeps it. Iron Vow Raider." in text
    assert "Pale Riders Raider. Storms it." in text
    camp.ok("result", "--score", "all: 1")
    (battle,) = camp.json("ledger")["battles"]
    assert [(side["name"], side["role"], side["outcome"]) for side in battle["sides"]] == [
        (team, role, "drew") for team, role in everybody.items()
    ]
    assert camp.totals("Fame") == dict.fromkeys(everybody, 1)


def test_a_player_with_two_teams(camp):
    view = camp.json("setup", "--side", "Anna: red + iron", "--team", "vas", "--seed", 1)
    assert [(side["name"], side["teams"]) for side in view["sides"]] == [
        ("Vas Kar", ["Vas Kar"]),
        ("Anna", ["Red Talons", "Iron Vow"]),
    ]


def test_settings_and_picks_are_options(camp):
    view = camp.json("setup", *BOTH, "--mission", "the-ford", "--ground", "mud", "--markers-each", 3,
                     "--plans", "--practice")  # fmt: skip
    assert section(view, "ground")["rows"][0]["name"] == "Mud"
    assert section(view, "marks")["each"] == 3
    assert [one["name"] for one in section(view, "plans")["notes"]] == ["Dig", "Spy", "Rush", "Signal"]
    plain = camp.json("setup", *BOTH, "--mission", "the-ford", "--no-plans", "--practice")
    assert not {"plans", "ground"} & {one["id"] for one in plain["sections"]}


class TestOwnDice:
    """Request 29: every die can be typed in instead of rolled."""

    def test_in_the_order_of_asking(self, camp):
        view = camp.json("setup", *BOTH, "--dice", "5,2,4,4,6,1,3", "--practice")
        assert [(roll["part"], roll["faces"]) for roll in view["rolls"]] == [
            ("mission", [5]), ("mission.low", [2]),
            ("edge.Red Talons", [4]), ("edge.Vas Kar", [4]),
            ("edge.Red Talons", [6]), ("edge.Vas Kar", [1]),
            ("weather", [3]),
        ]  # fmt: skip
        assert (view["seed"], view["mission"]) == (None, "The wall")

    def test_by_part(self, camp):
        view = camp.json("setup", *BOTH, "--die", "Mission=6", "--die", "mission.low=1", "--die", "weather=2",
                         "--practice")  # fmt: skip
        assert view["mission"] == "The ford"
        rolled = faces(view)
        assert (rolled["mission"], rolled["mission.low"], rolled["weather"]) == ([6], [1], [2])

    def test_asked_for(self, camp):
        """A wrong handful is asked for again, with the reason."""
        done = camp(
            "setup", *BOTH, "--own-dice", "--format", "json", "--practice", input="2\n6 1\n7\n6\n1\n4\n"
        )
        assert done.code == 0
        assert faces(json.loads(done.out)) == {
            "mission": [2], "edge.Red Talons": [6], "edge.Vas Kar": [1], "weather": [4],
        }  # fmt: skip
        assert done.err == (
            "Roll, then type the faces; b takes back the last roll.\nmission D6: edge.Red "
            "Talons D6: Faces needed for D6: 1, each from 1 to 6; got 2.\nedge.Red Talons "
            "D6: A D6 has the faces 1 to 6; got 7.\nedge.Red Talons D6: edge.Vas Kar D6: "
            "weather D6: "
        )

    def test_one_too_many(self, camp):
        assert camp.refused("setup", *BOTH, "--dice", "1,6,1,3,2") == (
            "More dice were given than are rolled. Left over: 2. Leave them out.\n"
        )

    def test_one_too_few(self, camp):
        assert camp.refused("setup", *BOTH, "--dice", "1,6,1") == (
            "No dice left for “weather” (D6). Add its dice.\n"
        )

    def test_a_wrong_die_names_its_part(self, camp):
        assert camp.refused("setup", *BOTH, "--dice", "5,4,6,1,3") == (
            "Wrong dice for “mission.low” (D3): 4. A D3 has the faces 1 to 3; got 4. Faces "
            "to give: 1, each from 1 to 3.\n"
        )
        assert camp.refused("setup", *BOTH, "--die", "weather=7", "--seed", 1).startswith(
            "Wrong dice for “weather” (D6): 7"
        )

    def test_a_part_that_is_not_rolled(self, camp):
        assert camp.refused("setup", *BOTH, "--mission", "the-ford", "--die", "wether=1") == (
            "Nothing is rolled as “wether” here. Did you mean “weather”?\n"
        )

    def test_what_is_no_die(self, camp):
        assert (
            camp.refused("setup", *BOTH, "--dice", "4,x")
            == "Can’t read “4,x” as dice. Write numbers, such as 3 4.\n"
        )

    def test_not_with_a_seed(self, camp):
        said = camp.refused("setup", *BOTH, "--dice", "4", "--seed", 1, code=2)
        assert "--dice can’t be combined with --seed or --own-dice." in said

    def test_nobody_to_ask(self, camp):
        assert camp.refused("setup", *BOTH, "--own-dice", "--no-input", code=2) == (
            "Can’t ask for dice with --no-input. Give them with --dice.\n"
        )


class TestReroll:
    """Request 21: one named part, the rest kept, and logged."""

    def test_keeps_the_rest(self, camp):
        camp.ok("setup", *BOTH, "--seed", 7, "--by", "Ann")
        before = faces(camp.json("briefing"))
        view = camp.json("setup", "--reroll", "weather", "--reason", "it fell on the floor", "--by", "Bo")
        after = faces(view)
        assert {part: face for part, face in after.items() if part != "weather"} == {
            part: face for part, face in before.items() if part != "weather"
        }
        assert faces(camp.json("briefing")) == after
        line = camp.json("log")["lines"][-1]
        assert (line["step"], line["about"], line["by"], line["reason"]) == (
            "reroll", ["weather"], "Bo", "it fell on the floor",
        )  # fmt: skip

    def test_with_a_typed_die(self, camp):
        camp.ford()
        assert faces(camp.json("setup", "--reroll", "weather", "--die", "weather=6")) == {
            "edge.Red Talons": [6], "edge.Vas Kar": [5], "weather": [6],
        }  # fmt: skip
        assert camp.ok("briefing").count("Nobody flies.") == 1

    def test_the_same_seed_rolls_the_same_again(self, camp, tmp_path):
        other = copied(camp.root.parent, tmp_path / "elsewhere")
        rolled = []
        for one in (camp, other):
            one.ok("setup", *BOTH, "--seed", 9)
            again = ("setup", "--reroll", "weather")
            rolled.append([faces(one.json(*again))["weather"] for _ in range(3)])
        assert rolled[0] == rolled[1]

    def test_void_and_restore_never_change_dice(self, camp):
        camp.ok("setup", *BOTH, "--seed", 7)
        before = camp.json("briefing", 1)
        camp.ok("void", 1, "--reason", "rain", "--yes")
        camp.ok("void", 1, "--lift", "--reason", "dry again", "--yes")
        assert camp.json("briefing", 1) == before

    def test_an_unknown_part(self, camp):
        camp.ford()
        said = camp.refused("setup", "--reroll", "wether")
        assert "wether" in said
        assert "Did you mean “weather”?" in said

    def test_not_after_the_result(self, camp):
        camp.played(2, 1)
        assert camp.refused("setup", "--reroll", "weather", "--battle", 1) == (
            "Battle 1 already has a result. Correct it with “campaign amend”, or void it "
            "with “campaign void”.\n"
        )

    def test_not_outside_of_a_campaign(self, run):
        assert run("setup", "--system", "killteam", "--reroll", "mission").err == (
            "Only a battle in a campaign can be rerolled. Outside a campaign, run the "
            "setup again with --die.\n"
        )


class TestHouse:
    """Request 23: a house row changes the row it names, and is marked."""

    def row(self, camp: Camp, name: str, text: str) -> None:
        path = camp.root / "house" / "cards" / "tin-men" / "weather.yaml"
        path.parent.mkdir(parents=True)
        path.write_text(
            f"kind: table\nrows:\n  - {{id: {name}, on: 6, name: Flood, text: {text}}}\n", encoding="utf-8"
        )

    def test_it_is_marked(self, camp):
        self.row(camp, "storm", "Swim.")
        view = camp.json("setup", *BOTH, "--mission", "the-ford", "--die", "weather=6")
        (row,) = section(view, "weather")["rows"]
        assert (row["name"], row["text"], row["house"]) == ("Flood", "Swim.", True)
        assert "Flood (house)" in camp.ok("briefing")
        other = camp.json("setup", *BOTH, "--mission", "the-ford", "--die", "weather=5", "--practice")
        (row,) = section(other, "weather")["rows"]
        assert (row["name"], row["house"]) == ("Fair", False)

    def test_one_that_matches_nothing(self, camp):
        self.row(camp, "strom", "Swim.")
        wanted = (
            "house/cards/tin-men/weather.yaml:3:10: There is no row “strom” to replace. "
            "Did you mean “storm”? [no-such-row]\n"
        )
        assert camp.refused("setup", *BOTH, "--mission", "the-ford").endswith(wanted)
        assert camp.refused("check").endswith(wanted)


REFUSED = {
    "unknown mission": (
        (*BOTH, "--mission", "the-frod"),
        "There is no mission “the-frod”. Did you mean",
    ),
    "three sides for a two-sided mission": (
        (*BOTH, "--team", "iron", "--mission", "the-hill"),
        "“The hill” can’t be played with 3 sides. Sides it can be played with: 2.",
    ),
    "one side": (("--team", "red"), "A battle of Tin Men has 2 to 4 sides; got 1. Name each with --team"),
    "unknown team": (("--team", "red", "--team", "vax"), "There is no team “vax”. Choose from: Iron Vow, Red Talons, Vas Kar."),
    "twice": (("--team", "red", "--team", "red"), "Two sides have the name “Red Talons”."),
    "three teams in a side": (
        ("--side", "A: red + vas + iron", "--team", "vas"), "A side has one or two teams; got 3.",
    ),
    "unknown role": (
        (*BOTH, "--mission", "the-hill", "--role", "red=rider"),
        "“The hill” has no role “rider” left for Red Talons. Did you mean “raider”?",
    ),
    "a role where there are none": (
        (*BOTH, "--mission", "the-ford", "--role", "red=raider"), "“The ford” has no roles.",
    ),
    "unknown pick": ((*BOTH, "--ground", "snow"), "Ground: there is no “snow”."),
    "a setting out of range": ((*BOTH, "--markers-each", 9), "“markers_each” can’t be 9. Write a number from 1 to 3."),
    "no day": ((*BOTH, "--played", "yesterday"), "“yesterday” is not a date. Write it as 2026-03-14."),
    "unknown system": ((*BOTH, "--system", "kiltem"), "There is no game system “kiltem”. Did you mean “killteam”?"),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_refused(camp, case):
    words, said = REFUSED[case]
    assert camp.refused("setup", *words).startswith(said)


WRONG = {
    "nobody": (("--no-input",), "No sides given. Name each side with --team or --side."),
    "unknown option": ((*BOTH, "--grund", "mud"), "There is no option --grund. Did you mean “--ground”?"),
    "an option without its value": ((*BOTH, "--ground"), "--ground needs a value."),
    "no number": ((*BOTH, "--markers-each", "many"), "--markers-each takes a number; got “many”."),
    "an unknown option before anything is asked": (("--grund", "mud"), "There is no option --grund."),
    "a new battle's options at a re-roll": (
        (*BOTH, "--reroll", "weather", "--seed", 0, "--ground=mud"),
        "Can’t be combined with --reroll: --team, --seed, --ground",
    ),
    "a re-roll's options at a new battle": ((*BOTH, "--reason", "x"), "Only with --reroll: --reason"),
    "no seed": ((*BOTH, "--seed", "x"), "Invalid value for '--seed'"),
    "no format": ((*BOTH, "--format", "word"), "Invalid value for '--format' / '-f'"),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_usage(camp, case):
    words, said = WRONG[case]
    assert said in camp.refused("setup", *words, code=2)


@pytest.mark.parametrize("fmt", FORMATS)
def test_a_side_of_one_team_is_named_once(camp, fmt):
    camp.ok("team", "join", "A|<i>_Quux_")
    page = camp("setup", "--team", "A|<i>", "--team", "red", "--seed", 1, "--format", fmt).out
    [line] = [line for line in page.splitlines() if "Sides" in line]
    assert line.count("Quux") == 1


def test_who_plays_is_asked(camp):
    question = "Who is playing? (separate sides with commas; a side of two teams as “Anna: red + vas”)"
    done = camp("setup", "--mission", "the-ford", "--seed", 1, input="\nred, vax\nred, iron\n")
    assert done.code == 0
    assert done.err == (
        "Teams: Red Talons, Vas Kar, Iron Vow.\n"
        f"{question} Teams: Red Talons, Vas Kar, Iron Vow.\n"
        f"{question} There is no team “vax”. Choose from: Iron Vow, Red Talons, Vas Kar.\n"
        f"{question} "
    )
    assert [side["name"] for side in camp.json("briefing")["sides"]] == ["Red Talons", "Iron Vow"]


def test_a_plus_needs_no_blanks(camp):
    """Unless it is part of a team's name, which is then meant as it stands."""
    camp.ok("team", "join", "A+B")
    view = camp.json("setup", "--team", "a+b", "--side", "Anna: red+vas", "--seed", 1)
    assert [(side["name"], side["teams"]) for side in view["sides"]] == [
        ("A+B", ["A+B"]),
        ("Anna", ["Red Talons", "Vas Kar"]),
    ]
    assert camp.refused("setup", "--team", "red+vax", "--team", "iron").startswith("There is no team “vax”.")


def test_too_few_teams(camp):
    for team in ("vas", "iron"):
        camp.ok("team", "leave", team, "--reason", "moved")
    assert camp.refused("setup") == (
        "There are too few teams in the campaign for a battle. Add one with “campaign team join”.\n"
    )


def test_a_reroll_after_the_choices(camp):
    """What sides chose was for the battle as it was."""
    camp.ford("--plans")
    camp("choose", "--side", "red", input="\n3\n")
    assert camp.refused("setup", "--reroll", "weather").startswith(
        "Sides have already made their choices for battle 1 as it is."
    )
