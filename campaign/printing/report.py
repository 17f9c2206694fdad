"""Ledger and standings as view records, made from the folded state alone.

What degrees and roles were called stands in each battle since it was made, so that a ledger can be read
whatever has become of its content.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from campaign.ledger.battle import Battle, corrections, effective, voided
from campaign.ledger.entries import Adjust, Filed, Join, Leave, Missed, Settings, Step
from campaign.ledger.rounds import points_so_far, rounds_that_count
from campaign.ledger.state import Impossible, State, Team
from campaign.mechanisms.standings import Key, Placed
from campaign.printing.report_views import (
    BattleSideView,
    BattleView,
    CellView,
    ChangeView,
    ColumnView,
    EndView,
    EventView,
    ImpossibleView,
    LedgerView,
    PlacedView,
    StandingsView,
    TeamView,
    TotalView,
)

__all__ = ["battle_view", "impossible_views", "ledger_view", "standings_view", "team_view"]

_Event = Adjust | Missed | Join | Leave | Settings


def ledger_view(name: str, system: str, state: State, filed: Iterable[Filed]) -> LedgerView:
    """The campaign's name, its system's name, and everything that the entries say, in their order."""
    return LedgerView(
        name=name,
        system=system,
        resources=tuple(resource.name for resource in state.resources),
        teams=tuple(team_view(state, team) for team in state.teams.values()),
        battles=tuple(battle_view(state, battle) for battle in state.battles),
        events=tuple(_event_view(state, each) for each in filed if each.entry.kind != "battle"),
        impossible=impossible_views(state, state.impossible),
    )


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


def team_view(state: State, team: Team) -> TeamView:
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


def _changes(state: State, entry: str) -> tuple[ChangeView, ...]:
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
        sides=_sides(battle),
        changes=_changes(state, battle.filed.name),
        note=battle.result.note if battle.result else "",
    )


def _sides(battle: Battle) -> tuple[BattleSideView, ...]:
    points = battle.points() if battle.result else points_so_far(battle) if battle.rounds else {}
    came_out = battle.outcomes()
    typed = battle.result.outcomes if battle.result else {}
    found = []
    for side in battle.sides:
        role = battle.roles[side.name] or ""
        standing = came_out.get(side.name)
        degree = (standing.degree if standing else None) or ""
        found.append(
            BattleSideView(
                name=side.name,
                teams=side.teams,
                role=battle.name_of(role),
                points=points.get(side.name),
                outcome=standing.outcome if standing else None,
                degree=battle.name_of(degree),
                tie=bool(standing and standing.tie),
                typed=side.name in typed,
            )
        )
    return tuple(found)


def _event_view(state: State, filed: Filed) -> EventView:
    played, _, steps = effective(filed.entry)
    step = next(each for each in steps if isinstance(each, _Event))
    resource = step.resource if isinstance(step, Adjust) else ""
    resources = {each.id: each.name for each in state.resources}
    return EventView(
        event=filed.entry.kind,
        entry=filed.name,
        tail=filed.tail,
        played=played,
        by=step.by,
        void=voided(filed.entry),
        corrected=bool(corrections(filed.entry)),
        teams=teams_of(step),
        player=step.player if isinstance(step, Join) else "",
        resource=resources.get(resource, resource),
        change=step.change if isinstance(step, Adjust) else None,
        reason=getattr(step, "reason", ""),
        changes=_changes(state, filed.name),
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
        ends=tuple(
            EndView(by=end.kind, text=end.text, at=end.at, on=str(end.on or ""), come=place in ended)
            for place, end in enumerate(state.standings.end)
        ),
        over=bool(ended),
        recorded=sum(1 for battle in state.battles if battle.status == "recorded"),
        open=sum(1 for battle in state.battles if battle.status == "open"),
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
