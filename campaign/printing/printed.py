"""Briefings as printed: the public view of each battle, as JSON in briefings/.

A briefing is shown again from here and never from today's content.
"""

from __future__ import annotations

import json
from pathlib import Path

from campaign.errors import Problem, Problems, Refusal
from campaign.files.schema import structure
from campaign.printing.jsonout import as_json
from campaign.printing.views import Briefing
from campaign.words import say

__all__ = ["printed", "stored"]


def printed(briefing: Briefing) -> dict[str, str]:
    """The batch that keeps a briefing."""
    return {f"briefings/{briefing.battle}.json": as_json("briefing", briefing)}


def stored(root: Path, battle: str) -> Briefing:
    """The briefing of a battle. Raises Refusal where it is missing, Problems where it was altered."""
    path = root / "briefings" / f"{battle}.json"
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise Refusal(
            say("The briefing of this battle is not in {parent}.", parent=path.parent),
            say("“campaign show” tells what the ledger knows."),
        ) from None
    except ValueError as error:
        problem = Problem(
            "not-json",
            say("This isn’t JSON: {error}.", error=error),
            say("Take the file back from git."),
            path,
        )
        raise Problems([problem]) from None
    for key in ("campaign", "kind"):
        data.pop(key, None)
    briefing, faults = structure(Briefing, data, path)
    if briefing is None:
        raise Problems(Problem(fault.code, fault.message, fault.remedy, path) for fault in faults)
    return briefing
