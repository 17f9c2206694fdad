"""The small records that views are made of: a roll, a note, a row, a zone, a term, an effect.

They hold values, content texts and names, ready for any template and for JSON.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class RollView:
    """A roll as it fell."""

    part: str
    dice: str
    faces: tuple[int, ...]
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A short named text: a special rule, a role, an option. `mark` is a die face or the like, `more` a
    second text: when a card may be played, what the options of a test mean.
    """

    name: str
    text: str = ""
    mark: str = ""
    more: str = ""
    origin: str = ""
    house: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RowView:
    """A row that a die or a player chose."""

    name: str
    text: str
    table: str
    roll: RollView | None = None
    origin: str = ""
    house: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceView:
    """A side's place in an order, with every roll that led to it."""

    side: str
    rolls: tuple[RollView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EdgeView:
    """A stretch of the board's `top`, `bottom`, `left` or `right` edge, in inches from left or top."""

    edge: str
    start: float
    end: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneView:
    """A zone in inches; `role` is the name of the role it belongs to, `sides` those in that role.

    `edges` are where it meets the board's edges, in battles whose models come on there.
    """

    name: str
    kind: str
    role: str = ""
    sides: tuple[str, ...] = ()
    rects: tuple[tuple[float, float, float, float], ...] = ()
    polygon: tuple[tuple[float, float], ...] = ()
    circle: tuple[float, float, float] | None = None
    edges: tuple[EdgeView, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkerView:
    """A marker at a fixed place, in inches from the left and the top edge; `colour` is the content's word."""

    name: str
    x: float
    y: float
    colour: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedView:
    """A marker where a side might place it, in inches; `nearest` is how far the next one is (0: none).

    `legal` is false where no spot kept the distances, so that it is as far as possible from the nearest;
    `mark` is the number that stands for it in a picture.
    """

    side: str
    mark: str = ""
    x: float
    y: float
    nearest: float = 0
    legal: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class BroughtView:
    """The cards that a side brought for a row of a draft."""

    side: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftedView:
    """A row of a draft: who controlled it and who banned, and the names of the cards.

    A row that was agreed upon has nothing but what was `picked`; `text` is what stands on that card.
    """

    name: str
    controls: str = ""
    bans: str = ""
    brought: tuple[BroughtView, ...] = ()
    banned: tuple[str, ...] = ()
    picked: str
    text: str = ""
    origin: str = ""
    house: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolView:
    """What a side may have on the table in a round; None where there is no limit."""

    round: int
    supply: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MoreView:
    """A round that a die may add: after which, on what, and who rolls."""

    after: int
    dice: str
    at_least: int
    side: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TermView:
    """A term with its numbers worked out; `most` and `role` (a name) only where it has them.

    `rounds` are those that score, for a term that scores by round, and `in_all` bounds all of them together;
    `worth` is what a model scores by its points, a formula; `by` is `team` where each team is asked.
    """

    id: str
    name: str
    ask: str
    each: int
    most: int | None
    in_all: int | None = None
    shared: bool
    per: str
    from_round: int
    to: str
    role: str = ""
    sides: tuple[str, ...] = ()
    rounds: tuple[int, ...] = ()
    worth: str = ""
    by: str = "side"


@dataclass(frozen=True, slots=True, kw_only=True)
class WayView:
    """How a battle came to its mission on the road: agreed upon, or led to by a die from where it stood.

    `from_` is the mission before and `outcome` how that ended, both empty where the road begins.
    """

    agreed: bool = False
    from_: str = ""
    outcome: str = ""
    roll: RollView | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldedView:
    """A team in a battle: its models, cost and themes where known, and at how many models it tests."""

    side: str
    team: str
    models: int | None = None
    points: int | None = None
    themes: tuple[str, ...] = ()
    tests_at: int | None = None
    breaches: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CardText:
    """A card as it is shown; `holder` is who has it, `ask` what it makes them write down.

    `proof` is `lost` or `altered` where the secret is not there to be read.
    """

    holder: str
    deck: str
    name: str
    concept: str = ""
    text: str = ""
    playable: str = ""
    ask: str = ""
    written: str = ""
    terms: tuple[TermView, ...] = ()
    joker: bool = False
    proof: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectView:
    """What an outcome or a term does to a resource; `by` is None where it takes what enemies lost."""

    when: str
    resource: str
    by: int | None
    who: str = "self"
    role: str = ""
    status: str = ""
    degree: str = ""
    term: str = ""
    at_least: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenView:
    """What became of a side's secret choice."""

    side: str
    name: str
    stands: bool
    why: str
    by: str = ""
    against: str = ""
    number: int | None = None
    of: str = ""
    note: str = ""
