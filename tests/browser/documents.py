"""Every kind of page that is printed, each in one line: its document, the campaign, and the command that prints it.

The commands run on a copy of the campaign, and what they hand to the templates is kept, so that the same page can be
set for another paper. A document that no line here names fails `test_every_document_has_a_page`.
"""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import campaign.printing.render
from campaign.content.library import ContentRoot
from campaign.record import Record
from tests.browser.campaigns import CAMPAIGNS, Names, same_dice
from tests.commands.tinmen import Camp

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"


@dataclass(frozen=True, slots=True)
class Kind:
    """`name` is the document, and after a colon which one of several; `campaign` one of CAMPAIGNS.

    `command` is written as for a shell; {camp} and {names} stand for the campaign's folder and its Names. `before` are
    commands that come first.
    """

    name: str
    campaign: str
    command: str
    before: tuple[str, ...] = ()

    @property
    def document(self) -> str:
        return self.name.partition(":")[0]

    def __str__(self) -> str:
        return re.sub(r"[^a-z0-9]+", "-", self.name.lower())


DUEL = "setup --team red --team vas --no-input --played 2026-03-02"
ROUND = "--score 'red: destroyed 2, held-markers 2, taken-markers 1' --score 'vas: destroyed 1, held-markers 1, taken-markers 0'"

KINDS = (
    Kind("attack", "starcraft", "attack marine:c-14 zergling --models 6 --then models=4 --seed 4"),
    Kind("break", "killzone", "team break red --out '5x Hawk' --out '2x Hot Hand' --dice 4,3"),
    Kind("briefing: Kill Team", "killteam", "briefing 1"),
    Kind("briefing: roles", "killteam", f"{DUEL} --practice --mission the-witness --seed 3"),
    Kind("briefing: three sides", "killteam", f"{DUEL} --practice --team iron --mission covert-war --seed 3"),
    Kind("briefing: Killzone", "killzone", "briefing 1"),
    Kind("briefing: StarCraft", "starcraft", "briefing 1"),
    Kind("briefing: draft of 2000", "starcraft", f"{DUEL} --practice --minerals 2000 --seed 5"),
    Kind("cards: Kill Team", "killteam", "print cards --backs -o {camp}.html"),
    Kind("cards: Killzone", "killzone", "print cards --backs -o {camp}.html"),
    Kind("cards: StarCraft", "starcraft", "print cards -o {camp}.html"),
    Kind("cards: with boards", "starcraft", "print cards deployments --copies 2 --backs -o {camp}.html"),
    Kind("cards: blank", "killzone", "print cards fates --blank 4 --backs -o {camp}.html"),
    Kind("cards: held", "killzone", "print cards 2 --team vas -o {camp}.html"),
    Kind("choices", "killteam", "choose 4 --no-input --choice red=1 --choice vas=2 --models red=9 --models vas=6"),
    Kind("correction", "killteam", "amend 1 --score 'red: markers 0' --score 'vas: markers 2' --reason {names.note} --yes"),
    Kind("drawn", "killzone", "draw 3 --no-input", before=("setup --team red --team iron --mission two-patrols",)),
    Kind("envelope", "killzone", "print sealed vas 2 -o {camp}.html"),
    Kind("ledger: Kill Team", "killteam", "ledger"),
    Kind("ledger: Killzone", "killzone", "ledger"),
    Kind("ledger: StarCraft", "starcraft", "ledger"),
    Kind("log: Kill Team", "killteam", "log"),
    Kind("log: Killzone", "killzone", "log"),
    Kind("map", "killteam", "packs map killteam short-fuses"),
    Kind("next", "killzone", "next"),
    Kind("odds", "starcraft", "odds marine:c-14 zergling --models 6"),
    Kind("odds: side by side", "starcraft", "odds marine:c-14 zergling --models 6 --then models=4"),
    Kind("phase", "killteam", "standings --phase spring", before=("phase close Spring", "void 1 --reason {names.note} --yes")),
    Kind("problems", "broken", "check --format html"),
    Kind("recorded", "killteam", "result 4 --score 'red: markers 2' --note {names.note} --format html"),
    Kind("reference: Kill Team", "killteam", "print reference"),
    Kind("reference: Killzone", "killzone", "print reference"),
    Kind("reference: StarCraft", "starcraft", "print reference"),
    Kind("result", "killteam", "result 4 --score 'red: markers 2' --note {names.note} --yes"),
    Kind("result-form: Kill Team", "killteam", "print result 4"),
    Kind("result-form: Killzone", "killzone", "print result 2"),
    Kind("result-form: StarCraft", "starcraft", "print result 2"),
    Kind("result-form: blank", "killteam", "print blank --sides 4"),
    Kind("result-form: blank of a mission", "killzone", "print blank --mission two-patrols"),
    Kind("roster", "killzone", "team show red"),
    Kind("roster-form", "killzone", "print roster red"),
    Kind("roster-form: blank", "killteam", "print roster red"),
    Kind("roster-form: blank with stats", "killteam", "print roster Nobody --system killzone"),
    Kind("round", "starcraft", f"round 2 {ROUND}"),
    Kind("rules: Kill Team", "killteam", "packs rules killteam"),
    Kind("rules: Killzone", "killzone", "packs rules killzone"),
    Kind("rules: StarCraft", "starcraft", "packs rules starcraft"),
    Kind("season", "killteam", "result --from {camp}/results.yaml --yes"),
    Kind("secrets", "killzone", "reveal 2 --secret vas --of secondary-objective"),
    Kind("settings", "killteam", "settings"),
    Kind("sheet", "killzone", "briefing 2 --sheet vas -o {camp}.html"),
    Kind("show: Kill Team", "killteam", "show 2"),
    Kind("show: Killzone", "killzone", "show 2"),
    Kind("show: StarCraft", "starcraft", "show 2"),
    Kind("standings: Kill Team", "killteam", "standings"),
    Kind("standings: Killzone", "killzone", "standings"),
    Kind("standings: StarCraft", "starcraft", "standings"),
    Kind("system: Kill Team", "killteam", "packs show killteam"),
    Kind("system: Killzone", "killzone", "packs show killzone"),
    Kind("system: StarCraft", "starcraft", "packs show starcraft"),
    Kind("systems", "killteam", "packs list"),
    Kind("team: Kill Team", "killteam", "ledger --team vas"),
    Kind("team: Killzone", "killzone", "ledger --team vas"),
    Kind("test", "killteam", "roll charge --distance 7 --dice 4,5"),
    Kind("tests: Kill Team", "killteam", "roll"),
    Kind("tests: Killzone", "killzone", "roll"),
)  # fmt: skip


def named(name: str) -> Kind:
    """The kind of page of that name."""
    [found] = [kind for kind in KINDS if kind.name == name]
    return found


class Shown(Record, kw_only=False):
    """What a command handed to the templates: a document with its view."""

    document: str
    view: Any
    system: str
    roots: tuple[ContentRoot, ...]

    def html(self, paper: Any = "A4") -> str:
        return campaign.printing.render.render(
            self.document, "html", self.view, system=self.system, roots=self.roots, paper=paper
        )


class Printed:
    """Every kind of page of campaigns with these names, made when it is asked for and kept."""

    def __init__(self, folder: Path, names: Names) -> None:
        self.folder = folder
        self.names = names
        self.camps: dict[str, Camp] = {}
        self.pages: dict[Kind, Shown] = {}

    def __call__(self, kind: Kind) -> Shown:
        if kind not in self.pages:
            with same_dice(self.names):
                self.pages[kind] = self._shown(kind)
        return self.pages[kind]

    def _shown(self, kind: Kind) -> Shown:
        if kind.campaign not in self.camps:
            self.camps[kind.campaign] = CAMPAIGNS[kind.campaign](self.folder / kind.campaign, self.names)
        root = self.folder / f"{len(self.pages)}-{kind.document}"
        shutil.copytree(self.camps[kind.campaign].root, root)
        for command in kind.before:
            assert Camp(root)(*self._words(command, root)).code == 0, command
        return caught(kind, Camp(root), self._words(kind.command, root))

    def _words(self, command: str, root: Path) -> list[str]:
        return [word.format(camp=root, names=self.names) for word in shlex.split(command)]


def caught(kind: Kind, camp: Camp, words: list[str]) -> Shown:
    """The document of that kind, as the command hands it to the templates; other documents may go before it."""
    found: list[Shown] = []
    real = campaign.printing.render.render

    def render(document: str, fmt: Any, view: Any, *, system: str, roots: Any, **more: Any) -> str:
        found.append(Shown(document, view, system, tuple(roots)))
        return real(document, fmt, view, system=system, roots=roots, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(campaign.printing.render, "render", render)
        done = camp(*words)
    for shown in found:
        if shown.document == kind.document:
            return shown
    pytest.fail(f"{kind.command} shows no {kind.document}:\n{done.out}{done.err}", pytrace=False)


def whole_documents() -> Iterator[str]:
    """Every template that is a page: it extends one, or is one from doctype to end."""
    texts = {
        path.relative_to(TEMPLATES): path.read_text(encoding="utf-8") for path in TEMPLATES.rglob("*.j2")
    }
    known = {"page"}
    while True:
        more = {
            re.sub(r"(\.(terminal|markdown|html))?\.j2$", "", "/".join(path.parts[1:]))
            for path, text in texts.items()
            if "<!doctype" in text.lower() or any(f'extends "{name}.j2"' in text for name in known)
        }
        if more <= known:
            return iter(sorted(known - {"page"}))
        known |= more
