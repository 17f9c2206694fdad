"""The road as it is drawn: tables and JSON, the tree, Mermaid, SVG; and names that mean harm in each (KZ-B2)."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import dataclass
from html.parser import HTMLParser
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

import pytest

from tests.commands.marching import (
    BLANK,
    SHAPES,
    end,
    house,
    set_up,
    walked,
)
from tests.commands.tinmen import Camp, flat

LABEL = r"(?:[\w \-,.]|#[0-9]+;)+"
"""What a label in quotes may hold without ending it: everything else by its number."""
NODE = re.compile(rf'    n([0-9]+)(?:\["({LABEL})"\]|\(\["({LABEL})"\]\))(?::::(here|walked))?')
EDGE = re.compile(rf'    n([0-9]+) (-->|==>)\|"({LABEL})"\| n([0-9]+)')
STYLE = re.compile(r"    classDef (?:here|walked) [a-z-]+:[0-9a-z]+(?:,[a-z-]+:[0-9a-z]+)*")


class Edge(NamedTuple):
    one: int
    kind: str
    label: str
    other: int


def graph(markdown: str) -> tuple[dict[int, tuple[str, bool, str]], list[Edge]]:
    """The Mermaid block, line by line: nodes with name, finale and class, then edges."""
    (block,) = re.findall(r"^```mermaid\n(.*?)\n```$", markdown, re.MULTILINE | re.DOTALL)
    head, *lines = block.splitlines()
    assert head == "flowchart TD"
    nodes: dict[int, tuple[str, bool, str]] = {}
    edges: list[Edge] = []
    for line in lines:
        if node := NODE.fullmatch(line):
            nodes[int(node[1])] = (plain(node[2] or node[3]), bool(node[3]), node[4] or "")
        elif edge := EDGE.fullmatch(line):
            edges.append(Edge(int(edge[1]), edge[2], plain(edge[3]), int(edge[4])))
        else:
            assert STYLE.fullmatch(line), line
    return nodes, edges


def plain(label: str) -> str:
    """A label as Mermaid shows it."""
    return re.sub(r"#([0-9]+);", lambda found: chr(int(found[1])), label)


class Tables(HTMLParser):
    """The cells of every row of every table of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tables: list[list[list[str]]] = []
        self._inside = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")
            self._inside = True

    def handle_endtag(self, tag: str) -> None:
        self._inside = self._inside and tag not in ("td", "th")

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.tables[-1][-1][-1] += data


def tables(page: str, shape: str) -> list[list[list[str]]]:
    """The same of a page of either kind; the first row is the head."""
    if shape == "html":
        return Tables(page).tables
    found = re.findall(r"(?:^\|.*\n)+", page, re.MULTILINE)
    rows = [[line.strip("|").split("|") for line in table.splitlines()] for table in found]
    return [[[cell.strip() for cell in row] for row in (head, *rest)] for head, _, *rest in rows]


def picture(page: str) -> ET.Element:
    """The one picture of a page, which has to be well-formed XML."""
    (svg,) = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    return ET.fromstring(svg)


def boxes_of(svg: ET.Element) -> list[tuple[int, ...]]:
    """Left, top, width and height of each."""
    return [
        tuple(int(rect.attrib[name]) for name in ("x", "y", "width", "height")) for rect in svg.iter("rect")
    ]


def points(path: str) -> list[tuple[int, int]]:
    """The points that a way is drawn by: it lies within their hull."""
    assert re.fullmatch(r"M -?\d+ -?\d+ C -?\d+ -?\d+, -?\d+ -?\d+, -?\d+ -?\d+", path)
    return [(int(x), int(y)) for x, y in re.findall(r"(-?\d+) (-?\d+)", path)]


@dataclass(frozen=True)
class Moment:
    """The road as JSON and as pages, at one moment of a campaign."""

    view: Any
    pages: dict[str, str]


@pytest.fixture(scope="session", params=["before", "during", "after", "over"])
def moment(
    request: pytest.FixtureRequest, marched: Path, at_the_end: Path, tmp_path_factory: pytest.TempPathFactory
) -> Moment:
    """The road at its start, in its second battle, after it, and at its end."""
    over = request.param == "over"
    shutil.copytree(at_the_end if over else marched, root := tmp_path_factory.mktemp("moment") / "camp")
    camp = Camp(root)
    if request.param in ("during", "after"):
        walked(camp, 5)
        set_up(camp, die=1)
    if request.param == "after":
        end(camp, 2, "vas")
    pages = {shape: camp.ok("next", "--format", shape) for shape in SHAPES}
    return Moment(json.loads(pages["json"]), pages)


class TestFormats:
    @pytest.mark.parametrize("shape", ["markdown", "html"])
    def test_a_page_s_tables_and_json_say_the_same(self, moment, shape):
        view = moment.view
        names = [stage["name"] for stage in view["stages"]]
        expected = [
            [[fork["on"], fork["mission"]] for one in view["ends"] for fork in one["forks"]],
            [[str(one["number"]), one["mission"], str(one["die"])] for one in view["walked"]],
            [
                [names[each["from_index"]], on, names[each["to_index"]]]
                for each in view["ways"] if shape == "html" for on in each["ons"]
            ],
        ]  # fmt: skip
        columns = {"If": (-2, -1), "Battle": (0, 1, 2), "From": (0, 2, 3)}
        shown = [
            [[row[column] for column in columns[head[0]]] for row in rows]
            for head, *rows in tables(moment.pages[shape], shape)
        ]
        assert shown == [rows for rows in expected if rows]

    def test_a_terminal_says_no_less(self, moment):
        lines = [re.split(r" {2,}", line.strip()) for line in moment.pages["terminal"].splitlines()]
        ends = [[fork["on"], fork["mission"]] for one in moment.view["ends"] for fork in one["forks"]]
        assert [line[-2:] for line in lines if line[-2:] in ends] == ends
        walk = [[str(one["number"]), one["mission"], str(one["die"])] for one in moment.view["walked"]]
        assert [line[:3] for line in lines if line[:3] in walk] == walk

    def test_the_tree_of_a_terminal(self, moment):
        """Each line of the tree is a line of the page, branches and all."""
        page = moment.pages["terminal"].replace(BLANK, " ")
        lines = [line for line in page.splitlines() if re.match(r"[│ ]*[├└]─ ", line)]
        assert [(line.partition(": ")[0], line.endswith(" …")) for line in lines] == [
            (each["branches"].replace(BLANK, " ") + each["mission"], each["elsewhere"])
            for each in moment.view["tree"]
        ]
        for line, each in zip(lines, moment.view["tree"], strict=True):
            assert re.findall(r"[0-9](?:-[0-9])?", line.partition(": ")[2]) == each["ons"]

    def test_the_tree_shows_once_where_a_mission_leads(self, march):
        """18 missions and three finales: 15 lead on, each below the first line that names it in the tree."""
        tree = march.json("next")["tree"]
        depth = [len(line["branches"]) for line in tree]
        opened = [
            line["mission"]
            for line, here, next_ in zip(tree, depth, [*depth[1:], 0], strict=True)
            if next_ > here
        ]
        assert len({line["mission"] for line in tree}) == 18
        assert len(opened) == len(set(opened)) == 15
        again = {line["mission"] for line in tree if line["elsewhere"]}
        assert again <= set(opened)

    def test_the_graph_of_markdown(self, moment):
        nodes, edges = graph(moment.pages["markdown"])
        assert nodes == {
            place: (
                stage["name"],
                stage["finale"],
                "here" if stage["here"] else "walked" if stage["walked"] else "",
            )
            for place, stage in enumerate(moment.view["stages"])
        }
        assert [(edge.one, edge.kind, edge.other) for edge in edges] == [
            (each["from_index"], "==>" if each["walked"] else "-->", each["to_index"])
            for each in moment.view["ways"]
        ]
        assert [re.findall(r"[0-9](?:-[0-9])?", edge.label) for edge in edges] == [
            each["ons"] for each in moment.view["ways"]
        ]

    def test_the_boxes_of_a_picture(self, moment):
        """Well-formed; a box for each mission, inside the frame, none upon another."""
        svg = picture(moment.pages["html"])
        left, top, width, height = map(int, svg.attrib["viewBox"].split())
        assert (left, top, width, height) == (0, 0, moment.view["width"], moment.view["height"])
        boxes = boxes_of(svg)
        assert [box[:2] for box in boxes] == [(stage["x"], stage["y"]) for stage in moment.view["stages"]]
        assert [text.text for text in svg.iter("text")] == [stage["name"] for stage in moment.view["stages"]]
        assert all(x >= 0 and y >= 0 and x + w <= width and y + h <= height for x, y, w, h in boxes)
        for (x, y, w, h), (x2, y2, w2, h2) in combinations(boxes, 2):
            assert x + w <= x2 or x2 + w2 <= x or y + h <= y2 or y2 + h2 <= y

    def test_the_lines_of_a_picture(self, moment):
        """Each goes down, from the foot of one box to the head of another, inside the frame."""
        svg, view = picture(moment.pages["html"]), moment.view
        boxes, paths = boxes_of(svg), [points(path.attrib["d"]) for path in svg.iter("path")]
        assert len(paths) == len(view["ways"])
        for path, each in zip(paths, view["ways"], strict=True):
            assert all(0 <= x <= view["width"] and 0 <= y <= view["height"] for x, y in path)
            (x, y, wide, high), (x2, y2, *_) = boxes[each["from_index"]], boxes[each["to_index"]]
            assert path[0] == (x + wide // 2, y + high)
            assert path[-1] == (x2 + wide // 2, y2)
            assert y + high < y2

    def test_what_was_walked_is_marked_in_each(self, march):
        walked(march, 5, 1)
        svg = picture(march.ok("next", "--format", "html"))
        groups = {group.findtext("text"): group.attrib["class"].split() for group in svg.iter("g")}
        assert {name for name, of_them in groups.items() if "walked" in of_them} == {
            "Watch Fires",
            "Safe Conduct",
        }
        assert {name for name, of_them in groups.items() if "here" in of_them} == {"Safe Conduct"}
        assert {name for name, of_them in groups.items() if "finale" in of_them} == {
            "False Colours", "The Last Gate", "End of the Line",
        }  # fmt: skip
        assert [path.attrib["class"] for path in svg.iter("path")].count("way walked") == 1
        _, edges = graph(march.ok("next", "--format", "markdown"))
        assert [(edge.one, edge.other) for edge in edges if edge.kind == "==>"] == [(2, 4)]

    def test_into_a_file(self, march, tmp_path):
        march.ok("next", "-o", tmp_path / "road.html")
        assert picture((tmp_path / "road.html").read_text(encoding="utf-8")) is not None


# --- names that mean harm ---

HOSTILE = r"\"]; x --> n9[/u\\]:::here ```\u001b[2J</svg><b>&amp; | %%{init}%% \u202e#35;"
SHOWN = '"]; x --> n9[/u\\]:::here ```␛[2J</svg><b>&amp; | %%{init}%% <U+202E>#35;'


@pytest.fixture
def hostile(march: Camp) -> Camp:
    """A house mission and a house role with a name that would end any quote."""
    house(march, "dead-drop", ("name: Dead Drop", f'name: "{HOSTILE}"'))
    house(march, "watch-fires", ("name: Attacker", f'name: "{HOSTILE}"'))
    return march


class TestHostileNames:
    def test_mermaid_quotes_them(self, hostile):
        """Line by line it is the same graph as ever: nothing of a name is read as its own."""
        nodes, edges = graph(hostile.ok("next", "--format", "markdown"))
        assert (nodes[1], len(nodes), len(edges)) == ((SHOWN, False, ""), 18, 63)

    def test_mermaid_shows_a_role_as_it_is_called(self, hostile):
        _, edges = graph(hostile.ok("next", "--format", "markdown"))
        assert [edge.label for edge in edges if edge.one == 2] == [
            f"{SHOWN} 1-3, Defender 5-6", f"{SHOWN} 4-6, nobody 4-6", "Defender 1-4, nobody 1-3",
        ]  # fmt: skip

    def test_the_picture_stays_a_picture(self, hostile):
        page = hostile.ok("next", "--format", "html")
        svg = picture(page)
        assert ["".join(text.itertext()) for text in svg.iter("text")][1] == SHOWN
        assert {each.tag for each in svg.iter()} == {"svg", "title", "path", "g", "rect", "text", "tspan"}
        assert "<b>" not in page

    def test_a_terminal_is_not_steered(self, hostile):
        page = hostile.ok("next")
        assert SHOWN in page
        assert "\x1b" not in page

    def test_a_page_of_markdown_keeps_its_tables(self, hostile):
        page = hostile.ok("next", "--format", "markdown")
        (row,) = [line for line in page.splitlines() if re.match(r"\|.*\| 3-4 \|", line)]
        assert len(re.split(r"(?<!\\)\|", row)) == 5
        assert [line for line in page.splitlines() if line.startswith("```")] == ["```mermaid", "```"]

    def test_json_says_what_was_written(self, hostile):
        names = {stage["id"]: stage["name"] for stage in hostile.json("next")["stages"]}
        assert names["dead-drop"] == SHOWN.replace("␛", "\x1b").replace("<U+202E>", "\u202e")

    def test_it_is_walked_under_its_name(self, hostile):
        set_up(hostile, die=3)
        assert flat(SHOWN) in flat(hostile.ok("next"))
        assert graph(hostile.ok("next", "--format", "markdown"))[0][1] == (SHOWN, False, "here")

    @pytest.mark.parametrize(
        "name",
        [
            "The Dead Drop Behind the Old Customs House",
            "WWW MMM WWW MMM WWW MMM",
            "Donaudampfschifffahrtsgesellschaftskapitän",
        ],
    )
    def test_a_long_name_stays_in_its_box(self, march, name):
        """Whole, in one line or two, by at least six units to a letter; the boxes stay apart."""
        house(march, "dead-drop", ("name: Dead Drop", f"name: {name}"))
        svg = picture(march.ok("next", "--format", "html"))
        assert name in ["".join(text.itertext()) for text in svg.iter("text")]
        boxes = boxes_of(svg)
        for group, (x, y, wide, high) in zip(svg.iter("g"), boxes, strict=True):
            (text,) = group.iter("text")
            for line in list(text) or [text]:
                assert 6 * len(line.text or "") <= wide
                assert int(line.attrib["x"]) == x + wide // 2
                assert y + 13 <= int(line.attrib["y"]) <= y + high - 4
        assert all(x + wide <= int(svg.attrib["viewBox"].split()[2]) for x, _, wide, _ in boxes)
        for one, other in combinations(boxes, 2):
            assert one[1] != other[1] or abs(one[0] - other[0]) > one[2]
