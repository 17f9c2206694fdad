"""Roll-offs: each side rolls, ties roll again among themselves, and all stand in one order."""

from __future__ import annotations

from campaign.mechanisms.dice import Dice, DiceLog, Roll
from campaign.record import Record


class Order(Record, kw_only=False):
    """The sides from the highest to the lowest, and every roll with its side, re-rolls after first rolls."""

    sides: tuple[str, ...]
    rolls: tuple[tuple[str, Roll], ...]


def roll_off(part: str, dice: Dice, sides: tuple[str, ...], log: DiceLog) -> Order:
    """Each side rolls (part `part.<side>`); sides with equal totals roll again, for the places they share."""
    rolls: list[tuple[str, Roll]] = []

    def placed(group: tuple[str, ...]) -> list[str]:
        if len(group) == 1:
            return list(group)
        totals: dict[str, int] = {}
        for side in group:
            rolled = log.roll(f"{part}.{side}", dice)
            rolls.append((side, rolled))
            totals[side] = rolled.total
        order: list[str] = []
        for total in sorted(set(totals.values()), reverse=True):
            order += placed(tuple(side for side in group if totals[side] == total))
        return order

    return Order(tuple(placed(sides)), tuple(rolls))
