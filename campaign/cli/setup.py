"""`campaign setup`."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli.completing import missions, open_battles
from campaign.cli.context import alone, asker, game, only_with, options_of
from campaign.cli.options import (
    OPEN,
    BattleSeed,
    By,
    Dice,
    Die,
    Models,
    NoInput,
    OwnDice,
    Place,
    Played,
    Sides,
    System,
    Teams,
)
from campaign.cli.pages import example, verb
from campaign.cli.printout import Printing, printed, show
from campaign.cli.terminal import tell
from campaign.words import say

app = verb()


@app.command(
    context_settings=OPEN,
    epilog=example('campaign setup --team "Red Talons" --team "Vas Kar" --seed 7'),
)
@printed
def setup(
    ctx: typer.Context,
    printing: Printing,
    team: Teams = None,
    side: Sides = None,
    mission: Annotated[
        str | None, typer.Option(help=say("The mission, instead of rolling for it."), autocompletion=missions)
    ] = None,
    role: Annotated[
        list[str] | None,
        typer.Option(metavar="SIDE=ROLE", help=say("The role that a side has by agreement.")),
    ] = None,
    models: Models = None,
    bring: Annotated[
        list[str] | None,
        typer.Option(metavar='"SIDE=CARD, …"', help=say("In a draft: the cards a side brings.")),
    ] = None,
    row: Annotated[
        str | None, typer.Option(help=say("In a draft: the row that the winner of the roll-off controls."))
    ] = None,
    ban: Annotated[
        list[str] | None, typer.Option(metavar="CARD", help=say("In a draft: a card that is banned."))
    ] = None,
    pick: Annotated[
        list[str] | None, typer.Option(metavar="CARD", help=say("In a draft: a card that is picked."))
    ] = None,
    ask: Annotated[bool, typer.Option("--ask", help=say("Ask for each decision of the draft."))] = False,
    seed: BattleSeed = None,
    dice: Dice = None,
    die: Die = None,
    own_dice: OwnDice = False,
    reroll: Annotated[
        str | None,
        typer.Option(metavar="PART", help=say("Roll one part of an open battle again.")),
    ] = None,
    battle: Annotated[
        str | None, typer.Option(help=say("With --reroll: the battle."), autocompletion=open_battles)
    ] = None,
    reason: Annotated[str, typer.Option(help=say("With --reroll: the reason."))] = "",
    practice: Annotated[
        bool, typer.Option("--practice", help=say("Show a briefing without recording anything."))
    ] = False,
    place: Place = False,
    system: System = None,
    played: Played = None,
    by: By = None,
    no_input: NoInput = False,
) -> None:
    """Set up a battle and print its briefing.

    The game system adds further options: one for each thing to pick or agree on, and one for each of its
    settings, with --no-… to turn one off. “campaign packs show SYSTEM” lists them. Whatever nobody decides in
    a draft is left to the dice.
    """
    from campaign.commands.setup import SetupOptions
    from campaign.commands.setup import setup as make

    if reroll is not None:
        alone(ctx, "reroll", "battle", "reason", "die", "system")
    else:
        only_with(ctx, "reroll", "battle", "reason")
    at, library = game(ctx, system)
    briefing, notes = make(at, library, options_of(ctx, SetupOptions), asker(no_input))
    for note in notes:
        tell(note, aside=True)
    show("briefing", briefing, printing, library)
