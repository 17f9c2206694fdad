"""From mappings to records: every wrong key and value of a file in one pass, each with its path.

A record class is its own schema: its annotations say which keys a mapping may have and what their
values must be. Paths are turned into lines and columns by the document, and only when something is
wrong. A library (cattrs) was tried: its errors would have had to be taken apart again to say what to
write instead, and its import costs six times an empty Python.
"""

from __future__ import annotations

import functools
import re
import types
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, Protocol, TypeVar, Union, get_args, get_origin

from campaign.errors import Problem, Problems, did_you_mean, nearest_word
from campaign.files.converters import (
    NUMBER,
    TEXT,
    TRUE_OR_FALSE,
    WHOLE_NUMBER,
    Between,
    Context,
    Convert,
    Fault,
    Matches,
    Path_,
    bounded,
    first_that_fits,
    fixed_list,
    list_of,
    mapping_of,
    matching,
    moment,
    one_of,
    optional,
    parsed,
    scalar,
)
from campaign.files.kinds import Kinds
from campaign.files.record_fields import file_fields, key_of, tag_of
from campaign.record import Field, Record, field, is_record
from campaign.words import listed, say

T = TypeVar("T")

Origin = Literal["rulebook", "public", "original"]
"""Where a rule comes from; `original` is our own."""

ID = Matches(r"[a-z0-9]+(-[a-z0-9]+)*", say("an id (lower-case letters, digits, hyphens)"), "hold-the-line")
Id = Annotated[str, ID]
WORD = Matches(r"[a-z][a-z0-9_]*", say("a name (lower-case letters, digits, _)"), "models_left")


class Where(Record, kw_only=False):
    """The place of a record: its file and the path of keys and indices in it."""

    file: Path | None = None
    path: Path_ = ()


class FileRecord(Record):
    """A record that knows where it was read, and equals one with the same content read elsewhere."""

    where: Where = field(default=Where(), compare=False, in_files=False)


class Span(Record, kw_only=False):
    """The results of a table that a row covers, both ends included: `3` or `11-13`."""

    WRITTEN: ClassVar[dict[str, object]] = {
        "type": ["integer", "string"],
        "minimum": 0,
        "pattern": r"^\s*[0-9]{1,6}(\s*[-–]\s*[0-9]{1,6})?\s*$",
        "description": say("A result or a span of results, such as 3 or 4-6."),
    }
    """How files hold it, as JSON Schema."""

    least: int
    most: int

    @classmethod
    def parse(cls, raw: str | int) -> Span:
        """Raises ValueError with a sentence that names the text."""
        found = re.fullmatch(r"([0-9]{1,6})(?:\s*[-–]\s*([0-9]{1,6}))?", str(raw).strip())
        if not found or isinstance(raw, bool):
            raise ValueError(say("“{text}” is not a result or a range of results: write 3 or 4-6.", text=raw))
        least, most = int(found[1]), int(found[2] or found[1])
        if least > most:
            raise ValueError(
                say(
                    "“{text}” is the wrong way round: write {most}-{least}.", text=raw, most=most, least=least
                )
            )
        return cls(least, most)

    def __contains__(self, result: int) -> bool:
        return self.least <= result <= self.most

    def __str__(self) -> str:
        return str(self.least) if self.least == self.most else f"{self.least}-{self.most}"


class RowFile(FileRecord):
    """What every file of rows says of itself, whatever its `rows` are.

    A house file replaces the rows whose ids it names, unless it says `whole: true`.
    """

    format: Literal[1] = 1
    name: str
    about: str = ""
    rules: tuple[str, ...] = ()
    origin: Origin = "original"
    whole: bool = False


class LocatedDocument(Protocol):
    """What `read_record` needs of a document."""

    @property
    def path(self) -> Path | None: ...
    @property
    def data(self) -> Any: ...

    def locate(self, path: Path_, key: bool = False) -> tuple[int, int]: ...


# --- reading and writing ---


def structure(kind: type[T], data: object, file: Path | None = None) -> tuple[T | None, list[Fault]]:
    """The record that a mapping describes, or None with every fault in it.

    Of a format newer than ours nothing else is said: what it means can't be judged here.
    """
    context = Context(file)
    annotation: Any = kind
    value = _converter(annotation)(data, (), context)
    newer = [fault for fault in context.faults if fault.code == "newer-format"]
    return (None if context.faults else value), newer or context.faults


def read_record(document: LocatedDocument, kind: type[T]) -> T:
    """The record of a document.

    Raises: Problems, one for each fault, with line and column.
    """
    record, faults = structure(kind, document.data, document.path)
    if record is None or faults:
        raise Problems(problem_at(document, fault) for fault in faults)
    return record


def problem_at(document: LocatedDocument, fault: Fault) -> Problem:
    """A fault with the line and column that it stands at."""
    line, column = document.locate(fault.path, key=fault.key)
    return Problem(fault.code, fault.message, fault.remedy, document.path, line, column)


def unstructure(record: Any) -> Any:
    """The plain data of a record, without what equals its default: what `structure` reads back."""
    if isinstance(record, Record):
        if hasattr(type(record), "parse"):
            text = str(record)
            return int(text) if re.fullmatch(r"-?[1-9][0-9]*|0", text) else text
        return {
            key_of(each.name): unstructure(value)
            for each in file_fields(type(record))
            if (value := getattr(record, each.name)) != each.new_default()
        }
    if isinstance(record, Mapping):
        return {str(key): unstructure(value) for key, value in record.items()}
    if isinstance(record, tuple | list):
        return [unstructure(item) for item in record]
    if isinstance(record, datetime):
        return record.astimezone(UTC).isoformat().replace("+00:00", "Z")
    return record.isoformat() if isinstance(record, date) else record


# --- what the annotations say ---


_SCALARS: dict[Any, tuple[str, Callable[[Any], bool]]] = {
    str: (TEXT, lambda data: isinstance(data, str)),
    bool: (TRUE_OR_FALSE, lambda data: isinstance(data, bool)),
    int: (WHOLE_NUMBER, lambda data: isinstance(data, int) and not isinstance(data, bool)),
    float: (NUMBER, lambda data: isinstance(data, int | float) and not isinstance(data, bool)),
}


@functools.cache
def _converter(kind: Any) -> Convert:
    """The function that turns plain data into `kind`, built once for each type."""
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _annotated(args[0], args[1:])
    if origin is Literal:
        return one_of(args)
    if origin in (Union, types.UnionType):
        return _union(args)
    if origin is tuple:
        inner = [_converter(arg) for arg in args if arg is not Ellipsis]
        return list_of(inner[0]) if args[-1] is Ellipsis else fixed_list(tuple(inner))
    if origin is dict:
        return mapping_of(_converter(args[1]))
    if kind in _SCALARS:
        return scalar(*_SCALARS[kind])
    if kind in (date, datetime):
        return moment(kind)
    if hasattr(kind, "parse"):
        return parsed(kind)
    if is_record(kind):
        return _record(kind)
    raise TypeError(f"no schema for {kind!r}")


def _annotated(kind: Any, extras: tuple[Any, ...]) -> Convert:
    for extra in extras:
        if isinstance(extra, Matches):
            return matching(extra)
        if isinstance(extra, Between):
            return bounded(_converter(kind), extra)
        if isinstance(extra, Kinds):
            return _of_kinds(extra)
    raise TypeError(f"nothing known of {extras!r}")


def _union(kinds: tuple[Any, ...]) -> Convert:
    rest = tuple(kind for kind in kinds if kind is not type(None))
    if len(rest) == 1:
        inner = _converter(rest[0])
    elif all(is_record(kind) and not hasattr(kind, "parse") for kind in rest):
        inner = _tagged(rest)
    else:
        inner = first_that_fits(tuple(_converter(kind) for kind in rest))
    return optional(inner) if len(rest) < len(kinds) else inner


def _tagged(kinds: tuple[Any, ...]) -> Convert:
    """One of several record classes, chosen by its tag."""
    tag, table = tag_of(kinds)
    return _told_apart(tag, lambda: tuple(table), table.__getitem__)


def _of_kinds(kinds: Kinds) -> Convert:
    """A record of a family, chosen by its `do`; only the kinds that a file has are loaded."""
    return _told_apart("do", lambda: kinds.names, kinds.record)


def _told_apart(tag: str, names: Callable[[], tuple[Any, ...]], record: Callable[[Any], Any]) -> Convert:
    def convert(data: Any, path: Path_, context: Context) -> Any:
        if not isinstance(data, dict):
            context.expected(say("a mapping"), data, path, say("Begin with “{tag}: …”.", tag=tag))
            return None
        if tag not in data:
            remedy = say("Write “{tag}:” with one of these: {names}.", tag=tag, names=listed(names()))
            context.fault("missing-key", path, say("“{tag}” is missing.", tag=tag), remedy)
            return None
        chosen = one_of(names())(data[tag], (*path, tag), context)
        return None if chosen is None else _converter(record(chosen))(data, path, context)

    return convert


def _missing(keys: Iterable[str], path: Path_, context: Context) -> None:
    for key in keys:
        remedy = say("Add a line “{key}: …”.", key=key)
        context.fault("missing-key", path, say("“{key}” is missing.", key=key), remedy)


def _record(kind: Any) -> Convert:
    located = issubclass(kind, FileRecord)

    @functools.cache
    def known() -> dict[str, tuple[Field, Convert]]:
        # Late, so that records may hold records of their own kind.
        return {key_of(each.name): (each, _converter(each.kind)) for each in file_fields(kind)}

    def convert(data: Any, path: Path_, context: Context) -> Any:
        if not isinstance(data, dict):
            context.expected(say("a mapping"), data, path, say("Write “key: value” lines."))
            return None
        before = len(context.faults)
        values: dict[str, Any] = {}
        meant: set[str | None] = set()
        for key, value in data.items():
            if key in known():
                each, read = known()[key]
                values[each.name] = read(value, (*path, key), context)
            else:
                left = [name for name in known() if name not in data]
                near = did_you_mean(key, left)
                context.fault(
                    "unknown-key", (*path, key), say("“{key}” is not a known key here.", key=key), near, True
                )
                meant.add(nearest_word(key, left))
        required = [key for key, (each, _) in known().items() if each.required]
        _missing([key for key in required if key not in data and key not in meant], path, context)
        if len(context.faults) > before:
            return None
        if located:
            values["where"] = Where(context.file, path)
        return kind(**values)

    return convert
