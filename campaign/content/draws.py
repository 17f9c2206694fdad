"""What a battle deals in secret: which cards, to whom, who holds what, and how it comes to light.

What is sealed is read from secrets/ below the campaign's folder, `root`; cards are today's content.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from campaign.content.steps.draw import DrawStep
from campaign.errors import Refusal, did_you_mean, refuse
from campaign.ledger.entries import OpenedSecret, RevealedCard, RevealStep, SealStep
from campaign.ledger.secrets import OWNER, open_seal
from campaign.mechanisms.deck import JOKER, Card, Deck, card_of
from campaign.mechanisms.terms import Term, settled, takes_part
from campaign.names import matched, pair
from campaign.record import Record
from campaign.words import say

if TYPE_CHECKING:
    from campaign.content.library import Library
    from campaign.ledger.battle import Battle
    from campaign.ledger.entries_io import Author


class Draw(Record, kw_only=False):
    """A step of the battle's procedure that deals cards, its deck, and who gets one."""

    step: DrawStep
    deck: Deck
    holders: tuple[str, ...]
    chosen: bool
    lasting: bool


class HeldCard(Record, kw_only=False):
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


def draw_steps(library: Library, battle: Battle) -> list[Draw]:
    """What this battle deals, in the order of its procedure."""
    settings = battle.setup.settings
    return [
        Draw(
            step,
            library.deck(step.deck),
            _holders(battle, step.each),
            bool(step.chosen.value(settings)),
            bool(step.lasting.value(settings)),
        )
        for step in library.system().procedure
        if isinstance(step, DrawStep) and step.id in battle.setup.steps
    ]


def _holders(battle: Battle, each: str) -> tuple[str, ...]:
    if each == "side":
        return tuple(side.name for side in battle.sides)
    return tuple(team for side in battle.sides for team in side.teams)


def dealt_in(library: Library, battle: Battle) -> list[Draw]:
    """What a battle deals. Raises Refusal where that is nothing."""
    if draws := draw_steps(library, battle):
        return draws
    raise Refusal(
        say("Battle {number} deals no cards.", number=battle.number),
        say("Turn them on in the settings, or with the options of “campaign setup”."),
    )


def holder_of(library: Library, battle: Battle, said: str) -> str:
    """Who of a battle holds cards under that name. Raises Refusal."""
    holders = list(dict.fromkeys(holder for draw in dealt_in(library, battle) for holder in draw.holders))
    return matched(said, holders, say("There is no team “{said}” in this battle.", said=said))


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


def cards_of(root: Path, library: Library, battle: Battle, holder: str) -> list[tuple[Draw, HeldCard]]:
    """What somebody holds sealed of each deck. Raises Refusal for one who holds nothing."""
    found = held_of(root, battle, draw_steps(library, battle), holder)
    if not found:
        refuse(
            "{holder} holds no sealed cards in battle {number}.",
            "Draw with “campaign draw”.",
            holder=holder,
            number=battle.number,
        )
    return found


def held_of(root: Path, battle: Battle, draws: Iterable[Draw], holder: str) -> list[tuple[Draw, HeldCard]]:
    """What somebody holds sealed of these decks."""
    held = ((draw, holding(root, battle, draw, holder)) for draw in draws)
    return [(draw, one) for draw, one in held if one is not None]


def holding(root: Path, battle: Battle, draw: Draw, holder: str) -> HeldCard | None:
    """What somebody holds sealed of a deck; None where that is nothing."""
    seals = [
        seal
        for seal in battle.unrevealed
        if seal.side == holder and seal.of in (draw.step.id, draw.step.id + OWNER)
    ]
    opened = {seal.of: open_seal(root, battle.filed, seal) for seal in seals}
    dealt = opened.get(draw.step.id)
    if dealt is None:
        return None
    own = opened.get(draw.step.id + OWNER)
    fits = own is not None and own.proof == "proven" and dealt.value in (JOKER, own.value)
    last = own if own is not None and fits else dealt
    # What a joker took is known from its holder's own seal alone; without that the card is as good as lost.
    proof = own.proof if own is not None and dealt.proof == "proven" and dealt.value == JOKER else dealt.proof
    known = proof == "proven" and last.value != JOKER
    return HeldCard(
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
    return Card(id=card_id, name=card_id, text=say("This card is no longer in the deck."))


def has_cards(library: Library, battle: Battle) -> bool:
    """Whether cards are sealed in a battle."""
    ids = {draw.step.id for draw in draw_steps(library, battle)} if battle.unrevealed else set()
    return any(seal.of in ids for seal in battle.unrevealed)


def open_everything(
    root: Path,
    library: Library,
    battle: Battle,
    author: Author,
    said: Mapping[tuple[str, str], str] | None = None,
) -> list[RevealStep]:
    """What a result brings out: every secret still sealed is shown, or plainly said to be lost or altered.

    `said` are cards by draw step and holder that are shown without a seal, or in the place of a lost one.
    """
    openly = said or {}
    draws = (
        {draw.step.id: draw for draw in draw_steps(library, battle)} if battle.unrevealed or openly else {}
    )
    by_part: dict[str, list[SealStep]] = {}
    for seal in battle.unrevealed:
        by_part.setdefault(seal.of.removesuffix(OWNER), []).append(seal)
    for of, _ in openly:
        by_part.setdefault(of, [])
    found = []
    for of, seals in by_part.items():
        if of in draws:
            holders = dict.fromkeys(
                [*(seal.side for seal in seals), *(who for step, who in openly if step == of)]
            )
            found.append(reveal_cards(root, battle, draws[of], list(holders), openly, author))
        else:
            shown = tuple(open_seal(root, battle.filed, seal) for seal in seals)
            found.append(RevealStep(kind="reveal", at=author.at, by=author.by, of=of, shown=shown))
    return found


def reveal_cards(
    root: Path,
    battle: Battle,
    draw: Draw,
    holders: Sequence[str],
    said: Mapping[tuple[str, str], str],
    author: Author,
) -> RevealStep:
    """The cards of one deck brought to light."""
    shown: list[OpenedSecret] = []
    cards = []
    for holder in holders:
        if any(card.by == holder for card in _cards_of(battle, draw)):
            refuse(
                "{holder} has already shown a card from “{deck}”.",
                "Correct it with “campaign amend”.",
                holder=holder,
                deck=draw.deck.name,
            )
        held = holding(root, battle, draw, holder)
        named = said.get((draw.step.id, holder))
        card = held.card if held else None
        if named is not None:
            named_card = card_of(draw.deck, named)
            if card is not None and card.id != named_card.id:
                refuse("{holder} sealed a different card.", "Leave out --card for it.", holder=holder)
            if card is None:
                open_card = OpenedSecret(of=draw.step.id, side=holder, value=named_card.id, proof="open")
                shown += [open_card, *(held.shown if held else ())]
                cards.append(_held(battle, holder, named_card, ""))
                continue
        shown += held.shown if held else ()
        if card is not None and held is not None:
            cards.append(_held(battle, holder, card, held.written))
    return RevealStep(
        kind="reveal", at=author.at, by=author.by, of=draw.step.id, shown=tuple(shown), cards=tuple(cards)
    )


def _cards_of(battle: Battle, draw: Draw) -> list[RevealedCard]:
    """The cards of a deck that have come to light in a battle."""
    return [card for reveal in battle.reveals if reveal.of == draw.step.id for card in reveal.cards]


def _held(battle: Battle, holder: str, card: Card, written: str) -> RevealedCard:
    return RevealedCard(
        by=holder,
        id=card.id,
        name=card.name,
        written=written,
        terms=card_terms(battle, card),
        effects=card.effects,
    )


def deck_with(draws: Mapping[str, Draw], said: str, remedy: str) -> str:
    """The draw step whose deck has a card of that name. Raises Refusal where none has, or several."""
    if not draws:
        refuse("This battle deals no cards.", "Leave out --card.")
    found = [step for step, draw in draws.items() if _has(draw, said)]
    if len(found) == 1:
        return found[0]
    if found:
        raise Refusal(say("Several decks have a card “{card}”.", card=said), remedy)
    names = [card.name for draw in draws.values() for card in draw.deck.rows]
    raise Refusal(say("There is no card “{card}”.", card=said), did_you_mean(said, names))


def cards_said(library: Library, battle: Battle, texts: Iterable[str]) -> dict[tuple[str, str], str]:
    """`TEAM=CARD` by draw step and holder. Raises Refusal for a card that no deck of the battle has."""
    draws = {draw.step.id: draw for draw in draw_steps(library, battle)}
    found = {}
    for text in texts:
        who, card = pair(text, "=", "Red Talons=Old Grudge")
        step = deck_with(draws, card, say("Type more of its name."))
        found[
            step,
            matched(who, draws[step].holders, say("There is no team “{said}” in this battle.", said=who)),
        ] = card
    return found


def _has(draw: Draw, said: str) -> bool:
    try:
        card_of(draw.deck, said)
    except Refusal:
        return False
    return True
