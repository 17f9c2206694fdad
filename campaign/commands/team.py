"""`campaign team`: teams join and leave, and have rosters that are started, and held against the rules."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Sequence
from datetime import date
from typing import TYPE_CHECKING

from campaign.asking import whole
from campaign.content.made_battle import settings_of
from campaign.content.rosters import FOLDER, judged, roster_of, team_rules
from campaign.errors import Problem, Problems, Refusal, did_you_mean, refuse
from campaign.files.yamlfile import edit, read
from campaign.ledger.entries import Entry, JoinStep, LeaveStep, StoredEntry
from campaign.names import clean, matched, pair, same, slug
from campaign.printing.rosters import found
from campaign.words import listed, say

if TYPE_CHECKING:
    from campaign.campaign import Campaign
    from campaign.content.library import Library
    from campaign.ledger.entries_io import Author


def join(
    campaign: Campaign, team: str, player: str, starts: Sequence[str], author: Author, played: date
) -> str:
    """A team enters; returns its name as stored. `starts` are values of its own, as `RESOURCE=N`.

    Raises Refusal for a name that is taken.
    """
    start = _starts(campaign, starts)
    team = clean(team)
    for each in campaign.state.teams.values():
        if same(each.name, team) and each.left is None and each.joined is not None:
            refuse("“{name}” is already in the campaign.", "Give the new team another name.", name=each.name)
        if same(each.name, team) and each.name != team:
            team = each.name
    resources = {each.id: each for each in campaign.state.resources}
    for name, value in start.items():
        if name not in resources:
            raise Refusal(say("There is no resource “{name}”.", name=name), did_you_mean(name, resources))
        least, most = resources[name].min, resources[name].max
        if (least is not None and value < least) or (most is not None and value > most):
            allowed = say(
                "Use a number from {least} to {value}.", least=least, value="…" if most is None else most
            )
            raise Refusal(
                say("{team} can’t start with this much {name}: {value}.", team=team, name=name, value=value),
                allowed,
            )
    step = JoinStep(
        kind="join",
        at=author.at,
        by=author.by,
        team=team,
        player=clean(player) if player else "",
        start=start,
    )
    entry = Entry(format=1, kind="join", played=played, steps=(step,))
    campaign.add(StoredEntry(author.name(["join", team]), entry))
    return team


def _starts(campaign: Campaign, texts: Sequence[str]) -> dict[str, int]:
    found = {}
    for text in texts:
        resource, value = pair(text, "=", "RESOURCE=6")
        number = whole(value)
        if number is None:
            refuse("“{text}” is not a number.", "Write it like RESOURCE=6.", text=value)
        found[campaign.resource(resource)] = number
    return found


def leave(campaign: Campaign, team: str, reason: str, author: Author, played: date) -> str:
    """A team leaves, and what it played stays; returns its name."""
    if not reason.strip():
        refuse("A reason is required.", "Give one with --reason.")
    team = campaign.team(team)
    step = LeaveStep(kind="leave", at=author.at, by=author.by, team=team, reason=reason)
    entry = Entry(format=1, kind="leave", played=played, steps=(step,))
    campaign.add(StoredEntry(author.name(["leave", team]), entry))
    return team


def start_roster(campaign: Campaign, said: str, like: str | None) -> str:
    """Writes a roster for a team, as one of the examples has it; returns its path below the campaign.

    Raises Refusal where the team has one, or the example is not known.
    """
    team = campaign.team(said)
    rules, examples = team_rules(campaign.library), campaign.library.rosters()
    if roster_of(campaign.root, rules, team) is not None:
        refuse("{team} already has a roster.", "See “campaign team show”.", team=team)
    if not examples:
        refuse("This game has no example rosters.", "Write one and put it into rosters/.")
    if like is None:
        known = listed(examples)
        refuse("There are several examples.", "Choose one with --like: {names}.", names=known)
    path = examples[matched(like, list(examples), say("There is no example “{said}”.", said=like))]
    place = _free_place(campaign, team)
    campaign.write([], {place: edit(read(path).text, [(("team",), team)], path)})
    return place


def _free_place(campaign: Campaign, team: str) -> str:
    """Where the roster of a team may be started: never where a file lies, whoever's it is."""
    mark = hashlib.sha256(team.encode()).hexdigest()[:6]
    for name in (slug(team), f"{slug(team, 33)}-{mark}"):
        place = f"{FOLDER}/{name}.yaml"
        if not os.path.lexists(campaign.root / place):
            return place
    return refuse(
        "{file} is there already, and is not the roster of {team}.",
        "Rename the file, or write the team’s name into it.",
        file=place,
        team=team,
    )


def check_rosters(
    campaign: Campaign | None, library: Library, names: Iterable[str]
) -> tuple[list[str], list[Problem]]:
    """The teams that keep to every rule, and every limit that a roster breaks, of teams and of files."""
    rules = team_rules(library)
    settings = settings_of(library.system(), campaign.settings if campaign is not None else {})
    keeping: list[str] = []
    problems: list[Problem] = []
    for said in names:
        try:
            document, roster = found(campaign, rules, said)
        except Problems as wrong:
            problems += wrong.problems
            continue
        own = judged(rules, document, roster, settings)
        problems += own
        if not own:
            keeping.append(roster.team)
    return keeping, problems
