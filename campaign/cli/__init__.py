"""The command line: finds the verb, loads only its module, and turns what goes wrong into words and a code.

Exit codes: 0 fine, 1 problems or a refusal, 2 wrong usage or a missing answer, 3 a bug of ours,
130 stopped by the player.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from campaign.errors import Problems, Refusal
from campaign.words import say

__all__ = ["main"]

STOPPED = "\n" + say("Stopped. Nothing was left half written.")


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command line and returns its exit code."""
    _speak_utf8()
    try:
        if "_CAMPAIGN_COMPLETE" in os.environ:
            from campaign.cli.verb_completion import completed_verbs

            verbs = completed_verbs(os.environ)
            if verbs is not None:
                sys.stdout.write(verbs)
                sys.stdout.flush()
                return 0
        return _run(list(sys.argv[1:] if argv is None else argv))
    except Problems as problems:
        return _say("\n".join(_relative(str(problem)) for problem in problems.problems), problems.exit_code)
    except Refusal as refusal:
        return _say(str(refusal), refusal.exit_code)
    except (KeyboardInterrupt, EOFError):
        return _say(STOPPED, 130)
    except BrokenPipeError:
        # Whoever read the output has seen enough; keep Python from complaining about it at exit.
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:  # noqa: BLE001 - the boundary: whatever else comes here is a bug of ours
        if isinstance(error, OSError):
            return _say(_refused_by_the_computer(error), 1)
        import traceback

        traceback.print_exc()
        return _say(
            say("This is a bug in campaign, not your mistake. Please report it with the lines above."), 3
        )


def _run(argv: list[str]) -> int:
    from typer import Abort, BadParameter

    from campaign.cli.verbs import command

    # Typer keeps the kinds of wrong usage in a private module; its public one leads to what they all are.
    wrong_usage: type[Exception] = [kind for kind in BadParameter.__mro__ if hasattr(kind, "format_message")][
        -1
    ]
    try:
        left_with = command().main(args=argv, prog_name="campaign", standalone_mode=False)
        sys.stdout.flush()
    except SystemExit as left:
        # Typer's answer to a closed pipe; ours stands in `main`.
        if isinstance(left.__context__, BrokenPipeError):
            raise left.__context__ from None
        raise
    except Abort:
        return _say(STOPPED, 130)
    except wrong_usage as wrong:
        return _say(_usage(wrong), 2)
    # Typer gives back the code of an Exit, and makes one of 130 from Ctrl-C.
    if left_with == 130:
        return _say(STOPPED, 130)
    return left_with if isinstance(left_with, int) else 0


def _refused_by_the_computer(error: OSError) -> str:
    reason = error.strerror or error
    if error.filename is not None:
        return say("{file} can’t be used: {reason}.", file=error.filename, reason=reason)
    # Nothing is shown before it is written, so a record is safe when the screen or the disk under it is not.
    return say(
        "The result could not be shown: {reason}. Everything that was to be recorded has been.", reason=reason
    )


def _usage(wrong: Any) -> str:
    """What was wrong with the line, and where the help is; the help itself for a verb alone."""
    context, message = getattr(wrong, "ctx", None), str(wrong.format_message())
    if context is None or message == context.get_help():
        return message
    return f"{message}\n" + say("See “{command} --help”.", command=context.command_path)


def _say(text: str, code: int) -> int:
    from campaign.cli.terminal import visible

    with suppress(BrokenPipeError):
        # A verb of this package is called `print`, and hides Python's own here.
        sys.stderr.write(f"{visible(text)}\n")
    return code


def _relative(line: str) -> str:
    """The line with its path from here, where that is shorter."""
    with suppress(OSError):
        return line.removeprefix(f"{Path.cwd()}{os.sep}")
    return line


def _speak_utf8() -> None:
    """Every stream in UTF-8, on every system; one that the caller has closed leads nowhere."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            nowhere = Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115 - open to the end
            setattr(sys, name, nowhere)
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace")
    # What is typed in another encoding is a wrong answer, and no reason to fall over.
    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(encoding="utf-8", errors="replace")
