"""Files on the disk: each is old or new and never in between, and none lies outside its folder."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path, PurePosixPath

from campaign.errors import Refusal
from campaign.words import say


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


FILE = "campaign.yaml"
WRITTEN = frozenset({FILE, ".gitignore", ".gitattributes"})
WRITTEN_BELOW = frozenset({"ledger", "briefings", "secrets", "rosters", "house"})
OWN = frozenset({FILE, "ledger", "secrets", "rosters", "house"})


def nearest(start: Path) -> Path | None:
    """The nearest folder, upwards, that holds a campaign."""
    for folder in (start, *start.parents):
        if (folder / FILE).is_file():
            return folder
    return None


def within_campaign(path: Path) -> Path | None:
    """Where a file or folder lies in the campaign around it; None outside of any."""
    target = path.resolve()
    root = nearest(target)
    return None if root is None else target.relative_to(root)


def is_written_by_commands(name: str) -> bool:
    """Whether a path in a campaign, with `/`, is that of a file which commands write there."""
    first, *below = PurePosixPath(name).parts
    return (
        name in WRITTEN
        if not below
        else first in WRITTEN_BELOW and not any(part.startswith(".") for part in below)
    )


def is_own(place: Path) -> bool:
    """Whether a place in a campaign is one of those that campaigns are made of, where no print-out may go.

    Case does not tell names apart, as it doesn't on Windows and macOS.
    """
    first = place.parts[0].casefold() if place.parts else ""
    return first in OWN or first.startswith(".")


def make_folder(root: Path) -> None:
    """Makes the folder and those above it. Raises Refusal where the disk refuses."""
    try:
        root.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refusal(
            say("Can’t create {root}: {reason}.", root=root, reason=error.strerror or error),
            say("Name another folder."),
        ) from error
