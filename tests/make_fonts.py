"""Makes the embedded fonts of the print-outs from the whole ones: `python -m tests.make_fonts FOLDER`.

FOLDER holds the TrueType files of Fira Sans and Fira Sans Condensed (SIL Open Font License 1.1) as their
makers publish them, at any depth. Kept are the letters of Latin with its Central European ones, Cyrillic, and the signs
that print-outs use; kerning and tabular figures stay. Beside the fonts goes `widths.json`: how wide each
letter is, so that no command has to read a font.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

FONTS = Path(__file__).resolve().parent.parent / "templates" / "_default" / "fonts"
FACES = {
    "text": "FiraSans_400Regular.ttf",
    "text-bold": "FiraSans_600SemiBold.ttf",
    "narrow": "FiraSansCondensed_400Regular.ttf",
    "narrow-bold": "FiraSansCondensed_600SemiBold.ttf",
}
LETTERS = [
    *range(0x20, 0x7F),
    *range(0xA0, 0x180),
    *range(0x218, 0x21C),
    *range(0x400, 0x460),
    0x490,
    0x491,
    *map(ord, "–—‘’‚“”„†•…‰‹›€№™−×÷≈≠≤≥←↑→↓½¼¾"),
]
FEATURES = ["kern", "mark", "mkmk", "tnum", "lnum", "locl", "ccmp"]


def widths(font: TTFont) -> dict[str, int]:
    """The advance of each letter, in thousandths of the font's size."""
    letters, advances = font.getBestCmap(), font["hmtx"]
    scale = 1000 / font["head"].unitsPerEm
    return {chr(code): round(advances[name][0] * scale) for code, name in sorted(letters.items())}


def main(folder: Path) -> None:
    measured = {}
    for face, name in FACES.items():
        [path] = folder.rglob(name)
        font = TTFont(path)
        options = Options(layout_features=FEATURES, hinting=False, desubroutinize=True, flavor="woff2")
        subsetter = Subsetter(options)
        subsetter.populate(unicodes=LETTERS)
        subsetter.subset(font)
        measured[face] = widths(font)
        font.flavor = "woff2"
        font.save(FONTS / f"{face}.woff2")
    text = json.dumps(measured, ensure_ascii=False, separators=(",", ":"))
    (FONTS / "widths.json").write_text(text + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
