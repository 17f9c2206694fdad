"""`campaign team`: join and leave, check, show and break."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli.completing import open_battles, rosters, teams
from campaign.cli.context import asker, campaign_of, game, options_of
from campaign.cli.options import By, Dice, NoInput, Played, Reason, Seed, System
from campaign.cli.pages import HelpPage, example, verb
from campaign.cli.printout import Printing, printed
from campaign.cli.terminal import argument, tell
from campaign.commands.author import author_named, played_on, reason_of
from campaign.words import say

app = verb()


@app.callback(
    no_args_is_help=True,
    epilog=example('campaign team join "Iron Vow" --player Anna'),
)
def team() -> None:
    """Let a team join or leave; check and show its roster, and see when it breaks."""


@app.command(cls=HelpPage, epilog='campaign team join "Iron Vow" --player Anna --start {resource}=6')
def join(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(help=say("The name of the team."))],
    player: Annotated[str, typer.Option(help=say("The name of its player."))] = "",
    start: Annotated[
        list[str] | None,
        typer.Option(metavar="RESOURCE=N", help=say("A different start value for a resource.")),
    ] = None,
    played: Played = None,
    by: By = None,
) -> None:
    """Add a team to the campaign, with the usual start values or its own."""
    from campaign.commands.team import join as write

    stored = write(campaign_of(ctx), name, player, start or [], author_named(by), played_on(played))
    tell(say("{team} has joined the campaign.", team=stored))


@app.command(epilog=example('campaign team leave "Iron Vow" --reason "moved away"'))
def leave(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(help=say("The name of the team."), autocompletion=teams)],
    reason: Reason = "",
    played: Played = None,
    by: By = None,
    no_input: NoInput = False,
) -> None:
    """Record that a team leaves. What it has played stays."""
    from campaign.commands.team import leave as write

    at = campaign_of(ctx)
    stored = write(at, name, reason_of(reason, asker(no_input)), author_named(by), played_on(played))
    tell(say("{team} has left the campaign.", team=stored))


ROSTER = Annotated[
    str,
    typer.Argument(
        metavar="ROSTER", help=say("A team of the campaign, or a roster file."), autocompletion=teams
    ),
]


@app.command(epilog=example("campaign team roster red --like line-of"))
def roster(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(metavar="TEAM", help=say("The team."), autocompletion=teams)],
    like: Annotated[
        str | None,
        typer.Option(metavar="EXAMPLE", help=say("The example to start from."), autocompletion=rosters),
    ] = None,
) -> None:
    """Start a team’s roster from one of the game’s examples, to edit by hand."""
    from campaign.commands.team import start_roster

    place = start_roster(campaign_of(ctx), name, like)
    tell(say("Wrote {file}", file=place))
    tell(say("Next: edit it, then run “campaign team check {file}”.", file=argument(place)))


@app.command(epilog=example("campaign team check rosters/red-talons.yaml"))
def check(
    ctx: typer.Context,
    which: Annotated[
        list[str],
        typer.Argument(
            metavar="ROSTER…", help=say("Teams of the campaign, or roster files."), autocompletion=teams
        ),
    ],
    system: System = None,
) -> None:
    """Check rosters against the team rules: every breach at once, with its line and what would be legal."""
    from campaign.commands.team import check_rosters
    from campaign.errors import Problems

    at, library = game(ctx, system)
    keeping, problems = check_rosters(at, library, which)
    for name in keeping:
        tell(say("{team} follows all team rules.", team=name))
    if problems:
        raise Problems(problems)


@app.command(epilog=example("campaign team show red"))
@printed
def show(
    ctx: typer.Context,
    printing: Printing,
    roster: ROSTER,
    system: System = None,
) -> None:
    """Show a roster: the cost and worth of each model, the Team Leader’s bonus, and when the team breaks."""
    from campaign.cli.printout import show as put
    from campaign.content.rosters import team_rules
    from campaign.printing.rosters import found, shown

    at, library = game(ctx, system)
    document, known = found(at, team_rules(library), roster)
    put("roster", shown(library, at.settings if at else {}, document, known), printing, library)


@app.command(name="break", epilog=example('campaign team break red --out "7x Trooper" --dice 4,3'))
@printed
def break_(
    ctx: typer.Context,
    printing: Printing,
    roster: ROSTER,
    out: Annotated[
        list[str] | None,
        typer.Option(metavar="MODEL", help=say("A model out of action, or several: 2x Trooper.")),
    ] = None,
    models: Annotated[
        int | None, typer.Option(min=1, help=say("How many models the team started with."))
    ] = None,
    left: Annotated[int | None, typer.Option(min=0, help=say("How many models are left."))] = None,
    on: Annotated[
        int | None, typer.Option(min=1, help=say("The value to test against, if no roster has it."))
    ] = None,
    roll: Annotated[bool, typer.Option("--roll", help=say("Roll the test."))] = False,
    dice: Dice = None,
    seed: Seed = None,
    keep: Annotated[bool, typer.Option("--keep", help=say("Keep the test in the open battle."))] = False,
    battle: Annotated[
        str | None, typer.Option(help=say("Keep the test in this battle."), autocompletion=open_battles)
    ] = None,
    system: System = None,
    by: By = None,
) -> None:
    """Show whether a team must test for breaking, and at what value; --roll, --dice or --seed rolls it."""
    from campaign.cli.printout import show as put
    from campaign.commands.team_break import BreakOptions, team_break

    at, library = game(ctx, system)
    put("break", team_break(at, library, options_of(ctx, BreakOptions)), printing, library)
