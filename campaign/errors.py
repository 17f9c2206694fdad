"""What can be wrong, as values.

A `Problem` is a mistake in somebody's file: it knows where it stands and what to write instead, and
problems are gathered, never raised one at a time. A `Refusal` is the one exception that speaks to a
player: a sentence and what to do next. Anything else that is raised is a bug of ours.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NoReturn

from campaign.record import Record
from campaign.words import say


class Problem(Record, kw_only=False):
    """One mistake in one file.

    `code` is a short stable name (`unknown-key`); `line` and `column` count from 1, and are 0 where
    the problem is with the file as a whole. `remedy` says what to write instead.
    """

    code: str
    message: str
    remedy: str
    path: Path | None = None
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        place = [str(self.path)] if self.path else []
        if self.line:
            place += [str(self.line), str(self.column)]
        head = ":".join(place)
        head = f"{head}: " if head else ""
        tail = f" {self.remedy}" if self.remedy else ""
        return f"{head}{self.message}{tail} [{self.code}]"

    def sort_key(self) -> tuple[str, int, int, str]:
        return (str(self.path or ""), self.line, self.column, self.code)


class Refusal(Exception):
    """What a player asked for can't be done: one sentence, and what to do next."""

    exit_code = 1

    def __init__(self, sentence: str, remedy: str = "") -> None:
        super().__init__(f"{sentence} {remedy}".strip())
        self.sentence = sentence
        self.remedy = remedy


class MissingAnswer(Refusal):
    """A question has no answer and nobody may be asked (`--no-input`)."""

    exit_code = 2


class WrongUsage(Refusal):
    """What was typed on the command line can't be meant so; the help says how it can."""

    exit_code = 2


def refuse(sentence: str, remedy: str = "", /, **values: object) -> NoReturn:
    """Refuses in the player's language: a sentence and what to do next, with values in either."""
    raise Refusal(say(sentence, **values), say(remedy, **values) if remedy else "")


class Problems(Refusal):
    """A file or a content root has mistakes; all of them, in the order of the files."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(problems, key=Problem.sort_key))
        super().__init__("\n".join(str(problem) for problem in self.problems))


def nearest_word(word: str, known: Iterable[str]) -> str | None:
    """The known word that the player most likely meant, if one is near."""
    from difflib import get_close_matches

    by_plain = {name.casefold(): name for name in sorted(known, reverse=True)}
    near = get_close_matches(word.casefold(), list(by_plain), n=1)
    return by_plain[near[0]] if near else None


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """ "Did you mean X?" for the nearest known word, or the list of them, or nothing."""
    names = sorted(known)
    near = nearest_word(word, names)
    if near is not None:
        return say("Did you mean “{found}”?", found=near)
    if names:
        return say("Choose from: {names}.", names=", ".join(names))
    return ""


def no_such(kind: str, name: str) -> str:
    """That nothing of a kind has this name: a whole sentence for each kind, since languages inflect them."""
    sentences = {
        "catalogue": say("There is no catalogue “{name}”."),
        "choice": say("There is no choice “{name}”."),
        "deck": say("There is no deck “{name}”."),
        "degree": say("There is no degree “{name}”."),
        "mode": say("There is no mode “{name}”."),
        "order": say("There is no order “{name}”."),
        "outcome": say("There is no outcome “{name}”."),
        "resource": say("There is no resource “{name}”."),
        "role": say("There is no role “{name}”."),
        "setting": say("There is no setting “{name}”."),
        "size": say("There is no size “{name}”."),
        "stat": say("There is no stat “{name}”."),
        "status": say("There is no status “{name}”."),
        "step": say("There is no step “{name}”."),
        "table": say("There is no table “{name}”."),
        "term": say("There is no term “{name}”."),
        "theme": say("There is no theme “{name}”."),
        "trait": say("There is no trait “{name}”."),
        "upgrade": say("There is no upgrade “{name}”."),
    }
    return sentences[kind].format(name=name)
