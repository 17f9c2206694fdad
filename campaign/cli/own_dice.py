"""Dice that players roll on the table and type in, with one step back on `b`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from campaign.asking import BACK
from campaign.cli.terminal import Terminal
from campaign.mechanisms.dice import Asked, Dice, DiceSource
from campaign.words import say

__all__ = ["OwnDice", "walked"]

T = TypeVar("T")


class StepBack(Exception):
    """The player takes the last roll back."""


class OwnDice:
    """Asks for each roll once; after a step back everything before it is answered as it was."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._asked = Asked(self._line)
        self._typed: list[tuple[int, ...]] = []
        self._place = 0

    def faces(self, part: str, dice: Dice) -> tuple[int, ...]:
        if self._place == len(self._typed):
            self._typed.append(self._asked.faces(part, dice))
        self._place += 1
        return self._typed[self._place - 1]

    def step_back(self) -> None:
        """Forgets the last roll and begins again with the first."""
        self._typed = self._typed[:-1]
        self._place = 0

    def _line(self, part: str, dice: Dice, reason: str) -> str:
        if not self._typed and not reason:
            self._terminal.tell(say("Roll, and type the faces; b takes the last roll back."))
        answer = self._terminal.line(f"{part} {dice}:", None, reason)
        if answer.strip().casefold() == BACK:
            raise StepBack
        return answer


def walked(source: DiceSource, made: Callable[[], T]) -> T:
    """What `made` makes, again for each roll that the player takes back; it writes only at its end."""
    while True:
        try:
            return made()
        except StepBack:
            assert isinstance(source, OwnDice)
            source.step_back()
