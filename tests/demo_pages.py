"""The demo campaign with its pages, the same to the byte each time: clock, names and dice are fixed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from campaign.campaign import Campaign
from campaign.commands.battles import record_battle
from campaign.commands.demo import play_demo
from campaign.commands.packs import system_view
from campaign.commands.reveal import RevealOptions, reveal_choices
from campaign.content.library import built_in
from campaign.content.made_battle import SetupRequest
from campaign.ledger.battle import Battle
from campaign.ledger.entries import AmendStep, ResultStep, Side
from campaign.ledger.entries_io import Author
from campaign.mechanisms.dice import SeededDice
from campaign.printing.briefing import shown
from campaign.printing.history import log_view, show_view
from campaign.printing.ledger.page import ledger_page
from campaign.printing.ledger.report import standings_view
from campaign.printing.ledger.results import CorrectionView, RecordedView, correction_view, result_view
from campaign.printing.ledger.team import team_view
from campaign.printing.render import render
from campaign.printing.rules import rules_view

NOW = datetime(2026, 11, 30, 18, 30, tzinfo=UTC)
TODAY = date(2026, 11, 30)


def two(mission: str, **settings: int) -> SetupRequest:
    return SetupRequest(
        sides=tuple(Side(name=name, teams=(name,)) for name in ("Red Talons", "Vas Kar")),
        mission=mission,
        picks={"killzone": "sector-imperialis"},
        settings=settings,
        models={"Red Talons": 9, "Vas Kar": 6},
    )


CHOSEN = {"Red Talons": "scout-out-terrain", "Vas Kar": "plant-traps"}
"""What the sides chose; what is secret stays on paper."""


@dataclass(frozen=True)
class Shown:
    """A page of the demo: its document, the view, and the content's version, which is masked."""

    document: str
    view: Any
    content: str

    def text(self, fmt: Any) -> str:
        page = render(self.document, fmt, self.view, system="killteam", roots=[built_in()])
        return page.replace(self.content, "0123456789")


def demo_pages(root: Path) -> dict[str, Shown]:
    """Each page by its name, of a demo in a new folder. The last battles are made when the campaign's own pages are
    done.
    """
    who = Author("Ann", NOW, [f"{number:06x}" for number in range(0x3FA09C, 0x3FA0C0)])
    folder = play_demo(root, [built_in()], who)
    library, name, state = folder.library, folder.file.name, folder.state
    first, amended = folder.battle("1"), folder.battle("2")
    standings = standings_view(name, state, TODAY)
    found = {
        "ledger": ("ledger", ledger_page(folder, TODAY)),
        "standings": ("standings", standings),
        "team": ("team", team_view(folder, "Vas Kar")),
        "log": ("log", log_view(name, state, folder.filed)),
        "show": ("show", show_view(state, amended.filed)),
        "correction": ("correction", correction_of(folder, first, who)),
        "result": ("result", result_view(state, first)),
        "recorded": ("recorded", RecordedView(result=result_view(state, first), standings=standings)),
        "system": ("system", system_view(library)),
        "rules": ("rules", rules_view(library, ["scouting"])),
    }
    roles = record_battle(folder, two("the-witness"), SeededDice(3), 3, who, TODAY)
    made = record_battle(folder, two("covert-war", scouting=1), SeededDice(5), 5, who, TODAY)
    said = RevealOptions(note=[f"{side}=the ruin in the middle" for side in CHOSEN], seed=5)
    scouted = reveal_choices(folder, folder.battle(made.tail), said, who, None, CHOSEN)
    found |= {
        "choices": ("choices", scouted),
        "briefing-scouted": ("briefing", shown(folder, folder.battle(made.tail))),
        "briefing-roles": ("briefing", roles),
    }
    return {page: Shown(*each, library.version()) for page, each in found.items()}


def correction_of(folder: Campaign, battle: Battle, who: Author) -> CorrectionView:
    """The first battle turned round; nothing is written."""
    reason = "We had swapped the sides."
    answers: dict[str, dict[str, tuple[int, ...]]] = {
        "Red Talons": {"markers": (0,)},
        "Vas Kar": {"markers": (2,)},
    }
    now = ResultStep(kind="result", at=who.at, by=who.by, answers=answers)
    steps = [AmendStep(kind="amend", at=who.at, by=who.by, reason=reason, now=now)]
    after = folder.state_after(battle.filed, steps)
    return correction_view(battle.filed, steps, reason, folder.state, after)
