"""The rosters of a campaign: found by team, read, and judged by the system's rules.

A roster lies in rosters/, in a file named as its team (`red-talons.yaml`) or in any other that says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from campaign.content.made_battle import settings_of
from campaign.errors import Problem, Problems, did_you_mean, refuse
from campaign.files.converters import Fault
from campaign.files.schema import problem_at, read_record
from campaign.files.yamlfile import Document, read
from campaign.mechanisms.rosters import FieldedModels, Roster
from campaign.mechanisms.team_rules import (
    Breach,
    TeamRules,
    breaches,
    fielded,
    roster_faults,
)
from campaign.names import same, slug
from campaign.record import replace
from campaign.words import say

if TYPE_CHECKING:
    from campaign.content.library import Library

FOLDER = "rosters"


def team_rules(library: Library) -> TeamRules:
    """Raises Refusal where a system has none."""
    rules = library.team_rules()
    if rules is None:
        refuse(
            "{system} has no team rules.",
            "Write them in teams.yaml, next to its system.yaml.",
            system=library.system().name,
        )
    return rules


def read_roster(rules: TeamRules, path: Path) -> tuple[Document, Roster]:
    """A roster that can be judged. Raises Problems with everything that the rules do not know in it."""
    document = read(path)
    roster = read_record(document, Roster)
    faults = roster_faults(rules, roster)
    if faults:
        told = [replace(fault, code=rules.codes.get(fault.code, fault.code)) for fault in faults]
        raise Problems(problem_at(document, fault) for fault in told)
    return document, roster


def judged(
    rules: TeamRules, document: Document, roster: Roster, settings: Mapping[str, int]
) -> list[Problem]:
    """A problem for each limit that the roster breaks, under the id of its rule."""
    return [problem_at(document, _fault(breach)) for breach in breaches(rules, roster, settings)]


def _fault(breach: Breach) -> Fault:
    code = breach.rules[0] if breach.rules else breach.limit
    return Fault(code, breach.path, breach.message, breach.remedy)


def roster_of(root: Path, rules: TeamRules, team: str) -> tuple[Document, Roster] | None:
    """The roster of a team in a campaign; None where there is none.

    Raises Problems where the file of the team's own name is wrong; other wrong files are passed over.
    """
    return _found(root, rules, [team]).get(team)


def rosters_of(root: Path, library: Library, teams: Iterable[str]) -> dict[str, Roster]:
    """The rosters of these teams, as far as they are there; no file is read twice. Raises as `roster_of`."""
    rules = library.team_rules() if any((root / FOLDER).glob("*.yaml")) else None
    if rules is None:
        return {}
    found = _found(root, rules, [*teams])
    return {team: found[team][1] for team in teams if team in found}


def _found(root: Path, rules: TeamRules, teams: Sequence[str]) -> dict[str, tuple[Document, Roster]]:
    """By team: from the file of its own name, else from the first file in which it stands."""
    found: dict[str, tuple[Document, Roster]] = {}
    left = {team: root / FOLDER / f"{slug(team)}.yaml" for team in teams}
    own = {path: read_roster(rules, path) for path in left.values() if path.is_file()}
    for team, path in left.items():
        if path in own and same(own[path][1].team, team):
            found[team] = own[path]
    for path in sorted((root / FOLDER).glob("*.yaml")) if len(found) < len(left) else ():
        try:
            known = own[path] if path in own else read_roster(rules, path)
        except Problems:
            continue
        for team in left:
            if same(known[1].team, team):
                found.setdefault(team, known)
    return found


def fielded_of(root: Path, library: Library, teams: Iterable[str]) -> tuple[FieldedModels, ...]:
    """The models of these teams, as far as there are rosters."""
    rosters = rosters_of(root, library, teams)
    rules = team_rules(library) if rosters else None
    return tuple(
        replace(each, team=team)
        for team, roster in rosters.items()
        if rules is not None
        for each in fielded(rules, roster)
    )


def roster_problems(root: Path, library: Library, settings: Mapping[str, int]) -> list[Problem]:
    """What is wrong with any roster of a campaign."""
    rules = library.team_rules()
    problems: list[Problem] = []
    for path in sorted((root / FOLDER).glob("*.yaml")) if rules is not None else ():
        assert rules is not None
        try:
            document, roster = read_roster(rules, path)
        except Problems as wrong:
            problems += wrong.problems
            continue
        problems += judged(rules, document, roster, settings_of(library.system(), settings))
    return problems


def strangers(root: Path, library: Library, teams: Sequence[str]) -> list[Problem]:
    """Rosters of a campaign whose team never joined it, so that no battle finds them."""
    problems: list[Problem] = []
    # Before the first team has joined, a roster is written ahead and its name can't be a slip.
    for path in sorted((root / FOLDER).glob("*.yaml")) if teams and library.team_rules() else ():
        try:
            document = read(path)
            team = read_record(document, Roster).team
        except Problems:
            continue  # which `roster_problems` tells
        if not any(same(team, name) for name in teams):
            message = say("“{team}” is not in the campaign.", team=team)
            fault = Fault("unknown-team", ("team",), message, did_you_mean(team, teams))
            problems.append(problem_at(document, fault))
    return problems
