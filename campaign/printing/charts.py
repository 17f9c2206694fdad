"""Totals over time as lines: where each point, tick and name of a chart goes, computed for an SVG of our own.

Totals change in battles and stand still between them, so the lines are steps. A line is told from the others
without its colour, by its dashes, the shape of its marks and its name at its end. A chart library would have
to be loaded for a page (as multiples of Python's own start, pygal takes 6 and matplotlib 50, with 80 MB),
sets no such names, and brings colours and fonts of its own; what is needed of one is this module.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil, floor

from campaign.printing.typeset import cells, visible
from campaign.record import Record, replace

NARROW_CHART, BROAD_CHART = 400, 720
"""Units across a chart: two stand side by side where a page has room, or one that many lines share."""
MANY = 6
"""From more lines than these on a chart is broad."""
PLOT, ROW = 150, 15
"""How high the lines may rise at least, and how far the names at their ends lie apart."""
TOP, BOTTOM, GAP = 18, 34, 14
"""Above the highest line, below the axis for two lines of text, and from a line's end to its name."""
LONGEST, LONGEST_BROAD = 132, 190
"""Units that a name may take, by the chart; the rest of it is left out."""
SHORTEST = 30
"""Units below which a name says nothing."""
TICK = 62
"""Units that a tick of the axis of battles takes, with its day."""
APART = 2.0
"""Units between lines at the same total, at most: none hides another."""
MARKS = 6
COLUMNS = 24
LEVELS = "▁▂▃▄▅▆▇█"
DASHES = ("", "7 3", "2 3", "9 3 2 3")
SHAPES = (
    "m-2.6 0a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0-5.2 0z",
    "m-2.4-2.4h4.8v4.8h-4.8z",
    "m0-3.4l3.2 5.6h-6.4z",
    "m0-3.6l3.6 3.6l-3.6 3.6l-3.6-3.6z",
    "m0 3.4l3.2-5.6h-6.4z",
)
"""Marks round a point: circle, square, triangle, diamond and the triangle turned over."""


class Curve(Record, kw_only=False):
    """A total over time: known from `start` to `end`, `first` at first, then what it became at each moment.

    Moments are numbers of battles; what happens between battles 3 and 4 happens at 3.5.
    """

    name: str
    start: float
    end: float
    first: int
    points: tuple[tuple[float, int], ...]


class TickView(Record):
    """A place on an axis, with its words."""

    at: float
    text: str
    note: str = ""


class CurveView(Record):
    """A line of a chart, drawn: `path` and `marks` as SVG has them, its name at `label_x` and `label_y`.

    `points` are moments and totals, `spark` the same in one row of blocks.
    """

    name: str
    label: str
    colour: int
    dash: str
    hollow: bool
    path: str
    marks: str
    key: str
    lead: str
    label_x: float
    label_y: float
    first: int
    least: int
    most: int
    last: int
    spark: str
    points: tuple[tuple[float, int], ...]


class ChartView(Record):
    """A chart of one thing; the lines lie between `left` and `right`, `top` and `bottom`."""

    name: str
    broad: bool
    battles: int
    width: float
    height: float
    left: float
    right: float
    top: float
    bottom: float
    zero: float
    across: tuple[TickView, ...]
    up: tuple[TickView, ...]
    breaks: tuple[TickView, ...]
    curves: tuple[CurveView, ...]


class _Frame(Record, kw_only=False):
    """How moments and totals become places."""

    left: float
    right: float
    top: float
    bottom: float
    last: float
    least: int
    most: int

    def x(self, moment: float) -> float:
        return self.left + (self.right - self.left) * moment / self.last

    def y(self, total: float) -> float:
        return self.bottom - (self.bottom - self.top) * (total - self.least) / (self.most - self.least)


def chart(
    name: str, curves: Sequence[Curve], days: Sequence[str], breaks: Sequence[tuple[float, str]] = ()
) -> ChartView:
    """The chart of some totals, at least one; `days` are those of the battles in order, `breaks` moments with
    a name, such as the end of a phase.
    """
    broad = len(curves) > MANY
    width = BROAD_CHART if broad else NARROW_CHART
    totals = [total for curve in curves for total in (curve.first, *(total for _, total in curve.points))]
    step = nice_step(min(0, *totals), max(1, *totals))
    least, most = floor(min(0, *totals) / step) * step, ceil(max(1, *totals) / step) * step
    labels = [
        _cut(f"{_last(curve)} {visible(curve.name)}", LONGEST_BROAD if broad else LONGEST) for curve in curves
    ]
    left = 10 + 7 * max(len(_signed(value)) for value in (least, most))
    bottom = TOP + max(PLOT, ROW * len(curves))
    room = max(map(_breadth, labels)) + GAP + 10
    frame = _Frame(
        left, _short(width - room), TOP, bottom, max(1, *(curve.end for curve in curves)), least, most
    )
    drawn = _drawn(curves, labels, frame)
    tight = replace(frame, right=_short(width - (LONGEST_BROAD if broad else LONGEST) - GAP - 10))
    return ChartView(
        name=name,
        broad=broad,
        battles=len(days),
        width=width,
        height=bottom + BOTTOM,
        left=left,
        right=frame.right,
        top=TOP,
        bottom=bottom,
        zero=_short(frame.y(0)),
        across=_across(frame, days, int((tight.right - left) / TICK)),
        up=tuple(
            TickView(at=_short(frame.y(value)), text=_signed(value)) for value in range(least, most + 1, step)
        ),
        breaks=tuple(_breaks(frame, tight, breaks)),
        curves=drawn,
    )


def nice_step(least: int, most: int, parts: int = 5) -> int:
    """The smallest of 1, 2, 5, 10, 20 … that divides a range into at most so many parts."""
    step, factors = 1, (2, 2.5, 2)
    place = 0
    while ceil(most / step) - floor(least / step) > parts:
        step = int(step * factors[place % 3])
        place += 1
    return step


def spread(wanted: Sequence[float], apart: float, least: float, most: float) -> list[float]:
    """Places as near as can be to those wanted (in rising order), at least `apart` and within the bounds.

    Neighbours that would touch are moved together, round the middle of what they want. The bounds hold where
    there is room for all.
    """
    heaps: list[tuple[float, int]] = []  # the sum of what they want, as if each were the first, and how many
    for place, want in enumerate(wanted):
        total, count = want - place * apart, 1
        while heaps and heaps[-1][0] / heaps[-1][1] > total / count:
            before = heaps.pop()
            total, count = total + before[0], count + before[1]
        heaps.append((total, count))
    highest = most - apart * (len(wanted) - 1)
    firsts = [max(least, min(highest, total / count)) for total, count in heaps for _ in range(count)]
    return [first + place * apart for place, first in enumerate(firsts)]


def spark(curve: Curve, last: float, least: int, most: int, columns: int = COLUMNS) -> str:
    """The curve in one row of blocks, as high as the total at the end of each column; blank before it."""
    found = []
    moves = [(curve.start, curve.first), *curve.points]
    place = -1
    for column in range(1, columns + 1):
        until = last * column / columns
        while place + 1 < len(moves) and moves[place + 1][0] <= until:
            place += 1
        if place < 0 or last * (column - 1) / columns >= max(curve.end, last / columns):
            found.append("\N{NO-BREAK SPACE}")
            continue
        share = (moves[place][1] - least) / max(1, most - least)
        found.append(LEVELS[min(len(LEVELS) - 1, int(share * len(LEVELS)))])
    return "".join(found)


def _last(curve: Curve) -> int:
    return curve.points[-1][1] if curve.points else curve.first


def _across(frame: _Frame, days: Sequence[str], parts: int) -> tuple[TickView, ...]:
    """Battles by their numbers, in so many parts at most, each with its day."""
    step = nice_step(0, max(1, len(days)), parts)
    numbers = range(step, len(days) + 1, step)
    return tuple(
        TickView(at=_short(frame.x(number)), text=str(number), note=days[number - 1]) for number in numbers
    )


def _breaks(frame: _Frame, tight: _Frame, breaks: Sequence[tuple[float, str]]) -> Iterator[TickView]:
    """Where phases end. Their names stand to the left, where there is room since the one before, however long
    the names of the lines are.
    """
    before = 0.0
    for moment, name in breaks:
        room = tight.x(moment) - tight.x(before) - 8
        text = _cut(visible(name), room) if room >= SHORTEST else ""
        yield TickView(at=_short(frame.x(moment)), text=text, note=visible(name))
        before = moment


def _drawn(curves: Sequence[Curve], labels: Sequence[str], frame: _Frame) -> tuple[CurveView, ...]:
    unit = (frame.bottom - frame.top) / (frame.most - frame.least)
    beside = min(APART, 0.6 * unit / len(curves))
    shifts = [(place - (len(curves) - 1) / 2) * beside for place in range(len(curves))]
    ends = [frame.y(_last(curve)) + shift for curve, shift in zip(curves, shifts, strict=True)]
    order = sorted(range(len(curves)), key=lambda place: ends[place])
    rows = spread([ends[place] for place in order], ROW, frame.top - 8, frame.bottom + 6)
    heights = dict(zip(order, rows, strict=True))
    return tuple(
        _curve(place, curve, labels[place], shifts[place], heights[place], frame)
        for place, curve in enumerate(curves)
    )


def _curve(place: int, curve: Curve, label: str, shift: float, height: float, frame: _Frame) -> CurveView:
    moves = [(curve.start, curve.first), *curve.points]
    spots = [(_short(frame.x(moment)), _short(frame.y(total) + shift)) for moment, total in moves]
    end = (_short(frame.x(curve.end)), spots[-1][1])
    shape = SHAPES[place % len(SHAPES)]
    totals = [total for _, total in moves]
    marked = [spots[round(each)] for each in _evenly(len(spots) - 1, MARKS)]
    return CurveView(
        name=curve.name,
        label=label.partition(" ")[2],
        colour=place % 4,
        dash=DASHES[place % len(DASHES)],
        hollow=bool(place // len(SHAPES) % 2),
        path=_path(spots, end),
        marks="".join(_mark(shape, *spot) for spot in dict.fromkeys([*marked, end])),
        key=_mark(shape, _short(frame.right + GAP), _short(height)),
        lead=f"M{end[0]:g} {end[1]:g}L{_short(frame.right + GAP - 4):g} {_short(height):g}",
        label_x=_short(frame.right + GAP + 7),
        label_y=_short(height + 4),
        first=curve.first,
        least=min(totals),
        most=max(totals),
        last=totals[-1],
        spark=spark(curve, frame.last, frame.least, frame.most),
        points=tuple(moves),
    )


def _path(spots: Sequence[tuple[float, float]], end: tuple[float, float]) -> str:
    """Steps: on to each moment, then up or down."""
    steps = [f"M{spots[0][0]:g} {spots[0][1]:g}"]
    for (_, before), (x, y) in pairwise(spots):
        steps.append(f"H{x:g}V{y:g}" if y != before else "")
    return "".join(steps) + f"H{end[0]:g}"


def _evenly(last: int, most: int) -> list[float]:
    """At most so many places from 1 to the last one."""
    count = min(last, most)
    return [last * number / count for number in range(1, count + 1)]


def _mark(shape: str, x: float, y: float) -> str:
    return f"M{x:g} {y:g}{shape}"


def _signed(value: int) -> str:
    return f"−{-value}" if value < 0 else str(value)


def _short(number: float) -> float:
    return round(number, 1)


def _cut(text: str, most: float) -> str:
    """As much of a text as has room, with a sign where some is left out."""
    if _breadth(text) <= most:
        return text
    while text and _breadth(text + "…") > most:
        text = text[:-1]
    return text.rstrip() + "…"


def _breadth(text: str) -> float:
    """About how many units a name takes, rather too many than too few."""
    return sum(_of_letter(letter) for letter in text)


def _of_letter(letter: str) -> float:
    if cells(letter) != 1:
        return 12.5 if cells(letter) else 0
    return 10 if letter in "MWmw@%—…" else 7.4 if letter.isupper() else 6.3
