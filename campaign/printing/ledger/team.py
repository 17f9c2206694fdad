"""All that a campaign knows of one team: place, record, totals over time, battles, cards and roster.

Public by what it is made from: of secrets it tells that they are sealed, and no more.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import TYPE_CHECKING

from campaign.content.made_battle import settings_of
from campaign.content.rosters import FOLDER, roster_of
from campaign.errors import Problems, Refusal
from campaign.printing.charts import ChartView
from campaign.printing.history import secret_name
from campaign.printing.ledger.report import battle_view, event_view, record_view, standings_view
from campaign.printing.ledger.totals import of_team
from campaign.printing.ledger.views import BattleView, ChangeView, EventView, RankView, TeamView
from campaign.printing.rosters import roster_view
from campaign.record import Record, replace

if TYPE_CHECKING:
    from campaign.campaign import Campaign
    from campaign.ledger.battle import Battle
    from campaign.ledger.state import CampaignState, Team


class FoughtView(Record):
    """A battle of the team, the side it fought on, how that came out, and what it changed for the team."""

    battle: BattleView
    side: str
    outcome: str
    own: tuple[ChangeView, ...]


class TeamCardView(Record):
    """A card of the team's side that has come to light."""

    battle: int
    name: str
    written: str


class SealedView(Record):
    """Something that the team's side holds in secret: from which step, and how many of it."""

    battle: int
    of: str
    count: int


class RosterLine(Record):
    """The roster in short: where it lies, how many models, and what they cost in points."""

    file: str
    models: int
    points: int
    themes: tuple[str, ...]


class TeamPageView(Record):
    """A team's page. `place` is None for a team that has left; `of` is how many teams are placed."""

    name: str
    team: TeamView
    place: RankView | None
    of: int
    columns: tuple[str, ...]
    resources: tuple[str, ...]
    charts: tuple[ChartView, ...]
    battles: tuple[FoughtView, ...]
    events: tuple[EventView, ...]
    cards: tuple[TeamCardView, ...]
    sealed: tuple[SealedView, ...]
    phases: tuple[tuple[str, int], ...]
    roster: RosterLine | None


def team_view(campaign: Campaign, team: str) -> TeamPageView:
    """The page of a team by its full name, which must be one that the ledger knows."""
    state = campaign.state
    known = state.teams[team]
    fought = [battle for battle in state.battles if any(team in side.teams for side in battle.sides)]
    placed, columns = _standings(state)
    return TeamPageView(
        name=campaign.file.name,
        team=record_view(state, known),
        place=next((one for one in placed if one.team == team), None),
        of=len(placed),
        columns=columns,
        resources=tuple(resource.name for resource in state.resources),
        charts=of_team(state, campaign.filed, known, team),
        battles=tuple(_fought(state, battle, team) for battle in fought),
        events=_events(campaign, team),
        cards=_cards(fought, team),
        sealed=_sealed(fought, team),
        phases=tuple(
            (closed.step.name, rank.place)
            for closed in state.phases
            for rank in closed.step.table
            if rank.team == team
        ),
        roster=_roster(campaign, known),
    )


def _standings(state: CampaignState) -> tuple[tuple[RankView, ...], tuple[str, ...]]:
    """Nothing where a key of the standings has no value: the page tells the rest."""
    try:
        view = standings_view("", state, date.min)
    except Refusal:
        return (), ()
    return view.teams, tuple(column.name for column in view.columns)


def _side(battle: Battle, team: str) -> str:
    return next(side.name for side in battle.sides if team in side.teams)


def _fought(state: CampaignState, battle: Battle, team: str) -> FoughtView:
    view = battle_view(state, battle)
    side = _side(battle, team)
    outcome = next(each.outcome for each in view.sides if each.name == side)
    own = tuple(change for change in view.changes if change.team == team)
    return FoughtView(battle=view, side=side, outcome=outcome or "", own=own)


def _events(campaign: Campaign, team: str) -> tuple[EventView, ...]:
    """Other entries that name the team, or changed something of it; of what they changed, its own."""
    found = []
    for filed in campaign.filed:
        if filed.entry.kind not in ("battle", "settings"):
            view = event_view(campaign.state, filed)
            own = tuple(change for change in view.changes if change.team == team)
            if team in view.teams or own:
                found.append(replace(view, changes=own))
    return tuple(found)


def _cards(fought: Iterable[Battle], team: str) -> tuple[TeamCardView, ...]:
    return tuple(
        TeamCardView(battle=battle.number, name=card.name, written=card.written)
        for battle in fought
        for card in battle.held
        if card.by in (team, _side(battle, team))
    )


def _sealed(fought: Iterable[Battle], team: str) -> tuple[SealedView, ...]:
    """What is sealed, of battles that are still open: that it is there is no secret."""
    found = []
    for battle in fought:
        counts: dict[str, int] = {}
        for seal in battle.unrevealed if battle.status == "open" else ():
            if seal.side in (team, _side(battle, team)):
                name = secret_name(seal.of, battle.setup.names)
                counts[name] = counts.get(name, 0) + 1
        found += [SealedView(battle=battle.number, of=name, count=count) for name, count in counts.items()]
    return tuple(found)


def _roster(campaign: Campaign, team: Team) -> RosterLine | None:
    """The roster in short, where the game has rosters and the team's can be read."""
    try:
        rules = campaign.library.team_rules()
        found = roster_of(campaign.root, rules, team.name) if rules is not None else None
        if rules is None or found is None:
            return None
        document, roster = found
        known = settings_of(campaign.library.system(), campaign.settings)
        view = roster_view(rules, roster, known, None, ())
    except (Problems, Refusal):
        return None
    name = document.path.name if document.path else ""
    themes = tuple(theme.name for theme in view.themes)
    return RosterLine(file=f"{FOLDER}/{name}", models=view.count, points=view.total, themes=themes)
