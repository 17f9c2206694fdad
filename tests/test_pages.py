"""Every page of the demo campaign as it is printed, in every format."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from campaign.printing.render import FORMATS
from tests.demo_pages import Shown, demo_pages
from tests.test_render import Page

ENDINGS = {"terminal": "txt", "markdown": "md", "html": "html"}


@pytest.fixture(scope="module")
def demo(tmp_path_factory) -> Mapping[str, Shown]:
    return demo_pages(tmp_path_factory.mktemp("demo") / "ash")


PAGES = (
    "ledger", "standings", "team", "log", "show", "correction", "result", "recorded", "system", "rules", "choices",
    "briefing-scouted", "briefing-roles",
)  # fmt: skip
WITH_TEMPLATES_OF_EACH_FORMAT = {"ledger"}
"""Its contents, charts and battles, and their order: compared whole in every format."""


@pytest.mark.parametrize("fmt", FORMATS)
@pytest.mark.parametrize("page", PAGES)
def test_as_printed(golden, demo, page, fmt):
    text = demo[page].text(fmt)
    if fmt == "html":
        Page(text)
    if page in WITH_TEMPLATES_OF_EACH_FORMAT:
        golden(f"demo-{page}.{ENDINGS[fmt]}", text)
    else:
        golden.document(f"demo-{page}", fmt, text)


def test_every_page_is_compared(demo):
    assert set(demo) == set(PAGES)
