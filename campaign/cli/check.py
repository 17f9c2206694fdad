"""`campaign check`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from campaign.cli.context import campaign_or_none
from campaign.cli.pages import example, verb
from campaign.cli.printout import Printing, printed, show
from campaign.cli.terminal import tell
from campaign.errors import Problems
from campaign.words import say

app = verb()


@app.command(epilog=example("campaign check house/"))
@printed
def check(
    ctx: typer.Context,
    printing: Printing,
    root: Annotated[
        Path | None,
        typer.Argument(help=say("A campaign or a folder of content (default: the current campaign).")),
    ] = None,
) -> None:
    """Find every problem in a campaign or a folder of content, with its file, line and remedy."""
    from campaign.commands.check import problems_in, problems_view
    from campaign.content.library import built_in

    found = campaign_or_none(ctx) if root is None else None
    base = root.resolve() if root is not None else (found.root if found is not None else Path.cwd())
    problems = problems_in(base)
    if not printing.on_screen:
        show("problems", problems_view(base, problems), printing, None, (built_in(),))
        raise typer.Exit(1 if problems else 0)
    if problems:
        raise Problems(problems)
    tell(say("No problems found in {folder}.", folder=base))
