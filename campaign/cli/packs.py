"""`campaign packs`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from campaign.cli.completing import decks, kinds, systems
from campaign.cli.context import campaign_of, campaign_or_none, game
from campaign.cli.options import Output
from campaign.cli.pages import Page, example, verb
from campaign.cli.printout import Printing, printed, show, write_out
from campaign.cli.terminal import argument, tell
from campaign.words import listed, say

app = verb()


@app.callback(no_args_is_help=True, epilog=example("campaign packs list"))
def packs() -> None:
    """List, show and start game systems."""


@app.command("list", epilog=example("campaign packs list"))
@printed
def list_(ctx: typer.Context, printing: Printing) -> None:
    """Every game system that is at hand."""
    from campaign.commands.packs import systems
    from campaign.content.library import built_in

    at = campaign_or_none(ctx)
    roots = at.library.roots if at is not None else (built_in(),)
    show("systems", systems(roots), printing, None, roots)


@app.command("show", cls=Page, epilog="campaign packs show {system}")
@printed
def show_(
    ctx: typer.Context,
    printing: Printing,
    system: Annotated[str, typer.Argument(help=say("The system's id."), autocompletion=systems)],
) -> None:
    """What a game system holds: procedure, settings, missions, tables, choices, tests."""
    from campaign.commands.packs import system_view

    _, library = game(ctx, system)
    show("system", system_view(library), printing, library)


@app.command(cls=Page, epilog="campaign packs rules {system} terrain")
@printed
def rules(
    ctx: typer.Context,
    printing: Printing,
    system: Annotated[str, typer.Argument(help=say("The system's id."), autocompletion=systems)],
    words: Annotated[
        list[str] | None, typer.Argument(help=say("Only rules with these words; or a rule's id."))
    ] = None,
) -> None:
    """The rules of a system as a reference, with where each comes from."""
    from campaign.printing.rules import rules_view

    _, library = game(ctx, system)
    show("rules", rules_view(library, words or []), printing, library)


@app.command("map", cls=Page, epilog="campaign packs map {system} {mission}")
@printed
def map_(
    ctx: typer.Context,
    printing: Printing,
    system: Annotated[str, typer.Argument(help=say("The system's id."), autocompletion=systems)],
    mission: Annotated[str, typer.Argument(help=say("The mission, or the card that brings the board."))],
    sides: Annotated[int | None, typer.Option(min=2, max=4, help=say("For how many sides."))] = None,
) -> None:
    """The battlefield of a mission to scale, without a battle."""
    from campaign.printing.map.picture import map_view

    _, library = game(ctx, system)
    show("map", map_view(library, mission, sides), printing, library)


@app.command(epilog=example("campaign packs new my-game"))
def new(
    place: Annotated[
        Path,
        typer.Argument(metavar="FOLDER", help=say("A new or empty folder; its name is the system's id.")),
    ],
) -> None:
    """Start a game system of your own: a small one that works at once."""
    from campaign.commands.packs import start_system

    written = start_system(place.resolve())
    tell(say("Written: {files}", files=listed(written)))
    tell(
        say(
            "Next: campaign new my-campaign --system {system} --pack {folder}",
            system=argument(place.resolve().name),
            folder=argument(place.resolve()),
        )
    )


@app.command("new-card", cls=Page, epilog='campaign packs new-card "{deck}" "LAST BREATH"')
def new_card_(
    ctx: typer.Context,
    deck: Annotated[str, typer.Argument(help=say("The deck, by its id or name."), autocompletion=decks)],
    name: Annotated[str, typer.Argument(help=say("The card's name."))],
) -> None:
    """Begin a card of the group's own: it lies in house/, to be written on, and is dealt with the others."""
    from campaign.commands.packs import new_card

    place = new_card(campaign_of(ctx), deck, name)
    tell(say("Written: {file}", file=place))
    tell(say("Next: say in it what the card does, then “campaign check”."))


@app.command(epilog=example("campaign packs schema mission"))
def schema(
    kind: Annotated[
        str | None,
        typer.Argument(help=say("Which kind of file; without one, all are listed."), autocompletion=kinds),
    ] = None,
    output: Output = None,
) -> None:
    """The JSON Schema of a kind of file, for editors that check while you type."""
    from campaign.commands.packs import schema_text

    write_out(schema_text(kind), output)
