"""Cards drawn in secret: who gets one, and those that have been revealed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from campaign.printing.sections import Section, Words, heading
from campaign.printing.views import CardText

if TYPE_CHECKING:
    from campaign.content.made_battle import MadeBattle
    from campaign.content.steps.draw import DrawStep


class DrawSection(Section):
    """Cards in secret: how many a deck has, who gets one, and those that came to light."""

    do: Literal["draw"] = "draw"
    deck: str
    cards: int
    jokers: int
    chosen: bool
    holders: tuple[str, ...]
    shown: tuple[CardText, ...] = ()


def section(battle: MadeBattle, step: DrawStep, words: Words) -> DrawSection:
    deck = battle.library.deck(step.deck)
    holders = battle.request.teams if step.each == "team" else battle.names
    return DrawSection(
        **heading(step),
        deck=deck.name,
        cards=len(deck.rows),
        jokers=deck.jokers,
        chosen=bool(step.chosen.value(battle.request.settings)),
        holders=holders,
    )
