"""Where the faces of dice come from: seeded, typed as a list, set part by part, or asked for at the table.

A source is passed in. Nothing in this package rolls a die in any other way, so that the log of a battle
holds every face that decided anything. What dice there are says campaign/mechanisms/dice.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, ClassVar, Protocol

from campaign.errors import Refusal, did_you_mean, refuse
from campaign.record import Record
from campaign.words import say

if TYPE_CHECKING:
    pass


def below(random: Random, limit: int) -> int:
    """0 to `limit` - 1; by `random()` alone, the one method that every Python answers alike."""
    return int(random.random() * limit)


class DiceSource(Protocol):
    """Gives the faces of one roll; `part` is the name of the roll in the briefing and the log."""

    def faces(self, part: str, dice: Dice) -> tuple[int, ...]: ...


class SeededDice:
    """The same seed gives the same faces everywhere; each roll of each part has a sub-seed of its own."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._rolls: dict[str, int] = {}

    def faces(self, part: str, dice: Dice) -> tuple[int, ...]:
        self.skip(part)
        random = Random(f"{self.seed}/{part}/{self._rolls[part]}")
        return tuple(1 + below(random, dice.sides) for _ in range(dice.count))

    def skip(self, part: str) -> None:
        """Counts a roll of this part that was answered in another way."""
        self._rolls[part] = self._rolls.get(part, 0) + 1


class ListedDice:
    """Dice that were rolled on the table, typed in the order in which they are asked for."""

    def __init__(self, faces: Sequence[int]) -> None:
        self._left = list(faces)

    def faces(self, part: str, dice: Dice) -> tuple[int, ...]:
        if not self._left:
            refuse("No dice left for “{part}” ({dice}).", "Add its dice.", part=part, dice=dice)
        many = 1 if dice.d66 and self._left[0] > 9 else dice.count
        typed, self._left = self._left[:many], self._left[many:]
        return _checked(part, dice, typed)

    def finish(self) -> None:
        """Refuses dice that nothing asked for."""
        if self._left:
            extra = " ".join(str(face) for face in self._left)
            refuse(
                "More dice were given than are rolled. Left over: {extra}.", "Leave them out.", extra=extra
            )


class DiceByPart:
    """Sets the first rolls of some parts by their name (in any case); everything else comes from `rest`.

    `by_part` holds the faces of one roll, or of several of the same part, in the order of rolling.
    """

    def __init__(
        self, by_part: Mapping[str, Sequence[int] | Sequence[Sequence[int]]], rest: DiceSource
    ) -> None:
        self._left = {_key(part): (part, _each_roll(faces)) for part, faces in by_part.items()}
        self._rest = rest
        self._rolled: dict[str, None] = {}

    def faces(self, part: str, dice: Dice) -> tuple[int, ...]:
        self._rolled[part] = None
        _, rolls = self._left.get(_key(part), (part, []))
        if not rolls:
            return self._rest.faces(part, dice)
        if isinstance(self._rest, SeededDice):  # so that a re-roll is the one that the seed gives anyway
            self._rest.skip(part)
        return _checked(part, dice, rolls.pop(0))

    def stands(self, part: str, faces: Sequence[int]) -> None:
        """A roll that was made before is not made again: one that was set for it has to be the same."""
        _, rolls = self._left.get(_key(part), (part, []))
        if rolls and tuple(rolls.pop(0)) != tuple(faces):
            shown = " ".join(map(str, faces))
            refuse(
                "“{part}” has already been rolled, and can’t change: {faces}.",
                "Leave it out.",
                part=part,
                faces=shown,
            )

    def finish(self) -> None:
        """Refuses rolls that were set and never made, then what `rest` refuses."""
        for part, rolls in self._left.values():
            if rolls:
                near = did_you_mean(part, self._rolled)
                raise Refusal(say("Nothing is rolled as “{part}” here.", part=part), near)
        _finish(self._rest)


def _each_roll(faces: Sequence[int] | Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    one = tuple(face for face in faces if isinstance(face, int))
    return [one] if one else [tuple(roll) for roll in faces if not isinstance(roll, int)]


class AskedDice:
    """Asks for a handful at a time: `ask(part, dice, reason)`, the reason being empty the first time."""

    def __init__(self, ask: Callable[[str, Dice, str], str]) -> None:
        self._ask = ask

    def faces(self, part: str, dice: Dice) -> tuple[int, ...]:
        reason = ""
        while True:
            answer = self._ask(part, dice, reason)
            try:
                return parse_faces(answer, dice)
            except ValueError as error:
                reason = str(error)


class Roll(Record, kw_only=False):
    part: str
    dice: Dice
    faces: tuple[int, ...]

    @property
    def total(self) -> int:
        return self.dice.total(self.faces)


class ReplayedDice:
    """Gives earlier rolls again, part by part, while the dice are the same; all else comes from `rest`."""

    def __init__(self, rolled: Iterable[Roll], rest: DiceSource) -> None:
        self._kept: dict[str, list[Roll]] = {}
        for each in rolled:
            self._kept.setdefault(each.part, []).append(each)
        self._rest = rest

    def faces(self, part: str, dice: Dice) -> tuple[int, ...]:
        kept = self._kept.get(part)
        if kept and kept[0].dice == dice:
            return kept.pop(0).faces
        return self._rest.faces(part, dice)

    def finish(self) -> None:
        """Refuses what `rest` refuses; rolls that nothing asks for any more are let go."""
        _finish(self._rest)


class DiceLog:
    """Rolls from a source and keeps each roll, in order."""

    def __init__(self, source: DiceSource) -> None:
        self.source = source
        self.rolled: list[Roll] = []

    def roll(self, part: str, dice: Dice) -> Roll:
        rolled = Roll(part, dice, dice.checked(self.source.faces(part, dice)))
        self.rolled.append(rolled)
        return rolled

    def kept(self, part: str, dice: Dice, faces: Sequence[int]) -> Roll:
        """A roll that was made before and stands. Raises Refusal where the dice have become others since."""
        rolled = Roll(part, dice, _checked(part, dice, faces))
        if isinstance(self.source, DiceByPart):
            self.source.stands(part, rolled.faces)
        self.rolled.append(rolled)
        return rolled

    def finish(self) -> None:
        """Call it when all is rolled: refuses typed dice that nothing asked for."""
        _finish(self.source)


def _key(part: str) -> str:
    return part.strip().casefold()


def _checked(part: str, dice: Dice, typed: Sequence[int]) -> tuple[int, ...]:
    try:
        return dice.checked(typed)
    except ValueError as error:
        shown = " ".join(str(face) for face in typed)
        remedy = say("Faces to give: {count}, each from 1 to {sides}.", count=dice.count, sides=dice.sides)
        raise Refusal(
            say(
                "Wrong dice for “{part}” ({dice}): {shown}. {error}",
                shown=shown,
                part=part,
                dice=dice,
                error=error,
            ),
            remedy,
        ) from error


def _finish(source: DiceSource) -> None:
    if isinstance(source, ListedDice | DiceByPart | ReplayedDice):
        source.finish()


MOST_DICE = 100
MOST_SIDES = 100
MOST_PLUS = 1000
_EXPRESSION = r"(?i)([0-9]{0,6})\s*D\s*([0-9]{1,6})(?:\s*([+-])\s*([0-9]{1,6}))?"


class Dice(Record, kw_only=False):
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
        found = re.fullmatch(_EXPRESSION, text.strip())
        if not found:
            raise ValueError(
                say("“{text}” is not a dice expression: write it like D6, 2D6, D3+1 or D66.", text=text)
            )
        plus = int(found[4] or 0) * (-1 if found[3] == "-" else 1)
        count = int(found[1] or 1)
        if found[2] == "66":
            if count != 1 or plus:
                raise ValueError(say("“{text}” can’t be rolled: a D66 has no count and no plus.", text=text))
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
                    say("A D{sides} has the faces 1 to {sides}; got {face}.", face=face, sides=self.sides)
                )
        if len(faces) != self.count:
            raise ValueError(
                say(
                    "Faces needed for {dice}: {count}, each from 1 to {sides}; got {came}.",
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
        return say(
            "“{text}” can’t be rolled: at most {most} can be added or subtracted.", text=text, most=MOST_PLUS
        )
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
                    "“{word}” is not a face of a die: write numbers from 1 to {sides}.",
                    word=word,
                    sides=dice.sides,
                )
            )
    return dice.checked(int(word) for word in words)


def part_renamed(part: str, new: Mapping[str, str]) -> str:
    """A roll's name with another name for the side that ends it. `new` holds every side: the longest fits."""
    for old in sorted(new, key=len, reverse=True):
        if part.endswith(f".{old}"):
            return part[: -len(old)] + new[old]
    return part
