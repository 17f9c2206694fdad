"""Writes plain data in the canonical form that campaign/files/canonical.py reads.

Text stands plain only where this reader and any other would read the same text back; everything else is
quoted, with control and direction characters escaped, so that nothing invisible stands in a file.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any

from campaign.files.canonical import (
    FLOW_PLAIN,
    KEY,
    MOST_DEPTH,
    MOST_KEY,
    PLAIN,
    UNSEEN,
    plain_value,
    surely_seen,
)
from campaign.words import say

LINE = 100

# Text that another reader of YAML could take for a number, a date or a truth value is written in quotes.
_MISTAKEN = r"(?i)[-+]?[.]?[0-9][0-9_.,:+\-eETtZz ]*|0[xXoObB].*|[-+.~=<].*|y|n|yes|no|on|off|true|false|null"


def dump(data: Any) -> str:
    """Plain data in our form; ValueError for what no file can hold (nan, half a character, a huge key)."""
    if not data or not isinstance(data, dict | list):
        return f"{_one_line(data)}\n"
    return "\n".join(_block(data, "", 1)) + "\n"


def scalar(value: object, pattern: re.Pattern[str] = PLAIN) -> str:
    """One value on one line: text stands plain where it is sure to be read back as that text."""
    if isinstance(value, str):
        plain = pattern.fullmatch(value) and not re.fullmatch(_MISTAKEN, value) and not _unseen(value)
        return value if plain else _quoted(value)
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if not isinstance(value, int | float):
        raise TypeError(f"{value!r} is no plain data")
    text = _in_digits(value) if isinstance(value, float) and math.isfinite(value) else str(value)
    text += ".0" if isinstance(value, float) and "." not in text else ""
    if plain_value(text) != value:
        raise ValueError(say("{number} can’t be written as a number", number=value))
    return text


def _in_digits(number: float) -> str:
    """Without an exponent, which is no number to us."""
    from decimal import Decimal

    return f"{Decimal(repr(number)):f}"


def _unseen(text: str) -> bool:
    return not surely_seen(text) and re.search(UNSEEN, text) is not None


def _quoted(text: str) -> str:
    quoted = json.dumps(text, ensure_ascii=False)
    return re.sub(UNSEEN, _escape, quoted) if _unseen(quoted) else quoted


def _escape(found: re.Match[str]) -> str:
    code = ord(found[0])
    if 0xD800 <= code <= 0xDFFF:
        raise ValueError(say("half of a character can’t be written"))
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _written_key(key: object, pattern: re.Pattern[str]) -> str:
    if not isinstance(key, str):
        raise TypeError(f"{key!r} is no text, and a key is")
    text = scalar(key, pattern)
    if len(text) > MOST_KEY:
        raise ValueError(say("the key “{start}…” is too long to be written", start=key[:20]))
    return text


def _one_line(value: Any) -> str:
    """A scalar, or a list or dict of scalars in one line."""
    if isinstance(value, dict):
        inner = [
            f"{_written_key(key, FLOW_PLAIN)}: {scalar(each, FLOW_PLAIN)}" for key, each in value.items()
        ]
        return f"{{{', '.join(inner)}}}"
    if isinstance(value, list):
        return f"[{', '.join(scalar(each, FLOW_PLAIN) for each in value)}]"
    return scalar(value)


def _fits(head: str, value: Any) -> str | None:
    """The line that `value` makes after `head`, if it has no list or dict inside and isn't too long."""
    if not isinstance(value, dict | list):
        return f"{head} {scalar(value)}"
    inside = value.values() if isinstance(value, dict) else value
    if any(isinstance(each, dict | list) for each in inside):
        return None
    line = f"{head} {_one_line(value)}"
    return line if len(line) <= LINE or not value else None


def _block(data: Any, pad: str, depth: int) -> list[str]:
    lines: list[str] = []
    pairs = data.items() if isinstance(data, dict) else [(None, each) for each in data]
    for key, value in pairs:
        if depth == MOST_DEPTH and isinstance(value, dict | list):
            raise ValueError(say("data more than {most} levels deep can’t be written", most=MOST_DEPTH))
        head = f"{pad}-" if isinstance(data, list) else f"{pad}{_written_key(key, KEY)}:"
        line = _fits(head, value)
        below = [] if line else _block(value, f"{pad}  ", depth + 1)
        if below and isinstance(data, list) and isinstance(value, dict):
            line, below = f"{head} {below[0].lstrip(' ')}", below[1:]
        lines += [line or head, *below]
    return lines
