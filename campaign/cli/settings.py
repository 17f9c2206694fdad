"""`campaign settings`."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli.desk import By, Format, Output, Played, Shape, example, folder, hand, played_on, show
from campaign.words import say

app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)


@app.command(epilog=example('campaign settings --apply --reason "a fifth track from March on"'))
def settings(
    ctx: typer.Context,
    apply: Annotated[
        bool, typer.Option("--apply", help=say("Take in what campaign.yaml says, from today."))
    ] = False,
    from_start: Annotated[
        bool, typer.Option("--from-start", help=say("With --apply: as if it had been so from the start."))
    ] = False,
    reason: Annotated[str, typer.Option(metavar="TEXT", help=say("Why; it is kept."))] = "",
    played: Played = None,
    by: By = None,
    shape: Format = Shape.terminal,
    output: Output = None,
) -> None:
    """Tell whether campaign.yaml says something that the ledger does not go by yet, and take it in.

    Resources, standings and what a missed game costs stand in the ledger with a date, so that an edit in
    mid-season never rewrites the past.
    """
    from campaign.commands.settings import settings_view, take_in

    at = folder(ctx)
    if apply:
        take_in(at, hand(by), played_on(played), reason, from_start)
    show("settings", settings_view(at, hand(by)), shape, output, at.library.id, at.library.roots)
