"""`campaign print roster`: a team's roster for the table, or a blank one to write it on."""

from __future__ import annotations

from campaign.campaign import Campaign
from campaign.commands.roster import shown, sought
from campaign.content.library import Library
from campaign.content.rosters import team_rules
from campaign.files.yamlfile import Document
from campaign.mechanisms.rosters import Roster
from campaign.mechanisms.team_rules import Stat, TeamRules
from campaign.printing.forms import RosterForm, RosterLine
from campaign.printing.rosters import ModelView, RosterView
from campaign.printing.views import Note

SPARE = 12
"""Lines of a blank roster: a team of these games, on one page."""


def roster_form(library: Library, folder: Campaign | None, said: str) -> RosterForm:
    """The sheet of a team or of a roster's file. Raises Refusal for a team that is not in the campaign."""
    rules = library.team_rules()
    if rules is None:
        team = folder.team(said) if folder is not None else said
        return _form(library, folder, team, _numbers(library))
    return form_of_team(library, folder, *sought(folder, rules, said))


def form_of_team(
    library: Library, folder: Campaign | None, team: str, known: tuple[Document, Roster] | None
) -> RosterForm:
    """The sheet of a team with its roster, where it has one. Raises Refusal for a game without rosters."""
    rules = team_rules(library)
    if known is None:
        return _form(library, folder, team, _stats(rules, None))
    roster = shown(library, folder.settings if folder is not None else {}, *known)
    return _form(library, folder, team, _stats(rules, roster), rules, roster)


def _form(
    library: Library,
    folder: Campaign | None,
    team: str,
    stats: tuple[Note, ...],
    rules: TeamRules | None = None,
    roster: RosterView | None = None,
) -> RosterForm:
    state = folder.state.teams.get(team) if folder is not None else None
    wounds = (
        next((stat for stat in rules.stats if stat.id == rules.wounds), None) if rules is not None else None
    )
    return RosterForm(
        system_name=library.system().name,
        campaign_name=folder.file.name if folder is not None else "",
        team=team,
        player=state.player if state is not None else "",
        stats=stats,
        roster=roster,
        lines=tuple(_line(model, stats, wounds) for model in roster.models) if roster is not None else (),
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


def _line(model: ModelView, stats: tuple[Note, ...], wounds: Stat | None) -> RosterLine:
    values = {stat.mark.upper(): stat.text for stat in model.stats}
    hurt = int(values.get(wounds.id.upper(), 0)) if wounds is not None else 0
    gained = model.bonus_by if wounds is not None and hurt and model.bonus == wounds.name else 0
    return RosterLine(
        model=model,
        values=tuple(values.get(stat.mark, "–") for stat in stats),
        wounds=hurt + gained,
    )
