"""What stands on the cards of a deck, a choice, a catalogue or a table, made of content.

A number that only a battle can tell stays a formula; one that depends on the size of battle is worked out for
each size that the card is for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from campaign.content.made_battle import settings_of
from campaign.errors import Problem, Problems
from campaign.files.yamlfile import read
from campaign.mechanisms.choice import Choice, ChoiceOption
from campaign.mechanisms.deck import JOKER, Card, Deck
from campaign.mechanisms.formula import Formula, in_formulas
from campaign.mechanisms.supply import supply_settled
from campaign.mechanisms.table import Catalogue, Row, Table
from campaign.mechanisms.terms import Term, settled, takes_part
from campaign.printing.cards.sheets import CardFace, CardSize, printed_cards
from campaign.printing.map.views import BoardData, board_of
from campaign.printing.views import Note, TermView, term_view
from campaign.record import replace
from campaign.words import say

if TYPE_CHECKING:
    from campaign.content.library import ContentRoot, Library
    from campaign.content.mission import Mission
    from campaign.content.system import Size
    from campaign.mechanisms.board import Layout

Cards = Table | Catalogue | Choice | Deck
Scope = Mapping[str, int]


def faces_of(library: Library, card_id: str, settings: Scope) -> list[CardFace]:
    """Each card of a deck and its jokers, each row of anything else; `settings` are numbers by name."""
    cards = library.any_card(card_id)
    return [_face(library, cards, row, settings) for row in cards.rows] + _jokers(cards)


def dealt_face(deck: Deck, card: Card, terms: Iterable[Term], holder: str, house: bool) -> CardFace:
    """A card of a deck in somebody's hands; `terms` are settled ones."""
    return _of_card(deck, card, house, tuple(term_view(each, {}) for each in terms), holder)


def _jokers(cards: Cards) -> list[CardFace]:
    if not isinstance(cards, Deck):
        return []
    joker = CardFace(id=JOKER, deck=cards.name, joker=True, rules=cards.rules, origin=cards.origin)
    return [joker] * cards.jokers


def _face(library: Library, cards: Cards, row: Row | ChoiceOption | Card, settings: Scope) -> CardFace:
    house = library.house(row.where)
    if isinstance(row, Card):
        return _of_card(cards, row, house, _terms(row.terms, settings), say("your side"))
    if isinstance(row, ChoiceOption):
        return _of_option(cards, row, house)
    return _of_row(library, cards, row, house, settings)


def _of_card(deck: Cards, card: Card, house: bool, terms: tuple[TermView, ...], side: str) -> CardFace:
    return CardFace(
        id=card.id,
        deck=deck.name,
        name=card.name,
        concept=card.concept,
        text=card.text,
        playable=card.playable,
        ask=card.write.ask.replace("{side}", side) if card.write else "",
        terms=terms,
        rules=card.rules or deck.rules,
        origin=card.origin or deck.origin,
        house=house,
    )


def _of_option(choice: Cards, option: ChoiceOption, house: bool) -> CardFace:
    count = option.count
    return CardFace(
        id=option.id,
        deck=choice.name,
        name=option.name,
        mark=str(option.on),
        text=option.text,
        ask=option.write.ask.replace("{side}", say("your side")) if option.write else "",
        counts=(Note(name=count.of, text=str(count.dice)),) if count and count.dice else (),
        rules=option.rules or choice.rules,
        origin=option.origin or choice.origin,
        house=house,
    )


# --- rows of catalogues and tables ---


def _of_row(library: Library, cards: Cards, row: Row, house: bool, settings: Scope) -> CardFace:
    mission = library.mission(row.mission) if row.mission is not None else None
    sizes = _sizes(library, row)
    told = _told(mission, sizes, settings)
    whole = (
        mission if isinstance(cards, Catalogue) else None
    )  # of what is rolled, the briefing tells the rest
    alike = len({each.terms for each in told}) < 2
    terms = told[0].terms if told and alike else ()
    return CardFace(
        id=row.id,
        deck=cards.name,
        name=row.name,
        mark=str(row.on) if row.on is not None else "",
        concept=mission.premise if mission else "",
        text=row.text,
        special=tuple(Note(name=each.name, text=each.text) for each in whole.special) if whole else (),
        terms=(*_terms(row.terms, settings), *(terms if whole else ())),
        sizes=tuple(replace(each, terms=()) if alike or not whole else each for each in told),
        board=_board(library, row.layout, sizes) if row.layout else None,
        rules=row.rules or (mission.rules if mission else ()) or cards.rules,
        origin=row.origin or (mission.origin if mission else cards.origin),
        house=house,
    )


def _sizes(library: Library, row: Row) -> list[Size]:
    """The sizes of battle that a row is for; those that nothing is known of are left out."""
    sizes = library.system().sizes
    return [each for each in sizes if (each.id in row.sizes if row.sizes else not each.lacking)]


def _told(mission: Mission | None, sizes: Iterable[Size], settings: Scope) -> list[CardSize]:
    """What is said of each size of battle; without sizes, of any."""
    sizes = list(sizes)
    ids = [in_formulas(each.id) for each in sizes]
    told = []
    for size in sizes:
        scope = {**settings, **dict.fromkeys(ids, 0), in_formulas(size.id): 1}
        told.append(
            _numbers(mission, size, scope)
            if mission
            else CardSize(name=size.name, width=size.board.width, height=size.board.height)
        )
    return told or ([_numbers(mission, None, settings)] if mission else [])


def _numbers(mission: Mission, size: Size | None, scope: Scope) -> CardSize:
    rounds = mission.length.fixed(size.id if size else "")
    try:
        supply = supply_settled(mission.supply, scope) if mission.supply else None
    except ValueError:
        supply = None
    return CardSize(
        name=size.name if size else "",
        rounds=rounds,
        start=supply.start.value({}) if supply else None,
        more=supply.more.value({}) if supply else None,
        lead=_value(mission.lead, scope) if mission.lead else None,
        terms=_terms(mission.terms, {**scope, "rounds": rounds}, mission),
    )


def _value(formula: Formula, scope: Scope) -> int | None:
    return formula.value(scope) if formula.names <= scope.keys() else None


def _terms(terms: Iterable[Term], scope: Scope, mission: Mission | None = None) -> tuple[TermView, ...]:
    roles = {role.id: role.name for role in mission.roles} if mission else {}
    rounds = scope.get("rounds")
    return tuple(_term(each, scope, roles, rounds) for each in terms if _counts(each, scope))


def _counts(term: Term, scope: Scope) -> bool:
    """Whether a card has the term; what only a battle can tell, it has."""
    return term.when is None or not term.when.names <= scope.keys() or takes_part(term, scope)


def _term(term: Term, scope: Scope, roles: Mapping[str, str], rounds: int | None) -> TermView:
    """A term as far as it can be worked out without a battle; a number that can't be stays a formula."""
    if not term.each.names <= scope.keys():
        told = str(term.each)
        term = replace(term, each=Formula.parse(1), told=told, worth=term.worth or Formula.parse(1))
    if term.most is not None and not term.most.names <= scope.keys():
        term = replace(term, most=None)
    # How much all rounds together may bring is for the score sheet, which counts with it.
    return term_view(settled(replace(term, in_all=None), scope), roles, (), rounds)


def _board(library: Library, layout: Layout, sizes: list[Size]) -> BoardData | None:
    boards = library.system().boards_of(layout, [each.id for each in sizes])
    return board_of(layout, boards[0], {}) if boards else None


def too_long(library: Library, roots: Iterable[ContentRoot]) -> list[Problem]:
    """Each card of these roots whose texts have no room on a poker card, even in the smallest type."""
    own = [root.folder for root in roots]
    found = []
    for card_id in library.card_ids():
        try:
            found += _too_long(library, card_id, own)
        except Problems:
            continue  # what can't be read is told of by itself
    return found


def _too_long(library: Library, card_id: str, own: Sequence[Path]) -> list[Problem]:
    cards = library.any_card(card_id)
    mine = {
        row.id: row.where
        for row in cards.rows
        if row.where.file is not None and any(row.where.file.is_relative_to(folder) for folder in own)
    }
    if not mine or isinstance(cards, Table):
        return []
    settings = settings_of(library.system(), {})
    faces = [face for face in faces_of(library, card_id, settings) if face.id in mine]
    found = []
    for card in printed_cards(library, faces):
        where = mine[card.id]
        if card.over and where.file is not None:
            line, column = read(where.file).locate((*where.path, "text"))
            message = say(
                "The card “{name}” is too long to print: {count} lines too many.",
                name=card.name,
                count=card.over,
            )
            remedy = say("Shorten its text; “campaign print cards” shows how it fits.")
            found.append(Problem("card-does-not-fit", message, remedy, where.file, line, column))
    return found
