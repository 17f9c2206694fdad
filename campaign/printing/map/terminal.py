"""The board in characters, for a terminal: boxes for zones, letters in them, numbers for markers.

A character is taken to be twice as high as wide. Edges of zones lie on the lines between characters' places;
each character stands on a crossing of these lines, and is drawn by what lies on its four sides.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from campaign.mechanisms.geometry import gap, spans
from campaign.printing.map.labels import letters_of, marks_of

if TYPE_CHECKING:
    from campaign.printing.map.views import BoardData
    from campaign.printing.views import ZoneView

LIGHT = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""By the sides on which a line goes on: 1 above, 2 right, 4 below, 8 left."""
OUTSIDE = -1
LARGEST = 72
"""Columns of the board on a wide terminal."""


def drawn(board: BoardData, width: int) -> str:
    """The board in lines of at most `width` columns, with the inches at its upper and left edge."""
    columns = max(12, min(LARGEST, width - 5, round(2 * board.width)))
    scale = board.width / columns
    lines = max(4, round(board.height / scale / 2))
    down = board.height / lines
    places = [(column + 0.5) * scale for column in range(columns)]
    cells = [_zones_at(board.zones, places, (row + 0.5) * down) for row in range(lines)]
    text = _edges(cells, board, scale, down)
    _entries(text, board, scale, down)
    _strips(text, cells, board, scale, down)
    taken = _markers(text, board, scale, down)
    _letters(text, cells, board, taken)
    return "\n".join(_numbered(text, board, scale, down))


def _zones_at(zones: Sequence[ZoneView], places: Sequence[float], y: float) -> list[int]:
    """The number of the zone at each place of a row, from 1 on; those that sides deploy in lie upon areas.
    0: none.
    """
    upon = sorted(enumerate(zones, start=1), key=lambda each: each[1].kind != "deployment")
    inside = [(number, start, end) for number, zone in upon for start, end in spans(zone, y)]
    return [next((number for number, start, end in inside if start <= x <= end), 0) for x in places]


def _edges(cells: list[list[int]], board: BoardData, scale: float, down: float) -> list[list[str]]:
    """Lines wherever two places side by side belong to different zones; ticks at each six inches."""
    rows, columns = len(cells), len(cells[0])

    def at(row: int, column: int) -> int:
        return cells[row][column] if 0 <= row < rows and 0 <= column < columns else OUTSIDE

    across = {round(inch / scale) for inch in range(0, int(board.width) + 1, 6)}
    below = {round(inch / down) for inch in range(0, int(board.height) + 1, 6)}
    text = []
    for r in range(rows + 1):
        line = []
        for c in range(columns + 1):
            nw, ne, sw, se = at(r - 1, c - 1), at(r - 1, c), at(r, c - 1), at(r, c)
            sides = (nw != ne) + 2 * (ne != se) + 4 * (sw != se) + 8 * (nw != sw)
            inner = 0 < c < columns, 0 < r < rows
            sides |= (1 if r == 0 else 4 if r == rows else 0) if inner[0] and c in across else 0
            sides |= (8 if c == 0 else 2 if c == columns else 0) if inner[1] and r in below else 0
            line.append(LIGHT[sides])
        text.append(line)
    return text


def _entries(text: list[list[str]], board: BoardData, scale: float, down: float) -> None:
    """Heavy lines where sides come on."""
    last, end = len(text) - 1, len(text[0]) - 1
    for edge in (each for zone in board.zones for each in zone.edges):
        level = edge.edge in ("top", "bottom")
        step = scale if level else down
        for place in range(round(edge.start / step), round(edge.end / step) + 1):
            if level:
                text[0 if edge.edge == "top" else last][min(place, end)] = "━"
            else:
                text[min(place, last)][0 if edge.edge == "left" else end] = "┃"
    for (r, c), corner, beside in (
        ((0, 0), "┏", 1),
        ((0, end), "┓", -1),
        ((last, 0), "┗", 1),
        ((last, end), "┛", -1),
    ):
        if text[r][c + beside] == "━" and text[r + (1 if r == 0 else -1)][c] == "┃":
            text[r][c] = corner


def _strips(
    text: list[list[str]], cells: list[list[int]], board: BoardData, scale: float, down: float
) -> None:
    """Dots in zones wherever models may not stand for an enemy zone's sake."""
    deploy = [place for place, zone in enumerate(board.zones, start=1) if zone.kind == "deployment"]
    if not board.apart:
        return
    for r, c, zone in _inner(cells):
        if zone in deploy and c % 2 == 0:
            enemies = (board.zones[each - 1] for each in deploy if each != zone)
            if any(gap(enemy, c * scale, r * down) <= board.apart for enemy in enemies):
                text[r][c] = "·"


def _inner(cells: list[list[int]]) -> list[tuple[int, int, int]]:
    """The crossings amid four places of one zone, with its number."""
    return [
        (r, c, above[c])
        for r, (above, below) in enumerate(pairwise(cells), start=1)
        for c in range(1, len(above))
        if above[c - 1] == above[c] == below[c - 1] == below[c]
    ]


def _markers(text: list[list[str]], board: BoardData, scale: float, down: float) -> set[tuple[int, int]]:
    """The numbers of markers; what they take, with a blank around it."""
    taken = set()
    places = [(each.x, each.y) for each in board.markers] + [(each.x, each.y) for each in board.placed]
    for mark, (x, y) in zip(marks_of(board), places, strict=True):
        r = min(len(text) - 1, max(0, round(y / down)))
        first = min(len(text[0]) - len(mark), max(0, round(x / scale) - (len(mark) - 1) // 2))
        for at, letter in enumerate(mark):
            text[r][first + at] = letter
        taken |= {(r, c) for c in range(first - 1, first + len(mark) + 1)}
    return taken


def _letters(
    text: list[list[str]], cells: list[list[int]], board: BoardData, taken: set[tuple[int, int]]
) -> None:
    """A letter in each part of a zone, as near the middle of it as there is room."""
    left: dict[tuple[int, int], int] = {(r, c): zone for r, c, zone in _inner(cells) if zone}
    letters = letters_of(board.zones)
    while left:
        part = _part(left)
        number = left[part[0]]
        for place in part:
            del left[place]
        mid_r, mid_c = (sum(values) / len(part) for values in zip(*part, strict=True))
        free = [place for place in part if place not in taken]
        if free:
            r, c = min(free, key=lambda place: (4 * (place[0] - mid_r) ** 2 + (place[1] - mid_c) ** 2, place))
            for side in (-1, 1):
                if text[r][c + side] == "·":
                    text[r][c + side] = " "
            text[r][c] = letters[number - 1]


def _part(left: dict[tuple[int, int], int]) -> list[tuple[int, int]]:
    """The places that hang together with the first one, of its zone."""
    start = min(left)
    found, ahead = {start}, [start]
    while ahead:
        r, c = ahead.pop()
        for near in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
            if near not in found and left.get(near) == left[start]:
                found.add(near)
                ahead.append(near)
    return sorted(found)


def _numbered(text: list[list[str]], board: BoardData, scale: float, down: float) -> list[str]:
    """The lines with inches before them, and a line of inches above."""
    head = [" "] * (len(text[0]) + 3)
    for inch in range(0, int(board.width) + 1, 6):
        number = str(inch)
        at = min(round(inch / scale) - (len(number) - 1) // 2, len(text[0]) + 1 - len(number))
        if all(head[place] == " " for place in range(max(0, at - 1), at + len(number))):
            head[max(0, at) : max(0, at) + len(number)] = number
    rows = {round(inch / down): str(inch) for inch in range(0, int(board.height) + 1, 6)}
    body = [f"{rows.get(place, ''):>2} {''.join(line)}" for place, line in enumerate(text)]
    return [f"   {''.join(head)}".rstrip(), *(line.rstrip() for line in body)]
