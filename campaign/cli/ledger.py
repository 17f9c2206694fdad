"""`campaign ledger`."""

from __future__ import annotations

import typer

from campaign.cli.desk import folder, show
from campaign.cli.options import Format, Output, Shape
from campaign.cli.pages import example, verb

app = verb()


@app.command(epilog=example("campaign ledger --format html -o ledger.html"))
def ledger(ctx: typer.Context, shape: Format = Shape.terminal, output: Output = None) -> None:
    """Teams, resources and every battle, with corrections marked."""
    from campaign.printing.report import ledger_view

    at = folder(ctx)
    show(
        "ledger",
        ledger_view(at.file.name, at.library.system().name, at.state, at.filed),
        shape,
        output,
        at.library,
    )
