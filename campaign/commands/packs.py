"""`campaign packs`: the game systems at hand, what one holds, a new one or a new card, and schemas."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from campaign.content.library import (
    ContentRoot,
    Library,
    begun_cards,
    built_in,
    known_systems,
)
from campaign.content.lookup import deck_of
from campaign.errors import Problems, Refusal, did_you_mean, refuse
from campaign.files.canonical_dump import dump
from campaign.files.disk import make_folder
from campaign.files.jsonschema import json_schema
from campaign.files.yamlfile import edit, read
from campaign.ledger.journal import LOCK, commit, locked
from campaign.mechanisms.deck import JOKER, Card, Deck
from campaign.mechanisms.table import Table
from campaign.names import allowed_on_disk, clean, slug
from campaign.printing.views import Note
from campaign.record import Record
from campaign.words import say

if TYPE_CHECKING:
    from campaign.campaign import Campaign
    from campaign.mechanisms.attack.rules import AttackRules

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


class ContentFileView(Record):
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
    cards: tuple[ContentFileView, ...]
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


def _card(library: Library, card_id: str) -> ContentFileView:
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
    return ContentFileView(id=card_id, kind=card.kind, name=card.name, dice=dice, rows=rows)


def start_system(folder: Path) -> list[str]:
    """Writes a small system that works at once; returns the paths of its files below the folder.

    Raises Refusal where the folder is in use, or its name is no id.
    """
    system = folder.name
    if slug(system, 60) != system or not allowed_on_disk(system):
        raise Refusal(
            say("“{system}” is not a valid id for a system.", system=system),
            say("Name the folder {system}.", system=slug(system, 60)),
        )
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        refuse("{folder} already exists and is not empty.", "Name a new or empty folder.", folder=folder)
    name = system.replace("-", " ").title()
    skeleton = built_in().folder / SKELETON
    batch = {}
    for path in sorted(skeleton.rglob("*.yaml")):
        place = path.relative_to(skeleton).as_posix().replace("__id__", system)
        batch[place] = path.read_text(encoding="utf-8").replace("__NAME__", name)
    make_folder(folder)
    with locked(folder):
        commit(folder, batch)
    (folder / LOCK).unlink(missing_ok=True)
    return list(batch)


def new_card(campaign: Campaign, said: str, name: str) -> str:
    """Begins a card in a deck of the campaign; returns the path of its file below the campaign.

    Raises Refusal for an unknown deck, or a card that the deck has.
    """
    deck_id, deck = _deck(campaign, said)
    name = clean(name)
    card_id = slug(name, 60)
    taken = {card.id for card in deck.rows} | {card.name.casefold() for card in deck.rows} | {JOKER}
    if card_id in taken or name.casefold() in taken:
        refuse("“{deck}” already has a card “{name}”.", "Choose another name.", deck=deck.name, name=name)
    row = {"id": card_id, "name": name, **_started_card(deck, card_id)}
    place = f"house/cards/{campaign.library.id}/{deck_id}.yaml"
    path = campaign.root / place
    if path.is_file():
        old = read(path)
        rows = len(old.data.get("rows", ())) if isinstance(old.data, dict) else 0
        text = edit(old.text, [(("rows", rows), row)], path)
    else:
        text = dump({"format": 1, "kind": "deck", "rows": [row]})
    campaign.write([], {place: text})
    return place


def _deck(campaign: Campaign, said: str) -> tuple[str, Deck]:
    """The deck of an id or a name, or a unique beginning of one."""
    decks: dict[str, Deck] = {}
    for card_id in campaign.library.card_ids():
        try:
            card = campaign.library.any_card(card_id)
        except Problems:
            continue
        if isinstance(card, Deck):
            decks[card_id] = card
    if not decks:
        raise Refusal(say("This game has no decks."), did_you_mean(said, decks))
    deck_id = deck_of(said, decks)
    return deck_id, decks[deck_id]


def _started_card(deck: Deck, card_id: str) -> dict[str, Any]:
    begun = begun_cards()["scores" if deck.scores else "played"]
    for term in begun.get("terms", ()):
        term["id"] = term["id"].replace("__ID__", card_id)
    return begun


SCHEMAS = {
    "system": "content.system.System",
    "mission": "content.mission.Mission",
    "table": "mechanisms.table.Table",
    "catalogue": "mechanisms.table.Catalogue",
    "choice": "mechanisms.choice.Choice",
    "rules": "content.mission.Rules",
    "tests": "mechanisms.named_tests.NamedTests",
    "campaign": "content.house.CampaignFile",
    "entry": "ledger.entries.Entry",
    "results": "commands.results_file.ResultsFile",
    "demo": "commands.demo.DemoScript",
    "table-rows": "content.cards.TableRows",
    "catalogue-rows": "content.cards.CatalogueRows",
    "choice-rows": "content.cards.ChoiceRows",
    "deck": "mechanisms.deck.Deck",
    "deck-rows": "content.cards.DeckRows",
    "road": "mechanisms.road.Road",
    "teams": "mechanisms.team_rules.TeamRules",
    "sequence": "mechanisms.attack.rules.AttackRules",
    "units": "mechanisms.attack.rules.Units",
    "roster": "mechanisms.rosters.Roster",
}
"""The record of each kind of file, where it stands in campaign/; loaded when it is asked for."""


def schema_text(kind: str | None) -> str:
    """The JSON Schema of one kind of file, or of all of them by kind."""
    if kind is not None and kind not in SCHEMAS:
        raise Refusal(say("There is no kind of file “{kind}”.", kind=kind), did_you_mean(kind, SCHEMAS))
    found = {name: _schema(name) for name in SCHEMAS} if kind is None else _schema(kind)
    return json.dumps(found, indent=2, ensure_ascii=False) + "\n"


def _schema(kind: str) -> dict[str, Any]:
    from importlib import import_module

    module, _, record = SCHEMAS[kind].rpartition(".")
    return json_schema(getattr(import_module(f"campaign.{module}"), record))
