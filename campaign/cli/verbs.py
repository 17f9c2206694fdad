"""The command with all its verbs; a verb's module is loaded when it is called, and by `--help` none."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from campaign.cli.groups import GROUPS, VERBS
from campaign.errors import WrongUsage
from campaign.words import say


class Verbs(TyperGroup):
    """A group that loads a verb only when it is called, and lists all of them without loading any."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in VERBS:
            return None
        if cmd_name not in self.commands:
            self.commands[cmd_name] = get_command(import_module(f"campaign.cli.{cmd_name}").app)
            self.commands[cmd_name].name = cmd_name
            _prepare(self.commands[cmd_name])
        return self.commands[cmd_name]

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and args[0] not in VERBS:
            from campaign.errors import did_you_mean, nearest_word

            near = did_you_mean(args[0], VERBS) if nearest_word(args[0], VERBS) else ""
            ctx.fail(f"{say('There is no command “{verb}”.', verb=args[0])} {near}".strip())
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        for title, verbs in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl(list(verbs.items()))


def _prepare(command: Any) -> None:
    """What is the same for all verbs, those of a group included."""
    for each in getattr(command, "commands", {}).values():
        _prepare(each)
    command.callback = _with_usage(command.callback)
    _name_values(command)


def _with_usage(callback: Callable[..., None]) -> Callable[..., None]:
    """Wrong usage that only the command finds, as Typer's own: it knows which verb's help to name."""

    @wraps(callback)
    def called(*args: Any, **said: Any) -> None:
        try:
            callback(*args, **said)
        except WrongUsage as wrong:
            raise typer.BadParameter(str(wrong)) from wrong

    return called


def _name_values(command: Any) -> None:
    """Names a value's place for its option, or N for a number, where Typer has names of Python's types."""
    whole = say("whole number")
    for option in command.params:
        number = option.type.name.startswith(("int", whole))
        if number:
            option.type.name = whole  # for what is said of a wrong one
        if option.metavar is None and not getattr(option, "is_flag", False):
            of_count = number and option.param_type_name == "option"
            option.metavar = "N" if of_count else option.name.strip("_").upper()


app = typer.Typer(
    cls=Verbs,
    name="campaign",
    no_args_is_help=True,
    rich_markup_mode=None,
    add_completion=True,
    context_settings={"help_option_names": ["--help", "-h"]},
    help=say("Skirmish campaigns, from the first die to the printed ledger."),
)


@app.callback()
def campaign(
    ctx: typer.Context,
    folder: Annotated[
        Path | None,
        typer.Option(
            "-C",
            metavar="DIR",
            help=say("The campaign’s folder (default: the nearest one, going up from here)."),
        ),
    ] = None,
) -> None:
    """Skirmish campaigns, from the first die to the printed ledger."""
    ctx.obj = folder


def command() -> Any:
    """The whole command line. That completion can be shown is true and helps nobody who reads the help."""
    whole: Any = get_command(app)
    for option in whole.params:
        option.hidden = option.hidden or option.name == "show_completion"
    return whole
