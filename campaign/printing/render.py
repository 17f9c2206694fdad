"""Documents from view records: one template for each, set in blocks that every format supplies.

Templates lie in the `templates/` folder of a content root: those of the system win over `_default`, within
that a later root over an earlier one, and there `briefing.html.j2` over `briefing.j2`. They run in a sandbox
that reads no other file. Whatever they print that is not set already is escaped for the format, and for that
format alone, by one mechanism; a mistake in a template of the group's own is a Refusal with its line.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, get_args

from jinja2.exceptions import SecurityError, TemplateNotFound, TemplateSyntaxError

from campaign.content.library import ContentRoot, built_in
from campaign.errors import Refusal
from campaign.printing.environment import Format, Paper, environment_for, guarded
from campaign.printing.typeset import START, TerminalBlocks
from campaign.words import say

if TYPE_CHECKING:
    from campaign.printing.site.views import SiteView


FORMATS: tuple[Format, ...] = get_args(Format)

DEFAULT = "_default"


def render(
    document: str,
    fmt: Format,
    view: object,
    *,
    system: str,
    roots: Sequence[ContentRoot],
    colour: bool = False,
    width: int = 80,
    paper: Paper = "A4",
    **names: str,
) -> str:
    """The document as text that ends with one line end; `width` in columns, `paper` for what is printed.

    `names` are further ones that templates know: `picture` is a file beside the document.

    Raises Refusal, with file and line, for a template of the group's own that can't be used.
    """
    renderer = Renderer(fmt, system=system, roots=roots, colour=colour, width=width, paper=paper, names=names)
    return renderer(document, view)


class Renderer:
    """Many documents of one system in one format: templates are loaded and the blocks made once for all.

    Pages of a site have their typefaces beside them, in the folder `fonts`, and `used` has the files of these
    by name; without a folder a page carries them inside.
    """

    def __init__(
        self,
        fmt: Format,
        *,
        system: str,
        roots: Sequence[ContentRoot],
        colour: bool = False,
        width: int = 80,
        paper: Paper = "A4",
        fonts: str = "",
        names: Mapping[str, str] | None = None,
    ) -> None:
        self.fmt: Format = fmt
        self._fonts = fonts
        self._system = system
        self.used: dict[str, Path] = {}
        self._templates = _Templates(system, fmt, roots)
        self._own = [root.folder / "templates" for root in roots if root.folder != built_in().folder]
        self._environment = environment_for(
            fmt, self._templates.source, TerminalBlocks(width, colour=colour), self._font, paper
        )
        self._environment.globals |= names or {}

    def __call__(self, document: str, view: object, site: SiteView | None = None) -> str:
        """The document as `render` gives it; with `site` as a page of it. Raises as `render` does."""
        known = self._environment.globals
        known["site"] = site
        try:
            for name, template in (("page", "blocks.j2"), ("rounds", "rounds.j2"), ("words", "words.j2")):
                if name not in known:
                    known[name] = self._environment.get_template(template).module
            text = self._environment.get_template(f"{document}.j2").render(view=view)
        except Exception as error:
            refusal = _refusal(error, self._own)
            if refusal is None:
                raise
            raise refusal from error
        text = _tidy(text, self.fmt)
        # With an ending of its own, such as style.css, it is no page but lies beside one.
        page = self.fmt == "html" and "." not in document
        return guarded(text, beside=bool(self._fonts)) if page else text

    def depends_on(self) -> str:
        """A hash of what documents are made by besides their views: templates, typefaces and this code."""
        found = sha256()
        folders = [folder / place for folder in self._templates.folders for place in (DEFAULT, self._system)]
        paths = [path for folder in folders for path in sorted(folder.rglob("*")) if path.is_file()]
        for path in (*paths, *sorted(Path(__file__).parent.glob("*.py"))):
            found.update(f"{path.name}\0".encode("utf-8", "replace"))
            found.update(sha256(path.read_bytes()).digest())
        return found.hexdigest()

    def _font(self, name: str) -> str:
        """A typeface of the folders' fonts/: its address beside the pages, or one that holds all of it."""
        path = self._templates.path(f"fonts/{name}.woff2")
        if path is None:
            raise TemplateNotFound(f"fonts/{name}.woff2")
        if self._fonts:
            self.used[f"{name}.woff2"] = path
            return f"{self._fonts}/{name}.woff2"
        return f"data:font/woff2;base64,{b64encode(path.read_bytes()).decode('ascii')}"


def _tidy(text: str, fmt: Format) -> str:
    """Without a template's own blanks: blocks begin at the left edge, one empty line between them."""
    text = re.sub(rf"[ \t]*{START}", "", text)
    text = re.sub(r"[ \t]+\n", "\n", text)
    return re.sub(r"\n\n+", "\n" if fmt == "html" else "\n\n", text).strip("\n") + "\n"


# --- finding templates ---


class _Templates:
    """Finds a template's file by its name, and nothing outside the roots' templates/ folders."""

    def __init__(self, system: str, fmt: Format, roots: Sequence[ContentRoot]) -> None:
        self.system = system
        self.fmt = fmt
        self.folders = [root.folder / "templates" for root in reversed(roots)]
        self._resolved = [folder.resolve() for folder in self.folders]

    def path(self, name: str) -> Path | None:
        """A name that begins with `_default/` or the system's name looks there alone."""
        if re.search(r"(^|/)\.\.?(/|$)|^/|[\\:\0]", name):
            return None
        first, _, rest = name.partition("/")
        places, name = ((first,), rest) if first in (DEFAULT, self.system) else ((self.system, DEFAULT), name)
        for place in places:
            for folder, within in zip(self.folders, self._resolved, strict=True):
                for one in (re.sub(r"\.j2$", f".{self.fmt}.j2", name), name):
                    path = folder / place / one
                    if path.is_file() and path.resolve().is_relative_to(within):
                        return path
        return None

    def source(self, name: str) -> tuple[str, str, Callable[[], bool]] | None:
        path = self.path(name)
        if path is None:
            return None
        try:
            return path.read_text(encoding="utf-8"), str(path), lambda: True
        except UnicodeDecodeError as error:
            line = path.read_bytes()[: error.start].count(b"\n") + 1
            raise Refusal(
                say("{path}:{line}: This template is not UTF-8.", path=path, line=line),
                say("Save it as UTF-8."),
            ) from error


# --- mistakes in templates ---


def _refusal(error: Exception, own: Sequence[Path]) -> Refusal | None:
    """What to tell the owner of a template; None for a mistake in ours, which is a bug."""
    if isinstance(error, Refusal):
        return error
    places = [(name, line) for name, line in _places(error.__traceback__) if _within(name, own)]
    if isinstance(error, TemplateSyntaxError) and error.filename and _within(error.filename, own):
        places.append((error.filename, error.lineno))
    if not places:
        return None
    where = "{}:{}".format(*places[-1])
    if isinstance(error, SecurityError):
        return Refusal(
            say("{where}: A template can’t do this: {error}.", where=where, error=error),
            say("Use only values of the view."),
        )
    if isinstance(error, TemplateNotFound):
        return Refusal(
            say(
                "{where}: There is no template “{error}” in any templates/ folder.", where=where, error=error
            ),
            say("Use the path of a template below templates/_default/."),
        )
    return Refusal(
        say("{where}: This template can’t be used: {error}.", where=where, error=error),
        say("Correct it, or remove the file."),
    )


def _places(trace: TracebackType | None) -> Iterator[tuple[str, int]]:
    while trace is not None:
        yield trace.tb_frame.f_code.co_filename, trace.tb_lineno
        trace = trace.tb_next


def _within(name: str, folders: Sequence[Path]) -> bool:
    return name.endswith(".j2") and any(Path(name).is_relative_to(folder) for folder in folders)
