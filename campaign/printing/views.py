"""The records of a briefing: one for each kind of section, and the whole.

They are stored as JSON beside the battle and read back by the same schema as everything else; `do` tells
the kinds of section apart, and a template finds in a section what its kind has and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal

from campaign.printing.map.views import BoardData, BoardLegend, BoardPicture
from campaign.printing.pieces import (
    CardText,
    ChosenView,
    DraftedView,
    EffectView,
    FieldedView,
    MarkerView,
    MoreView,
    Note,
    PlacedView,
    PlaceView,
    PoolView,
    RollView,
    RowView,
    TermView,
    WayView,
    ZoneView,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SideView:
    """A side; `role` is its role's name in this battle."""

    name: str
    teams: tuple[str, ...]
    role: str = ""
    models: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Section:
    """What every section has; `do` says which record it is, and which template shows it."""

    id: str
    do: str
    name: str
    text: str = ""
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MissionSection(_Section):
    """The mission: its premise as the text, its teams as lines, its special rules as notes."""

    do: Literal["mission"] = "mission"
    lines: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()
    rows: tuple[RowView, ...] = ()
    way: WayView | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RowsSection(_Section):
    """What was picked from a catalogue, or rolled on a table."""

    do: Literal["pick", "table"]
    rows: tuple[RowView, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderSection(_Section):
    """An order of the sides, from the highest roll; both ends have a name."""

    do: Literal["order"] = "order"
    dice: str
    highest: str
    lowest: str
    places: tuple[PlaceView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RolesSection(_Section):
    """Who has which role: a note's name is the side, its mark the role."""

    do: Literal["roles"] = "roles"
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BattlefieldSection(_Section):
    """The board in inches; the lines say how its terrain is set up."""

    do: Literal["battlefield"] = "battlefield"
    width: float
    height: float
    zones: tuple[ZoneView, ...] = ()
    markers: tuple[MarkerView, ...] = ()
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkersSection(_Section):
    """Markers at fixed places, and those that the sides place in `order`, so many `each` (0: none).

    `apart` and `edge` are the inches to keep from other markers and from the board's edges. `placed` is where
    they might stand, in the order of placing.
    """

    do: Literal["markers"] = "markers"
    markers: tuple[MarkerView, ...] = ()
    each: int = 0
    apart: float = 0
    edge: float = 0
    order: tuple[str, ...] = ()
    placed: tuple[PlacedView, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DeploymentSection(_Section):
    """Who sets up where and in which order; `turn` is `model`, `team` or `later`, `apart` in inches."""

    do: Literal["deployment"] = "deployment"
    width: float
    height: float
    zones: tuple[ZoneView, ...] = ()
    divides: str = ""
    chooses: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    turn: str
    apart: float = 0
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceSection(_Section):
    """A secret choice: its options as notes; `chosen` is filled by the reveal."""

    do: Literal["choice"] = "choice"
    notes: tuple[Note, ...] = ()
    chosen: tuple[ChosenView, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawSection(_Section):
    """Cards in secret: how many a deck has, who gets one, and those that came to light."""

    do: Literal["draw"] = "draw"
    deck: str
    cards: int
    jokers: int
    chosen: bool
    holders: tuple[str, ...]
    shown: tuple[CardText, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SizeSection(_Section):
    """The size of the battle, its board in inches, and what each side may spend: a mark is how much."""

    do: Literal["size"] = "size"
    size: str
    about: str = ""
    width: float
    height: float
    budgets: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftSection(_Section):
    """A draft, row by row in its order; `first` chose the row that it controls."""

    do: Literal["draft"] = "draft"
    first: str
    rows: tuple[DraftedView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SupplySection(_Section):
    """What each side may have on the table, round by round."""

    do: Literal["supply"] = "supply"
    pools: tuple[PoolView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamsSection(_Section):
    """Each team with its models and cost, and when it tests."""

    do: Literal["teams"] = "teams"
    fielded: tuple[FieldedView, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LengthSection(_Section):
    """How many rounds, which may be added, and what ends the battle early."""

    do: Literal["length"] = "length"
    rounds: int
    more: tuple[MoreView, ...] = ()
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSection(_Section):
    """What scores, who wins by it, and what that does; roles, degrees and places by their names.

    A side that is `lead` points ahead wins at once (0: no lead does).
    """

    do: Literal["score"] = "score"
    terms: tuple[TermView, ...]
    victory: str
    victory_role: str = ""
    victory_points: int = 0
    lead: int = 0
    degree: str = ""
    tie: str
    tie_place: str = ""
    tie_degree: str = ""
    effects: tuple[EffectView, ...]
    takes: dict[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class TextSection(_Section):
    """A step that the system tells in words alone."""

    do: Literal["text"] = "text"


Section = (
    MissionSection | RowsSection | OrderSection | RolesSection | BattlefieldSection | MarkersSection
    | DeploymentSection | ChoiceSection | DrawSection | TeamsSection | LengthSection | ScoreSection
    | TextSection | SizeSection | DraftSection | SupplySection
)  # fmt: skip
"""One step of the procedure as the briefing shows it."""


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
    def board(self) -> BoardData | None:
        """The battlefield with all that stands on it; None where no section tells of one."""
        fields = [each for each in self.sections if isinstance(each, BattlefieldSection)]
        deployments = [each for each in self.sections if isinstance(each, DeploymentSection)]
        markers = [each for each in self.sections if isinstance(each, MarkersSection)]
        found: list[DeploymentSection | BattlefieldSection] = [*deployments, *fields]
        if not found:
            return None
        standing = [each.markers for each in markers] + [each.markers for each in fields]
        return BoardData(
            width=found[0].width,
            height=found[0].height,
            zones=found[0].zones,
            markers=next(filter(None, standing), ()),
            placed=tuple(spot for each in markers for spot in each.placed),
            apart=deployments[0].apart if deployments else 0,
            placing=any(each.each for each in markers),
            keep=max((each.apart for each in markers), default=0),
            edge=max((each.edge for each in markers), default=0),
        )

    @property
    def legend(self) -> BoardLegend | None:
        """What a drawing of the battlefield shows."""
        from campaign.printing.map.picture import legend_of

        board = self.board
        return None if board is None else legend_of(board)

    @property
    def picture(self) -> BoardPicture | None:
        """The battlefield as a picture."""
        from campaign.printing.map.picture import picture_of

        board = self.board
        return None if board is None else picture_of(board)

    @property
    def terms(self) -> tuple[TermView, ...]:
        """Every term of the battle: the rows of the result sheet."""
        return tuple(
            term for section in self.sections if isinstance(section, ScoreSection) for term in section.terms
        )
