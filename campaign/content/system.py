"""A game system: what `missions/<system>/system.yaml` holds, above all the procedure of a battle.

The procedure is the ordered steps, each naming a mechanism (`do`) and its content; there is no other
order, neither when a battle is made nor when its briefing is read.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Literal

from campaign.content.steps import KINDS, Step
from campaign.files.converters import Between
from campaign.files.schema import WORD, FileRecord, Id
from campaign.mechanisms.board import Board, Layout
from campaign.mechanisms.effects import Effect, Outcome, Resource
from campaign.mechanisms.formula import Formula
from campaign.mechanisms.standings import Standings
from campaign.mechanisms.terms import Term
from campaign.record import Record, field


class Sides(Record):
    """The least and the greatest number of sides in a battle, and of teams on a side (over the settings)."""

    least: Annotated[int, Between(2, 4)]
    most: Annotated[int, Between(2, 4)]
    teams: Formula = Formula.parse(2)


class Setting(Record):
    """What a campaign may set for itself in campaign.yaml, and its value if it doesn't."""

    id: Annotated[str, WORD]
    name: str
    about: str
    default: bool | int
    least: int = 0
    most: int = 999
    rules: tuple[str, ...] = ()


class Size(FileRecord):
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


class System(FileRecord):
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
    procedure: tuple[Annotated[Step, KINDS], ...]

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
        return tuple(pick for step in self.procedure for pick in step.picks)
