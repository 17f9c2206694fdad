"""`campaign print sealed`: what somebody holds in a battle, to be folded so that only the outside is seen.

Nobody else's secret is opened for it, and what has come to light already is not in it any more.
"""

from __future__ import annotations

from campaign.campaign import Campaign
from campaign.commands.draw import draw_steps, held_of
from campaign.commands.sheet import card_held
from campaign.content.steps.choice import ChoiceStep
from campaign.errors import Refusal
from campaign.ledger.battle import Battle
from campaign.ledger.entries import SealStep
from campaign.ledger.secrets import OWNER, open_seal
from campaign.names import matched
from campaign.printing.forms import EnvelopeView
from campaign.printing.views import Note
from campaign.words import say


def envelope(folder: Campaign, battle: Battle, said: str) -> EnvelopeView:
    """The sheet of a side with its teams, or of one team. Raises Refusal for one that holds nothing."""
    teams = {side.name: side.teams for side in battle.sides}
    names = dict.fromkeys([*teams, *(team for each in teams.values() for team in each)])
    holder = matched(said, list(names), say("side in this battle"))
    holders = tuple(dict.fromkeys((holder, *teams.get(holder, ()))))
    seals = [seal for seal in battle.unrevealed if seal.side in holders]
    if not seals:
        raise Refusal(
            say("{holder} holds nothing sealed in battle {number}.", holder=holder, number=battle.number),
            say("Secrets are made by “campaign choose” and “campaign draw”."),
        )
    draws = draw_steps(folder, battle)
    held = [each for name in holders for each in held_of(folder, battle, draws, name)]
    dealt = {draw.step.id for draw in draws}
    return EnvelopeView(
        system_name=folder.library.system().name,
        campaign_name=folder.file.name,
        number=battle.number,
        tail=battle.filed.tail,
        played=battle.played,
        mission=battle.setup.mission.name,
        holder=holder,
        cards=tuple(card_held(battle, draw, one) for draw, one in held),
        choices=tuple(
            _choice(folder, battle, seal) for seal in seals if seal.of.removesuffix(OWNER) not in dealt
        ),
        decks=tuple(
            Note(name=draw.deck.name, text=draw.deck.about)
            for draw in draws
            if draw.deck.about and any(draw is one for one, _ in held)
        ),
        seals=tuple(
            Note(name=_called(folder, battle, seal), text=seal.side, mark=seal.hash) for seal in seals
        ),
    )


def _choice(folder: Campaign, battle: Battle, seal: SealStep) -> Note:
    """What was chosen or written down, by its name; its mark says where it can't be proven."""
    opened = open_seal(folder.root, battle.filed, seal)
    if opened.proof != "proven":
        return Note(name=_called(folder, battle, seal), mark=opened.proof)
    for step in folder.library.system().procedure:
        if isinstance(step, ChoiceStep) and step.id == seal.of:
            rows = {row.id: row for row in folder.library.choice(step.choice).rows}
            if (row := rows.get(opened.value)) is not None:
                return Note(name=step.name, text=row.name, more=row.text)
    return Note(name=_called(folder, battle, seal), text=opened.value)


def _called(folder: Campaign, battle: Battle, seal: SealStep) -> str:
    """What the step of a seal is called in the procedure, or was when the battle was made."""
    of = seal.of.removesuffix(OWNER)
    steps = {step.id: step.name for step in folder.library.system().procedure}
    return steps.get(of, battle.name_of(of))
