"""From damage to models: who is removed, what stays as a marker, and what is lost.

Pure numbers. Which model of a group goes is its owner's choice on the table, within what the rules say of
keeping an engagement.
"""

from __future__ import annotations

from typing import NamedTuple

from campaign.record import Record, replace
from campaign.words import say


class TargetState(Record, kw_only=False):
    """The state of a unit that takes damage.

    `hp` are the hit points of a model, at least 1. `shield` is what the first model has besides, 0 once it
    was removed; `shielded` is the status alone (SCR-8). `groups` are the models of an engaged unit in the
    order in which they have to be taken: in nobody's reach, in reach, in base contact (SCR-7); they make up
    `models`. Raises ValueError for what no unit can be.
    """

    hp: int
    models: int
    marker: int = 0
    shield: int = 0
    shielded: bool = False
    groups: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if (
            self.hp < 1
            or self.models < 0
            or self.marker < 0
            or self.shield < 0
            or min(self.groups, default=0) < 0
        ):
            raise ValueError(say("No unit can be like this: {unit}.", unit=self))
        if self.groups and sum(self.groups) != self.models:
            raise ValueError(say("The groups don’t add up to {count} models.", count=self.models))


class Removal(Record, kw_only=False):
    """What a batch did to a unit: the Total Damage with the old marker, the models removed (and how many of
    each group), damage that is lost, and the unit afterwards.
    """

    total: int
    models: int
    groups: tuple[int, ...]
    lost: int
    after: TargetState


class Fate(NamedTuple):
    """Models removed, the marker that is left, and whether the unit is still shielded."""

    models: int
    marker: int
    shielded: bool


def remove(unit: TargetState, damage: int, visible: int | None = None, most: int | None = None) -> Removal:
    """The casualties of one batch (SCR-6, SCR-7, SCR-8).

    `visible` is how many models the attackers see, None where that doesn't matter; it is nothing to an
    engaged unit. `most` is the cap of the attack. What is left once all that may go are gone is lost, else it
    stays as the marker. No damage changes nothing, even where the marker alone would take a model.
    """
    fate = fate_of(unit, damage, visible, most)
    damage = max(0, damage)
    spent = fate.models * unit.hp + (unit.shield if fate.models else 0)
    lost = unit.marker + damage - spent - fate.marker
    total = unit.marker + (damage if _legal(unit, visible) else 0)
    return Removal(total, fate.models, _taken(unit.groups, fate.models), lost, after(unit, fate))


def fate_of(unit: TargetState, damage: int, visible: int | None = None, most: int | None = None) -> Fate:
    """What `remove` makes of a unit, in as few numbers as it takes."""
    legal = _legal(unit, visible)
    if damage <= 0 or legal <= 0:
        return Fate(0, unit.marker, unit.shielded)
    total, cap = damage + unit.marker, legal if most is None else min(legal, most)
    first = unit.hp + unit.shield
    gone = 0 if total < first else min(cap, 1 + (total - first) // unit.hp)
    marker = 0 if gone == cap else total - gone * unit.hp - (unit.shield if gone else 0)
    return Fate(gone, marker, unit.shielded and not gone and total <= unit.shield)


def _legal(unit: TargetState, visible: int | None) -> int:
    return unit.models if visible is None or unit.groups else max(0, min(visible, unit.models))


def after(unit: TargetState, fate: Fate) -> TargetState:
    """The unit with its fate behind it."""
    taken = _taken(unit.groups, fate.models)
    return TargetState(
        unit.hp,
        unit.models - fate.models,
        fate.marker,
        0 if fate.models else unit.shield,
        fate.shielded,
        tuple(had - took for had, took in zip(unit.groups, taken, strict=True)),
    )


def still_visible(visible: int | None, unit: TargetState, now: TargetState) -> int | None:
    """How many of the models that were seen at first are left: between batches nobody else goes."""
    gone = unit.models - now.models
    return None if visible is None else max(0, min(visible, unit.models) - gone)


def _taken(groups: tuple[int, ...], gone: int) -> tuple[int, ...]:
    taken = []
    for models in groups:
        taken.append(min(models, gone))
        gone -= taken[-1]
    return tuple(taken)


def marked(unit: TargetState, damage: int) -> TargetState:
    """The unit with damage that removes nobody until other damage is done (NON-LETHAL DAMAGE)."""
    marker = unit.marker + damage
    return replace(unit, marker=marker, shielded=unit.shielded and marker <= unit.shield)


def healed(unit: TargetState, points: int) -> TargetState:
    """The unit with so much less damage marked (HEAL); a lost status stays lost."""
    return replace(unit, marker=max(0, unit.marker - points))
