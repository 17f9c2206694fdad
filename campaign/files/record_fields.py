"""A record class as files have it: its keys, what each may hold, and what tells several classes apart."""

from __future__ import annotations

import dataclasses
import typing
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal, get_args, get_origin

UNFILED = MappingProxyType({"filed": False})
"""The metadata of a field that no file holds: it is worked out anew each time."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a record class as files have it: its key, its annotation, and whether it must be there."""

    name: str
    key: str
    kind: Any
    required: bool


def key_of(field_name: str) -> str:
    """The key of a field: `from_` is written `from`."""
    return field_name.rstrip("_")


def fields_of(kind: Any) -> list[Field]:
    """The fields that a file may give."""
    hints = typing.get_type_hints(kind, include_extras=True)
    return [
        Field(item.name, key_of(item.name), hints[item.name], default_of(item) is dataclasses.MISSING)
        for item in dataclasses.fields(kind)
        if is_filed(item)
    ]


def is_filed(item: dataclasses.Field[Any]) -> bool:
    """Whether files hold a field; `where` is the reader's own."""
    return item.name != "where" and bool(item.metadata.get("filed", True))


def tag_of(kinds: tuple[Any, ...]) -> tuple[str, dict[str, Any]]:
    """The field whose literal tells these record classes apart, and the class for each of its values."""
    for item in dataclasses.fields(kinds[0]):
        hints = [typing.get_type_hints(kind, include_extras=True).get(item.name) for kind in kinds]
        if all(get_origin(hint) is Literal for hint in hints):
            table = {value: kind for kind, hint in zip(kinds, hints, strict=True) for value in get_args(hint)}
            if len(table) >= len(kinds) and item.name != "format":
                return item.name, table
    raise TypeError(f"nothing tells {kinds} apart")


def default_of(item: dataclasses.Field[Any]) -> Any:
    if item.default_factory is not dataclasses.MISSING:
        return item.default_factory()
    return item.default
