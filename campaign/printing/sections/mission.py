"""The mission, and how the battle came to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from campaign.printing.sections import Section, Words, heading
from campaign.printing.sections.table import rows_of
from campaign.printing.views import Note, RollView, RowView, roll_view
from campaign.record import Record

if TYPE_CHECKING:
    from campaign.content.made_battle import MadeBattle
    from campaign.content.steps.mission import MissionStep


class WayView(Record):
    """How a battle came to its mission on the road: agreed upon, or led to by a die from where it stood.

    `from_` is the mission before and `outcome` how that ended, both empty where the road begins.
    """

    agreed: bool = False
    from_: str = ""
    outcome: str = ""
    roll: RollView | None = None


class MissionSection(Section):
    """The mission: its premise as the text, its teams as lines, its special rules as notes."""

    do: Literal["mission"] = "mission"
    lines: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()
    rows: tuple[RowView, ...] = ()
    way: WayView | None = None


def section(battle: MadeBattle, step: MissionStep, words: Words) -> MissionSection:
    mission = battle.mission
    return MissionSection(
        **heading(step) | {"text": mission.premise},
        lines=mission.teams,
        notes=tuple(Note(name=each.name, text=each.text) for each in mission.special),
        rows=rows_of(battle, step),
        way=_way(battle),
    )


def _way(battle: MadeBattle) -> WayView | None:
    """How the mission was reached, where a road is walked."""
    if battle.move is None:
        return WayView(agreed=True) if battle.request.agreed else None
    onward, library = battle.move.onward, battle.library
    before = library.mission(onward.mission) if onward.mission else None
    roles = {role.id: role.name for role in before.roles} if before else {}
    return WayView(
        from_=before.name if before else "",
        outcome=roles.get(onward.outcome, onward.outcome),
        roll=roll_view(battle.move.rolled),
    )
