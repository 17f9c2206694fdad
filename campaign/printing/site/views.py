"""The records of a site: what each page of it knows of the others, and its pages that are no print-outs.

Addresses are relative to the site's own folder, with `/`; `root` leads there from the page that is shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from campaign.printing.history import StepView
from campaign.printing.ledger.views import BattleView, ResultView, StandingsView
from campaign.printing.road import RoadView
from campaign.record import Record


class SiteLink(Record):
    """A page that can be gone to: `id` says which kind, and templates what it is called."""

    id: str
    place: str
    here: bool


class SiteView(Record):
    """A site as one page of it sees it: the pages to go to, and those beside it that are of the same battle
    or team, which is `of`.

    `to` has the addresses of pages by their kind (LINKED of environment.py), and there by entry or by team.
    `named` says that the page's title is not the campaign's name already.
    """

    name: str
    system: str
    root: str
    pages: tuple[SiteLink, ...]
    of: str
    beside: tuple[SiteLink, ...]
    to: Mapping[str, Mapping[str, str]]
    named: bool


class RoadLink(Record):
    """A road and the page that shows it."""

    place: str
    road: RoadView


class FrontPage(Record):
    """The site's first page: who leads, what waits for its result, what was played last, and what is next.

    `written` is the moment of the newest entry, None where there is none; `version` is this program's.
    """

    name: str
    system: str
    standings: StandingsView
    waiting: tuple[BattleView, ...]
    latest: tuple[BattleView, ...]
    battles: int
    roads: tuple[RoadLink, ...]
    written: datetime | None
    version: str


class BattlePage(Record):
    """A battle: how it came out, and its corrections in the order in which they were written."""

    battle: BattleView
    result: ResultView | None
    corrections: tuple[StepView, ...]
    briefing: bool


class PrintPage(Record):
    """What is there to be printed: sheets of the battles that wait for their results, of the teams that have
    rosters, and those of any battle, each by its kind and its address.
    """

    waiting: tuple[BattleView, ...]
    rosters: tuple[str, ...]
    sheets: tuple[tuple[str, str], ...]
