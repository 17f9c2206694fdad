"""What each side may have on the table, round by round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from campaign.printing.sections import Section, Words, heading
from campaign.record import Record

if TYPE_CHECKING:
    from campaign.content.made_battle import MadeBattle
    from campaign.content.steps.supply import SupplyStep


class PoolView(Record):
    """What a side may have on the table in a round; None where there is no limit."""

    round: int
    supply: int | None


class SupplySection(Section):
    """What each side may have on the table, round by round."""

    do: Literal["supply"] = "supply"
    pools: tuple[PoolView, ...]


def section(battle: MadeBattle, step: SupplyStep, words: Words) -> SupplySection:
    pools = tuple(PoolView(round=place, supply=each) for place, each in enumerate(battle.pools, start=1))
    return SupplySection(**heading(step), pools=pools)
