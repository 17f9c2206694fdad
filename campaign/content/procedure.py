"""Makes a battle: walks the system's procedure, and each step is played by the module of its kind.

Pure: content, a request and a dice log go in, a `MadeBattle` comes out. What the players fixed is not rolled;
everything else is, under the step's id as the part's name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.content.made_battle import MadeBattle, SetupRequest
from campaign.content.steps import KINDS
from campaign.errors import Refusal, did_you_mean, refuse
from campaign.ledger.entries import name_of_two
from campaign.mechanisms.dice import DiceLog, DiceSource
from campaign.mechanisms.draft import DraftAnswers
from campaign.words import say

if TYPE_CHECKING:
    from campaign.content.library import Library
    from campaign.content.system import System


def made_with(library: Library, request: SetupRequest, source: DiceSource) -> MadeBattle:
    """A battle made with these dice; typed dice that nothing asked for are refused."""
    log = DiceLog(source)
    battle = make(library, request, log)
    log.finish()
    return battle


def make(library: Library, request: SetupRequest, log: DiceLog) -> MadeBattle:
    """Walks the procedure once.

    Raises Refusal for what can't be: too many sides, an unknown mission or row, a mission that has no
    layout for this number of sides, a role that it doesn't have.
    """
    system = library.system()
    battle = MadeBattle(library, system, request, log)
    _check_sides(system, request)
    _check_request(battle)
    for step in system.procedure:
        if not battle.skipped(step) and KINDS.module(step.do).play(battle, step):
            battle.steps.append(step)
    _check_values(battle)
    return battle


def _check_request(battle: MadeBattle) -> None:
    """Refuses, before any die falls, a battle of no size and what no step of the procedure asks for."""
    system, request = battle.system, battle.request
    if system.sizes and battle.size is None:
        refuse("No battle size fits these settings.", "Change the settings.")
    steps = [each for each in system.procedure if not battle.skipped(each)]
    checks = [(check, each) for each in steps if (check := getattr(KINDS.module(each.do), "check", None))]
    if not any(each.do == "draft" for each in steps) and (
        request.told not in (None, DraftAnswers()) or request.ask is not None
    ):
        refuse("There is no draft in this game.", "Leave out --bring, --row, --ban, --pick and --ask.")
    for check, step in checks:
        check(battle, step)


def _check_values(battle: MadeBattle) -> None:
    """Formulas of the content that have no value are its writer's mistake, told before anything uses them."""
    _ = battle.layout
    try:
        _ = (battle.terms, battle.supply, battle.lead)
    except ValueError as error:
        raise Refusal(str(error), say("Run “campaign check” to find the place.")) from error


def wrong_count(system: System, count: int) -> str:
    """Why a battle of the system can't have so many sides; empty where it can."""
    least, most = system.sides.least, system.sides.most
    if least <= count <= most:
        return ""
    if least == most:
        return say(
            "A battle of {name} has {most} sides; got {count}.", name=system.name, most=most, count=count
        )
    return say(
        "A battle of {name} has {least} to {most} sides; got {count}.",
        name=system.name,
        least=least,
        most=most,
        count=count,
    )


def _check_sides(system: System, request: SetupRequest) -> None:
    wrong = wrong_count(system, len(request.sides))
    if wrong:
        raise Refusal(wrong, say("Name each with --team or --side."))
    names = [side.name for side in request.sides]
    teams = [team for side in request.sides for team in side.teams]
    if (twice := _twice(names)) is not None:
        refuse("Two sides have the name “{twice}”.", "Give each a different name.", twice=twice)
    if (twice := _twice(teams)) is not None:
        refuse("Two teams have the name “{twice}”.", "Give each a different name.", twice=twice)
    both = name_of_two(request.sides)
    if both is not None:
        refuse(
            "“{name}” is the name of a side and of a team on another side.",
            "Give each a different name.",
            name=both,
        )


def _twice(names: list[str]) -> str | None:
    return next((name for name in names if names.count(name) > 1), None)


def _check_picks(battle: MadeBattle) -> None:
    """A pick that no step of the procedure asks for is a mistake of the player's."""
    steps = set(battle.system.picks)
    for name in battle.request.picks:
        if name not in steps:
            raise Refusal(say("There is no pick “{name}” here.", name=name), did_you_mean(name, steps))
