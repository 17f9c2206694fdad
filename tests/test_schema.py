from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.errors import Problems
from campaign.files import yamlfile
from campaign.files.converters import Between, Fault, Matches
from campaign.files.record_fields import file_fields, key_of, tag_of
from campaign.files.schema import ID, WORD, FileRecord, Id, Span, Where, read_record, structure, unstructure
from campaign.mechanisms.dice import Dice
from campaign.mechanisms.formula import Formula
from campaign.record import field


class Flag(FileRecord):
    kind: Literal["flag"]
    colour: str


class Drum(FileRecord):
    kind: Literal["drum"]
    beats: int = 4
    inner: tuple[Drum, ...] = ()


class Camp(FileRecord):
    format: Literal[1] = 1
    id: Id
    from_: Literal["north", "south"] = "north"
    word: Annotated[str, WORD] = "camp"
    size: Annotated[int, Between(1, 9)] = 1
    weight: float = 1.5
    open_air: bool = True
    by: Annotated[int, Between(-9, 9)] | Literal["taken"] = 0
    dice: Dice | None = None
    on: Span | None = None
    each: Formula = Formula.parse(1)
    at: tuple[float, float] | None = None
    names: tuple[str, ...] = ()
    counts: dict[str, int] = field(default_factory=dict)
    things: tuple[Flag | Drum, ...] = ()
    day: date | None = None
    moment: datetime | None = None


def faults(**data: Any) -> list[tuple[str, tuple[str | int, ...], str, str]]:
    record, found = structure(Camp, {"id": "a", **data})
    assert record is None
    return [(fault.code, fault.path, fault.message, fault.remedy) for fault in found]


class TestReading:
    def test_a_record_with_every_kind_of_value(self):
        text = """
format: 1
id: hill-12
from: south
word: big_camp
size: 9
weight: 2
open_air: false
by: taken
dice: 2d6 + 1
on: 11 - 13
each: models // 2
at: [1.5, 2]
names: [a, b]
counts: {1: 2}
things:
  - {kind: flag, colour: red}
  - {kind: drum, inner: [{kind: drum, beats: 2}]}
day: 2026-03-14
moment: 2026-03-14T18:30:00+02:00
"""
        path = Path("camp.yaml")
        camp = read_record(yamlfile.parse(text, path), Camp)
        assert camp == Camp(
            id="hill-12",
            from_="south",
            word="big_camp",
            size=9,
            weight=2,
            open_air=False,
            by="taken",
            dice=Dice(2, 6, 1),
            on=Span(11, 13),
            each=Formula.parse("models // 2"),
            at=(1.5, 2),
            names=("a", "b"),
            counts={"1": 2},
            things=(Flag(kind="flag", colour="red"), Drum(kind="drum", inner=(Drum(kind="drum", beats=2),))),
            day=date(2026, 3, 14),
            moment=datetime(2026, 3, 14, 16, 30, tzinfo=UTC),
        )
        drum = camp.things[1]
        assert isinstance(drum, Drum)
        assert drum.inner[0].where == Where(path, ("things", 1, "inner", 0))
        assert camp.where == Where(path, ())

    def test_defaults(self):
        assert structure(Camp, {"id": 12}) == (Camp(id="12"), [])

    def test_what_may_be_nothing(self):
        assert structure(Camp, {"id": "a", "dice": None, "at": None}) == (Camp(id="a"), [])

    def test_every_fault_in_one_pass(self):
        record, found = structure(Camp, {"size": "x", "colour": 1, "things": [{"kind": "flag"}]})
        assert record is None
        assert [(fault.code, fault.path, fault.key) for fault in found] == [
            ("wrong-type", ("size",), False),
            ("unknown-key", ("colour",), True),
            ("missing-key", ("things", 0), False),
            ("missing-key", (), False),
        ]

    def test_problems_stand_at_line_and_column(self):
        with pytest.raises(Problems) as caught:
            read_record(yamlfile.parse("id: a\nthings:\n  - {kind: drum, beats: x, beat: 1}\n"), Camp)
        assert [(problem.code, problem.line, problem.column) for problem in caught.value.problems] == [
            ("wrong-type", 3, 25),
            ("unknown-key", 3, 28),
        ]


class TestFaults:
    @pytest.mark.parametrize(
        ("data", "fault"),
        [
            (
                {"names": "a"},
                (
                    "wrong-type",
                    ("names",),
                    "Expected a list, found the text “a”.",
                    "Begin each item with “- ”.",
                ),
            ),
            (
                {"names": [1]},
                ("wrong-type", ("names", 0), "Expected text, found 1.", 'Put it in quotes: "1".'),
            ),
            (
                {"names": [True]},
                ("wrong-type", ("names", 0), "Expected text, found true.", 'Put it in quotes: "true".'),
            ),
            (
                {"names": [None]},
                ("wrong-type", ("names", 0), "Expected text, found nothing.", "Write text."),
            ),
            (
                {"names": [{}]},
                ("wrong-type", ("names", 0), "Expected text, found a mapping.", "Write text."),
            ),
            (
                {"names": [[]]},
                ("wrong-type", ("names", 0), "Expected text, found a list.", "Write text."),
            ),
            (
                {"size": "7"},
                ("wrong-type", ("size",), "Expected a whole number, found the text “7”.", "Write 7."),
            ),
            (
                {"size": "1_0"},
                ("wrong-type", ("size",), "Expected a whole number, found the text “1_0”.", "Write 10."),
            ),
            (
                {"size": "_"},
                (
                    "wrong-type",
                    ("size",),
                    "Expected a whole number, found the text “_”.",
                    "Write a whole number.",
                ),
            ),
            (
                {"size": 2.5},
                ("wrong-type", ("size",), "Expected a whole number, found 2.5.", "Write a whole number."),
            ),
            (
                {"size": True},
                ("wrong-type", ("size",), "Expected a whole number, found true.", "Write a whole number."),
            ),
            ({"size": 10}, ("out-of-range", ("size",), "10 is out of range.", "Write a number from 1 to 9.")),
            ({"size": 0}, ("out-of-range", ("size",), "0 is out of range.", "Write a number from 1 to 9.")),
            (
                {"weight": "heavy"},
                ("wrong-type", ("weight",), "Expected a number, found the text “heavy”.", "Write a number."),
            ),
            (
                {"weight": False},
                ("wrong-type", ("weight",), "Expected a number, found false.", "Write a number."),
            ),
            (
                {"open_air": "yes"},
                ("wrong-type", ("open_air",), "Expected true or false, found the text “yes”.", "Write true."),
            ),
            (
                {"open_air": 0},
                ("wrong-type", ("open_air",), "Expected true or false, found 0.", "Write false."),
            ),
            (
                {"open_air": "?"},
                (
                    "wrong-type",
                    ("open_air",),
                    "Expected true or false, found the text “?”.",
                    "Write true or false.",
                ),
            ),
            (
                {"id": "Big Hill"},
                (
                    "bad-value",
                    ("id",),
                    f"Expected {ID.called}, found the text “Big Hill”.",
                    "For example: hold-the-line.",
                ),
            ),
            (
                {"id": "a\n"},
                (
                    "bad-value",
                    ("id",),
                    f"Expected {ID.called}, found the text “a ”.",
                    "For example: hold-the-line.",
                ),
            ),
            (
                {"word": 7},
                ("bad-value", ("word",), f"Expected {WORD.called}, found 7.", "For example: models_left."),
            ),
            (
                {"from": "Nrth"},
                ("not-one-of", ("from",), "The text “Nrth” is not allowed here.", "Did you mean “north”?"),
            ),
            (
                {"from": 1},
                ("not-one-of", ("from",), "1 is not allowed here.", "Write one of these: north, south."),
            ),
            ({"format": "1"}, ("not-one-of", ("format",), "The text “1” is not allowed here.", "Write 1.")),
            ({"format": True}, ("not-one-of", ("format",), "true is not allowed here.", "Write 1.")),
            (
                {"by": "all"},
                (
                    "wrong-type",
                    ("by",),
                    "Expected a whole number, found the text “all”.",
                    "Write a whole number. Or: Write taken.",
                ),
            ),
            (
                {"dice": 6},
                (
                    "bad-value",
                    ("dice",),
                    "“6” is not a dice expression: write it like D6, 2D6, D3+1 or D66.",
                    "",
                ),
            ),
            ({"dice": [6]}, ("wrong-type", ("dice",), "Expected text or a number, found a list.", "")),
            ({"dice": True}, ("wrong-type", ("dice",), "Expected text or a number, found true.", "")),
            ({"on": "4-2"}, ("bad-value", ("on",), "“4-2” is the wrong way round: write 2-4.", "")),
            (
                {"on": -1},
                ("bad-value", ("on",), "“-1” is not a result or a range of results: write 3 or 4-6.", ""),
            ),
            (
                {"on": "9" * 5000},
                (
                    "bad-value",
                    ("on",),
                    f"“{'9' * 5000}” is not a result or a range of results: write 3 or 4-6.",
                    "",
                ),
            ),
            (
                {"at": [1]},
                (
                    "wrong-type",
                    ("at",),
                    "Expected a list of 2, found a list of 1.",
                    "Write them as [1, 2, …].",
                ),
            ),
            (
                {"at": 1},
                ("wrong-type", ("at",), "Expected a list of 2, found 1.", "Write them as [1, 2, …]."),
            ),
            (
                {"counts": []},
                ("wrong-type", ("counts",), "Expected a mapping, found a list.", "Write “key: value” lines."),
            ),
            (
                {"counts": {"x": "1"}},
                ("wrong-type", ("counts", "x"), "Expected a whole number, found the text “1”.", "Write 1."),
            ),
            (
                {"things": ["flag"]},
                (
                    "wrong-type",
                    ("things", 0),
                    "Expected a mapping, found the text “flag”.",
                    "Begin with “kind: …”.",
                ),
            ),
            (
                {"things": [{}]},
                (
                    "missing-key",
                    ("things", 0),
                    "“kind” is missing.",
                    "Write “kind:” with one of these: flag, drum.",
                ),
            ),
            (
                {"things": [{"kind": "flg"}]},
                (
                    "not-one-of",
                    ("things", 0, "kind"),
                    "The text “flg” is not allowed here.",
                    "Did you mean “flag”?",
                ),
            ),
            (
                {"things": [{"kind": ["flag"]}]},
                (
                    "not-one-of",
                    ("things", 0, "kind"),
                    "A list is not allowed here.",
                    "Write one of these: flag, drum.",
                ),
            ),
            (
                {"day": "14 March"},
                (
                    "bad-value",
                    ("day",),
                    "Expected a date, found the text “14 March”.",
                    "For example: 2026-03-14.",
                ),
            ),
            (
                {"day": 2026},
                ("bad-value", ("day",), "Expected a date, found 2026.", "For example: 2026-03-14."),
            ),
            (
                {"moment": "2026-03-14T18:30:00"},
                (
                    "bad-value",
                    ("moment",),
                    "Expected a date and time, found the text “2026-03-14T18:30:00”.",
                    "For example: 2026-03-14T18:30:00Z.",
                ),
            ),
            (
                {"sise": 3},
                ("unknown-key", ("sise",), "“sise” is not a known key here.", "Did you mean “size”?"),
            ),
            (
                {"word": "x" * 41 + "!"},
                (
                    "bad-value",
                    ("word",),
                    f"Expected {WORD.called}, found the text “{'x' * 39}…”.",
                    "For example: models_left.",
                ),
            ),
        ],
    )
    def test_one(self, data, fault):
        assert faults(**data) == [fault]

    def test_no_mapping_at_all(self):
        record, found = structure(Camp, ["a"])
        assert record is None
        assert found == [
            Fault("wrong-type", (), "Expected a mapping, found a list.", "Write “key: value” lines.")
        ]

    def test_of_a_newer_format_nothing_else_is_said(self):
        newer = "This file has format 2; this version of campaign reads format 1."
        assert faults(format=2, future=True, size="x") == [
            ("newer-format", ("format",), newer, "Update campaign.")
        ]

    def test_a_mistyped_key_is_not_missing_too(self):
        assert structure(Camp, {"ids": "a"})[1] == [
            Fault("unknown-key", ("ids",), "“ids” is not a known key here.", "Did you mean “id”?", key=True)
        ]

    def test_a_key_that_is_there_already_is_not_proposed(self):
        [(code, _, _, remedy)] = faults(sise=3, size=3)
        assert code == "unknown-key"
        assert "“size”" not in remedy
        assert "Choose from: at, by, counts" in remedy


class TestSpan:
    @pytest.mark.parametrize(
        ("text", "least", "most"),
        [("3", 3, 3), (3, 3, 3), (" 4 - 6 ", 4, 6), ("11–13", 11, 13), ("5-5", 5, 5)],
    )
    def test_reading(self, text, least, most):
        assert Span.parse(text) == Span(least, most)

    def test_writing_and_holding(self):
        assert [str(Span(3, 3)), str(Span(4, 6))] == ["3", "4-6"]
        assert [result for result in range(9) if result in Span(4, 6)] == [4, 5, 6]

    @pytest.mark.parametrize("text", ["", "-", "3-", "a", "1-2-3", True, "٣"])
    def test_what_is_none(self, text):
        with pytest.raises(ValueError, match="is not a result or a range of results"):
            Span.parse(text)


class TestWriting:
    def test_defaults_are_left_out_and_names_are_keys(self):
        camp = Camp(
            id="a",
            from_="south",
            dice=Dice(2, 6),
            on=Span(3, 3),
            each=Formula.parse("2"),
            at=(1.5, 2),
            counts={"x": 1},
            things=(Flag(kind="flag", colour="red"),),
            day=date(2026, 3, 14),
            moment=datetime(2026, 3, 14, 18, tzinfo=timezone(timedelta(hours=2))),
        )
        assert unstructure(camp) == {
            "id": "a",
            "from": "south",
            "dice": "2D6",
            "on": 3,
            "each": 2,
            "at": [1.5, 2],
            "counts": {"x": 1},
            "things": [{"kind": "flag", "colour": "red"}],
            "day": "2026-03-14",
            "moment": "2026-03-14T16:00:00Z",
        }

    @given(
        st.builds(
            Camp,
            id=st.from_regex(r"[a-z0-9]+(-[a-z0-9]+)*", fullmatch=True),
            from_=st.sampled_from(["north", "south"]),
            size=st.integers(1, 9),
            weight=st.floats(allow_nan=False, allow_infinity=False),
            by=st.integers(-9, 9) | st.just("taken"),
            dice=st.none() | st.builds(Dice, st.integers(1, 9), st.integers(2, 20), st.integers(-5, 5)),
            each=st.sampled_from(["3", "-3", "models // 2", "sides"]).map(Formula.parse),
            at=st.none() | st.tuples(st.integers(0, 9), st.integers(0, 9)),
            names=st.lists(st.text()).map(tuple),
            counts=st.dictionaries(st.text(), st.integers()),
            things=st.lists(
                st.builds(Flag, kind=st.just("flag"), colour=st.text())
                | st.builds(Drum, kind=st.just("drum"), beats=st.integers())
            ).map(tuple),
            day=st.none() | st.dates(),
            moment=st.none() | st.datetimes(timezones=st.just(UTC)),
        )
    )
    def test_what_is_written_is_read_back(self, camp):
        assert structure(Camp, unstructure(camp)) == (camp, [])


class TestAnnotations:
    def test_fields(self):
        assert [(each.name, key_of(each.name), each.required) for each in file_fields(Drum)] == [
            ("kind", "kind", True),
            ("beats", "beats", False),
            ("inner", "inner", False),
        ]
        assert [key_of(each.name) for each in file_fields(Camp)][:3] == ["format", "id", "from"]

    def test_the_tag(self):
        assert tag_of((Flag, Drum)) == ("kind", {"flag": Flag, "drum": Drum})
        with pytest.raises(TypeError, match="nothing tells"):
            tag_of((Flag, Camp))

    @pytest.mark.parametrize("kind", [set[str], Annotated[str, "x"], complex])
    def test_what_has_no_schema(self, kind):
        with pytest.raises(TypeError, match=r"no schema for|nothing known of"):
            structure(kind, {})

    def test_a_pattern_of_ones_own(self):
        code: Any = Annotated[str, Matches("[A-Z]{2}", "two letters", "XY")]
        assert structure(code, "AB") == ("AB", [])
        assert structure(code, "abc")[1] == [
            Fault("bad-value", (), "Expected two letters, found the text “abc”.", "For example: XY.")
        ]
