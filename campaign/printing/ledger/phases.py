"""The phases of a campaign as view records: the table that was kept, and what it would be by now.

A closed phase is shown by the names of its own day; what was corrected since is told beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import TYPE_CHECKING

from campaign.ledger.phases import Column, PhaseRank, PhaseStep, differences
from campaign.printing.ledger.views import CellView, ColumnView, PhaseLine, RankView, TableView, TotalView
from campaign.record import Record

if TYPE_CHECKING:
    from campaign.ledger.state import CampaignState, ClosedPhase


class SinceView(Record):
    """A number that would be otherwise by now; `what` is empty for the place, None: not in that table."""

    team: str
    what: str
    kept: int | None
    now: int | None


class PhaseView(Record):
    """A closed phase: its table as it was kept, who led and by what, and what would be `since` otherwise.

    `recorded` are its battles that have a result by now, `carry` is what goes on: `all`, `resources` or
    `nothing`.
    """

    name: str
    phase: str
    entry: str
    tail: str
    closed: date
    by: str
    reason: str
    carry: str
    corrected: bool
    battles: int
    recorded: int
    table: TableView
    since: tuple[SinceView, ...]


def phase_lines(state: CampaignState) -> tuple[PhaseLine, ...]:
    """Every closed phase, in order."""
    return tuple(
        PhaseLine(
            name=each.step.name,
            entry=each.filed.name,
            tail=each.filed.tail,
            closed=each.played,
            battles=each.step.battles,
            leaders=_leaders(each.step),
            otherwise=bool(_since(each)) or each.recorded != each.step.battles,
        )
        for each in state.phases
    )


def _leaders(step: PhaseStep) -> tuple[str, ...]:
    return tuple(rank.team for rank in step.table if rank.place == 1)


def phase_view(name: str, state: CampaignState, closed: ClosedPhase) -> PhaseView:
    """The campaign's name and one of its closed phases."""
    step = closed.step
    return PhaseView(
        name=name,
        phase=step.name,
        entry=closed.filed.name,
        tail=closed.filed.tail,
        closed=closed.played,
        by=step.by,
        reason=step.reason,
        carry=step.carry,
        corrected=len(closed.filed.entry.steps) > 1,
        battles=step.battles,
        recorded=closed.recorded,
        table=table_view(state, step),
        since=_since(closed),
    )


def table_view(state: CampaignState, step: PhaseStep) -> TableView:
    """The table that a phase keeps, by the names of its own day."""
    next_one = next((rank for rank in step.table if rank.place > 1), None)
    return TableView(
        columns=tuple(ColumnView(id=column.id, name=column.name, best="") for column in step.columns),
        resources=tuple(resource.name for resource in step.resources),
        teams=tuple(_placed(state, rank, step) for rank in step.table),
        leaders=_leaders(step),
        decided_by=_called(next_one.decided_by, step.columns) if next_one else "",
    )


def _called(what: str, columns: Iterable[Column]) -> str:
    return next((column.name for column in columns if column.id == what), "")


def _placed(state: CampaignState, rank: PhaseRank, step: PhaseStep) -> RankView:
    team = state.teams.get(rank.team)
    return RankView(
        place=rank.place,
        shared=sum(1 for each in step.table if each.place == rank.place) > 1,
        team=rank.team,
        player=team.player if team else "",
        values=_cells(rank, step.columns),
        totals=tuple(
            TotalView(resource=resource.name, total=rank.totals.get(resource.id, 0))
            for resource in step.resources
        ),
        decided_by=_called(rank.decided_by, step.columns),
    )


def _cells(rank: PhaseRank, columns: Sequence[Column]) -> tuple[CellView, ...]:
    cells = []
    for column in columns:
        value = rank.values.get(column.id, 0)
        word = column.yes if value else column.no
        cells.append(CellView(id=column.id, value=value, text=word or str(value)))
    return tuple(cells)


def _since(closed: ClosedPhase) -> tuple[SinceView, ...]:
    """What would be otherwise by now, where the standings have a value at all."""
    if closed.table is None:
        return ()
    shown = (*closed.step.columns, *closed.step.resources)
    return tuple(
        SinceView(team=each.team, what=_called(each.what, shown), kept=each.kept, now=each.now)
        for each in differences(closed.step.table, closed.table)
        if each.what == "place" or _called(each.what, shown)
    )
