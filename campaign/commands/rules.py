"""`campaign packs rules`: the rules of a game as reference text, all of them or those with some words."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.content.library import Library
from campaign.names import plain
from campaign.printing.rules import PartView, RulesView, RuleView


def rules_view(library: Library, words: Sequence[str]) -> RulesView:
    """The rules that have all these words in their id, name, part or text; all rules without words."""
    parts: dict[str, list[RuleView]] = {}
    for rule in library.rules().values():
        said = plain(f"{rule.id} {rule.name} {rule.part} {rule.text}")
        if all(plain(word) in said for word in words):
            parts.setdefault(rule.part, []).append(
                RuleView(
                    id=rule.id,
                    name=rule.name,
                    text=rule.text,
                    reading=rule.reading,
                    source=rule.source,
                    origin=rule.origin,
                    house=library.house(rule.where),
                )
            )
    found = tuple(PartView(name=name, rules=tuple(rules)) for name, rules in parts.items())
    return RulesView(system_name=library.system().name, parts=found)
