"""Entries as files: their names, their texts, and steps appended to what people may have edited."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from campaign.errors import Problem, Problems, Refusal, refuse
from campaign.files.canonical_dump import dump
from campaign.files.schema import problem_at, structure, unstructure
from campaign.files.yamlfile import edit, parse, read
from campaign.ledger.entries import Entry, Step, StoredEntry
from campaign.ledger.entry_checks import entry_faults
from campaign.ledger.journal import LEDGER
from campaign.names import slug
from campaign.record import replace
from campaign.words import say

_FIRST_ITEM = r"(?m)^steps:[ \t]*(?:#[^\n]*)?\n(?:[ \t]*(?:#[^\n]*)?\n)*( *)- "


def name_for(made: datetime, what: Iterable[str], token: str) -> str:
    """An entry's name: the moment (UTC, milliseconds), a slug of `what`, six hexadecimal digits."""
    moment = made.astimezone(UTC)
    return f"{moment:%Y%m%dT%H%M%S}{moment.microsecond // 1000:03d}Z-{slug('-'.join(what))}-{token}"


# --- texts ---


def entry_text(entry: Entry) -> str:
    """The entry as a file of our own holds it. Raises Refusal for what no file can hold."""
    return _proven(_dumped(unstructure(entry)), entry)


def append(filed: StoredEntry, steps: Iterable[Step]) -> StoredEntry:
    """The entry with further steps; what is written already never changes."""
    return replace(filed, entry=replace(filed.entry, steps=(*filed.entry.steps, *steps)))


def appended_text(old_text: str, filed: StoredEntry) -> str:
    """The entry's file, which holds its first steps, with the rest of them: comments and spelling are kept.

    Raises Refusal where the file holds something else, Problems where nothing can be added by itself.
    """
    data = parse(old_text).data
    old, faults = structure(Entry, data)
    written = 0 if old is None else len(old.steps)
    if faults or replace(filed.entry, steps=filed.entry.steps[:written]) != old:
        refuse(
            "The file of the entry “{name}” has changed in the meantime.",
            "Run the command again.",
            name=filed.name,
        )
    new = unstructure(filed.entry)["steps"][written:]
    text = _with_items(old_text, new)
    if _data_of(text) != {**data, "steps": [*data["steps"], *new]}:
        text = edit(old_text, [(("steps", written + place), step) for place, step in enumerate(new)])
    return _proven(text, filed.entry)


def filing(root: Path, filed: StoredEntry) -> dict[str, str]:
    """The batch that files this entry: a new file in ledger/, or the file it has with the steps it lacks.

    Raises Refusal for an entry that could be written and not be read again.
    """
    wrong = entry_faults(filed.name, filed.entry)
    if wrong:
        raise Refusal(wrong[0].message, wrong[0].remedy)
    found = next((root / LEDGER).rglob(f"{filed.name}.yaml"), None)
    if found is None:
        return {f"{LEDGER}/{filed.name}.yaml": entry_text(filed.entry)}
    return {found.relative_to(root).as_posix(): appended_text(read(found).text, filed)}


def _dumped(data: Any) -> str:
    try:
        return dump(data)
    except ValueError as error:
        raise Refusal(
            say("Can’t write this: {error}.", error=error), say("Put it in other words.")
        ) from error


def _proven(text: str, entry: Entry) -> str:
    """The text, read back and compared."""
    again, faults = structure(Entry, parse(text).data)
    if faults:
        raise Refusal(say("Can’t write this: {message}", message=faults[0].message), faults[0].remedy)
    if again != entry:
        raise AssertionError(f"an entry does not survive its own file: {again}")
    return text


def _with_items(text: str, steps: Sequence[Any]) -> str:
    """The text with the items at its end, indented as the first one; right where `steps` is its last key."""
    first = re.search(_FIRST_ITEM, text.replace("\r\n", "\n"))
    if not first or not steps:
        return text
    added = [first[1] + line[2:] for line in _dumped({"steps": steps}).splitlines()[1:]]
    end = "\r\n" if "\r\n" in text else "\n"
    return text + ("" if text.endswith("\n") else end) + "".join(line + end for line in added)


def _data_of(text: str) -> Any:
    try:
        return parse(text).data
    except Problems:
        return None


# --- reading ---


def read_entries(folder: Path) -> list[StoredEntry]:
    """Every entry below `folder`, in the order of their names. Raises Problems with those of all files."""
    found: dict[str, StoredEntry] = {}
    problems: list[Problem] = []
    files = (path for path in folder.rglob("*.yaml") if path.is_file() and not path.name.startswith("."))
    for path in sorted(files, key=lambda each: (each.name, each)):
        try:
            filed = _read_entry(path)
        except Problems as wrong:
            problems += wrong.problems
            continue
        if filed.name in found:
            message = say("The entry “{name}” exists twice.", name=filed.name)
            problems.append(Problem("twice", message, say("Keep only one of the files."), path))
        found[filed.name] = filed
    if problems:
        raise Problems(problems)
    return list(found.values())


def _read_entry(path: Path) -> StoredEntry:
    document = read(path)
    entry, faults = structure(Entry, document.data, path)
    if entry is not None and not faults:
        faults = entry_faults(path.stem, entry)
    if entry is None or faults:
        raise Problems(problem_at(document, fault) for fault in faults)
    return StoredEntry(path.stem, entry)


# --- writing ---


class Author:
    """Who writes, and when; each entry made gets a moment of its own, so that many keep their order."""

    def __init__(self, by: str, now: datetime, tokens: Sequence[str] | None = None) -> None:
        self.by = by
        self.at = now.replace(microsecond=now.microsecond // 1000 * 1000)
        self._made = 0
        self._tokens = list(tokens or ())

    def name(self, what: Sequence[str]) -> str:
        """A new entry's name."""
        import secrets

        moment = self.at + timedelta(milliseconds=self._made)
        self._made += 1
        return name_for(moment, what, self._tokens.pop(0) if self._tokens else secrets.token_hex(3))
