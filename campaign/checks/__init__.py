"""The cross-file rules of a system: small functions, each named for its rule, that register themselves.

A check takes what could be read (campaign/checks/files.py) and yields a problem for each breach. All of them
run, so that a player sees every problem at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

# Importing a module of checks registers what it holds.
from campaign.checks import (  # noqa: F401
    attacks,
    board,
    decks,
    drafts,
    formulas,
    ids,
    names,
    roads,
    tables,
    teams,
)
from campaign.checks.files import CHECKS, read_all
from campaign.errors import Problem
from campaign.record import replace

if TYPE_CHECKING:
    from campaign.content.library import Library
    from campaign.mechanisms.effects import Resource


def check_system(library: Library, resources: Sequence[Resource] | None = None) -> list[Problem]:
    """Every problem of a system's content, in the order of files and lines.

    `resources` are a campaign's own in place of the system's: its house content may speak of them.
    """
    content = read_all(library)
    if resources is not None and content.system is not None:
        content.system = replace(content.system, resources=tuple(resources))
    found = [*content.problems, *(problem for check in CHECKS for problem in check(content))]
    return sorted(dict.fromkeys(found), key=Problem.sort_key)
