"""Cards that are drawn in secret."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from campaign.content.steps import Step
from campaign.files.schema import Id
from campaign.mechanisms.formula import Formula

if TYPE_CHECKING:
    from campaign.content.made_battle import MadeBattle


class DrawStep(Step):
    """A card of a deck for each team or side, in secret; formulas over the settings say whether it is chosen,
    and whether the deck lasts from battle to battle.
    """

    do: Literal["draw"]
    deck: Id
    each: Literal["team", "side"] = "team"
    chosen: Formula = Formula.parse(0)
    lasting: Formula = Formula.parse(0)


def play(battle: MadeBattle, step: DrawStep) -> bool:
    """Reads the deck, so that a fault in it is found before the battle begins; cards are dealt later."""
    battle.library.deck(step.deck)
    return True
