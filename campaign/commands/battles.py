"""A battle in the ledger: made and recorded with its briefing, or with one part of it rolled again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING

from campaign.content.made_battle import SetupRequest, settings_of
from campaign.content.procedure import made_with
from campaign.content.replay import NoMoreDice, not_rolled, recorded, remade, wishes_of
from campaign.content.rosters import rosters_of
from campaign.content.steps.mission import ROAD
from campaign.errors import Refusal, refuse
from campaign.ledger.battle import not_open
from campaign.ledger.entries import Entry, RerollStep, StoredEntry
from campaign.ledger.entries_io import Author, append
from campaign.mechanisms.dice import DiceByPart, DiceSource
from campaign.printing.briefing import Briefing, briefing_of, printed, shown, with_placing
from campaign.record import replace
from campaign.words import say

if TYPE_CHECKING:
    from campaign.campaign import Campaign
    from campaign.ledger.battle import Battle


def record_battle(
    campaign: Campaign,
    request: SetupRequest,
    source: DiceSource,
    seed: int | None,
    author: Author,
    played: date,
    *,
    place: bool = False,
) -> Briefing:
    """Makes a battle, and writes its entry and its briefing; with `place` it proposes where markers stand."""
    request = replace(
        request,
        settings=settings_of(campaign.library.system(), {**campaign.settings, **request.settings}),
        house=campaign.house(),
        rosters=rosters_of(campaign.root, campaign.library, request.teams),
        road=campaign.onward(request.sides) if request.mission is None else None,
        agreed=request.mission is not None and campaign.road_of != "none",
    )
    _check_day(campaign, request, played)
    made = made_with(campaign.library, request, source)
    name = author.name([side.name for side in request.sides])
    step = recorded(made, author.at, author.by, seed)
    entry = Entry(format=1, kind="battle", played=played, sides=request.sides, steps=(step,))
    briefing = briefing_of(campaign, made, name, played, seed)
    campaign.add(StoredEntry(name, entry), printed(with_placing(briefing) if place else briefing))
    return shown(campaign, campaign.battle(name[-6:]))


def _check_day(campaign: Campaign, request: SetupRequest, played: date) -> None:
    """The road leads on from its last battle: no battle on it is played on an earlier day."""
    last = campaign.stop(request.sides).battle if request.road is not None else None
    if last is not None and played < last.played:
        refuse(
            "Battle {number}, the last one on the road, was played on {day}.",
            "Use --played with that date or a later one, or choose a mission with --mission.",
            number=last.number,
            day=last.played,
        )


def as_before(campaign: Campaign, request: SetupRequest) -> SetupRequest:
    """The request of a battle that is made again, with the rosters of today; where a road is walked and the
    battle has a mission, that was agreed upon.
    """
    agreed = request.mission is not None and campaign.road_of != "none"
    return replace(request, rosters=rosters_of(campaign.root, campaign.library, request.teams), agreed=agreed)


def reroll(
    campaign: Campaign,
    battle: Battle,
    part: str,
    author: Author,
    faces: Mapping[str, Sequence[Sequence[int]]] | None = None,
    reason: str = "",
) -> Briefing:
    """Rolls one part of an open battle again, keeps the rest, and logs it.

    Raises Refusal once sides have chosen in secret: what they chose was for the battle as it was.
    """
    if battle.status != "open":
        raise Refusal(not_open(battle), say("Correct it with “campaign amend”."))
    if part == ROAD and battle.setup.road is not None:
        refuse(
            "The die for the road can’t be rerolled.",
            "Agree on a mission with “campaign amend --mission”, or void the battle.",
        )
    if battle.seals or battle.reveals:
        refuse(
            "Sides have already made their choices for battle {number} as it is.",
            "Void it and set up another.",
            number=battle.number,
        )
    times = sum(1 for step in battle.filed.entry.steps if isinstance(step, RerollStep))
    source = DiceByPart(faces, NoMoreDice(not_rolled)) if faces else None
    request = as_before(campaign, wishes_of(battle.setup, battle.sides, campaign.house()))
    made = remade(campaign.library, battle.setup, request, part, source, times)
    new = recorded(made, author.at, author.by, battle.setup.seed)
    step = RerollStep(kind="reroll", at=author.at, by=author.by, part=part, reason=reason, setup=new)
    name = battle.filed.name
    briefing = briefing_of(campaign, made, name, battle.played, battle.setup.seed)
    campaign.write([append(battle.filed, [step])], printed(briefing))
    return shown(campaign, campaign.battle(battle.filed.tail))
