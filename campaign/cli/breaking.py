"""`campaign team break` at the terminal: which team, what is left of it, whose dice."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.campaign import Campaign
from campaign.commands.author import author_named
from campaign.commands.dice import new_seed, typed_dice
from campaign.commands.roll import keep
from campaign.commands.roster import Casualties, battle_of, broken
from campaign.content.library import Library
from campaign.content.rosters import team_rules
from campaign.errors import Refusal, WrongUsage
from campaign.mechanisms.dice import DiceSource, SeededDice
from campaign.printing.rosters import BreakView, sought
from campaign.record import Record
from campaign.words import listed, say


class Breaking(Record, kw_only=False):
    """The options of `campaign team break` as they were typed."""

    roster: str
    out: Sequence[str]
    models: int | None
    left: int | None
    on: int | None
    roll: bool
    dice: str | None
    seed: int | None
    keep: bool
    battle: str | None
    by: str | None


def broken_team(folder: Campaign | None, library: Library, asked: Breaking) -> BreakView:
    """Where the team stands, with its test where one is wanted; --keep or --battle keeps it."""
    source = _source(asked)
    keeping = [
        option for option, said in (("--keep", asked.keep), ("--battle", asked.battle is not None)) if said
    ]
    if keeping and source is None:
        raise WrongUsage(say("Only with --roll, --dice or --seed: {idle}.", idle=listed(keeping)))
    if keeping and folder is None:
        raise Refusal(
            say("There is no campaign to keep this roll in."),
            say("Leave {options} out.", options=listed(keeping)),
        )
    team, known = sought(folder, team_rules(library), asked.roster)
    roster = known[1] if known is not None else None
    said = Casualties(tuple(asked.out), asked.models, asked.left, asked.on)
    settings = folder.settings if folder is not None else {}
    battle = battle_of(folder, team, asked.battle) if keeping and folder is not None else None
    view, tested = broken(library, settings, team, roster, said, source)
    if battle is not None and folder is not None and tested is not None:
        keep(folder, battle, tested, author_named(asked.by), team)
    return view


def _source(asked: Breaking) -> DiceSource | None:
    typed = typed_dice(asked.dice, False, asked.seed, None)
    if typed is not None:
        return typed
    if asked.seed is not None:
        return SeededDice(asked.seed)
    return SeededDice(new_seed()) if asked.roll else None
