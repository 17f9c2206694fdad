"""`campaign log`: who wrote what, and when."""

from __future__ import annotations

from tests.commands.tinmen import DAY


def test_every_step_of_every_entry(camp):
    camp.ford()
    camp.ok("setup", "--reroll", "weather", "--reason", "off the table", "--by", "Di")
    camp.ok("roll", "toss", "--keep", "--by", "Ed")
    camp.ok("result", "--score", "red: 1", "--by", "Flo")
    camp.ok("amend", 1, "--score", "red: 2", "--reason", "misread", "--yes", "--by", "Gus")
    camp.ok("void", 1, "--reason", "rain", "--yes", "--by", "Hal")
    camp.ok("void", 1, "--lift", "--reason", "dry", "--yes", "--by", "Ida")
    camp.ok("adjust", "vas", "gold", "-1", "--reason", "thieves", "--by", "Jo", "--played", DAY)
    lines = [(one["step"], one["number"], one["by"], one["reason"]) for one in camp.json("log")["lines"]]
    assert lines == [
        ("settings", None, "Ann", ""),
        ("join", None, "Ann", ""),
        ("join", None, "Ann", ""),
        ("join", None, "Ann", ""),
        ("setup", 1, "Ann", ""),
        ("reroll", 1, "Di", "off the table"),
        ("roll", 1, "Ed", ""),
        ("result", 1, "Flo", ""),
        ("amend", 1, "Gus", "misread"),
        ("void", 1, "Hal", "rain"),
        ("restore", 1, "Ida", "dry"),
        ("adjust", None, "Jo", "thieves"),
    ]
    for shape in ("terminal", "markdown", "html"):
        text = camp.ok("log", "--format", shape)
        assert [
            name for name in ("Di", "Ed", "Flo", "Gus", "Hal", "Ida", "Jo", "misread") if name not in text
        ] == []
