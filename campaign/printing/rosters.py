"""Rosters in full: each model with its stats, upgrades and points, and when a team must test."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from campaign.errors import Problem
from campaign.mechanisms.rosters import Model, Roster
from campaign.mechanisms.team_rules import JudgedRoster, TeamRules, tests_at
from campaign.mechanisms.terms import Term, earned
from campaign.printing.views import Note, RollView
from campaign.record import Record


class ModelView(Record):
    """A line of a roster: models alike. `value` is what killing one scores, None where nothing does by
    points; `bonus` what the Team Leader gains.
    """

    name: str
    count: int
    unit: str
    leader: bool
    base: int
    points: int
    value: int | None
    stats: tuple[Note, ...]
    traits: tuple[str, ...]
    weapons: tuple[str, ...]
    upgrades: tuple[Note, ...]
    bonus: str
    bonus_by: int


class RosterView(Record):
    """A roster with everything that follows from it, in points; `problems` are the limits that it breaks."""

    team: str
    models: tuple[ModelView, ...]
    count: int
    fees: int
    total: int
    value: int | None
    themes: tuple[Note, ...]
    tests_at: int | None
    note: str
    problems: tuple[Note, ...]


class BreakView(Record):
    """Whether a team must test, who for it and on what, and the test where it was rolled.

    `by` is the model whose stat counts, empty where that is not known; `needed` is the number to test on.
    """

    team: str
    models: int
    left: int
    tests_at: int
    must: bool
    by: str
    leads: bool
    stat: str
    needed: int | None
    roll: RollView | None = None
    passed: bool | None = None
    follows: str = ""


def roster_view(
    rules: TeamRules,
    roster: Roster,
    settings: Mapping[str, int],
    worth: Term | None,
    problems: Iterable[Problem],
) -> RosterView:
    """A roster as it is shown; `worth` is the term that models are worth something to."""
    cast = JudgedRoster(rules, roster, settings)
    lines = tuple(_line(cast, place, model, worth) for place, model in enumerate(roster.models))
    themes = {theme.id: theme for theme in rules.themes}
    count = sum(line.count for line in lines)
    return RosterView(
        team=roster.team,
        models=lines,
        count=count,
        fees=cast.fees,
        total=cast.total,
        value=None if worth is None else sum(line.count * (line.value or 0) for line in lines),
        themes=tuple(
            Note(name=themes[each].name, text=themes[each].text, mark=str(themes[each].cost))
            for each in roster.themes
        ),
        tests_at=tests_at(rules, count),
        note=roster.note,
        problems=tuple(Note(name=each.message, text=each.remedy, mark=each.code) for each in problems),
    )


def _line(cast: JudgedRoster, place: int, model: Model, worth: Term | None) -> ModelView:
    scope = cast.scopes[place]
    stats = {stat.id: stat.name for stat in cast.rules.stats}
    traits = {trait.id: trait.name for trait in cast.rules.traits}
    bonus = cast.bonus(model) if model.leader else None
    return ModelView(
        name=model.name,
        count=model.count,
        unit=model.unit,
        leader=model.leader,
        base=scope["base"],
        points=scope["points"],
        value=None if worth is None else earned(worth, (scope["points"],)),
        stats=tuple(
            Note(name=name, mark=stat, text=str(value))
            for stat, name in stats.items()
            if (value := model.stats.get(stat)) is not None
        ),
        traits=tuple(traits[trait] for trait in model.traits),
        weapons=tuple(weapon.name for weapon in model.weapons),
        upgrades=tuple(
            Note(name=upgrade.name, text=upgrade.text, mark=str(cast.price(model, upgrade)))
            for upgrade in (cast.upgrades[name] for name in model.upgrades)
        ),
        bonus=stats[bonus.stat] if bonus else "",
        bonus_by=bonus.by if bonus else 0,
    )
