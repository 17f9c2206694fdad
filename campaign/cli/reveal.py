"""`campaign reveal`."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli.completing import teams
from campaign.cli.desk import alone, asker, folder, hand, show
from campaign.cli.options import (
    Against,
    By,
    Dice,
    Die,
    Format,
    Models,
    NoInput,
    Note,
    OpenBattle,
    Output,
    OwnDice,
    Seed,
    Shape,
)
from campaign.cli.pages import example, verb
from campaign.words import say

app = verb()


@app.command(epilog=example("campaign reveal"))
def reveal(
    ctx: typer.Context,
    battle: OpenBattle = None,
    secret: Annotated[
        str | None,
        typer.Option(
            metavar="SIDE", help=say("Show what this side wrote down in secret."), autocompletion=teams
        ),
    ] = None,
    models: Models = None,
    against: Against = None,
    note: Note = None,
    dice: Dice = None,
    die: Die = None,
    own_dice: OwnDice = False,
    seed: Seed = None,
    by: By = None,
    no_input: NoInput = False,
    shape: Format = Shape.terminal,
    output: Output = None,
) -> None:
    """Show what all sides have chosen, and what comes of it; or what one side wrote down in secret."""
    from campaign.cli.choosing import Said, reveal_choices, reveal_secret

    if secret is not None:
        alone(ctx, "secret", "battle")
    at = folder(ctx)
    found = at.battle(battle, open_only=True)
    if secret is not None:
        shown = reveal_secret(at, found, secret, hand(by))
        show("secrets", shown, shape, output, at.library)
        return
    said = Said([], models or [], against or [], note or [], dice, die or [], seed, own_dice)
    briefing = reveal_choices(at, found, said, hand(by), asker(no_input))
    show("choices", briefing, shape, output, at.library)
