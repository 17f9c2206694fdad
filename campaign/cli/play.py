"""`campaign play`."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli.completing import open_battles, teams
from campaign.cli.desk import OPEN, By, Played, example, folder
from campaign.words import say

app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)


@app.command(context_settings=OPEN, epilog=example("campaign play --own-dice"))
def play(
    ctx: typer.Context,
    battle: Annotated[
        str | None,
        typer.Option(help=say("Number or id; else the one open battle."), autocompletion=open_battles),
    ] = None,
    team: Annotated[
        list[str] | None, typer.Option(help=say("A side of one team; once for each."), autocompletion=teams)
    ] = None,
    own_dice: Annotated[
        bool, typer.Option("--own-dice", help=say("You roll; each roll is asked for."))
    ] = False,
    seed: Annotated[int | None, typer.Option(min=0, help=say("The same seed gives the same battle."))] = None,
    played: Played = None,
    by: By = None,
) -> None:
    """Walk through a battle from wherever it stands: set-up, secret choices, briefing, result.

    It takes the options of setup that the game system brings, and can be stopped and called again.
    """
    from campaign.cli.playing import walk

    walk(folder(ctx), battle, team or [], own_dice, seed, played, by, ctx.args)
