"""`campaign roll` at the terminal: which test, which numbers, whose dice."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from campaign.asking import Question, amount, interview
from campaign.cli.context import library_for
from campaign.cli.terminal import Terminal
from campaign.commands.author import author_named
from campaign.commands.dice import new_seed, typed_dice
from campaign.commands.roll import (
    TestView,
    keep,
    meant_by,
    roll,
    roll_on,
    rolled_on,
    tests_view,
    times_kept,
    view_of,
    view_on_table,
)
from campaign.content.library import Library
from campaign.content.made import settings_of
from campaign.content.mission import PlayTable
from campaign.content.options import extras, numbers
from campaign.errors import MissingAnswer, Refusal, WrongUsage
from campaign.mechanisms.dice import DiceSource, SeededDice
from campaign.mechanisms.named_tests import NamedTest, NamedTestInput, last_wins
from campaign.names import clean, matched, plain
from campaign.record import Record
from campaign.words import either, say

if TYPE_CHECKING:
    from campaign.campaign import Campaign
    from campaign.ledger.battle import Battle


class Rolling(Record, kw_only=False):
    """The options of `campaign roll` as they were typed."""

    test: str | None
    side: Sequence[str]
    second: str | None
    battle: str | None
    keep: bool
    seed: int | None
    dice: str | None
    system: str | None
    by: str | None
    extra: Sequence[str]


def rolled(folder: Campaign | None, asked: Rolling, terminal: Terminal | None) -> tuple[str, Any, Library]:
    """The document, view and content to show: a test taken, or the list of all."""
    library = library_for(folder, asked.system)
    battle = _battle(folder, asked) if library is getattr(folder, "library", None) else None
    tables = rolled_on(library, battle)
    if battle is None and folder is not None and _only_a_battle_knows(folder, library, asked):
        battle = folder.battle(None, open_only=True)
    if asked.test is None:
        return "tests", tests_view(library, tables), library
    if asked.test.startswith("-"):
        raise WrongUsage(say("Name the test first, then its options."))
    test = meant_by(library, tables, asked.test)
    if isinstance(test, PlayTable):
        assert folder is not None
        assert battle is not None
        return "test", _on_table(folder, battle, test, asked), library
    house = folder.settings if folder is not None and library is folder.library else {}
    settings = settings_of(library.system(), house)
    keeping = asked.keep or asked.battle is not None
    if keeping and battle is None:
        raise Refusal(
            say("There is no campaign to keep this roll in."), say("Leave --keep and --battle out.")
        )
    counted = times_kept(battle, test) + 1 if battle is not None else None
    answers = _answers(test, asked.extra, counted, terminal)
    scope = {**settings, **{ask.id: ask.default for ask in test.asks if ask.default is not None}, **answers}
    if not asked.second and terminal is None and last_wins(test, scope):
        raise MissingAnswer(
            say("{name}: a tie goes to whoever acted second in the turn before.", name=test.name),
            say("Say who that was with --second."),
        )
    last = partial(_last, asked.second, terminal)
    tested = roll(test, answers, settings, _sides(battle, asked), _source(asked), last)
    if keeping and battle is not None and folder is not None:
        keep(folder, battle, tested, author_named(asked.by))
    return "test", view_of(tested), library


def _only_a_battle_knows(folder: Campaign, library: Library, asked: Rolling) -> bool:
    """Whether several battles are open and what is asked for is no test, so that it may be a table of one."""
    several = sum(battle.status == "open" for battle in folder.state.battles) > 1
    named = any(plain(name).startswith(plain(asked.test or "")) for name in library.tests())
    return several and library is folder.library and not named


def _on_table(folder: Campaign, battle: Battle, during: PlayTable, asked: Rolling) -> TestView:
    """A roll on a table of the battle's, which is always kept: later rolls depend on it."""
    extras(asked.extra, [], [])
    if asked.side or asked.second:
        raise WrongUsage(say("“{name}” is rolled for the battle, not by a side.", name=during.table))
    on = roll_on(folder.library, battle, during, _source(asked))
    keep(folder, battle, on, author_named(asked.by))
    return view_on_table(on)


def _battle(folder: Campaign | None, asked: Rolling) -> Battle | None:
    """The battle that a roll is kept in, or whose sides roll: the one that is named, or open alone."""
    if folder is None:
        return None
    waiting = [battle for battle in folder.state.battles if battle.status == "open"]
    if asked.keep or asked.battle is not None:
        return folder.battle(asked.battle, open_only=True)
    return waiting[0] if len(waiting) == 1 else None


def _sides(battle: Battle | None, asked: Rolling) -> list[str]:
    """Who rolls: as said, which is kept of the battle's own sides alone; else all of these."""
    if battle is None or (asked.side and not asked.keep and asked.battle is None):
        return [clean(name, say("side")) for name in asked.side]
    names = [side.name for side in battle.sides]
    return [matched(name, names, say("side in this battle")) for name in asked.side] or names


def _last(second: str | None, terminal: Terminal | None, level: tuple[str, ...]) -> str:
    """Who of the tied sides acted second in the turn before: as said, or as asked."""
    if second is not None:
        return matched(second, level, say("tied side"))
    text = say("A tie. Who acted second in the turn before, {names}?", names=either(level))
    asked = Question("second", text, lambda said: matched(said, level, say("tied side")), option="--second")
    found: str = interview([asked], terminal)["second"]
    return found


def _source(asked: Rolling) -> DiceSource:
    typed = typed_dice(asked.dice, False, asked.seed, None)
    return SeededDice(new_seed() if asked.seed is None else asked.seed) if typed is None else typed


def _answers(
    test: NamedTest, extra: Sequence[str], counted: int | None, terminal: Terminal | None
) -> dict[str, int]:
    """The numbers of a test: from options, else asked; a default is taken where nobody sits at a terminal."""
    given = numbers(extras(extra, [ask.id for ask in test.asks], []))
    defaults = {ask.id: counted if ask.counts and counted is not None else ask.default for ask in test.asks}
    talk = terminal is not None and sys.stdin.isatty() and not given
    left = [ask for ask in test.asks if ask.id not in given]
    asked = interview(
        [_question(ask, defaults[ask.id]) for ask in left if talk or defaults[ask.id] is None], terminal
    )
    known = {name: default for name, default in defaults.items() if default is not None}
    return known | asked | given


def _question(ask: NamedTestInput, default: int | None) -> Question:
    option = f"--{ask.id.replace('_', '-')}"
    shown = None if default is None else str(default)
    return Question(ask.id, ask.ask, partial(_number, ask), shown, option)


def _number(ask: NamedTestInput, text: str) -> int:
    number = amount(text)
    if number is None or not ask.least <= number <= ask.most:
        raise ValueError(say("Write a number from {least} to {most}.", least=ask.least, most=ask.most))
    return number
