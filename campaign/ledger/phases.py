"""A phase of a campaign that is closed: its table is kept in the entry as it stood, and nothing changes it.

What is corrected later is folded all the same; where the table would come out otherwise by now, print-outs
say so beside the one that was kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Literal

from campaign.files.converters import Between
from campaign.files.schema import Id
from campaign.mechanisms.effects import Resource
from campaign.record import Record, field

if TYPE_CHECKING:
    from campaign.mechanisms.standings import StandingsKey, TeamPlace

Carry = Literal["all", "resources", "nothing"]
"""What goes on into the next phase: all; resources alone, the count of games beginning anew; or nothing."""


class Column(Record):
    """A key of the standings, or a resource, as it was called then; `yes` and `no` are words for 1 and 0."""

    id: Id
    name: str
    yes: str = ""
    no: str = ""


class PhaseRank(Record):
    """A team's place when the phase was closed, with its values by key and its totals by resource.

    `decided_by` is the id of the key that put it behind the team before it.
    """

    place: Annotated[int, Between(1, 9999)]
    team: str
    values: dict[str, int] = field(default_factory=dict)
    totals: dict[str, int] = field(default_factory=dict)
    decided_by: str = ""


class LedgerStep(Record):
    """A step of an entry: what `kind` it is, when it was taken and by whom."""

    kind: str
    at: datetime
    by: str


class PhaseStep(LedgerStep):
    """A phase is closed; `table` is how the teams stood, `battles` how many were recorded in it."""

    kind: Literal["phase"]
    name: str
    reason: str = ""
    carry: Carry = "all"
    battles: Annotated[int, Between(0, 99999)] = 0
    columns: tuple[Column, ...] = ()
    resources: tuple[Column, ...] = ()
    table: tuple[PhaseRank, ...] = ()


class PhaseDifference(Record, kw_only=False):
    """A number of a closed phase's table that would be otherwise by now; None where the team is not in one.

    `what` is the id of a key or a resource, or `place`.
    """

    team: str
    what: str
    kept: int | None
    now: int | None


def columns_of(keys: Iterable[StandingsKey | Resource]) -> tuple[Column, ...]:
    """The keys that are shown, or resources, as a table keeps them."""
    return tuple(
        Column(id=key.id, name=key.name)
        if isinstance(key, Resource)
        else Column(id=key.id, name=key.name, yes=key.yes, no=key.no)
        for key in keys
        if isinstance(key, Resource) or key.show
    )


def ranks_of(
    placed: Iterable[TeamPlace], resources: Sequence[Resource], totals: Mapping[str, Mapping[str, int]]
) -> tuple[PhaseRank, ...]:
    """The rows of a table from standings and each team's totals."""
    return tuple(
        PhaseRank(
            place=one.place,
            team=one.team,
            values=one.values,
            totals={resource.id: totals[one.team][resource.id] for resource in resources},
            decided_by=one.decided_by or "",
        )
        for one in placed
    )


def differences(kept: Iterable[PhaseRank], now: Iterable[PhaseRank]) -> list[PhaseDifference]:
    """What a table would show otherwise, team by team: places, then values that both have, then totals."""
    old, new = ({rank.team: rank for rank in ranks} for ranks in (kept, now))
    found: list[PhaseDifference] = []
    for team in {**old, **new}:
        was, becomes = _numbers(old.get(team)), _numbers(new.get(team))
        if team not in old or team not in new:
            found.append(PhaseDifference(team, "place", was.get("place"), becomes.get("place")))
            continue
        found += [
            PhaseDifference(team, what.rpartition(".")[2], was[what], becomes[what])
            for what in was
            if what in becomes and was[what] != becomes[what]
        ]
    return found


def _numbers(rank: PhaseRank | None) -> dict[str, int]:
    """A row as numbers by what they are of. A key that is a resource's own total is told once."""
    if rank is None:
        return {}
    totals = {f"total.{name}": total for name, total in rank.totals.items()}
    values = {f"key.{name}": value for name, value in rank.values.items() if f"total.{name}" not in totals}
    return {"place": rank.place} | values | totals
