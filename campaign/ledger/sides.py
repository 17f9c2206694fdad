"""Who fights a battle: the one record that making a battle and recording it share."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Side"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One player's force in a battle: its name, and the one or two teams that fight for it."""

    name: str
    teams: tuple[str, ...]
