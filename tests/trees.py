"""Folders of small files, written inline: what a test reads stands in the test."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent


def write_tree(root: Path, files: Mapping[str, str | bytes]) -> Path:
    """Writes each text (dedented, without its first newline) or bytes under `root`, byte for byte.

    A name with a slash at its end is an empty folder.
    """
    root.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        path = root / name
        if name.endswith("/"):
            path.mkdir(parents=True, exist_ok=True)
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, str):
            path.write_bytes(dedent(content.removeprefix("\n")).encode("utf-8"))
        else:
            path.write_bytes(content)
    return root


def read_tree(root: Path) -> dict[str, bytes]:
    """Every file below `root`, by its name with slashes: two of these tell whether anything changed."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file()
    }
