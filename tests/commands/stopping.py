"""A player who stops in the middle: Ctrl-C, or an end of input, at any one of the prompts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.command import Result, Stream


def reads_of(run: Callable[[], Result]) -> tuple[Result, int]:
    """What comes of it, and how many lines were read on the way."""
    count = 0
    read = Stream.readline

    def counted(stream: Stream, *rest: Any) -> str:
        nonlocal count
        count += 1
        return read(stream, *rest)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stream, "readline", counted)
        done = run()
    return done, count


def stopped_at(place: int, end: type[BaseException] | None, run: Callable[[], Result]) -> Result:
    """The same, with that read (from 0) ending in `end`; None is the end of the input."""
    count = -1
    read = Stream.readline

    def cut(stream: Stream, *rest: Any) -> str:
        nonlocal count
        count += 1
        if count < place:
            return read(stream, *rest)
        if end is not None:
            raise end
        return ""

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stream, "readline", cut)
        done = run()
    assert count == place
    return done


ENDS = pytest.mark.parametrize("end", [KeyboardInterrupt, None], ids=["ctrl-c", "end of input"])
STOPPED = "\nStopped. Nothing was left half written.\n"
