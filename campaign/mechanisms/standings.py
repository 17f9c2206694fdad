"""The order of the teams in a campaign, and when it is over: keys and ends as data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Annotated, Literal

from campaign.files.converters import Between
from campaign.files.schema import Id
from campaign.mechanisms.formula import Formula, in_formulas
from campaign.record import Record, field

KNOWN = (
    "won", "drew", "lost", "forfeited", "noshow", "refused", "missed", "played", "points", "scored",
    "conceded", "resources",
)  # fmt: skip
"""What every team has a value of, besides its resources and statuses."""


class StandingsKey(Record):
    """A column that orders the standings: a formula over a team's folded values, and which end is best.

    Known are the values of `KNOWN`, and each resource's and status's id with `-` as `_` (a status is 1 or 0).
    """

    id: Id
    name: str
    value: Formula
    best: Literal["most", "least"] = "most"
    show: bool = True
    yes: str = ""
    no: str = ""


class CampaignEnd(Record):
    """When a campaign is over; any one of several is enough.

    `status`: at most `all_but` teams are without it. `battles` and `points`: that many are reached.
    `resource`: a team has no more of it than `at`, 0 unless it says so. `date`: the day is past.
    """

    kind: Literal["status", "battles", "points", "resource", "date", "never"]
    status: Id | None = None
    all_but: Annotated[int, Between(0, 99)] = 1
    resource: Id | None = None
    at: Annotated[int, Between(0, 9999)] | None = None
    on: date | None = None
    text: str = ""


class Standings(Record):
    """The keys in their order, league points per outcome, and when the campaign ends."""

    keys: tuple[StandingsKey, ...]
    points: dict[str, int] = field(default_factory=dict)
    end: tuple[CampaignEnd, ...] = ()


class TeamPlace(Record, kw_only=False):
    """A team's place (equal teams share one), its values by key, and what put it behind the one before."""

    place: int
    team: str
    values: dict[str, int]
    decided_by: str | None


def ranked(keys: Sequence[StandingsKey], folded: Mapping[str, Mapping[str, int]]) -> list[TeamPlace]:
    """The teams from first to last, by the keys in their order and then by name."""
    values = {team: {key.id: key.value.value(scope) for key in keys} for team, scope in folded.items()}

    def worth(team: str) -> tuple[int, ...]:
        return tuple(-values[team][key.id] if key.best == "most" else values[team][key.id] for key in keys)

    placed: list[TeamPlace] = []
    for position, team in enumerate(
        sorted(values, key=lambda name: (worth(name), name.casefold(), name)), start=1
    ):
        before = placed[-1] if placed else None
        if before is None:
            placed.append(TeamPlace(position, team, values[team], None))
            continue
        decided = next((key.id for key in keys if values[team][key.id] != before.values[key.id]), None)
        placed.append(TeamPlace(position if decided else before.place, team, values[team], decided))
    return placed


def reached(end: CampaignEnd, folded: Mapping[str, Mapping[str, int]], battles: int) -> int | None:
    """How far an end has come that is counted: battles, most points, least of a resource, teams without a
    status. None for a day, for none, and where there are no teams.
    """
    if end.kind == "battles":
        return battles
    if not folded or end.kind in ("date", "never"):
        return None
    if end.kind == "points":
        return max(scope.get("points", 0) for scope in folded.values())
    if end.kind == "status":
        name = in_formulas(end.status or "")
        return sum(1 for scope in folded.values() if not scope.get(name, 0))
    name = in_formulas(end.resource or "")
    return min((scope[name] for scope in folded.values() if name in scope), default=None)


def over(end: CampaignEnd, folded: Mapping[str, Mapping[str, int]], battles: int, today: date) -> bool:
    """Whether this end has come (KT-K3)."""
    if end.kind == "date":
        return end.on is not None and today > end.on
    count = reached(end, folded, battles)
    if count is None:
        return False
    if end.kind == "status":
        return len(folded) > 1 and count <= end.all_but
    if end.kind == "resource":
        return count <= (end.at or 0)
    return count >= (end.at or 1)
