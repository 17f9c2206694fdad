"""Tests with a name: an expression, a threshold, and what follows, all of it content.

A test is rolled once, several times or between the sides. What a roll means is data too: which side of
the threshold passes, what is added, which rolls count, and what a high total or a double brings besides.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Literal

from campaign.errors import MissingAnswer, Refusal, refuse
from campaign.files.schema import WORD, FileRecord, Id, Origin
from campaign.mechanisms.dice import Dice, DiceLog, Roll
from campaign.mechanisms.formula import Formula
from campaign.mechanisms.order import Order, roll_off
from campaign.record import Record
from campaign.words import say

MOST_TIMES = 100
Last = Callable[[tuple[str, ...]], str]
"""Says who of several sides acted last in the turn before."""


class NamedTestInput(Record):
    """A number that a test needs to know; it is also the name of the option that gives it.

    With `counts` it is how often the test was kept in the battle, this time included, if nobody says
    otherwise.

    `ask` says in a few words what to count, for a prompt and for a refusal.
    """

    id: Annotated[str, WORD]
    ask: str
    default: int | None = None
    least: int = 0
    most: int = 999
    counts: bool = False


class ResultBand(Record):
    """What a total of at least `at_least` means besides, and the dice that it makes the player roll."""

    at_least: Formula
    text: str
    dice: Dice | None = None


class DoublesRule(Record):
    """What follows, passed or not, when all the dice of a roll show the same one of `faces`.

    `origin` stands where it differs from the test's own.
    """

    faces: tuple[int, ...]
    text: str
    dice: Dice | None = None
    origin: Origin | None = None


class NamedTest(FileRecord):
    """A roll with a name: `dice` and `plus` against `target`, once, or `times` times with successes counted.

    `passes` says on which side of the target a roll passes, the target itself included; a roll in
    `natural_passes`, counted before anything is added, passes in any case. `keep` leaves one of several
    rolls. Without `dice` it is a question of the rules alone, and `plus` stands for the roll. With `order`
    each side rolls and ties are rolled again; where `last_wins` is true, a tie goes to the side that is named
    last instead, and `tied` is said. Formulas know the asked numbers and the settings. Texts may use
    `{total}`, `{target}`, `{dice}`, `{successes}`, the asked numbers, in bands and doubles `{further}`, and
    with `order` only `{winner}` and the asked numbers.
    """

    id: Id
    name: str
    text: str
    asks: tuple[NamedTestInput, ...] = ()
    dice: Dice | None = None
    times: Formula | None = None
    keep: Literal["each", "highest", "lowest"] = "each"
    plus: Formula | None = None
    target: Formula | None = None
    passes: Literal["at-least", "at-most"] = "at-least"
    natural_passes: tuple[int, ...] = ()
    order: bool = False
    last_wins: Formula | None = None
    tied: str = ""
    success: str = ""
    failure: str = ""
    bands: tuple[ResultBand, ...] = ()
    doubles: tuple[DoublesRule, ...] = ()
    rules: tuple[str, ...] = ()
    origin: Origin = "rulebook"


class NamedTests(Record):
    """`missions/<system>/tests.yaml`."""

    format: Literal[1] = 1
    tests: tuple[NamedTest, ...]


class NamedTestResult(Record, kw_only=False):
    """A test taken: what was asked, each roll, the successes, and the sentences that follow.

    `total` is that of the rolls kept, with what is added; `passed` is None where nothing is to be reached.
    """

    test: NamedTest
    answers: dict[str, int]
    rolls: tuple[Roll, ...]
    target: int | None
    successes: int
    passed: bool | None
    says: tuple[str, ...]
    order: Order | None = None
    total: int = 0


def fill(text: str, values: Mapping[str, object]) -> str:
    """The text with `{name}` replaced by its value; nothing else in it, or in a value, has a meaning."""
    return re.sub(r"\{(\w+)\}", lambda found: str(values.get(found[1], found[0])), text)


def take(
    test: NamedTest,
    answers: Mapping[str, int],
    settings: Mapping[str, int],
    sides: tuple[str, ...],
    log: DiceLog,
    last: Last | None = None,
) -> NamedTestResult:
    """Takes the test; its rolls are the part of its id, further ones `id.further` and `id.double`.

    `last` is asked who of tied sides acted last, where that decides. Raises Refusal for a number that is
    missing or out of its range, too many dice, too few sides, or a formula with no value.
    """
    numbers = _numbers(test, answers)
    scope = {**settings, **numbers}
    if test.order and test.dice is not None:
        return _between(test, test.dice, numbers, sides, log, last if last_wins(test, scope) else None)
    rolls = _rolled(test, scope, log)
    kept = _kept(test, rolls)
    plus = 0 if test.plus is None else _value(test, test.plus, scope)
    target = None if test.target is None else _value(test, test.target, scope)
    total = sum(rolled.total + plus for rolled in kept) if test.dice else plus
    successes = 0 if target is None else sum(_passes(test, rolled, plus, target) for rolled in kept)
    if target is not None and test.dice is None:
        successes = int(_reaches(test, total, target))
    passed = None if target is None else successes > 0
    values: dict[str, object] = {**numbers, "total": total, "dice": len(rolls), "successes": successes}
    if target is not None:
        values["target"] = target
    says = [fill(test.failure if passed is False else test.success, values)]
    if passed is not False:
        says += _bands(test, scope, total, values, log)
    says += _doubles(test, rolls, values, log)
    says_all = tuple(each for each in says if each)
    return NamedTestResult(test, numbers, rolls, target, successes, passed, says_all, None, total)


def _numbers(test: NamedTest, answers: Mapping[str, int]) -> dict[str, int]:
    numbers = {}
    for ask in test.asks:
        value = answers.get(ask.id, ask.default)
        if value is None:
            raise MissingAnswer(
                say("{name} needs a number: {ask}.", name=test.name, ask=ask.ask),
                say("Give it with {option} N.", option=f"--{ask.id.replace('_', '-')}"),
            )
        if not ask.least <= value <= ask.most:
            sentence = say(
                "{name}: {number} is not allowed for this number: {ask}.",
                name=test.name,
                number=value,
                ask=ask.ask,
            )
            raise Refusal(
                sentence, say("Write a number from {least} to {most}.", least=ask.least, most=ask.most)
            )
        numbers[ask.id] = value
    return numbers


def last_wins(test: NamedTest, scope: Mapping[str, int]) -> bool:
    """Whether a tie goes to whoever acted last in the turn before, instead of another roll."""
    return test.last_wins is not None and bool(_value(test, test.last_wins, scope))


def _between(
    test: NamedTest,
    dice: Dice,
    numbers: dict[str, int],
    sides: tuple[str, ...],
    log: DiceLog,
    last: Last | None,
) -> NamedTestResult:
    if len(sides) < 2 or len(set(sides)) < len(sides):
        refuse(
            "{name} is rolled between two or more sides.", "Name each side once, with --side.", name=test.name
        )
    if last is None:
        order, tied = roll_off(test.id, dice, sides, log), False
    else:
        order, tied = _once(test, dice, sides, log, last)
    rolls = tuple(rolled for _, rolled in order.rolls)
    won = fill(test.tied if tied else test.success, {**numbers, "winner": order.sides[0]})
    return NamedTestResult(test, numbers, rolls, None, 0, None, (won,) if won else (), order)


def _once(
    test: NamedTest, dice: Dice, sides: tuple[str, ...], log: DiceLog, last: Last
) -> tuple[Order, bool]:
    """Each side rolls once; among the highest, if several are, the one that `last` names comes first."""
    rolls = tuple((side, log.roll(f"{test.id}.{side}", dice)) for side in sides)
    best = max(rolled.total for _, rolled in rolls)
    level = tuple(side for side, rolled in rolls if rolled.total == best)
    first = last(level) if len(level) > 1 else level[0]
    placed = sorted(rolls, key=lambda each: (each[0] != first, -each[1].total))
    return Order(tuple(side for side, _ in placed), rolls), len(level) > 1


def _value(test: NamedTest, formula: Formula, scope: Mapping[str, int]) -> int:
    try:
        return formula.value(scope)
    except ValueError as error:
        raise Refusal(str(error), say("Correct it in the test “{test}”.", test=test.id)) from error


def _rolled(test: NamedTest, scope: Mapping[str, int], log: DiceLog) -> tuple[Roll, ...]:
    if test.dice is None:
        return ()
    times = 1 if test.times is None else max(0, _value(test, test.times, scope))
    if times > MOST_TIMES:
        refuse(
            "{name} would roll {dice} too often: {times} times.",
            "The limit is {most}.",
            name=test.name,
            times=times,
            dice=test.dice,
            most=MOST_TIMES,
        )
    dice = test.dice
    return tuple(log.roll(test.id, dice) for _ in range(times))


def _kept(test: NamedTest, rolls: tuple[Roll, ...]) -> tuple[Roll, ...]:
    if test.keep == "each" or not rolls:
        return rolls
    best = max if test.keep == "highest" else min
    return (best(rolls, key=lambda rolled: rolled.total),)


def _passes(test: NamedTest, rolled: Roll, plus: int, target: int) -> bool:
    if rolled.total - rolled.dice.plus in test.natural_passes:
        return True
    return _reaches(test, rolled.total + plus, target)


def _reaches(test: NamedTest, total: int, target: int) -> bool:
    return total >= target if test.passes == "at-least" else total <= target


def _bands(
    test: NamedTest, scope: Mapping[str, int], total: int, values: Mapping[str, object], log: DiceLog
) -> Iterator[str]:
    """The sentence of the highest band reached, if any."""
    reached = [(least, band) for band in test.bands if total >= (least := _value(test, band.at_least, scope))]
    if reached:
        _, band = max(reached, key=lambda each: each[0])
        yield _further(f"{test.id}.further", band, values, log)


def _doubles(
    test: NamedTest, rolls: tuple[Roll, ...], values: Mapping[str, object], log: DiceLog
) -> Iterator[str]:
    for rolled in rolls:
        for double in test.doubles:
            if len(rolled.faces) > 1 and len(set(rolled.faces)) == 1 and rolled.faces[0] in double.faces:
                yield _further(f"{test.id}.double", double, values, log)


def _further(part: str, follows: ResultBand | DoublesRule, values: Mapping[str, object], log: DiceLog) -> str:
    further = log.roll(part, follows.dice).total if follows.dice else ""
    return fill(follows.text, {**values, "further": further})
