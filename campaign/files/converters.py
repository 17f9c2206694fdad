"""From one plain value to one of ours, or a fault that says what was expected and what came.

A converter is a function of the value, its path and the context that gathers the faults. Which one fits
which annotation is decided by campaign/files/schema.py; the ones here know nothing of records.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime
from functools import reduce
from pathlib import Path
from typing import Any

from campaign.errors import did_you_mean, nearest_word
from campaign.record import Record
from campaign.words import listed, say

Path_ = tuple[str | int, ...]

TEXT = say("text")
TRUE_OR_FALSE = say("true or false")
WHOLE_NUMBER = say("a whole number")
NUMBER = say("a number")
"""What single values are called in messages."""


class Between(Record, kw_only=False):
    """A number's least and greatest value, both allowed."""

    least: int
    most: int


class Matches(Record, kw_only=False):
    """A text's pattern, what to call it, and an example."""

    pattern: str
    called: str
    example: str


class Fault(Record, kw_only=False):
    """One mistake at a path of a mapping; `key` when the key itself is wrong."""

    code: str
    path: Path_
    message: str
    remedy: str
    key: bool = False


class Context:
    """Where a structuring stands: the file, and the faults so far."""

    def __init__(self, file: Path | None) -> None:
        self.file = file
        self.faults: list[Fault] = []

    def fault(self, code: str, path: Path_, message: str, remedy: str, key: bool = False) -> None:
        self.faults.append(Fault(code, path, message, remedy, key))

    def expected(self, called: str, data: object, path: Path_, remedy: str) -> None:
        """A value of the wrong type."""
        self.fault(
            "wrong-type",
            path,
            say("Expected {wanted}, found {found}.", wanted=called, found=described(data)),
            remedy,
        )


Convert = Callable[[Any, Path_, Context], Any]


def described(data: object) -> str:
    """A value as a message quotes it: what came, in few words."""
    if data is None:
        return say("nothing")
    if isinstance(data, dict):
        return say("a mapping")
    if isinstance(data, list):
        return say("a list")
    return say("the text “{text}”", text=_shortened(data)) if isinstance(data, str) else _shortened(data)


def _shortened(data: object) -> str:
    """A single value in one line of at most 40 letters, as a file has it."""
    text = re.sub(r"\s+", " ", str(data).lower() if isinstance(data, bool) else str(data))
    return text if len(text) <= 40 else text[:39] + "…"


def _unknown(data: object) -> str:
    """That a value is none of those that may stand here."""
    if data is None:
        return say("A value is missing here.")
    if isinstance(data, dict):
        return say("A mapping is not allowed here.")
    if isinstance(data, list):
        return say("A list is not allowed here.")
    if isinstance(data, str):
        return say("The text “{text}” is not allowed here.", text=_shortened(data))
    return say("{value} is not allowed here.", value=_shortened(data))


# --- single values ---


def scalar(called: str, test: Callable[[Any], bool]) -> Convert:
    def convert(data: Any, path: Path_, context: Context) -> Any:
        if test(data):
            return data
        context.expected(called, data, path, _plainer(called, data))
        return None

    return convert


def _plainer(called: str, data: object) -> str:
    """What to write instead, where the value shows what was meant."""
    if called == TEXT and data is not None and not isinstance(data, dict | list):
        return say('Put it in quotes: "{text}".', text=_shortened(data))
    if called == WHOLE_NUMBER and isinstance(data, str):
        digits = data.replace("_", "")
        return (
            say("Write {digits}.", digits=int(digits))
            if re.fullmatch(r"[-+]?[0-9]{1,18}", digits)
            else say("Write {wanted}.", wanted=called)
        )
    if called == TRUE_OR_FALSE and str(data).lower() in ("yes", "on", "y", "1"):
        return say("Write true.")
    if called == TRUE_OR_FALSE and str(data).lower() in ("no", "off", "n", "0"):
        return say("Write false.")
    return say("Write {wanted}.", wanted=called)


def matching(rule: Matches) -> Convert:
    """A text of a pattern; a number that reads like one is taken as its text."""
    pattern = re.compile(rule.pattern)

    def convert(data: Any, path: Path_, context: Context) -> Any:
        text = str(data) if isinstance(data, int) and not isinstance(data, bool) else data
        if isinstance(text, str) and pattern.fullmatch(text):
            return text
        message = say("Expected {wanted}, found {found}.", wanted=rule.called, found=described(data))
        context.fault("bad-value", path, message, say("For example: {example}.", example=rule.example))
        return None

    return convert


def bounded(inner: Convert, bounds: Between) -> Convert:
    def convert(data: Any, path: Path_, context: Context) -> Any:
        value = inner(data, path, context)
        if isinstance(value, int | float) and not bounds.least <= value <= bounds.most:
            remedy = say("Write a number from {least} to {most}.", least=bounds.least, most=bounds.most)
            context.fault("out-of-range", path, say("{number} is out of range.", number=value), remedy)
        return value

    return convert


def one_of(choices: tuple[Any, ...]) -> Convert:
    """One of a few literals; a lone 1 is the number of a format, where a higher one is newer than we are."""

    def convert(data: Any, path: Path_, context: Context) -> Any:
        for choice in choices:
            if data == choice and type(data) is type(choice):
                return data
        if choices == (1,) and isinstance(data, int) and not isinstance(data, bool) and data > 1:
            message = say(
                "This file has format {format}; this version of campaign reads format 1.", format=data
            )
            context.fault("newer-format", path, message, say("Update campaign."))
            return None
        context.fault("not-one-of", path, _unknown(data), _choices(choices, data))
        return None

    return convert


def _choices(choices: tuple[Any, ...], data: object) -> str:
    if len(choices) == 1:
        return say("Write {word}.", word=choices[0])
    words = [str(choice) for choice in choices]
    if isinstance(data, str) and nearest_word(data, words):
        return did_you_mean(data, words)
    return say("Write one of these: {words}.", words=listed(words))


def moment(kind: Any) -> Convert:
    """A day, or a moment with its time zone, in the ISO form."""
    called, example = say("a date"), "2026-03-14"
    if kind is datetime:
        called, example = say("a date and time"), "2026-03-14T18:30:00Z"

    def convert(data: Any, path: Path_, context: Context) -> Any:
        if isinstance(data, str):
            try:
                value = kind.fromisoformat(data)
            except ValueError:
                pass
            else:
                if kind is date or value.tzinfo:
                    return value
        message = say("Expected {wanted}, found {found}.", wanted=called, found=described(data))
        context.fault("bad-value", path, message, say("For example: {example}.", example=example))
        return None

    return convert


def parsed(kind: Any) -> Convert:
    """A class that reads its own texts by `parse`, and says in a ValueError what is wrong with one."""

    def convert(data: Any, path: Path_, context: Context) -> Any:
        if isinstance(data, str | int) and not isinstance(data, bool):
            try:
                return kind.parse(str(data))
            except ValueError as error:
                context.fault("bad-value", path, str(error), "")
                return None
        context.expected(say("text or a number"), data, path, "")
        return None

    return convert


# --- values made of values ---


def list_of(inner: Convert) -> Convert:
    def convert(data: Any, path: Path_, context: Context) -> Any:
        if not isinstance(data, list):
            context.expected(say("a list"), data, path, say("Begin each item with “- ”."))
            return ()
        return tuple(inner(item, (*path, index), context) for index, item in enumerate(data))

    return convert


def fixed_list(inner: tuple[Convert, ...]) -> Convert:
    """A list of just so many values, such as the corners of a rectangle."""

    def convert(data: Any, path: Path_, context: Context) -> Any:
        if not isinstance(data, list) or len(data) != len(inner):
            found = say("a list of {count}", count=len(data)) if isinstance(data, list) else described(data)
            message = say("Expected a list of {count}, found {found}.", count=len(inner), found=found)
            context.fault("wrong-type", path, message, say("Write them as [1, 2, …]."))
            return None
        pairs = zip(inner, data, strict=True)
        return tuple(each(item, (*path, index), context) for index, (each, item) in enumerate(pairs))

    return convert


def mapping_of(inner: Convert) -> Convert:
    def convert(data: Any, path: Path_, context: Context) -> Any:
        if not isinstance(data, dict):
            context.expected(say("a mapping"), data, path, say("Write “key: value” lines."))
            return {}
        return {str(key): inner(value, (*path, key), context) for key, value in data.items()}

    return convert


def optional(inner: Convert) -> Convert:
    return lambda data, path, context: None if data is None else inner(data, path, context)


def _or(remedy: str, other: str) -> str:
    return say("{remedy} Or: {other}", remedy=remedy, other=other)


def first_that_fits(inner: tuple[Convert, ...]) -> Convert:
    """The first of several readings without a fault; else the fault of the first with every remedy."""

    def convert(data: Any, path: Path_, context: Context) -> Any:
        tried = []
        for each in inner:
            trial = Context(context.file)
            value = each(data, path, trial)
            if not trial.faults:
                return value
            tried.append(trial.faults[0])
        remedies = list(dict.fromkeys(fault.remedy for fault in tried if fault.remedy))
        context.fault(tried[0].code, path, tried[0].message, reduce(_or, remedies) if remedies else "")
        return None

    return convert
