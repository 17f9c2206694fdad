"""How text is made safe for each format, and how a terminal's lines are set.

Every value that reaches a page goes through one escape of that page's format. The terminal's blocks are set
here by display width; Markdown and HTML need only their macros. Cells and rows come from the macros with
separators that no escaped value can hold.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence

START, ROW, CELL = "\x02", "\x1e", "\x1f"
"""The beginning of a block, the end of a row or item, the end of a cell."""

_BLANKS = r"[ \t\n\v\f\r\x85\u2028\u2029]+"
_HIDDEN = r"[\x00-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ud800-\udfff]"
_COLOURS = r"\x1b\[[0-9;]*m"
_MARKDOWN = r"[\\`*_\[\]<>|~$&]|^[#+=-]|^\d+(?=[.)])|!(?=\[)"
_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})
WIDEST = 100
"""How many columns a page takes of a wide terminal."""
BROKEN = 16
"""How many columns of a long word a narrow table keeps together."""
_STYLES = {"bold": "1", "dim": "2"}
_SEGMENTS = {
    "0": " _ | ||_|", "1": "     |  |", "2": " _  _||_ ", "3": " _  _| _|", "4": "   |_|  |",
    "5": " _ |_  _|", "6": " _ |_ |_|", "7": " _   |  |", "8": " _ |_||_|", "9": " _ |_| _|",
    "a": " _ |_|| |", "b": "   |_ |_|", "c": " _ |  |_ ", "d": "    _||_|", "e": " _ |_ |_ ",
    "f": " _ |_ |  ",
}  # fmt: skip


# --- escapes ---


def visible(text: str) -> str:
    """Control characters, marks that turn the direction of writing and halves of characters made visible."""

    def shown(found: re.Match[str]) -> str:
        code = ord(found[0])
        return chr(0x2400 + code) if code < 0x20 else "␡" if code == 0x7F else f"<U+{code:04X}>"

    if text.isprintable() and "  " not in text:
        return text
    return re.sub(_HIDDEN, shown, re.sub(_BLANKS, " ", text))


def for_markdown(text: str) -> str:
    """The text with a backslash before everything that Markdown would read as its own."""

    def escaped(found: re.Match[str]) -> str:
        return f"{found[0]}\\" if found[0].isdigit() else f"\\{found[0]}"

    return re.sub(_MARKDOWN, escaped, visible(text))


def from_markdown(text: str) -> str:
    """What `for_markdown` was given, as it is seen."""
    return re.sub(r"\\(.)", r"\1", text)


def for_mermaid(text: str) -> str:
    """The text for a label in a Mermaid graph: all but letters, digits and blanks by their numbers."""
    return re.sub(r"[^\w \-,.]", lambda found: f"#{ord(found[0])};", visible(text))


def for_html(text: str) -> str:
    """The text for an element's content; text that runs from right to left is kept from turning its line."""
    from markupsafe import escape

    seen = visible(text)
    safe = str(escape(seen))
    if not seen.isascii() and any(unicodedata.bidirectional(letter) in _RIGHT_TO_LEFT for letter in seen):
        return f"<bdi>{safe}</bdi>"
    return safe


ESCAPES: dict[str, Callable[[str], str]] = {
    "terminal": visible,
    "markdown": for_markdown,
    "html": for_html,
}


# --- chances ---


def percent(share: float) -> str:
    """A share from 0 to 1 with one decimal; what is not quite nothing or all is not rounded to it."""
    if 0 < share < 0.0005:
        return "< 0.1%"
    if 0.9995 <= share < 1:
        return "> 99.9%"
    return f"{share * 100:.1f}%" if 0 < share < 1 else f"{share * 100:.0f}%"


def bar(share: float, width: int) -> str:
    """A share from 0 to 1 as a bar of up to `width` columns, in eighths; what is not nothing can be seen."""
    eighths = round(share * width * 8)
    if share > 0:
        eighths = max(1, eighths)
    return "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()


# --- lines by display width ---


def cells(text: str) -> int:
    """How many columns of a terminal the text takes; colours none, East Asian wide letters two."""
    plain = re.sub(_COLOURS, "", text) if "\x1b" in text else text
    return len(plain) if plain.isascii() else sum(_width(letter) for letter in plain)


def _width(letter: str) -> int:
    if unicodedata.combining(letter) or unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def wrapped(text: str, width: int, first: str = "", rest: str = "") -> list[str]:
    """The text in lines of at most `width` columns, words kept whole where they fit at all."""
    lines, line, used = [], first, cells(first)
    empty = True
    for word in text.split():
        size = cells(word)
        if not empty and used + 1 + size > width:
            lines.append(line)
            line, used, empty = rest, cells(rest), True
        if not empty:
            line, used = line + " ", used + 1
        for letter in _pieces(word) if used + size > width else [word]:
            if used + cells(letter) > width and not empty:
                lines.append(line)
                line, used = rest, cells(rest)
            line, used, empty = line + letter, used + cells(letter), False
    return [*lines, line]


def _pieces(word: str) -> list[str]:
    return re.findall(r"\x1b\[[0-9;]*m|.", word)


def _padded(text: str, width: int, align: str) -> str:
    space = " " * (width - cells(text))
    return space + text if align == "r" else text + space


class TerminalBlocks:
    """The blocks of a terminal page, `width` columns wide; without `colour` nothing but text."""

    def __init__(self, width: int, *, colour: bool) -> None:
        self.width = max(25, min(width, WIDEST))
        self.colour = colour

    def styled(self, text: str, style: str) -> str:
        return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if self.colour and text else text

    def para(self, text: str, first: str = "", rest: str = "") -> str:
        return "\n".join(wrapped(text, self.width, first, rest))

    def heading(self, text: str) -> str:
        """The words and a thin line to the right edge."""
        lines = wrapped(text, self.width)
        left = self.width - cells(lines[-1]) - 1
        lines = [self.styled(line, "bold") for line in lines]
        return "\n".join(lines) + (" " + self.styled("─" * left, "dim") if left > 2 else "")

    def rule(self) -> str:
        return self.styled("─" * self.width, "dim")

    def items(self, rows: str, numbered: bool = False) -> str:
        """Items one below the other, with bullets or numbers."""
        texts = _split(rows)
        digits = len(str(len(texts)))
        heads = [f"{place:>{digits}}. " if numbered else "• " for place in range(1, len(texts) + 1)]
        return "\n".join(
            self.para(text, head, " " * len(head)) for head, text in zip(heads, texts, strict=True)
        )

    def facts(self, rows: str) -> str:
        """Labels in one column and values in the next; below one another where the page is narrow."""
        pairs = [_cells_of(row) for row in _split(rows)]
        room = max((cells(label) for label, _ in pairs), default=0)
        lines = []
        for label, value in pairs:
            head = self.styled(_padded(label, room, "l"), "dim")
            if room > self.width // 2:
                lines += [*wrapped(self.styled(label, "dim"), self.width), self.para(value, "  ", "  ")]
            else:
                lines.append(self.para(value, f"{head}  ", " " * (room + 2)))
        return "\n".join(lines)

    def grid(self, rows: str, headers: Sequence[str], align: str) -> str:
        """A table; where its columns can't fit, each row becomes a block of labels and values."""
        table = [[str(header) for header in headers], *(_cells_of(row) for row in _split(rows))]
        room = self.width - 2 * (len(headers) - 1)
        least = [max(_longest_word(row[place]) for row in table) for place in range(len(headers))]
        if sum(least) > room:
            least = [min(BROKEN, width) for width in least]
        widths = [max(cells(row[place]) for row in table) for place in range(len(headers))]
        if sum(least) > room:
            blocks = [zip(headers, row, strict=True) for row in table[1:]]
            return "\n\n".join(
                self.facts("".join(f"{head or '–'}{CELL}{cell}{CELL}{ROW}" for head, cell in block))
                for block in blocks
            )
        while sum(widths) > room:
            spare = [width - low for width, low in zip(widths, least, strict=True)]
            widths[max(range(len(widths)), key=lambda place: (spare[place] > 0, widths[place]))] -= 1
        sides = align.ljust(len(headers), align[-1:] or "l")
        lines = [line for row in table for line in self._row(row, widths, sides)]
        head = len(self._row(table[0], widths, sides))
        under = "  ".join("─" * width for width in widths)
        shown = [self.styled(line, "bold") for line in lines[:head]]
        return "\n".join([*shown, self.styled(under, "dim"), *lines[head:]])

    def _row(self, row: Sequence[str], widths: Sequence[int], sides: str) -> list[str]:
        stacks = [wrapped(cell, width) for cell, width in zip(row, widths, strict=True)]
        high = max(len(stack) for stack in stacks)
        return [
            "  ".join(
                _padded(stack[line] if line < len(stack) else "", width, side)
                for stack, width, side in zip(stacks, widths, sides, strict=True)
            ).rstrip()
            for line in range(high)
        ]

    def big(self, text: str) -> str:
        """Digits and the letters a to f in large type; anything else as it is."""
        if not text or any(letter not in _SEGMENTS for letter in text):
            return self.styled(text, "bold")
        gap = "  " if 5 * len(text) <= self.width else " "
        lines = [gap.join(_SEGMENTS[letter][row : row + 3] for letter in text) for row in (0, 3, 6)]
        return "\n".join(self.styled(line.rstrip(), "bold") for line in lines)


def _split(rows: str) -> list[str]:
    return [row.strip(f" \n{START}") for row in rows.split(ROW)[:-1]]


def _cells_of(row: str) -> list[str]:
    return [cell.strip() for cell in row.split(CELL)[:-1]]


def _longest_word(text: str) -> int:
    return max((cells(word) for word in text.split()), default=1)


# --- rows of the other formats ---


def html_rows(rows: str, align: str) -> str:
    """Rows of a table, each beginning with its heading, unless that is left blank."""
    lines = []
    for row in _split(rows):
        first, *rest = _cells_of(row)
        tags = "".join(
            f"<td{html_side(align, place)}>{cell}</td>" for place, cell in enumerate(rest, start=1)
        )
        head = f'<th scope="row"{html_side(align, 0)}>{first}</th>' if first else "<td></td>"
        lines.append(f"<tr>{head}{tags}</tr>")
    return "\n".join(lines) + "\n"


def html_side(align: str, place: int) -> str:
    """The class of a column that is set to the right."""
    return (
        ' class="r"' if align[place : place + 1] == "r" or (align[-1:] == "r" and place >= len(align)) else ""
    )


def markdown_rows(rows: str, headers: Sequence[str], align: str) -> str:
    """A table in pipes."""
    sides = align.ljust(len(headers), align[-1:] or "l")
    lines = [[*headers], ["---:" if side == "r" else "---" for side in sides[: len(headers)]]]
    lines += [_cells_of(row) for row in _split(rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def markdown_items(rows: str, numbered: bool = False) -> str:
    """Items with dashes or numbers."""
    return "\n".join(
        f"{place}. {text}" if numbered else f"- {text}" for place, text in enumerate(_split(rows), start=1)
    )
