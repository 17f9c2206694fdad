"""The HTML of every kind of page, as the W3C's checker reads it."""

from __future__ import annotations

import json
import subprocess

from tests.browser.conftest import none_of
from tests.browser.documents import KINDS


def test_no_page_has_an_error(vnu, printed, hostile, tmp_path):
    """All pages at once, since the checker takes seconds to start."""
    for kind in KINDS:
        for names, pages in (("plain", printed), ("hostile", hostile)):
            (tmp_path / f"{kind}.{names}.html").write_text(pages(kind).html(), encoding="utf-8")
    check = [*vnu, "--format", "json", "--exit-zero-always", "--errors-only", str(tmp_path)]
    done = subprocess.run(check, capture_output=True, text=True, encoding="utf-8", check=True)
    none_of(
        f"{one['url'].rpartition('/')[2]}:{one.get('lastLine')}: {one['message']} {one.get('extract', '')!r}"
        for one in json.loads(done.stderr)["messages"]
    )
