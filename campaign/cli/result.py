"""`campaign result`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from campaign.cli.context import alone, campaign_of, options_of
from campaign.cli.options import By, Confirmed, NoInput, OpenBattle
from campaign.cli.pages import example, verb
from campaign.cli.printout import Printing, printed, reviewing
from campaign.commands.author import author_named
from campaign.words import say

app = verb()


@app.command(epilog=example('campaign result --score "Red Talons: markers 2" --score "Vas Kar: markers 0"'))
@printed
def result(
    ctx: typer.Context,
    printing: Printing,
    battle: OpenBattle = None,
    score: Annotated[
        list[str] | None,
        typer.Option(
            metavar='"SIDE: TERM N, …"',
            help=say("A side’s answers; 1+0+2 for a term scored by round, “all:” for everyone."),
        ),
    ] = None,
    outcome: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SIDE=WORD",
            help=say("won, lost, drew, no-show, refused or forfeited, if the scores can’t tell."),
        ),
    ] = None,
    card: Annotated[
        list[str] | None,
        typer.Option(metavar="TEAM=CARD", help=say("A secret card that was drawn on the table, by name.")),
    ] = None,
    note: Annotated[str, typer.Option(help=say("A note to remember the battle by."))] = "",
    from_file: Annotated[
        Path | None,
        typer.Option(
            "--from", metavar="FILE", help=say("Record many results from a YAML file, all or nothing.")
        ),
    ] = None,
    by: By = None,
    yes: Confirmed = False,
    no_input: NoInput = False,
) -> None:
    """Record the result of a battle. You are asked only for what its mission scores.

    The score sheet, the outcome and its effect on each resource are shown before anything is written. A blank
    answer counts as 0; b goes back one question. Cards that are still sealed are revealed first: the reveal
    is recorded, and what they score is asked with the rest.

    A file for --from has “format: 1” and a list “results:”. Each result has “battle: 3”, or, for a battle
    played without setup, “sides: [Red Talons, Vas Kar]”, “mission:”, “played:” and “dice:” by part; then
    “scores: {Red Talons: {markers: 2}}”, “outcomes:” and “note:”.
    """
    if from_file is not None:
        alone(ctx, "from_file")
    at = campaign_of(ctx)
    review = reviewing(at, printing, no_input, yes)
    if from_file is not None:
        from campaign.commands.results_file import take_results

        take_results(at, from_file, author_named(by), review)
        return
    from campaign.commands.result import ResultOptions, take_result

    take_result(at, battle, options_of(ctx, ResultOptions), author_named(by), review)
