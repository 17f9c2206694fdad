"""Tab on a verb, answered from their list in a fraction of the time that Typer needs to load.

Shells ask through the environment and read the answers as Typer's scripts for them expect. Whatever else they
ask for, values and options, is left to Typer and campaign/cli/completing.py.
"""

from __future__ import annotations

from collections.abc import Mapping

from campaign.cli.groups import VERBS


def completed_verbs(environ: Mapping[str, str]) -> str | None:
    """What the shell is told; None where no verb is asked for, none begins so, or a word is in quotes."""
    shell = environ.get("_CAMPAIGN_COMPLETE", "").removeprefix("complete_")
    line = environ.get("COMP_WORDS" if shell == "bash" else "_TYPER_COMPLETE_ARGS", "")
    if shell not in _ANSWERS or any(letter in line for letter in "'\"\\"):
        return None
    _, *words = line.split() or [""]
    begun = _begun(shell, line, words, environ)
    before = words[: len(words) - (begun != "")]
    found = [verb for verb in VERBS if verb.startswith(begun)]
    if not found or not (before == [] or (len(before) == 2 and before[0] == "-C")):
        return None
    if shell == "fish" and environ.get("_TYPER_COMPLETE_FISH_ACTION") != "get-args":
        return ""  # fish only asks whether there is anything
    return _ANSWERS[shell](found) + "\n"


def _begun(shell: str, line: str, words: list[str], environ: Mapping[str, str]) -> str:
    """The word that is being typed, empty where the next one begins."""
    if shell == "bash":
        at = environ.get("COMP_CWORD", "")
        return words[-1] if words and at == str(len(words)) else ""
    if shell in ("powershell", "pwsh"):
        return environ.get("_TYPER_COMPLETE_WORD_TO_COMPLETE", "")
    return words[-1] if words and not line.endswith(" ") else ""


def _for_zsh(verbs: list[str]) -> str:
    lines = "\n".join(f'"{verb}":"{_quoted(VERBS[verb])}"' for verb in verbs)
    return f"_arguments '*: :(({lines}))'"


def _quoted(text: str) -> str:
    for letter, written in (('"', '""'), ("'", "''"), ("$", "\\$"), ("`", "\\`"), (":", "\\\\:")):
        text = text.replace(letter, written)
    return text


def _for_powershell(verbs: list[str]) -> str:
    return "\n".join(f"{verb}:::{VERBS[verb]}" for verb in verbs)


_ANSWERS = {
    "bash": "\n".join,
    "zsh": _for_zsh,
    "fish": lambda verbs: "\n".join(f"{verb}\t{VERBS[verb]}" for verb in verbs),
    "powershell": _for_powershell,
    "pwsh": _for_powershell,
}
