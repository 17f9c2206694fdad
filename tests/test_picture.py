"""Every layout of the built-in content as a picture: nothing out of place, nothing over anything else."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from datetime import date
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.checks.board import _boards, _layouts
from campaign.checks.files import read_all
from campaign.content.library import Library, built_in, known_systems
from campaign.content.made_battle import SetupRequest, settings_of
from campaign.content.procedure import make
from campaign.files.schema import structure
from campaign.ledger.entries import Side
from campaign.mechanisms.dice import DiceLog, SeededDice
from campaign.mechanisms.geometry import gap, segments
from campaign.printing.briefing import Briefing, brief, with_placing
from campaign.printing.json import as_json
from campaign.printing.lettering import broken, cut, wide
from campaign.printing.map.geometry import Box, apart, crosses
from campaign.printing.map.labels import letters_of, marks_of
from campaign.printing.map.picture import complete, margins, picture_of
from campaign.printing.map.terminal import drawn
from campaign.printing.map.views import BoardData, BoardPicture, LabelView, Scale
from campaign.printing.render import render
from campaign.printing.sections.deployment import DeploymentSection
from campaign.printing.typeset import cells
from campaign.printing.views import EdgeView, MarkerView, ZoneView
from campaign.record import replace
from tests.test_briefing import briefing, drafted, text

SIDES = ("Red Talons", "Vas Kar", "Iron Vow", "Grey Company")
HOSTILE = '<script>alert("x")</script> [red]|`\x1b[31m\u202eevil🎲 ' + "W" * 300


def boards() -> Iterator[tuple[str, BoardData]]:
    """Every built-in layout on every board that it is played on, with sides in the roles where there are."""
    for system in known_systems([built_in()]):
        content = read_all(Library(system, [built_in()]))
        for bearer, layout in _layouts(content):
            for board in _boards(content, bearer, layout):
                zones = []
                for place, zone in enumerate(layout.zones):
                    later = layout.deployment.turn == "later"
                    edges = zone.edges if later else ()
                    zones.append(
                        ZoneView(
                            name=zone.name,
                            kind=zone.kind,
                            role=zone.role or "",
                            sides=(SIDES[place % 4],) if zone.role else (),
                            rects=zone.rects,
                            polygon=zone.polygon,
                            circle=zone.circle,
                            edges=tuple(EdgeView(edge=e.edge, start=e.start, end=e.end) for e in edges),
                        )
                    )
                markers = [
                    MarkerView(name=each.name, x=each.at[0], y=each.at[1], colour=each.colour)
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

CARD = Scale(inch=0.9, letter=2.4)
SIZES = pytest.mark.parametrize("scale", [pytest.param(None, id="sheet"), pytest.param(CARD, id="card")])


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
def test_a_zone_is_named_before_anybody_plays(board):
    zones = tuple(replace(zone, sides=()) for zone in board.zones)
    for shown in picture_of(replace(board, zones=zones)).zones:
        assert shown.labels, shown.name


@EVERY
def test_a_name_beside_an_area_is_nearest_to_its_own(board):
    areas = [zone for zone in board.zones if zone.kind == "area"]
    for zone, shown in zip(board.zones, picture_of(board).zones, strict=True):
        for label in shown.labels if zone in areas else ():
            box = box_of(label)
            heights = (box.top, box.centre[1], box.bottom)
            corners = [(x, y) for x in (box.left, box.centre[0], box.right) for y in heights]
            far = {id(each): min(gap(each, *corner) for corner in corners) for each in areas}
            assert all(far[id(zone)] < far[id(other)] for other in areas if other is not zone), shown.name


@EVERY
@SIZES
def test_labels_measures_and_markers_leave_each_other_alone(board, scale):
    picture = picture_of(board, scale)
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
@SIZES
def test_everything_lies_in_the_picture(board, scale):
    picture = picture_of(board, scale)
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
    page = drawn(board, width)
    lines = page.splitlines()
    assert max(map(cells, lines)) <= width
    inner = "\n".join(line[3:] for line in lines[1:])
    if width == 80:
        assert set(letters_of(board.zones)) <= set(inner)
        for mark in marks_of(board):
            assert mark in re.findall(r"\d+", inner)
    assert abs((len(lines) - 2) * 2 / (max(map(cells, lines)) - 4) - board.height / board.width) < 0.12


class TestSmall:
    """Pictures at a scale, for cards: letters of one size, however large the board is."""

    @EVERY
    def test_an_inch_and_a_letter_are_as_large_as_they_should_be(self, board):
        picture = picture_of(board, CARD)
        assert picture.millimetres / picture.width * 10 == pytest.approx(0.9, abs=0.001)
        assert picture.millimetres / picture.width * picture.size == pytest.approx(2.4, abs=0.01)
        assert picture.measures == ()
        assert all(label.size >= 0.8 * picture.size - 0.1 for label in labels(picture))

    @given(
        st.floats(12, 72),
        st.floats(12, 72),
        st.floats(0.65, 2),
        st.sampled_from([(), (EdgeView(edge="top", start=0, end=9),)]),
    )
    def test_its_height_is_what_its_margins_say(self, width, height, inch, edges):
        zone = ZoneView(name="x", kind="deployment", rects=((0, 0, 9, 6),), edges=edges)
        board = BoardData(width=width, height=height, zones=(zone,))
        picture = picture_of(board, Scale(inch=inch, letter=2.4))
        left, top, right, bottom = margins(board, small=True)
        per_unit = picture.millimetres / picture.width
        wide, high = width * inch + (left + right) * 2.4, height * inch + (top + bottom) * 2.4
        assert picture.millimetres == pytest.approx(wide, abs=0.03)
        # Width and height are rounded to a hundredth of an inch, and the width says what a unit is.
        rounding = 0.005 * inch * (1 + high / wide) + 0.001
        assert picture.height * per_unit == pytest.approx(high, abs=rounding)

    def test_numbers_stand_farther_apart_where_there_is_no_room(self):
        def numbers(inch):
            board = BoardData(width=48, height=24)
            return [word.text for word in picture_of(board, Scale(inch=inch, letter=2.4)).numbers]

        assert numbers(0.9)[:4] == ["0", "6", "12", "18"]
        assert numbers(0.6)[:4] == ["0", "12", "24", "36"]

    def test_names_that_tell_no_more_than_the_numbers_are_left_out(self):
        def said(*names):
            markers = tuple(MarkerView(name=n, x=9 + 9 * at, y=9, colour="red") for at, n in enumerate(names))
            picture = picture_of(BoardData(width=54, height=36, markers=markers), CARD)
            return [
                " ".join(word.text for word in each.label.lines) for each in picture.markers if each.label
            ]

        assert said("marker 1", "marker 5") == ["red", "red"]
        assert said("left 1", "right 5") == ["left 1 (red)", "right 5 (red)"]
        assert said("left", "right") == ["left (red)", "right (red)"]
        assert said("relay", "relay") == ["relay (red)", "relay (red)"]
        assert said("marker 1") == ["marker 1 (red)"]

    def test_it_is_complete_if_each_word_stands_whole_in_it(self):
        def one(name, markers=()):
            zone = ZoneView(name=name, kind="deployment", rects=((0, 0, 12, 6),))
            return complete(picture_of(BoardData(width=36, height=36, zones=(zone,), markers=markers), CARD))

        assert one("the red zone")
        assert not one("W" * 60)
        assert one("red", markers=(MarkerView(name="relay", x=18, y=18),))
        assert not one("red", markers=(MarkerView(name="W" * 60, x=18, y=18),))


@EVERY
def test_hostile_names_are_cut(board):
    zones = [
        replace(zone, name=HOSTILE, role=HOSTILE, sides=(HOSTILE,) if zone.role else ())
        for zone in board.zones
    ]
    markers = [replace(marker, name=HOSTILE) for marker in board.markers]
    picture = picture_of(replace(board, zones=tuple(zones), markers=tuple(markers)))
    for label in labels(picture):
        for word in label.lines:
            assert word.room <= max(board.width, board.height) * 10
            assert "\x1b" not in word.text


class TestLettering:
    def test_a_text_is_as_wide_as_its_letters(self):
        assert wide("") == 0
        assert wide("ii") == 2 * wide("i")
        assert wide("W", bold=True) > wide("W")
        assert (wide("試"), wide("🎲"), wide("e\u0301")) == (1, 1.3, wide("e"))

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


def stand_alone(found: Briefing) -> str:
    return render("board.svg", "html", found, system=found.system, roots=[built_in()])


def watch_fires() -> Briefing:
    """A battle with attacker and defender, a circle, a zone in two parts, and markers."""
    library = Library("killzone", [built_in()])
    sides = tuple(Side(name=name, teams=(name,)) for name in SIDES[:2])
    wishes = SetupRequest(sides=sides, mission="watch-fires", settings=settings_of(library.system(), {}))
    made = make(library, wishes, DiceLog(SeededDice(7)))
    return brief(made, date(2026, 11, 30), 7)


PRINTED = {
    "covert-war": lambda: with_placing(briefing(3)),
    "watch-fires": watch_fires,
    "draft": lambda: drafted(1000),
}


class TestAsPrinted:
    """One picture for each system: a file of its own, and a drawing in characters."""

    @pytest.mark.parametrize("name", PRINTED)
    def test_a_file_of_its_own(self, golden, name):
        golden(
            f"board-{name}.svg",
            re.sub(r"(?s)<style>.*</style>", "<style></style>", stand_alone(PRINTED[name]())),
        )

    @pytest.mark.parametrize("width", [80, 40])
    @pytest.mark.parametrize("name", PRINTED)
    def test_a_drawing(self, golden, name, width):
        board = PRINTED[name]().board
        assert board is not None
        golden(f"board-{name}-{width}.txt", drawn(board, width) + "\n")

    def test_a_file_of_its_own_is_xml_with_a_name_and_its_own_style(self):
        root = ET.fromstring(stand_alone(watch_fires()))
        space = "{http://www.w3.org/2000/svg}"
        assert root.tag == f"{space}svg"
        assert root.attrib["role"] == "img"
        ids = [each.attrib["id"] for each in root.iter() if "id" in each.attrib]
        assert set(root.attrib["aria-labelledby"].split()) <= set(ids)
        assert len(ids) == len(set(ids))
        style = root.findtext(f"{space}style") or ""
        assert "prefers-color-scheme: dark" in style
        assert all(rule in style for rule in ("--ink", "--narrow", ".frame"))
        assert "url(data:" not in style

    def test_an_old_briefing_has_a_picture_too(self):
        """What was stored before there were pictures and placements has all that they need."""
        data = json.loads(as_json("briefing", briefing(2)))
        for section in data["sections"]:
            section.pop("placed", None)
        del data["campaign"], data["kind"]
        found, faults = structure(Briefing, data, Path("old.json"))
        assert faults == []
        assert found is not None
        assert stand_alone(found) == stand_alone(briefing(2))


class TestPlacing:
    def test_as_listed(self):
        page = text("terminal", with_placing(briefing(2)))
        assert re.search(r"\n1  Vas Kar: [\d.]+\" from the left, [\d.]+\" from the top\n2  Red Talons", page)

    def test_it_keeps_the_mission_s_distances_whatever_the_seed(self):
        for sides in (2, 3, 4):
            for seed in range(10):
                found = with_placing(replace(briefing(sides, markers_each=2), seed=seed)).board
                assert found is not None
                assert [spot.side for spot in found.placed][:sides] == [spot.side for spot in found.placed][
                    sides:
                ]
                spots = [(spot.x, spot.y) for spot in found.placed]
                assert len(spots) == 2 * sides
                if all(spot.legal for spot in found.placed):
                    assert min(math.dist(*pair) for pair in combinations(spots, 2)) >= 8
                for x, y in spots:
                    assert min(x, y, found.width - x, found.height - y) >= 6

    def test_where_no_spot_is_left_it_says_so(self):
        page = " ".join(text("terminal", with_placing(briefing(2, markers_each=4))).split())
        assert "No spot is far enough from the other markers; this one is as far as possible," in page

    def test_without_a_seed_the_dice_decide(self):
        one = with_placing(replace(briefing(2), seed=None))
        assert one == with_placing(replace(briefing(2), seed=None))
        assert one.board != with_placing(briefing(2)).board

    def test_where_nobody_places_a_marker_nothing_changes(self):
        assert with_placing(drafted(1000)) == drafted(1000)


def test_no_name_leaves_its_element():
    """The whole page with hostile names: the same elements as with harmless ones, and no attribute more."""

    def elements(name: str) -> list[tuple[str, list[str]]]:
        found = briefing(2)
        sections = tuple(
            replace(
                each, zones=tuple(replace(zone, name=name, role=name, sides=(name,)) for zone in each.zones)
            )
            if isinstance(each, DeploymentSection)
            else each
            for each in found.sections
        )
        root = ET.fromstring(stand_alone(replace(found, mission=name, sections=sections)))
        return [(each.tag, sorted(each.attrib)) for each in root.iter() if not each.tag.endswith("text")]

    assert elements(HOSTILE) == elements("Harmless")
