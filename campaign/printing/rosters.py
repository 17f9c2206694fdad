"""Rosters in full, each model with its stats, upgrades and points; and as a form for the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from campaign.content.made_battle import settings_of
from campaign.content.rosters import FOLDER, judged, read_roster, roster_of, team_rules
from campaign.errors import Problem, Refusal, refuse
from campaign.mechanisms.team_rules import JudgedRoster, Stat, TeamRules, tests_at
from campaign.mechanisms.terms import Term, earned, settled
from campaign.printing.views import Note, RollView
from campaign.record import Record
from campaign.words import say

if TYPE_CHECKING:
    from campaign.campaign import Campaign
    from campaign.content.library import Library
    from campaign.files.yamlfile import Document
    from campaign.mechanisms.rosters import Model, Roster


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


class RosterFormLine(Record):
    """A line of a roster with its stats in the order of the columns, and how often each model can be hurt
    (0: no stat says so).
    """

    model: ModelView
    values: tuple[str, ...]
    wounds: int


class RosterForm(Record):
    """A roster sheet; without a `roster` it has `spare` empty lines. A stat's mark heads its column."""

    system_name: str
    campaign_name: str = ""
    team: str
    player: str = ""
    stats: tuple[Note, ...]
    roster: RosterView | None = None
    lines: tuple[RosterFormLine, ...] = ()
    spare: int = 0


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


def found(campaign: Campaign | None, rules: TeamRules, said: str) -> tuple[Document, Roster]:
    """The roster of a file, or of a team of the campaign. Raises Refusal where there is neither."""
    team, known = sought(campaign, rules, said)
    if known is not None:
        return known
    if campaign is None:
        refuse("There is no roster “{said}”.", "Name its file, such as rosters/red.yaml.", said=said)
    raise Refusal(say("{team} has no roster.", team=team), say("Put one into {folder}/.", folder=FOLDER))


def sought(
    campaign: Campaign | None, rules: TeamRules, said: str
) -> tuple[str, tuple[Document, Roster] | None]:
    """The team that is meant by its name or by a roster's file, and its roster where it has one.

    Raises Refusal for a team that is not in the campaign, Problems for a roster that can't be read.
    """
    path = Path(said)
    if path.suffix in (".yaml", ".yml") or path.is_file():
        document, roster = read_roster(rules, path.resolve())
        return roster.team, (document, roster)
    if campaign is None:
        return said, None
    team = campaign.team(said)
    return team, roster_of(campaign.root, rules, team)


def shown(library: Library, settings: Mapping[str, int], document: Document, roster: Roster) -> RosterView:
    """A roster with all that follows from it."""
    known = settings_of(library.system(), settings)
    problems = judged(team_rules(library), document, roster, known)
    return roster_view(team_rules(library), roster, known, _worth(library, known), problems)


def _worth(library: Library, settings: Mapping[str, int]) -> Term | None:
    """The term of every mission that models are worth something to."""
    system = library.system()
    scope = {"sides": system.sides.least, "rounds": 1, "markers": 0, **settings}
    return next((settled(term, scope) for term in system.terms if term.worth is not None), None)


SPARE = 12
"""Lines of a blank roster: a team of these games, on one page."""


def roster_form(library: Library, campaign: Campaign | None, said: str) -> RosterForm:
    """The sheet of a team or of a roster's file. Raises Refusal for a team that is not in the campaign."""
    rules = library.team_rules()
    if rules is None:
        team = campaign.team(said) if campaign is not None else said
        return _form(library, campaign, team, _numbers(library))
    return form_of_team(library, campaign, *sought(campaign, rules, said))


def form_of_team(
    library: Library, campaign: Campaign | None, team: str, known: tuple[Document, Roster] | None
) -> RosterForm:
    """The sheet of a team with its roster, where it has one. Raises Refusal for a game without rosters."""
    rules = team_rules(library)
    if known is None:
        return _form(library, campaign, team, _stats(rules, None))
    roster = shown(library, campaign.settings if campaign is not None else {}, *known)
    return _form(library, campaign, team, _stats(rules, roster), rules, roster)


def _form(
    library: Library,
    campaign: Campaign | None,
    team: str,
    stats: tuple[Note, ...],
    rules: TeamRules | None = None,
    roster: RosterView | None = None,
) -> RosterForm:
    state = campaign.state.teams.get(team) if campaign is not None else None
    wounds = (
        next((stat for stat in rules.stats if stat.id == rules.wounds), None) if rules is not None else None
    )
    return RosterForm(
        system_name=library.system().name,
        campaign_name=campaign.file.name if campaign is not None else "",
        team=team,
        player=state.player if state is not None else "",
        stats=stats,
        roster=roster,
        lines=tuple(_form_line(model, stats, wounds) for model in roster.models)
        if roster is not None
        else (),
        spare=SPARE if roster is None else 0,
    )


def _stats(rules: TeamRules, roster: RosterView | None) -> tuple[Note, ...]:
    """The stats that any model of the roster has; without one, all."""
    had = None if roster is None else {stat.mark for model in roster.models for stat in model.stats}
    return tuple(
        Note(name=stat.name, mark=stat.id.upper()) for stat in rules.stats if had is None or stat.id in had
    )


def _numbers(library: Library) -> tuple[Note, ...]:
    """What an attack asks of its target, for a game whose teams have no rules."""
    attack = library.attack_rules()
    numbers = attack.numbers if attack is not None else ()
    return tuple(Note(name=each.name, mark=each.name) for each in numbers if each.of == "target")


def _form_line(model: ModelView, stats: tuple[Note, ...], wounds: Stat | None) -> RosterFormLine:
    values = {stat.mark.upper(): stat.text for stat in model.stats}
    hurt = int(values.get(wounds.id.upper(), 0)) if wounds is not None else 0
    gained = model.bonus_by if wounds is not None and hurt and model.bonus == wounds.name else 0
    return RosterFormLine(
        model=model,
        values=tuple(values.get(stat.mark, "–") for stat in stats),
        wounds=hurt + gained,
    )
