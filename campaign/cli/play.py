"""`campaign play`."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli.completing import open_battles
from campaign.cli.context import campaign_of, options_of
from campaign.cli.options import OPEN, BattleSeed, By, OwnDice, Played, Sides, Teams
from campaign.cli.pages import example, verb
from campaign.cli.printout import SCREEN, reviewing
from campaign.cli.terminal import Terminal
from campaign.words import say

app = verb()


@app.command(context_settings=OPEN, epilog=example("campaign play --own-dice"))
def play(
    ctx: typer.Context,
    battle: Annotated[
        str | None,
        typer.Option(
            help=say("Its number or id (default: the only open battle)."), autocompletion=open_battles
        ),
    ] = None,
    team: Teams = None,
    side: Sides = None,
    own_dice: OwnDice = False,
    seed: BattleSeed = None,
    played: Played = None,
    by: By = None,
) -> None:
    """Play a battle step by step: setup, secret choices, briefing, result.

    It takes the setup options of the game system. You can stop at any point and run it again to continue.
    """
    from campaign.commands.play import play as walk
    from campaign.commands.setup import BattleOptions

    at = campaign_of(ctx)
    review = reviewing(at, SCREEN, no_input=False, yes=False)
    walk(at, battle, options_of(ctx, BattleOptions), Terminal(), review)
