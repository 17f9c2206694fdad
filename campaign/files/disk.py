"""Files on the disk: each is old or new and never in between, and none lies outside its folder."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path, PurePosixPath

__all__ = ["bytes_of", "inside", "put", "sync_folder"]


def inside(name: str) -> bool:
    """Whether it is a path, with `/`, that can't lead out of a folder, on any system."""
    path = PurePosixPath(name)
    return (
        bool(path.parts)
        and not path.is_absolute()
        and ".." not in path.parts
        and not set(name) & {"\\", ":", "\0"}
    )


def bytes_of(path: Path) -> bytes | None:
    """What is in a file; None where there is none. Raises OSError."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def put(path: Path, data: bytes, *, private: bool = False, lasting: bool = False) -> None:
    """Writes a file whole, or leaves it as it was and raises OSError; its folder must be there.

    A private one can be read by its owner alone, on systems that know such a thing; a lasting one outlives a
    power cut once this returns.
    """
    beside = path.with_name(f".{path.name}.new")
    try:
        beside.touch(mode=0o600 if private else 0o666)
        if private:
            beside.chmod(0o600)  # a run that was cut off may have left one that is open to all
        with beside.open("wb") as handle:
            handle.write(data)
            if lasting:
                handle.flush()
                os.fsync(handle.fileno())
        beside.replace(path)
    except BaseException:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        raise
    if lasting:
        sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """What was made, renamed and removed in a folder outlives a power cut once this returns."""
    if os.name == "nt":  # pragma: no cover - Windows can't open folders; its renames are journaled
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
