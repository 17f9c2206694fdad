"""Sentences that a player reads in help, prompts and problems: whole, in one place, ready for gettext.

`xgettext --keyword=say --keyword=refuse:1` collects them, and a second run with `--join-existing
--keyword=refuse:2` the remedies. Until there are translations each sentence is its own.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from gettext import NullTranslations, translation


def say(sentence: str, /, **values: object) -> str:
    """The sentence in the player's language, with `{name}` replaced by its value."""
    said = _translations().gettext(sentence)
    return said.format(**values) if values else said


@functools.cache
def _translations() -> NullTranslations:
    """Those of the player's language: looked for once."""
    return translation("campaign", fallback=True)


def listed(names: Iterable[object]) -> str:
    """All of the names, as a language lists them: `red, green, blue`."""
    first, *rest = [str(name) for name in names] or [""]
    for name in rest:
        first = say("{before}, {next}", before=first, next=name)
    return first
