"""The records of the ledger: an entry is a header and one list of steps that only grows.

Every kind of entry is made, corrected, voided and restored in the same way. A step holds all that the
fold will need of the content (effects, terms, victory), so that content may change under a ledger.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Annotated, Literal

from campaign.files.converters import Between
from campaign.files.schema import Id
from campaign.ledger.phases import LedgerStep, PhaseStep
from campaign.mechanisms.dice import Dice
from campaign.mechanisms.draft import DraftedRow
from campaign.mechanisms.effects import Effect, Outcome, Resource
from campaign.mechanisms.score import Victory
from campaign.mechanisms.standings import Standings
from campaign.mechanisms.supply import Supply
from campaign.mechanisms.terms import Term
from campaign.record import Record, field

Kind = Literal["battle", "adjust", "missed", "join", "leave", "settings", "phase"]


class StoredRoll(Record):
    """One roll as it fell; `part` is its name in the briefing."""

    part: str
    dice: Dice
    faces: tuple[int, ...]

    @property
    def total(self) -> int:
        return self.dice.total(self.faces)


class StoredName(Record):
    """Something of the content that the battle uses: the part it answers, its id, and its name then."""

    part: str
    id: str
    name: str


class StoredRoadMove(Record):
    """The stretch of the road that led to a battle's mission, by the die named `part`.

    `from_` is the mission that it led on from, `battle` the entry in which that was played and `outcome` how
    it ended (a role, or the place of the side that won); all three are empty where the road begins.
    """

    from_: str = ""
    battle: str = ""
    outcome: str = ""
    part: str
    die: int
    to: Id


class SetupStep(LedgerStep):
    """How a battle was made. `wishes` is what the players fixed, `rolls` what the dice said.

    `roles` are by side and `models` by side or team, `orders` from the highest to the lowest by the step's
    id; `names` are what the ids of roles, degrees, statuses, ends of orders, drafted cards and secret steps
    were called then, `steps` the ids of the procedure's steps that took place. `supply` is what a side may
    have on the table, with its numbers, and a `lead` of so many points wins at once.
    """

    kind: Literal["setup"]
    system: Id
    content: str
    seed: int | None = None
    mission: StoredName
    size: StoredName | None = None
    road: StoredRoadMove | None = None
    draft: tuple[DraftedRow, ...] = ()
    wishes: dict[str, str] = field(default_factory=dict)
    picked: tuple[StoredName, ...] = ()
    rolls: tuple[StoredRoll, ...] = ()
    roles: dict[str, str] = field(default_factory=dict)
    orders: dict[str, tuple[str, ...]] = field(default_factory=dict)
    models: dict[str, Annotated[int, Between(0, 200)]] = field(default_factory=dict)
    settings: dict[str, int] = field(default_factory=dict)
    rounds: Annotated[int, Between(1, 40)]
    supply: Supply | None = None
    lead: int | None = None
    terms: tuple[Term, ...] = ()
    victory: Victory = field(default_factory=Victory)
    effects: tuple[Effect, ...] = ()
    takes: dict[str, Outcome] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    steps: tuple[str, ...] = ()


class SealStep(LedgerStep):
    """A secret was fixed: `hash` binds it, the value and its nonce lie in secrets/.

    `how` a card came to its holder; `fresh` where the deck was shuffled anew for it, all its cards together.
    """

    kind: Literal["seal"]
    of: str
    side: str
    hash: str
    how: Literal["", "drawn", "chosen", "typed"] = ""
    fresh: bool = False


class OpenedSecret(Record):
    """A secret made public: what it was and the nonce that proves it, or why it can't be proven.

    `written` is what was sealed beside it, `joker` whether a joker brought it.
    """

    of: str
    side: str
    value: str
    written: str = ""
    joker: bool = False
    nonce: str = ""
    hash: str = ""
    proof: Literal["proven", "open", "altered", "lost", "given-up"] = "open"


class ResolvedChoice(Record):
    """What became of one side's choice."""

    side: str
    id: str
    name: str
    stands: bool
    why: str
    by: str = ""
    against: str = ""
    number: int | None = None
    of: str = ""
    note: str = ""


class RevealedCard(Record):
    """A card that has come to light: who held it, what it was called, and what it scores and does."""

    by: str
    id: Id
    name: str
    written: str = ""
    terms: tuple[Term, ...] = ()
    effects: tuple[Effect, ...] = ()


class RevealStep(LedgerStep):
    """Secrets were shown, and what followed: how the choices were resolved, and which cards came to light."""

    kind: Literal["reveal"]
    of: str
    shown: tuple[OpenedSecret, ...] = ()
    chosen: tuple[ResolvedChoice, ...] = ()
    cards: tuple[RevealedCard, ...] = ()
    rolls: tuple[StoredRoll, ...] = ()


class RollStep(LedgerStep):
    """A named test taken during the battle, and what it said."""

    kind: Literal["roll"]
    test: str
    rolls: tuple[StoredRoll, ...] = ()
    says: tuple[str, ...] = ()


class RoundStep(LedgerStep):
    """A battle round was scored: by who answered (a side, or a team of it) and term, one number each.

    A later step for the same round stands in its place.
    """

    kind: Literal["round"]
    round: Annotated[int, Between(1, 40)]
    answers: dict[str, dict[str, Annotated[int, Between(0, 9999)]]] = field(default_factory=dict)


class RerollStep(LedgerStep):
    """One named part was rolled again; the set-up is the one that follows from it."""

    kind: Literal["reroll"]
    part: str
    reason: str = ""
    setup: SetupStep


class ResultStep(LedgerStep):
    """How it ended: answers by who gave them (a side, or a team of it) and term.

    An answer is a number, one for each round of a term per round, or the points of each model of a term with
    a worth; `models` has the names of these, empty for one that was typed by its points. `outcomes` holds
    those that were typed because scores can't tell; the others are worked out.
    """

    kind: Literal["result"]
    answers: dict[str, dict[str, tuple[int, ...]]] = field(default_factory=dict)
    models: dict[str, dict[str, tuple[str, ...]]] = field(default_factory=dict)
    outcomes: dict[str, Outcome] = field(default_factory=dict)
    note: str = ""


class JoinStep(LedgerStep):
    """A team enters the campaign; `start` holds starts of its own."""

    kind: Literal["join"]
    team: str
    player: str = ""
    start: dict[str, Annotated[int, Between(-9999, 9999)]] = field(default_factory=dict)


class LeaveStep(LedgerStep):
    """Record that a team leaves. What it has played stays."""

    kind: Literal["leave"]
    team: str
    reason: str


class AdjustStep(LedgerStep):
    """A resource of some teams is changed by hand."""

    kind: Literal["adjust"]
    teams: tuple[str, ...]
    resource: Id
    change: Annotated[int, Between(-999, 999)]
    reason: str


class MissedStep(LedgerStep):
    """Teams missed a game; `effects` is what that cost then."""

    kind: Literal["missed"]
    teams: tuple[str, ...]
    reason: str = ""
    effects: tuple[Effect, ...] = ()


class SettingsStep(LedgerStep):
    """What the fold goes by from this day on."""

    kind: Literal["settings"]
    reason: str = ""
    resources: tuple[Resource, ...] = ()
    standings: Standings
    missed: tuple[Effect, ...] = ()


class AmendStep(LedgerStep):
    """A correction: what stands `now` for a step, or a header's new value.

    `step` counts the entry's steps from 1; without it the last step of the same kind is meant.
    """

    kind: Literal["amend"]
    reason: str
    played: date | None = None
    sides: tuple[Side, ...] = ()
    step: Annotated[int, Between(1, 9999)] | None = None
    now: Amendable | None = None


class VoidStep(LedgerStep):
    """The entry counts no more; it stays, with its number."""

    kind: Literal["void"]
    reason: str


class RestoreStep(LedgerStep):
    """The entry counts again."""

    kind: Literal["restore"]
    reason: str


Amendable = (
    SetupStep | RevealStep | RollStep | RoundStep | ResultStep | JoinStep | LeaveStep | AdjustStep
    | MissedStep | SettingsStep | PhaseStep
)  # fmt: skip
Step = (
    SetupStep | SealStep | RevealStep | RollStep | RoundStep | RerollStep | ResultStep | JoinStep | LeaveStep
    | AdjustStep | MissedStep | SettingsStep | PhaseStep | AmendStep | VoidStep | RestoreStep
)  # fmt: skip


class Entry(Record):
    """One file of ledger/."""

    format: Literal[1]
    kind: Kind
    played: date
    sides: tuple[Side, ...] = ()
    steps: tuple[Step, ...]


class StoredEntry(Record, kw_only=False):
    """An entry and the name of its file without `.yaml`, which begins with the moment it was made (UTC)."""

    name: str
    entry: Entry

    @property
    def tail(self) -> str:
        """The six last letters of the name, which people may say instead of the number."""
        return self.name[-6:]


class Side(Record):
    """One player's force in a battle: its name, and the one or two teams that fight for it."""

    name: str
    teams: tuple[str, ...]


def name_of_two(sides: Sequence[Side]) -> str | None:
    """A name that one side has and a team of another: nobody could tell who is meant by it."""
    return next(
        (team for side in sides for team in side.teams for other in sides if other.name == team != side.name),
        None,
    )
