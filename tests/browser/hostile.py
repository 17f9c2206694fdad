"""Names and notes that mean harm, as far as the command lets players write them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from copy import copy
from typing import Any

from campaign.record import Record, fields, replace
from tests.browser.campaigns import Names
from tests.browser.documents import Shown

NOTE = (
    '<script>harmed = 1</script> <img src=x onerror="harmed=1"> "onload="harmed=1 | y || z'
    " `code` ``` [red]x[/red] [a](http://harm.example) *a* # x &lt;b&gt; {{ 7 * 7 }} %(x)s"
    " \x1b[31mred\x1b[0m \u202eback\u202c \u2066apart \u200f שלום 👩\u200d🚀🔥 試合 " + "x" * 300
)
HOSTILE = Names(
    red='Red Talons <script>harmed=1</script> "onload="harmed=1',
    vas="Vas" + "x" * 57,
    iron="Iron Vow `x` | [red]y[/red] [a](b) &lt;b&gt; {{ 7 * 7 }} %s",
    ash="Ash Dogs שלום 👩\u200d🚀🔥 試合 'onload='harmed=1' <b>",
    anna="Anna <img src=x onerror=harmed=1>",
    bors="Bors" + "x" * 56,
    name="</title><script>harmed=1</script> \"'` | [red] 試合",
    note=NOTE,
)
LONG = Names(
    red="R" * 300,
    vas="\x1b[2J\x1b[31mVas\x1b[0m\x07\x00",
    iron="\u202eIron\u2066 \u200f\ud800",
    ash="e\u0301" * 150,
    anna="A" * 300,
    bors="<b>" * 100,
    name="N" * 300,
    note=NOTE,
)
"""What no command takes: a name has 60 letters at most, and none that can't be seen."""
CONTENT = {
    "Covert War": "<b>" * 100,
    "Dead Drop": "D" * 300,
    "Frontlines": '"onload="harmed=1 \u202e',
    "Hawk": "H" * 300,
}
"""Names of missions and units, and what a pack of somebody else's may call them."""


def swapped(shown: Shown, old: Names, new: Names) -> Shown:
    """The same page with other names, of content too."""
    words = CONTENT | {getattr(old, field.name): getattr(new, field.name) for field in fields(Names)}
    pattern = re.compile("|".join(map(re.escape, sorted(words, key=len, reverse=True))))
    return replace(
        shown, view=_swapped(shown.view, lambda text: pattern.sub(lambda found: words[found[0]], text))
    )


def _swapped(value: Any, swap: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return swap(value)
    if isinstance(value, Record):
        other = copy(value)
        for field in fields(value):
            object.__setattr__(other, field.name, _swapped(getattr(value, field.name), swap))
        return other
    if isinstance(value, Mapping):
        return {_swapped(key, swap): _swapped(each, swap) for key, each in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return type(value)(_swapped(each, swap) for each in value)
    return value
