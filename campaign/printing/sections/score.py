"""What scores, who wins by it, and what that does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from campaign.printing.sections import Section, Words, heading
from campaign.printing.views import EffectView, TermView, effect_view, term_view

if TYPE_CHECKING:
    from campaign.content.made_battle import MadeBattle
    from campaign.content.steps.score import ScoreStep
    from campaign.mechanisms.score import Tie


class ScoreSection(Section):
    """What scores, who wins by it, and what that does; roles, degrees and places by their names.

    A side that is `lead` points ahead wins at once (0: no lead does).
    """

    do: Literal["score"] = "score"
    terms: tuple[TermView, ...]
    victory: str
    victory_role: str = ""
    victory_points: int = 0
    lead: int = 0
    degree: str = ""
    tie: str
    tie_place: str = ""
    tie_degree: str = ""
    effects: tuple[EffectView, ...]
    takes: dict[str, str]


def section(battle: MadeBattle, step: ScoreStep, words: Words) -> ScoreSection:
    victory, degrees = battle.victory, battle.system.degrees
    return ScoreSection(
        **heading(step),
        terms=tuple(
            term_view(
                term,
                words.roles,
                (side for side in battle.names if term.role in (None, battle.roles.get(side))),
                battle.rounds,
            )
            for term in battle.terms
        ),
        victory=victory.by,
        victory_role=words.roles.get(victory.role or "", ""),
        victory_points=victory.points or 0,
        lead=battle.lead or 0,
        degree=degrees.get(victory.degree or "", ""),
        tie=victory.tie.by,
        tie_place=_tie_place(battle, victory.tie, words),
        tie_degree=degrees.get(victory.tie.degree or "", ""),
        effects=tuple(
            effect_view(effect, words.names, words.resources, battle.terms) for effect in battle.effects
        ),
        takes=dict(battle.request.house.takes),
    )


def _tie_place(battle: MadeBattle, tie: Tie, words: Words) -> str:
    """What decides a tie, by its name: an end of an order, a term, or a role."""
    if tie.by == "order":
        order = next((step for step in battle.steps if step.id == tie.order), None)
        return getattr(order, tie.pick, "")
    if tie.by == "term":
        return next((term.name for term in battle.terms if term.id == tie.term), "")
    return words.roles.get(tie.role or "", "") if tie.by == "role" else ""
