"""`campaign phase close`: keeps the standings of a phase as they are on a day, in an entry of its own."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import TYPE_CHECKING

from campaign.errors import refuse
from campaign.ledger.battle import effective, voided
from campaign.ledger.entries import Entry, StoredEntry
from campaign.ledger.phases import PhaseStep, columns_of
from campaign.ledger.state import CampaignState, ClosedPhase, fold
from campaign.names import clean, matched, same
from campaign.record import replace
from campaign.words import say

if TYPE_CHECKING:
    from campaign.campaign import Campaign
    from campaign.ledger.entries_io import Author


def close(campaign: Campaign, name: str, reason: str, author: Author, played: date) -> ClosedPhase:
    """Closes a phase with all that was played until then; returns it as it stands in the ledger.

    Raises Refusal for a name that another phase has, and where no team was in the campaign on that day.
    """
    name = clean(name)
    check_free(campaign, name, "")
    entry = author.name(["phase", name])
    step = PhaseStep(
        kind="phase",
        at=author.at,
        by=author.by,
        name=name,
        reason=reason.strip(),
        carry=campaign.file.phases.carry,
    )
    step = _kept(step, _before(campaign.filed, played, entry))
    if not step.table:
        refuse(
            "No team is in the campaign on {day}.",
            "Add a team first, or give another date with --played.",
            day=played,
        )
    campaign.add(StoredEntry(entry, Entry(format=1, kind="phase", played=played, steps=(step,))))
    return next(each for each in campaign.state.phases if each.filed.name == entry)


def kept_again(campaign: Campaign, filed: StoredEntry, step: PhaseStep, played: date) -> PhaseStep:
    """A closed phase with the table of another day, as that is told by now."""
    others = [each for each in campaign.filed if each.name != filed.name]
    return _kept(step, _before(others, played, filed.name))


def _before(filed: Iterable[StoredEntry], played: date, name: str) -> CampaignState:
    """The campaign after what comes before an entry of this day and name."""
    return fold(each for each in filed if (effective(each.entry)[0], each.name) < (played, name))


def _kept(step: PhaseStep, state: CampaignState) -> PhaseStep:
    return replace(
        step,
        battles=state.recorded(state.phases[-1].last if state.phases else 0),
        columns=columns_of(state.standings.keys),
        resources=columns_of(state.resources),
        table=state.ranks(),
    )


def check_free(campaign: Campaign, name: str, entry: str) -> None:
    """Raises Refusal for a name that a phase of another entry has; that of a void one is free."""
    for filed in campaign.filed:
        if filed.entry.kind != "phase" or filed.name == entry or voided(filed.entry):
            continue
        for step in effective(filed.entry)[2]:
            if isinstance(step, PhaseStep) and same(step.name, name):
                refuse(
                    "There is already a phase “{name}”.",
                    "Choose another name, or void {tail} first.",
                    name=step.name,
                    tail=filed.tail,
                )


def phase_of(campaign: Campaign, said: str) -> ClosedPhase:
    """The closed phase that a player means. Raises Refusal where there is none."""
    closed = campaign.state.phases
    if not closed:
        refuse("No phase has been closed yet.", "Close one with “campaign phase close NAME”.")
    name = matched(said, [each.step.name for each in closed], say("There is no phase “{said}”.", said=said))
    return next(each for each in closed if each.step.name == name)
