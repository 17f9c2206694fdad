"""The road as it was walked: where it stands after the battles of a ledger, and which strayed from it.

A battle that the road led to is on it, whatever was voided or corrected since; where the battle before it is
void, or ended in another way than the die was rolled for, it is a stray, and the road goes on from it all the
same. A mission that was agreed upon moves nobody on the road.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from campaign.ledger.battle import Battle
from campaign.ledger.entries import AmendStep, RerollStep, SetupStep, Side
from campaign.mechanisms.road import NONE, PLACES
from campaign.record import Record

Pair = frozenset[str]


class RoadPosition(Record, kw_only=False):
    """Where a road stands: after `battle`, None at its start; `walked` are all battles on it so far."""

    battle: Battle | None = None
    walked: tuple[Battle, ...] = ()

    @property
    def mission(self) -> str:
        return self.battle.setup.mission.id if self.battle else ""

    @property
    def outcome(self) -> str:
        return how_it_ended(self.battle) if self.battle else ""

    @property
    def entry(self) -> str:
        return self.battle.filed.name if self.battle else ""


def how_it_ended(battle: Battle) -> str:
    """What the road calls the end of a battle: the role that won, or the winner's place, or nobody."""
    came_out = battle.outcomes()
    winners = [
        (side.name, place)
        for side, place in zip(battle.sides, PLACES, strict=False)
        if side.name in came_out and came_out[side.name].outcome == "won"
    ]
    if len(winners) != 1:
        return NONE
    name, place = winners[0]
    return battle.roles.get(name) or place


def pair_of(sides: Iterable[Side], players: Mapping[str, str]) -> Pair:
    """Who meets in a battle: the players of its teams where they are known, else the sides by their names."""
    return frozenset(players.get(side.teams[0]) or side.name for side in sides)


def travellers(
    battles: Iterable[Battle], players: Mapping[str, str], of: str, sides: Sequence[Side]
) -> list[Battle]:
    """The battles that share a road with these sides: all of the campaign's, or those of the same pair."""
    if of != "pair":
        return list(battles)
    pair = pair_of(sides, players)
    return [battle for battle in battles if pair_of(battle.sides, players) == pair]


def stop_after(battles: Iterable[Battle]) -> RoadPosition:
    """Where the road stands after these battles, in their order."""
    walked = tuple(battle for battle in battles if battle.setup.road is not None and not battle.void)
    return RoadPosition(walked[-1] if walked else None, walked)


def faces_before(battles: Iterable[Battle], stop: RoadPosition) -> tuple[int, ...]:
    """The road's die as it fell for this very place before, in a battle that has left the road since: it is
    void, or its mission was agreed upon later.
    """
    for battle in battles:
        if battle.void or battle.setup.road is None:
            for setup in _setups(battle):
                taken = setup.road
                if taken is not None and (taken.battle, taken.outcome) == (stop.entry, stop.outcome):
                    return next((each.faces for each in setup.rolls if each.part == taken.part), ())
    return ()


def _setups(battle: Battle) -> list[SetupStep]:
    """Every set-up that a battle ever had, the latest first."""
    found: list[SetupStep] = []
    for step in battle.filed.entry.steps:
        now = (
            step.setup if isinstance(step, RerollStep) else step.now if isinstance(step, AmendStep) else step
        )
        found += [now] if isinstance(now, SetupStep) else []
    return found[::-1]


def strays(battles: Iterable[Battle], players: Mapping[str, str], of: str) -> list[Battle]:
    """The battles that were played off the road, by what stands now, road by road."""
    roads: dict[Pair, list[Battle]] = {}
    for battle in battles:
        roads.setdefault(pair_of(battle.sides, players) if of == "pair" else frozenset(), []).append(battle)
    return [battle for road in roads.values() for battle in _strays_on_one(road)]


def _strays_on_one(battles: Iterable[Battle]) -> list[Battle]:
    found = []
    before: Battle | None = None
    for battle in stop_after(battles).walked:
        taken = battle.setup.road
        assert taken is not None
        expected = ("", "", "")
        if before is not None:
            expected = (before.setup.mission.id, before.filed.name, how_it_ended(before))
        if (taken.from_, taken.battle, taken.outcome) != expected:
            found.append(battle)
        before = battle
    return found
