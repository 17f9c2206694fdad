"""`campaign phase`: closing a phase."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli.context import campaign_of
from campaign.cli.options import By, Played
from campaign.cli.pages import example, verb
from campaign.cli.printout import Printing, printed, show
from campaign.commands.author import author_named, played_on
from campaign.words import say

app = verb()


@app.callback(no_args_is_help=True, epilog=example('campaign phase close "Autumn"'))
def phase() -> None:
    """Close a phase of the campaign and keep its table."""


@app.command(epilog=example('campaign phase close "Spring" --reason "six rounds are played"'))
@printed
def close(
    ctx: typer.Context,
    printing: Printing,
    name: Annotated[str, typer.Argument(help=say("The name of the phase that ends."))],
    reason: Annotated[str, typer.Option(metavar="TEXT", help=say("The reason, kept in the log."))] = "",
    played: Played = None,
    by: By = None,
) -> None:
    """Close a phase: the table after everything played so far is kept for good.

    What carries over into the next phase is set in campaign.yaml as “phases: {carry: all}”: all; resources
    only, so that games are counted anew; or nothing. “campaign standings --phase NAME” shows the table again,
    and notes what later corrections would change in it.
    """
    from campaign.commands.phase import close as write
    from campaign.printing.ledger.phases import phase_view

    at = campaign_of(ctx)
    closed = write(at, name, reason, author_named(by), played_on(played))
    show("phase", phase_view(at.file.name, at.state, closed), printing, at.library)
