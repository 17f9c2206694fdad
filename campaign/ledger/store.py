"""The only writer: entries, secrets and print-outs reach the disk here, all of a command or nothing.

The files of one command are a batch. A journal holding all of them is on disk before the first is
touched, so that whatever ends the program, the next command finishes the batch; an error on the way
is undone at once. Secrets are written before the entries that carry their hashes.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import time
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from campaign.errors import Problem, Problems, Refusal
from campaign.files.disk import bytes_of, inside, put, sync_folder
from campaign.files.schema import problem_at, structure, unstructure
from campaign.files.yamlfile import dump, edit, parse, read
from campaign.ledger.entries import Entry, Filed, Step
from campaign.ledger.entry_checks import entry_faults
from campaign.words import say

__all__ = [
    "append", "appended_text", "commit", "entry_text", "filing", "locked", "name_for", "read_entries",
    "recover", "slug",
]  # fmt: skip

LEDGER = "ledger"
JOURNAL = ".campaign-journal"
LOCK = ".campaign-lock"
SECRETS = "secrets/"
LOCK_TRIES, LOCK_PAUSE = 40, 0.05  # seconds
_FIRST_ITEM = re.compile(r"^steps:[ \t]*(?:#[^\n]*)?\n(?:[ \t]*(?:#[^\n]*)?\n)*( *)- ", re.MULTILINE)


def slug(text: str, most: int = 40) -> str:
    """The text in small letters, digits and hyphens, which every file system allows; never empty."""
    plain = unicodedata.normalize("NFKD", text.casefold()).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:most].strip("-") or "x"


def name_for(made: datetime, what: Iterable[str], token: str) -> str:
    """An entry's name: the moment (UTC, milliseconds), a slug of `what`, six hexadecimal digits."""
    moment = made.astimezone(UTC)
    return f"{moment:%Y%m%dT%H%M%S}{moment.microsecond // 1000:03d}Z-{slug('-'.join(what))}-{token}"


# --- texts ---


def entry_text(entry: Entry) -> str:
    """The entry as a file of our own holds it. Raises Refusal for what no file can hold."""
    return _proven(_dumped(unstructure(entry)), entry)


def append(filed: Filed, steps: Iterable[Step]) -> Filed:
    """The entry with further steps; what is written already never changes."""
    return replace(filed, entry=replace(filed.entry, steps=(*filed.entry.steps, *steps)))


def appended_text(old_text: str, filed: Filed) -> str:
    """The entry's file, which holds its first steps, with the rest of them: comments and spelling are kept.

    Raises Refusal where the file holds something else, Problems where nothing can be added by itself.
    """
    data = parse(old_text).data
    old, faults = structure(Entry, data)
    written = 0 if old is None else len(old.steps)
    if faults or replace(filed.entry, steps=filed.entry.steps[:written]) != old:
        raise Refusal(
            say("The file of the entry “{name}” has changed.", name=filed.name),
            say("Call the command again."),
        )
    new = unstructure(filed.entry)["steps"][written:]
    text = _with_items(old_text, new)
    if _data_of(text) != {**data, "steps": [*data["steps"], *new]}:
        text = edit(old_text, [(("steps", written + place), step) for place, step in enumerate(new)])
    return _proven(text, filed.entry)


def filing(root: Path, filed: Filed) -> dict[str, str]:
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
            say("This can’t be written: {error}.", error=error), say("Write it in other words.")
        ) from error


def _proven(text: str, entry: Entry) -> str:
    """The text, read back and compared."""
    again, faults = structure(Entry, parse(text).data)
    if faults:
        raise Refusal(say("This can’t be written: {message}", message=faults[0].message), faults[0].remedy)
    if again != entry:
        raise AssertionError(f"an entry does not survive its own file: {again}")
    return text


def _with_items(text: str, steps: Sequence[Any]) -> str:
    """The text with the items at its end, indented as the first one; right where `steps` is its last key."""
    first = _FIRST_ITEM.search(text.replace("\r\n", "\n"))
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


def read_entries(folder: Path) -> list[Filed]:
    """Every entry below `folder`, in the order of their names. Raises Problems with those of all files."""
    found: dict[str, Filed] = {}
    problems: list[Problem] = []
    files = (path for path in folder.rglob("*.yaml") if path.is_file() and not path.name.startswith("."))
    for path in sorted(files, key=lambda each: (each.name, each)):
        try:
            filed = _read_entry(path)
        except Problems as wrong:
            problems += wrong.problems
            continue
        if filed.name in found:
            message = say("The entry “{name}” is there twice.", name=filed.name)
            problems.append(Problem("twice", message, say("Keep one of the files."), path))
        found[filed.name] = filed
    if problems:
        raise Problems(problems)
    return list(found.values())


def _read_entry(path: Path) -> Filed:
    document = read(path)
    entry, faults = structure(Entry, document.data, path)
    if entry is not None and not faults:
        faults = entry_faults(path.stem, entry)
    if entry is None or faults:
        raise Problems(problem_at(document, fault) for fault in faults)
    return Filed(path.stem, entry)


# --- writing ---


@contextlib.contextmanager
def locked(root: Path) -> Iterator[None]:
    """Keeps other commands from writing in this campaign. Raises Refusal where one is writing."""
    try:
        handle = (root / LOCK).open("a+b")
    except OSError as error:
        reason = error.strerror or error
        raise Refusal(
            say("Nothing can be written here: {reason}.", reason=reason),
            say("Give access to {root}.", root=root),
        ) from error
    with handle:
        _wait_for(handle.fileno())
        yield


def _wait_for(handle: int) -> None:
    """A write takes a moment, so a second one waits for it; Refusal where that is in vain."""
    for _ in range(LOCK_TRIES):
        with contextlib.suppress(OSError):
            return _lock(handle)
        time.sleep(LOCK_PAUSE)
    raise Refusal(say("Another command is writing in this campaign."), say("Wait for it and try again."))


if os.name == "nt":  # pragma: no cover - the twin of the lock below

    def _lock(handle: int) -> None:
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]

else:

    def _lock(handle: int) -> None:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def commit(root: Path, batch: Mapping[str, str]) -> None:
    """Writes a batch: texts by their path below `root` (with `/`), in that order, all or none.

    Call it with the lock held. Raises Refusal, with everything as it was, where the disk refuses.
    """
    for name in batch:
        if not inside(name):
            raise AssertionError(f"a batch writes outside its campaign: {name}")
    if (root / JOURNAL).exists():
        raise Refusal(
            say("An earlier write was cut off."), say("Call the command again: it finishes that one first.")
        )
    before: dict[str, bytes | None] = {}
    try:
        before |= {name: bytes_of(root / name) for name in batch}
        _write(root / JOURNAL, json.dumps(dict(batch), ensure_ascii=True).encode(), private=True)
        _apply(root, batch)
    except BaseException as error:
        undone = _undo(root, before)
        if not isinstance(error, OSError):
            raise
        remedy = say("Nothing was changed.") if undone else say("The next command will try to finish it.")
        reason = error.strerror or error
        raise Refusal(say("The campaign could not be written: {reason}.", reason=reason), remedy) from error


def recover(root: Path) -> bool:
    """Finishes a batch that an earlier command left behind; whether there was one.

    Raises Refusal, with the journal kept, where the disk still refuses or another command is at it.
    """
    if not (root / JOURNAL).exists():
        return False
    try:
        with locked(root):
            data = bytes_of(root / JOURNAL)
            if data is None:
                return False
            _apply(root, _batch_in(data))
    except OSError as error:
        raise Refusal(
            say("A write that was cut off could not be finished: {reason}.", reason=error.strerror or error),
            say("Make room or give access to the folder, then call again; the whole of it is kept."),
        ) from error
    return True


def _batch_in(journal: bytes) -> dict[str, str]:
    """What a journal holds. It may come from elsewhere with the folder, so its paths are looked at too."""
    try:
        batch = json.loads(journal)
    except (ValueError, RecursionError):
        batch = None
    if not isinstance(batch, dict) or not all(
        isinstance(text, str) and inside(name) and _is_text(name + text) for name, text in batch.items()
    ):
        raise Refusal(
            say("The file {file} is damaged.", file=JOURNAL),
            say("Move it away, then look at what changed last."),
        )
    return batch


def _is_text(text: str) -> bool:
    """Whether it can be written as UTF-8: half characters can't."""
    return not any("\ud800" <= letter <= "\udfff" for letter in text)


def _apply(root: Path, batch: Mapping[str, str]) -> None:
    for name, text in batch.items():
        _write(root / name, text.encode(), private=name.startswith(SECRETS))
    _remove(root / JOURNAL)


def _undo(root: Path, before: Mapping[str, bytes | None]) -> bool:
    """Puts everything back; if even that fails, the journal stays and the next command finishes the batch.

    Without a journal nothing has begun, or all is done.
    """
    try:
        if (root / JOURNAL).exists():
            for name, data in before.items():
                if data is None:
                    _remove(root / name)
                elif bytes_of(root / name) != data:
                    _write(root / name, data, private=name.startswith(SECRETS))
            _remove(root / JOURNAL)
    except OSError:
        return False
    return True


def _write(path: Path, data: bytes, *, private: bool = False) -> None:
    _make_folder(path.parent)
    put(path, data, private=private, lasting=True)


def _make_folder(folder: Path) -> None:
    """The folder, and those above it that are missing, each on the disk."""
    if not folder.is_dir():
        _make_folder(folder.parent)
        folder.mkdir(exist_ok=True)
        sync_folder(folder.parent)


def _remove(path: Path) -> None:
    """A removal that a power cut takes back does no harm: the journal would only write the same again."""
    path.unlink(missing_ok=True)
    with contextlib.suppress(OSError):
        sync_folder(path.parent)
