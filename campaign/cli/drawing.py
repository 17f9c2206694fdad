"""Cards at the terminal: dealt and sealed, then shown to each holder as the device goes round."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.asking import whole
from campaign.campaign import Campaign
from campaign.cli.options import Shape
from campaign.cli.printout import PAGES, Printing
from campaign.cli.terminal import Terminal, width
from campaign.commands.draw import deal_and_seal, noted, seal_chosen, seal_owner, to_choose_from
from campaign.content.draws import Draw, draw_steps, holding, still_to_draw
from campaign.errors import MissingAnswer, Refusal, WrongUsage
from campaign.ledger.battle import Battle
from campaign.ledger.entries_io import Author
from campaign.mechanisms.deck import Card, card_of
from campaign.names import matched
from campaign.printing.render import render
from campaign.printing.sheets import DrawnView, drawn_view, sheet_file, sheet_of
from campaign.printing.typeset import WIDEST, wrapped
from campaign.record import Record, replace
from campaign.words import say


class Drawing(Record, kw_only=False):
    """The options of `campaign draw` as they were typed."""

    team: Sequence[str] = ()
    choose: bool = False
    typed: bool = False
    sheets: bool = False


def nothing_to_draw(folder: Campaign, battle: Battle) -> bool:
    """Whether every card of a battle is dealt."""
    return not any(still_to_draw(battle, draw) for draw in draw_steps(folder.library, battle))


def draw_cards(
    folder: Campaign,
    battle: Battle,
    said: Drawing,
    printing: Printing,
    hand: Author,
    terminal: Terminal | None,
) -> DrawnView:
    """Deals what is still to be dealt, and hands each holder what is theirs. Raises Refusal where nothing is
    left.
    """
    draws = _dealt(folder, battle)
    holders = list(dict.fromkeys(holder for draw in draws for holder in draw.holders))
    who = list(dict.fromkeys(holder_of(folder, battle, team) for team in said.team)) or holders
    own = [draw for draw in draws if said.choose or said.typed or draw.chosen]
    dealt = {
        draw.step.id: [holder for holder in still_to_draw(battle, draw) if holder in who]
        for draw in draws
        if draw not in own
    }
    if own and said.sheets:
        raise WrongUsage(say("--sheets goes with cards that are drawn."))
    if own and terminal is None:
        raise MissingAnswer(
            say("Nobody may be asked for cards."),
            say("A card in secret is typed, never put on the command line."),
        )
    fresh = {holder for names in dealt.values() for holder in names}
    fresh |= {holder for draw in own for holder in still_to_draw(battle, draw) if holder in who}
    waiting = [holder for holder in who if holder in fresh or _waits(folder, battle, draws, holder)]
    if not waiting:
        raise Refusal(
            say("All have their cards."),
            say("“campaign briefing --sheet TEAM” shows them to their holder again."),
        )
    if any(dealt.values()):
        import secrets

        deal_and_seal(folder, battle, dealt, secrets.SystemRandom(), hand)
    tail = battle.filed.tail
    files = []
    for holder in waiting:
        if terminal is None or said.sheets:
            files.append(_on_a_sheet(folder, folder.battle(tail), holder, printing))
        else:
            _hand_over(folder, tail, holder, own, said, hand, terminal)
    return drawn_view(folder, folder.battle(tail), files)


def _waits(folder: Campaign, battle: Battle, draws: Sequence[Draw], holder: str) -> bool:
    """Whether a holder has not been handed what they hold, and so has not said what it asks for."""
    held = [holding(folder.root, battle, draw, holder) for draw in draws]
    return any(one is not None and one.proof == "proven" and not one.answered for one in held)


def _on_a_sheet(folder: Campaign, battle: Battle, holder: str, printing: Printing) -> str:
    """Writes a holder's sheet into secrets/, and returns its path below the campaign."""
    # What a PDF is made for is paper, to which HTML goes as well.
    shape = Shape.html if printing.shape in {Shape.html, Shape.pdf} else Shape.markdown
    name = sheet_file(battle, holder, ".html" if shape is Shape.html else ".md")
    library, view = folder.library, sheet_of(folder, battle, holder)
    text = render(
        "sheet", PAGES[shape], view, system=library.id, roots=library.roots, paper=printing.paper.value
    )
    folder.write([], {name: text})
    return name


def _dealt(folder: Campaign, battle: Battle) -> list[Draw]:
    """What a battle deals. Raises Refusal where that is nothing."""
    if draws := draw_steps(folder.library, battle):
        return draws
    raise Refusal(
        say("Battle {number} deals no cards.", number=battle.number),
        say("Settings and options of “campaign setup” turn them on."),
    )


def holder_of(folder: Campaign, battle: Battle, said: str) -> str:
    """Who of a battle holds cards under that name. Raises Refusal."""
    holders = list(dict.fromkeys(holder for draw in _dealt(folder, battle) for holder in draw.holders))
    return matched(said, holders, say("team in this battle"))


def on_the_screen(folder: Campaign, battle: Battle, holder: str, terminal: Terminal) -> None:
    """Shows a holder's sheet again, on a screen that keeps nothing of it."""
    held_up(holder, _text(folder, battle, holder), terminal)


def held_up(holder: str, text: str, terminal: Terminal) -> None:
    """Hands the device to somebody, shows a secret, and leaves nothing of it."""
    with terminal.handed(holder):
        terminal.tell(text)
        terminal.secret(say("Press Enter to hide it."), str)


def _text(folder: Campaign, battle: Battle, holder: str) -> str:
    library = folder.library
    # What a deck means by its words is long, and would push the cards off the screen: it stands in the file.
    view = replace(sheet_of(folder, battle, holder), decks=())
    return render("sheet", "terminal", view, system=library.id, roots=library.roots)


def _hand_over(
    folder: Campaign,
    tail: str,
    holder: str,
    own: Sequence[Draw],
    said: Drawing,
    hand: Author,
    terminal: Terminal,
) -> None:
    """The device goes to a holder: they choose where cards are chosen, see what they have, write what it
    asks.
    """
    with terminal.handed(holder):
        for draw in own:
            if holder in still_to_draw(folder.battle(tail), draw):
                card = _chosen(folder, folder.battle(tail), draw, said.typed, terminal)
                battle = folder.battle(tail)
                written = _written(folder, battle, card, holder, terminal)
                seal_chosen(
                    folder, battle, draw, holder, card, written, "typed" if said.typed else "chosen", hand
                )
        terminal.tell(_text(folder, folder.battle(tail), holder))
        for draw in draw_steps(folder.library, folder.battle(tail)):
            _finish(folder, tail, draw, holder, hand, terminal)
        terminal.secret(say("Press Enter to hide it."), str)


def _finish(folder: Campaign, tail: str, draw: Draw, holder: str, hand: Author, terminal: Terminal) -> None:
    """What a holder still has to say of one card is asked and sealed; so is it that there was nothing to say,
    so that nobody can tell cards apart by their seals.
    """
    battle = folder.battle(tail)
    held = holding(folder.root, battle, draw, holder)
    if held is None or held.answered or held.proof != "proven":
        return
    card = held.card
    if card is None:
        _tell(terminal, say("{deck}: a joker. Take any of these cards.", deck=draw.deck.name))
        card = _chosen(folder, battle, draw, False, terminal)
    written = _written(folder, battle, card, holder, terminal)
    seal_owner(folder, battle, draw, holder, card, written, held.joker, hand)


def _chosen(folder: Campaign, battle: Battle, draw: Draw, typed: bool, terminal: Terminal) -> Card:
    """A card by its name, or by its number in the list; no list is told of cards that lie on the table."""
    cards = list(draw.deck.rows) if typed else to_choose_from(folder, battle, draw)
    for place, card in enumerate(() if typed else cards, start=1):
        _tell_card(terminal, say("{number}  {card}", number=place, card=card.name), card)

    def check(text: str) -> Card:
        number = None if typed else whole(text)
        if number is not None and 1 <= number <= len(cards):
            return cards[number - 1]
        card = card_of(draw.deck, text.strip())
        if card not in cards:
            raise Refusal(say("“{card}” is out of the deck.", card=card.name), say("Take another."))
        return card

    question = say("{deck}: which card?", deck=draw.deck.name)
    if typed:
        question = say("{deck}: which card have you drawn? (its name)", deck=draw.deck.name)
    found: Card = terminal.secret(question, check)
    _tell_card(terminal, say("Taken: {card}", card=found.name), found)
    return found


def _tell_card(terminal: Terminal, title: str, card: Card) -> None:
    """A card below a blank line: its title, then what it says, indented, in lines as wide as a page."""
    terminal.tell(f"\n{title}")
    played = say("Playable: {condition}", condition=card.playable) if card.playable else ""
    for text in (card.concept, card.text, played):
        if text:
            _tell(terminal, text, "    ")


def _tell(terminal: Terminal, text: str, indent: str = "") -> None:
    terminal.tell("\n".join(wrapped(text, max(25, min(width(), WIDEST)), indent, indent)))


def _written(folder: Campaign, battle: Battle, card: Card, holder: str, terminal: Terminal) -> str:
    """What a card makes its holder write down; empty where it asks for nothing."""
    if card.write is None:
        return ""
    fielded = folder.fielded(battle)
    ask = card.write.ask.replace("{side}", holder)
    written: str = terminal.secret(ask, lambda text: noted(card, battle, holder, fielded, text))
    _tell(terminal, say("Written down: {note}", note=written))
    return written
