"""PDF by WeasyPrint, where there is no browser.

It draws a picture without the page's style, so each part of a picture is given what the page says of it; the
page itself is marked, so that templates can set it in a plainer way (`html.weasyprint`).
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Iterator
from typing import Any

from campaign.errors import Refusal
from campaign.words import say

SVG = "{http://www.w3.org/2000/svg}"

PAINTED = re.compile(
    r"fill|stroke|font|opacity|text-anchor|dominant-baseline|letter-spacing|visibility|display"
)
"""The properties that parts of a picture are given."""


def by_weasyprint(html: str) -> bytes:
    """The PDF. Raises Refusal where WeasyPrint's own libraries are missing."""
    # What it says of style that it doesn't know helps no player.
    logging.getLogger("weasyprint").setLevel(logging.CRITICAL)
    try:
        from weasyprint import HTML
        from weasyprint.urls import URLFetcher
    except (ImportError, OSError) as error:
        reason = str(error).partition("\n")[0]
        raise Refusal(
            say("WeasyPrint can’t be used: {reason}", reason=reason),
            say("Install what it needs (Pango), or a browser."),
        ) from error
    document = HTML(string=html, url_fetcher=URLFetcher(allowed_protocols=("data",)))
    _paint(document.etree_element)
    return bytes(document.write_pdf() or b"")


def _paint(root: Any) -> None:
    """Gives each part of the pictures below a root the style that the page's own sheets have for it."""
    from cssselect2 import ElementWrapper

    root.set("class", "weasyprint")
    matcher = _matcher("\n".join(each.text or "" for each in root.iter("style")))
    top = ElementWrapper.from_html_root(root)
    values = {name: text for name, text in _of(matcher, top) if name.startswith("--")}
    for element in top.iter_subtree():
        part = element.etree_element
        if isinstance(part.tag, str) and part.tag.startswith(SVG):
            own = {name: text for name, text in _of(matcher, element) if PAINTED.match(name)}
            said = [f"{name}: {_filled_in(text, values)}" for name, text in own.items()]
            if said:
                part.set("style", "; ".join([*said, part.get("style", "")]))


def _matcher(sheet: str) -> Any:
    from cssselect2 import Matcher, SelectorError, compile_selector_list
    from tinycss2 import parse_blocks_contents, parse_stylesheet, serialize

    matcher = Matcher()
    for rule in _printed(parse_stylesheet(sheet, skip_comments=True, skip_whitespace=True)):
        said = [
            (each.name, serialize(each.value).strip())
            for each in parse_blocks_contents(rule.content)
            if each.type == "declaration"
        ]
        try:
            selectors = compile_selector_list(rule.prelude)
        except SelectorError:
            continue
        for selector in selectors:
            if selector.pseudo_element is None:
                matcher.add_selector(selector, said)
    return matcher


def _printed(rules: Iterable[Any]) -> Iterator[Any]:
    """The rules that hold on paper."""
    from tinycss2 import parse_rule_list, serialize

    for rule in rules:
        if rule.type == "qualified-rule":
            yield rule
        elif (
            rule.type == "at-rule"
            and rule.lower_at_keyword == "media"
            and serialize(rule.prelude).strip() == "print"
        ):
            yield from _printed(parse_rule_list(rule.content, skip_comments=True, skip_whitespace=True))


def _of(matcher: Any, element: Any) -> Iterator[tuple[str, str]]:
    """What is said of an element, the stronger after the weaker."""
    for *_, declarations in matcher.match(element):
        yield from declarations


def _filled_in(text: str, values: dict[str, str]) -> str:
    """A value with the page's own properties put in; they may speak of one another."""
    for _ in range(8):
        text, found = re.subn(
            r"var\(\s*(--[\w-]+)\s*(?:,([^()]*))?\)",
            lambda use: values.get(use[1], use[2] or "inherit"),
            text,
        )
        if not found:
            break
    return text
