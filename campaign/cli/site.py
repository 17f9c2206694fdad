"""`campaign site`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from campaign.cli.context import campaign_of
from campaign.cli.options import Paper, Sheet
from campaign.cli.pages import example, verb
from campaign.cli.terminal import tell
from campaign.commands.author import now
from campaign.words import listed, say

app = verb()


@app.command(epilog=example("campaign site site"))
def site(
    ctx: typer.Context,
    out: Annotated[
        Path,
        typer.Argument(
            metavar="FOLDER", help=say("A new or empty folder, or one with a site written earlier.")
        ),
    ],
    paper: Sheet = None,
) -> None:
    """Write the whole campaign as a static site: standings, battles, teams, rules, and sheets to print.

    Put the folder on any host, or open its index.html. It contains nothing secret. When run again, it writes
    the pages that have changed, removes those no longer needed, and leaves everything else alone.
    """
    from campaign.commands.site import check_place, lying, publish, site_of

    at = campaign_of(ctx)
    names = sorted(filed.name for filed in at.filed)
    check_place(out, names)
    sheet = paper or Paper(at.file.paper or Paper.a4)
    made = site_of(at, now().astimezone().date(), lying(out), sheet.value)
    done = publish(out, made.files, made.made_of, names[0])
    tell(
        say(
            "Files written: {written}, unchanged: {unchanged}, removed: {removed}. Open {page}",
            written=len(done.written),
            unchanged=done.unchanged,
            removed=len(done.removed),
            page=out / "index.html",
        )
    )
    if done.anew:
        tell(say("Edited by hand, now overwritten: {files}", files=listed(done.anew)), aside=True)
    if done.kept:
        tell(
            say("No longer part of the site, but edited by hand and kept: {files}", files=listed(done.kept)),
            aside=True,
        )
    if made.unbriefed:
        tell(
            say("Left out, because briefings/ doesn’t have them: {battles}", battles=listed(made.unbriefed)),
            aside=True,
        )
