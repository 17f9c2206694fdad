"""`campaign team join` and `campaign team leave`."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING

from campaign.commands.new import join_step
from campaign.errors import Refusal, did_you_mean
from campaign.ledger.entries import Entry, LeaveStep, StoredEntry
from campaign.names import clean, same
from campaign.words import say

if TYPE_CHECKING:
    from campaign.campaign import Campaign
    from campaign.ledger.entries_io import Author


def join(
    folder: Campaign, team: str, player: str, start: Mapping[str, int], hand: Author, played: date
) -> str:
    """A team enters; returns its name as stored. Raises Refusal for a name that is taken."""
    team = clean(team, "team")
    for each in folder.state.teams.values():
        if same(each.name, team) and each.left is None and each.joined is not None:
            raise Refusal(
                say("“{name}” is in the campaign already.", name=each.name),
                say("Give the new team another name."),
            )
        if same(each.name, team) and each.name != team:
            team = each.name
    resources = {each.id: each for each in folder.state.resources}
    for name, value in start.items():
        if name not in resources:
            raise Refusal(say("There is no resource “{name}”.", name=name), did_you_mean(name, resources))
        least, most = resources[name].min, resources[name].max
        if (least is not None and value < least) or (most is not None and value > most):
            allowed = say("Allowed: {least} to {value}.", least=least, value="…" if most is None else most)
            raise Refusal(
                say("{team} can’t start with {name} at {value}.", team=team, name=name, value=value), allowed
            )
    step = join_step(team, clean(player, "player") if player else "", start, hand)
    entry = Entry(format=1, kind="join", played=played, steps=(step,))
    folder.add(StoredEntry(hand.name(["join", team]), entry))
    return team


def leave(folder: Campaign, team: str, reason: str, hand: Author, played: date) -> str:
    """A team leaves, and what it played stays; returns its name."""
    if not reason.strip():
        raise Refusal(say("A team that leaves needs a reason."), say("Give it with --reason."))
    team = folder.team(team)
    step = LeaveStep(kind="leave", at=hand.at, by=hand.by, team=team, reason=reason)
    entry = Entry(format=1, kind="leave", played=played, steps=(step,))
    folder.add(StoredEntry(hand.name(["leave", team]), entry))
    return team
