"""`campaign attack` at the terminal: whose dice, and which batch comes next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from campaign.cli.aiming import Said, another, read
from campaign.cli.context import library_for
from campaign.cli.terminal import Terminal
from campaign.commands.aiming import Aim, Condition
from campaign.commands.attack import Fight
from campaign.commands.dice import faces_by_part, new_seed, typed_dice
from campaign.content.library import Library
from campaign.errors import Refusal
from campaign.mechanisms.dice import DiceByPart, DiceLog, SeededDice
from campaign.printing.attack import AttackView
from campaign.words import say

if TYPE_CHECKING:
    from campaign.campaign import Campaign


def attacked(
    folder: Campaign | None,
    said: Said,
    system: str | None,
    seed: int | None,
    dice: str | None,
    die: Sequence[str],
    terminal: Terminal | None,
) -> tuple[AttackView, Library]:
    """The view and content to show: every batch rolled."""
    library = library_for(folder, system)
    rest = typed_dice(dice, False, seed, None)
    if rest is None:
        seed = new_seed() if seed is None else seed
        rest = SeededDice(seed)
    (first, *then), condition, talk = read(library, said, terminal)
    fight = Fight(library, first, condition, DiceLog(DiceByPart(faces_by_part(die), rest)))
    for each in then:
        fight.also(each)
    if talk and terminal is not None:
        _more(fight, library, first, condition, terminal)
    return fight.view(seed), library


def _more(fight: Fight, library: Library, first: Aim, condition: Condition, terminal: Terminal) -> None:
    """Batch after batch, as long as the players want one and somebody is left; what can't be done is told."""
    _tell(fight, terminal)
    while not fight.over:
        more = another(library, first, condition, terminal)
        if more is None:
            return
        try:
            fight.also(more)
        except Refusal as refusal:
            terminal.tell(str(refusal))
        else:
            _tell(fight, terminal)


def _tell(fight: Fight, terminal: Terminal) -> None:
    """What the last batch came to, so that the next can be chosen."""
    last = fight.last
    said = [say("Damage: {damage}.", damage=last.damage)]
    if last.removed is not None:
        said.append(say("Models removed: {removed}; left: {left}.", removed=last.removed, left=last.left))
    if last.marker:
        said.append(say("Marked: {marker}.", marker=last.marker))
    terminal.tell(" ".join(said))
