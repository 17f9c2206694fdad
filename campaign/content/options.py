"""The options that content brings to a verb: a game's picks and settings, what a test asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from campaign.asking import amount
from campaign.errors import WrongUsage, did_you_mean
from campaign.words import say

if TYPE_CHECKING:
    from campaign.content.system import System


def extras(arguments: Sequence[str], values: Sequence[str], flags: Sequence[str]) -> dict[str, str]:
    """Options that content brings: `--NAME VALUE`, `--NAME=VALUE`, and for flags `--NAME` and `--no-NAME`.

    Names are ids, with `-` for `_`. Raises WrongUsage for one that the content does not know.
    """
    by_option = {f"--{name.replace('_', '-')}": name for name in (*values, *flags)}
    found: dict[str, str] = {}
    left = list(arguments)
    while left:
        option, equals, value = left.pop(0).partition("=")
        key = option.replace("_", "-") if option.startswith("--") else option
        name = by_option.get(key)
        if name is None and key.startswith("--no-") and f"--{key[5:]}" in by_option:
            name, value, equals = by_option[f"--{key[5:]}"], "0", "="
        elif name in flags and not equals:
            value, equals = "1", "="
        if name is None:
            near = did_you_mean(key, by_option)
            raise WrongUsage(say("There is no option {option}.", option=option), near)
        if not equals:
            if not left:
                raise WrongUsage(say("{option} needs a value.", option=option))
            value = left.pop(0)
        found[name] = value
    return found


def typed_settings(
    system: System, arguments: Sequence[str], picks: Sequence[str] = ()
) -> tuple[dict[str, str], dict[str, int]]:
    """The picks by step, and the settings, that a system adds to a verb's options. Raises WrongUsage."""
    flags = [setting.id for setting in system.settings if isinstance(setting.default, bool)]
    counts = [setting.id for setting in system.settings if setting.id not in flags]
    given = extras(arguments, [*picks, *counts], flags)
    return (
        {name: value for name, value in given.items() if name in picks},
        numbers({name: value for name, value in given.items() if name not in picks}),
    )


def numbers(given: Mapping[str, str]) -> dict[str, int]:
    """Options that content brings, as the numbers that they are. Raises WrongUsage for a wrong one."""
    return {name: number_of(name, text) for name, text in given.items()}


def number_of(name: str, text: str) -> int:
    """What was typed for an option's number. Raises WrongUsage for anything else."""
    number = amount(text)
    if number is None:
        option = f"--{name.replace('_', '-')}"
        raise WrongUsage(say("{option} takes a number; got “{text}”.", option=option, text=text))
    return number
