"""Sentences that a player reads in help, prompts and problems: whole, in one place, ready for gettext.

`xgettext --keyword=say` collects them. Until there are translations each sentence is its own.
"""

from __future__ import annotations

from gettext import gettext

__all__ = ["say"]


def say(sentence: str, /, **values: object) -> str:
    """The sentence in the player's language, with `{name}` replaced by its value."""
    said = gettext(sentence)
    return said.format(**values) if values else said
