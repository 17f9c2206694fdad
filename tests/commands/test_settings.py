"""`campaign settings`: what campaign.yaml says becomes a dated entry; request 3 where it can't."""

from __future__ import annotations

import pytest

from tests.commands.tinmen import DAY, Camp


def write(camp: Camp, text: str) -> None:
    file = camp.root / "campaign.yaml"
    file.write_bytes(file.read_bytes() + text.encode())


def test_nothing_to_take_in(camp):
    assert camp.json("settings")["differs"] == []
    assert camp.refused("settings", "--apply") == (
        "Nothing to apply: the ledger already matches campaign.yaml. Edit campaign.yaml first.\n"
    )


def test_taken_in_from_a_day_on(camp):
    """An edit in mid-season never rewrites the past."""
    camp.played(3, 1)
    write(camp, "resources:\n  - {id: gold, start: 9}\n  - {id: luck, name: Luck, start: 2}\n")
    assert camp.json("settings")["differs"] == ["resources"]
    assert camp.totals("Gold")["Vas Kar"] == 3
    camp.ok("settings", "--apply", "--reason", "a fifth track", "--played", "2026-03-02", "--by", "Bo")
    assert camp.json("settings")["differs"] == []
    assert camp.totals("Gold")["Vas Kar"] == 3
    assert camp.totals("Luck") == {"Red Talons": 2, "Vas Kar": 2, "Iron Vow": 2}
    camp.ok("team", "join", "Pale Riders", "--played", "2026-03-03")
    assert camp.totals("Gold")["Pale Riders"] == 9


def test_or_from_the_start(camp):
    camp.played(3, 1)
    write(camp, "resources:\n  - {id: gold, start: 9}\n")
    camp.ok("settings", "--apply", "--from-start", "--reason", "a slip of the pen")
    assert camp.totals("Gold") == {"Red Talons": 9, "Vas Kar": 7, "Iron Vow": 9}


@pytest.mark.parametrize("more", [(), ("--from-start",)])
def test_a_least_value_above_what_a_team_has(camp, more):
    """Request 3: refused, with the team's name."""
    camp.ok("adjust", "vas", "gold", "-4", "--reason", "thieves", "--played", DAY)
    write(camp, "resources: [{id: gold, min: 2}]\n")
    assert camp.refused("settings", "--apply", *more) == (
        "Vas Kar has less Gold than the minimum: 1 of 2. Lower the min, or adjust the team first.\n"
    )
    camp.ok("adjust", "vas", "gold", "+1", "--reason", "a loan", "--played", DAY)
    camp.ok("settings", "--apply", *more, "--played", DAY)


def test_a_house_setting_of_the_battle_needs_no_entry(camp):
    write(camp, "settings: {markers_each: 2}\n")
    assert camp.json("settings")["differs"] == []
    view = camp.json("setup", "--team", "red", "--team", "vas", "--mission", "the-ford", "--practice")
    assert [each["each"] for each in view["sections"] if each["id"] == "marks"] == [2]


def test_every_format(camp):
    write(camp, "standings: {end: [{kind: never}]}\n")
    for shape in ("terminal", "markdown", "html"):
        text = camp.ok("settings", "--format", shape)
        assert "the standings" in text
        assert "campaign settings --apply" in text
