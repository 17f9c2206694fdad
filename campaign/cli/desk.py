"""What every verb needs around it: the campaign, who writes, who may be asked, where output goes."""

from __future__ import annotations

import getpass
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, date, datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from campaign.cli.terminal import Terminal, colour, width
from campaign.errors import MissingAnswer, Refusal, did_you_mean
from campaign.words import say

__all__ = [
    "OPEN", "By", "Confirmed", "Format", "NoInput", "Output", "Played", "Reason", "Shape", "asker", "example",
    "extras",
    "folder", "folder_or_none", "hand", "now", "played_on", "reason_of", "show", "whole", "write_out",
]  # fmt: skip


class Shape(StrEnum):
    """The formats of everything that is shown."""

    terminal = "terminal"
    markdown = "markdown"
    html = "html"
    json = "json"


PAGES: dict[Shape, Literal["terminal", "markdown", "html"]] = {
    Shape.terminal: "terminal",
    Shape.markdown: "markdown",
    Shape.html: "html",
}


OPEN = {"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": ["--help", "-h"]}
"""A verb's settings that let content bring options of its own; `extras` reads them."""

Format = Annotated[
    Shape, typer.Option("--format", "-f", metavar="FORMAT", help="terminal, markdown, html or json.")
]
Output = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", help=say("Write it to a file."))
]
By = Annotated[str | None, typer.Option("--by", metavar="NAME", help=say("Who records this."))]
NoInput = Annotated[bool, typer.Option("--no-input", help=say("Ask nothing; a missing answer is an error."))]
Confirmed = Annotated[bool, typer.Option("--yes", "-y", help=say("Write without asking once more."))]
Played = Annotated[
    str | None, typer.Option("--played", metavar="DATE", help=say("The day, such as 2026-03-14; else today."))
]
Reason = Annotated[str, typer.Option("--reason", metavar="TEXT", help=say("Why; it is kept."))]


LINE = 74
"""As many letters as an example may have in one line of a help page."""


def example(text: str) -> str:
    """A help page's example, to be typed as it stands.

    {system}, {test} and {resource} become those of the first game system at hand.
    """
    if "{" in text:
        from campaign.content.packs import built_in, known_systems

        root = built_in()
        first = next(iter(known_systems([root])), "SYSTEM")
        folder = root.folder / "missions" / first
        text = text.replace("{system}", first)
        text = text.replace("{test}", _first_id(folder / "tests.yaml", "tests") or "TEST")
        text = text.replace("{resource}", _first_id(folder / "system.yaml", "resources") or "RESOURCE")
    if len(text) > LINE:
        text = text.replace(" --", " \\\n    --")
    return f"\b\nExample:\n  {text}"


def _first_id(path: Path, key: str) -> str:
    """The first id below a key, found without reading the file as YAML; empty where there is none."""
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    found = re.search(rf"^{key}:\n +- (?:\{{ *)?id: (\w[\w-]*)", text, re.MULTILINE)
    return found[1] if found else ""


def now() -> datetime:
    """This moment."""
    return datetime.now(UTC)


def folder_or_none(ctx: typer.Context) -> Any:
    """The campaign at hand, or None outside of one."""
    from campaign.place import nearest

    said: Path | None = ctx.obj
    root = said.resolve() if said is not None else nearest(Path.cwd())
    if root is None:
        return None
    from campaign.folder import Folder

    return Folder.open(root)


def folder(ctx: typer.Context) -> Any:
    """The campaign at hand. Raises Refusal outside of one."""
    found = folder_or_none(ctx)
    if found is None:
        raise Refusal(
            say("There is no campaign here."),
            say("Start one with “campaign new”, or name its folder: campaign -C DIR …"),
        )
    return found


def hand(by: str | None) -> Any:
    """Who writes: as said, else CAMPAIGN_BY, else git's user.name, else the login name."""
    from campaign.folder import Hand

    name = by or os.environ.get("CAMPAIGN_BY") or _git_name() or _login()
    return Hand(" ".join(name.split())[:60] or "somebody", now())


def _git_name() -> str:
    with suppress(OSError, subprocess.SubprocessError):
        done = subprocess.run(
            ["git", "config", "user.name"],
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=5,
            check=False,
        )
        return done.stdout.strip()
    return ""


def _login() -> str:
    with suppress(OSError, KeyError, ImportError):
        return getpass.getuser()
    return ""


def asker(no_input: bool) -> Terminal | None:
    """Who may be asked; nobody with --no-input."""
    return None if no_input else Terminal()


def reason_of(reason: str, no_input: bool) -> str:
    """The reason as said, or as asked for."""
    if reason.strip():
        return reason.strip()
    terminal = asker(no_input)
    if terminal is None:
        raise MissingAnswer(say("This needs its reason."), say("Give it with --reason."))
    note = ""
    while True:
        if text := terminal.line("Reason:", None, note).strip():
            return text
        note = say("A correction without a reason helps nobody: write a few words.")


def whole(text: str) -> int | None:
    """The whole number that was typed, or None."""
    return int(text) if re.fullmatch(r"\s*[+-]?[0-9]{1,6}\s*", text) else None


def played_on(text: str | None) -> date:
    """The day that was said, or today where the players are."""
    if text is None:
        return now().astimezone().date()
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Refusal(say("“{text}” is no day.", text=text), say("Write it like 2026-03-14.")) from None


def extras(arguments: Sequence[str], values: Sequence[str], flags: Sequence[str]) -> dict[str, str]:
    """Options that content brings: `--NAME VALUE`, `--NAME=VALUE`, and for flags `--NAME` and `--no-NAME`.

    Names are ids, with `-` for `_`. Raises typer's usage error for one that the content does not know.
    """
    by_option = {f"--{name.replace('_', '-')}": name for name in (*values, *flags)}
    found: dict[str, str] = {}
    left = list(arguments)
    while left:
        option, equals, value = left.pop(0).partition("=")
        key = option.replace("_", "-") if option.startswith("--") else option
        name = by_option.get(key)
        if name is None and key.startswith("--no-") and f"--{key[5:]}" in by_option:
            name, value, equals = by_option[f"--{key[5:]}"], "0", "="
        elif name in flags and not equals:
            value, equals = "1", "="
        if name is None:
            near = did_you_mean(key, by_option)
            raise typer.BadParameter(
                say("There is no option {option}. {near}", option=option, near=near).strip()
            )
        if not equals:
            if not left:
                raise typer.BadParameter(say("{option} needs a value.", option=option))
            value = left.pop(0)
        found[name] = value
    return found


def show(
    document: str, view: Any, shape: Shape, output: Path | None, system: str, roots: Sequence[Any]
) -> None:
    """Shows a view in a format, on standard output or in a file."""
    if shape is Shape.json:
        from campaign.printing.jsonout import as_json

        text = as_json(document, view)
    else:
        from campaign.printing.render import render

        plain = output is not None or shape is not Shape.terminal
        text = render(
            document,
            PAGES[shape],
            view,
            system=system,
            roots=roots,
            colour=not plain and colour(),
            width=width(),
        )
    write_out(text, output)


def write_out(text: str, output: Path | None) -> None:
    """Puts text on standard output, or whole into a file."""
    if output is None:
        sys.stdout.write(text)
        return
    if not output.name:
        raise Refusal(say("“{output}” is no name of a file.", output=output), say("Name the file to write."))
    beside = output.with_name(f".{output.name}.new")
    try:
        beside.write_text(text, encoding="utf-8", newline="\n")
        beside.replace(output)
    except OSError as error:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        raise Refusal(
            say("{output} could not be written: {reason}.", output=output, reason=error.strerror or error),
            say("Name another file."),
        ) from error
    print(f"Written: {output}", file=sys.stderr)
