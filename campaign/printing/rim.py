"""What is drawn around a board: ticks with their inches, edges over which sides come on, and their room.

Distances are in sizes of letters (`em` inches each), so that all of it is as legible on a card as on a sheet.
"""

from __future__ import annotations

from campaign.printing.labelling import line_of, ring_of, unit
from campaign.printing.picture_views import BoardData, EntryLine, WordView

__all__ = ["entry_lines", "margins", "ticks_of"]

ARROW, SMALL_ARROW = (0.34, 0.65), (0.26, 0.42)
"""Half the width of an arrow on an entry edge, and its length, in sizes of letters."""


def margins(board: BoardData, *, small: bool) -> tuple[float, float, float, float]:
    """What all that takes to the left, above, to the right and below the board, in sizes of letters."""
    entries = any(zone.edges for zone in board.zones)
    if small:
        return (2.15, 1.8, 0.85, 0.85) if entries else (1.65, 1.3, 0.5, 0.5)
    return (3.2, 2.6, 1.3, 1.3) if entries else (2.2, 1.6, 0.5, 0.5)


def entry_lines(board: BoardData, em: float, *, small: bool) -> tuple[EntryLine, ...]:
    """Thick lines along the board's edges, with arrows that point into it."""
    arrow = SMALL_ARROW if small else ARROW
    found = []
    deploy = [zone for zone in board.zones if zone.kind == "deployment"]
    for tone, zone in enumerate(deploy):
        for edge in zone.edges:
            count = max(1, round((edge.end - edge.start) / (3 * em)))
            places = [edge.start + (edge.end - edge.start) * (at + 0.5) / count for at in range(count)]
            off = 0.22 * em
            out = {"top": -off, "left": -off, "bottom": board.height + off, "right": board.width + off}[
                edge.edge
            ]
            way = 1 if edge.edge in ("top", "left") else -1
            level = edge.edge in ("top", "bottom")
            arrows = "".join(_arrow(at, out, way * em, level, *arrow) for at in places)
            ends = ((edge.start, out), (edge.end, out))
            found.append(
                EntryLine(
                    path=line_of(ends if level else tuple((y, x) for x, y in ends)), arrows=arrows, tone=tone
                )
            )
    return tuple(found)


def _arrow(at: float, out: float, em: float, level: bool, half: float, length: float) -> str:
    """A triangle outside the edge whose tip points to the board."""
    points = [
        (at, out - 0.15 * em),
        (at - half * abs(em), out - (0.15 + length) * em),
        (at + half * abs(em), out - (0.15 + length) * em),
    ]
    return ring_of(points if level else [(y, x) for x, y in points])


def ticks_of(board: BoardData, em: float, *, small: bool) -> tuple[str, str, tuple[WordView, ...]]:
    """Short ticks at each inch, long ones at each six, numbers at these or, without room, at each twelve."""
    entries = any(zone.edges for zone in board.zones)
    off = (SMALL_ARROW[1] if small else 1.0) if entries else 0.0
    each = 12 if small and 1.9 * em > 6 else 6
    short: list[str] = []
    long: list[str] = []
    numbers = []
    for level, length, depth in ((True, board.width, board.height), (False, board.height, board.width)):
        for inch in range(int(length) + 1):
            size = 0.42 * em if inch % 6 == 0 else 0.2 * em
            for edge, out in ((0.0, -size), (depth, size)):
                ends = ((float(inch), edge), (float(inch), edge + out))
                (short if inch % 6 else long).append(
                    line_of(ends if level else tuple((y, x) for x, y in ends))
                )
        # The far edge has its number, and no other stands in its way.
        marks = [*(inch for inch in range(0, int(length) + 1, each) if length - inch > 1.7 * em), length]
        for mark in marks:
            text = f"{mark:g}"
            x, y = (mark, -(0.65 + off) * em) if level else (-(1.1 + off) * em, mark + 0.3 * em)
            numbers.append(WordView(text=text, x=unit(x), y=unit(y), room=unit(em)))
    return "".join(short), "".join(long), tuple(numbers)
