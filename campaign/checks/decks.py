"""Decks: each card scores where it has to, fits on its card, and brings terms of its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from campaign.checks.files import Content, check
from campaign.content.library import begun_cards
from campaign.mechanisms.deck import JOKER, words_on
from campaign.words import say

if TYPE_CHECKING:
    from campaign.errors import Problem


@check
def cards_score(content: Content) -> Iterator[Problem]:
    """A deck that `scores` asks each of its cards for a term."""
    for deck in content.decks.values():
        for card in deck.rows if deck.scores else ():
            if not card.terms:
                message = say("The card “{name}” scores nothing.", name=card.name)
                remedy = say("Add a line “terms:” with what scores at the end of the battle.")
                yield content.problem("card-without-term", card.where, (), message, remedy)


@check
def cards_are_short(content: Content) -> Iterator[Problem]:
    for deck in content.decks.values():
        for card in deck.rows:
            count = words_on(card)
            if deck.most_words and count > deck.most_words:
                message = say("The card “{name}” is too long: {count} words.", name=card.name, count=count)
                remedy = say("Use at most {most} words.", most=deck.most_words)
                yield content.problem("card-too-long", card.where, ("text",), message, remedy)


@check
def cards_are_written(content: Content) -> Iterator[Problem]:
    """Nothing on a card is what `campaign packs new-card` begins one with, to be written over."""
    begun = {
        (key, text) for card in begun_cards().values() for key, text in card.items() if isinstance(text, str)
    }
    for deck in content.decks.values():
        for card in deck.rows:
            for key, text in (("concept", card.concept), ("text", card.text), ("playable", card.playable)):
                if (key, text) in begun:
                    message = say(
                        "The card “{name}” still has placeholder text: “{text}”", name=card.name, text=text
                    )
                    remedy = say("Replace it with the card’s own text.")
                    yield content.problem("card-unwritten", card.where, (key,), message, remedy)


@check
def cards_have_names_of_their_own(content: Content) -> Iterator[Problem]:
    """Players say a card by its name, and a joker is none of them."""
    for deck in content.decks.values():
        names: set[str] = set()
        for card in deck.rows:
            if card.name.casefold() in names or JOKER in (card.id, card.name.casefold()):
                message = say("Another card of this deck has the name “{name}”.", name=card.name)
                remedy = say("Give each card a different name.")
                yield content.problem("same-card", card.where, ("name",), message, remedy)
            names.add(card.name.casefold())


@check
def cards_bring_terms_of_their_own(content: Content) -> Iterator[Problem]:
    """A battle may see any card beside any mission, so that no two of them share the id of a term."""
    taken = {term.id for term in content.system.terms} if content.system else set()
    taken |= {term.id for bearer in content.bearers() for term in bearer.terms}
    for card in content.dealt():
        for term in card.terms:
            if term.id in taken:
                message = say(
                    "The term “{term}” may meet another term with the same id in one battle.", term=term.id
                )
                remedy = say("Give each a different id.")
                yield content.problem("duplicate-id", term.where, ("id",), message, remedy)
            taken.add(term.id)
