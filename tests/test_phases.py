"""Phases, request 24: what a closed phase keeps, what goes on after it, and what would be otherwise by now."""

from __future__ import annotations

from datetime import timedelta

import pytest

from campaign.files.schema import structure
from campaign.files.yamlfile import parse
from campaign.ledger.entries import Entry
from campaign.ledger.entries_io import entry_text
from campaign.ledger.entry_checks import entry_faults
from campaign.ledger.phases import Column, PhaseDifference, PhaseRank, PhaseStep, columns_of, differences
from campaign.ledger.state import fold
from campaign.mechanisms.effects import Effect
from campaign.mechanisms.standings import Standings
from tests.builders import (
    DAY,
    RESOURCES,
    STANDINGS,
    adjust,
    amend,
    battle,
    filed,
    flags,
    join,
    key,
    missed,
    restore,
    settings,
    sides,
    step,
    void,
)  # fmt: skip

TEAMS = [settings(), join(1, "Red", start={"gold": 7}), join(2, "Blue")]
LATER = DAY + timedelta(days=7)


def fought(place, winner="Red", played=DAY):
    score = flags(place + 1, **{name: 2 if name == winner else 0 for name in ("Red", "Blue")})
    return battle(place, sides("Red", "Blue"), score, played=played)


def phase(place, name="Spring", played=DAY, **fields):
    wanted = {"columns": columns_of(STANDINGS.keys), "resources": columns_of(RESOURCES)} | fields
    return filed(place, "phase", step(PhaseStep, place, name=name, **wanted), played=played)


def team(state, name):
    return state.values(state.teams[name])


class TestFold:
    def test_a_phase_stands_after_what_was_played_before_it(self):
        state = fold([*TEAMS, fought(4), phase(10), fought(12), fought(14, played=LATER)])
        (closed,) = state.phases
        assert (closed.step.name, closed.last, closed.recorded, closed.played) == ("Spring", 1, 1, DAY)
        assert closed.table is not None
        assert [(rank.team, rank.place, rank.values["won"]) for rank in closed.table] == [
            ("Red", 1, 1), ("Blue", 2, 0),
        ]  # fmt: skip
        assert closed.table[0].totals == {"gold": 7, "fame": 1, "hold": 3}
        assert closed.table[1].decided_by == "resources"
        assert state.recorded(closed.last) == 2

    def test_everything_goes_on(self):
        state = fold([*TEAMS, fought(4), phase(10), fought(12)])
        assert (team(state, "Red")["won"], team(state, "Red")["fame"]) == (2, 2)
        assert team(state, "Red")["points"] == 6

    def test_games_count_anew_and_resources_go_on(self):
        lost = Effect(when="missed", resource="gold", by=-1)
        before = [fought(4), missed(6, "Blue", effects=[lost])]
        state = fold([*TEAMS, *before, phase(10, carry="resources"), fought(12, "Blue")])
        assert [(team(state, name)["won"], team(state, name)["lost"]) for name in ("Red", "Blue")] == [
            (0, 1), (1, 0),
        ]  # fmt: skip
        assert (team(state, "Blue")["missed"], team(state, "Blue")["scored"]) == (0, 2)
        assert (team(state, "Red")["fame"], state.teams["Red"].outcomes["won"]) == (1, 1)
        assert state.teams["Red"].totals["gold"] == 5

    def test_nothing_goes_on(self):
        raids = [adjust(6, "Red", resource="gold", change=-7), adjust(7, "Red", resource="fame", change=-4)]
        state = fold([*TEAMS, fought(4), *raids, phase(10, carry="nothing")])
        red = state.teams["Red"]
        assert red.totals == {"gold": 7, "fame": 0, "hold": 3}
        assert red.held == frozenset()
        assert [
            (change.team, change.resource, change.applied, change.total)
            for change in state.changes
            if change.cause == "phase"
        ] == [("Red", "gold", 7, 7), ("Red", "fame", 3, 0), ("Blue", "gold", 2, 5), ("Blue", "hold", 1, 3)]

    def test_two_phases_count_their_own_battles(self):
        state = fold([*TEAMS, fought(4), phase(10), fought(12), fought(14), phase(20, "Summer"), fought(22)])
        assert [(closed.last, closed.recorded) for closed in state.phases] == [(1, 1), (3, 2)]

    def test_a_void_phase_was_never_closed(self):
        one = phase(10, carry="nothing")
        plain = fold([*TEAMS, fought(4), fought(12)])
        state = fold([*TEAMS, fought(4), void(one), fought(12)])
        assert (state.phases, state.changes) == ([], plain.changes)
        assert len(fold([*TEAMS, restore(void(one))]).phases) == 1

    def test_a_key_without_a_value_leaves_no_table(self):
        rules = Standings(keys=(key("share", "won / lost"),))
        (closed,) = fold([settings(standings=rules), *TEAMS[1:], phase(10)]).phases
        assert closed.table is None

    def test_before_any_settings(self):
        state = fold([phase(10, carry="nothing")])
        assert state.phases[0].table == ()


class TestTable:
    def test_what_is_kept(self):
        assert columns_of([key("won"), key("secret", show=False), key("beggar", yes="yes", no="-")]) == (
            Column(id="won", name="Won"),
            Column(id="beggar", name="Beggar", yes="yes", no="-"),
        )

    @pytest.mark.parametrize(
        ("kept", "now", "found"),
        [
            ([PhaseRank(place=1, team="Red")], [PhaseRank(place=1, team="Red")], []),
            (
                [PhaseRank(place=1, team="Red", values={"won": 1, "gold": 3}, totals={"gold": 3, "fame": 0})],
                [PhaseRank(place=2, team="Red", values={"won": 0, "gold": 2}, totals={"gold": 2})],
                [
                    PhaseDifference("Red", "place", 1, 2),
                    PhaseDifference("Red", "won", 1, 0),
                    PhaseDifference("Red", "gold", 3, 2),
                ],
            ),
            (
                [PhaseRank(place=1, team="Red")],
                [PhaseRank(place=1, team="Blue")],
                [PhaseDifference("Red", "place", 1, None), PhaseDifference("Blue", "place", None, 1)],
            ),
        ],
    )
    def test_what_would_be_otherwise(self, kept, now, found):
        assert differences(kept, now) == found


class TestFile:
    def test_written_and_read(self):
        """Request 15 for this kind of entry."""
        table = (PhaseRank(place=1, team="Red", values={"won": 1}, totals={"gold": 5}, decided_by=""),)
        one = amend(phase(10, reason="rain", carry="nothing", battles=4, table=table), played=LATER)
        again, faults = structure(Entry, parse(entry_text(one.entry)).data)
        assert (again, faults) == (one.entry, [])
        assert entry_faults(one.name, one.entry) == []

    def test_nothing_else_in_it(self):
        wrong = filed(10, "phase", step(PhaseStep, 10, name="x"), flags(11))
        assert [fault.code for fault in entry_faults(wrong.name, wrong.entry)] == ["wrong-step"]
