"""A made-up game walks a road, deals cards and has rules for its teams, by content alone.

The tin men get a road (ford, then hill or wall), one deck that lasts and is dealt to each side, crews with iron and
coal, and booty that is worth half of what a model cost. Not a line of Python is theirs.
"""

from __future__ import annotations

from itertools import repeat

import pytest

from tests.commands.dealing import chance
from tests.commands.tinmen import PACK, SYSTEM, Camp, flat, started
from tests.trees import write_tree

STEPS = """\
      - {id: crews, do: teams, name: Crews}
      - {id: plot, do: draw, deck: plots, each: side, lasting: 1, chosen: plans, name: Plot}
      - {id: length, do: length, name: Length}
"""
TERMS = """\
    terms:
      - {id: booty, name: booty, ask: "What did {side} take?", by: team, worth: points // 2, told: half its points}
    missed:
"""
OWN = (
    SYSTEM.replace("      - {id: length, do: length, name: Length}\n", STEPS)
    .replace("    missed:\n", TERMS)
    .replace("- {id: plans, do: choice, choice: plans, setting: plans, name: Plans}", "")
)
ROAD = """
    name: The Tin Road
    dice: D2
    least: 2
    most: 3
    start: [{on: 1-2, to: the-ford}]
    stages:
      - id: the-ford
        next:
          first: [{on: 1, to: the-hill}, {on: 2, to: the-wall}]
          second: [{on: 1-2, to: the-hill}]
          third: [{on: 1-2, to: the-hill}]
          none: [{on: 1-2, to: the-wall}]
      - id: the-hill
        next:
          holder: [{on: 1-2, to: the-wall}]
          raider: [{on: 1-2, to: the-wall}]
          none: [{on: 1-2, to: the-wall}]
      - {id: the-wall}
    """
CREWS = """
    stats:
      - {id: grit, name: Grit, needed: 1}
      - {id: coal, name: Coal}
    traits:
      - {id: engine, name: engine}
      - {id: long, name: long, of: weapon}
    kinds:
      - {id: stoker, name: stoker, when: coal > 0 and not engine}
    themes:
      - {id: all-steam, name: All Steam, text: Engines without end., cost: 3}
    second_from: 2
    upgrades:
      - {id: whistle, name: Whistle, class: brass, text: It shrills., cost: [1, 4], by: grit, only: not engine}
    leader:
      - {when: 1, stat: grit}
    breaking: {at: ceil(models / 2), test: nerve, asks: fear, by: grit, failed: It runs., passed: It stands.}
    limits:
      - {id: cost, value: total, most: 30, says: "It costs {found}.", legal: "At most {most}."}
      - {id: engines, counts: engine, when: not all_steam, most: 1, says: "{found} engines.", legal: One.}
      - {id: fed, of: weapons, counts: long and stoker, most: 0, says: "“{model}” shoots.", legal: Let it shovel.}
    """
PLOTS = """
    kind: deck
    name: Plots
    jokers: 1
    scores: true
    rows:
      - id: gold-rush
        name: GOLD RUSH
        text: Take a lot.
        write: {ask: "Where does {side} dig?"}
        terms: [{id: rush, name: the rush, ask: "Did {side} strike gold?", each: 4, most: 1}]
      - id: saboteur
        name: SABOTEUR
        text: Break a lot.
        terms: [{id: broken, name: broken, ask: "What did {side} break?", each: 2, most: 3, to: enemy}]
    """
FILES: dict[str, str | bytes] = {
    **PACK,
    "pack/missions/tin-men/system.yaml": OWN,
    "pack/missions/tin-men/road.yaml": ROAD,
    "pack/missions/tin-men/teams.yaml": CREWS,
    "pack/cards/tin-men/plots.yaml": PLOTS,
}
RED = """
    format: 1
    team: Red Talons
    models:
      - {name: Boss, points: 9, leader: true, stats: {grit: 9}, upgrades: [whistle]}
      - {name: Shoveller, count: 3, points: 10 - 2 * 4, stats: {grit: 5, coal: 2}}
    """
VAS = """
    format: 1
    team: Vas Kar
    models:
      - {name: Boiler, points: 10, traits: [engine], stats: {grit: 6}}
      - {name: Tinker, count: 2, points: 3, leader: true, stats: {grit: 4}}
    """


@pytest.fixture
def camp(tmp_path) -> Camp:
    write_tree(tmp_path, FILES)
    camp = started(tmp_path)
    write_tree(camp.root, {"rosters/red-talons.yaml": RED, "rosters/vas-kar.yaml": VAS})
    return camp


def road(camp: Camp, *more: object) -> str:
    """Sets up the next battle of the road and returns its mission."""
    view = camp.json("setup", "--team", "red", "--team", "vas", "--seed", 1, *more)
    return str(view["mission_id"])


class TestTheRoad:
    def test_from_the_first_battle_to_the_last(self, camp):
        assert road(camp) == "the-ford"
        assert "Battle 1, the last one on the road, has no result yet." in camp.refused(
            "setup", "--team", "red", "--team", "vas"
        )
        camp.ok("result", "--score", "red: flags 3", "--score", "vas: flags 1", "--yes")
        ends = camp.json("next")["ends"]
        assert [end["outcome"] for end in ends if end["come"]] == ["first"]
        assert road(camp, "--die", "road=1") == "the-hill"
        camp.ok("result", "--outcome", "red=drew", "--outcome", "vas=drew", "--yes")
        assert road(camp) == "the-wall"
        camp.ok("result", "--score", "red: standing 1+1", "--score", "vas: standing 0+0", "--yes")
        assert "The road ended with “The wall”." in camp.refused("setup", "--team", "red", "--team", "vas")
        assert [one["outcome"] for one in camp.json("next")["walked"]] == ["first", "none", "first"]
        assert camp.ok("check") == f"No problems found in {camp.root}.\n"

    def test_a_pair_has_a_road_of_its_own(self, camp):
        with (camp.root / "campaign.yaml").open("ab") as file:
            file.write(b"road: {of: pair}\n")
        road(camp)
        camp.ok("result", "--outcome", "red=won", "--yes")
        other = camp.json("setup", "--team", "red", "--team", "iron", "--seed", 2)
        assert other["mission_id"] == "the-ford"
        assert "Each pair of players has its own road." in camp.refused("next")
        assert camp.json("next", "--team", "vas", "--team", "red")["battle"] == 1


class TestTheCrews:
    def test_a_roster_is_held_against_the_limits(self, camp):
        assert camp.ok("team", "check", "red", "vas") == (
            "Red Talons follows all team rules.\nVas Kar follows all team rules.\n"
        )
        shown = camp.json("team", "show", "red")
        assert (shown["total"], shown["count"], shown["tests_at"], shown["value"]) == (19, 4, 2, 9)
        write_tree(
            camp.root,
            {"rosters/iron-vow.yaml": VAS.replace("Vas Kar", "Iron Vow").replace("count: 2", "count: 8")},
        )
        assert "It costs 34. At most 30. [cost]" in camp.refused("team", "check", "iron")

    def test_who_breaks(self, camp):
        done = camp.json("team", "break", "red", "--out", "2x Shov", "--dice", "4,4")
        assert (done["by"], done["needed"], done["passed"], done["follows"]) == ("Boss", 9, False, "It runs.")
        done = camp.json("team", "break", "red", "--out", "Boss", "--out", "Shov", "--dice", "4,4")
        assert (done["by"], done["leads"], done["needed"], done["passed"]) == ("Shoveller", False, 5, True)

    def test_booty_is_looked_up_in_the_rosters(self, camp):
        road(camp)
        camp.ok(
            "result",
            "--score",
            "red: flags 0, booty Boiler + Tinker",
            "--score",
            "vas: flags 0, booty 7",
            "--yes",
        )
        battle = camp.json("ledger")["battles"][0]
        assert [side["points"] for side in battle["sides"]] == [5 + 1, 3]


class TestTheDeck:
    def test_dealt_to_each_side_and_shown_by_the_result(self, camp, monkeypatch):
        road(camp)
        chance(monkeypatch, repeat(0.0))
        camp.ok("draw", input="\nhere\nSABOTEUR\n" * 12)
        assert len(list(camp.root.glob("secrets/*/plot-*.yaml"))) >= 2
        done = camp("result", "--score", "red: flags 1", "--score", "vas: flags 0", "--yes")
        assert done.code == 0, done.err
        reveal = camp.entry("red-talons-vas-kar").read_text(encoding="utf-8")
        assert ("id: gold-rush" in reveal) or ("id: saboteur" in reveal)

    def test_a_deck_that_lasts_waits_for_its_cards(self, camp):
        road(camp)
        camp.ok("draw", "--sheets")
        second = camp.json("setup", "--team", "red", "--team", "iron", "--mission", "the-wall", "--seed", 3)
        said = camp.refused("draw", second["battle"][-6:], "--sheets")
        assert (
            "“Plots” is not reshuffled between battles, and battle 1 still has a sealed card from it." in said
        )

    def test_chosen_where_the_group_wants_it(self, camp):
        with (camp.root / "campaign.yaml").open("ab") as file:
            file.write(b"settings: {plans: true}\n")
        road(camp)
        drawn = camp.json("draw", input="\n1\nunder the bridge\n\n\n1\n\n")
        assert [(one["name"], one["mark"]) for one in drawn["sealed"]] == [
            ("Red Talons", "chosen"),
            ("Vas Kar", "chosen"),
        ]
        camp.ok("reveal", "--secret", "red")
        said = flat(camp.ok("briefing", "1"))
        assert "Plots: GOLD RUSH (Red Talons)" in said
        assert "under the bridge" in said
        assert "SABOTEUR" not in said
        camp.ok("result", "--score", "red: flags 0, rush yes", "--score", "vas: flags 0, broken 3", "--yes")
        battle = camp.json("ledger")["battles"][0]
        assert [side["points"] for side in battle["sides"]] == [4 + 6, 0]


def test_a_bound_over_a_term_that_is_off_counts_it_as_nothing(camp):
    """What takes no part where its `when` is 0 bounds nothing; the battle can be made and recorded."""
    system = camp.root.parent / "pack" / "missions" / "tin-men" / "system.yaml"
    more = """
  - {id: flares, name: flares, ask: "How many?", when: sides > 2}
  - {id: shells, name: shells, ask: "How many?", most: 3 - flares}
missed:"""
    system.write_text(system.read_text(encoding="utf-8").replace("\nmissed:", more, 1), encoding="utf-8")
    camp.ok("check")
    road(camp)
    said = camp.refused("result", "--score", "red: shells 4", "--yes")
    assert said.startswith("Red Talons: “shells” can be at most 3; got 4.")
