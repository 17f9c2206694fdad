from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.checks.board import _overlap
from campaign.content.library import Library, built_in
from campaign.mechanisms.board import Board, Zone, beyond_board, corners, holds, zone_area

BOARD = Board(width=30, height=22)
TRIANGLE = ((0.0, 0.0), (6.0, 0.0), (0.0, 6.0))


def zone(**shape) -> Zone:
    return Zone(id="z", name="z", **shape)


class TestArea:
    def test_each_shape(self):
        assert zone_area(zone(rects=((0, 0, 4, 5), (10, 10, 2, 3)))) == 26
        assert zone_area(zone(polygon=TRIANGLE)) == 18
        assert zone_area(zone(polygon=TRIANGLE[::-1])) == 18
        assert zone_area(zone(circle=(9, 9, 3))) == pytest.approx(9 * math.pi)
        assert zone_area(zone()) == 0

    @given(st.floats(0, 20), st.floats(0, 20), st.floats(1, 9), st.floats(1, 9))
    def test_a_rectangle_drawn_as_a_polygon(self, x, y, width, height):
        drawn = zone(polygon=((x, y), (x + width, y), (x + width, y + height), (x, y + height)))
        assert zone_area(drawn) == pytest.approx(zone_area(zone(rects=((x, y, width, height),))))


class TestHolds:
    @pytest.mark.parametrize(
        ("shape", "inside", "outside"),
        [
            ({"rects": ((0, 0, 2, 2), (8, 8, 2, 2))}, [(1, 1), (9, 9)], [(5, 5), (3, 1)]),
            ({"polygon": TRIANGLE}, [(1, 1), (2.9, 2.9)], [(3.1, 3.1), (5, 5), (-1, 1), (7, 1)]),
            ({"circle": (5, 5, 2)}, [(5, 5), (6.4, 6.4)], [(6.5, 6.5), (2.9, 5)]),
            # A polygon with a notch: what lies in the notch is outside.
            ({"polygon": ((0, 0), (9, 0), (9, 9), (4.5, 3), (0, 9))}, [(1, 7), (8, 7)], [(4.5, 7)]),
        ],
    )
    def test_points(self, shape, inside, outside):
        assert all(holds(zone(**shape), x, y) for x, y in inside)
        assert not any(holds(zone(**shape), x, y) for x, y in outside)

    @given(st.floats(-5, 25), st.floats(-5, 25))
    def test_corners_are_a_hull(self, x, y):
        for shape in ({"rects": ((1, 2, 5, 5), (9, 9, 3, 3))}, {"polygon": TRIANGLE}, {"circle": (8, 8, 4)}):
            if holds(zone(**shape), x, y):
                xs, ys = zip(*corners(zone(**shape)), strict=True)
                assert min(xs) <= x <= max(xs)
                assert min(ys) <= y <= max(ys)


class TestBoard:
    @pytest.mark.parametrize(
        ("shape", "beyond"),
        [
            ({"rects": ((0, 0, 30, 22),)}, False),
            ({"rects": ((14.67, 0, 15.33, 22),)}, False),
            ({"rects": ((14.67, 0, 15.36, 22),)}, True),
            ({"rects": ((-1, 0, 3, 3),)}, True),
            ({"polygon": ((0, 0), (30, 0), (30, 22))}, False),
            ({"polygon": ((0, 0), (30, 0), (30, 23))}, True),
            ({"circle": (15, 11, 11)}, False),
            ({"circle": (15, 11, 11.5)}, True),
        ],
    )
    def test_what_leaves_it(self, shape, beyond):
        assert beyond_board(zone(**shape), BOARD) is beyond


class TestOverlap:
    @pytest.mark.parametrize(
        ("one", "other", "expected"),
        [
            ({"rects": ((0, 0, 5, 5),)}, {"rects": ((5, 0, 5, 5),)}, False),
            ({"rects": ((0, 0, 14.67, 5),)}, {"rects": ((14.66, 0, 5, 5),)}, False),
            ({"rects": ((0, 0, 5, 5),)}, {"rects": ((9, 9, 1, 1), (4.9, 4.9, 5, 5))}, True),
            ({"polygon": TRIANGLE}, {"rects": ((3, 3, 5, 5),)}, False),
            ({"polygon": TRIANGLE}, {"rects": ((2, 2, 5, 5),)}, True),
            ({"circle": (5, 5, 3)}, {"circle": (11, 5, 3)}, False),
            ({"circle": (5, 5, 3)}, {"circle": (10, 5, 3)}, True),
            ({"circle": (5, 5, 3)}, {"rects": ((7.2, 7.2, 5, 5),)}, False),
            ({"circle": (5, 5, 3)}, {"rects": ((6.5, 6.5, 5, 5),)}, True),
            ({}, {"rects": ((0, 0, 5, 5),)}, False),
        ],
    )
    def test_pairs(self, one, other, expected):
        assert _overlap(zone(**one), zone(**other)) is expected
        assert _overlap(zone(**other), zone(**one)) is expected


class TestCovertWar:
    """KT-C3 and KT-P2, as the mission file has them."""

    LIBRARY = Library("killteam", [built_in()])

    @pytest.mark.parametrize("sides", [2, 3, 4])
    def test_the_board_is_divided_into_equal_parts(self, sides):
        board = self.LIBRARY.system().boards[str(sides)]
        [layout] = [each for each in self.LIBRARY.mission("covert-war").layouts if each.sides == sides]
        assert (board.width, board.height) == ((30, 22) if sides == 2 else (44, 30))
        areas = [zone_area(each) for each in layout.zones]
        assert len(areas) == sides
        assert sum(areas) == pytest.approx(board.width * board.height)
        assert areas == pytest.approx([sum(areas) / sides] * sides, rel=0.001)

    @pytest.mark.parametrize("sides", [2, 3, 4])
    def test_every_side_has_room_more_than_six_inches_from_the_enemy_zones(self, sides):
        """Quarter-inch squares whose centre a model of an inch across may stand on."""
        [layout] = [each for each in self.LIBRARY.mission("covert-war").layouts if each.sides == sides]
        assert layout.deployment.apart == 6
        for own in layout.zones:
            others = [each.rects[0] for each in layout.zones if each is not own]
            left, top, width, height = own.rects[0]
            free = [
                (x, y)
                for x in (left + 0.5 + step / 4 for step in range(int(width * 4) - 4))
                for y in (top + 0.5 + step / 4 for step in range(int(height * 4) - 4))
                if all(distance(x, y, rect) > 6.5 for rect in others)
            ]
            assert len(free) / 16 > 10 * math.pi * 0.25


def distance(x: float, y: float, rect: tuple[float, float, float, float]) -> float:
    left, top, width, height = rect
    return math.hypot(max(left - x, 0, x - left - width), max(top - y, 0, y - top - height))
