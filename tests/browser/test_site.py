"""A site as people see it: its pages from its folder, on a phone and at a desk, and all of them by the checker."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.browser.campaigns import CAMPAIGNS, PLAIN, Names
from tests.browser.conftest import DESK, PHONE, none_of
from tests.browser.hostile import HOSTILE
from tests.browser.test_screens import VIOLATIONS, WIDER

SYSTEMS = ("killteam", "killzone", "starcraft")


def site(folder: Path, system: str, names: Names) -> Path:
    camp = CAMPAIGNS[system](folder / system, names)
    camp.ok("site", folder / system / "site")
    return folder / system / "site"


@pytest.mark.parametrize("system", SYSTEMS)
def test_on_every_screen(opened, axe, tmp_path, system):
    """No request but for what lies in the site; nothing to scroll sideways; the site’s own pages accessible."""
    out = site(tmp_path, system, PLAIN)
    pages = sorted(out.rglob("*.html"))
    own = [
        out / "index.html",
        out / "print.html",
        *(min(out.glob(f"{kind}/*[0-9a-f].html")) for kind in ("battles", "teams")),
    ]
    found: list[str] = []
    for path, width in (*((path, PHONE) for path in pages), *((path, DESK) for path in own)):
        where = f"{path.relative_to(out)}, {width} wide"
        page = opened(path, width, width == DESK, beside=out)
        if wider := page.evaluate(WIDER):
            found.append(f"{where}: {wider} px to scroll sideways")
        if path in own:
            page.evaluate(axe)
            found += [f"{where}: {each}" for each in page.evaluate(VIOLATIONS)]
        opened.done_with(page)
    none_of(found)


def test_no_page_has_an_error(vnu, tmp_path):
    sites = [site(tmp_path / which, "killzone", names) for which, names in (("a", PLAIN), ("b", HOSTILE))]
    check = [
        *vnu,
        "--format",
        "json",
        "--exit-zero-always",
        "--errors-only",
        "--skip-non-html",
        *map(str, sites),
    ]
    done = subprocess.run(check, capture_output=True, text=True, encoding="utf-8", check=True)
    none_of(
        f"{one['url'].rpartition('/')[2]}:{one.get('lastLine')}: {one['message']} {one.get('extract', '')!r}"
        for one in json.loads(done.stderr)["messages"]
    )
