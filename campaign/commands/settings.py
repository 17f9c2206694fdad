"""`campaign settings`: what the fold goes by, and taking in what campaign.yaml says by now."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING

from campaign.content.house import rules_of
from campaign.errors import Problems, Refusal, refuse
from campaign.ledger.battle import voided
from campaign.ledger.entries import AmendStep, Entry, SettingsStep, StoredEntry
from campaign.ledger.entries_io import Author, append
from campaign.record import Record, replace
from campaign.words import say

if TYPE_CHECKING:
    from campaign.campaign import Campaign
    from campaign.ledger.state import CampaignState
    from campaign.mechanisms.effects import Resource


class SettingsView(Record):
    """Which parts of campaign.yaml the ledger does not go by yet."""

    name: str
    differs: tuple[str, ...]


def settings_view(campaign: Campaign, author: Author) -> SettingsView:
    """What `campaign settings` tells."""
    return SettingsView(name=campaign.file.name, differs=tuple(campaign.differences(author.at)))


def take_in(campaign: Campaign, author: Author, played: date, reason: str, from_start: bool) -> None:
    """Enters campaign.yaml's settings: from this day, or from the start by correcting the first entry.

    Raises Refusal where nothing differs, or a least value lies above what a team has.
    """
    if not campaign.differences(author.at):
        refuse("Nothing to apply: the ledger already matches campaign.yaml.", "Edit campaign.yaml first.")
    problems = campaign.check_house()
    if problems:
        raise Problems(problems)
    now = rules_of(campaign.library, campaign.file, author.at, author.by, reason)
    if not from_start:
        _check_minimums(campaign.state, now)
        entry = Entry(format=1, kind="settings", played=played, steps=(now,))
        campaign.write([StoredEntry(author.name(["settings"]), entry)])
        return
    first = next(
        (each for each in campaign.filed if each.entry.kind == "settings" and not voided(each.entry)), None
    )
    if first is None:
        refuse("The ledger has no settings yet.", "Leave out --from-start.")
    step = AmendStep(kind="amend", at=author.at, by=author.by, reason=reason or "from the start", now=now)
    old = {each.id: each.min for each in campaign.state.resources}
    unraised = replace(
        step, now=replace(now, resources=tuple(_not_raised(each, old) for each in now.resources))
    )
    _check_minimums(campaign.state_after(first, [unraised]), now)
    campaign.write([append(first, [step])])


def _not_raised(resource: Resource, old: Mapping[str, int | None]) -> Resource:
    """The resource with the least value that it had, so that a higher one hides nothing."""
    return replace(resource, min=old.get(resource.id))


def _check_minimums(state: CampaignState, now: SettingsStep) -> None:
    """Raises Refusal with each team that would have less than a least value allows (requests 3)."""
    short = [
        say(
            "{team} has less {resource} than the minimum: {total} of {min}.",
            team=team.name,
            total=total,
            resource=resource.name,
            min=resource.min,
        )
        for resource in now.resources
        if resource.min is not None
        for team in state.present()
        if (total := team.totals.get(resource.id, resource.start)) < resource.min
    ]
    if short:
        raise Refusal("\n".join(short), say("Lower the min, or adjust the team first."))
