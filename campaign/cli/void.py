"""`campaign void`."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli.completing import entries
from campaign.cli.context import campaign_of
from campaign.cli.options import By, Confirmed, NoInput, Reason
from campaign.cli.pages import example, verb
from campaign.cli.printout import Printing, printed, reviewing
from campaign.commands.author import author_named, reason_of
from campaign.words import say

app = verb()


@app.command(epilog=example('campaign void 3 --reason "played with the wrong teams"'))
@printed
def void(
    ctx: typer.Context,
    printing: Printing,
    entry: Annotated[
        str,
        typer.Argument(help=say("A battle’s number, or the end of any entry’s id."), autocompletion=entries),
    ],
    lift: Annotated[bool, typer.Option("--lift", help=say("Restore a voided entry."))] = False,
    reason: Reason = "",
    by: By = None,
    yes: Confirmed = False,
    no_input: NoInput = False,
) -> None:
    """Void an entry, as if it had never happened; --lift restores it.

    It stays in the log with the reason, and a battle keeps its number.
    """
    from campaign.commands.void import void as take_out

    at = campaign_of(ctx)
    review = reviewing(at, printing, no_input, yes)
    take_out(at, at.entry(entry), lift, reason_of(reason, review.asker), author_named(by), review)
