"""Proposed placements keep every distance, or stand as far away as any point of the board."""

from __future__ import annotations

import math
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.mechanisms.board import Ground, placed

BOARDS = st.sampled_from([(30, 22), (44, 30), (20, 9), (48, 48)])
DISTANCES = st.sampled_from([0, 0.3, 2.5, 6, 8, 14.1])


@st.composite
def grounds(draw) -> Ground:
    width, height = draw(BOARDS)
    coordinates = st.tuples(st.integers(0, 4 * width), st.integers(0, 4 * height))
    fixed = draw(st.lists(coordinates.map(lambda at: (at[0] / 4, at[1] / 4)), max_size=3, unique=True))
    return Ground(width=width, height=height, apart=draw(DISTANCES), edge=draw(DISTANCES), fixed=tuple(fixed))


def brute_force(ground: Ground, others) -> float:
    """How far from the nearest marker a centre can be, on lines an eighth of an inch apart."""
    left, top, right, bottom = ground.bounds()
    xs = [left + (right - left) * at / 160 for at in range(161)]
    ys = [top + (bottom - top) * at / 160 for at in range(161)]
    return max(min(math.dist((x, y), other) for other in others) for x in xs for y in ys)


@settings(max_examples=40, deadline=None)
@given(grounds(), st.integers(0, 6), st.integers(0, 999))
def test_every_distance_holds_or_is_as_great_as_can_be(ground, count, seed):
    spots = placed(ground, count, Random(str(seed)))
    assert len(spots) == count
    left, top, right, bottom = ground.bounds()
    stand = list(ground.fixed)
    for spot in spots:
        assert left <= spot.x <= right
        assert top <= spot.y <= bottom
        near = min((math.dist((spot.x, spot.y), other) for other in stand), default=math.inf)
        assert spot.nearest == near
        assert spot.legal == (near >= ground.apart)
        stand.append((spot.x, spot.y))


@settings(max_examples=15, deadline=None)
@given(grounds(), st.integers(4, 9), st.integers(0, 999))
def test_where_no_spot_is_legal_the_farthest_one_is_taken(ground, count, seed):
    stand = list(ground.fixed)
    for spot in placed(ground, count, Random(str(seed))):
        if not spot.legal:
            assert spot.nearest >= brute_force(ground, stand) - 0.011
        stand.append((spot.x, spot.y))


def test_the_same_numbers_give_the_same_spots_and_others_other_ones():
    ground = Ground(width=30, height=22, apart=8, edge=6)
    first = placed(ground, 4, Random("7"))
    assert first == placed(ground, 4, Random("7"))
    assert first != placed(ground, 4, Random("8"))
    assert [(spot.x, spot.y) for spot in first] == [(12.0, 15.0), (20.5, 6.0), (6.0, 6.0), (23.5, 15.5)]


@pytest.mark.parametrize("seed", range(30))
def test_they_can_be_measured_and_lie_apart_widely(seed):
    """On half inches, wherever there is a legal one; and no two as near as they may be without need."""
    spots = placed(Ground(width=44, height=30, apart=8, edge=6), 4, Random(str(seed)))
    assert all(spot.legal and spot.x % 0.5 == spot.y % 0.5 == 0 for spot in spots)
    assert min(spot.nearest for spot in spots) > 11


def test_six_markers_of_two_sides_find_room_on_a_small_board():
    for seed in range(20):
        spots = placed(Ground(width=30, height=22, apart=8, edge=6), 6, Random(str(seed)))
        assert sum(spot.legal for spot in spots) >= 5


def test_without_room_at_the_edges_markers_stand_in_the_middle():
    ground = Ground(width=30, height=8, apart=5, edge=6)
    assert all(spot.y == 4 for spot in placed(ground, 3, Random("1")))
