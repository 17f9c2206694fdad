"""`campaign ledger`."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli.completing import every_team
from campaign.cli.context import campaign_of
from campaign.cli.pages import example, verb
from campaign.cli.printout import Printing, printed, show
from campaign.commands.author import now
from campaign.words import say

app = verb()


@app.command(epilog=example("campaign ledger --format html -o ledger.html"))
@printed
def ledger(
    ctx: typer.Context,
    printing: Printing,
    team: Annotated[
        str | None,
        typer.Option(metavar="TEAM", help=say("Show one team’s page."), autocompletion=every_team),
    ] = None,
) -> None:
    """Show standings, every total over time and every battle, with corrections marked; or one team’s page."""
    at = campaign_of(ctx)
    if team is None:
        from campaign.printing.ledger.page import ledger_page

        show("ledger", ledger_page(at, now().astimezone().date()), printing, at.library)
        return
    from campaign.printing.ledger.team import team_view

    show("team", team_view(at, at.team_ever(team)), printing, at.library)
