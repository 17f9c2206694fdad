"""The rules of Kill Team (2018) that content and engine carry, each with its id and its numbers."""

from __future__ import annotations

import json
import re
from itertools import product

import pytest

from campaign.content.library import Library, built_in
from campaign.content.made_battle import MadeBattle, SetupRequest, settings_of
from campaign.content.procedure import make
from campaign.errors import Refusal
from campaign.ledger.entries import Side
from campaign.mechanisms.choice import resolve
from campaign.mechanisms.dice import DiceLog, ListedDice
from campaign.mechanisms.named_tests import take
from campaign.mechanisms.score import doubts, outcomes, sheet, totals
from campaign.mechanisms.table import row_at
from tests.builders import forces

LIBRARY = Library("killteam", [built_in()])
SYSTEM = LIBRARY.system()
SETTINGS = settings_of(SYSTEM, {})
SCOUTING = {option.on: option for option in LIBRARY.choice("scouting").rows}
NAMES = ("Ash", "Birch", "Cedar", "Dogwood")
RESOURCES = ["intelligence", "materiel", "morale", "territory"]


def covert_war(
    *faces: int, sides: int = 2, mission: str | None = "covert-war", **settings: int
) -> MadeBattle:
    """Covert War with the dice of its set-up: each side's advantage, then the objective."""
    wishes = SetupRequest(
        sides=tuple(Side(name=name, teams=(name,)) for name in NAMES[:sides]),
        mission=mission,
        settings=SETTINGS | settings,
    )
    log = DiceLog(ListedDice(faces))
    made = make(LIBRARY, wishes, log)
    log.finish()
    return made


def came_out(made: MadeBattle, term: str, *counts: int) -> dict[str, tuple[int, str, str | None]]:
    """Points, outcome and degree of each side that answered the term so."""
    roles: dict[str, str | None] = dict.fromkeys(made.names)
    answers = {side: {term: (count,)} for side, count in zip(made.names, counts, strict=True)}
    assert doubts(made.terms, forces(roles), answers, made.rounds) == []
    points = totals(sheet(made.terms, forces(roles), answers), made.names)
    orders = {part: order.sides for part, order in made.orders.items()}
    found = outcomes(made.mission.victory, points, roles, orders, {})
    return {side: (points[side], found[side].outcome, found[side].degree) for side in made.names}


# --- before the battle: KT-P1, KT-P2, KT-C1 to KT-C6, KT-O1 ---


def test_the_steps_of_a_battle_in_their_order():
    """KT-P1, and the environment before scouting."""
    assert [step.id for step in SYSTEM.procedure] == [
        "mission", "killzone", "battlefield", "environment", "advantage", "roles", "objective", "markers",
        "scouting", "deployment", "length", "score",
    ]  # fmt: skip


def test_boards():
    """KT-P2."""
    sizes = {sides: (board.width, board.height) for sides, board in SYSTEM.boards.items()}
    assert sizes == {"2": (30, 22), "3": (44, 30), "4": (44, 30)}


def test_strategic_advantage_is_2d6_and_ties_roll_again():
    """KT-C1: 6 and 6 are level; then 9 beats 4."""
    made = covert_war(3, 3, 5, 1, 1, 3, 5, 4, 1)
    assert made.orders["advantage"].sides == ("Birch", "Ash")
    assert [str(rolled.dice) for rolled in made.log.rolled] == ["2D6"] * 4 + ["D3"]


def test_only_the_level_sides_roll_again():
    """KT-C1: 10 stays ahead of whatever the two 7s roll."""
    made = covert_war(3, 4, 4, 6, 5, 2, 6, 6, 1, 1, 1, sides=3)
    assert made.orders["advantage"].sides == ("Birch", "Ash", "Cedar")


@pytest.mark.parametrize(("sides", "each", "markers"), [(2, 1, 2), (3, 1, 3), (4, 1, 4), (2, 3, 6)])
def test_markers_in_covert_war(sides, each, markers):
    """KT-C2: one each unless the setting says otherwise, 8" apart and 6" from every edge."""
    dice = [face for place in range(sides) for face in (6 - place, 1)]
    made = covert_war(*dice, 1, sides=sides, markers_each=each)
    placing = made.layout.placing
    assert placing
    assert (placing.from_, placing.apart, placing.edge) == ("highest", 8, 6)
    assert made.markers == markers


@pytest.mark.parametrize("sides", [2, 3, 4])
def test_zones_in_covert_war(sides):
    """KT-C3: the least advantage divides, chooses and sets up first, model by model, more than 6" away."""
    dice = [face for place in range(sides) for face in (6 - place, 1)]
    deployment = covert_war(*dice, 1, sides=sides).layout.deployment
    assert (deployment.divides, deployment.chooses, deployment.first) == ("lowest", "lowest", "lowest")
    assert (deployment.turn, deployment.apart) == ("model", 6)


def test_three_sides_divide_into_a_third_and_two_halves_of_the_rest():
    """KT-C3."""
    layout = covert_war(6, 1, 5, 1, 4, 1, 1, sides=3).layout
    assert [zone.rects for zone in layout.zones] == [
        ((0, 0, 14.67, 30),),
        ((14.67, 0, 29.33, 15),),
        ((14.67, 15, 29.33, 15),),
    ]


def test_five_rounds():
    """KT-C4."""
    made = covert_war(6, 1, 1, 1, 1)
    assert (made.rounds, made.mission.length.more, made.mission.length.ends_early) == (5, (), ())


def test_most_points_are_a_major_victory_and_a_tie_a_minor_one_for_the_least_advantage():
    """KT-C4."""
    made = covert_war(6, 1, 1, 1, 1)
    assert made.orders["advantage"].sides == ("Ash", "Birch")
    assert came_out(made, "markers", 2, 0) == {"Ash": (4, "won", "major"), "Birch": (0, "lost", None)}
    assert came_out(made, "markers", 1, 1) == {"Ash": (2, "lost", None), "Birch": (2, "won", "minor")}


def test_the_tie_is_among_the_tied_alone():
    """KT-C4: the side with the least advantage has fewer points and no say."""
    made = covert_war(6, 6, 5, 5, 1, 1, 1, sides=3)
    assert came_out(made, "markers", 1, 1, 0) == {
        "Ash": (2, "lost", None),
        "Birch": (2, "won", "minor"),
        "Cedar": (0, "lost", None),
    }


@pytest.mark.parametrize(
    ("face", "name", "term", "most", "points"),
    [
        (1, "Secure the Battlefield", "markers", 2, 2),
        (2, "Retrieve the Cache", "cache", 1, 6),
        (3, "Infiltrate", "markers", 2, 2),
    ],
)
def test_primary_objectives(face, name, term, most, points):
    """KT-C5: rows 1 to 3, worth 2, 6 and 2, and no more than there are markers for both sides together."""
    made = covert_war(6, 1, 1, 1, face)
    assert made.rolled["objective"][0].row.name == name
    [only] = made.terms
    assert (only.id, only.each.value({}), only.per, only.to) == (term, points, "battle", "self")
    assert came_out(made, term, most, 0)["Ash"] == (most * points, "won", "major")
    assert came_out(made, term, 0, 0)["Birch"] == (0, "won", "minor")
    roles: dict[str, str | None] = dict.fromkeys(made.names)
    assert doubts(made.terms, forces(roles), {"Ash": {term: (most + 1,)}}, made.rounds)
    assert doubts(made.terms, forces(roles), {"Ash": {term: (most,)}, "Birch": {term: (1,)}}, made.rounds)


def test_covert_war_recommends_ten_models_and_scouts_only_if_all_agree():
    """KT-C6."""
    assert "no more than 10 each" in covert_war(6, 1, 1, 1, 1).mission.teams[0]
    assert "scouting" not in [step.id for step in covert_war(6, 1, 1, 1, 1).steps]
    assert "scouting" in [step.id for step in covert_war(6, 1, 1, 1, 1, scouting=1).steps]


def test_what_controls_a_marker_stands_in_each_briefing(run):
    """KT-O1."""
    words = ["--team", "Ash", "--team", "Birch", "--mission", "pressure-valves", "--seed", 1]
    shown = " ".join(run("setup", "--system", "killteam", *words).out.split())
    control = 'it has more models within 2" of its centre, measured horizontally, than any one enemy side'
    assert f"{control}; shaken models do not count." in shown


# --- killzones: KT-E1 to KT-E6, PF-E1 to PF-E5, PF-E7 ---


@pytest.mark.parametrize(
    ("face", "name", "words"),
    [
        (1, "Abandoned Habs", "No additional rule."),
        (2, "Abandoned Munitions", "two different models in each team may use a grenade weapon"),
        (3, "Smoke in the Air", "Subtract 1 from all hit rolls in the Shooting phase."),
        (4, "Traps", "The upper floors of ruins are dangerous terrain."),
        (
            5,
            "Tunnels",
            "it counts as out of action for Nerve tests and when you check whether its team is broken",
        ),
        (6, "Hidden Cache", "the winner of the mission gains 1 Materiel"),
    ],
)
def test_faces_of_sector_imperialis(face, name, words):
    """KT-E1 to KT-E6, with PF-E1 to PF-E5 where they correct them; a correction shows as public."""
    row = row_at(LIBRARY.table("sector-imperialis"), face)
    assert row.name == name
    assert words in row.text
    assert row.rules == ((f"KT-E{face}", f"PF-E{face}") if face < 6 else ("KT-E6",))
    effects = [(effect.when, effect.who, effect.resource, effect.by) for effect in row.effects]
    assert effects == ([("won", "self", "materiel", 1)] if face == 6 else [])


def test_tunnels_lead_24_inches_and_a_manhole_is_within_1():
    """KT-E5."""
    text = row_at(LIBRARY.table("sector-imperialis"), 5).text
    assert re.findall(r'(\d+)"', text) == ["1", "1", "24", "1"]
    assert 'has a manhole but no enemy within 1"' in text


def test_the_truehawk_has_environments_of_its_own_and_no_scouting():
    """PF-E7: faces 1 to 5 are public, 6 is ours."""
    killzone = next(row for row in LIBRARY.catalogue("killzones").rows if row.id == "truehawk")
    table = LIBRARY.table(killzone.tables["environment"])
    assert killzone.skips == ("scouting",)
    assert "close confines" in killzone.text
    assert [row_at(table, face).origin or table.origin for face in range(1, 7)] == ["public"] * 5 + [
        "original"
    ]
    assert re.findall(r'(\d+)"', row_at(table, 2).text) == ["1", "1", "24", "1"]
    assert 'has a hatch but no enemy within 1", it may enter' in row_at(table, 2).text
    assert re.findall(r'-1|\d+"', row_at(table, 3).text) == ["-1", '6"', '1"']
    assert "costs 2 Command Points instead of 1" in row_at(table, 4).text
    assert "greatest strategic advantage rolls a D6. On a 1" in row_at(table, 5).text


# --- scouting: KT-S0 to KT-S7 ---


def test_six_strategies_by_their_faces():
    """KT-S0 to KT-S6: 1 to 4 by the rules, 5 and 6 our own."""
    assert {on: (option.name, option.origin or "rulebook") for on, option in SCOUTING.items()} == {
        1: ("Scout Out Enemy Forces", "rulebook"),
        2: ("Plant Traps", "rulebook"),
        3: ("Disarm Traps", "rulebook"),
        4: ("Scout Out Terrain", "rulebook"),
        5: ("Take Forward Positions", "original"),
        6: ("Eliminate Sentries", "original"),
    }
    counted = {
        on: str(option.count.dice) for on, option in SCOUTING.items() if option.count and option.count.dice
    }
    assert counted == {2: "D3", 4: "D3", 5: "D3"}
    assert {on: option.write.secret for on, option in SCOUTING.items() if option.write} == {2: True, 4: False}
    assert all('8" in height, length' in SCOUTING[on].text for on in (2, 4))


@pytest.mark.parametrize(
    ("models", "aside"), [(5, 1), (3, 1), (20, 4), (8, 2), (10, 2), (11, 3), (1, 1), (6, 2), (15, 3), (16, 4)]
)
def test_a_fifth_of_the_models_rounded_up(models, aside):
    """KT-S1."""
    [one, _] = resolve(
        "scouting",
        LIBRARY.choice("scouting"),
        {"Ash": SCOUTING[1], "Birch": SCOUTING[3]},
        {"Ash": models, "Birch": 5},
        DiceLog(ListedDice([])),
        lambda *_: "Birch",
    )
    assert (one.stands, one.number) == (True, aside)


CANCELS = {(3, 2), (6, 1), (6, 5)}
CONTESTS = {1, 6}


@pytest.mark.parametrize(("ash", "birch"), list(product(range(1, 7), repeat=2)))
def test_strategies_of_two_sides(ash, birch):
    """KT-S7: Ash wins each roll-off with a 6 against a 1; every D3 shows 2."""
    chosen = {"Ash": SCOUTING[ash], "Birch": SCOUTING[birch]}
    contest = [6, 1] if ash == birch and ash in CONTESTS else []
    stand = {
        "Ash": (birch, ash) not in CANCELS,
        "Birch": (ash, birch) not in CANCELS and not contest,
    }
    counts = [2 for side, face in (("Ash", ash), ("Birch", birch)) if stand[side] and face in (2, 4, 5)]
    log = DiceLog(ListedDice([*contest, *counts]))
    found = resolve(
        "scouting", LIBRARY.choice("scouting"), chosen, {"Ash": 10, "Birch": 10}, log, lambda *_: "nobody"
    )
    log.finish()
    assert {each.side: each.stands for each in found} == stand
    number = {1: 2, 2: 2, 4: 2, 5: 2}
    assert [each.number for each in found] == [
        number.get(each.option.on) if each.stands else None for each in found
    ]


# --- tests at the table: KT-T3, KT-T7, KT-T8, PF-J1, KT-R1, KT-R2, KT-R4, KT-R5, KT-S2, KT-S4, PF-K4 ---


def rolled(test: str, *faces: int, jump_down_fewer: int = 0, **answers: int) -> tuple[bool | None, int, int]:
    """Passed, successes, and how many rolls were made."""
    log = DiceLog(ListedDice(faces))
    settings = SETTINGS | {"jump_down_fewer": jump_down_fewer}
    taken = take(LIBRARY.tests()[test], answers, settings, (), log)
    log.finish()
    return taken.passed, taken.successes, len(taken.rolls)


@pytest.mark.parametrize("test", ["dangerous", "trap", "falling"])
def test_a_one_is_bad(test):
    """KT-T3, KT-S2, KT-T7."""
    assert [rolled(test, face)[0] for face in range(1, 7)] == [False] + [True] * 5


def test_scouted_terrain_saves_on_5():
    """KT-S4."""
    assert [rolled("scouted-terrain", face)[0] for face in range(1, 7)] == [False] * 4 + [True] * 2


@pytest.mark.parametrize(
    ("inches", "fall", "jump"),
    [(0, 0, 0), (2, 0, 0), (3, 1, 0), (5, 1, 0), (6, 2, 1), (8, 2, 1), (9, 3, 2), (12, 4, 3)],
)
def test_dice_of_a_fall_and_of_a_jump(inches, fall, jump):
    """KT-T7, KT-T8 and PF-J1: one for each full 3", a jump as many or, by the setting, one fewer."""
    assert rolled("fall", *[5] * fall, inches=inches) == (fall > 0, fall, fall)
    assert rolled("fall", *[4] * fall, inches=inches) == (False, 0, fall)
    assert rolled("jump", *[6] * fall, inches=inches) == (fall > 0, fall, fall)
    assert rolled("jump", *[5] * jump, inches=inches, jump_down_fewer=1) == (jump > 0, jump, jump)


def test_a_jump_rolls_no_die_fewer_unless_a_group_says_so():
    """PF-J1."""
    setting = next(each for each in SYSTEM.settings if each.id == "jump_down_fewer")
    assert (setting.default, setting.least, setting.most) == (0, 0, 1)
    with pytest.raises(Refusal):
        settings_of(SYSTEM, {"jump_down_fewer": 2})


def test_charge_psychic_test_and_psybolt():
    """KT-R1, KT-R4 and KT-R5: 2D6 against the distance, the warp charge, and 5."""
    tests = LIBRARY.tests()
    assert {str(tests[name].dice) for name in ("charge", "psychic", "psybolt", "initiative")} == {"2D6"}
    assert [rolled("charge", 3, 4, distance=far)[0] for far in (7, 8)] == [True, False]
    assert [rolled("psychic", 3, 4, charge=charge)[0] for charge in (7, 8)] == [True, False]
    assert [rolled("psybolt", 1, face)[0] for face in (3, 4)] == [False, True]
    bands = [(band.at_least.value({}), str(band.dice)) for band in tests["psybolt"].bands]
    assert bands == [(5, "None"), (11, "D3")]


def test_disputes_and_initiative_are_rolled_between_the_sides():
    """KT-R2 and PF-K4."""
    for name, dice in (("dispute", "D6"), ("initiative", "2D6")):
        test = LIBRARY.tests()[name]
        assert (test.order, str(test.dice)) == (True, dice)


# --- the campaign: KT-K1 to KT-K3, PF-K1 to PF-K3, KT-E6 ---


def test_four_resources_at_eight_and_never_below_zero():
    """KT-K1, PF-K1 and KT-K2."""
    assert [(each.id, each.start, each.min, each.max) for each in SYSTEM.resources] == [
        (name, 8, 0, None) for name in RESOURCES
    ]
    for resource in SYSTEM.resources:
        [status] = resource.status
        assert (status.id, status.at, status.lasting) == ("guerrilla", 0, False)


def test_order_of_the_standings_and_the_end():
    """KT-K2 and KT-K3, PF-K3."""
    keys = [(key.id, key.value.text, key.best) for key in SYSTEM.standings.keys]
    assert keys == [
        ("guerrilla", "guerrilla", "least"),
        ("resources", "resources", "most"),
        ("won", "won", "most"),
    ]
    [end] = SYSTEM.standings.end
    assert (end.kind, end.status, end.all_but) == ("status", "guerrilla", 1)


def standings(run) -> tuple[list[tuple[str, str, list[int]]], bool]:
    """Each team from the first with its guerrilla mark and its resources; and whether the end has come."""
    shown = json.loads(run("-C", "war", "standings", "--format", "json").out)
    teams = [
        (team["team"], team["values"][0]["text"], [each["total"] for each in team["totals"]])
        for team in shown["teams"]
    ]
    return teams, shown["over"]


@pytest.fixture
def war(run):
    """A new campaign of two teams, in the folder `war`; the verbs run in it."""
    assert run("new", "war", "--system", "killteam", "--team", "Ash", "--team", "Birch").code == 0

    def verb(*words: object) -> None:
        done = run("-C", "war", *words)
        assert done.code == 0, done.err

    return verb


@pytest.mark.parametrize(("face", "materiel"), [(5, 8), (6, 9)])
def test_the_hidden_cache_gives_its_winner_1_materiel_and_nothing_else(war, run, face, materiel):
    """KT-E6, in a played battle of Covert War, which has no stake of its own (KT-K1)."""
    dice = ["--die", f"environment={face}", "--die", "objective=1", "--seed", 1]
    words = ["--team", "Ash", "--team", "Birch", "--mission", "covert-war", "--killzone", "sector-imperialis"]
    war("setup", *words, *dice)
    war("result", "--score", "Ash: markers 2", "--score", "Birch: markers 0", "--no-input")
    assert standings(run) == ([("Ash", "-", [8, materiel, 8, 8]), ("Birch", "-", [8, 8, 8, 8])], False)


def test_a_lost_mission_costs_what_it_names_and_the_winner_nothing(war, run):
    """KT-K1."""
    war("setup", "--team", "Ash", "--team", "Birch", "--mission", "pressure-valves", "--seed", 1)
    war("result", "--score", "Birch: valves 0+2", "--score", "Ash: valves 0+1", "--no-input")
    assert standings(run) == ([("Birch", "-", [8, 8, 8, 8]), ("Ash", "-", [8, 8, 8, 7])], False)


def test_a_guerrilla_ranks_last_while_a_resource_is_at_zero_and_not_longer(war, run):
    """KT-K2, PF-K2: at 0 and no longer above it. KT-K3, PF-K3: the end, when all but one are guerrillas."""
    war("adjust", "Birch", "morale", "-3", "--reason", "a hard winter")
    war("adjust", "Ash", "intelligence", "-7", "--reason", "a mole")
    assert standings(run) == ([("Birch", "-", [8, 8, 5, 8]), ("Ash", "-", [1, 8, 8, 8])], False)
    war("adjust", "Ash", "territory", "+20", "--reason", "a landing")
    war("adjust", "Ash", "intelligence", "-2", "--reason", "another mole")
    assert standings(run) == ([("Birch", "-", [8, 8, 5, 8]), ("Ash", "guerrilla", [0, 8, 8, 28])], True)
    war("adjust", "Ash", "intelligence", "+1", "--reason", "a deserter")
    assert standings(run) == ([("Ash", "-", [1, 8, 8, 28]), ("Birch", "-", [8, 8, 5, 8])], False)
