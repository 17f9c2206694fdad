"""What a verb loads and makes until it has answered, counted in a process of its own.

Modules of the product and classes of records are what its start is made of, besides Typer and Jinja: a count
needs no clock, so tests/test_startup.py bounds it, and `make bench` shows it beside the time.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from campaign.content.library import built_in, known_systems
from campaign.record import Record, field

ROOT = Path(__file__).resolve().parent.parent.parent
TAB = {"_CAMPAIGN_COMPLETE": "complete_bash", "COMP_WORDS": "campaign\nse", "COMP_CWORD": "1"}
"""How bash asks for the verbs that begin with `se`."""

COUNTING = """
import sys
from campaign.__main__ import main

code = main(sys.argv[1:])

def kinds(kind):
    return {kind}.union(*map(kinds, kind.__subclasses__()))

names = sorted(name for name in sys.modules if name.partition(".")[0] == "campaign")
record = sys.modules.get("campaign.record")
print(code, len(kinds(record.Record)) if record else 0, *names, *({"typer", "jinja2"} & {*sys.modules}), file=sys.stderr)
"""


class Start(Record, kw_only=False):
    """A command: its words, how many times `python -c pass` it should take at most, its exit code, and what its
    environment has besides.
    """

    words: tuple[str, ...]
    goal: float | None = None
    code: int = 0
    environment: dict[str, str] = field(default_factory=dict)


class Loaded(NamedTuple):
    """The product's modules and record classes, and whether Typer and Jinja had to come."""

    modules: frozenset[str]
    records: int
    libraries: frozenset[str]


def starts(empty: Path) -> dict[str, Start]:
    """By name, the verbs of which the start counts; `empty` is a campaign in which nothing was played."""
    found = {
        "Tab on a verb": Start((), 3, environment=TAB),
        "--version": Start(("--version",), 1.3),
        "--help": Start(("--help",), 6),
    }
    for verb in ("log", "ledger", "standings"):
        found[f"{verb}, empty"] = Start(("-C", str(empty), verb), 12)
    for system in known_systems([built_in()]):
        words = ("setup", "--system", system, "--team", "A", "--team", "B", "--seed", "7", "--practice")
        found[f"setup, {system}"] = Start(words, 14)
        found[f"setup, {system}, HTML"] = Start((*words, "--format", "html"), 18)
    found["void, of nothing"] = Start(("-C", str(empty), "void", "1", "--reason", "none"), 12, code=1)
    attack = ("odds", "marine:c-14", "zealot", "--system", "starcraft", "--models", "6")
    found["odds"] = Start(attack, 14)
    return found


def loaded(start: Start) -> Loaded:
    """Raises RuntimeError where the command fails."""
    done = subprocess.run(
        [sys.executable, "-c", COUNTING, *start.words],
        check=True, capture_output=True, text=True, encoding="utf-8",
        env=os.environ | {"PYTHONPATH": str(ROOT)} | start.environment,
    )  # fmt: skip
    code, records, *names = done.stderr.splitlines()[-1].split(" ")
    if code != str(start.code):
        raise RuntimeError(done.stderr)
    libraries = frozenset(names) & {"typer", "jinja2"}
    return Loaded(frozenset(names) - libraries, int(records), libraries)
