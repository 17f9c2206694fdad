"""`campaign show`: request 16, every field that was entered, from the ledger alone."""

from __future__ import annotations

import shutil

from tests.commands.tinmen import DAY, flat


def test_every_field_of_a_battle(planned):
    """The content may be gone by then."""
    planned.ok(
        "setup", "--side", "Anna: red + iron", "--team", "vas", "--mission", "the-hill", "--ground", "mud",
        "--role", "Anna=holder", "--models", "vas=13", "--die", "weather=6", "--seed", 42, "--markers-each", 2,
        "--played", DAY, "--by", "Bo",
    )  # fmt: skip
    planned.ok(
        "choose", "--no-input", "--choice", "vas=3", "--choice", "anna=4", "--note", "anna=the old mill"
    )
    planned.ok("roll", "nerve", "--fear", 7, "--dice", "3,5", "--keep")
    planned.ok(
        "result", "--score", "vas: kegs 4, chief yes", "--outcome", "anna=forfeited", "--note", "A long way home.",
        "--by", "Cy",
    )  # fmt: skip
    planned.ok("amend", 1, "--note", "A short way home.", "--reason", "no map", "--yes", "--by", "Di")
    shutil.rmtree(planned.root / "briefings")
    text = flat(planned.ok("show", 1))
    entered = (
        DAY, "Anna", "Red Talons", "Iron Vow", "Vas Kar", "The hill", "Mud", "Holder", "13", "42", "Bo", "Signal",
        "Rush", "the old mill", "nerve", "3 5", "kegs", "4", "chief", "forfeited", "A long way home.",
        "A short way home.", "no map", "Cy", "Di",
    )  # fmt: skip
    assert [one for one in entered if one not in text] == []
    view = planned.json("show", 1)
    assert [step["step"] for step in view["steps"]] == ["setup", "reveal", "roll", "result", "amend"]
    setup = {tuple(one["path"]): one["values"] for one in view["steps"][0]["fields"]}
    assert setup[("seed",)] == ["42"]
    assert setup[("models", "Vas Kar")] == ["13"]


def test_every_field_of_other_entries(camp):
    camp.ok("team", "join", "Pale Riders", "--player", "Zoë", "--start", "gold=6", "--played", DAY)
    camp.ok("adjust", "vas, red", "gold", "-1", "--reason", "thieves", "--played", DAY)
    camp.ok("missed", "vas", "--reason", "ill", "--played", DAY)
    camp.ok("team", "leave", "pale", "--reason", "moved", "--played", DAY)
    wanted = {
        "join": ["Pale Riders", "Zoë", "gold", "6"],
        "adjust": ["Vas Kar", "Red Talons", "gold", "-1", "thieves"],
        "missed": ["Vas Kar", "ill"],
        "leave": ["Pale Riders", "moved"],
        "settings": ["Gold", "Fame", "beggar", "5"],
    }
    last = {each["event"]: each["tail"] for each in camp.json("ledger")["events"]}
    for event, words in wanted.items():
        text = flat(camp.ok("show", last[event])).replace("−", "-")
        assert [word for word in words if word.lower() not in text.lower()] == [], event


def test_unknown(camp):
    assert camp.refused("show", 1) == "There is no battle “1”. There are no battles yet.\n"
    assert camp.refused("show", "abcdef").startswith("There is no battle “abcdef”.")
