"""Print-outs: the options of each verb that shows something, as one record, and the way to screen or file."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import typer

from campaign.cli.desk import folder_or_none
from campaign.cli.options import Format, Output, Paper, Shape, Sheet
from campaign.cli.terminal import colour, tell, width
from campaign.errors import Problems, Refusal
from campaign.words import say

if TYPE_CHECKING:
    from campaign.content.packs import Library, Root

__all__ = ["SCREEN", "Printing", "printed", "show", "write_out"]

SUFFIXES = {".html": Shape.html, ".htm": Shape.html, ".md": Shape.markdown, ".json": Shape.json}
"""The format of a file where none was said."""

PAGES: dict[Shape, Literal["terminal", "markdown", "html"]] = {
    Shape.terminal: "terminal",
    Shape.markdown: "markdown",
    Shape.html: "html",
}


@dataclass(frozen=True, slots=True)
class Printing:
    """How something is shown: its format, a file or None for standard output, what it is printed on."""

    shape: Shape = Shape.terminal
    output: Path | None = None
    paper: Paper = Paper.a4

    @property
    def on_screen(self) -> bool:
        """Whether it is for eyes alone: the terminal's own format, and no file."""
        return self.shape is Shape.terminal and self.output is None


SCREEN = Printing()
"""On the screen, as it is without any option."""


def printed(verb: Callable[..., None]) -> Callable[..., None]:
    """Gives a verb --format, --output and --paper, which reach it as one argument `printing: Printing`."""
    own = dict(inspect.signature(verb, eval_str=True).parameters)
    del own["printing"]
    knows_context = "ctx" in own

    @wraps(verb)
    def called(
        *, ctx: typer.Context, shape: Shape, output: Path | None, paper: Paper | None, **said: Any
    ) -> None:
        printing = _printing(ctx, shape, output, paper)
        if knows_context:
            said["ctx"] = ctx
        verb(**said, printing=printing)

    options = {"shape": (Format, Shape.terminal), "output": (Output, None), "paper": (Sheet, None)}
    by_name = inspect.Parameter.POSITIONAL_OR_KEYWORD
    parameters = [
        *([] if knows_context else [inspect.Parameter("ctx", by_name, annotation=typer.Context)]),
        *own.values(),
        *(
            inspect.Parameter(name, by_name, default=default, annotation=annotation)
            for name, (annotation, default) in options.items()
        ),
    ]
    # Typer reads both: the one for order and defaults, the other for types.
    called.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    called.__annotations__ = {each.name: each.annotation for each in parameters}
    return called


def _printing(ctx: typer.Context, shape: Shape, output: Path | None, paper: Paper | None) -> Printing:
    if output is not None and shape is Shape.terminal:
        shape = SUFFIXES.get(output.suffix.lower(), shape)
    if paper is None:
        paper = _usual_paper(ctx) if shape is Shape.html else Paper.a4
    return Printing(shape, output, paper)


def _usual_paper(ctx: typer.Context) -> Paper:
    """What the campaign at hand prints on. What is wrong with its file is the verb's to say."""
    with suppress(Problems, Refusal):
        found = folder_or_none(ctx)
        if found is not None and found.file.paper is not None:
            return Paper(found.file.paper)
    return Paper.a4


def show(
    document: str,
    view: Any,
    printing: Printing,
    library: Library | None,
    roots: Sequence[Root] = (),
) -> None:
    """Shows a view in a format, on standard output or in a file.

    A library brings the templates of its system; what belongs to no system has the roots alone.
    """
    system = ""
    if library is not None:
        system, roots = library.id, library.roots
    if printing.shape is Shape.json:
        from campaign.printing.jsonout import as_json

        text = as_json(document, view)
    else:
        from campaign.printing.render import render

        text = render(
            document,
            PAGES[printing.shape],
            view,
            system=system,
            roots=roots,
            colour=printing.on_screen and colour(),
            width=width(),
            paper=printing.paper.value,
        )
    write_out(text, printing.output)


def write_out(text: str, output: Path | None) -> None:
    """Puts text on standard output, or whole into a file; into a pipe or a device as it comes."""
    if output is None:
        sys.stdout.write(text)
        sys.stdout.flush()
        return
    if not output.name:
        raise Refusal(say("“{file}” is no name of a file.", file=output), say("Name the file to write."))
    target = output.resolve()
    _check_own_files(output, target)
    beside = target.with_name(f".{target.name}.new")
    try:
        if target.exists() and not target.is_file():
            target.write_text(text, encoding="utf-8", newline="\n")
        else:
            beside.write_text(text, encoding="utf-8", newline="\n")
            beside.replace(target)
    except OSError as error:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        raise Refusal(
            say("{file} could not be written: {reason}.", file=output, reason=error.strerror or error),
            say("Name another file."),
        ) from error
    tell(say("Written: {file}", file=output), aside=True)


def _check_own_files(output: Path, target: Path) -> None:
    """Raises Refusal for a print-out that would take the place of the campaign's own files."""
    from campaign.place import FILE, nearest

    root = nearest(target.parent)
    if root is None:
        return
    first = target.relative_to(root).parts[0]
    if first in (FILE, "ledger", "secrets", "rosters", "house") or first.startswith("."):
        raise Refusal(
            say("{file} belongs to the campaign itself.", file=output), say("Name a file somewhere else.")
        )
