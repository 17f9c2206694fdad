"""The blocks of every format, all on one page: what a document's words become, whichever document it is."""

from __future__ import annotations

import re

import pytest

from campaign.content.library import ContentRoot, built_in
from campaign.printing.render import FORMATS, render
from tests.test_briefing import briefing
from tests.test_render import Page

ENDINGS = {"terminal": "txt", "markdown": "md", "html": "html"}
BLOCKS = built_in().folder / "templates" / "_default"
PAGE = """
{% extends "page.j2" %}
{% block title %}Every block{% endblock %}
{% block aside %}3fa09c{% endblock %}
{% block body %}
{{ page.para("A paragraph that is longer than a line of a terminal, so that it is seen where it breaks & goes on.") }}
{{ page.note("A note.") }}
{% set contents = [("words", "Words in a line"), ("lists", "Lists")] %}
{% include "parts/contents.j2" %}

{{ page.heading("Words in a line", icon="mission", id="words") }}
{{ page.para(page.strong("strong") ~ ", " ~ page.quiet("quiet") ~ ", " ~ page.gone("gone") ~ ", " ~ page.together("together")) }}
{{ page.para("Large" ~ page.small("and small")) }}
{{ page.heading("Lists") }}
{{ page.part("Without numbers") }}
{% call page.list() %}{{ page.item("one") }}{{ page.item("two") }}{% endcall %}
{{ page.part("With numbers") }}
{% call page.numbered() %}{{ page.item("one") }}{{ page.item("two") }}{% endcall %}
{% call page.facts() %}{{ page.fact("Seed", 7) }}{{ page.fact("Sides", "Red | Vas") }}{% endcall %}
{% call page.facts(short=true) %}{{ page.fact("Seed", 7) }}{% endcall %}
{{ page.rule() }}
{{ page.heading("A table", icon="dice") }}
{% call page.table(["Team", "Won", "Share", ""], "lrrl") %}
{{ page.row("Red Talons", 10, 0.5|percent, 0.5|bar(10)) }}
{% call page.row("Vas Kar") %}{{ page.cell(2) }}{{ page.cell(0.1|percent) }}{{ page.cell(0.1|bar(10)) }}{% endcall %}
{% endcall %}
{% call page.columns() %}{{ page.para("In columns.") }}{% endcall %}
{% call page.columns(dense=true) %}{{ page.para("In dense columns.") }}{% endcall %}
{{ page.heading("To fill in") }}
{% call page.form() %}
{% call page.sheet() %}
{{ page.big("0a1") }}
{{ page.para(page.asked(3) ~ "Markers: " ~ page.box("1", 4) ~ page.box("2") ~ page.box()) }}
{{ page.para(page.asked(0) ~ page.tick("yes") ~ page.tick() ~ page.ticks(3)) }}
{{ page.para(page.blank() ~ " " ~ page.blank(long=true)) }}
{{ page.ruled(2) }}
{% endcall %}
{% endcall %}
{{ page.heading("The battlefield") }}
{% include "parts/board.j2" %}
{% endblock %}
"""


def macros(fmt: str) -> dict[str, str]:
    """The blocks of a format with their parameters."""
    text = (BLOCKS / f"blocks.{fmt}.j2").read_text(encoding="utf-8")
    return dict(re.findall(r"{% macro (\w+)\((.*?)\) %}", text))


@pytest.mark.parametrize("fmt", FORMATS)
def test_as_printed(golden, tree, fmt):
    pack = tree({"pack/templates/_default/every-block.j2": PAGE}) / "pack"
    roots = [built_in(), ContentRoot(pack, "pack")]
    text = render("every-block", fmt, briefing(2), system="killteam", roots=roots, picture="board.svg")
    if fmt == "html":
        Page(text)
    golden(f"blocks.{ENDINGS[fmt]}", text)


def test_a_compiled_template_keeps_no_width(tree):
    text = '{% extends "page.j2" %}{% block title %}x{% endblock %}{% block body %}{{ page.rule() }}{% endblock %}'
    pack = tree({"pack/templates/_default/ruled.j2": text}) / "pack"
    roots = [built_in(), ContentRoot(pack, "pack")]
    for width in (60, 80):
        page = render("ruled", "terminal", None, system="killteam", roots=roots, width=width)
        assert page == f"x\n\n{'─' * width}\n"


def test_every_format_has_the_same_blocks_and_the_page_has_all_of_them():
    html, *others = (macros(fmt) for fmt in ("html", "markdown", "terminal"))
    assert others == [html, html]
    assert [name for name in html if not re.search(rf"page\.{name}\(", PAGE) and name != "title"] == []
