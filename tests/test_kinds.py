from __future__ import annotations

from inspect import signature
from pathlib import Path

import pytest

from campaign.content import steps
from campaign.content.system import System
from campaign.errors import Problems
from campaign.files.kinds import Kinds
from campaign.files.schema import read_record
from campaign.files.yamlfile import parse
from campaign.printing import sections

ROOT = Path(__file__).resolve().parent.parent
TEMPLATES = ROOT / "templates/_default/sections"
SYSTEM = """\
format: 1
name: Tin Men
about: Toys at war.
sides: {least: 2, most: 2}
modes: {open: Open play}
standings: {keys: []}
procedure:
  - {id: first, do: DO, name: Who goes first, dice: D6, highest: First, lowest: Second}
"""


def read(do: str) -> System:
    return read_record(parse(SYSTEM.replace("DO", do), Path("system.yaml")), System)


def test_the_kinds_are_the_modules_of_the_package():
    for kinds, package in ((steps.KINDS, "content/steps"), (sections.KINDS, "printing/sections")):
        files = {path.stem for path in (ROOT / "campaign" / package).glob("*.py")} - {"__init__"}
        assert set(kinds.names) == files
        assert len(files) >= 15


@pytest.mark.parametrize("kind", steps.KINDS.names)
def test_a_step_has_a_record_of_its_kind_and_is_played(kind):
    record = steps.KINDS.record(kind)
    assert issubclass(record, steps.Step)
    assert record.__doc__
    assert list(signature(steps.KINDS.module(kind).play).parameters) == ["battle", "step"]


@pytest.mark.parametrize("kind", sections.KINDS.names)
def test_a_section_has_a_record_of_its_kind_and_a_template(kind):
    record = sections.KINDS.record(kind)
    assert issubclass(record, sections.Section)
    assert list(signature(sections.KINDS.module(kind).section).parameters) == ["battle", "step", "words"]
    assert (TEMPLATES / f"{kind}.j2").is_file()


def test_every_step_is_shown_by_a_section():
    parts = {"battlefield", "markers", "deployment"}  # those of a layout
    assert set(sections.KINDS.names) == set(steps.KINDS.names) - {"layout"} | parts


def test_a_file_names_its_kind():
    (step,) = read("order").procedure
    assert type(step).__name__ == "OrderStep"


@pytest.mark.parametrize(
    ("do", "remedy"),
    [
        ("ordr", "Did you mean “order”?"),
        ("__init__", "Write one of these: choice, draft, draw"),
        ("../steps", "Write one of these: choice, draft, draw"),
        ("os", "Write one of these: choice, draft, draw"),
    ],
)
def test_a_word_that_names_no_kind_is_a_fault_in_its_place(do, remedy):
    with pytest.raises(Problems) as wrong:
        read(f'"{do}"')
    (problem,) = wrong.value.problems
    assert (problem.code, problem.line) == ("not-one-of", 8)
    assert remedy in problem.remedy


def test_only_kinds_of_the_package_are_loaded():
    with pytest.raises(LookupError, match="os"):
        Kinds("campaign.content.steps", "Step").module("os")
