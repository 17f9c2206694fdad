"""`campaign ledger`."""

from __future__ import annotations

import typer

from campaign.cli.desk import Format, Output, Shape, example, folder, show

app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)


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
        at.library.id,
        at.library.roots,
    )
