from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.errors import Refusal
from campaign.ledger.battle import effective
from campaign.ledger.entries import StoredEntry
from campaign.ledger.entries_io import append
from campaign.ledger.state import CampaignState, ResourceChange, UnknownName, fold, in_order
from campaign.mechanisms.effects import Effect, Outcome, Resource, Status
from campaign.mechanisms.standings import CampaignEnd, Standings
from campaign.record import replace
from tests.builders import (
    DAY,
    FAME,
    GOLD,
    HOLD,
    LOSS,
    MANA,
    STANDINGS,
    STEAL,
    adjust,
    amend,
    battle,
    entries,
    flags,
    join,
    key,
    leave,
    ledgers,
    missed,
    restore,
    settings,
    sides,
    void,
)  # fmt: skip

NEXT_DAY = DAY + timedelta(days=1)
LATER = DAY + timedelta(days=7)
TWO = [settings(), join(1, "Red"), join(2, "Blue")]
DUEL = sides("Red", "Blue")


def totals(state: CampaignState) -> dict[str, dict[str, int]]:
    return {name: dict(team.totals) for name, team in state.teams.items()}


def gold(state: CampaignState) -> dict[str, int]:
    return {name: team.totals["gold"] for name, team in state.teams.items()}


def told(changes: list[ResourceChange]) -> list[tuple[str, str, int, int, int, str]]:
    return [(one.team, one.resource, one.asked, one.applied, one.total, one.cause) for one in changes]


# --- what each kind of entry does ---


def test_a_team_begins_with_the_starts_of_the_settings():
    state = fold(TWO)
    assert totals(state) == {
        "Red": {"gold": 5, "fame": 0, "hold": 3},
        "Blue": {"gold": 5, "fame": 0, "hold": 3},
    }
    assert (state.changes, state.impossible, state.battles) == ([], [], [])


def test_a_team_may_have_starts_of_its_own():
    state = fold([settings(), join(1, "Red", player="Ann", start={"gold": 7, "fame": -3})])
    assert totals(state) == {"Red": {"gold": 7, "fame": -3, "hold": 3}}
    assert state.teams["Red"].player == "Ann"
    assert state.teams["Red"].held == {"infamous"}


def test_a_team_that_joins_before_any_settings_gets_its_starts_with_them():
    state = fold([join(1, "Red", start={"gold": 7}), settings(2, NEXT_DAY)])
    assert totals(state) == {"Red": {"gold": 7, "fame": 0, "hold": 3}}


def test_request_3_losing_two_from_one_shows_what_was_asked_and_what_was_applied():
    poor = [settings(), join(1, "Red", start={"gold": 1}), join(2, "Blue")]
    recorded = battle(3, DUEL, flags(Blue=1), effects=(LOSS,))
    state = fold([*poor, recorded])
    assert state.changes == [ResourceChange(recorded.name, DAY, "Red", "gold", -2, -1, 0, "lost")]
    assert gold(state) == {"Red": 0, "Blue": 5}
    assert state.teams["Red"].held == {"beggar"}


def test_a_resource_without_a_least_value_sinks_on_and_one_with_a_greatest_stops_there():
    state = fold([
        *TWO,
        adjust(3, "Red", resource="fame", change=-20),
        adjust(4, "Red", "Blue", resource="hold", change=5),
    ])  # fmt: skip
    assert told(state.changes) == [
        ("Red", "fame", -20, -20, -20, "adjust"),
        ("Red", "hold", 5, 3, 6, "adjust"),
        ("Blue", "hold", 5, 3, 6, "adjust"),
    ]


def test_a_lasting_status_stays_and_one_of_the_moment_goes():
    low = [
        *TWO,
        adjust(3, "Red", resource="fame", change=-3),
        adjust(4, "Red", resource="gold", change=-9),
    ]
    assert fold(low).teams["Red"].held == {"beggar", "infamous"}
    raised = [
        *low,
        adjust(5, "Red", resource="fame", change=9),
        adjust(6, "Red", resource="gold", change=1),
    ]
    assert fold(raised).teams["Red"].held == {"infamous"}
    assert fold([*low[:3], void(low[3]), *raised[4:]]).teams["Red"].held == frozenset()


def test_request_5_unrecorded_drawn_and_won_are_three_things():
    made_only, drawn = battle(3, DUEL), battle(4, DUEL, flags(Red=1, Blue=1))
    won = battle(5, DUEL, flags(Red=1))
    state = fold([*TWO, made_only, drawn, won])
    assert [each.status for each in state.battles] == ["open", "recorded", "recorded"]
    assert state.changes_of(made_only.name) == []
    assert state.changes_of(drawn.name) == []
    assert told(state.changes_of(won.name)) == [
        ("Blue", "gold", -2, -2, 3, "lost"),
        ("Red", "fame", 1, 1, 1, "won"),
        ("Blue", "hold", -1, -1, 2, "won"),
    ]
    assert (state.teams["Red"].outcomes, state.teams["Blue"].outcomes) == (
        {"drew": 1, "won": 1},
        {"drew": 1, "lost": 1},
    )


@pytest.mark.parametrize(
    ("outcome", "counted"), [("no-show", "noshow"), ("refused", "refused"), ("forfeited", "forfeited")]
)
def test_request_6_what_is_no_loss_is_none_in_the_tally_and_has_no_effects_of_one(
    outcome: Outcome, counted: str
):
    recorded = battle(3, DUEL, flags(99, {"Red": outcome}), effects=(LOSS,))
    state = fold([*TWO, recorded])
    red, blue = (state.values(state.teams[name]) for name in ("Red", "Blue"))
    assert {name: red[name] for name in ("lost", "played", counted)} == {"lost": 0, "played": 0, counted: 1}
    assert {name: blue[name] for name in ("won", "played")} == {"won": 1, "played": 1}
    assert state.changes == []


def test_request_6_a_forfeit_may_take_a_losers_effects_and_still_reads_forfeited():
    recorded = battle(3, DUEL, flags(99, {"Red": "forfeited"}), effects=(LOSS,), takes={"forfeited": "lost"})
    state = fold([*TWO, recorded])
    assert told(state.changes) == [("Red", "gold", -2, -2, 3, "forfeited")]
    assert state.teams["Red"].outcomes == {"forfeited": 1}


def test_one_with_a_status_steals_on_a_win_what_the_loser_could_really_lose():
    poor = [settings(), join(1, "Red", start={"gold": 0}), join(2, "Blue", start={"gold": 1})]
    state = fold([*poor, battle(3, DUEL, flags(Red=1), effects=(STEAL, LOSS))])
    assert told(state.changes) == [
        ("Blue", "gold", -2, -1, 0, "lost"),
        ("Red", "gold", 1, 1, 1, "won"),
    ]
    assert state.teams["Red"].held == frozenset()
    assert state.teams["Blue"].held == {"beggar"}


def test_one_without_the_status_steals_nothing():
    state = fold([*TWO, battle(3, DUEL, flags(Red=1), effects=(STEAL, LOSS))])
    assert told(state.changes) == [("Blue", "gold", -2, -2, 3, "lost")]


def test_what_is_stolen_is_what_all_enemies_lost_and_goes_to_each_team_of_the_side():
    poor = {"gold": 0}
    beggars = [join(1, "Red", start=poor), join(2, "Ash", start=poor)]
    teams = [settings(), *beggars, join(3, "Blue"), join(4, "Oak")]
    gain = Effect(when="lost", resource="gold", by=1)
    recorded = battle(
        5, sides("Ann: Red + Ash", "Blue", "Oak"), flags(Ann=2, Oak=1), effects=(STEAL, LOSS, gain)
    )
    state = fold([*teams, recorded])
    assert told(state.changes) == [
        ("Blue", "gold", -2, -2, 3, "lost"),
        ("Oak", "gold", -2, -2, 3, "lost"),
        ("Blue", "gold", 1, 1, 4, "lost"),
        ("Oak", "gold", 1, 1, 4, "lost"),
        ("Red", "gold", 4, 4, 4, "won"),
        ("Ash", "gold", 4, 4, 4, "won"),
    ]


def test_what_a_side_lost_itself_it_does_not_steal_back():
    price = Effect(when="won", resource="gold", by=-2)
    rich = [settings(), join(1, "Red"), join(2, "Blue")]
    any_winner = replace(STEAL, status=None)
    state = fold([*rich, battle(3, DUEL, flags(Red=1), effects=(price, replace(LOSS, by=-1), any_winner))])
    assert told(state.changes) == [
        ("Red", "gold", -2, -2, 3, "won"),
        ("Blue", "gold", -1, -1, 4, "lost"),
        ("Red", "gold", 1, 1, 4, "won"),
    ]


def test_points_scored_and_conceded_belong_to_every_team_of_a_side():
    teams = [*TWO, join(3, "Ash"), join(4, "Oak")]
    state = fold([*teams, battle(5, sides("Ann: Red + Blue", "Ash", "Oak"), flags(Ann=4, Ash=1, Oak=2))])
    assert {name: (team.scored, team.conceded) for name, team in state.teams.items()} == {
        "Red": (4, 3), "Blue": (4, 3), "Ash": (1, 6), "Oak": (2, 5),
    }  # fmt: skip


def test_a_missed_game_costs_what_the_entry_says_and_is_counted():
    effects = (
        Effect(when="missed", resource="gold", by=-1),
        Effect(when="missed", resource="fame", by=-1, status="beggar"),
        Effect(when="missed", resource="hold", by="taken"),
    )
    poor = [settings(), join(1, "Red", start={"gold": 0}), join(2, "Blue", start={"gold": 1})]
    state = fold([*poor, missed(3, "Red", "Blue", effects=effects)])
    assert told(state.changes) == [
        ("Red", "gold", -1, 0, 0, "missed"),
        ("Red", "fame", -1, -1, -1, "missed"),
        ("Blue", "gold", -1, -1, 0, "missed"),
    ]
    assert [state.values(team)["missed"] for team in state.teams.values()] == [1, 1]


def test_a_team_that_left_is_not_placed_and_keeps_what_it_played():
    state = fold([*TWO, battle(3, DUEL, flags(Red=1)), leave(4, "Red", NEXT_DAY)])
    assert [team.name for team in state.present()] == ["Blue"]
    assert [placed.team for placed in state.placed()] == ["Blue"]
    assert (state.teams["Red"].left, state.teams["Red"].outcomes) == (NEXT_DAY, {"won": 1})


def test_a_team_that_comes_back_has_what_it_had():
    away = [*TWO, adjust(3, "Red", resource="gold", change=2), leave(4, "Red", NEXT_DAY)]
    state = fold([*away, join(5, "Red", LATER, player="Bo", start={"gold": 1})])
    red = state.teams["Red"]
    assert (red.joined, red.left, red.player, red.totals["gold"]) == (DAY, None, "Bo", 7)


# --- what became impossible ---


def test_request_9_a_void_join_drops_nothing_and_lists_what_became_impossible():
    fought = battle(3, DUEL, flags(Red=1), played=NEXT_DAY)
    raided = adjust(4, "Red", resource="gold", change=1, played=NEXT_DAY)
    stayed_away = missed(5, "Red", played=NEXT_DAY)
    left = leave(6, "Red", LATER)
    state = fold([TWO[0], void(TWO[1]), TWO[2], fought, raided, stayed_away, left])
    assert state.impossible == [
        UnknownName(each.name, "team", "Red") for each in (fought, raided, stayed_away, left)
    ]
    assert (state.teams["Red"].joined, state.teams["Red"].outcomes) == (None, {"won": 1})
    assert state.teams["Red"].missed == 1
    assert gold(state) == {"Blue": 3, "Red": 6}


def test_a_team_that_joins_too_late_has_its_own_start_and_what_happened_before():
    early = adjust(3, "Red", resource="gold", change=2)
    state = fold([settings(), early, join(4, "Red", NEXT_DAY, start={"gold": 8})])
    assert gold(state) == {"Red": 10}
    assert state.impossible == [UnknownName(early.name, "team", "Red")]
    assert state.teams["Red"].joined == NEXT_DAY


def test_a_team_may_play_on_the_day_it_leaves_and_not_after():
    same_day = adjust(4, "Red", resource="gold", change=1)
    too_late = adjust(5, "Red", resource="gold", change=1, played=NEXT_DAY)
    state = fold([*TWO, leave(3, "Red"), same_day, too_late])
    assert state.impossible == [UnknownName(too_late.name, "team", "Red")]
    assert gold(state) == {"Red": 7, "Blue": 5}


def test_a_resource_that_is_not_there_is_listed_once_for_each_entry():
    mana = (Effect(when="played", resource="mana", by=1), Effect(when="won", resource="mana", by="taken"))
    fought = battle(3, DUEL, flags(Red=1), effects=mana)
    lost = adjust(4, "Lost", resource="mana", change=1)
    state = fold([*TWO, fought, lost])
    assert state.impossible == [
        UnknownName(fought.name, "resource", "mana"),
        UnknownName(lost.name, "team", "Lost"),
        UnknownName(lost.name, "resource", "mana"),
    ]
    assert state.changes == []


def test_a_step_that_has_no_place_in_its_entry_counts_for_nothing():
    odd = append(adjust(3, "Red", resource="gold", change=1), [flags(Blue=1)])
    assert told(fold([*TWO, odd]).changes) == [("Red", "gold", 1, 1, 6, "adjust")]


def test_a_ledger_without_settings_has_teams_and_no_more():
    state = fold([join(1, "Red"), adjust(2, "Red", resource="gold", change=1)])
    assert totals(state) == {"Red": {}}
    assert (state.resources, state.standings, state.status_ids) == ((), Standings(keys=()), frozenset())
    assert [impossible.what for impossible in state.impossible] == ["resource"]
    assert fold([]) == CampaignState()


# --- settings in mid-season ---


def test_settings_of_mid_season_add_a_resource_and_never_rewrite_the_past():
    before = [*TWO, battle(3, DUEL, flags(Blue=1)), adjust(4, "Red", resource="gold", change=-2)]
    poorer = replace(GOLD, start=9, min=-5)
    change = settings(5, NEXT_DAY, resources=(poorer, FAME, HOLD, MANA))
    after = adjust(6, "Red", resource="gold", change=-4, played=LATER)
    state = fold([*before, change, after, join(7, "Oak", LATER)])
    assert state.changes[:-1] == fold(before).changes
    assert told(state.changes[-1:]) == [("Red", "gold", -4, -4, -3, "adjust")]
    assert {name: (team.totals["gold"], team.totals["mana"]) for name, team in state.teams.items()} == {
        "Red": (-3, 2), "Blue": (5, 2), "Oak": (9, 2),
    }  # fmt: skip


def test_settings_count_from_their_day_whenever_they_were_written():
    harsh = settings(9, DAY, resources=(replace(GOLD, min=4), FAME, HOLD))
    fought = battle(3, DUEL, flags(Blue=1), played=NEXT_DAY)
    assert gold(fold([*TWO, fought, harsh])) == {"Red": 4, "Blue": 5}
    assert gold(fold([*TWO, fought, amend(harsh, played=LATER)])) == {"Red": 3, "Blue": 5}


def test_a_status_comes_with_the_settings_that_bring_it_and_goes_with_those_that_drop_it():
    marked = replace(HOLD, status=(Status(id="landed", name="Landed", at=3, lasting=True),))
    with_it = [*TWO, settings(3, NEXT_DAY, resources=(GOLD, FAME, marked))]
    assert fold(with_it).teams["Red"].held == {"landed"}
    without = [*with_it, settings(4, LATER)]
    assert fold(without).teams["Red"].held == frozenset()
    again = settings(5, LATER, resources=(GOLD, FAME, replace(marked, start=9)))
    raised = adjust(6, "Red", resource="hold", change=3, played=LATER)
    assert fold([*without, raised, again]).teams["Red"].held == {"landed"}


def test_a_status_that_is_made_lasting_lasts_from_then_on():
    lasting = replace(GOLD, status=(replace(GOLD.status[0], lasting=True),))
    poor_once = [
        *TWO,
        adjust(3, "Red", resource="gold", change=-5),
        adjust(4, "Red", resource="gold", change=1),
        settings(5, NEXT_DAY, resources=(lasting, FAME, HOLD)),
    ]
    assert fold(poor_once).teams["Red"].held == frozenset()
    poor_again = [
        adjust(6, "Red", resource="gold", change=-1, played=LATER),
        adjust(7, "Red", resource="gold", change=1, played=LATER),
    ]
    assert fold([*poor_once, *poor_again]).teams["Red"].held == {"beggar"}


def test_a_least_value_raised_above_a_total_gives_nothing_back():
    poor = [*TWO, adjust(3, "Red", resource="gold", change=-5)]
    raised = settings(4, NEXT_DAY, resources=(replace(GOLD, min=2), FAME, HOLD))
    assert gold(fold([*poor, raised])) == {"Red": 0, "Blue": 5}
    assert gold(fold([*poor, raised, adjust(5, "Red", resource="gold", change=-1, played=LATER)]))["Red"] == 0


# --- standings ---


def test_the_standings_know_every_value():
    wide = Resource(id="deep-ore", name="Ore", start=4, status=(Status(id="worn-out", name="Worn", at=4),))
    state = fold([
        settings(resources=(wide, FAME)),
        join(1, "Red"),
        join(2, "Blue"),
        battle(3, DUEL, flags(Red=3, Blue=1)),
        battle(4, DUEL, flags(Red=1, Blue=1)),
        battle(5, DUEL, flags(99, {"Red": "no-show", "Blue": "no-show"})),
        missed(6, "Red"),
    ])  # fmt: skip
    assert state.values(state.teams["Red"]) == {
        "won": 1, "drew": 1, "lost": 0, "forfeited": 0, "noshow": 1, "refused": 0, "missed": 1, "played": 2,
        "points": 3, "scored": 4, "conceded": 2, "resources": 3, "deep_ore": 4, "fame": -1, "worn_out": 1,
        "infamous": 0,
    }  # fmt: skip


def test_teams_share_a_place_and_it_is_told_which_key_decided():
    teams = [*TWO, join(3, "Ash"), join(4, "Oak", start={"gold": 0})]
    state = fold([*teams, adjust(5, "Ash", resource="fame", change=1)])
    assert [(each.place, each.team, each.values, each.decided_by) for each in state.placed()] == [
        (1, "Ash", {"beggar": 0, "resources": 9, "won": 0}, None),
        (2, "Blue", {"beggar": 0, "resources": 8, "won": 0}, "resources"),
        (2, "Red", {"beggar": 0, "resources": 8, "won": 0}, None),
        (4, "Oak", {"beggar": 1, "resources": 3, "won": 0}, "beggar"),
    ]


def test_the_campaign_ends_with_its_recorded_battles():
    ends = (
        CampaignEnd(kind="never"),
        CampaignEnd(kind="battles", at=2),
        CampaignEnd(kind="status", status="beggar"),
    )
    start = [settings(standings=replace(STANDINGS, end=ends)), *TWO[1:]]
    recorded, other = battle(3, DUEL, flags(Red=1)), battle(4, DUEL, flags(Red=1))
    assert fold([*start, recorded, battle(5, DUEL)]).ended(DAY) == []
    assert fold([*start, recorded, other]).ended(DAY) == [1]
    assert fold([*start, recorded, void(other)]).ended(DAY) == []
    broke = adjust(6, "Blue", resource="gold", change=-9)
    assert fold([*start, recorded, other, broke]).ended(DAY) == [1, 2]


# --- the order of the fold ---


def test_entries_stand_by_the_day_they_were_played_then_by_the_moment_they_were_made():
    late, early, first = join(1, "A", LATER), join(3, "B", DAY), join(2, "C", DAY)
    assert in_order([late, early, first]) == [first, early, late]
    assert in_order([amend(late, played=DAY), first, early])[0].name == late.name


def test_a_void_battle_keeps_its_number():
    one, two, three = (battle(place, DUEL, flags(Red=1)) for place in (3, 4, 5))
    state = fold([*TWO, one, void(two), three])
    assert [(each.number, each.filed.name, each.status) for each in state.battles] == [
        (1, one.name, "recorded"), (2, two.name, "void"), (3, three.name, "recorded"),
    ]  # fmt: skip


def test_request_17_two_battles_of_one_day_with_the_same_mission_and_teams_both_count():
    state = fold([*TWO, battle(3, DUEL, flags(Red=1)), battle(4, DUEL, flags(Red=1))])
    assert [each.number for each in state.battles] == [1, 2]
    assert state.teams["Red"].outcomes == {"won": 2}
    assert gold(state) == {"Red": 5, "Blue": 1}


@given(ledgers(), st.randoms(use_true_random=False))
def test_the_fold_does_not_depend_on_the_order_of_the_files(ledger: list[StoredEntry], random: Any):
    shuffled = list(ledger)
    random.shuffle(shuffled)
    assert fold(shuffled) == fold(ledger)


# --- void, restore and amend ---


def counts(state: CampaignState) -> dict[str, Any]:
    """All that a campaign comes to, without the numbers of its battles."""
    return {
        "teams": state.teams,
        "values": {name: state.values(team) for name, team in state.teams.items()},
        "placed": state.placed(),
        "ended": state.ended(date(2026, 3, 3)),
        "changes": state.changes,
        "impossible": state.impossible,
        "settings": state.settings,
    }


@given(ledgers(), st.data())
def test_request_9_to_void_an_entry_is_never_to_have_had_it(ledger: list[StoredEntry], data: st.DataObject):
    place = data.draw(st.integers(0, len(ledger) - 1))
    without = [*ledger[:place], *ledger[place + 1 :]]
    voided = [*ledger[:place], void(ledger[place]), *ledger[place + 1 :]]
    assert counts(fold(voided)) == counts(fold(without))
    assert len(fold(voided).battles) == sum(each.entry.kind == "battle" for each in ledger)


@given(ledgers(), st.data())
def test_request_10_to_restore_an_entry_undoes_its_void(ledger: list[StoredEntry], data: st.DataObject):
    place = data.draw(st.integers(0, len(ledger) - 1))
    back = [*ledger[:place], restore(void(restore(ledger[place]))), *ledger[place + 1 :]]
    standing = [*ledger[:place], restore(ledger[place]), *ledger[place + 1 :]]
    assert counts(fold(back)) == counts(fold(standing))
    assert [each.status for each in fold(back).battles] == [each.status for each in fold(standing).battles]


@pytest.mark.parametrize("kind", ["battle", "adjust", "missed", "join", "leave", "settings"])
@given(ledger=ledgers(least=0, most=5), data=st.data())
def test_request_10_to_amend_an_entry_is_to_have_had_it_right_at_once(
    kind: str, ledger: list[StoredEntry], data: st.DataObject
):
    shape = data.draw(st.sampled_from([(), ("result",), ("reveal", "result")]))
    made_at = data.draw(st.sampled_from([5, 500]))  # among the first entries, or after all of them
    wrong, right = (data.draw(entries(made_at, kind, shape)) for _ in range(2))
    amended = amend(wrong, played=right.entry.played, sides=right.entry.sides)
    for step in right.entry.steps:
        amended = amend(amended, now=step)
    assert effective(amended.entry) == effective(right.entry)
    assert counts(fold([*ledger, amended])) == counts(fold([*ledger, right]))


def test_request_10_totals_are_right_while_every_step_stays():
    fought = battle(3, DUEL, flags(Red=1))
    came_to = []
    for corrected in (fought, void(fought), restore(void(fought)), amend(fought, now=flags(Blue=3))):
        assert corrected.entry.steps[:2] == fought.entry.steps
        came_to.append(gold(fold([*TWO, corrected])))
    won_by_red, nothing, won_by_blue = {"Red": 5, "Blue": 3}, {"Red": 5, "Blue": 5}, {"Red": 3, "Blue": 5}
    assert came_to == [won_by_red, nothing, won_by_red, won_by_blue]


def test_a_key_that_has_no_value_is_told_as_what_to_mend():
    bad = settings(0, standings=Standings(keys=(key("share", "won / played"),)))
    state = fold([bad, join(1, "Red"), join(2, "Blue")])
    with pytest.raises(Refusal, match="divides by zero") as refused:
        state.placed()
    assert "campaign settings --apply" in refused.value.remedy


def test_an_open_battle_of_a_team_that_is_not_there_is_listed_and_changes_nothing():
    state = fold([settings(0), join(1, "Red"), battle(3, DUEL)])
    assert [(each.what, each.name) for each in state.impossible] == [("team", "Blue")]
    assert list(state.teams) == ["Red"]
