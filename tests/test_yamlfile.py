from __future__ import annotations

import subprocess
import sys
from copy import deepcopy
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.errors import Problem, Problems
from campaign.files.canonical_dump import dump
from campaign.files.yamlfile import Document, edit, parse, read


def problems(text: str) -> list[str]:
    with pytest.raises(Problems) as caught:
        parse(text, Path("x.yaml"))
    return [str(problem) for problem in caught.value.problems]


LOOK = "Check this line and the one before it."


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a: b: c", f"1:5: This isn’t valid YAML: mapping values are not allowed here. {LOOK} [not-yaml]"),
        (
            "a:\n\t- b",
            (
                "2:1: This isn’t valid YAML: found character '\\t' that cannot start any token. "
                "Indent with spaces. [not-yaml]"
            ),
        ),
        ('a: "b', f"1:6: This isn’t valid YAML: found unexpected end of stream. {LOOK} [not-yaml]"),
        ("a: *b", f"1:4: This isn’t valid YAML: there is no anchor “&b” before this. {LOOK} [not-yaml]"),
        ("&a [*a]", f"1:5: This isn’t valid YAML: there is no anchor “&a” before this. {LOOK} [not-yaml]"),
        (
            'a: 1\nb: "\\UFFFFFFFF"',
            (f"2:1: This isn’t valid YAML: it can’t be read from here on. {LOOK} [not-yaml]"),
        ),
        (
            'a: "\\ud83d"',
            "1:4: This text contains half of a surrogate pair. Write the character itself. [not-yaml]",
        ),
        (
            "a: 1\nb: x\x07",
            (
                "2:5: The character U+0007 is not allowed in text. Remove it, or write it as "
                "an escape in double quotes. [not-yaml]"
            ),
        ),
        (
            "a: 1\nb: 2\na: 3",
            "3:1: The key “a” is here twice; first in line 1. Keep one of them. [duplicate-key]",
        ),
        ("a: !x b", "1:4: The tag “!x” is not supported. Remove the tag. [explicit-tag]"),
        ("a: ! b", "1:4: The tag “!” is not supported. Remove the tag. [explicit-tag]"),
        (
            "a: !!int b",
            "1:4: The tag “tag:yaml.org,2002:int” is not supported. Remove the tag. [explicit-tag]",
        ),
        ("<<: {a: 1}", "1:1: Merging with “<<” is not supported. Write the keys out. [merge-key]"),
        ("a: 1\n---\nb: 2", "2:1: A second document starts here. Keep only one. [several-documents]"),
        ("[a]: b", "1:1: A key is missing or is not text. Write a word before the colon. [not-text]"),
        (
            "a: &a b\n*a : c",
            "2:1: A key is missing or is not text. Write a word before the colon. [not-text]",
        ),
        (": b", "1:1: A key is missing or is not text. Write a word before the colon. [not-text]"),
        ("[" * 5000, "1:61: The file is nested more than 60 levels deep. Use fewer levels. [too-deep]"),
    ],
)
def test_what_is_refused(text: str, sentence: str) -> None:
    assert problems(text) == [f"x.yaml:{sentence}"]


def test_problems_of_one_text_are_gathered() -> None:
    assert problems("a: !x 1\nb:\n  c: 1\n  c: 2\n<<: 1\na: 2\nd: [")[:4] == [
        "x.yaml:1:4: The tag “!x” is not supported. Remove the tag. [explicit-tag]",
        "x.yaml:4:3: The key “c” is here twice; first in line 3. Keep one of them. [duplicate-key]",
        "x.yaml:5:1: Merging with “<<” is not supported. Write the keys out. [merge-key]",
        "x.yaml:6:1: The key “a” is here twice; first in line 1. Keep one of them. [duplicate-key]",
    ]


def test_aliases_count_each_time() -> None:
    nine = ", ".join(["*{}"] * 9)
    names = "abcdef"
    lines = ["a: &a [" + ", ".join("1" * 9) + "]"]
    lines += [f"{new}: &{new} [{nine.replace('{}', old)}]" for old, new in pairwise(names)]
    assert problems("\n".join(lines)) == [
        (
            "x.yaml:5:28: The file has more than 50000 values, counting aliases each time. "
            "Split it into several files. [too-many-nodes]"
        )
    ]


def test_a_text_above_a_mebibyte() -> None:
    assert problems("a: " + "é" * (1 << 19)) == [
        "x.yaml: The file is larger than 1 MiB. Split it into several files. [too-large]"
    ]
    assert parse("a: " + "x" * ((1 << 20) - 3)).data == {"a": "x" * ((1 << 20) - 3)}


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("", None),
        ("# only a comment\n", None),
        ("---\n", None),
        ("a: 'x'\nb: \"\\ud83c\\udfb2\"", {"a": "x", "b": "🎲"}),
        ("1: a\ntrue: b\n'': c", {"1": "a", "true": "b", "": "c"}),
        ("'<<': a", {"<<": "a"}),
        ("a: &x {b: [1]}\nc: *x", {"a": {"b": [1]}, "c": {"b": [1]}}),
        ("&a b: 1\nc: &a 2\nd: *a", {"b": 1, "c": 2, "d": 2}),
        (
            "a: 012\nb: 1_000\nc: 2026-01-02\nd: yes\ne: 10:30\nf:\ng: ~",
            {"a": "012", "b": "1_000", "c": "2026-01-02", "d": "yes", "e": "10:30", "f": None, "g": None},
        ),
        ("%YAML 1.1\n---\na: yes\n", {"a": "yes"}),
        ("- 'a'\n-\n- '1'", ["a", None, "1"]),
    ],
)
def test_data(text: str, data: Any) -> None:
    assert parse(text).data == data
    assert repr(parse("\ufeff" + text.replace("\n", "\r\n")).data) == repr(data)


def test_an_alias_is_a_copy() -> None:
    data = parse("a: &x [1]\nb: *x").data
    data["a"].append(2)
    assert data == {"a": [1, 2], "b": [1]}


@given(st.text("ab1 -:#,[]{}\"'\n\\|>&*!?%@.~\t\r\x85\u2028\ufeff<=U", max_size=25) | st.text(max_size=20))
def test_any_text_is_data_or_problems(text: str) -> None:
    try:
        data = parse(text).data
    except Problems as error:
        assert all(problem.message for problem in error.problems)
    else:
        assert parse(dump(data)).data == data


FORM = "name: Red\nsides:\n  - {id: a, each: 2}\n  - id: b\n    more:\n      x: 'y'\nlast:\n"


@pytest.mark.parametrize(
    ("path", "key", "place"),
    [
        ((), False, (1, 1)),
        (("name",), False, (1, 7)),
        (("name",), True, (1, 1)),
        (("sides",), False, (3, 3)),
        (("sides",), True, (2, 1)),
        (("sides", 0), False, (3, 5)),
        (("sides", 0, "each"), False, (3, 19)),
        (("sides", 0, "each"), True, (3, 13)),
        (("sides", 1), True, (4, 5)),
        (("sides", 1, "more", "x"), False, (6, 10)),
        (("sides", 2), False, (3, 3)),
        (("sides", -1), False, (3, 3)),
        (("sides", "id"), False, (3, 3)),
        (("sides", 1, "less", "x"), True, (4, 5)),
        (("name", "deeper"), False, (1, 7)),
        (("none",), False, (1, 1)),
        (("last",), False, (7, 1)),
    ],
)
def test_places(path: tuple[str | int, ...], key: bool, place: tuple[int, int]) -> None:
    assert parse(FORM).locate(path, key) == place
    assert parse("\ufeff" + FORM.replace("\n", "\r\n")).locate(path, key) == place


def test_a_place_in_an_empty_text_and_behind_an_alias() -> None:
    assert parse("").locate(("a",)) == (1, 1)
    assert parse("a: &x {b: 1}\nc: &x {b: 2}\nd: *x").locate(("d", "b")) == (2, 11)


def test_read(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_bytes("\ufeffname: Józef\r\n".encode())
    assert read(file) == Document(file, "\ufeffname: Józef\r\n", {"name": "Józef"})


def test_what_can_not_be_read(tmp_path: Path) -> None:
    def refused(path: Path) -> tuple[Problem, ...]:
        with pytest.raises(Problems) as caught:
            read(path)
        return caught.value.problems

    missing, large, latin = (tmp_path / name for name in ("missing", "large", "latin"))
    large.write_bytes(b"a" * ((1 << 20) + 1))
    latin.write_bytes("a: é\r\nb: éx".encode() + b"\xe9")
    assert refused(missing) == (
        Problem("no-file", "The file doesn’t exist.", "Check its name and folder.", missing),
    )
    assert refused(large) == (
        Problem("too-large", "The file is larger than 1 MiB.", "Split it into several files.", large),
    )
    assert refused(latin) == (
        Problem("not-utf8", "The file isn’t UTF-8 text.", "Save it as UTF-8.", latin, 2, 6),
    )
    assert [problem.code for problem in refused(tmp_path)] == ["no-file"]


def test_our_own_form_is_read_without_the_full_parser() -> None:
    code = (
        "import sys; from campaign.files.yamlfile import parse; "
        "parse('a: [1]\\n'); print('ruamel.yaml' in sys.modules)"
    )
    root = Path(__file__).parent.parent
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=root, check=True)
    assert ran.stdout == "False\n"


HAND = """\
# head
name: 'Red'   # eol
when: 2026-01-02
n: 012
empty:
list:
- a  # first
- b
m: {a: 1}
literal: |
  x

  y

nested:
  # above
  x: yes
# tail
"""


def test_an_edit_keeps_what_it_does_not_touch() -> None:
    changes: list[tuple[tuple[str | int, ...], Any]] = [
        (("name",), "Blue: x"),
        (("m", "b"), 3),
        (("list", 2), "c"),
        (("list", 0), True),
        (("nested", "x"), None),
        (("empty",), [1, [2]]),
        (("new", "deep"), [1, "2", None]),
        (("many",), [{"a": {"b": [{"c": 1}]}}]),
        (("literal",), 5),
    ]
    assert edit(HAND, changes) == (
        "# head\n"
        'name: "Blue: x"   # eol\n'
        "when: 2026-01-02\n"
        "n: 012\n"
        "empty:\n"
        "  - 1\n"
        "  - [2]\n"
        "list:\n"
        "- true  # first\n"
        "- b\n"
        "- c\n"
        "m: {a: 1, b: 3}\n"
        "literal: 5\n"
        "\n"
        "nested:\n"
        "  # above\n"
        "  x: null\n"
        'new:\n  deep: [1, "2", null]\n'
        "many:\n  - a:\n      b:\n        - {c: 1}\n"
        "# tail\n"
    )


def test_an_edit_keeps_our_own_form() -> None:
    text = "# note\nsides:\n  - id: a\n    each: [1, 2]\n"
    assert edit(text, [(("sides", 0, "each", 1), 3), (("sides", 1), {"id": "b"})]) == (
        "# note\nsides:\n  - id: a\n    each: [1, 3]\n  - {id: b}\n"
    )


def test_an_edit_of_a_whole_block_keeps_the_comment_that_follows_it() -> None:
    text = "packs:\n  - a\n  - b: {c: 1}\n\n# about the name\nname: x\n"
    assert edit(text, [(("packs",), ["d"])]) == "packs: [d]\n\n# about the name\nname: x\n"


def test_an_edit_keeps_mark_and_line_breaks() -> None:
    assert edit("\ufeffa: 1 # x\r\nb: 2\r\n", [(("b",), 3)]) == "\ufeffa: 1 # x\r\nb: 3\r\n"
    assert edit("a: 1\n", [(("a",), "é")]) == "a: é\n"


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("", "a:\n  b: 1\n"),
        ("# only", "# only\na:\n  b: 1\n"),
        ("\ufeff# only\r\n", "\ufeff# only\r\na:\r\n  b: 1\r\n"),
    ],
)
def test_an_edit_of_nothing_but_comments(text: str, result: str) -> None:
    assert edit(text, [(("a", "b"), 1)]) == result.replace("a:\n  b: 1", "a: {b: 1}").replace(
        "a:\r\n  b: 1", "a: {b: 1}"
    )


def test_an_edit_of_an_empty_item() -> None:
    assert edit("- 1\n-\n# x\n- 3\n", [((1,), {"c": 3})]) == "- 1\n- {c: 3}\n# x\n- 3\n"


def test_an_edit_of_the_whole() -> None:
    assert edit("a: 1\n", [((), {"b": [1]})]) == "b: [1]\n"
    assert edit("a\n", [((), "b")]) == "b\n"


def test_an_edit_that_would_touch_more_is_refused() -> None:
    with pytest.raises(Problems) as caught:
        edit("a: &x {b: 1}\nc: *x\n", [(("a", "b"), 2)], Path("x.yaml"))
    assert str(caught.value) == (
        "x.yaml: This can’t be changed without touching more of the file. Edit the "
        "file by hand. [not-editable]"
    )
    for text, path in (
        ("a:\n  # about b\n  b: 1\n", ("a",)),
        ("a: # about b\n  b: 1\n", ("a",)),
        ("# about a\na: 1\n", ()),
        ("- 1\n-\n", (2,)),
        ("--- {a: 1}\n", ("b",)),
        ("{a: 1, # x\n # y\n b: 2}\n", ("a",)),
    ):
        with pytest.raises(Problems, match="not-editable"):
            edit(text, [(path, {"c": 3})])
    with pytest.raises(Problems, match="duplicate-key"):
        edit("a: 1\na: 2\n", [(("a",), 3)])


@pytest.mark.parametrize("path", [("a", "b"), ("list", 5), ("list", "x"), (0,), ("none", 0)])
def test_an_edit_at_no_place_is_a_mistake_of_ours(path: tuple[str | int, ...]) -> None:
    with pytest.raises(KeyError):
        edit("a: 1\nlist: [1]\n", [(path, 2)])


WORDS = st.sampled_from(
    ["a", "b c", "12", "012", "yes", "x: y", "a #b", "é", "", "it's", "a\nb", " x", "null", "1.5"]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-99, 99) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=8,
)


def places(data: Any) -> list[tuple[str | int, ...]]:
    """Each place in the data, and the one just after each list's last item."""
    if isinstance(data, list):
        inside = [(step, *below) for step, each in enumerate(data) for below in places(each)]
        return [(), *inside, (len(data),)]
    if isinstance(data, dict):
        return [(), *((key, *below) for key, each in data.items() for below in places(each)), ("new key",)]
    return [()]


def put(data: Any, place: tuple[str | int, ...], value: Any) -> Any:
    """By brute force, in a copy."""
    whole = {"": deepcopy(data)}
    at: Any = whole
    step: Any = ""
    for below in place:
        at, step = at[step], below
    if isinstance(at, list) and step == len(at):
        at.append(value)
    else:
        at[step] = value
    return whole[""]


@given(st.dictionaries(WORDS, VALUES, max_size=4) | st.lists(VALUES, max_size=4), VALUES, st.data())
def test_an_edit_sets_just_that(data: Any, value: Any, draw: st.DataObject) -> None:
    place = draw.draw(st.sampled_from(places(data)[1:]))
    text = "# first\n" + dump(data) + "# last\n"
    result = edit(text, [(place, value)])
    assert parse(result).data == put(data, place, value)
    assert result.startswith("# first\n")
    assert result.endswith("# last\n")
