from __future__ import annotations

import json
import re

import pytest

from tests.pictures import FOLDER, MADE_FROM, made_from, sheets
from tests.test_docs import ROOT


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return {sheet.name: made_from(sheet) for sheet in sheets(tmp_path_factory.mktemp("pictures"))}


def test_pictures_show_what_is_printed_today(made):
    known = json.loads(MADE_FROM.read_text(encoding="utf-8"))
    assert made == known, "The pages behind the pictures have changed: run “make pictures” and look at them."


def test_a_page_is_made_the_same_again(made, tmp_path):
    assert {sheet.name: made_from(sheet) for sheet in sheets(tmp_path)} == made


def test_the_readme_shows_each_of_them(made):
    shown = re.findall(r"tests/pictures/(\w+)\.png", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert sorted(shown) == sorted(made) == sorted(path.stem for path in FOLDER.glob("*.png"))
