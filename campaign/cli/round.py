"""`campaign round`."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli.context import asker, campaign_of
from campaign.cli.options import By, NoInput, OpenBattle
from campaign.cli.pages import example, verb
from campaign.cli.printout import Printing, printed, show
from campaign.commands.author import author_named
from campaign.words import say

app = verb()


@app.command(name="round", epilog=example('campaign round --score "all: destroyed 2"'))
@printed
def round_(
    ctx: typer.Context,
    printing: Printing,
    battle: OpenBattle = None,
    score: Annotated[
        list[str] | None,
        typer.Option(
            metavar='"SIDE: TERM N, …"', help=say("What a side scored in this round; “all:” for everyone.")
        ),
    ] = None,
    number: Annotated[
        int | None,
        typer.Option("--round", metavar="N", help=say("Score this round again (default: the next one).")),
    ] = None,
    by: By = None,
    no_input: NoInput = False,
) -> None:
    """Score one battle round, in a mission that is scored round by round.

    It shows each side’s total, whether a lead has won the battle outright, and the supply for the next round.
    Scores are kept: you can put the battle away and continue later, and “campaign result” asks only for the
    rest. To correct a round, score it again with --round; the ledger keeps both.
    """
    from campaign.commands.round import take_round

    at = campaign_of(ctx)
    view = take_round(
        at, at.battle(battle, open_only=True), number, score or [], author_named(by), asker(no_input)
    )
    show("round", view, printing, at.library)
