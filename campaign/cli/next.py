"""`campaign next`."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli.context import game
from campaign.cli.options import System, Teams
from campaign.cli.pages import example, verb
from campaign.cli.printout import Printing, printed, show
from campaign.errors import WrongUsage
from campaign.words import say

app = verb()


@app.command(name="next", epilog=example("campaign next --format html -o road.html"))
@printed
def next_(
    ctx: typer.Context,
    printing: Printing,
    team: Teams = None,
    side: Annotated[
        list[str] | None,
        typer.Option(metavar='"PLAYER: TEAM + TEAM"', help=say("A side, with its player’s name.")),
    ] = None,
    system: System = None,
) -> None:
    """Show where the campaign stands on the road, where each outcome leads, and the whole road.

    Nothing is recorded: the die for the road is rolled and kept when “campaign setup” makes the next battle.
    If each pair of players has its own road, name both sides.
    """
    from campaign.content.lookup import side_of
    from campaign.printing.road import next_view, road_of

    at, library = game(ctx, system)
    if at is None:
        if idle := [option for option, said in (("--team", team), ("--side", side)) if said]:
            raise WrongUsage(
                say(
                    "Only a campaign has a position on the road. Leave out: {idle}",
                    idle=", ".join(idle),
                )
            )
        show("next", road_of(library), printing, library)
        return
    teams = [each.name for each in at.state.present()]
    sides = tuple(side_of(text, teams) for text in (*(team or []), *(side or [])))
    show("next", next_view(at, sides), printing, library)
