"""Tables: every result has exactly one row, rows lead to what is there, and nothing leads in a ring."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from campaign.checks.files import Content, check
from campaign.content.steps.choice import ChoiceStep
from campaign.content.steps.draft import DraftStep
from campaign.content.steps.draw import DrawStep
from campaign.content.steps.mission import MissionStep
from campaign.content.steps.pick import PickStep
from campaign.content.steps.table import TableStep
from campaign.errors import Problem, did_you_mean, no_such
from campaign.mechanisms.choice import in_cancel_order
from campaign.mechanisms.table import Row, Table, gaps
from campaign.words import listed, say

if TYPE_CHECKING:
    from campaign.files.converters import Path_
    from campaign.files.schema import Where
    from campaign.mechanisms.draft import DraftRow

UNKNOWN = {
    "table": "unknown-table", "catalogue": "unknown-catalogue", "choice": "unknown-choice",
    "deck": "unknown-deck",
}  # fmt: skip


@check
def every_result_has_one_row(content: Content) -> Iterator[Problem]:
    for table in content.tables.values():
        if any(row.on is None for row in table.rows):
            for row in table.rows:
                if row.on is None:
                    message = say("The row “{name}” has no results.", name=row.name)
                    yield content.problem("missing-key", row.where, (), message, say("Add a line “on: …”."))
            continue
        none, several, unreached = gaps(table)
        if none:
            message = say(
                "No row covers these results of {dice}: {results}.", results=_spans(none), dice=table.dice
            )
            house = _house_rows(table)
            where, path = (house[0].where, ("on",)) if house else (table.where, ("rows",))
            remedy = say("Add them to the “on” of a row.")
            yield content.problem("table-gap", where, path, message, remedy, not house)
        for row, results in _extra(table, several):
            spans = _spans(results)
            message = (
                say("Several rows cover these results: {results}.", results=spans)
                if len(results) > 1
                else say("Several rows cover this result: {results}.", results=spans)
            )
            yield content.problem(
                "table-overlap", row.where, ("on",), message, say("Let only one row cover each result.")
            )
        for row in unreached:
            message = say("{dice} can’t roll {results}.", dice=table.dice, results=row.on)
            yield content.problem("table-unreachable", row.where, ("on",), message, say("Remove the row."))


def _house_rows(table: Table) -> list[Row]:
    """The rows that stand in another file than the table: a whole table was spoilt by one of them."""
    return [row for row in table.rows if row.where.file != table.where.file]


def _extra(table: Table, several: list[int]) -> list[tuple[Row, list[int]]]:
    """The rows to blame for results that several have: a house row, else the last of them."""
    blamed: dict[str, tuple[Row, list[int]]] = {}
    for result in several:
        rows = [row for row in table.rows if row.on and result in row.on]
        house = [row for row in _house_rows(table) if row in rows]
        row = (house or rows)[-1]
        blamed.setdefault(row.id, (row, []))[1].append(result)
    return list(blamed.values())


def _spans(results: list[int]) -> str:
    return listed([*results[:12], *(["…"] if len(results) > 12 else [])])


def _links(content: Content) -> Iterator[tuple[Where, Path_, str, str]]:
    """Every place that names a card: the record, the path, the kind of card, and its id."""
    yield from ((row.where, ("cards",), "catalogue", row.cards) for row in _drafted(content))
    for step in content.system.procedure if content.system else ():
        if isinstance(step, MissionStep):
            for sides, name in step.tables.items():
                yield step.where, ("tables", sides), "table", name
        elif isinstance(step, PickStep):
            yield step.where, ("from",), "catalogue", step.from_
        elif isinstance(step, TableStep) and step.table:
            yield step.where, ("table",), "table", step.table
        elif isinstance(step, ChoiceStep):
            yield step.where, ("choice",), "choice", step.choice
        elif isinstance(step, DrawStep):
            yield step.where, ("deck",), "deck", step.deck
    yield from ((row.where, ("table",), "table", row.table) for row in content.rows() if row.table)
    for mission in content.missions.values():
        yield from ((each.where, ("table",), "table", each.table) for each in mission.during)
    for bearer in content.bearers():
        for step_id, name in bearer.tables.items():
            yield bearer.where, ("tables", step_id), "table", name


def _drafted(content: Content) -> list[DraftRow]:
    """The rows of every draft."""
    steps = content.system.procedure if content.system else ()
    return [row for step in steps if isinstance(step, DraftStep) for row in step.rows]


@check
def cards_are_there(content: Content) -> Iterator[Problem]:
    there = set(content.library.card_ids())
    for where, path, kind, name in _links(content):
        if name not in there:
            same_kind = [card for card in there if content.kinds.get(card) == kind]
            near = did_you_mean(name, same_kind) or say(
                "Write cards/{system}/{name}.yaml.", system=content.library.id, name=name
            )
            yield content.problem(
                UNKNOWN[kind],
                where,
                path,
                no_such(kind, name),
                near,
            )
        elif content.kinds.get(name, kind) != kind:
            message = say(
                "“{name}” has “kind: {found}”, but “kind: {wanted}” is needed here.",
                name=name,
                found=content.kinds[name],
                wanted=kind,
            )
            remedy = say("Name one of that kind.")
            yield content.problem(UNKNOWN[kind], where, path, message, remedy)


def _leaves(content: Content, table_id: str, seen: set[str]) -> Iterator[Row]:
    """The rows at which a roll on the table can end."""
    if table_id in seen or table_id not in content.tables:
        return
    seen.add(table_id)
    for row in content.tables[table_id].rows:
        if row.table:
            yield from _leaves(content, row.table, seen)
        else:
            yield row


def _mission_rows(content: Content) -> Iterator[tuple[str, Row]]:
    """Each row that a table of missions can end at, with the number of sides as the procedure writes it."""
    for step in content.system.procedure if content.system else ():
        if isinstance(step, MissionStep):
            for sides, table_id in step.tables.items():
                for row in _leaves(content, table_id, set()):
                    yield sides, row


@check
def missions_are_there(content: Content) -> Iterator[Problem]:
    """A row of missions without `mission` names the one that has its id."""
    known = content.library.mission_ids()
    wanted = {id(row): (row, ("mission",) if row.mission else ("id",)) for _, row in _mission_rows(content)}
    wanted |= {id(row): (row, ("mission",)) for row in content.rows() if row.mission}
    for row, path in wanted.values():
        name = row.mission or row.id
        if name not in known:
            near = did_you_mean(name, known) or say(
                "Write missions/{system}/{name}.yaml.", system=content.library.id, name=name
            )
            yield content.problem(
                "unknown-mission", row.where, path, say("There is no mission “{name}”.", name=name), near
            )


@check
def missions_have_layouts(content: Content) -> Iterator[Problem]:
    reported = set()
    for sides, row in _mission_rows(content):
        name = row.mission or row.id
        mission = content.missions.get(name)
        if mission is None or not mission.layouts or (name, sides) in reported:
            continue
        reported.add((name, sides))
        if sides not in [str(layout.sides) for layout in mission.layouts]:
            yield content.problem(
                "missing-layout",
                mission.where,
                ("layouts",),
                say(
                    "“{name}” has no layout for {sides} sides, but a table of missions leads to it.",
                    name=mission.name,
                    sides=sides,
                ),
                say("Add the layout, or remove the mission from that table."),
                True,
            )


@check
def tables_do_not_nest_in_a_ring(content: Content) -> Iterator[Problem]:
    for table_id, table in content.tables.items():
        for row in table.rows:
            if row.table and table_id in _below(content, row.table):
                message = say("Rolling on here leads back to “{name}”.", name=table.name)
                remedy = say("Lead on to a table where the rolling ends.")
                yield content.problem("table-ring", row.where, ("table",), message, remedy)


def _below(content: Content, table_id: str) -> set[str]:
    """The table and all that its rows lead on to."""
    found: set[str] = set()
    ahead = [table_id]
    while ahead:
        name = ahead.pop()
        if name not in found and name in content.tables:
            found.add(name)
            ahead += [row.table for row in content.tables[name].rows if row.table]
    return found


@check
def terms_differ_in_a_battle(content: Content) -> Iterator[Problem]:
    """A mission's terms and those that its tables and a catalogue bring have ids of their own."""
    if not (system := content.system):
        return
    picked = [step.from_ for step in system.procedure if isinstance(step, PickStep)]
    picked += [row.cards for row in _drafted(content)]
    own = {step.id: step.table for step in system.procedure if isinstance(step, TableStep) and step.table}
    rows = [row for name in picked if name in content.catalogues for row in content.catalogues[name].rows]
    by_pick = [name for row in rows for name in row.tables.values()]
    for mission in content.missions.values():
        named = [*{**own, **mission.tables}.values(), *by_pick]
        reached = set().union(*(_below(content, name) for name in named))
        bring = [*rows, *(row for name in sorted(reached) for row in content.tables[name].rows)]
        for term in mission.terms:
            names = [row.name for row in bring if term.id in (other.id for other in row.terms)]
            if names:
                message = say(
                    "The row “{row}” can bring the same term into one battle: “{term}”.",
                    row=names[0],
                    term=term.id,
                )
                yield content.problem(
                    "duplicate-id", term.where, ("id",), message, say("Give each a different id.")
                )


@check
def cancels_name_options(content: Content) -> Iterator[Problem]:
    for choice in content.choices.values():
        known = [option.id for option in choice.rows]
        for option in choice.rows:
            for index, name in enumerate(option.cancels):
                if name not in known:
                    message = say("“{choice}” has no option “{option}”.", choice=choice.name, option=name)
                    near = did_you_mean(name, known)
                    yield content.problem("unknown-option", option.where, ("cancels", index), message, near)


@check
def nothing_cancels_in_a_ring(content: Content) -> Iterator[Problem]:
    for choice in content.choices.values():
        try:
            in_cancel_order(choice)
        except ValueError as error:
            remedy = say("An option may not cancel one that cancels it.")
            yield content.problem("cancel-ring", choice.where, ("rows",), str(error), remedy, True)
