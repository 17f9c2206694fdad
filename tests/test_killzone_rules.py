"""The reference of Special Operations: Killzone says every number of its rules, typed here from the source."""

from __future__ import annotations

import re

import pytest

from campaign.content.library import Library, built_in

RULES = Library("killzone", [built_in()]).rules()
SAYS: dict[str, tuple[str, ...]] = {
    "KZ-G1": ('4"', "line of sight"),
    "KZ-G2": ("one model", "scoring"),
    "KZ-G3": ('6"',),
    "KZ-G4": ("mission",),
    "KZ-G5": ('6"',),
    "KZ-T1": ("D6", "second"),
    "KZ-T2": ("180", '24"', "Sniper", "Rapid Fire", '12"', "-1"),
    "KZ-M1": ('4"', "Move Through Cover"),
    "KZ-M2": ("Fleet", '6"', '4"'),
    "KZ-S1": ('4"', "primary", "secondary"),
    "KZ-S2": ("Strength", "4", "6", "3", "small blast"),
    "KZ-A1": ("base contact", '2"'),
    "KZ-A2": ('4"', '8"'),
    "KZ-A3": ('4"', "Leadership", "Counterattack"),
    "KZ-A4": ('4"', "terrain"),
    "KZ-B1": ("225", "250"),
    "KZ-B2": ("18",),
    "KZ-E1": ("25%", "10", "3"),
    "KZ-V3": ("10", "up"),
    "KZ-L1": ("175", "250"),
    "KZ-L2": ("5", "20"),
    "KZ-L4": ("26", "90", "16"),
    "KZ-L7": ("3",),
    "KZ-L8": ("5",),
    "KZ-L9": ("33",),
    "KZ-L10": ("5", "2"),
    "KZ-L11": ("2",),
    "KZ-L12": ('6"', "+1 Wound", "+1 Attack"),
    "KZ-H1": ("10", "75%"),
    "KZ-H2": ("10", "75%"),
    "KZ-H3": ("10", "75%"),
    "KZ-H4": ("15", "50%"),
    "KZ-US1": ("10", '6"'),
    "KZ-US2": ("8", "10", '6"'),
    "KZ-US3": ("10", "5+"),
    "KZ-UW2": ("1", "3"),
    "KZ-UW6": ("3", "5", "+1"),
    "KZ-UA1": ("8", "10", "+1 Attack"),
    "KZ-UA5": ("25", "4+"),
    "KZ-C1": ("13",),
    "PF-C2": ("10", "5"),
}


@pytest.mark.parametrize("rule", sorted(SAYS))
def test_the_reference_says_the_numbers_of_the_source(rule: str) -> None:
    text = f"{RULES[rule].text} {RULES[rule].reading}"
    for said in SAYS[rule]:
        bare = re.escape(said)
        bounded = rf"(?<![\w]){bare}(?!\w)" if said[0].isalnum() else bare
        assert re.search(bounded, text), (said, text)


def test_sections_1_2_to_1_6_are_parts_of_the_reference() -> None:
    parts = list(dict.fromkeys(rule.part for rule in RULES.values()))
    assert parts[:5] == ["Changes to the core rules", "The turn", "Movement", "Shooting", "Assault"]
