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
        typer.Argument(help=say("A battle's number, or the end of any entry's id."), autocompletion=entries),
    ],
    score: Annotated[
        list[str] | None,
        typer.Option(metavar='"SIDE: TERM N, …"', help=say("Answers of a side, as in result.")),
    ] = None,
    outcome: Annotated[
        list[str] | None,
        typer.Option(metavar="SIDE=WORD", help=say("A typed outcome; “SIDE=worked-out” takes it back.")),
    ] = None,
    note: Annotated[str | None, typer.Option(help=say("Another note."))] = None,
    mission: Annotated[
        str | None, typer.Option(help=say("The mission that was really played."), autocompletion=missions)
    ] = None,
    die: Annotated[
        list[str] | None, typer.Option(metavar="PART=FACES", help=say("What a die really showed."))
    ] = None,
    pick: Annotated[
        list[str] | None,
        typer.Option(metavar="STEP=ROW", help=say("What was really picked in a step.")),
    ] = None,
    rename: Annotated[
        list[str] | None, typer.Option(metavar="OLD=NEW", help=say("The side or team that really played."))
    ] = None,
    set_: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="FIELD=VALUE", help=say("Any field of a step, by its name or path.")),
    ] = None,
    step: Annotated[
        int | None,
        typer.Option(min=1, help=say("With --set: the step's number, as “campaign show” counts them.")),
    ] = None,
    played: Annotated[
        str | None, typer.Option(metavar="DATE", help=say("The day that it was really played."))
    ] = None,
    reason: Reason = "",
    by: By = None,
    yes: Confirmed = False,
    no_input: NoInput = False,
) -> None:
    """Correct anything that was recorded; what was there stays in the log, with the reason.

    Without options it asks the questions of the result again, with the old answers as defaults.
    """
    from campaign.commands.amend import AmendOptions
    from campaign.commands.amend import amend as correct

    if not set_:
        only_with(ctx, "set_", "step")
    at = campaign_of(ctx)
    review = reviewing(at, printing, no_input, yes)
    correct(at, entry, options_of(ctx, AmendOptions), author_named(by), review)
