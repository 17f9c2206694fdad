"""`campaign ledger`: requests 1, 5 and 10 in print."""

from __future__ import annotations

import json

from tests.commands.tinmen import DAY, flat


def test_everything_that_happened(camp):
    camp.played(3, 1)
    camp.ford()
    camp.ok("adjust", "iron", "fame", "+2", "--reason", "a song", "--played", DAY)
    camp.ok("missed", "vas", "--reason", "ill", "--played", DAY)
    text = flat(camp.ok("ledger"))
    for said in (
        "Red Talons 1-0-0 5 1",
        "Vas Kar 0-0-1, 1 missed 2 0",
        "Iron Vow 0-0-0 5 2",
        "1. The ford",
        "won (a rout)",
        "2. The ford",
        "not recorded yet",
        "a song",
        "ill",
    ):
        assert said in text


def test_corrected_totals_with_a_mark(camp):
    """Request 10: print-outs show the corrected totals, and that they were corrected."""
    camp.played(3, 1)
    camp.ok("amend", 1, "--score", "vas: 5", "--reason", "counted again", "--yes")
    camp.played(1, 0)
    camp.ok("void", 2, "--reason", "rain", "--yes")
    view = camp.json("ledger")
    assert [(one["corrected"], one["status"]) for one in view["battles"]] == [
        (True, "recorded"), (True, "void"),
    ]  # fmt: skip
    assert camp.totals("Gold") == {"Red Talons": 3, "Vas Kar": 5, "Iron Vow": 5}
    for shape in ("terminal", "markdown", "html"):
        text = camp.ok("ledger", "--format", shape)
        assert "corrected" in text
        assert "void" in text


def test_a_real_game_has_its_four_counters(run, tmp_path):
    """Request 1: every team has exactly four, at the start value; every print-out shows all of them."""
    root = tmp_path / "war"
    counters = ["Intelligence", "Materiel", "Morale", "Territory"]
    made = run("new", root, "--system", "killteam", "--team", "Red Talons", "--team", "Vas Kar")
    assert made.code == 0
    where = ("-C", root)
    run(*where, "setup", "--team", "red", "--team", "vas", "--seed", 3)
    for words in (("ledger",), ("standings",), ("briefing",), ("show", 1)):
        for shape in ("terminal", "markdown", "html"):
            text = run(*where, *words, "--format", shape).out
            assert [name for name in counters if name not in text] == [], (words, shape)
    view = json.loads(run(*where, "ledger", "--format", "json").out)
    assert view["resources"] == counters
    assert [team["totals"] for team in view["teams"]] == [
        [{"resource": name, "total": 8} for name in counters] for _ in range(2)
    ]


def test_an_empty_campaign(run, tmp_path):
    run("new", tmp_path / "war", "--system", "killteam")
    done = run("-C", tmp_path / "war", "ledger")
    assert (done.code, done.err) == (0, "")
    assert run("-C", tmp_path / "war", "standings").code == 0
