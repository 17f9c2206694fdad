"""A row of a catalogue that the players name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from campaign.content.steps import Step
from campaign.files.schema import Id
from campaign.names import meant
from campaign.words import say

if TYPE_CHECKING:
    from campaign.content.made_battle import MadeBattle


class PickStep(Step):
    """A row of a catalogue that the players name, or none."""

    do: Literal["pick"]
    from_: Id

    @property
    def picks(self) -> tuple[str, ...]:
        return (self.id,)


def play(battle: MadeBattle, step: PickStep) -> bool:
    """Takes the row that was named; gives a `Row`. Raises Refusal for an unknown one."""
    wanted = battle.request.picks.get(step.id)
    if wanted is None:
        return False
    rows = battle.library.catalogue(step.from_).rows
    by_name = {row.id: row for row in rows} | {row.name: row for row in rows}
    battle.results[step.id] = meant(
        wanted, by_name, say("{group}: there is no “{said}”.", group=step.name, said=wanted)
    )
    return True
