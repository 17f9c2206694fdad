"""Decks: cards that are dealt without replacement, and the jokers among them.

A joker lets its owner look through the rest of the deck and take a card of it; the rest is shuffled again.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Annotated, Literal

from campaign.errors import refuse
from campaign.files.converters import Between
from campaign.files.schema import FileRecord, Id, Origin, RowFile
from campaign.mechanisms.dice import below
from campaign.mechanisms.effects import Effect
from campaign.mechanisms.terms import Term
from campaign.names import meant
from campaign.record import Record
from campaign.words import say


class CardNote(FileRecord):
    """What a card makes its owner write down; it is sealed with the card.

    `of` is a model of the enemy's or of the owner's, or any text; `leaders` says whether Team Leaders may be
    written, or only they.
    """

    ask: str
    of: Literal["enemy-model", "own-model", "text"] = "text"
    leaders: Literal["any", "none", "only"] = "any"


class Card(FileRecord):
    """One card: its idea (`concept`), what it does (`text`), and when it may be played (`playable`).

    `terms` are what it scores for the team that holds it, once it has been shown.
    """

    id: Id
    name: str
    concept: str = ""
    text: str
    playable: str = ""
    write: CardNote | None = None
    terms: tuple[Term, ...] = ()
    effects: tuple[Effect, ...] = ()
    rules: tuple[str, ...] = ()
    origin: Origin | None = None


class Deck(RowFile):
    """A deck: its cards, and so many `jokers`.

    With `scores` every card needs a term. `most_words` bounds what stands on a card (0: no bound).
    """

    kind: Literal["deck"]
    rows: tuple[Card, ...]
    jokers: Annotated[int, Between(0, 20)] = 0
    scores: bool = False
    most_words: Annotated[int, Between(0, 500)] = 0


JOKER = "joker"
"""What stands for a joker among the ids of cards."""


class Deal(Record, kw_only=False):
    """A deal: one card (an id, or JOKER) for each who draws, what is left, and whether all were shuffled
    anew.
    """

    cards: tuple[str, ...]
    left: tuple[str, ...]
    fresh: bool


def pile(deck: Deck) -> Counter[str]:
    """Every card of a deck by its id, and its jokers."""
    return Counter([card.id for card in deck.rows]) + Counter({JOKER: deck.jokers})


def deal(deck: Deck, gone: Counter[str], kept: Counter[str], count: int, random: Random) -> Deal:
    """Draws `count` different cards of those that are not `gone`.

    Where too few are left, the whole deck is shuffled again, without what is `kept` on the table now. Raises
    Refusal where even then there are too few.
    """
    left, fresh = pile(deck) - gone - kept, False
    if left.total() < count:
        left, fresh = pile(deck) - kept, True
    if left.total() < count:
        refuse(
            "“{deck}” has too few cards left: {count}.",
            "Draw for fewer teams, or add cards in house/.",
            deck=deck.name,
            count=left.total(),
        )
    cards = sorted(left.elements())
    drawn = [cards.pop(below(random, len(cards))) for _ in range(count)]
    return Deal(tuple(drawn), tuple(cards), fresh)


def card_of(deck: Deck, said: str) -> Card:
    """The card of an id or a name, or a unique beginning of one. Raises Refusal."""
    by_name = {card.name: card for card in deck.rows} | {card.id: card for card in deck.rows}
    return meant(said, by_name, say("There is no card “{said}”.", said=said))


def words_on(card: Card) -> int:
    """How many words stand on a card, its questions aside."""
    return len(f"{card.concept} {card.text} {card.playable}".split())
