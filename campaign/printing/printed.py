"""Briefings as printed: the public view of each battle, as JSON in briefings/.

A briefing is shown again from here and never from today's content.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

from campaign.campaign import Campaign
from campaign.content.made import MadeBattle
from campaign.content.replay import part_renamed
from campaign.errors import Problem, Problems, Refusal
from campaign.files.schema import structure
from campaign.ledger.battle import Battle
from campaign.printing.briefing import brief
from campaign.printing.json import as_json
from campaign.printing.placing import with_placing
from campaign.printing.views import Briefing
from campaign.words import say


def printed(briefing: Briefing) -> dict[str, str]:
    """The batch that keeps a briefing."""
    return {f"briefings/{briefing.battle}.json": as_json("briefing", briefing)}


def briefing_of(folder: Campaign, made: MadeBattle, name: str, played: date, seed: int | None) -> Briefing:
    """The briefing of a battle of this campaign, to be kept under the entry's name.

    Where a placement of markers was proposed in the one kept so far, it is proposed anew.
    """
    resources = {resource.id: resource.name for resource in folder.state.resources}
    briefing = brief(made, played, seed, battle=name, campaign=folder.file.name, resources=resources)
    return with_placing(briefing) if _was_placed(folder, name) else briefing


def _was_placed(folder: Campaign, battle: str) -> bool:
    """Whether the briefing that was kept of a battle proposed a placement: the new one does so too."""
    try:
        board = stored(folder.root, battle).board
    except (Refusal, Problems):
        return False
    return board is not None and bool(board.placed)


def shown(folder: Campaign, battle: Battle) -> Briefing:
    """The briefing as it is shown: as printed, with the battle's day and place in the order of today."""
    return replace(stored(folder.root, battle.filed.name), number=battle.number, played=battle.played)


def has_briefing(root: Path, battle: str) -> bool:
    """Whether the briefing of a battle was kept."""
    return _place(root, battle).is_file()


def _place(root: Path, battle: str) -> Path:
    return root / "briefings" / f"{battle}.json"


def stored(root: Path, battle: str) -> Briefing:
    """The briefing of a battle. Raises Refusal where it is missing, Problems where it was altered."""
    path = _place(root, battle)
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise Refusal(
            say("The briefing of this battle is not in {parent}.", parent=path.parent),
            say("“campaign show” tells what the ledger knows."),
        ) from None
    except (ValueError, RecursionError) as error:
        problem = Problem(
            "not-json",
            say("This isn’t JSON: {error}.", error=error),
            say("Take the file back from git."),
            path,
        )
        raise Problems([problem]) from None
    return _read(data, path)


def renamed(briefing: Briefing, new: Mapping[str, str]) -> Briefing:
    """The briefing with other names for sides and teams, wherever it names one. Raises Problems."""
    return _read(_exchanged(json.loads(as_json("briefing", briefing)), new), Path("briefing"))


NAMING = frozenset({
    "side", "sides", "teams", "team", "holder", "holders", "order", "chooses", "divides", "by", "against",
    "controls", "bans", "first",
})  # fmt: skip
"""The keys of a briefing under which sides and teams stand."""
SIDES_NOTED = "notes of sides"
"""Stands for the notes of a section whose notes are each of a side, by its name."""


def _exchanged(data: Any, new: Mapping[str, str], key: str = "") -> Any:
    if isinstance(data, dict):
        inside: dict[str, str] = {"name": "side"} if key in ("sides", SIDES_NOTED) else {}
        if data.get("do") == "roles":
            inside["notes"] = SIDES_NOTED
        return {
            name: _exchanged(value, new, inside.get(str(name), str(name))) for name, value in data.items()
        }
    if isinstance(data, list):
        return [_exchanged(each, new, key) for each in data]
    if isinstance(data, str) and key in NAMING:
        return new.get(data, data)
    return part_renamed(data, new) if isinstance(data, str) and key == "part" else data


def _read(data: Any, path: Path) -> Briefing:
    if isinstance(data, dict):
        data = {key: value for key, value in data.items() if key not in ("campaign", "kind")}
    briefing, faults = structure(Briefing, data, path)
    if briefing is None:
        raise Problems(Problem(fault.code, fault.message, fault.remedy, path) for fault in faults)
    return briefing
