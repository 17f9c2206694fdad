"""`campaign roll`: takes a named test, and keeps it in a battle where that is wanted; or rolls on a table
that the battle's mission has for the time of play.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from campaign.asking import Asker, Question, amount, interview
from campaign.commands.author import author_named
from campaign.commands.dice import typed_or_rolled
from campaign.content.lookup import extras, numbers
from campaign.content.made_battle import settings_of
from campaign.content.mission import PlayTable
from campaign.errors import MissingAnswer, WrongUsage, refuse
from campaign.mechanisms.dice import DiceLog, DiceSource, Roll
from campaign.mechanisms.formula import in_formulas
from campaign.mechanisms.named_tests import Last, NamedTest, NamedTestInput, NamedTestResult, last_wins, take
from campaign.mechanisms.table import Row, Table, row_at
from campaign.names import clean, matched, meant, plain
from campaign.printing.views import Note, RollView, roll_view
from campaign.record import Record
from campaign.words import listed, say

if TYPE_CHECKING:
    from campaign.campaign import Campaign
    from campaign.content.library import Library
    from campaign.ledger.battle import Battle
    from campaign.ledger.entries_io import Author


class RollOptions(Record):
    """What `campaign roll` is called with; `extra` are the numbers that the test asks for."""

    test: str | None = None
    side: tuple[str, ...] = ()
    second: str | None = None
    battle: str | None = None
    keep: bool = False
    seed: int | None = None
    dice: str | None = None
    by: str | None = None
    extra: tuple[str, ...] = ()

    @property
    def keeps(self) -> bool:
        """Whether a test is to be kept; a roll on a table always is."""
        return self.keep or self.battle is not None


def roll(
    campaign: Campaign | None, library: Library, options: RollOptions, asker: Asker | None
) -> tuple[str, TestView | TestsView]:
    """The document and view to show: a test taken, or the list of all. `campaign` plays the game, if any."""
    battle = _battle(campaign, options)
    tables = rolled_on(library, battle)
    if battle is None and campaign is not None and _only_a_battle_knows(campaign, options):
        battle = campaign.battle(None, open_only=True)
    if options.test is None:
        return "tests", tests_view(library, tables)
    if options.test.startswith("-"):
        raise WrongUsage(say("Put the test first, then its options."))
    test = meant_by(library, tables, options.test)
    if isinstance(test, PlayTable):
        assert campaign is not None
        assert battle is not None
        return "test", _on_table(campaign, battle, test, options)
    settings = settings_of(library.system(), campaign.settings if campaign is not None else {})
    if options.keeps and battle is None:
        refuse("There is no campaign here to keep this roll in.", "Leave out --keep and --battle.")
    counted = times_kept(battle, test) + 1 if battle is not None else None
    answers = _answers(test, options.extra, counted, asker)
    scope = {**settings, **{ask.id: ask.default for ask in test.asks if ask.default is not None}, **answers}
    if not options.second and asker is None and last_wins(test, scope):
        raise MissingAnswer(
            say("{name}: a tie goes to whoever acted second last turn.", name=test.name),
            say("Name them with --second."),
        )
    last = partial(_last, options.second, asker)
    tested = taken(
        test, answers, settings, _sides(battle, options), typed_or_rolled(options.dice, options.seed), last
    )
    if options.keeps and battle is not None and campaign is not None:
        keep(campaign, battle, tested, author_named(options.by))
    return "test", view_of(tested)


def _only_a_battle_knows(campaign: Campaign, options: RollOptions) -> bool:
    """Whether several battles are open and what is asked for is no test, so that it may be a table of one."""
    several = sum(battle.status == "open" for battle in campaign.state.battles) > 1
    named = any(plain(name).startswith(plain(options.test or "")) for name in campaign.library.tests())
    return several and not named


def _on_table(campaign: Campaign, battle: Battle, during: PlayTable, options: RollOptions) -> TestView:
    """A roll on a table of the battle's, which is always kept: later rolls depend on it."""
    extras(options.extra, [], [])
    if options.side or options.second:
        raise WrongUsage(say("“{name}” is rolled for the battle, not by a side.", name=during.table))
    on = roll_on(campaign.library, battle, during, typed_or_rolled(options.dice, options.seed))
    keep(campaign, battle, on, author_named(options.by))
    return view_on_table(on)


def _battle(campaign: Campaign | None, options: RollOptions) -> Battle | None:
    """The battle that a roll is kept in, or whose sides roll: the one that is named, or open alone."""
    if campaign is None:
        return None
    waiting = [battle for battle in campaign.state.battles if battle.status == "open"]
    if options.keeps:
        return campaign.battle(options.battle, open_only=True)
    return waiting[0] if len(waiting) == 1 else None


def _sides(battle: Battle | None, options: RollOptions) -> list[str]:
    """Who rolls: as said, which is kept of the battle's own sides alone; else all of these."""
    if battle is None or (options.side and not options.keeps):
        return [clean(name) for name in options.side]
    names = [side.name for side in battle.sides]
    return [
        matched(name, names, say("There is no side “{said}” in this battle.", said=name))
        for name in options.side
    ] or names


def _last(second: str | None, asker: Asker | None, level: tuple[str, ...]) -> str:
    """Who of the tied sides acted second in the turn before: as said, or as asked."""
    if second is not None:
        return matched(second, level, say("“{said}” is not one of the tied sides.", said=second))
    text = say("A tie. Who acted second last turn, {names}?", names=listed(level))
    asked = Question(
        "second",
        text,
        lambda said: matched(said, level, say("“{said}” is not one of the tied sides.", said=said)),
        option="--second",
    )
    found: str = interview([asked], asker)["second"]
    return found


def _answers(
    test: NamedTest, extra: Sequence[str], counted: int | None, asker: Asker | None
) -> dict[str, int]:
    """The numbers of a test: from options, else asked; a default is taken where nobody sits at a terminal."""
    given = numbers(extras(extra, [ask.id for ask in test.asks], []))
    defaults = {ask.id: counted if ask.counts and counted is not None else ask.default for ask in test.asks}
    talk = asker is not None and asker.interactive and not given
    left = [ask for ask in test.asks if ask.id not in given]
    asked = interview(
        [_question(ask, defaults[ask.id]) for ask in left if talk or defaults[ask.id] is None], asker
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


class TestView(Record):
    """A test as it was taken: the numbers it was told, each roll, and what follows."""

    __test__ = False

    id: str
    name: str
    text: str
    origin: str
    rules: tuple[str, ...]
    asked: tuple[Note, ...]
    rolls: tuple[RollView, ...]
    target: int | None
    successes: int
    passed: bool | None
    order: tuple[str, ...]
    says: tuple[str, ...]


class TestsView(Record):
    """Every test of a system; a note's mark holds its options."""

    __test__ = False

    system_name: str
    tests: tuple[Note, ...]


class PlayTableRoll(Record, kw_only=False):
    """A roll on a table of the battle's: every roll, of which the last one stands, and the row that came."""

    id: str
    table: Table
    row: Row
    rolls: tuple[Roll, ...]

    @property
    def says(self) -> tuple[str, ...]:
        return (self.row.text or self.row.name,)


def tests_view(library: Library, tables: Mapping[str, PlayTable]) -> TestsView:
    """The tests that `campaign roll` knows, and the tables of the battle that is played."""
    tests = tuple(
        Note(
            name=test.id,
            text=test.text,
            mark=" ".join(f"--{ask.id.replace('_', '-')} N" for ask in test.asks),
            more="; ".join(f"--{ask.id.replace('_', '-')}: {ask.ask}" for ask in test.asks),
            origin=test.origin,
            house=library.house(test.where),
        )
        for test in library.tests().values()
    )
    for name in tables:
        table = library.table(name)
        tests += (Note(name=name, text=table.about, origin=table.origin, house=library.house(table.where)),)
    return TestsView(system_name=library.system().name, tests=tests)


def rolled_on(library: Library, battle: Battle | None) -> dict[str, PlayTable]:
    """The tables that are rolled on while the battle is played, by id."""
    if battle is None:
        return {}
    setup = battle.setup
    sizes = {in_formulas(size.id): int(_is_size(battle, size.id)) for size in library.system().sizes}
    scope = {**setup.settings, **sizes, "sides": len(battle.sides), "rounds": setup.rounds}
    return {
        each.table: each
        for each in library.mission(setup.mission.id).during
        if each.when is None or each.when.value(scope)
    }


def _is_size(battle: Battle, size: str) -> bool:
    return battle.setup.size is not None and battle.setup.size.id == size


def meant_by(library: Library, tables: Mapping[str, PlayTable], said: str) -> NamedTest | PlayTable:
    """The test or table of an id, or of a unique beginning. Raises Refusal."""
    known: dict[str, NamedTest | PlayTable] = {**tables, **library.tests()}
    return meant(said, known, say("There is no test “{said}”.", said=said))


def roll_on(library: Library, battle: Battle, during: PlayTable, source: DiceSource) -> PlayTableRoll:
    """Rolls on a table of the battle's; what came before is rolled again where the table has each row once.

    Raises Refusal where every row has come, and for too many typed dice.
    """
    table, log = library.table(during.table), DiceLog(source)
    before = {row_at(table, total).id for total in _totals(battle, during)} if during.once else set()
    if before >= {row.id for row in table.rows}:
        refuse(
            "Every row of “{name}” has already been rolled in battle {number}.",
            number=battle.number,
            name=table.name,
        )
    rolls: list[Roll] = []
    while True:
        rolls.append(log.roll(during.table, table.dice))
        row = row_at(table, rolls[-1].total)
        if row.id not in before:
            log.finish()
            return PlayTableRoll(during.table, table, row, tuple(rolls))


def _totals(battle: Battle, during: PlayTable) -> list[int]:
    from campaign.ledger.entries import RollStep

    steps = battle.filed.entry.steps
    return [
        each.rolls[-1].total
        for each in steps
        if isinstance(each, RollStep) and each.test == during.table and each.rolls
    ]


def taken(
    test: NamedTest,
    answers: Mapping[str, int],
    settings: Mapping[str, int],
    sides: Sequence[str],
    source: DiceSource,
    last: Last | None = None,
) -> NamedTestResult:
    """Takes the test; typed dice that nothing asked for are refused."""
    log = DiceLog(source)
    tested = take(test, answers, settings, tuple(sides), log, last)
    log.finish()
    return tested


def times_kept(battle: Battle, test: NamedTest) -> int:
    """How often a test has been kept in a battle."""
    from campaign.ledger.entries import RollStep

    steps = battle.filed.entry.steps
    return sum(1 for step in steps if isinstance(step, RollStep) and step.test == test.id)


def keep(
    campaign: Campaign, battle: Battle, rolled: NamedTestResult | PlayTableRoll, author: Author, who: str = ""
) -> None:
    """Keeps a roll in an open battle; `who` took it, where that is one team."""
    from campaign.content.replay import rolls_of
    from campaign.ledger.entries import RollStep
    from campaign.ledger.entries_io import append

    step = RollStep(
        kind="roll",
        at=author.at,
        by=author.by,
        test=rolled.id if isinstance(rolled, PlayTableRoll) else rolled.test.id,
        rolls=rolls_of(rolled.rolls),
        says=tuple(say("{who}: {said}", who=who, said=each) if who else each for each in rolled.says),
    )
    campaign.write([append(battle.filed, [step])])


def view_on_table(on: PlayTableRoll) -> TestView:
    """What is shown of a roll on a table."""
    return TestView(
        id=on.id,
        name=on.table.name,
        text=on.table.about,
        origin=on.row.origin or on.table.origin,
        rules=on.table.rules,
        asked=(),
        rolls=tuple(roll_view(each) for each in on.rolls),
        target=None,
        successes=0,
        passed=None,
        order=(),
        says=on.says,
    )


def view_of(tested: NamedTestResult) -> TestView:
    """What is shown of a test that was taken."""
    test = tested.test
    return TestView(
        id=test.id,
        name=test.name,
        text=test.text,
        origin=test.origin,
        rules=test.rules,
        asked=tuple(
            Note(name=ask.id.replace("_", "-"), text=ask.ask, mark=str(tested.answers[ask.id]))
            for ask in test.asks
            if ask.id in tested.answers
        ),
        rolls=tuple(roll_view(each) for each in tested.rolls),
        target=tested.target,
        successes=tested.successes,
        passed=tested.passed,
        order=tested.order.sides if tested.order else (),
        says=tested.says,
    )
