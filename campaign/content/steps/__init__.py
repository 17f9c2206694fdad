"""The steps of a procedure: a module for each kind, named as content names it under `do`.

A module holds the record of its step and `play`, which carries it out in a battle and says whether it took
place. What a step gives is kept in the battle under the step's id. Where a module has a `check`, it is called
before any die falls.
"""

from __future__ import annotations

from campaign.files.kinds import Kinds
from campaign.files.schema import FileRecord, Id

KINDS = Kinds("campaign.content.steps", "Step")


class Step(FileRecord):
    """What every step has; `do` names its kind. `setting` switches it on, `unless` off."""

    id: Id
    do: str
    name: str
    text: str = ""
    setting: str | None = None
    unless: str | None = None
    rules: tuple[str, ...] = ()

    @property
    def section(self) -> str:
        """The kind of section that shows the step in a briefing."""
        return self.do

    @property
    def picks(self) -> tuple[str, ...]:
        """The ids under which players may name a card for this step."""
        return ()
