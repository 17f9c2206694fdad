"""Questions to a player: a default on Enter, one step back on `b`, wrong answers asked again.

The module doesn't know what answers are for, nor the terminal: it is given a function that asks one
line. Answers already given are kept in a draft outside the ledger, and offered again after an end that
nobody wanted.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Any, Protocol

from campaign.errors import MissingAnswer, Refusal
from campaign.record import Record
from campaign.words import say

BACK = "b"
YES = ("y", "yes", "true", "1")
NO = ("n", "no", "false", "0")


class LineAsker(Protocol):
    """Whom an interview goes to."""

    def line(self, question: str, default: str | None, note: str = "") -> str:
        """One answer; `note` is told first."""


class Asker(LineAsker, Protocol):
    """A player at a terminal, to whom a device may be handed."""

    @property
    def interactive(self) -> bool:
        """Whether a player sits there; else the answers are piped in."""

    @property
    def width(self) -> int:
        """How many columns there are."""

    def tell(self, text: str) -> None: ...

    def confirm(self, question: str, default: bool = True) -> bool: ...

    def hidden(self, who: str, question: str, check: Callable[[str], Any], note: str = "") -> Any:
        """Hands the device to `who`, and takes an answer that `check` accepts and that leaves no trace."""

    def handed(self, who: str) -> AbstractContextManager[None]:
        """The device in the hands of `who` alone: what is told meanwhile leaves no trace on the screen."""

    def secret(self, question: str, check: Callable[[str], Any]) -> Any:
        """An answer that can't be seen as it is typed, asked again until `check` accepts it."""


class Question(Record, kw_only=False):
    """One question. `check` turns the typed text into the answer; ValueError and Refusal say what is wrong.
    `settled` gives the answer where the earlier ones leave no other, and None where it has to be asked.

    `option` is how the answer could have been given on the command line.
    """

    id: str
    text: str
    check: Callable[[str], Any]
    default: str | None = None
    option: str = ""
    settled: Callable[[Mapping[str, Any]], Any] | None = None


class SavedAnswers:
    """Answers so far of one interview, in a file of their own."""

    def __init__(self, path: Path | None) -> None:
        self.path = path

    def load(self) -> dict[str, str]:
        """The answers kept; none where there is no file, or one that can't be read."""
        if self.path is None:
            return {}
        with suppress(OSError, ValueError):
            data = json.loads(self.path.read_text(encoding="utf-8"))
            return {str(key): str(value) for key, value in data.items()}
        return {}

    def keep(self, answers: dict[str, str]) -> None:
        """Keeps the answers; a draft that can't be written is done without."""
        if self.path is None:
            return
        with suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_text(json.dumps(answers), encoding="utf-8")

    def drop(self) -> None:
        if self.path is not None:
            with suppress(OSError):
                self.path.unlink(missing_ok=True)


def interview(
    questions: Sequence[Question], asker: LineAsker | None, draft: SavedAnswers | None = None
) -> dict[str, Any]:
    """The answer to each question, by id. Raises MissingAnswer where nobody may be asked.

    Without an asker, a question's default is its answer, and one without a default is missing.
    """
    kept = draft.load() if draft else {}
    answers: dict[str, Any] = {}
    typed: dict[str, str] = {}
    place, note, back = 0, "", False
    while place < len(questions):
        question = questions[place]
        only = question.settled(answers) if question.settled is not None else None
        if only is not None and not (back and place == 0):
            answers[question.id] = only
            place += -1 if back else 1
            continue
        back = False
        default = kept.get(question.id, question.default)
        text = _unasked(question) if asker is None else asker.line(question.text, default, note)
        note = ""
        if text.strip().casefold() == BACK and asker is not None:
            back = place > 0
            place = max(0, place - 1)
            kept |= typed
            continue
        try:
            answers[question.id] = question.check(text.strip() or default or "")
        except (ValueError, Refusal) as wrong:
            if asker is None:
                raise
            note = str(wrong)
            continue
        typed[question.id] = text.strip() or default or ""
        if draft:
            draft.keep(kept | typed)
        place += 1
    return answers


def _unasked(question: Question) -> str:
    if question.default is None:
        remedy = (
            say("Use {option}.", option=question.option)
            if question.option
            else say("Run the command again without --no-input.")
        )
        text = question.text if question.text.endswith(("?", ".", ":")) else f"{question.text}."
        raise MissingAnswer(say("No answer given: {question}", question=text), remedy)
    return question.default


def show_secretly(asker: Asker, who: str, text: str) -> None:
    """Hands the device to somebody, shows a secret, and leaves nothing of it."""
    with asker.handed(who):
        asker.tell(text)
        asker.secret(say("Press Enter to hide it."), str)


def yes_or_no(text: str) -> bool:
    """Raises ValueError for what is neither."""
    said = truth(text)
    if said is None:
        raise ValueError(say("Answer y or n."))
    return said


def truth(text: str) -> bool | None:
    """Whether yes or no was typed, in one of their spellings; None for anything else."""
    said = text.strip().casefold()
    return True if said in YES else False if said in NO else None


def whole(text: str) -> int | None:
    """The whole number that was typed, or None."""
    return int(text) if re.fullmatch(r"\s*[+-]?[0-9]{1,6}\s*", text) else None


def amount(text: str) -> int | None:
    """A whole number, where yes counts as 1 and no as 0; None for anything else."""
    number, said = whole(text), truth(text)
    return int(said) if number is None and said is not None else number
