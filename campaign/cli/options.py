"""The options and arguments that several verbs have, each with its one help line."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from campaign.cli.completing import open_battles, systems, teams
from campaign.words import say


class OutputFormat(StrEnum):
    """The formats of everything that is shown."""

    terminal = "terminal"
    markdown = "markdown"
    html = "html"
    pdf = "pdf"
    json = "json"


class Paper(StrEnum):
    """What is printed on: 210 x 297 mm, or 8.5 x 11 in."""

    a4 = "A4"
    letter = "letter"


OPEN = {"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": ["--help", "-h"]}
"""A verb's settings that let content bring options of its own; `extras` reads them."""

Format = Annotated[
    OutputFormat,
    typer.Option("--format", "-f", metavar="FORMAT", help=say("terminal, markdown, html, pdf or json.")),
]
Output = Annotated[
    Path | None,
    typer.Option(
        "--output", "-o", metavar="FILE", help=say("Write to a file; its extension sets the format.")
    ),
]
Sheet = Annotated[
    Paper | None,
    typer.Option(
        "--paper", metavar="PAPER", case_sensitive=False, help=say("Paper size for printing: A4 or letter.")
    ),
]
By = Annotated[str | None, typer.Option("--by", metavar="NAME", help=say("Your name, for the record."))]
NoInput = Annotated[bool, typer.Option("--no-input", help=say("Never prompt; a missing answer is an error."))]
Confirmed = Annotated[bool, typer.Option("--yes", "-y", help=say("Write without asking for confirmation."))]
Played = Annotated[
    str | None,
    typer.Option(
        "--played", metavar="DATE", help=say("The date of play, such as 2026-03-14 (default: today).")
    ),
]
Reason = Annotated[str, typer.Option("--reason", metavar="TEXT", help=say("The reason, kept in the log."))]
OpenBattle = Annotated[
    str | None,
    typer.Argument(
        help=say("Its number or id (default: the only open battle)."), autocompletion=open_battles
    ),
]
Teams = Annotated[
    list[str] | None,
    typer.Option("--team", help=say("A side of one team; repeat for each."), autocompletion=teams),
]
Sides = Annotated[
    list[str] | None,
    typer.Option("--side", metavar='"PLAYER: TEAM + TEAM"', help=say("A side, with its player’s name.")),
]
Models = Annotated[
    list[str] | None, typer.Option("--models", metavar="SIDE=N", help=say("The number of models on a side."))
]
Against = Annotated[
    list[str] | None,
    typer.Option("--against", metavar="SIDE=ENEMY", help=say("The enemy whose choice a side cancels.")),
]
Note = Annotated[
    list[str] | None,
    typer.Option("--note", metavar="SIDE=TEXT", help=say("A note of a side’s that everyone may see.")),
]
Dice = Annotated[
    str | None,
    typer.Option(
        "--dice", metavar="4,2,6", help=say("Dice you rolled at the table, in the order they are asked for.")
    ),
]
Die = Annotated[
    list[str] | None,
    typer.Option("--die", metavar="PART=FACES", help=say("The dice of one part, by its name.")),
]
Seed = Annotated[int | None, typer.Option("--seed", min=0, help=say("The same seed gives the same dice."))]
BattleSeed = Annotated[
    int | None, typer.Option("--seed", min=0, help=say("The same seed gives the same battle."))
]
OwnDice = Annotated[
    bool, typer.Option("--own-dice", help=say("Roll the dice yourself; you are asked for each roll."))
]
Place = Annotated[
    bool,
    typer.Option("--place", help=say("Propose where the sides place their markers, from the battle’s seed.")),
]
System = Annotated[
    str | None,
    typer.Option("--system", help=say("The game system, when outside a campaign."), autocompletion=systems),
]
