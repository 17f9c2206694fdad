"""A secret choice: its options, and what was chosen once that is open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from campaign.printing.sections import Section, Words, heading
from campaign.printing.views import Note
from campaign.record import Record

if TYPE_CHECKING:
    from campaign.content.made_battle import MadeBattle
    from campaign.content.steps.choice import ChoiceStep


class ChosenView(Record):
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


class ChoiceSection(Section):
    """A secret choice: its options as notes; `chosen` is filled by the reveal."""

    do: Literal["choice"] = "choice"
    notes: tuple[Note, ...] = ()
    chosen: tuple[ChosenView, ...] = ()


def section(battle: MadeBattle, step: ChoiceStep, words: Words) -> ChoiceSection:
    choice = battle.library.choice(step.choice)
    notes = tuple(
        Note(
            name=row.name,
            text=row.text,
            mark=str(row.on),
            origin=row.origin or choice.origin,
            house=battle.library.house(row.where),
        )
        for row in choice.rows
    )
    return ChoiceSection(**heading(step) | {"text": choice.about}, notes=notes)
