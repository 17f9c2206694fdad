"""`campaign roll`: takes a named test, and keeps it in a battle where that is wanted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from campaign.content.packs import Library
from campaign.errors import Refusal, did_you_mean
from campaign.mechanisms.dice import DiceLog, DiceSource
from campaign.mechanisms.named_test import Last, NamedTest, Tested, take
from campaign.printing.pieces import Note, RollView
from campaign.printing.views_of import roll_view
from campaign.words import say

if TYPE_CHECKING:
    from campaign.folder import Folder, Hand
    from campaign.ledger.battle import Battle

__all__ = ["TestView", "TestsView", "keep", "roll", "test_of", "tests_view", "times_kept", "view_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TestView:
    """A test as it was taken: the numbers it was told, each roll, and what follows."""

    __test__ = False

    id: str
    name: str
    text: str
    origin: str
    rules: tuple[str, ...]
    asked: tuple[Note, ...]
    rolls: tuple[RollView, ...]
    target: int | None
    successes: int
    passed: bool | None
    order: tuple[str, ...]
    says: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TestsView:
    """Every test of a system; a note's mark holds its options."""

    __test__ = False

    system_name: str
    tests: tuple[Note, ...]


def tests_view(library: Library) -> TestsView:
    """The tests that `campaign roll` knows."""
    tests = tuple(
        Note(
            name=test.id,
            text=test.text,
            mark=" ".join(f"--{ask.id.replace('_', '-')} N" for ask in test.asks),
            more="; ".join(f"--{ask.id.replace('_', '-')}: {ask.ask}" for ask in test.asks),
            origin=test.origin,
            house=library.house(test.where),
        )
        for test in library.tests().values()
    )
    return TestsView(system_name=library.system().name, tests=tests)


def test_of(library: Library, said: str) -> NamedTest:
    """The test of an id, or of a unique beginning. Raises Refusal."""
    tests = library.tests()
    begins = [name for name in tests if name == said] or [name for name in tests if name.startswith(said)]
    if len(begins) != 1:
        raise Refusal(say("There is no test “{said}”.", said=said), did_you_mean(said, tests))
    return tests[begins[0]]


test_of.__test__ = False  # type: ignore[attr-defined] # its name is the game's word, not pytest's


def roll(
    test: NamedTest,
    answers: Mapping[str, int],
    settings: Mapping[str, int],
    sides: Sequence[str],
    source: DiceSource,
    last: Last | None = None,
) -> Tested:
    """Takes the test; typed dice that nothing asked for are refused."""
    log = DiceLog(source)
    tested = take(test, answers, settings, tuple(sides), log, last)
    log.finish()
    return tested


def times_kept(battle: Battle, test: NamedTest) -> int:
    """How often a test has been kept in a battle."""
    from campaign.ledger.entries import RollStep

    steps = battle.filed.entry.steps
    return sum(1 for step in steps if isinstance(step, RollStep) and step.test == test.id)


def keep(folder: Folder, battle: Battle, tested: Tested, hand: Hand, who: str = "") -> None:
    """Keeps a test in an open battle; `who` took it, where that is one team."""
    from campaign.ledger.entries import RollStep
    from campaign.ledger.store import append
    from campaign.setup import rolls_of

    step = RollStep(
        kind="roll",
        at=hand.at,
        by=hand.by,
        test=tested.test.id,
        rolls=rolls_of(tested.rolls),
        says=tuple(say("{who}: {said}", who=who, said=each) if who else each for each in tested.says),
    )
    folder.write([append(battle.filed, [step])])


def view_of(tested: Tested) -> TestView:
    """What is shown of a test that was taken."""
    test = tested.test
    return TestView(
        id=test.id,
        name=test.name,
        text=test.text,
        origin=test.origin,
        rules=test.rules,
        asked=tuple(
            Note(name=ask.id.replace("_", "-"), text=ask.ask, mark=str(tested.answers[ask.id]))
            for ask in test.asks
            if ask.id in tested.answers
        ),
        rolls=tuple(roll_view(each) for each in tested.rolls),
        target=tested.target,
        successes=tested.successes,
        passed=tested.passed,
        order=tested.order.sides if tested.order else (),
        says=tested.says,
    )
