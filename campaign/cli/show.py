"""`campaign show`."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli.completing import entries
from campaign.cli.desk import folder
from campaign.cli.desk import show as show_view
from campaign.cli.options import Format, Output, Shape
from campaign.cli.pages import example, verb
from campaign.words import say

app = verb()


@app.command(epilog=example("campaign show 3"))
def show(
    ctx: typer.Context,
    entry: Annotated[
        str,
        typer.Argument(help=say("A battle's number, or the end of any entry's id."), autocompletion=entries),
    ],
    shape: Format = Shape.terminal,
    output: Output = None,
) -> None:
    """Everything that was entered of one battle or entry, from the ledger alone."""
    from campaign.printing.trail import show_view as view_of

    at = folder(ctx)
    view = view_of(at.state, at.entry(entry))
    show_view("show", view, shape, output, at.library)
