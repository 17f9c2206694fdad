"""`campaign demo`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from campaign.cli.pages import example, verb
from campaign.cli.printout import Printing, printed
from campaign.words import say

app = verb()


@app.command(epilog=example("campaign demo my-demo"))
@printed
def demo(
    printing: Printing,
    folder: Annotated[
        Path | None, typer.Argument(help=say("A new or empty folder (default: a temporary one)."))
    ] = None,
) -> None:
    """Write a small sample campaign, played through the real code, and show its ledger."""
    from campaign.cli.demonstration import demonstrate

    demonstrate(folder, printing)
