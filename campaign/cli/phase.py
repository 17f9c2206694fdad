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
    """Close a phase of the campaign; its table is kept as it stands."""


@app.command(epilog=example('campaign phase close "Spring" --reason "six rounds are played"'))
@printed
def close(
    ctx: typer.Context,
    printing: Printing,
    name: Annotated[str, typer.Argument(help=say("What the phase is called that ends."))],
    reason: Annotated[str, typer.Option(metavar="TEXT", help=say("Why; it is kept."))] = "",
    played: Played = None,
    by: By = None,
) -> None:
    """Close a phase: the table after everything that was played until then is kept for good.

    What goes on into the next one stands in campaign.yaml, “phases: {carry: all}”: all, or resources alone,
    so that games count anew, or nothing. “campaign standings --phase NAME” shows the table again, and says
    what would stand there otherwise by later corrections.
    """
    from campaign.commands.phase import close as write
    from campaign.printing.ledger.phases import phase_view

    at = campaign_of(ctx)
    closed = write(at, name, reason, author_named(by), played_on(played))
    show("phase", phase_view(at.file.name, at.state, closed), printing, at.library)
