"""The player's terminal: prompts on standard error, hidden answers on the alternate screen."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from campaign.errors import Refusal
from campaign.words import say

ALTERNATE, NORMAL, CLEAR = "\x1b[?1049h", "\x1b[?1049l", "\x1b[2J\x1b[H"


def visible(text: str) -> str:
    """The text with control and direction characters made visible, so that no name steers a terminal.

    Blanks and line breaks stay as they are: prompts and messages are set by hand.
    """
    from campaign.printing.typeset import visible as safe

    return re.sub(r"[^ \n]+", lambda word: safe(word[0]), text)


def tell(text: str, *, aside: bool = False) -> None:
    """A line on standard output, or aside on standard error, where a path or a name steers no terminal."""
    print(visible(text), file=sys.stderr if aside else sys.stdout, flush=aside)


def argument(text: object) -> str:
    """A path or name as one argument of a command that the player can copy."""
    if re.fullmatch(r"[\w@%+=:,./\\-]+" if os.name == "nt" else r"[\w@%+=:,./-]+", str(text)):
        return str(text)
    return f'"{text}"' if os.name == "nt" else shlex.quote(str(text))


def colour() -> bool:
    """Whether colours may be used: on a terminal, and not against the player's will."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def width() -> int:
    """The terminal's columns; how many of them text takes is typeset's to say."""
    return shutil.get_terminal_size((80, 40)).columns


class Terminal:
    """Asks one line at a time. Raises EOFError and KeyboardInterrupt as the player's keys do."""

    @property
    def interactive(self) -> bool:
        return sys.stdin.isatty()

    @property
    def width(self) -> int:
        return width()

    def line(self, question: str, default: str | None, note: str = "") -> str:
        if note:
            self.tell(note)
        shown = f" [{default}]" if default else ""
        print(_wrapped(visible(f"{question}{shown}")), end=" ", file=sys.stderr, flush=True)
        return self._read()

    def tell(self, text: str) -> None:
        tell(text, aside=True)

    def confirm(self, question: str, default: bool = True) -> bool:
        from campaign.asking import yes_or_no

        asked, usual, note = say("{question} (y/n)", question=question), "y" if default else "n", ""
        while True:
            try:
                return yes_or_no(self.line(asked, usual, note) or usual)
            except ValueError as wrong:
                note = str(wrong)

    def hidden(self, who: str, question: str, check: Callable[[str], Any], note: str = "") -> Any:
        """Hands the device to `who`, and takes an answer that `check` accepts and that leaves no trace."""
        with self.handed(who):
            if note:
                self.tell(note)
            return self.secret(question, check)

    @contextmanager
    def handed(self, who: str) -> Iterator[None]:
        """The device in the hands of `who` alone: what is told meanwhile leaves no trace on the screen."""
        with self._apart():
            self._secretly(
                say("Hand the device to {who}.\nNobody else may look. {who}, press Enter.", who=who)
            )
            yield

    def secret(self, question: str, check: Callable[[str], Any]) -> Any:
        """An answer that can't be seen as it is typed, asked again until `check` accepts it."""
        while True:
            try:
                return check(self._secretly(f"{question} "))
            except (ValueError, Refusal) as wrong:
                self.tell(str(wrong))

    @contextmanager
    def _apart(self) -> Iterator[None]:
        if not sys.stderr.isatty():
            yield
            return
        sys.stderr.write(ALTERNATE + CLEAR)
        sys.stderr.flush()
        try:
            yield
        finally:
            sys.stderr.write(CLEAR + NORMAL)
            sys.stderr.flush()

    def _secretly(self, prompt: str) -> str:
        if not sys.stdin.isatty():
            self.tell(prompt)
            return self._read()
        from getpass import getpass

        return getpass(visible(prompt), stream=sys.stderr)

    def _read(self) -> str:
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line.rstrip("\r\n")


def _wrapped(text: str) -> str:
    """A question broken between words, where it is longer than a line."""
    from textwrap import fill

    return fill(text, width()) if len(text) >= width() and "\n" not in text else text
