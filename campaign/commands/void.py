"""`campaign void`: takes an entry out of the count, or with --lift back into it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.errors import Refusal
from campaign.ledger.battle import voided
from campaign.ledger.entries import RestoreStep, Step, StoredEntry, VoidStep
from campaign.words import say

if TYPE_CHECKING:
    from campaign.ledger.entries_io import Author


def void_steps(filed: StoredEntry, reason: str, lift: bool, hand: Author) -> list[Step]:
    """The step that voids or restores. Raises Refusal where it is so already, or no reason is given."""
    if not reason.strip():
        raise Refusal(say("This needs its reason."), say("Give it with --reason."))
    if voided(filed.entry) != lift:
        state = "not void" if lift else "void already"
        raise Refusal(
            say("The entry {tail} is {state}.", tail=filed.tail, state=state),
            say("“campaign log” tells what stands."),
        )
    if filed.entry.kind == "settings" and not lift:
        raise Refusal(
            say("The campaign can’t go by no settings."), say("Edit campaign.yaml, then “campaign settings”.")
        )
    if lift:
        return [RestoreStep(kind="restore", at=hand.at, by=hand.by, reason=reason)]
    return [VoidStep(kind="void", at=hand.at, by=hand.by, reason=reason)]
