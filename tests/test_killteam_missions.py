"""The missions of Kill Team (2018) as content: their tables, boards, zones, terms, results and campaign."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import combinations, permutations, product

import pytest

from campaign.content.library import Library, built_in
from campaign.content.made_battle import MadeBattle, SetupRequest, settings_of
from campaign.content.mission import Mission
from campaign.content.procedure import make
from campaign.ledger.entries import Side
from campaign.mechanisms.board import Layout, Zone, holds
from campaign.mechanisms.dice import DiceLog, SeededDice
from campaign.mechanisms.score import doubts, outcomes, sheet, totals
from campaign.mechanisms.table import row_at
from campaign.mechanisms.terms import Answers, Force, Term, asked_by
from tests.builders import forces
from tests.missions import gap, squares

LIBRARY = Library("killteam", [built_in()])
MISSIONS: dict[str, Mission] = {
    name: LIBRARY.mission(name) for name in LIBRARY.mission_ids() if name != "demo"
}
OUR_OWN = {name: mission for name, mission in MISSIONS.items() if mission.origin == "original"}
FOR: dict[int, list[str]] = {
    sides: [
        name for name, mission in MISSIONS.items() if any(each.sides == sides for each in mission.layouts)
    ]
    for sides in (2, 3, 4)
}
BATTLES = [(name, sides) for sides in FOR for name in FOR[sides]]
NAMES = ("Ash", "Birch", "Cedar", "Dogwood")
HALF_A_BASE = 0.5
"""Inches: half of the base of a small model."""


def layout_of(name: str, sides: int) -> Layout:
    return next(each for each in MISSIONS[name].layouts if each.sides == sides)


def made_of(name: str, sides: int, seed: int = 1, **settings: int) -> MadeBattle:
    wishes = SetupRequest(
        sides=tuple(Side(name=one, teams=(one,)) for one in NAMES[:sides]),
        mission=name,
        settings=settings_of(LIBRARY.system(), settings),
    )
    return make(LIBRARY, wishes, DiceLog(SeededDice(seed)))


def board_of(name: str, sides: int) -> tuple[float, float]:
    board = layout_of(name, sides).board or LIBRARY.system().boards[str(sides)]
    return board.width, board.height


def zones_of(layout: Layout) -> list[Zone]:
    return [zone for zone in layout.zones if zone.kind == "deployment"]


# --- tables ---


class TestTables:
    @pytest.mark.parametrize(("sides", "rows"), [(2, 12), (3, 9), (4, 9)])
    def test_each_row_is_equally_likely(self, sides, rows):
        """KT-P1: every D66 by hand; the rows are exactly the missions for this number of sides."""
        table = LIBRARY.table(f"missions-{sides}")
        counted = Counter(
            row_at(table, 10 * tens + units).mission for tens, units in product(range(1, 7), repeat=2)
        )
        assert {name: Fraction(many, 36) for name, many in counted.items()} == dict.fromkeys(
            FOR[sides], Fraction(1, rows)
        )
        assert len(FOR[sides]) == rows
        assert all(row.mission and row.name == MISSIONS[row.mission].name for row in table.rows)

    def test_there_is_a_campaign_s_worth_of_them(self):
        own = {sides: [name for name in FOR[sides] if name in OUR_OWN] for sides in FOR}
        assert len(own[2]) >= 10
        assert sum(not MISSIONS[name].roles for name in own[2]) >= 4
        assert (
            sum({role.id for role in MISSIONS[name].roles} == {"attacker", "defender"} for name in own[2])
            >= 4
        )
        assert len(own[3]) >= 6
        assert len(own[4]) >= 6

    def test_between_them_they_are_won_in_every_way(self):
        ways = {"holding", "fetching", "leaving", "killing", "outlasting", "denying"}
        assert {way for mission in OUR_OWN.values() for way in mission.won_by} == ways

    @pytest.mark.parametrize("name", sorted(OUR_OWN))
    def test_each_has_its_parts(self, name):
        mission = OUR_OWN[name]
        assert mission.premise
        assert mission.teams
        assert mission.terms
        assert mission.victory.degree == "major"
        assert all(layout.terrain for layout in mission.layouts)


# --- the board ---


@pytest.mark.parametrize(("name", "sides"), BATTLES)
class TestBoard:
    def test_models_may_stand_more_than_six_inches_from_every_enemy_zone(self, name, sides):
        """KT-C3: there is room for ten small models at least, base by base."""
        layout = layout_of(name, sides)
        assert layout.deployment.apart == 6
        zones = zones_of(layout)
        assert len(zones) == sides
        for own in zones:
            free = [
                (x, y)
                for x, y in squares(*board_of(name, sides))
                if holds(own, x, y)
                and all(gap(other, x, y) > 6 + HALF_A_BASE for other in zones if other is not own)
            ]
            assert len(free) / 4 >= 20, own.id

    def test_own_missions_waste_no_ground(self, name, sides):
        """Only Covert War's zones touch: elsewhere the whole of each zone can be used."""
        zones = zones_of(layout_of(name, sides))
        wasted = {
            own.id
            for own in zones
            for x, y in squares(*board_of(name, sides))
            if holds(own, x, y) and any(gap(other, x, y) <= 6 for other in zones if other is not own)
        }
        assert wasted == ({zone.id for zone in zones} if name == "covert-war" else set())

    def test_boards(self, name, sides):
        """KT-P2: 30 x 22 for two sides, 44 x 30 for more, and what a mission says of its own."""
        own = {
            ("dead-letters", 3): (36, 30),
            ("eight-seats", 4): (30, 30),
            ("ring-of-knives", 4): (30, 30),
        }
        assert board_of(name, sides) == own.get((name, sides), (30, 22) if sides == 2 else (44, 30))


TURNS: dict[str, Callable[[float, float], tuple[float, float]]] = {
    "left and right": lambda x, y: (30 - x, y),
    "up and down": lambda x, y: (x, 22 - y),
    "half a turn": lambda x, y: (30 - x, 22 - y),
}


@pytest.mark.parametrize("name", [name for name in FOR[2] if not MISSIONS[name].roles])
def test_symmetrical_missions_give_both_sides_the_same(name):
    """Some mirror or turn swaps the two zones and puts every marker on the place of a marker."""
    layout = layout_of(name, 2)
    one, other = zones_of(layout)
    areas = [zone for zone in layout.zones if zone.kind == "area"]
    markers = sorted(marker.at for marker in layout.markers)
    spots = [(x + 0.013, y + 0.007) for x, y in squares(30, 22)]  # none on the edge of a zone

    def fair(turn: Callable[[float, float], tuple[float, float]]) -> bool:
        swapped = all(holds(one, *spot) == holds(other, *turn(*spot)) for spot in spots)
        kept = all(holds(area, *spot) == holds(area, *turn(*spot)) for area in areas for spot in spots)
        return swapped and kept and sorted(turn(*at) for at in markers) == markers

    assert [turn for turn in TURNS if fair(TURNS[turn])]


@pytest.mark.parametrize(
    ("name", "sides"), [(name, sides) for name, sides in BATTLES if sides > 2 and name != "covert-war"]
)
def test_each_side_of_the_same_role_has_the_same_way_to_its_nearest_markers(name, sides):
    """The ways from a zone to the nearer half of the markers differ by less than half an inch."""
    layout = layout_of(name, sides)
    near = (len(layout.markers) + 1) // 2
    ways = [
        (zone.role, sorted(gap(zone, *marker.at) for marker in layout.markers)[:near])
        for zone in zones_of(layout)
    ]
    assert all(
        abs(here - there) < 0.5
        for (role, mine), (other, theirs) in combinations(ways, 2)
        if role == other
        for here, there in zip(mine, theirs, strict=True)
    )


def shape(layout: Layout) -> list[tuple[tuple[float, ...], ...]]:
    """The outlines of the deployment zones, in an order that tells nothing."""
    return sorted(
        (*zone.rects, *([zone.circle] if zone.circle else []), *zone.polygon) for zone in zones_of(layout)
    )


def scored(mission: Mission) -> frozenset[tuple[object, ...]]:
    return frozenset(
        (term.each, term.most, term.per, term.from_round, term.to, term.role, term.shared)
        for term in mission.terms
    )


@pytest.mark.parametrize("sides", [2, 3, 4])
def test_no_two_share_both_their_terms_and_the_shape_of_their_zones(sides):
    alike = [
        (one, other)
        for one, other in combinations(FOR[sides], 2)
        if scored(MISSIONS[one]) == scored(MISSIONS[other])
        and shape(layout_of(one, sides)) == shape(layout_of(other, sides))
    ]
    assert alike == []


@pytest.mark.parametrize("name", sorted(MISSIONS))
def test_roles_stand_in_zones_terms_and_victory(name):
    mission = MISSIONS[name]
    roles = {role.id for role in mission.roles}
    for layout in mission.layouts:
        in_zones = Counter(zone.role for zone in zones_of(layout))
        if roles:
            first, last = mission.roles[0].id, mission.roles[-1].id
            assert in_zones == {first: 1, last: layout.sides - 1}
        else:
            assert in_zones == {None: layout.sides}


# --- terms and effects ---

YES_OR_NO = re.compile(r"^(Is|Does|Did|Has) ")
HOW_MANY = re.compile(r"^(How many|In how many) ")


@pytest.mark.parametrize("name", sorted(MISSIONS))
def test_each_question_is_one_that_its_answer_fits(name):
    for term in MISSIONS[name].terms:
        yes_or_no = term.most is not None and term.most.text == "1"
        assert bool(YES_OR_NO.match(term.ask)) == yes_or_no, term.id
        if not yes_or_no:
            assert HOW_MANY.match(term.ask) or " how many " in term.ask, term.id
        assert term.ask.endswith("?")
        assert "{side}" in term.ask or term.role is not None, term.id
        assert term.most is not None


@pytest.mark.parametrize("name", sorted(MISSIONS))
def test_whoever_lost_loses_something_but_in_covert_war(name):
    """KT-K1. Covert War has no stake in the sources."""
    mission = MISSIONS[name]
    losses = [effect for effect in mission.effects if effect.when == "lost"]
    if name == "covert-war":
        assert mission.effects == ()
        return
    roles: list[str | None] = [role.id for role in mission.roles]
    for role in roles or [None]:
        taken = [effect.by for effect in losses if effect.role in (None, role) and effect.who == "self"]
        assert taken
        assert all(isinstance(by, int) and by < 0 for by in taken)
    assert {effect.resource for effect in mission.effects} <= {
        "intelligence",
        "materiel",
        "morale",
        "territory",
    }


def test_losses_are_spread_over_the_four_resources():
    stakes = Counter(
        effect.resource for mission in OUR_OWN.values() for effect in mission.effects if effect.when == "lost"
    )
    assert set(stakes) == {"intelligence", "materiel", "morale", "territory"}
    assert max(stakes.values()) <= 2 * min(stakes.values())


PUBLISHED = """
    aerial strike|sweep and clear|take prisoners|recover intelligence|terror tactics|disrupt supply lines|
    feint|assassinate|ambush|break their will|tomb of saints|the cull|marked for destruction|
    revive the shrine|binary targets|virulent vectors|chosen by fate|cruel intent|light the beacons|
    infestation|uprising|the purging|grudge match|strike at the heart|best of the best|datawipe|the casket|
    yield to no one|the lure of loot|trophy hunters|shock and awe|hold the line|hit and run|line breakers
"""
FACTIONS = """
    marine|astartes|ork|tyranid|genestealer|t'au|tau|necron|drukhari|aeldari|eldar|asuryani|harlequin|chaos|
    imperium|imperial|militarum|guardsman|mechanicus|skitarii|inquisition|grey knight|deathwatch|kroot
"""


def listed(names: str) -> list[str]:
    return [name.strip() for name in names.split("|")]


@pytest.mark.parametrize("name", sorted(OUR_OWN))
def test_no_name_of_the_publisher_s_is_used(name):
    mission = OUR_OWN[name]
    assert mission.name.casefold() not in listed(PUBLISHED)
    words = " ".join(
        [mission.premise, *mission.teams, *(each.text for each in mission.special), mission.name]
    ).casefold()
    assert [each for each in listed(FACTIONS) if re.search(rf"\b{re.escape(each)}s?\b", words)] == []


# --- results ---


def no_answers(made: MadeBattle) -> dict[str, dict[str, tuple[int, ...]]]:
    return {
        side: {
            term.id: (0,) * (made.rounds if term.per == "round" else 1)
            for term in made.terms
            if asked_by(term, Force(side, made.roles.get(side)))
        }
        for side in made.names
    }


def most_answers(
    made: MadeBattle, order: Iterable[str], terms: Iterable[Term] | None = None
) -> dict[str, dict[str, tuple[int, ...]]]:
    """Every answer as great as it can be beside those before it, side by side in this order."""
    answers = no_answers(made)
    roles = {side: made.roles.get(side) for side in made.names}
    for side, term in product(order, made.terms if terms is None else terms):
        if not asked_by(term, Force(side, roles[side])):
            continue
        for place in range(len(answers[side][term.id])):
            while True:
                given = answers[side][term.id]
                more = (*given[:place], given[place] + 1, *given[place + 1 :])
                answers[side][term.id] = more
                if doubts(made.terms, forces(roles), answers, made.rounds):
                    answers[side][term.id] = given
                    break
                assert more[place] < 100, f"{term.id} has no end"
    return answers


def came_out(made: MadeBattle, answers: Answers) -> dict[str, str]:
    roles = {side: made.roles.get(side) for side in made.names}
    assert doubts(made.terms, forces(roles), answers, made.rounds) == []
    points = totals(sheet(made.terms, forces(roles), answers), made.names)
    orders = {part: order.sides for part, order in made.orders.items()}
    found = outcomes(made.mission.victory, points, roles, orders, {})
    return {side: standing.outcome for side, standing in found.items()}


@pytest.mark.parametrize(("name", "sides"), BATTLES)
class TestResults:
    def test_nobody_scores(self, name, sides):
        """The tie rule decides: the least advantage, a role or its enemies, or nobody."""
        made = made_of(name, sides)
        result = came_out(made, no_answers(made))
        tie, victory = made.mission.victory.tie, made.mission.victory
        if victory.by == "threshold":
            assert {side for side in result if result[side] == "won"} == {
                side for side, role in made.roles.items() if role != victory.role
            }
        elif tie.by == "draw":
            assert set(result.values()) == {"drew"}
        else:
            last = made.orders["advantage"].sides[-1]
            winner = next((side for side, role in made.roles.items() if role == tie.role), last)
            assert result == {side: "won" if side == winner else "lost" for side in made.names}

    def test_the_side_that_takes_all_it_can_first_wins(self, name, sides):
        """Whichever side that is, and in whichever order the others would take the rest."""
        made = made_of(name, sides)
        for order in permutations(made.names):
            result = came_out(made, most_answers(made, order))
            won, drew = (list(result.values()).count(outcome) for outcome in ("won", "drew"))
            enemies_win = made.mission.victory.by == "threshold"
            assert (won == 1 or enemies_win) if won else drew >= 2
        own = [term for term in made.terms if term.to == "self"]
        for side in made.names:
            assert came_out(made, most_answers(made, (side,), own))[side] == "won"

    def test_it_prints(self, name, sides, run):
        words = [word for team in NAMES[:sides] for word in ("--team", team)]
        shown = run("setup", "--system", "killteam", *words, "--mission", name, "--seed", 1)
        assert (shown.code, shown.err) == (0, "")
        for term in made_of(name, sides).terms:
            assert term.name in shown.out
        for special in MISSIONS[name].special:
            assert f"{special.name}." in shown.out
        assert "{" not in shown.out


IMPOSSIBLE = [
    (
        "cold-store",
        2,
        {"Ash": {"home": 2, "carried": 2}},
        "“canisters still carried” can be at most 1; got 2.",
    ),
    ("cold-store", 2, {"Ash": {"home": 3}}, "“canisters brought home” can be at most 2; got 3."),
    (
        "what-fell-in-the-night",
        2,
        {"Ash": {"home": 3}, "Birch": {"home": 1, "carried": 2}},
        "“crates still carried” can be at most 1 for all sides together; got 2.",
    ),
    (
        "trading-ground",
        2,
        {"Ash": {"away": 3, "fallen": 2}},
        "“quarters of the team out of action” can be at most 1; got 2.",
    ),
    (
        "fire-in-the-stores",
        2,
        {"Ash": {"burned": 1, "early": 2}},
        "“burned by the end of round 3” can be at most 1; got 2.",
    ),
    (
        "the-witness",
        2,
        {"Ash": {"buried": 2}, "Birch": {"records": 2}},
        "“records still buried and controlled” can be at most 1 for all sides together; got 2.",
    ),
    (
        "torn-colours",
        3,
        {"Ash": {"torn": 1, "first": 2}},
        "“enemies whose colours were torn” can be at most 1; got 2.",
    ),
    (
        "dead-letters",
        3,
        {"Ash": {"out": 1}, "Birch": {"taken": 2}, "Cedar": {"taken": 1}},
        "“letters taken” can be at most 2 for all sides together; got 3.",
    ),
    (
        "loads-on-the-wind",
        3,
        {"Ash": {"home": 8}, "Birch": {"carried": 1}},
        "“crates still carried” can be at most 0 for all sides together; got 1.",
    ),
    ("ring-of-knives", 3, {"Ash": {"out-of-turn": 2}}, "“Leaders out of turn” can be at most 1; got 2."),
    (
        "four-ciphers",
        4,
        {"Ash": {"home": 2, "carried": 2}},
        "“ciphers still carried” can be at most 1; got 2.",
    ),
    (
        "short-fuses",
        4,
        {"Ash": {"whole": 5}, "Birch": {"blown": 3}},
        "“tanks blown up” can be at most 2 for all sides together; got 3.",
    ),
]


@pytest.mark.parametrize(
    ("name", "sides", "scores", "reason"), IMPOSSIBLE, ids=[name for name, *_ in IMPOSSIBLE]
)
def test_answers_that_can_not_all_be_true(name, sides, scores, reason):
    made = made_of(name, sides)
    first = MISSIONS[name].roles[0].id if MISSIONS[name].roles else None
    last = MISSIONS[name].roles[-1].id if MISSIONS[name].roles else None
    roles = {side: first if side == "Ash" else last for side in NAMES[:sides]}
    answers = {side: {term: (count,) for term, count in given.items()} for side, given in scores.items()}
    wrong = doubts(made.terms, forces(roles), answers, made.rounds)
    assert [each for each in wrong if each.endswith(reason)]


def test_the_ring_of_four_counts_every_leader_out_of_turn():
    made = made_of("ring-of-knives", 4)
    roles: dict[str, str | None] = dict.fromkeys(made.names)
    answers = {"Ash": {"out-of-turn": (2,)}}
    points = totals(sheet(made.terms, forces(roles), answers), made.names)
    assert doubts(made.terms, forces(roles), answers, made.rounds) == []
    assert points == {"Ash": 0, "Birch": 4, "Cedar": 4, "Dogwood": 4}


def test_the_shuttle_takes_two_in_a_round_and_eight_in_all():
    made = made_of("eight-seats", 4)
    seats = next(term for term in made.terms if term.id == "seats")
    roles: dict[str, str | None] = dict.fromkeys(made.names)
    full = {"Ash": {"seats": (0, 0, 2, 1, 1, 0)}, "Birch": {"seats": (0, 0, 0, 1, 1, 2)}}
    assert made.rounds == 6
    assert doubts([seats], forces(roles), full, made.rounds) == []
    assert sum(sum(given["seats"]) for given in full.values()) == 8
    assert doubts([seats], forces(roles), full | {"Cedar": {"seats": (0, 0, 1)}}, made.rounds) == [
        "“seats taken” can be at most 2 for all sides together; got 3."
    ]


def test_sitting_still_in_fire_in_the_stores_gives_the_enemy_the_river():
    made = made_of("fire-in-the-stores", 2)
    sits = no_answers(made)
    assert set(came_out(made, sits).values()) == {"drew"}
    crossed = {"Ash": {"across": (0, 0, 1, 1, 1)}, "Birch": {"across": (0,) * 5}}
    assert came_out(made, crossed) == {"Ash": "won", "Birch": "lost"}
    both: Answers = {side: {"across": (0, 0, 1)} for side in made.names}
    assert doubts(made.terms, forces(dict.fromkeys(made.names)), both, made.rounds)
