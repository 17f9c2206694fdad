"""Holds together a system's rules, the content that carries them, and the tests that name them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from campaign.content.packs import Library, built_in, known_systems

ROOT = Path(__file__).resolve().parent.parent
KT_IDS = """
    KT-P1 KT-P2 KT-C1 KT-C2 KT-C3 KT-C4 KT-C5 KT-C6 KT-O1 KT-T1 KT-T2 KT-T3 KT-T4 KT-T5 KT-T6 KT-T7 KT-T8
    KT-E1 KT-E2 KT-E3 KT-E4 KT-E5 KT-E6 KT-W1 KT-W2 KT-W3 KT-S0 KT-S1 KT-S2 KT-S3 KT-S4 KT-S5 KT-S6 KT-S7
    KT-R1 KT-R2 KT-R3 KT-R4 KT-R5 KT-K1 KT-K2 KT-K3
    PF-K1 PF-K2 PF-K3 PF-K4 PF-K5 PF-K6 PF-E1 PF-E2 PF-E3 PF-E4 PF-E5 PF-E7 PF-J1
"""
ASKED = {"killteam": KT_IDS.split()}


def test_every_system_has_its_rules_listed_here():
    assert set(known_systems([built_in()])) == set(ASKED)


@pytest.mark.parametrize("system", sorted(ASKED))
def test_the_rules_are_exactly_those_that_were_asked_for(system):
    assert sorted(Library(system, [built_in()]).rules()) == sorted(ASKED[system])


def carried(system: str) -> set[str]:
    """Rule ids that content other than rules.yaml names, or a test does."""
    found: set[str] = set()
    content = [path for path in ROOT.glob(f"*/{system}/*.yaml") if path.name != "rules.yaml"]
    tests = [path for path in (ROOT / "tests").rglob("test_*.py") if path.name != Path(__file__).name]
    assert content
    assert tests
    for path in [*content, *tests]:
        found |= set(re.findall(r"\b(?:KT|KZ|SC|SCR|PF)-[A-Z]{0,2}\d+\b", path.read_text(encoding="utf-8")))
    return found


@pytest.mark.parametrize("system", sorted(ASKED))
def test_every_rule_is_carried_by_content_or_named_by_a_test(system):
    assert set(ASKED[system]) - carried(system) == set()


@pytest.mark.parametrize("system", sorted(ASKED))
def test_every_rule_says_where_it_comes_from(system):
    for rule in Library(system, [built_in()]).rules().values():
        assert all((rule.text, rule.source, rule.name)), rule.id
