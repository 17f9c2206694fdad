"""Every mission of every system can be recorded by its questions alone."""

from __future__ import annotations

import json

import pytest

from campaign.content.library import Library, built_in, known_systems

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


@pytest.mark.parametrize(("system", "mission", "sides", "teams"), EVERY)
@pytest.mark.parametrize("answer", ["", "1"])
def test_a_result_by_questions(run, tmp_path, system, mission, sides, teams, answer):
    """Enter alone is nothing scored; ones that can't be together are asked again, and then nothing is scored."""
    root = tmp_path / "night"
    names = NAMES if teams > 1 else NAMES[:sides]
    who = [word for name in names for word in ("--team", name)]
    assert run("new", root, "--system", system, *who).code == 0
    if teams > 1:
        who = ["--side", "Ann: Ash + Bor", "--side", "Cid: Cay + Dun"]
    assert run("-C", root, "setup", *who, "--mission", mission, "--seed", 3).code == 0
    done = run("-C", root, "result", "--yes", input=f"{answer}\n" * 40 + "0\n" * 80)
    assert done.code == 0, done.err
    battle = json.loads(run("-C", root, "ledger", "--format", "json").out)["battles"][0]
    assert battle["status"] == "recorded"
    assert all(side["outcome"] for side in battle["sides"])
