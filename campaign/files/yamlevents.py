"""Plain data from ruamel's events, for every text that isn't in our own form.

Event by event, so that size and depth are bounded while reading, and so that each mistake has its place:
repeated keys, tags, merge keys and odd keys are gathered; where the structure is broken, reading stops.
"""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any, NoReturn

from campaign.errors import Problem, Problems
from campaign.files.canonical import MOST_DEPTH, MOST_NODES, plain_value
from campaign.words import say


def raise_problem(
    path: Path | None, code: str, message: str, remedy: str, place: tuple[int, int] = (0, 0)
) -> NoReturn:
    raise Problems([Problem(code, message, remedy, path, *place)]) from None


def from_one(node: Any) -> tuple[int, int]:
    return (node.start_mark.line + 1, node.start_mark.column + 1) if node is not None else (1, 1)


class EventReader:
    """Reads one text, once; `anchors` holds what each was given to and how many values that holds."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.problems: list[Problem] = []
        self.anchors: dict[str, tuple[Any, int]] = {}
        self.nodes = 0
        self.last: Any = None

    def document(self, text: str) -> Any:
        from ruamel.yaml import YAML

        self.events = YAML(typ="safe", pure=True).parse(text)
        data: Any = None
        documents = 0
        while (event := self.next()) is not None:
            if type(event).__name__ == "DocumentStartEvent":
                documents += 1
                if documents > 1:
                    message = say("A second document starts here.")
                    raise_problem(
                        self.path, "several-documents", message, say("Keep only one."), from_one(event)
                    )
                data = self.value(self.next(), 1)
        if self.problems:
            raise Problems(self.problems)
        return data

    def next(self) -> Any:
        """None at the end of the text."""
        from ruamel.yaml.error import MarkedYAMLError

        try:
            self.last = next(self.events, None) or self.last
            return None if type(self.last).__name__ == "StreamEndEvent" else self.last
        except MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            place = (mark.line + 1, mark.column + 1) if mark else from_one(self.last)
            self.stop_at(
                place, say("This isn’t valid YAML: {reason}.", reason=error.problem or error.context)
            )
        except Exception:  # noqa: BLE001 - the parser meets some malformed texts with whatever error comes
            # Its words differ from one Python to the next and tell a player nothing.
            self.stop_at(from_one(self.last), say("This isn’t valid YAML: it can’t be read from here on."))

    def stop_at(self, place: tuple[int, int], message: str) -> NoReturn:
        remedy = (
            say("Indent with spaces.") if "\\t" in message else say("Check this line and the one before it.")
        )
        self.problems.append(Problem("not-yaml", message, remedy, self.path, *place))
        raise Problems(self.problems) from None

    def note(self, event: Any, code: str, message: str, remedy: str) -> None:
        self.problems.append(Problem(code, message, remedy, self.path, *from_one(event)))

    def count(self, event: Any, more: int) -> None:
        self.nodes += more
        if self.nodes > MOST_NODES:
            message = say(
                "The file has more than {most} values, counting aliases each time.",
                most=MOST_NODES,
            )
            raise_problem(
                self.path, "too-many-nodes", message, say("Split it into several files."), from_one(event)
            )

    def value(self, event: Any, depth: int) -> Any:
        kind = type(event).__name__
        if kind == "AliasEvent":
            return self.alias(event)
        before = self.nodes
        self.count(event, 1)
        if event.tag is not None:
            self.note(
                event,
                "explicit-tag",
                say("The tag “{tag}” is not supported.", tag=event.tag),
                say("Remove the tag."),
            )
        if kind == "ScalarEvent":
            data = self.scalar(event)
        else:
            if depth > MOST_DEPTH:
                message = say("The file is nested more than {most} levels deep.", most=MOST_DEPTH)
                raise_problem(self.path, "too-deep", message, say("Use fewer levels."), from_one(event))
            data = self.items(depth) if kind == "SequenceStartEvent" else self.entries(depth)
        if event.anchor is not None:
            self.anchors[event.anchor] = (data, self.nodes - before)
        return data

    def alias(self, event: Any) -> Any:
        if event.anchor not in self.anchors:
            self.stop_at(
                from_one(event),
                say(
                    "This isn’t valid YAML: there is no anchor “&{anchor}” before this.", anchor=event.anchor
                ),
            )
        data, size = self.anchors[event.anchor]
        self.count(event, size)
        return deepcopy(data)

    def scalar(self, event: Any) -> Any:
        if event.style is None:
            return plain_value(event.value)
        return self.text(event)

    def text(self, event: Any) -> str:
        """Two halves of a character that were escaped one by one are put together."""
        try:
            return str(event.value).encode("utf-16", "surrogatepass").decode("utf-16")
        except UnicodeDecodeError:
            self.note(
                event,
                "not-yaml",
                say("This text contains half of a surrogate pair."),
                say("Write the character itself."),
            )
            return ""

    def items(self, depth: int) -> list[Any]:
        found = []
        while type(event := self.next()).__name__ != "SequenceEndEvent":
            found.append(self.value(event, depth + 1))
        return found

    def entries(self, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        lines: dict[str, int] = {}
        while type(event := self.next()).__name__ != "MappingEndEvent":
            key = self.key(event, depth)
            value = self.value(self.next(), depth + 1)
            if key is None:
                continue
            if key in found:
                message = say(
                    "The key “{key}” is here twice; first in line {line}.", key=key, line=lines[key]
                )
                self.note(event, "duplicate-key", message, say("Keep one of them."))
            else:
                found[key], lines[key] = value, from_one(event)[0]
        return found

    def key(self, event: Any, depth: int) -> str | None:
        """The key's text, whatever a value so written would be; None after a problem."""
        self.value(event, depth + 1)
        if type(event).__name__ != "ScalarEvent" or (event.style is None and event.value == ""):
            self.note(
                event,
                "not-text",
                say("A key is missing or is not text."),
                say("Write a word before the colon."),
            )
            return None
        if event.style is None and event.value == "<<":
            self.note(
                event, "merge-key", say("Merging with “<<” is not supported."), say("Write the keys out.")
            )
            return None
        return str(event.value) if event.style is None else self.text(event)
