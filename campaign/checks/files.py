"""Reads every content file of a system, and keeps what could be read for the cross-file checks.

A file that can't be read is a problem of its own and stops nothing else: what the others say of it by
name is still checked, as its name alone shows that it is there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from campaign.content.cards import KINDS, ROWS
from campaign.content.library import RESERVED, Library, is_id
from campaign.content.mission import Mission, Rules
from campaign.content.system import System
from campaign.errors import Problem, Problems
from campaign.files.schema import Where, read_record
from campaign.files.yamlfile import Document, read
from campaign.mechanisms.attack.rules import AttackRules, Unit, Units
from campaign.mechanisms.choice import Choice, ChoiceOption
from campaign.mechanisms.deck import Card, Deck
from campaign.mechanisms.named_tests import NamedTests
from campaign.mechanisms.road import Road
from campaign.mechanisms.table import Catalogue, Row, Table
from campaign.mechanisms.team_rules import TeamRules
from campaign.record import Record, field

if TYPE_CHECKING:
    from campaign.mechanisms.terms import Term

T = TypeVar("T")


class Content(Record, frozen=False, kw_only=False):
    """What could be read of one system.

    `kinds` has each card's kind as its file names it; `card_rows`, `units`, `rules` and `tests` keep the
    files apart, where the library would merge them.
    """

    library: Library
    problems: list[Problem] = field(default_factory=list)
    system: System | None = None
    missions: dict[str, Mission] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)
    catalogues: dict[str, Catalogue] = field(default_factory=dict)
    choices: dict[str, Choice] = field(default_factory=dict)
    decks: dict[str, Deck] = field(default_factory=dict)
    road: Road | None = None
    team_rules: TeamRules | None = None
    attack_rules: AttackRules | None = None
    units: list[tuple[Path, tuple[Unit, ...]]] = field(default_factory=list)
    kinds: dict[str, str] = field(default_factory=dict)
    card_rows: list[tuple[Path, tuple[Row | ChoiceOption | Card, ...]]] = field(default_factory=list)
    rules: list[tuple[Path, Rules]] = field(default_factory=list)
    tests: list[tuple[Path, NamedTests]] = field(default_factory=list)
    documents: dict[Path, Document] = field(default_factory=dict)

    def problem(
        self,
        code: str,
        where: Where,
        below: tuple[str | int, ...],
        message: str,
        remedy: str,
        key: bool = False,
    ) -> Problem:
        """A problem at a path below a record."""
        assert where.file is not None
        line, column = self.document(where.file).locate((*where.path, *below), key=key)
        return Problem(code, message, remedy, where.file, line, column)

    def document(self, path: Path) -> Document:
        if path not in self.documents:
            self.documents[path] = read(path)
        return self.documents[path]

    def cards(self) -> Iterator[Table | Catalogue | Choice | Deck]:
        yield from self.tables.values()
        yield from self.catalogues.values()
        yield from self.choices.values()
        yield from self.decks.values()

    def rows(self) -> Iterator[Row]:
        for table in self.tables.values():
            yield from table.rows
        for catalogue in self.catalogues.values():
            yield from catalogue.rows

    def options(self) -> Iterator[ChoiceOption]:
        for choice in self.choices.values():
            yield from choice.rows

    def bearers(self) -> Iterator[Mission | Row]:
        """All that brings terms, effects and tables into a battle."""
        yield from self.missions.values()
        yield from self.rows()

    def dealt(self) -> Iterator[Card]:
        """Every card of every deck."""
        for deck in self.decks.values():
            yield from deck.rows

    def rows_and_cards(self) -> Iterator[Row | Card]:
        """All that may come into the battle of any mission."""
        yield from self.rows()
        yield from self.dealt()

    def terms(self) -> Iterator[Term]:
        yield from self.system.terms if self.system else ()
        for bearer in self.bearers():
            yield from bearer.terms
        for card in self.dealt():
            yield from card.terms

    def record(self, path: Path, kind: Any) -> Any:
        """The record of a file; None where it is wrong, which is noted."""
        try:
            return read_record(self.document(path), kind)
        except Problems as wrong:
            self.problems += wrong.problems
            return None


Check = Callable[[Content], Iterator[Problem]]

CHECKS: list[Check] = []
"""Every check of the modules that are imported, in the order of their definition."""


def check(rule: Check) -> Check:
    """Registers a check; its name is its rule."""
    CHECKS.append(rule)
    return rule


def read_all(library: Library) -> Content:
    """Every file of the system, house files as the library merges them."""
    content = Content(library)
    for root, path in library.files():
        if path.parent.parent.name == "missions" and path.parent.parent.parent == root.folder:
            _mission_file(content, path)
    for card_id in library.card_ids():
        _card(content, card_id)
    for path in library.card_files("units"):
        if units := content.record(path, Units):
            content.units.append((path, units.rows))
    return content


def _mission_file(content: Content, path: Path) -> None:
    if path.stem == "system":
        content.system = content.record(path, System)
    elif path.stem == "rules" and (rules := content.record(path, Rules)):
        content.rules.append((path, rules))
    elif path.stem == "tests" and (tests := content.record(path, NamedTests)):
        content.tests.append((path, tests))
    elif path.stem == "road":
        content.road = content.record(path, Road)
    elif path.stem == "teams":
        content.team_rules = content.record(path, TeamRules)
    elif path.stem == "sequence":
        content.attack_rules = content.record(path, AttackRules)
    elif path.stem not in RESERVED and is_id(path.stem) and (mission := content.record(path, Mission)):
        content.missions[path.stem] = mission


def _card(content: Content, card_id: str) -> None:
    before = len(content.problems)
    for place, path in enumerate(content.library.card_files(card_id)):
        data = _plain(content, path)
        kind = (
            str(data.get("kind")) if place == 0 and isinstance(data, dict) else content.kinds.get(card_id, "")
        )
        rows = (
            ROWS.get(KINDS.get(kind))
            if place and not (isinstance(data, dict) and data.get("whole") is True)
            else None
        )
        if kind in KINDS:
            content.kinds[card_id] = kind
        card = (
            None
            if data is _UNREAD
            else content.record(path, rows or KINDS.get(kind, Table | Catalogue | Choice | Deck))
        )
        if card is not None:
            content.card_rows.append((path, card.rows))
    if len(content.problems) == before and card_id in content.kinds:
        _merge(content, card_id)


_UNREAD = object()


def _plain(content: Content, path: Path) -> Any:
    try:
        return content.document(path).data
    except Problems as wrong:
        content.problems += wrong.problems
        return _UNREAD


def _merge(content: Content, card_id: str) -> None:
    try:
        card = content.library.card(card_id, KINDS[content.kinds[card_id]])
    except Problems as wrong:
        content.problems += wrong.problems
        return
    if isinstance(card, Table):
        content.tables[card_id] = card
    elif isinstance(card, Catalogue):
        content.catalogues[card_id] = card
    elif isinstance(card, Deck):
        content.decks[card_id] = card
    else:
        content.choices[card_id] = card
