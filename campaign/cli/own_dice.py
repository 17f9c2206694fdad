"""What players tell at the table, the dice that they roll and what they decide, with one step back on `b`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from campaign.asking import BACK
from campaign.cli.terminal import Terminal
from campaign.mechanisms.dice import AskedDice, Dice
from campaign.words import say

T = TypeVar("T")


class StepBack(Exception):
    """The player takes the last answer back."""


class History:
    """All that was answered so far; after a step back everything before it is answered as it was."""

    def __init__(self) -> None:
        self._answers: list[Any] = []
        self._place = 0

    @property
    def empty(self) -> bool:
        return not self._answers

    def told(self, ask: Callable[[], T]) -> T:
        """The answer in this place, asked for once."""
        if self._place == len(self._answers):
            self._answers.append(ask())
        self._place += 1
        found: T = self._answers[self._place - 1]
        return found

    def typed(self, answer: str) -> str:
        """The answer, unless it takes the last one back."""
        if answer.strip().casefold() == BACK:
            raise StepBack
        return answer

    def step_back(self) -> None:
        """Forgets the last answer and begins again with the first."""
        self._answers = self._answers[:-1]
        self._place = 0


class OwnDice:
    """Asks for each roll once; after a step back everything before it is answered as it was."""

    def __init__(self, terminal: Terminal, history: History | None = None) -> None:
        self._terminal = terminal
        self._asked = AskedDice(self._line)
        self.history = history or History()

    def faces(self, part: str, dice: Dice) -> tuple[int, ...]:
        return self.history.told(lambda: self._asked.faces(part, dice))

    def _line(self, part: str, dice: Dice, reason: str) -> str:
        if self.history.empty and not reason:
            self._terminal.tell(say("Roll, and type the faces; b takes the last roll back."))
        return self.history.typed(self._terminal.line(f"{part} {dice}:", None, reason))


def walked(source: object, made: Callable[[], T], history: History | None = None) -> T:
    """What `made` makes, again for each answer that the player takes back; it writes only at its end."""
    if isinstance(source, OwnDice):
        history = source.history
    while True:
        try:
            return made()
        except StepBack:
            assert history is not None
            history.step_back()
