"""`campaign ledger`."""

from __future__ import annotations

import typer

from campaign.cli.desk import folder
from campaign.cli.pages import example, verb
from campaign.cli.printout import Printing, printed, show

app = verb()


@app.command(epilog=example("campaign ledger --format html -o ledger.html"))
@printed
def ledger(ctx: typer.Context, printing: Printing) -> None:
    """Teams, resources and every battle, with corrections marked."""
    from campaign.printing.report import ledger_view

    at = folder(ctx)
    show(
        "ledger",
        ledger_view(at.file.name, at.library.system().name, at.state, at.filed),
        printing,
        at.library,
    )
