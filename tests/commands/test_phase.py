"""`campaign phase close` and `campaign standings --phase`: request 24 at the command line."""

from __future__ import annotations

import pytest

from tests.commands.tinmen import DAY, flat

LATER = "2026-03-08"


def close(camp, name="Spring", *more):
    return camp.ok("phase", "close", name, "--played", DAY, "--by", "Ann", *more)


def carry(camp, what):
    with (camp.root / "campaign.yaml").open("a", encoding="utf-8") as file:
        file.write(f"phases: {{carry: {what}}}\n")


def test_closing_keeps_the_table(camp):
    """Request 24: closing freezes the table, with who led and by what."""
    camp.played(3, 1)
    said = flat(close(camp, "Spring", "--reason", "six rounds are played"))
    assert "Tin war: Spring Closed on 2026-03-01 by Ann: six rounds are played. 1 battle recorded." in said
    assert "In the lead: Red Talons, ahead on Won." in said
    assert "3 Vas Kar 3 0 Gold" in said
    kept = camp.json("standings", "--phase", "spr")
    assert [(team["team"], team["place"]) for team in kept["table"]["teams"]] == [
        ("Red Talons", 1), ("Iron Vow", 2), ("Vas Kar", 3),
    ]  # fmt: skip
    assert (kept["battles"], kept["recorded"], kept["since"], kept["carry"]) == (1, 1, [], "all")


def test_what_is_played_later_changes_nothing_in_it(camp):
    camp.played(3, 1)
    close(camp)
    before = camp.ok("standings", "--phase", "spring")
    camp.ok("adjust", "vas", "gold", "+9", "--reason", "a mine")
    assert camp.ok("standings", "--phase", "spring") == before


def test_the_standings_tell_of_phases_and_the_end(camp):
    """Request 24: the end condition, who leads, the tie-break used, and the battles of the phase played now."""
    camp.played(3, 1)
    close(camp)
    camp.played(0, 2)
    view = camp.json("standings")
    assert [(one["name"], one["battles"], one["leaders"]) for one in view["phases"]] == [
        ("Spring", 1, ["Red Talons"])
    ]
    assert (view["recorded"], view["in_phase"]) == (2, 1)
    assert [(end["by"], end["at"], end["now"], end["come"]) for end in view["ends"]] == [
        ("battles", 9, 2, False)
    ]
    for shape in ("terminal", "markdown", "html"):
        text = flat(camp.ok("standings", "--format", shape))
        for said in (
            "Spring",
            "2 of 9 so far",
            "In the lead:",
            "2 battles recorded. 1 of them in the current phase",
        ):
            assert said in text, shape


def test_a_correction_is_told_beside_the_table(camp):
    camp.played(3, 1)
    close(camp)
    kept = camp.json("standings", "--phase", "spring")["table"]["teams"]
    camp.ok("amend", 1, "--score", "vas: 5", "--reason", "counted again", "--yes")
    view = camp.json("standings", "--phase", "spring")
    assert view["table"]["teams"] == kept
    assert {"team": "Red Talons", "what": "", "kept": 1, "now": 3} in view["since"]
    assert {"team": "Red Talons", "what": "Gold", "kept": 5, "now": 3} in view["since"]
    assert "Spring (corrected since)" in flat(camp.ok("standings"))
    for shape in ("terminal", "markdown", "html"):
        text = flat(camp.ok("standings", "--phase", "spring", "--format", shape))
        assert "Corrected since" in text
        assert "The table stays as it was when the phase was closed." in text


def test_a_result_that_comes_late(camp):
    camp.ford()
    close(camp)
    camp.ok("result", "--score", "red: 3", "--score", "vas: 1", "--yes")
    text = flat(camp.ok("standings", "--phase", "spring"))
    assert "0 battles recorded." in text
    assert "1 battle of this phase now has a result." in text


def test_a_team_that_was_not_there(camp):
    close(camp)
    camp.ok("team", "join", "Late Comers", "--played", DAY)
    tail = camp.entry("late-comers").stem[-6:]
    camp.ok("amend", tail, "--played", "2026-02-01", "--reason", "it was there", "--yes")
    assert "Late Comers Place – 1" in flat(camp.ok("standings", "--phase", "spring"))


@pytest.mark.parametrize(
    ("what", "won", "gold", "said"),
    [
        ("all", 1, 3, "Resources and records carry over into the next phase"),
        ("resources", 0, 3, "records start afresh"),
        ("nothing", 0, 5, "Nothing carries over"),
    ],
)
def test_what_goes_on_is_the_group_s_own(camp, what, won, gold, said):
    carry(camp, what)
    camp.played(3, 1)
    assert said in flat(close(camp))
    teams = {team["team"]: team for team in camp.json("standings")["teams"]}
    values = {cell["id"]: cell["value"] for cell in teams["Red Talons"]["values"]}
    assert values["won"] == won
    assert camp.totals("Gold")["Vas Kar"] == gold


def test_refusals(camp):
    close(camp)
    assert "There is already a phase “Spring”." in camp.refused("phase", "close", "spring")
    assert "No team is in the campaign" in camp.refused("phase", "close", "Ice", "--played", "2025-01-01")
    assert "A name is empty." in camp.refused("phase", "close", " ")
    assert "There is no phase “summer”." in camp.refused("standings", "--phase", "summer")


def test_no_phase_yet(camp):
    assert "No phase has been closed yet." in camp.refused("standings", "--phase", "spring")


def test_void_amend_log_and_show(camp):
    """A phase is corrected as other events are: voided and closed again, renamed, or closed on another day."""
    camp.played(3, 1)
    close(camp)
    tail = camp.entry("phase-spring").stem[-6:]
    camp.ok("amend", tail, "--set", "name=Thaw", "--reason", "a better name", "--yes")
    assert camp.json("standings")["phases"][0]["name"] == "Thaw"
    assert "“Thaw ” is not a valid name" in camp.refused(
        "amend", tail, "--set", "name='Thaw '", "--reason", "x", "--yes"
    )
    log = flat(camp.ok("log"))
    assert "Phase closed: Spring" in log
    assert "Phase · Corrected: phase (a better name)" in log
    assert "In the lead: Red Talons, ahead on Won." in flat(camp.ok("show", tail))
    ledger = flat(camp.ok("ledger"))
    assert "Thaw closed (corrected)" in ledger
    assert "Battles in Thaw" in ledger
    camp.ok("void", tail, "--reason", "too early", "--yes")
    assert camp.json("standings")["phases"] == []
    assert "Voided on" in flat(camp.ok("ledger"))
    close(camp, "Thaw")
    assert len(camp.json("standings")["phases"]) == 1


def test_closed_on_another_day_it_keeps_the_table_of_that_day(camp):
    camp.played(3, 1)
    camp.ok("phase", "close", "Spring", "--played", LATER)
    tail = camp.entry("phase-spring").stem[-6:]
    camp.ok("adjust", "vas", "gold", "+9", "--reason", "a mine", "--played", "2026-03-05")
    camp.ok("amend", tail, "--played", "2026-03-02", "--reason", "a slip", "--yes")
    view = camp.json("standings", "--phase", "spring")
    assert (view["closed"], view["since"], view["corrected"]) == ("2026-03-02", [], True)
    camp.ok("amend", tail, "--played", "2026-03-06", "--reason", "another slip", "--yes")
    view = camp.json("standings", "--phase", "spring")
    assert view["since"] == []
    assert [one["total"] for one in view["table"]["teams"][0]["totals"]] == [12, 0]


def test_a_phase_with_the_name_of_another(camp):
    close(camp)
    close(camp, "Summer")
    tail = camp.entry("phase-summer").stem[-6:]
    said = camp.refused("amend", tail, "--set", "name=spring", "--reason", "x", "--yes")
    assert "There is already a phase “Spring”." in said


def test_hostile_names(camp):
    """Every format escapes for itself."""
    name = '<script>alert("x")</script> | [red] `x`'
    close(camp, name)
    for words in (("standings",), ("ledger",), ("standings", "--phase", "<script>")):
        html = camp.ok(*words, "--format", "html")
        assert "<script" not in html
        assert "&lt;script&gt;" in html
        assert "\\| \\[red\\]" in camp.ok(*words, "--format", "markdown")
