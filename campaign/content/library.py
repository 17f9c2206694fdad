"""Finds the content of one game system in its roots, and reads only what is asked for.

A root is a folder with `missions/<system>/` and `cards/<system>/`. Later roots win over earlier ones:
built-in, packs, the group's own house/. A file of the same name in a later root replaces the rows whose
ids it names, unless it says `whole: true`; a mission is replaced as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from campaign.errors import Refusal, did_you_mean, no_such
from campaign.files.schema import ID, LocatedDocument, Where, read_record
from campaign.files.yamlfile import read
from campaign.names import allowed_on_disk
from campaign.record import Record
from campaign.words import say

if TYPE_CHECKING:
    from campaign.content.cards import Card
    from campaign.content.mission import Mission, Rule
    from campaign.content.system import System
    from campaign.mechanisms.attack.rules import AttackRules, Unit
    from campaign.mechanisms.choice import Choice
    from campaign.mechanisms.deck import Deck
    from campaign.mechanisms.named_tests import NamedTest
    from campaign.mechanisms.road import Road
    from campaign.mechanisms.table import Catalogue, Table
    from campaign.mechanisms.team_rules import TeamRules


RESERVED = frozenset({"system", "rules", "tests", "demo", "teams", "road", "sequence"})
RESERVED_CARDS = frozenset({"units"})
T = TypeVar("T")


class ContentRoot(Record, kw_only=False):
    """A content root and what to call it; `house` marks its rows in the briefing."""

    folder: Path
    name: str
    house: bool = False


def built_in() -> ContentRoot:
    """The content that comes with the program: inside the package, or the checkout's root."""
    package = Path(__file__).resolve().parent.parent
    inside = package / "_content"
    return ContentRoot(inside if inside.is_dir() else package.parent, "built-in")


def begun_cards() -> dict[str, dict[str, Any]]:
    """What a group's own card is begun with, by what it does: `scores` or `played`."""
    found: dict[str, dict[str, Any]] = read(built_in().folder / "templates/_campaign/cards.yaml").data
    return found


def is_id(text: str) -> bool:
    """Whether a text can be the id of a system, mission or card, and so the name of its file."""
    return re.fullmatch(ID.pattern, text) is not None and allowed_on_disk(text)


def known_systems(roots: Sequence[ContentRoot]) -> list[str]:
    """The ids of every system that the roots hold, sorted."""
    found = {path.parent.name for root in roots for path in root.folder.glob("missions/*/system.yaml")}
    return sorted(filter(is_id, found))


def library_without(system: str) -> Library:
    """The content of a system where there is no campaign."""
    return Library(system, [built_in()])


class Library:
    """The content of one system, read lazily and once."""

    def __init__(self, system: str, roots: Sequence[ContentRoot]) -> None:
        self.id = system
        self.roots = tuple(roots)
        self._read: dict[tuple[Path, Any], Any] = {}
        self._cards: dict[tuple[str, Any], Any] = {}
        if not is_id(system) or not self._found("missions", "system"):
            near = did_you_mean(system, known_systems(roots))
            raise Refusal(say("There is no game system “{system}”.", system=system), near)

    # --- what a battle asks for ---

    def system(self) -> System:
        from campaign.content.system import System

        return self._record(self._found("missions", "system")[-1], System)

    def mission_ids(self) -> list[str]:
        """Every mission, by the names of the files alone."""
        return [name for name in self._ids("missions") if name not in RESERVED]

    def mission(self, mission_id: str) -> Mission:
        from campaign.content.mission import Mission

        found = self._found("missions", mission_id) if mission_id not in RESERVED else []
        if not found:
            near = did_you_mean(mission_id, self.mission_ids())
            raise Refusal(say("There is no mission “{name}”.", name=mission_id), near)
        return self._record(found[-1], Mission)

    def table(self, table_id: str) -> Table:
        from campaign.mechanisms.table import Table

        return self.card(table_id, Table)

    def catalogue(self, catalogue_id: str) -> Catalogue:
        from campaign.mechanisms.table import Catalogue

        return self.card(catalogue_id, Catalogue)

    def choice(self, choice_id: str) -> Choice:
        from campaign.mechanisms.choice import Choice

        return self.card(choice_id, Choice)

    def deck(self, deck_id: str) -> Deck:
        from campaign.mechanisms.deck import Deck

        return self.card(deck_id, Deck)

    def card_ids(self) -> list[str]:
        """Every card under cards/, by the names of the files alone."""
        return [name for name in self._ids("cards") if name not in RESERVED_CARDS]

    def tests(self) -> dict[str, NamedTest]:
        """The named tests by id, house ones over built-in ones."""
        from campaign.mechanisms.named_tests import NamedTests

        return {
            test.id: test
            for path in self._found("missions", "tests")
            for test in self._record(path, NamedTests).tests
        }

    def team_rules(self) -> TeamRules | None:
        """What is allowed in a team; None where the system doesn't say."""
        from campaign.mechanisms.team_rules import TeamRules

        found = self._found("missions", "teams")
        return self._record(found[-1], TeamRules) if found else None

    def road(self) -> Road | None:
        """The road through the missions; None where the system has none."""
        from campaign.mechanisms.road import Road

        found = self._found("missions", "road")
        return self._record(found[-1], Road) if found else None

    def attack_rules(self) -> AttackRules | None:
        """How an attack goes; None where the system doesn't say."""
        from campaign.mechanisms.attack.rules import AttackRules

        found = self._found("missions", "sequence")
        return self._record(found[-1], AttackRules) if found else None

    def units(self) -> dict[str, Unit]:
        """The units by id: house ones over built-in ones, unless a file says that it is the whole."""
        from campaign.mechanisms.attack.rules import Units

        units: dict[str, Unit] = {}
        for path in self.card_files("units"):
            file = self._record(path, Units)
            units = ({} if file.whole else units) | {unit.id: unit for unit in file.rows}
        return units

    def rosters(self) -> dict[str, Path]:
        """The rosters that come as examples, by the names of their files."""
        folders = (root.folder / "missions" / self.id / "rosters" for root in self.roots)
        return {path.stem: path for folder in folders for path in sorted(folder.glob("*.yaml"))}

    def rules(self) -> dict[str, Rule]:
        """The rules by id, house ones over built-in ones."""
        from campaign.content.mission import Rules

        return {
            rule.id: rule
            for path in self._found("missions", "rules")
            for rule in self._record(path, Rules).rules
        }

    def card(self, card_id: str, kind: type[Card]) -> Card:
        """A table, catalogue, choice or deck, merged row by row from every root that has it."""
        from campaign.content.cards import with_rows

        if (card_id, kind) not in self._cards:
            found = self.card_files(card_id)
            if not found:
                near = did_you_mean(card_id, self.card_ids())
                raise Refusal(
                    no_such(kind.__name__.lower(), card_id),
                    near,
                )
            card = self._record(found[0], kind)
            for path in found[1:]:
                card = with_rows(card, _located(path), kind)
            self._cards[card_id, kind] = card
        known: Card = self._cards[card_id, kind]
        return known

    def card_files(self, card_id: str) -> list[Path]:
        """The files of a card, those of later roots last."""
        return self._found("cards", card_id)

    def any_card(self, card_id: str) -> Table | Catalogue | Choice | Deck:
        """A file under cards/, of whichever kind it says it is."""
        from campaign.content.cards import KINDS
        from campaign.mechanisms.table import Table

        found = self.card_files(card_id)
        data = _located(found[0]).data if found else None
        said = data.get("kind") if isinstance(data, dict) else None
        kind: Any = KINDS.get(said, Table) if isinstance(said, str) else Table
        found_card: Table | Catalogue | Choice | Deck = self.card(card_id, kind)
        return found_card

    # --- where things come from ---

    def house(self, where: Where) -> bool:
        """Whether a record stands in the group's own house/."""
        return where.file is not None and any(
            root.house and where.file.is_relative_to(root.folder) for root in self.roots
        )

    def files(self) -> Iterator[tuple[ContentRoot, Path]]:
        """Every content file of the system with its root, in a stable order."""
        for root in self.roots:
            for part in ("missions", "cards"):
                for path in sorted((root.folder / part / self.id).glob("*.yaml"), key=lambda each: each.name):
                    yield root, path

    def version(self) -> str:
        """Ten hexadecimal digits over the whole system, the same on every machine (line ends aside)."""
        from hashlib import sha256

        digest = sha256()
        for root, path in self.files():
            name = path.relative_to(root.folder).as_posix()
            text = path.read_bytes().replace(b"\r\n", b"\n")
            digest.update(f"{name}\0{len(text)}\0".encode() + text)
        return digest.hexdigest()[:10]

    # --- reading ---

    def _ids(self, part: str) -> list[str]:
        folders = (root.folder / part / self.id for root in self.roots)
        return sorted({path.stem for folder in folders for path in folder.glob("*.yaml") if is_id(path.stem)})

    def _found(self, part: str, name: str) -> list[Path]:
        """The files of that name; none for a name that is no id, so that no path can climb out of a root."""
        if not is_id(name):
            return []
        paths = (root.folder / part / self.id / f"{name}.yaml" for root in self.roots)
        return [path for path in paths if path.is_file()]

    def _record(self, path: Path, kind: type[T]) -> T:
        if (path, kind) not in self._read:
            self._read[path, kind] = read_record(_located(path), kind)
        record: T = self._read[path, kind]
        return record


def _located(path: Path) -> LocatedDocument:
    document: LocatedDocument = read(path)
    return document
