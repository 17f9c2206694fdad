"""Each code of a problem has a folder in tests/errors: the smallest bad files, and the exact messages.

A folder is laid over tests/errors/_base as a house root, so that it holds nothing but what is wrong, and the
system made of both is checked. With campaign.yaml it is checked as a campaign (with results.yaml that is read
as a season), with `ledger/` alone read as a ledger. What is none of this has a file that says so: read.txt
names a file to read, edit.json the changes to make in edited.yaml, made.txt what this module writes.
"""

from __future__ import annotations

import ast
import json
import re
import shutil
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from campaign.campaign import Campaign
from campaign.checks import check_system
from campaign.commands.check import problems_in
from campaign.commands.results_file import read_results
from campaign.content.library import ContentRoot, Library
from campaign.errors import Problem, Problems, did_you_mean
from campaign.files import yamlfile
from campaign.ledger.entries_io import Author, read_entries
from campaign.printing.briefing import stored
from tests.trees import write_tree

ERRORS = Path(__file__).resolve().parent / "errors"
CAMPAIGN = Path(__file__).resolve().parent.parent / "campaign"
BASE = ERRORS / "_base"
FOLDERS = sorted(path.name for path in ERRORS.iterdir() if path.is_dir() and path != BASE)
MADE = {"too-large": {"missions/tin/bog.yaml": b"#" * ((1 << 20) + 1)}}
CODE_FIRST = {"Problem", "Fault", "fault", "problem"}
CODE_SECOND = {"raise_problem", "note", "_unknown"}


def problems_of(folder: Path, made: Path) -> Iterable[Problem]:
    """What is wrong in a folder of tests/errors, found in the way that its files ask for."""
    if (folder / "read.txt").is_file():
        return raised(lambda: yamlfile.read(folder / text(folder / "read.txt").strip()))
    if (folder / "edit.json").is_file():
        changes = [(tuple(place), value) for place, value in json.loads(text(folder / "edit.json"))]
        path = folder / "edited.yaml"
        return raised(lambda: yamlfile.edit(text(path), changes, path))
    if (folder / "campaign.yaml").is_file():
        return problems_of_campaign(folder, made)
    if (folder / "ledger").is_dir():
        return raised(lambda: read_entries(folder / "ledger"))
    if (folder / "briefings").is_dir():
        [path] = (folder / "briefings").iterdir()
        return raised(lambda: stored(folder, path.stem))
    if (folder / "made.txt").is_file():
        folder = write_tree(made, MADE[folder.name])
    return check_system(Library("tin", [ContentRoot(BASE, "base"), ContentRoot(folder, "house", house=True)]))


def problems_of_campaign(folder: Path, made: Path) -> Iterable[Problem]:
    """A campaign is opened, and so it is copied first; the base beside it is there as a pack."""
    shutil.copytree(BASE, made / BASE.name)
    copy = shutil.copytree(folder, made / folder.name)
    (copy / "ledger").mkdir(exist_ok=True)
    if (copy / "results.yaml").is_file():
        hand = Author("Mo", datetime(2026, 3, 14, tzinfo=UTC))
        return raised(lambda: read_results(Campaign.open(copy), copy / "results.yaml", hand))
    return problems_in(copy)


def raised(act: object) -> Iterable[Problem]:
    assert callable(act)
    with pytest.raises(Problems) as caught:
        act()
    return caught.value.problems


def text(path: Path) -> str:
    return path.read_bytes().decode("utf-8")


def shown(problems: Iterable[Problem], folders: Iterable[Path]) -> str:
    """The messages as a player reads them, with paths from the folder on."""
    lines = "".join(f"{problem}\n" for problem in problems)
    for folder in folders:
        lines = lines.replace(f"{folder}/", "").replace(f"{folder}\\", "").replace("\\", "/")
    return lines


@pytest.mark.parametrize("code", FOLDERS)
def test_the_exact_messages(code: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    folder = ERRORS / code
    problems = list(problems_of(folder, tmp_path))
    found = shown(problems, (folder, tmp_path / code, tmp_path, BASE))
    if request.config.getoption("--update-goldens"):
        (folder / "expected.txt").write_bytes(found.encode("utf-8"))
    assert found == text(folder / "expected.txt")
    assert code in {problem.code for problem in problems}


def test_the_base_is_without_a_problem() -> None:
    assert check_system(Library("tin", [ContentRoot(BASE, "base")])) == []


def codes_in(source: str) -> Iterator[str]:
    """The codes that a module makes problems with: a literal in its place, or any “unknown-…”."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
            place = 0 if name in CODE_FIRST else 1 if name in CODE_SECOND else len(node.args)
            for argument in node.args[place : place + 1]:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value
        elif isinstance(node, ast.Constant) and re.fullmatch("unknown-[a-z]+", str(node.value)):
            yield str(node.value)


def test_which_codes_are_found() -> None:
    source = (
        'Problem("a-b", m, r)\nself.note(event, "c", m, r)\nUNKNOWN = {"x": "unknown-x"}\n'
        'context.fault(code, path)\nraise_problem(path, "d", m)\nfind("e")\n'
    )
    assert sorted(codes_in(source)) == ["a-b", "c", "d", "unknown-x"]


def test_every_code_has_a_folder_and_every_folder_a_code() -> None:
    codes = {code for path in CAMPAIGN.rglob("*.py") for code in codes_in(text(path))}
    assert len(codes) > 50
    assert sorted(codes - set(FOLDERS)) == []
    assert [f"{name}: {did_you_mean(name, codes)}" for name in FOLDERS if name not in codes] == []
