"""The records of the trail: the log's lines, and one entry step by step as it was entered."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from campaign.printing.pieces import EffectView, RollView, TermView
from campaign.printing.report_views import BattleSideView, ResultView, TableView, TeamView

__all__ = ["ChangedView", "FieldView", "LogLine", "LogView", "ShowView", "ShownCard", "StepView"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LogLine:
    """One step of one entry; `about` names what it is of, `number` is None where it is no battle."""

    at: datetime
    by: str
    entry: str
    tail: str
    number: int | None
    of: str
    step: str
    about: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LogView:
    """Every step of every entry, in the order in which they were written."""

    name: str
    lines: tuple[LogLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldView:
    """A field as it was entered: the names that lead to it, and its values."""

    path: tuple[str, ...]
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedView:
    """A field that a correction changed; an empty side had nothing."""

    path: tuple[str, ...]
    old: tuple[str, ...]
    new: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownCard:
    """A card that came to light: who held it, what stood beside it, and what it scores and does."""

    holder: str
    id: str
    name: str
    written: str
    terms: tuple[TermView, ...]
    effects: tuple[EffectView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StepView:
    """A step as it was written; `changed` is what it corrects, `table` what a closed phase keeps."""

    step: str
    at: datetime
    by: str
    reason: str
    fields: tuple[FieldView, ...]
    rolls: tuple[RollView, ...]
    terms: tuple[TermView, ...]
    effects: tuple[EffectView, ...]
    cards: tuple[ShownCard, ...]
    table: TableView | None
    changed: tuple[ChangedView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowView:
    """One entry as entered, step by step; `result` where it is a battle that has one."""

    entry: str
    tail: str
    of: str
    number: int | None
    played: date
    void: bool
    sealed: tuple[FieldView, ...]
    sides: tuple[BattleSideView, ...]
    resources: tuple[str, ...]
    totals: tuple[TeamView, ...]
    steps: tuple[StepView, ...]
    result: ResultView | None
