"""`campaign standings`."""

from __future__ import annotations

import typer

from campaign.cli.desk import Format, Output, Shape, example, folder, now, show

app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)


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
        at.library.id,
        at.library.roots,
    )
