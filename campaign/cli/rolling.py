"""`campaign roll` at the terminal: which test, which numbers, whose dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import typer

from campaign.asking import Question, amount, interview
from campaign.cli.desk import extras, hand, numbers
from campaign.cli.making import library_for, new_seed, typed_dice
from campaign.cli.terminal import Terminal
from campaign.commands.roll import keep, roll, test_of, tests_view, view_of
from campaign.content.made import settings_of
from campaign.content.packs import Library
from campaign.errors import MissingAnswer, Refusal
from campaign.mechanisms.dice import DiceSource, Seeded
from campaign.mechanisms.named_test import Ask, NamedTest, last_wins
from campaign.names import clean
from campaign.words import say

if TYPE_CHECKING:
    from campaign.folder import Folder

__all__ = ["Rolling", "rolled"]


@dataclass(frozen=True, slots=True)
class Rolling:
    """The options of `campaign roll` as they were typed."""

    test: str | None
    side: Sequence[str]
    battle: str | None
    keep: bool
    seed: int | None
    dice: str | None
    system: str | None
    by: str | None
    extra: Sequence[str]


def rolled(folder: Folder | None, asked: Rolling, terminal: Terminal | None) -> tuple[str, Any, Library]:
    """The document, view and content to show: a test taken, or the list of all."""
    library = library_for(folder, asked.system)
    if asked.test is None:
        return "tests", tests_view(library), library
    if asked.test.startswith("-"):
        raise typer.BadParameter(say("Name the test first, then its options."))
    test = test_of(library, asked.test)
    house = folder.settings if folder is not None and library is folder.library else {}
    settings = settings_of(library.system(), house)
    battle = None
    if asked.keep or asked.battle is not None:
        if folder is None:
            raise Refusal(
                say("There is no campaign to keep this roll in."), say("Leave --keep and --battle out.")
            )
        battle = folder.battle(asked.battle, open_only=True)
    sides = [clean(name, say("side")) for name in asked.side] or (
        [side.name for side in battle.sides] if battle else []
    )
    answers = _answers(test, asked.extra, terminal)
    defaults = {ask.id: ask.default for ask in test.asks if ask.default is not None}
    if not asked.side and last_wins(test, {**settings, **defaults, **answers}):
        raise MissingAnswer(
            say("{name}: a tie goes to whoever acted last in the turn before.", name=test.name),
            say("Name the sides with --side, in the order in which they acted then."),
        )
    tested = roll(test, answers, settings, sides, _source(asked))
    if battle is not None and folder is not None:
        keep(folder, battle, tested, hand(asked.by))
    return "test", view_of(tested), library


def _source(asked: Rolling) -> DiceSource:
    typed = typed_dice(asked.dice, False, asked.seed, None)
    return Seeded(new_seed() if asked.seed is None else asked.seed) if typed is None else typed


def _answers(test: NamedTest, extra: Sequence[str], terminal: Terminal | None) -> dict[str, int]:
    """The numbers of a test: from options, else defaults, else asked."""
    given = extras(extra, [ask.id for ask in test.asks], [])
    answers = numbers(given)
    left = [ask for ask in test.asks if ask.id not in answers and ask.default is None]
    asked = interview([_question(ask) for ask in left], terminal)
    return answers | asked


def _question(ask: Ask) -> Question:
    return Question(ask.id, ask.ask, partial(_number, ask), option=f"--{ask.id.replace('_', '-')}")


def _number(ask: Ask, text: str) -> int:
    number = amount(text)
    if number is None or not ask.least <= number <= ask.most:
        raise ValueError(say("Write a number from {least} to {most}.", least=ask.least, most=ask.most))
    return number
