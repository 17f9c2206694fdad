"""How far shapes are from one another: by formulas, and by points that lie close together."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.checks.board import _has_room
from campaign.mechanisms.board import Zone, holds
from campaign.mechanisms.geometry import gap, nearest, outlines, segments, spans
from campaign.printing.map.geometry import Box, crosses, room_in
from tests.missions import gap as slow_gap

ELL = ((0.0, 0.0, 24.0, 8.0), (0.0, 8.0, 8.0, 16.0))


def zone(**shape) -> Zone:
    return Zone(id="z", name="z", **shape)


SHAPES = [
    zone(rects=ELL),
    zone(rects=((1, 2, 3, 4), (9, 9, 2, 2))),
    zone(polygon=((0, 0), (9, 0), (9, 9), (4.5, 3), (0, 9))),
    zone(circle=(8, 8, 3.5)),
]


class TestOutlines:
    def test_rectangles_that_touch_have_one_around_them(self):
        assert outlines(zone(rects=ELL)) == [((0, 0), (24, 0), (24, 8), (8, 8), (8, 24), (0, 24))]

    def test_parts_that_do_not_touch_have_one_each(self):
        assert len(outlines(SHAPES[1])) == 2

    def test_a_hole_has_one_too(self):
        ring = zone(rects=((0, 0, 9, 3), (0, 6, 9, 3), (0, 3, 3, 3), (6, 3, 3, 3)))
        assert [len(each) for each in outlines(ring)] == [4, 4]
        assert holds(ring, 1, 4.5)
        assert gap(ring, 4.5, 4.5) == 1.5

    def test_nothing_has_none(self):
        assert outlines(zone()) == []
        assert gap(zone(), 1, 1) == math.inf
        assert nearest(zone(), SHAPES[0]) is None


class TestGap:
    @given(st.floats(-5, 30), st.floats(-5, 30), st.sampled_from(SHAPES))
    def test_as_slowly_worked_out(self, x, y, shape):
        assert gap(shape, x, y) == pytest.approx(slow_gap(shape, x, y))


class TestSpans:
    @given(st.floats(-1, 26), st.floats(-1, 26), st.sampled_from(SHAPES))
    def test_they_hold_what_the_shape_holds(self, x, y, shape):
        found = any(start <= x <= end for start, end in spans(shape, y))
        near = min(gap(shape, x + dx, y + dy) for dx in (-1e-6, 1e-6) for dy in (-1e-6, 1e-6))
        assert found == holds(shape, x, y) or near == 0


class TestNearest:
    def test_between_parallel_edges_it_lies_amid_them(self):
        left, right = zone(rects=((0, 0, 6, 22),)), zone(rects=((24, 4, 6, 10),))
        assert nearest(left, right) == ((6, 9), (24, 9))
        assert nearest(left, right, 0) == ((6, 4), (24, 4))

    def test_to_a_circle(self):
        assert nearest(zone(circle=(8, 8, 3)), zone(circle=(20, 8, 4))) == ((11, 8), (16, 8))
        assert nearest(zone(circle=(8, 8, 3)), zone(circle=(9, 8, 3))) == ((8.5, 8), (8.5, 8))

    @settings(deadline=None, max_examples=60)
    @given(st.sampled_from(SHAPES), st.sampled_from(SHAPES), st.floats(26, 40), st.floats(-40, 40))
    def test_no_points_of_the_outlines_are_nearer(self, one, other, across, down):
        moved = zone(
            rects=tuple((x + across, y + down, w, h) for x, y, w, h in other.rects),
            polygon=tuple((x + across, y + down) for x, y in other.polygon),
            circle=other.circle and (other.circle[0] + across, other.circle[1] + down, other.circle[2]),
        )
        line = nearest(one, moved)
        assert line is not None
        points = [
            (x1 + (x2 - x1) * at / 20, y1 + (y2 - y1) * at / 20)
            for (x1, y1), (x2, y2) in segments(one)
            for at in range(21)
        ]
        least = min(gap(moved, x, y) for x, y in points)
        assert math.dist(*line) <= least + 1e-6
        assert least <= math.dist(*line) + 0.7


class TestRoom:
    @pytest.mark.parametrize("shape", SHAPES)
    @pytest.mark.parametrize("size", [(1, 1), (3, 1), (0.5, 4)])
    def test_a_box_lies_in_its_shape_and_beside_what_is_taken(self, shape, size):
        taken: list[Box] = []
        while box := room_in(shape, size[0], size[1], 0.25, taken):
            inner = box.grown(-0.01)
            assert all(
                holds(shape, x, y) for x in (inner.left, inner.right) for y in (inner.top, inner.bottom)
            )
            assert not any(crosses(inner, edge) for edge in segments(shape))
            assert all(box.left >= t.right - 1e-9 or t.left >= box.right - 1e-9 or box.top >= t.bottom - 1e-9
                       or t.top >= box.bottom - 1e-9 for t in taken)  # fmt: skip
            taken.append(box)
        assert taken or shape.rects[:1] == ((1, 2, 3, 4),)


class TestRoomToDeploy:
    """A square inch of the zone, farther from the enemy zones than models must be."""

    @pytest.mark.parametrize(
        ("own", "enemy", "apart", "expected"),
        [
            ({"rects": ((0, 0, 7, 9),)}, {"rects": ((7, 0, 9, 9),)}, 6, True),
            ({"rects": ((0, 0, 6.9, 9),)}, {"rects": ((6.9, 0, 9, 9),)}, 6, False),
            ({"rects": ((0, 0, 6.9, 20),)}, {"rects": ((6.9, 0, 9, 9),)}, 6, True),
            ({"rects": ((3.1, 3.1, 1, 1),)}, {"rects": ((9, 9, 2, 2),)}, 0, True),
            ({"rects": ((3, 3, 1, 0.9),)}, {"rects": ((9, 9, 2, 2),)}, 0, False),
            ({"circle": (5, 5, 0.72)}, {"rects": ((9, 9, 2, 2),)}, 0, True),
            ({"circle": (5, 5, 0.6)}, {"rects": ((9, 9, 2, 2),)}, 0, False),
            ({"polygon": ((0, 0), (2.2, 0), (0, 2.2))}, {"rects": ((9, 9, 2, 2),)}, 0, True),
            ({"polygon": ((0, 0), (1.9, 0), (0, 1.9))}, {"rects": ((9, 9, 2, 2),)}, 0, False),
            ({"polygon": ((0, 0), (9, 0), (0, 0.9))}, {"rects": ((9, 9, 2, 2),)}, 0, False),
            # An enemy zone with a tip that reaches between the corners of every square.
            ({"rects": ((0, 0, 4, 1),)}, {"polygon": ((2, 1.2), (9, 9), (-5, 9))}, 2, False),
            ({"circle": (5, 5, 5)}, {"circle": (15, 5, 5)}, 8, True),
            ({"circle": (5, 5, 5)}, {"circle": (15, 5, 5)}, 9.5, False),
        ],
    )
    def test_pairs(self, own, enemy, apart, expected):
        assert _has_room(zone(**own), [zone(**enemy)], apart) is expected
