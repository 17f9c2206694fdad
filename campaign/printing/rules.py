"""Rules as reference text by part of the game, and in short for the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from campaign.names import matched, plain
from campaign.record import Record
from campaign.words import say

if TYPE_CHECKING:
    from campaign.content.library import Library
    from campaign.mechanisms.named_tests import NamedTest


class RuleView(Record):
    """A rule as reference text."""

    id: str
    name: str
    text: str
    reading: str
    source: str
    origin: str
    house: bool


class PartView(Record):
    """The rules of one part of the game."""

    name: str
    rules: tuple[RuleView, ...]


class RulesView(Record):
    """A system's rules, by part."""

    system_name: str
    parts: tuple[PartView, ...]


class TestLine(Record):
    """A named test in a line: the dice (`times` where they are several of a number that is counted), which
    side of `target` passes (a number, or the words of what is compared), and natural results that pass.
    """

    name: str
    text: str
    dice: str
    times: bool
    keep: str
    passes: str
    target: str
    order: bool
    natural: tuple[int, ...]
    rules: tuple[str, ...]
    origin: str
    house: bool


class ReferenceView(Record):
    """The rules of a system, or of some parts of it; `readings` where their readings are to be shown."""

    system_name: str
    parts: tuple[PartView, ...]
    readings: bool
    tests: tuple[TestLine, ...]


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


def reference_view(library: Library, parts: Sequence[str], readings: bool = False) -> ReferenceView:
    """The rules by part, and the named tests; of some parts alone where any are named. Raises Refusal."""
    rules = rules_view(library, ())
    names = [part.name for part in rules.parts]
    wanted = [
        matched(said, names, say("There is no part “{said}” in the rules.", said=said)) for said in parts
    ] or names
    shown = tuple(part for part in rules.parts if part.name in wanted)
    ids = {rule.id for part in shown for rule in part.rules}
    tests = [
        test for test in library.tests().values() if not parts or any(rule in ids for rule in test.rules)
    ]
    return ReferenceView(
        system_name=library.system().name,
        parts=shown,
        readings=readings,
        tests=tuple(_line(library, test) for test in tests),
    )


def _line(library: Library, test: NamedTest) -> TestLine:
    asks = {ask.id: ask.ask for ask in test.asks}
    target = "" if test.target is None else str(test.target)
    return TestLine(
        name=test.name,
        text=test.text,
        dice=str(test.dice) if test.dice is not None else "",
        times=test.times is not None,
        keep=test.keep,
        passes=test.passes,
        target=asks.get(target, target),
        order=test.order,
        natural=test.natural_passes,
        rules=test.rules,
        origin=test.origin,
        house=library.house(test.where),
    )
