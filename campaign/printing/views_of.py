"""Rolls, terms and effects as every page shows them, made in one place.

What has only an id is shown by its name where `names` has one, and by its id where not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from campaign.mechanisms.dice import Roll
from campaign.mechanisms.effects import Effect
from campaign.mechanisms.terms import ROUND, Term, bound
from campaign.printing.pieces import CardText, EffectView, RollView, TermView

if TYPE_CHECKING:
    from campaign.ledger.entries import StoredRoll
    from campaign.mechanisms.deck import Card


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
