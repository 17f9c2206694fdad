"""The rosters of a campaign: found by team, read, and judged by the system's rules.

A roster lies in rosters/, in a file named as its team (`red-talons.yaml`) or in any other that says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from campaign.content.packs import Library
from campaign.errors import Problem, Problems, Refusal
from campaign.files.schema import Fault, problem_at, read_record
from campaign.files.yamlfile import Document, read
from campaign.ledger.store import slug
from campaign.mechanisms.limits import Breach, breaches
from campaign.mechanisms.roster import Fielded, Roster
from campaign.mechanisms.teams import TeamRules, fielded, roster_faults
from campaign.names import same
from campaign.words import say

__all__ = ["FOLDER", "fielded_of", "judged", "read_roster", "roster_of", "team_rules"]

FOLDER = "rosters"


def team_rules(library: Library) -> TeamRules:
    """Raises Refusal where a system has none."""
    rules = library.team_rules()
    if rules is None:
        raise Refusal(
            say("{system} has no rules for teams.", system=library.system().name),
            say("Write them into teams.yaml beside its system.yaml."),
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
    own = root / FOLDER / f"{slug(team)}.yaml"
    if own.is_file():
        document, roster = read_roster(rules, own)
        if same(roster.team, team):
            return document, roster
    for path in sorted((root / FOLDER).glob("*.yaml")):
        try:
            document, roster = read_roster(rules, path)
        except Problems:
            continue
        if same(roster.team, team):
            return document, roster
    return None


def fielded_of(root: Path, library: Library, teams: Iterable[str]) -> tuple[Fielded, ...]:
    """The models of these teams, as far as there are rosters."""
    rules = library.team_rules() if any((root / FOLDER).glob("*.yaml")) else None
    found: list[Fielded] = []
    for team in teams if rules is not None else ():
        assert rules is not None
        known = roster_of(root, rules, team)
        if known is not None:
            found += [replace(each, team=team) for each in fielded(rules, known[1])]
    return tuple(found)
