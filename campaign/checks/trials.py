"""Trying a formula with every value that its names can have, and what the settings can be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice, product

from campaign.checks.files import Content
from campaign.content.system import System
from campaign.errors import Problem, did_you_mean
from campaign.files.converters import Path_
from campaign.files.schema import Where
from campaign.mechanisms.formula import Formula
from campaign.words import listed, say

__all__ = ["MOST_TRIALS", "Path_", "Values", "all_settings", "number_settings", "tried"]

Values = dict[str, list[int]]
MOST_TRIALS = 3000


def tried(
    content: Content,
    where: Where,
    path: Path_,
    formula: Formula | None,
    scopes: Iterable[Mapping[str, list[int]]],
) -> Iterator[Problem]:
    """One problem for each unknown name; else one for the first values with which the formula fails."""
    if formula is None:
        return
    scopes = list(scopes)
    known = set(scopes[0])
    for name in sorted(formula.names - known):
        message = say(
            "The formula “{formula}” asks for “{name}”, which is not known here.", formula=formula, name=name
        )
        yield content.problem("unknown-name", where, path, message, did_you_mean(name, known))
    if formula.names - known:
        return
    for scope in scopes:
        names = sorted(formula.names)
        for values in islice(product(*(scope[name] for name in names)), MOST_TRIALS):
            try:
                formula.value(dict(zip(names, values, strict=True)))
            except ValueError as error:
                at = listed(f"{name} = {value}" for name, value in zip(names, values, strict=True))
                remedy = say("It has no value where {values}.", values=at) if at else say("Write a number.")
                yield content.problem("formula-fails", where, path, str(error), remedy)
                return


def all_settings(system: System) -> Values:
    """Every setting, each flag off and on, each number at its default, its least and its most."""
    flags = {setting.id: [0, 1] for setting in system.settings if isinstance(setting.default, bool)}
    return flags | number_settings(system)


def number_settings(system: System) -> Values:
    """The number settings, each at its default, its least and its most."""
    return {
        setting.id: list(dict.fromkeys((setting.default, setting.least, setting.most)))
        for setting in system.settings
        if not isinstance(setting.default, bool)
    }
