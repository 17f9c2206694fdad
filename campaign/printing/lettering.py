"""How wide words are in the embedded narrow typeface, and how they are cut and broken to a width.

Widths are in ems, parts of the size of the letters. A letter that the typeface has not comes from another
one: it is taken to be a whole em wide.
"""

from __future__ import annotations

import functools
import json
import unicodedata

from campaign.content.packs import built_in

__all__ = ["MORE", "broken", "cut", "wide"]

MORE = "…"
FACES = {False: "narrow", True: "narrow-bold"}


@functools.cache
def _widths(face: str) -> dict[str, int]:
    path = built_in().folder / "templates" / "_default" / "fonts" / "widths.json"
    return dict(json.loads(path.read_text(encoding="utf-8"))[face])


def wide(text: str, *, bold: bool = False) -> float:
    """How wide a text is."""
    known = _widths(FACES[bold])
    return sum(known.get(letter, _other(letter)) for letter in text) / 1000


def _other(letter: str) -> int:
    return 0 if unicodedata.category(letter) in ("Mn", "Me", "Cf") else 1000


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
