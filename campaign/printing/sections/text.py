"""A step that the system describes in words alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from campaign.printing.sections import Section, Words, heading

if TYPE_CHECKING:
    from campaign.content.made_battle import MadeBattle
    from campaign.content.steps.text import TextStep


class TextSection(Section):
    """A step that the system tells in words alone."""

    do: Literal["text"] = "text"


def section(battle: MadeBattle, step: TextStep, words: Words) -> TextSection:
    return TextSection(**heading(step))
