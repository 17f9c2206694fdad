"""`campaign settings`."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli.context import campaign_of
from campaign.cli.options import By, Played
from campaign.cli.pages import example, verb
from campaign.cli.printout import Printing, printed, show
from campaign.commands.author import author_named, now, played_on
from campaign.words import say

app = verb()


@app.command(epilog=example('campaign settings --apply --reason "a fifth track from March on"'))
@printed
def settings(
    ctx: typer.Context,
    printing: Printing,
    apply: Annotated[bool, typer.Option("--apply", help=say("Apply campaign.yaml from today on."))] = False,
    from_start: Annotated[
        bool, typer.Option("--from-start", help=say("With --apply: as if it had been so from the start."))
    ] = False,
    reason: Annotated[str, typer.Option(metavar="TEXT", help=say("The reason, kept in the log."))] = "",
    played: Played = None,
    by: By = None,
) -> None:
    """Show whether campaign.yaml has changes that the ledger doesn’t use yet, and apply them.

    Resources, standings and the cost of a missed game are in the ledger with a date, so that an edit in
    mid-season never rewrites the past.
    """
    from campaign.commands.settings import settings_view, take_in
    from campaign.ledger.entries_io import Author

    at = campaign_of(ctx)
    who = author_named(by) if apply else Author("", now())  # nothing is written: nobody needs to be found out
    if apply:
        take_in(at, who, played_on(played), reason, from_start)
    show("settings", settings_view(at, who), printing, at.library)
