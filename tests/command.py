"""The command, run in this process as a player would run it: words in, exit code and both outputs back.

A bug can't hide here: an exception goes through to the test, and a printed traceback or exit code 3 fails it,
unless the test says that it is about just that.
"""

from __future__ import annotations

import io
import sys
from dataclasses import dataclass

import pytest


@dataclass(frozen=True, slots=True)
class Result:
    code: int
    out: str
    err: str


class Stream(io.TextIOWrapper):
    """A UTF-8 stream over bytes, so that `.buffer` works as on a real one; a terminal if it is told so."""

    def __init__(self, content: str = "", *, terminal: bool = False) -> None:
        super().__init__(
            io.BytesIO(content.encode("utf-8")), encoding="utf-8", newline="", write_through=True
        )
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal

    def text(self) -> str:
        self.flush()
        self.seek(0)
        return self.read()


def run_command(*words: object, input: str = "", terminal: bool = False, bug: bool = False) -> Result:
    """Runs `campaign` with these words and types `input`; `bug` allows exit code 3 and its traceback."""
    from campaign.cli import main

    typed, out, err = (
        Stream(input, terminal=terminal),
        Stream(terminal=terminal),
        Stream(terminal=terminal),
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", typed)
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        code = exit_code_of(main, [str(word) for word in words])
    result = Result(code, out.text(), err.text())
    if not bug and (result.code == 3 or "Traceback (most recent call last)" in result.out + result.err):
        pytest.fail(f"campaign {' '.join(map(str, words))} broke:\n{result.out}{result.err}", pytrace=False)
    return result


def exit_code_of(main: object, words: list[str]) -> int:
    """What `main` gives back, or what it left with; None is 0 and a text 1, as for Python itself."""
    assert callable(main)
    try:
        code = main(words)
    except SystemExit as left:
        code = left.code
        if isinstance(code, str):
            sys.stderr.write(f"{code}\n")
            return 1
    return 0 if code is None else int(code)
