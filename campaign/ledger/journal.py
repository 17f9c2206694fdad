"""The only writer: entries, secrets and print-outs reach the disk here, all of a command or nothing.

The files of one command are a batch. A journal holding all of them is on disk before the first is
touched, so that whatever ends the program, the next command finishes the batch; an error on the way
is undone at once. Secrets are written before the entries that carry their hashes.
"""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from campaign.errors import Refusal
from campaign.files.disk import bytes_of, inside, put, sync_folder
from campaign.words import say

LEDGER = "ledger"
JOURNAL = ".campaign-journal"
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
            say("Nothing can be written here: {reason}.", reason=reason),
            say("Give access to {root}.", root=root),
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
    raise Refusal(say("Another command is writing in this campaign."), say("Wait for it and try again."))


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
