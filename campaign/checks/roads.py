"""The road: it leads to missions that are there, every end of each opens a way, and it comes to an end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from campaign.checks.files import Content, check
from campaign.errors import Problem, did_you_mean
from campaign.mechanisms.road import NONE, PLACES, Fork, Road, Stage, lengths
from campaign.words import listed, say

if TYPE_CHECKING:
    from campaign.content.mission import Mission
    from campaign.files.converters import Path_
    from campaign.files.schema import Where


@check
def the_road_names_missions(content: Content) -> Iterator[Problem]:
    if (road := content.road) is None:
        return
    stages, missions = [stage.id for stage in road.stages], content.library.mission_ids()
    for stage in road.stages:
        if stage.id not in missions:
            message = say("There is no mission “{name}”.", name=stage.id)
            near = did_you_mean(stage.id, missions)
            yield content.problem("unknown-mission", stage.where, ("id",), message, near)
        if stage.instead is not None and stage.instead not in stages:
            yield _not_a_stage(content, stage.where, ("instead",), stage.instead, stages)
    for _, fork in _forks(road):
        if fork.to not in stages:
            yield _not_a_stage(content, fork.where, ("to",), fork.to, stages)


def _not_a_stage(content: Content, where: Where, path: Path_, name: str, stages: Sequence[str]) -> Problem:
    message = say("The road has no stage “{name}”.", name=name)
    return content.problem("unknown-stage", where, path, message, did_you_mean(name, stages))


def _forks(road: Road) -> Iterator[tuple[Stage | None, Fork]]:
    for fork in road.start:
        yield None, fork
    for stage in road.stages:
        for forks in stage.next.values():
            for fork in forks:
                yield stage, fork


@check
def ends_open_a_way(content: Content) -> Iterator[Problem]:
    """A stage that is no finale has a way for each role of its mission, or for each side, and for nobody's
    win.
    """
    for stage in content.road.stages if content.road else ():
        mission = content.missions.get(stage.id)
        if mission is None or not stage.next:
            continue
        wanted = _ends(mission, content.system.sides.most if content.system else len(PLACES))
        for name in stage.next:
            if name not in wanted:
                message = say("“{mission}” can’t end like this: “{end}”.", mission=mission.name, end=name)
                near = did_you_mean(name, wanted)
                yield content.problem("unknown-end", stage.where, ("next", name), message, near, True)
        missing = [name for name in wanted if name not in stage.next]
        if missing:
            message = say(
                "The road doesn’t say what follows “{mission}” for: {ends}.",
                mission=mission.name,
                ends=listed(missing),
            )
            remedy = say("Add an entry for each.")
            yield content.problem("missing-end", stage.where, ("next",), message, remedy, True)


def _ends(mission: Mission, most: int) -> list[str]:
    """A role, or the place of a side: of `most` where the mission has no layout of its own; or nobody."""
    if mission.roles:
        return [*(role.id for role in mission.roles), NONE]
    return [*PLACES[: max((layout.sides for layout in mission.layouts), default=most)], NONE]


@check
def every_result_leads_somewhere(content: Content) -> Iterator[Problem]:
    """Each result of the road's die leads to one mission."""
    if (road := content.road) is None:
        return
    ways: list[tuple[Where, Path_, Sequence[Fork]]] = [(road.where, ("start",), road.start)]
    ways += [
        (stage.where, ("next", end), forks) for stage in road.stages for end, forks in stage.next.items()
    ]
    for where, path, forks in ways:
        for result in road.dice.results():
            led = [fork for fork in forks if result in fork.on]
            if len(led) != 1:
                message = (
                    say("{result} on {dice} leads nowhere.", result=result, dice=road.dice)
                    if not led
                    else say("{result} on {dice} leads to two missions.", result=result, dice=road.dice)
                )
                yield content.problem(
                    "road-gap", where, path, message, say("Let it lead to exactly one mission."), True
                )


@check
def the_road_comes_to_an_end(content: Content) -> Iterator[Problem]:
    """No walk comes back to where it was, each mission is reached, and a finale after `least` to `most`
    battles.
    """
    if (road := content.road) is None:
        return
    try:
        far = lengths(road)
    except ValueError as ring:
        message = say("The road goes round in a circle through “{name}”.", name=str(ring))
        yield content.problem(
            "road-ring", road.where, ("stages",), message, say("A road may only lead forward."), True
        )
        return
    for stage in road.stages:
        if stage.id not in far:
            if any(other.instead == stage.id for other in road.stages):
                continue
            message = say("The road never leads to “{name}”.", name=stage.id)
            yield content.problem(
                "road-unreached", stage.where, ("id",), message, say("Lead to it, or remove it.")
            )
        elif not stage.next and not (road.least <= far[stage.id][0] and far[stage.id][1] <= road.most):
            shortest, longest = far[stage.id]
            message = say(
                "“{name}” can come as battle {shortest} to {longest} on the road.",
                name=stage.id,
                shortest=shortest,
                longest=longest,
            )
            remedy = say("Its stage allows {least} to {most}.", least=road.least, most=road.most)
            yield content.problem("road-length", stage.where, ("id",), message, remedy)


@check
def two_teams_have_a_way_round(content: Content) -> Iterator[Problem]:
    """A mission that asks for more teams than some sides have needs another in its place, which they can
    play.
    """
    stages = {stage.id: stage for stage in content.road.stages} if content.road else {}
    for stage in stages.values():
        mission = content.missions.get(stage.id)
        if mission is None or 1 in mission.teams_a_side:
            continue
        instead = content.missions.get(stage.instead or "")
        if instead is None or 1 not in instead.teams_a_side:
            message = say("“{name}” is not for sides of one team.", name=mission.name)
            remedy = say("Add “instead:” with a mission of the road that is.")
            yield content.problem("missing-key", stage.where, ("id",), message, remedy)
