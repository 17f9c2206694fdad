"""Sets values in a YAML text that people wrote, by cutting out the old value and putting the new one there.

All else stays as it is to the byte: comments, quotes, order, 012. (ruamel's own round trip moves or loses a
comment after a block that is replaced.) Whether the result means what was wanted is checked by the caller,
campaign/files/yamlfile.py; where a place isn't sure, the text comes back unchanged and fails that check.
"""

from __future__ import annotations

from typing import Any

from campaign.files.canonical_dump import dump

Place = tuple[str | int, ...]


def changed(data: Any, place: Place, value: Any) -> Any:
    """A copy of plain data with one value set; KeyError where `place` leads into a scalar or past a list."""
    if not place:
        return value
    step, rest = place[0], place[1:]
    if isinstance(data, list) and isinstance(step, int) and 0 <= step <= len(data):
        below = data[step] if step < len(data) else None
        return [*data[:step], changed(below, rest, value), *data[step + 1 :]]
    if isinstance(data, dict | None) and isinstance(step, str):
        return {**(data or {}), step: changed((data or {}).get(step), rest, value)}
    raise KeyError(step)


def composed(text: str) -> Any:
    """The root node of a readable text, with the marks of all below it; None for an empty one."""
    from ruamel.yaml import YAML

    yaml = YAML(typ="safe", pure=True)
    yaml.composer.warn_double_anchors = False
    return yaml.compose(text)


def edited(text: str, data: Any, place: Place, value: Any) -> str:
    """`text` has line breaks of `\\n` and is known to hold `data`; `place` is known to fit it."""
    node, head, indent = composed(text), 0, ""
    if node is None:
        return _on_new_line(text, len(text), dump(changed(None, place, value)))
    key: str | int = ""
    while place and _is_block(node):
        key, rest, column = place[0], place[1:], node.start_mark.column
        indent = " " * column
        found = _child(text, node, key)
        if found is None:
            added = indent + _indented(_entry(key, changed(None, rest, value)), indent)
            end = _end(node)
            return text if end < 0 else _on_new_line(text, end + len(text[end:].partition("\n")[0]), added)
        (head, node), data, place = found, data[key], rest
    value = changed(data, place, value)
    start = node.start_mark.index
    if not head:
        whole = dump(value)
        return whole if _is_block(node) else text[:start] + whole.removesuffix("\n") + text[_end(node) :]
    end = head if _is_nothing(node) else _end(node)
    if end < head or (end > head and "#" in text[head:start]):
        return text
    after = _entry("k" if isinstance(key, str) else 0, value).removeprefix("k:").removeprefix("-")
    return text[:head] + _indented(after, indent) + text[end:]


def _entry(key: str | int, value: Any) -> str:
    return dump({key: value} if isinstance(key, str) else [value]).removesuffix("\n")


def _indented(text: str, indent: str) -> str:
    return text.replace("\n", f"\n{indent}")


def _on_new_line(text: str, at: int, new: str) -> str:
    """`new` is put after the line that ends at `at`."""
    new = new.removesuffix("\n")
    before, after = text[:at], text[at:]
    gap = "" if not before or before.endswith("\n") else "\n"
    return f"{before}{gap}{new}{after or chr(10)}"


def _is_block(node: Any) -> bool:
    return isinstance(node.value, list) and not node.flow_style


def _is_nothing(node: Any) -> bool:
    return bool(node.value == "" and node.style is None)


def _child(text: str, node: Any, step: str | int) -> tuple[int, Any] | None:
    """Where the value starts, just after its colon or dash, and its node; None if there is none."""
    if node.id == "sequence":
        if not isinstance(step, int) or step >= len(node.value):
            return None
        item = node.value[step]
        return text.rfind("-", 0, item.start_mark.index) + 1, item
    for key, value in node.value:
        if key.value == step:
            return text.find(":", key.end_mark.index) + 1, value
    return None


def _end(node: Any) -> int:
    """Where the last character of a node stands, or -1 where its marks don't tell."""
    if _is_block(node):
        last = node.value[-1]
        if not isinstance(last, tuple):
            return _end(last)
        key, value = last
        return int(key.end_mark.index) + 1 if _is_nothing(value) else _end(value)
    if _is_nothing(node):
        return -1
    end = int(node.end_mark.index)
    if getattr(node, "style", None) in ("|", ">"):
        return len(node.end_mark.buffer[:end].rstrip(" \n"))
    return end
