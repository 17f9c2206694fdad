"""The entries that are no battles, as they stand and as they stood before each correction."""

from __future__ import annotations

from dataclasses import replace

from campaign.ledger.battle import corrections, effective, voided
from campaign.ledger.entries import Adjust, Filed, Join, Leave, Missed, Phase, Settings
from campaign.ledger.state import State
from campaign.printing.corrected import corrected, with_past
from campaign.printing.report import changes_of, teams_of
from campaign.printing.report_views import CorrectedView, EventView

__all__ = ["event_view"]

_Event = Adjust | Missed | Join | Leave | Settings | Phase


def event_view(state: State, filed: Filed) -> EventView:
    """An entry that is no battle, with what it changed and its corrections."""
    return _view(state, filed, _corrections(state, filed))


def _corrections(state: State, filed: Filed) -> tuple[CorrectedView, ...]:
    found = []
    for step, past, then in with_past(filed):
        was, now = (_view(state, each, ()) for each in (past, then))
        same = (was.said, was.played) == (now.said, now.played)
        found.append(replace(corrected(step), event=None if same else was))
    return tuple(found)


def _view(state: State, filed: Filed, then: tuple[CorrectedView, ...]) -> EventView:
    played, _, steps = effective(filed.entry)
    step = next(each for each in steps if isinstance(each, _Event))
    resource = step.resource if isinstance(step, Adjust) else ""
    resources = {each.id: each.name for each in state.resources}
    return EventView(
        event=filed.entry.kind,
        entry=filed.name,
        tail=filed.tail,
        played=played,
        by=step.by,
        void=voided(filed.entry),
        corrected=bool(corrections(filed.entry)),
        teams=teams_of(step),
        player=step.player if isinstance(step, Join) else "",
        phase=step.name if isinstance(step, Phase) else "",
        resource=resources.get(resource, resource),
        change=step.change if isinstance(step, Adjust) else None,
        reason=getattr(step, "reason", ""),
        changes=changes_of(state, filed.name),
        corrections=then,
    )
