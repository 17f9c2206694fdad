"""What the folders in tests/errors do not show: that all problems come at once, and what is no problem."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from copy import deepcopy
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.checks import attacks as check_sequence
from campaign.checks import board as check_layout
from campaign.checks import check_system
from campaign.checks import decks as check_decks
from campaign.checks import drafts as check_drafts
from campaign.checks import formulas as check_formulas
from campaign.checks import ids as check_ids
from campaign.checks import names as check_names
from campaign.checks import roads as check_roads
from campaign.checks import tables as check_tables
from campaign.checks import teams as check_teams
from campaign.checks.files import CHECKS
from campaign.content.cards import KINDS, ROWS
from campaign.content.library import ContentRoot, Library, built_in, known_systems
from campaign.files import yamlfile
from campaign.files.canonical_dump import dump
from campaign.ledger.state import CampaignState, Team
from campaign.mechanisms.standings import KNOWN
from tests.test_errors import BASE
from tests.trees import write_tree

MODULES = (
    check_decks, check_drafts, check_formulas, check_ids, check_layout, check_names, check_roads,
    check_sequence, check_tables, check_teams,
)  # fmt: skip
HILL = (BASE / "missions/tin/hill.yaml").read_text(encoding="utf-8")
SYSTEM = (BASE / "missions/tin/system.yaml").read_text(encoding="utf-8")
MARSH = HILL.replace("The Hill", "The Marsh")


def problems(tmp_path: Path, files: Mapping[str, str | bytes]) -> list[str]:
    """The problems of the base with these files as a house, with paths from the house on."""
    house = write_tree(tmp_path, files)
    found = check_system(Library("tin", [ContentRoot(BASE, "base"), ContentRoot(house, "house", house=True)]))
    return [str(problem).replace(f"{house}/", "") for problem in found]


@pytest.mark.parametrize("system", known_systems([built_in()]))
def test_the_built_in_content_has_no_problem(system):
    assert [str(problem) for problem in check_system(Library(system, [built_in()]))] == []


def test_every_check_is_registered():
    written = [
        check
        for module in MODULES
        for name, check in inspect.getmembers(module, inspect.isfunction)
        if check.__module__ == module.__name__
        and not name.startswith("_")
        and list(inspect.signature(check).parameters) == ["content"]
        and inspect.signature(check).return_annotation == "Iterator[Problem]"
    ]
    assert len(written) > 60
    assert sorted(check.__name__ for check in written) == sorted(check.__name__ for check in CHECKS)
    assert len({check.__name__ for check in CHECKS}) == len(CHECKS)


def test_all_problems_come_at_once_in_the_order_of_files_and_lines(tmp_path):
    found = problems(
        tmp_path,
        {
            "missions/tin/marsh.yaml": MARSH.replace("mode: open", "mode: closed") + "skips: [fog]\n",
            "missions/tin/moor.yaml": "name: [\n",
            "missions/tin/fen.yaml": HILL.replace("rounds: 4", "rounds: 0"),
            "cards/tin/weather.yaml": "kind: table\nrows:\n  - {id: foul, on: 1, name: Foul}\n",
            "cards/tin/loot.yaml": "kind: table\nname: Loot\ndice: D3\nrows: none\n",
        },
    )
    assert [line.split(" ")[0] + line[line.rindex(" ") :] for line in found] == [
        "cards/tin/loot.yaml:4:7: [wrong-type]",
        "cards/tin/weather.yaml:3:20: [table-gap]",
        "cards/tin/weather.yaml:3:20: [table-overlap]",
        "missions/tin/fen.yaml:12:18: [out-of-range]",
        "missions/tin/marsh.yaml:3:7: [unknown-mode]",
        "missions/tin/marsh.yaml:13:9: [unknown-step]",
        "missions/tin/moor.yaml:2:1: [not-yaml]",
    ]


def test_a_system_that_can_not_be_read_hides_no_other_problem_of_a_file(tmp_path):
    found = problems(
        tmp_path,
        {
            "missions/tin/system.yaml": "name: Tin\n",
            "missions/tin/marsh.yaml": MARSH.replace("5, 20", "0, 20"),
            "missions/tin/rules.yaml": "rules: [\n",
        },
    )
    assert {line[line.rindex("[") :] for line in found} == {
        "[missing-key]",
        "[empty-zone]",
        "[not-yaml]",
    }


def test_a_file_that_can_not_be_read_is_there_all_the_same(tmp_path):
    """Its one problem is its own: what names it has none."""
    broken = {"missions/tin/hill.yaml": "name: [\n", "cards/tin/missions.yaml": "kind: table\nrows: [\n"}
    assert [line[line.rindex("[") :] for line in problems(tmp_path, broken)] == ["[not-yaml]", "[not-yaml]"]


def test_a_mission_that_no_table_reaches_is_fine(tmp_path):
    assert problems(tmp_path, {"missions/tin/marsh.yaml": MARSH}) == []


def test_house_rows_are_checked_in_the_merged_table(tmp_path):
    swap = "kind: table\nrows:\n  - {id: fair, on: 2, name: Fair}\n  - {id: foul, on: 1, name: Foul}\n"
    assert problems(tmp_path, {"cards/tin/weather.yaml": swap}) == []


def test_a_mission_is_reached_through_nested_tables(tmp_path):
    files: dict[str, str | bytes] = {
        "missions/tin/marsh.yaml": MARSH.replace("sides: 2", "sides: 3"),
        "cards/tin/missions.yaml": "kind: table\nrows:\n  - {id: hill, on: 1-2, name: On, table: wet}\n",
        "cards/tin/wet.yaml": "kind: table\nname: Wet\ndice: D2\nrows:\n"
        "  - {id: a, on: 1, name: A, mission: marsh}\n  - {id: fen, on: 2, name: Fen}\n",
    }
    found = problems(tmp_path, files)
    assert [line[line.rindex("[") :] for line in found] == [
        "[unknown-mission]",
        "[missing-layout]",
        "[unknown-sides]",
        "[zone-count]",
    ]


@pytest.mark.parametrize(("setting", "fails"), [("most: 4", True), ("most: 3", False)])
def test_formulas_are_tried_at_the_ends_of_a_setting(tmp_path, setting, fails):
    one = f"settings:\n  - {{id: each, name: Each, about: Many., default: 1, least: 1, {setting}}}\nmodes:"
    term = "terms:\n  - {id: held, name: held, ask: How many?, most: 6 / each}\n"
    files: dict[str, str | bytes] = {
        "missions/tin/system.yaml": SYSTEM.replace("modes:", one),
        "missions/tin/marsh.yaml": MARSH + term,
    }
    found = problems(tmp_path, files)
    reason = "The formula “6 / each” gives 3/2, which is not a whole number: use ceil or floor."
    at = "missions/tin/marsh.yaml:14:50"
    assert found == (
        [f"{at}: {reason} It fails for these values: each = 4. [formula-fails]"] if fails else []
    )


def placed(each: str) -> str:
    return MARSH.replace("    deployment", f"    placing: {{each: {each}, apart: 6}}\n    deployment")


@pytest.mark.parametrize(
    ("each", "problem"),
    [
        (
            "markers",
            (
                "The formula “markers” uses a name that has no value here: “markers”. Choose "
                "from: rounds, sides. [unknown-name]"
            ),
        ),
        (
            "3 / sides",
            (
                "The formula “3 / sides” gives 3/2, which is not a whole number: use ceil or "
                "floor. It fails for these values: sides = 2. [formula-fails]"
            ),
        ),
    ],
)
def test_how_many_markers_is_a_formula_of_its_own(tmp_path, each, problem):
    """What it comes to is one problem, and those of the terms that go by it are not."""
    term = "terms:\n  - {id: held, name: held, ask: How many?, most: 2 * markers}\n"
    found = problems(tmp_path, {"missions/tin/marsh.yaml": placed(each) + term})
    assert found == [f"missions/tin/marsh.yaml:11:21: {problem}"]


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (
            "least: 2",
            "least: 3",
            "4:16: The number of sides can’t be 3 to 2. Swap the two numbers. [out-of-range]",
        ),
        (
            "keys:",
            "points: {win: 3}\n  keys:",
            "9:12: There is no outcome “win”. Did you mean “won”? [unknown-outcome]",
        ),
        (
            "modes:",
            "resources: [{id: gold, name: G, start: 1, status: [{id: won, name: w, at: 0}]}]\nmodes:",
            "7:57: “won” already means something else in formulas. Choose another id. [taken-name]",
        ),
    ],
)
def test_a_mistake_in_the_system(tmp_path, old, new, problem):
    found = problems(tmp_path, {"missions/tin/system.yaml": SYSTEM.replace(old, new)})
    assert f"missions/tin/system.yaml:{problem}" in found


def test_the_markers_of_a_mission_are_known_to_its_formulas(tmp_path):
    term = "terms:\n  - {id: held, name: held, ask: How many?, most: markers / 6}\n"
    assert problems(tmp_path, {"missions/tin/marsh.yaml": placed("3") + term}) == []


def test_what_a_mission_scores_may_not_come_from_a_table_too(tmp_path):
    mud = "[{id: mud, name: mud, ask: Muddy?}]"
    row = f"kind: table\nrows:\n  - id: foul\n    on: 2\n    name: Foul\n    terms: {mud}\n"
    files: dict[str, str | bytes] = {
        "cards/tin/weather.yaml": row,
        "missions/tin/marsh.yaml": MARSH + f"terms: {mud}\n",
    }
    [problem] = problems(tmp_path, files)
    assert problem == (
        "missions/tin/marsh.yaml:13:14: The row “Foul” can bring the same term into "
        "one battle: “mud”. Give each a different id. [duplicate-id]"
    )


def test_standings_know_what_the_fold_gives_them():
    assert tuple(CampaignState().values(Team("Red"))) == KNOWN


def test_reading_knows_every_kind_of_card():
    assert set(KINDS) == {"table", "catalogue", "choice", "deck"}
    assert set(ROWS) == set(KINDS.values())


FILES = {path.relative_to(BASE).as_posix(): yamlfile.read(path).data for path in sorted(BASE.rglob("*.yaml"))}
ODD: tuple[Any, ...] = (
    None,
    0,
    -1,
    3,
    10**12,
    1.5,
    True,
    "",
    "x",
    "1-9",
    "2D6",
    "sides / 3",
    "{z}",
    [],
    [1],
    {},
    {"a": 1},
)


def places(data: Any, above: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Every place in plain data that holds a value."""
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield (*above, key)
        yield from places(value, (*above, key))


@given(
    st.sampled_from([(name, place) for name, data in FILES.items() for place in places(data)]),
    st.sampled_from(ODD),
)
@settings(max_examples=150)
def test_whatever_stands_somewhere_is_checked_and_nothing_breaks(where, value):
    """And a problem with a line stands in the file that was spoilt, or in one that speaks of it."""
    name, place = where
    with TemporaryDirectory() as folder:
        write_tree(Path(folder), {each: dump(data) for each, data in FILES.items()})
        spoilt = deepcopy(FILES[name])
        inner = spoilt
        for step in place[:-1]:
            inner = inner[step]
        inner[place[-1]] = value
        write_tree(Path(folder), {name: dump(spoilt)})
        for problem in check_system(Library("tin", [ContentRoot(Path(folder), "base")])):
            assert problem.path is not None
            assert problem.path.is_file()
            assert problem.message.endswith(".")
            lines = problem.path.read_text(encoding="utf-8").splitlines()
            assert 1 <= problem.line <= len(lines)
            assert 1 <= problem.column <= len(lines[problem.line - 1]) + 1


def test_a_mission_of_the_road_may_have_no_layout_of_its_own(tmp_path):
    """Its ends are those of as many sides as the system has; that nothing brings a layout is told by itself."""
    bare = "\n".join(line for line in HILL.splitlines() if not line.startswith((" ", "layouts:")))
    road = """\
        name: The Road
        dice: D2
        start: [{on: 1-2, to: hill}]
        stages:
          - id: hill
            next: {first: [{on: 1-2, to: hill}]}
        """
    write_tree(tmp_path, {"missions/tin/hill.yaml": bare, "missions/tin/road.yaml": road})
    problems = check_system(
        Library("tin", [ContentRoot(BASE, "base"), ContentRoot(tmp_path, "house", house=True)])
    )
    assert {"missing-end", "missing-layout"} <= {problem.code for problem in problems}, problems


@pytest.mark.parametrize("huge", [10**12, -(10**12)])
def test_a_zone_of_any_size_takes_no_more_memory_than_a_board(huge, tmp_path):
    found = [(name, place) for name, data in FILES.items() for place in places(data) if "rects" in place[:-1]]
    assert found
    for name, place in found:
        spoilt = deepcopy(FILES)
        inner = spoilt[name]
        for step in place[:-1]:
            inner = inner[step]
        if isinstance(inner[place[-1]], list):
            continue
        inner[place[-1]] = huge
        write_tree(tmp_path, {each: dump(data) for each, data in spoilt.items()})
        assert any(
            "board" in problem.message or "holds nothing" in problem.message
            for problem in check_system(Library("tin", [ContentRoot(tmp_path, "base")]))
        )
