"""How templates run: the sandbox, the one escape for everything they print, their words and filters.

Whatever is printed that is not set already is escaped for the format, and for that format alone. Only
built-in templates are kept compiled; those of packs and groups are compiled each time.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC
from gettext import NullTranslations
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast
from urllib.parse import quote

from jinja2 import Environment, FileSystemBytecodeCache, FunctionLoader, StrictUndefined, pass_context
from jinja2.bccache import Bucket
from jinja2.compiler import CodeGenerator
from jinja2.exceptions import SecurityError
from jinja2.nodes import Concat, Impossible, TemplateData
from jinja2.runtime import Context
from jinja2.sandbox import SandboxedEnvironment
from markupsafe import Markup

from campaign.content.library import built_in
from campaign.printing.typeset import (
    CELL,
    ESCAPES,
    ROW,
    START,
    TerminalBlocks,
    bar,
    for_mermaid,
    from_markdown,
    html_rows,
    html_side,
    markdown_items,
    markdown_rows,
    percent,
)

if TYPE_CHECKING:
    from campaign.printing.site.views import SiteView


Format = Literal["terminal", "markdown", "html"]
Paper = Literal["A4", "letter"]
Source = Callable[[str], tuple[str, str, Callable[[], bool]] | None]
Final = Callable[[object], Markup]
CODE = "campaign-4"
LINKED = ("battle", "briefing", "sheet", "phase", "team", "roster", "form")
"""What words of a page lead to: by the entry of a battle or of a phase, or by a team's name."""
OUTCOMES = ("won", "drew", "lost", "forfeited", "refused", "no-show")


def environment_for(
    fmt: Format, source: Source, terminal: TerminalBlocks, font: Callable[[str], str], paper: Paper = "A4"
) -> Environment:
    """The environment of one format; `source` finds a template's text and path by name, `font` a typeface.

    `paper` is the sheet that a page is set for when it is printed.
    """
    escape = ESCAPES[fmt]

    def final(value: object) -> Markup:
        return value if isinstance(value, Markup) else Markup(escape(str(value)))

    environment = _Sandbox(
        loader=FunctionLoader(source),
        autoescape=True,
        finalize=final,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
        cache_size=200,
        optimized=False,  # what is worked out while compiling is kept for other widths and typefaces too
        bytecode_cache=_Kept(built_in().folder / "templates"),
    )
    environment.policies["ext.i18n.trimmed"] = True
    _install_words(environment, final)
    del environment.filters["safe"], environment.filters["random"], environment.globals["lipsum"]
    environment.filters |= _filters(final, terminal)
    environment.filters["font"] = lambda name: Markup(font(str(name)))
    environment.globals |= {
        "format": fmt,
        "language": "en",
        "paper": paper,
        "picture": "",
        "OUTCOMES": OUTCOMES,
        "ROW": Markup(ROW),
        "CELL": Markup(CELL),
        "site": None,
    }
    environment.filters |= {f"to_{kind}": _linked(environment, final, kind) for kind in LINKED}
    return environment


def _linked(environment: Environment, final: Final, kind: str) -> Callable[[object, str], Markup]:
    """A filter for words that lead to a page of this kind, where there is one: in a site."""

    def filter_(said: object, key: str) -> Markup:
        site = cast("SiteView | None", environment.globals["site"])
        place = site.to[kind].get(key) if site is not None else None
        words = final(said)
        return Markup(f'<a href="{site.root}{place}">{words}</a>') if site and place else words

    return filter_


class _Code(CodeGenerator):
    """Joins and constants get the page's own escape; Jinja would give them that of HTML while compiling."""

    def _output_child_to_const(self, node: Any, frame: Any, finalize: Any) -> str:
        if isinstance(node, TemplateData):
            return super()._output_child_to_const(node, frame, finalize)
        raise Impossible

    def visit_Concat(self, node: Concat, frame: Any) -> None:  # noqa: N802 # Jinja finds it by this name
        self.write("environment.filters['joined']((")
        for part in node.nodes:
            self.visit(part, frame)
            self.write(", ")
        self.write("))")


class _Sandbox(SandboxedEnvironment):
    """Templates of a pack or a group: no attributes of Python, no powers, no text made long by `*`."""

    code_generator_class = _Code
    intercepted_binops = frozenset({"*", "**"})

    def compile(self, *args: Any, **options: Any) -> Any:
        """The tags of translations are loaded for templates that are not kept compiled."""
        if not self.extensions:
            self.add_extension("jinja2.ext.i18n")
        return super().compile(*args, **options)

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        if operator == "**" or not (isinstance(left, int | float) and isinstance(right, int | float)):
            raise SecurityError("this can’t be multiplied in a template")
        return super().call_binop(context, operator, left, right)


class _Kept(FileSystemBytecodeCache):
    """Compiled built-in templates, beside them as Python keeps modules; none where it may not write.

    Compiling is half the time of a briefing. `CODE` changes with the code generator above and with
    the environment's options.
    """

    def __init__(self, templates: Path) -> None:
        cache = templates / "__pycache__"
        super().__init__(str(cache), f"{CODE}-%s.{sys.implementation.cache_tag}.cache")
        self.templates = templates

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """Empty for a template that is not kept."""
        own = filename is not None and Path(filename).is_relative_to(self.templates)
        return super().get_cache_key(name, filename) if own else ""

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key:
            with suppress(OSError, ValueError, EOFError, TypeError):
                super().load_bytecode(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        if bucket.key:
            with suppress(OSError):
                Path(self.directory).mkdir(exist_ok=True)
                super().dump_bytecode(bucket)


def _install_words(environment: Environment, final: Final) -> None:
    """The translations (none yet), with values escaped as everything else is."""
    words = NullTranslations()

    def filled(text: str, values: Mapping[str, object]) -> Markup:
        return Markup(text) % {name: final(value) for name, value in values.items()}

    @pass_context
    def gettext(_: Context, text: str, **values: object) -> Markup:
        return filled(words.gettext(text), values)

    @pass_context
    def ngettext(_: Context, one: str, many: str, num: int, **values: object) -> Markup:
        if not isinstance(num, int):  # `pluralize` without a name takes the first value, whatever that is
            raise TypeError(f"“{num}” is no count for a plural")
        return filled(words.ngettext(one, many, num), {"num": num, **values})

    environment.newstyle_gettext = True  # type: ignore[attr-defined]
    environment.globals |= {"_": gettext, "gettext": gettext, "ngettext": ngettext}


# --- filters ---


def _filters(final: Final, terminal: TerminalBlocks) -> dict[str, Callable[..., Any]]:
    def joined(values: Iterable[object], between: object = "", attribute: str | None = None) -> Markup:
        picked = (getattr(each, attribute) if attribute else each for each in values)
        return Markup(str(final(between) if between else "").join(final(each) for each in picked))

    return {
        **_setters(final, terminal),
        "ruled": lambda _: Markup(terminal.rule()),
        "block": lambda value: Markup(f"{START}{str(final(value)).strip(chr(10)).rstrip()}\n\n"),
        "lines": lambda text: Markup(START + re.sub(r"\n\s*\n", "\n", str(final(text)).strip("\n")) + "\n\n"),
        # What is set already is set in Markdown, the one format that has these graphs.
        "mermaid": lambda text: Markup(
            for_mermaid(from_markdown(str(text)) if isinstance(text, Markup) else str(text))
        ),
        "joined": joined,
        "join": joined,
        "e": final,
        "escape": final,
        "forceescape": final,
        # In what is set already every `<` of a value is escaped: a tag is one of the page's own.
        "plain": lambda value: Markup(re.sub(r"<[^>]*>", "", str(final(value)))),
        "inches": lambda value: Markup(f'{value:g}"'),
        "signed": lambda value: Markup(f"+{value}" if value > 0 else f"−{-value}" if value < 0 else "0"),
        "faces": lambda values: Markup(" ".join(str(int(face)) for face in values)),
        "percent": lambda share: _number(percent(share), final),
        "decimal": lambda value: Markup(f"{value:.2f}"),
        "bar": lambda share, width: Markup(bar(share, width)),
        "moment": lambda at: Markup(f"{at.astimezone(UTC):%Y-%m-%d %H:%M}"),
        "spot": spot,
        "drawn": lambda board: Markup(f"{START}{_drawn(board, terminal.width)}\n\n"),
        "address": lambda name: Markup(quote(str(name))),
    }


def _setters(final: Final, terminal: TerminalBlocks) -> dict[str, Callable[..., Markup]]:
    """What sets a block: what comes is escaped, what goes is set."""

    def set_by(method: Callable[..., str]) -> Callable[..., Markup]:
        def filter_(value: object, *others: object) -> Markup:
            return Markup(method(str(final(value)), *(_escaped(other, final) for other in others)))

        return filter_

    methods: dict[str, Callable[..., str]] = {
        "wrapped": terminal.para, "headed": terminal.heading, "items": terminal.items,
        "facts": terminal.facts, "grid": terminal.grid, "large": terminal.big, "styled": terminal.styled,
        "html_rows": html_rows, "html_side": html_side, "piped": markdown_rows, "dashed": markdown_items,
    }  # fmt: skip
    return {name: set_by(method) for name, method in methods.items()}


def _escaped(value: object, final: Final) -> object:
    if isinstance(value, list | tuple):
        return [str(final(each)) for each in value]
    return value if isinstance(value, bool | int) else str(final(value))


def _number(text: str, final: Final) -> Markup:
    """What begins with a digit needs no escape in any format."""
    return Markup(text) if text[:1].isdigit() else final(text)


def _drawn(board: Any, width: int) -> str:
    """The board in characters; what draws it is loaded for pages that have one."""
    from campaign.printing.map.terminal import drawn

    return drawn(board, width)


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


_GUARD = (
    '<meta http-equiv="Content-Security-Policy" '
    "content=\"default-src 'none'; base-uri 'none'; form-action 'none'; {theirs}\">\n"
)
_INSIDE = "style-src 'unsafe-inline'; font-src data:; img-src data:"
_BESIDE = "style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self' data:"
_OPENING = r'(?i)(<!doctype html>\n?)?(<html( lang="[\w-]*")?>\n?)?(<head>\n?)?'


def guarded(page: str, *, beside: bool = False) -> str:
    """A page of HTML with its guard, once; one of a site has style, fonts and pictures `beside` it."""
    guard = _GUARD.format(theirs=_BESIDE if beside else _INSIDE)
    opening = re.match(_OPENING, page)
    end = opening.end() if opening else 0
    return page if page.startswith(guard, end) else page[:end] + guard + page[end:]
