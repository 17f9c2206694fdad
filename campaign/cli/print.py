"""`campaign print`."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli.completing import battles, decks, missions, parts, teams
from campaign.cli.context import alone, campaign_of, game
from campaign.cli.options import System
from campaign.cli.pages import HelpPage, example, verb
from campaign.cli.printout import Printing, printed, show
from campaign.words import say

app = verb()


@app.callback(no_args_is_help=True, epilog=example("campaign print cards -o cards.html"))
def print_() -> None:
    """Print cards and sheets for the table."""


# --- cards ---


@app.command(cls=HelpPage, epilog='campaign print cards "{deck}" --backs -o cards.html')
@printed
def cards(
    ctx: typer.Context,
    printing: Printing,
    deck: Annotated[
        str | None,
        typer.Argument(
            metavar="[DECK]",
            help=say("A deck, by id or name; with --team, a battle (default: all decks)."),
            autocompletion=decks,
        ),
    ] = None,
    team: Annotated[
        str | None,
        typer.Option(
            metavar="TEAM",
            help=say("Only what this team or side holds sealed, for its eyes only."),
            autocompletion=teams,
        ),
    ] = None,
    blank: Annotated[
        int | None, typer.Option(min=1, max=900, metavar="N", help=say("Print N blank cards to write on."))
    ] = None,
    copies: Annotated[
        int, typer.Option(min=1, max=20, metavar="N", help=say("Print each card N times."))
    ] = 1,
    backs: Annotated[
        bool, typer.Option("--backs", help=say("Print the backs of each sheet after its front."))
    ] = False,
    system: System = None,
) -> None:
    """Print cards to cut out, 63 by 88 mm, nine on a sheet.

    Print the page at 100 %; with --backs double-sided, flipped on the long edge. To print a table that is
    rolled on, name it. With --team, the device goes to whoever holds the cards; -o writes a file instead.
    """
    from campaign.commands.print import blank_cards_view, cards_view

    if team is not None:
        alone(ctx, "team", "deck", "backs")
        _held(ctx, deck, team, backs, printing)
        return
    if blank is not None:
        alone(ctx, "blank", "deck", "backs", "system")
    _, library = game(ctx, system)
    if blank is not None:
        view = blank_cards_view(library, deck, count=blank, backs=backs)
    else:
        view = cards_view(library, deck, copies=copies, backs=backs)
    show("cards", view, printing, library)
    _warn(view.too_long)


def _held(ctx: typer.Context, battle: str | None, team: str, backs: bool, printing: Printing) -> None:
    """The cards of one team or side, on a screen that keeps nothing of them, or in a file."""
    from campaign.asking import show_secretly
    from campaign.cli.terminal import Terminal
    from campaign.commands.print import held_cards_view
    from campaign.content.draws import holder_of
    from campaign.printing.sheets import sheet_text

    at = campaign_of(ctx)
    found = at.battle(battle)
    holder = holder_of(at.library, found, team)
    if printing.on_screen:
        show_secretly(Terminal(), holder, sheet_text(at, found, holder))
    else:
        show("cards", held_cards_view(at, found, holder, backs=backs), printing, at.library, secret=True)


def _warn(names: tuple[str, ...]) -> None:
    """Says which cards lose text where they are cut out."""
    from campaign.cli.terminal import tell
    from campaign.words import listed

    if names:
        tell(say("Too long for a card: {names}. Shorten the text.", names=listed(names)), aside=True)


# --- sheets ---

PrintedBattle = Annotated[
    str | None,
    typer.Argument(help=say("Its number or id (default: the only open battle)."), autocompletion=battles),
]


@app.command(epilog=example("campaign print result 1 --format html -o result.html"))
@printed
def result(
    ctx: typer.Context,
    printing: Printing,
    battle: PrintedBattle = None,
) -> None:
    """Print a battle’s result sheet, to fill in by hand and type in box by box."""
    from campaign.printing.result_form import form_of

    at = campaign_of(ctx)
    show("result-form", form_of(at, at.battle(battle)), printing, at.library)


@app.command(cls=HelpPage, epilog="campaign print blank --system {system} --sides 2 -o blank.html")
@printed
def blank(
    ctx: typer.Context,
    printing: Printing,
    system: System = None,
    mission: Annotated[
        str | None,
        typer.Option(help=say("The mission (default: a sheet for any mission)."), autocompletion=missions),
    ] = None,
    sides: Annotated[
        int | None, typer.Option(min=1, help=say("The number of sides to have columns for."))
    ] = None,
) -> None:
    """Print a blank result sheet, for one mission or for any mission of the game."""
    from campaign.content.lookup import mission_of
    from campaign.printing.result_form import blank_form

    at, library = game(ctx, system)
    form = blank_form(library, at, mission_of(library, mission), sides)
    show("result-form", form, printing, library)


@app.command(cls=HelpPage, epilog="campaign print reference --system {system} -o rules.html")
@printed
def reference(
    ctx: typer.Context,
    printing: Printing,
    part: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PART]…",
            help=say("Only these parts, by the start of their names."),
            autocompletion=parts,
        ),
    ] = None,
    readings: Annotated[
        bool, typer.Option("--readings", help=say("Include how we read a rule that its source leaves open."))
    ] = False,
    system: System = None,
) -> None:
    """Print the rules of a game for the table, on as few pages as can be read."""
    from campaign.printing.rules import reference_view

    _, library = game(ctx, system)
    show("reference", reference_view(library, part or [], readings), printing, library)


@app.command(epilog=example("campaign print roster red --format html -o red.html"))
@printed
def roster(
    ctx: typer.Context,
    printing: Printing,
    team: Annotated[
        str,
        typer.Argument(metavar="TEAM", help=say("A team, or a roster file."), autocompletion=teams),
    ],
    system: System = None,
) -> None:
    """Print a team’s roster for the table, with boxes for wounds; a blank one for a team without a roster."""
    from campaign.printing.rosters import roster_form

    at, library = game(ctx, system)
    show("roster-form", roster_form(library, at, team), printing, library)


@app.command(epilog=example("campaign print sealed red -o ../red.html"))
@printed
def sealed(
    ctx: typer.Context,
    printing: Printing,
    side: Annotated[
        str,
        typer.Argument(
            metavar="SIDE", help=say("The side or team whose secrets to print."), autocompletion=teams
        ),
    ],
    battle: PrintedBattle = None,
) -> None:
    """Print a side’s secrets on a sheet that folds into its own envelope.

    As HTML with -o, it is the sheet to fold. Without -o, the device goes to its owner.
    """
    from campaign.commands.print import envelope

    at = campaign_of(ctx)
    view = envelope(at, at.battle(battle), side)
    if printing.on_screen:
        from campaign.asking import show_secretly
        from campaign.cli.terminal import Terminal, width
        from campaign.printing.render import render

        library = at.library
        text = render("envelope", "terminal", view, system=library.id, roots=library.roots, width=width())
        show_secretly(Terminal(), view.holder, text)
    else:
        show("envelope", view, printing, at.library, secret=True)
