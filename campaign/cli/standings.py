"""`campaign standings`."""

from __future__ import annotations

import typer

from campaign.cli.desk import folder, now
from campaign.cli.pages import example, verb
from campaign.cli.printout import Printing, printed, show

app = verb()


@app.command(epilog=example("campaign standings"))
@printed
def standings(ctx: typer.Context, printing: Printing) -> None:
    """Who leads, what decided it, and when the campaign ends."""
    from campaign.printing.report import standings_view

    at = folder(ctx)
    show(
        "standings",
        standings_view(at.file.name, at.state, now().astimezone().date()),
        printing,
        at.library,
    )
