"""`campaign briefing`."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli.completing import battles
from campaign.cli.desk import folder, show
from campaign.cli.options import Format, Output, Shape
from campaign.cli.pages import example, verb
from campaign.words import say

app = verb()


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
    from campaign.printing.printed import shown

    at = folder(ctx)
    found = at.battle(battle)
    show("briefing", shown(at, found), shape, output, at.library)
