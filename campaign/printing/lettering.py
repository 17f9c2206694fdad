"""How wide the letters of the embedded typefaces are, and how words are cut and broken to a width.

Widths are in ems, parts of the size of the letters, or in thousandths of an em. A letter that a typeface has
not comes from another one: it is taken to be an em wide, as East Asian ones are, and an emoji a little more.
"""

from __future__ import annotations

import functools
import json
import unicodedata
from collections.abc import Mapping

from campaign.content.library import built_in

MORE = "…"
FACES = {False: "narrow", True: "narrow-bold"}
LACKING, EMOJI = 1000, 1300
"""How wide a letter is that a typeface lacks."""


@functools.cache
def _measured() -> dict[str, dict[str, int]]:
    path = built_in().folder / "templates" / "_default" / "fonts" / "widths.json"
    return dict(json.loads(path.read_text(encoding="utf-8")))


def widths(face: str) -> Mapping[str, int]:
    """The widths of the letters that a typeface has, in thousandths of an em."""
    return _measured()[face]


def letter_width(letter: str, known: Mapping[str, int]) -> int:
    """How wide a letter is, in thousandths of an em; marks that stand on others take no room."""
    if (found := known.get(letter)) is not None:
        return found
    kind = unicodedata.category(letter)
    if kind in ("Mn", "Me", "Cf"):
        return 0
    return EMOJI if kind == "So" else LACKING


def wide(text: str, *, bold: bool = False) -> float:
    """How wide a text is in the narrow typeface, in ems."""
    known = widths(FACES[bold])
    return sum(letter_width(letter, known) for letter in text) / 1000


def cut(text: str, room: float, *, bold: bool = False) -> str:
    """The text, or as much of its beginning as fits with an ellipsis; empty where not a letter does."""
    if wide(text, bold=bold) <= room:
        return text
    left = room - wide(MORE, bold=bold)
    kept = 0
    while kept < len(text) and (left := left - wide(text[kept], bold=bold)) >= 0:
        kept += 1
    begun = text[:kept].rstrip()
    return begun + MORE if begun else ""


def broken(text: str, lines: int, *, bold: bool = False) -> tuple[str, ...]:
    """The text in at most so many lines, broken at blanks so that the widest is as narrow as can be."""
    words = text.split()
    rooms = sorted({
        wide(" ".join(words[start:end]), bold=bold)
        for start in range(len(words))
        for end in range(start + 1, min(len(words), start + 12) + 1)
    })  # fmt: skip
    for room in rooms:
        found = _filled(words, room, bold)
        if len(found) <= lines:
            return found
    return (" ".join(words),)


def _filled(words: list[str], room: float, bold: bool) -> tuple[str, ...]:
    found: list[str] = []
    for word in words:
        longer = f"{found[-1]} {word}" if found else word
        if found and wide(longer, bold=bold) <= room + 1e-9:
            found[-1] = longer
        else:
            found.append(word)
    return tuple(found)
