"""JSON Schema for editors, made from the same annotations that campaign/files/schema.py reads files by.

What an editor can know of one file alone stands in it: keys, required ones, choices, patterns, bounds,
and each record's docstring. What needs other files is campaign/checks/'s.
"""

from __future__ import annotations

import inspect
import re
import types
from collections.abc import Mapping
from datetime import date, datetime
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from campaign.files.converters import Between, Matches
from campaign.files.kinds import Kinds
from campaign.files.record_fields import file_fields, key_of, tag_of
from campaign.record import Field, is_record
from campaign.words import say

Schema = dict[str, Any]

_SCALARS: dict[Any, Schema] = {
    str: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    type(None): {"type": "null"},
    date: {"type": "string", "format": "date", "description": say("A date, such as 2026-03-14.")},
    datetime: {
        "type": "string",
        "format": "date-time",
        "description": say("A date and time with its time zone."),
    },
}


def json_schema(kind: Any) -> Schema:
    """The schema (2020-12) of files that hold this record, or one of these records (`A | B`)."""
    made = _Definitions()
    top = made.of(kind)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **top, "$defs": made.definitions}


class _Definitions:
    """`definitions` has each record class once, by its module and name."""

    def __init__(self) -> None:
        self.definitions: dict[str, Schema] = {}

    def of(self, kind: Any) -> Schema:
        origin, args = get_origin(kind), get_args(kind)
        if origin is Annotated:
            return self.annotated(args[0], args[1:])
        if origin is Literal:
            return {"enum": list(args)}
        if origin in (Union, types.UnionType):
            return self.union(args)
        if origin is tuple:
            return self.many(args)
        if origin is dict:
            return {"type": "object", "additionalProperties": self.of(args[1])}
        if kind in _SCALARS:
            return dict(_SCALARS[kind])
        if hasattr(kind, "WRITTEN"):
            return dict(kind.WRITTEN)
        if is_record(kind) and not hasattr(kind, "parse"):
            return self.record(kind)
        raise TypeError(f"no JSON Schema for {kind!r}")

    def annotated(self, kind: Any, extras: tuple[Any, ...]) -> Schema:
        for extra in extras:
            if isinstance(extra, Matches):
                return _pattern(extra)
            if isinstance(extra, Between):
                return {**self.of(kind), "minimum": extra.least, "maximum": extra.most}
            if isinstance(extra, Kinds):
                return self.among("do", {name: extra.record(name) for name in extra.names})
        raise TypeError(f"nothing known of {extras!r}")

    def union(self, kinds: tuple[Any, ...]) -> Schema:
        records = [kind for kind in kinds if is_record(kind) and not hasattr(kind, "parse")]
        if len(records) < 2:
            return {"anyOf": [self.of(kind) for kind in kinds]}
        among = self.among(*tag_of(tuple(records)))
        return {"anyOf": [among, {"type": "null"}]} if type(None) in kinds else among

    def among(self, tag: str, table: Mapping[str, Any]) -> Schema:
        chosen = [
            {"if": {"properties": {tag: {"const": value}}}, "then": self.of(record)}
            for value, record in table.items()
        ]
        return {
            "type": "object",
            "required": [tag],
            "properties": {tag: {"enum": list(table)}},
            "allOf": chosen,
        }

    def many(self, args: tuple[Any, ...]) -> Schema:
        if args[-1] is Ellipsis:
            return {"type": "array", "items": self.of(args[0])}
        inner = [self.of(arg) for arg in args]
        return {"type": "array", "prefixItems": inner, "items": False, "minItems": len(inner)}

    def record(self, kind: Any) -> Schema:
        name = f"{kind.__module__.rpartition('.')[2]}.{kind.__name__}"
        if name not in self.definitions:
            made: Schema = {"type": "object", "title": kind.__name__}
            self.definitions[name] = made  # before its fields: a record may hold records of its own kind
            fields = file_fields(kind)
            made["description"] = inspect.cleandoc(kind.__doc__)
            made["properties"] = {key_of(field.name): self.field(field) for field in fields}
            made["required"] = [key_of(field.name) for field in fields if field.required]
            made["additionalProperties"] = False
        return {"$ref": f"#/$defs/{name}"}

    def field(self, field: Field) -> Schema:
        """With its default, where plain data can show it."""
        if isinstance(field.default, str | int | float):
            return {**self.of(field.kind), "default": field.default}
        return self.of(field.kind)


def _pattern(rule: Matches) -> Schema:
    text: Schema = {"type": "string", "pattern": f"^({rule.pattern})$", "description": _described(rule)}
    if re.fullmatch(rule.pattern, "12"):  # a number that reads like such a text is taken as one
        return {**text, "type": ["string", "integer"], "minimum": 0}
    return text


def _described(rule: Matches) -> str:
    return say("Write {wanted}, such as {example}.", wanted=rule.called, example=rule.example)
