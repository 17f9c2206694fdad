"""All choose in secret, reveal together, and resolve by cancel, contest and count.

Options that cancel others come first, so that an option taken away takes nothing away itself; then
sides with the same contested option roll off; then what is left is counted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Literal

from campaign.errors import Refusal
from campaign.files.converters import Between
from campaign.files.schema import FileRecord, Id, Origin, RowFile
from campaign.mechanisms.dice import Dice, DiceLog
from campaign.mechanisms.formula import Formula
from campaign.mechanisms.order import roll_off
from campaign.record import Record
from campaign.words import listed, say


class PickCount(FileRecord):
    """How many a choice lets its side pick: dice, or a formula over `models` (the side's models)."""

    dice: Dice | None = None
    formula: Formula | None = None
    of: str


class WrittenNote(FileRecord):
    """What a choice makes its side write down; with `secret` it is sealed until it comes into play."""

    ask: str
    secret: bool = False


class ChoiceOption(FileRecord):
    """One of the things that a side can secretly choose, and how it meets the choices of the others.

    `on` is the die face that stands for it. `cancels` lists options of which it takes one away from one
    enemy (picked by its side). With `contest`, several sides with this option roll off with that die
    and only the highest keeps it.
    """

    id: Id
    on: Annotated[int, Between(1, 100)]
    name: str
    text: str
    cancels: tuple[Id, ...] = ()
    contest: Dice | None = None
    count: PickCount | None = None
    write: WrittenNote | None = None
    rules: tuple[str, ...] = ()
    origin: Origin | None = None


class Choice(RowFile):
    """All choose in secret, reveal together, and resolve by cancel, contest and count."""

    kind: Literal["choice"]
    rows: tuple[ChoiceOption, ...]


class ResolvedOption(Record, kw_only=False):
    """What became of one side's option: it stands, or `by` took it away (a cancel or a lost contest).

    `against` is the enemy whose option this one cancelled; `number` is its count.
    """

    side: str
    option: ChoiceOption
    stands: bool
    why: Literal["stands", "cancelled", "outrolled"]
    by: str | None = None
    against: str | None = None
    number: int | None = None


Target = Callable[[str, ChoiceOption, tuple[str, ...]], str]
"""Asks a side which of several enemies its option cancels."""


def option_for(choice: Choice, answer: str) -> ChoiceOption:
    """The option of a die face, an id or a name. Raises Refusal with the options."""
    wanted = answer.strip().casefold()
    for option in choice.rows:
        if wanted in (str(option.on), option.id, option.name.casefold()):
            return option
    known = "; ".join(f"{option.on} {option.name}" for option in choice.rows)
    raise Refusal(
        say("“{answer}” is not a choice of {name}.", answer=answer, name=choice.name),
        say("Choose from: {options}.", options=known),
    )


def in_cancel_order(choice: Choice) -> list[ChoiceOption]:
    """The options, each before those that it cancels. Raises ValueError where they cancel in a ring."""
    left = list(choice.rows)
    ordered: list[ChoiceOption] = []
    while left:
        free = [option for option in left if not any(option.id in other.cancels for other in left)]
        if not free:
            raise ValueError(
                say(
                    "These options cancel each other in a circle: {names}.",
                    names=listed(option.id for option in left),
                )
            )
        ordered += free
        left = [option for option in left if option not in free]
    return ordered


def resolve(
    part: str,
    choice: Choice,
    chosen: Mapping[str, ChoiceOption],
    models: Mapping[str, int],
    log: DiceLog,
    target: Target,
) -> tuple[ResolvedOption, ...]:
    """What stands of the revealed options. Roll-offs are the parts `part.<option>.<side>`, counts too."""
    gone: dict[str, tuple[Literal["cancelled", "outrolled"], str]] = {}
    against: dict[str, str] = {}
    for option in in_cancel_order(choice):
        holders = [side for side, other in chosen.items() if other.id == option.id and side not in gone]
        if option.contest and len(holders) > 1:
            order = roll_off(f"{part}.{option.id}", option.contest, tuple(holders), log)
            gone |= dict.fromkeys(order.sides[1:], ("outrolled", order.sides[0]))
            holders = [order.sides[0]]
        for side in holders:
            marks = tuple(s for s, other in chosen.items() if s != side and other.id in option.cancels)
            if marks:
                mark = marks[0] if len(marks) == 1 else target(side, option, marks)
                against[side] = mark
                gone.setdefault(mark, ("cancelled", side))
    return tuple(_resolved(part, side, option, gone, against, models, log) for side, option in chosen.items())


def _resolved(
    part: str,
    side: str,
    option: ChoiceOption,
    gone: Mapping[str, tuple[Literal["cancelled", "outrolled"], str]],
    against: Mapping[str, str],
    models: Mapping[str, int],
    log: DiceLog,
) -> ResolvedOption:
    if side in gone:
        why, by = gone[side]
        return ResolvedOption(side, option, False, why, by, against.get(side))
    number = None
    if option.count and option.count.dice:
        number = log.roll(f"{part}.{option.id}.{side}", option.count.dice).total
    elif option.count and option.count.formula and (side in models or not option.count.formula.names):
        number = option.count.formula.value({"models": models.get(side, 0)})
    return ResolvedOption(side, option, True, "stands", None, against.get(side), number)
