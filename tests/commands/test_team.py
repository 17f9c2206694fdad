"""`campaign team join` and `team leave`."""

from __future__ import annotations

import shutil

import pytest

from tests.commands.tinmen import DAY


def test_a_team_joins(camp):
    said = camp.ok(
        "team", "join", "  Pale   Riders ", "--player", "Zoë", "--start", "gold=7", "--played", DAY
    )
    assert said == "Pale Riders has joined the campaign.\n"
    team = camp.json("ledger")["teams"][-1]
    assert (team["team"], team["player"], team["joined"]) == ("Pale Riders", "Zoë", DAY)
    assert camp.totals("Gold") == {"Red Talons": 5, "Vas Kar": 5, "Iron Vow": 5, "Pale Riders": 7}
    assert camp.totals("Fame")["Pale Riders"] == 0


def test_a_team_leaves_and_comes_back(camp):
    """What it played stays."""
    camp.played(3, 1)
    assert (
        camp.ok("team", "leave", "vas", "--reason", "moved", "--played", DAY)
        == "Vas Kar has left the campaign.\n"
    )
    assert camp.totals("Gold")["Vas Kar"] == 3
    assert camp.refused("setup", "--team", "red", "--team", "vas").startswith("There is no team “vas”.")
    assert camp.ok("team", "join", "vas kar", "--played", DAY) == "Vas Kar has joined the campaign.\n"
    assert [team["team"] for team in camp.json("standings")["teams"]].count("Vas Kar") == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ("join", "RED  talons"),
            "“Red Talons” is already in the campaign. Give the new team another name.\n",
        ),
        (("join", " "), "A name is empty. Write one.\n"),
        (
            ("join", "x" * 61),
            "The name “xxxxxxxxxxxxxxxxxxxx…” is too long: 61 characters. Use at most 60 characters.\n",
        ),
        (
            ("join", "a\tb\u202ec"),
            "A name has an invisible character: U+202E. Leave it out.\n",
        ),
        (("join", "New", "--start", "gld=1"), "There is no resource “gld”. Did you mean “Gold”?\n"),
        (("join", "New", "--start", "gold=many"), "“many” is not a number. Write it like RESOURCE=6.\n"),
        (("join", "New", "--start", "gold"), "Can’t read “gold”. Write it like “RESOURCE=6”.\n"),
        (
            ("join", "New", "--start", "gold=-1"),
            "New can’t start with this much gold: -1. Use a number from 0 to ….\n",
        ),
        (
            ("leave", "vax", "--reason", "x"),
            "There is no team “vax”. Choose from: Iron Vow, Red Talons, Vas Kar.\n",
        ),
    ],
)
def test_refused(camp, words, said):
    assert camp.refused("team", *words) == said


def test_a_leave_needs_its_reason(camp):
    assert camp.refused("team", "leave", "vas", "--no-input", code=2) == (
        "A reason is required. Give one with --reason.\n"
    )
    assert camp("team", "leave", "vas", input="moved\n").code == 0


def test_a_name_can_t_steer_a_terminal(camp):
    """Names are shown in problems and prompts; what would move the cursor is made visible there."""
    said = camp.refused("team", "leave", "\x1b[2Jvas", "--reason", "x")
    assert "\x1b" not in said
    assert "“␛[2Jvas”" in said


class TestRostersStarted:
    """A roster is started in a file of its own, whatever the team's name is made of."""

    TEAMS = ("Красные Когти", "Железная Клятва", "紅爪", "!!!", "Ork Boyz", "Ork-Boyz!", "CON")

    def test_each_team_has_a_file_of_its_own(self, kz):
        for team in self.TEAMS:
            kz.ok("team", "join", team)
            kz.ok("team", "roster", team, "--like", "anvil-watch")
        started = {
            path.name: path.read_text(encoding="utf-8") for path in (kz.root / "rosters").glob("*.yaml")
        }
        assert sorted(started) == [
            "con-1143da.yaml", "krasnye-kogti.yaml", "ork-boyz-e370c2.yaml", "ork-boyz.yaml", "x-58ede3.yaml",
            "x-e84c53.yaml", "zheleznaya-klyatva.yaml",
        ]  # fmt: skip
        for team in self.TEAMS:
            assert f'"team": "{team}"' in kz.ok("team", "show", team, "--format", "json")

    def test_what_lies_there_is_never_written_over(self, kz):
        kz.ok("team", "join", "Ork Boyz")
        kz.ok("team", "roster", "A", "--like", "anvil-watch")
        for name in ("ork-boyz.yaml", "ork-boyz-96cc0d.yaml"):
            shutil.copy(kz.root / "rosters/a.yaml", kz.root / "rosters" / name)
        before = kz.tree()
        assert "is there already, and is not the roster of Ork Boyz." in kz.refused(
            "team", "roster", "ork", "--like", "anvil-watch"
        )
        assert kz.tree() == before
