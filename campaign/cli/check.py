"""`campaign check`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from campaign.cli.desk import Shape, example, folder_or_none
from campaign.errors import Problems

app = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False)


@app.command(epilog=example("campaign check house/"))
def check(
    ctx: typer.Context,
    root: Annotated[
        Path | None, typer.Argument(help="A campaign or a folder of content; else the campaign at hand.")
    ] = None,
    shape: Annotated[Shape, typer.Option("--format", "-f", help="terminal or json.")] = Shape.terminal,
) -> None:
    """Find every problem of a campaign or of a folder of content, with file, line and remedy."""
    from campaign.commands.check import problems_in

    found = folder_or_none(ctx) if root is None else None
    base = root.resolve() if root is not None else (found.root if found is not None else Path.cwd())
    problems = problems_in(base)
    if shape is Shape.json:
        from campaign.printing.jsonout import as_json

        typer.echo(as_json("problems", {"problems": problems}), nl=False)
        raise typer.Exit(1 if problems else 0)
    if problems:
        raise Problems(problems)
    typer.echo(f"No problems in {base}.")
