"""The mission of a battle: named, brought by a drafted card, led to by the road, or rolled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from campaign.content.steps import Step
from campaign.errors import refuse
from campaign.files.schema import Id
from campaign.mechanisms.road import at_mission, led_to
from campaign.mechanisms.table import TableRoll, roll
from campaign.record import field
from campaign.words import listed

if TYPE_CHECKING:
    from campaign.content.made_battle import MadeBattle, RoadMove, RoadOrigin
    from campaign.content.mission import Mission

ROAD = "road"
"""The part of the road's die."""


class MissionStep(Step):
    """The mission: named by the players, by a draft before it, or by the road where there is one, or rolled
    on the table for that number of sides.
    """

    do: Literal["mission"]
    tables: dict[str, Id] = field(default_factory=dict)


def play(battle: MadeBattle, step: MissionStep) -> bool:
    """Finds the mission; gives a `FoundMission`.

    Raises Refusal for one that is not for this number of sides or of teams.
    """
    from campaign.content.made_battle import FoundMission

    count = len(battle.names)
    wanted = battle.request.mission or next(
        (row.mission for row in battle.cards.values() if row.mission), None
    )
    move: RoadMove | None = None
    rolls: tuple[TableRoll, ...] = ()
    if wanted is None and battle.request.road is not None:
        move = _led(battle, battle.request.road)
        wanted = move.to
    if wanted is None:
        rolls = _rolled(battle, step)
        wanted = _in_place_of(battle, rolls[-1].row.mission or rolls[-1].row.id)
    battle.results[step.id] = FoundMission(rolls=rolls, move=move)
    battle.found = battle.library.mission(wanted)
    battle.mission_id = wanted
    fits = [layout.sides for layout in battle.found.layouts]
    if fits and count not in fits:
        known = ", ".join(map(str, fits))
        refuse(
            "“{name}” can’t be played with {count} sides.",
            "Sides it can be played with: {known}.",
            name=battle.found.name,
            count=count,
            known=known,
        )
    _check_teams(battle)
    return True


def _rolled(battle: MadeBattle, step: MissionStep) -> tuple[TableRoll, ...]:
    count = len(battle.names)
    table_id = step.tables.get(str(count))
    if table_id is None:
        refuse(
            "There is no mission table for {count} sides.", "Choose a mission with --mission.", count=count
        )
    return roll(step.id, battle.library.table(table_id), battle.log, battle.library.table)


def _led(battle: MadeBattle, onward: RoadOrigin) -> RoadMove:
    """The mission that the road's die leads to, or what is played instead of one that needs more teams."""
    from campaign.content.made_battle import RoadMove

    road = battle.library.road()
    if road is None:
        refuse("This system has no road.", "Choose a mission with --mission.")
    stage = at_mission(road, onward.mission) if onward.mission else None
    forks = road.start if stage is None else stage.next.get(onward.outcome, ())
    rolled = (
        battle.log.kept(ROAD, road.dice, onward.faces) if onward.faces else battle.log.roll(ROAD, road.dice)
    )
    return RoadMove(onward, rolled, _in_place_of(battle, led_to(forks, rolled.total)))


def _in_place_of(battle: MadeBattle, mission: str) -> str:
    """The mission, or what the road has in its place for sides with fewer teams than it needs."""
    road = battle.library.road()
    instead = next((stage.instead for stage in road.stages if stage.id == mission), None) if road else None
    return mission if instead is None or _fit(battle, battle.library.mission(mission)) else instead


def _fit(battle: MadeBattle, mission: Mission) -> bool:
    """Whether each side has as many teams as the mission asks for."""
    return all(len(side.teams) in mission.teams_a_side for side in battle.request.sides)


def _check_teams(battle: MadeBattle) -> None:
    most = battle.system.sides.teams.value(battle.request.settings)
    for side in battle.request.sides:
        if len(side.teams) > most:
            refuse(
                "{side} has too many teams: {count}.",
                "Here a side has at most {most}.",
                side=side.name,
                count=len(side.teams),
                most=most,
            )
    if not _fit(battle, battle.mission):
        known = listed(battle.mission.teams_a_side)
        refuse(
            "“{name}” is for sides with this many teams: {count}.",
            'Name each side as --side "Player: Team + Team", or choose another mission with --mission.',
            name=battle.mission.name,
            count=known,
        )
