"""`campaign packs new-card`: a card of the group's own, begun in its house/."""

from __future__ import annotations

from typing import Any

from campaign.campaign import Campaign
from campaign.content.library import begun_cards
from campaign.content.lookup import deck_of
from campaign.errors import Problems, Refusal, did_you_mean
from campaign.files.canonical_dump import dump
from campaign.files.yamlfile import edit, read
from campaign.ledger.entries_io import slug
from campaign.mechanisms.deck import JOKER, Deck
from campaign.names import clean
from campaign.words import say


def new_card(folder: Campaign, said: str, name: str) -> str:
    """Begins a card in a deck of the campaign; returns the path of its file below the campaign.

    Raises Refusal for an unknown deck, or a card that the deck has.
    """
    deck_id, deck = _deck(folder, said)
    name = clean(name, say("card"))
    card_id = slug(name, 60)
    taken = {card.id for card in deck.rows} | {card.name.casefold() for card in deck.rows} | {JOKER}
    if card_id in taken or name.casefold() in taken:
        raise Refusal(
            say("“{deck}” has a card “{name}”.", deck=deck.name, name=name), say("Give it another name.")
        )
    row = {"id": card_id, "name": name, **_begun(deck, card_id)}
    place = f"house/cards/{folder.library.id}/{deck_id}.yaml"
    path = folder.root / place
    if path.is_file():
        old = read(path)
        rows = len(old.data.get("rows", ())) if isinstance(old.data, dict) else 0
        text = edit(old.text, [(("rows", rows), row)], path)
    else:
        text = dump({"format": 1, "kind": "deck", "rows": [row]})
    folder.write([], {place: text})
    return place


def _deck(folder: Campaign, said: str) -> tuple[str, Deck]:
    """The deck of an id or a name, or a unique beginning of one."""
    decks: dict[str, Deck] = {}
    for card_id in folder.library.card_ids():
        try:
            card = folder.library.any_card(card_id)
        except Problems:
            continue
        if isinstance(card, Deck):
            decks[card_id] = card
    if not decks:
        raise Refusal(say("This game has no decks."), did_you_mean(said, decks))
    deck_id = deck_of(said, decks)
    return deck_id, decks[deck_id]


def _begun(deck: Deck, card_id: str) -> dict[str, Any]:
    begun = begun_cards()["scores" if deck.scores else "played"]
    for term in begun.get("terms", ()):
        term["id"] = term["id"].replace("__ID__", card_id)
    return begun
