"""`campaign draw`: a card for each team or side, dealt, sealed and handed over in secret.

The deal has entropy of its own: the battle's public seed says nothing of it. A card is sealed before anybody
sees it, so that looking at one is no way to another; what its holder then writes down, or takes with a joker,
is sealed after.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Literal

from campaign.asking import Asker, whole
from campaign.content.draws import Draw, dealt_in, draw_steps, holder_of, holding, still_to_draw
from campaign.errors import MissingAnswer, WrongUsage, refuse
from campaign.ledger.secrets import OWNER, seal_of, secret_of
from campaign.mechanisms.deck import JOKER, Card, card_of, deal
from campaign.names import matched, plain
from campaign.printing.render import render
from campaign.printing.sheets import DrawnView, drawn_view, sheet_file, sheet_of, sheet_text
from campaign.printing.typeset import WIDEST, wrapped
from campaign.record import Record
from campaign.words import say

if TYPE_CHECKING:
    from campaign.campaign import Campaign
    from campaign.ledger.battle import Battle
    from campaign.ledger.entries_io import Author
    from campaign.mechanisms.rosters import FieldedModels
    from campaign.printing.environment import Paper

How = Literal["drawn", "chosen", "typed"]


class DrawOptions(Record):
    """What `campaign draw` takes."""

    team: Sequence[str] = ()
    choose: bool = False
    typed: bool = False
    sheets: bool = False


def nothing_to_draw(campaign: Campaign, battle: Battle) -> bool:
    """Whether every card of a battle is dealt."""
    return not any(still_to_draw(battle, draw) for draw in draw_steps(campaign.library, battle))


def draw_cards(
    campaign: Campaign,
    battle: Battle,
    options: DrawOptions,
    author: Author,
    asker: Asker | None,
    html: bool = False,
    paper: Paper = "A4",
) -> DrawnView:
    """Deals what is still to be dealt, and hands each holder what is theirs: on the screen, or on sheets in
    secrets/, of HTML or Markdown. Raises Refusal where nothing is left.
    """
    if options.choose and options.typed:
        raise WrongUsage(say("--choose and --typed can’t be combined."))
    if options.sheets and (options.choose or options.typed):
        raise WrongUsage(say("--sheets only works with drawn cards; leave out --choose and --typed."))
    draws = dealt_in(campaign.library, battle)
    holders = list(dict.fromkeys(holder for draw in draws for holder in draw.holders))
    who = list(dict.fromkeys(holder_of(campaign.library, battle, team) for team in options.team)) or holders
    own = [draw for draw in draws if options.choose or options.typed or draw.chosen]
    dealt = {
        draw.step.id: [holder for holder in still_to_draw(battle, draw) if holder in who]
        for draw in draws
        if draw not in own
    }
    if own and options.sheets:
        raise WrongUsage(say("--sheets only works with drawn cards; leave out --choose and --typed."))
    if own and asker is None:
        raise MissingAnswer(
            say("Can’t ask for cards with --no-input."),
            say("Type secret cards when asked; never put them on the command line."),
        )
    fresh = {holder for names in dealt.values() for holder in names}
    fresh |= {holder for draw in own for holder in still_to_draw(battle, draw) if holder in who}
    waiting = [holder for holder in who if holder in fresh or _waits(campaign, battle, draws, holder)]
    if not waiting:
        refuse(
            "Everyone has their cards.", "“campaign briefing --sheet TEAM” shows them to their holder again."
        )
    if any(dealt.values()):
        import secrets

        deal_and_seal(campaign, battle, dealt, secrets.SystemRandom(), author)
    tail = battle.filed.tail
    files = []
    for holder in waiting:
        if asker is None or options.sheets:
            files.append(_on_a_sheet(campaign, campaign.battle(tail), holder, html, paper))
        else:
            _hand_over(campaign, tail, holder, own, options.typed, author, asker)
    return drawn_view(campaign, campaign.battle(tail), files)


def _waits(campaign: Campaign, battle: Battle, draws: Sequence[Draw], holder: str) -> bool:
    """Whether a holder has not been handed what they hold, and so has not said what it asks for."""
    held = [holding(campaign.root, battle, draw, holder) for draw in draws]
    return any(one is not None and one.proof == "proven" and not one.answered for one in held)


def _on_a_sheet(campaign: Campaign, battle: Battle, holder: str, html: bool, paper: Paper) -> str:
    """Writes a holder's sheet into secrets/, and returns its path below the campaign."""
    name = sheet_file(battle, holder, ".html" if html else ".md")
    library, view = campaign.library, sheet_of(campaign, battle, holder)
    kind: Literal["html", "markdown"] = "html" if html else "markdown"
    text = render("sheet", kind, view, system=library.id, roots=library.roots, paper=paper)
    campaign.write([], {name: text})
    return name


def _hand_over(
    campaign: Campaign,
    tail: str,
    holder: str,
    own: Sequence[Draw],
    typed: bool,
    author: Author,
    asker: Asker,
) -> None:
    """The device goes to a holder: they choose where cards are chosen, see what they have, write what it
    asks.
    """
    with asker.handed(holder):
        for draw in own:
            if holder in still_to_draw(campaign.battle(tail), draw):
                card = _chosen(campaign, campaign.battle(tail), draw, typed, asker)
                battle = campaign.battle(tail)
                written = _written(campaign, battle, card, holder, asker)
                seal_chosen(
                    campaign, battle, draw, holder, card, written, "typed" if typed else "chosen", author
                )
        asker.tell(sheet_text(campaign, campaign.battle(tail), holder))
        for draw in draw_steps(campaign.library, campaign.battle(tail)):
            _finish(campaign, tail, draw, holder, author, asker)
        asker.secret(say("Press Enter to hide it."), str)


def _finish(campaign: Campaign, tail: str, draw: Draw, holder: str, author: Author, asker: Asker) -> None:
    """What a holder still has to say of one card is asked and sealed; so is it that there was nothing to say,
    so that nobody can tell cards apart by their seals.
    """
    battle = campaign.battle(tail)
    held = holding(campaign.root, battle, draw, holder)
    if held is None or held.answered or held.proof != "proven":
        return
    card = held.card
    if card is None:
        _tell(asker, say("{deck}: a joker. Choose any of these cards.", deck=draw.deck.name))
        card = _chosen(campaign, battle, draw, False, asker)
    written = _written(campaign, battle, card, holder, asker)
    seal_owner(campaign, battle, draw, holder, card, written, held.joker, author)


def _chosen(campaign: Campaign, battle: Battle, draw: Draw, typed: bool, asker: Asker) -> Card:
    """A card by its name, or by its number in the list; no list is told of cards that lie on the table."""
    cards = list(draw.deck.rows) if typed else to_choose_from(campaign, battle, draw)
    for place, card in enumerate(() if typed else cards, start=1):
        _tell_card(asker, say("{number}  {card}", number=place, card=card.name), card)

    def check(text: str) -> Card:
        number = None if typed else whole(text)
        if number is not None and 1 <= number <= len(cards):
            return cards[number - 1]
        card = card_of(draw.deck, text.strip())
        if card not in cards:
            refuse("“{card}” is no longer in the deck.", "Choose another.", card=card.name)
        return card

    question = say("{deck}: which card?", deck=draw.deck.name)
    if typed:
        question = say("{deck}: which card did you draw? (its name)", deck=draw.deck.name)
    found: Card = asker.secret(question, check)
    _tell_card(asker, say("Chosen: {card}", card=found.name), found)
    return found


def _tell_card(asker: Asker, title: str, card: Card) -> None:
    """A card below a blank line: its title, then what it says, indented, in lines as wide as a page."""
    asker.tell(f"\n{title}")
    played = say("Playable: {condition}", condition=card.playable) if card.playable else ""
    for text in (card.concept, card.text, played):
        if text:
            _tell(asker, text, "    ")


def _tell(asker: Asker, text: str, indent: str = "") -> None:
    asker.tell("\n".join(wrapped(text, max(25, min(asker.width, WIDEST)), indent, indent)))


def _written(campaign: Campaign, battle: Battle, card: Card, holder: str, asker: Asker) -> str:
    """What a card makes its holder write down; empty where it asks for nothing."""
    if card.write is None:
        return ""
    fielded = campaign.fielded(battle)
    ask = card.write.ask.replace("{side}", holder)
    written: str = asker.secret(ask, lambda text: noted(card, battle, holder, fielded, text))
    _tell(asker, say("Written down: {note}", note=written))
    return written


# --- what can be dealt ---


def _on_the_table(campaign: Campaign, battle: Battle, draw: Draw) -> Counter[str]:
    """What is dealt in this battle already. Raises Refusal where a sealed card can't be read here."""
    found = Counter(_ids(battle, draw))
    for holder in draw.holders:
        held = holding(campaign.root, battle, draw, holder)
        if held is not None and held.proof != "proven":
            refuse(
                "The sealed card of {holder} can’t be read on this machine.",
                "Draw on the machine where it was sealed, or from cards on the table with --typed.",
                holder=holder,
            )
        if held is not None:
            found += Counter({held.card.id: 1} if held.card else {}) + Counter({JOKER: int(held.joker)})
    return found


def _ids(battle: Battle, draw: Draw) -> list[str]:
    """The cards of this deck that have come to light in a battle, and the jokers that brought them."""
    shown = [reveal for reveal in battle.reveals if reveal.of == draw.step.id]
    dealt = [one for reveal in shown for one in reveal.shown if one.of == draw.step.id]
    jokers = [JOKER for one in dealt if one.joker or one.value == JOKER]
    return [card.id for reveal in shown for card in reveal.cards] + jokers


def _gone(campaign: Campaign, battle: Battle, draw: Draw) -> Counter[str]:
    """What a lasting deck has given in earlier battles since it was last shuffled.

    Raises Refusal where one of them has a card of it sealed.
    """
    gone: Counter[str] = Counter()
    if any(seal.fresh for seal in battle.seals if seal.of == draw.step.id):
        return gone  # it was shuffled for this very battle
    for other in campaign.state.battles if draw.lasting else ():
        if other.void or other.filed.name == battle.filed.name:
            continue
        if any(seal.fresh for seal in other.seals if seal.of == draw.step.id):
            gone.clear()
        if any(seal.of == draw.step.id for seal in other.unrevealed):
            refuse(
                "“{deck}” is not reshuffled between battles, and battle {number} still has a "
                "sealed card from it.",
                "Reveal it first: record the result of that battle, or void it.",
                deck=draw.deck.name,
                number=other.number,
            )
        gone += Counter(_ids(other, draw))
    return gone


def to_choose_from(campaign: Campaign, battle: Battle, draw: Draw) -> list[Card]:
    """The cards that may be chosen, or taken with a joker: those that nobody in this battle holds, and of a
    lasting deck those that are not gone.
    """
    held = _on_the_table(campaign, battle, draw)
    gone = _gone(campaign, battle, draw) + held
    left = [card for card in draw.deck.rows if not gone[card.id]]
    return left or [card for card in draw.deck.rows if not held[card.id]]


# --- what is sealed ---


def deal_and_seal(
    campaign: Campaign, battle: Battle, wanted: Mapping[str, Sequence[str]], random: Random, author: Author
) -> None:
    """Deals a card of each deck (by its step) to each who wants one, and seals them all at once."""
    secrets, seals = [], []
    for draw in draw_steps(campaign.library, battle):
        who = wanted.get(draw.step.id, ())
        if not who:
            continue
        gone, kept = _gone(campaign, battle, draw), _on_the_table(campaign, battle, draw)
        dealt = deal(draw.deck, gone, kept, len(who), random)
        for holder, card in zip(who, dealt.cards, strict=True):
            secret = secret_of(draw.step.id, holder, card, joker=card == JOKER)
            secrets.append(secret)
            seals.append(seal_of(secret, author, "drawn", dealt.fresh))
    campaign.seal(battle, secrets, seals)


def seal_chosen(
    campaign: Campaign,
    battle: Battle,
    draw: Draw,
    holder: str,
    card: Card,
    written: str,
    how: How,
    author: Author,
) -> None:
    """Seals a card that its holder has chosen, or drawn from a deck on the table."""
    secret = secret_of(draw.step.id, holder, card.id, written)
    campaign.seal(battle, [secret], [seal_of(secret, author, how)])


def seal_owner(
    campaign: Campaign,
    battle: Battle,
    draw: Draw,
    holder: str,
    card: Card,
    written: str,
    joker: bool,
    author: Author,
) -> None:
    """Seals what a holder has written down for the card, or the card that a joker has taken."""
    secret = secret_of(draw.step.id + OWNER, holder, card.id, written, joker)
    campaign.seal(battle, [secret], [seal_of(secret, author)])


def noted(card: Card, battle: Battle, holder: str, fielded: Iterable[FieldedModels], text: str) -> str:
    """What a holder writes down, if the card allows it. Raises Refusal for a model that it does not."""
    text = " ".join(text.split())
    if card.write is None or not text:
        refuse("Nothing was written down.", "Write it down, so that it can be proven later.")
    own = {team for side in battle.sides if holder in (side.name, *side.teams) for team in side.teams}
    mine = {holder} & own or own
    theirs = card.write.of == "enemy-model"
    models = [each for each in fielded if (each.team not in own if theirs else each.team in mine)]
    concerned = {team for side in battle.sides for team in side.teams} - own if theirs else mine
    if card.write.of == "text" or concerned - {each.team for each in models}:
        return text  # where a roster is missing, any model may be meant
    names = list(dict.fromkeys(each.name for each in models))
    meant = [name for name in names if re.match(rf"{re.escape(plain(name))}(?!\w)", plain(text))]
    name = (
        max(meant, key=len) if meant else matched(text, names, say("There is no model “{said}”.", said=text))
    )
    leads = any(each.leader for each in models if each.name == name)
    follows = any(not each.leader for each in models if each.name == name)
    if card.write.leaders == "none" and not follows:
        refuse("“{name}” is a Team Leader.", "Choose another model.", name=name)
    if card.write.leaders == "only" and not leads:
        refuse("“{name}” is not a Team Leader.", "Choose one who is.", name=name)
    return text if meant else name  # “Trooper with the flag” says which of several
