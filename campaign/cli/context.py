"""What a verb is called with, beyond its own options: the campaign at hand, its game, who may be asked."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import typer

from campaign.cli.terminal import Terminal
from campaign.errors import WrongUsage, refuse
from campaign.record import Record, fields
from campaign.words import say

if TYPE_CHECKING:
    from campaign.campaign import Campaign
    from campaign.content.library import Library

R = TypeVar("R", bound=Record)


def campaign_or_none(ctx: typer.Context) -> Campaign | None:
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


def campaign_of(ctx: typer.Context) -> Campaign:
    """The campaign at hand. Raises Refusal outside of one."""
    found = campaign_or_none(ctx)
    if found is None:
        refuse(
            "There is no campaign here.", "Start one with “campaign new”, or point to one: campaign -C DIR …"
        )
    return found


def library_for(campaign: Campaign | None, system: str | None) -> Library:
    """The content of the game that is named, else of the campaign's, which brings its own to the same game.

    Raises Refusal for an unknown game, and where neither is there.
    """
    if campaign is not None and system in (None, campaign.file.system):
        return campaign.library
    if system is None:
        refuse("There is no campaign here.", "Start one with “campaign new”, or name the game with --system.")
    from campaign.content.library import library_without

    return library_without(system)


def game(ctx: typer.Context, system: str | None) -> tuple[Campaign | None, Library]:
    """The campaign at hand if it plays the game that is meant, and the content of that. Raises Refusal."""
    at = campaign_or_none(ctx)
    library = library_for(at, system)
    return (at if at is not None and library is at.library else None), library


def asker(no_input: bool) -> Terminal | None:
    """Who may be asked; nobody with --no-input."""
    return None if no_input else Terminal()


def options_of(ctx: typer.Context, record: type[R]) -> R:
    """What a verb was called with, as the record that its command takes: each field from the parameter of its
    name, its default where that was left out. `extra` are the options that content brings.
    """
    given = {**ctx.params, "extra": ctx.args}
    values = {each.name: given[each.name] for each in fields(record) if given[each.name] is not None}
    return record(**{name: tuple(each) if isinstance(each, list) else each for name, each in values.items()})


def alone(ctx: typer.Context, option: str, *with_it: str) -> None:
    """Wrong usage for whatever stands beside an option and would do nothing there.

    `with_it` are the parameters that have a use with the option; so have the ones of printing and asking.
    """
    useful = {*with_it, option, "by", "yes", "no_input", "shape", "output", "paper"}
    idle = [*_typed(ctx, useful), *(word.partition("=")[0] for word in ctx.args if word.startswith("-"))]
    if idle:
        said = _option(ctx, option)
        raise WrongUsage(say("Can’t be combined with {said}: {idle}", said=said, idle=", ".join(idle)))


def only_with(ctx: typer.Context, option: str, *needing: str) -> None:
    """Wrong usage for parameters that do nothing without an option that was left out."""
    idle = [word for name in needing for word in _typed(ctx, {*ctx.params} - {name})]
    if idle:
        said = _option(ctx, option)
        raise WrongUsage(say("Only with {said}: {idle}", said=said, idle=", ".join(idle)))


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
