from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from campaign.content.library import ContentRoot, Library, built_in, is_id, known_systems
from campaign.errors import Problems, Refusal
from campaign.mechanisms.table import Table
from tests.trees import write_tree

SYSTEM = """
name: Tin
about: Tin soldiers.
sides: {least: 2, most: 2}
boards:
  2: {width: 20, height: 20}
modes: {open: Open play}
standings: {keys: []}
procedure: []
"""
MISSION = """
name: The Hill
origin: original
mode: open
premise: Take it.
won_by: [holding]
layouts: []
length: {rounds: 4}
"""
WEATHER = """
kind: table
name: Weather
dice: D3
rows:
  - {id: fair, on: 1, name: Fair, text: Nothing.}
  - {id: foul, on: 2, name: Foul, text: Mud.}
  - {id: fog, on: 3, name: Fog, text: Blind.}
"""
TREE = {
    "missions/tin/system.yaml": SYSTEM,
    "missions/tin/hill.yaml": MISSION,
    "missions/tin/rules.yaml": """
        rules:
          - {id: T-1, name: One, part: All, text: First., source: us, origin: original}
          - {id: T-2, name: Two, part: All, text: Second., source: us, origin: original}
        """,
    "missions/tin/tests.yaml": """
        tests:
          - {id: jump, name: Jump, text: Roll., dice: D6, target: 4, success: Over., failure: Down.}
        """,
    "cards/tin/weather.yaml": WEATHER,
}
FOUL = "kind: table\nrows:\n  - {id: foul, on: 2, name: Foul, text: Knee-deep mud.}\n"


def roots(tmp_path: Path, house: Mapping[str, str | bytes]) -> list[ContentRoot]:
    return [
        ContentRoot(write_tree(tmp_path / "base", TREE), "base"),
        ContentRoot(write_tree(tmp_path / "house", house), "house", house=True),
    ]


def library(tmp_path: Path, house: Mapping[str, str | bytes] | None = None) -> Library:
    return Library("tin", roots(tmp_path, house or {}))


class TestHouse:
    def test_a_row_replaces_only_the_row_it_names_and_is_marked(self, tmp_path):
        """Request 23."""
        tin = library(tmp_path, {"cards/tin/weather.yaml": FOUL})
        plain = Library("tin", [tin.roots[0]])
        rows = tin.table("weather").rows
        assert [row.id for row in rows] == ["fair", "foul", "fog"]
        assert [row.text for row in rows] == ["Nothing.", "Knee-deep mud.", "Blind."]
        assert [tin.house(row.where) for row in rows] == [False, True, False]
        assert [rows[0], rows[2]] == [plain.table("weather").rows[0], plain.table("weather").rows[2]]
        assert tin.table("weather").dice == plain.table("weather").dice

    def test_a_row_that_matches_nothing_is_a_problem_with_its_line(self, tmp_path):
        """Request 23."""
        text = FOUL + "  - {id: fowl, on: 3, name: Fowl}\n  - {id: hail, on: 3, name: Hail}\n"
        tin = library(tmp_path, {"cards/tin/weather.yaml": text})
        with pytest.raises(Problems) as caught:
            tin.table("weather")
        known = "Choose from: fair, fog, foul."
        path = tmp_path / "house/cards/tin/weather.yaml"
        assert [str(problem) for problem in caught.value.problems] == [
            f"{path}:4:10: There is no row “fowl” to replace. Did you mean “foul”? [no-such-row]",
            f"{path}:5:10: There is no row “hail” to replace. {known} [no-such-row]",
        ]

    def test_a_whole_table(self, tmp_path):
        whole = "kind: table\nwhole: true\nname: Rain\ndice: D6\nrows:\n  - {id: rain, on: 1-6, name: Rain}\n"
        tin = library(tmp_path, {"cards/tin/weather.yaml": whole})
        assert (tin.table("weather").name, len(tin.table("weather").rows)) == ("Rain", 1)
        assert tin.house(tin.table("weather").where)

    def test_a_mission_is_replaced_and_another_one_added(self, tmp_path):
        house = {
            "missions/tin/hill.yaml": MISSION.replace("The Hill", "Our Hill"),
            "missions/tin/bog.yaml": MISSION.replace("The Hill", "The Bog"),
        }
        tin = library(tmp_path, house)
        assert tin.mission_ids() == ["bog", "hill"]
        assert [tin.mission(name).name for name in tin.mission_ids()] == ["The Bog", "Our Hill"]
        assert [tin.house(tin.mission(name).where) for name in tin.mission_ids()] == [True, True]

    def test_a_card_of_its_own(self, tmp_path):
        loot = "kind: catalogue\nname: Loot\nrows:\n  - {id: gem, name: Gem}\n"
        tin = library(tmp_path, {"cards/tin/loot.yaml": loot})
        assert tin.card_ids() == ["loot", "weather"]
        assert tin.house(tin.catalogue("loot").rows[0].where)

    def test_rules_and_tests_by_id(self, tmp_path):
        house: Mapping[str, str | bytes] = {
            "missions/tin/rules.yaml": """
                rules:
                  - {id: T-2, name: Due, part: All, text: Ours., source: us, origin: original}
                """,
            "missions/tin/tests.yaml": "tests:\n  - {id: leap, name: Leap, text: Roll., dice: D6}\n",
        }
        tin = library(tmp_path, house)
        assert {name: rule.name for name, rule in tin.rules().items()} == {"T-1": "One", "T-2": "Due"}
        assert sorted(tin.tests()) == ["jump", "leap"]
        assert tin.house(tin.tests()["leap"].where)

    def test_what_comes_from_nowhere_is_not_of_the_house(self, tmp_path):
        assert not library(tmp_path).house(Table(kind="table", name="x", dice=D6, rows=()).where)


D6 = Library("killteam", [built_in()]).table("sector-imperialis").dice


class TestFinding:
    def test_did_you_mean(self, tmp_path):
        tin = library(tmp_path)
        for ask, sentence in [
            (lambda: tin.mission("hil"), "There is no mission “hil”. Did you mean “hill”?"),
            (lambda: tin.table("wether"), "There is no table “wether”. Did you mean “weather”?"),
            (lambda: tin.choice("plans"), "There is no choice “plans”. Choose from: weather."),
            (lambda: Library("tim", tin.roots), "There is no game system “tim”. Did you mean “tin”?"),
        ]:
            with pytest.raises(Refusal) as caught:
                ask()
            assert str(caught.value) == sentence

    @pytest.mark.parametrize("name", ["system", "rules", "tests"])
    def test_what_is_no_mission(self, tmp_path, name):
        tin = library(tmp_path)
        assert tin.mission_ids() == ["hill"]
        with pytest.raises(Refusal, match=f"There is no mission “{name}”"):
            tin.mission(name)

    @pytest.mark.parametrize(
        "name",
        [
            "../tin/hill",
            "..",
            ".",
            "",
            "/etc/passwd",
            "..\\hill",
            "C:hill",
            "sub/hill",
            "hill\0",
            "Hill",
            "a\n",
        ],
    )
    def test_no_name_climbs_out_of_a_root(self, tmp_path, name):
        tin = library(tmp_path, {"missions/tin/sub/hill.yaml": MISSION, "cards/tin/sub/hill.yaml": WEATHER})
        for ask in (tin.mission, tin.table, lambda each: Library(each, tin.roots)):
            with pytest.raises(Refusal, match="There is no"):
                ask(name)
        assert not is_id(name)

    def test_files_with_names_that_are_no_ids_are_not_listed(self, tmp_path):
        tin = library(
            tmp_path, {"missions/tin/My Hill.yaml": MISSION, "missions/Big Tin/system.yaml": SYSTEM}
        )
        assert tin.mission_ids() == ["hill"]
        assert known_systems(tin.roots) == ["tin"]

    def test_a_card_of_another_kind(self, tmp_path):
        tin = library(tmp_path)
        assert tin.table("weather").name == "Weather"
        with pytest.raises(Problems, match=r"The text “table” is not allowed here\. Write choice\."):
            tin.choice("weather")

    def test_each_file_is_read_once_and_only_when_asked_for(self, tmp_path):
        tin = library(tmp_path, {"missions/tin/bog.yaml": "name: [\n"})
        assert tin.mission("hill") is tin.mission("hill")
        assert tin.table("weather") is tin.table("weather")
        with pytest.raises(Problems, match="not-yaml"):
            tin.mission("bog")

    def test_the_built_in_root(self):
        assert known_systems([built_in()])[0] == "killteam"
        assert (built_in().folder / "missions/killteam/system.yaml").is_file()
        assert not built_in().house


class TestVersion:
    def test_line_ends_are_nothing(self, tmp_path):
        unix = write_tree(tmp_path / "unix", TREE)
        windows = tmp_path / "windows"
        for path in unix.rglob("*.yaml"):
            to = windows / path.relative_to(unix)
            to.parent.mkdir(parents=True, exist_ok=True)
            to.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
        versions = {Library("tin", [ContentRoot(folder, "x")]).version() for folder in (unix, windows)}
        assert len(versions) == 1
        assert len(versions.pop()) == 10

    @pytest.mark.parametrize(
        "house",
        [
            {"cards/tin/weather.yaml": FOUL},
            {"cards/tin/weather.yaml": FOUL.replace("mud", "Mud")},
            {"cards/tin/other.yaml": FOUL},
            {"missions/tin/other.yaml": FOUL},
        ],
    )
    def test_each_byte_and_name_counts(self, tmp_path, house):
        seen = {library(tmp_path / str(place), each).version() for place, each in enumerate(({}, house))}
        seen.add(library(tmp_path / "more", {"cards/tin/weather.yaml": FOUL + "# x\n"}).version())
        assert len(seen) == 3

    def test_other_systems_and_other_files_do_not_count(self, tmp_path):
        other = {"missions/lead/hill.yaml": MISSION, "cards/tin/notes.txt": "x", "README.md": "x"}
        assert library(tmp_path / "a").version() == library(tmp_path / "b", other).version()

    def test_the_files_in_order(self, tmp_path):
        tin = library(tmp_path, {"cards/tin/weather.yaml": FOUL})
        assert [(root.name, path.name) for root, path in tin.files()] == [
            ("base", "hill.yaml"),
            ("base", "rules.yaml"),
            ("base", "system.yaml"),
            ("base", "tests.yaml"),
            ("base", "weather.yaml"),
            ("house", "weather.yaml"),
        ]
