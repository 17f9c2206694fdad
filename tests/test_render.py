from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from datetime import date
from html.parser import HTMLParser
from shutil import copytree, ignore_patterns

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.content.library import ContentRoot, built_in
from campaign.errors import Refusal
from campaign.printing.environment import guarded
from campaign.printing.history import LogLine, LogView
from campaign.printing.render import FORMATS, render
from campaign.printing.typeset import (
    _BLANKS,
    _HIDDEN,
    TerminalBlocks,
    cells,
    for_html,
    for_markdown,
    from_markdown,
    html_rows,
    visible,
    wrapped,
)
from tests.builders import made

VOID = {"meta", "hr", "br", "input", "img", "link"}

HOSTILE = {
    "element": "<script>alert(1)</script>",
    "attribute": '"onload="alert(1)',
    "pipe": "a | b || c",
    "backticks": "`x` ```",
    "brackets": "[red]x[/red] [a](b) ![i](j)",
    "emphasis": "*a* _b_ ~c~ **d**",
    "heading": "# x",
    "item": "1. x",
    "rule": "---",
    "entity": "&lt;b&gt;",
    "jinja": "{{ 7 * 7 }} {% raw %}",
    "percent": "100 % %(x)s %s",
    "ansi": "\x1b[31mred\x1b[0m\x07\x00",
    "separators": "a\x1eb\x1fc\x02d",
    "lines": "a\n\n# b\r\n\u2028c",
    "direction": "a\u202eb\u2066c\u200f",
    "hebrew": "שלום",
    "half": "a\ud800b",
    "long": "x" * 300,
    "emoji": "👩‍🚀🔥",
    "wide": "試合試合",
    "combining": "e\u0301e\u0301",
}


def log(value: str) -> LogView:
    line = LogLine(
        at=made(0), by=value, entry=f"e-{value}", tail=value, number=1, of="battle", step="setup",
        about=(value, value), reason=value,
    )  # fmt: skip
    return LogView(name=value, lines=(line,))


def shown(fmt, value, **options):
    return render("log", fmt, log(value), system="tin-men", roots=[built_in()], **options)


class Page(HTMLParser):
    """Every tag with its attributes, and whether each that opens closes in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: set[str] = set()
        self.open: list[str] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)


class TestHostileValues:
    @pytest.mark.parametrize("value", [pytest.param(value, id=name) for name, value in HOSTILE.items()])
    def test_html_gains_no_element_and_no_attribute(self, value):
        calm, page = Page(shown("html", "calm")), Page(shown("html", value))
        assert [tag for tag in page.tags if tag != "bdi"] == calm.tags
        assert page.attributes == calm.attributes
        assert visible(value) in "".join(page.words)

    @pytest.mark.parametrize("value", [pytest.param(value, id=name) for name, value in HOSTILE.items()])
    def test_a_terminal_gets_no_command_and_no_line_too_long(self, value):
        text = shown("terminal", value, width=60)
        assert not set(text) & ({chr(code) for code in range(32)} - {"\n"})
        assert not set(text) & {"\u202e", "\u2066", "\u200f", "\ud800", "\x7f", "\x9b"}
        assert max(cells(line) for line in text.splitlines()) <= 60

    @pytest.mark.parametrize("value", [pytest.param(value, id=name) for name, value in HOSTILE.items()])
    def test_markdown_keeps_its_table_and_reads_as_text(self, value):
        markdown_it = pytest.importorskip("markdown_it")
        calm, page = (
            markdown_it.MarkdownIt("gfm-like", {"linkify": False}).render(shown("markdown", each))
            for each in ("calm", value)
        )
        assert Page(page).tags == Page(calm).tags
        assert visible(value).strip() in "".join(Page(page).words)

    @pytest.mark.parametrize("fmt", FORMATS)
    @pytest.mark.parametrize("value", HOSTILE.values(), ids=HOSTILE)
    def test_every_page_can_be_written_and_ends_with_one_line_end(self, fmt, value):
        text = shown(fmt, value)
        assert text.encode("utf-8").endswith(b"\n")
        assert not text.endswith("\n\n")
        assert "\n\n\n" not in text

    @given(st.text(max_size=60))
    def test_any_text_leaves_html_as_it_was(self, value):
        assert set(Page(f"<p>{for_html(value)}</p>").tags) <= {"p", "bdi"}


class TestEscapes:
    @pytest.mark.parametrize(
        ("value", "text"),
        [
            ("a|b", r"a\|b"),
            ("`x`", r"\`x\`"),
            ("[red]", r"\[red\]"),
            ("<b>", r"\<b\>"),
            ("# x", r"\# x"),
            ("a # x", "a # x"),
            ("no-show", "no-show"),
            ("- x", r"\- x"),
            ("12. x", r"12\. x"),
            ("a_b*c", r"a\_b\*c"),
            ("x\n# y", "x # y"),
        ],
    )
    def test_markdown(self, value, text):
        assert for_markdown(value) == text

    @given(st.text(max_size=60))
    def test_what_was_escaped_for_markdown_comes_back(self, value):
        assert from_markdown(for_markdown(value)) == visible(value)

    @pytest.mark.parametrize(
        ("value", "text"),
        [
            ("a\x1b[31mb", "a␛[31mb"),
            ("a\x7fb", "a␡b"),
            ("a\u202eb", "a<U+202E>b"),
            ("a\ud800b", "a<U+D800>b"),
            ("a\t\r\nb", "a b"),
            ("👩‍🚀", "👩‍🚀"),
        ],
    )
    def test_terminal(self, value, text):
        assert visible(value) == text

    def test_only_what_python_calls_unprintable_is_hidden_in_a_terminal(self):
        """Of every character there is: the others are passed over unread."""
        shown = [chr(code) for code in range(sys.maxunicode + 1) if chr(code).isprintable()]
        assert [letter for letter in shown if re.match(f"{_HIDDEN}|{_BLANKS}", letter)] == [" "]
        assert visible("a  b") == "a b"

    def test_html_keeps_right_to_left_names_apart(self):
        assert for_html("שלום & x") == "<bdi>שלום &amp; x</bdi>"
        assert for_html("<b>") == "&lt;b&gt;"
        assert "<title>שלום: log</title>" in shown("html", "שלום")


class TestLines:
    @pytest.mark.parametrize(
        ("text", "columns"), [("abc", 3), ("試合", 4), ("e\u0301", 1), ("\x1b[1mab\x1b[0m", 2), ("", 0)]
    )
    def test_width_is_that_of_the_terminal(self, text, columns):
        assert cells(text) == columns

    def test_words_wrap_with_a_hanging_indent(self):
        assert wrapped("one two three four", 11, "• ", "  ") == ["• one two", "  three", "  four"]

    def test_a_word_too_long_is_broken(self):
        assert wrapped("abcdefgh ij", 5) == ["abcde", "fgh", "ij"]

    @given(st.text(), st.integers(2, 40))
    def test_no_line_is_ever_too_long(self, text, width):
        assert all(cells(line) <= width for line in wrapped(visible(text), width))

    def test_a_table_is_aligned_by_width(self):
        terminal = TerminalBlocks(40, colour=False)
        rows = "試合\x1f5\x1f\x1eab\x1f10\x1f\x1e"
        assert terminal.grid(rows, ["Team", "Won"], "lr").split("\n") == [
            "Team  Won",
            "────  ───",
            "試合    5",
            "ab     10",
        ]

    def test_a_long_word_is_broken_only_where_it_must_be(self):
        rows = "fire-in-the-stores\x1fFire in the Stores\x1f\x1e"
        assert TerminalBlocks(30, colour=False).grid(rows, ["Id", "Name"], "l").split("\n") == [
            "Id                  Name",
            "──────────────────  ──────────",
            "fire-in-the-stores  Fire in",
            "                    the Stores",
        ]
        assert TerminalBlocks(25, colour=False).grid(rows, ["Id", "Name"], "l").split("\n") == [
            "Id                Name",
            "────────────────  ───────",
            "fire-in-the-stor  Fire in",
            "es                the",
            "                  Stores",
        ]

    def test_a_table_too_wide_becomes_blocks(self):
        rows = "Red Talons\x1f8\x1f7\x1f\x1e"
        assert TerminalBlocks(25, colour=False).grid(rows, ["Team", "Intelligence", "Territory"], "lr").split(
            "\n"
        ) == [
            "Team          Red Talons",
            "Intelligence  8",
            "Territory     7",
        ]

    def test_the_short_id_in_large_type(self):
        assert TerminalBlocks(40, colour=False).big("0a1").split("\n") == [
            " _    _",
            "| |  |_|    |",
            "|_|  | |    |",
        ]
        assert TerminalBlocks(40, colour=False).big("zx") == "zx"

    @pytest.mark.parametrize(("asked", "got"), [(5, 25), (60, 60), (500, 100)])
    def test_the_width_has_bounds(self, asked, got):
        assert TerminalBlocks(asked, colour=False).width == got

    def test_colour_only_where_it_is_wanted(self):
        assert "\x1b[1m" in shown("terminal", "x", colour=True)
        assert "\x1b" not in shown("terminal", "x")


class TestHtml:
    def test_the_document_is_whole(self):
        text = shown("html", "calm")
        page = Page(text)
        assert text.startswith("<!doctype html>\n")
        assert page.tags[:6] == ["html", "head", "meta", "meta", "meta", "title"]
        assert '<html lang="en">' in text
        assert '<th scope="col">Who</th>' in text
        assert '<th scope="row">' in text
        assert html_rows("1\x1fRed\x1f2\x1f\x1e", "rlr") == (
            '<tr><th scope="row" class="r">1</th><td>Red</td><td class="r">2</td></tr>\n'
        )
        assert html_rows("\x1fRed\x1f\x1e", "ll") == "<tr><td></td><td>Red</td></tr>\n"
        assert re.findall(r"http\S*", text) == ['http-equiv="Content-Security-Policy"']


@dataclass(frozen=True)
class Thing:
    name: str = "a & b"
    day: date = date(2026, 3, 1)
    none: None = None


def house(tree, **files):
    folder = tree(
        {f"house/templates/_default/{name.replace('__', '/')}.j2": text for name, text in files.items()}
    )
    return [
        built_in(),
        ContentRoot(folder / "house", "house", house=True),
    ], folder / "house/templates/_default"


class TestOwnTemplates:
    @pytest.mark.parametrize(
        ("template", "line", "says"),
        [
            ("x\n{{ ''.__class__ }}", 2, "access to attribute '__class__' of 'str' object is unsafe"),
            (
                "{{ view.__init__.__globals__ }}",
                1,
                "access to attribute '__init__' of 'Thing' object is unsafe",
            ),
            ('{% include "../../secret" %}', 1, "There is no template “../../secret”"),
            ('x\n{% include "/etc/passwd" %}', 2, "There is no template “/etc/passwd”"),
            ("a\nb\n{{ view.nam }}", 3, "has no attribute 'nam'"),
            ("{{ nothing }}", 1, "'nothing' is undefined"),
            ("x\n{{ 1 / 0 }}", 2, "division by zero"),
            ("x\n\n{% if %}", 3, "Expected an expression"),
            ("{{ view.name|safe }}", 1, "No filter named 'safe'"),
            ("{{ page.para(view.nam) }}", 1, "has no attribute 'nam'"),
            ("{% for x in range(10000000) %}{% endfor %}", 1, "Range too big"),
            (
                "{% trans name=view.name, count=2 %}{{ name }}, one{% pluralize %}{{ count }}{% endtrans %}",
                1,
                "is no count for a plural",
            ),
        ],
    )
    def test_a_mistake_is_a_refusal_with_its_line(self, tree, template, line, says):
        tree({"secret": "S", "house/secret": "S"})
        roots, folder = house(tree, thing=template)
        with pytest.raises(Refusal) as refused:
            render("thing", "terminal", Thing(), system="tin-men", roots=roots)
        assert str(refused.value).startswith(f"{folder / 'thing.j2'}:{line}: ")
        assert says in str(refused.value)

    def test_a_link_out_of_the_folder_is_not_followed(self, tree):
        roots, folder = house(tree, thing='{% include "out.j2" %}')
        secret = tree({"secret.j2": "S"}) / "secret.j2"
        (folder / "out.j2").symlink_to(secret)
        with pytest.raises(Refusal, match=r"There is no template “out\.j2”"):
            render("thing", "html", Thing(), system="tin-men", roots=roots)

    def test_a_template_that_is_not_utf_8_is_refused(self, tree):
        roots, folder = house(tree, thing="x")
        (folder / "thing.j2").write_bytes(b"a\n\xff")
        with pytest.raises(Refusal, match=r"thing\.j2:2: This template is not UTF-8"):
            render("thing", "html", Thing(), system="tin-men", roots=roots)

    def test_a_mistake_of_ours_is_a_bug(self):
        with pytest.raises(Exception, match="has no attribute 'lines'") as raised:
            render("log", "terminal", Thing(), system="tin-men", roots=[built_in()])
        assert not isinstance(raised.value, Refusal)

    @pytest.mark.parametrize(
        ("template", "html"),
        [
            ("{{ view.name }}", "a &amp; b"),
            ("{{ view.name ~ '<' }}", "a &amp; b&lt;"),
            ("{{ page.strong('x') ~ view.name }}", "<strong>x</strong>a &amp; b"),
            ("{{ [page.strong('x'), view.name]|join(' < ') }}", "<strong>x</strong> &lt; a &amp; b"),
            ("{% autoescape false %}{{ view.name }}{% endautoescape %}", "a &amp; b"),
            ("{% trans name=view.name %}{{ name }}!{% endtrans %}", "a &amp; b!"),
            (
                "{% trans count=2, name=view.name %}one{% pluralize %}{{ count }} {{ name }}{% endtrans %}",
                "2 a &amp; b",
            ),
            ("{{ view.name|e }}", "a &amp; b"),
        ],
    )
    def test_one_escape_for_everything(self, tree, template, html):
        roots, _ = house(tree, thing=template)
        assert render("thing", "html", Thing(), system="tin-men", roots=roots) == guarded(f"{html}\n")
        plain = (
            html.replace("&amp;", "&").replace("&lt;", "<").replace("<strong>", "").replace("</strong>", "")
        )
        assert render("thing", "terminal", Thing(), system="tin-men", roots=roots) == f"{plain}\n"

    @pytest.mark.parametrize(
        ("template", "text"),
        [
            ("{{ 6.0|inches }} {{ 14.67|inches }}", '6" 14.67"'),
            ("{{ 1|signed }} {{ -1|signed }} {{ 0|signed }}", "+1 −1 0"),
            ("{{ [4, 3]|faces }}", "4 3"),
            ("{{ [0, 0, 30, 6]|spot(30, 22) }}", "top left right"),
            ("{{ [5, 5, 5, 5]|spot(30, 22) }}.", "."),
        ],
    )
    def test_filters(self, tree, template, text):
        roots, _ = house(tree, thing=template)
        assert render("thing", "terminal", Thing(), system="tin-men", roots=roots) == f"{text}\n"

    def test_which_template_wins(self, tree):
        folder = tree(
            {
                "pack/templates/_default/thing.j2": "pack",
                "pack/templates/_default/thing.html.j2": "pack html",
                "house/templates/_default/thing.j2": "house",
                "pack/templates/tin-men/other.j2": "pack system",
                "house/templates/_default/other.j2": "house default",
                "house/templates/tin-men/log.j2": (
                    '{% extends "_default/log.j2" %}{% block title %}Mine{% endblock %}'
                ),
            }
        )
        pack, own = ContentRoot(folder / "pack", "pack"), ContentRoot(folder / "house", "house", house=True)

        def text(document, fmt, *roots):
            return render(document, fmt, Thing(), system="tin-men", roots=[built_in(), *roots])

        assert text("thing", "terminal", pack) == "pack\n"
        assert text("thing", "html", pack) == guarded("pack html\n")
        assert text("thing", "html", pack, own) == guarded("house\n")
        assert text("other", "html", pack, own) == guarded("pack system\n")
        mine = render("log", "terminal", log("x"), system="tin-men", roots=[built_in(), own])
        assert mine.startswith("Mine\n")


class TestCompiled:
    def test_only_built_in_templates_are_kept(self, tree, monkeypatch):
        """What a group or a pack writes is never put into the folder of the program."""
        folder = tree(
            {
                "house/templates/_default/log.j2": '{% extends "_default/page.j2" %}{% block title %}Zanzibar{% endblock %}{% block body %}{% endblock %}'
            }
        )
        copytree(
            built_in().folder / "templates",
            folder / "program/templates",
            ignore=ignore_patterns("__pycache__"),
        )
        program, own = (
            ContentRoot(folder / "program", "built-in"),
            ContentRoot(folder / "house", "house", house=True),
        )
        for module in ("environment", "render"):
            monkeypatch.setattr(f"campaign.printing.{module}.built_in", lambda: program)
        for _ in range(2):
            page = render("log", "terminal", log("x"), system="tin-men", roots=[program, own])
            assert page == "Zanzibar\n"
        kept = sorted((program.folder / "templates/__pycache__").iterdir())
        assert len(kept) == 4  # rounds, words, blocks and the page
        assert not any(b"Zanzibar" in path.read_bytes() for path in kept)
        assert [path for path in folder.glob("house/**/*") if path.is_file()] == [
            folder / "house/templates/_default/log.j2"
        ]

    def test_a_page_from_compiled_templates_is_the_same(self, tree, monkeypatch):
        folder = tree({})
        copytree(built_in().folder / "templates", folder / "templates", ignore=ignore_patterns("__pycache__"))
        program = ContentRoot(folder, "built-in")
        for module in ("environment", "render"):
            monkeypatch.setattr(f"campaign.printing.{module}.built_in", lambda: program)
        pages = [render("log", "html", log("x"), system="tin-men", roots=[program]) for _ in range(2)]
        assert pages[0] == pages[1] == shown("html", "x")

    def test_where_nothing_may_be_written_nothing_is(self, tree, monkeypatch):
        folder = tree({"templates/__pycache__": "a file in the way"})
        copytree(built_in().folder / "templates/_default", folder / "templates/_default")
        program = ContentRoot(folder, "built-in")
        for module in ("environment", "render"):
            monkeypatch.setattr(f"campaign.printing.{module}.built_in", lambda: program)
        assert render("log", "html", log("x"), system="tin-men", roots=[program]) == shown("html", "x")
