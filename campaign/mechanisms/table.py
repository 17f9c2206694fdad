"""Tables to roll on, rows that cover every result exactly once, nested; and catalogues to pick from.

A row may bring terms and effects into the battle, name a mission, or send the roll on to another
table. Proof that a table is whole is by enumeration of what its dice can show.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from campaign.errors import Refusal
from campaign.files.schema import FileRecord, Id, Origin, RowFile, Span
from campaign.mechanisms.board import Layout
from campaign.mechanisms.dice import Dice, DiceLog, Roll
from campaign.mechanisms.effects import Effect
from campaign.mechanisms.terms import Term
from campaign.record import Record, field
from campaign.words import say

MOST_NESTED = 8


class Row(FileRecord):
    """A row of a table or of a catalogue: a result, what it says and what it brings into the battle.

    `on` is the span of results (tables only). `table` is rolled on next. `tables` gives later table
    steps of the procedure the table to roll on, by the step's id; `skips` takes steps out of it. `layout` is
    the board of a mission that brings none, and `sizes` the only sizes of battle that the row is for.
    """

    id: Id
    name: str
    on: Span | None = None
    text: str = ""
    mission: Id | None = None
    layout: Layout | None = None
    sizes: tuple[Id, ...] = ()
    table: Id | None = None
    tables: dict[str, Id] = field(default_factory=dict)
    skips: tuple[Id, ...] = ()
    terms: tuple[Term, ...] = ()
    effects: tuple[Effect, ...] = ()
    rules: tuple[str, ...] = ()
    origin: Origin | None = None


class Table(RowFile):
    """A die expression, and rows that cover each of its results exactly once."""

    kind: Literal["table"]
    dice: Dice
    rows: tuple[Row, ...]


class Catalogue(RowFile):
    """Rows to pick from by name; nobody rolls for them."""

    kind: Literal["catalogue"]
    rows: tuple[Row, ...]


class TableRoll(Record, kw_only=False):
    """One roll on one table: the part's name, the dice, the table and the row they chose."""

    part: str
    rolled: Roll
    table: Table
    row: Row


def row_at(table: Table, result: int) -> Row:
    """The row for a result; `check` proves that there is exactly one."""
    for row in table.rows:
        if row.on is not None and result in row.on:
            return row
    raise Refusal(
        say("The table “{name}” has no row for {result}.", name=table.name, result=result),
        say("Run “campaign check” on its folder."),
    )


def roll(part: str, table: Table, log: DiceLog, find: Callable[[str], Table]) -> tuple[TableRoll, ...]:
    """Rolls, and rolls on where a row names a further table; the parts are `part`, `part.<table id>`, …"""
    landed: list[TableRoll] = []
    name = part
    for _ in range(MOST_NESTED):
        rolled = log.roll(name, table.dice)
        row = row_at(table, rolled.total)
        landed.append(TableRoll(name, rolled, table, row))
        if row.table is None:
            return tuple(landed)
        name, table = f"{part}.{row.table}", find(row.table)
    raise Refusal(
        say(
            "The tables of “{part}” lead on more than {most} times.",
            part=part,
            most=MOST_NESTED,
        ),
        say("Make sure that no table leads back to an earlier one."),
    )


def gaps(table: Table) -> tuple[list[int], list[int], list[Row]]:
    """Results that no row covers, results that several cover, and rows that no result reaches."""
    results = list(table.dice.results())
    hits = {result: [row for row in table.rows if row.on and result in row.on] for result in results}
    reached = {row.id for rows in hits.values() for row in rows}
    return (
        [result for result, rows in hits.items() if not rows],
        [result for result, rows in hits.items() if len(rows) > 1],
        [row for row in table.rows if row.id not in reached],
    )
