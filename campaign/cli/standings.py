"""`campaign standings`."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli.completing import phases
from campaign.cli.context import campaign_of
from campaign.cli.pages import example, verb
from campaign.cli.printout import Printing, printed, show
from campaign.commands.author import now
from campaign.words import say

app = verb()


@app.command(epilog=example("campaign standings"))
@printed
def standings(
    ctx: typer.Context,
    printing: Printing,
    phase: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help=say("Show the final table of a closed phase."), autocompletion=phases
        ),
    ] = None,
) -> None:
    """Show who leads, what decided it, and when the campaign ends."""
    from campaign.printing.ledger.report import standings_view

    at = campaign_of(ctx)
    if phase is None:
        view = standings_view(at.file.name, at.state, now().astimezone().date())
        show("standings", view, printing, at.library)
        return
    from campaign.commands.phase import phase_of
    from campaign.printing.ledger.phases import phase_view

    show("phase", phase_view(at.file.name, at.state, phase_of(at, phase)), printing, at.library)
