"""The dice that players bring: typed all at once, by their parts, or asked for one by one; and seeds.

What is asked at the table goes one step back on `b`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from campaign.asking import BACK, Asker
from campaign.errors import MissingAnswer, WrongUsage, refuse
from campaign.mechanisms.dice import AskedDice, Dice, DiceSource, ListedDice, SeededDice
from campaign.names import pair
from campaign.words import say

MOST_SEED = 1_000_000
MOST_FACES = 300

T = TypeVar("T")


def new_seed() -> int:
    """A seed that people can read out."""
    import secrets

    return secrets.randbelow(MOST_SEED)


def faces_by_part(texts: Sequence[str]) -> dict[str, tuple[tuple[int, ...], ...]]:
    """`PART=FACES` by part, several rolls of it with `;` between."""
    found = {}
    for text in texts:
        part, rolls = pair(text, "=", "mission=3 4")
        found[part] = tuple(faces_of(roll) for roll in rolls.split(";"))
    return found


def faces_of(text: str) -> tuple[int, ...]:
    """Faces as they are typed. Raises Refusal for what is no number, or too many."""
    words = text.replace(",", " ").split()
    if not words or len(words) > MOST_FACES or not all(re.fullmatch(r"[0-9]{1,3}", word) for word in words):
        refuse("Can’t read “{faces}” as dice.", "Write numbers, such as 3 4.", faces=text[:40])
    return tuple(map(int, words))


def typed_dice(
    dice: str | None,
    own_dice: bool,
    seed: int | None,
    asker: Asker | None,
    history: TableHistory | None = None,
) -> DiceSource | None:
    """The dice that were typed, or are asked for one by one; None where nobody wants to roll."""
    if dice is not None:
        if own_dice or seed is not None:
            raise WrongUsage(say("--dice can’t be combined with --seed or --own-dice."))
        return ListedDice(faces_of(dice))
    if not own_dice:
        return None
    if asker is None:
        raise MissingAnswer(say("Can’t ask for dice with --no-input."), say("Give them with --dice."))
    return OwnDice(asker, history)


def typed_or_rolled(dice: str | None, seed: int | None) -> DiceSource:
    """The dice that were typed, else those of a seed, which may be a new one."""
    typed = typed_dice(dice, False, seed, None)
    return SeededDice(new_seed() if seed is None else seed) if typed is None else typed


class StepBack(Exception):
    """The player takes the last answer back."""


class TableHistory:
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

    def __init__(self, asker: Asker, history: TableHistory | None = None) -> None:
        self._asker = asker
        self._asked = AskedDice(self._line)
        self.history = history or TableHistory()

    def faces(self, part: str, dice: Dice) -> tuple[int, ...]:
        return self.history.told(lambda: self._asked.faces(part, dice))

    def _line(self, part: str, dice: Dice, reason: str) -> str:
        if self.history.empty and not reason:
            self._asker.tell(say("Roll, then type the faces; b takes back the last roll."))
        return self.history.typed(self._asker.line(f"{part} {dice}:", None, reason))


def walked(source: object, made: Callable[[], T], history: TableHistory | None = None) -> T:
    """What `made` makes, again for each answer that the player takes back; it writes only at its end."""
    if isinstance(source, OwnDice):
        history = source.history
    while True:
        try:
            return made()
        except StepBack:
            assert history is not None
            history.step_back()
