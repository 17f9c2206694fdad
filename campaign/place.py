"""Where a campaign lies: the folder that holds a campaign.yaml."""

from __future__ import annotations

from pathlib import Path

__all__ = ["FILE", "nearest"]

FILE = "campaign.yaml"


def nearest(start: Path) -> Path | None:
    """The nearest folder, upwards, that holds a campaign."""
    for folder in (start, *start.parents):
        if (folder / FILE).is_file():
            return folder
    return None
