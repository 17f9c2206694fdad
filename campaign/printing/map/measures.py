"""Which distances a picture of the board shows, and along which lines they are measured.

Outside the board: how wide and deep the zones are. On it: how far enemy zones are from one another, what
models keep from them, and what markers keep from one another and from the edges.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from campaign.mechanisms.geometry import Point, Segment, gap, nearest, outlines
from campaign.printing.lettering import wide
from campaign.printing.map.geometry import Box, along, line_of, unit
from campaign.printing.map.labels import SMALL, Labeller
from campaign.printing.map.views import BoardData, MeasureView, WordView

if TYPE_CHECKING:
    from campaign.printing.views import ZoneView

ROWS = 2
"""So many lines of measures one below the other beside the board."""
ROW = 1.5
"""How far they are from one another, in sizes of letters."""
PLACES = (0.5, 0.25, 0.75, 0.125, 0.875, 0.375, 0.625)
"""Where along two parallel edges it may be shown how far they are from one another."""
TURNS = [
    (round(math.cos(turn), 9), round(math.sin(turn), 9)) for turn in (math.pi * at / 8 for at in range(16))
]
HAIR = 0.02


def measures(board: BoardData, labeller: Labeller) -> tuple[MeasureView, ...]:
    """All of them; those on the board take their room, those beside it widen its margins."""
    deploy = [zone for zone in board.zones if zone.kind == "deployment"]
    found = [*_between_zones(board, deploy, labeller), *_placing(board, labeller)]
    found += _beside(_sizes(deploy, 1, board.height), board, labeller, level=False)
    found += _beside(_sizes(deploy, 0, board.width), board, labeller, level=True)
    return tuple(found)


# --- on the board ---


def _between_zones(board: BoardData, zones: Sequence[ZoneView], labeller: Labeller) -> Iterator[MeasureView]:
    """How near two enemy zones are to one another, and the strip that models keep out of."""
    pairs = [
        (math.dist(*line), one, other)
        for one, other in combinations(zones, 2)
        if (line := nearest(one, other))
    ]
    if not pairs:
        return
    least, one, other = min(pairs, key=lambda pair: round(pair[0], 2))
    lines = [line for place in PLACES if (line := nearest(one, other, place))]
    if least > HAIR and abs(least * 4 - round(least * 4)) < HAIR:  # what nobody can measure helps nobody
        yield from _first(lines, f"{_inches(least)}", labeller)
    if board.apart > least + HAIR:
        starts = [end for line in lines for end in line]
        strips = [
            (start, (start[0] + board.apart * x, start[1] + board.apart * y))
            for start in starts
            for x, y in TURNS
        ]
        kept = [
            line
            for line in strips
            for own, enemy in ((one, other), (other, one))
            if gap(own, *line[1]) == 0 and abs(gap(enemy, *line[1]) - board.apart) < HAIR
        ]
        yield from _first(kept, f"> {_inches(board.apart)}", labeller)


def _placing(board: BoardData, labeller: Labeller) -> Iterator[MeasureView]:
    """What markers that are placed keep: from the edge, and from one another."""
    if not board.placing:
        return
    width, height, edge, keep = board.width, board.height, board.edge, board.keep
    if edge:
        places = [width * at for at in PLACES]
        lines = [((x, end), (x, end + way * edge)) for end, way in ((height, -1), (0.0, 1)) for x in places]
        yield from _first(lines, f"≥ {_inches(edge)}", labeller)
    if not keep:
        return
    across = [width / 2 + step * way * width / 20 for step in range(9) for way in (1, -1)]
    rows = [height / 2 + step * way * height / 16 for step in range(7) for way in (1, -1)]
    lines = [((x - keep / 2, y), (x + keep / 2, y)) for y in rows for x in across]
    clear = [line for line in lines if labeller.clear(Box.around(*_middle(line), keep, 0.5))]
    yield from _first([*clear, *lines], f"≥ {_inches(keep)}", labeller)


def _middle(line: Segment) -> Point:
    (x1, y1), (x2, y2) = line
    return (x1 + x2) / 2, (y1 + y2) / 2


def _first(lines: Sequence[Segment], text: str, labeller: Labeller) -> Iterator[MeasureView]:
    """The first line that is in nobody's way, with its word beside it or on it; none where all are."""
    em = labeller.em
    for line in lines:
        if not all(labeller.free(_slim(box)) for box in _inner(line, em)):
            continue
        for box in _word_boxes(line, text, em):
            if labeller.free(box):
                labeller.line(line)
                yield MeasureView(path=_ended(line, em), word=labeller.word(box, text))
                return


def _inner(line: Segment, em: float) -> list[Box]:
    """Boxes along a line without its very ends, which may touch an edge of the board."""
    (x1, y1), (x2, y2) = line
    short = min(0.1, 0.1 * em / max(math.dist(*line), em))
    inner = (
        (x1 + (x2 - x1) * short, y1 + (y2 - y1) * short),
        (x2 + (x1 - x2) * short, y2 + (y1 - y2) * short),
    )
    return along(inner, 0.1 * em)


def _slim(box: Box) -> Box:
    return box.grown(-min(0.02, (box.right - box.left) / 4, (box.bottom - box.top) / 4))


def _word_boxes(line: Segment, text: str, em: float) -> Iterator[Box]:
    """On the line, if it is long enough; to the right and left of it; above and below."""
    width, height = (wide(text) * SMALL + 0.25) * em, 1.05 * SMALL * em
    (x1, y1), (x2, y2) = line
    x, y = _middle(line)
    off = 0.15 * em
    if abs(x2 - x1) >= abs(y2 - y1):
        places = [(x, y - off - height / 2), (x, y + off + height / 2)]
    else:
        places = [(x + off + width / 2, y), (x - off - width / 2, y)]
    for px, py in places:
        yield Box.around(px, py, width, height)


# --- beside it ---


def _sizes(zones: Sequence[ZoneView], axis: int, whole: float) -> list[tuple[float, float]]:
    """Between which coordinates the parts of zones lie, shortest first; not what takes the whole board."""
    found = set()
    for zone in zones:
        parts = [((x, y), (x + width, y + height)) for x, y, width, height in zone.rects]
        for corners in parts or outlines(zone):
            values = [corner[axis] for corner in corners]
            found.add((round(min(values), 2), round(max(values), 2)))
    kept = [(low, high) for low, high in found if high - low < whole - HAIR]
    return sorted(kept, key=lambda span: (span[1] - span[0], span))


def _beside(
    spans: Sequence[tuple[float, float]], board: BoardData, labeller: Labeller, *, level: bool
) -> list[MeasureView]:
    """Measures in lines below the board (`level`) or to the right of it."""
    em = labeller.em
    rows: list[list[tuple[float, float]]] = [[] for _ in range(ROWS)]
    found = []
    entries = any(zone.edges for zone in board.zones)
    begin = (1.5 if entries else 1.0) * em if level else (2.1 if entries else 1.2) * em
    edge = board.height if level else board.width
    for low, high in spans:
        text = _inches(high - low)
        room = (wide(text) * SMALL + 0.3) * em if level else SMALL * em
        reach = (low, high) if high - low >= room else ((low + high - room) / 2, (low + high + room) / 2)
        row = next(
            (at for at, taken in enumerate(rows) if all(reach[1] <= a or b <= reach[0] for a, b in taken)),
            None,
        )
        if row is None:
            continue
        rows[row].append(reach)
        at = edge + begin + row * ROW * em * (1 if level else 1.25)
        ends: Segment = ((low, at), (high, at)) if level else ((at, low), (at, high))
        middle = (low + high) / 2
        word = _word_at((middle, at) if level else (at, middle), text, em)
        found.append(MeasureView(path=_ended(ends, em), word=word))
        far = (at - edge) / em + (0.75 if level else 0.6 + wide(text) * SMALL / 2)
        if level:
            labeller.margin_bottom = max(labeller.margin_bottom, far)
        else:
            labeller.margin_right = max(labeller.margin_right, far)
    return found


def _word_at(at: Point, text: str, em: float) -> WordView:
    return WordView(
        text=text, x=unit(at[0]), y=unit(at[1] + 0.3 * SMALL * em), room=unit(wide(text) * SMALL * em)
    )


def _ended(line: Segment, em: float) -> str:
    """A line with short strokes across its ends."""
    (x1, y1), (x2, y2) = line
    length = math.dist(*line) or 1
    across, down = (y2 - y1) / length * 0.3 * em, -(x2 - x1) / length * 0.3 * em
    ends = "".join(line_of(((x - across, y - down), (x + across, y + down))) for x, y in line)
    return line_of(line) + ends


def _inches(value: float) -> str:
    return f'{round(value, 2):g}"'
