"""`campaign roll`."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli.completing import open_battles, tests
from campaign.cli.context import asker, game, options_of
from campaign.cli.options import OPEN, By, Dice, NoInput, Seed, System
from campaign.cli.pages import HelpPage, verb
from campaign.cli.printout import Printing, printed, show
from campaign.words import say

app = verb()


@app.command(context_settings=OPEN, cls=HelpPage, epilog="campaign roll {test} --system {system}")
@printed
def roll(
    ctx: typer.Context,
    printing: Printing,
    test: Annotated[
        str | None,
        typer.Argument(help=say("The test; leave it out to list all tests."), autocompletion=tests),
    ] = None,
    side: Annotated[list[str] | None, typer.Option(help=say("Who rolls, if each side rolls."))] = None,
    second: Annotated[
        str | None,
        typer.Option(metavar="SIDE", help=say("Who acted second last turn, if a tie depends on it.")),
    ] = None,
    battle: Annotated[
        str | None, typer.Option(help=say("Keep the roll in this battle."), autocompletion=open_battles)
    ] = None,
    keep: Annotated[bool, typer.Option("--keep", help=say("Keep the roll in the open battle."))] = False,
    seed: Seed = None,
    dice: Dice = None,
    system: System = None,
    by: By = None,
    no_input: NoInput = False,
) -> None:
    """Roll a named test of the game system, or roll on a table that a battle’s mission uses during play.

    The numbers a test needs have options of their own; without a test, all tests are listed with theirs. In
    an open battle its sides roll, and at a terminal you are asked for whatever you left out. A roll on a
    table of the mission is kept in the battle.
    """
    from campaign.commands.roll import RollOptions
    from campaign.commands.roll import roll as rolled

    at, library = game(ctx, system)
    document, view = rolled(at, library, options_of(ctx, RollOptions), asker(no_input))
    show(document, view, printing, library)
