"""Holds together a system's rules, the content that carries them, and the tests that name them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from campaign.content.library import Library, built_in, known_systems

ROOT = Path(__file__).resolve().parent.parent
KT_IDS = """
    KT-P1 KT-P2 KT-C1 KT-C2 KT-C3 KT-C4 KT-C5 KT-C6 KT-O1 KT-T1 KT-T2 KT-T3 KT-T4 KT-T5 KT-T6 KT-T7 KT-T8
    KT-E1 KT-E2 KT-E3 KT-E4 KT-E5 KT-E6 KT-W1 KT-W2 KT-W3 KT-S0 KT-S1 KT-S2 KT-S3 KT-S4 KT-S5 KT-S6 KT-S7
    KT-R1 KT-R2 KT-R3 KT-R4 KT-R5 KT-K1 KT-K2 KT-K3
    PF-K1 PF-K2 PF-K3 PF-K4 PF-K5 PF-K6 PF-E1 PF-E2 PF-E3 PF-E4 PF-E5 PF-E7 PF-J1
"""
KZ_IDS = """
    KZ-G1 KZ-G2 KZ-G3 KZ-G4 KZ-G5 KZ-T1 KZ-T2 KZ-M1 KZ-M2 KZ-S1 KZ-S2 KZ-A1 KZ-A2 KZ-A3 KZ-A4
    KZ-B1 KZ-B2 KZ-B3 KZ-E1 KZ-E2 KZ-E3 KZ-E4 KZ-V1 KZ-V2 KZ-V3 KZ-V4
    KZ-L1 KZ-L2 KZ-L3 KZ-L4 KZ-L5 KZ-L6 KZ-L7 KZ-L8 KZ-L9 KZ-L10 KZ-L11 KZ-L12 KZ-H0 KZ-H1 KZ-H2 KZ-H3 KZ-H4
    KZ-U0 KZ-US0 KZ-US1 KZ-US2 KZ-US3 KZ-UW1 KZ-UW2 KZ-UW3 KZ-UW4 KZ-UW5 KZ-UW6
    KZ-UA0 KZ-UA1 KZ-UA2 KZ-UA3 KZ-UA4 KZ-UA5 KZ-UA6 KZ-UA7 KZ-UA8
    KZ-C1 KZ-C2 KZ-C3 KZ-C4 KZ-C5 PF-C1 PF-C2
"""
SC_IDS = """
    SCR-1 SCR-2 SCR-3 SCR-4 SCR-5 SCR-6 SCR-7 SCR-8 SCR-9 PF-S1 PF-S2 PF-S3 PF-S4 PF-S5 PF-S6 PF-S7 PF-S8
"""
ASKED = {"killteam": KT_IDS.split(), "killzone": KZ_IDS.split(), "starcraft": SC_IDS.split()}


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
