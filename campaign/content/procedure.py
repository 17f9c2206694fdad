"""Makes a battle: walks the system's procedure, and each step calls the mechanism that it names.

Pure: content, wishes and a dice log go in, a `Made` comes out. What the players fixed is not rolled;
everything else is, under the step's id as the part's name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from campaign.content.mission import Mission
from campaign.content.packs import Library
from campaign.content.system import (
    ChoiceStep,
    MissionStep,
    OrderStep,
    PickStep,
    RolesStep,
    Setting,
    Step,
    System,
    TableStep,
)
from campaign.errors import Refusal, did_you_mean
from campaign.mechanisms.dice import DiceLog, DiceSource
from campaign.mechanisms.effects import Effect, Outcome
from campaign.mechanisms.layout import Board, Layout
from campaign.mechanisms.order import Order, roll_off
from campaign.mechanisms.score import Term, settled
from campaign.mechanisms.table import Landed, Row, roll
from campaign.names import matched, same
from campaign.words import say

if TYPE_CHECKING:
    from campaign.ledger.sides import Side

__all__ = ["House", "Made", "Wishes", "made_with", "make", "settings_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """What a group plays with in every battle: effects of its own, and whose effects an outcome takes."""

    effects: tuple[Effect, ...] = ()
    takes: Mapping[str, Outcome] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """What the players fixed: the sides, and by choice a mission, rows of catalogues by step, roles by side.

    `settings` are the campaign's, `models` is the number of models of a side, where it matters.
    """

    sides: tuple[Side, ...]
    mission: str | None = None
    picks: Mapping[str, str] = field(default_factory=dict)
    roles: Mapping[str, str] = field(default_factory=dict)
    settings: Mapping[str, int] = field(default_factory=dict)
    models: Mapping[str, int] = field(default_factory=dict)
    house: House = House()


@dataclass(slots=True)
class Made:
    """A battle as made: the procedure's steps that took place, and what each of them gave."""

    library: Library
    system: System
    wishes: Wishes
    log: DiceLog
    steps: list[Step] = field(default_factory=list)
    mission_id: str = ""
    found: Mission | None = None
    landed: dict[str, tuple[Landed, ...]] = field(default_factory=dict)
    picked: dict[str, Row] = field(default_factory=dict)
    orders: dict[str, Order] = field(default_factory=dict)
    roles: dict[str, str] = field(default_factory=dict)

    @property
    def mission(self) -> Mission:
        if self.found is None:
            raise Refusal(
                say("The procedure of this system names no mission."), say("Begin it with a mission step.")
            )
        return self.found

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(side.name for side in self.wishes.sides)

    @property
    def layout(self) -> Layout:
        """The mission's layout for this number of sides."""
        return next(each for each in self.mission.layouts if each.sides == len(self.names))

    @property
    def board(self) -> Board:
        board = self.layout.board or self.system.boards.get(str(len(self.names)))
        if board is None:
            raise Refusal(
                say("There is no board for {count} sides.", count=len(self.names)),
                say("Add it under “boards:” in system.yaml."),
            )
        return board

    @property
    def rows(self) -> list[Row]:
        """Every row that came into the battle, by dice or by name."""
        return [*self.picked.values(), *(each.row for landed in self.landed.values() for each in landed)]

    @property
    def markers(self) -> int:
        """How many objective markers stand on the board."""
        placing = self.layout.placing
        scope = {"sides": len(self.names), "rounds": self.mission.length.rounds, **self.wishes.settings}
        each = placing.each.value(scope) if placing else 0
        return len(self.layout.markers) + each * len(self.names)

    @property
    def scope(self) -> dict[str, int]:
        """What formulas of terms may use."""
        return {
            "sides": len(self.names),
            "rounds": self.rounds,
            "markers": self.markers,
            **self.wishes.settings,
        }

    @property
    def rounds(self) -> int:
        """The most rounds that the battle can last."""
        length = self.mission.length
        return max(length.rounds, *(more.after + 1 for more in length.more), 0)

    @property
    def terms(self) -> tuple[Term, ...]:
        bearers = [self.mission.terms, *(row.terms for row in self.rows)]
        return tuple(settled(term, self.scope) for terms in bearers for term in terms)

    @property
    def effects(self) -> tuple[Effect, ...]:
        """Those of the mission, of every row that came in, and of the campaign's house settings."""
        of_rows = tuple(effect for row in self.rows for effect in row.effects)
        return (*self.mission.effects, *of_rows, *self.wishes.house.effects)

    def skipped(self, step: Step) -> bool:
        """Whether a setting, the mission or a row takes the step out."""
        if step.setting and not self.wishes.settings.get(step.setting):
            return True
        skips = {skip for row in self.rows for skip in row.skips}
        return step.id in skips or (self.found is not None and step.id in self.found.skips)

    def table_for(self, step: TableStep) -> str | None:
        """The table that the latest row, the mission or the step itself gives to a table step."""
        for row in reversed(self.rows):
            if step.id in row.tables:
                return row.tables[step.id]
        if self.found is not None and step.id in self.found.tables:
            return self.found.tables[step.id]
        return step.table


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
            raise Refusal(
                say("“{id}” can’t be {value}.", id=setting.id, value=value), say("Write true or false.")
            )
    elif not setting.least <= value <= setting.most:
        raise Refusal(
            say("“{id}” can’t be {value}.", id=setting.id, value=value),
            say("Write {least} to {most}.", least=setting.least, most=setting.most),
        )


def made_with(library: Library, wishes: Wishes, source: DiceSource) -> Made:
    """A battle made with these dice; typed dice that nothing asked for are refused."""
    log = DiceLog(source)
    made = make(library, wishes, log)
    log.finish()
    return made


def make(library: Library, wishes: Wishes, log: DiceLog) -> Made:
    """Walks the procedure once.

    Raises Refusal for what can't be: too many sides, an unknown mission or row, a mission that has no
    layout for this number of sides, a role that it doesn't have.
    """
    system = library.system()
    made = Made(library, system, wishes, log)
    _check_sides(system, wishes)
    for step in system.procedure:
        if made.skipped(step):
            continue
        if isinstance(step, MissionStep):
            _mission(made, step)
        elif isinstance(step, PickStep):
            _pick(made, step)
        elif isinstance(step, TableStep):
            _table(made, step)
        elif isinstance(step, OrderStep):
            made.orders[step.id] = roll_off(step.id, step.dice, made.names, log)
        elif isinstance(step, RolesStep):
            _roles(made, step)
        elif isinstance(step, ChoiceStep):
            library.choice(step.choice)
        if _took_place(made, step):
            made.steps.append(step)
    _check_picks(made)
    _check_values(made)
    return made


def _check_values(made: Made) -> None:
    """Formulas of the content that have no value are its writer's mistake, told before anything uses them."""
    try:
        _ = made.terms
    except ValueError as error:
        raise Refusal(str(error), say("“campaign check” tells where it stands.")) from error


def _took_place(made: Made, step: Step) -> bool:
    if isinstance(step, PickStep):
        return step.id in made.picked
    if isinstance(step, TableStep):
        return step.id in made.landed
    if isinstance(step, RolesStep):
        return bool(made.roles)
    return True


def _check_sides(system: System, wishes: Wishes) -> None:
    count = len(wishes.sides)
    if not system.sides.least <= count <= system.sides.most:
        raise Refusal(
            say(
                "A battle of {name} has {least} to {most} sides, not {count}.",
                name=system.name,
                least=system.sides.least,
                most=system.sides.most,
                count=count,
            ),
            say("Name each with --team or --side."),
        )
    names = [side.name for side in wishes.sides]
    teams = [team for side in wishes.sides for team in side.teams]
    for kind, given in (("sides", names), ("teams", teams)):
        twice = next((name for name in given if given.count(name) > 1), None)
        if twice is not None:
            raise Refusal(
                say("Two {kind} are called “{twice}”.", kind=kind, twice=twice),
                say("Give each a name of its own."),
            )


def _mission(made: Made, step: MissionStep) -> None:
    count = len(made.names)
    wanted = made.wishes.mission
    if wanted is None:
        table_id = step.tables.get(str(count))
        if table_id is None:
            raise Refusal(
                say("There is no table of missions for {count} sides.", count=count),
                say("Name one with --mission."),
            )
        landed = roll(step.id, made.library.table(table_id), made.log, made.library.table)
        made.landed[step.id] = landed
        wanted = landed[-1].row.mission or landed[-1].row.id
    made.found = made.library.mission(wanted)
    made.mission_id = wanted
    fits = [layout.sides for layout in made.found.layouts]
    if count not in fits:
        known = ", ".join(map(str, fits))
        raise Refusal(
            say("“{name}” is not for {count} sides.", name=made.found.name, count=count),
            say("It is for {known} sides.", known=known),
        )


def _pick(made: Made, step: PickStep) -> None:
    wanted = made.wishes.picks.get(step.id)
    if wanted is None:
        return
    rows = made.library.catalogue(step.from_).rows
    by_name = {row.name: row for row in rows} | {row.id: row for row in rows}
    exact = by_name.get(wanted) or next((row for name, row in by_name.items() if same(name, wanted)), None)
    made.picked[step.id] = exact or by_name[matched(wanted, [row.id for row in rows], step.name)]


def _table(made: Made, step: TableStep) -> None:
    table_id = made.table_for(step)
    if table_id is not None:
        made.landed[step.id] = roll(step.id, made.library.table(table_id), made.log, made.library.table)


def _roles(made: Made, step: RolesStep) -> None:
    roles = [role.id for role in made.mission.roles]
    if not roles:
        if made.wishes.roles:
            raise Refusal(say("“{name}” has no roles.", name=made.mission.name), say("Leave --role out."))
        return
    order = made.orders[step.by].sides if step.by in made.orders else made.names
    left = list(roles) + [roles[-1]] * (len(order) - len(roles))
    for side, wanted in made.wishes.roles.items():
        if wanted not in left:
            near = did_you_mean(wanted, roles)
            raise Refusal(
                say(
                    "“{name}” has no role “{wanted}” left for {side}.",
                    name=made.mission.name,
                    wanted=wanted,
                    side=side,
                ),
                near,
            )
        left.remove(wanted)
        made.roles[side] = wanted
    for side in order:
        if side not in made.roles:
            made.roles[side] = left.pop(0)
    made.roles = {side: made.roles[side] for side in made.names}


def _check_picks(made: Made) -> None:
    """A pick that no step of the procedure asks for is a mistake of the player's."""
    steps = {step.id for step in made.system.procedure if isinstance(step, PickStep)}
    for name in made.wishes.picks:
        if name not in steps:
            raise Refusal(say("Nothing is picked as “{name}” here.", name=name), did_you_mean(name, steps))
