"""`campaign briefing`."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli.completing import battles
from campaign.cli.desk import Format, Output, Shape, example, folder, show
from campaign.words import say

app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)


@app.command(epilog=example("campaign briefing 3 --format html -o briefing.html"))
def briefing(
    ctx: typer.Context,
    battle: Annotated[
        str | None,
        typer.Argument(help=say("Number or id; else the one open battle."), autocompletion=battles),
    ] = None,
    shape: Format = Shape.terminal,
    output: Output = None,
) -> None:
    """Show or print a briefing again, as it was made, whatever the content says by now."""
    from campaign.printing.printed import stored

    at = folder(ctx)
    found = at.battle(battle)
    show("briefing", stored(at.root, found.filed.name), shape, output, at.library.id, at.library.roots)
