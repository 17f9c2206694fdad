"""`campaign missed`: what a missed game costs stands in the settings."""

from __future__ import annotations

from tests.commands.tinmen import DAY


def test_it_costs_what_the_settings_say(camp):
    camp.ok("missed", "vas", "iron", "--reason", "ill", "--played", DAY)
    assert camp.totals("Gold") == {"Red Talons": 5, "Vas Kar": 4, "Iron Vow": 4}
    teams = {team["team"]: team for team in camp.json("ledger")["teams"]}
    assert [(team["missed"], team["lost"]) for team in teams.values()] == [(0, 0), (1, 0), (1, 0)]


def test_all(camp):
    camp.ok("missed", "all", "--played", DAY)
    assert camp.totals("Gold") == {"Red Talons": 4, "Vas Kar": 4, "Iron Vow": 4}


def test_what_it_costs_is_kept(camp):
    """A later change of the settings does not rewrite it."""
    camp.ok("missed", "vas", "--played", DAY)
    file = camp.root / "campaign.yaml"
    file.write_bytes(file.read_bytes() + b"missed: [{when: missed, resource: gold, by: -3}]\n")
    camp.ok("settings", "--apply", "--played", DAY)
    assert camp.totals("Gold")["Vas Kar"] == 4
    camp.ok("missed", "vas", "--played", DAY)
    assert camp.totals("Gold")["Vas Kar"] == 1


def test_refused(camp):
    assert camp.refused("missed", "vax").startswith("There is no team “vax”.")
    assert "Missing argument" in camp.refused("missed", code=2)
