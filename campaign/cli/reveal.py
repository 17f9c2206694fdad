"""`campaign reveal`."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli.completing import open_battles, teams
from campaign.cli.desk import By, Format, NoInput, Output, Shape, asker, example, folder, hand, show
from campaign.words import say

app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)


@app.command(epilog=example("campaign reveal"))
def reveal(
    ctx: typer.Context,
    battle: Annotated[
        str | None,
        typer.Argument(help=say("Number or id; else the one open battle."), autocompletion=open_battles),
    ] = None,
    secret: Annotated[
        str | None,
        typer.Option(
            metavar="SIDE", help=say("Show what this side wrote down in secret."), autocompletion=teams
        ),
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
    """Show what all sides have chosen, and what comes of it; or what one side wrote down in secret."""
    from campaign.cli.choosing import Said, reveal_choices, reveal_secret

    at = folder(ctx)
    found = at.battle(battle, open_only=True)
    if secret is not None:
        shown = reveal_secret(at, found, secret, hand(by))
        show("secrets", shown, shape, output, at.library.id, at.library.roots)
        return
    said = Said([], models or [], against or [], note or [], dice, die or [], seed)
    briefing = reveal_choices(at, found, said, hand(by), asker(no_input))
    show("choices", briefing, shape, output, at.library.id, at.library.roots)
