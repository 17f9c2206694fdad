"""Records that several pages share: a roll, a note, a row, a zone, a marker, a term, a card, an effect.

They hold values, content texts and names, ready for any template and for JSON. What has only an id is shown
by its name where `names` has one, and by its id where not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from campaign.mechanisms.terms import ROUND, Term, bound
from campaign.record import Record

if TYPE_CHECKING:
    from campaign.ledger.entries import StoredRoll
    from campaign.mechanisms.deck import Card
    from campaign.mechanisms.dice import Roll
    from campaign.mechanisms.effects import Effect


class RollView(Record):
    """A roll as it fell."""

    part: str
    dice: str
    faces: tuple[int, ...]
    total: int


class Note(Record):
    """A short named text: a special rule, a role, an option. `mark` is a die face or the like, `more` a
    second text: when a card may be played, what the options of a test mean.
    """

    name: str
    text: str = ""
    mark: str = ""
    more: str = ""
    origin: str = ""
    house: bool = False


class RowView(Record):
    """A row that a die or a player chose."""

    name: str
    text: str
    table: str
    roll: RollView | None = None
    origin: str = ""
    house: bool = False


class EdgeView(Record):
    """A stretch of the board's `top`, `bottom`, `left` or `right` edge, in inches from left or top."""

    edge: str
    start: float
    end: float


class ZoneView(Record):
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


class MarkerView(Record):
    """A marker at a fixed place, in inches from the left and the top edge; `colour` is the content's word."""

    name: str
    x: float
    y: float
    colour: str = ""


class PlacedView(Record):
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


class TermView(Record):
    """A term with its numbers worked out; `most` and `role` (a name) only where it has them.

    `rounds` are those that score, for a term that scores by round, and `in_all` bounds all of them together;
    `worth` is what a model scores by its points, a formula; `by` is `team` where each team is asked.
    """

    id: str
    name: str
    scores: str = ""
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


class CardText(Record):
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


class EffectView(Record):
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


def roll_view(rolled: Roll | StoredRoll) -> RollView:
    """A roll as it fell, or as an entry stores it."""
    return RollView(part=rolled.part, dice=str(rolled.dice), faces=rolled.faces, total=rolled.total)


def term_view(
    term: Term, names: Mapping[str, str], sides: Iterable[str] = (), rounds: int | None = None
) -> TermView:
    """A term; `names` are those of roles, `sides` those that can score it, `rounds` those of the battle."""
    scoring = range(term.from_round, rounds + 1) if rounds is not None and term.per == "round" else ()
    return TermView(
        id=term.id,
        name=term.name,
        scores=term.scores,
        ask=term.ask,
        each=term.each.value({}),
        most=bound(term),
        in_all=term.in_all.value({ROUND: rounds}) if term.in_all is not None and rounds is not None else None,
        shared=term.shared,
        per=term.per,
        from_round=term.from_round,
        to=term.to,
        role=_named(term.role, names),
        sides=tuple(sides),
        rounds=tuple(scoring),
        worth=(term.told or str(term.worth)) if term.worth is not None else "",
        by=term.by,
    )


def card_text(
    holder: str,
    deck: str,
    card: Card | None,
    written: str = "",
    terms: Iterable[Term] = (),
    joker: bool = False,
) -> CardText:
    """A card in somebody's hands; without one, a joker. `terms` are settled ones."""
    shown = tuple(term_view(term, {}, (holder,)) for term in terms)
    if card is None:
        return CardText(holder=holder, deck=deck, name="", joker=True)
    return CardText(
        holder=holder,
        deck=deck,
        name=card.name,
        concept=card.concept,
        text=card.text,
        playable=card.playable,
        ask=card.write.ask.replace("{side}", holder) if card.write else "",
        written=written,
        terms=shown,
        joker=joker,
    )


def effect_view(
    effect: Effect, names: Mapping[str, str], resources: Mapping[str, str], terms: Iterable[Term]
) -> EffectView:
    """An effect; `names` are those of roles, degrees and statuses."""
    return EffectView(
        when=effect.when,
        resource=resources.get(effect.resource, effect.resource),
        by=None if effect.by == "taken" else effect.by,
        who=effect.who,
        role=_named(effect.role, names),
        status=_named(effect.status, names),
        degree=_named(effect.degree, names),
        term=_named(effect.term, {term.id: term.name for term in terms}),
        at_least=effect.at_least,
    )


def _named(called: str | None, names: Mapping[str, str]) -> str:
    return names.get(called, called) if called else ""
