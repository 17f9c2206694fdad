"""The records of a briefing: values and content texts, ready for any template.

They are stored as JSON beside the battle and read back by the same schema as everything else.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Literal

__all__ = [
    "Briefing", "ChosenView", "EffectView", "MarkerView", "MoreView", "Note", "PlaceView", "RollView",
    "RowView", "Section", "SideView", "TermView", "ZoneView",
]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class RollView:
    """A roll as it fell."""

    part: str
    dice: str
    faces: tuple[int, ...]
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SideView:
    """A side; `role` is its role's name in this battle."""

    name: str
    teams: tuple[str, ...]
    role: str = ""
    models: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A short named text: a special rule, a role, an option. `mark` is a die face or the like."""

    name: str
    text: str = ""
    mark: str = ""
    origin: str = ""
    house: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RowView:
    """A row that a die or a player chose."""

    name: str
    text: str
    table: str
    roll: RollView | None = None
    origin: str = ""
    house: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceView:
    """A side's place in an order, with every roll that led to it."""

    side: str
    rolls: tuple[RollView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneView:
    """A zone in inches; `role` is the name of the role it belongs to, `sides` those in that role."""

    name: str
    kind: str
    role: str = ""
    sides: tuple[str, ...] = ()
    rects: tuple[tuple[float, float, float, float], ...] = ()
    polygon: tuple[tuple[float, float], ...] = ()
    circle: tuple[float, float, float] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkerView:
    """A marker at a fixed place, in inches from the left and the top edge."""

    name: str
    x: float
    y: float


@dataclass(frozen=True, slots=True, kw_only=True)
class MoreView:
    """A round that a die may add: after which, on what, and who rolls."""

    after: int
    dice: str
    at_least: int
    side: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TermView:
    """A term with its numbers worked out; `most` and `role` (a name) only where it has them.

    `rounds` are those that score, for a term that scores by round.
    """

    id: str
    name: str
    ask: str
    each: int
    most: int | None
    shared: bool
    per: str
    from_round: int
    to: str
    role: str = ""
    sides: tuple[str, ...] = ()
    rounds: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectView:
    """What an outcome or a term does to a resource; `by` is None where it takes what enemies lost."""

    when: str
    resource: str
    by: int | None
    who: str = "self"
    role: str = ""
    status: str = ""
    degree: str = ""
    term: str = ""
    at_least: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenView:
    """What became of a side's secret choice."""

    side: str
    name: str
    stands: bool
    why: str
    by: str = ""
    against: str = ""
    number: int | None = None
    of: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """One step of the procedure. Which fields are filled depends on `do`; templates look at no others."""

    id: str
    do: str
    name: str
    text: str = ""
    rules: tuple[str, ...] = ()
    rows: tuple[RowView, ...] = ()
    places: tuple[PlaceView, ...] = ()
    dice: str = ""
    highest: str = ""
    lowest: str = ""
    notes: tuple[Note, ...] = ()
    lines: tuple[str, ...] = ()
    width: float = 0
    height: float = 0
    zones: tuple[ZoneView, ...] = ()
    markers: tuple[MarkerView, ...] = ()
    each: int = 0
    apart: float = 0
    edge: float = 0
    order: tuple[str, ...] = ()
    divides: str = ""
    chooses: tuple[str, ...] = ()
    turn: str = ""
    rounds: int = 0
    more: tuple[MoreView, ...] = ()
    terms: tuple[TermView, ...] = ()
    victory: str = ""
    victory_role: str = ""
    victory_points: int = 0
    degree: str = ""
    tie: str = ""
    tie_place: str = ""
    tie_degree: str = ""
    effects: tuple[EffectView, ...] = ()
    takes: dict[str, str] = field(default_factory=dict)
    chosen: tuple[ChosenView, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Briefing:
    """A whole briefing. `battle` is the entry's name and `number` its place; both empty for practice."""

    format: Literal[1] = 1
    system: str
    system_name: str
    battle: str = ""
    number: int = 0
    campaign_name: str = ""
    played: date
    seed: int | None = None
    content: str
    sides: tuple[SideView, ...]
    mission: str
    mission_id: str
    mode: str
    origin: str
    house: tuple[str, ...] = ()
    sections: tuple[Section, ...]
    rolls: tuple[RollView, ...]
    resources: tuple[str, ...] = ()

    @property
    def tail(self) -> str:
        """The battle's short id, six letters; empty for practice."""
        return self.battle[-6:]

    @property
    def terms(self) -> tuple[TermView, ...]:
        """Every term of the battle: the rows of the result sheet."""
        return tuple(term for section in self.sections for term in section.terms)
