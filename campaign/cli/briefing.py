"""`campaign briefing`."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli.completing import battles, teams
from campaign.cli.context import alone, campaign_of
from campaign.cli.options import Place
from campaign.cli.pages import example, verb
from campaign.cli.printout import Printing, printed, show
from campaign.cli.terminal import Terminal
from campaign.words import say

app = verb()


@app.command(epilog=example("campaign briefing 3 --format html -o briefing.html"))
@printed
def briefing(
    ctx: typer.Context,
    printing: Printing,
    battle: Annotated[
        str | None,
        typer.Argument(help=say("Number or id; else the one open battle."), autocompletion=battles),
    ] = None,
    sheet: Annotated[
        str | None,
        typer.Option(
            metavar="TEAM",
            help=say("Show the sealed sheet of this team or side, for its own eyes."),
            autocompletion=teams,
        ),
    ] = None,
    place: Place = False,
) -> None:
    """Show or print a briefing again, as it was made, whatever the content says by now.

    With --sheet the device goes to the one who holds the cards; -o writes the sheet to a file instead.
    """
    from campaign.printing.briefing import shown

    at = campaign_of(ctx)
    found = at.battle(battle)
    if sheet is not None:
        alone(ctx, "sheet", "battle")
        from campaign.cli.drawing import holder_of, on_the_screen
        from campaign.printing.sheets import sheet_of

        holder = holder_of(at, found, sheet)
        if printing.on_screen:
            on_the_screen(at, found, holder, Terminal())
        else:
            show("sheet", sheet_of(at, found, holder), printing, at.library, secret=True)
        return
    view = shown(at, found)
    if place:
        from campaign.cli.making import with_places

        view = with_places(view)
    show("briefing", view, printing, at.library)
