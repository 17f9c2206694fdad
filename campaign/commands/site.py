"""`campaign site`: the campaign as pages that a club can put on any host.

Every page is rendered before the first is written, and only where something that it is made of has changed.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from campaign.errors import Refusal, refuse
from campaign.files.disk import bytes_of, inside, is_own, put, within_campaign
from campaign.printing.render import Renderer
from campaign.printing.site.pages import Pages
from campaign.record import Record
from campaign.words import say

if TYPE_CHECKING:
    from campaign.campaign import Campaign
    from campaign.printing.environment import Paper

FONTS = "fonts"


class Site(Record, kw_only=False):
    """Every file of a site by its path in it, None for a page that lies there as it would be rendered.

    `made_of` has a hash of all that a page is made of; `unbriefed` the battles whose briefing is not kept.
    """

    files: dict[str, bytes | None]
    made_of: dict[str, str]
    unbriefed: tuple[int, ...]


def site_of(campaign: Campaign, today: date, lying: Mapping[str, str], paper: Paper = "A4") -> Site:
    """The site as it is to be, printed on `paper`; `lying` says what the pages that lie there were made of.

    Raises Problems for briefings and rosters that can't be read, Refusal as printing does.
    """
    pages = Pages(campaign, today)
    made = [*pages.all()]
    library = campaign.library
    renderer = Renderer("html", system=library.id, roots=library.roots, fonts=FONTS, paper=paper)
    by = renderer.depends_on()
    files: dict[str, bytes | None] = {}
    made_of = {}
    for page in made:
        site = pages.seen_from(page, made)
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


LIST = "campaign-site.json"


class Published(Record):
    """What came of the files of a site.

    Of `written`, `anew` are those that somebody had changed since, as `kept` of what is no page any more.
    """

    written: tuple[str, ...]
    anew: tuple[str, ...]
    unchanged: int
    removed: tuple[str, ...]
    kept: tuple[str, ...]


def check_place(out: Path, entries: Collection[str]) -> None:
    """Raises Refusal for a folder that can't be the site of the campaign with these entries."""
    place = within_campaign(out)
    if place is not None and (not place.parts or is_own(place) or place.parts[0].casefold() == "briefings"):
        refuse(
            "{folder} belongs to the campaign itself.", "Name a different folder, such as “site”.", folder=out
        )
    if not out.exists():
        return
    if not out.is_dir():
        refuse("{folder} is not a folder.", "Name a new or empty folder.", folder=out)
    if any(out.iterdir()) and _listed(out).entry not in entries:
        refuse(
            "{folder} already has something in it that is not a site of this campaign.",
            "Name a new or empty folder.",
            folder=out,
        )


def lying(out: Path) -> dict[str, str]:
    """What the pages that lie there as they were written were made of."""
    return {
        name: own.made_of for name, own in _listed(out).files.items()
        if inside(name) and own.digest == _digest(bytes_of(out / name))
    }  # fmt: skip


def publish(
    out: Path, files: Mapping[str, bytes | None], made_of: Mapping[str, str], entry: str
) -> Published:
    """Writes a site, in a place that `check_place` lets pass; `entry` tells the next run whose it is.

    A file that is None lies there as it is to be. Raises Refusal where the disk refuses, or where a path
    leads out of the folder.
    """
    try:
        return _publish(out, files, made_of, entry)
    except OSError as error:
        raise Refusal(
            say("Can’t write {file}: {reason}.", file=error.filename or out, reason=error.strerror),
            say("Make it writable, then run the command again."),
        ) from error


def _publish(
    out: Path, files: Mapping[str, bytes | None], made_of: Mapping[str, str], entry: str
) -> Published:
    before = {name: own for name, own in _listed(out).files.items() if inside(name)}
    gone = {name: own for name, own in before.items() if name not in files}
    now = {
        name: before[name] if data is None else _Own(_digest(data), made_of.get(name, ""))
        for name, data in files.items()
    }
    for name in (*now, *gone):
        _check_within(out, name)
    changed = {
        name: data for name, data in files.items() if data is not None and bytes_of(out / name) != data
    }
    anew = tuple(name for name in changed if _is_changed(out / name, before.get(name)))
    # Whatever cuts this off, the next run knows all files as its own.
    _list(out, entry, gone | now)
    for name, data in changed.items():
        _put(out / name, data)
    removed = tuple(name for name, own in gone.items() if _removed(out, name, own.digest))
    _list(out, entry, now)
    kept = tuple(name for name in gone if (out / name).exists())
    return Published(
        written=tuple(changed), anew=anew, unchanged=len(files) - len(changed), removed=removed, kept=kept
    )


# --- the list ---


class _Own(Record, kw_only=False):
    """A file of the site: a hash of its bytes, and one of what it was made of."""

    digest: str
    made_of: str


class _Listed(Record, kw_only=False):
    """The list: an entry of the campaign whose site it is, and the site's files."""

    entry: str
    files: dict[str, _Own]


def _listed(out: Path) -> _Listed:
    """The list as it lies there; empty where there is none that can be read."""
    try:
        found = json.loads((out / LIST).read_text(encoding="utf-8"))
        files = {str(name): _Own(*map(str, own)) for name, own in found["files"].items()}
        return _Listed(str(found["entry"]), files)
    except (OSError, ValueError, RecursionError, TypeError, LookupError, AttributeError):
        return _Listed("", {})


def _list(out: Path, entry: str, files: Mapping[str, _Own]) -> None:
    listed = {name: [own.digest, own.made_of] for name, own in sorted(files.items())}
    data = (json.dumps({"entry": entry, "files": listed}, indent=1) + "\n").encode()
    if bytes_of(out / LIST) != data:
        _put(out / LIST, data)


def _digest(data: bytes | None) -> str:
    """Empty for a file that is not there."""
    return "" if data is None else sha256(data).hexdigest()


# --- on the disk ---


def _check_within(out: Path, name: str) -> None:
    """Raises Refusal where a link on the way leads somewhere else."""
    if not (out / name).parent.resolve().is_relative_to(out.resolve()):
        refuse(
            "{file} points outside the site’s folder.", "Remove the link that leads there.", file=out / name
        )


def _put(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    put(path, data)


def _is_changed(path: Path, own: _Own | None) -> bool:
    """Whether somebody put this file there, or changed it since it was written."""
    data = bytes_of(path)
    return data is not None and (own is None or _digest(data) != own.digest)


def _removed(out: Path, name: str, known: str) -> bool:
    """Whether a file of an earlier run was there as written, and is gone now, with folders left empty."""
    if not known or _digest(bytes_of(out / name)) != known:
        return False
    (out / name).unlink()
    for folder in (out / name).parents:
        if folder == out or any(folder.iterdir()):
            break
        folder.rmdir()
    return True
