"""The options that `campaign attack` and `campaign odds` share, each with its one help line."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.words import say

__all__ = ["Gone", "Groups", "Keywords", "Marker", "Models", "Numbers", "Tags", "Then", "Visible", "Words"]

Words = Annotated[
    list[str] | None,
    typer.Argument(metavar="[UNIT:WEAPON] [TARGET] [NAME=N]", help=say("Who, at whom, and any number.")),
]
Then = Annotated[
    list[str] | None,
    typer.Option("--then", metavar="BATCH", help=say("Another batch at that unit: what differs, in quotes.")),
]
Numbers = Annotated[
    list[str] | None, typer.Option("--number", metavar="NAME=N", help=say("Any number of the attack."))
]
Keywords = Annotated[
    list[str] | None,
    typer.Option("--keyword", metavar="NAME:X:Y@TAG", help=say("A keyword that somebody gave.")),
]
Tags = Annotated[list[str] | None, typer.Option("--tag", help=say("A tag that the target has."))]
Models = Annotated[
    int | None,
    typer.Option("--target-models", metavar="N", help=say("Models of the target; else its least.")),
]
Visible = Annotated[
    int | None, typer.Option("--visible", min=0, metavar="N", help=say("How many of them are seen at first."))
]
Groups = Annotated[
    str | None,
    typer.Option("--groups", metavar="N,N,N", help=say("Engaged: in nobody's reach, in reach, in contact.")),
]
Marker = Annotated[int, typer.Option("--marker", min=0, metavar="N", help=say("Damage that it carries."))]
Gone = Annotated[bool, typer.Option("--shield-gone", help=say("Its shield is gone."))]
