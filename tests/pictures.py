"""The pictures of the README, made from what the product prints: `make pictures`.

Beside them lies what each was made from, so that a test can say that its page has changed since.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from campaign.commands.print import cards_view
from campaign.content.library import Library, built_in
from campaign.printing.render import render
from tests.demo_pages import demo_pages

FOLDER = Path(__file__).resolve().parent / "pictures"
MADE_FROM = FOLDER / "made-from.json"
WIDE = 900
"""Pixels across, of a sheet of paper."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The first sheet of a page on paper."""

    name: str
    html: str


def sheets(folder: Path) -> Iterator[Sheet]:
    """What the pictures show; `folder` is for the demo campaign."""
    pages = demo_pages(folder / "ash")
    yield Sheet("briefing", pages["briefing-roles"].text("html"))
    yield Sheet("ledger", pages["ledger"].text("html"))
    library = Library("killzone", (built_in(),))
    cards = cards_view(library, "fates", copies=1, backs=False)
    yield Sheet("cards", render("cards", "html", cards, system=library.id, roots=library.roots))


def made_from(sheet: Sheet) -> str:
    """A short sum of all that a picture shows."""
    return sha256(sheet.html.encode("utf-8")).hexdigest()[:16]


def picture(sheet: Sheet) -> None:
    """Prints it as `--format pdf` does, and keeps its first page in few colours."""
    from pypdfium2 import PdfDocument

    from campaign.printing.pdf import press

    page = PdfDocument(press()(sheet.html))[0]
    drawn = page.render(scale=WIDE / page.get_width()).to_pil()
    drawn.convert("RGB").quantize(64).save(FOLDER / f"{sheet.name}.png", optimize=True)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder:
        made = list(sheets(Path(folder)))
    for sheet in made:
        picture(sheet)
    text = json.dumps({sheet.name: made_from(sheet) for sheet in made}, indent=2)
    MADE_FROM.write_text(f"{text}\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
