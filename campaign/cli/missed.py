"""`campaign missed`."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli.completing import teams
from campaign.cli.context import campaign_of
from campaign.cli.options import By, Played, Reason
from campaign.cli.pages import example, verb
from campaign.cli.printout import Printing, printed, show
from campaign.commands.author import author_named, now, played_on
from campaign.words import say

app = verb()


@app.command(epilog=example('campaign missed "Vas Kar" --reason "ill"'))
@printed
def missed(
    ctx: typer.Context,
    printing: Printing,
    team: Annotated[
        list[str], typer.Argument(help=say("The teams that missed a game."), autocompletion=teams)
    ],
    reason: Reason = "",
    played: Played = None,
    by: By = None,
) -> None:
    """Record that a team missed a game. The campaign’s settings say what that costs."""
    from campaign.commands.adjust import missed as write
    from campaign.printing.ledger.report import standings_view

    at = campaign_of(ctx)
    write(at, team, reason, author_named(by), played_on(played))
    view = standings_view(at.file.name, at.state, now().astimezone().date())
    show("standings", view, printing, at.library)
