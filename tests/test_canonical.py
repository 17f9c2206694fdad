from __future__ import annotations

import math
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.errors import Problems
from campaign.files.canonical import (
    MOST_DEPTH,
    UNSEEN,
    NotCanonical,
    plain_value,
    read_canonical,
    surely_seen,
)
from campaign.files.canonical_dump import dump
from campaign.files.yamlevents import EventReader

ROOT = Path(__file__).resolve().parent.parent

WORDS = st.sampled_from(
    [
        "a",
        "Red Talons",
        "12",
        "012",
        "-3",
        "1.5",
        "yes",
        "null",
        "~",
        "true",
        "2026-01-02",
        "1e5",
        "x: y",
        "a #b",
        "a:",
        "-",
        "",
        " ",
        "- a",
        "<<",
        "é",
        "“q”",
        "\u200b",
        "it's",
        'a"b',
        "a, b",
        "[x]",
        "{",
        "a\nb",
        "\\",
        "=",
        "2D6",
        "0x1F",
        "!t",
        "&a",
    ]
)
TEXT = (
    WORDS
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
    | st.text(max_size=60, alphabet="ab -:#,'\"1")
)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT
DATA = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=25,
)


def by_ruamel(text: str) -> Any:
    return EventReader(None).document(text)


def agree(text: str) -> bool:
    """True if the strict reader took the text, after comparing both readers to the type."""
    try:
        ours = read_canonical(text)
    except NotCanonical:
        return False
    assert repr(ours) == repr(by_ruamel(text))
    return True


@given(DATA)
def test_what_is_dumped_reads_back_by_both_readers(data: Any) -> None:
    text = dump(data)
    assert repr(by_ruamel(text)) == repr(data)
    if isinstance(data, dict | list):
        assert repr(read_canonical(text)) == repr(data)


LINES = st.sampled_from(
    [
        "a: 1",
        "b: x",
        "c:",
        "- 1",
        "- d: 2",
        "-",
        "- - 3",
        "e: >-",
        "f: |-",
        "word",
        "two words",
        "# note",
        "",
        "- [1, 2]",
        "g: {h: 1, i: x}",
        'j: "k: l"',
        '"m n": 2',
        "- >-",
        "- |-",
        "  more",
        "o: p: q",
        "r: [a, {s: t}]",
        "u: v #w",
        "x : 1",
        "---",
        "a: 'b'",
        "a: &x 1",
        "- *x",
        "? a",
        ": b",
        "a: !t b",
        "y: [1,2]",
        "z: {a:1}",
        "...",
        "1-2: ok",
        "a: []",
        "- {}",
        "k:  2",
        "{a: 1}",
        "[1, 2]",
        "- a:",
        "- ",
        "a: ",
        "t: 10:30",
        "a: b:c",
        "a: b :c",
        "n: -5",
        "n: - 5",
        "'q': 1",
        "%a",
        "a: @b",
        "a: -b",
    ]
)
INDENTED = st.builds(
    lambda depth, line: " " * depth + line, st.sampled_from([0, 0, 2, 2, 4, 4, 6, 1, 3]), LINES
)
EDITS = st.tuples(
    st.integers(0, 400),
    st.integers(0, 3),
    st.text("ab1 -:#,[]{}\"'\n\\|>&*!?%@.~\t\r\x85\u2028\xa0\ufeff", max_size=3),
)


@given(st.lists(INDENTED, max_size=9))
def test_both_readers_agree_on_any_lines(lines: list[str]) -> None:
    agree("\n".join(lines))


@given(DATA, st.lists(EDITS, max_size=3))
def test_both_readers_agree_on_edited_texts(data: Any, edits: list[tuple[int, int, str]]) -> None:
    text = dump(data)
    for place, gone, new in edits:
        at = place % (len(text) + 1)
        text = text[:at] + new + text[at + gone :]
    agree(text)


BATTLE = """\
# written by hand
format: 1

kind: battle
sides:
  - {id: a, name: Red Talons}
  # the other side
  - id: b
    name: "Vas Kar: the second"
    dice: [4, 3]
steps:
  -
    - 1
    - [2, [3]]
  - note: >-
      Hold the middle
      of the table.

      Then leave.

    exact: |-
      one

      two
      # three
  - |-
    four
empty: []
none: {}
1-2: ~
"""


def test_a_text_in_our_form() -> None:
    data = {
        "format": 1,
        "kind": "battle",
        "sides": [
            {"id": "a", "name": "Red Talons"},
            {"id": "b", "name": "Vas Kar: the second", "dice": [4, 3]},
        ],
        "steps": [
            [1, [2, [3]]],
            {"note": "Hold the middle of the table.\nThen leave.", "exact": "one\n\ntwo\n# three"},
            "four",
        ],
        "empty": [],
        "none": {},
        "1-2": None,
    }
    assert read_canonical(BATTLE) == data
    assert agree(BATTLE)


@given(st.lists(EDITS, min_size=1, max_size=3))
def test_both_readers_agree_on_a_text_gone_wrong(edits: list[tuple[int, int, str]]) -> None:
    text = BATTLE
    for place, gone, new in edits:
        at = place % (len(text) + 1)
        text = text[:at] + new + text[at + gone :]
    agree(text)


@pytest.mark.parametrize("text", ["", "\n", "# only\n", "  # only\n\n"])
def test_nothing_is_none(text: str) -> None:
    assert read_canonical(text) is None
    assert agree(text)


@pytest.mark.parametrize(
    "text",
    [
        "a",
        "a: 1\na: 2",
        '"a": 1\na: 2',
        "{a: 1, a: 2}",
        "a: b: c",
        "a: b #c",
        "a: b:",
        "a:",
        "- ",
        "a: 'b'",
        "a: !t b",
        "a: &x b",
        "a: *x",
        "? a",
        "<<: {a: 1}",
        "a: [1,2]",
        "a: [1, 2",
        "a: [1, 2] b",
        "a: {b:1}",
        "a: {b: 1",
        "a: [,]",
        "a:\n- b",
        "a:\n   b: 1",
        "a: 1\n  b: 2",
        "  a: 1\nb: 2",
        "- a\nb: 1",
        "a: 1\n- b",
        "a: |\n  b",
        "a: |-\n b",
        "a: |-\n   b",
        "a: |-\n  b\n   c",
        "a: |-\n  b ",
        "a: |-\n\n  b",
        "a: |-\n",
        "a: >-\n  b\n    ",
        "a: \tb",
        "a: 1\r\nb: 2",
        "\ufeffa: 1",
        "a: b\x85c",
        'a: "b" c',
        'a: "b\\x41"',
        'a: "\\ud83d\\ude00"',
        'a: "\\U00110000"',
        "a: - b",
        "- - b",
        "---\na: 1",
        "a: 1\n...",
        "k" * 1001 + ": 1",
        "{" + "k" * 1001 + ": 1}",
        "a: " + "[" * 60 + "]" * 60,
        "[1] 2",
        "[1]\n[2]",
    ],
)
def test_what_is_left_to_the_full_parser(text: str) -> None:
    with pytest.raises(NotCanonical):
        read_canonical(text)


def test_a_large_text_is_left_to_the_full_parser() -> None:
    assert read_canonical("- 1\n" * 16_000) == [1] * 16_000
    with pytest.raises(NotCanonical):
        read_canonical("- 1\n" * 17_000)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", None),
        ("~", None),
        ("null", None),
        ("true", True),
        ("false", False),
        ("0", 0),
        ("-12", -12),
        ("1.50", 1.5),
        ("-0.5", -0.5),
        ("9" * 309, int("9" * 309)),
    ],
)
def test_plain_values(text: str, value: object) -> None:
    assert plain_value(text) == value
    assert type(plain_value(text)) is type(value)


@pytest.mark.parametrize(
    "text",
    [
        "Null",
        "True",
        "yes",
        "no",
        "on",
        "012",
        "1_000",
        "+1",
        "1.",
        ".5",
        "1e5",
        "0x1F",
        "0o7",
        "1:30",
        "2026-01-02",
        ".nan",
        "-.inf",
        "9" * 310,
        "9" * 309 + ".0",
        "٣",
    ],
)
def test_all_else_is_text(text: str) -> None:
    assert plain_value(text) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "null"),
        (True, "true"),
        (12, "12"),
        (1.5, "1.5"),
        (1e22, "10000000000000000000000.0"),
        (1e-7, "0.0000001"),
        (-0.0, "-0.0"),
        ("", '""'),
        ("Red Talons", "Red Talons"),
        ("2D6", "2D6"),
        ("Hold it, then leave.", "Hold it, then leave."),
        ("Józef", "Józef"),
        ("Отряд", "Отряд"),
        ("12", '"12"'),
        ("012", '"012"'),
        ("1e5", '"1e5"'),
        ("12e456", '"12e456"'),
        ("2026-01-02", '"2026-01-02"'),
        ("20260102T101112Z", '"20260102T101112Z"'),
        ("10:30", '"10:30"'),
        ("0x1F", '"0x1F"'),
        ("Yes", '"Yes"'),
        ("null", '"null"'),
        ("-1", '"-1"'),
        (".inf", '".inf"'),
        ("a: b", '"a: b"'),
        ("a #b", '"a #b"'),
        (" a", '" a"'),
        ("a\nb\t", '"a\\nb\\t"'),
        ('say "no"', 'say "no"'),
        ('"no"', '"\\"no\\""'),
        ("a\u202eb", '"a\\u202eb"'),
        ("a\u200bb\xa0", '"a\\u200bb\\u00a0"'),
        ("\U000e0041", '"\\U000e0041"'),
        ("🎲", "🎲"),
    ],
)
def test_how_a_value_is_written(value: object, text: str) -> None:
    assert dump({"a": value}) == f"a: {text}\n"
    assert repr(read_canonical(f"a: {text}\n")) == repr({"a": value})


def test_how_lists_and_dicts_are_written() -> None:
    data = {
        "short": [1, "a, b", None],
        "small": {"id": "a", "a b": "x: y"},
        "deep": {"one": {"two": [[1], {"three": {"four": []}, "five": {}}]}},
        "long": ["x" * 40, "y" * 40, "z" * 20],
        "1": 2,
        "a: b": 3,
        "": 4,
    }
    assert dump(data) == (
        'short: [1, "a, b", null]\n'
        'small: {id: a, a b: "x: y"}\n'
        "deep:\n"
        "  one:\n"
        "    two:\n"
        "      - [1]\n"
        "      - three:\n"
        "          four: []\n"
        "        five: {}\n"
        "long:\n"
        f"  - {'x' * 40}\n"
        f"  - {'y' * 40}\n"
        f"  - {'z' * 20}\n"
        '"1": 2\n'
        '"a: b": 3\n'
        '"": 4\n'
    )


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (None, "null\n"),
        ([], "[]\n"),
        ({}, "{}\n"),
        ("a", "a\n"),
        (5, "5\n"),
        ([[[1, [2]]]], "-\n  -\n    - 1\n    - [2]\n"),
    ],
)
def test_how_a_whole_text_is_written(data: Any, text: str) -> None:
    assert dump(data) == text
    assert by_ruamel(text) == data


def deep(levels: int) -> Any:
    data: Any = 1
    for _ in range(levels):
        data = [data]
    return data


def test_depth() -> None:
    for levels in (MOST_DEPTH - 1, MOST_DEPTH):
        assert read_canonical(dump(deep(levels))) == deep(levels)
        assert by_ruamel(dump(deep(levels))) == deep(levels)
    with pytest.raises(ValueError, match="more than 60 levels deep"):
        dump(deep(MOST_DEPTH + 1))
    for text in (dump(deep(MOST_DEPTH)).replace("- 1", "- [1]"), "[" * 61 + "]" * 61):
        with pytest.raises(NotCanonical):
            read_canonical(text)
        with pytest.raises(Problems, match=re.escape("[too-deep]")):
            by_ruamel(text)


@pytest.mark.parametrize("value", [math.nan, math.inf, 10**309, "\ud800", {"k" * 1001: 1}])
def test_what_no_file_can_hold(value: object) -> None:
    with pytest.raises(ValueError):
        dump({"a": value})


@pytest.mark.parametrize("value", [{1: 2}, (1, 2), {"a": {3}}, b"x"])
def test_what_is_no_plain_data(value: object) -> None:
    with pytest.raises(TypeError):
        dump({"a": value})


CONTENT = sorted(path for folder in ("missions", "cards") for path in (ROOT / folder).rglob("*.yaml"))


@pytest.mark.parametrize("path", CONTENT, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_content_that_comes_with_the_product_is_in_our_form(path: Path) -> None:
    """A file that is not takes some thirty times as long to read, in each command that reads it."""
    read_canonical(path.read_text(encoding="utf-8"))


def test_what_is_surely_seen_holds_nothing_unseen() -> None:
    """Of every character there is; most that are seen are surely so."""
    unseen = re.compile(UNSEEN)
    letters = [chr(code) for code in range(sys.maxunicode + 1)]
    assert [letter for letter in letters if surely_seen(letter) and unseen.search(letter)] == []
    assert all(surely_seen(letter) for letter in "aZ09 -“é–Ш漢×½")
    assert not any(surely_seen(text) for text in ("a\n", "a\ufffdb", "“\U000e0100”", "\ud800", "\u200b"))


def test_text_with_unseen_characters_is_written_with_escapes() -> None:
    assert dump({"a": "x\u200by“\U000e0100”\ufffc"}) == 'a: "x\\u200by“\\U000e0100”\\ufffc"\n'
