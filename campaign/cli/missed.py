"""`campaign missed`."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli.completing import teams
from campaign.cli.desk import folder, hand, now, played_on, show
from campaign.cli.options import By, Format, Output, Played, Reason, Shape
from campaign.cli.pages import example, verb
from campaign.words import say

app = verb()


@app.command(epilog=example('campaign missed "Vas Kar" --reason "ill"'))
def missed(
    ctx: typer.Context,
    team: Annotated[
        list[str], typer.Argument(help=say("The teams that missed a game."), autocompletion=teams)
    ],
    reason: Reason = "",
    played: Played = None,
    by: By = None,
    shape: Format = Shape.terminal,
    output: Output = None,
) -> None:
    """Note that a team missed a game; what that costs stands in the campaign's settings."""
    from campaign.commands.adjust import missed as write
    from campaign.printing.report import standings_view

    at = folder(ctx)
    write(at, team, reason, hand(by), played_on(played))
    view = standings_view(at.file.name, at.state, now().astimezone().date())
    show("standings", view, shape, output, at.library)
