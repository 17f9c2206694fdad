"""What is sealed in a battle: sheets for their holders alone, and what everybody may know of it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from datetime import date
from typing import TYPE_CHECKING

from campaign.content.draws import (
    Draw,
    HeldCard,
    card_or_name,
    card_terms,
    cards_of,
    draw_steps,
)
from campaign.ledger.entries import OpenedSecret, RevealedCard, RevealStep
from campaign.names import slug
from campaign.printing.briefing import Briefing, printed, stored, with_cards
from campaign.printing.views import CardText, Note, card_text
from campaign.record import Record, replace

if TYPE_CHECKING:
    from campaign.campaign import Campaign
    from campaign.ledger.battle import Battle


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


class SecretsView(Record):
    """What was sealed, as it is shown: `cards` with their texts, and in `shown` all that no card tells."""

    number: int
    shown: tuple[OpenedSecret, ...]
    cards: tuple[CardText, ...] = ()


def secrets_view(campaign: Campaign, battle: Battle, reveals: Sequence[RevealStep]) -> SecretsView:
    """What reveals brought out, with the text of each card."""
    draws = {draw.step.id: draw for draw in draw_steps(campaign.library, battle)}
    shown = [
        _by_name(draws.get(reveal.of), one)
        for reveal in reveals
        for one in reveal.shown
        if not _seen_as_card(one, reveal)
    ]
    cards = [
        _shown_card(draws[reveal.of], held)
        for reveal in reveals
        if reveal.of in draws
        for held in reveal.cards
    ]
    return SecretsView(number=battle.number, shown=tuple(shown), cards=tuple(cards))


def _by_name(draw: Draw | None, one: OpenedSecret) -> OpenedSecret:
    """A secret with its card's name in the place of the id."""
    names = {card.id: card.name for card in draw.deck.rows} if draw else {}
    return replace(one, value=names.get(one.value, one.value))


def _seen_as_card(one: OpenedSecret, reveal: RevealStep) -> bool:
    """Whether a proven secret needs no word of its own, its card being shown."""
    return one.proof == "proven" and any(card.by == one.side for card in reveal.cards)


def _shown_card(draw: Draw, held: RevealedCard) -> CardText:
    card = card_or_name(draw.deck, held.id)
    return card_text(held.by, draw.deck.name, card, held.written, held.terms)


def briefing_with(campaign: Campaign, battle: Battle, reveals: Sequence[RevealStep]) -> dict[str, str]:
    """The battle's briefing with the cards that came to light; nothing where no card did."""
    if not any(reveal.cards for reveal in reveals):
        return {}
    return printed(shown_in(campaign, battle, stored(campaign.root, battle.filed.name), reveals))


def shown_in(
    campaign: Campaign, battle: Battle, briefing: Briefing, reveals: Sequence[RevealStep]
) -> Briefing:
    """A briefing with the cards of these reveals."""
    draws = {draw.step.id: draw for draw in draw_steps(campaign.library, battle)}
    for reveal in reveals:
        if reveal.cards and reveal.of in draws:
            cards = [_shown_card(draws[reveal.of], held) for held in reveal.cards]
            briefing = with_cards(briefing, reveal.of, cards)
    return briefing


def sheet_of(campaign: Campaign, battle: Battle, holder: str) -> SheetView:
    """The sheet of somebody who has cards in a battle. Raises Refusal for one who has none."""
    held = cards_of(campaign.root, campaign.library, battle, holder)
    return SheetView(
        number=battle.number,
        mission=battle.setup.mission.name,
        holder=holder,
        cards=tuple(card_held(battle, draw, one) for draw, one in held),
        decks=tuple(Note(name=draw.deck.name, text=draw.deck.about) for draw, _ in held if draw.deck.about),
    )


def sheet_text(campaign: Campaign, battle: Battle, holder: str) -> str:
    """A holder's sheet for the screen. What a deck means by its words is long, and would push the cards off
    it: that stands in the file.
    """
    from campaign.printing.render import render

    library, view = campaign.library, replace(sheet_of(campaign, battle, holder), decks=())
    return render("sheet", "terminal", view, system=library.id, roots=library.roots)


def card_held(battle: Battle, draw: Draw, one: HeldCard) -> CardText:
    """A card in its holder's hands, or a word on why it can't be read."""
    if one.proof != "proven":
        return CardText(holder="", deck=draw.deck.name, name="", proof=one.proof)
    terms = card_terms(battle, one.card) if one.card else ()
    return replace(
        card_text(one.holder, draw.deck.name, one.card, one.written, terms, joker=one.joker), holder=""
    )


def sheet_file(battle: Battle, holder: str, suffix: str) -> str:
    """Where a sheet lies, below the campaign's folder, beside the secrets of the battle."""
    mark = hashlib.sha256(holder.encode()).hexdigest()[:6]
    return f"secrets/{battle.filed.name}/sheet-{slug(holder, 30)}-{mark}{suffix}"


def drawn_view(campaign: Campaign, battle: Battle, sheets: Iterable[str] = ()) -> DrawnView:
    """What everybody may know: who has sealed a card of which deck, and how it came to them."""
    decks = {draw.step.id: draw.step.name for draw in draw_steps(campaign.library, battle)}
    return DrawnView(
        number=battle.number,
        mission=battle.setup.mission.name,
        sealed=tuple(
            Note(name=seal.side, text=decks[seal.of], mark=seal.how)
            for seal in battle.seals
            if seal.of in decks
        ),
        sheets=tuple(sheets),
    )


class EnvelopeView(Record):
    """What somebody holds in secret, to be folded: `cards` and `choices` lie inside, and nothing else of the
    battle's secrets; everything besides is public. A choice's name is what it was asked as, a seal's text its
    holder and its mark the hash.
    """

    system_name: str
    campaign_name: str
    number: int
    tail: str
    played: date
    mission: str
    holder: str
    cards: tuple[CardText, ...]
    choices: tuple[Note, ...]
    decks: tuple[Note, ...]
    seals: tuple[Note, ...]
