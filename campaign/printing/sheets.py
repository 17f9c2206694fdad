"""Sealed sheets: what one team or side holds in secret, for its own eyes; and what all may know of a draw."""

from __future__ import annotations

from campaign.printing.views import CardText, Note
from campaign.record import Record


class SheetView(Record):
    """A sealed sheet: whose, the cards, and what is to be known of their decks."""

    number: int
    mission: str
    holder: str
    cards: tuple[CardText, ...]
    decks: tuple[Note, ...]


class DrawnView(Record):
    """Who has sealed what: a note's name is the holder, its text the deck, its mark how it came."""

    number: int
    mission: str
    sealed: tuple[Note, ...]
    sheets: tuple[str, ...]
