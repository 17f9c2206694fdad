"""`campaign print cards`: the cards of a game to cut out, those that somebody holds, and blank ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from campaign.campaign import Campaign
from campaign.commands.draw import Draw, Holding, card_terms, cards_of
from campaign.content.library import ContentRoot, Library
from campaign.content.lookup import deck_of
from campaign.content.made import settings_of
from campaign.errors import Problem, Problems, Refusal
from campaign.files.yamlfile import read
from campaign.ledger.battle import Battle
from campaign.mechanisms.table import Table
from campaign.printing.cards.faces import dealt_face, faces_of
from campaign.printing.cards.look import LOOK
from campaign.printing.cards.sheets import (
    CardFace,
    CardsView,
    PrintedCard,
    PrintedDeck,
    blank_card,
    cards_on_sheets,
    printed_cards,
)
from campaign.record import replace
from campaign.words import say

MOST = 900
"""As many cards as one print-out may have."""


def cards_view(library: Library, said: str | None, *, copies: int, backs: bool) -> CardsView:
    """The cards of one deck or the like, by its id or name; of all that are no tables where none is named.

    Raises Refusal for an unknown name, and for more cards than one print-out may have.
    """
    settings = settings_of(library.system(), {})
    cards: list[PrintedCard] = []
    decks = []
    for card_id in _asked_for(library, said):
        deck = library.any_card(card_id)
        own = printed_cards(library, faces_of(library, card_id, settings))
        own = tuple(replace(each, deck=card_id) for each in own for _ in range(copies))
        decks.append(PrintedDeck(id=card_id, name=deck.name, about=deck.about, cards=len(own)))
        cards += own
    return _view(library, "", decks, cards, backs)


def blank_cards_view(library: Library, said: str | None, *, count: int, backs: bool) -> CardsView:
    """So many cards to write on, of a deck or of none."""
    deck_id, name, about = "", "", ""
    if said is not None:
        [deck_id] = _asked_for(library, said)
        deck = library.any_card(deck_id)
        name, about = deck.name, deck.about
    cards = [replace(blank_card(name), deck=deck_id)] * count
    decks = [PrintedDeck(id=deck_id, name=name or say("Blank cards"), about=about, cards=count)]
    return _view(library, "", decks, cards, backs)


def held_cards_view(folder: Campaign, battle: Battle, holder: str, *, backs: bool) -> CardsView:
    """The cards that somebody holds sealed in a battle, and nothing else.

    Raises Refusal for one who holds none.
    """
    library = folder.library
    decks, faces = [], []
    for draw, one in cards_of(folder, battle, holder):
        deck = draw.deck
        decks.append(PrintedDeck(id=draw.step.deck, name=deck.name, about=deck.about, cards=1))
        faces.append(_held(library, battle, draw, one))
    cards = printed_cards(library, faces)
    own = [replace(card, deck=deck.id) for card, deck in zip(cards, decks, strict=True)]
    return _view(library, holder, decks, own, backs)


def _held(library: Library, battle: Battle, draw: Draw, one: Holding) -> CardFace:
    deck = draw.deck
    if one.proof != "proven":
        return CardFace(id="", deck=deck.name, proof=one.proof)
    if one.card is None:
        return CardFace(id="", deck=deck.name, joker=True, rules=deck.rules, origin=deck.origin)
    terms = card_terms(battle, one.card)
    face = dealt_face(deck, one.card, terms, one.holder, library.house(one.card.where))
    return replace(face, written=one.written)


def _view(
    library: Library, holder: str, decks: Iterable[PrintedDeck], cards: Sequence[PrintedCard], backs: bool
) -> CardsView:
    if len(cards) > MOST:
        raise Refusal(
            say("These are {count} cards; at most {most} are printed at once.", count=len(cards), most=MOST),
            say("Name one deck, or print fewer copies."),
        )
    return CardsView(
        system=library.system().name,
        holder=holder,
        decks=tuple(decks),
        cards=tuple(cards),
        sheets=cards_on_sheets(cards, backs=backs),
        look=LOOK,
    )


def _asked_for(library: Library, said: str | None) -> list[str]:
    """The ids of the files of cards that are meant."""
    known = {card_id: library.any_card(card_id) for card_id in library.card_ids()}
    if said is None:
        found = [card_id for card_id, cards in known.items() if not isinstance(cards, Table)]
        if not found:
            raise Refusal(say("This game has no cards."), say("Tables are printed by their names."))
        return found
    return [deck_of(said, known)]


# --- what does not fit ---


def too_long(library: Library, roots: Iterable[ContentRoot]) -> list[Problem]:
    """Each card of these roots whose texts have no room on a poker card, even in the smallest type."""
    own = [root.folder for root in roots]
    found = []
    for card_id in library.card_ids():
        try:
            found += _too_long(library, card_id, own)
        except Problems:
            continue  # what can't be read is told of by itself
    return found


def _too_long(library: Library, card_id: str, own: Sequence[Path]) -> list[Problem]:
    cards = library.any_card(card_id)
    mine = {
        row.id: row.where
        for row in cards.rows
        if row.where.file is not None and any(row.where.file.is_relative_to(folder) for folder in own)
    }
    if not mine or isinstance(cards, Table):
        return []
    settings = settings_of(library.system(), {})
    faces = [face for face in faces_of(library, card_id, settings) if face.id in mine]
    found = []
    for card in printed_cards(library, faces):
        where = mine[card.id]
        if card.over and where.file is not None:
            line, column = read(where.file).locate((*where.path, "text"))
            message = say(
                "The card “{name}” has {count} lines too many for a card to print.",
                name=card.name,
                count=card.over,
            )
            remedy = say("Shorten its texts; “campaign print cards” shows how they lie.")
            found.append(Problem("card-does-not-fit", message, remedy, where.file, line, column))
    return found
