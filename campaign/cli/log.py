"""`campaign log`."""

from __future__ import annotations

import typer

from campaign.cli.context import campaign_of
from campaign.cli.pages import example, verb
from campaign.cli.printout import Printing, printed, show

app = verb()


@app.command(epilog=example("campaign log"))
@printed
def log(ctx: typer.Context, printing: Printing) -> None:
    """Show who recorded what, and when: every entry and every correction."""
    from campaign.printing.history import log_view

    at = campaign_of(ctx)
    show("log", log_view(at.file.name, at.state, at.filed), printing, at.library)
