"""`campaign roll`: takes a named test, and keeps it in a battle where that is wanted; or rolls on a table
that the battle's mission has for the time of play.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from campaign.errors import Refusal
from campaign.mechanisms.dice import DiceLog, DiceSource, Roll
from campaign.mechanisms.formula import in_formulas
from campaign.mechanisms.named_tests import Last, NamedTest, NamedTestResult, take
from campaign.mechanisms.table import Row, Table, row_at
from campaign.names import meant
from campaign.printing.views import Note, RollView, roll_view
from campaign.record import Record
from campaign.words import say

if TYPE_CHECKING:
    from campaign.campaign import Campaign
    from campaign.content.library import Library
    from campaign.content.mission import PlayTable
    from campaign.ledger.battle import Battle
    from campaign.ledger.entries_io import Author


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


class OnTable(Record, kw_only=False):
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
    return meant(said, known, say("test"))


def roll_on(library: Library, battle: Battle, during: PlayTable, source: DiceSource) -> OnTable:
    """Rolls on a table of the battle's; what came before is rolled again where the table has each row once.

    Raises Refusal where every row has come, and for too many typed dice.
    """
    table, log = library.table(during.table), DiceLog(source)
    before = {row_at(table, total).id for total in _totals(battle, during)} if during.once else set()
    if before >= {row.id for row in table.rows}:
        raise Refusal(
            say("In battle {number} every row of “{name}” has come.", number=battle.number, name=table.name)
        )
    rolls: list[Roll] = []
    while True:
        rolls.append(log.roll(during.table, table.dice))
        row = row_at(table, rolls[-1].total)
        if row.id not in before:
            log.finish()
            return OnTable(during.table, table, row, tuple(rolls))


def _totals(battle: Battle, during: PlayTable) -> list[int]:
    from campaign.ledger.entries import RollStep

    steps = battle.filed.entry.steps
    return [
        each.rolls[-1].total
        for each in steps
        if isinstance(each, RollStep) and each.test == during.table and each.rolls
    ]


def roll(
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
    folder: Campaign, battle: Battle, rolled: NamedTestResult | OnTable, hand: Author, who: str = ""
) -> None:
    """Keeps a roll in an open battle; `who` took it, where that is one team."""
    from campaign.content.replay import rolls_of
    from campaign.ledger.entries import RollStep
    from campaign.ledger.entries_io import append

    step = RollStep(
        kind="roll",
        at=hand.at,
        by=hand.by,
        test=rolled.id if isinstance(rolled, OnTable) else rolled.test.id,
        rolls=rolls_of(rolled.rolls),
        says=tuple(say("{who}: {said}", who=who, said=each) if who else each for each in rolled.says),
    )
    folder.write([append(battle.filed, [step])])


def view_on_table(on: OnTable) -> TestView:
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
