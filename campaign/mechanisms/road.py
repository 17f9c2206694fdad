"""The road: which mission may follow which, by the role that won and a die.

It leads forward only, so that every walk on it ends in a finale. Where a battle stands in the ledger is
campaign/ledger/road.py's to know; here is the graph alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from campaign.errors import Refusal
from campaign.files.converters import Between
from campaign.files.schema import FileRecord, Id, Span
from campaign.mechanisms.dice import Dice
from campaign.record import field
from campaign.words import say

PLACES = ("first", "second", "third", "fourth")
"""How a battle ended on a road where the winner has no role: its place among the sides."""

NONE = "none"
"""How a battle ended that nobody won, or several did."""


class Fork(FileRecord):
    """Results of the road's die, and the mission that they lead to."""

    on: Span
    to: Id


class Stage(FileRecord):
    """A mission on the road, and where each of its ends leads: a role that won, `first`, `second`, or `none`.

    Without `next` it is a finale. `instead` is played in its place by sides with fewer teams than it needs.
    """

    id: Id
    next: dict[str, tuple[Fork, ...]] = field(default_factory=dict)
    instead: Id | None = None


class Road(FileRecord):
    """`missions/<system>/road.yaml`. `of` says whose road it is, if the campaign doesn't: everybody's, each
    pair's, or nobody's until a campaign asks for it.
    """

    format: Literal[1] = 1
    name: str
    about: str = ""
    of: Literal["campaign", "pair", "none"] = "campaign"
    dice: Dice
    least: Annotated[int, Between(1, 99)] = 1
    most: Annotated[int, Between(1, 99)] = 99
    start: tuple[Fork, ...]
    stages: tuple[Stage, ...]
    rules: tuple[str, ...] = ()


def at_mission(road: Road, mission: str) -> Stage:
    """The stage of a mission. Raises Refusal for one that is not on the road."""
    for stage in road.stages:
        if stage.id == mission:
            return stage
    raise Refusal(
        say("“{mission}” is not on the road.", mission=mission),
        say("Choose a mission with --mission."),
    )


def led_to(forks: Sequence[Fork], result: int) -> str:
    """Where a result leads; `check` proves that there is exactly one way."""
    for fork in forks:
        if result in fork.on:
            return fork.to
    raise Refusal(
        say("The road doesn’t say where {result} leads.", result=result),
        say("Run “campaign check” on its folder."),
    )


def lengths(road: Road) -> dict[str, tuple[int, int]]:
    """For each mission that the road leads to, the least and the most battles up to and with it.

    Raises ValueError with a mission that lies in a ring.
    """
    ways = {stage.id: _ways(stage) for stage in road.stages}
    found: dict[str, tuple[int, int]] = {}
    waiting = {fork.to for fork in road.start}
    for step in range(1, len(ways) + 2):
        for mission in waiting:
            least, _ = found.get(mission, (step, step))
            found[mission] = (least, step)
        waiting = {to for mission in waiting for to in ways.get(mission, ())}
        if not waiting:
            return found
    raise ValueError(next(mission for mission in ways if _leads_back(mission, ways)))


def _ways(stage: Stage) -> set[str]:
    return {fork.to for forks in stage.next.values() for fork in forks}


def _leads_back(mission: str, ways: Mapping[str, set[str]]) -> bool:
    """Whether a mission can be reached from itself."""
    seen: set[str] = set()
    ahead = list(ways[mission])
    while ahead:
        here = ahead.pop()
        if here not in seen:
            seen.add(here)
            ahead += ways.get(here, ())
    return mission in seen
