"""Print-outs: the options of each verb that shows something, as one record, and the way to screen or file."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import typer

from campaign.cli.context import asker, campaign_or_none
from campaign.cli.options import Format, Output, OutputFormat, Paper, Sheet
from campaign.cli.terminal import colour, tell, width
from campaign.errors import Problems, Refusal, WrongUsage, refuse
from campaign.files.disk import is_own, put, within_campaign
from campaign.record import Record
from campaign.words import listed, say

if TYPE_CHECKING:
    from campaign.campaign import Campaign
    from campaign.commands.review import Review
    from campaign.content.library import ContentRoot, Library
    from campaign.printing.pdf import Press


SUFFIXES = {
    ".html": OutputFormat.html,
    ".htm": OutputFormat.html,
    ".pdf": OutputFormat.pdf,
    ".md": OutputFormat.markdown,
    ".json": OutputFormat.json,
}
"""The format of a file where none was said."""

PLAIN = ("", ".txt", ".text")
"""Endings of a file that holds what a terminal shows."""

PAGES: dict[OutputFormat, Literal["terminal", "markdown", "html"]] = {
    OutputFormat.terminal: "terminal",
    OutputFormat.markdown: "markdown",
    OutputFormat.html: "html",
    OutputFormat.pdf: "html",
}


class Printing(Record, kw_only=False):
    """How something is shown: its format, a file or None for standard output, what it is printed on.

    `press` makes the PDF, where that is the format.
    """

    shape: OutputFormat = OutputFormat.terminal
    output: Path | None = None
    paper: Paper = Paper.a4
    press: Press | None = None

    @property
    def on_screen(self) -> bool:
        """Whether it is for eyes alone: the terminal's own format, and no file."""
        return self.shape is OutputFormat.terminal and self.output is None


SCREEN = Printing()
"""On the screen, as it is without any option."""


def printed(verb: Callable[..., None]) -> Callable[..., None]:
    """Gives a verb --format, --output and --paper, which reach it as one argument `printing: Printing`."""
    own = dict(inspect.signature(verb, eval_str=True).parameters)
    del own["printing"]
    knows_context = "ctx" in own

    @wraps(verb)
    def called(
        *, ctx: typer.Context, shape: OutputFormat, output: Path | None, paper: Paper | None, **said: Any
    ) -> None:
        printing = _printing(ctx, shape, output, paper)
        if knows_context:
            said["ctx"] = ctx
        verb(**said, printing=printing)

    options = {"shape": (Format, OutputFormat.terminal), "output": (Output, None), "paper": (Sheet, None)}
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


def _printing(ctx: typer.Context, shape: OutputFormat, output: Path | None, paper: Paper | None) -> Printing:
    piped = output is not None and str(output) == "-"
    if output is not None and not piped:
        _check_place(output)
        said = getattr(ctx.get_parameter_source("shape"), "name", "") == "COMMANDLINE"
        shape = _shape_of(output, shape, said)
    press = _press(output, piped) if shape is OutputFormat.pdf else None
    if paper is None:
        paper = _usual_paper(ctx) if PAGES.get(shape) == "html" else Paper.a4
    return Printing(shape, None if piped else output, paper, press)


def _shape_of(output: Path, shape: OutputFormat, said: bool) -> OutputFormat:
    """The format of a file by its ending, or as said; typer's usage error where the two don't go together."""
    by_ending = SUFFIXES.get(output.suffix.lower())
    if not said and by_ending is None and output.suffix.lower() not in PLAIN:
        raise WrongUsage(
            say(
                "Can’t tell the format from the extension of {file}: use {known}, or give --format.",
                file=output,
                known=listed([*SUFFIXES, PLAIN[1]]),
            )
        )
    if said and by_ending not in (None, shape):
        raise WrongUsage(
            say(
                "The extension of {file} means {one}, but --format is {other}. Leave out one of them.",
                file=output,
                one=by_ending,
                other=shape,
            )
        )
    return shape if said else by_ending or shape


def _check_place(output: Path) -> None:
    """Raises Refusal where no file can lie, before a verb records what it would then not show."""
    if not output.name:
        refuse("“{file}” is not a valid file name.", "Name the file to write.", file=output)
    _check_own_files(output)
    if output.is_dir():
        refuse("{file} is a folder.", "Name a file inside it.", file=output)
    if not output.parent.is_dir():
        refuse(
            "Can’t write {file}: there is no folder {folder}.",
            "Create it first, or name another file.",
            file=output,
            folder=output.parent,
        )


def _press(output: Path | None, piped: bool) -> Press:
    """What makes a PDF, known before the verb writes anything; typer's usage error where none can go."""
    if output is None:
        raise WrongUsage(say("A PDF has to go to a file: name one with -o FILE."))
    if piped and sys.stdout.isatty():
        raise WrongUsage(say("Can’t show a PDF in a terminal: name a file with -o, or pipe the output."))
    from campaign.printing.pdf import press

    return press()


def _usual_paper(ctx: typer.Context) -> Paper:
    """What the campaign at hand prints on. What is wrong with its file is the verb's to say."""
    with suppress(Problems, Refusal):
        found = campaign_or_none(ctx)
        if found is not None and found.file.paper is not None:
            return Paper(found.file.paper)
    return Paper.a4


def show(
    document: str,
    view: Any,
    printing: Printing,
    library: Library | None,
    roots: Sequence[ContentRoot] = (),
    *,
    secret: bool = False,
) -> None:
    """Shows a view in a format, on standard output or in a file; one of a secret is for its owner to read.

    A library brings the templates of its system; what belongs to no system has the roots alone.
    """
    system = ""
    if library is not None:
        system, roots = library.id, library.roots
    text: str | bytes
    if printing.shape is OutputFormat.json:
        from campaign.printing.json import as_json

        text = as_json(document, view)
    else:
        from campaign.printing.render import render

        picture = ""
        output = printing.output
        if (
            printing.shape is OutputFormat.markdown
            and output is not None
            and getattr(view, "board", None) is not None
        ):
            picture = _picture(view, output, system, roots)
        text = render(
            document,
            PAGES[printing.shape],
            view,
            system=system,
            roots=roots,
            colour=printing.on_screen and colour(),
            width=width(),
            paper=printing.paper.value,
            picture=picture,
        )
        if printing.press is not None:
            text = printing.press(text)
    write_out(text, printing.output, private=secret)


def reviewing(campaign: Campaign, printing: Printing, no_input: bool, yes: bool) -> Review:
    """How a verb shows what it is about to write, and asks whether to."""
    from campaign.commands.review import Review

    return Review(
        show=lambda document, view: show(document, view, printing, campaign.library),
        tell=partial(tell, aside=True),
        on_screen=printing.on_screen,
        asker=asker(no_input),
        yes=yes,
    )


def _picture(view: Any, output: Path, system: str, roots: Sequence[ContentRoot]) -> str:
    """Writes the board of a view as a picture beside a page in a file, and gives its name."""
    from campaign.printing.render import render

    beside = output.with_name(f"{output.stem}-board.svg")
    write_out(render("board.svg", "html", view, system=system, roots=roots), beside)
    return beside.name


def write_out(text: str | bytes, output: Path | None, *, private: bool = False) -> None:
    """Puts text or bytes on standard output, or whole into a file; into a pipe or a device as it comes.

    A private file can be read by its owner alone. Raises Refusal where it can't be written.
    """
    data = text.encode("utf-8") if isinstance(text, str) else text
    if output is not None and private:
        _check_kept_from_git(output)
    if output is None:
        if isinstance(text, str):
            sys.stdout.write(text)
        else:
            sys.stdout.buffer.write(text)
        sys.stdout.flush()
        return
    _check_place(output)
    target = output.resolve()
    try:
        if target.exists() and not target.is_file():
            target.write_bytes(data)
        else:
            put(target, data, private=private)
    except OSError as error:
        raise Refusal(
            say("Can’t write {file}: {reason}.", file=output, reason=error.strerror or error),
            say("Name another file."),
        ) from error
    tell(say("Wrote {file}", file=output), aside=True)


def _check_kept_from_git(output: Path) -> None:
    """Raises Refusal for a secret within a campaign, where its group's git would take it along."""
    if within_campaign(output) is not None:
        refuse(
            "{file} would put a secret into the campaign’s folder, where git would pick it up.",
            "Name a file outside it, such as ../{name}.",
            file=output,
            name=output.name,
        )


def _check_own_files(output: Path) -> None:
    """Raises Refusal for a print-out that would take the place of the campaign's own files."""
    place = within_campaign(output)
    if place is not None and is_own(place):
        refuse("{file} belongs to the campaign itself.", "Name a different file.", file=output)
