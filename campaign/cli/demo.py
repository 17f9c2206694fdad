"""`campaign demo`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from campaign.cli.options import OutputFormat
from campaign.cli.pages import example, verb
from campaign.cli.printout import Printing, printed, show
from campaign.cli.terminal import argument, tell
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
    import tempfile

    from campaign.commands.author import author_named, now
    from campaign.commands.demo import play_demo
    from campaign.content.library import built_in
    from campaign.printing.ledger.page import ledger_page

    root = Path(tempfile.mkdtemp(prefix="campaign-demo-")) if folder is None else folder.resolve()
    campaign = play_demo(root, [built_in()], author_named(None))
    view = ledger_page(campaign, now().astimezone().date())
    show("ledger", view, printing, campaign.library)
    page = root / "briefings" / "ledger.html"
    show("ledger", view, Printing(OutputFormat.html, page, printing.paper), campaign.library)
    tell(say("The demo campaign is in {root}.", root=root), aside=True)
    tell(say("Next: campaign -C {folder} log", folder=argument(root)), aside=True)
