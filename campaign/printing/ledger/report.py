"""Battles, teams and standings as view records, made from the folded state alone.

What degrees and roles were called stands in each battle since it was made, so that a ledger can be read
whatever has become of its content.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date
from typing import TYPE_CHECKING

from campaign.ledger.battle import (
    Battle,
    battle_of,
    corrections,
    effective,
    points_so_far,
    rounds_that_count,
    voided,
)
from campaign.ledger.entries import (
    AdjustStep,
    JoinStep,
    LeaveStep,
    MissedStep,
    SettingsStep,
    Step,
    StoredEntry,
)
from campaign.ledger.phases import PhaseStep
from campaign.mechanisms.standings import StandingsKey, TeamPlace, reached
from campaign.printing.ledger.phases import phase_lines
from campaign.printing.ledger.views import (
    BattleSideView,
    BattleView,
    CellView,
    ChangeView,
    ColumnView,
    CorrectedView,
    EndView,
    EventView,
    ImpossibleView,
    RankView,
    StandingsView,
    TeamView,
    TotalView,
)
from campaign.record import replace

if TYPE_CHECKING:
    from campaign.ledger.state import CampaignState, Team, UnknownName


def impossible_views(state: CampaignState, found: Iterable[UnknownName]) -> tuple[ImpossibleView, ...]:
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


def record_view(state: CampaignState, team: Team) -> TeamView:
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


def _totals(state: CampaignState, team: Team) -> tuple[TotalView, ...]:
    return tuple(
        TotalView(resource=resource.name, total=team.totals.get(resource.id, resource.start))
        for resource in state.resources
    )


def changes_of(state: CampaignState, entry: str) -> tuple[ChangeView, ...]:
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


def battle_view(state: CampaignState, battle: Battle) -> BattleView:
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
    if isinstance(step, JoinStep | LeaveStep):
        return (step.team,)
    return step.teams if isinstance(step, AdjustStep | MissedStep) else ()


# --- standings ---


def standings_view(name: str, state: CampaignState, today: date) -> StandingsView:
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


def _ends(state: CampaignState, ended: Collection[int]) -> tuple[EndView, ...]:
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


def _key_name(state: CampaignState, key_id: str | None) -> str:
    return next((key.name for key in state.standings.keys if key.id == key_id), "")


def _placed_view(
    state: CampaignState, one: TeamPlace, keys: Sequence[StandingsKey], placed: Sequence[TeamPlace]
) -> RankView:
    team = state.teams[one.team]
    cells = []
    for key in keys:
        value = one.values[key.id]
        word = key.yes if value else key.no
        cells.append(CellView(id=key.id, value=value, text=word or str(value)))
    return RankView(
        place=one.place,
        shared=sum(1 for each in placed if each.place == one.place) > 1,
        team=one.team,
        player=team.player,
        values=tuple(cells),
        totals=_totals(state, team),
        decided_by=_key_name(state, one.decided_by),
    )


def with_past(filed: StoredEntry) -> Iterator[tuple[Step, StoredEntry, StoredEntry]]:
    """Each correction of an entry, with the entry before it and with it."""
    steps = filed.entry.steps
    marks = corrections(filed.entry)
    for place, step in enumerate(steps):
        if any(step is mark for mark in marks):
            past, then = (
                replace(filed, entry=replace(filed.entry, steps=steps[:until]))
                for until in (place, place + 1)
            )
            yield step, past, then


def corrected(step: Step) -> CorrectedView:
    """A correction's head: its kind, day, author and reason; what it changed is the caller's to add."""
    return CorrectedView(step=step.kind, on=step.at.date(), by=step.by, reason=getattr(step, "reason", ""))


def battle_corrections(filed: StoredEntry) -> tuple[CorrectedView, ...]:
    """Each correction of a battle, with the sides, the mission and the day that stood before where it changed
    them.
    """
    found = []
    for step, past, then in with_past(filed):
        before, after = battle_of(past, 0), battle_of(then, 0)
        was, now = battle_sides(before), battle_sides(after)
        missions = [battle.setup.mission.name for battle in (before, after)]
        found.append(
            replace(
                corrected(step),
                sides=was if was != now else (),
                mission=missions[0] if missions[0] != missions[1] else "",
                played=before.played if before.played != after.played else None,
            )
        )
    return tuple(found)


def battle_sides(battle: Battle) -> tuple[BattleSideView, ...]:
    """The sides of a battle with their points, so far or in all, and how they came out."""
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


_Event = AdjustStep | MissedStep | JoinStep | LeaveStep | SettingsStep | PhaseStep


def event_view(state: CampaignState, filed: StoredEntry) -> EventView:
    """An entry that is no battle, with what it changed and its corrections."""
    return _view(state, filed, _corrections(state, filed))


def _corrections(state: CampaignState, filed: StoredEntry) -> tuple[CorrectedView, ...]:
    found = []
    for step, past, then in with_past(filed):
        was, now = (_view(state, each, ()) for each in (past, then))
        same = (was.said, was.played) == (now.said, now.played)
        found.append(replace(corrected(step), event=None if same else was))
    return tuple(found)


def _view(state: CampaignState, filed: StoredEntry, then: tuple[CorrectedView, ...]) -> EventView:
    played, _, steps = effective(filed.entry)
    step = next(each for each in steps if isinstance(each, _Event))
    resource = step.resource if isinstance(step, AdjustStep) else ""
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
        player=step.player if isinstance(step, JoinStep) else "",
        phase=step.name if isinstance(step, PhaseStep) else "",
        resource=resources.get(resource, resource),
        change=step.change if isinstance(step, AdjustStep) else None,
        reason=getattr(step, "reason", ""),
        changes=changes_of(state, filed.name),
        corrections=then,
    )
