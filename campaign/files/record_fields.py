"""A record class as files have it: its keys, what each may hold, and what tells several classes apart."""

from __future__ import annotations

from typing import Literal, get_args, get_origin

from campaign.record import Field, Record, fields


def key_of(field_name: str) -> str:
    """The key of a field: `from_` is written `from`."""
    return field_name.rstrip("_")


def file_fields(kind: type[Record]) -> list[Field]:
    """The fields that a file may give."""
    return [each for each in fields(kind) if each.in_files]


def tag_of(kinds: tuple[type[Record], ...]) -> tuple[str, dict[str, type[Record]]]:
    """The field whose literal tells these record classes apart, and the class for each of its values."""
    tables = [{each.name: each for each in fields(kind)} for kind in kinds]
    for name in tables[0]:
        hints = [table[name].kind for table in tables if name in table]
        if len(hints) == len(kinds) and all(get_origin(hint) is Literal for hint in hints):
            values = {
                value: kind for kind, hint in zip(kinds, hints, strict=True) for value in get_args(hint)
            }
            if len(values) >= len(kinds) and name != "format":
                return name, values
    raise TypeError(f"nothing tells {kinds} apart")
