from __future__ import annotations

import copy
import pickle
from collections import Counter
from typing import Any, ClassVar, Generic, TypeVar

import pytest

from campaign.record import BY_HAND, MISSING, Record, _fill, field, fields, is_record, replace

T = TypeVar("T")


class Token(Record):
    """A record with all that one may have."""

    COLOURS: ClassVar[tuple[str, ...]] = ("red", "blue")

    id: str
    count: int = 1
    tags: dict[str, int] = field(default_factory=dict)
    where: str = field(default="", compare=False, in_files=False)

    @property
    def doubled(self) -> int:
        return 2 * self.count

    @classmethod
    def named(cls, name: str) -> Token:
        return cls(id=name)


class Marker(Token):
    id: str
    seen: bool
    count: int = 5


class Point(Record, kw_only=False):
    x: int
    y: int = 0


class Corner(Point):
    z: int


class Pile(Record, frozen=False, kw_only=False):
    name: str
    cards: list[str] = field(default_factory=list)
    seen: Counter[str] = field(default_factory=Counter)


class Lone(Record, eq=False):
    x: int


class Box(Record, Generic[T], kw_only=False):
    inside: T


class Whole(Record):
    number: int

    def __post_init__(self) -> None:
        if self.number < 0:
            raise ValueError("below 0")


class Nothing(Record):
    pass


@pytest.fixture(params=[1, BY_HAND + 2], ids=["filled by hand", "compiled"])
def make(request: pytest.FixtureRequest) -> Any:
    """Makes an instance, the last of so many of a class that was never used before."""

    def made(kind: type[Any], *values: Any, **named: Any) -> Any:
        kind.__init__, kind._filled = _fill, 0
        return [kind(*values, **named) for _ in range(request.param)][-1]

    return made


class TestMaking:
    def test_by_name_with_defaults(self, make):
        token = make(Token, id="a")
        assert (token.id, token.count, token.tags, token.where, token.doubled) == ("a", 1, {}, "", 2)
        assert Token.named("b") == Token(id="b")
        assert Token.COLOURS == ("red", "blue")

    def test_a_default_is_made_anew_for_each(self, make):
        assert make(Token, id="a").tags is not make(Token, id="a").tags

    def test_in_order_or_by_name(self, make):
        assert make(Point, 1) == make(Point, x=1, y=0) == make(Point, 1, y=0) == make(Point, 1, 0)

    @pytest.mark.parametrize("values", [(1,), (1, 2)])
    def test_what_a_class_inherits_is_given_as_its_base_has_it(self, make, values):
        corner = make(Corner, *values, z=3)
        assert (corner.x, corner.y, corner.z) == (1, values[1] if len(values) > 1 else 0, 3)

    @pytest.mark.parametrize(
        ("kind", "values", "named", "message"),
        [
            (Token, (), {}, "missing 1 required keyword-only argument: 'id'"),
            (Token, (), {"id": "a", "size": 1}, "got an unexpected keyword argument 'size'"),
            (Token, ("a",), {}, "takes 1 positional argument but 2 were given"),
            (Point, (), {}, "missing 1 required positional argument: 'x'"),
            (Point, (1, 2, 3), {}, "takes from 2 to 3 positional arguments but 4 were given"),
            (Point, (1,), {"x": 1}, "got multiple values for argument 'x'"),
            (Corner, (1, 2, 3), {}, "takes from 2 to 3 positional arguments but 4"),
            (Nothing, (), {"x": 1}, "got an unexpected keyword argument 'x'"),
        ],
    )
    def test_what_does_not_fit_is_an_error(self, make, kind, values, named, message):
        with pytest.raises(TypeError, match=rf"^{kind.__name__}\.__init__\(\) {message}"):
            make(kind, *values, **named)

    def test_what_has_to_be_checked_is(self, make):
        assert make(Whole, number=2).number == 2
        with pytest.raises(ValueError, match=r"^below 0$"):
            make(Whole, number=-1)
        with pytest.raises(ValueError, match=r"^below 0$"):
            replace(Whole(number=1), number=-1)

    def test_without_fields(self, make):
        assert make(Nothing) == Nothing()
        assert repr(Nothing()) == "Nothing()"
        assert hash(Nothing()) == hash(Nothing())

    def test_a_class_that_is_derived_from_one_in_use(self, make):
        make(Token, id="a")
        marker = make(Marker, id="a", seen=True)
        assert (marker.id, marker.count, marker.seen, marker.tags) == ("a", 5, True, {})

    def test_of_any_type(self, make):
        assert make(Box, (1,)).inside == (1,)
        assert Box[int](1) == Box(1)


class TestFrozen:
    def test_nothing_can_be_set_or_deleted(self):
        token = Token(id="a")
        with pytest.raises(AttributeError, match=r"^Token\.count can't be set: the record is frozen$"):
            token.count = 2  # type: ignore[misc]
        with pytest.raises(AttributeError, match=r"^Token\.size can't be set"):
            token.size = 2  # type: ignore[attr-defined]
        with pytest.raises(AttributeError, match=r"^Token\.count can't be deleted"):
            del token.count
        assert token.count == 1

    def test_but_in_one_that_may_change(self):
        pile = Pile("hand")
        pile.name = "deck"
        pile.cards.append("spy")
        assert pile == Pile("deck", ["spy"])
        with pytest.raises(AttributeError):
            pile.size = 1  # type: ignore[attr-defined]
        with pytest.raises(TypeError, match="unhashable type: 'Pile'"):
            hash(pile)


class TestEquality:
    def test_all_but_what_is_left_out(self):
        assert Token(id="a", where="here") == Token(id="a", where="there")
        assert Token(id="a") != Token(id="a", count=2)
        assert Point(1) != 1
        assert Token(id="a", count=5) != Marker(id="a", seen=True)

    def test_hash(self):
        assert {Point(1, 2), Point(1, 2), Point(2, 1)} == {Point(2, 1), Point(1, 2)}
        assert hash(Box("a")) == hash(Box("a"))

    def test_each_by_itself(self):
        one = Lone(x=1)
        assert one == one  # noqa: PLR0124 - that is the question
        assert one != Lone(x=1)
        assert len({one, Lone(x=1)}) == 2

    def test_repr_shows_what_is_compared(self):
        assert repr(Token(id="a", where="here")) == "Token(id='a', count=1, tags={})"
        assert repr(Pile("a")) == "Pile(name='a', cards=[], seen=Counter())"


class TestChanging:
    def test_replace(self):
        token = Token(id="a", where="here")
        assert repr(replace(token, count=3)) == "Token(id='a', count=3, tags={})"
        assert replace(token, count=3).where == "here"
        with pytest.raises(TypeError, match="unexpected keyword argument 'size'"):
            replace(token, size=3)  # type: ignore[call-arg]

    @pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
    @pytest.mark.parametrize(
        "one", [Token(id="a", where="here"), Point(1, 2), Corner(1, z=2), Pile("a", ["b"])]
    )
    def test_copies(self, again, one):
        assert again(one) == one
        assert again(one) is not one


class TestFields:
    def test_in_order_with_what_is_said_of_them(self):
        assert [(each.name, each.required, each.default, each.in_files) for each in fields(Token)] == [
            ("id", True, MISSING, True),
            ("count", False, 1, True),
            ("tags", False, MISSING, True),
            ("where", False, "", False),
        ]
        assert fields(Token(id="a")) is fields(Token)

    def test_inherited_ones_keep_their_place(self):
        assert [(each.name, each.new_default()) for each in fields(Marker)] == [
            ("id", MISSING),
            ("count", 5),
            ("tags", {}),
            ("where", ""),
            ("seen", MISSING),
        ]
        assert [each.new_default() for each in fields(Token)][1] == 1

    def test_annotations_are_types(self):
        assert [each.kind for each in fields(Token)] == [str, int, dict[str, int], str]

    def test_patterns(self):
        match Point(1, 2):
            case Point(x, y):
                assert (x, y) == (1, 2)
        assert Token.__match_args__ == ()

    def test_which_classes_are_records(self):
        assert [is_record(each) for each in (Token, Record, Token(id="a"), dict)] == [
            True,
            True,
            False,
            False,
        ]
