"""The record of a verb's options has a field for a parameter of the verb, whose name both know."""

from __future__ import annotations

import ast
import importlib
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign.record import fields

CLI = Path(__file__).resolve().parents[2] / "campaign" / "cli"


def calls() -> Iterator[tuple[str, str, str]]:
    """The module, verb and record of every call of options_of."""
    for path in sorted(CLI.glob("*.py")):
        body = ast.parse(path.read_text(encoding="utf-8")).body
        for verb in (each for each in body if isinstance(each, ast.FunctionDef)):
            for node in ast.walk(verb):
                match node:
                    case ast.Call(func=ast.Name(id="options_of"), args=[_, ast.Name(id=record)]):
                        yield path.stem, verb.name, record


def imported(module: str, name: str) -> type:
    """What a module of cli/ calls by a name, which it may import within a function."""
    for node in ast.walk(ast.parse((CLI / f"{module}.py").read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and any(each.name == name for each in node.names):
            found: type = getattr(importlib.import_module(node.module), name)
            return found
    raise LookupError(name)


def test_verbs_with_such_a_record_are_found():
    assert ("attack", "attack", "AttackOptions") in set(calls())


@pytest.mark.parametrize(("module", "verb", "record"), list(calls()))
def test_each_field_is_a_parameter_of_the_verb_with_the_same_default(module: str, verb: str, record: str):
    called = importlib.import_module(f"campaign.cli.{module}")
    parameters = inspect.signature(getattr(called, verb)).parameters
    for field in fields(imported(module, record)):
        if field.name == "extra":
            continue
        assert field.name in parameters
        default = parameters[field.name].default
        if default is not None and default is not inspect.Parameter.empty:
            assert field.default == default, field.name
