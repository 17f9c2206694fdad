"""How totals came about: each resource of each team from its first day on, in the order of the ledger."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from campaign.ledger.battle import effective, voided
from campaign.ledger.entries import JoinStep, LeaveStep, SettingsStep, StoredEntry
from campaign.printing.charts import ChartView, Curve, chart

if TYPE_CHECKING:
    from campaign.ledger.state import CampaignState, Team
    from campaign.mechanisms.effects import Resource


def by_resource(state: CampaignState, filed: Iterable[StoredEntry]) -> tuple[ChartView, ...]:
    """A chart of each resource with a line for each team; none before anything has changed."""
    told = _Told(state, filed)
    if not state.changes:
        return ()
    teams = list(state.teams.values())
    days, breaks = told.days(), told.breaks()
    return tuple(
        chart(resource.name, [told.curve(team, resource, team.name) for team in teams], days, breaks)
        for resource in state.resources
    )


def of_team(
    state: CampaignState, filed: Iterable[StoredEntry], team: Team, name: str
) -> tuple[ChartView, ...]:
    """One chart, called `name`, with a line for each resource of a team."""
    told = _Told(state, filed)
    curves = [told.curve(team, resource, resource.name) for resource in state.resources]
    if not any(curve.points for curve in curves):
        return ()
    return (chart(name, curves, told.days(), told.breaks()),)


class _Told:
    """The ledger as moments: a battle's number, and half a step after it for what came before the next."""

    def __init__(self, state: CampaignState, filed: Iterable[StoredEntry]) -> None:
        self.state = state
        self.moments: dict[str, float] = {}
        self.joined: dict[str, float] = {}
        self.left: dict[str, float] = {}
        self.known: dict[str, float] = {}
        fought = 0
        for each in filed:
            if each.entry.kind == "battle":
                fought += 1
            moment = fought if each.entry.kind == "battle" or not fought else fought + 0.5
            self.moments[each.name] = moment
            if not voided(each.entry):
                self._note(each, moment)
        self.last = max(self.moments.values(), default=0.0)
        self.points = self._points()

    def _note(self, filed: StoredEntry, moment: float) -> None:
        for step in effective(filed.entry)[2]:
            if isinstance(step, JoinStep):
                self.joined.setdefault(step.team, moment)
                self.left.pop(step.team, None)
            elif isinstance(step, LeaveStep):
                self.left[step.team] = moment
            elif isinstance(step, SettingsStep):
                for resource in step.resources:
                    self.known.setdefault(resource.id, moment)

    def _points(self) -> Mapping[tuple[str, str], Sequence[tuple[float, int]]]:
        """What each total became, one number for each moment, and by how much it has changed in all."""
        found: dict[tuple[str, str], list[tuple[float, int]]] = {}
        self.changed: dict[tuple[str, str], int] = {}
        for change in self.state.changes:
            moment, whose = self.moments[change.entry], (change.team, change.resource)
            points = found.setdefault(whose, [])
            if points and points[-1][0] == moment:
                points.pop()
            points.append((moment, change.total))
            self.changed[whose] = self.changed.get(whose, 0) + change.applied
        return found

    def curve(self, team: Team, resource: Resource, name: str) -> Curve:
        whose = (team.name, resource.id)
        total = team.totals.get(resource.id, resource.start)
        points = tuple(self.points.get(whose, ()))
        start = max(self.joined.get(team.name, 0.0), self.known.get(resource.id, 0.0))
        start = min(start, *(moment for moment, _ in points)) if points else start
        end = self.left.get(team.name, self.last) if team.left is not None else self.last
        first = total - self.changed.get(whose, 0)
        return Curve(name, start, max(start, end), first, points)

    def days(self) -> list[str]:
        return [str(battle.played) for battle in self.state.battles]

    def breaks(self) -> list[tuple[float, str]]:
        return [(closed.last + 0.5, closed.step.name) for closed in self.state.phases]
