"""How a verb is declared, and the example that its help page ends with."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperCommand

from campaign.words import say


def verb() -> typer.Typer:
    """The home of one verb, or of a group of them."""
    return typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)


LINE = 74
"""As many letters as an example may have in one line of a help page."""


def example(text: str) -> str:
    """A help page's example, to be typed as it stands."""
    if len(text) > LINE:
        text = text.replace(" --", " \\\n    --")
    return "\b\n" + say("Example:") + f"\n  {text}"


class HelpPage(TyperCommand):
    """A verb whose example names content: {system}, {test}, {resource} and {deck} become those of the first
    game system at hand that has such, {attack} and the like those of the first with an attack sequence. It is
    read when the page is shown, and never before a verb runs.
    """

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        raw = self.epilog
        self.epilog = example(_with_content(raw or ""))
        super().format_epilog(ctx, formatter)
        self.epilog = raw


def _with_content(text: str) -> str:
    from campaign.content.library import built_in, known_systems

    root = built_in()
    first = next(iter(known_systems([root])), "SYSTEM")
    folder = root.folder / "missions" / first
    text = text.replace("{system}", first)
    if "{deck}" in text:
        text = text.replace("{deck}", _first_deck(root.folder / "cards") or "DECK")
    if "{attack}" in text:
        for name, found in _first_attack(root.folder).items():
            text = text.replace(f"{{{name}}}", found)
    if "{mission}" in text:
        text = text.replace("{mission}", _first_mission(folder))
    text = text.replace("{test}", _first_id(folder / "tests.yaml", "tests") or "TEST")
    return text.replace("{resource}", _first_id(folder / "system.yaml", "resources") or "RESOURCE")


def _first_attack(content: Path) -> dict[str, str]:
    """Who attacks with what at whom, another who might, and a number that the situation asks."""
    found = {"fighting": "SYSTEM", "attack": "UNIT:WEAPON", "target": "TARGET", "versus": "UNIT:WEAPON"}
    for path in sorted((content / "missions").glob("*/sequence.yaml")):
        units = content / "cards" / path.parent.name / "units.yaml"
        text = units.read_text(encoding="utf-8") if units.is_file() else ""
        both = re.findall(
            r"^  - id: ([\w-]+)\n(?:    .*\n)*?    weapons:\n +- (?:\{ *)?id: ([\w-]+)", text, re.MULTILINE
        )
        if len(both) > 1:
            asked = re.search(r"id: (\w+), of: situation", path.read_text(encoding="utf-8"))
            found |= {"fighting": path.parent.name, "target": both[-1][0]}
            found |= {name: ":".join(each) for name, each in zip(("attack", "versus"), both, strict=False)}
            return found | {"situation": f"--{asked[1].replace('_', '-')} 6" if asked else ""}
    return found | {"situation": ""}


def _first_deck(cards: Path) -> str:
    """The first file that says it is a deck; empty where there is none."""
    paths = sorted(cards.glob("*/*.yaml"))
    return next((each.stem for each in paths if "\nkind: deck\n" in each.read_text(encoding="utf-8")), "")


def _first_mission(folder: Path) -> str:
    """The first file of a mission that has a layout; MISSION where there is none."""
    texts = ((each.stem, each.read_text(encoding="utf-8")) for each in sorted(folder.glob("*.yaml")))
    return next((stem for stem, text in texts if "\nlayouts:\n" in text), "MISSION")


def _first_id(path: Path, key: str) -> str:
    """The first id below a key, found without reading the file as YAML; empty where there is none."""
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    found = re.search(rf"^{key}:\n +- (?:\{{ *)?id: (\w[\w-]*)", text, re.MULTILINE)
    return found[1] if found else ""
