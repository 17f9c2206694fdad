"""`campaign reveal`: shows what was sealed, a card that is played included, and keeps that it was shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from campaign.campaign import Campaign
from campaign.commands.draw import Draw, card_or_name, card_terms, draw_steps, holding
from campaign.content.steps.choice import ChoiceStep
from campaign.errors import Refusal, did_you_mean
from campaign.ledger.battle import Battle
from campaign.ledger.entries import OpenedSecret, RevealedCard, RevealStep, SealStep
from campaign.ledger.entries_io import Author, append
from campaign.ledger.secrets import OWNER, open_seal
from campaign.mechanisms.deck import Card, card_of
from campaign.names import matched, meant, pair
from campaign.printing.briefing import Briefing, printed, stored, with_cards
from campaign.printing.views import CardText, card_text
from campaign.record import Record, replace
from campaign.words import listed, say


class SecretsView(Record):
    """What was sealed, as it is shown: `cards` with their texts, and in `shown` all that no card tells."""

    number: int
    shown: tuple[OpenedSecret, ...]
    cards: tuple[CardText, ...] = ()


def has_cards(folder: Campaign, battle: Battle) -> bool:
    """Whether cards are sealed in a battle."""
    ids = {draw.step.id for draw in draw_steps(folder, battle)} if battle.unrevealed else set()
    return any(seal.of in ids for seal in battle.unrevealed)


def open_everything(
    folder: Campaign, battle: Battle, hand: Author, said: Mapping[tuple[str, str], str] | None = None
) -> list[RevealStep]:
    """What a result brings out: every secret still sealed is shown, or plainly said to be lost or altered.

    `said` are cards by draw step and holder that are shown without a seal, or in the place of a lost one.
    """
    openly = said or {}
    draws = {draw.step.id: draw for draw in draw_steps(folder, battle)} if battle.unrevealed or openly else {}
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
            found.append(_of_cards(folder, battle, draws[of], list(holders), openly, hand))
        else:
            shown = tuple(open_seal(folder.root, battle.filed, seal) for seal in seals)
            found.append(RevealStep(kind="reveal", at=hand.at, by=hand.by, of=of, shown=shown))
    return found


def _of_cards(
    folder: Campaign,
    battle: Battle,
    draw: Draw,
    holders: Sequence[str],
    said: Mapping[tuple[str, str], str],
    hand: Author,
) -> RevealStep:
    """The cards of one deck brought to light."""
    shown: list[OpenedSecret] = []
    cards = []
    for holder in holders:
        if any(card.by == holder for card in _cards_of(battle, draw)):
            raise Refusal(
                say("{holder} has shown a card of “{deck}”.", holder=holder, deck=draw.deck.name),
                say("Correct it with “campaign amend”."),
            )
        held = holding(folder, battle, draw, holder)
        named = said.get((draw.step.id, holder))
        card = held.card if held else None
        if named is not None:
            named_card = card_of(draw.deck, named)
            if card is not None and card.id != named_card.id:
                raise Refusal(
                    say("{holder} has sealed another card.", holder=holder), say("Leave its --card out.")
                )
            if card is None:
                open_card = OpenedSecret(of=draw.step.id, side=holder, value=named_card.id, proof="open")
                shown += [open_card, *(held.shown if held else ())]
                cards.append(_held(battle, holder, named_card, ""))
                continue
        shown += held.shown if held else ()
        if card is not None and held is not None:
            cards.append(_held(battle, holder, card, held.written))
    return RevealStep(
        kind="reveal", at=hand.at, by=hand.by, of=draw.step.id, shown=tuple(shown), cards=tuple(cards)
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


def reveal_one(
    folder: Campaign, battle: Battle, side: str, of: str | None, said: str | None, hand: Author
) -> SecretsView:
    """Shows what one side or team has sealed beyond its choice, when it comes into play, and keeps that.

    `of` is the deck or step where several things are sealed; `said` a card that is shown from the table.
    """
    draws = {draw.step.id: draw for draw in draw_steps(folder, battle)}
    choices = {step.id for step in folder.library.system().procedure if isinstance(step, ChoiceStep)}
    parts = dict.fromkeys(
        seal.of.removesuffix(OWNER)
        for seal in battle.unrevealed
        if seal.side == side and seal.of not in choices
    )
    step = _part_of(of, [*draws, *parts], draws) if of is not None else None
    if said is not None:
        step = step or _deck_of(draws, said, say("Say it with --of."))
        if step not in draws or side not in draws[step].holders:
            known = listed(draws[step].holders) if step in draws else listed(draws)
            raise Refusal(
                say("{side} has no card there.", side=side), say("Known here: {names}.", names=known)
            )
        steps = [_of_cards(folder, battle, draws[step], [side], {(step, side): said}, hand)]
    else:
        wanted = [part for part in parts if step in (None, part)]
        if not wanted:
            raise Refusal(
                say(
                    "{side} has nothing written down in secret in battle {number}.",
                    side=side,
                    number=battle.number,
                ),
                say("See “campaign show”."),
            )
        if len(wanted) > 1 and set(wanted) & set(draws):
            raise Refusal(
                say("{side} has sealed several things.", side=side),
                say("Say which with --of: {names}.", names=listed(wanted)),
            )
        steps = _opened(folder, battle, side, wanted, draws, hand)
    folder.write([append(battle.filed, steps)], briefing_with(folder, battle, steps))
    return secrets_view(folder, battle, steps)


def _opened(
    folder: Campaign, battle: Battle, side: str, parts: Sequence[str], draws: Mapping[str, Draw], hand: Author
) -> list[RevealStep]:
    found = []
    for part in parts:
        if part in draws:
            found.append(_of_cards(folder, battle, draws[part], [side], {}, hand))
        else:
            seals = [seal for seal in battle.unrevealed if (seal.of, seal.side) == (part, side)]
            shown = tuple(open_seal(folder.root, battle.filed, seal) for seal in seals)
            found.append(RevealStep(kind="reveal", at=hand.at, by=hand.by, of=part, shown=shown))
    return found


def _part_of(said: str, parts: Sequence[str], draws: Mapping[str, Draw]) -> str:
    """The step that is meant by its id or its deck's name, or a unique beginning."""
    names = {part: part for part in parts} | {draw.deck.name: step for step, draw in draws.items()}
    return meant(said, names, say("deck"))


def _deck_of(draws: Mapping[str, Draw], said: str, remedy: str) -> str:
    """The draw step whose deck has a card of that name. Raises Refusal where none has, or several."""
    if not draws:
        raise Refusal(say("This battle deals no cards."), say("Leave the card out."))
    found = [step for step, draw in draws.items() if _has(draw, said)]
    if len(found) == 1:
        return found[0]
    if found:
        raise Refusal(say("Several decks have a card “{card}”.", card=said), remedy)
    names = [card.name for draw in draws.values() for card in draw.deck.rows]
    raise Refusal(say("There is no card “{card}”.", card=said), did_you_mean(said, names))


def cards_said(folder: Campaign, battle: Battle, texts: Iterable[str]) -> dict[tuple[str, str], str]:
    """`TEAM=CARD` by draw step and holder. Raises Refusal for a card that no deck of the battle has."""
    draws = {draw.step.id: draw for draw in draw_steps(folder, battle)}
    found = {}
    for text in texts:
        who, card = pair(text, "=", "Red Talons=Old Grudge")
        step = _deck_of(draws, card, say("Write more of its name."))
        found[step, matched(who, draws[step].holders, say("team in this battle"))] = card
    return found


def _has(draw: Draw, said: str) -> bool:
    try:
        card_of(draw.deck, said)
    except Refusal:
        return False
    return True


def secrets_view(folder: Campaign, battle: Battle, reveals: Sequence[RevealStep]) -> SecretsView:
    """What reveals brought out, with the text of each card."""
    draws = {draw.step.id: draw for draw in draw_steps(folder, battle)}
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


def briefing_with(folder: Campaign, battle: Battle, reveals: Sequence[RevealStep]) -> dict[str, str]:
    """The battle's briefing with the cards that came to light; nothing where no card did."""
    if not any(reveal.cards for reveal in reveals):
        return {}
    return printed(shown_in(folder, battle, stored(folder.root, battle.filed.name), reveals))


def shown_in(folder: Campaign, battle: Battle, briefing: Briefing, reveals: Sequence[RevealStep]) -> Briefing:
    """A briefing with the cards of these reveals."""
    draws = {draw.step.id: draw for draw in draw_steps(folder, battle)}
    for reveal in reveals:
        if reveal.cards and reveal.of in draws:
            cards = [_shown_card(draws[reveal.of], held) for held in reveal.cards]
            briefing = with_cards(briefing, reveal.of, cards)
    return briefing
