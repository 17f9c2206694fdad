"""`campaign standings`."""

from __future__ import annotations

import typer

from campaign.cli.desk import folder, now, show
from campaign.cli.options import Format, Output, Shape
from campaign.cli.pages import example, verb

app = verb()


@app.command(epilog=example("campaign standings"))
def standings(ctx: typer.Context, shape: Format = Shape.terminal, output: Output = None) -> None:
    """Who leads, what decided it, and when the campaign ends."""
    from campaign.printing.report import standings_view

    at = folder(ctx)
    show(
        "standings",
        standings_view(at.file.name, at.state, now().astimezone().date()),
        shape,
        output,
        at.library,
    )
