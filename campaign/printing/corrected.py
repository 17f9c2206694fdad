"""A battle's sides, and its corrections: what stood before each, why it was changed, by whom and when."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from campaign.ledger.battle import Battle, battle_of, corrections
from campaign.ledger.entries import Filed, Step
from campaign.ledger.rounds import points_so_far
from campaign.printing.report_views import BattleSideView, CorrectedView

__all__ = ["battle_corrections", "battle_sides", "corrected", "with_past"]


def with_past(filed: Filed) -> Iterator[tuple[Step, Filed, Filed]]:
    """Each correction of an entry, with the entry before it and with it."""
    steps = filed.entry.steps
    marks = corrections(filed.entry)
    for place, step in enumerate(steps):
        if any(step is mark for mark in marks):
            past, then = (
                replace(filed, entry=replace(filed.entry, steps=steps[:until]))
                for until in (place, place + 1)
            )
            yield step, past, then


def corrected(step: Step) -> CorrectedView:
    """A correction's head: its kind, day, author and reason; what it changed is the caller's to add."""
    return CorrectedView(step=step.kind, on=step.at.date(), by=step.by, reason=getattr(step, "reason", ""))


def battle_corrections(filed: Filed) -> tuple[CorrectedView, ...]:
    """Each correction of a battle, with the sides, the mission and the day that stood before where it changed
    them.
    """
    found = []
    for step, past, then in with_past(filed):
        before, after = battle_of(past, 0), battle_of(then, 0)
        was, now = battle_sides(before), battle_sides(after)
        missions = [battle.setup.mission.name for battle in (before, after)]
        found.append(
            replace(
                corrected(step),
                sides=was if was != now else (),
                mission=missions[0] if missions[0] != missions[1] else "",
                played=before.played if before.played != after.played else None,
            )
        )
    return tuple(found)


def battle_sides(battle: Battle) -> tuple[BattleSideView, ...]:
    """The sides of a battle with their points, so far or in all, and how they came out."""
    points = battle.points() if battle.result else points_so_far(battle) if battle.rounds else {}
    came_out = battle.outcomes()
    typed = battle.result.outcomes if battle.result else {}
    found = []
    for side in battle.sides:
        role = battle.roles[side.name] or ""
        standing = came_out.get(side.name)
        degree = (standing.degree if standing else None) or ""
        found.append(
            BattleSideView(
                name=side.name,
                teams=side.teams,
                role=battle.name_of(role),
                points=points.get(side.name),
                outcome=standing.outcome if standing else None,
                degree=battle.name_of(degree),
                tie=bool(standing and standing.tie),
                typed=side.name in typed,
            )
        )
    return tuple(found)
