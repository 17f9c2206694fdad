"""`campaign setup`: makes a battle and its briefing, or rolls one named part of it again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from campaign.campaign import Campaign
from campaign.content.made import SetupRequest, settings_of
from campaign.content.procedure import made_with
from campaign.content.replay import NoMoreDice, not_rolled, recorded, remade, wishes_of
from campaign.content.rosters import rosters_of
from campaign.content.steps.mission import ROAD
from campaign.errors import Refusal
from campaign.ledger.battle import Battle
from campaign.ledger.entries import Entry, RerollStep, StoredEntry
from campaign.ledger.entries_io import Author, append
from campaign.mechanisms.dice import DiceByPart, DiceSource
from campaign.printing.briefing import Briefing, briefing_of, printed, shown, with_placing
from campaign.record import replace
from campaign.words import say


def setup(
    folder: Campaign,
    wishes: SetupRequest,
    source: DiceSource,
    seed: int | None,
    hand: Author,
    played: date,
    *,
    place: bool = False,
) -> Briefing:
    """Makes a battle, and writes its entry and its briefing; with `place` it proposes where markers stand."""
    wishes = replace(
        wishes,
        settings=settings_of(folder.library.system(), {**folder.settings, **wishes.settings}),
        house=folder.house(),
        rosters=rosters_of(folder.root, folder.library, wishes.teams),
        road=folder.onward(wishes.sides) if wishes.mission is None else None,
        agreed=wishes.mission is not None and folder.road_of != "none",
    )
    _check_day(folder, wishes, played)
    made = made_with(folder.library, wishes, source)
    name = hand.name([side.name for side in wishes.sides])
    step = recorded(made, hand.at, hand.by, seed)
    entry = Entry(format=1, kind="battle", played=played, sides=wishes.sides, steps=(step,))
    briefing = briefing_of(folder, made, name, played, seed)
    folder.add(StoredEntry(name, entry), printed(with_placing(briefing) if place else briefing))
    return shown(folder, folder.battle(name[-6:]))


def _check_day(folder: Campaign, wishes: SetupRequest, played: date) -> None:
    """The road leads on from its last battle: no battle on it is played on an earlier day."""
    last = folder.stop(wishes.sides).battle if wishes.road is not None else None
    if last is not None and played < last.played:
        raise Refusal(
            say(
                "Battle {number}, the last on the road, was played on {day}.",
                number=last.number,
                day=last.played,
            ),
            say("Give that day or a later one with --played, or name a mission with --mission."),
        )


def as_before(folder: Campaign, wishes: SetupRequest) -> SetupRequest:
    """Wishes of a battle that is made again, with the rosters of today; where a road is walked and the battle
    has a mission, that was agreed upon.
    """
    agreed = wishes.mission is not None and folder.road_of != "none"
    return replace(wishes, rosters=rosters_of(folder.root, folder.library, wishes.teams), agreed=agreed)


def reroll(
    folder: Campaign,
    battle: Battle,
    part: str,
    hand: Author,
    faces: Mapping[str, Sequence[Sequence[int]]] | None = None,
    reason: str = "",
) -> Briefing:
    """Rolls one part of an open battle again, keeps the rest, and logs it.

    Raises Refusal once sides have chosen in secret: what they chose was for the battle as it was.
    """
    if battle.status != "open":
        raise Refusal(
            say(
                "Battle {number} is {status}; nothing of it is rolled again.",
                number=battle.number,
                status=battle.status,
            ),
            say("Correct it with “campaign amend”."),
        )
    if part == ROAD and battle.setup.road is not None:
        raise Refusal(
            say("The road’s die is rolled once."),
            say("Agree on a mission with “campaign amend --mission”, or void the battle."),
        )
    if battle.seals or battle.reveals:
        raise Refusal(
            say(
                "In battle {number} sides have made their choices for the battle as it is.",
                number=battle.number,
            ),
            say("Void it and make another."),
        )
    times = sum(1 for step in battle.filed.entry.steps if isinstance(step, RerollStep))
    source = DiceByPart(faces, NoMoreDice(not_rolled)) if faces else None
    wishes = as_before(folder, wishes_of(battle.setup, battle.sides, folder.house()))
    made = remade(folder.library, battle.setup, wishes, part, source, times)
    new = recorded(made, hand.at, hand.by, battle.setup.seed)
    step = RerollStep(kind="reroll", at=hand.at, by=hand.by, part=part, reason=reason, setup=new)
    name = battle.filed.name
    briefing = briefing_of(folder, made, name, battle.played, battle.setup.seed)
    folder.write([append(battle.filed, [step])], printed(briefing))
    return shown(folder, folder.battle(battle.filed.tail))
