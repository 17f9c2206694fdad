"""Every mission of every system can be recorded by its questions alone."""

from __future__ import annotations

import functools
import json
import shutil
from pathlib import Path

import pytest

from campaign.content.library import Library, built_in, known_systems
from tests.command import run_command

NAMES = ("Ash", "Bor", "Cay", "Dun")


def sides_of(library: Library, mission: str) -> list[int]:
    """The numbers of sides that a mission is for; one without layouts is for each that the system has."""
    of_system = library.system().sides
    layouts = [layout.sides for layout in library.mission(mission).layouts]
    return layouts or list(range(of_system.least, of_system.most + 1))


EVERY = [
    pytest.param(system, mission, sides, teams, id=f"{mission}-{sides}-{teams}")
    for system in known_systems([built_in()])
    for library in [Library(system, [built_in()])]
    for mission in library.mission_ids()
    for sides in sides_of(library, mission)
    for teams in library.mission(mission).teams_a_side
    if teams * sides <= len(NAMES)
]


@pytest.fixture(scope="session")
def begun(tmp_path_factory):
    """A new campaign of a system with so many teams, made once."""

    @functools.cache
    def begin(system: str, count: int) -> Path:
        root: Path = tmp_path_factory.mktemp("begun") / "night"
        who = [word for name in NAMES[:count] for word in ("--team", name)]
        assert run_command("new", root, "--system", system, *who).code == 0
        return root

    return begin


@pytest.mark.parametrize(("system", "mission", "sides", "teams"), EVERY)
def test_a_result_by_questions(run, begun, tmp_path, system, mission, sides, teams):
    """Enter alone is nothing scored; ones that can't be together are asked again, and then nothing is scored."""
    made = shutil.copytree(begun(system, len(NAMES) if teams > 1 else sides), tmp_path / "made")
    who = [word for name in NAMES[:sides] for word in ("--team", name)]
    if teams > 1:
        who = ["--side", "Ann: Ash + Bor", "--side", "Cid: Cay + Dun"]
    assert run("-C", made, "setup", *who, "--mission", mission, "--seed", 3).code == 0
    for answer in ("", "1"):
        root = shutil.copytree(made, tmp_path / f"answered {answer}")
        done = run("-C", root, "result", "--yes", input=f"{answer}\n" * 40 + "0\n" * 80)
        assert done.code == 0, done.err
        battle = json.loads(run("-C", root, "ledger", "--format", "json").out)["battles"][0]
        assert battle["status"] == "recorded"
        assert all(side["outcome"] for side in battle["sides"])
