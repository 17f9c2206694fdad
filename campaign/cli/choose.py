"""`campaign choose`."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli.completing import teams
from campaign.cli.context import alone, asker, campaign_of, options_of
from campaign.cli.options import Against, By, Dice, Die, Models, NoInput, Note, OpenBattle, OwnDice, Seed
from campaign.cli.pages import example, verb
from campaign.cli.printout import Printing, printed, show
from campaign.commands.author import author_named
from campaign.words import say

app = verb()


@app.command(epilog=example('campaign choose --models "Red Talons=8"'))
@printed
def choose(
    ctx: typer.Context,
    printing: Printing,
    battle: OpenBattle = None,
    side: Annotated[
        str | None,
        typer.Option(help=say("Only this side chooses now; reveal later."), autocompletion=teams),
    ] = None,
    choice: Annotated[
        list[str] | None,
        typer.Option(metavar="SIDE=N", help=say("A choice already revealed with dice on the table.")),
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
) -> None:
    """Make each side’s secret choice, then reveal all of them and their effects.

    One device goes round: a screen says who may look, typing stays invisible, and nothing is left on the
    screen. With --side only one side chooses; once all have, run “campaign reveal”.
    """
    from campaign.commands.choose import ChooseOptions, choose_all, choose_one

    if side is not None:
        alone(ctx, "side", "battle")
    at = campaign_of(ctx)
    found = at.battle(battle, open_only=True)
    if side is not None:
        return choose_one(at, found, side, author_named(by), asker(no_input))
    briefing = choose_all(at, found, options_of(ctx, ChooseOptions), author_named(by), asker(no_input))
    return show("choices", briefing, printing, at.library)
