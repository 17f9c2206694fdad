"""The briefing of a battle: everything that the table needs, in the order of the procedure.

Its records hold values and content texts; templates hold the words around them. They are stored as JSON in
briefings/, so that a briefing is printed again as it was, whatever the content says later.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated, Any, Literal

from campaign.content.steps.choice import ChoiceStep
from campaign.content.steps.draw import DrawStep
from campaign.errors import Problem, Problems, Refusal
from campaign.files.schema import structure
from campaign.mechanisms.board import Ground, placed
from campaign.mechanisms.dice import part_renamed
from campaign.printing.json import as_json
from campaign.printing.map.labels import marks_of
from campaign.printing.map.views import BoardData, BoardLegend, BoardPicture
from campaign.printing.sections import KINDS, Section, section_of, words_of
from campaign.printing.sections.battlefield import BattlefieldSection
from campaign.printing.sections.choice import ChoiceSection, ChosenView
from campaign.printing.sections.deployment import DeploymentSection
from campaign.printing.sections.draw import DrawSection
from campaign.printing.sections.markers import MarkersSection
from campaign.printing.sections.score import ScoreSection
from campaign.printing.views import CardText, PlacedView, RollView, TermView, roll_view
from campaign.record import Record, replace
from campaign.words import say

if TYPE_CHECKING:
    from campaign.campaign import Campaign
    from campaign.content.made_battle import MadeBattle
    from campaign.ledger.battle import Battle
    from campaign.ledger.entries import ResolvedChoice, RevealStep


class SideView(Record):
    """A side; `role` is its role's name in this battle."""

    name: str
    teams: tuple[str, ...]
    role: str = ""
    models: int | None = None


class Briefing(Record):
    """A whole briefing. `battle` is the entry's name and `number` its place; both empty for practice."""

    format: Literal[1] = 1
    system: str
    system_name: str
    battle: str = ""
    number: int = 0
    campaign_name: str = ""
    played: date
    seed: int | None = None
    content: str
    sides: tuple[SideView, ...]
    mission: str
    mission_id: str
    mode: str
    origin: str
    house: tuple[str, ...] = ()
    sections: tuple[Annotated[Section, KINDS], ...]
    rolls: tuple[RollView, ...]
    resources: tuple[str, ...] = ()

    @property
    def tail(self) -> str:
        """The battle's short id, six letters; empty for practice."""
        return self.battle[-6:]

    @property
    def board(self) -> BoardData | None:
        """The battlefield with all that stands on it; None where no section tells of one."""
        fields = [each for each in self.sections if isinstance(each, BattlefieldSection)]
        deployments = [each for each in self.sections if isinstance(each, DeploymentSection)]
        markers = [each for each in self.sections if isinstance(each, MarkersSection)]
        found: list[DeploymentSection | BattlefieldSection] = [*deployments, *fields]
        if not found:
            return None
        standing = [each.markers for each in markers] + [each.markers for each in fields]
        return BoardData(
            width=found[0].width,
            height=found[0].height,
            zones=found[0].zones,
            markers=next(filter(None, standing), ()),
            placed=tuple(spot for each in markers for spot in each.placed),
            apart=deployments[0].apart if deployments else 0,
            placing=any(each.each for each in markers),
            keep=max((each.apart for each in markers), default=0),
            edge=max((each.edge for each in markers), default=0),
        )

    @property
    def legend(self) -> BoardLegend | None:
        """What a drawing of the battlefield shows."""
        from campaign.printing.map.picture import legend_of

        board = self.board
        return None if board is None else legend_of(board)

    @property
    def picture(self) -> BoardPicture | None:
        """The battlefield as a picture."""
        from campaign.printing.map.picture import picture_of

        board = self.board
        return None if board is None else picture_of(board)

    @property
    def terms(self) -> tuple[TermView, ...]:
        """Every term of the battle: the rows of the result sheet."""
        return tuple(
            term for section in self.sections if isinstance(section, ScoreSection) for term in section.terms
        )


def brief(
    made: MadeBattle,
    played: date,
    seed: int | None,
    *,
    battle: str = "",
    number: int = 0,
    campaign: str = "",
    resources: Mapping[str, str] | None = None,
) -> Briefing:
    """The briefing of a battle as made; `resources` are the names of the campaign's, by id."""
    names = dict(resources or {resource.id: resource.name for resource in made.system.resources})
    words = words_of(made, names)
    return Briefing(
        system=made.library.id,
        system_name=made.system.name,
        battle=battle,
        number=number,
        campaign_name=campaign,
        played=played,
        seed=seed,
        content=made.library.version(),
        sides=_sides(made),
        mission=made.mission.name,
        mission_id=made.mission_id,
        mode=made.system.modes.get(made.mission.mode, made.mission.mode),
        origin=made.mission.origin,
        house=_house(made),
        sections=tuple(section_of(made, step, words) for step in made.steps),
        rolls=tuple(roll_view(rolled) for rolled in made.log.rolled),
        resources=tuple(names.values()),
    )


def _sides(made: MadeBattle) -> tuple[SideView, ...]:
    roles = {role.id: role.name for role in made.mission.roles}
    return tuple(
        SideView(
            name=side.name,
            teams=side.teams,
            role=roles.get(made.roles.get(side.name, ""), ""),
            models=made.models.get(side.name),
        )
        for side in made.request.sides
    )


def _house(made: MadeBattle) -> tuple[str, ...]:
    """Names of what comes from the group's own content."""
    library, mission = made.library, made.mission
    names = [mission.name] if library.house(mission.where) else []
    names += [row.name for row in made.rows if library.house(row.where)]
    for step in made.steps:
        if isinstance(step, ChoiceStep):
            names += [row.name for row in library.choice(step.choice).rows if library.house(row.where)]
        elif isinstance(step, DrawStep):
            # Which of its cards are the group's own says nothing of who holds one.
            deck = library.deck(step.deck)
            names += [deck.name] if any(library.house(card.where) for card in deck.rows) else []
    return tuple(dict.fromkeys(names))


def with_reveal(briefing: Briefing, step_id: str, reveal: RevealStep) -> Briefing:
    """The briefing with what a reveal brought out, in the section of its choice."""
    chosen = tuple(_chosen(each) for each in reveal.chosen)
    sections = tuple(
        replace(section, chosen=chosen)
        if isinstance(section, ChoiceSection) and section.id == step_id and chosen
        else section
        for section in briefing.sections
    )
    return replace(briefing, sections=sections, rolls=(*briefing.rolls, *map(roll_view, reveal.rolls)))


def with_cards(briefing: Briefing, step_id: str, cards: Iterable[CardText]) -> Briefing:
    """The briefing with cards that came to light, in the section of their deck."""
    more = tuple(cards)
    sections = tuple(
        replace(section, shown=(*section.shown, *more))
        if isinstance(section, DrawSection) and section.id == step_id
        else section
        for section in briefing.sections
    )
    return replace(briefing, sections=sections)


def _chosen(chosen: ResolvedChoice) -> ChosenView:
    return ChosenView(
        side=chosen.side,
        name=chosen.name,
        stands=chosen.stands,
        why=chosen.why,
        by=chosen.by,
        against=chosen.against,
        number=chosen.number,
        of=chosen.of,
        note=chosen.note,
    )


# --- kept beside the battle ---


def printed(briefing: Briefing) -> dict[str, str]:
    """The batch that keeps a briefing."""
    return {f"briefings/{briefing.battle}.json": as_json("briefing", briefing)}


def briefing_of(campaign: Campaign, made: MadeBattle, name: str, played: date, seed: int | None) -> Briefing:
    """The briefing of a battle of this campaign, to be kept under the entry's name.

    Where a placement of markers was proposed in the one kept so far, it is proposed anew.
    """
    resources = {resource.id: resource.name for resource in campaign.state.resources}
    briefing = brief(made, played, seed, battle=name, campaign=campaign.file.name, resources=resources)
    return with_placing(briefing) if _was_placed(campaign, name) else briefing


def _was_placed(campaign: Campaign, battle: str) -> bool:
    """Whether the briefing that was kept of a battle proposed a placement: the new one does so too."""
    try:
        board = stored(campaign.root, battle).board
    except (Refusal, Problems):
        return False
    return board is not None and bool(board.placed)


def shown(campaign: Campaign, battle: Battle) -> Briefing:
    """The briefing as it is shown: as printed, with the battle's day and place in the order of today."""
    return replace(stored(campaign.root, battle.filed.name), number=battle.number, played=battle.played)


def has_briefing(root: Path, battle: str) -> bool:
    """Whether the briefing of a battle was kept."""
    return _place(root, battle).is_file()


def _place(root: Path, battle: str) -> Path:
    return root / "briefings" / f"{battle}.json"


def stored(root: Path, battle: str) -> Briefing:
    """The briefing of a battle. Raises Refusal where it is missing, Problems where it was altered."""
    path = _place(root, battle)
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise Refusal(
            say("The briefing of this battle is not in {parent}.", parent=path.parent),
            say("“campaign show” shows what the ledger has of it."),
        ) from None
    except (ValueError, RecursionError) as error:
        problem = Problem(
            "not-json",
            say("This isn’t valid JSON: {error}.", error=error),
            say("Restore the file from git."),
            path,
        )
        raise Problems([problem]) from None
    return _read(data, path)


def renamed(briefing: Briefing, new: Mapping[str, str]) -> Briefing:
    """The briefing with other names for sides and teams, wherever it names one. Raises Problems."""
    return _read(_exchanged(json.loads(as_json("briefing", briefing)), new), Path("briefing"))


NAMING = frozenset({
    "side", "sides", "teams", "team", "holder", "holders", "order", "chooses", "divides", "by", "against",
    "controls", "bans", "first",
})  # fmt: skip
"""The keys of a briefing under which sides and teams stand."""
SIDES_NOTED = "notes of sides"
"""Stands for the notes of a section whose notes are each of a side, by its name."""


def _exchanged(data: Any, new: Mapping[str, str], key: str = "") -> Any:
    if isinstance(data, dict):
        inside: dict[str, str] = {"name": "side"} if key in ("sides", SIDES_NOTED) else {}
        if data.get("do") == "roles":
            inside["notes"] = SIDES_NOTED
        return {
            name: _exchanged(value, new, inside.get(str(name), str(name))) for name, value in data.items()
        }
    if isinstance(data, list):
        return [_exchanged(each, new, key) for each in data]
    if isinstance(data, str) and key in NAMING:
        return new.get(data, data)
    return part_renamed(data, new) if isinstance(data, str) and key == "part" else data


def _read(data: Any, path: Path) -> Briefing:
    if isinstance(data, dict):
        data = {key: value for key, value in data.items() if key not in ("campaign", "kind")}
    briefing, faults = structure(Briefing, data, path)
    if briefing is None:
        raise Problems(Problem(fault.code, fault.message, fault.remedy, path) for fault in faults)
    return briefing


# --- where markers might stand ---


def with_places(briefing: Briefing) -> tuple[Briefing, list[str]]:
    """The briefing with a proposed placement, and a note where nobody places a marker."""
    found = with_placing(briefing)
    if found.board is None or not found.board.placed:
        return found, [say("--place has no effect: nobody places markers in this mission.")]
    return found, []


def with_placing(briefing: Briefing) -> Briefing:
    """The briefing with a spot for each marker that a side places, in the order of placing.

    The same battle has the same spots: they come from its seed, or without one from its dice. A briefing in
    which nobody places a marker stays as it is.
    """
    board = briefing.board
    if board is None:
        return briefing
    sections = tuple(
        replace(section, placed=_spots(briefing, section, board))
        if isinstance(section, MarkersSection) and section.each
        else section
        for section in briefing.sections
    )
    return replace(briefing, sections=sections)


def _spots(briefing: Briefing, section: MarkersSection, board: BoardData) -> tuple[PlacedView, ...]:
    fixed = tuple((each.x, each.y) for each in section.markers)
    ground = Ground(
        width=board.width, height=board.height, apart=section.apart, edge=section.edge, fixed=fixed
    )
    sides = section.order * section.each
    spots = placed(ground, len(sides), Random(f"{_seed(briefing)}/{section.id}.place"))
    views = tuple(
        PlacedView(
            side=side,
            x=spot.x,
            y=spot.y,
            nearest=round(spot.nearest, 2) if math.isfinite(spot.nearest) else 0,
            legal=spot.legal,
        )
        for side, spot in zip(sides, spots, strict=True)
    )
    marks = marks_of(replace(board, markers=section.markers, placed=views))[len(fixed) :]
    return tuple(replace(view, mark=mark) for view, mark in zip(views, marks, strict=True))


def _seed(briefing: Briefing) -> str:
    if briefing.seed is not None:
        return str(briefing.seed)
    return " ".join(str(face) for roll in briefing.rolls for face in roll.faces)
