"""`campaign ledger --team`: a team's place, totals over time, what each battle changed for it, cards, roster."""

from __future__ import annotations

import json

import pytest

from campaign.campaign import Campaign
from campaign.printing.ledger.team import RosterLine, TeamPageView, team_view
from tests.commands.dealing import WON
from tests.commands.marching import end, set_up
from tests.commands.tinmen import DAY, flat


def page(camp, team: str) -> TeamPageView:
    return team_view(Campaign.open(camp.root), team)


def test_what_it_tells(camp):
    camp.played(3, 1)
    camp.ok("adjust", "iron", "fame", "+2", "--reason", "a song", "--played", DAY)
    camp.ok("missed", "vas", "--reason", "ill", "--played", DAY)
    view = page(camp, "Vas Kar")
    assert view.place is not None
    assert (view.name, view.team.team, view.place.place, view.of) == ("Tin war", "Vas Kar", 3, 3)
    assert [(fought.side, fought.outcome) for fought in view.battles] == [("Vas Kar", "lost")]
    assert [(one.resource, one.applied) for one in view.battles[0].own] == [("Gold", -2)]
    assert [event.event for event in view.events] == ["join", "missed"]
    assert [line.name for line in view.charts[0].curves] == ["Gold", "Fame"]
    assert (view.cards, view.sealed, view.roster, view.phases) == ((), (), None, ())


@pytest.mark.parametrize("shape", ["terminal", "markdown", "html", "json"])
def test_in_each_format(camp, shape):
    camp.played(3, 1)
    camp.ok("phase", "close", "Spring", "--played", DAY)
    text = camp.ok("ledger", "--team", "vas", "--format", shape)
    for said in ("Vas Kar", "The ford", "Gold", "Spring"):
        assert said in text
    if shape == "json":
        assert json.loads(text)["kind"] == "team"


def test_a_team_that_has_left_and_one_that_never_was(camp):
    camp.ok("team", "leave", "iron", "--reason", "moved away", "--played", DAY)
    assert page(camp, "Iron Vow").place is None
    text = flat(camp.ok("ledger", "--team", "iron"))
    assert "Left 2026-03-01" in text
    assert "No battles yet." in text
    assert "There is no team “elm”." in camp.refused("ledger", "--team", "elm")


def test_standings_without_a_value(camp):
    entry = camp.entry("settings")
    text = entry.read_text(encoding="utf-8")
    broken = text.replace("name: Gold, value: gold", 'name: Gold, value: "gold / won"')
    assert broken != text
    entry.write_text(broken, encoding="utf-8")
    view = page(camp, "Vas Kar")
    assert (view.place, view.of, view.columns) == (None, 0, ())
    assert camp("ledger").code == 0


def test_what_a_phase_gave_back_is_told(camp):
    with (camp.root / "campaign.yaml").open("a", encoding="utf-8") as file:
        file.write("phases: {carry: nothing}\n")
    camp.played(3, 1)
    camp.ok("phase", "close", "Spring", "--played", DAY)
    events = page(camp, "Vas Kar").events
    assert [(event.phase, event.changes[0].applied) for event in events if event.event == "phase"] == [
        ("Spring", 2)
    ]


def test_a_team_of_a_side_and_its_roster(march):
    march.ok("team", "roster", "vas", "--like", "ditch-company")
    set_up(march)
    end(march, 1, "red")
    view = page(march, "Vas Kar")
    assert isinstance(view.roster, RosterLine)
    assert view.roster.file == "rosters/vas-kar.yaml"
    assert view.roster.models > 0 < view.roster.points
    assert "rosters/vas-kar.yaml" in flat(march.ok("ledger", "--team", "vas"))
    (march.root / "rosters" / "vas-kar.yaml").write_text("format: 1\nteam: [\n", encoding="utf-8")
    assert page(march, "Vas Kar").roster is None
    assert page(march, "Red Talons").roster is None


def test_cards_by_what_is_public(dealt):
    """Request 22: that something is sealed, and no more; what has come to light by its name."""
    view = page(dealt, "A")
    assert view.cards == ()
    assert [(one.battle, one.count) for one in view.sealed] == [(1, 1), (1, 1)]
    for shape in ("terminal", "markdown", "html", "json"):
        text = dealt.ok("ledger", "--team", "A", "--format", shape).casefold()
        assert "1 sealed, battle 1" in text or shape == "json"
        assert not [card for card in ("thunderclap", "tripwire", "four corners", "click") if card in text]
    dealt.ok("result", *WON)
    view = page(dealt, "A")
    assert view.sealed == ()
    assert [card.name for card in view.cards] == ["THUNDERCLAP", "TRIPWIRE"]
    assert "THUNDERCLAP" in dealt.ok("ledger", "--team", "A")
    assert "THUNDERCLAP, battle" not in dealt.ok("ledger", "--team", "B")


def test_the_road_in_the_ledger(march):
    """Everybody's road is drawn; where pairs walk, each pair's battles on it are told."""
    set_up(march, die=1)
    end(march, 1, "red")
    for shape in ("terminal", "markdown", "html"):
        assert "The road" in flat(march.ok("ledger", "--format", shape))
    (road,) = march.json("ledger")["roads"]
    assert [one["number"] for one in road["walked"]] == [1]
    with (march.root / "campaign.yaml").open("a", encoding="utf-8") as file:
        file.write("road: {of: pair}\n")
    (road,) = march.json("ledger")["roads"]
    assert road["who"] == ["Red Talons", "Vas Kar"]
    file_text = (march.root / "campaign.yaml").read_text(encoding="utf-8")
    (march.root / "campaign.yaml").write_text(file_text.replace("of: pair", "of: none"), encoding="utf-8")
    assert march.json("ledger")["roads"] == []


def test_no_road_yet(march):
    assert march.json("ledger")["roads"] == []
