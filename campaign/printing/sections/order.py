"""An order of the sides, and the rolls that led to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from campaign.printing.sections import Section, Words, heading
from campaign.printing.views import RollView, roll_view
from campaign.record import Record

if TYPE_CHECKING:
    from campaign.content.made_battle import MadeBattle
    from campaign.content.steps.order import OrderStep


class PlaceView(Record):
    """A side's place in an order, with every roll that led to it."""

    side: str
    rolls: tuple[RollView, ...]


class OrderSection(Section):
    """An order of the sides, from the highest roll; both ends have a name."""

    do: Literal["order"] = "order"
    dice: str
    highest: str
    lowest: str
    places: tuple[PlaceView, ...]


def section(battle: MadeBattle, step: OrderStep, words: Words) -> OrderSection:
    order = battle.orders[step.id]
    return OrderSection(
        **heading(step),
        dice=str(step.dice),
        highest=step.highest,
        lowest=step.lowest,
        places=tuple(
            PlaceView(side=side, rolls=tuple(roll_view(each) for who, each in order.rolls if who == side))
            for side in order.sides
        ),
    )
