"""Browsers made by a test: programs that take a browser's words and do what the test says."""

from __future__ import annotations

import os
import sys
from pathlib import Path

__all__ = ["PDF", "browser"]

PDF = b"%PDF-1.4\n1 0 obj\n<</Type /Page>>\nendobj\n%%EOF\n"

TAKES = """\
import os, pathlib, sys, time
words = sys.argv[1:]
[made] = [pathlib.Path(word.partition("=")[2]) for word in words if word.startswith("--print-to-pdf=")]
page = made.with_name("page.html")
PDF = {pdf!r}
"""


def browser(folder: Path, does: str, name: str = "chromium") -> Path:
    """A program in a folder; `does` is Python, and knows its `words`, the `page`, what is to be `made`, a `PDF`."""
    folder.mkdir(parents=True, exist_ok=True)
    script = folder / f"{name}.py"
    script.write_text(TAKES.format(pdf=PDF) + does, encoding="utf-8")
    if os.name == "nt":
        program = folder / f"{name}.bat"
        program.write_text(f'@"{sys.executable}" "{script}" %*\n', encoding="utf-8")
    else:
        program = folder / name
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{script}" "$@"\n', encoding="utf-8")
        program.chmod(0o755)
    return program
