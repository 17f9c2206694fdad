"""The records of what the folded ledger says: the campaign, its standings, one result.

They hold values and names, ready for any template and for JSON; templates hold the words around them.
"""

from __future__ import annotations

from datetime import date

from campaign.record import Record


class TotalView(Record):
    """A resource by its name, and how much of it."""

    resource: str
    total: int


class TeamView(Record):
    """A team as it stands; `statuses` by name, `left` once it has left."""

    team: str
    player: str
    joined: date | None
    left: date | None
    totals: tuple[TotalView, ...]
    statuses: tuple[str, ...]
    won: int
    drew: int
    lost: int
    forfeited: int
    refused: int
    no_show: int
    missed: int
    scored: int
    conceded: int


class ChangeView(Record):
    """A change of one team's resource: asked for, applied, and the total after it."""

    team: str
    resource: str
    asked: int
    applied: int
    total: int
    cause: str


class BattleSideView(Record):
    """A side in a battle; points and outcome are None until there is a result."""

    name: str
    teams: tuple[str, ...]
    role: str
    points: int | None
    outcome: str | None
    degree: str
    tie: bool
    typed: bool


class BattleView(Record):
    """A battle in the ledger. `status` is `open`, `recorded` or `void`; of an open one `scored` of its
    `rounds` are scored, and the sides have their points of these.
    """

    number: int
    entry: str
    tail: str
    played: date
    mission: str
    status: str
    scored: int
    rounds: int
    corrected: bool
    by: str
    sides: tuple[BattleSideView, ...]
    changes: tuple[ChangeView, ...]
    note: str
    corrections: tuple[CorrectedView, ...]


class CorrectedView(Record):
    """A correction of an entry, and what stood before it where it changed that: a battle's sides, mission and
    day, or another entry as it was.
    """

    step: str
    on: date
    by: str
    reason: str
    sides: tuple[BattleSideView, ...] = ()
    mission: str = ""
    played: date | None = None
    event: EventView | None = None


class EventView(Record):
    """Any other entry, as it stands after its corrections; which fields are filled depends on `event`."""

    event: str
    entry: str
    tail: str
    played: date
    by: str
    void: bool
    corrected: bool
    teams: tuple[str, ...]
    player: str
    phase: str
    resource: str
    change: int | None
    reason: str
    changes: tuple[ChangeView, ...]
    corrections: tuple[CorrectedView, ...]

    @property
    def said(self) -> tuple[object, ...]:
        """What it says besides its day."""
        return (self.teams, self.player, self.phase, self.resource, self.change, self.reason)


class ImpossibleView(Record):
    """What an entry names and what did not exist then; `number` is None where it is no battle."""

    entry: str
    tail: str
    number: int | None
    what: str
    name: str


class ColumnView(Record):
    """A key of the standings; `best` is `most` or `least`."""

    id: str
    name: str
    best: str


class CellView(Record):
    """A team's value by a key, and how it is written."""

    id: str
    value: int
    text: str


class RankView(Record):
    """A team's place; `decided_by` is the name of the key that put it behind the one before."""

    place: int
    shared: bool
    team: str
    player: str
    values: tuple[CellView, ...]
    totals: tuple[TotalView, ...]
    decided_by: str


class TableView(Record):
    """The table of a closed phase, as it was kept."""

    columns: tuple[ColumnView, ...]
    resources: tuple[str, ...]
    teams: tuple[RankView, ...]
    leaders: tuple[str, ...]
    decided_by: str


class EndView(Record):
    """One end of the campaign, whether it has come, and how far it has where it is counted: battles, the most
    points, the least that a team has of the `resource`, teams without the status.
    """

    by: str
    text: str
    resource: str
    at: int | None
    on: str
    now: int | None
    come: bool


class PhaseLine(Record):
    """A closed phase in short; `battles` by the table that was kept, `otherwise` where it differs by now."""

    name: str
    entry: str
    tail: str
    closed: date
    battles: int
    leaders: tuple[str, ...]
    otherwise: bool


class StandingsView(Record):
    """The standings; `leaders` share the first place, `decided_by` parts them from the next. `in_phase` are
    the battles recorded since the last phase was closed.
    """

    name: str
    columns: tuple[ColumnView, ...]
    resources: tuple[str, ...]
    teams: tuple[RankView, ...]
    leaders: tuple[str, ...]
    decided_by: str
    ends: tuple[EndView, ...]
    over: bool
    recorded: int
    open: int
    phases: tuple[PhaseLine, ...]
    in_phase: int


class LineView(Record):
    """A line of the score sheet: `numbers` has one for each round that scores, or one in all.

    `by` is the side or the team of it that answered; of a term with a `worth` the numbers are points of
    models, and `models` their names where they were named.
    """

    side: str
    by: str
    term: str
    name: str
    each: int
    numbers: tuple[int, ...]
    count: int
    points: int
    to: tuple[str, ...]
    worth: str = ""
    models: tuple[str, ...] = ()


class DoneView(Record):
    """What a battle does to one resource of one team, nothing included."""

    team: str
    resource: str
    before: int
    asked: int
    applied: int
    total: int


class ResultView(Record):
    """A result: the score sheet, how each side came out and why, and what that does.

    `why` is `most`, `threshold`, `tie`, `alone` (nobody else played to the end), `typed`, or `lead`: ahead by
    `lead` points or more after `lead_round`, which won at once.
    """

    battle: BattleView
    lines: tuple[LineView, ...]
    why: str
    tie: str
    tie_place: str
    threshold_role: str
    threshold_points: int
    lead: int
    lead_round: int
    resources: tuple[str, ...]
    does: tuple[DoneView, ...]
