"""`campaign briefing`."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli.completing import battles, teams
from campaign.cli.context import alone, campaign_of
from campaign.cli.options import Place
from campaign.cli.pages import example, verb
from campaign.cli.printout import Printing, printed, show
from campaign.cli.terminal import Terminal, tell
from campaign.words import say

app = verb()


@app.command(epilog=example("campaign briefing 3 --format html -o briefing.html"))
@printed
def briefing(
    ctx: typer.Context,
    printing: Printing,
    battle: Annotated[
        str | None,
        typer.Argument(help=say("Its number or id (default: the only open battle)."), autocompletion=battles),
    ] = None,
    sheet: Annotated[
        str | None,
        typer.Option(
            metavar="TEAM",
            help=say("Show this team’s or side’s sealed sheet, for its eyes only."),
            autocompletion=teams,
        ),
    ] = None,
    place: Place = False,
) -> None:
    """Show or print a briefing again, just as it was made, even if the content has changed since.

    With --sheet, the device goes to whoever holds the cards; -o writes the sheet to a file instead.
    """
    from campaign.printing.briefing import shown, with_places

    at = campaign_of(ctx)
    found = at.battle(battle)
    if sheet is not None:
        alone(ctx, "sheet", "battle")
        from campaign.asking import show_secretly
        from campaign.content.draws import holder_of
        from campaign.printing.sheets import sheet_of, sheet_text

        holder = holder_of(at.library, found, sheet)
        if printing.on_screen:
            show_secretly(Terminal(), holder, sheet_text(at, found, holder))
        else:
            show("sheet", sheet_of(at, found, holder), printing, at.library, secret=True)
        return
    view = shown(at, found)
    if place:
        view, notes = with_places(view)
        for note in notes:
            tell(note, aside=True)
    show("briefing", view, printing, at.library)
