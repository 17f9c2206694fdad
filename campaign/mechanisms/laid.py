"""Cards laid out in the rows of a draft: how they are called, and what can't be done with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated

from campaign.errors import Refusal
from campaign.files.schema import Between, Id, Where
from campaign.names import meant
from campaign.words import listed, say

__all__ = [
    "DraftRow", "Offer", "card_meant", "check_bans", "check_lies", "check_set", "options", "without",
]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftRow:
    """A row as content writes it: each side brings so many different cards of a catalogue, so many of all
    these are banned, and one of the others is picked.
    """

    id: Id
    name: str
    cards: Id
    bring: Annotated[int, Between(1, 9)] = 2
    ban: Annotated[int, Between(0, 17)] = 2
    where: Where = field(default=Where(), compare=False)


@dataclass(frozen=True, slots=True)
class Offer:
    """A row with the names of the cards that may be brought, by id; `left_out` are those that may not."""

    row: DraftRow
    cards: Mapping[str, str]
    left_out: Mapping[str, str] = field(default_factory=dict)


def card_meant(said: str, cards: Mapping[str, str]) -> str:
    """The id of the card of this name or id; `cards` are names by id. Raises Refusal."""
    by_name = {name: card for card, name in cards.items()} | {card: card for card in cards}
    return meant(said, by_name, say("card"))


def check_set(side: str, offer: Offer, cards: Sequence[str]) -> None:
    """Whether a side may bring these: each once, and not too many. Raises Refusal."""
    twice = next((card for card in cards if cards.count(card) > 1), None)
    if twice is not None:
        raise Refusal(
            say("{side} brings “{card}” twice.", side=side, card=offer.cards[twice]),
            say("Each card of a set is another one."),
        )
    if len(cards) > offer.row.bring:
        raise Refusal(
            say(
                "{side} brings {count} cards for the row “{row}”.",
                side=side,
                count=len(cards),
                row=offer.row.name,
            ),
            say("It may bring {most}.", most=offer.row.bring),
        )


def check_bans(offer: Offer, lie: Sequence[str], cards: Sequence[str]) -> None:
    """Whether these may be banned in a row in which the cards `lie`. Raises Refusal."""
    if len(cards) > offer.row.ban:
        raise Refusal(
            say("{count} cards of the row “{row}” are to be banned.", count=len(cards), row=offer.row.name),
            say("{most} of them may be.", most=offer.row.ban),
        )
    check_lies(offer, lie, cards)


def check_lies(offer: Offer, lie: Sequence[str], cards: Sequence[str]) -> None:
    """Whether all these cards lie in the row, as often as they are named. Raises Refusal."""
    missing = next((card for card in cards if cards.count(card) > lie.count(card)), None)
    if missing is not None:
        names = listed(offer.cards[card] for card in lie)
        card = offer.cards[missing]
        raise Refusal(
            say("“{card}” does not lie in the row “{row}”.", card=card, row=offer.row.name)
            if missing not in lie
            else say("“{card}” lies in the row “{row}” only once.", card=card, row=offer.row.name),
            say("There lie {names}. What a side brings is named with --bring.", names=names),
        )


def without(cards: Sequence[str], some: Iterable[str]) -> list[str]:
    """The cards, one copy less for each of `some` that is among them."""
    left = list(cards)
    for card in some:
        if card in left:
            left.remove(card)
    return left


def options(offer: Offer, cards: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Cards with their names."""
    return tuple((card, offer.cards[card]) for card in cards)
