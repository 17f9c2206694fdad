"""`campaign draw`."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli.completing import teams
from campaign.cli.context import asker, campaign_of, options_of
from campaign.cli.options import By, NoInput, OpenBattle, OutputFormat
from campaign.cli.pages import example, verb
from campaign.cli.printout import Printing, printed, show
from campaign.commands.author import author_named
from campaign.words import say

app = verb()


@app.command(epilog=example('campaign draw --team "Red Talons"'))
@printed
def draw(
    ctx: typer.Context,
    printing: Printing,
    battle: OpenBattle = None,
    team: Annotated[
        list[str] | None,
        typer.Option(help=say("Only this team draws now; repeat for several."), autocompletion=teams),
    ] = None,
    choose: Annotated[
        bool, typer.Option("--choose", help=say("Choose cards instead of drawing them."))
    ] = False,
    typed: Annotated[
        bool,
        typer.Option(
            "--typed", help=say("Cards are drawn from a deck on the table; each holder types in their own.")
        ),
    ] = False,
    sheets: Annotated[
        bool,
        typer.Option("--sheets", help=say("Also write each holder’s sealed sheet to a file in secrets/.")),
    ] = False,
    by: By = None,
    no_input: NoInput = False,
) -> None:
    """Deal the battle’s cards: one for each team, sealed at once and shown only to its holder.

    One device goes round: a screen says who may look, and nothing is left on it. A card is sealed before it
    is seen. Anything its holder has to write down is sealed with it. “campaign reveal --secret TEAM” shows a
    card when it is played; “campaign result” shows all that are left.
    """
    from campaign.commands.draw import DrawOptions, draw_cards

    at = campaign_of(ctx)
    options = options_of(ctx, DrawOptions)
    # What a PDF is made for is paper, to which HTML goes as well.
    html = printing.shape in {OutputFormat.html, OutputFormat.pdf}
    view = draw_cards(
        at,
        at.battle(battle, open_only=True),
        options,
        author_named(by),
        asker(no_input),
        html,
        printing.paper.value,
    )
    show("drawn", view, printing, at.library)
