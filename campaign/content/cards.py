"""What stands under cards/: tables, catalogues, choices and decks, and how a group's own rows join them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypeVar

from campaign.errors import Problems, did_you_mean
from campaign.files.converters import Fault
from campaign.files.schema import FileRecord, LocatedDocument, problem_at, read_record
from campaign.mechanisms.choice import Choice, ChoiceOption
from campaign.mechanisms.deck import Card as DeckCard
from campaign.mechanisms.deck import Deck
from campaign.mechanisms.table import Catalogue, Row, Table
from campaign.record import replace
from campaign.words import say

Card = TypeVar("Card", Table, Catalogue, Choice, Deck)


class _Rows(FileRecord):
    """Rows of a house file: one with a known id replaces that row, any other joins.

    What else the file says is for its readers.
    """

    format: Literal[1] = 1
    name: str = ""
    about: str = ""


class TableRows(_Rows):
    """Rows of a house table."""

    kind: Literal["table"]
    rows: tuple[Row, ...]


class CatalogueRows(_Rows):
    """Rows of a house catalogue."""

    kind: Literal["catalogue"]
    rows: tuple[Row, ...]


class DeckRows(_Rows):
    """Cards of a house deck."""

    kind: Literal["deck"]
    rows: tuple[DeckCard, ...]


class ChoiceRows(_Rows):
    """Rows of a house choice."""

    kind: Literal["choice"]
    rows: tuple[ChoiceOption, ...]


KINDS: dict[str, Any] = {"table": Table, "catalogue": Catalogue, "choice": Choice, "deck": Deck}
"""The kinds of a file under cards/, as it names them."""
ROWS: dict[Any, Any] = {Table: TableRows, Catalogue: CatalogueRows, Choice: ChoiceRows, Deck: DeckRows}
"""What stands in a house file of each kind that is not the whole of it."""


def with_rows(card: Card, document: LocatedDocument, kind: type[Card]) -> Card:
    """The card with the rows of a house file, which may be the whole of it. Raises Problems."""
    if isinstance(document.data, dict) and document.data.get("whole") is True:
        return read_record(document, kind)
    rows: tuple[Any, ...] = read_record(document, ROWS[kind]).rows
    known = {row.id for row in card.rows}
    strangers = [index for index, row in enumerate(rows) if row.id not in known]
    if isinstance(card, Deck):
        return replace(card, rows=_with_cards(card.rows, rows))
    if strangers:
        raise Problems(problem_at(document, _no_row(rows[at].id, at, known)) for at in strangers)
    by_id = {row.id: row for row in rows}
    return replace(card, rows=tuple(by_id.get(row.id, row) for row in card.rows))


def _with_cards(cards: Sequence[DeckCard], own: Sequence[DeckCard]) -> tuple[DeckCard, ...]:
    """The cards of a deck with a group's own: one of a known id stands in its place, the others join."""
    by_id = {card.id: card for card in cards} | {card.id: card for card in own}
    return tuple(by_id.values())


def _no_row(row_id: str, index: int, known: set[str]) -> Fault:
    remedy = did_you_mean(row_id, known) or say("Use the id of an existing row, or write “whole: true”.")
    return Fault(
        "no-such-row",
        ("rows", index, "id"),
        say("There is no row “{id}” to replace.", id=row_id),
        remedy,
    )
