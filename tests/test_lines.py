"""Lines over time: each one's steps, what tells it from the others, and names that never overlap."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.printing.charts import DASHES, SHAPES, Curve, TickView, chart, nice_step, spark, spread

DAYS = [f"2026-03-{day:02}" for day in range(1, 31)]


def curve(*points, name="Red", start=0.0, end=10.0, first=8):
    return Curve(name, start, end, first, tuple(points))


class TestNiceStep:
    @pytest.mark.parametrize(
        ("least", "most", "step"),
        [(0, 1, 1), (0, 5, 1), (0, 6, 2), (0, 10, 2), (0, 11, 5), (0, 40, 10), (0, 120, 50), (-3, 2, 1),
         (-9, 9, 5), (0, 400, 100), (0, 1100, 500)],
    )  # fmt: skip
    def test_of_a_range(self, least, most, step):
        assert nice_step(least, most) == step


class TestSpread:
    def test_what_has_room_stays(self):
        assert spread([10, 40, 80], 15, 0, 100) == [10, 40, 80]

    def test_what_would_touch_moves_apart_round_its_middle(self):
        assert spread([50, 50, 50], 10, 0, 100) == [40, 50, 60]
        assert spread([0, 3], 10, 0, 100) == [0, 10]
        assert spread([99, 100], 10, 0, 100) == [90, 100]

    @given(st.lists(st.floats(0, 200), min_size=1, max_size=12).map(sorted))
    def test_nothing_overlaps_or_leaves_the_chart(self, wanted):
        found = spread(wanted, 15, 0, 200)
        assert all(after - before >= 15 - 1e-6 for before, after in pairwise(found))
        assert found[0] >= -1e-6
        assert found[-1] <= 200 + 1e-6


class TestSpark:
    def test_as_high_as_the_total_at_the_end_of_each_column(self):
        assert spark(curve((5, 0), first=8, end=10), 10, 0, 8, 4) == "█▁▁▁"

    def test_nothing_before_it_begins_or_after_it_ends(self):
        blank = "\N{NO-BREAK SPACE}"
        assert spark(curve(start=5, end=10), 10, 0, 8, 4) == f"{blank}███"
        assert spark(curve(start=0, end=5), 10, 0, 8, 4) == f"██{blank}{blank}"
        assert spark(curve(start=0, end=0), 10, 0, 8, 4) == f"█{blank}{blank}{blank}"


class TestChart:
    def test_steps(self):
        """A total stands still until a battle changes it."""
        view = chart("Gold", [curve((2, 6), (4, 7), (6, 7))], DAYS[:10])
        (line,) = view.curves
        x2, x4 = (view.left + (view.right - view.left) * battle / 10 for battle in (2, 4))
        assert re.fullmatch(
            rf"M{view.left:g} [\d.]+H{x2:.1f}V[\d.]+H{x4:.1f}V[\d.]+H{view.right:g}", line.path
        )
        assert (line.first, line.least, line.most, line.last) == (8, 6, 8, 7)
        assert line.points == ((0.0, 8), (2, 6), (4, 7), (6, 7))

    def test_axes(self):
        view = chart("Gold", [curve((2, 6))], DAYS[:10])
        assert [tick.text for tick in view.up] == ["0", "2", "4", "6", "8"]
        assert [tick.text for tick in view.across] == ["5", "10"]
        assert view.across[1].note == "2026-03-10"
        assert (view.zero, view.battles, view.broad) == (view.bottom, 10, False)

    def test_below_nothing(self):
        view = chart("Fame", [curve((1, -3), first=0)], DAYS[:10])
        assert [tick.text for tick in view.up] == ["−3", "−2", "−1", "0", "1"]
        assert view.top < view.zero < view.bottom

    def test_nothing_has_happened(self):
        view = chart("Gold", [curve(first=0, end=0)], [])
        assert [tick.text for tick in view.up] == ["0", "1"]
        assert view.across == ()

    def test_lines_are_told_apart_without_colour(self):
        view = chart("Gold", [curve(name=f"Team {number}") for number in range(12)], DAYS)
        shapes = [
            next(place for place, shape in enumerate(SHAPES) if shape in line.key) for line in view.curves
        ]
        looks = [(line.dash, shape, line.hollow) for line, shape in zip(view.curves, shapes, strict=True)]
        assert len(set(looks)) == 12
        assert {line.dash for line in view.curves} == set(DASHES)

    def test_lines_at_one_total_do_not_hide_each_other(self):
        view = chart("Gold", [curve(name=f"Team {number}") for number in range(12)], DAYS)
        starts = [float(line.path.partition("H")[0].split()[1]) for line in view.curves]
        assert len(set(starts)) == 12
        unit = view.up[0].at - view.up[1].at
        assert max(starts) - min(starts) < unit

    def test_names_do_not_overlap(self):
        view = chart("Gold", [curve(name=f"Team {number}") for number in range(12)], DAYS)
        rows = sorted(line.label_y for line in view.curves)
        assert all(after - before >= 14.9 for before, after in pairwise(rows))
        assert view.broad
        assert rows[-1] <= view.height

    @pytest.mark.parametrize(
        "name", ["W" * 300, "漢" * 60, "\u202eevil", "👑" * 40, "a b " * 40], ids=range(5)
    )
    def test_a_long_name_is_cut(self, name):
        view = chart("Gold", [curve(name=name)], DAYS)
        (line,) = view.curves
        assert line.name == name
        assert len(line.label) < 25
        assert "\u202e" not in line.label
        assert view.right > view.left + 100

    def test_where_phases_end(self):
        breaks = [
            (4.5, "Frost"),
            (4.6, "Slush"),
            (10.0, "A phase with quite a long name, longer than its room"),
        ]
        view = chart("Gold", [curve()], DAYS[:10], breaks)
        assert [tick.note for tick in view.breaks] == [name for _, name in breaks]
        assert [bool(tick.text) for tick in view.breaks] == [True, False, True]
        assert view.breaks[2].text.endswith("…")

    def test_marks_are_few_however_many_changes_there_are(self):
        points = [(float(number), number % 7) for number in range(1, 200)]
        (line,) = chart("Gold", [curve(*points, end=200)], DAYS).curves
        assert line.marks.count("M") <= 7

    def test_it_is_the_same_for_the_same(self):
        assert chart("Gold", [curve((2, 6))], DAYS) == chart("Gold", [curve((2, 6))], DAYS)
        assert chart("Gold", [curve()], DAYS).up[0] == TickView(at=168.0, text="0")
