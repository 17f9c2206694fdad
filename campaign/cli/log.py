"""`campaign log`."""

from __future__ import annotations

import typer

from campaign.cli.desk import Format, Output, Shape, example, folder, show

app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)


@app.command(epilog=example("campaign log"))
def log(ctx: typer.Context, shape: Format = Shape.terminal, output: Output = None) -> None:
    """Who wrote what, and when: every entry and every correction."""
    from campaign.printing.trail import log_view

    at = folder(ctx)
    show("log", log_view(at.file.name, at.state, at.filed), shape, output, at.library.id, at.library.roots)
