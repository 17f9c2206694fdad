"""`campaign choose`."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli.completing import open_battles, teams
from campaign.cli.desk import By, Format, NoInput, Output, Shape, asker, example, folder, hand, show
from campaign.words import say

app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)


@app.command(epilog=example('campaign choose --models "Red Talons=8"'))
def choose(
    ctx: typer.Context,
    battle: Annotated[
        str | None,
        typer.Argument(help=say("Number or id; else the one open battle."), autocompletion=open_battles),
    ] = None,
    side: Annotated[
        str | None,
        typer.Option(help=say("Only this side chooses now; the reveal comes later."), autocompletion=teams),
    ] = None,
    choice: Annotated[
        list[str] | None,
        typer.Option(metavar="SIDE=N", help=say("A choice that was already revealed by dice on the table.")),
    ] = None,
    models: Annotated[
        list[str] | None, typer.Option(metavar="SIDE=N", help=say("How many models a side has."))
    ] = None,
    against: Annotated[
        list[str] | None, typer.Option(metavar="SIDE=ENEMY", help=say("Whose choice a side takes away."))
    ] = None,
    note: Annotated[
        list[str] | None,
        typer.Option(metavar="SIDE=TEXT", help=say("What a side writes down for all to see.")),
    ] = None,
    dice: Annotated[
        str | None,
        typer.Option(metavar="4,2,6", help=say("Dice rolled on the table, in the order of asking.")),
    ] = None,
    die: Annotated[
        list[str] | None, typer.Option(metavar="PART=FACES", help=say("The dice of one part by its name."))
    ] = None,
    seed: Annotated[int | None, typer.Option(min=0, help=say("The same seed gives the same dice."))] = None,
    by: By = None,
    no_input: NoInput = False,
    shape: Format = Shape.terminal,
    output: Output = None,
) -> None:
    """Take each side's secret choice, then show all of them and what comes of it.

    One device goes round: a screen names who may look, what is typed can't be seen, and nothing of it
    stays on the screen. With --side only one side chooses, and "campaign reveal" follows when all have.
    """
    from campaign.cli.choosing import Said, choose_all, choose_one

    at = folder(ctx)
    found = at.battle(battle, open_only=True)
    said = Said(choice or [], models or [], against or [], note or [], dice, die or [], seed)
    terminal = asker(no_input)
    if side is not None:
        choose_one(at, found, side, hand(by), terminal)
        return
    briefing = choose_all(at, found, said, hand(by), terminal)
    show("choices", briefing, shape, output, at.library.id, at.library.roots)
