"""Request 2: three clubs' house rules are data; each loads, plays two battles, comes to exact totals, and is
printed with every resource in each format.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.command import run_command
from tests.commands.tinmen import Camp

CLUBS = Path(__file__).resolve().parents[1] / "clubs"
COUNTERS = ("Intelligence", "Materiel", "Morale", "Territory")


def opened(name: str, root: Path, *teams: tuple[str, ...]) -> Camp:
    """A campaign by a club's campaign.yaml; each team is a name and what `team join` takes after it."""
    made = run_command("new", root, "--system", "killteam", "--played", "2026-03-01")
    assert made.code == 0, made
    shutil.copyfile(CLUBS / name / "campaign.yaml", root / "campaign.yaml")
    camp = Camp(root)
    camp.ok("settings", "--apply", "--from-start")
    for team in teams:
        camp.ok("team", "join", *team, "--played", "2026-03-01")
    camp.ok("check")
    return camp


def battle(camp: Camp, day: int, *outcomes: str) -> None:
    """Covert War touches no resource by itself, so that what follows is the club's own doing."""
    teams = [word for each in outcomes for word in ("--team", each.partition("=")[0])]
    camp.ok("setup", *teams, "--mission", "covert-war", "--seed", day, "--played", f"2026-03-0{day}")
    camp.ok("result", *(word for each in outcomes for word in ("--outcome", each)), "--yes")


def table(camp: Camp) -> dict[str, list[int]]:
    return {team["team"]: [one["total"] for one in team["totals"]] for team in camp.json("ledger")["teams"]}


@pytest.mark.parametrize("name", [path.name for path in sorted(CLUBS.iterdir())])
def test_each_is_tested(name):
    assert name in {"eight-and-one", "own-starts", "thieves-at-zero"}


def test_eight_each_and_one_of_each_for_a_missed_game(tmp_path):
    camp = opened("eight-and-one", tmp_path / "club", ("Red Talons",), ("Vas Kar",), ("Iron Vow",))
    assert camp.json("ledger")["resources"] == list(COUNTERS)
    battle(camp, 2, "red=won", "vas=lost")
    camp.ok("missed", "iron", "--reason", "ill", "--played", "2026-03-02")
    battle(camp, 3, "vas=won", "iron=lost")
    assert table(camp) == {
        "Red Talons": [8, 8, 8, 8],
        "Vas Kar": [8, 7, 8, 8],
        "Iron Vow": [7, 6, 7, 7],
    }


def test_starts_of_ones_own_and_a_fifth_track(tmp_path):
    deal = ("intelligence=8", "materiel=7", "morale=6", "territory=5")
    starts = [word for each in deal for word in ("--start", each)]
    camp = opened("own-starts", tmp_path / "club", ("Red Talons", *starts), ("Vas Kar",))
    assert camp.json("ledger")["resources"] == [*COUNTERS, "Renown"]
    assert table(camp) == {"Red Talons": [8, 7, 6, 5, 0], "Vas Kar": [5, 6, 7, 8, 0]}
    battle(camp, 2, "red=won", "vas=lost")
    battle(camp, 3, "red=no-show", "vas=won")
    assert table(camp) == {"Red Talons": [8, 7, 6, 5, 1], "Vas Kar": [5, 6, 7, 7, 2]}
    assert [team["team"] for team in camp.json("standings")["teams"]] == ["Vas Kar", "Red Talons"]
    for shape in ("terminal", "markdown", "html"):
        for verb in ("ledger", "standings"):
            assert "Renown" in camp.ok(verb, "--format", shape)


def test_a_guerrilla_steals_what_its_enemies_lose(tmp_path):
    camp = opened("thieves-at-zero", tmp_path / "club", ("Red Talons",), ("Vas Kar",))
    battle(camp, 2, "red=won", "vas=lost")  # no guerrilla yet: nobody takes anything
    assert table(camp) == {"Red Talons": [8, 2, 8, 8], "Vas Kar": [8, 0, 7, 8]}
    assert [team["statuses"] for team in camp.json("ledger")["teams"]] == [[], ["guerrilla"]]
    battle(camp, 3, "red=lost", "vas=won")
    assert table(camp) == {"Red Talons": [8, 0, 7, 8], "Vas Kar": [8, 2, 8, 8]}
    assert [team["statuses"] for team in camp.json("ledger")["teams"]] == [["guerrilla"], []]
    changes = [
        (one["team"], one["resource"], one["asked"], one["applied"])
        for one in camp.json("ledger")["battles"][1]["changes"]
    ]
    assert changes == [
        ("Red Talons", "Materiel", -2, -2),
        ("Red Talons", "Morale", -1, -1),
        ("Vas Kar", "Materiel", 2, 2),
        ("Vas Kar", "Morale", 1, 1),
    ]


RESOURCES = {
    "eight-and-one": COUNTERS,
    "own-starts": (*COUNTERS, "Renown"),
    "thieves-at-zero": COUNTERS,
}
TEAMS = ("Red Talons", "Vas Kar", "Iron Vow")


@pytest.fixture(scope="module", params=sorted(RESOURCES))
def club(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Camp]:
    """A season of a club: two battles, a missed game and a correction, and its first phase closed."""
    camp = opened(request.param, tmp_path_factory.mktemp("club") / "club", *((team,) for team in TEAMS))
    battle(camp, 2, "red=won", "vas=lost")
    camp.ok("missed", "iron", "--reason", "ill", "--played", "2026-03-02")
    camp.ok("phase", "close", "Opening", "--played", "2026-03-02")
    battle(camp, 3, "vas=won", "iron=lost")
    camp.ok("amend", 2, "--outcome", "vas=lost", "--outcome", "iron=won", "--reason", "told wrong", "--yes")
    return request.param, camp


@pytest.mark.parametrize("shape", ["terminal", "markdown", "html"])
def test_every_club_is_printed_with_every_resource(club, shape):
    """Request 2: a fixture per club, printed; request 1: every print-out shows every resource."""
    name, camp = club
    pages = {
        "ledger": ("ledger",),
        "standings": ("standings",),
        "phase": ("standings", "--phase", "opening"),
        "team": ("ledger", "--team", "iron"),
        "battle": ("show", 1),
        "briefing": ("briefing", 1),
    }
    for page, words in pages.items():
        text = camp.ok(*words, "--format", shape)
        assert [resource for resource in RESOURCES[name] if resource not in text] == [], page
    for team in TEAMS:
        assert team in camp.ok("ledger", "--format", shape)


def test_every_club_draws_each_total(club):
    """Request 2: each resource of each team over time, in the numbers that the tables show."""
    name, camp = club
    view = camp.json("ledger")
    assert [chart["name"] for chart in view["charts"]] == list(RESOURCES[name])
    drawn = {
        (line["name"], chart["name"]): line["last"] for chart in view["charts"] for line in chart["curves"]
    }
    assert drawn == {
        (team["team"], total["resource"]): total["total"]
        for team in view["teams"]
        for total in team["totals"]
    }
    for chart in view["charts"]:
        for line in chart["curves"]:
            assert line["points"][-1][1] == line["last"]
            assert (line["least"], line["most"]) == (
                min(total for _, total in line["points"]), max(total for _, total in line["points"]),
            )  # fmt: skip


def test_every_club_shows_both_lines_of_a_correction(club):
    """Request 10, for each of them."""
    _, camp = club
    text = " ".join(camp.ok("ledger").split())
    assert "told wrong (before: Vas Kar 0, won" in text
