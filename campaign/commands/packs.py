"""`campaign packs`: the game systems at hand, what one holds, and a new one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from campaign.content.library import ContentRoot, Library, built_in, known_systems
from campaign.errors import Refusal
from campaign.ledger.entries_io import slug
from campaign.ledger.journal import LOCK, commit, locked
from campaign.mechanisms.attack.rules import AttackRules
from campaign.mechanisms.deck import Card
from campaign.mechanisms.table import Table
from campaign.names import allowed_on_disk
from campaign.printing.views import Note
from campaign.record import Record
from campaign.words import say

SKELETON = "templates/_new"


class SystemsView(Record):
    """Every system: its id as the mark, its name, what it is about."""

    systems: tuple[Note, ...]


class MissionView(Record):
    """A mission in a list: `sides` are the numbers of sides it is for."""

    id: str
    name: str
    sides: tuple[int, ...]
    roles: tuple[str, ...]
    won_by: tuple[str, ...]
    origin: str
    house: bool


class CardView(Record):
    """A table, catalogue, choice or deck with its rows; a row's mark is what must be rolled, or its id, and
    `more` is when a card may be played.
    """

    id: str
    kind: str
    name: str
    dice: str
    rows: tuple[Note, ...]


class AttackParts(Record):
    """What may be told of an attack: options of its situation with their question, options of special dice,
    the ids of other numbers, and keywords.
    """

    situation: tuple[Note, ...]
    dice: tuple[Note, ...]
    numbers: tuple[Note, ...]
    keywords: tuple[Note, ...]


class SystemView(Record):
    """What a system holds, in the order of its procedure; `attack` where it says how one goes."""

    id: str
    name: str
    about: str
    content: str
    least: int
    most: int
    steps: tuple[Note, ...]
    settings: tuple[Note, ...]
    resources: tuple[Note, ...]
    missions: tuple[MissionView, ...]
    cards: tuple[CardView, ...]
    tests: tuple[Note, ...]
    rules: int
    attack: AttackParts | None = None


def systems(roots: Sequence[ContentRoot]) -> SystemsView:
    """The systems that the roots hold."""
    found = []
    for system_id in known_systems(roots):
        system = Library(system_id, roots).system()
        found.append(Note(name=system.name, text=system.about, mark=system_id))
    return SystemsView(systems=tuple(found))


def system_view(library: Library) -> SystemView:
    """All that `packs show` tells."""
    system = library.system()
    settings = tuple(
        Note(name=_option(each.id), text=each.about, mark=str(int(each.default))) for each in system.settings
    )
    return SystemView(
        id=library.id,
        name=system.name,
        about=system.about,
        content=library.version(),
        least=system.sides.least,
        most=system.sides.most,
        steps=tuple(Note(name=step.name, mark=step.do, text=step.id) for step in system.procedure),
        settings=settings,
        resources=tuple(
            Note(name=each.name, text=each.about, mark=str(each.start)) for each in system.resources
        ),
        missions=tuple(_mission(library, each) for each in library.mission_ids()),
        cards=tuple(_card(library, each) for each in library.card_ids()),
        tests=tuple(Note(name=test.id, text=test.text) for test in library.tests().values()),
        rules=len(library.rules()),
        attack=attack_parts(rules) if (rules := library.attack_rules()) is not None else None,
    )


def attack_parts(rules: AttackRules) -> AttackParts:
    """What a player can tell of an attack by these rules."""
    return AttackParts(
        situation=tuple(
            Note(name=_option(each.id), text=each.ask or each.name)
            for each in rules.numbers
            if each.of == "situation"
        ),
        dice=tuple(Note(name=_option(throw.dice), text=throw.name) for throw in rules.throws()),
        numbers=tuple(
            Note(name=each.id, text=each.name) for each in rules.numbers if each.of in ("weapon", "target")
        ),
        keywords=tuple(Note(name=each.id, text=each.about, mark=each.name) for each in rules.keywords),
    )


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _mission(library: Library, mission_id: str) -> MissionView:
    mission = library.mission(mission_id)
    system = library.system()
    sides = tuple(layout.sides for layout in mission.layouts)
    return MissionView(
        id=mission_id,
        name=mission.name,
        sides=sides or tuple(range(system.sides.least, system.sides.most + 1)),
        roles=tuple(role.name for role in mission.roles),
        won_by=mission.won_by,
        origin=mission.origin,
        house=library.house(mission.where),
    )


def _card(library: Library, card_id: str) -> CardView:
    card = library.any_card(card_id)
    rows = tuple(
        Note(
            name=row.name,
            text=row.text,
            more=row.playable if isinstance(row, Card) else "",
            mark=str(on) if (on := getattr(row, "on", None)) is not None else row.id,
            origin=row.origin or card.origin,
            house=library.house(row.where),
        )
        for row in card.rows
    )
    dice = str(card.dice) if isinstance(card, Table) else ""
    return CardView(id=card_id, kind=card.kind, name=card.name, dice=dice, rows=rows)


def start_system(folder: Path) -> list[str]:
    """Writes a small system that works at once; returns the paths of its files below the folder.

    Raises Refusal where the folder is in use, or its name is no id.
    """
    system = folder.name
    if slug(system, 60) != system or not allowed_on_disk(system):
        raise Refusal(
            say("“{system}” can’t be the id of a system.", system=system),
            say("Call the folder {system}.", system=slug(system, 60)),
        )
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Refusal(
            say("There is something already in {folder}.", folder=folder),
            say("Name a folder that is new or empty."),
        )
    name = system.replace("-", " ").title()
    skeleton = built_in().folder / SKELETON
    batch = {}
    for path in sorted(skeleton.rglob("*.yaml")):
        place = path.relative_to(skeleton).as_posix().replace("__id__", system)
        batch[place] = path.read_text(encoding="utf-8").replace("__NAME__", name)
    from campaign.commands.new import make_folder

    make_folder(folder)
    with locked(folder):
        commit(folder, batch)
    (folder / LOCK).unlink(missing_ok=True)
    return list(batch)
