"""`campaign setup` without a campaign, or with --practice: a battle that is written nowhere.

It stands apart from the rest of `setup` so that a briefing alone loads nothing of the ledger.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date

from campaign.content.made import House, Wishes, settings_of
from campaign.content.packs import Library
from campaign.content.procedure import made_with
from campaign.errors import Refusal
from campaign.ledger.sides import Side
from campaign.mechanisms.dice import DiceSource
from campaign.names import clean, matched, plain
from campaign.printing.briefing import brief
from campaign.printing.views import Briefing
from campaign.words import say

__all__ = ["practice", "side_of"]


def side_of(text: str, teams: Sequence[str] | None = None) -> Side:
    """A side as it is typed: a team alone, or `Player: Team + Team`.

    With `teams`, only those are known: any unique beginning will do, and a plus needs no blanks around it
    that is not part of a name.
    """
    if teams is not None and text in teams:
        return Side(name=text, teams=(text,))
    player, colon, rest = text.partition(": ")
    typed = (rest if colon else text).split(" + ")
    if teams is not None:
        typed = [part for name in typed for part in _apart(name, teams)]
    names = [clean(name, "team") for name in typed]
    if teams is not None:
        names = [matched(name, teams, "team") for name in names]
    if len(names) > 2:
        raise Refusal(
            say("A side has one or two teams, not {count}.", count=len(names)),
            say("Write “Player: Team + Team”."),
        )
    name = clean(player, "side") if colon else " + ".join(names)
    return Side(name=name, teams=tuple(names))


def _apart(text: str, teams: Sequence[str]) -> list[str]:
    """The text in pieces at every plus, or whole where a team's name begins so."""
    whole = any(plain(team).startswith(plain(text)) for team in teams)
    return [text] if whole else text.split("+")


def practice(
    library: Library,
    wishes: Wishes,
    source: DiceSource,
    seed: int | None,
    played: date,
    resources: Mapping[str, str] | None = None,
) -> Briefing:
    """A battle made and written nowhere; `resources` are a campaign's own, by id."""
    system = library.system()
    house = wishes.house if wishes.house.takes or wishes.house.effects else House(takes=system.takes)
    wishes = replace(wishes, settings=settings_of(system, wishes.settings), house=house)
    return brief(made_with(library, wishes, source), played, seed, resources=resources)
