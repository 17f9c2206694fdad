"""`campaign amend`."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli.completing import entries, missions
from campaign.cli.context import campaign_of, only_with, options_of
from campaign.cli.options import By, Confirmed, NoInput, Reason
from campaign.cli.pages import example, verb
from campaign.cli.printout import Printing, printed, reviewing
from campaign.commands.author import author_named
from campaign.words import say

app = verb()


@app.command(epilog=example('campaign amend 3 --score "Vas Kar: markers 1" --reason "counted again"'))
@printed
def amend(
    ctx: typer.Context,
    printing: Printing,
    entry: Annotated[
        str,
        typer.Argument(help=say("A battle’s number, or the end of any entry’s id."), autocompletion=entries),
    ],
    score: Annotated[
        list[str] | None,
        typer.Option(
            metavar='"SIDE: TERM N, …"', help=say("A side’s answers, written as for “campaign result”.")
        ),
    ] = None,
    outcome: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SIDE=WORD",
            help=say("Set an outcome by hand; “SIDE=worked-out” goes back to the calculated one."),
        ),
    ] = None,
    note: Annotated[str | None, typer.Option(help=say("A new note."))] = None,
    mission: Annotated[
        str | None, typer.Option(help=say("The mission that was actually played."), autocompletion=missions)
    ] = None,
    die: Annotated[
        list[str] | None, typer.Option(metavar="PART=FACES", help=say("What a die actually showed."))
    ] = None,
    pick: Annotated[
        list[str] | None,
        typer.Option(metavar="STEP=ROW", help=say("What was actually picked in a step.")),
    ] = None,
    rename: Annotated[
        list[str] | None, typer.Option(metavar="OLD=NEW", help=say("The side or team that actually played."))
    ] = None,
    set_: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="FIELD=VALUE", help=say("Any field of a step, by name or path.")),
    ] = None,
    step: Annotated[
        int | None,
        typer.Option(min=1, help=say("With --set: the number of the step, as “campaign show” lists it.")),
    ] = None,
    played: Annotated[
        str | None, typer.Option(metavar="DATE", help=say("The day it was actually played."))
    ] = None,
    reason: Reason = "",
    by: By = None,
    yes: Confirmed = False,
    no_input: NoInput = False,
) -> None:
    """Correct anything that was recorded. The log keeps the old values, with the reason.

    Without options, it asks the questions of the result again, with the old answers as defaults.
    """
    from campaign.commands.amend import AmendOptions
    from campaign.commands.amend import amend as correct

    if not set_:
        only_with(ctx, "set_", "step")
    at = campaign_of(ctx)
    review = reviewing(at, printing, no_input, yes)
    correct(at, entry, options_of(ctx, AmendOptions), author_named(by), review)
