"""The fold: from the entries of the ledger to teams, resources, statuses and standings.

Pure, and from the ledger alone: neither today's content nor campaign.yaml has a say in it. What an
entry asked for and what could be applied are both kept. An entry that the ones before it have made
impossible (a battle of a team that never joined) is listed, and folded all the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date

from campaign.errors import Refusal
from campaign.ledger.battle import Battle, battle_of, effective, voided
from campaign.ledger.entries import AdjustStep, JoinStep, LeaveStep, MissedStep, SettingsStep, StoredEntry
from campaign.ledger.phases import PhaseRank, PhaseStep, ranks_of
from campaign.mechanisms.effects import AskedChange, Resource, SideResult, applied, asked, statuses
from campaign.mechanisms.formula import in_formulas
from campaign.mechanisms.standings import Standings, TeamPlace, over, ranked
from campaign.record import Record, field
from campaign.words import say


class ResourceChange(Record, kw_only=False):
    """A change of one team's resource: what was asked, what could be applied, and the total after it.

    `cause` is what asked: an outcome, `term`, `played`, `missed`, `adjust` or `phase`.
    """

    entry: str
    played: date
    team: str
    resource: str
    asked: int
    applied: int
    total: int
    cause: str


class UnknownName(Record, kw_only=False):
    """What an entry names and what was not there on its day: a team or a resource."""

    entry: str
    what: str
    name: str


class Tally(Record, frozen=False, kw_only=False):
    """How often a team came out how, the games that it missed, and the points for and against it."""

    outcomes: Counter[str] = field(default_factory=Counter)
    missed: int = 0
    scored: int = 0
    conceded: int = 0


class Team(Record, frozen=False, kw_only=False):
    """A team as folded so far: its own starts, its resources, its statuses.

    `lasting` are the sticky ones that it ever had, also those that the settings don't know any more; `before`
    is what the standings count no more, since a phase was closed and the count begins anew.
    """

    name: str
    player: str = ""
    joined: date | None = None
    left: date | None = None
    start: Mapping[str, int] = field(default_factory=dict)
    totals: dict[str, int] = field(default_factory=dict)
    lasting: frozenset[str] = frozenset()
    held: frozenset[str] = frozenset()
    outcomes: Counter[str] = field(default_factory=Counter)
    missed: int = 0
    scored: int = 0
    conceded: int = 0
    before: Tally = field(default_factory=Tally)


class ClosedPhase(Record, kw_only=False):
    """A phase that was closed: after how many battles of the campaign, and what its table would be by now.

    `recorded` are the battles in it that have a result by now; `table` is None where the standings have no
    value.
    """

    filed: StoredEntry
    played: date
    step: PhaseStep
    last: int
    recorded: int
    table: tuple[PhaseRank, ...] | None


class CampaignState(Record, frozen=False, kw_only=False):
    """A campaign as it stands after its entries; `of_entry` holds the changes by what made them."""

    settings: SettingsStep | None = None
    teams: dict[str, Team] = field(default_factory=dict)
    battles: list[Battle] = field(default_factory=list)
    changes: list[ResourceChange] = field(default_factory=list)
    of_entry: dict[str, list[ResourceChange]] = field(default_factory=dict)
    impossible: list[UnknownName] = field(default_factory=list)
    phases: list[ClosedPhase] = field(default_factory=list)

    @property
    def resources(self) -> tuple[Resource, ...]:
        return self.settings.resources if self.settings else ()

    @property
    def standings(self) -> Standings:
        return self.settings.standings if self.settings else Standings(keys=())

    @property
    def status_ids(self) -> frozenset[str]:
        return frozenset(status.id for resource in self.resources for status in resource.status)

    def present(self) -> list[Team]:
        """The teams that have joined and not left, in the order of joining."""
        return [team for team in self.teams.values() if team.left is None]

    def values(self, team: Team) -> dict[str, int]:
        """What the keys of the standings may use; see `campaign.mechanisms.standings.Key`."""
        points, before = self.standings.points, team.before
        outcomes = team.outcomes - before.outcomes
        scope = {
            "won": outcomes["won"],
            "drew": outcomes["drew"],
            "lost": outcomes["lost"],
            "forfeited": outcomes["forfeited"],
            "noshow": outcomes["no-show"],
            "refused": outcomes["refused"],
            "missed": team.missed - before.missed,
            "played": sum(outcomes[outcome] for outcome in ("won", "drew", "lost")),
            "points": sum(points.get(outcome, 0) * count for outcome, count in outcomes.items()),
            "scored": team.scored - before.scored,
            "conceded": team.conceded - before.conceded,
            "resources": sum(team.totals[resource.id] for resource in self.resources),
        }
        scope |= {in_formulas(resource.id): team.totals[resource.id] for resource in self.resources}
        return scope | {in_formulas(status): int(status in team.held) for status in self.status_ids}

    def placed(self) -> list[TeamPlace]:
        """The standings of the teams that are present. Raises Refusal for a key that has no value."""
        try:
            return ranked(self.standings.keys, {team.name: self.values(team) for team in self.present()})
        except ValueError as error:
            raise Refusal(
                str(error),
                say(
                    "Correct “standings:” in campaign.yaml, then run “campaign settings --apply "
                    "--from-start”."
                ),
            ) from error

    def ended(self, today: date) -> list[int]:
        """Which ends of the campaign have come, by their place in the list."""
        folded = {team.name: self.values(team) for team in self.present()}
        recorded = self.recorded()
        return [place for place, end in enumerate(self.standings.end) if over(end, folded, recorded, today)]

    def recorded(self, after: int = 0) -> int:
        """How many battles have a result, of those after a number."""
        return sum(1 for battle in self.battles[after:] if battle.status == "recorded")

    def changes_of(self, entry: str) -> list[ResourceChange]:
        return self.of_entry.get(entry, [])

    def ranks(self) -> tuple[PhaseRank, ...]:
        """The standings as a closed phase keeps them. Raises Refusal for a key that has no value."""
        return ranks_of(self.placed(), self.resources, {team.name: team.totals for team in self.present()})


def in_order(filed: Iterable[StoredEntry]) -> list[StoredEntry]:
    """Entries in the order of the fold: the day they were played, then the moment they were made."""
    return sorted(filed, key=lambda each: (effective(each.entry)[0], each.name))


def fold(filed: Iterable[StoredEntry]) -> CampaignState:
    """The state after these entries; a void entry has no effect, and a void battle keeps its number."""
    state = CampaignState()
    number = 0
    for each in in_order(filed):
        if each.entry.kind == "battle":
            number += 1
            state.battles.append(battle := battle_of(each, number))
            if battle.status == "recorded":
                _battle(state, battle)
            elif battle.status == "open":
                _expected(state, battle)
        elif not voided(each.entry):
            _event(state, each)
    return state


def _event(state: CampaignState, filed: StoredEntry) -> None:
    played, _, steps = effective(filed.entry)
    for step in steps:
        if isinstance(step, SettingsStep):
            _settings(state, step)
        elif isinstance(step, JoinStep):
            _join(state, step, played)
        elif isinstance(step, LeaveStep):
            _team(state, step.team, filed, played).left = played
        elif isinstance(step, AdjustStep):
            for name in step.teams:
                team = _team(state, name, filed, played)
                _change(state, filed, played, team, step.resource, step.change, "adjust")
        elif isinstance(step, MissedStep):
            for name in step.teams:
                _missed(state, step, filed, played, _team(state, name, filed, played))
        elif isinstance(step, PhaseStep):
            _close(state, step, filed, played)


def _close(state: CampaignState, step: PhaseStep, filed: StoredEntry, played: date) -> None:
    """The table that was kept stands beside the one of now; then what does not go on begins anew."""
    try:
        table: tuple[PhaseRank, ...] | None = state.ranks()
    except Refusal:
        table = None
    before = state.phases[-1].last if state.phases else 0
    recorded = state.recorded(before)
    state.phases.append(ClosedPhase(filed, played, step, len(state.battles), recorded, table))
    if step.carry == "all":
        return
    for team in state.teams.values():
        team.before = Tally(Counter(team.outcomes), team.missed, team.scored, team.conceded)
        if step.carry == "nothing":
            _begin_again(state, filed, played, team)


def _begin_again(state: CampaignState, filed: StoredEntry, played: date, team: Team) -> None:
    """A team has again what it began with, and no status from before."""
    for resource in state.resources:
        by = team.start.get(resource.id, resource.start) - team.totals[resource.id]
        if by:
            _change(state, filed, played, team, resource.id, by, "phase")
    team.lasting = frozenset()
    _mark(state, team)


def _settings(state: CampaignState, step: SettingsStep) -> None:
    """What has happened stays as it was; a resource that is new begins at its start."""
    state.settings = step
    for team in state.teams.values():
        for resource in step.resources:
            team.totals.setdefault(resource.id, team.start.get(resource.id, resource.start))
        _mark(state, team)


def _join(state: CampaignState, step: JoinStep, played: date) -> None:
    """A team that comes back has what it had; one that is known too early gets its own start now."""
    team = state.teams.setdefault(step.team, Team(step.team))
    team.player = step.player
    if team.joined is None:
        team.joined, team.start = played, step.start
        for resource in state.resources:
            own = step.start.get(resource.id, resource.start)
            team.totals[resource.id] = team.totals.get(resource.id, resource.start) + own - resource.start
    team.left = None
    _mark(state, team)


def _missed(state: CampaignState, step: MissedStep, filed: StoredEntry, played: date, team: Team) -> None:
    team.missed += 1
    held = team.held
    for effect in step.effects:
        if isinstance(effect.by, int) and (effect.status is None or effect.status in held):
            _change(state, filed, played, team, effect.resource, effect.by, "missed")


def _expected(state: CampaignState, battle: Battle) -> None:
    """A battle without a result changes nothing; a team of it that isn't there is listed all the same."""
    for name in (name for side in battle.sides for name in side.teams):
        if _absent(state.teams.get(name), battle.played):
            _impossible(state, UnknownName(battle.filed.name, "team", name))


def _absent(team: Team | None, played: date) -> bool:
    """Whether a team has not joined, or has left, by a day."""
    return team is None or team.joined is None or (team.left is not None and team.left < played)


def _team(state: CampaignState, name: str, filed: StoredEntry, played: date) -> Team:
    """The team, listed as impossible where it has not joined or has left by then."""
    team = state.teams.get(name)
    if team is None:
        team = state.teams[name] = Team(name, totals={each.id: each.start for each in state.resources})
        _mark(state, team)
    if _absent(team, played):
        _impossible(state, UnknownName(filed.name, "team", name))
    return team


def _impossible(state: CampaignState, one: UnknownName) -> None:
    """Lists it once for each entry."""
    for known in reversed(state.impossible):
        if known == one:
            return
        if known.entry != one.entry:
            break
    state.impossible.append(one)


def _battle(state: CampaignState, battle: Battle) -> None:
    results = battle.side_results()
    teams = {
        name: _team(state, name, battle.filed, battle.played) for side in battle.sides for name in side.teams
    }
    held = {name: team.held for name, team in teams.items()}
    lost: Counter[tuple[str, str]] = Counter()
    for one in asked(battle.effects, results, battle.setup.takes, held):
        by = one.by if one.by is not None else _taken(one, results, lost)
        change = _change(state, battle.filed, battle.played, teams[one.team], one.resource, by, one.cause)
        if change is not None and change.applied < 0:
            lost[one.side, one.resource] -= change.applied
    _tally(battle, results, teams)


def _taken(one: AskedChange, results: Mapping[str, SideResult], lost: Mapping[tuple[str, str], int]) -> int:
    return sum(lost.get((side, one.resource), 0) for side in results if side != one.side)


def _tally(battle: Battle, results: Mapping[str, SideResult], teams: Mapping[str, Team]) -> None:
    points = battle.points()
    for side, result in results.items():
        enemies = sum(total for other, total in points.items() if other != side)
        for name in result.teams:
            teams[name].outcomes[result.outcome] += 1
            teams[name].scored += points[side]
            teams[name].conceded += enemies


def _change(
    state: CampaignState, filed: StoredEntry, played: date, team: Team, resource_id: str, by: int, cause: str
) -> ResourceChange | None:
    resource = next((each for each in state.resources if each.id == resource_id), None)
    if resource is None:
        _impossible(state, UnknownName(filed.name, "resource", resource_id))
        return None
    total = team.totals[resource.id]
    happened = applied(resource, total, by)
    team.totals[resource.id] = total + happened
    _mark(state, team)
    change = ResourceChange(filed.name, played, team.name, resource.id, by, happened, total + happened, cause)
    state.changes.append(change)
    state.of_entry.setdefault(filed.name, []).append(change)
    return change


def _mark(state: CampaignState, team: Team) -> None:
    """The statuses that the totals give, and the lasting ones that they once gave."""
    now = statuses(state.resources, team.totals)
    lasting = {status.id for resource in state.resources for status in resource.status if status.lasting}
    team.lasting |= now & lasting
    team.held = now | (team.lasting & lasting)
