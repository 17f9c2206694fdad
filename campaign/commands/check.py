"""`campaign check`: every problem of a campaign or of a folder of content."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from campaign.campaign import Campaign
from campaign.checks import check_system
from campaign.content.house import rules_of
from campaign.content.library import ContentRoot, Library, built_in, known_systems
from campaign.content.rosters import roster_problems, strangers
from campaign.errors import Problem, Problems, Refusal, refuse
from campaign.files.disk import FILE
from campaign.record import Record
from campaign.words import say


class ProblemView(Record):
    """A problem; `path` is from the place that was checked, with slashes, where it lies in it."""

    code: str
    path: str
    line: int
    column: int
    message: str
    remedy: str


class ProblemsView(Record):
    """Every problem of a place."""

    place: str
    problems: tuple[ProblemView, ...]


def problems_view(base: Path, problems: Iterable[Problem]) -> ProblemsView:
    """The problems as they are shown."""
    return ProblemsView(place=base.name, problems=tuple(_view(base, each) for each in problems))


def _view(base: Path, problem: Problem) -> ProblemView:
    path = problem.path or base
    inside = path.is_relative_to(base)
    return ProblemView(
        code=problem.code,
        path=(path.relative_to(base) if inside else path).as_posix(),
        line=problem.line,
        column=problem.column,
        message=problem.message,
        remedy=problem.remedy,
    )


Part = Callable[[Campaign], list[Problem]]
"""Finds the problems of one part of a campaign."""


def problems_in(base: Path) -> list[Problem]:
    """Every problem below a campaign's folder or a content root, in the order of the files.

    Raises Refusal where there is neither.
    """
    if (base / FILE).is_file():
        problems = _of_campaign(Campaign.open(base))
    elif (base / "missions").is_dir() or (base / "cards").is_dir():
        problems = _of_content(base)
    else:
        refuse(
            "{base} is neither a campaign nor a folder of content.",
            "Name a folder that is one or the other.",
            base=base,
        )
    return sorted(set(problems), key=Problem.sort_key)


def _of_content(base: Path) -> list[Problem]:
    own = ContentRoot(base, base.name)
    roots = [own] if base.resolve() == built_in().folder else [built_in(), own]
    libraries = [Library(system, roots) for system in known_systems([own])]
    return [each for library in libraries for each in (*check_system(library), *_cards(library, [own]))]


def _of_campaign(campaign: Campaign) -> list[Problem]:
    """Each part by itself, so that a fault in one does not hide those of another."""
    problems: list[Problem] = []
    for part in (Campaign.check_house, _content, _rosters, _strangers, _ledger, _impossible):
        problems += _gathered(campaign, part)
    return problems


def _gathered(campaign: Campaign, part: Part) -> list[Problem]:
    try:
        return part(campaign)
    except Problems as wrong:
        return list(wrong.problems)
    except Refusal:
        if part not in SILENT:
            raise
        return []


def _rosters(campaign: Campaign) -> list[Problem]:
    return roster_problems(campaign.root, campaign.library, campaign.settings)


def _strangers(campaign: Campaign) -> list[Problem]:
    return strangers(campaign.root, campaign.library, list(campaign.state.teams))


SILENT: tuple[Part, ...] = (Campaign.check_house, _rosters, _strangers)
"""What says nothing where there is no such system, no ledger, or a wrong setting: other parts tell that."""


def _content(campaign: Campaign) -> list[Problem]:
    try:
        library = campaign.library
        own_roots = [root for root in library.roots if root.folder != built_in().folder]
        own = rules_of(library, campaign.file, datetime.now(UTC), "").resources
        return [*check_system(library, own), *_strays(campaign), *_cards(library, own_roots)]
    except Refusal as refusal:
        if isinstance(refusal, Problems):
            raise
        return [Problem("system", refusal.sentence, refusal.remedy, campaign.root / FILE)]


def _cards(library: Library, roots: Sequence[ContentRoot]) -> list[Problem]:
    """Cards of these roots that have no room on a card; nothing is loaded where they have none."""
    if not any(any((root.folder / "cards" / library.id).glob("*.yaml")) for root in roots):
        return []

    from campaign.printing.cards.faces import too_long

    return too_long(library, roots)


def _strays(campaign: Campaign) -> list[Problem]:
    """Content files in house/ that lie where nothing looks for them."""
    house = campaign.root / "house"
    places = {f"missions/{campaign.file.system}", f"cards/{campaign.file.system}"}
    found = []
    for path in sorted(house.rglob("*.yaml")):
        if path.parent.relative_to(house).as_posix() not in places:
            message = say("No file is read from this place.")
            remedy = say(
                "Move it to one of these folders: {places}.",
                places=", ".join(sorted(f"house/{p}/" for p in places)),
            )
            found.append(Problem("stray-file", message, remedy, path))
    return found


def _ledger(campaign: Campaign) -> list[Problem]:
    _ = campaign.filed
    return []


def _impossible(campaign: Campaign) -> list[Problem]:
    """What an entry names and what is not there any more, such as a team whose joining was voided."""
    found = []
    for each in campaign.state.impossible:
        path = next((campaign.root / "ledger").rglob(f"{each.entry}.yaml"))
        message = (
            say("The team “{name}” is not in the campaign on that date.", name=each.name)
            if each.what == "team"
            else say("The resource “{name}” is not in the campaign on that date.", name=each.name)
        )
        found.append(
            Problem("impossible", message, say("Correct this entry, or the entry that caused it."), path)
        )
    return found
