"""`campaign standings`."""

from __future__ import annotations

from tests.commands.tinmen import flat


def test_who_leads_and_why(camp):
    camp.played(3, 1)
    view = camp.json("standings")
    assert [(team["place"], team["team"], team["decided_by"]) for team in view["teams"]] == [
        (1, "Red Talons", ""), (2, "Iron Vow", "Won"), (3, "Vas Kar", "Gold"),
    ]  # fmt: skip
    assert (view["leaders"], view["decided_by"], view["recorded"], view["open"]) == (
        ["Red Talons"],
        "Won",
        1,
        0,
    )
    assert "In the lead: Red Talons, ahead on Won." in flat(camp.ok("standings"))


def test_the_end_is_shown(camp):
    for _ in range(8):
        camp.played(1, 1)
    (end,) = camp.json("standings")["ends"]
    assert (end["by"], end["at"], end["come"]) == ("battles", 9, False)
    camp.played(1, 0)
    view = camp.json("standings")
    assert (view["ends"][0]["come"], view["over"]) == (True, True)
    assert "It has ended." in flat(camp.ok("standings"))


def test_a_team_that_left_is_out_of_it(camp):
    camp.ok("team", "leave", "iron", "--reason", "moved")
    assert [team["team"] for team in camp.json("standings")["teams"]] == ["Red Talons", "Vas Kar"]
