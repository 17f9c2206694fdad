from __future__ import annotations

import inspect
from pathlib import Path
from typing import Annotated, Any

import pytest
from jsonschema import Draft202012Validator

from campaign.commands.demo import DemoScript
from campaign.content.mission import Mission, Rules
from campaign.content.system import System
from campaign.files import yamlfile
from campaign.files.jsonschema import json_schema
from campaign.files.schema import Id, Span, structure
from campaign.ledger.entries import Entry
from campaign.mechanisms import named_tests as named_test
from campaign.mechanisms.attack.rules import AttackRules, Units
from campaign.mechanisms.choice import Choice
from campaign.mechanisms.deck import Deck
from campaign.mechanisms.dice import Dice
from campaign.mechanisms.effects import Effect
from campaign.mechanisms.formula import Formula
from campaign.mechanisms.road import Road
from campaign.mechanisms.score import Tie
from campaign.mechanisms.table import Catalogue, Table
from campaign.mechanisms.team_rules import TeamRules

ROOT = Path(__file__).resolve().parent.parent
CARD: Any = Table | Catalogue | Choice | Deck
FILES = sorted((*ROOT.glob("missions/*/*.yaml"), *ROOT.glob("cards/*/*.yaml")))
KINDS = {
    "system": System, "rules": Rules, "tests": named_test.NamedTests, "demo": DemoScript, "road": Road, "teams": TeamRules,
    "sequence": AttackRules,
}  # fmt: skip


def kind_of(path: Path) -> Any:
    if path.parent.parent.name == "cards":
        return Units if path.stem == "units" else CARD
    return KINDS.get(path.stem, Mission)


def errors(kind: Any, data: object) -> list[str]:
    found = Draft202012Validator(json_schema(kind)).iter_errors(data)
    return [f"{'/'.join(map(str, error.absolute_path))}: {error.message}" for error in found]


def test_the_content_is_found():
    assert {"system.yaml", "rules.yaml", "tests.yaml"} < {path.name for path in FILES}
    assert len(FILES) > 10


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_built_in_content_is_valid(path):
    assert errors(kind_of(path), yamlfile.read(path).data) == []


@pytest.mark.parametrize(
    "kind", [System, Mission, Rules, named_test.NamedTests, Table, Catalogue, Choice, CARD, Entry]
)
def test_each_is_a_schema(kind):
    schema = json_schema(kind)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    Draft202012Validator.check_schema(schema)


def test_one_record_in_full():
    assert json_schema(Tie) == {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$ref": "#/$defs/score.Tie",
        "$defs": {
            "score.Tie": {
                "type": "object",
                "title": "Tie",
                "description": inspect.cleandoc(Tie.__doc__ or ""),
                "properties": {
                    "by": {"enum": ["draw", "order", "role", "term"], "default": "draw"},
                    "order": {"anyOf": [ID, {"type": "null"}]},
                    "pick": {"enum": ["highest", "lowest"], "default": "lowest"},
                    "role": {"anyOf": [ID, {"type": "null"}]},
                    "term": {"anyOf": [ID, {"type": "null"}]},
                    "degree": {"anyOf": [ID, {"type": "null"}]},
                },
                "required": [],
                "additionalProperties": False,
            }
        },
    }


ID = {
    "type": ["string", "integer"],
    "pattern": "^([a-z0-9]+(-[a-z0-9]+)*)$",
    "minimum": 0,
    "description": "Write an id (lower-case letters, digits, hyphens), such as hold-the-line.",
}


def test_keys_bounds_and_choices():
    effect = json_schema(Effect)["$defs"]["effects.Effect"]
    assert effect["required"] == ["when", "resource", "by"]
    assert effect["properties"]["by"] == {
        "anyOf": [{"type": "integer", "minimum": -99, "maximum": 99}, {"enum": ["taken"]}]
    }
    assert effect["properties"]["at_least"] == {
        "type": "integer",
        "minimum": 1,
        "maximum": 999,
        "default": 1,
    }
    assert "where" not in effect["properties"]


@pytest.mark.parametrize(
    ("kind", "good", "bad"),
    [
        (Dice, ["D6", "2d6", " 2D6 + 1 ", "D66"], ["six", "", "D", 6, None, "2D6+"]),
        (Span, [3, "3", "4-6", "11 – 13"], ["a", "", -1, "3-", 1.5]),
        (Formula, [3, "models // 2"], ["", None, ["a"], 1.5]),
        (Id, ["a-b", "7", 7], ["A", "a_b", "-", "", -7, None]),
    ],
)
def test_what_is_written_as_text_means_the_same_here_and_in_the_reader(kind, good, bad):
    for data in good:
        assert errors(kind, data) == []
        assert structure(kind, data)[1] == []
    for data in bad:
        assert len(errors(kind, data)) > 0
        assert len(structure(kind, data)[1]) > 0


def test_records_are_told_apart_by_their_tag():
    table = {"kind": "table", "name": "Loot", "dice": "D6", "rows": []}
    assert errors(CARD, table) == []
    assert errors(CARD, {**table, "kind": "catalogue"}) == [
        ": Additional properties are not allowed ('dice' was unexpected)"
    ]
    assert errors(CARD, {**table, "kind": "pile"}) == [
        "kind: 'pile' is not one of ['table', 'catalogue', 'choice', 'deck']"
    ]
    assert "'kind' is a required property" in errors(CARD, {"name": "Loot"})[0]


def test_lists_of_fixed_length():
    layout = json_schema(Mission)["$defs"]["board.Marker"]["properties"]["at"]
    assert layout == {
        "type": "array",
        "prefixItems": [{"type": "number"}, {"type": "number"}],
        "items": False,
        "minItems": 2,
    }


@pytest.mark.parametrize("kind", [set[str], complex, Annotated[str, "x"]])
def test_what_has_none(kind):
    with pytest.raises(TypeError, match=r"no JSON Schema for|nothing known of"):
        json_schema(kind)
