"""The whole ledger as a page: standings, teams, totals over time, the road, every battle and other entry.

A correction is shown with its reason and its day beside what stood before it. Made from the ledger alone, the
road's picture aside, which is left out where today's content does not have it any more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import groupby
from typing import TYPE_CHECKING

from campaign.errors import Problems, Refusal
from campaign.ledger.road import pair_of, stop_after
from campaign.printing.charts import ChartView
from campaign.printing.ledger.report import (
    battle_view,
    event_view,
    impossible_views,
    record_view,
    standings_view,
)
from campaign.printing.ledger.totals import by_resource
from campaign.printing.ledger.views import (
    BattleView,
    EventView,
    ImpossibleView,
    StandingsView,
    TeamView,
)
from campaign.printing.road import RoadView, road_view
from campaign.record import Record

if TYPE_CHECKING:
    from campaign.campaign import Campaign
    from campaign.ledger.battle import Battle
    from campaign.ledger.entries import StoredEntry
    from campaign.ledger.state import CampaignState, ClosedPhase

MANY = 40
"""From more battles than these on, a ledger without phases is told month by month."""
LONG = 12
"""From more entries than these on, a ledger has a table of contents."""


class ChapterView(Record):
    """Battles told together, from number `first` to `last`: a closed phase, a month, or what is left."""

    phase: str
    month: str
    first: int
    last: int


class LedgerView(Record):
    """The whole campaign; `standings` is None where nobody takes part."""

    name: str
    system: str
    resources: tuple[str, ...]
    standings: StandingsView | None
    teams: tuple[TeamView, ...]
    charts: tuple[ChartView, ...]
    roads: tuple[RoadView, ...]
    chapters: tuple[ChapterView, ...]
    battles: tuple[BattleView, ...]
    events: tuple[EventView, ...]
    impossible: tuple[ImpossibleView, ...]
    long: bool


def ledger_page(campaign: Campaign, today: date) -> LedgerView:
    """The ledger of a campaign on disk, as it stands on a day."""
    system = campaign.library.system().name
    return ledger_view(campaign.file.name, system, campaign.state, campaign.filed, today, roads_of(campaign))


def ledger_view(
    name: str,
    system: str,
    state: CampaignState,
    filed: Sequence[StoredEntry],
    today: date,
    roads: Iterable[RoadView] = (),
) -> LedgerView:
    """The campaign's name, its system's name, and everything that the entries say, in their order."""
    return LedgerView(
        name=name,
        system=system,
        resources=tuple(resource.name for resource in state.resources),
        standings=_standings(name, state, today),
        teams=tuple(record_view(state, team) for team in state.teams.values()),
        charts=by_resource(state, filed),
        roads=tuple(roads),
        chapters=chapters(state.battles, state.phases),
        battles=tuple(battle_view(state, battle) for battle in state.battles),
        events=tuple(event_view(state, each) for each in filed if each.entry.kind != "battle"),
        impossible=impossible_views(state, state.impossible),
        long=len(filed) > LONG,
    )


def _standings(name: str, state: CampaignState, today: date) -> StandingsView | None:
    """None where nobody takes part, or a key of the standings has no value."""
    try:
        return standings_view(name, state, today) if state.present() else None
    except Refusal:
        return None


def chapters(battles: Sequence[Battle], phases: Iterable[ClosedPhase]) -> tuple[ChapterView, ...]:
    """The battles by phases, or by months where there are many and no phases; by numbers, from 1."""
    found: list[ChapterView] = []
    last = 0
    for closed in phases:
        found.append(ChapterView(phase=closed.step.name, month="", first=last + 1, last=closed.last))
        last = closed.last
    rest = battles[last:]
    months = groupby(rest, lambda battle: f"{battle.played:%Y-%m}") if not found and len(rest) > MANY else ()
    for month, own in months:
        count = sum(1 for _ in own)
        found.append(ChapterView(phase="", month=month, first=last + 1, last=last + count))
        last += count
    if last < len(battles):
        found.append(ChapterView(phase="", month="", first=last + 1, last=len(battles)))
    return tuple(chapter for chapter in found if chapter.first <= chapter.last)


def roads_of(campaign: Campaign) -> list[RoadView]:
    """Every road that somebody has set out on, as far as the content still has it."""
    if not any(battle.setup.road for battle in campaign.state.battles):
        return []
    try:
        return list(_roads(campaign))
    except (Problems, Refusal):
        return []


def _roads(campaign: Campaign) -> Iterator[RoadView]:
    road, of = campaign.library.road(), campaign.road_of
    if road is None or of == "none":
        return
    groups: dict[frozenset[str], list[Battle]] = {}
    for battle in campaign.state.battles:
        pair = pair_of(battle.sides, campaign.players) if of == "pair" else frozenset()
        groups.setdefault(pair, []).append(battle)
    strays = campaign.strays()
    for pair, battles in groups.items():
        stop = stop_after(battles)
        if stop.walked:
            yield road_view(campaign.library, road, of, sorted(pair), stop, strays)
