"""`campaign reveal`."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli.completing import teams
from campaign.cli.context import alone, asker, campaign_of, only_with, options_of
from campaign.cli.options import Against, By, Dice, Die, Models, NoInput, Note, OpenBattle, OwnDice, Seed
from campaign.cli.pages import example, verb
from campaign.cli.printout import Printing, printed, show
from campaign.commands.author import author_named
from campaign.words import say

app = verb()


@app.command(epilog=example("campaign reveal"))
@printed
def reveal(
    ctx: typer.Context,
    printing: Printing,
    battle: OpenBattle = None,
    secret: Annotated[
        str | None,
        typer.Option(
            metavar="SIDE", help=say("Show what this side or team holds in secret."), autocompletion=teams
        ),
    ] = None,
    of: Annotated[
        str | None, typer.Option(metavar="DECK", help=say("With --secret: only what this step sealed."))
    ] = None,
    card: Annotated[
        str | None,
        typer.Option(metavar="CARD", help=say("With --secret: a card that was drawn on the table, by name.")),
    ] = None,
    models: Models = None,
    against: Against = None,
    note: Note = None,
    dice: Dice = None,
    die: Die = None,
    own_dice: OwnDice = False,
    seed: Seed = None,
    by: By = None,
    no_input: NoInput = False,
) -> None:
    """Reveal what all sides have chosen, and its effects; or what one side holds in secret.

    When a card is played, show it with --secret; the seal proves that it is the one that was drawn.
    """
    from campaign.commands.reveal import RevealOptions, reveal_choices, reveal_secret

    if secret is not None:
        alone(ctx, "secret", "battle", "of", "card")
    else:
        only_with(ctx, "secret", "of", "card")
    at = campaign_of(ctx)
    found = at.battle(battle, open_only=True)
    if secret is not None:
        secrets = reveal_secret(at, found, secret, of, card, author_named(by))
        return show("secrets", secrets, printing, at.library)
    briefing = reveal_choices(at, found, options_of(ctx, RevealOptions), author_named(by), asker(no_input))
    return show("choices", briefing, printing, at.library)
