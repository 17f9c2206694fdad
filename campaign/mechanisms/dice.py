"""Where the faces of dice come from: seeded, typed as a list, set part by part, or asked for at the table.

A source is passed in. Nothing in this package rolls a die in any other way, so that the log of a battle
holds every face that decided anything. What dice there are says campaign/mechanisms/expression.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol

from campaign.errors import Refusal, did_you_mean
from campaign.mechanisms.expression import Dice, parse_faces
from campaign.words import say

__all__ = [
    "Asked",
    "Chosen",
    "Dice",
    "DiceLog",
    "DiceSource",
    "Listed",
    "Replayed",
    "Rolled",
    "Seeded",
    "below",
    "parse_faces",
]


def below(random: Random, limit: int) -> int:
    """0 to `limit` - 1; by `random()` alone, the one method that every Python answers alike."""
    return int(random.random() * limit)


class DiceSource(Protocol):
    """Gives the faces of one roll; `part` is the name of the roll in the briefing and the log."""

    def faces(self, part: str, dice: Dice) -> tuple[int, ...]: ...


class Seeded:
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


class Listed:
    """Dice that were rolled on the table, typed in the order in which they are asked for."""

    def __init__(self, faces: Sequence[int]) -> None:
        self._left = list(faces)

    def faces(self, part: str, dice: Dice) -> tuple[int, ...]:
        if not self._left:
            raise Refusal(
                say("The typed dice ran out before “{part}” ({dice}).", part=part, dice=dice),
                say("Type its dice too."),
            )
        many = 1 if dice.d66 and self._left[0] > 9 else dice.count
        typed, self._left = self._left[:many], self._left[many:]
        return _checked(part, dice, typed)

    def finish(self) -> None:
        """Refuses dice that nothing asked for."""
        if self._left:
            extra = " ".join(str(face) for face in self._left)
            raise Refusal(
                say("More dice were typed than are rolled; left over: {extra}.", extra=extra),
                say("Leave them out."),
            )


class Chosen:
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
        if isinstance(self._rest, Seeded):  # so that a re-roll is the one that the seed gives anyway
            self._rest.skip(part)
        return _checked(part, dice, rolls.pop(0))

    def stands(self, part: str, faces: Sequence[int]) -> None:
        """A roll that was made before is not made again: one that was set for it has to be the same."""
        _, rolls = self._left.get(_key(part), (part, []))
        if rolls and tuple(rolls.pop(0)) != tuple(faces):
            shown = " ".join(map(str, faces))
            raise Refusal(
                say("“{part}” was rolled for this before, and it stands: {faces}.", part=part, faces=shown),
                say("Leave it out."),
            )

    def finish(self) -> None:
        """Refuses rolls that were set and never made, then what `rest` refuses."""
        for part, rolls in self._left.values():
            if rolls:
                near = did_you_mean(part, self._rolled)
                raise Refusal(say("No roll here is named “{part}”.", part=part), near)
        _finish(self._rest)


def _each_roll(faces: Sequence[int] | Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    one = tuple(face for face in faces if isinstance(face, int))
    return [one] if one else [tuple(roll) for roll in faces if not isinstance(roll, int)]


class Asked:
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


@dataclass(frozen=True, slots=True)
class Rolled:
    part: str
    dice: Dice
    faces: tuple[int, ...]

    @property
    def total(self) -> int:
        return self.dice.total(self.faces)


class Replayed:
    """Gives earlier rolls again, part by part, while the dice are the same; all else comes from `rest`."""

    def __init__(self, rolled: Iterable[Rolled], rest: DiceSource) -> None:
        self._kept: dict[str, list[Rolled]] = {}
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
        self.rolled: list[Rolled] = []

    def roll(self, part: str, dice: Dice) -> Rolled:
        rolled = Rolled(part, dice, dice.checked(self.source.faces(part, dice)))
        self.rolled.append(rolled)
        return rolled

    def kept(self, part: str, dice: Dice, faces: Sequence[int]) -> Rolled:
        """A roll that was made before and stands. Raises Refusal where the dice have become others since."""
        rolled = Rolled(part, dice, _checked(part, dice, faces))
        if isinstance(self.source, Chosen):
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
        remedy = say("It takes {count} of 1 to {sides}.", count=dice.count, sides=dice.sides)
        raise Refusal(
            say(
                "“{shown}” won’t do for “{part}” ({dice}): {error}",
                shown=shown,
                part=part,
                dice=dice,
                error=error,
            ),
            remedy,
        ) from error


def _finish(source: DiceSource) -> None:
    if isinstance(source, Listed | Chosen | Replayed):
        source.finish()
