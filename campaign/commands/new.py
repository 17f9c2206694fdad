"""`campaign new`: a campaign's folder, its settings as the first entry, and its first teams."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path

from campaign.campaign import Campaign
from campaign.content.house import CampaignFile, rules_of
from campaign.content.library import ContentRoot, Library, built_in
from campaign.content.made_battle import settings_of
from campaign.errors import Refusal, refuse
from campaign.files.disk import FILE, make_folder
from campaign.files.yamlfile import edit
from campaign.ledger.entries import Entry, JoinStep
from campaign.ledger.entries_io import Author, entry_text
from campaign.ledger.journal import LOCK, commit, locked
from campaign.names import clean, plain
from campaign.words import say

IGNORED = "# Secrets stay on this machine.\nsecrets/\n.campaign-*\n.*.new\n"
ATTRIBUTES = "* text=auto eol=lf\n"
SKELETON = "templates/_campaign/campaign.yaml"


def new(
    root: Path,
    *,
    name: str,
    system: str,
    teams: Sequence[str],
    settings: Mapping[str, int],
    packs: Sequence[str],
    author: Author,
    played: date,
) -> Campaign:
    """Writes a new campaign. Raises Refusal where there is one already, or something else is in the way."""
    if root.exists() and (not root.is_dir() or any(each.name != ".git" for each in root.iterdir())):
        raise Refusal(
            say("There is already a campaign in {root}.", root=root)
            if (root / FILE).exists()
            else say("{root} already exists and is not empty.", root=root),
            say("Name a new or empty folder."),
        )
    roots = [built_in(), *(ContentRoot((root / pack).resolve(), pack) for pack in packs)]
    missing = next((pack for pack in packs if not (root / pack).resolve().is_dir()), None)
    if missing is not None:
        refuse(
            "There is no pack at “{pack}”.", "Write its path relative to the campaign’s folder.", pack=missing
        )
    library = Library(system, roots)
    settings_of(library.system(), settings)
    name = clean(name)
    named = [clean(team) for team in teams]
    twice = next((team for team in named if [plain(each) for each in named].count(plain(team)) > 1), None)
    if twice is not None:
        refuse("Two teams have the name “{twice}”.", "Give each a different name.", twice=twice)
    file = CampaignFile(format=1, name=name, system=system)
    rules = rules_of(library, file, author.at, author.by)
    batch = {
        FILE: _file_text(library, name, settings, packs),
        ".gitignore": IGNORED,
        ".gitattributes": ATTRIBUTES,
    }
    entry = Entry(format=1, kind="settings", played=played, steps=(rules,))
    batch[f"ledger/{author.name(['settings'])}.yaml"] = entry_text(entry)
    for team in named:
        entry = Entry(
            format=1,
            kind="join",
            played=played,
            steps=(JoinStep(kind="join", at=author.at, by=author.by, team=team),),
        )
        batch[f"ledger/{author.name(['join', team])}.yaml"] = entry_text(entry)
    existed = root.exists()
    make_folder(root)
    try:
        with locked(root):
            commit(root, batch)
    except BaseException:
        if not existed:
            (root / LOCK).unlink(missing_ok=True)
            _remove(root)
        raise
    return Campaign.open(root)


def _file_text(library: Library, name: str, settings: Mapping[str, int], packs: Sequence[str]) -> str:
    """campaign.yaml, with a hint at each thing that a group may set."""
    system = library.system()
    text = (built_in().folder / SKELETON).read_text(encoding="utf-8")
    resource = next((each.id for each in system.resources), "glory")
    text = text.replace("__RESOURCE__", resource).replace("__SYSTEM__", library.id)
    changes: list[tuple[tuple[str | int, ...], object]] = [(("name",), name)]
    if packs:
        changes.append((("packs",), list(packs)))
    if settings:
        flags = {each.id for each in system.settings if isinstance(each.default, bool)}
        given = {key: bool(value) if key in flags else value for key, value in settings.items()}
        changes.append((("settings",), given))
    return edit(text, changes)


def _remove(root: Path) -> None:
    """Takes away the empty folders that a failed `new` made."""
    for folder in sorted((each for each in root.rglob("*") if each.is_dir()), reverse=True):
        folder.rmdir()
    root.rmdir()
