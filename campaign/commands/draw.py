"""`campaign draw`: a card for each team or side, dealt, sealed and handed over in secret.

The deal has entropy of its own: the battle's public seed says nothing of it. A card is sealed before anybody
sees it, so that looking at one is no way to another; what its holder then writes down, or takes with a joker,
is sealed after.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Literal

from campaign.campaign import Campaign
from campaign.content.draws import Draw, draw_steps, holding
from campaign.errors import Refusal
from campaign.ledger.battle import Battle
from campaign.ledger.entries_io import Author
from campaign.ledger.secrets import OWNER, seal_of, secret_of
from campaign.mechanisms.deck import JOKER, Card, deal
from campaign.mechanisms.rosters import FieldedModels
from campaign.names import matched, plain
from campaign.words import say

How = Literal["drawn", "chosen", "typed"]


# --- what is held ---


def _on_the_table(folder: Campaign, battle: Battle, draw: Draw) -> Counter[str]:
    """What is dealt in this battle already. Raises Refusal where a sealed card can't be read here."""
    found = Counter(_ids(battle, draw))
    for holder in draw.holders:
        held = holding(folder.root, battle, draw, holder)
        if held is not None and held.proof != "proven":
            raise Refusal(
                say(
                    "The card of {holder} is sealed, and its secret here is {proof}.",
                    holder=holder,
                    proof=held.proof,
                ),
                say("Draw where it is, or from cards on the table with --typed."),
            )
        if held is not None:
            found += Counter({held.card.id: 1} if held.card else {}) + Counter({JOKER: int(held.joker)})
    return found


def _ids(battle: Battle, draw: Draw) -> list[str]:
    """The cards of this deck that have come to light in a battle, and the jokers that brought them."""
    shown = [reveal for reveal in battle.reveals if reveal.of == draw.step.id]
    dealt = [one for reveal in shown for one in reveal.shown if one.of == draw.step.id]
    jokers = [JOKER for one in dealt if one.joker or one.value == JOKER]
    return [card.id for reveal in shown for card in reveal.cards] + jokers


def _gone(folder: Campaign, battle: Battle, draw: Draw) -> Counter[str]:
    """What a lasting deck has given in earlier battles since it was last shuffled.

    Raises Refusal where one of them has a card of it sealed.
    """
    gone: Counter[str] = Counter()
    if any(seal.fresh for seal in battle.seals if seal.of == draw.step.id):
        return gone  # it was shuffled for this very battle
    for other in folder.state.battles if draw.lasting else ():
        if other.void or other.filed.name == battle.filed.name:
            continue
        if any(seal.fresh for seal in other.seals if seal.of == draw.step.id):
            gone.clear()
        if any(seal.of == draw.step.id for seal in other.unrevealed):
            raise Refusal(
                say(
                    "“{deck}” lasts, and in battle {number} a card of it is sealed.",
                    deck=draw.deck.name,
                    number=other.number,
                ),
                say("Show it first: record that battle, or void it."),
            )
        gone += Counter(_ids(other, draw))
    return gone


def to_choose_from(folder: Campaign, battle: Battle, draw: Draw) -> list[Card]:
    """The cards that may be chosen, or taken with a joker: those that nobody in this battle holds, and of a
    lasting deck those that are not gone.
    """
    held = _on_the_table(folder, battle, draw)
    gone = _gone(folder, battle, draw) + held
    left = [card for card in draw.deck.rows if not gone[card.id]]
    return left or [card for card in draw.deck.rows if not held[card.id]]


# --- what is sealed ---


def deal_and_seal(
    folder: Campaign, battle: Battle, wanted: Mapping[str, Sequence[str]], random: Random, hand: Author
) -> None:
    """Deals a card of each deck (by its step) to each who wants one, and seals them all at once."""
    secrets, seals = [], []
    for draw in draw_steps(folder.library, battle):
        who = wanted.get(draw.step.id, ())
        if not who:
            continue
        gone, kept = _gone(folder, battle, draw), _on_the_table(folder, battle, draw)
        dealt = deal(draw.deck, gone, kept, len(who), random)
        for holder, card in zip(who, dealt.cards, strict=True):
            secret = secret_of(draw.step.id, holder, card, joker=card == JOKER)
            secrets.append(secret)
            seals.append(seal_of(secret, hand, "drawn", dealt.fresh))
    folder.seal(battle, secrets, seals)


def seal_chosen(
    folder: Campaign,
    battle: Battle,
    draw: Draw,
    holder: str,
    card: Card,
    written: str,
    how: How,
    hand: Author,
) -> None:
    """Seals a card that its holder has chosen, or drawn from a deck on the table."""
    secret = secret_of(draw.step.id, holder, card.id, written)
    folder.seal(battle, [secret], [seal_of(secret, hand, how)])


def seal_owner(
    folder: Campaign,
    battle: Battle,
    draw: Draw,
    holder: str,
    card: Card,
    written: str,
    joker: bool,
    hand: Author,
) -> None:
    """Seals what a holder has written down for the card, or the card that a joker has taken."""
    secret = secret_of(draw.step.id + OWNER, holder, card.id, written, joker)
    folder.seal(battle, [secret], [seal_of(secret, hand)])


def noted(card: Card, battle: Battle, holder: str, fielded: Iterable[FieldedModels], text: str) -> str:
    """What a holder writes down, if the card allows it. Raises Refusal for a model that it does not."""
    text = " ".join(text.split())
    if card.write is None or not text:
        raise Refusal(say("Nothing is written down."), say("Write it, so that it can be proven later."))
    own = {team for side in battle.sides if holder in (side.name, *side.teams) for team in side.teams}
    mine = {holder} & own or own
    theirs = card.write.of == "enemy-model"
    models = [each for each in fielded if (each.team not in own if theirs else each.team in mine)]
    concerned = {team for side in battle.sides for team in side.teams} - own if theirs else mine
    if card.write.of == "text" or concerned - {each.team for each in models}:
        return text  # where a roster is missing, any model may be meant
    names = list(dict.fromkeys(each.name for each in models))
    meant = [name for name in names if re.match(rf"{re.escape(plain(name))}(?!\w)", plain(text))]
    name = max(meant, key=len) if meant else matched(text, names, say("model"))
    leads = any(each.leader for each in models if each.name == name)
    follows = any(not each.leader for each in models if each.name == name)
    if card.write.leaders == "none" and not follows:
        raise Refusal(say("“{name}” is a Team Leader.", name=name), say("Take another model."))
    if card.write.leaders == "only" and not leads:
        raise Refusal(say("“{name}” is no Team Leader.", name=name), say("Take one."))
    return text if meant else name  # “Trooper with the flag” says which of several
