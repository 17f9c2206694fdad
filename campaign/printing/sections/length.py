"""How long a battle lasts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from campaign.printing.sections import Section, Words, heading
from campaign.record import Record

if TYPE_CHECKING:
    from campaign.content.made_battle import MadeBattle
    from campaign.content.steps.length import LengthStep


class MoreView(Record):
    """A round that a die may add: after which, on what, and who rolls."""

    after: int
    dice: str
    at_least: int
    side: str = ""


class LengthSection(Section):
    """How many rounds, which may be added, and what ends the battle early."""

    do: Literal["length"] = "length"
    rounds: int
    more: tuple[MoreView, ...] = ()
    lines: tuple[str, ...] = ()


def section(battle: MadeBattle, step: LengthStep, words: Words) -> LengthSection:
    length = battle.mission.length
    order_id = next(iter(battle.orders), "")
    more = tuple(
        MoreView(
            after=each.after,
            dice=str(each.dice),
            at_least=each.at_least,
            side=battle.from_end(order_id, each.place)[0] if each.place and order_id else "",
        )
        for each in length.more
    )
    return LengthSection(**heading(step), rounds=battle.fixed_rounds, more=more, lines=length.ends_early)
