"""`campaign print`."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli.completing import decks, teams
from campaign.cli.desk import alone, folder, folder_or_none
from campaign.cli.options import System
from campaign.cli.pages import Page, example, verb
from campaign.cli.printout import Printing, printed, show
from campaign.words import say

app = verb()


@app.callback(no_args_is_help=True, epilog=example("campaign print cards -o cards.html"))
def print_() -> None:
    """Cards and sheets for the table."""


# --- cards ---


@app.command(cls=Page, epilog='campaign print cards "{deck}" --backs -o cards.html')
@printed
def cards(
    ctx: typer.Context,
    printing: Printing,
    deck: Annotated[
        str | None,
        typer.Argument(
            metavar="[DECK]",
            help=say("A deck, by its id or name; else all. With --team the battle."),
            autocompletion=decks,
        ),
    ] = None,
    team: Annotated[
        str | None,
        typer.Option(
            metavar="TEAM",
            help=say("Only what this team or side holds sealed, for its own eyes."),
            autocompletion=teams,
        ),
    ] = None,
    blank: Annotated[
        int | None, typer.Option(min=1, max=900, metavar="N", help=say("N cards to write on."))
    ] = None,
    copies: Annotated[int, typer.Option(min=1, max=20, metavar="N", help=say("Each card N times."))] = 1,
    backs: Annotated[bool, typer.Option("--backs", help=say("Each sheet's back after its front."))] = False,
    system: System = None,
) -> None:
    """Cards to cut out, 63 by 88 mm, nine on a sheet.

    Print the page at 100 %; with --backs on both sides, turned over the long edge. A table that is rolled on
    is printed by its name alone. With --team the device goes to the one who holds the cards; -o writes a file
    instead.
    """
    from campaign.cli.making import library_for
    from campaign.commands.cards import blank_cards_view, cards_view

    if team is not None:
        alone(ctx, "team", "deck", "backs")
        _held(ctx, deck, team, backs, printing)
        return
    if blank is not None:
        alone(ctx, "blank", "deck", "backs")
    library = library_for(folder_or_none(ctx), system)
    if blank is not None:
        view = blank_cards_view(library, deck, count=blank, backs=backs)
    else:
        view = cards_view(library, deck, copies=copies, backs=backs)
    show("cards", view, printing, library)
    _warn(view.too_long)


def _held(ctx: typer.Context, battle: str | None, team: str, backs: bool, printing: Printing) -> None:
    """The cards of one team or side, on a screen that keeps nothing of them, or in a file."""
    from campaign.cli.drawing import holder_of, on_the_screen
    from campaign.cli.terminal import Terminal
    from campaign.commands.cards import held_cards_view

    at = folder(ctx)
    found = at.battle(battle)
    holder = holder_of(at, found, team)
    if printing.on_screen:
        on_the_screen(at, found, holder, Terminal())
    else:
        show("cards", held_cards_view(at, found, holder, backs=backs), printing, at.library)


def _warn(names: tuple[str, ...]) -> None:
    """Says which cards lose text where they are cut out."""
    from campaign.cli.terminal import tell
    from campaign.words import listed

    if names:
        tell(say("Too long for a card: {names}. Shorten them.", names=listed(names)), aside=True)
