"""The records of the ledger: an entry is a header and one list of steps that only grows.

Every kind of entry is made, corrected, voided and restored in the same way. A step holds all that the
fold will need of the content (effects, terms, victory), so that content may change under a ledger.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Annotated, Literal

from campaign.files.schema import Between, Id
from campaign.ledger.phases import Phase
from campaign.ledger.sides import Side
from campaign.mechanisms.dice import Dice
from campaign.mechanisms.draft import Drafted
from campaign.mechanisms.effects import Effect, Outcome, Resource
from campaign.mechanisms.score import Victory
from campaign.mechanisms.standings import Standings
from campaign.mechanisms.supply import Supply
from campaign.mechanisms.term import Term

__all__ = [
    "Adjust", "Amend", "Chosen", "Entry", "Filed", "Held", "Join", "Leave", "Missed", "Named", "Phase",
    "Rerolled", "Restore", "Result", "Reveal", "RollStep", "Rolls", "RoundStep", "Seal", "Settings", "Setup",
    "Shown", "Side", "Step", "Taken", "Void",
]  # fmt: skip

Kind = Literal["battle", "adjust", "missed", "join", "leave", "settings", "phase"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rolls:
    """One roll as it fell; `part` is its name in the briefing."""

    part: str
    dice: Dice
    faces: tuple[int, ...]

    @property
    def total(self) -> int:
        return self.dice.total(self.faces)


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """Something of the content that the battle uses: the part it answers, its id, and its name then."""

    part: str
    id: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """How a battle was made. `wishes` is what the players fixed, `rolls` what the dice said.

    `roles` are by side and `models` by side or team, `orders` from the highest to the lowest by the step's
    id; `names` are what the ids of roles, degrees, statuses, ends of orders, drafted cards and secret steps
    were called then, `steps` the ids of the procedure's steps that took place. `supply` is what a side may
    have on the table, with its numbers, and a `lead` of so many points wins at once.
    """

    kind: Literal["setup"]
    at: datetime
    by: str
    system: Id
    content: str
    seed: int | None = None
    mission: Named
    size: Named | None = None
    road: Taken | None = None
    draft: tuple[Drafted, ...] = ()
    wishes: dict[str, str] = field(default_factory=dict)
    picked: tuple[Named, ...] = ()
    rolls: tuple[Rolls, ...] = ()
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Seal:
    """A secret was fixed: `hash` binds it, the value and its nonce lie in secrets/.

    `how` a card came to its holder; `fresh` where the deck was shuffled anew for it, all its cards together.
    """

    kind: Literal["seal"]
    at: datetime
    by: str
    of: str
    side: str
    hash: str
    how: Literal["", "drawn", "chosen", "typed"] = ""
    fresh: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A card that has come to light: who held it, what it was called, and what it scores and does."""

    by: str
    id: Id
    name: str
    written: str = ""
    terms: tuple[Term, ...] = ()
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reveal:
    """Secrets were shown, and what followed: how the choices were resolved, and which cards came to light."""

    kind: Literal["reveal"]
    at: datetime
    by: str
    of: str
    shown: tuple[Shown, ...] = ()
    chosen: tuple[Chosen, ...] = ()
    cards: tuple[Held, ...] = ()
    rolls: tuple[Rolls, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RollStep:
    """A named test taken during the battle, and what it said."""

    kind: Literal["roll"]
    at: datetime
    by: str
    test: str
    rolls: tuple[Rolls, ...] = ()
    says: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundStep:
    """A battle round was scored: by who answered (a side, or a team of it) and term, one number each.

    A later step for the same round stands in its place.
    """

    kind: Literal["round"]
    at: datetime
    by: str
    round: Annotated[int, Between(1, 40)]
    answers: dict[str, dict[str, Annotated[int, Between(0, 9999)]]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rerolled:
    """One named part was rolled again; the set-up is the one that follows from it."""

    kind: Literal["reroll"]
    at: datetime
    by: str
    part: str
    reason: str = ""
    setup: Setup


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """How it ended: answers by who gave them (a side, or a team of it) and term.

    An answer is a number, one for each round of a term per round, or the points of each model of a term with
    a worth; `models` has the names of these, empty for one that was typed by its points. `outcomes` holds
    those that were typed because scores can't tell; the others are worked out.
    """

    kind: Literal["result"]
    at: datetime
    by: str
    answers: dict[str, dict[str, tuple[int, ...]]] = field(default_factory=dict)
    models: dict[str, dict[str, tuple[str, ...]]] = field(default_factory=dict)
    outcomes: dict[str, Outcome] = field(default_factory=dict)
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Join:
    """A team enters the campaign; `start` holds starts of its own."""

    kind: Literal["join"]
    at: datetime
    by: str
    team: str
    player: str = ""
    start: dict[str, Annotated[int, Between(-9999, 9999)]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave:
    """A team leaves; what it played stays."""

    kind: Literal["leave"]
    at: datetime
    by: str
    team: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjust:
    """A resource of some teams is changed by hand."""

    kind: Literal["adjust"]
    at: datetime
    by: str
    teams: tuple[str, ...]
    resource: Id
    change: Annotated[int, Between(-999, 999)]
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Missed:
    """Teams missed a game; `effects` is what that cost then."""

    kind: Literal["missed"]
    at: datetime
    by: str
    teams: tuple[str, ...]
    reason: str = ""
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What the fold goes by from this day on."""

    kind: Literal["settings"]
    at: datetime
    by: str
    reason: str = ""
    resources: tuple[Resource, ...] = ()
    standings: Standings
    missed: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Amend:
    """A correction: what stands `now` for a step, or a header's new value.

    `step` counts the entry's steps from 1; without it the last step of the same kind is meant.
    """

    kind: Literal["amend"]
    at: datetime
    by: str
    reason: str
    played: date | None = None
    sides: tuple[Side, ...] = ()
    step: Annotated[int, Between(1, 9999)] | None = None
    now: Amendable | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Void:
    """The entry counts no more; it stays, with its number."""

    kind: Literal["void"]
    at: datetime
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Restore:
    """The entry counts again."""

    kind: Literal["restore"]
    at: datetime
    by: str
    reason: str


Amendable = (
    Setup | Reveal | RollStep | RoundStep | Result | Join | Leave | Adjust | Missed | Settings | Phase
)  # fmt: skip
Step = (
    Setup | Seal | Reveal | RollStep | RoundStep | Rerolled | Result | Join | Leave | Adjust | Missed
    | Settings | Phase | Amend | Void | Restore
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One file of ledger/."""

    format: Literal[1]
    kind: Kind
    played: date
    sides: tuple[Side, ...] = ()
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Filed:
    """An entry and the name of its file without `.yaml`, which begins with the moment it was made (UTC)."""

    name: str
    entry: Entry

    @property
    def tail(self) -> str:
        """The six last letters of the name, which people may say instead of the number."""
        return self.name[-6:]
