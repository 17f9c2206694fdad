"""`campaign adjust`."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli.completing import resources, teams
from campaign.cli.context import asker, campaign_of
from campaign.cli.options import By, NoInput, Played, Reason
from campaign.cli.pages import HelpPage, verb
from campaign.cli.printout import Printing, printed, show
from campaign.commands.author import author_named, now, played_on, reason_of
from campaign.words import say

app = verb()


@app.command(
    context_settings={"ignore_unknown_options": True, "help_option_names": ["--help", "-h"]},
    cls=HelpPage,
    epilog='campaign adjust "Red Talons" {resource} -1 --reason "deserters"',
)
@printed
def adjust(
    ctx: typer.Context,
    printing: Printing,
    team: Annotated[
        str, typer.Argument(help=say("A team, several separated by commas, or “all”."), autocompletion=teams)
    ],
    resource: Annotated[str, typer.Argument(help=say("The resource to change."), autocompletion=resources)],
    change: Annotated[int, typer.Argument(help=say("The change, such as +1 or -2."))],
    reason: Reason = "",
    played: Played = None,
    by: By = None,
    no_input: NoInput = False,
) -> None:
    """Change a resource by hand. The reason is kept in the log."""
    from campaign.commands.adjust import adjust as write
    from campaign.printing.ledger.report import standings_view

    at = campaign_of(ctx)
    teams = [name.strip() for name in team.split(",")]
    write(
        at, teams, resource, change, reason_of(reason, asker(no_input)), author_named(by), played_on(played)
    )
    view = standings_view(at.file.name, at.state, now().astimezone().date())
    show("standings", view, printing, at.library)
