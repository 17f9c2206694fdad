"""Dice as the content writes them: expressions such as `2D6`, `D3+1` or `D66`, and what they can show."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from campaign.words import say

__all__ = ["Dice", "parse_faces"]

MOST_DICE = 100
MOST_SIDES = 100
MOST_PLUS = 1000
_EXPRESSION = re.compile(r"([0-9]{0,6})\s*D\s*([0-9]{1,6})(?:\s*([+-])\s*([0-9]{1,6}))?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Dice:
    """`count` dice of `sides` sides and a fixed `plus`; a D66 is two D6 read as tens and units."""

    WRITTEN: ClassVar[dict[str, object]] = {
        "type": "string",
        "pattern": r"^\s*[0-9]{0,6}\s*[dD]\s*[0-9]{1,6}(\s*[-+]\s*[0-9]{1,6})?\s*$",
        "description": say("Dice, such as D6, 2D6, D3+1 or D66."),
    }
    """How files hold it, as JSON Schema."""

    count: int
    sides: int
    plus: int = 0
    d66: bool = False

    @classmethod
    def parse(cls, text: str) -> Dice:
        """Raises ValueError with a sentence that names the text."""
        found = _EXPRESSION.fullmatch(text.strip())
        if not found:
            raise ValueError(
                say("“{text}” is no dice expression: write it like D6, 2D6, D3+1 or D66.", text=text)
            )
        plus = int(found[4] or 0) * (-1 if found[3] == "-" else 1)
        count = int(found[1] or 1)
        if found[2] == "66":
            if count != 1 or plus:
                raise ValueError(
                    say("“{text}” can’t be rolled: a D66 stands alone, without a count or a plus.", text=text)
                )
            return cls(2, 6, 0, True)
        sides = int(found[2])
        if reason := _too_much(text, count, sides, plus):
            raise ValueError(reason)
        return cls(count, sides, plus)

    def __str__(self) -> str:
        if self.d66:
            return "D66"
        many = str(self.count) if self.count > 1 else ""
        return f"{many}D{self.sides}" + (f"{self.plus:+d}" if self.plus else "")

    @property
    def least(self) -> int:
        return 11 if self.d66 else self.count + self.plus

    @property
    def most(self) -> int:
        return 66 if self.d66 else self.count * self.sides + self.plus

    @property
    def die_faces(self) -> range:
        """What one of the dice can show: a D3 shows (and is typed) 1 to 3."""
        return range(1, self.sides + 1)

    def results(self) -> dict[int, int]:
        """Each total, in rising order, with the number of ways that the dice can show it."""
        if self.d66:
            return {10 * tens + units: 1 for tens in self.die_faces for units in self.die_faces}
        ways = [1]
        for _ in range(self.count):
            ways = _one_die_more(ways, self.sides)
        return {self.least + place: weight for place, weight in enumerate(ways)}

    def total(self, faces: Sequence[int]) -> int:
        """Raises ValueError for faces that these dice can't show."""
        shown = self.checked(faces)
        return 10 * shown[0] + shown[1] if self.d66 else sum(shown) + self.plus

    def checked(self, numbers: Iterable[int]) -> tuple[int, ...]:
        """The faces as typed, a D66 also as one number (43); ValueError for what these dice can't show."""
        faces = tuple(numbers)
        if self.d66 and len(faces) == 1 and faces[0] > 9:
            faces = divmod(faces[0], 10)
        for face in faces:
            if face not in self.die_faces:
                raise ValueError(
                    say("{face} isn’t on a D{sides}, which shows 1 to {sides}.", face=face, sides=self.sides)
                )
        if len(faces) != self.count:
            raise ValueError(
                say(
                    "{dice} shows {count} of 1 to {sides}, and {came} came.",
                    dice=self,
                    count=self.count,
                    sides=self.sides,
                    came=len(faces),
                )
            )
        return faces


def _too_much(text: str, count: int, sides: int, plus: int) -> str:
    """Why nobody can roll so many dice, or such ones; empty where they can."""
    if not 1 <= count <= MOST_DICE:
        return say(
            "“{text}” can’t be rolled: the number of dice goes from 1 to {most}.", text=text, most=MOST_DICE
        )
    if not 2 <= sides <= MOST_SIDES:
        return say("“{text}” can’t be rolled: a die has 2 to {most} sides.", text=text, most=MOST_SIDES)
    if abs(plus) > MOST_PLUS:
        return say("“{text}” can’t be rolled: what is added goes up to {most}.", text=text, most=MOST_PLUS)
    return ""


def _one_die_more(ways: list[int], sides: int) -> list[int]:
    """One more die by a running sum, so that 100D100 is quick too."""
    more: list[int] = []
    window = 0
    for place in range(len(ways) + sides - 1):
        window += ways[place] if place < len(ways) else 0
        window -= ways[place - sides] if place >= sides else 0
        more.append(window)
    return more


def parse_faces(text: str, dice: Dice) -> tuple[int, ...]:
    """Faces as a player types them ("4 3", "4,3", a D66 also "43"); ValueError with a sentence."""
    words = text.replace(",", " ").split()
    for word in words:
        if not re.fullmatch(r"[0-9]{1,6}", word):
            raise ValueError(
                say(
                    "“{word}” is no face of a die: type numbers from 1 to {sides}.",
                    word=word,
                    sides=dice.sides,
                )
            )
    return dice.checked(int(word) for word in words)
