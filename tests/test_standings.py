from __future__ import annotations

from datetime import date

import pytest

from campaign.mechanisms.standings import CampaignEnd, StandingsKey, TeamPlace, over, ranked, reached
from tests.builders import key

KEYS = (key("won"), key("conceded", best="least"))


def places(keys: tuple[StandingsKey, ...], **teams: dict[str, int]) -> list[tuple[int, str, str | None]]:
    return [(placed.place, placed.team, placed.decided_by) for placed in ranked(keys, teams)]


def test_the_first_key_decides_then_the_next_and_equal_teams_share_a_place():
    found = places(
        KEYS,
        Ash={"won": 1, "conceded": 4},
        Oak={"won": 2, "conceded": 9},
        Elm={"won": 1, "conceded": 2},
        Ivy={"won": 1, "conceded": 4},
        Fir={"won": 0, "conceded": 0},
    )
    assert found == [
        (1, "Oak", None), (2, "Elm", "won"), (3, "Ash", "conceded"), (3, "Ivy", None), (5, "Fir", "won"),
    ]  # fmt: skip


def test_equal_teams_stand_by_name_whatever_its_case():
    same = {"won": 1, "conceded": 0}
    found = places(KEYS, b=same, A=same, a=same, C=same)
    assert found == [(1, "A", None), (1, "a", None), (1, "b", None), (1, "C", None)]


def test_a_key_is_a_formula_and_its_value_is_told():
    ratio = key("ratio", "100 * won // max(played, 1)")
    assert ranked([ratio], {"Ash": {"won": 1, "played": 3}, "Oak": {"won": 0, "played": 0}}) == [
        TeamPlace(1, "Ash", {"ratio": 33}, None),
        TeamPlace(2, "Oak", {"ratio": 0}, "ratio"),
    ]


def test_without_keys_all_share_the_first_place():
    assert places((), Oak={}, Ash={}) == [(1, "Ash", None), (1, "Oak", None)]


def test_nobody_is_placed_in_an_empty_campaign():
    assert ranked(KEYS, {}) == []


TODAY = date(2026, 5, 1)


@pytest.mark.parametrize(
    ("end", "broken", "comes"),
    [
        (CampaignEnd(kind="status", status="worn-out"), [1, 1, 0], True),
        (CampaignEnd(kind="status", status="worn-out"), [1, 1, 1], True),
        (CampaignEnd(kind="status", status="worn-out"), [1, 0, 0], False),
        (CampaignEnd(kind="status", status="worn-out", all_but=2), [1, 0, 0], True),
        (CampaignEnd(kind="status", status="worn-out", all_but=0), [1, 0], False),
        (CampaignEnd(kind="status", status="worn-out"), [0], False),  # a lone team has beaten nobody
        (CampaignEnd(kind="status", status="worn-out"), [], False),
    ],
)
def test_an_end_by_status_leaves_only_so_many_without_it(end: CampaignEnd, broken: list[int], comes: bool):
    folded = {f"team {place}": {"worn_out": value} for place, value in enumerate(broken)}
    assert over(end, folded, 0, TODAY) is comes


def test_an_end_by_battles_comes_with_the_last_of_them():
    end = CampaignEnd(kind="battles", at=3)
    assert [over(end, {}, battles, TODAY) for battles in (2, 3, 4)] == [False, True, True]


def test_an_end_by_points_comes_when_one_team_has_them():
    end = CampaignEnd(kind="points", at=9)
    assert not over(end, {"Ash": {"points": 8}, "Oak": {}}, 50, TODAY)
    assert over(end, {"Ash": {"points": 8}, "Oak": {"points": 9}}, 0, TODAY)


def test_an_end_without_its_number_comes_with_the_first():
    assert [over(CampaignEnd(kind="battles"), {}, battles, TODAY) for battles in (0, 1)] == [False, True]
    assert [over(CampaignEnd(kind="points"), {"Ash": {"points": n}}, 0, TODAY) for n in (0, 1)] == [
        False,
        True,
    ]


def test_an_end_by_a_resource_comes_when_a_team_has_used_it_up():
    """Request 24: a resource at zero, or at another number."""
    end = CampaignEnd(kind="resource", resource="war-chest")
    assert [over(end, {"Ash": {"war_chest": n}, "Oak": {"war_chest": 4}}, 0, TODAY) for n in (1, 0, -1)] == [
        False, True, True,
    ]  # fmt: skip
    assert over(CampaignEnd(kind="resource", resource="gold", at=2), {"Ash": {"gold": 2}}, 0, TODAY)
    assert not over(end, {}, 9, TODAY)
    assert not over(CampaignEnd(kind="resource"), {"Ash": {"gold": 0}}, 9, TODAY)


@pytest.mark.parametrize(
    ("end", "far"),
    [
        (CampaignEnd(kind="battles", at=9), 4),
        (CampaignEnd(kind="points", at=9), 7),
        (CampaignEnd(kind="status", status="fallen"), 1),
        (CampaignEnd(kind="resource", resource="gold"), 2),
        (CampaignEnd(kind="date", on=TODAY), None),
        (CampaignEnd(kind="never"), None),
    ],
)
def test_how_far_an_end_has_come(end, far):
    folded = {"Ash": {"points": 7, "gold": 2, "fallen": 1}, "Oak": {"points": 3, "gold": 5, "fallen": 0}}
    assert reached(end, folded, 4) == far


def test_an_end_by_date_comes_when_the_day_is_past():
    end = CampaignEnd(kind="date", on=TODAY)
    assert [over(end, {}, 9, date(2026, 5, day)) for day in (1, 2)] == [False, True]
    assert not over(CampaignEnd(kind="date"), {}, 9, TODAY)


def test_a_campaign_may_never_end():
    assert not over(CampaignEnd(kind="never"), {"Ash": {"points": 999}, "Oak": {"points": 999}}, 999, TODAY)
