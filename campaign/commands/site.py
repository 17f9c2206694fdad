"""`campaign site`: the campaign as pages that a club can put on any host.

Every page is rendered before the first is written, and only where something that it is made of has changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from hashlib import sha256

from campaign.campaign import Campaign
from campaign.commands.site_pages import Pages
from campaign.printing.environment import Paper
from campaign.printing.render import Renderer
from campaign.record import Record

FONTS = "fonts"


class Site(Record, kw_only=False):
    """Every file of a site by its path in it, None for a page that lies there as it would be rendered.

    `made_of` has a hash of all that a page is made of; `unbriefed` the battles whose briefing is not kept.
    """

    files: dict[str, bytes | None]
    made_of: dict[str, str]
    unbriefed: tuple[int, ...]


def site_of(folder: Campaign, today: date, lying: Mapping[str, str], paper: Paper = "A4") -> Site:
    """The site as it is to be, printed on `paper`; `lying` says what the pages that lie there were made of.

    Raises Problems for briefings and rosters that can't be read, Refusal as printing does.
    """
    pages = Pages(folder, today)
    made = [*pages.all()]
    library = folder.library
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
