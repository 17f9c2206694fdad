"""Sealed sheets: what one team or side holds in a battle, read from secrets/ for its own eyes."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from campaign.campaign import Campaign
from campaign.commands.draw import Draw, Holding, card_terms, cards_of, draw_steps
from campaign.ledger.battle import Battle
from campaign.ledger.entries_io import slug
from campaign.printing.sheets import DrawnView, SheetView
from campaign.printing.views import CardText, Note, card_text
from campaign.record import replace


def sheet_of(folder: Campaign, battle: Battle, holder: str) -> SheetView:
    """The sheet of somebody who has cards in a battle. Raises Refusal for one who has none."""
    held = cards_of(folder, battle, holder)
    return SheetView(
        number=battle.number,
        mission=battle.setup.mission.name,
        holder=holder,
        cards=tuple(card_held(battle, draw, one) for draw, one in held),
        decks=tuple(Note(name=draw.deck.name, text=draw.deck.about) for draw, _ in held if draw.deck.about),
    )


def card_held(battle: Battle, draw: Draw, one: Holding) -> CardText:
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


def drawn_view(folder: Campaign, battle: Battle, sheets: Iterable[str] = ()) -> DrawnView:
    """What everybody may know: who has sealed a card of which deck, and how it came to them."""
    decks = {draw.step.id: draw.step.name for draw in draw_steps(folder, battle)}
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
