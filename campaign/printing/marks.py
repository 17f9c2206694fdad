"""The letters and numbers by which a drawing of the board and the lists beside it name zones and markers."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.printing.picture_views import BoardData
from campaign.printing.pieces import ZoneView

__all__ = ["letters_of", "marks_of"]


def letters_of(zones: Sequence[ZoneView]) -> tuple[str, ...]:
    """A letter for each zone: A and on where sides deploy, a and on elsewhere."""
    found, counts = [], {"A": 0, "a": 0}
    for zone in zones:
        first = "A" if zone.kind == "deployment" else "a"
        found.append(chr(ord(first) + counts[first] % 26))
        counts[first] += 1
    return tuple(found)


def marks_of(board: BoardData) -> tuple[str, ...]:
    """What stands in each marker: the number that its name has, if they all have one, else its place."""
    numbers = [
        next((word.strip("()") for word in reversed(each.name.split()) if word.strip("()").isdecimal()), "")
        for each in board.markers
    ]
    if not all(numbers) or len(set(numbers)) < len(numbers) or any(len(each) > 2 for each in numbers):
        numbers = [str(place) for place in range(1, len(numbers) + 1)]
    return (*numbers, *map(str, range(1 + max(map(int, numbers), default=0), 1000)))[
        : len(numbers) + len(board.placed)
    ]
