"""What every verb needs around it: the campaign, its game, who writes, who may be asked, which day."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from campaign.asking import amount
from campaign.cli.terminal import Terminal
from campaign.errors import MissingAnswer, Refusal, did_you_mean
from campaign.words import say

if TYPE_CHECKING:
    from campaign.campaign import Campaign
    from campaign.content.library import Library
    from campaign.ledger.entries_io import Author


def now() -> datetime:
    """This moment."""
    return datetime.now(UTC)


def folder_or_none(ctx: typer.Context) -> Campaign | None:
    """The campaign at hand, or None outside of one; the same one for all that a command asks."""
    if "campaign" not in ctx.meta:
        ctx.meta["campaign"] = _found(ctx)
    kept: Campaign | None = ctx.meta["campaign"]
    return kept


def _found(ctx: typer.Context) -> Campaign | None:
    from campaign.files.disk import nearest

    said: Path | None = ctx.obj
    root = said.resolve() if said is not None else nearest(Path.cwd())
    if root is None:
        return None
    from campaign.campaign import Campaign

    return Campaign.open(root)


def folder(ctx: typer.Context) -> Campaign:
    """The campaign at hand. Raises Refusal outside of one."""
    found = folder_or_none(ctx)
    if found is None:
        raise Refusal(
            say("There is no campaign here."),
            say("Start one with “campaign new”, or name its folder: campaign -C DIR …"),
        )
    return found


def library_for(folder: Campaign | None, system: str | None) -> Library:
    """The content of the game that is named, else of the campaign's, which brings its own to the same game.

    Raises Refusal for an unknown game, and where neither is there.
    """
    if folder is not None and system in (None, folder.file.system):
        return folder.library
    if system is None:
        raise Refusal(
            say("There is no campaign here."),
            say("Start one with “campaign new”, or name the game with --system."),
        )
    from campaign.content.library import library_without

    return library_without(system)


def game(ctx: typer.Context, system: str | None) -> tuple[Campaign | None, Library]:
    """The campaign at hand if it plays the game that is meant, and the content of that. Raises Refusal."""
    at = folder_or_none(ctx)
    library = library_for(at, system)
    return (at if at is not None and library is at.library else None), library


def hand(by: str | None) -> Author:
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


def asker(no_input: bool) -> Terminal | None:
    """Who may be asked; nobody with --no-input."""
    return None if no_input else Terminal()


def reason_of(reason: str, no_input: bool) -> str:
    """The reason as said, or as asked for."""
    if reason.strip():
        return reason.strip()
    terminal = asker(no_input)
    if terminal is None:
        raise MissingAnswer(say("This needs its reason."), say("Give it with --reason."))
    note = ""
    while True:
        if text := terminal.line("Reason:", None, note).strip():
            return text
        note = say("A correction without a reason helps nobody: write a few words.")


def played_on(text: str | None) -> date:
    """The day that was said, or today where the players are."""
    if text is None:
        return now().astimezone().date()
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Refusal(say("“{day}” is no day.", day=text), say("Write it like 2026-03-14.")) from None


def extras(arguments: Sequence[str], values: Sequence[str], flags: Sequence[str]) -> dict[str, str]:
    """Options that content brings: `--NAME VALUE`, `--NAME=VALUE`, and for flags `--NAME` and `--no-NAME`.

    Names are ids, with `-` for `_`. Raises typer's usage error for one that the content does not know.
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
            raise typer.BadParameter(f"{say('There is no option {option}.', option=option)} {near}".strip())
        if not equals:
            if not left:
                raise typer.BadParameter(say("{option} needs a value.", option=option))
            value = left.pop(0)
        found[name] = value
    return found


def numbers(given: Mapping[str, str]) -> dict[str, int]:
    """Options that content brings, as the numbers that they are; typer's usage error for a wrong one."""
    return {name: number_of(name, text) for name, text in given.items()}


def number_of(name: str, text: str) -> int:
    """What was typed for an option's number; typer's usage error for anything else."""
    number = amount(text)
    if number is None:
        option = f"--{name.replace('_', '-')}"
        raise typer.BadParameter(say("{option} takes a number, not “{text}”.", option=option, text=text))
    return number


def alone(ctx: typer.Context, option: str, *with_it: str) -> None:
    """Wrong usage for whatever stands beside an option and would do nothing there.

    `with_it` are the parameters that have a use with the option; so have the ones of printing and asking.
    """
    useful = {*with_it, option, "by", "yes", "no_input", "shape", "output", "paper"}
    idle = [*_typed(ctx, useful), *(word.partition("=")[0] for word in ctx.args if word.startswith("-"))]
    if idle:
        said = _option(ctx, option)
        raise typer.BadParameter(say("Not with {said}: {idle}.", said=said, idle=", ".join(idle)))


def only_with(ctx: typer.Context, option: str, *needing: str) -> None:
    """Wrong usage for parameters that do nothing without an option that was left out."""
    idle = [word for name in needing for word in _typed(ctx, {*ctx.params} - {name})]
    if idle:
        said = _option(ctx, option)
        raise typer.BadParameter(say("Only with {said}: {idle}.", said=said, idle=", ".join(idle)))


def _typed(ctx: typer.Context, leave: set[str]) -> list[str]:
    """What was typed of the command's parameters, as it is typed; defaults are not."""
    return [
        _option(ctx, name)
        for name in ctx.params
        if name not in leave and getattr(ctx.get_parameter_source(name), "name", "") == "COMMANDLINE"
    ]


def _option(ctx: typer.Context, name: str) -> str:
    [parameter] = [each for each in ctx.command.params if each.name == name]
    return max(parameter.opts, key=len)
