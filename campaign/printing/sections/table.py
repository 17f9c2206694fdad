"""What was rolled on a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from campaign.printing.sections import Section, Words, heading
from campaign.printing.views import RowView, roll_view

if TYPE_CHECKING:
    from campaign.content.made_battle import MadeBattle
    from campaign.content.steps.mission import MissionStep
    from campaign.content.steps.pick import PickStep
    from campaign.content.steps.table import TableStep


class TableSection(Section):
    """The rows that were rolled, or named."""

    do: Literal["table"] = "table"
    rows: tuple[RowView, ...] = ()


def section(battle: MadeBattle, step: TableStep, words: Words) -> TableSection:
    return TableSection(**heading(step), rows=rows_of(battle, step))


def rows_of(battle: MadeBattle, step: MissionStep | PickStep | TableStep) -> tuple[RowView, ...]:
    """The rows that a step brought into the battle, by dice or by name."""
    house = battle.library.house
    views = [
        RowView(
            name=each.row.name,
            text=each.row.text,
            table=each.table.name,
            roll=roll_view(each.rolled),
            origin=each.row.origin or each.table.origin,
            house=house(each.row.where),
        )
        for each in battle.rolled.get(step.id, ())
    ]
    row = battle.picked.get(step.id)
    if row is not None:
        origin = row.origin or ""
        views.append(RowView(name=row.name, text=row.text, table="", origin=origin, house=house(row.where)))
    return tuple(views)
