"""campaign.yaml: what a group sets for itself, and the rules that the ledger then goes by."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Literal

from campaign.files.schema import FileRecord, Id
from campaign.ledger.entries import SettingsStep
from campaign.ledger.phases import Carry
from campaign.mechanisms.effects import Effect, Outcome, Resource, Status
from campaign.mechanisms.score import Tie
from campaign.mechanisms.standings import CampaignEnd, Standings, StandingsKey
from campaign.record import Record, field, replace

if TYPE_CHECKING:
    from campaign.content.library import Library


class HouseResource(FileRecord):
    """A resource of the group's own (all of it), or what it changes in one of the system's."""

    id: Id
    name: str | None = None
    about: str | None = None
    start: int | None = None
    min: int | None = None
    max: int | None = None
    no_min: bool = False
    status: tuple[Status, ...] | None = None


class HouseStandings(Record):
    """What the group changes in the system's standings."""

    keys: tuple[StandingsKey, ...] | None = None
    points: dict[str, int] | None = None
    end: tuple[CampaignEnd, ...] | None = None


class HouseRoad(Record):
    """Whose road it is: everybody's, each pair of players', or nobody's (missions are rolled)."""

    of: Literal["campaign", "pair", "none"] | None = None


class HousePhases(Record):
    """What goes on when a phase of the campaign is closed."""

    carry: Carry = "all"


class CampaignFile(FileRecord):
    """campaign.yaml: edited by hand. `effects` happen after every battle, `missed` after a missed game; `tie`
    is the rule for equal points where a mission has none; `paper` is what the group prints on.
    """

    format: Literal[1]
    name: str
    system: str
    packs: tuple[str, ...] = ()
    settings: dict[str, bool | int] = field(default_factory=dict)
    resources: tuple[HouseResource, ...] = ()
    effects: tuple[Effect, ...] = ()
    missed: tuple[Effect, ...] | None = None
    takes: dict[str, Outcome] | None = None
    standings: HouseStandings = HouseStandings()
    tie: Tie | None = None
    road: HouseRoad = HouseRoad()
    paper: Literal["A4", "letter"] | None = None
    phases: HousePhases = HousePhases()


def rules_of(library: Library, file: CampaignFile, at: datetime, by: str, reason: str = "") -> SettingsStep:
    """What the fold is to go by: the system's rules with the group's own over them."""
    system = library.system()
    house = {each.id: each for each in file.resources}
    resources = [_overlaid(resource, house.pop(resource.id, None)) for resource in system.resources]
    resources += [_new_resource(each) for each in house.values()]
    own = file.standings
    standings = Standings(
        keys=system.standings.keys if own.keys is None else own.keys,
        points=system.standings.points if own.points is None else own.points,
        end=system.standings.end if own.end is None else own.end,
    )
    missed = system.missed if file.missed is None else file.missed
    return SettingsStep(
        kind="settings",
        at=at,
        by=by,
        reason=reason,
        resources=tuple(resources),
        standings=standings,
        missed=missed,
    )


def _overlaid(resource: Resource, house: HouseResource | None) -> Resource:
    if house is None:
        return resource
    given = {
        name: value
        for name in ("name", "about", "start", "min", "max", "status")
        if (value := getattr(house, name)) is not None
    }
    changed = replace(resource, **given, where=house.where)
    return replace(changed, min=None) if house.no_min else changed


def _new_resource(house: HouseResource) -> Resource:
    return Resource(
        id=house.id,
        name=house.name or house.id,
        about=house.about or "",
        start=house.start or 0,
        min=house.min,
        max=house.max,
        status=house.status or (),
        where=house.where,
    )
