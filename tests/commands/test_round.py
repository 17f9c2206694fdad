"""`campaign round`: a battle scored as it is played, put away, taken up again and finished; and the tables that are
rolled on meanwhile. Driven through the command line for both sizes of all five missions.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from campaign.campaign import Campaign
from campaign.ledger.battle import Battle
from tests.commands.dealing import lines
from tests.commands.test_draft import EVERY, FACTS
from tests.commands.tinmen import Camp, flat

PLAIN = "all: destroyed 0"
NEVER: dict[str, str] = {
    "hold-position": "own-markers 0, enemy-markers 0",
    "frontlines": "held-markers 0, taken-markers 0",
    "gather-the-resources": "enemy-markers 0, gathered 0",
    "divide-and-conquer": "quarters 0, marker-five 0",
    "supply-drop": "drops 0",
}
"""What a mission asks of each side besides the supply destroyed, answered with nothing."""


@pytest.fixture
def stars(tmp_path) -> Camp:
    camp = Camp(tmp_path / "camp")
    made = Camp(tmp_path)("new", camp.root, "--system", "starcraft", "--team", "Anna", "--team", "Ben")
    assert made.code == 0, made.err
    return camp


def begun(camp: Camp, mission: str = "frontlines", minerals: int = 1000) -> None:
    camp.ok(
        "setup", "--team", "anna", "--team", "ben", "--mission", mission, "--minerals", minerals, "--seed", 3
    )


def stands(camp: Camp) -> Battle:
    return Campaign.open(camp.root).state.battles[-1]


def numbers(fact: str) -> tuple[int, int, int, int]:
    start, more, rounds, lead = map(int, re.findall(r"\d+", fact))
    return start, more, rounds, lead


def asked(mission: str, minerals: int, number: int) -> list[str]:
    """Everything that a round asks, answered with nothing."""
    nothing = NEVER[mission]
    if (mission, minerals) == ("supply-drop", 1000):
        nothing = "small-drops 0"
    from_first = mission == "divide-and-conquer" or (mission, minerals) == ("supply-drop", 2000)
    texts = [PLAIN] if number == 1 and not from_first else [PLAIN, f"all: {nothing}"]
    return [word for text in texts for word in ("--score", text)]


@pytest.mark.parametrize(("minerals", "mission"), EVERY)
def test_every_mission_is_played_to_its_last_round(stars, minerals, mission):
    """PF-S3, PF-S4: the supply of each next round, no limit in the last, an equal end is a draw."""
    start, more, rounds, lead = numbers(FACTS[mission][minerals == 1000])
    begun(stars, mission, minerals)
    for number in range(1, rounds + 1):
        view = stars.json("round", *asked(mission, minerals, number))
        assert (view["round"], view["rounds"], view["lead"], view["won"]) == (number, rounds, lead, "")
        if number < rounds:
            pool = start + more * number if number + 1 < rounds else None
            assert (view["supply"], view["pool"]) == (True, pool)
        else:
            assert (view["supply"], view["pool"]) == (False, None)
    assert stars.refused("round").startswith(f"All {rounds} rounds have been scored.")
    ended = stars.json("result", "--score", "all: wiped-out no", "--no-input")
    assert [side["outcome"] for side in ended["result"]["battle"]["sides"]] == ["drew", "drew"]


@pytest.mark.parametrize(("minerals", "mission"), EVERY)
def test_the_lead_wins_at_once(stars, minerals, mission):
    """PF-S4: ahead by the lead, not by one less; nothing is scored after it, and the result asks only the rest."""
    lead = numbers(FACTS[mission][minerals == 1000])[3]
    begun(stars, mission, minerals)
    nothing = asked(mission, minerals, 1)
    view = stars.json("round", *nothing, "--score", f"anna: destroyed {lead - 1}")
    assert (view["won"], view["sides"][0]["total"]) == ("", lead - 1)
    view = stars.json("round", "--round", 1, *nothing, "--score", f"anna: destroyed {lead}")
    assert (view["won"], view["again"]) == ("Anna", True)
    assert stars.refused("round", *asked(mission, minerals, 2)).startswith("Anna won outright in round 1.")
    ended = stars.json("result", "--score", "all: wiped-out no", "--no-input")
    sides = {side["name"]: (side["outcome"], side["points"]) for side in ended["result"]["battle"]["sides"]}
    assert sides == {"Anna": ("won", lead), "Ben": ("lost", 0)}
    places = [(row["place"], row["team"]) for row in stars.json("standings")["teams"]]
    assert places == [(1, "Anna"), (2, "Ben")]


def test_put_away_and_taken_up_again(stars):
    """Each round is a step of the ledger; a round that is scored again keeps what was there."""
    begun(stars)
    stars.ok("round", "--score", "anna: destroyed 2", "--score", "ben: destroyed 1")
    stars.ok("round", "--round", 1, "--score", "anna: destroyed 3", "--score", "ben: destroyed 1")
    steps = [step.kind for step in stands(stars).filed.entry.steps]
    assert steps == ["setup", "round", "round"]
    assert [step.answers["Anna"]["destroyed"] for step in stands(stars).rounds] == [3]
    answers = lines("2", "0", "1", "1", "1", "0")  # held, taken, destroyed of Anna; then of Ben
    done = stars("round", input=answers)
    assert done.code == 0, done.err
    assert "Round 2 of 5" in done.out
    assert stands(stars).status == "open"
    ended = stars.json("result", "--score", "all: wiped-out no", "--no-input")
    by_term = {(line["by"], line["term"]): line["numbers"] for line in ended["result"]["lines"]}
    assert by_term["Anna", "destroyed"] == [3, 1]
    assert by_term["Ben", "held-markers"] == [1]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--score", "anna: destroyed -1", "--score", "ben: destroyed 0"), "can’t be -1: write 0 or more."),
        (("--score", "anna: held-markers 1"), "Some of these are not scored in round 1."),
        (("--score", "anna: flags 1"), "nothing here is scored as “flags”."),
        (("--score", "carl: destroyed 1"), "There is no side “carl” in this battle."),
        (("--round", "3", "--score", PLAIN), "Round 1 has not been scored yet. Score the rounds in order."),
        (("--round", "0", "--score", PLAIN), "There is no round 0; the battle has 5."),
        (("--round", "6", "--score", PLAIN), "There is no round 6; the battle has 5."),
    ],
)
def test_what_can_not_be_is_refused(stars, words, says):
    """With the reason, and nothing is written."""
    begun(stars)
    before = stars.tree()
    assert says in stars.refused("round", *words)
    assert stars.tree() == before


def test_what_the_terms_can_not_give(stars):
    """A shared bound counts both sides; a term without a bound takes any number."""
    begun(stars)
    stars.ok("round", "--score", "anna: destroyed 7", "--score", "ben: destroyed 7")
    score = ("--score", "all: destroyed 0, taken-markers 0", "--score")
    said = stars.refused("round", *score, "anna: held-markers 2", "--score", "ben: held-markers 2")
    assert "“markers controlled” can be at most 3 for all sides together; got 4." in said
    said = stars.refused("round", *score, "anna: held-markers 4", "--score", "ben: held-markers 0")
    assert "Anna: “markers controlled” can be at most 3; got 4." in said


def test_all_that_is_missing_is_said_at_once(stars):
    begun(stars)
    assert stars.refused("round", "--no-input", code=2) == (
        "Anna: no answer for “enemy supply destroyed”. Use --score “Anna: destroyed "
        "N”.\nBen: no answer for “enemy supply destroyed”. Use --score “Ben: destroyed "
        "N”.\n"
    )


def test_a_battle_that_scores_at_its_end_alone(kz_battle):
    assert kz_battle.refused("round").startswith("Battle 1 is not scored round by round.")


@pytest.fixture
def kz_battle(tmp_path) -> Camp:
    camp = Camp(tmp_path / "camp")
    Camp(tmp_path).ok("new", camp.root, "--system", "killteam", "--team", "Anna", "--team", "Ben")
    camp.ok("setup", "--team", "anna", "--team", "ben", "--mission", "covert-war", "--seed", 1)
    return camp


def test_corrected_with_the_names(stars):
    begun(stars)
    stars.ok("round", "--score", "anna: destroyed 2", "--score", "ben: destroyed 1")
    stars.ok("team", "join", "Cora")
    stars.ok("amend", 1, "--rename", "Anna=Cora", "--reason", "a slip", "--yes")
    assert stands(stars).rounds[0].answers == {"Cora": {"destroyed": 2}, "Ben": {"destroyed": 1}}


def test_rolled_again_nothing_is_lost_of_a_mission_that_has_changed(stars):
    """Terms that the corrected battle has no more count nothing; the ledger keeps what was said of them."""
    begun(stars)
    stars.ok("round", "--score", "anna: destroyed 2", "--score", "ben: destroyed 1")
    score = ("--score", "all: destroyed 0, taken-markers 1, held-markers 0")
    stars.ok("round", *score)
    stars.ok("amend", 1, "--mission", "hold-position", "--reason", "wrong card", "--yes")
    ended = stars.json("result", "--score", "all: wiped-out no, own-markers 0, enemy-markers 0", "--no-input")
    assert {line["term"] for line in ended["result"]["lines"]} == {
        "own-markers", "enemy-markers", "destroyed", "wiped-out",
    }  # fmt: skip
    assert {side["name"]: side["points"] for side in ended["result"]["battle"]["sides"]} == {
        "Anna": 2,
        "Ben": 1,
    }


def test_play_scores_round_by_round(stars):
    begun(stars)
    done = stars("play", input=lines("y", "2", "1", "n", "n"))
    assert done.code == 0, done.err
    assert "Round 1 of 5" in done.out
    assert [step.round for step in stands(stars).rounds] == [1]
    done = stars("play", input=lines("n", "n"))
    assert "Score round 2 now?" in done.err


@pytest.mark.parametrize("shape", ["terminal", "markdown", "html"])
def test_in_every_format(stars, shape):
    begun(stars)
    page = stars.ok("round", "--score", PLAIN, "--format", shape)
    assert "Round 1 of 5" in flat(page)


# --- tables for the time of play ---


@pytest.mark.parametrize(
    ("minerals", "table", "markers"),
    [(2000, "drops", {1, 2, 3, 4}), (1000, "small-drops", {1, 2, 5})],
)
def test_each_drop_comes_once(stars, minerals, table, markers):
    """PF-S4: what was active before is rolled again; all are kept in the battle."""
    begun(stars, "supply-drop", minerals)
    came: list[Any] = [stars.json("roll", table)["says"] for _ in markers]
    assert sorted(came) == sorted([f"Marker {marker} becomes active."] for marker in markers)
    assert "has already been rolled" in stars.refused("roll", table)
    assert [step.kind for step in stands(stars).filed.entry.steps] == ["setup"] + ["roll"] * len(markers)


def test_typed_dice_roll_again_too(stars):
    begun(stars, "supply-drop", 2000)
    assert stars.json("roll", "drops", "--dice", "3")["says"] == ["Marker 3 becomes active."]
    view = stars.json("roll", "drops", "--dice", "3,3,1")
    assert (view["says"], [roll["total"] for roll in view["rolls"]]) == (
        ["Marker 1 becomes active."],
        [3, 3, 1],
    )
    before = stars.tree()
    stars.refused("roll", "drops", "--dice", "3")
    stars.refused("roll", "drops", "--dice", "2,4")
    assert stars.tree() == before


def test_only_where_the_mission_has_it(stars):
    begun(stars, "supply-drop", 2000)
    assert "drops" in stars.ok("roll")
    assert "small-drops" not in stars.ok("roll")
    assert stars.refused("roll", "small-drops").startswith("There is no test “small-drops”.")
    assert stars("roll", "drops", "--side", "anna").code == 2
    begun(stars, "frontlines")
    assert stars.refused("roll", "drops", "--battle", 2).startswith("There is no test “drops”.")


def test_a_game_that_counts_in_turns_says_so(tmp_path):
    camp = Camp(tmp_path / "camp")
    Camp(tmp_path).ok("new", camp.root, "--system", "killzone", "--team", "Anna", "--team", "Ben")
    camp.ok("setup", "--team", "anna", "--team", "ben", "--mission", "two-patrols", "--seed", 1)
    camp.ok("round", "--no-input")
    page = flat(camp.ok("round", "--score", "all: moved-out 1"))
    assert "Turn 2 of 7" in page
    assert "This turn" in page


# --- what adds up over rounds, and what counts no more ---


def drops(camp: Camp, *points: str) -> list[str]:
    return [word for each in ("all: destroyed 0", *points) for word in ("--score", each)]


def test_more_drops_than_can_have_come(stars):
    """PF-S4: by round 2 of a Skirmish one marker, worth 2, was active; both sides share what there is."""
    begun(stars, "supply-drop", 1000)
    stars.ok("round", *drops(stars))
    said = stars.refused("round", *drops(stars, "anna: small-drops 3", "ben: small-drops 0"))
    assert "“drops taken” can be at most 2 in the rounds up to 2; got 3." in said
    stars.ok("round", *drops(stars, "anna: small-drops 2", "ben: small-drops 0"))
    said = stars.refused("round", *drops(stars, "anna: small-drops 0", "ben: small-drops 4"))
    assert "“drops taken” can be at most 5 in the rounds up to 3; got 6." in said
    said = stars.refused("result", "--score", "all: destroyed 0, wiped-out no, small-drops 2+3+4")
    assert "at most 2 in the rounds up to 2; got 4." in said


def test_rounds_after_one_that_won_count_no_more(stars):
    """Scored again, the first round wins at once: what was scored after it stays in the ledger alone."""
    begun(stars)
    stars.ok("round", "--score", PLAIN)
    stars.ok("round", *asked("frontlines", 1000, 2), "--score", "ben: destroyed 5")
    view = stars.json("round", "--round", 1, "--score", "anna: destroyed 3", "--score", "ben: destroyed 0")
    assert [(side["total"], side["now"]) for side in view["sides"]] == [(3, 3), (0, 5)]
    page = flat(
        stars.ok("round", "--round", 1, "--score", "anna: destroyed 8", "--score", "ben: destroyed 0")
    )
    assert "Anna is ahead by at least 8 points and wins at once." in page
    assert "Points scored after round 1 no longer count." in page
    assert "Ahead by at least 8 points after round 1: won at once." in flat(
        stars.ok("result", "--score", "all: wiped-out no", "--yes")
    )
    assert stands(stars).points() == {"Anna": 8, "Ben": 0}
    assert [step.round for step in stands(stars).rounds] == [1, 2]


def test_the_ledger_tells_how_an_open_battle_stands(stars):
    begun(stars)
    stars.ok("round", "--score", "anna: destroyed 2", "--score", "ben: destroyed 1")
    page = flat(stars.ok("ledger"))
    assert "not recorded yet, 1 of 5 rounds scored" in page
    assert "Anna (Red) 2" in page or "Anna (Blue) 2" in page


def test_that_rounds_are_missing_is_said(stars):
    begun(stars)
    stars.ok("round", "--score", PLAIN)
    done = stars("result", "--score", "all: wiped-out no", "--no-input")
    assert (done.code, done.err) == (0, "Rounds scored: 1 of 5. The others count as 0.\n")


def test_what_another_place_scores_is_told(stars):
    begun(stars)
    said = stars.refused(
        "round", "--score", "anna: destroyed 1, wiped-out yes", "--score", "ben: destroyed 1"
    )
    assert said == (
        "Some of these are not scored in round 1. Score them in their own rounds; "
        "“campaign result” takes what counts once.\n"
    )


def test_of_several_open_battles_one_has_to_be_named(stars):
    begun(stars, "supply-drop", 2000)
    begun(stars, "supply-drop", 2000)
    assert "drops" not in stars.refused("roll", "drops").split(".")[0]
    assert stars.json("roll", "drops", "--battle", 2)["says"]
