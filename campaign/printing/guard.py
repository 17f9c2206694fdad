"""What a page forbids its browser, whatever a template from elsewhere puts on it: to run, to fetch, to send.

The guard is what a browser reads first: only openings that are known to the letter stand before it.
"""

from __future__ import annotations

import re

_GUARD = (
    '<meta http-equiv="Content-Security-Policy" '
    "content=\"default-src 'none'; base-uri 'none'; form-action 'none'; {theirs}\">\n"
)
_INSIDE = "style-src 'unsafe-inline'; font-src data:; img-src data:"
_BESIDE = "style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self' data:"
_OPENING = re.compile(r'(<!doctype html>\n?)?(<html( lang="[\w-]*")?>\n?)?(<head>\n?)?', re.IGNORECASE)


def guarded(page: str, *, beside: bool = False) -> str:
    """A page of HTML with its guard, once; one of a site has style, fonts and pictures `beside` it."""
    guard = _GUARD.format(theirs=_BESIDE if beside else _INSIDE)
    opening = _OPENING.match(page)
    end = opening.end() if opening else 0
    return page if page.startswith(guard, end) else page[:end] + guard + page[end:]
