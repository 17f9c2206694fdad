"""The 18 missions of Killzone as content: their boards, zones, texts, terms and results (KZ-B2)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import Any

import pytest

from campaign.content.library import library_without
from campaign.content.made_battle import MadeBattle, SetupRequest, settings_of
from campaign.content.mission import Mission
from campaign.content.procedure import make
from campaign.ledger.entries import Side
from campaign.mechanisms.board import Layout, beyond_board, holds, zone_area
from campaign.mechanisms.dice import DiceLog, SeededDice
from campaign.mechanisms.score import doubts, sheet, totals
from campaign.mechanisms.table import row_at
from campaign.mechanisms.terms import Term, earned, settled
from tests.command import Result
from tests.commands.tinmen import flat
from tests.missions import (
    forces_of,
    gap,
    most_answers,
    scored,
    sentences,
    shape,
    squares,
    texts,
    words,
    zones_of,
)

LIBRARY = library_without("killzone")
SYSTEM = LIBRARY.system()
MISSIONS: dict[str, Mission] = {name: LIBRARY.mission(name) for name in LIBRARY.mission_ids()}
TEAMS = {1: ("Ash", "Birch"), 2: ("Ann: Ash + Alder", "Bo: Birch + Beech")}
"""What a player types for sides of one team, and of two."""
MADE_FOR = [(name, teams) for name, mission in MISSIONS.items() for teams in mission.teams_a_side]


def layout_of(name: str) -> Layout:
    (layout,) = MISSIONS[name].layouts
    return layout


def board_of(name: str) -> tuple[int, int]:
    board = layout_of(name).board or SYSTEM.boards["2"]
    return board.width, board.height


def made_of(name: str, teams: int | None = None, seed: int = 1) -> MadeBattle:
    count = max(MISSIONS[name].teams_a_side) if teams is None else teams
    sides = tuple(
        Side(name=side, teams=tuple(f"{side} {number}" for number in range(count)) if count > 1 else (side,))
        for side in ("Ash", "Birch")
    )
    wishes = SetupRequest(sides=sides, mission=name, settings=settings_of(SYSTEM, {}))
    return make(LIBRARY, wishes, DiceLog(SeededDice(seed)))


def objectives(made: MadeBattle) -> list[Term]:
    """What scores besides killed models."""
    return [term for term in made.terms if term.worth is None]


# --- all of them together ---


def test_there_are_eighteen_and_each_is_as_likely():
    """KZ-B2: every D66 by hand."""
    table = LIBRARY.table("missions-2")
    counted = Counter(
        row_at(table, 10 * tens + units).mission for tens, units in product(range(1, 7), repeat=2)
    )
    assert len(MISSIONS) == 18
    assert {name: Fraction(count, 36) for name, count in counted.items()} == dict.fromkeys(
        MISSIONS, Fraction(1, 18)
    )
    assert all(row.mission and row.name == MISSIONS[row.mission].name for row in table.rows)


def test_no_two_share_both_their_terms_and_the_shape_of_their_zones():
    alike = [
        (one, other)
        for one, other in combinations(MISSIONS, 2)
        if scored(MISSIONS[one]) == scored(MISSIONS[other])
        and shape(layout_of(one)) == shape(layout_of(other))
    ]
    assert alike == []


def test_between_them_they_are_won_in_every_way():
    ways = {"holding", "fetching", "leaving", "killing", "outlasting", "denying"}
    assert {way for mission in MISSIONS.values() for way in mission.won_by} == ways


def test_who_brings_how_many_teams():
    """KZ-B1: three need two on each side, and no mission needs one."""
    needing_two = {name for name, mission in MISSIONS.items() if 1 not in mission.teams_a_side}
    assert needing_two == {"wet-boots", "cut-off", "last-gate"}
    assert all(2 in mission.teams_a_side for mission in MISSIONS.values())
    lines = {
        teams: {mission.teams for mission in MISSIONS.values() if mission.teams_a_side == teams}
        for teams in ((1, 2), (2,))
    }
    assert lines == {
        (1, 2): {("Each side brings one or two teams.",)},
        (2,): {("Each side brings two teams.",)},
    }


def test_one_allows_deep_strike():
    """KZ-G4: no other mission so much as speaks of it."""
    speaking = {
        name for name, mission in MISSIONS.items() if "deep strike" in " ".join(texts(mission)).casefold()
    }
    naming = {name for name, mission in MISSIONS.items() if "KZ-G4" in mission.rules}
    assert speaking == naming == {"falling-star"}
    allowing = [special for special in MISSIONS["falling-star"].special if "may deep strike" in special.text]
    assert [special.rules for special in allowing] == [("KZ-G4", "KZ-E1")]


def test_one_ends_without_a_break_test():
    """KZ-E1: its own clock instead, and it says so."""
    skipping = {name: mission.skips for name, mission in MISSIONS.items() if mission.skips}
    assert skipping == {"burning-archive": ("broken-teams", "team-flees", "any-team-flees")}
    steps = {name: {step.id for step in made_of(name).steps} for name in MISSIONS}
    assert {name for name, ids in steps.items() if "broken-teams" not in ids} == {"burning-archive"}


# --- kill values ---

BOUNTIES = {1: 0, 11: 1, 19: 2, 27: 3, 35: 4, 43: 5, 51: 6, 59: 7, 67: 8, 75: 9, 83: 10, 91: 11, 99: 12}
"""The least points of a model that pays so much in Paid by the Head."""


def kills_of(name: str) -> Term:
    return next(term for term in made_of(name).terms if term.id == "kills")


def test_one_changes_what_a_killed_model_is_worth():
    """KZ-V4: all others have the term of the system."""
    usual = settled(next(term for term in SYSTEM.terms if term.id == "kills"), {})
    other = {name for name in MISSIONS if kills_of(name) != usual}
    assert other == {
        name for name, mission in MISSIONS.items() if any(term.id == "kills" for term in mission.terms)
    }
    assert other == {"paid-by-the-head"}
    assert "KZ-V4" in MISSIONS["paid-by-the-head"].rules
    assert usual.by == kills_of("paid-by-the-head").by == "team"
    assert {
        name: [term.id for term in made_of(name).terms].count("kills") for name in MISSIONS
    } == dict.fromkeys(MISSIONS, 1)


@pytest.mark.parametrize("points", range(5, 101))
def test_its_worth_of_a_model(points):
    expected = next(worth for least, worth in reversed(BOUNTIES.items()) if least <= points)
    assert earned(kills_of("paid-by-the-head"), (points,)) == expected


def test_its_examples_are_right():
    """“16 points pay 1 MP, 26 pay 2, 40 pay 4 and 60 pay 7”, and 10 or fewer nothing."""
    text = next(
        special.text for special in MISSIONS["paid-by-the-head"].special if special.name == "The list"
    )
    told = {int(points): int(worth) for points, worth in re.findall(r"(\d+)(?: points)? pay (\d+)", text)}
    assert told == {16: 1, 26: 2, 40: 4, 60: 7}
    assert {points: earned(kills_of("paid-by-the-head"), (points,)) for points in told} == told


@pytest.fixture
def shown(run: Callable[..., Result]) -> str:
    """The briefing of Paid by the Head as one line."""
    sides = ("--team", "Ash", "--team", "Birch")
    done = run("setup", "--system", "killzone", *sides, "--mission", "paid-by-the-head", "--seed", 1)
    assert done.code == 0
    return flat(done.out)


def test_its_briefing_says_its_own_worth_alone(shown):
    assert "points divided by 10" not in shown


def test_its_briefing_says_it_in_words(shown):
    """Not as the formula that it is worked out by."""
    assert "ceil(" not in shown


# --- briefings ---


@pytest.mark.parametrize(("name", "teams"), MADE_FOR)
def test_it_makes_a_briefing(run, name, teams):
    """For each number of teams: names, terms, special rules and nothing left to fill in."""
    sides = [word for side in TEAMS[teams] for word in ("--side", side)]
    shown = run("setup", "--system", "killzone", *sides, "--mission", name, "--seed", 1)
    assert (shown.code, shown.err) == (0, "")
    assert shown.out.startswith(MISSIONS[name].name)
    assert [term.name for term in made_of(name).terms if term.name not in shown.out] == []
    assert [each.name for each in MISSIONS[name].special if f"{each.name}. " not in shown.out] == []
    assert "{" not in shown.out


@pytest.mark.parametrize("name", sorted(MISSIONS))
def test_it_is_refused_to_the_wrong_number_of_teams(run, name):
    missing = {1, 2} - set(MISSIONS[name].teams_a_side)
    for teams in missing:
        sides = [word for side in TEAMS[teams] for word in ("--side", side)]
        refused = run("setup", "--system", "killzone", *sides, "--mission", name, "--seed", 1)
        assert refused.err.startswith(f"“{MISSIONS[name].name}” is for sides with this many teams: 2.")
    assert missing in (set(), {1})


# --- boards ---


@pytest.mark.parametrize("name", sorted(MISSIONS))
class TestBoard:
    def test_zones_and_markers_are_on_it(self, name):
        width, height = board_of(name)
        layout = layout_of(name)
        board = layout.board or SYSTEM.boards["2"]
        assert [zone.id for zone in layout.zones if beyond_board(zone, board)] == []
        assert all(0 < x < width and 0 < y < height for x, y in (marker.at for marker in layout.markers))
        assert len({marker.at for marker in layout.markers}) == len(layout.markers)

    def test_the_zones_of_the_sides_are_apart(self, name):
        """By 8" at least, and there is room for two teams of twenty small models."""
        one, other = zones_of(layout_of(name))
        spots = [spot for spot in squares(*board_of(name)) if holds(one, *spot)]
        assert min(gap(other, *spot) for spot in spots) - 0.36 >= 8
        assert min(zone_area(one), zone_area(other)) >= 100

    def test_roles_stand_in_zones_and_terms(self, name):
        mission = MISSIONS[name]
        roles: list[str | None] = [role.id for role in mission.roles]
        zones = zones_of(layout_of(name))
        assert sorted(str(zone.role) for zone in zones) == sorted(map(str, roles or [None, None]))
        assert {term.role for term in mission.terms} <= {*roles, None}
        assert roles in ([], ["attacker", "defender"])
        deployment = layout_of(name).deployment
        assert (deployment.first_role is None) == (not roles)
        assert deployment.first_role in (None, *roles)

    def test_its_mode(self, name):
        mission = MISSIONS[name]
        assert mission.mode in SYSTEM.modes
        if mission.mode != "finale":
            assert mission.mode == ("operation" if mission.roles else "encounter")

    def test_it_lasts_five_to_eight_turns(self, name):
        assert 5 <= MISSIONS[name].length.rounds <= made_of(name).rounds <= 8


Turn = Callable[[float, float], tuple[float, float]]


def turns(width: float, height: float) -> Iterator[Turn]:
    """What can bring one side's half of the board upon the other's."""
    yield lambda x, y: (width - x, y)
    yield lambda x, y: (x, height - y)
    yield lambda x, y: (width - x, height - y)
    if width == height:
        yield lambda x, y: (y, width - x)
        yield lambda x, y: (y, x)
        yield lambda x, y: (width - y, width - x)


@pytest.mark.parametrize("name", [name for name, mission in MISSIONS.items() if not mission.roles])
def test_symmetrical_missions_give_both_sides_the_same(name):
    """Some mirror or turn swaps the two zones and puts areas and markers upon themselves."""
    layout = layout_of(name)
    one, other = zones_of(layout)
    areas = [zone for zone in layout.zones if zone.kind == "area"]
    markers = sorted(marker.at for marker in layout.markers)
    spots = [(x + 0.013, y + 0.007) for x, y in squares(*board_of(name))]  # none on the edge of a zone

    def fair(turn: Turn) -> bool:
        swapped = all(holds(one, *spot) == holds(other, *turn(*spot)) for spot in spots)
        kept = all(holds(area, *spot) == holds(area, *turn(*spot)) for area in areas for spot in spots)
        return swapped and kept and sorted(turn(*at) for at in markers) == markers

    assert any(fair(turn) for turn in turns(*board_of(name)))


# --- Burning Archive: its clock, and what can be done before it runs out ---

ROOF, PAIRS, CAN_BURN, FIRST_FIRES = 17, 2, 26, 2
"""Squares that bring the roof down, pairs of D6 a turn, squares outside the courts, squares alight at first."""


def roof_falls_by(turn: int, feeding: int) -> Fraction:
    """How likely it is where so many sides set fire to a square in every turn; each square is as likely."""
    burning, fallen = {FIRST_FIRES: Fraction(1)}, Fraction(0)
    for _ in range(2, turn + 1):
        for _ in range(PAIRS):
            spread: dict[int, Fraction] = {}
            for count, chance in burning.items():
                catches = Fraction(CAN_BURN - count, 36)
                spread[count + 1] = spread.get(count + 1, Fraction(0)) + chance * catches
                spread[count] = spread.get(count, Fraction(0)) + chance * (1 - catches)
            burning = spread
        burning = {count + feeding: chance for count, chance in burning.items()}
        fallen += sum(chance for count, chance in burning.items() if count >= ROOF)
        burning = {count: chance for count, chance in burning.items() if count < ROOF}
    return fallen


def test_the_fire_is_a_clock_that_leaves_time():
    """Fed by both sides, the roof falls by turn 5 in 3 of 100, by turn 6 in 60; fed by one, by turn 7 in 5."""
    assert f"{ROOF} or more" in " ".join(texts(MISSIONS["burning-archive"]))
    assert "roll a pair of D6 twice" in " ".join(texts(MISSIONS["burning-archive"]))
    assert [round(100 * roof_falls_by(turn, 2)) for turn in (4, 5, 6, 7)] == [0, 3, 60, 98]
    assert [round(100 * roof_falls_by(turn, 1)) for turn in (5, 6, 7)] == [0, 0, 5]
    assert roof_falls_by(7, 0) == 0


def test_every_ledger_can_be_saved_by_turn_5():
    """By a model that runs 12" in turn 1, walks 6" and picks it up, and carries it home at 6" a turn."""
    layout = layout_of("burning-archive")
    for marker in layout.markers:
        near = min(gap(zone, *marker.at) for zone in zones_of(layout))
        assert near <= 12 + 6, marker  # run, then walk
        assert near + 1 <= 3 * 6, marker  # and the base of 1" is wholly within the court


# --- texts ---


@pytest.mark.parametrize("name", sorted(MISSIONS))
def test_no_sentence_is_longer_than_45_words(name):
    assert [each for text in texts(MISSIONS[name]) for each in sentences(text) if words(each) > 45] == []


@pytest.mark.parametrize("name", sorted(MISSIONS))
class TestTexts:
    def test_premise_and_special_rules_are_short(self, name):
        mission = MISSIONS[name]
        assert 1 <= words(mission.premise) <= 80
        assert [each.name for each in mission.special if words(each.text) > 120] == []
        assert mission.origin == "original"

    def test_every_text_is_a_whole_sentence(self, name):
        for text in texts(MISSIONS[name]):
            assert text[0].isupper() or text[0].isdigit(), text
            assert text[-1] in ".?)", text

    def test_each_question_is_one_that_its_answer_fits(self, name):
        by_name = {term.id.replace("-", "_"): term for term in MISSIONS[name].terms}

        def yes_or_no(term: Term) -> bool:
            most = term.most.text if term.most else ""
            return (
                most == "1"
                or most.startswith(("1 - ", "min(1, "))
                or (most in by_name and yes_or_no(by_name[most]))
            )

        for term in MISSIONS[name].terms:
            assert term.ask.endswith("?")
            if term.worth is None:
                assert term.most is not None
                asked = re.match(r"(Is|Does|Did|Has|Had|Was|Were|Are)\b", term.ask) is not None
                assert asked == yes_or_no(term), term.ask
                assert asked or "ow many" in term.ask, term.ask

    def test_each_term_says_when_it_scores(self, name):
        """In the briefing, before the battle; a killed model says so by itself."""
        assert [term.id for term in MISSIONS[name].terms if not term.scores and term.worth is None] == []

    def test_the_whole_force_is_set_up_or_a_part_of_it(self, name):
        """Not both: where anybody is held back or left out, the first line does not speak of whole forces."""
        deployment = layout_of(name).deployment
        said = " ".join(deployment.notes)
        left_out = re.search(
            r"sets up (only|that team only|one of its teams)|its other one|except|isn't holding", said
        )
        assert (deployment.turn == "part") == (left_out is not None)

    def test_every_rule_that_it_names_is_in_the_reference(self, name):
        mission = MISSIONS[name]
        named = {*mission.rules, *(rule for special in mission.special for rule in special.rules)}
        assert named
        assert named - LIBRARY.rules().keys() == set()


def test_every_rule_that_the_system_names_is_in_the_reference():
    """Steps, settings, tests, tables, teams and the road."""
    teams, road = LIBRARY.team_rules(), LIBRARY.road()
    assert teams is not None
    assert road is not None
    assert teams.breaking is not None
    bearers: list[Any] = [
        *SYSTEM.procedure, *SYSTEM.settings, *LIBRARY.tests().values(), *teams.limits, *teams.upgrades,
        *teams.themes, teams.breaking, road, LIBRARY.table("missions-2"),
    ]  # fmt: skip
    named = {rule for bearer in bearers for rule in bearer.rules}
    assert {"KZ-T1", "KZ-T2", "KZ-E1", "KZ-V3", "KZ-V4", "KZ-B2"} <= named
    assert named - LIBRARY.rules().keys() == set()


# --- results ---

LEAST, MOST = 6, 30
"""Mission Points: between these lies the most that a side can get by objectives."""


@pytest.mark.parametrize("name", sorted(MISSIONS))
class TestResults:
    def test_every_term_can_be_answered(self, name):
        """KZ-V2: each as greatly as it can be, whoever takes first, and killed models beside them."""
        made = made_of(name)
        for order in permutations(made.names):
            answers = most_answers(made, order, objectives(made))
            for force in forces_of(made):
                for who in force.members:
                    answers[who]["kills"] = (12,) * 20
            assert doubts(made.terms, forces_of(made), answers, made.rounds) == []

    def test_each_term_can_score(self, name):
        """By itself, or where another bounds it, by what that leaves or gives."""
        made = made_of(name)
        for term in objectives(made):
            beside = [
                other
                for other in objectives(made)
                if term.most and other.id.replace("-", "_") in term.most.names
            ]
            counted = [most_answers(made, made.names, kinds) for kinds in ([term], [*beside, term])]
            assert any(any(given.get(term.id, ())) for answers in counted for given in answers.values()), (
                term.id
            )

    def test_the_greatest_total_of_a_side(self, name):
        """Objectives decide, and killing matters: a team of 250 points is worth about 25."""
        made = made_of(name)
        for side in made.names:
            best = max(
                totals(
                    sheet(made.terms, forces_of(made), most_answers(made, order, objectives(made))),
                    made.names,
                )[side]
                for order in permutations(made.names)
            )
            assert LEAST <= best <= MOST, (side, best)

    def test_nobody_scores(self, name):
        """KZ-V1: level on points, nobody has won."""
        made = made_of(name)
        assert totals(sheet(made.terms, forces_of(made), {}), made.names) == dict.fromkeys(made.names, 0)
        assert (made.victory.by, made.victory.tie.by) == ("most", "draw")


IMPOSSIBLE: list[tuple[str, dict[str, dict[str, int]], str, int, int]] = [
    ("two-patrols", {"Ash": {"places-held": 2}, "Birch": {"places-held": 2}}, "places-held", 3, 4),
    ("empty-crates", {"attacker": {"full-found": 1, "loads-home": 2}}, "loads-home", 1, 2),
    ("empty-crates", {"attacker": {"full-found": 2}, "defender": {"full-kept": 1}}, "full-kept", 0, 1),
    ("lamps-out", {"attacker": {"lamps-smashed": 2, "raiders-away": 3}}, "raiders-away", 2, 3),
    ("lamps-out", {"attacker": {"lamps-smashed": 3}, "defender": {"lamps-burning": 3}}, "lamps-burning", 2, 3),
    ("sunken-road", {"defender": {"wagon-out": 1}, "attacker": {"wagon-taken": 1}}, "wagon-taken", 0, 1),
    ("sunken-road", {"defender": {"column-out": 3}, "attacker": {"column-shut-in": 2}}, "column-shut-in", 1, 2),
    ("the-marked-man", {"attacker": {"hunters-hand": 1}}, "hunters-hand", 0, 1),
    ("the-marked-man", {"attacker": {"marked-killed": 1}, "defender": {"marked-alive": 1}}, "marked-alive", 0, 1),
    ("safe-conduct", {"attacker": {"lines-passed": 3}, "defender": {"surveyor-dead": 1}}, "lines-passed", 0, 3),
    ("burning-archive", {"Ash": {"ledgers-saved": 4, "ledgers-carried": 2}, "Birch": {"ledgers-carried": 1}},
     "ledgers-carried", 2, 3),
    ("end-of-the-line", {"Ash": {"loads-aboard": 3}, "Birch": {"loads-aboard": 2}}, "loads-aboard", 4, 5),
    ("last-gate", {"attacker": {"ward-taken": 2}, "defender": {"ward-kept": 2}}, "ward-kept", 1, 2),
]  # fmt: skip
"""Answers by side or role, the term that they overdo, how many of it there can be, and how many came."""


def doubted(name: str, scores: dict[str, dict[str, int]]) -> list[str]:
    """Why these answers, by side or role, can't all be true."""
    made = made_of(name)
    by_role = {role: side for side, role in made.roles.items()}
    answers = {
        by_role.get(who, who): {term: (count,) for term, count in given.items()}
        for who, given in scores.items()
    }
    return doubts(made.terms, forces_of(made), answers, made.rounds)


@pytest.mark.parametrize(("name", "scores", "term", "most", "came"), IMPOSSIBLE)
def test_answers_that_can_not_all_be_true(name, scores, term, most, came):
    called = next(each.name for each in MISSIONS[name].terms if each.id == term)
    shared = next(each.shared for each in MISSIONS[name].terms if each.id == term)
    bound = f"at most {most} for all sides together" if shared else f"at most {most}"
    (said,) = doubted(name, scores)
    assert said.endswith(f"“{called}” can be {bound}; got {came}.")


@pytest.mark.parametrize(
    ("name", "scores"),
    [
        ("the-marked-man", {"defender": {"marked-out": 1}, "attacker": {"marked-killed": 1}}),
        ("safe-conduct", {"defender": {"surveyor-taken": 1, "surveyor-dead": 1}}),
        ("safe-conduct", {"attacker": {"surveyor-through": 1}, "defender": {"surveyor-taken": 1}}),
        ("safe-conduct", {"attacker": {"surveyor-through": 1}, "defender": {"surveyor-dead": 1}}),
    ],
)
def test_one_person_can_not_come_to_two_ends(name, scores):
    assert doubted(name, scores) != []
