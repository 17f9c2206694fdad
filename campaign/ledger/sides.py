"""Who fights a battle: the one record that making a battle and recording it share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["Side", "name_of_two"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One player's force in a battle: its name, and the one or two teams that fight for it."""

    name: str
    teams: tuple[str, ...]


def name_of_two(sides: Sequence[Side]) -> str | None:
    """A name that one side has and a team of another: nobody could tell who is meant by it."""
    return next(
        (team for side in sides for team in side.teams for other in sides if other.name == team != side.name),
        None,
    )
