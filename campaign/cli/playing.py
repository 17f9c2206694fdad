"""`campaign play`: one walk from the first die to the result, which can be stopped and taken up anywhere."""

from __future__ import annotations

from campaign.campaign import Campaign
from campaign.cli.choosing import Said as Choices
from campaign.cli.choosing import choose_all
from campaign.cli.drawing import Drawing, draw_cards, nothing_to_draw
from campaign.cli.making import Asked, made_or_rerolled, own_options
from campaign.cli.printout import SCREEN, show
from campaign.cli.recording import Recording, Said, take_result
from campaign.cli.scoring import take_round
from campaign.cli.terminal import Terminal
from campaign.commands.author import author_named
from campaign.commands.choose import choice_step
from campaign.commands.round import is_scored_by_round
from campaign.content.steps.draft import DraftStep
from campaign.errors import Refusal, WrongUsage
from campaign.ledger.battle import Battle, won_at_once
from campaign.words import say


def walk(folder: Campaign, said: str | None, asked: Asked) -> None:
    """Goes on from wherever the battle stands, and stops where the players want to."""
    named = "--team" if asked.team else "--side" if asked.side else ""
    if said is not None and named:
        raise WrongUsage(
            say("--battle goes on with a battle, and {option} starts one. Leave one out.", option=named)
        )
    terminal = Terminal()
    open_now = [battle for battle in folder.state.battles if battle.status == "open"]
    # The options of a new battle may stand when the same command is called again; unknown ones may not.
    own_options(folder.library, asked)
    if said is None and (named or not open_now):
        asked.ask = _drafts(folder) and terminal.confirm(say("Do you draft the cards yourselves?"))
        briefing, library = made_or_rerolled(folder, None, asked, terminal)
        battle = folder.battle(briefing.tail)
        show("briefing", briefing, SCREEN, library)
    else:
        battle = folder.battle(said, open_only=True)
        terminal.tell(
            say("Battle {number} goes on: {name}.", number=battle.number, name=battle.setup.mission.name)
        )
    if _choice_is_open(folder, battle):
        if not terminal.confirm(say("Take the secret choices now?")):
            return terminal.tell(say("Call “campaign play” again when all are at the table."))
        view = choose_all(folder, battle, Choices(own_dice=asked.own_dice), author_named(asked.by), terminal)
        show("choices", view, SCREEN, folder.library)
    battle = folder.battle(battle.filed.tail)
    if not nothing_to_draw(folder, battle):
        if not terminal.confirm(say("Is every model set up, and are the cards to be drawn now?")):
            return terminal.tell(say("Call “campaign play” again when all models are set up."))
        drawn = draw_cards(folder, battle, Drawing(), SCREEN, author_named(asked.by), terminal)
        show("drawn", drawn, SCREEN, folder.library)
    battle = _rounds(folder, folder.battle(battle.filed.tail), asked.by, terminal)
    if not terminal.confirm(say("Is the battle over?"), default=False):
        return terminal.tell(say("Have a good game. “campaign play” takes it up from here."))
    recording = Recording(SCREEN, terminal, yes=False)
    return take_result(folder, battle.filed.tail, Said(), author_named(asked.by), recording)


def _rounds(folder: Campaign, battle: Battle, by: str | None, terminal: Terminal) -> Battle:
    """The battle with as many rounds more as the players score now; asked where it matters while they play,
    since a lead may win at once.
    """
    matters = is_scored_by_round(battle) and (battle.setup.lead is not None or battle.rounds)
    while matters and won_at_once(battle) is None:
        number = len(battle.rounds) + 1
        if number > battle.setup.rounds or not terminal.confirm(
            say("Score round {round} now?", round=number), default=bool(battle.rounds)
        ):
            break
        view = take_round(folder, battle, None, [], author_named(by), terminal)
        show("round", view, SCREEN, folder.library)
        battle = folder.battle(battle.filed.tail)
    return battle


def _drafts(folder: Campaign) -> bool:
    return any(isinstance(step, DraftStep) for step in folder.library.system().procedure)


def _choice_is_open(folder: Campaign, battle: Battle) -> bool:
    try:
        choice_step(folder, battle)
    except Refusal:
        return False
    return True
