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
