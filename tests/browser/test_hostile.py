"""Names and notes that mean harm stand on every kind of page as text: no element, no attribute, no script of theirs."""

from __future__ import annotations

import pytest

from campaign.content.library import ContentRoot
from campaign.printing.typeset import visible
from campaign.record import fields, replace
from tests.browser.campaigns import PLAIN, Names
from tests.browser.conftest import PHONE, none_of
from tests.browser.documents import KINDS, named
from tests.browser.hostile import HOSTILE, LONG, swapped
from tests.browser.test_screens import WIDER
from tests.trees import write_tree

ELEMENTS = """
() => {
    const told = (element, depth) => [
        ...["BDI", "TSPAN"].includes(element.tagName.toUpperCase()) ? [] : [
            " ".repeat(depth) + [element.tagName.toLowerCase(), ...element.getAttributeNames().sort()].join(" ")],
        ...[...element.children].flatMap(child => told(child, depth + 1))];
    return told(document.documentElement, 0).map(line => line.trim());
}
"""
"""Every element with the names of its attributes. What only sets a name, its direction and its lines, is left out."""


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_of_players(opened, printed, hostile, kind):
    plain, harmed = opened(printed(kind).html(), PHONE), opened(hostile(kind).html(), PHONE)
    none_of(harm(plain, harmed, HOSTILE))


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_longer_and_stranger_than_the_command_takes_them(opened, printed, kind):
    """As a ledger written by hand might hold them: 300 letters without a blank, escape codes, reading turned round."""
    shown = printed(kind)
    plain, harmed = opened(shown.html(), PHONE), opened(swapped(shown, PLAIN, LONG).html(), PHONE)
    none_of(harm(plain, harmed, LONG))


@pytest.mark.parametrize("page", ["page.j2", "own.html.j2"])
def test_a_template_from_elsewhere_runs_nothing_and_fetches_nothing(opened, printed, tmp_path, page):
    """On the product's own page, and on one that leaves out whatever it likes."""
    write_tree(tmp_path, {
        "house/templates/_default/log.j2": f"""
            {{% extends "{page}" %}}
            {{% block title %}}Log{{% endblock %}}
            {{% block body %}}
            <p>{{{{ view.name }}}}</p><script>window.harmed = 1</script><img alt="" src="https://example.org/seen">
            <form action="https://example.org/"><button onclick="window.harmed = 2">Go on</button></form>
            {{% endblock %}}
        """,
        "house/templates/_default/own.html.j2": """
            <script>window.harmed = 3</script>
            {% block body %}{% endblock %}
        """,
    })  # fmt: skip
    shown = printed(named("log: Kill Team"))
    theirs = replace(shown, roots=(*shown.roots, ContentRoot(tmp_path / "house", "house", house=True)))
    tab = opened(theirs.html(), PHONE)
    tab.locator("button").dispatch_event("click")
    tab.wait_for_timeout(
        500
    )  # what the browser refuses it reports a moment later, else on the next test's page
    assert tab.evaluate("window.harmed") is None
    assert any("Content Security Policy" in fault for fault in opened.faults)
    assert not [fault for fault in opened.faults if fault.startswith(("request:", "dialog:", "script:"))]
    opened.faults.clear()


def harm(plain, harmed, names: Names):
    """What is not as it should be on a page with these names, beside the same page with plain ones."""
    before, after = plain.evaluate(ELEMENTS), harmed.evaluate(ELEMENTS)
    if before != after:
        place = next((at for at, pair in enumerate(zip(before, after, strict=False)) if len({*pair}) > 1), 0)
        yield f"other elements from {place} on: {before[place:][:9]}, and now {after[place:][:9]}"
    if harmed.evaluate("window.harmed"):
        yield "a script has run"
    if wider := harmed.evaluate(WIDER):
        yield f"{wider} px to scroll sideways"
    calm, text = (bare(page.locator("body").text_content()) for page in (plain, harmed))
    for field in fields(Names):
        if bare(getattr(PLAIN, field.name)) in calm and bare(visible(getattr(names, field.name))) not in text:
            yield f"the {field.name} is not shown whole"


def bare(text: str) -> str:
    return "".join(text.split())
