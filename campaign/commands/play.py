"""`campaign play`: one walk from the first die to the result, which can be stopped and taken up anywhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from campaign.commands.author import author_named
from campaign.commands.choose import ChooseOptions, choose_all
from campaign.commands.draw import DrawOptions, draw_cards, nothing_to_draw
from campaign.commands.result import ResultOptions, take_result
from campaign.commands.reveal import choice_step
from campaign.commands.round import is_scored_by_round, take_round
from campaign.commands.setup import BattleOptions, SetupOptions, setup
from campaign.content.lookup import typed_settings
from campaign.content.steps.draft import DraftStep
from campaign.errors import Refusal, WrongUsage
from campaign.ledger.battle import Battle, won_at_once
from campaign.record import fields
from campaign.words import say

if TYPE_CHECKING:
    from campaign.asking import Asker
    from campaign.campaign import Campaign
    from campaign.commands.review import Review

Show = Callable[[str, Any], None]
"""Shows a document made of a view, on the screen."""


def play(campaign: Campaign, said: str | None, options: BattleOptions, asker: Asker, review: Review) -> None:
    """Goes on from wherever the battle stands, and stops where the players want to."""
    named = "--team" if options.team else "--side" if options.side else ""
    if said is not None and named:
        raise WrongUsage(
            say("--battle continues a battle, and {option} starts one. Leave out one of them.", option=named)
        )
    show = review.show
    battle = _taken_up(campaign, said, options, asker, show)
    tail = battle.filed.tail
    if _choice_is_open(campaign, battle):
        if not asker.confirm(say("Make the secret choices now?")):
            return asker.tell(say("Run “campaign play” again when everyone is at the table."))
        choices = ChooseOptions(own_dice=options.own_dice)
        show("choices", choose_all(campaign, battle, choices, author_named(options.by), asker))
    battle = campaign.battle(tail)
    if not nothing_to_draw(campaign, battle):
        if not asker.confirm(say("Are all models set up, and shall the cards be drawn now?")):
            return asker.tell(say("Run “campaign play” again when all models are set up."))
        show("drawn", draw_cards(campaign, battle, DrawOptions(), author_named(options.by), asker))
    battle = _rounds(campaign, campaign.battle(tail), options.by, asker, show)
    if not asker.confirm(say("Is the battle over?"), default=False):
        return asker.tell(say("Have a good game! “campaign play” continues from here."))
    return take_result(campaign, tail, ResultOptions(), author_named(options.by), review)


def _taken_up(
    campaign: Campaign, said: str | None, options: BattleOptions, asker: Asker, show: Show
) -> Battle:
    """The battle to play: a new one where sides are named or none is open, else the one that is meant."""
    open_now = [battle for battle in campaign.state.battles if battle.status == "open"]
    system = campaign.library.system()
    # The options of a new battle may stand when the same command is called again; unknown ones may not.
    typed_settings(system, options.extra, system.picks)
    if said is None and (options.team or options.side or not open_now):
        drafts = any(isinstance(step, DraftStep) for step in system.procedure)
        ask = drafts and asker.confirm(say("Are you drafting the cards yourselves?"))
        given = {each.name: getattr(options, each.name) for each in fields(options)}
        briefing, notes = setup(campaign, campaign.library, SetupOptions(**given, ask=ask), asker)
        for note in notes:
            asker.tell(note)
        show("briefing", briefing)
        return campaign.battle(briefing.tail)
    battle = campaign.battle(said, open_only=True)
    asker.tell(
        say("Continuing battle {number}: {name}.", number=battle.number, name=battle.setup.mission.name)
    )
    return battle


def _rounds(campaign: Campaign, battle: Battle, by: str | None, asker: Asker, show: Show) -> Battle:
    """The battle with as many rounds more as the players score now; asked where it matters while they play,
    since a lead may win at once.
    """
    matters = is_scored_by_round(battle) and (battle.setup.lead is not None or battle.rounds)
    while matters and won_at_once(battle) is None:
        number = len(battle.rounds) + 1
        if number > battle.setup.rounds or not asker.confirm(
            say("Score round {round} now?", round=number), default=bool(battle.rounds)
        ):
            break
        show("round", take_round(campaign, battle, None, [], author_named(by), asker))
        battle = campaign.battle(battle.filed.tail)
    return battle


def _choice_is_open(campaign: Campaign, battle: Battle) -> bool:
    try:
        choice_step(campaign, battle)
    except Refusal:
        return False
    return True
