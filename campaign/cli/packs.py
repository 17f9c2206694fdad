"""`campaign packs`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from campaign.cli.completing import decks, kinds, systems
from campaign.cli.context import campaign_of, campaign_or_none, game
from campaign.cli.options import Output
from campaign.cli.pages import HelpPage, example, verb
from campaign.cli.printout import Printing, printed, show, write_out
from campaign.cli.terminal import argument, tell
from campaign.words import listed, say

app = verb()


@app.callback(no_args_is_help=True, epilog=example("campaign packs list"))
def packs() -> None:
    """List, show and create game systems."""


@app.command("list", epilog=example("campaign packs list"))
@printed
def list_(ctx: typer.Context, printing: Printing) -> None:
    """List every available game system."""
    from campaign.commands.packs import systems
    from campaign.content.library import built_in

    at = campaign_or_none(ctx)
    roots = at.library.roots if at is not None else (built_in(),)
    show("systems", systems(roots), printing, None, roots)


@app.command("show", cls=HelpPage, epilog="campaign packs show {system}")
@printed
def show_(
    ctx: typer.Context,
    printing: Printing,
    system: Annotated[str, typer.Argument(help=say("The id of the system."), autocompletion=systems)],
) -> None:
    """Show what is in a game system: procedure, settings, missions, tables, choices and tests."""
    from campaign.commands.packs import system_view

    _, library = game(ctx, system)
    show("system", system_view(library), printing, library)


@app.command(cls=HelpPage, epilog="campaign packs rules {system} terrain")
@printed
def rules(
    ctx: typer.Context,
    printing: Printing,
    system: Annotated[str, typer.Argument(help=say("The id of the system."), autocompletion=systems)],
    words: Annotated[
        list[str] | None,
        typer.Argument(help=say("Only rules that contain these words, or one rule by its id.")),
    ] = None,
) -> None:
    """Show the rules of a system as a reference, with the source of each."""
    from campaign.printing.rules import rules_view

    _, library = game(ctx, system)
    show("rules", rules_view(library, words or []), printing, library)


@app.command("map", cls=HelpPage, epilog="campaign packs map {system} {mission}")
@printed
def map_(
    ctx: typer.Context,
    printing: Printing,
    system: Annotated[str, typer.Argument(help=say("The id of the system."), autocompletion=systems)],
    mission: Annotated[str, typer.Argument(help=say("The mission, or the card that sets the board."))],
    sides: Annotated[int | None, typer.Option(min=2, max=4, help=say("The number of sides."))] = None,
) -> None:
    """Show the battlefield of a mission to scale, without setting up a battle."""
    from campaign.printing.map.picture import map_view

    _, library = game(ctx, system)
    show("map", map_view(library, mission, sides), printing, library)


@app.command(epilog=example("campaign packs new my-game"))
def new(
    place: Annotated[
        Path,
        typer.Argument(
            metavar="FOLDER", help=say("A new or empty folder; its name becomes the id of the system.")
        ),
    ],
) -> None:
    """Create a game system of your own: a small one that works at once."""
    from campaign.commands.packs import start_system

    written = start_system(place.resolve())
    tell(say("Wrote {files}", files=listed(written)))
    tell(
        say(
            "Next: campaign new my-campaign --system {system} --pack {folder}",
            system=argument(place.resolve().name),
            folder=argument(place.resolve()),
        )
    )


@app.command("new-card", cls=HelpPage, epilog='campaign packs new-card "{deck}" "LAST BREATH"')
def new_card_(
    ctx: typer.Context,
    deck: Annotated[str, typer.Argument(help=say("The deck, by id or name."), autocompletion=decks)],
    name: Annotated[str, typer.Argument(help=say("The name of the card."))],
) -> None:
    """Create a card of your own group in house/. Edit it; it is dealt with the others."""
    from campaign.commands.packs import new_card

    place = new_card(campaign_of(ctx), deck, name)
    tell(say("Wrote {file}", file=place))
    tell(say("Next: describe in it what the card does, then run “campaign check”."))


@app.command(epilog=example("campaign packs schema mission"))
def schema(
    kind: Annotated[
        str | None,
        typer.Argument(help=say("The kind of file; leave it out to list all kinds."), autocompletion=kinds),
    ] = None,
    output: Output = None,
) -> None:
    """Print the JSON Schema of a kind of file, for editors that check while you type."""
    from campaign.commands.packs import schema_text

    write_out(schema_text(kind), output)
