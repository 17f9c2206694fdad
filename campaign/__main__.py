"""The door of the command `campaign` and of `python -m campaign`.

`--version` is answered here, before anything is loaded: scripts ask it often, and loading the command
line takes five times as long as starting Python.
"""

from __future__ import annotations

import sys

from campaign import __version__


def main(argv: list[str] | None = None) -> int:
    """The exit code: 0 fine, 1 problems or a refusal, 2 wrong usage, 3 a bug of ours."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if arguments == ["--version"]:
        try:
            sys.stdout.write(f"campaign {__version__}\n")
            sys.stdout.flush()
        except (OSError, AttributeError):
            pass  # a closed pipe has heard enough
        return 0
    from campaign.cli import main as run

    return run(arguments)


if __name__ == "__main__":
    sys.exit(main())
