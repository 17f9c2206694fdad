"""`campaign print reference`: the rules of a game on as little paper as can be read at a table."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.commands.rules import rules_view
from campaign.content.library import Library
from campaign.mechanisms.named_tests import NamedTest
from campaign.names import matched
from campaign.printing.rules import ReferenceView, TestLine
from campaign.words import say


def reference_view(library: Library, parts: Sequence[str], readings: bool = False) -> ReferenceView:
    """The rules by part, and the named tests; of some parts alone where any are named. Raises Refusal."""
    rules = rules_view(library, ())
    names = [part.name for part in rules.parts]
    wanted = [matched(said, names, say("part of the rules")) for said in parts] or names
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
