"""`campaign setup`."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli.completing import missions, open_battles, systems, teams
from campaign.cli.desk import By, Format, NoInput, Output, Played, Shape, asker, example, folder_or_none, show
from campaign.words import say

app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)


@app.command(
    context_settings={
        "allow_extra_args": True,
        "ignore_unknown_options": True,
        "help_option_names": ["--help", "-h"],
    },
    epilog=example('campaign setup --team "Red Talons" --team "Vas Kar" --seed 7'),
)
def setup(
    ctx: typer.Context,
    team: Annotated[
        list[str] | None, typer.Option(help=say("A side of one team; once for each."), autocompletion=teams)
    ] = None,
    side: Annotated[
        list[str] | None,
        typer.Option(metavar='"PLAYER: TEAM + TEAM"', help=say("A side with its player's name.")),
    ] = None,
    mission: Annotated[
        str | None, typer.Option(help=say("The mission, instead of a roll."), autocompletion=missions)
    ] = None,
    role: Annotated[list[str] | None, typer.Option(metavar="SIDE=ROLE", help=say("An agreed role."))] = None,
    models: Annotated[
        list[str] | None, typer.Option(metavar="SIDE=N", help=say("How many models a side has."))
    ] = None,
    seed: Annotated[int | None, typer.Option(min=0, help=say("The same seed gives the same battle."))] = None,
    dice: Annotated[
        str | None,
        typer.Option(metavar="4,2,6", help=say("Dice rolled on the table, in the order of asking.")),
    ] = None,
    die: Annotated[
        list[str] | None, typer.Option(metavar="PART=FACES", help=say("The dice of one part by its name."))
    ] = None,
    own_dice: Annotated[
        bool, typer.Option("--own-dice", help=say("You roll; each roll is asked for."))
    ] = False,
    reroll: Annotated[
        str | None,
        typer.Option(metavar="PART", help=say("Roll one part of an open battle again.")),
    ] = None,
    battle: Annotated[
        str | None, typer.Option(help=say("With --reroll: which battle."), autocompletion=open_battles)
    ] = None,
    reason: Annotated[str, typer.Option(help=say("With --reroll: why."))] = "",
    practice: Annotated[
        bool, typer.Option("--practice", help=say("Show a briefing and write nothing."))
    ] = False,
    system: Annotated[
        str | None, typer.Option(help=say("The game system, outside of a campaign."), autocompletion=systems)
    ] = None,
    played: Played = None,
    by: By = None,
    no_input: NoInput = False,
    shape: Format = Shape.terminal,
    output: Output = None,
) -> None:
    """Make a battle and print its briefing.

    Further options come from the game system: one for each thing to pick (such as a killzone) and one for
    each of its settings, with --no-… to turn one off. "campaign packs show SYSTEM" lists them.
    """
    from campaign.cli.making import Asked, made_or_rerolled

    asked = Asked(
        team=team or [],
        side=side or [],
        mission=mission,
        role=role or [],
        models=models or [],
        seed=seed,
        dice=dice,
        die=die or [],
        own_dice=own_dice,
        reroll=reroll,
        battle=battle,
        reason=reason,
        practice=practice,
        played=played,
        by=by,
        extra=ctx.args,
    )
    briefing, library = made_or_rerolled(folder_or_none(ctx), system, asked, asker(no_input))

    show("briefing", briefing, shape, output, library.id, library.roots)
