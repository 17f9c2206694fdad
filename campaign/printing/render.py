"""Documents from view records: one template for each, set in blocks that every format supplies.

Templates lie in the `templates/` folder of a content root: those of the system win over `_default`, within
that a later root over an earlier one, and there `briefing.html.j2` over `briefing.j2`. They run in a sandbox
that reads no other file. Whatever they print that is not set already is escaped for the format, and for that
format alone, by one mechanism; a mistake in a template of the group's own is a Refusal with its line.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal

from campaign.content.packs import Root, built_in
from campaign.errors import Refusal
from campaign.printing.typeset import (
    CELL,
    ESCAPES,
    ROW,
    START,
    Terminal,
    html_rows,
    html_side,
    markdown_items,
    markdown_rows,
)
from campaign.words import say

if TYPE_CHECKING:
    from jinja2 import BytecodeCache, Environment
    from jinja2.bccache import Bucket
    from jinja2.nodes import Concat
    from jinja2.runtime import Context
    from markupsafe import Markup

__all__ = ["FORMATS", "Format", "render"]

Format = Literal["terminal", "markdown", "html"]
FORMATS: tuple[Format, ...] = ("terminal", "markdown", "html")
CODE = "campaign-1"
OUTCOMES = ("won", "drew", "lost", "forfeited", "refused", "no-show")


def render(
    document: str,
    fmt: Format,
    view: object,
    *,
    system: str,
    roots: Sequence[Root],
    colour: bool = False,
    width: int = 80,
) -> str:
    """The document as text that ends with one line end.

    Raises Refusal, with file and line, for a template of the group's own that can't be used.
    """
    environment = _environment(fmt, _Templates(system, fmt, roots), Terminal(width, colour=colour))
    own = [root.folder / "templates" for root in roots if root.folder != built_in().folder]
    try:
        for name, template in (("page", "blocks.j2"), ("words", "words.j2")):
            environment.globals[name] = environment.get_template(template).module
        text = environment.get_template(f"{document}.j2").render(view=view)
    except Exception as error:
        refusal = _refusal(error, own)
        if refusal is None:
            raise
        raise refusal from error
    return _tidy(text, fmt)


def _tidy(text: str, fmt: Format) -> str:
    """Without a template's own blanks: blocks begin at the left edge, one empty line between them."""
    text = re.sub(rf"[ \t]*{START}", "", text)
    text = re.sub(r"[ \t]+\n", "\n", text)
    return re.sub(r"\n\n+", "\n" if fmt == "html" else "\n\n", text).strip("\n") + "\n"


# --- finding templates ---


class _Templates:
    """Finds a template's file by its name, and nothing outside the roots' templates/ folders."""

    def __init__(self, system: str, fmt: Format, roots: Sequence[Root]) -> None:
        self.system = system
        self.fmt = fmt
        self.folders = [root.folder / "templates" for root in reversed(roots)]

    def path(self, name: str) -> Path | None:
        """A name that begins with `_default/` or the system's name looks there alone."""
        if re.search(r"(^|/)\.\.?(/|$)|^/|[\\:\0]", name):
            return None
        first, _, rest = name.partition("/")
        places, name = (
            ((first,), rest) if first in ("_default", self.system) else ((self.system, "_default"), name)
        )
        for place in places:
            for folder in self.folders:
                for one in (re.sub(r"\.j2$", f".{self.fmt}.j2", name), name):
                    path = folder / place / one
                    if path.is_file() and path.resolve().is_relative_to(folder.resolve()):
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


# --- the environment ---


def _environment(fmt: Format, templates: _Templates, terminal: Terminal) -> Environment:
    from jinja2 import FunctionLoader, StrictUndefined
    from jinja2.compiler import CodeGenerator
    from jinja2.sandbox import SandboxedEnvironment
    from markupsafe import Markup

    escape = ESCAPES[fmt]

    def final(value: object) -> Markup:
        return value if isinstance(value, Markup) else Markup(escape(str(value)))

    class Code(CodeGenerator):
        """Joins with `~` by the page's own escape; Jinja's would use that of HTML."""

        def visit_Concat(self, node: Concat, frame: Any) -> None:  # noqa: N802
            self.write("environment.filters['joined']((")
            for part in node.nodes:
                self.visit(part, frame)
                self.write(", ")
            self.write("))")

    class Sandbox(SandboxedEnvironment):
        code_generator_class = Code

    environment = Sandbox(
        loader=FunctionLoader(templates.source),
        autoescape=True,
        finalize=final,
        undefined=StrictUndefined,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
        cache_size=200,
    )
    environment.bytecode_cache = _compiled()
    environment.policies["ext.i18n.trimmed"] = True
    _install_words(environment, final)
    del environment.filters["safe"]
    environment.filters |= _filters(final, terminal)
    environment.globals |= {
        "format": fmt,
        "language": "en",
        "OUTCOMES": OUTCOMES,
        "ROW": Markup(ROW),
        "CELL": Markup(CELL),
    }
    return environment


def _compiled() -> BytecodeCache:
    """Compiled templates, kept beside the built-in ones as Python keeps modules; none where it may not write.

    Compiling is half the time of a briefing. `CODE` changes with the code generator above.
    """
    from jinja2 import FileSystemBytecodeCache

    class Kept(FileSystemBytecodeCache):
        def load_bytecode(self, bucket: Bucket) -> None:
            with suppress(OSError, ValueError, EOFError, TypeError):
                super().load_bytecode(bucket)

        def dump_bytecode(self, bucket: Bucket) -> None:
            with suppress(OSError):
                Path(self.directory).mkdir(exist_ok=True)
                super().dump_bytecode(bucket)

    folder = built_in().folder / "templates" / "__pycache__"
    return Kept(str(folder), f"{CODE}-%s.{sys.implementation.cache_tag}.cache")


def _install_words(environment: Environment, final: Callable[[object], Markup]) -> None:
    """The translations (none yet), with values escaped as everything else is."""
    from gettext import NullTranslations

    from jinja2 import pass_context
    from markupsafe import Markup

    words = NullTranslations()

    def filled(text: str, values: Mapping[str, object]) -> Markup:
        return Markup(text) % {name: final(value) for name, value in values.items()}

    @pass_context
    def gettext(_: Context, text: str, **values: object) -> Markup:
        return filled(words.gettext(text), values)

    @pass_context
    def ngettext(_: Context, one: str, many: str, num: int, **values: object) -> Markup:
        return filled(words.ngettext(one, many, num), {"num": num, **values})

    environment.newstyle_gettext = True  # type: ignore[attr-defined]
    environment.globals |= {"gettext": gettext, "ngettext": ngettext}


def _filters(final: Callable[[object], Markup], terminal: Terminal) -> dict[str, Callable[..., Any]]:
    from markupsafe import Markup

    def joined(values: Iterable[object], between: object = "", attribute: str | None = None) -> Markup:
        picked = (getattr(each, attribute) if attribute else each for each in values)
        return Markup(str(final(between) if between else "").join(final(each) for each in picked))

    def set_by(method: Callable[..., str]) -> Callable[..., Markup]:
        """A terminal's block: what comes is escaped, what goes is set."""

        def filter_(value: object, *others: object) -> Markup:
            return Markup(method(str(final(value)), *(_escaped(other, final) for other in others)))

        return filter_

    def block(value: object) -> Markup:
        return Markup(f"{START}{str(final(value)).strip(chr(10)).rstrip()}\n\n")

    setters: dict[str, Callable[..., str]] = {
        "wrapped": terminal.para, "headed": terminal.heading, "items": terminal.items,
        "facts": terminal.facts, "grid": terminal.grid, "large": terminal.big, "styled": terminal.styled,
        "html_rows": html_rows, "html_side": html_side, "piped": markdown_rows, "dashed": markdown_items,
    }  # fmt: skip
    return {
        **{name: set_by(method) for name, method in setters.items()},
        "ruled": lambda _: Markup(terminal.rule()),
        "block": block,
        "joined": joined,
        "join": joined,
        "e": final,
        "escape": final,
        "forceescape": final,
        "plain": lambda value: Markup(re.sub(r"</?bdi>", "", str(final(value)))),
        "inches": lambda value: Markup(f'{value:g}"'),
        "signed": lambda value: Markup(f"+{value}" if value > 0 else f"−{-value}" if value < 0 else "0"),
        "faces": lambda values: Markup(" ".join(str(int(face)) for face in values)),
        "moment": lambda at: Markup(f"{at.astimezone(UTC):%Y-%m-%d %H:%M}"),
        "spot": spot,
    }


def _escaped(value: object, final: Callable[[object], Markup]) -> object:
    if isinstance(value, list | tuple):
        return [str(final(each)) for each in value]
    return value if isinstance(value, bool | int) else str(final(value))


def spot(rect: Sequence[float], width: float, height: float) -> str:
    """Where a rectangle lies on a board: the edges that it touches, such as `top left right`; `` for none."""
    x, y, wide, high = rect
    near = 0.02
    touched = {
        "top": y <= near,
        "bottom": y + high >= height - near,
        "left": x <= near,
        "right": x + wide >= width - near,
    }
    return " ".join(edge for edge, touches in touched.items() if touches)


# --- mistakes in templates ---


def _refusal(error: Exception, own: Sequence[Path]) -> Refusal | None:
    """What to tell the owner of a template; None for a mistake in ours, which is a bug."""
    from jinja2.exceptions import SecurityError, TemplateNotFound, TemplateSyntaxError

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
            say("{where}: A template may not do this: {error}.", where=where, error=error),
            say("Print values of the view alone."),
        )
    if isinstance(error, TemplateNotFound):
        return Refusal(
            say(
                "{where}: There is no template “{error}” in the templates/ folders.", where=where, error=error
            ),
            say("Name one as it lies below templates/_default/."),
        )
    return Refusal(
        say("{where}: This template can’t be used: {error}.", where=where, error=error),
        say("Mend it, or take the file away."),
    )


def _places(trace: TracebackType | None) -> Iterator[tuple[str, int]]:
    while trace is not None:
        yield trace.tb_frame.f_code.co_filename, trace.tb_lineno
        trace = trace.tb_next


def _within(name: str, folders: Sequence[Path]) -> bool:
    return name.endswith(".j2") and any(Path(name).is_relative_to(folder) for folder in folders)
