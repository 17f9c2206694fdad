"""Records: frozen classes of named, typed values, which cost next to nothing until they are used.

A command declares up to two hundred of them, and makes a few instances of every third. `dataclasses`
compiles each method of each class at once: a millisecond a class, half of a command's time. Here a class
costs its slots. msgspec was tried: it starts no faster, and is compiled for each platform apart.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, dataclass_transform

if TYPE_CHECKING:
    # Type checkers know of this one which fields a class has, and what each may be replaced by.
    from dataclasses import replace

__all__ = ["MISSING", "Field", "Record", "field", "fields", "is_record", "replace"]

MISSING: Any = type("Missing", (), {"__repr__": lambda _: "MISSING"})()
"""The default of a field that has none."""

BY_HAND = 12
"""So many instances of a class are filled field by field: compiling an `__init__` takes as long."""


class Field:
    """A field as it was declared: with a default, with what makes a new one each time, or with neither.

    Equality and repr leave it out where not `compare`; no file holds it where not `in_files`.
    """

    __slots__ = (
        "_kind", "annotation", "compare", "default", "factory", "in_files", "kw_only", "module", "name",
    )  # fmt: skip

    def __init__(
        self,
        default: Any,
        factory: Callable[[], Any] | None = None,
        compare: bool = True,
        in_files: bool = True,
    ) -> None:
        self.default = default
        self.factory = factory
        self.compare = compare
        self.in_files = in_files

    def declared(self, name: str, annotation: str, module: str, kw_only: bool) -> Field:
        """The same field, with what its class says of it."""
        self.name, self.annotation, self.module, self.kw_only = name, annotation, module, kw_only
        self._kind = MISSING
        return self

    @property
    def required(self) -> bool:
        return self.default is MISSING and self.factory is None

    @property
    def kind(self) -> Any:
        """Its type. Annotations are texts until they are asked for: most never are."""
        if self._kind is MISSING:
            self._kind = eval(self.annotation, vars(sys.modules[self.module]))
        return self._kind

    def new_default(self) -> Any:
        """MISSING where it is required."""
        return self.factory() if self.factory else self.default


def field(
    *,
    default: Any = MISSING,
    default_factory: Callable[[], Any] | None = None,
    compare: bool = True,
    in_files: bool = True,
) -> Any:
    """For a field of which there is more to say than its default."""
    return Field(default, default_factory, compare, in_files)


def _fill(self: Any, *values: Any, **named: Any) -> None:
    """The `__init__` of a class until it is worth compiling one, or until one has to say what is wrong."""
    kind = type(self)
    kind._filled += 1
    if kind._filled > BY_HAND or not _filled(self, kind, values, named):
        kind.__init__ = _compiled(kind)
        kind.__init__(self, *values, **named)
    elif hasattr(kind, "__post_init__"):
        self.__post_init__()


def _filled(self: Record, kind: type[Record], values: tuple[Any, ...], named: dict[str, Any]) -> bool:
    """Sets every field, or returns False."""
    in_order = iter(values)
    used = 0
    for each in fields(kind):
        value = MISSING if each.kw_only else next(in_order, MISSING)
        if value is MISSING:
            value = named.get(each.name, MISSING)
        if value is not MISSING:
            used += 1
        elif each.required:
            return False
        else:
            value = each.new_default()
        object.__setattr__(self, each.name, value)
    return used == len(values) + len(named)


def _compiled(kind: type[Record]) -> Callable[..., None]:
    """An `__init__` with every field as a parameter; it sets slots by their descriptors, the fastest way past
    `__setattr__`.
    """
    names: dict[str, Any] = {"MISSING": MISSING}
    in_order, by_name, lines = ["self"], ["*"], []
    for each in fields(kind):
        name = each.name
        names[f"set_{name}"] = getattr(kind, name).__set__
        names[f"default_{name}"] = each.default
        (by_name if each.kw_only else in_order).append(name if each.required else f"{name}=default_{name}")
        value = name
        if each.factory:
            names[f"new_{name}"] = each.factory
            value = f"new_{name}() if {name} is MISSING else {name}"
        lines.append(f"    set_{name}(self, {value})")
    if hasattr(kind, "__post_init__"):
        lines.append("    self.__post_init__()")
    parameters = in_order + (by_name if by_name[1:] else [])
    exec(f"def __init__({', '.join(parameters)}):\n" + "\n".join(lines or ["    pass"]), names)
    made: Callable[..., None] = names["__init__"]
    made.__qualname__ = f"{kind.__qualname__}.__init__"
    return made


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
class RecordType(type):
    """The class of record classes: their annotations become slots, and the rest waits until it is needed."""

    _names: tuple[str, ...] = ()
    _declared: tuple[dict[str, str], dict[str, Any], bool] = ({}, {}, True)
    _fields: tuple[Field, ...] | None
    _key: Callable[[Any], Any] | None
    _filled: int

    def __new__(
        mcs,
        name: str,
        bases: tuple[type, ...],
        namespace: dict[str, Any],
        *,
        frozen: bool = True,
        kw_only: bool = True,
        eq: bool = True,
    ) -> RecordType:
        annotations = namespace.get("__annotations__", {})
        own = {each: text for each, text in annotations.items() if not text.startswith("ClassVar")}
        inherited = [each for base in bases if isinstance(base, RecordType) for each in base._names]
        names = tuple(dict.fromkeys([*inherited, *own]))
        namespace |= {
            "__match_args__": () if kw_only else names,
            "__slots__": [each for each in own if each not in inherited],
            "__init__": _fill,
            "_names": names,
            "_declared": (own, {each: namespace.pop(each) for each in own if each in namespace}, kw_only),
            "_fields": None,
            "_key": None,
            "_filled": 0,
        }
        if not frozen:
            namespace |= {
                "__setattr__": object.__setattr__,
                "__delattr__": object.__delattr__,
                "__hash__": None,
            }
        if not eq:
            namespace |= {"__eq__": object.__eq__, "__hash__": object.__hash__}
        return super().__new__(mcs, name, bases, namespace)


class Record(metaclass=RecordType):
    """The base of all. Fields are given by name, or also in order with `kw_only=False` in a class's line.

    `frozen=False` is a record that may change, and so has no hash; with `eq=False` each equals itself alone.
    """

    _names: ClassVar[tuple[str, ...]]
    _fields: ClassVar[tuple[Field, ...] | None]
    _key: ClassVar[Callable[[Any], Any] | None]

    if not TYPE_CHECKING:  # with these, type checkers would let anything be set

        def __setattr__(self, name: str, value: object) -> None:
            raise AttributeError(f"{type(self).__name__}.{name} can't be set: the record is frozen")

        def __delattr__(self, name: str) -> None:
            raise AttributeError(f"{type(self).__name__}.{name} can't be deleted: the record is frozen")

    def __eq__(self, other: object) -> bool:
        kind = self.__class__
        if kind is not other.__class__:
            return NotImplemented
        key = kind._key or _compared(kind)
        return bool(key(self) == key(other))

    def __hash__(self) -> int:
        kind = self.__class__
        return hash((kind._key or _compared(kind))(self))

    def __repr__(self) -> str:
        shown = [f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.compare]
        return f"{type(self).__qualname__}({', '.join(shown)})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _copied, (type(self), {name: getattr(self, name) for name in self._names})


R = TypeVar("R", bound=Record)

if not TYPE_CHECKING:

    def replace(record: R, /, **changes: Any) -> R:
        """The record with these values in place of its own."""
        for name in record._names:
            if name not in changes:
                changes[name] = getattr(record, name)
        return type(record)(**changes)


def is_record(kind: object) -> bool:
    """Whether this is a class of records."""
    return isinstance(kind, RecordType)


def fields(record: Record | type[Record]) -> tuple[Field, ...]:
    """Of a record or a class of them: what it inherits first, then its own."""
    kind = record if isinstance(record, type) else type(record)
    if kind._fields is None:
        kind._fields = tuple(_declared(kind).values())
    return kind._fields


def _declared(kind: type[Record]) -> dict[str, Field]:
    found: dict[str, Field] = {}
    for base in reversed(kind.__mro__):
        if isinstance(base, RecordType):
            annotations, defaults, kw_only = base._declared
            for name, annotation in annotations.items():
                default = defaults.get(name, MISSING)
                each = default if isinstance(default, Field) else Field(default)
                found[name] = each.declared(name, annotation, base.__module__, kw_only)
    return found


def _compared(kind: type[Record]) -> Callable[[Any], Any]:
    """What equality looks at: the values of a record as a tuple, or the only one."""
    names = [each.name for each in fields(kind) if each.compare]
    kind._key = attrgetter(*names) if names else lambda _: ()
    return kind._key


def _copied(kind: type[Record], values: dict[str, Any]) -> Record:
    return kind(**values)
