"""`campaign odds`."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli.attack import (
    AttackHelpPage,
    Gone,
    Groups,
    Keywords,
    Marker,
    Models,
    Numbers,
    Tags,
    Then,
    Visible,
    Words,
)
from campaign.cli.context import asker, game, options_of
from campaign.cli.options import OPEN, NoInput, System
from campaign.cli.pages import verb
from campaign.cli.printout import Printing, printed, show
from campaign.words import say

app = verb()


@app.command(
    context_settings=OPEN,
    cls=AttackHelpPage,
    epilog="campaign odds {attack} {target} {situation} --versus {versus} --system {fighting}",
)
@printed
def odds(
    ctx: typer.Context,
    printing: Printing,
    words: Words = None,
    then: Then = None,
    versus: Annotated[
        list[str] | None,
        typer.Option(
            "--versus",
            metavar="BATCH",
            help=say("Another attack to compare with: what is different, in quotes."),
        ),
    ] = None,
    number: Numbers = None,
    keyword: Keywords = None,
    tag: Tags = None,
    models: Models = None,
    visible: Visible = None,
    groups: Groups = None,
    marker: Marker = 0,
    shield_gone: Gone = False,
    system: System = None,
    no_input: NoInput = False,
) -> None:
    """Show the exact odds of an attack: damage, casualties and the chance of each.

    Arguments and options are those of “campaign attack”; “campaign packs show SYSTEM” lists the game’s own.
    Batches given with --then are at the same unit, which keeps its damage. --versus compares with another
    first batch: “UNIT:WEAPON”, a target, NAME=VALUE, or several of these in quotes; whatever you leave out
    stays as in the first.
    """
    from campaign.commands.odds import OddsOptions
    from campaign.commands.odds import odds as worked_out

    _, library = game(ctx, system)
    options = options_of(ctx, OddsOptions)
    show("odds", worked_out(library, options, asker(no_input)), printing, library)
