"""Each kind of page on a phone and at a desk, in light and dark: no fault, nothing to scroll sideways, accessible."""

from __future__ import annotations

import itertools

import pytest

from tests.browser.conftest import DESK, HEIGHTS, PHONE, none_of
from tests.browser.documents import KINDS

WIDER = "document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth"
LOOKED_AT = ((PHONE, "light"), (DESK, "dark"))
"""Where axe looks, which takes the most time: at each width and each scheme once."""

VIOLATIONS = """
async () => (await axe.run(document, {resultTypes: ["violations"], preload: false})).violations.flatMap(
    rule => rule.nodes.map(node => `${rule.id} (${rule.help}): ${node.target} ${node.html.slice(0, 200)} `
        + node.any.concat(node.all, node.none).map(check => check.message).join("; ")))
"""


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_on_every_screen(opened, printed, axe, kind):
    page = opened(printed(kind).html())
    page.evaluate(axe)
    found: list[str] = []
    for width, scheme in itertools.product((PHONE, DESK), ("light", "dark")):
        page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
        page.emulate_media(color_scheme=scheme)
        where = f"{width} wide, {scheme}"
        if wider := page.evaluate(WIDER):
            found.append(f"{where}: {wider} px to scroll sideways")
        if (width, scheme) in LOOKED_AT:
            found += [f"{where}: {each}" for each in page.evaluate(VIOLATIONS)]
    none_of(found)
