"""`campaign team join` and `campaign team leave`."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.asking import whole
from campaign.cli.completing import teams
from campaign.cli.desk import folder, hand, played_on, reason_of
from campaign.cli.options import By, NoInput, Played, Reason
from campaign.cli.pages import Page, example, verb
from campaign.cli.terminal import tell
from campaign.errors import Refusal
from campaign.words import say

app = verb()


@app.callback(
    no_args_is_help=True,
    epilog=example('campaign team join "Iron Vow" --player Anna'),
)
def team() -> None:
    """Let a team join or leave."""


@app.command(cls=Page, epilog='campaign team join "Iron Vow" --player Anna --start {resource}=6')
def join(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(help=say("The team's name."))],
    player: Annotated[str, typer.Option(help=say("Who plays it."))] = "",
    start: Annotated[
        list[str] | None, typer.Option(metavar="RESOURCE=N", help=say("A start of its own for a resource."))
    ] = None,
    played: Played = None,
    by: By = None,
) -> None:
    """A team enters the campaign, at the start values or at its own."""
    from campaign.commands.team import join as write
    from campaign.names import pair

    at = folder(ctx)
    starts = {}
    for text in start or []:
        resource, value = pair(text, "=", "RESOURCE=6")
        number = whole(value)
        if number is None:
            raise Refusal(say("“{text}” is no number.", text=value), say("Write it like RESOURCE=6."))
        starts[at.resource(resource)] = number
    stored = write(at, name, player, starts, hand(by), played_on(played))
    tell(say("{team} is in the campaign.", team=stored))


@app.command(epilog=example('campaign team leave "Iron Vow" --reason "moved away"'))
def leave(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(help=say("The team's name."), autocompletion=teams)],
    reason: Reason = "",
    played: Played = None,
    by: By = None,
    no_input: NoInput = False,
) -> None:
    """A team leaves; what it played stays."""
    from campaign.commands.team import leave as write

    at = folder(ctx)
    stored = write(at, name, reason_of(reason, no_input), hand(by), played_on(played))
    tell(say("{team} has left the campaign.", team=stored))
