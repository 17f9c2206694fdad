"""`campaign roll`."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli.completing import open_battles, systems, tests
from campaign.cli.desk import OPEN, By, Format, NoInput, Output, Shape, asker, example, folder_or_none, show
from campaign.words import say

app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)


@app.command(context_settings=OPEN, epilog=example("campaign roll {test} --system {system}"))
def roll(
    ctx: typer.Context,
    test: Annotated[
        str | None, typer.Argument(help=say("The test; without one, all are listed."), autocompletion=tests)
    ] = None,
    side: Annotated[list[str] | None, typer.Option(help=say("Who rolls, where each side does."))] = None,
    battle: Annotated[
        str | None, typer.Option(help=say("Keep the roll in this battle."), autocompletion=open_battles)
    ] = None,
    keep: Annotated[bool, typer.Option("--keep", help=say("Keep the roll in the open battle."))] = False,
    seed: Annotated[int | None, typer.Option(min=0, help=say("The same seed gives the same dice."))] = None,
    dice: Annotated[str | None, typer.Option(metavar="4,2", help=say("Dice rolled on the table."))] = None,
    system: Annotated[
        str | None, typer.Option(help=say("The game system, outside of a campaign."), autocompletion=systems)
    ] = None,
    by: By = None,
    no_input: NoInput = False,
    shape: Format = Shape.terminal,
    output: Output = None,
) -> None:
    """Take a named test of the game system, such as a roll for initiative.

    What a test needs to know are options of its own; without a test, all are listed with them.
    """
    from campaign.cli.rolling import Rolling, rolled

    at = folder_or_none(ctx)
    wanted = Rolling(test, side or [], battle, keep, seed, dice, system, by, ctx.args)
    document, view, library = rolled(at, wanted, asker(no_input))
    show(document, view, shape, output, library.id, library.roots)
