"""`campaign next` and the road that `campaign setup` walks, in a campaign of Killzone: KZ-B2."""

from __future__ import annotations

import re

import pytest

from tests.commands.marching import (
    ONE,
    OTHERS,
    SHAPES,
    TWO,
    WHY,
    end,
    of,
    set_up,
    walked,
    way,
)
from tests.commands.tinmen import DAY, flat

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
            "The road ended with “False Colours”. Choose a mission with --mission.\n"
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
            assert flat("Battle 1, Two Patrols, is no longer on the road") in page
            assert flat("choose the next one with “campaign setup --mission”") in page
            assert flat("False Colours") in page
        assert march.refused("setup", *ONE).startswith("“two-patrols” is not on the road.")
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

    def test_each_line_of_the_table_says_when(self, march):
        set_up(march, die=5)
        page = march.ok("next", "--format", "html")
        assert re.search(r'<th scope="row"><span class="quiet">won by ', page)
        assert "<td></td>" not in page

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
            "This system has no road. Missions are rolled, or chosen with --mission.\n"
        )


# --- the die ---


class TestTheDie:
    def test_it_is_rolled_once(self, march):
        """Request 21: a part of its own that no re-roll takes, while others are rolled again beside it."""
        briefing = set_up(march, die=5)
        assert march.refused("setup", "--reroll", "road") == (
            "The die for the road can’t be rerolled. Agree on a mission with “campaign "
            "amend --mission”, or void the battle.\n"
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
                "“road” has already been rolled, and can’t change: 6. Leave it out.\n"
            )
        assert set_up(march, die=6)["mission_id"] == "watch-fires"

    def test_of_typed_dice_it_takes_none(self, march):
        """The list begins with the roll-off then; a die for the road is one too many."""
        set_up(march, die=6)
        march.ok("void", 1, *WHY)
        assert "Left over: 2" in march.refused("setup", *ONE, "--dice", "6,1,2")
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
            "Battle 1, the last one on the road, has no result yet. Record it with "
            "“campaign result”, or choose a mission with --mission.\n"
        )
        set_up(march, "--mission", "dead-drop", sides=OTHERS)
        assert march.refused("setup", *OTHERS).startswith("Battle 1, the last one on the road,")
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
            '” is for sides with this many teams: 2. Name each side as --side "Player: Team + Team", or '
            "choose another mission with --mission.\n"
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
        assert march.refused("setup", "--team", "vas", "--team", "red").startswith(
            "Battle 1, the last one on"
        )
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
            "Each pair of players has its own road. Name both sides with --team or --side.\n"
        )

    def test_nobody_s(self, march):
        """The mission is rolled on the table; a named one is not said to be agreed upon."""
        of(march, "none")
        assert march.refused("next") == (
            "This campaign doesn’t use a road. Missions are rolled, or chosen with --mission.\n"
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
            "Everyone shares one road in this campaign. Leave out --team and --side.\n"
        )
        done = run("next", "--system", "killzone", *words)
        assert (done.code, done.out) == (2, "")
        assert f"Leave out: {words[0]}" in flat(done.err)

    def test_a_side_is_no_pair_with_itself(self, march):
        of(march, "pair")
        for words in (("--team", "red", "--team", "red"), ("--team", "red", "--side", "Anna: iron + red")):
            assert march.refused("next", *words) == (
                "“Red Talons” is on both sides. Name two sides with different teams.\n"
            )
