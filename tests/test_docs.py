"""The README is true: each command in it runs, in order, and what it shows is what comes."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PASSING = re.compile(r"\d{4}-\d{2}-\d{2}|\b[0-9a-f]{6}\b")  # days and ids differ from run to run


def console(name: str) -> list[tuple[str, list[str]]]:
    """Each command of a document, with the lines that it shows of the output."""
    found: list[tuple[str, list[str]]] = []
    for block in BLOCK.findall((ROOT / name).read_text(encoding="utf-8")):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append((line[2:], []))
            else:
                found[-1][1].append(line)
    return found


def pieces(lines: list[str]) -> list[str]:
    """The shown output, cut at each line that says that something is left out."""
    return [
        piece.strip("\n") for piece in re.split(r"^…$", "\n".join(lines), flags=re.MULTILINE) if piece.strip()
    ]


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md"])
def test_every_command_runs_and_shows_what_it_says(name, run, tmp_path, monkeypatch):
    commands = console(name)
    assert commands
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)
    for command, lines in commands:
        words = shlex.split(command)
        if words[0] == "cd":
            monkeypatch.chdir(Path.cwd() / words[1])
            continue
        assert words[0] == "campaign", command
        done = run(*words[1:])
        assert done.code == 0, done.err
        out = PASSING.sub("*", done.out)
        place = 0
        for piece in pieces(lines):
            found = out.find(PASSING.sub("*", piece), place)
            assert found >= 0, f"{command} does not show:\n{piece}"
            place = found + 1
