"""`campaign void`: requests 9 and 10."""

from __future__ import annotations

import pytest

from tests.commands.tinmen import DAY, Camp, copied, flat

WHY = ("--reason", "wrong teams", "--yes", "--by", "Bo")


@pytest.fixture
def season(camp: Camp) -> Camp:
    """Five battles on five days; Vas Kar loses all of them and has been without gold since the third."""
    for day in range(1, 6):
        camp.played(2, 1, "--played", f"2026-03-0{day}")
    return camp


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_totals_are_those_of_a_ledger_without_it(season, tmp_path, number):
    """Request 9: for each battle, also where the least value had cut some of the others short."""
    other = copied(season.root.parent, tmp_path / "other")
    season.ok("void", number, *WHY)
    sorted(each for each in (other.root / "ledger").iterdir() if "-red-talons-vas-kar-" in each.name)[
        number - 1
    ].unlink()
    assert season.totals("Gold") == other.totals("Gold") == {"Red Talons": 5, "Vas Kar": 0, "Iron Vow": 5}
    assert season.totals("Fame") == other.totals("Fame") == {"Red Talons": 4, "Vas Kar": 0, "Iron Vow": 0}
    view, without = season.json("standings"), other.json("standings")
    assert view["teams"] == without["teams"]


def test_both_lines_stay(season):
    """Request 10: with reason and day; the number is kept, and print-outs mark it."""
    season.ok("void", 2, *WHY)
    battles = season.json("ledger")["battles"]
    assert [(one["number"], one["status"]) for one in battles] == [
        (1, "recorded"), (2, "void"), (3, "recorded"), (4, "recorded"), (5, "recorded"),
    ]  # fmt: skip
    line = season.json("log")["lines"][-1]
    assert (line["number"], line["step"], line["by"], line["reason"]) == (2, "void", "Bo", "wrong teams")
    assert "wrong teams" in season.ok("show", 2)
    for shape in ("terminal", "markdown", "html"):
        assert "void" in season.ok("ledger", "--format", shape)


def test_lifted_it_counts_again(season):
    whole = season.totals("Gold"), season.totals("Fame")
    season.ok("void", 2, *WHY)
    season.ok("void", 2, "--lift", "--reason", "it was right", "--yes")
    assert (season.totals("Gold"), season.totals("Fame")) == whole
    steps = [line["step"] for line in season.json("log")["lines"] if line["number"] == 2]
    assert steps == ["setup", "result", "void", "restore"]


def test_what_becomes_impossible_is_listed(season):
    """Request 9: a team whose joining is void has still played."""
    (tail,) = [each["tail"] for each in season.json("ledger")["events"] if each["teams"] == ["Vas Kar"]]
    text = flat(season.ok("void", tail, *WHY))
    assert "Battle 1 refers to “Vas Kar”, which is not in the campaign on that date." in text
    impossible = season.json("ledger")["impossible"]
    assert [(each["number"], each["what"], each["name"]) for each in impossible] == [
        (number, "team", "Vas Kar") for number in range(1, 6)
    ]
    assert season("check").err.count("[impossible]") == 5


def test_every_other_kind_of_entry(camp):
    camp.ok("adjust", "vas", "gold", "+2", "--reason", "gift", "--played", DAY)
    camp.ok("missed", "red", "--played", DAY)
    for event in ("adjust", "missed"):
        (tail,) = [each["tail"] for each in camp.json("ledger")["events"] if each["event"] == event]
        camp.ok("void", tail, *WHY)
    assert camp.totals("Gold") == {"Red Talons": 5, "Vas Kar": 5, "Iron Vow": 5}


def test_it_shows_what_changes(season):
    assert "Red Talons Fame 5 4" in flat(season.ok("void", 1, *WHY))


def test_refused(season):
    before = season.tree()
    season.ok("void", 1, *WHY)
    tail = season.json("ledger")["battles"][0]["tail"]
    assert season.refused("void", 1, *WHY) == (
        f"The entry {tail} is already void. “campaign log” shows which entries count.\n"
    )
    assert season.refused("void", 2, "--lift", *WHY).endswith(
        "is not void. “campaign log” shows which entries count.\n"
    )
    assert (
        season.refused("void", 2, "--no-input", code=2) == "A reason is required. Give one with --reason.\n"
    )
    assert season.refused("void", 9, *WHY) == "There is no battle “9”. Battles are numbered 1 to 5.\n"
    assert season.refused("briefing").startswith("There is no open battle.")
    assert set(season.tree()) == set(before)


def test_a_player_at_a_terminal_is_asked_once_more(season):
    before = season.tree()
    done = season("void", 1, "--reason", "rain", input="n\n", terminal=True)
    assert (done.code, done.err) == (
        1,
        "Write this? (y/n) [y] Nothing was written. Run the command again with the right values.\n",
    )
    assert season.tree() == before
