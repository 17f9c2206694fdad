"""Who records something, on which day, and why."""

from __future__ import annotations

import os
from contextlib import suppress
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from campaign.errors import MissingAnswer, Refusal
from campaign.words import say

if TYPE_CHECKING:
    from campaign.asking import Asker
    from campaign.ledger.entries_io import Author


def now() -> datetime:
    """This moment."""
    return datetime.now(UTC)


def author_named(by: str | None) -> Author:
    """Who writes: as said, else CAMPAIGN_BY, else git's user.name, else the login name."""
    from campaign.ledger.entries_io import Author

    name = by or os.environ.get("CAMPAIGN_BY") or _git_name() or _login()
    return Author(" ".join(name.split())[:60] or say("somebody"), now())


def _git_name() -> str:
    import subprocess

    with suppress(OSError, subprocess.SubprocessError):
        done = subprocess.run(
            ["git", "config", "user.name"],
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=5,
            check=False,
        )
        return done.stdout.strip()
    return ""


def _login() -> str:
    import getpass

    with suppress(OSError, KeyError, ImportError):
        return getpass.getuser()
    return ""


def reason_of(reason: str, asker: Asker | None) -> str:
    """The reason as said, or as asked for."""
    if reason.strip():
        return reason.strip()
    if asker is None:
        raise MissingAnswer(say("A reason is required."), say("Give one with --reason."))
    note = ""
    while True:
        if text := asker.line("Reason:", None, note).strip():
            return text
        note = say("Please give a reason; a few words are enough.")


def played_on(text: str | None) -> date:
    """The day that was said, or today where the players are."""
    if text is None:
        return now().astimezone().date()
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Refusal(say("“{day}” is not a date.", day=text), say("Write it as 2026-03-14.")) from None
