"""`campaign next` and the road that `campaign setup` walks, in a campaign of Killzone: KZ-B2."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import dataclass
from html.parser import HTMLParser
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

import pytest

from tests.command import run_command
from tests.commands.tinmen import DAY, Camp, flat

ROOT = Path(__file__).resolve().parents[2]
TEAMS = ("Red Talons", "Vas Kar", "Iron Vow", "Ash Dogs")
SAID = dict(zip(("red", "vas", "iron", "ash"), TEAMS, strict=True))
ONE = ("--team", "red", "--team", "vas")
TWO = ("--side", "Anna: red + iron", "--side", "Bo: vas + ash")
OTHERS = ("--team", "iron", "--team", "ash")
WHY = ("--reason", "never played", "--yes")
SHAPES = ("terminal", "markdown", "html", "json")
BLANK = "\N{NO-BREAK SPACE}"


@pytest.fixture(scope="session")
def marched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new campaign of Killzone with four teams."""
    root = tmp_path_factory.mktemp("march") / "camp"
    teams = (word for team in TEAMS for word in ("--team", team))
    done = run_command("new", root, "--system", "killzone", *teams, "--played", DAY, "--by", "Ann")
    assert done.code == 0, done
    return root


@pytest.fixture
def march(marched: Path, tmp_path: Path) -> Camp:
    """A campaign of one's own, nothing played."""
    shutil.copytree(marched, tmp_path / "camp")
    return Camp(tmp_path / "camp")


@pytest.fixture(scope="session")
def at_the_end(marched: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shortest way of one team a side: four battles, all won by the first side."""
    shutil.copytree(marched, root := tmp_path_factory.mktemp("end") / "camp")
    assert walked(Camp(root), 5, 1, 4, 4) == ["watch-fires", "safe-conduct", "sunken-road", "false-colours"]
    return root


@pytest.fixture
def arrived(at_the_end: Path, tmp_path: Path) -> Camp:
    """The same, to be played on."""
    shutil.copytree(at_the_end, tmp_path / "arrived")
    return Camp(tmp_path / "arrived")


def set_up(march: Camp, *more: object, die: int | None = None, sides: tuple[str, ...] = ONE) -> Any:
    """A battle in which the first side wins the roll-off, and is the attacker where there is one."""
    names = [word.partition(":")[0] for word in sides if not word.startswith("--")]
    first, second = (SAID.get(name, name) for name in names)
    road = () if die is None else ("--die", f"road={die}")
    return march.json(
        "setup", *sides, *road, "--die", f"opening-roll.{first}=6", "--die", f"opening-roll.{second}=1",
        "--played", DAY, "--by", "Ann", *more,
    )  # fmt: skip


def end(march: Camp, number: int, winner: str = "") -> None:
    """The battle is over: somebody has won it, or nobody has."""
    outcome = [f"{winner}=won"] if winner else [f"{side}=drew" for side in ("red", "vas")]
    march.ok("result", number, *(word for each in outcome for word in ("--outcome", each)), "--yes")


def walked(march: Camp, *dice: int, sides: tuple[str, ...] = ONE, winner: str = "red") -> list[str]:
    """Battles on the road by these dice, all won by the first side; the missions."""
    missions = []
    for number, die in enumerate(dice, start=1):
        missions.append(set_up(march, die=die, sides=sides)["mission_id"])
        end(march, number, winner)
    return missions


def way(briefing: Any) -> Any:
    """How the road led to a battle, if it did."""
    return next(section for section in briefing["sections"] if section["id"] == "mission")["way"]


def of(march: Camp, whose: str) -> None:
    """Writes whose road it is into campaign.yaml."""
    file = march.root / "campaign.yaml"
    file.write_bytes(file.read_bytes() + f"road: {{of: {whose}}}\n".encode())


def house(march: Camp, mission: str, *changes: tuple[str, str]) -> None:
    """The group's own version of a mission."""
    path = march.root / "house" / "missions" / "killzone" / f"{mission}.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    text = (ROOT / "missions" / "killzone" / path.name).read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")


# --- where it stands ---


class TestWhereItStands:
    def test_before_the_first_battle(self, march):
        view = march.json("next")
        assert (view["battle"], view["mission"], view["open"], view["over"]) == (None, "", False, False)
        assert view["walked"] == []
        assert view["ends"] == [
            {
                "outcome": "",
                "side": "",
                "forks": [
                    {"on": "1-2", "mission": "Two Patrols", "id": "two-patrols"},
                    {"on": "3-4", "mission": "Dead Drop", "id": "dead-drop"},
                    {"on": "5-6", "mission": "Watch Fires", "id": "watch-fires"},
                ],
                "come": True,
            }
        ]

    def test_during_a_battle(self, march):
        set_up(march, die=5)
        view = march.json("next")
        assert (view["battle"], view["mission"], view["open"], view["over"]) == (
            1,
            "Watch Fires",
            True,
            False,
        )
        assert view["walked"] == [
            {"number": 1, "mission": "Watch Fires", "die": 5, "outcome": "", "side": "", "stray": False}
        ]
        assert [(one["outcome"], one["come"]) for one in view["ends"]] == [
            ("Attacker", False), ("Defender", False), ("none", False),
        ]  # fmt: skip

    @pytest.mark.parametrize(
        ("die", "winner", "outcome"),
        [
            (1, "red", "first"),
            (1, "vas", "second"),
            (1, "", "none"),
            (5, "red", "Attacker"),
            (5, "vas", "Defender"),
        ],
    )
    def test_after_a_battle(self, march, die, winner, outcome):
        set_up(march, die=die)
        end(march, 1, winner)
        view = march.json("next")
        assert (view["battle"], view["open"], view["over"]) == (1, False, False)
        assert view["walked"][0]["outcome"] == outcome
        assert [one["outcome"] for one in view["ends"] if one["come"]] == [outcome]
        stages = {stage["id"]: stage for stage in view["stages"]}
        assert [name for name, stage in stages.items() if stage["here"]] == [
            "two-patrols" if die == 1 else "watch-fires"
        ]

    def test_at_its_end(self, arrived):
        """From there only a mission by agreement is left."""
        view = arrived.json("next")
        assert (view["battle"], view["mission"], view["over"], view["ends"]) == (4, "False Colours", True, [])
        assert [one["die"] for one in view["walked"]] == [5, 1, 4, 4]
        assert view["tree"] == []
        assert arrived.refused("setup", *ONE) == (
            "The road has come to its end with “False Colours”. Name a mission with --mission.\n"
        )
        assert set_up(arrived, "--mission", "dead-drop")["mission_id"] == "dead-drop"

    def test_each_setup_rolls_on_from_how_the_battle_before_ended(self, march):
        walked(march, 5)
        briefing = set_up(march, die=1)
        assert way(briefing) == {
            "agreed": False, "from": "Watch Fires", "outcome": "Attacker",
            "roll": {"part": "road", "dice": "D6", "faces": [1], "total": 1},
        }  # fmt: skip
        assert way(march.json("briefing", 2)) == way(briefing)

    def test_a_house_road_without_the_mission_where_it_stands(self, march):
        """Nobody can go on from there, so that the page is wanted more than ever."""
        walked(march, 1)
        (march.root / "house" / "missions" / "killzone").mkdir(parents=True)
        (march.root / "house" / "missions" / "killzone" / "road.yaml").write_text(
            "format: 1\nname: Ours\ndice: D6\nstart: [{on: 1-6, to: false-colours}]\nstages: [{id: false-colours}]\n",
            encoding="utf-8",
        )
        assert march("check").code == 0
        view = march.json("next")
        assert (view["name"], view["battle"], view["mission"]) == ("Ours", 1, "Two Patrols")
        assert (view["off"], view["over"], view["open"], view["ends"]) == (True, False, False, [])
        assert [stage["here"] for stage in view["stages"]] == [False]
        assert [line["mission"] for line in view["tree"]] == ["False Colours"]
        for shape in ("terminal", "markdown", "html"):
            page = flat(march.ok("next", "--format", shape))
            assert flat("The road does not lead through battle 1, Two Patrols, any more") in page
            assert flat("agree on the next one with “campaign setup --mission”") in page
            assert flat("False Colours") in page
        assert march.refused("setup", *ONE).startswith("The road does not lead through “two-patrols”.")
        assert set_up(march, "--mission", "false-colours")["mission_id"] == "false-colours"

    def test_sides_without_roles_are_called_by_their_names(self, march):
        """As soon as there is a battle to have sides: before it, and by roles, nobody's name is in it."""
        assert [one["side"] for one in march.json("next")["ends"]] == [""]
        set_up(march, die=1)
        view = march.json("next")
        assert [(one["outcome"], one["side"]) for one in view["ends"]] == [
            ("first", "Red Talons"), ("second", "Vas Kar"), ("none", ""),
        ]  # fmt: skip
        for shape in ("terminal", "markdown", "html"):
            page = march.ok("next", "--format", shape)
            assert all(f"won by {who}" in page for who in ("Red Talons", "Vas Kar", "nobody")), shape
        assert re.search(r"─.Dead Drop: Red Talons 1-[0-9]", march.ok("next"))
        end(march, 1, "vas")
        assert re.search(r"─.Dead Drop: Vas Kar 1-[0-9]", march.ok("next"))
        set_up(march, die=1, sides=OTHERS)
        view = march.json("next")
        assert [(one["outcome"], one["side"]) for one in view["walked"]] == [("second", "Vas Kar"), ("", "")]
        assert [one["side"] for one in view["ends"]] == ["Iron Vow", "Ash Dogs", ""]

    def test_roles_are_no_names_of_sides(self, march):
        set_up(march, die=5)
        assert {one["side"] for one in march.json("next")["ends"]} == {""}
        assert "won by the Attacker" in march.ok("next")

    def test_it_writes_nothing(self, march):
        set_up(march, die=5)
        before = march.tree()
        for shape in SHAPES:
            march.ok("next", "--format", shape)
        assert march.tree() == before

    def test_without_a_campaign(self, run):
        done = run("next", "--system", "killzone")
        assert (done.code, done.err) == (0, "")
        assert "Two Patrols" in done.out
        assert run("next", "--system", "killteam").err == (
            "This system has no road. Its missions are rolled, or named with --mission.\n"
        )


# --- the die ---


class TestTheDie:
    def test_it_is_rolled_once(self, march):
        """Request 21: a part of its own that no re-roll takes, while others are rolled again beside it."""
        briefing = set_up(march, die=5)
        assert march.refused("setup", "--reroll", "road") == (
            "The road’s die is rolled once. Agree on a mission with “campaign amend --mission”, or void the"
            " battle.\n"
        )
        again = march.json(
            "setup",
            "--reroll",
            "opening-roll",
            "--die",
            "opening-roll.Vas Kar=6",
            "--die",
            "opening-roll.Red Talons=1",
        )
        assert (again["mission_id"], way(again)) == ("watch-fires", way(briefing))
        assert [side["role"] for side in again["sides"]] == ["Defender", "Attacker"]

    @pytest.mark.parametrize("seed", [1, 2])
    def test_a_void_battle_leaves_it_as_it_fell(self, march, seed):
        """Request 21: whatever the seed."""
        set_up(march, die=6)
        march.ok("void", 1, *WHY)
        assert march.json("next")["battle"] is None
        again = march.json("setup", *ONE, "--seed", seed)
        assert (again["mission_id"], way(again)["roll"]["faces"]) == ("watch-fires", [6])

    def test_further_on_too_and_only_there(self, march):
        walked(march, 1)
        set_up(march, die=6)
        march.ok("void", 2, *WHY)
        assert set_up(march)["mission_id"] == "long-way-round"
        march.ok("void", 3, *WHY)
        march.ok("amend", 1, "--outcome", "red=lost", "--outcome", "vas=won", "--reason", "misread", "--yes")
        assert way(set_up(march, die=1))["outcome"] == "second"

    def test_another_one_typed_for_it_is_refused(self, march):
        """Not passed over: who types it would believe that it counts. The same is no harm."""
        set_up(march, die=6)
        march.ok("void", 1, *WHY)
        for face in ("1", "9"):
            assert march.refused("setup", *ONE, "--die", f"road={face}") == (
                "“road” was rolled for this before, and it stands: 6. Leave it out.\n"
            )
        assert set_up(march, die=6)["mission_id"] == "watch-fires"

    def test_of_typed_dice_it_takes_none(self, march):
        """The list begins with the roll-off then; a die for the road is one too many."""
        set_up(march, die=6)
        march.ok("void", 1, *WHY)
        assert "left over: 2" in march.refused("setup", *ONE, "--dice", "6,1,2")
        briefing = march.json("setup", *ONE, "--dice", "1,2")
        assert [(roll["part"], roll["faces"]) for roll in briefing["rolls"]] == [
            ("road", [6]), ("opening-roll.Red Talons", [1]), ("opening-roll.Vas Kar", [2]),
        ]  # fmt: skip

    def test_own_dice_are_asked_for_it_once(self, march):
        done = march("setup", *ONE, "--own-dice", "--format", "json", input="6\n1\n2\n")
        assert done.err.count("road D6:") == 1
        march.ok("void", 1, *WHY)
        done = march("setup", *ONE, "--own-dice", "--format", "json", input="1\n2\n")
        assert (done.code, done.err.count("road D6:")) == (0, 0)

    def test_a_misread_die_is_corrected(self, march):
        """Request 11: by an amendment with its reason, which needs no other dice here."""
        set_up(march, die=1)
        march.ok("amend", 1, "--die", "road=3", "--reason", "it was a 3", "--yes")
        assert march.json("next")["walked"] == [
            {"number": 1, "mission": "Dead Drop", "die": 3, "outcome": "", "side": "", "stray": False}
        ]


class TestStrays:
    def test_a_corrected_winner_is_told_of_the_battle_after_it(self, march):
        walked(march, 1)
        set_up(march, die=1)
        correction = march.json(
            "amend", 1, "--outcome", "red=lost", "--outcome", "vas=won", "--reason", "misread", "--yes"
        )
        assert correction["strayed"] == [{"number": 2, "mission": "Dead Drop"}]
        view = march.json("next")
        assert [(one["number"], one["outcome"], one["stray"]) for one in view["walked"]] == [
            (1, "second", False), (2, "", True),
        ]  # fmt: skip
        assert (view["battle"], view["mission"]) == (2, "Dead Drop")

    def test_of_pages_too(self, march):
        walked(march, 1, 1)
        march.ok("void", 1, *WHY)
        for shape in ("terminal", "markdown", "html"):
            assert "off the road" in march.ok("next", "--format", shape)

    def test_a_battle_with_an_earlier_day_does_not_tear_the_road(self, march):
        set_up(march, "--played", "2026-03-05", die=1)
        end(march, 1, "red")
        march("setup", *ONE, "--die", "road=1", "--played", "2026-03-03")
        assert [one["stray"] for one in march.json("next")["walked"] if one["stray"]] == []


# --- by agreement ---


class TestAgreed:
    def test_the_road_stays_where_it_is(self, march):
        walked(march, 5)
        briefing = set_up(march, "--mission", "long-way-round")
        assert way(briefing) == {"agreed": True, "from": "", "outcome": "", "roll": None}
        end(march, 2, "vas")
        view = march.json("next")
        assert (view["battle"], [one["number"] for one in view["walked"]]) == (1, [1])
        assert way(set_up(march, die=1))["from"] == "Watch Fires"

    def test_it_is_in_the_ledger(self, march):
        """Request 16: a mission that was wished for, and no stretch of the road."""
        set_up(march, "--mission", "dead-drop")
        fields = {
            ".".join(map(str, each["path"])): each["values"]
            for each in march.json("show", 1)["steps"][0]["fields"]
        }
        assert fields["wishes.mission"] == ["dead-drop"]
        assert [name for name in fields if name.startswith("road")] == []
        assert march.json("log")["lines"][-1]["about"] == ["Dead Drop"]

    def test_an_open_battle_on_the_road_blocks_the_next_and_no_agreed_one(self, march):
        set_up(march, die=1)
        assert march.refused("setup", *OTHERS) == (
            "Battle 1, the last on the road, has no result yet. Take it with “campaign result”, or name a"
            " mission with --mission.\n"
        )
        set_up(march, "--mission", "dead-drop", sides=OTHERS)
        assert march.refused("setup", *OTHERS).startswith("Battle 1, the last on the road,")
        end(march, 1, "red")
        assert set_up(march, die=1, sides=OTHERS)["mission_id"] == "dead-drop"

    def test_an_open_battle_by_agreement_blocks_nothing(self, march):
        set_up(march, "--mission", "dead-drop")
        assert set_up(march, die=1, sides=OTHERS)["mission_id"] == "two-patrols"

    def test_agreed_upon_afterwards_it_leaves_the_road(self, march):
        set_up(march, die=1)
        march.ok("amend", 1, "--mission", "dead-drop", "--reason", "the table was too small", "--yes")
        view = march.json("next")
        assert (view["battle"], view["walked"]) == (None, [])

    @pytest.mark.parametrize(
        "words",
        [
            ("setup", "--reroll", "opening-roll"),
            ("amend", "1", "--die", "opening-roll.Vas Kar=2", "--reason", "misread", "--yes"),
        ],
    )
    def test_the_briefing_says_so_after_a_correction_too(self, march, words):
        agreed = way(set_up(march, "--mission", "dead-drop"))
        march.ok(*words)
        assert way(march.json("briefing", 1)) == agreed


# --- two teams a side ---


class TestTwoTeams:
    def test_a_mission_for_two_is_replaced_for_sides_with_one(self, arrived):
        """KZ-B1: the same dice; Wet Boots was Sunken Road, and the road went on from that."""
        stages = arrived.json("next")["stages"]
        assert {stage["id"] for stage in stages if stage["walked"]} == {
            "watch-fires", "safe-conduct", "sunken-road", "false-colours",
        }  # fmt: skip
        assert [stage["id"] for stage in stages if stage["teams"] == "2"] == [
            "wet-boots",
            "cut-off",
            "last-gate",
        ]

    def test_it_is_played_by_sides_with_two(self, march):
        assert walked(march, 5, 1, 4, 4, sides=TWO, winner="Anna") == [
            "watch-fires", "safe-conduct", "wet-boots", "last-gate",
        ]  # fmt: skip
        assert march.json("next")["over"]

    def test_one_side_with_one_is_enough_to_replace_it(self, march):
        sides = ("--side", "Anna: red + iron", "--side", "Bo: vas")
        assert walked(march, 5, 1, 4, sides=sides, winner="Anna")[-1] == "sunken-road"

    def test_a_replaced_finale(self, march):
        """Falling Star leads to the Last Gate, which is End of the Line for one team a side."""
        assert walked(march, 5, 1, 1, 4, 4)[-2:] == ["falling-star", "end-of-the-line"]
        assert march.json("next")["over"]

    @pytest.mark.parametrize("mission", ["wet-boots", "cut-off", "last-gate"])
    @pytest.mark.parametrize(
        "sides", [ONE, ("--side", "Anna: red + iron", "--side", "Bo: vas")], ids=["one", "mixed"]
    )
    def test_by_agreement_it_is_refused_to_sides_with_one(self, march, mission, sides):
        said = march.refused("setup", *sides, "--mission", mission)
        assert said.endswith(
            '” is for 2 teams a side. Write “--side "Player: Team + Team"” for each, or take another mission'
            " with --mission.\n"
        )

    @pytest.mark.parametrize("roll", ["3 5", "5 4", "6 3"])
    def test_rolled_on_the_table_it_is_replaced_as_on_the_road(self, march, roll):
        of(march, "none")
        assert set_up(march, "--die", f"mission={roll}")["mission_id"] in (
            "sunken-road", "burning-archive", "end-of-the-line",
        )  # fmt: skip


# --- whose road it is ---


class TestWhoseRoad:
    def test_each_pair_has_its_own(self, march):
        of(march, "pair")
        set_up(march, die=1)
        other = set_up(march, die=3, sides=("--team", "iron", "--team", "vas"))
        assert way(other)["from"] == ""
        assert march.refused("setup", "--team", "vas", "--team", "red").startswith("Battle 1, the last on")
        found = {
            who: march.json("next", "--team", who[0], "--team", who[1])
            for who in (("red", "vas"), ("vas", "red"), ("iron", "vas"), ("red", "iron"))
        }
        assert {who: (view["of"], view["battle"], view["mission"]) for who, view in found.items()} == {
            ("red", "vas"): ("pair", 1, "Two Patrols"),
            ("vas", "red"): ("pair", 1, "Two Patrols"),
            ("iron", "vas"): ("pair", 2, "Dead Drop"),
            ("red", "iron"): ("pair", None, ""),
        }
        assert found["vas", "red"]["who"] == ["Vas Kar", "Red Talons"]

    def test_a_pair_is_its_players_where_they_are_known(self, march):
        """Anna's two teams walk one road against Bo's."""
        of(march, "pair")
        for team, player in (("Gold", "Anna"), ("Green", "Anna"), ("Grey", "Bo")):
            march.ok("team", "join", team, "--player", player, "--played", DAY)
        march.ok("setup", "--team", "gold", "--team", "grey", "--die", "road=3", "--played", DAY)
        for sides in (("--team", "green", "--team", "grey"), ("--side", "Bo: grey", "--side", "Anna: green")):
            view = march.json("next", *sides)
            assert (view["mission"], sorted(view["who"])) == ("Dead Drop", ["Anna", "Bo"])
        assert march.json("next", "--team", "gold", "--team", "red")["battle"] is None

    @pytest.mark.parametrize("words", [(), ("--team", "red"), (*ONE, "--team", "iron")])
    def test_a_pair_is_two(self, march, words):
        of(march, "pair")
        assert march.refused("next", *words) == (
            "Each pair of players has a road of its own. Name both with --team or --side.\n"
        )

    def test_nobody_s(self, march):
        """The mission is rolled on the table; a named one is not said to be agreed upon."""
        of(march, "none")
        assert march.refused("next") == (
            "No road is walked in this campaign. Its missions are rolled, or named with --mission.\n"
        )
        briefing = set_up(march, "--die", "mission=1 3")
        assert (briefing["mission_id"], way(briefing)) == ("dead-drop", None)
        assert briefing["rolls"][0] == {"part": "mission", "dice": "D66", "faces": [1, 3], "total": 13}
        assert way(set_up(march, "--mission", "two-patrols")) is None

    def test_everybody_s_by_default(self, march):
        set_up(march, die=1)
        end(march, 1, "red")
        assert way(set_up(march, die=1, sides=OTHERS))["from"] == "Two Patrols"
        assert march.json("next")["of"] == "campaign"

    @pytest.mark.parametrize("shape", ["terminal", "markdown", "html"])
    def test_a_page_of_a_pair_says_whose_road_it_is(self, march, shape):
        of(march, "pair")
        page = march.ok("next", *ONE, "--format", shape)
        assert "Red Talons" in page
        assert "Vas Kar" in page

    @pytest.mark.parametrize("words", [ONE, ("--side", "Anna: red + iron")])
    def test_no_side_is_passed_over(self, march, words, run):
        assert march.refused("next", *words) == (
            "The road is everybody’s in this campaign. Leave --team and --side out.\n"
        )
        done = run("next", "--system", "killzone", *words)
        assert (done.code, done.out) == (2, "")
        assert f"leave out {words[0]}." in flat(done.err)

    def test_a_side_is_no_pair_with_itself(self, march):
        of(march, "pair")
        for words in (("--team", "red", "--team", "red"), ("--team", "red", "--side", "Anna: iron + red")):
            assert march.refused("next", *words) == (
                "“Red Talons” is no pair with itself. Name two sides with teams of their own.\n"
            )


# --- the four formats ---

LABEL = r"(?:[\w \-,.]|#[0-9]+;)+"
"""What a label in quotes may hold without ending it: everything else by its number."""
NODE = re.compile(rf'    n([0-9]+)(?:\["({LABEL})"\]|\(\["({LABEL})"\]\))(?::::(here|walked))?')
EDGE = re.compile(rf'    n([0-9]+) (-->|==>)\|"({LABEL})"\| n([0-9]+)')
STYLE = re.compile(r"    classDef (?:here|walked) [a-z-]+:[0-9a-z]+(?:,[a-z-]+:[0-9a-z]+)*")


class Edge(NamedTuple):
    one: int
    kind: str
    label: str
    other: int


def graph(markdown: str) -> tuple[dict[int, tuple[str, bool, str]], list[Edge]]:
    """The Mermaid block, line by line: nodes with name, finale and class, then edges."""
    (block,) = re.findall(r"^```mermaid\n(.*?)\n```$", markdown, re.MULTILINE | re.DOTALL)
    head, *lines = block.splitlines()
    assert head == "flowchart TD"
    nodes: dict[int, tuple[str, bool, str]] = {}
    edges: list[Edge] = []
    for line in lines:
        if node := NODE.fullmatch(line):
            nodes[int(node[1])] = (plain(node[2] or node[3]), bool(node[3]), node[4] or "")
        elif edge := EDGE.fullmatch(line):
            edges.append(Edge(int(edge[1]), edge[2], plain(edge[3]), int(edge[4])))
        else:
            assert STYLE.fullmatch(line), line
    return nodes, edges


def plain(label: str) -> str:
    """A label as Mermaid shows it."""
    return re.sub(r"#([0-9]+);", lambda found: chr(int(found[1])), label)


class Tables(HTMLParser):
    """The cells of every row of every table of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tables: list[list[list[str]]] = []
        self._inside = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")
            self._inside = True

    def handle_endtag(self, tag: str) -> None:
        self._inside = self._inside and tag not in ("td", "th")

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.tables[-1][-1][-1] += data


def tables(page: str, shape: str) -> list[list[list[str]]]:
    """The same of a page of either kind; the first row is the head."""
    if shape == "html":
        return Tables(page).tables
    found = re.findall(r"(?:^\|.*\n)+", page, re.MULTILINE)
    rows = [[line.strip("|").split("|") for line in table.splitlines()] for table in found]
    return [[[cell.strip() for cell in row] for row in (head, *rest)] for head, _, *rest in rows]


def picture(page: str) -> ET.Element:
    """The one picture of a page, which has to be well-formed XML."""
    (svg,) = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    return ET.fromstring(svg)


def boxes_of(svg: ET.Element) -> list[tuple[int, ...]]:
    """Left, top, width and height of each."""
    return [
        tuple(int(rect.attrib[name]) for name in ("x", "y", "width", "height")) for rect in svg.iter("rect")
    ]


def points(path: str) -> list[tuple[int, int]]:
    """The points that a way is drawn by: it lies within their hull."""
    assert re.fullmatch(r"M -?\d+ -?\d+ C -?\d+ -?\d+, -?\d+ -?\d+, -?\d+ -?\d+", path)
    return [(int(x), int(y)) for x, y in re.findall(r"(-?\d+) (-?\d+)", path)]


@dataclass(frozen=True)
class Moment:
    """The road as JSON and as pages, at one moment of a campaign."""

    view: Any
    pages: dict[str, str]


@pytest.fixture(scope="session", params=["before", "during", "after", "over"])
def moment(
    request: pytest.FixtureRequest, marched: Path, at_the_end: Path, tmp_path_factory: pytest.TempPathFactory
) -> Moment:
    """The road at its start, in its second battle, after it, and at its end."""
    over = request.param == "over"
    shutil.copytree(at_the_end if over else marched, root := tmp_path_factory.mktemp("moment") / "camp")
    camp = Camp(root)
    if request.param in ("during", "after"):
        walked(camp, 5)
        set_up(camp, die=1)
    if request.param == "after":
        end(camp, 2, "vas")
    pages = {shape: camp.ok("next", "--format", shape) for shape in SHAPES}
    return Moment(json.loads(pages["json"]), pages)


class TestFormats:
    @pytest.mark.parametrize("shape", ["markdown", "html"])
    def test_a_page_s_tables_and_json_say_the_same(self, moment, shape):
        view = moment.view
        names = [stage["name"] for stage in view["stages"]]
        expected = [
            [[fork["on"], fork["mission"]] for one in view["ends"] for fork in one["forks"]],
            [[str(one["number"]), one["mission"], str(one["die"])] for one in view["walked"]],
            [
                [names[each["from_index"]], on, names[each["to_index"]]]
                for each in view["ways"] if shape == "html" for on in each["ons"]
            ],
        ]  # fmt: skip
        columns = {"If": (-2, -1), "Battle": (0, 1, 2), "From": (0, 2, 3)}
        shown = [
            [[row[column] for column in columns[head[0]]] for row in rows]
            for head, *rows in tables(moment.pages[shape], shape)
        ]
        assert shown == [rows for rows in expected if rows]

    def test_a_terminal_says_no_less(self, moment):
        lines = [re.split(r" {2,}", line.strip()) for line in moment.pages["terminal"].splitlines()]
        ends = [[fork["on"], fork["mission"]] for one in moment.view["ends"] for fork in one["forks"]]
        assert [line[-2:] for line in lines if line[-2:] in ends] == ends
        walk = [[str(one["number"]), one["mission"], str(one["die"])] for one in moment.view["walked"]]
        assert [line[:3] for line in lines if line[:3] in walk] == walk

    def test_the_tree_of_a_terminal(self, moment):
        """Each line of the tree is a line of the page, branches and all."""
        page = moment.pages["terminal"].replace(BLANK, " ")
        lines = [line for line in page.splitlines() if re.match(r"[│ ]*[├└]─ ", line)]
        assert [(line.partition(": ")[0], line.endswith(" …")) for line in lines] == [
            (each["branches"].replace(BLANK, " ") + each["mission"], each["elsewhere"])
            for each in moment.view["tree"]
        ]
        for line, each in zip(lines, moment.view["tree"], strict=True):
            assert re.findall(r"[0-9](?:-[0-9])?", line.partition(": ")[2]) == each["ons"]

    def test_the_tree_shows_once_where_a_mission_leads(self, march):
        """18 missions and three finales: 15 lead on, each below the first line that names it in the tree."""
        tree = march.json("next")["tree"]
        depth = [len(line["branches"]) for line in tree]
        opened = [
            line["mission"]
            for line, here, next_ in zip(tree, depth, [*depth[1:], 0], strict=True)
            if next_ > here
        ]
        assert len({line["mission"] for line in tree}) == 18
        assert len(opened) == len(set(opened)) == 15
        again = {line["mission"] for line in tree if line["elsewhere"]}
        assert again <= set(opened)

    def test_the_graph_of_markdown(self, moment):
        nodes, edges = graph(moment.pages["markdown"])
        assert nodes == {
            place: (
                stage["name"],
                stage["finale"],
                "here" if stage["here"] else "walked" if stage["walked"] else "",
            )
            for place, stage in enumerate(moment.view["stages"])
        }
        assert [(edge.one, edge.kind, edge.other) for edge in edges] == [
            (each["from_index"], "==>" if each["walked"] else "-->", each["to_index"])
            for each in moment.view["ways"]
        ]
        assert [re.findall(r"[0-9](?:-[0-9])?", edge.label) for edge in edges] == [
            each["ons"] for each in moment.view["ways"]
        ]

    def test_the_boxes_of_a_picture(self, moment):
        """Well-formed; a box for each mission, inside the frame, none upon another."""
        svg = picture(moment.pages["html"])
        left, top, width, height = map(int, svg.attrib["viewBox"].split())
        assert (left, top, width, height) == (0, 0, moment.view["width"], moment.view["height"])
        boxes = boxes_of(svg)
        assert [box[:2] for box in boxes] == [(stage["x"], stage["y"]) for stage in moment.view["stages"]]
        assert [text.text for text in svg.iter("text")] == [stage["name"] for stage in moment.view["stages"]]
        assert all(x >= 0 and y >= 0 and x + w <= width and y + h <= height for x, y, w, h in boxes)
        for (x, y, w, h), (x2, y2, w2, h2) in combinations(boxes, 2):
            assert x + w <= x2 or x2 + w2 <= x or y + h <= y2 or y2 + h2 <= y

    def test_the_lines_of_a_picture(self, moment):
        """Each goes down, from the foot of one box to the head of another, inside the frame."""
        svg, view = picture(moment.pages["html"]), moment.view
        boxes, paths = boxes_of(svg), [points(path.attrib["d"]) for path in svg.iter("path")]
        assert len(paths) == len(view["ways"])
        for path, each in zip(paths, view["ways"], strict=True):
            assert all(0 <= x <= view["width"] and 0 <= y <= view["height"] for x, y in path)
            (x, y, wide, high), (x2, y2, *_) = boxes[each["from_index"]], boxes[each["to_index"]]
            assert path[0] == (x + wide // 2, y + high)
            assert path[-1] == (x2 + wide // 2, y2)
            assert y + high < y2

    def test_what_was_walked_is_marked_in_each(self, march):
        walked(march, 5, 1)
        svg = picture(march.ok("next", "--format", "html"))
        groups = {group.findtext("text"): group.attrib["class"].split() for group in svg.iter("g")}
        assert {name for name, of_them in groups.items() if "walked" in of_them} == {
            "Watch Fires",
            "Safe Conduct",
        }
        assert {name for name, of_them in groups.items() if "here" in of_them} == {"Safe Conduct"}
        assert {name for name, of_them in groups.items() if "finale" in of_them} == {
            "False Colours", "The Last Gate", "End of the Line",
        }  # fmt: skip
        assert [path.attrib["class"] for path in svg.iter("path")].count("way walked") == 1
        _, edges = graph(march.ok("next", "--format", "markdown"))
        assert [(edge.one, edge.other) for edge in edges if edge.kind == "==>"] == [(2, 4)]

    def test_into_a_file(self, march, tmp_path):
        march.ok("next", "-o", tmp_path / "road.html")
        assert picture((tmp_path / "road.html").read_text(encoding="utf-8")) is not None


# --- names that mean harm ---

HOSTILE = r"\"]; x --> n9[/u\\]:::here ```\u001b[2J</svg><b>&amp; | %%{init}%% \u202e#35;"
SHOWN = '"]; x --> n9[/u\\]:::here ```␛[2J</svg><b>&amp; | %%{init}%% <U+202E>#35;'


@pytest.fixture
def hostile(march: Camp) -> Camp:
    """A house mission and a house role with a name that would end any quote."""
    house(march, "dead-drop", ("name: Dead Drop", f'name: "{HOSTILE}"'))
    house(march, "watch-fires", ("name: Attacker", f'name: "{HOSTILE}"'))
    return march


class TestHostileNames:
    def test_mermaid_quotes_them(self, hostile):
        """Line by line it is the same graph as ever: nothing of a name is read as its own."""
        nodes, edges = graph(hostile.ok("next", "--format", "markdown"))
        assert (nodes[1], len(nodes), len(edges)) == ((SHOWN, False, ""), 18, 63)

    def test_mermaid_shows_a_role_as_it_is_called(self, hostile):
        _, edges = graph(hostile.ok("next", "--format", "markdown"))
        assert [edge.label for edge in edges if edge.one == 2] == [
            f"{SHOWN} 1-3, Defender 5-6", f"{SHOWN} 4-6, nobody 4-6", "Defender 1-4, nobody 1-3",
        ]  # fmt: skip

    def test_the_picture_stays_a_picture(self, hostile):
        page = hostile.ok("next", "--format", "html")
        svg = picture(page)
        assert ["".join(text.itertext()) for text in svg.iter("text")][1] == SHOWN
        assert {each.tag for each in svg.iter()} == {"svg", "title", "path", "g", "rect", "text", "tspan"}
        assert "<b>" not in page

    def test_a_terminal_is_not_steered(self, hostile):
        page = hostile.ok("next")
        assert SHOWN in page
        assert "\x1b" not in page

    def test_a_page_of_markdown_keeps_its_tables(self, hostile):
        page = hostile.ok("next", "--format", "markdown")
        (row,) = [line for line in page.splitlines() if re.match(r"\|.*\| 3-4 \|", line)]
        assert len(re.split(r"(?<!\\)\|", row)) == 5
        assert [line for line in page.splitlines() if line.startswith("```")] == ["```mermaid", "```"]

    def test_json_says_what_was_written(self, hostile):
        names = {stage["id"]: stage["name"] for stage in hostile.json("next")["stages"]}
        assert names["dead-drop"] == SHOWN.replace("␛", "\x1b").replace("<U+202E>", "\u202e")

    def test_it_is_walked_under_its_name(self, hostile):
        set_up(hostile, die=3)
        assert flat(SHOWN) in flat(hostile.ok("next"))
        assert graph(hostile.ok("next", "--format", "markdown"))[0][1] == (SHOWN, False, "here")

    @pytest.mark.parametrize(
        "name",
        [
            "The Dead Drop Behind the Old Customs House",
            "WWW MMM WWW MMM WWW MMM",
            "Donaudampfschifffahrtsgesellschaftskapitän",
        ],
    )
    def test_a_long_name_stays_in_its_box(self, march, name):
        """Whole, in one line or two, by at least six units to a letter; the boxes stay apart."""
        house(march, "dead-drop", ("name: Dead Drop", f"name: {name}"))
        svg = picture(march.ok("next", "--format", "html"))
        assert name in ["".join(text.itertext()) for text in svg.iter("text")]
        boxes = boxes_of(svg)
        for group, (x, y, wide, high) in zip(svg.iter("g"), boxes, strict=True):
            (text,) = group.iter("text")
            for line in list(text) or [text]:
                assert 6 * len(line.text or "") <= wide
                assert int(line.attrib["x"]) == x + wide // 2
                assert y + 13 <= int(line.attrib["y"]) <= y + high - 4
        assert all(x + wide <= int(svg.attrib["viewBox"].split()[2]) for x, _, wide, _ in boxes)
        for one, other in combinations(boxes, 2):
            assert one[1] != other[1] or abs(one[0] - other[0]) > one[2]
