"""A game system: what `missions/<system>/system.yaml` holds, above all the procedure of a battle.

The procedure is the ordered steps, each naming a mechanism (`do`) and its content; there is no other
order, neither when a battle is made nor when its briefing is read.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Annotated, Literal

from campaign.files.converters import Between
from campaign.files.schema import WORD, Id, Where
from campaign.mechanisms.board import Board, Layout
from campaign.mechanisms.dice import Dice
from campaign.mechanisms.draft import DraftRow
from campaign.mechanisms.effects import Effect, Outcome, Resource
from campaign.mechanisms.formula import Formula
from campaign.mechanisms.standings import Standings
from campaign.mechanisms.terms import Term


@dataclass(frozen=True, slots=True, kw_only=True)
class Sides:
    """The least and the greatest number of sides in a battle, and of teams on a side (over the settings)."""

    least: Annotated[int, Between(2, 4)]
    most: Annotated[int, Between(2, 4)]
    teams: Formula = Formula.parse(2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What a campaign may set for itself in campaign.yaml, and its value if it doesn't."""

    id: Annotated[str, WORD]
    name: str
    about: str
    default: bool | int
    least: int = 0
    most: int = 999
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """A size of battle: the first one holds whose `when` (over the settings) is not 0.

    Its id, with `-` as `_`, is 1 in formulas of terms, supply and lead while it holds, and 0 otherwise.
    `lacking` says why the draft has too few cards for it, if that is known; a pack may bring them.
    """

    id: Id
    name: str
    when: Formula = Formula.parse(1)
    board: Board
    text: str = ""
    lacking: str = ""
    where: Where = field(default=Where(), compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """Something that each side has to spend; `value` is a formula over the settings."""

    name: str
    value: Formula
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Step:
    id: Id
    name: str
    text: str = ""
    setting: str | None = None
    unless: str | None = None
    rules: tuple[str, ...] = ()
    where: Where = field(default=Where(), compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class MissionStep(_Step):
    """The mission: named by the players, by a draft before it, or by the road where there is one, or rolled
    on the table for that number of sides.
    """

    do: Literal["mission"]
    tables: dict[str, Id] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class PickStep(_Step):
    """A row of a catalogue that the players name, or none."""

    do: Literal["pick"]
    from_: Id


@dataclass(frozen=True, slots=True, kw_only=True)
class TableStep(_Step):
    """A roll on the table that the mission or an earlier row gives to this step; skipped if none does."""

    do: Literal["table"]
    table: Id | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderStep(_Step):
    """Each side rolls, ties among them again, and they stand from the highest to the lowest."""

    do: Literal["order"]
    dice: Dice
    highest: str
    lowest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SizeStep(_Step):
    """The size of the battle, and what each side has to spend."""

    do: Literal["size"]
    budgets: tuple[Budget, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftStep(_Step):
    """Two sides draft cards row by row; who leads the order `by` chooses the row that it controls.

    A picked card with a `mission` names the mission, one with a `layout` the board.
    """

    do: Literal["draft"]
    by: Id
    rows: tuple[DraftRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RolesStep(_Step):
    """The mission's roles, dealt along an order; skipped where the mission has none."""

    do: Literal["roles"]
    by: Id


@dataclass(frozen=True, slots=True, kw_only=True)
class LayoutStep(_Step):
    """A part of the mission's layout."""

    do: Literal["layout"]
    part: Literal["battlefield", "markers", "deployment"]
    by: Id


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceStep(_Step):
    """A secret choice of each side."""

    do: Literal["choice"]
    choice: Id


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawStep(_Step):
    """A card of a deck for each team or side, in secret; formulas over the settings say whether it is chosen,
    and whether the deck lasts from battle to battle.
    """

    do: Literal["draw"]
    deck: Id
    each: Literal["team", "side"] = "team"
    chosen: Formula = Formula.parse(0)
    lasting: Formula = Formula.parse(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamsStep(_Step):
    """The teams with their models and cost, and when they test for breaking, unless the step `tests`, which
    tells of that, is left out.
    """

    do: Literal["teams"]
    tests: Id | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LengthStep(_Step):
    """How long the battle lasts."""

    do: Literal["length"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SupplyStep(_Step):
    """How much each side may have on the table, round by round; skipped where the mission doesn't say."""

    do: Literal["supply"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreStep(_Step):
    """What scores, who wins, and what each outcome does."""

    do: Literal["score"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TextStep(_Step):
    """Something that the players do and the engine doesn't."""

    do: Literal["text"]


Step = (
    MissionStep | PickStep | TableStep | OrderStep | RolesStep | LayoutStep | ChoiceStep | DrawStep
    | TeamsStep | LengthStep | ScoreStep | TextStep | SizeStep | DraftStep | SupplyStep
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class System:
    """A game system: `missions/<system>/system.yaml`.

    `terms` score in every mission; a mission's own term of the same id stands in the place of one. `boards`
    are by the number of sides, those of `sizes` by the size of the battle.
    """

    format: Literal[1] = 1
    name: str
    about: str
    sides: Sides
    boards: dict[str, Board] = field(default_factory=dict)
    sizes: tuple[Size, ...] = ()
    modes: dict[str, str]
    degrees: dict[str, str] = field(default_factory=dict)
    takes: dict[str, Outcome] = field(default_factory=dict)
    settings: tuple[Setting, ...] = ()
    resources: tuple[Resource, ...] = ()
    missed: tuple[Effect, ...] = ()
    terms: tuple[Term, ...] = ()
    standings: Standings
    procedure: tuple[Step, ...]
    where: Where = field(default=Where(), compare=False)

    def boards_of(self, layout: Layout, sizes: Collection[str] = ()) -> tuple[Board, ...]:
        """What a layout is played on: its own board, or that of each size of battle (of these, if any are
        named), or that of its number of sides.
        """
        if layout.board is not None:
            return (layout.board,)
        if self.sizes:
            return tuple(each.board for each in self.sizes if not sizes or each.id in sizes)
        board = self.boards.get(str(layout.sides))
        return () if board is None else (board,)

    @property
    def picks(self) -> tuple[str, ...]:
        """What players may name a card for: steps that pick one, and rows of a draft."""
        picks = [step.id for step in self.procedure if isinstance(step, PickStep)]
        drafts = [step for step in self.procedure if isinstance(step, DraftStep)]
        return (*picks, *(row.id for step in drafts for row in step.rows))
