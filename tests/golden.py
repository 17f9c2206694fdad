"""Whole documents, compared byte for byte with files in tests/goldens and written anew by one flag."""

from __future__ import annotations

import re
from difflib import unified_diff
from pathlib import Path

import pytest

from campaign.printing.typeset import cells

TERMINAL = 100
"""Columns that tests have; see tests/conftest.py."""
GOLDENS = Path(__file__).resolve().parent / "goldens"


class Golden:
    """`golden("first-briefing.txt", text)`; with `update` the file becomes the text.

    The style that all HTML pages carry is left out: it is a source, and its fonts are long.
    """

    def __init__(self, folder: Path, *, update: bool) -> None:
        self.folder = folder
        self.update = update

    def document(self, name: str, fmt: str, text: str) -> None:
        """A document in one of its formats: its words are compared in Markdown, its elements in HTML.

        What each format makes of words stands in the goldens of tests/test_blocks.py, and the lines of a
        terminal fit it.
        """
        if fmt == "markdown":
            self(f"{name}.md", text)
        elif fmt == "html":
            self(f"{name}.html", without_words(text))
        else:
            assert max(map(cells, text.splitlines())) <= TERMINAL

    def __call__(self, name: str, text: str) -> None:
        path = self.folder / name
        if path.suffix == ".html":
            text = re.sub(r"<style>.*?</style>", "<style></style>", text, flags=re.DOTALL)
        if self.update:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode("utf-8"))
            return
        if not path.is_file():
            pytest.fail(
                f"There is no tests/goldens/{name} yet: run pytest with --update-goldens and read the diff."
            )
        expected = path.read_bytes().decode("utf-8")
        if text != expected:
            pytest.fail(difference(name, expected, text), pytrace=False)


def without_words(page: str) -> str:
    """The elements of an HTML page with their attributes, line by line."""
    return "".join(re.sub(r"(^|>)[^<>]*(<|$)", r"\1\2", line) + "\n" for line in page.splitlines())


def difference(name: str, expected: str, text: str) -> str:
    """A unified diff; line ends and trailing blanks are made visible where only they differ."""
    old, new = expected.splitlines(), text.splitlines()
    if old == new:
        old, new = ([ascii(line) for line in side.splitlines(keepends=True)] for side in (expected, text))
    lines = unified_diff(old, new, f"tests/goldens/{name}", "this run", lineterm="")
    return "\n".join([*lines, "If the new text is right, run pytest with --update-goldens."])
