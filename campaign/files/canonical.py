"""The one form in which our own YAML is written, and a strict, fast reader for just that form.

canonical_dump.py writes it. `read_canonical` reads it line by line and gives up (`NotCanonical`) on anything
that it doesn't know to the byte, so that the full parser behind yamlfile.py decides; whatever it does accept
means the same there. Scalars mean the same to both through `plain_value`.
"""

from __future__ import annotations

import math
import re
from typing import Any

MOST_DEPTH = 60
MOST_NODES = 50_000
MOST_KEY = 1000  # a parser looks no further than 1024 characters for the colon of a key

_WORDS: dict[str, bool | None] = {"": None, "~": None, "null": None, "true": True, "false": False}
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,308})(\.[0-9]{1,400})?")

# Characters that never stand in the text as themselves: control, format, bidi, private and the like.
_UNSEEN = (
    "\x0b-\x1f\x7f-\xa0\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u1680\u180e\u2000-\u200f\u2028-\u202f"
    "\u205f-\u206f\u3000\ud800-\uf8ff\ufeff\ufff0-\uffff"
    "\U000110bd\U000110cd\U00013430-\U0001345f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U0010ffff"
)
_ODD_TEXT = f"[\x00-\x09{_UNSEEN}]"
UNSEEN = f"[\x00-\x0a{_UNSEEN}]"

_QUOTED_TEXT = r'"(?:[^"\\]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}|U000[0-9a-fA-F]{5}|U0010[0-9a-fA-F]{4}))*"'
_PLAIN_TEXT = r"""(?:-(?=[0-9])|[^ \-?:,\[\]{}#&*!|>'"%@`])(?:[^ :#]|(?<! )#|:(?=[^ ])| +(?=[^ #]))*"""
_FLOW_TEXT = r"(?:-(?=[0-9])|\w)(?:[\w./()'+;=-]| +(?=[\w./()'+;=-]))*"
_KEY_TEXT = r"\w[\w ./()'+-]*(?<! )"
_QUOTED = re.compile(_QUOTED_TEXT)
PLAIN = re.compile(_PLAIN_TEXT)
FLOW_PLAIN = re.compile(_FLOW_TEXT)
_FLOW_KEY = re.compile(f"({_QUOTED_TEXT}|{_FLOW_TEXT}): ")
KEY = re.compile(_KEY_TEXT)
_KEY_LINE = re.compile(f" *({_KEY_TEXT}|{_QUOTED_TEXT}):(?: (.+))?")
_ESCAPE = re.compile(r"\\(?:u(.{4})|U(.{8})|(.))")
_ESCAPED = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


class NotCanonical(ValueError):
    """The text isn't in our form; it may still be good YAML."""


def surely_seen(text: str) -> bool:
    """A quick yes for nearly every text that has none of `UNSEEN`, a pattern that takes long to compile."""
    if not text.isprintable() or text.isascii():
        return text.isprintable()
    one_unit_each = len(text.encode("utf-16-le")) == 2 * len(text)
    return one_unit_each and "\ufffc" not in text and "\ufffd" not in text


def plain_value(text: str) -> str | int | float | bool | None:
    """What an unquoted scalar means: null, ~, true, 12 and 1.5 are values; 012, yes and dates are text."""
    if text in _WORDS:
        return _WORDS[text]
    number = _NUMBER.fullmatch(text)
    if not number:
        return text
    if not number[1]:
        return int(text)
    value = float(text)
    return value if math.isfinite(value) else text


def read_canonical(text: str) -> Any:
    """The data of a text in our form, with line breaks of `\\n`; raises NotCanonical for every other text."""
    most_nodes = 3 * (text.count("\n") + 1 + text.count("[") + text.count("{")) + 2 * text.count(",")
    if most_nodes > MOST_NODES:
        raise NotCanonical
    if not surely_seen(text.replace("\n", "")) and re.search(_ODD_TEXT, text):
        raise NotCanonical
    return _Lines(text).document()


class _Lines:
    """`at` is the next line to be read, `indent` its indentation (-1 at the end)."""

    __slots__ = ("at", "indent", "lines")

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.seek(0)

    def seek(self, start: int) -> None:
        lines = self.lines
        for at in range(start, len(lines)):
            bare = lines[at].lstrip(" ")
            if bare and bare[0] != "#":
                self.at, self.indent = at, len(lines[at]) - len(bare)
                return
        self.at, self.indent = len(lines), -1

    def document(self) -> Any:
        if self.indent < 0:
            return None
        line = self.lines[self.at]
        if line[0] in "[{":
            self.seek(self.at + 1)
            data = _flow(line, 1)
        else:
            data = self.block(0, 1)
        if self.indent >= 0:
            raise NotCanonical
        return data

    def block(self, indent: int, depth: int) -> Any:
        if self.indent != indent or depth > MOST_DEPTH:
            raise NotCanonical
        found = self.items(indent, depth) if self.is_item(indent) else self.entries(indent, depth)
        if self.indent > indent:
            raise NotCanonical
        return found

    def is_item(self, indent: int) -> bool:
        return self.lines[self.at][indent : indent + 2] in ("-", "- ")

    def items(self, indent: int, depth: int) -> list[Any]:
        found: list[Any] = []
        while self.indent == indent:
            if not self.is_item(indent):
                raise NotCanonical
            line = self.lines[self.at]
            if _KEY_LINE.fullmatch(line, indent + 2):  # "- key: value" opens a block two further in
                self.lines[self.at] = f"{line[:indent]}  {line[indent + 2 :]}"
                self.seek(self.at)
                found.append(self.block(indent + 2, depth + 1))
            elif line == f"{line[:indent]}- ":
                raise NotCanonical
            else:
                found.append(self.value(line[indent + 2 :], indent, depth + 1))
        return found

    def entries(self, indent: int, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while self.indent == indent:
            entry = _KEY_LINE.fullmatch(self.lines[self.at])
            if not entry:
                raise NotCanonical
            key = _key(entry[1])
            if key in found:
                raise NotCanonical
            found[key] = self.value(entry[2], indent, depth + 1)
        return found

    def value(self, text: str | None, indent: int, depth: int) -> Any:
        """What follows a key or a dash at `indent`: on its own line, or in the block below it."""
        if text and text in ("|-", ">-"):
            return self.folded_or_literal(text, indent + 2)
        self.seek(self.at + 1)
        if not text:
            return self.block(indent + 2, depth)
        if text[0] in "[{":
            return _flow(text, depth)
        if text[0] == '"':
            if not _QUOTED.fullmatch(text):
                raise NotCanonical
            return _unquoted(text)
        if not PLAIN.fullmatch(text):
            raise NotCanonical
        return plain_value(text)

    def folded_or_literal(self, style: str, indent: int) -> str:
        lines, at, pad = self.lines, self.at + 1, " " * indent
        body: list[str] = []
        while at < len(lines) and (not lines[at] or lines[at].startswith(pad)):
            text = lines[at][indent:]
            if lines[at] and (not text or " " in (text[0], text[-1])):
                raise NotCanonical
            body.append(text)
            at += 1
        if not body or not body[0]:
            raise NotCanonical
        self.seek(at)
        text = "\n".join(body).rstrip("\n")
        return text if style == "|-" else re.sub("\n+", lambda breaks: breaks[0][1:] or " ", text)


def _key(text: str) -> str:
    if len(text) > MOST_KEY:
        raise NotCanonical
    return _unquoted(text) if text[0] == '"' else text


def _flow(text: str, depth: int) -> Any:
    data, end = _flow_value(text, 0, depth)
    if end != len(text):
        raise NotCanonical
    return data


def _flow_value(text: str, at: int, depth: int) -> tuple[Any, int]:
    start = text[at : at + 1]
    if start in ("[", "{"):
        return _flow_many(text, at, depth)
    found = (_QUOTED if start == '"' else FLOW_PLAIN).match(text, at)
    if not found:
        raise NotCanonical
    return _unquoted(found[0]) if start == '"' else plain_value(found[0]), found.end()


def _flow_many(text: str, at: int, depth: int) -> tuple[Any, int]:
    data: Any = {} if text[at] == "{" else []
    close = "}" if text[at] == "{" else "]"
    if depth > MOST_DEPTH:
        raise NotCanonical
    if text.startswith(close, at + 1):
        return data, at + 2
    at += 1
    while True:
        if close == "]":
            value, at = _flow_value(text, at, depth + 1)
            data.append(value)
        else:
            found = _FLOW_KEY.match(text, at)
            key = _key(found[1]) if found else None
            if not found or key in data:
                raise NotCanonical
            data[key], at = _flow_value(text, found.end(), depth + 1)
        if text.startswith(close, at):
            return data, at + 1
        if not text.startswith(", ", at):
            raise NotCanonical
        at += 2


def _unquoted(text: str) -> str:
    return _ESCAPE.sub(_unescaped, text[1:-1]) if "\\" in text else text[1:-1]


def _unescaped(found: re.Match[str]) -> str:
    if found[3]:
        return _ESCAPED.get(found[3], found[3])
    code = int(found[1] or found[2], 16)
    if 0xD800 <= code <= 0xDFFF:
        raise NotCanonical
    return chr(code)
