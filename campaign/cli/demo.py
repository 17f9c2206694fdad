"""`campaign demo`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from campaign.cli.options import Format, Output, Shape
from campaign.cli.pages import example, verb
from campaign.words import say

app = verb()


@app.command(epilog=example("campaign demo my-demo"))
def demo(
    folder: Annotated[
        Path | None, typer.Argument(help=say("A new or empty folder; else one that is made for it."))
    ] = None,
    shape: Format = Shape.terminal,
    output: Output = None,
) -> None:
    """Write a small campaign, played through the real code, and show its ledger."""
    from campaign.cli.demonstration import demonstrate

    demonstrate(folder, shape, output)
