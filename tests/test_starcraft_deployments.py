"""PF-S5: the ten deployments, held against the public facts, and what those say of their symmetry."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from campaign.content.library import Library, built_in
from campaign.mechanisms.board import Board, Layout, Zone, beyond_board, holds

LIBRARY = Library("starcraft", [built_in()])
CARDS = {card.name: card for card in LIBRARY.catalogue("deployments").rows}
SIZES = {size.id: size.board for size in LIBRARY.system().sizes}
FACTS = """
    Char Plains | 36x36 | 1(6,30) 2(6,6) 5(24,18) | [18,30,18,6] | [18,0,18,6]
    Abandoned Camp | 36x36 | 1(6,18) 5(18,18) 2(30,18) | [0,30,36,6] | [0,0,36,6]
    Agria Valley | 36x36 | 1(6,30) 5(18,18) 2(30,6) | [0,0,12,6]+[0,6,6,6] | [24,30,12,6]+[30,24,6,6]
    Dirt Side | 36x36 | as Abandoned Camp | [0,0,12,6]+[0,6,6,6] | [24,30,12,6]+[30,24,6,6]
    Frontier | 36x36 | as Agria Valley | [12,0,12,6]+[12,30,12,6] | [0,12,6,12]+[30,12,6,12]
    Gauntlet | 54x36 | 1(12,12) 3(36,12) 4(18,24) 2(42,24) 5(27,18) | [0,0,54,6] | [0,30,54,6]
    Typhoon | 54x36 | 2(6,6) 1(18,12) 5(27,18) 4(36,24) 3(48,30) | [30,0,24,6]+[48,6,6,12] | [0,30,24,6]+[0,18,6,12]
    Acropolis | 54x36 | 1(12,12) 2(42,12) 4(12,24) 3(42,24) 5(27,18) | [0,0,18,6]+[36,30,18,6] | [36,0,18,6]+[0,30,18,6]
    Proving Grounds | 54x36 | 1(12,12) 5(27,12) 3(42,12) 4(18,24) 2(36,24) | [0,0,6,36]+[48,0,6,36] | [18,0,18,6]
    Breach | 54x36 | 1(18,6) 2(36,6) 5(27,18) 4(18,30) 3(36,30) | [48,0,6,36] | [0,0,6,36]
"""
"""Card, board, markers (x, y), Red and Blue (x, y, width, height), as the public facts have them."""

COLOURS = {"1": "red", "2": "blue", "3": "red", "4": "blue", "5": "neutral"}
NAMES = sorted(CARDS)


def facts() -> dict[str, list[str]]:
    return {
        line.split(" | ")[0].strip(): line.strip().split(" | ")[1:] for line in FACTS.strip().splitlines()
    }


def layout_of(name: str) -> tuple[Layout, Board]:
    card = CARDS[name]
    assert card.layout is not None
    [size] = card.sizes
    return card.layout, SIZES[size]


def numbers(text: str) -> list[tuple[float, ...]]:
    return [tuple(map(float, each.split(","))) for each in re.findall(r"\[([\d,]+)\]", text)]


def markers_in(name: str, text: str) -> dict[str, tuple[float, float]]:
    if text.startswith("as "):
        return markers_in(text[3:], facts()[text[3:]][1])
    found = re.findall(r"(\d)\((\d+),(\d+)\)", text)
    return {number: (float(x), float(y)) for number, x, y in found}


def test_ten_cards_five_of_each_size():
    assert sorted(facts()) == NAMES
    assert [card.sizes for card in CARDS.values()] == [("skirmish",)] * 5 + [("standard",)] * 5


@pytest.mark.parametrize("name", NAMES)
def test_each_number_is_that_of_the_public_facts(name):
    size, markers, red, blue = facts()[name]
    layout, board = layout_of(name)
    assert size == f"{board.width:g}x{board.height:g}"
    assert {each.id.removeprefix("marker-"): each.at for each in layout.markers} == markers_in(name, markers)
    assert {each.id.removeprefix("marker-"): each.colour for each in layout.markers} == {
        number: COLOURS[number] for number in markers_in(name, markers)
    }
    zones = {zone.role: list(zone.rects) for zone in layout.zones}
    assert zones == {"red": numbers(red), "blue": numbers(blue)}


@pytest.mark.parametrize("name", NAMES)
def test_zones_and_markers_are_on_the_board_and_apart(name):
    layout, board = layout_of(name)
    assert not any(beyond_board(zone, board) for zone in layout.zones)
    assert all(0 < each.at[0] < board.width and 0 < each.at[1] < board.height for each in layout.markers)
    red, blue = (squares(zone) for zone in layout.zones)
    assert not red & blue
    assert len(layout.markers) == (3 if board.width == 36 else 5)
    assert layout.deployment.turn == "later"


Point = tuple[float, float]


def squares(zone: Zone) -> frozenset[Point]:
    """The centres of the square inches of a zone."""
    return frozenset(
        (x + dx + 0.5, y + dy + 0.5)
        for x, y, width, height in zone.rects
        for dx in range(int(width))
        for dy in range(int(height))
    )


def moves(board: Board) -> dict[str, Callable[[Point], Point]]:
    """Every turn and mirror that lays the board on itself."""
    width, height = board.width, board.height
    found: dict[str, Callable[[Point], Point]] = {
        "half turn": lambda at: (width - at[0], height - at[1]),
        "left and right": lambda at: (width - at[0], at[1]),
        "top and bottom": lambda at: (at[0], height - at[1]),
    }
    if width == height:
        found |= {
            "diagonal down": lambda at: (at[1], at[0]),
            "diagonal up": lambda at: (width - at[1], width - at[0]),
            "quarter turn": lambda at: (width - at[1], at[0]),
            "quarter turn back": lambda at: (at[1], width - at[0]),
        }
    return found


def symmetries(name: str) -> set[str]:
    """The moves that swap Red with Blue, zones and markers, and keep the neutral marker."""
    layout, board = layout_of(name)
    zones = {zone.role: squares(zone) for zone in layout.zones}
    markers = {each.at: each.colour for each in layout.markers}
    swapped = {"red": "blue", "blue": "red", "neutral": "neutral"}
    return {
        called
        for called, move in moves(board).items()
        if frozenset(map(move, zones["red"])) == zones["blue"]
        and frozenset(map(move, zones["blue"])) == zones["red"]
        and {move(at): swapped[colour] for at, colour in markers.items()} == markers
    }


@pytest.mark.parametrize("name", [name for name in NAMES if name != "Proving Grounds"])
def test_nine_of_ten_swap_red_with_blue_and_keep_the_markers(name):
    assert symmetries(name)


def test_frontier_along_one_diagonal_alone():
    assert symmetries("Frontier") == {"diagonal down"}


def test_proving_grounds_has_none():
    assert symmetries("Proving Grounds") == set()


EDGES = """
    Abandoned Camp | bottom 0-36 | top 0-36
    Acropolis | top 0-18, bottom 36-54 | top 36-54, bottom 0-18
    Agria Valley | top 0-12, left 0-12 | bottom 24-36, right 24-36
    Breach | right 0-36 | left 0-36
    Char Plains | bottom 18-36, right 30-36 | top 18-36, right 0-6
    Dirt Side | top 0-12, left 0-12 | bottom 24-36, right 24-36
    Frontier | top 12-24, bottom 12-24 | left 12-24, right 12-24
    Gauntlet | top 0-54 | bottom 0-54
    Proving Grounds | left 0-36, right 0-36 | top 18-36
    Typhoon | top 30-54, right 0-18 | bottom 0-24, left 18-36
"""
"""Where Red and where Blue enters the board, as printed on the cards (PF-S9); the top of Typhoon and of Acropolis
by symmetry.
"""


@pytest.mark.parametrize("line", EDGES.strip().splitlines(), ids=lambda line: line.split(" | ")[0].strip())
def test_where_each_side_enters(line):
    name, red, blue = line.strip().split(" | ")
    layout, _ = layout_of(name)
    found = {
        zone.role: ", ".join(f"{each.edge} {each.start:g}-{each.end:g}" for each in zone.edges)
        for zone in layout.zones
    }
    assert found == {"red": red, "blue": blue}


@pytest.mark.parametrize("name", NAMES)
def test_a_side_enters_along_its_own_zone(name):
    layout, board = layout_of(name)
    for zone in layout.zones:
        for each in zone.edges:
            middle = (each.start + each.end) / 2
            at = {
                "top": (middle, 0.5), "bottom": (middle, board.height - 0.5), "left": (0.5, middle),
                "right": (board.width - 0.5, middle),
            }[each.edge]  # fmt: skip
            assert holds(zone, *at)
