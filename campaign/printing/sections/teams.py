"""The teams of a battle as far as their rosters are known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from campaign.printing.sections import Section, Words, heading
from campaign.record import Record, replace

if TYPE_CHECKING:
    from campaign.content.made_battle import MadeBattle
    from campaign.content.steps.teams import TeamsStep
    from campaign.ledger.entries import Side


class FieldedView(Record):
    """A team in a battle: its models, cost and themes where known, and at how many models it tests."""

    side: str
    team: str
    models: int | None = None
    points: int | None = None
    themes: tuple[str, ...] = ()
    tests_at: int | None = None
    breaches: int = 0


class TeamsSection(Section):
    """Each team with its models and cost, and when it tests."""

    do: Literal["teams"] = "teams"
    fielded: tuple[FieldedView, ...] = ()


def section(battle: MadeBattle, step: TeamsStep, words: Words) -> TeamsSection:
    tested = step.tests is None or any(each.id == step.tests for each in battle.steps)
    return TeamsSection(
        **heading(step),
        fielded=tuple(
            replace(view, tests_at=view.tests_at if tested else None)
            for side in battle.request.sides
            for team in side.teams
            for view in [_fielded(battle, side, team)]
        ),
    )


def _fielded(battle: MadeBattle, side: Side, team: str) -> FieldedView:
    """A team in a battle; without a roster its number of models is what was said.

    The rules for teams are long, and not read where no models are known.
    """
    models, settings = battle.models, battle.request.settings
    if not models:
        return FieldedView(side=side.name, team=team)
    from campaign.mechanisms.team_rules import JudgedRoster, breaches, tests_at

    rules, roster = battle.library.team_rules(), battle.request.rosters.get(team)
    count = models.get(team, models.get(side.name) if len(side.teams) == 1 else None)
    at = tests_at(rules, count) if rules is not None and count is not None else None
    if rules is None or roster is None:
        return FieldedView(side=side.name, team=team, models=count, tests_at=at)
    themes = {theme.id: theme.name for theme in rules.themes}
    return FieldedView(
        side=side.name,
        team=team,
        models=count,
        points=JudgedRoster(rules, roster, settings).total,
        themes=tuple(themes[theme] for theme in roster.themes),
        tests_at=at,
        breaches=len(breaches(rules, roster, settings)),
    )
