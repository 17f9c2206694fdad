"""The pages of a site: each what a verb shows to everybody, or made of such, and the addresses among them.

What a page is called hangs on its subject alone, so that links stay good while the campaign goes on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from campaign import __version__
from campaign.content.rosters import roster_of
from campaign.errors import Problem, Problems
from campaign.ledger.road import pair_of
from campaign.names import slug
from campaign.printing.briefing import has_briefing
from campaign.printing.briefing import shown as briefing_shown
from campaign.printing.environment import LINKED
from campaign.printing.history import log_view, show_view
from campaign.printing.ledger.page import ledger_page
from campaign.printing.ledger.phases import phase_view
from campaign.printing.ledger.report import battle_view, standings_view
from campaign.printing.ledger.team import team_view
from campaign.printing.result_form import blank_form, form_of
from campaign.printing.road import RoadView, next_view, road_of
from campaign.printing.rosters import form_of_team
from campaign.printing.rosters import shown as roster_shown
from campaign.printing.rules import reference_view, rules_view
from campaign.printing.site.views import (
    BattlePage,
    FrontPage,
    PrintPage,
    RoadLink,
    SiteLink,
    SiteView,
)
from campaign.record import Record

if TYPE_CHECKING:
    from campaign.campaign import Campaign
    from campaign.ledger.battle import Battle
    from campaign.ledger.entries import Side

LATEST = 5
"""How many battles the first page tells."""
CORRECTED = ("amend", "void", "restore", "reroll")
NAV = ("front", "standings", "ledger", "road", "rules", "print", "log")
"""The entries of the navigation, in order."""
SUFFIX = ".html"


class SitePage(Record, kw_only=False):
    """`nav` is the entry of the navigation that it is, `of` and `beside` are the pages of the same subject.

    `tells` are the entries of the battles that it leads to; without it the page leads to all there is.
    """

    place: str
    document: str
    view: Any
    nav: str = ""
    of: str = ""
    beside: tuple[tuple[str, str], ...] = ()
    tells: tuple[str, ...] | None = None


class Pages:
    """All pages of a campaign, one after the other; `to` has the addresses that are known by then."""

    def __init__(self, campaign: Campaign, today: date) -> None:
        self.campaign = campaign
        self.today = today
        self.state = state = campaign.state
        self.name = campaign.file.name
        self.system = campaign.library.system().name
        self.standings = standings_view(self.name, state, today)
        self.to: dict[str, dict[str, str]] = {
            **{kind: {} for kind in LINKED},
            "battle": _places("battles", (battle.filed.name for battle in state.battles)),
            "phase": _places("phases", (phase.filed.name for phase in state.phases)),
            "team": {team: f"teams/{_named(team)}{SUFFIX}" for team in state.teams},
        }
        self.unbriefed: list[int] = []

    def seen_from(self, page: SitePage, made: Iterable[SitePage]) -> SiteView:
        """The site of the pages that were made, as one of them sees it."""
        nav = {each.nav: each.place for each in made if each.nav}
        return SiteView(
            name=self.name,
            system=self.system,
            root="../" * page.place.count("/"),
            pages=_links(page, [(kind, nav[kind]) for kind in NAV if kind in nav]),
            of=page.of,
            beside=_links(page, page.beside),
            to=self._led_to(page),
            named=page.nav not in ("front", "ledger"),
        )

    def _led_to(self, page: SitePage) -> Mapping[str, Mapping[str, str]]:
        """What a page does not lead to does not make it anew, whatever becomes of it."""
        if page.tells is None:
            return self.to
        own = (*page.tells, page.of)
        return {
            kind: known if kind == "team" else {key: known[key] for key in own if key in known}
            for kind, known in self.to.items()
        }

    def all(self) -> Iterator[SitePage]:
        """Raises Problems with those of every briefing and roster."""
        folder, state = self.campaign, self.state
        roads = self._roads()
        yield SitePage(f"index{SUFFIX}", "site/front", self._front(roads), "front")
        yield SitePage(f"standings{SUFFIX}", "standings", self.standings, "standings")
        yield SitePage(f"ledger{SUFFIX}", "ledger", ledger_page(folder, self.today), "ledger")
        for phase in state.phases:
            yield SitePage(
                self.to["phase"][phase.filed.name], "phase", phase_view(self.name, state, phase), tells=()
            )
        for place, road in roads:
            yield SitePage(place, "next", road, "road" if place == f"road{SUFFIX}" else "", tells=())
        yield SitePage(f"log{SUFFIX}", "log", log_view(self.name, state, folder.filed), "log")
        problems: list[Problem] = []
        for part in (*map(self._battle, state.battles), *map(self._team, state.teams)):
            try:
                yield from part
            except Problems as wrong:
                problems += wrong.problems
        if problems:
            raise Problems(problems)
        yield from self._tables()

    def _tables(self) -> Iterator[SitePage]:
        """What a table needs whoever plays at it: the rules, in full and in short, and the sheets."""
        library = self.campaign.library
        blank, short, full = (f"{name}{SUFFIX}" for name in ("print/blank", "print/reference", "rules"))
        rules = rules_view(library, [])
        if rules.parts:
            beside = (("full", full), ("short", short))
            yield SitePage(full, "rules", rules, "rules", beside=beside, tells=())
            yield SitePage(short, "reference", reference_view(library, ()), beside=beside, tells=())
        form = blank_form(library, self.campaign, None, None)
        yield SitePage(blank, "result-form", form, tells=())
        view = PrintPage(
            waiting=tuple(
                battle_view(self.state, battle) for battle in self.state.battles if battle.status == "open"
            ),
            rosters=tuple(self.to["form"]),
            sheets=(("blank", blank), *((("short", short),) if rules.parts else ())),
        )
        yield SitePage(f"print{SUFFIX}", "site/print", view, "print")

    def _front(self, roads: Iterable[tuple[str, RoadView]]) -> FrontPage:
        battles = [battle_view(self.state, battle) for battle in self.state.battles]
        played = [battle for battle in battles if battle.status == "recorded"]
        written = [step.at for filed in self.campaign.filed for step in filed.entry.steps]
        return FrontPage(
            name=self.name,
            system=self.system,
            standings=self.standings,
            waiting=tuple(battle for battle in battles if battle.status == "open"),
            latest=tuple(played[: -LATEST - 1 : -1]),
            battles=len(battles),
            roads=tuple(RoadLink(place=place, road=road) for place, road in roads),
            written=max(written, default=None),
            version=__version__,
        )

    def _roads(self) -> list[tuple[str, RoadView]]:
        """The road of all, or the road as nobody has walked it and then that of each pair who met."""
        folder = self.campaign
        if folder.road_of == "none":
            return []
        if folder.road_of != "pair":
            return [(f"road{SUFFIX}", next_view(folder, []))]
        found = [(f"road{SUFFIX}", road_of(folder.library))]
        for pair, sides in _pairs(self.state.battles, folder).items():
            view = next_view(folder, sides)
            found.append((f"roads/{_named(' '.join(view.who), *sorted(pair))}{SUFFIX}", view))
        return found

    def _battle(self, battle: Battle) -> Iterator[SitePage]:
        state, entry = self.state, battle.filed
        place = self.to["battle"][entry.name]
        briefing, sheet, entered = (_beside(place, kind) for kind in ("briefing", "sheet", "entered"))
        beside = [("battle", place)]
        kept = has_briefing(self.campaign.root, entry.name)
        if kept:
            self.to["briefing"][entry.name] = briefing
            beside.append(("briefing", briefing))
        else:
            self.unbriefed.append(battle.number)
        if battle.status == "open":
            self.to["sheet"][entry.name] = sheet
            beside.append(("sheet", sheet))
        beside.append(("entered", entered))
        show = show_view(state, entry)
        page = BattlePage(
            battle=battle_view(state, battle),
            result=show.result,
            corrections=tuple(step for step in show.steps if step.step in CORRECTED),
            briefing=kept,
        )
        one = partial(SitePage, of=str(battle.number), beside=tuple(beside), tells=())
        yield one(place, "site/battle", page)
        if kept:
            yield one(briefing, "briefing", briefing_shown(self.campaign, battle))
        if battle.status == "open":
            yield one(sheet, "result-form", form_of(self.campaign, battle))
        yield one(entered, "show", show)

    def _team(self, name: str) -> Iterator[SitePage]:
        folder = self.campaign
        place = self.to["team"][name]
        rules = folder.library.team_rules()
        known = roster_of(folder.root, rules, name) if rules is not None else None
        roster, form = (_beside(place, kind) for kind in ("roster", "sheet"))
        beside = (("team", place), ("roster", roster), ("form", form)) if known is not None else ()
        page = team_view(folder, name)
        tells = tuple(fought.battle.entry for fought in page.battles)
        one = partial(SitePage, of=name, beside=beside, tells=tells)
        yield one(place, "team", page)
        if known is not None:
            self.to["roster"][name], self.to["form"][name] = roster, form
            yield one(roster, "roster", roster_shown(folder.library, folder.settings, *known))
            yield one(form, "roster-form", form_of_team(folder.library, folder, name, known))


def _pairs(battles: Iterable[Battle], campaign: Campaign) -> dict[frozenset[str], tuple[Side, ...]]:
    """The sides of a battle of each pair of players, as far as two sides have met on their own."""
    found: dict[frozenset[str], tuple[Side, ...]] = {}
    for battle in battles:
        pair = pair_of(battle.sides, campaign.players)
        if len(battle.sides) == len(pair) == 2:
            found.setdefault(pair, battle.sides)
    return found


# --- addresses ---


def _links(page: SitePage, pages: Iterable[tuple[str, str]]) -> tuple[SiteLink, ...]:
    return tuple(SiteLink(id=kind, place=place, here=place == page.place) for kind, place in pages)


def _named(text: str, *whole: str) -> str:
    """A file's name for a subject, which every system allows: its letters, and the beginning of a hash."""
    own = sha256("\0".join(whole or (text,)).encode("utf-8", "replace")).hexdigest()
    return f"{slug(text)}-{own[:6]}"


def _beside(place: str, kind: str) -> str:
    """Another page of the same subject."""
    return f"{place.removesuffix(SUFFIX)}-{kind}{SUFFIX}"


def _places(folder: str, entries: Iterable[str]) -> dict[str, str]:
    """By entry: what it was first of and the end of its id, which no correction changes."""
    short = {entry: entry.partition("-")[2] for entry in entries}
    often = Counter(short.values())
    return {
        entry: f"{folder}/{name if often[name] == 1 else entry.lower()}{SUFFIX}"
        for entry, name in short.items()
    }
