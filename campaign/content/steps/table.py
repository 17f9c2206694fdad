"""A roll on a table, and on the tables that its rows lead to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from campaign.content.steps import Step
from campaign.files.schema import Id
from campaign.mechanisms.table import roll

if TYPE_CHECKING:
    from campaign.content.made_battle import MadeBattle


class TableStep(Step):
    """A roll on the table that the mission or an earlier row gives to this step; skipped if none does."""

    do: Literal["table"]
    table: Id | None = None


def play(battle: MadeBattle, step: TableStep) -> bool:
    """Rolls on the table that the latest row, the mission or the step names; gives `TableRolls`."""
    from campaign.content.made_battle import TableRolls

    table_id = _table_for(battle, step)
    if table_id is None:
        return False
    library = battle.library
    battle.results[step.id] = TableRolls(roll(step.id, library.table(table_id), battle.log, library.table))
    return True


def _table_for(battle: MadeBattle, step: TableStep) -> str | None:
    for row in reversed(battle.rows):
        if step.id in row.tables:
            return row.tables[step.id]
    if battle.found is not None and step.id in battle.found.tables:
        return battle.found.tables[step.id]
    return step.table
