"""PF-S3 and PF-S4: what each mission scores, in both sizes, and within which bounds."""

from __future__ import annotations

import pytest

from campaign.content.library import Library, built_in
from campaign.content.made_battle import MadeBattle, SetupRequest, settings_of
from campaign.content.procedure import make
from campaign.ledger.entries import Side
from campaign.mechanisms.dice import DiceLog, SeededDice
from campaign.mechanisms.score import doubts, outcomes, sheet, totals
from campaign.mechanisms.supply import pools
from campaign.mechanisms.terms import Answers, Force

LIBRARY = Library("starcraft", [built_in()])
MISSIONS = ("hold-position", "frontlines", "gather-the-resources", "divide-and-conquer", "supply-drop")
Scores = dict[str, tuple[int, int | None, bool, int, str]]
EVERYWHERE: Scores = {"destroyed": (1, None, False, 1, "round"), "wiped-out": (10, 1, True, 1, "battle")}
SCORES: dict[tuple[str, int], Scores] = {
    ("hold-position", 1000): {"own-markers": (1, 2, False, 2, "round"), "enemy-markers": (2, 1, False, 2, "round")},
    ("hold-position", 2000): {"own-markers": (1, 3, False, 2, "round"), "enemy-markers": (2, 2, False, 2, "round")},
    ("frontlines", 1000): {"held-markers": (1, 3, True, 2, "round"), "taken-markers": (2, 3, True, 2, "round")},
    ("frontlines", 2000): {"held-markers": (1, 5, True, 2, "round"), "taken-markers": (2, 5, True, 2, "round")},
    ("gather-the-resources", 1000): {"enemy-markers": (2, 1, False, 2, "round"), "gathered": (1, None, False, 2, "round")},
    ("gather-the-resources", 2000): {"enemy-markers": (2, 2, False, 2, "round"), "gathered": (1, None, False, 2, "round")},
    ("divide-and-conquer", 1000): {"quarters": (1, 4, True, 1, "round"), "marker-five": (2, 1, True, 1, "round")},
    ("divide-and-conquer", 2000): {"quarters": (1, 4, True, 1, "round"), "marker-five": (2, 1, True, 1, "round")},
    ("supply-drop", 1000): {"small-drops": (1, 2 + 3 + 4, True, 2, "round")},
    ("supply-drop", 2000): {"drops": (1, 1 + 2 + 3 + 4 + 5, True, 1, "round")},
}  # fmt: skip
"""By mission and minerals: what one is worth, the bound, whether all sides share it, from which round, per what."""


def made(mission: str, minerals: int) -> MadeBattle:
    wishes = SetupRequest(
        sides=tuple(Side(name=name, teams=(name,)) for name in ("Anna", "Ben")),
        mission=mission,
        settings=settings_of(LIBRARY.system(), {"minerals": minerals}),
    )
    return make(LIBRARY, wishes, DiceLog(SeededDice(1)))


def test_the_five_missions():
    assert sorted(LIBRARY.mission_ids()) == sorted(MISSIONS)


@pytest.mark.parametrize(("mission", "minerals"), SCORES)
def test_what_it_scores(mission, minerals):
    battle = made(mission, minerals)
    found = {
        term.id: (
            term.each.value({}),
            term.in_all.value({"round": battle.rounds}) if term.in_all else term.most and term.most.value({}),
            term.shared,
            term.from_round,
            term.per,
        )
        for term in battle.terms
    }
    assert found == SCORES[mission, minerals] | EVERYWHERE


@pytest.mark.parametrize(
    ("minerals", "size"), [(1, "skirmish"), (1000, "skirmish"), (1001, "standard"), (2000, "standard")]
)
def test_the_sizes_begin_and_end_where_they_should(minerals, size):
    """PF-S2: up to 1000 minerals, and up to 2000."""
    found = made("frontlines", minerals).size
    assert found is not None
    assert found.id == size


def test_a_bound_is_kept_and_destroyed_supply_has_none():
    battle = made("hold-position", 1000)
    forces = (Force("Anna", "red", ("Anna",)), Force("Ben", "blue", ("Ben",)))
    fine: Answers = {"Anna": {"own-markers": (0, 2, 2), "enemy-markers": (0, 1), "destroyed": (40, 3)}}
    assert doubts(battle.terms, forces, fine, battle.rounds) == []
    wrong: Answers = {"Anna": {"own-markers": (1, 3)}, "Ben": {"destroyed": (0, 0, 0, 0, 0, 1)}}
    assert doubts(battle.terms, forces, wrong, battle.rounds) == [
        "Anna: “own and neutral markers controlled” scores from round 2 on, not in round 1.",
        "Anna: “own and neutral markers controlled” can be at most 2; got 3.",
        "Ben: “enemy supply destroyed” takes one number per round, at most 5; got 6.",
    ]
    points = totals(sheet(battle.terms, forces, fine), ("Anna", "Ben"))
    assert points == {"Anna": 4 + 2 + 43, "Ben": 0}


def test_who_is_left_alone_scores_ten_and_level_is_a_draw():
    battle = made("supply-drop", 2000)
    forces = (Force("Anna", "red", ("Anna",)), Force("Ben", "blue", ("Ben",)))
    answers: Answers = {"Anna": {"wiped-out": (1,)}, "Ben": {"drops": (1, 2, 3, 4)}}
    points = totals(sheet(battle.terms, forces, answers), ("Anna", "Ben"))
    assert points == {"Anna": 10, "Ben": 10}
    found = outcomes(battle.victory, points, {}, {}, {})
    assert {side: each.outcome for side, each in found.items()} == {"Anna": "drew", "Ben": "drew"}


def test_the_pool_grows_and_the_last_round_has_none():
    supply = made("divide-and-conquer", 2000).supply
    assert supply is not None
    assert pools(supply, 4) == (8, 10, 12, None)
    assert pools(supply, 1) == (None,)
