"""Where a campaign lies: the folder that holds a campaign.yaml."""

from __future__ import annotations

from pathlib import Path

__all__ = ["FILE", "is_own", "nearest", "within_campaign"]

FILE = "campaign.yaml"
OWN = frozenset({FILE, "ledger", "secrets", "rosters", "house"})


def nearest(start: Path) -> Path | None:
    """The nearest folder, upwards, that holds a campaign."""
    for folder in (start, *start.parents):
        if (folder / FILE).is_file():
            return folder
    return None


def within_campaign(path: Path) -> Path | None:
    """Where a file or folder lies in the campaign around it; None outside of any."""
    target = path.resolve()
    root = nearest(target)
    return None if root is None else target.relative_to(root)


def is_own(place: Path) -> bool:
    """Whether a place in a campaign is one of those that campaigns are made of, where no print-out may go.

    Case does not tell names apart, as it doesn't on Windows and macOS.
    """
    first = place.parts[0].casefold() if place.parts else ""
    return first in OWN or first.startswith(".")
