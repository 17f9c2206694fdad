"""The only door to YAML: read a file into plain data, find a place in it, edit it with its comments kept.

Text in our own form is read by campaign/files/canonical.py; anything else goes through ruamel.yaml, imported
only then, event by event, so that size and depth are bounded while reading. Data is dict, list, str, int,
float, bool and None; keys are always text. What a file may not hold is a `Problem` with its place.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

from campaign.errors import Problems
from campaign.files.canonical import NotCanonical, read_canonical
from campaign.files.yamledit import changed, composed, edited
from campaign.files.yamlevents import EventReader, from_one, raise_problem
from campaign.record import Record
from campaign.words import say

MOST_BYTES = 1 << 20
BOM = "\ufeff"
_NO_TEXT = "[^\t\n\r -~\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"


class Document(Record, kw_only=False):
    """`text` is the file's, byte order mark and line breaks included."""

    path: Path | None
    text: str
    data: Any

    def locate(self, path: tuple[str | int, ...], key: bool = False) -> tuple[int, int]:
        """Line and column, from 1, of the value (or its key) at `path`, else of the nearest parent."""
        node = composed(_plain(self.text))
        place = from_one(node)
        for step in path:
            found = _child(node, step)
            if found is None:
                return from_one(node)
            nothing = found[1].value == "" and found[1].style is None  # ruamel places it on the next line
            place, node = from_one(found[0] if key or nothing else found[1]), found[1]
        return place


def read(path: Path) -> Document:
    """Raises Problems for a file that is missing, too large, no UTF-8 or no YAML that we take."""
    try:
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except OSError as error:
        message = say("Can’t read the file: {reason}.", reason=error.strerror or error)
        if isinstance(error, FileNotFoundError):
            message = say("The file doesn’t exist.")
        raise_problem(path, "no-file", message, say("Check its name and folder."))
    _check_size(len(raw), path)
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8")
        raise_problem(
            path,
            "not-utf8",
            say("The file isn’t UTF-8 text."),
            say("Save it as UTF-8."),
            _place_in(before, len(before)),
        )
    return parse(text, path)


def parse(text: str, path: Path | None = None) -> Document:
    """Raises Problems; `path` is only what they name."""
    _check_size(len(text.encode("utf-8", "surrogatepass")), path)
    plain = _plain(text)
    try:
        return Document(path, text, read_canonical(plain))
    except NotCanonical:
        pass
    odd = re.search(_NO_TEXT, plain)
    if odd:
        message = say("The character {code} is not allowed in text.", code=f"U+{ord(odd[0]):04X}")
        remedy = say("Remove it, or write it as an escape in double quotes.")
        raise_problem(path, "not-yaml", message, remedy, _place_in(plain, odd.start()))
    return Document(path, text, EventReader(path).document(plain))


def edit(text: str, changes: list[tuple[tuple[str | int, ...], Any]], path: Path | None = None) -> str:
    """The text with each value set at its path; comments, line breaks and all else are kept to the byte.

    A missing key is added, and so is the item just after the last of a list. Raises Problems for a text
    that can't be read, and for one in which the change can't be made without touching something else or
    losing a line of comment.
    """
    wanted, result = parse(text, path).data, _plain(text)
    for place, value in changes:
        result = edited(result, wanted, place, value)
        wanted = changed(wanted, place, value)
        if not _holds(result, wanted) or _comments(_plain(text)) - _comments(result):
            message = say("This can’t be changed without touching more of the file.")
            raise_problem(path, "not-editable", message, say("Edit the file by hand."))
    bom = BOM if text.startswith(BOM) else ""
    return bom + (result.replace("\n", "\r\n") if "\r\n" in text else result)


def _holds(text: str, data: Any) -> bool:
    try:
        return repr(parse(text).data) == repr(data)
    except Problems:
        return False


def _comments(text: str) -> Counter[str]:
    return Counter(line.strip() for line in text.splitlines() if line.lstrip(" ").startswith("#"))


def _plain(text: str) -> str:
    return text.removeprefix(BOM).replace("\r\n", "\n")


def _check_size(size: int, path: Path | None) -> None:
    if size > MOST_BYTES:
        raise_problem(
            path, "too-large", say("The file is larger than 1 MiB."), say("Split it into several files.")
        )


def _place_in(text: str, index: int) -> tuple[int, int]:
    """Line and column from 1."""
    before = _plain(text[:index])
    return before.count("\n") + 1, len(before) - before.rfind("\n")


def _child(node: Any, step: str | int) -> tuple[Any, Any] | None:
    """The nodes of key and value; an item of a list is its own key."""
    if node is None or not isinstance(node.value, list):
        return None
    if node.id == "sequence":
        item = node.value[step] if isinstance(step, int) and 0 <= step < len(node.value) else None
        return None if item is None else (item, item)
    return next(((key, value) for key, value in node.value if key.value == step), None)
