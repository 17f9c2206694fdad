"""Views as JSON: a stable contract with a version in it, in which a record shows every field it has."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from typing import Any

from campaign.files.record_fields import key_of
from campaign.record import Record, fields

VERSION = 1


def as_json(kind: str, view: Any) -> str:
    """`{"campaign": 1, "kind": kind, …}` and every field of the view; days and moments as ISO 8601."""
    fields = _plain(view)
    assert not {"campaign", "kind"} & fields.keys(), f"{kind} hides the head of its JSON"
    head = {"campaign": VERSION, "kind": kind}
    return json.dumps(head | fields, ensure_ascii=False, indent=2).encode("utf-8", "replace").decode() + "\n"


def _plain(value: Any) -> Any:
    if isinstance(value, Record):
        return {key_of(each.name): _plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    return value.isoformat() if isinstance(value, date) else value
