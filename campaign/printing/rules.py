"""Rules as reference text, by part of the game."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleView:
    """A rule as reference text."""

    id: str
    name: str
    text: str
    reading: str
    source: str
    origin: str
    house: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PartView:
    """The rules of one part of the game."""

    name: str
    rules: tuple[RuleView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesView:
    """A system's rules, by part."""

    system_name: str
    parts: tuple[PartView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TestLine:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferenceView:
    """The rules of a system, or of some parts of it; `readings` where their readings are to be shown."""

    system_name: str
    parts: tuple[PartView, ...]
    readings: bool
    tests: tuple[TestLine, ...]
