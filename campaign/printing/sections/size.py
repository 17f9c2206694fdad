"""The size of a battle, and what each side may spend."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from campaign.printing.sections import Section, Words, heading
from campaign.printing.views import Note

if TYPE_CHECKING:
    from campaign.content.made_battle import MadeBattle
    from campaign.content.steps.size import SizeStep


class SizeSection(Section):
    """The size of the battle, its board in inches, and what each side may spend: a mark is how much."""

    do: Literal["size"] = "size"
    size: str
    about: str = ""
    width: float
    height: float
    budgets: tuple[Note, ...] = ()


def section(battle: MadeBattle, step: SizeStep, words: Words) -> SizeSection:
    size, board = battle.size, battle.board
    return SizeSection(
        **heading(step),
        size=size.name if size else "",
        about=size.text if size else "",
        width=board.width,
        height=board.height,
        budgets=tuple(
            Note(name=each.name, mark=str(each.value.value(battle.request.settings)), text=each.text)
            for each in step.budgets
        ),
    )
