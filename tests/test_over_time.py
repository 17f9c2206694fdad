"""The ledger drawn over time, its corrections with what stood before, and its battles told in parts."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from campaign.content.library import built_in
from campaign.ledger.entries import RerollStep
from campaign.ledger.phases import PhaseStep
from campaign.ledger.state import fold, in_order
from campaign.mechanisms.standings import Standings
from campaign.printing.ledger.page import ledger_view
from campaign.printing.ledger.totals import by_resource, of_team
from campaign.printing.render import FORMATS, render
from tests.builders import (
    DAY,
    MANA,
    RESOURCES,
    adjust,
    amend,
    battle,
    filed,
    flags,
    join,
    key,
    leave,
    restore,
    settings,
    setup,
    sides,
    step,
    void,
)  # fmt: skip
from tests.test_render import Page

TEAMS = [settings(), join(1, "Red", start={"gold": 7}), join(2, "Blue")]


def told(*entries):
    ordered = in_order([*TEAMS, *entries])
    return ledger_view("Tin War", "Tin Men", fold(ordered), ordered, DAY)


def fought(place, played=DAY, **won):
    return battle(place, sides("Red", "Blue"), flags(place + 1, **(won or {"Red": 2})), played=played)


def points(view, resource, team):
    (chart,) = [chart for chart in view.charts if chart.name == resource]
    (line,) = [line for line in chart.curves if line.name == team]
    return line.points


def words(view, fmt="terminal"):
    text = render("ledger", fmt, view, system="tin-men", roots=[built_in()])
    return " ".join(("".join(Page(text).words) if fmt == "html" else text).split())


class TestCurves:
    def test_every_resource_of_every_team(self):
        """Request 1: each resource is drawn, and each team in it."""
        view = told(fought(4))
        assert [chart.name for chart in view.charts] == ["Gold", "Fame", "Hold"]
        assert [line.name for line in view.charts[0].curves] == ["Red", "Blue"]
        assert points(view, "Gold", "Red") == ((0.0, 7),)
        assert points(view, "Gold", "Blue") == ((0.0, 5), (1, 3))

    def test_what_happens_between_battles(self):
        between = [adjust(6, "Blue", resource="gold", change=4), adjust(7, "Blue", resource="gold", change=1)]
        view = told(adjust(3, "Blue", resource="gold", change=1), fought(4), *between, fought(8))
        assert points(view, "Gold", "Blue") == ((0.0, 5), (0, 6), (1, 4), (1.5, 9), (2, 7))

    def test_a_void_battle_keeps_its_number_and_changes_nothing(self):
        view = told(fought(4), void(fought(6)), fought(8))
        assert points(view, "Gold", "Blue") == ((0.0, 5), (1, 3), (3, 1))

    def test_a_team_that_comes_later_and_one_that_leaves(self):
        view = told(fought(4), join(6, "Ash"), leave(7, "Blue"), fought(8))
        (chart, *_) = view.charts
        red, blue, ash = chart.curves
        assert points(view, "Gold", "Ash") == ((1.5, 5),)
        assert red.spark[-1] != "\N{NO-BREAK SPACE}"
        assert ash.spark.startswith("\N{NO-BREAK SPACE}")
        assert blue.last == 1  # the second battle names it all the same

    def test_a_team_that_comes_back(self):
        view = told(fought(4), leave(6, "Blue"), join(7, "Blue"), fought(8))
        assert points(view, "Gold", "Blue") == ((0.0, 5), (1, 3), (2, 1))

    def test_a_resource_that_comes_later(self):
        view = told(fought(4), settings(6, resources=(*RESOURCES, MANA)), fought(8))
        assert points(view, "Mana", "Red") == ((1.5, 2),)

    def test_nothing_has_changed(self):
        view = told()
        assert view.charts == ()
        assert "Totals over time" not in words(view)

    def test_one_team(self):
        ordered = in_order([*TEAMS, fought(4)])
        state = fold(ordered)
        (chart,) = of_team(state, ordered, state.teams["Blue"], "Blue")
        assert [(line.name, line.last) for line in chart.curves] == [("Gold", 3), ("Fame", 0), ("Hold", 2)]
        assert of_team(fold(TEAMS), TEAMS, fold(TEAMS).teams["Blue"], "Blue") == ()
        assert by_resource(fold([]), []) == ()

    def test_the_end_of_a_phase_is_drawn(self):
        view = told(fought(4), filed(6, "phase", step(PhaseStep, 6, name="Frost")), fought(8))
        assert [tick.note for tick in view.charts[0].breaks] == ["Frost"]

    def test_cost_grows_with_the_season_alone(self):
        """Twice the battles, twice the picture."""
        sizes = []
        for count in (40, 80):
            view = told(*(fought(4 + 2 * number) for number in range(count)))
            sizes.append(sum(len(line.path) for chart in view.charts for line in chart.curves))
        assert sizes[1] < 2.3 * sizes[0]


class TestPage:
    @pytest.mark.parametrize("fmt", FORMATS)
    def test_the_lines_in_each_format(self, fmt):
        view = told(fought(4))
        text = words(view, fmt)
        assert "Totals over time" in text
        assert "Blue: 5 at the start, 3 now, never below 3 or above 5." in text or "▄" in text

    def test_the_picture_has_its_own_words(self):
        html = render("ledger", "html", told(fought(4)), system="tin-men", roots=[built_in()])
        assert html.count('role="img"') == 3
        for number in (1, 2, 3):
            assert f'aria-labelledby="lines-{number} lines-{number}-said"' in html
        ids = re.findall(r' id="([^"]+)"', html)
        assert len(ids) == len(set(ids))

    def test_standings_stand_in_it(self):
        """Request 24: who leads, the tie-break used and the end, also in the ledger."""
        text = words(told(fought(4)))
        assert "In the lead: Red, ahead on Resources." in text
        assert "Not yet: 1 of 3 so far." in text

    def test_standings_without_a_value_are_left_out(self):
        rules = Standings(keys=(key("share", "won / lost"),))
        ordered = in_order([settings(standings=rules), *TEAMS[1:]])
        view = ledger_view("Tin War", "Tin Men", fold(ordered), ordered, DAY)
        assert view.standings is None
        assert "Standings" not in words(view)

    def test_contents_of_a_long_one(self):
        short, long = told(fought(4)), told(*(fought(4 + 2 * number) for number in range(12)))
        assert (short.long, long.long) == (False, True)
        html = render("ledger", "html", long, system="tin-men", roots=[built_in()])
        links = re.findall(r'href="#([^"]+)"', html)
        assert links == ["standings", "teams", "totals", "battles", "entries"]
        assert all(f'id="{link}"' in html for link in links)
        markdown = render("ledger", "markdown", long, system="tin-men", roots=[built_in()])
        assert "- [Totals over time](#totals-over-time)\n" in markdown
        assert "[Totals" not in words(long)

    def test_hostile_names(self):
        name = '<script>"onload=` | [red] \u202e 👑'
        entries = [settings(), join(1, name), join(2, "Blue"), adjust(3, name, resource="gold", change=1)]
        ordered = in_order(entries)
        view = ledger_view(name, "Tin Men", fold(ordered), ordered, DAY)
        html = render("ledger", "html", view, system="tin-men", roots=[built_in()])
        Page(html)
        assert "<script" not in html
        assert "\u202e" not in "".join(
            render("ledger", fmt, view, system="", roots=[built_in()]) for fmt in FORMATS
        )


class TestChapters:
    def test_few_battles_are_one(self):
        assert [(each.first, each.last) for each in told(fought(4), fought(6)).chapters] == [(1, 2)]
        assert told().chapters == ()

    def test_by_phases(self):
        empty = (
            filed(6, "phase", step(PhaseStep, 6, name="Frost")),
            filed(7, "phase", step(PhaseStep, 7, name="Ice")),
        )
        view = told(fought(4), *empty, fought(8), fought(10))
        assert [(each.phase, each.first, each.last) for each in view.chapters] == [
            ("Frost", 1, 1),
            ("", 2, 3),
        ]
        assert "Battles in Frost" in words(view)
        assert "Battles since then" in words(view)

    def test_many_by_months(self):
        season = [fought(4 + 2 * number, DAY + timedelta(days=number)) for number in range(42)]
        assert [(each.month, each.first, each.last) for each in told(*season).chapters] == [
            ("2026-03", 1, 31), ("2026-04", 32, 42),
        ]  # fmt: skip


class TestCorrections:
    """Request 10: both lines, with reason and date."""

    def test_an_amended_result(self):
        one = amend(fought(4, Red=3, Blue=1), now=flags(6, Red=0, Blue=2))
        (view,) = told(one).battles
        (correction,) = view.corrections
        assert (correction.step, correction.by, correction.reason, correction.on) == (
            "amend", "Ann", "misread", DAY + timedelta(days=1),
        )  # fmt: skip
        assert [(side.name, side.points, side.outcome) for side in correction.sides] == [
            ("Red", 3, "won"), ("Blue", 1, "lost"),
        ]  # fmt: skip
        text = words(told(one))
        assert "Corrected on 2026-03-02 by Ann: misread (before: Red 3, won; Blue 1, lost)" in text
        assert "<del>" in render("ledger", "html", told(one), system="", roots=[built_in()])

    def test_each_of_several(self):
        one = amend(
            amend(fought(4, Red=3), now=flags(6, Red=1)), now=flags(6, Red=1), played=DAY + timedelta(1)
        )
        first, second = told(one).battles[0].corrections
        assert first.sides[0].points == 3
        assert (second.sides, second.played) == ((), DAY)
        assert "(before: 2026-03-01)" in words(told(one))

    def test_another_mission_and_rolled_again(self):
        from campaign.ledger.entries import StoredName

        again = setup(5, mission=StoredName(part="mission", id="wall", name="The wall"))
        one = battle(
            4, sides("Red", "Blue"), step(RerollStep, 5, part="mission", setup=again, reason="cocked")
        )
        (correction,) = told(one).battles[0].corrections
        assert correction.mission == "The ford"
        assert "Re-rolled on 2026-03-01 by Ann: cocked (before: The ford)" in words(told(one))

    def test_void_and_restored(self):
        one = restore(void(fought(4)))
        assert [each.step for each in told(one).battles[0].corrections] == ["void", "restore"]
        text = words(told(one))
        assert "Voided on 2026-03-02 by Ann: never played" in text
        assert "Restored on 2026-03-02 by Ann: it was played" in text

    def test_another_entry(self):
        raid = adjust(5, "Blue", resource="gold", change=-3)
        now = adjust(5, "Blue", resource="gold", change=-1).entry.steps[0]
        (event,) = [each for each in told(amend(raid, now=now)).events if each.event == "adjust"]
        (correction,) = event.corrections
        assert (correction.event.change, event.change) == (-3, -1)
        assert "misread (before: 2026-03-01 Blue: −3 Gold, adjusted by hand: a raid)" in words(
            told(amend(raid, now=now))
        )
        (event,) = [each for each in told(void(raid)).events if each.event == "adjust"]
        assert (event.corrections[0].event, event.void) == (None, True)
