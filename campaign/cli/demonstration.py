"""`campaign demo` at the terminal: the ledger on the screen, and the path of its page."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from campaign.cli.options import Shape
from campaign.cli.printout import Printing, show
from campaign.cli.terminal import argument, tell
from campaign.commands.author import author_named, now
from campaign.commands.demo import play_demo
from campaign.content.library import built_in
from campaign.printing.ledger.page import ledger_page
from campaign.words import say


def demonstrate(said: Path | None, printing: Printing) -> None:
    """Plays the demo into a folder, new and empty, and shows what came of it: the ledger."""
    root = Path(tempfile.mkdtemp(prefix="campaign-demo-")) if said is None else said.resolve()
    folder = play_demo(root, [built_in()], author_named(None))
    library = folder.library
    view = ledger_page(folder, now().astimezone().date())
    show("ledger", view, printing, library)
    sys.stdout.flush()
    page = root / "briefings" / "ledger.html"
    show("ledger", view, Printing(Shape.html, page, printing.paper), library)
    tell(say("The demo campaign is in {root}.", root=root), aside=True)
    tell(say("Next: campaign -C {folder} log", folder=argument(root)), aside=True)
