"""Rules as reference text, by part of the game."""

from __future__ import annotations

from campaign.record import Record


class RuleView(Record):
    """A rule as reference text."""

    id: str
    name: str
    text: str
    reading: str
    source: str
    origin: str
    house: bool


class PartView(Record):
    """The rules of one part of the game."""

    name: str
    rules: tuple[RuleView, ...]


class RulesView(Record):
    """A system's rules, by part."""

    system_name: str
    parts: tuple[PartView, ...]


class TestLine(Record):
    """A named test in a line: the dice (`times` where they are several of a number that is counted), which
    side of `target` passes (a number, or the words of what is compared), and natural results that pass.
    """

    name: str
    text: str
    dice: str
    times: bool
    keep: str
    passes: str
    target: str
    order: bool
    natural: tuple[int, ...]
    rules: tuple[str, ...]
    origin: str
    house: bool


class ReferenceView(Record):
    """The rules of a system, or of some parts of it; `readings` where their readings are to be shown."""

    system_name: str
    parts: tuple[PartView, ...]
    readings: bool
    tests: tuple[TestLine, ...]
