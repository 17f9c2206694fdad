"""Makes a battle: walks the system's procedure, and each step calls the mechanism that it names.

Pure: content, wishes and a dice log go in, a `MadeBattle` comes out. What the players fixed is not rolled;
everything else is, under the step's id as the part's name.
"""

from __future__ import annotations

from dataclasses import replace

from campaign.content.drafting import check_size, draft_cards
from campaign.content.library import Library
from campaign.content.made import MadeBattle, RoadMove, RoadOrigin, SetupRequest
from campaign.content.mission import Mission
from campaign.content.system import (
    ChoiceStep,
    DraftStep,
    DrawStep,
    MissionStep,
    OrderStep,
    PickStep,
    RolesStep,
    SizeStep,
    Step,
    SupplyStep,
    System,
    TableStep,
)
from campaign.errors import Refusal, did_you_mean
from campaign.ledger.entries import name_of_two
from campaign.mechanisms.dice import DiceLog, DiceSource
from campaign.mechanisms.draft import DraftDecision
from campaign.mechanisms.order import roll_off
from campaign.mechanisms.road import at_mission, led_to
from campaign.mechanisms.table import roll
from campaign.names import meant
from campaign.words import either, say

ROAD = "road"
"""The part of the road's die."""


def made_with(library: Library, wishes: SetupRequest, source: DiceSource) -> MadeBattle:
    """A battle made with these dice; typed dice that nothing asked for are refused."""
    log = DiceLog(source)
    made = make(library, wishes, log)
    log.finish()
    return made


def make(library: Library, wishes: SetupRequest, log: DiceLog) -> MadeBattle:
    """Walks the procedure once.

    Raises Refusal for what can't be: too many sides, an unknown mission or row, a mission that has no
    layout for this number of sides, a role that it doesn't have.
    """
    system = library.system()
    made = MadeBattle(library, system, wishes, log)
    _check_sides(system, wishes)
    check_size(made)
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
        elif isinstance(step, DrawStep):
            library.deck(step.deck)
        elif isinstance(step, DraftStep):
            draft_cards(made, step)
        if _took_place(made, step):
            made.steps.append(step)
    _check_picks(made)
    _check_values(made)
    return made


def _check_values(made: MadeBattle) -> None:
    """Formulas of the content that have no value are its writer's mistake, told before anything uses them."""
    _ = made.layout
    try:
        _ = (made.terms, made.supply, made.lead)
    except ValueError as error:
        raise Refusal(str(error), say("“campaign check” tells where it stands.")) from error


def _took_place(made: MadeBattle, step: Step) -> bool:
    if isinstance(step, PickStep):
        return step.id in made.picked
    if isinstance(step, TableStep):
        return step.id in made.landed
    if isinstance(step, RolesStep):
        return bool(made.roles)
    if isinstance(step, SizeStep):
        return made.size is not None
    return not isinstance(step, SupplyStep) or made.supply is not None


def wrong_count(system: System, count: int) -> str:
    """Why a battle of the system can't have so many sides; empty where it can."""
    least, most = system.sides.least, system.sides.most
    if least <= count <= most:
        return ""
    if least == most:
        return say(
            "A battle of {name} has {most} sides, not {count}.", name=system.name, most=most, count=count
        )
    return say(
        "A battle of {name} has {least} to {most} sides, not {count}.",
        name=system.name,
        least=least,
        most=most,
        count=count,
    )


def _check_sides(system: System, wishes: SetupRequest) -> None:
    wrong = wrong_count(system, len(wishes.sides))
    if wrong:
        raise Refusal(wrong, say("Name each with --team or --side."))
    names = [side.name for side in wishes.sides]
    teams = [team for side in wishes.sides for team in side.teams]
    for kind, given in (("sides", names), ("teams", teams)):
        twice = next((name for name in given if given.count(name) > 1), None)
        if twice is not None:
            raise Refusal(
                say("Two {kind} are called “{twice}”.", kind=kind, twice=twice),
                say("Give each a name of its own."),
            )
    both = name_of_two(wishes.sides)
    if both is not None:
        raise Refusal(
            say("“{name}” is the name of a side and of another side's team.", name=both),
            say("Give each a name of its own."),
        )


def _mission(made: MadeBattle, step: MissionStep) -> None:
    count = len(made.names)
    wanted = made.wishes.mission or next((row.mission for row in made.cards.values() if row.mission), None)
    if wanted is None and made.wishes.road is not None:
        made.way = _led(made, made.wishes.road)
        wanted = made.way.to
    if wanted is None:
        wanted = _in_place_of(made, _rolled_mission(made, step))
    made.found = made.library.mission(wanted)
    made.mission_id = wanted
    fits = [layout.sides for layout in made.found.layouts]
    if fits and count not in fits:
        known = ", ".join(map(str, fits))
        raise Refusal(
            say("“{name}” is not for {count} sides.", name=made.found.name, count=count),
            say("It is for {known} sides.", known=known),
        )
    _check_teams(made)


def _rolled_mission(made: MadeBattle, step: MissionStep) -> str:
    count = len(made.names)
    table_id = step.tables.get(str(count))
    if table_id is None:
        raise Refusal(
            say("There is no table of missions for {count} sides.", count=count),
            say("Name one with --mission."),
        )
    landed = roll(step.id, made.library.table(table_id), made.log, made.library.table)
    made.landed[step.id] = landed
    return landed[-1].row.mission or landed[-1].row.id


def _led(made: MadeBattle, onward: RoadOrigin) -> RoadMove:
    """The mission that the road's die leads to, or what is played instead of one that needs more teams."""
    road = made.library.road()
    if road is None:
        raise Refusal(say("This system has no road."), say("Name a mission with --mission."))
    stage = at_mission(road, onward.mission) if onward.mission else None
    forks = road.start if stage is None else stage.next.get(onward.outcome, ())
    rolled = made.log.kept(ROAD, road.dice, onward.faces) if onward.faces else made.log.roll(ROAD, road.dice)
    return RoadMove(onward, rolled, _in_place_of(made, led_to(forks, rolled.total)))


def _in_place_of(made: MadeBattle, mission: str) -> str:
    """The mission, or what the road has in its place for sides with fewer teams than it needs."""
    road = made.library.road()
    instead = next((stage.instead for stage in road.stages if stage.id == mission), None) if road else None
    return mission if instead is None or _fit(made, made.library.mission(mission)) else instead


def _fit(made: MadeBattle, mission: Mission) -> bool:
    """Whether each side has as many teams as the mission asks for."""
    return all(len(side.teams) in mission.teams_a_side for side in made.wishes.sides)


def _check_teams(made: MadeBattle) -> None:
    most = made.system.sides.teams.value(made.wishes.settings)
    for side in made.wishes.sides:
        if len(side.teams) > most:
            raise Refusal(
                say("{side} has {count} teams.", side=side.name, count=len(side.teams)),
                say("Here a side has {most} at most.", most=most),
            )
    if not _fit(made, made.mission):
        known = either(made.mission.teams_a_side)
        raise Refusal(
            say("“{name}” is for {count} teams a side.", name=made.mission.name, count=known),
            say('Write “--side "Player: Team + Team"” for each, or take another mission with --mission.'),
        )


def _pick(made: MadeBattle, step: PickStep) -> None:
    wanted = made.wishes.picks.get(step.id)
    if wanted is None:
        return
    rows = made.library.catalogue(step.from_).rows
    by_name = {row.id: row for row in rows} | {row.name: row for row in rows}
    made.picked[step.id] = meant(wanted, by_name, step.name)


def _table(made: MadeBattle, step: TableStep) -> None:
    table_id = made.table_for(step)
    if table_id is not None:
        made.landed[step.id] = roll(step.id, made.library.table(table_id), made.log, made.library.table)


def _ask_role(made: MadeBattle, step: RolesStep, first: str) -> None:
    """Where the players decide themselves, the side at the highest end of the order chooses its role."""
    wishes = made.wishes
    if wishes.ask is None or wishes.roles:
        return
    roles = tuple((role.id, role.name) for role in made.mission.roles)
    said = wishes.ask(
        DraftDecision(kind="role", part=step.id, side=first, row=step.name, options=roles, count=1)
    )
    if said:
        made.wishes = replace(wishes, roles={first: said[0]})


def _roles(made: MadeBattle, step: RolesStep) -> None:
    roles = [role.id for role in made.mission.roles]
    if not roles:
        if made.wishes.roles:
            raise Refusal(say("“{name}” has no roles.", name=made.mission.name), say("Leave --role out."))
        return
    order = made.orders[step.by].sides if step.by in made.orders else made.names
    _ask_role(made, step, order[0])
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


def _check_picks(made: MadeBattle) -> None:
    """A pick that no step of the procedure asks for is a mistake of the player's."""
    steps = set(made.system.picks)
    for name in made.wishes.picks:
        if name not in steps:
            raise Refusal(say("Nothing is picked as “{name}” here.", name=name), did_you_mean(name, steps))
