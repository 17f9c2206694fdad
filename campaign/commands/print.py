"""`campaign print`: cards to cut out, of a game, of a hand or blank; and what is sealed, in its envelope."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from campaign.content.draws import Draw, HeldCard, card_terms, cards_of, draw_steps, held_of
from campaign.content.lookup import deck_of
from campaign.content.made_battle import settings_of
from campaign.content.steps.choice import ChoiceStep
from campaign.errors import refuse
from campaign.ledger.secrets import OWNER, open_seal
from campaign.mechanisms.table import Table
from campaign.names import matched
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
from campaign.printing.sheets import EnvelopeView, card_held
from campaign.printing.views import Note
from campaign.record import replace
from campaign.words import say

if TYPE_CHECKING:
    from campaign.campaign import Campaign
    from campaign.content.library import Library
    from campaign.ledger.battle import Battle
    from campaign.ledger.entries import SealStep

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


def held_cards_view(campaign: Campaign, battle: Battle, holder: str, *, backs: bool) -> CardsView:
    """The cards that somebody holds sealed in a battle, and nothing else.

    Raises Refusal for one who holds none.
    """
    library = campaign.library
    decks, faces = [], []
    for draw, one in cards_of(campaign.root, campaign.library, battle, holder):
        deck = draw.deck
        decks.append(PrintedDeck(id=draw.step.deck, name=deck.name, about=deck.about, cards=1))
        faces.append(_held(library, battle, draw, one))
    cards = printed_cards(library, faces)
    own = [replace(card, deck=deck.id) for card, deck in zip(cards, decks, strict=True)]
    return _view(library, holder, decks, own, backs)


def _held(library: Library, battle: Battle, draw: Draw, one: HeldCard) -> CardFace:
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
        refuse(
            "At most {most} cards can be printed at once; got {count}.",
            "Name one deck, or print fewer copies.",
            count=len(cards),
            most=MOST,
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
            refuse("This game has no cards.", "To print a table, name it.")
        return found
    return [deck_of(said, known)]


# --- what does not fit ---


def envelope(campaign: Campaign, battle: Battle, said: str) -> EnvelopeView:
    """The sheet of a side with its teams, or of one team. Raises Refusal for one that holds nothing."""
    teams = {side.name: side.teams for side in battle.sides}
    names = dict.fromkeys([*teams, *(team for each in teams.values() for team in each)])
    holder = matched(said, list(names), say("There is no side “{said}” in this battle.", said=said))
    holders = tuple(dict.fromkeys((holder, *teams.get(holder, ()))))
    seals = [seal for seal in battle.unrevealed if seal.side in holders]
    if not seals:
        refuse(
            "{holder} holds nothing sealed in battle {number}.",
            "Use “campaign choose” or “campaign draw” to seal something.",
            holder=holder,
            number=battle.number,
        )
    draws = draw_steps(campaign.library, battle)
    held = [each for name in holders for each in held_of(campaign.root, battle, draws, name)]
    dealt = {draw.step.id for draw in draws}
    return EnvelopeView(
        system_name=campaign.library.system().name,
        campaign_name=campaign.file.name,
        number=battle.number,
        tail=battle.filed.tail,
        played=battle.played,
        mission=battle.setup.mission.name,
        holder=holder,
        cards=tuple(card_held(battle, draw, one) for draw, one in held),
        choices=tuple(
            _choice(campaign, battle, seal) for seal in seals if seal.of.removesuffix(OWNER) not in dealt
        ),
        decks=tuple(
            Note(name=draw.deck.name, text=draw.deck.about)
            for draw in draws
            if draw.deck.about and any(draw is one for one, _ in held)
        ),
        seals=tuple(
            Note(name=_called(campaign, battle, seal), text=seal.side, mark=seal.hash) for seal in seals
        ),
    )


def _choice(campaign: Campaign, battle: Battle, seal: SealStep) -> Note:
    """What was chosen or written down, by its name; its mark says where it can't be proven."""
    opened = open_seal(campaign.root, battle.filed, seal)
    if opened.proof != "proven":
        return Note(name=_called(campaign, battle, seal), mark=opened.proof)
    for step in campaign.library.system().procedure:
        if isinstance(step, ChoiceStep) and step.id == seal.of:
            rows = {row.id: row for row in campaign.library.choice(step.choice).rows}
            if (row := rows.get(opened.value)) is not None:
                return Note(name=step.name, text=row.name, more=row.text)
    return Note(name=_called(campaign, battle, seal), text=opened.value)


def _called(campaign: Campaign, battle: Battle, seal: SealStep) -> str:
    """What the step of a seal is called in the procedure, or was when the battle was made."""
    of = seal.of.removesuffix(OWNER)
    steps = {step.id: step.name for step in campaign.library.system().procedure}
    return steps.get(of, battle.name_of(of))
