"""From one plain value to one of ours, or a fault that says what was expected and what came.

A converter is a function of the value, its path and the context that gathers the faults. Which one fits
which annotation is decided by campaign/files/schema.py; the ones here know nothing of records.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any

from campaign.errors import did_you_mean, nearest_word
from campaign.words import say

__all__ = [
    "Between", "Context", "Convert", "Fault", "Matches", "Path_", "bounded", "described", "first_that_fits",
    "fixed_list", "list_of", "mapping_of", "matching", "moment", "one_of", "optional", "parsed", "scalar",
]  # fmt: skip

Path_ = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Between:
    """A number's least and greatest value, both allowed."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Matches:
    """A text's pattern, what to call it, and an example."""

    pattern: str
    called: str
    example: str


@dataclass(frozen=True, slots=True)
class Fault:
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
            say("Expected {called}, found {found}.", called=called, found=described(data)),
            remedy,
        )


Convert = Callable[[Any, Path_, Context], Any]


def described(data: object) -> str:
    """A value as a message quotes it: what came, in few words."""
    if data is None:
        return "nothing"
    if isinstance(data, bool):
        return "true" if data else "false"
    if isinstance(data, dict):
        return "a mapping"
    if isinstance(data, list):
        return "a list"
    text = re.sub(r"\s+", " ", str(data))
    text = text if len(text) <= 40 else text[:39] + "…"
    return f"the text “{text}”" if isinstance(data, str) else text


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
    if called == "a text" and data is not None and not isinstance(data, dict | list):
        return say('Write it in quotes: "{found}".', found=described(data))
    if called == "a whole number" and isinstance(data, str):
        digits = data.replace("_", "")
        return (
            say("Write {digits}.", digits=int(digits))
            if re.fullmatch(r"[-+]?[0-9]{1,18}", digits)
            else say("Write {called}.", called=called)
        )
    if called == "true or false" and str(data).lower() in ("yes", "on", "y", "1"):
        return say("Write true.")
    if called == "true or false" and str(data).lower() in ("no", "off", "n", "0"):
        return say("Write false.")
    return say("Write {called}.", called=called)


def matching(rule: Matches) -> Convert:
    """A text of a pattern; a number that reads like one is taken as its text."""
    pattern = re.compile(rule.pattern)

    def convert(data: Any, path: Path_, context: Context) -> Any:
        text = str(data) if isinstance(data, int) and not isinstance(data, bool) else data
        if isinstance(text, str) and pattern.fullmatch(text):
            return text
        message = say("Expected {called}, found {found}.", called=rule.called, found=described(data))
        context.fault("bad-value", path, message, say("For example: {example}.", example=rule.example))
        return None

    return convert


def bounded(inner: Convert, bounds: Between) -> Convert:
    def convert(data: Any, path: Path_, context: Context) -> Any:
        value = inner(data, path, context)
        if isinstance(value, int | float) and not bounds.least <= value <= bounds.most:
            remedy = say("Write {least} to {most}.", least=bounds.least, most=bounds.most)
            context.fault("out-of-range", path, say("{value} is out of range.", value=value), remedy)
        return value

    return convert


def one_of(choices: tuple[Any, ...]) -> Convert:
    """One of a few literals; a lone 1 is the number of a format, where a higher one is newer than we are."""

    def convert(data: Any, path: Path_, context: Context) -> Any:
        for choice in choices:
            if data == choice and type(data) is type(choice):
                return data
        if choices == (1,) and isinstance(data, int) and not isinstance(data, bool) and data > 1:
            message = say("This file is of format {data}; this version knows format 1.", data=data)
            context.fault("newer-format", path, message, say("Update campaign."))
            return None
        found = described(data)
        message = say("{upper}{found} is not known here.", upper=found[0].upper(), found=found[1:])
        context.fault("not-one-of", path, message, _choices(choices, data))
        return None

    return convert


def _choices(choices: tuple[Any, ...], data: object) -> str:
    if len(choices) == 1:
        return say("Write {choices}.", choices=choices[0])
    words = [str(choice) for choice in choices]
    if isinstance(data, str) and nearest_word(data, words):
        return did_you_mean(data, words)
    return say("Write one of {words}.", words=", ".join(words))


def moment(kind: Any) -> Convert:
    """A day, or a moment with its time zone, in the ISO form."""
    called, example = ("a moment", "2026-03-14T18:30:00Z") if kind is datetime else ("a day", "2026-03-14")

    def convert(data: Any, path: Path_, context: Context) -> Any:
        if isinstance(data, str):
            try:
                value = kind.fromisoformat(data)
            except ValueError:
                pass
            else:
                if kind is date or value.tzinfo:
                    return value
        message = say("Expected {called}, found {found}.", called=called, found=described(data))
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
        context.expected("a text or a number", data, path, "")
        return None

    return convert


# --- values made of values ---


def list_of(inner: Convert) -> Convert:
    def convert(data: Any, path: Path_, context: Context) -> Any:
        if not isinstance(data, list):
            context.expected("a list", data, path, say("Begin each item with “- ”."))
            return ()
        return tuple(inner(item, (*path, index), context) for index, item in enumerate(data))

    return convert


def fixed_list(inner: tuple[Convert, ...]) -> Convert:
    """A list of just so many values, such as the corners of a rectangle."""

    def convert(data: Any, path: Path_, context: Context) -> Any:
        if not isinstance(data, list) or len(data) != len(inner):
            found = f"a list of {len(data)}" if isinstance(data, list) else described(data)
            message = say("Expected a list of {count}, found {found}.", count=len(inner), found=found)
            context.fault("wrong-type", path, message, say("Write them as [1, 2, …]."))
            return None
        pairs = zip(inner, data, strict=True)
        return tuple(each(item, (*path, index), context) for index, (each, item) in enumerate(pairs))

    return convert


def mapping_of(inner: Convert) -> Convert:
    def convert(data: Any, path: Path_, context: Context) -> Any:
        if not isinstance(data, dict):
            context.expected("a mapping", data, path, say("Write “key: value” lines."))
            return {}
        return {str(key): inner(value, (*path, key), context) for key, value in data.items()}

    return convert


def optional(inner: Convert) -> Convert:
    return lambda data, path, context: None if data is None else inner(data, path, context)


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
        remedy = " Or: ".join(dict.fromkeys(fault.remedy for fault in tried if fault.remedy))
        context.fault(tried[0].code, path, tried[0].message, remedy)
        return None

    return convert
