"""`campaign adjust` and `campaign missed`: changes that no battle made."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING

from campaign.errors import refuse
from campaign.ledger.battle import effective
from campaign.ledger.entries import AdjustStep, Entry, MissedStep, StoredEntry
from campaign.ledger.state import fold

if TYPE_CHECKING:
    from campaign.campaign import Campaign
    from campaign.ledger.entries_io import Author

EVERYONE = ("all", "everyone")


def teams_of(campaign: Campaign, said: Sequence[str]) -> tuple[str, ...]:
    """The teams that are named; `all` is every team that is present."""
    if any(name.casefold() in EVERYONE for name in said):
        return tuple(team.name for team in campaign.state.present())
    return tuple(dict.fromkeys(campaign.team(name) for name in said))


def adjust(
    campaign: Campaign,
    teams: Sequence[str],
    resource: str,
    change: int,
    reason: str,
    author: Author,
    played: date,
) -> str:
    """Writes an adjustment; returns its entry's name. Raises Refusal without a reason (requests 28)."""
    if not reason.strip():
        refuse("A reason is required.", "Give one with --reason.")
    if change == 0:
        refuse("A change of 0 changes nothing.", "Write +1, -2 or the like.")
    step = AdjustStep(
        kind="adjust",
        at=author.at,
        by=author.by,
        teams=teams_of(campaign, teams),
        resource=campaign.resource(resource),
        change=change,
        reason=reason,
    )
    name = author.name(["adjust", *step.teams])
    campaign.add(StoredEntry(name, Entry(format=1, kind="adjust", played=played, steps=(step,))))
    return name


def missed(campaign: Campaign, teams: Sequence[str], reason: str, author: Author, played: date) -> str:
    """Writes that teams missed a game, and its cost by the settings of that day; returns the entry's name."""
    then = fold(each for each in campaign.filed if effective(each.entry)[0] <= played)
    settings = then.settings
    step = MissedStep(
        kind="missed",
        at=author.at,
        by=author.by,
        teams=teams_of(campaign, teams),
        reason=reason,
        effects=settings.missed if settings else (),
    )
    name = author.name(["missed", *step.teams])
    campaign.add(StoredEntry(name, Entry(format=1, kind="missed", played=played, steps=(step,))))
    return name
