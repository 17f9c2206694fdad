"""Battles, teams and standings as view records, made from the folded state alone.

What degrees and roles were called stands in each battle since it was made, so that a ledger can be read
whatever has become of its content.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import date

from campaign.ledger.battle import Battle
from campaign.ledger.entries import Adjust, Join, Leave, Missed, Step
from campaign.ledger.rounds import rounds_that_count
from campaign.ledger.state import Impossible, State, Team
from campaign.mechanisms.standings import Key, Placed, reached
from campaign.printing.corrected import battle_corrections, battle_sides
from campaign.printing.phases import phase_lines
from campaign.printing.report_views import (
    BattleView,
    CellView,
    ChangeView,
    ColumnView,
    EndView,
    ImpossibleView,
    PlacedView,
    StandingsView,
    TeamView,
    TotalView,
)

__all__ = [
    "battle_view", "changes_of", "impossible_views", "record_view", "standings_view", "teams_of",
]  # fmt: skip


def impossible_views(state: State, found: Iterable[Impossible]) -> tuple[ImpossibleView, ...]:
    """What can't be, with the number of the battle that says so."""
    numbers = {battle.filed.name: battle.number for battle in state.battles}
    return tuple(
        ImpossibleView(
            entry=each.entry,
            tail=each.entry[-6:],
            number=numbers.get(each.entry),
            what=each.what,
            name=each.name,
        )
        for each in found
    )


def record_view(state: State, team: Team) -> TeamView:
    """A team with every resource of the campaign, and its statuses by name."""
    statuses = {status.id: status.name for resource in state.resources for status in resource.status}
    return TeamView(
        team=team.name,
        player=team.player,
        joined=team.joined,
        left=team.left,
        totals=_totals(state, team),
        statuses=tuple(name for status, name in statuses.items() if status in team.held),
        won=team.outcomes["won"],
        drew=team.outcomes["drew"],
        lost=team.outcomes["lost"],
        forfeited=team.outcomes["forfeited"],
        refused=team.outcomes["refused"],
        no_show=team.outcomes["no-show"],
        missed=team.missed,
        scored=team.scored,
        conceded=team.conceded,
    )


def _totals(state: State, team: Team) -> tuple[TotalView, ...]:
    return tuple(
        TotalView(resource=resource.name, total=team.totals.get(resource.id, resource.start))
        for resource in state.resources
    )


def changes_of(state: State, entry: str) -> tuple[ChangeView, ...]:
    """What an entry changed."""
    names = {resource.id: resource.name for resource in state.resources}
    return tuple(
        ChangeView(
            team=change.team,
            resource=names.get(change.resource, change.resource),
            asked=change.asked,
            applied=change.applied,
            total=change.total,
            cause=change.cause,
        )
        for change in state.changes_of(entry)
    )


def battle_view(state: State, battle: Battle) -> BattleView:
    """A battle as it stands, with what it changed."""
    last = battle.result or battle.setup
    return BattleView(
        number=battle.number,
        entry=battle.filed.name,
        tail=battle.filed.tail,
        played=battle.played,
        mission=battle.setup.mission.name,
        status=battle.status,
        scored=rounds_that_count(battle) if battle.status == "open" else 0,
        rounds=battle.setup.rounds,
        corrected=battle.corrected,
        by=last.by,
        sides=battle_sides(battle),
        changes=changes_of(state, battle.filed.name),
        note=battle.result.note if battle.result else "",
        corrections=battle_corrections(battle.filed) if battle.corrected else (),
    )


def teams_of(step: Step) -> tuple[str, ...]:
    """The teams that a step of a single event is about."""
    if isinstance(step, Join | Leave):
        return (step.team,)
    return step.teams if isinstance(step, Adjust | Missed) else ()


# --- standings ---


def standings_view(name: str, state: State, today: date) -> StandingsView:
    """The teams that are present in their places, and which ends of the campaign have come by `today`."""
    placed = state.placed()
    keys = [key for key in state.standings.keys if key.show]
    ended = set(state.ended(today))
    leaders = tuple(each.team for each in placed if each.place == 1)
    next_one = next((each for each in placed if each.place > 1), None)
    return StandingsView(
        name=name,
        columns=tuple(ColumnView(id=key.id, name=key.name, best=key.best) for key in keys),
        resources=tuple(resource.name for resource in state.resources),
        teams=tuple(_placed_view(state, each, keys, placed) for each in placed),
        leaders=leaders,
        decided_by=_key_name(state, next_one.decided_by if next_one else None),
        ends=_ends(state, ended),
        over=bool(ended),
        recorded=state.recorded(),
        open=sum(1 for battle in state.battles if battle.status == "open"),
        phases=phase_lines(state),
        in_phase=state.recorded(state.phases[-1].last if state.phases else 0),
    )


def _ends(state: State, ended: Collection[int]) -> tuple[EndView, ...]:
    resources = {resource.id: resource.name for resource in state.resources}
    folded = {team.name: state.values(team) for team in state.present()}
    return tuple(
        EndView(
            by=end.kind,
            text=end.text,
            resource=resources.get(end.resource or "", end.resource or ""),
            at=end.at,
            on=str(end.on or ""),
            now=reached(end, folded, state.recorded()),
            come=place in ended,
        )
        for place, end in enumerate(state.standings.end)
    )


def _key_name(state: State, key_id: str | None) -> str:
    return next((key.name for key in state.standings.keys if key.id == key_id), "")


def _placed_view(state: State, one: Placed, keys: Sequence[Key], placed: Sequence[Placed]) -> PlacedView:
    team = state.teams[one.team]
    cells = []
    for key in keys:
        value = one.values[key.id]
        word = key.yes if value else key.no
        cells.append(CellView(id=key.id, value=value, text=word or str(value)))
    return PlacedView(
        place=one.place,
        shared=sum(1 for each in placed if each.place == one.place) > 1,
        team=one.team,
        player=team.player,
        values=tuple(cells),
        totals=_totals(state, team),
        decided_by=_key_name(state, one.decided_by),
    )
