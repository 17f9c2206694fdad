"""`campaign setup`: makes a battle and its briefing, or rolls one named part of it again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date

from campaign.content.procedure import Wishes, make, settings_of
from campaign.errors import Refusal
from campaign.folder import Folder, Hand
from campaign.ledger.battle import Battle
from campaign.ledger.entries import Entry, Rerolled
from campaign.mechanisms.dice import Chosen, DiceLog, DiceSource
from campaign.printing.briefing import brief
from campaign.printing.printed import printed, stored
from campaign.printing.views import Briefing
from campaign.setup import recorded, remade, wishes_of
from campaign.words import say

__all__ = ["reroll", "setup"]


def setup(
    folder: Folder, wishes: Wishes, source: DiceSource, seed: int | None, hand: Hand, played: date
) -> Briefing:
    """Makes a battle, and writes its entry and its briefing."""
    wishes = replace(
        wishes,
        settings=settings_of(folder.library.system(), {**folder.settings, **wishes.settings}),
        house=folder.house,
    )
    log = DiceLog(source)
    made = make(folder.library, wishes, log)
    log.finish()
    name = hand.name([side.name for side in wishes.sides])
    step = recorded(made, hand.at, hand.by, seed)
    entry = Entry(format=1, kind="battle", played=played, sides=wishes.sides, steps=(step,))
    number = 1 + sum(1 for battle in folder.state.battles if battle.played <= played)
    briefing = brief(
        made, played, seed, battle=name, number=number, campaign=folder.file.name, resources=_names(folder)
    )
    folder.write({**folder.new_entry(name, entry), **printed(briefing)})
    return briefing


def _names(folder: Folder) -> dict[str, str]:
    return {resource.id: resource.name for resource in folder.state.resources}


def reroll(
    folder: Folder,
    battle: Battle,
    part: str,
    hand: Hand,
    faces: Mapping[str, Sequence[int]] | None = None,
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
    if battle.seals or battle.reveals:
        raise Refusal(
            say(
                "In battle {number} sides have made their choices for the battle as it is.",
                number=battle.number,
            ),
            say("Void it and make another."),
        )
    times = sum(1 for step in battle.filed.entry.steps if isinstance(step, Rerolled))
    source = Chosen(faces, _Nothing()) if faces else None
    wishes = wishes_of(battle.setup, battle.sides, folder.house)
    made = remade(folder.library, battle.setup, wishes, part, source, times)
    new = recorded(made, hand.at, hand.by, battle.setup.seed)
    step = Rerolled(kind="reroll", at=hand.at, by=hand.by, part=part, reason=reason, setup=new)
    briefing = brief(
        made,
        battle.played,
        battle.setup.seed,
        battle=battle.filed.name,
        number=battle.number,
        campaign=folder.file.name,
        resources=_names(folder),
    )
    folder.write({**folder.grown(battle.filed, [step]), **printed(briefing)})
    return stored(folder.root, battle.filed.name)


class _Nothing:
    """No dice beyond those that were typed."""

    def faces(self, part: str, dice: object) -> tuple[int, ...]:
        raise Refusal(
            say("“{part}” ({dice}) has to be rolled too.", part=part, dice=dice),
            say("Type it with --die “{part}=…”.", part=part),
        )
