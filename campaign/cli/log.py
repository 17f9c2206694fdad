"""`campaign log`."""

from __future__ import annotations

import typer

from campaign.cli.desk import folder, show
from campaign.cli.options import Format, Output, Shape
from campaign.cli.pages import example, verb

app = verb()


@app.command(epilog=example("campaign log"))
def log(ctx: typer.Context, shape: Format = Shape.terminal, output: Output = None) -> None:
    """Who wrote what, and when: every entry and every correction."""
    from campaign.printing.trail import log_view

    at = folder(ctx)
    show("log", log_view(at.file.name, at.state, at.filed), shape, output, at.library)
