"""The only writer: entries, secrets and print-outs reach the disk here, all of a command or nothing.

The files of one command are a batch. A journal holding all of them is on disk before the first is
touched, so that whatever ends the program, the next command finishes the batch; an error on the way
is undone at once. Secrets are written before the entries that carry their hashes.

A journal may also arrive with somebody else's folder, or be older than what git has brought since. So it
says which copy of the campaign wrote it and what each file held. It is applied to a campaign's own files
alone, and never to one that has changed meanwhile: what cannot be applied is kept beside it.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NoReturn

from campaign.errors import Refusal, refuse
from campaign.files.disk import bytes_of, inside, is_written_by_commands, put, sync_folder
from campaign.record import Record
from campaign.words import listed, say

LEDGER = "ledger"
JOURNAL = ".campaign-journal"
KEPT = ".campaign-unfinished"
"""What the name of a journal begins with that could not be applied."""
LOCK = ".campaign-lock"
SECRETS = "secrets/"
LOCK_TRIES, LOCK_PAUSE = 40, 0.05  # seconds


@contextlib.contextmanager
def locked(root: Path) -> Iterator[None]:
    """Keeps other commands from writing in this campaign. Raises Refusal where one is writing."""
    try:
        handle = (root / LOCK).open("a+b")
    except OSError as error:
        reason = error.strerror or error
        raise Refusal(
            say("Can’t write here: {reason}.", reason=reason),
            say("Make {root} writable.", root=root),
        ) from error
    with handle:
        _wait_for(handle.fileno())
        yield


if os.name == "nt":  # pragma: no cover - the twin of the lock below

    def _lock(handle: int) -> None:
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]

else:

    def _lock(handle: int) -> None:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _wait_for(handle: int) -> None:
    """A write takes a moment, so a second one waits for it; Refusal where that is in vain."""
    for _ in range(LOCK_TRIES):
        with contextlib.suppress(OSError):
            return _lock(handle)
        time.sleep(LOCK_PAUSE)
    raise Refusal(
        say("Another command is writing to this campaign."), say("Wait until it is done, then try again.")
    )


def commit(root: Path, batch: Mapping[str, str]) -> None:
    """Writes a batch: texts by their path below `root` (with `/`), in that order, all or none.

    Call it with the lock held. Raises Refusal, with everything as it was, where the disk refuses.
    """
    for name in batch:
        if not inside(name):
            raise AssertionError(f"a batch writes outside its campaign: {name}")
    if (root / JOURNAL).exists():
        refuse("An earlier write was interrupted.", "Run the command again: it will finish that one first.")
    before: dict[str, bytes | None] = {}
    try:
        before |= {name: bytes_of(root / name) for name in batch}
        _write(root / JOURNAL, _journal_of(root, batch, before), private=True)
        _apply(root, batch)
    except BaseException as error:
        undone = _undo(root, before)
        if not isinstance(error, OSError):
            raise
        remedy = say("Nothing was changed.") if undone else say("The next command will try to finish this.")
        reason = error.strerror or error
        raise Refusal(say("Can’t write the campaign: {reason}.", reason=reason), remedy) from error


def recover(root: Path) -> bool:
    """Finishes a batch that an earlier command left behind; whether there was one.

    Raises Refusal, with the journal kept, where the disk still refuses or another command is at it. It also
    does where the journal is not of this copy of the campaign, or a file of it has changed meanwhile. Then
    the journal is put aside, and the next command goes on without it.
    """
    if not (root / JOURNAL).exists():
        return False
    try:
        with locked(root):
            data = bytes_of(root / JOURNAL)
            if data is None:
                return False
            batch = _batch_in(root, data)
            changed = sorted(name for name, file in batch.items() if not file.fits(root / name))
            for name, file in batch.items():
                if name not in changed:
                    _write_named(root, name, file.text)
            if changed:
                _refuse_changed(changed, _put_aside(root, data))
            _remove(root / JOURNAL)
    except OSError as error:
        raise Refusal(
            say("Can’t finish an interrupted write: {reason}.", reason=error.strerror or error),
            say("Nothing is lost. Free some space or make the folder writable, then run the command again."),
        ) from error
    return True


class _JournalFile(Record):
    """A file of a batch: its new text, and the hash of what it held (empty where it was not there)."""

    text: str
    held: str

    def fits(self, path: Path) -> bool:
        """Whether the file still holds what the batch replaces, or has been written by it already."""
        return _hash(bytes_of(path)) in (self.held, _hash(self.text.encode()))


def _hash(data: bytes | None) -> str:
    return "" if data is None else hashlib.sha256(data).hexdigest()


def _journal_of(root: Path, batch: Mapping[str, str], before: Mapping[str, bytes | None]) -> bytes:
    files = {name: {"text": text, "held": _hash(before[name])} for name, text in batch.items()}
    return json.dumps({"copy": _copy_of(root), "files": files}, ensure_ascii=True).encode()


def _copy_of(root: Path) -> str:
    """What tells this copy of a campaign from every other: where it lies, as a hash."""
    return _hash(str(root.resolve()).encode())


def _batch_in(root: Path, journal: bytes) -> dict[str, _JournalFile]:
    """The files of a journal. Raises Refusal for one that is damaged, or not of this copy of the campaign."""
    try:
        data = json.loads(journal)
        files = {
            name: _JournalFile(text=file["text"], held=file["held"]) for name, file in data["files"].items()
        }
        known = all(_is_text(name + file.text) and file.held.isascii() for name, file in files.items())
    except (ValueError, RecursionError, LookupError, TypeError, AttributeError):
        known = False
    if not known:
        refuse("The file {file} is damaged.", "Move it away, then check what changed last.", file=JOURNAL)
    if data.get("copy") != _copy_of(root) or not all(_is_own_file(root, name) for name in files):
        refuse(
            "The unfinished write in this folder was not begun by this copy of the campaign.",
            "It is kept in {kept}; run the command again.",
            kept=_put_aside(root, journal),
        )
    return files


def _is_own_file(root: Path, name: str) -> bool:
    """Whether commands write such a file, and no link on the way to it leads elsewhere."""
    if not inside(name) or not is_written_by_commands(name):
        return False
    path = root / name
    return not any(
        each.is_symlink() for each in (path, *path.parents) if each.is_relative_to(root) and each != root
    )


def _put_aside(root: Path, journal: bytes) -> str:
    """Renames the journal so that nothing applies it any more; its new name."""
    name = f"{KEPT}-{_hash(journal)[:8]}"
    (root / JOURNAL).replace(root / name)
    return name


def _refuse_changed(changed: list[str], kept: str) -> NoReturn:
    refuse(
        "The last command was cut off, and since then something else has changed {names}.",
        "What it was to write is kept in {kept}; see “campaign log”, and run the command again.",
        names=listed(changed),
        kept=kept,
    )


def _is_text(text: str) -> bool:
    """Whether it can be written as UTF-8: half characters can't."""
    return not any("\ud800" <= letter <= "\udfff" for letter in text)


def _apply(root: Path, batch: Mapping[str, str]) -> None:
    for name, text in batch.items():
        _write_named(root, name, text)
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


def _write_named(root: Path, name: str, text: str) -> None:
    _write(root / name, text.encode(), private=name.startswith(SECRETS))


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
