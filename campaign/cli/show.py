"""`campaign show`."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli.completing import entries
from campaign.cli.context import campaign_of
from campaign.cli.pages import example, verb
from campaign.cli.printout import Printing, printed
from campaign.cli.printout import show as show_view
from campaign.words import say

app = verb()


@app.command(epilog=example("campaign show 3"))
@printed
def show(
    ctx: typer.Context,
    printing: Printing,
    entry: Annotated[
        str,
        typer.Argument(help=say("A battle’s number, or the end of any entry’s id."), autocompletion=entries),
    ],
) -> None:
    """Show everything recorded about one battle or entry, from the ledger alone."""
    from campaign.printing.history import show_view as view_of

    at = campaign_of(ctx)
    view = view_of(at.state, at.entry(entry))
    show_view("show", view, printing, at.library)
