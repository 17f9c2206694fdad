"""`campaign attack`, and the options that it shares with `campaign odds`, each with its one help line; those
of the game at hand stand on their help pages.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Any

import typer

from campaign.cli.context import asker, campaign_or_none, game, library_for, options_of
from campaign.cli.options import OPEN, Dice, Die, NoInput, Seed, System
from campaign.cli.pages import HelpPage, verb
from campaign.cli.printout import Printing, printed, show
from campaign.errors import Refusal
from campaign.words import say

app = verb()

LINE = "typed line"


class AttackHelpPage(HelpPage):
    """A verb whose help page also lists what the game at hand asks of an attack: the one that --system names,
    else the campaign's.
    """

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        # the page is shown before --system is read, and with an object of its own in the place of -C
        ctx.meta[LINE] = [*args]
        return super().parse_args(ctx, args)

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        with suppress(Refusal):
            _list_options(ctx, formatter)
        super().format_epilog(ctx, formatter)


def _list_options(ctx: Any, formatter: Any) -> None:
    from campaign.commands.packs import attack_parts

    library = library_for(campaign_or_none(ctx.parent), _system_in(ctx.meta.get(LINE, [])))
    rules = library.attack_rules()
    if rules is None:
        return
    parts = attack_parts(rules)
    with formatter.section(say("Options of {system}", system=library.system().name)):
        formatter.write_dl([(each.name, each.text) for each in (*parts.situation, *parts.dice)])


def _system_in(line: list[str]) -> str | None:
    for at, word in enumerate(line):
        option, equals, value = word.partition("=")
        if option == "--system":
            return value if equals else next(iter(line[at + 1 :]), None)
    return None


Words = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[UNIT:WEAPON] [TARGET] [NAME=N]", help=say("The attacker, the target, and any number.")
    ),
]
Then = Annotated[
    list[str] | None,
    typer.Option(
        "--then", metavar="BATCH", help=say("Another batch at the same unit: what is different, in quotes.")
    ),
]
Numbers = Annotated[
    list[str] | None, typer.Option("--number", metavar="NAME=N", help=say("Any number used by the attack."))
]
Keywords = Annotated[
    list[str] | None,
    typer.Option("--keyword", metavar="NAME:X:Y@TAG", help=say("A keyword granted by something else.")),
]
Tags = Annotated[list[str] | None, typer.Option("--tag", help=say("A tag of the target."))]
Models = Annotated[
    int | None,
    typer.Option(
        "--target-models", metavar="N", help=say("Models in the target unit (default: its minimum).")
    ),
]
Visible = Annotated[
    int | None,
    typer.Option("--visible", min=0, metavar="N", help=say("How many of them are visible at first.")),
]
Groups = Annotated[
    str | None,
    typer.Option(
        "--groups",
        metavar="N,N,N",
        help=say("If engaged: models in nobody’s reach, in reach, in base contact."),
    ),
]
Marker = Annotated[
    int, typer.Option("--marker", min=0, metavar="N", help=say("Damage already marked on it."))
]
Gone = Annotated[bool, typer.Option("--shield-gone", help=say("Its shield is already gone."))]


@app.command(
    context_settings=OPEN,
    cls=AttackHelpPage,
    epilog="campaign attack {attack} {target} {situation} --system {fighting}",
)
@printed
def attack(
    ctx: typer.Context,
    printing: Printing,
    words: Words = None,
    then: Then = None,
    number: Numbers = None,
    keyword: Keywords = None,
    tag: Tags = None,
    models: Models = None,
    visible: Visible = None,
    groups: Groups = None,
    marker: Marker = 0,
    shield_gone: Gone = False,
    seed: Seed = None,
    dice: Dice = None,
    die: Die = None,
    system: System = None,
    no_input: NoInput = False,
) -> None:
    """Roll an attack, batch by batch, as at the table.

    Name the attacker and its weapon (UNIT:WEAPON) and the target unit, by id, name or any unique beginning.
    The numbers that the game needs for the situation have options of their own, and so have special dice
    (--NAME D3): “campaign packs show SYSTEM” lists them. If you give none at a terminal, you are asked for
    them, and for further batches. Everything else is NAME=VALUE; “-” stands for no roll. Write a batch for
    --then in the same way, “UNIT:WEAPON NAME=VALUE”; whatever you leave out stays as in the batch before.
    """
    from campaign.commands.attack import AttackOptions
    from campaign.commands.attack import attack as rolled

    _, library = game(ctx, system)
    options = options_of(ctx, AttackOptions)
    show("attack", rolled(library, options, asker(no_input)), printing, library)
