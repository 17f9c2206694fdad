"""`campaign site`: the campaign as pages that a club can put on any host.

Public views alone are shown, as their own commands show them. Every page is rendered before the first is
written; what a page is called hangs on its subject alone, so that links stay good while the campaign goes on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from hashlib import sha256
from typing import Any

from campaign import __version__
from campaign.commands.next import next_view, road_of
from campaign.commands.packs import rules_view
from campaign.commands.roster import shown as roster_shown
from campaign.errors import Problem, Problems
from campaign.folder import Folder
from campaign.ledger.battle import Battle
from campaign.ledger.sides import Side
from campaign.ledger.store import slug
from campaign.ledger.travel import pair_of
from campaign.printing.environment import Paper
from campaign.printing.ledger import ledger_page
from campaign.printing.printed import has_briefing
from campaign.printing.printed import shown as briefing_shown
from campaign.printing.render import Renderer
from campaign.printing.report import battle_view, record_view, standings_view
from campaign.printing.roads import RoadView
from campaign.printing.site_views import BattlePage, FrontPage, RoadLink, SiteLink, SiteView, TeamPage
from campaign.printing.trail import log_view, show_view
from campaign.rosters import roster_of

__all__ = ["Site", "site_of"]

LATEST = 5
"""How many battles the first page tells."""
CORRECTED = ("amend", "void", "restore", "reroll")
FONTS = "fonts"


@dataclass(frozen=True, slots=True)
class Site:
    """Every file of a site by its path in it, None for a page that lies there as it would be rendered.

    `made_of` has a hash of all that a page is made of; `unbriefed` the battles whose briefing is not kept.
    """

    files: dict[str, bytes | None]
    made_of: dict[str, str]
    unbriefed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Page:
    """`nav` is the entry of the navigation that it is, `of` and `beside` are the pages of the same subject.

    `tells` are the entries of the battles that it leads to; without it they are all.
    """

    place: str
    document: str
    view: Any
    nav: str = ""
    of: str = ""
    beside: tuple[tuple[str, str], ...] = ()
    tells: tuple[str, ...] | None = None


def site_of(folder: Folder, today: date, lying: Mapping[str, str], paper: Paper = "A4") -> Site:
    """The site as it is to be, printed on `paper`; `lying` says what the pages that lie there were made of.

    Raises Problems for briefings and rosters that can't be read, Refusal as printing does.
    """
    pages = _Pages(folder, today)
    made = [*pages.all()]
    library = folder.library
    renderer = Renderer("html", system=library.id, roots=library.roots, fonts=FONTS, paper=paper)
    by = renderer.depends_on()
    nav = [(page.nav, page.place) for page in made if page.nav]
    files: dict[str, bytes | None] = {}
    made_of = {}
    for page in made:
        site = pages.seen_from(page, nav)
        whole = repr((by, paper, page.document, page.view, site))
        made_of[page.place] = own = sha256(whole.encode("utf-8", "replace")).hexdigest()
        same = lying.get(page.place) == own
        files[page.place] = None if same else renderer(page.document, page.view, site).encode()
    for name in ("style.css", "icon.svg"):
        files[name] = renderer(f"site/{name}", None).encode()
    for name, path in renderer.used.items():
        files[f"{FONTS}/{name}"] = path.read_bytes()
        files[f"{FONTS}/OFL.txt"] = path.with_name("OFL.txt").read_bytes()
    return Site(files, made_of, tuple(pages.unbriefed))


class _Pages:
    """All pages of a campaign, one after the other."""

    def __init__(self, folder: Folder, today: date) -> None:
        self.folder = folder
        self.today = today
        self.state = folder.state
        self.name = folder.file.name
        self.system = folder.library.system().name
        self.standings = standings_view(self.name, self.state, today)
        self.to_battle = _battle_places(self.state.battles)
        self.to_team = {team: f"teams/{_named(team)}.html" for team in self.state.teams}
        self.unbriefed: list[int] = []

    def seen_from(self, page: _Page, nav: Sequence[tuple[str, str]]) -> SiteView:
        """The site as this page sees it."""
        return SiteView(
            name=self.name,
            system=self.system,
            root="../" * page.place.count("/"),
            pages=tuple(SiteLink(id=kind, place=place, here=place == page.place) for kind, place in nav),
            of=page.of,
            beside=tuple(
                SiteLink(id=kind, place=place, here=place == page.place) for kind, place in page.beside
            ),
            to_battle=self.to_battle
            if page.tells is None
            else {entry: self.to_battle[entry] for entry in page.tells},
            to_team=self.to_team,
            named=page.nav not in ("front", "ledger"),
        )

    def all(self) -> Iterator[_Page]:
        """Raises Problems with those of every briefing and roster."""
        folder, state = self.folder, self.state
        roads = self._roads()
        yield _Page("index.html", "site/front", self._front(roads), "front")
        yield _Page("standings.html", "standings", self.standings, "standings")
        ledger = ledger_page(folder, self.today)
        yield _Page("ledger.html", "ledger", ledger, "ledger")
        for place, road in roads:
            yield _Page(place, "next", road, "road" if place == "road.html" else "")
        rules = rules_view(folder.library, [])
        if rules.parts:
            yield _Page("rules.html", "rules", rules, "rules")
        yield _Page("log.html", "log", log_view(self.name, state, folder.filed), "log")
        problems: list[Problem] = []
        for part in (*map(self._battle, state.battles), *map(self._team, state.teams)):
            try:
                yield from part
            except Problems as wrong:
                problems += wrong.problems
        if problems:
            raise Problems(problems)

    def _front(self, roads: Iterable[tuple[str, RoadView]]) -> FrontPage:
        battles = [battle_view(self.state, battle) for battle in self.state.battles]
        played = [battle for battle in battles if battle.status == "recorded"]
        written = [step.at for filed in self.folder.filed for step in filed.entry.steps]
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
        folder = self.folder
        if folder.road_of == "none":
            return []
        if folder.road_of != "pair":
            return [("road.html", next_view(folder, []))]
        found = [("road.html", road_of(folder.library))]
        for pair, sides in _pairs(self.state.battles, folder).items():
            view = next_view(folder, sides)
            found.append((f"roads/{_named(' '.join(view.who), *sorted(pair))}.html", view))
        return found

    def _battle(self, battle: Battle) -> Iterator[_Page]:
        state, entry = self.state, battle.filed
        place = self.to_battle[entry.name]
        briefing, entered = (place.replace(".html", f"-{kind}.html") for kind in ("briefing", "entered"))
        kept = has_briefing(self.folder.root, entry.name)
        beside = [("battle", place), ("briefing", briefing), ("entered", entered)]
        if not kept:
            self.unbriefed.append(battle.number)
            del beside[1]
        show = show_view(state, entry)
        page = BattlePage(
            battle=battle_view(state, battle),
            result=show.result,
            corrections=tuple(step for step in show.steps if step.step in CORRECTED),
            briefing=kept,
        )
        one = partial(_Page, of=str(battle.number), beside=tuple(beside), tells=())
        yield one(place, "site/battle", page)
        if kept:
            yield one(briefing, "briefing", briefing_shown(self.folder, battle))
        yield one(entered, "show", show)

    def _team(self, name: str) -> Iterator[_Page]:
        folder, state = self.folder, self.state
        place = self.to_team[name]
        rules = folder.library.team_rules()
        known = roster_of(folder.root, rules, name) if rules is not None else None
        roster = place.replace(".html", "-roster.html")
        beside = (("team", place), ("roster", roster)) if known is not None else ()
        page = TeamPage(
            team=record_view(state, state.teams[name]),
            place=next((each for each in self.standings.teams if each.team == name), None),
            resources=tuple(resource.name for resource in state.resources),
            battles=tuple(
                battle_view(state, battle)
                for battle in reversed(state.battles)
                if any(name in side.teams for side in battle.sides)
            ),
        )
        one = partial(_Page, of=name, beside=beside, tells=tuple(battle.entry for battle in page.battles))
        yield one(place, "site/team", page)
        if known is not None:
            yield one(roster, "roster", roster_shown(folder.library, folder.settings, *known))


def _pairs(battles: Iterable[Battle], folder: Folder) -> dict[frozenset[str], tuple[Side, ...]]:
    """The sides of a battle of each pair of players, as far as two sides have met on their own."""
    found: dict[frozenset[str], tuple[Side, ...]] = {}
    for battle in battles:
        pair = pair_of(battle.sides, folder.players)
        if len(battle.sides) == len(pair) == 2:
            found.setdefault(pair, battle.sides)
    return found


# --- addresses ---


def _named(text: str, *whole: str) -> str:
    """A file's name for a subject, which every system allows: its letters, and the beginning of a hash."""
    own = sha256("\0".join(whole or (text,)).encode("utf-8", "replace")).hexdigest()
    return f"{slug(text)}-{own[:6]}"


def _battle_places(battles: Sequence[Battle]) -> dict[str, str]:
    """By entry: the sides that first met and the end of its id, which no correction changes."""
    short = {battle.filed.name: battle.filed.name.partition("-")[2] for battle in battles}
    often = Counter(short.values())
    return {
        entry: f"battles/{name if often[name] == 1 else entry.lower()}.html" for entry, name in short.items()
    }
