"""`campaign attack`."""

from __future__ import annotations

import typer

from campaign.cli.attacks import (
    AttackPage,
    Gone,
    Groups,
    Keywords,
    Marker,
    Models,
    Numbers,
    Tags,
    Then,
    Visible,
    Words,
)
from campaign.cli.context import asker, campaign_or_none
from campaign.cli.options import OPEN, Dice, Die, NoInput, Seed, System
from campaign.cli.pages import verb
from campaign.cli.printout import Printing, printed, show

app = verb()


@app.command(
    context_settings=OPEN,
    cls=AttackPage,
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

    Name who attacks with what (UNIT:WEAPON) and at which unit; ids, names and unique beginnings do. What the
    game asks of the situation are options of its own, as are special dice (--NAME D3): “campaign packs show
    SYSTEM” lists them. Without any, you are asked at a terminal, and for another batch. All else is
    NAME=VALUE; “-” stands for no roll. A batch of --then is said in the same
    words, “UNIT:WEAPON NAME=VALUE”, and what it doesn't say is as in the one before.
    """
    from campaign.cli.aiming import Said
    from campaign.cli.fighting import attacked

    said = Said(
        words or [], number or [], keyword or [], tag or [], then or [], models, visible, groups, marker,
        shield_gone,
    )  # fmt: skip
    view, library = attacked(campaign_or_none(ctx), said, system, seed, dice, die or [], asker(no_input))
    show("attack", view, printing, library)
