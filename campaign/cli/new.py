"""`campaign new`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from campaign.cli.completing import systems
from campaign.cli.options import OPEN, By, Played
from campaign.cli.pages import HelpPage, verb
from campaign.cli.terminal import argument, tell
from campaign.commands.author import author_named, played_on
from campaign.errors import WrongUsage
from campaign.words import say

app = verb()


@app.command(
    context_settings=OPEN,
    cls=HelpPage,
    epilog='campaign new longnight --system {system} --team "Red Talons" --team "Vas Kar"',
)
def new(
    ctx: typer.Context,
    folder: Annotated[Path, typer.Argument(help=say("A new or empty folder."))],
    system: Annotated[
        str,
        typer.Option(help=say("The game system; see “campaign packs list”."), autocompletion=systems),
    ],
    team: Annotated[list[str] | None, typer.Option(help=say("A team; repeat for several."))] = None,
    name: Annotated[
        str | None, typer.Option(help=say("The name of the campaign (default: the folder’s name)."))
    ] = None,
    pack: Annotated[
        list[str] | None,
        typer.Option(
            metavar="DIR", help=say("A pack of further content, by its path from the campaign’s folder.")
        ),
    ] = None,
    played: Played = None,
    by: By = None,
) -> None:
    """Start a campaign. The system’s settings are options too; “campaign packs show SYSTEM” lists them."""
    from campaign.commands.new import new as write
    from campaign.content.library import ContentRoot, Library, built_in
    from campaign.content.lookup import typed_settings

    if str(folder).startswith("-"):
        raise WrongUsage(say("Put the folder first, then the options of the game system."))
    said = ctx.obj / folder if ctx.obj else folder
    root = said.resolve()
    packs = pack or []
    library = Library(system, [built_in(), *(ContentRoot((root / each).resolve(), each) for each in packs)])
    _, settings = typed_settings(library.system(), ctx.args)
    made = write(
        root,
        name=name or root.name,
        system=system,
        teams=team or [],
        settings=settings,
        packs=packs,
        author=author_named(by),
        played=played_on(played),
    )
    tell(say("“{name}” is ready in {root}.", name=made.file.name, root=root))
    tell(
        say("Next: campaign -C {folder} setup", folder=argument(said))
        if team
        else say("Next: campaign -C {folder} team join NAME", folder=argument(said))
    )
