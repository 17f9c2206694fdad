"""Every layout of the built-in content as a picture: nothing out of place, nothing over anything else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from xml.etree import ElementTree as ET

import pytest

from campaign.checks.files import read_all
from campaign.checks.layout import _boards, _layouts
from campaign.content.packs import Library, built_in, known_systems
from campaign.mechanisms.layout import outer_edges
from campaign.mechanisms.outline import gap, segments
from campaign.printing.drawing import drawn
from campaign.printing.lettering import broken, cut, wide
from campaign.printing.picture import letters_of, marks_of, picture_of
from campaign.printing.picture_views import BoardData, BoardPicture, LabelView
from campaign.printing.pieces import EdgeView, MarkerView, ZoneView
from campaign.printing.room import Box, apart, crosses
from campaign.printing.typeset import cells

SIDES = ("Red Talons", "Vas Kar", "Iron Vow", "Grey Company")
HOSTILE = '<script>alert("x")</script> [red]|`\x1b[31m\u202eevil🎲 ' + "W" * 300


def boards(name: str = "") -> Iterator[tuple[str, BoardData]]:
    """Every built-in layout on every board that it is played on, with sides in the roles where there are."""
    for system in known_systems([built_in()]):
        content = read_all(Library(system, [built_in()]))
        for bearer, layout in _layouts(content):
            for board in _boards(content, bearer, layout):
                zones = []
                for place, zone in enumerate(layout.zones):
                    later = layout.deployment.turn == "later"
                    edges = outer_edges(zone, board) if later else ()
                    zones.append(
                        ZoneView(
                            name=name or zone.name,
                            kind=zone.kind,
                            role=name or zone.role or "",
                            sides=(name or SIDES[place % 4],) if zone.role else (),
                            rects=zone.rects,
                            polygon=zone.polygon,
                            circle=zone.circle,
                            edges=tuple(EdgeView(edge=e.edge, start=e.start, end=e.end) for e in edges),
                        )
                    )
                markers = [
                    MarkerView(name=name or each.name, x=each.at[0], y=each.at[1], colour=each.colour)
                    for each in layout.markers
                ]
                placing = layout.placing
                data = BoardData(
                    width=board.width,
                    height=board.height,
                    zones=tuple(zones),
                    markers=tuple(markers),
                    apart=layout.deployment.apart,
                    placing=placing is not None,
                    keep=placing.apart if placing else 0,
                    edge=placing.edge if placing else 0,
                )
                yield f"{system} {bearer.name} {layout.sides} {board.width}x{board.height}", data


BOARDS = dict(boards())
EVERY = pytest.mark.parametrize("board", [pytest.param(board, id=name) for name, board in BOARDS.items()])


def box_of(label: LabelView) -> Box:
    """Where a label's letters are, in inches."""
    wide_ = max(word.room for word in label.lines) / 10
    high = (len(label.lines) * 1.12 * label.size - 0.3 * label.size) / 10
    width, height = (high, wide_) if label.upright else (wide_, high)
    return Box.around(label.x / 10, label.y / 10, width, height)


def labels(picture: BoardPicture) -> list[LabelView]:
    of_zones = [label for zone in picture.zones for label in zone.labels]
    return [*of_zones, *(marker.label for marker in picture.markers if marker.label)]


def test_there_are_layouts():
    assert len(BOARDS) >= 55


@EVERY
def test_labels_lie_in_their_zones_or_cross_no_edge(board):
    edges = [edge for zone in board.zones for edge in segments(zone)]
    for zone, shown in zip(board.zones, picture_of(board).zones, strict=True):
        assert shown.labels
        for label in shown.labels:
            box = box_of(label).grown(-0.02)
            inside = gap(zone, *box.centre) == 0
            assert inside or zone.kind == "area" or zone.circle, shown.name
            assert not any(crosses(box, edge) for edge in edges), (shown.name, label)


@EVERY
def test_labels_measures_and_markers_leave_each_other_alone(board):
    picture = picture_of(board)
    discs = [
        Box.around(each.x / 10, each.y / 10, each.radius / 5, each.radius / 5) for each in picture.markers
    ]
    size = picture.size / 10
    words = [
        Box.around(each.word.x / 10, each.word.y / 10 - 0.24 * size, each.word.room / 10, 0.6 * size)
        for each in picture.measures
    ]
    boxes = [*map(box_of, labels(picture)), *words]
    for one, other in combinations([*boxes, *discs], 2):
        assert apart(one.grown(-0.02), other.grown(-0.02)) or (one in discs and other in discs)


@EVERY
def test_everything_lies_in_the_picture(board):
    picture = picture_of(board)
    right, bottom = picture.left + picture.width, picture.top + picture.height
    paths = [picture.ticks, picture.long_ticks, *(each.path for each in picture.measures)]
    paths += [path for each in picture.entries for path in (each.path, each.arrows)]
    for path in paths:
        for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", path):
            assert picture.left <= float(x) <= right
            assert picture.top <= float(y) <= bottom
    for box in map(box_of, labels(picture)):
        assert box.left >= 0
        assert box.top >= 0
        assert box.right <= board.width
        assert box.bottom <= board.height
    for word in (*picture.numbers, *(each.word for each in picture.measures)):
        assert picture.left <= word.x - word.room / 2
        assert word.x + word.room / 2 <= right + 0.2
        assert picture.top <= word.y <= bottom


@EVERY
def test_there_is_a_tick_at_each_inch_and_a_number_at_each_six(board):
    picture = picture_of(board)
    ticks = len(re.findall("M", picture.ticks)) + len(re.findall("M", picture.long_ticks))
    assert ticks == 2 * (int(board.width) + 1) + 2 * (int(board.height) + 1)
    numbers = [word.text for word in picture.numbers]
    for length in (board.width, board.height):
        for inch in range(0, int(length) - 3, 6):
            assert numbers.count(str(inch)) >= 1
        assert f"{length:g}" in numbers


@EVERY
@pytest.mark.parametrize("width", [80, 40])
def test_the_drawing_fits_and_has_every_letter_and_number(board, width):
    text = drawn(board, width)
    lines = text.splitlines()
    assert max(map(cells, lines)) <= width
    inner = "\n".join(line[3:] for line in lines[1:])
    if width == 80:
        assert set(letters_of(board.zones)) <= set(inner)
        for mark in marks_of(board):
            assert mark in re.findall(r"\d+", inner)
    assert abs((len(lines) - 2) * 2 / (max(map(cells, lines)) - 4) - board.height / board.width) < 0.12


class TestHostileNames:
    def test_they_are_cut_in_every_picture(self):
        for board in dict(boards(HOSTILE)).values():
            picture = picture_of(board)
            for label in labels(picture):
                for word in label.lines:
                    assert word.room <= max(board.width, board.height) * 10
                    assert "\x1b" not in word.text


class TestLettering:
    def test_a_text_is_as_wide_as_its_letters(self):
        assert wide("") == 0
        assert wide("ii") == 2 * wide("i")
        assert wide("W", bold=True) > wide("W")
        assert wide("🎲") == 1

    def test_what_is_too_wide_ends_in_an_ellipsis(self):
        assert cut("the upper court", 99) == "the upper court"
        short = cut("the upper court", 3)
        assert short.endswith("…")
        assert wide(short) <= 3
        assert cut("the upper court", 0.1) == ""

    def test_lines_are_as_narrow_as_can_be(self):
        assert broken("the upper part of it", 2) == ("the upper", "part of it")
        assert broken("one", 3) == ("one",)
        assert broken("", 2) == ("",)


class TestMarks:
    def test_numbers_come_from_the_names_where_all_have_one(self):
        def marked(*names):
            return marks_of(
                BoardData(width=9, height=9, markers=tuple(MarkerView(name=n, x=1, y=1) for n in names))
            )

        assert marked("marker 1", "marker 5") == ("1", "5")
        assert marked("left relay (3)", "right relay (1)") == ("3", "1")
        assert marked("left", "right 7") == ("1", "2")
        assert marked("a 4", "b 4") == ("1", "2")


def test_a_stand_alone_picture_is_xml(tmp_path):
    from campaign.printing.render import render
    from tests.test_briefing import briefing

    text = render("board", "html", briefing(2), system="killteam", roots=[built_in()])
    assert ET.fromstring(text).tag == "{http://www.w3.org/2000/svg}svg"
