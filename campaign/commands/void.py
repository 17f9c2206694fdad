"""`campaign void`: takes an entry out of the count, or with --lift back into it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.commands.review import Review, correct
from campaign.errors import Refusal, refuse
from campaign.ledger.battle import voided
from campaign.ledger.entries import RestoreStep, Step, StoredEntry, VoidStep
from campaign.words import say

if TYPE_CHECKING:
    from campaign.campaign import Campaign
    from campaign.ledger.entries_io import Author


def void(
    campaign: Campaign, filed: StoredEntry, lift: bool, reason: str, author: Author, review: Review
) -> None:
    """Takes an entry out of the count or back in, after showing what that changes."""
    correct(campaign, filed, void_steps(filed, reason, lift, author), reason, review)


def void_steps(filed: StoredEntry, reason: str, lift: bool, author: Author) -> list[Step]:
    """The step that voids or restores. Raises Refusal where it is so already, or no reason is given."""
    if not reason.strip():
        refuse("A reason is required.", "Give one with --reason.")
    if voided(filed.entry) != lift:
        raise Refusal(
            say("The entry {tail} is not void.", tail=filed.tail)
            if lift
            else say("The entry {tail} is already void.", tail=filed.tail),
            say("“campaign log” shows which entries count."),
        )
    if filed.entry.kind == "settings" and not lift:
        refuse(
            "Settings can’t be voided: the campaign needs some.",
            "Edit campaign.yaml, then run “campaign settings”.",
        )
    if lift:
        return [RestoreStep(kind="restore", at=author.at, by=author.by, reason=reason)]
    return [VoidStep(kind="void", at=author.at, by=author.by, reason=reason)]
