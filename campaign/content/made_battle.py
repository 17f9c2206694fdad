"""A battle as made: what the players asked for, and what each step of the procedure gave.

How the steps are walked is campaign/content/procedure.py's to know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from campaign.content.library import Library
from campaign.content.mission import Mission
from campaign.content.steps import Step
from campaign.content.system import Setting, Size, System
from campaign.errors import Refusal, did_you_mean, refuse
from campaign.mechanisms.dice import DiceLog, Roll
from campaign.mechanisms.draft import Ask, DraftAnswers, DraftedRow
from campaign.mechanisms.effects import Effect, Outcome
from campaign.mechanisms.formula import in_formulas
from campaign.mechanisms.order import Order
from campaign.mechanisms.rosters import Roster
from campaign.mechanisms.score import Place, Tie, Victory
from campaign.mechanisms.supply import Supply, pools, supply_settled
from campaign.mechanisms.table import Row, TableRoll
from campaign.mechanisms.terms import Term, settled, takes_part
from campaign.record import Record, field, replace
from campaign.words import say

if TYPE_CHECKING:
    from campaign.ledger.entries import Side
    from campaign.mechanisms.board import Board, Layout


T = TypeVar("T")


class HouseRules(Record):
    """What a group plays with in every battle: effects of its own, whose effects an outcome takes, and a tie
    rule for missions that have none.
    """

    effects: tuple[Effect, ...] = ()
    takes: Mapping[str, Outcome] = field(default_factory=dict)
    tie: Tie | None = None


class RoadOrigin(Record):
    """Where the road goes on: after a mission that ended so, in the entry `battle`; all empty at its start.

    `faces` are those of its die, where it was rolled for this place before: they stand.
    """

    mission: str = ""
    outcome: str = ""
    battle: str = ""
    faces: tuple[int, ...] = ()


class RoadMove(Record, kw_only=False):
    """How the road led to a battle's mission."""

    onward: RoadOrigin
    rolled: Roll
    to: str


class SetupRequest(Record):
    """What the players fixed: the sides, and by choice a mission, rows of catalogues by step, roles by side.

    `settings` are the campaign's, `models` is the number of models of a side or team, where it matters, and
    `rosters` the rosters that are known, by team. `road` says where the road goes on, if it is walked, and
    `agreed` that it is walked and the mission was agreed upon. `told` is what of a draft is decided already,
    and `ask` asks for the rest of it.
    """

    sides: tuple[Side, ...]
    mission: str | None = None
    picks: Mapping[str, str] = field(default_factory=dict)
    roles: Mapping[str, str] = field(default_factory=dict)
    settings: Mapping[str, int] = field(default_factory=dict)
    models: Mapping[str, int] = field(default_factory=dict)
    rosters: Mapping[str, Roster] = field(default_factory=dict)
    road: RoadOrigin | None = None
    agreed: bool = False
    told: DraftAnswers | None = None
    ask: Ask | None = None
    house: HouseRules = HouseRules()

    @property
    def teams(self) -> tuple[str, ...]:
        return tuple(team for side in self.sides for team in side.teams)


class TableRolls(Record, kw_only=False):
    """What a step rolled on a table, and on the tables that its rows led to."""

    rolls: tuple[TableRoll, ...]


class FoundMission(Record):
    """How a battle came to its mission: the rolls on a table, or the road's die, where there were any."""

    rolls: tuple[TableRoll, ...] = ()
    move: RoadMove | None = None


class Roles(Record, kw_only=False):
    """The role of each side, by its id."""

    of_sides: Mapping[str, str]


class Draft(Record):
    """A draft: what became of each row, what the players decided, and the picked cards by their part."""

    rows: tuple[DraftedRow, ...]
    answers: DraftAnswers
    cards: Mapping[str, Row]


class MadeBattle(Record, frozen=False, kw_only=False):
    """A battle as made: the procedure's steps that took place, and what each of them gave, by its id."""

    library: Library
    system: System
    request: SetupRequest
    log: DiceLog
    steps: list[Step] = field(default_factory=list)
    results: dict[str, object] = field(default_factory=dict)
    mission_id: str = ""
    found: Mission | None = None

    def gave(self, kind: type[T]) -> dict[str, T]:
        """What steps of one kind gave, by their ids."""
        return {step_id: each for step_id, each in self.results.items() if isinstance(each, kind)}

    @property
    def orders(self) -> dict[str, Order]:
        return self.gave(Order)

    @property
    def picked(self) -> dict[str, Row]:
        """The rows that players named, by step."""
        return self.gave(Row)

    @property
    def rolled(self) -> dict[str, tuple[TableRoll, ...]]:
        """The rolls on tables, by step."""
        return {
            step_id: each.rolls
            for step_id, each in self.results.items()
            if isinstance(each, TableRolls | FoundMission) and each.rolls
        }

    @property
    def move(self) -> RoadMove | None:
        """How the road led to the mission; None where it did not."""
        return next((each.move for each in self.gave(FoundMission).values()), None)

    @property
    def roles(self) -> dict[str, str]:
        """The role of each side; empty where the mission has none."""
        return {side: role for each in self.gave(Roles).values() for side, role in each.of_sides.items()}

    @property
    def drafted(self) -> tuple[DraftedRow, ...]:
        return tuple(row for each in self.gave(Draft).values() for row in each.rows)

    @property
    def cards(self) -> dict[str, Row]:
        """The cards that a draft let in, by their part."""
        return {part: card for each in self.gave(Draft).values() for part, card in each.cards.items()}

    @property
    def answers(self) -> DraftAnswers:
        """What the players decided in a draft."""
        return next((each.answers for each in self.gave(Draft).values()), DraftAnswers())

    def from_end(self, order_id: str, end: Place | None) -> tuple[str, ...]:
        """The sides in an order, from the end that is named; without such an order, as they were given."""
        order = self.orders.get(order_id)
        sides = order.sides if order else self.names
        return tuple(reversed(sides)) if end == "lowest" else sides

    @property
    def mission(self) -> Mission:
        if self.found is None:
            refuse(
                "The procedure of this system has no mission step.",
                "Start the procedure with a mission step.",
            )
        return self.found

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(side.name for side in self.request.sides)

    @property
    def size(self) -> Size | None:
        """The size of the battle; None where the system has none."""
        fits = (each for each in self.system.sizes if each.when.value(self.request.settings))
        return next(fits, None)

    @property
    def layout(self) -> Layout:
        """The layout for this number of sides: of a row that brings one, else the mission's."""
        brought = [row.layout for row in self.rows if row.layout is not None]
        fits = [each for each in (*brought, *self.mission.layouts) if each.sides == len(self.names)]
        if not fits:
            refuse(
                "“{name}” has no layout, and nothing else sets one.",
                "Add a row with a layout to what is drafted or picked.",
                name=self.mission.name,
            )
        return fits[0]

    @property
    def board(self) -> Board:
        of_size = self.size.board if self.size else None
        board = self.layout.board or of_size or self.system.boards.get(str(len(self.names)))
        if board is None:
            refuse(
                "There is no board for {count} sides.",
                "Add one under “boards:” in system.yaml.",
                count=len(self.names),
            )
        return board

    @property
    def rows(self) -> list[Row]:
        """Every row that came into the battle, by dice or by name."""
        rolled = (each.row for rolls in self.rolled.values() for each in rolls)
        return [*self.picked.values(), *self.cards.values(), *rolled]

    @property
    def markers(self) -> int:
        """How many objective markers stand on the board."""
        placing = self.layout.placing
        scope = {"sides": len(self.names), "rounds": self.fixed_rounds, **self.request.settings}
        each = placing.each.value(scope) if placing else 0
        return len(self.layout.markers) + each * len(self.names)

    @property
    def scope(self) -> dict[str, int]:
        """What formulas of terms may use."""
        return {
            "sides": len(self.names),
            "rounds": self.rounds,
            "markers": self.markers,
            **self.request.settings,
            **{in_formulas(each.id): int(each == self.size) for each in self.system.sizes},
        }

    @property
    def fixed_rounds(self) -> int:
        """The rounds before any die adds one."""
        return self.mission.length.fixed(self.size.id if self.size else "")

    @property
    def rounds(self) -> int:
        """The most rounds that the battle can last."""
        return self.mission.length.longest(self.size.id if self.size else "")

    @property
    def supply(self) -> Supply | None:
        """The mission's supply with its numbers."""
        supply = self.mission.supply
        return None if supply is None else supply_settled(supply, self.scope)

    @property
    def pools(self) -> tuple[int | None, ...]:
        """What each side may have on the table, round by round; None where there is no limit."""
        return () if self.supply is None else pools(self.supply, self.rounds)

    @property
    def lead(self) -> int | None:
        """By how many points ahead a side wins at once."""
        return None if self.mission.lead is None else self.mission.lead.value(self.scope)

    @property
    def terms(self) -> tuple[Term, ...]:
        return terms_of(self.system, self.mission, self.rows, self.scope)

    @property
    def victory(self) -> Victory:
        """The mission's; its tie rule is the group's where the mission has none."""
        return victory_of(self.mission, self.request.house)

    @property
    def models(self) -> dict[str, int]:
        """The models of a side or a team, as they were said or as its roster has them."""
        counted = {
            side.name if len(side.teams) == 1 else team: roster.count
            for side in self.request.sides
            for team in side.teams
            if (roster := self.request.rosters.get(team)) is not None
        }
        return {**counted, **self.request.models}

    @property
    def effects(self) -> tuple[Effect, ...]:
        """Those of the mission, of every row that came in, and of the campaign's house settings."""
        of_rows = tuple(effect for row in self.rows for effect in row.effects)
        return (*self.mission.effects, *of_rows, *self.request.house.effects)

    def skipped(self, step: Step) -> bool:
        """Whether a setting, the mission or a row takes the step out."""
        settings = self.request.settings
        if (step.setting and not settings.get(step.setting)) or (step.unless and settings.get(step.unless)):
            return True
        skips = {skip for row in self.rows for skip in row.skips}
        return step.id in skips or (self.found is not None and step.id in self.found.skips)


def terms_of(
    system: System, mission: Mission, rows: Sequence[Row], scope: Mapping[str, int]
) -> tuple[Term, ...]:
    """What scores in a mission with these rows: their terms that take part, with the scope's numbers.

    Raises ValueError as formulas do.
    """
    own = {term.id for term in mission.terms}
    everywhere = [term for term in system.terms if term.id not in own]
    bearers = [mission.terms, *(row.terms for row in rows), everywhere]
    every = [(term, takes_part(term, scope)) for terms in bearers for term in terms]
    absent = {in_formulas(term.id): 0 for term, here in every if not here}
    return tuple(settled(term, {**absent, **scope}) for term, here in every if here)


def victory_of(mission: Mission, house: HouseRules) -> Victory:
    """The mission's victory; its tie rule is the group's where the mission has none."""
    victory, tie = mission.victory, house.tie
    if tie is None or victory.tie.by != "draw" or victory.by != "most":
        return victory
    return replace(victory, tie=tie)


def settings_of(system: System, house: Mapping[str, int]) -> dict[str, int]:
    """Every setting with its value. Raises Refusal for one that is unknown or out of range."""
    known = {setting.id: setting for setting in system.settings}
    for name, value in house.items():
        if name not in known:
            raise Refusal(say("There is no setting “{name}”.", name=name), did_you_mean(name, known))
        _check(known[name], value)
    return {name: int(house.get(name, setting.default)) for name, setting in known.items()}


def _check(setting: Setting, value: int) -> None:
    if isinstance(setting.default, bool):
        if value not in (0, 1):
            refuse("“{id}” can’t be {value}.", "Write true or false.", id=setting.id, value=value)
    elif not setting.least <= value <= setting.most:
        refuse(
            "“{id}” can’t be {value}.",
            "Write a number from {least} to {most}.",
            id=setting.id,
            value=value,
            least=setting.least,
            most=setting.most,
        )
