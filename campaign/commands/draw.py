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
from campaign.content.steps.draw import DrawStep
from campaign.errors import Refusal
from campaign.ledger.battle import Battle
from campaign.ledger.entries import OpenedSecret
from campaign.ledger.entries_io import Author
from campaign.ledger.secrets import OWNER, open_seal, seal_of, secret_of
from campaign.mechanisms.deck import JOKER, Card, Deck, deal
from campaign.mechanisms.rosters import FieldedModels
from campaign.mechanisms.terms import Term, settled, takes_part
from campaign.names import matched, plain
from campaign.record import Record
from campaign.words import say

How = Literal["drawn", "chosen", "typed"]


class Draw(Record, kw_only=False):
    """A step of the battle's procedure that deals cards, its deck, and who gets one."""

    step: DrawStep
    deck: Deck
    holders: tuple[str, ...]
    chosen: bool
    lasting: bool


class Holding(Record, kw_only=False):
    """What somebody holds of a deck. `card` is None for a joker that has not taken one yet, and where the
    secret is lost or altered (`proof`); `answered` is whether its holder has seen and sealed what there was
    to say. `shown` is every seal of it, opened.
    """

    holder: str
    card: Card | None
    joker: bool
    written: str
    proof: str
    answered: bool
    shown: tuple[OpenedSecret, ...]


def draw_steps(folder: Campaign, battle: Battle) -> list[Draw]:
    """What this battle deals, in the order of its procedure."""
    settings = battle.setup.settings
    return [
        Draw(
            step,
            folder.library.deck(step.deck),
            _holders(battle, step.each),
            bool(step.chosen.value(settings)),
            bool(step.lasting.value(settings)),
        )
        for step in folder.library.system().procedure
        if isinstance(step, DrawStep) and step.id in battle.setup.steps
    ]


def _holders(battle: Battle, each: str) -> tuple[str, ...]:
    if each == "side":
        return tuple(side.name for side in battle.sides)
    return tuple(team for side in battle.sides for team in side.teams)


def still_to_draw(battle: Battle, draw: Draw) -> list[str]:
    """Those who have no card of this deck yet, shown or sealed."""
    done = {seal.side for seal in battle.seals if seal.of == draw.step.id}
    done |= {card.by for reveal in battle.reveals if reveal.of == draw.step.id for card in reveal.cards}
    return [holder for holder in draw.holders if holder not in done]


def card_terms(battle: Battle, card: Card) -> tuple[Term, ...]:
    """What a card scores in this battle, its formulas worked out."""
    setup = battle.setup
    scope = {"sides": len(battle.sides), "rounds": setup.rounds, **setup.settings}
    return tuple(settled(term, scope) for term in card.terms if takes_part(term, scope))


# --- what is held ---


def cards_of(folder: Campaign, battle: Battle, holder: str) -> list[tuple[Draw, Holding]]:
    """What somebody holds sealed of each deck. Raises Refusal for one who holds nothing."""
    found = held_of(folder, battle, draw_steps(folder, battle), holder)
    if not found:
        raise Refusal(
            say("{holder} holds no sealed card in battle {number}.", holder=holder, number=battle.number),
            say("Draw with “campaign draw”."),
        )
    return found


def held_of(
    folder: Campaign, battle: Battle, draws: Iterable[Draw], holder: str
) -> list[tuple[Draw, Holding]]:
    """What somebody holds sealed of these decks."""
    held = ((draw, holding(folder, battle, draw, holder)) for draw in draws)
    return [(draw, one) for draw, one in held if one is not None]


def holding(folder: Campaign, battle: Battle, draw: Draw, holder: str) -> Holding | None:
    """What somebody holds sealed of a deck; None where that is nothing."""
    seals = [
        seal
        for seal in battle.unrevealed
        if seal.side == holder and seal.of in (draw.step.id, draw.step.id + OWNER)
    ]
    opened = {seal.of: open_seal(folder.root, battle.filed, seal) for seal in seals}
    dealt = opened.get(draw.step.id)
    if dealt is None:
        return None
    own = opened.get(draw.step.id + OWNER)
    fits = own is not None and own.proof == "proven" and dealt.value in (JOKER, own.value)
    last = own if own is not None and fits else dealt
    # What a joker took is known from its holder's own seal alone; without that the card is as good as lost.
    proof = own.proof if own is not None and dealt.proof == "proven" and dealt.value == JOKER else dealt.proof
    known = proof == "proven" and last.value != JOKER
    return Holding(
        holder,
        card_or_name(draw.deck, last.value) if known else None,
        dealt.value == JOKER or dealt.joker,
        last.written if known else "",
        proof,
        own is not None or any(seal.how in ("chosen", "typed") for seal in seals),
        tuple(opened.values()),
    )


def card_or_name(deck: Deck, card_id: str) -> Card:
    """The card of an id; one that the deck has lost since is a card of that name, which scores nothing."""
    for card in deck.rows:
        if card.id == card_id:
            return card
    return Card(id=card_id, name=card_id, text=say("The deck has no such card any more."))


def _on_the_table(folder: Campaign, battle: Battle, draw: Draw) -> Counter[str]:
    """What is dealt in this battle already. Raises Refusal where a sealed card can't be read here."""
    found = Counter(_ids(battle, draw))
    for holder in draw.holders:
        held = holding(folder, battle, draw, holder)
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
    for draw in draw_steps(folder, battle):
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
