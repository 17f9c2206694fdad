from __future__ import annotations

import itertools
import json
import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any, Self

import pytest
from hypothesis import example, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from campaign.errors import Problems, Refusal
from campaign.ledger.entries import Chosen, Filed, Rerolled, Result, Reveal, Rolls, RollStep, Seal, Shown
from campaign.ledger.state import fold
from campaign.ledger.store import (
    JOURNAL,
    LOCK,
    append,
    appended_text,
    commit,
    entry_text,
    filing,
    locked,
    name_for,
    read_entries,
    recover,
    slug,
)  # fmt: skip
from campaign.mechanisms.dice import Dice
from campaign.mechanisms.formula import Formula
from campaign.mechanisms.score import Term
from tests.builders import (
    DAY,
    adjust,
    amend,
    battle,
    entries,
    filed,
    flags,
    join,
    leave,
    ledgers,
    missed,
    restore,
    settings,
    setup,
    sides,
    step,
    void,
)  # fmt: skip
from tests.trees import read_tree, write_tree

DUEL = sides("Red", "Blue")
JOINED = join(1, "Red")
NAME = JOINED.name
TEXT = """\
format: 1
kind: join
played: "2026-03-01"
steps:
  - {kind: join, at: "2026-03-01T18:01:00Z", by: Ann, team: Red}
"""


# --- names ---


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Red Talons", "red-talons"),
        ("Nyúl & Társa", "nyul-tarsa"),
        ("  --  ", "x"),
        ("Красные", "x"),
        ("CON", "con"),
        ("a" * 39 + " b", "a" * 39),
        ("x" * 60, "x" * 40),
    ],
)
def test_a_slug_is_fit_for_every_file_system(text: str, name: str):
    assert slug(text) == name


@given(st.text())
def test_a_slug_is_never_empty_and_stays_the_same(text: str):
    assert set(slug(text)) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")
    assert 1 <= len(slug(text)) <= 40
    assert slug(slug(text)) == slug(text)


def test_a_name_tells_the_moment_in_utc_and_what_it_is_of():
    moment = datetime(2026, 3, 1, 1, 30, 5, 42_999, tzinfo=timezone(timedelta(hours=2)))
    name = name_for(moment, ["Red Talons", "Vas Kar"], "0a1b2c")
    assert name == "20260228T233005042Z-red-talons-vas-kar-0a1b2c"
    assert Filed(name, JOINED.entry).tail == "0a1b2c"


# --- texts ---


def test_an_entry_is_written_in_the_canonical_form():
    assert entry_text(JOINED.entry) == TEXT


def test_what_no_file_can_hold_is_refused_in_words():
    with pytest.raises(Refusal) as half:
        entry_text(join(1, "Red \ud800").entry)
    assert (
        str(half.value)
        == "This can’t be written: half of a character can’t be written. Write it in other words."
    )
    with pytest.raises(Refusal) as large:
        entry_text(adjust(1, "Red", resource="gold", change=1000).entry)
    assert str(large.value) == "This can’t be written: 1000 is out of range. Write -999 to 999."


def test_an_entry_that_no_reader_would_take_is_not_filed(tmp_path):
    """Nothing is written that the next reading would refuse."""
    odd = append(join(1, "Red"), [flags(Red=1)])
    with pytest.raises(Refusal) as wrong:
        filing(tmp_path, odd)
    assert str(wrong.value).startswith("A step of kind result has no place in an entry of kind join.")
    assert list(tmp_path.rglob("*")) == []


def test_an_entry_that_would_not_come_back_is_a_bug_of_ours():
    naive = join(1, "Red")
    broken = append(naive, [step(Result, 2, answers={"Red": {"flags": [1]}})])
    with pytest.raises(AssertionError, match="does not survive its own file"):
        entry_text(broken.entry)


EVERY_STEP = battle(
    1,
    sides("Ann: Red + Blue", "Oak", "Elm"),
    step(Seal, 2, of="plans", side="Ann", hash="00ff"),
    step(
        Reveal,
        3,
        of="plans",
        shown=(Shown(of="plans", side="Ann", value="1", nonce="n", proof="proven"),),
        chosen=(
            Chosen(side="Ann", id="dig", name="Dig in", stands=False, why="cancelled", by="Oak", number=2),
        ),
    ),
    step(
        RollStep,
        4,
        test="charge",
        rolls=(Rolls(part="charge", dice=Dice.parse("2D6"), faces=(1, 6)),),
        says=("7",),
    ),
    step(Rerolled, 5, part="mission", reason="cocked", setup=setup(5, seed=3, roles={"Ann": "holder"})),
    flags(6, {"Elm": "no-show"}, Ann=1),
)
ONE_OF_EACH = [
    settings(),
    JOINED,
    EVERY_STEP,
    adjust(2, "Red", resource="gold", change=-1),
    missed(3, "Red", "Blue"),
    leave(4, "Red"),
    restore(void(amend(EVERY_STEP, now=flags(Oak=2), played=DAY, sides=DUEL))),
    amend(
        amend(JOINED, now=step(type(JOINED.entry.steps[0]), 3, team="Oak")), played=DAY + timedelta(days=1)
    ),
]


@pytest.mark.parametrize("one", ONE_OF_EACH, ids=lambda one: f"{one.entry.kind}-{len(one.entry.steps)}")
def test_request_15_every_kind_of_entry_is_read_as_it_was_written(one: Filed, tmp_path: Path):
    write_tree(tmp_path, {f"{one.name}.yaml": entry_text(one.entry).encode()})
    (found,) = read_entries(tmp_path)
    assert found == one
    assert entry_text(found.entry) == entry_text(one.entry)


@hypothesis_settings(max_examples=50)
@given(ledger=ledgers())
def test_request_15_read_write_read_is_the_identity(
    ledger: list[Filed], tmp_path_factory: pytest.TempPathFactory
):
    folder = tmp_path_factory.mktemp("ledger")
    write_tree(folder, {f"{one.name}.yaml": entry_text(one.entry).encode() for one in ledger})
    found = read_entries(folder)
    assert found == sorted(ledger, key=lambda one: one.name)
    assert fold(found) == fold(ledger)


# --- further steps, comments kept ---


def test_request_15_comments_of_a_hand_are_kept_when_steps_are_added():
    by_hand = """\
# The first to join; they brought the cake.
format: 1
kind:   join   # spaced by hand
played: 2026-03-01
steps:

# who and when
- kind: join
  at: 2026-03-01T18:01:00Z   # after tea
  by: 'Ann'
  team: "Red"
# the end, still
"""
    text = appended_text(by_hand, void(JOINED))
    assert text == by_hand + '- {kind: void, at: "2026-03-02T09:00:00Z", by: Ann, reason: never played}\n'


def test_a_file_of_our_own_grows_as_it_would_be_written():
    grown = restore(void(JOINED))
    assert appended_text(TEXT, grown) == entry_text(grown.entry)
    assert appended_text(TEXT, JOINED) == TEXT


def test_line_breaks_and_the_byte_order_mark_of_the_file_stay():
    windows = "\ufeff" + TEXT.removesuffix("\n").replace("\n", "\r\n")
    text = appended_text(windows, void(JOINED))
    assert text == "\ufeff" + entry_text(void(JOINED).entry).replace("\n", "\r\n")


STEPS_FIRST = """\
steps:   # all of them
  - kind: join
    at: "2026-03-01T18:01:00Z"
    by: Ann
    team: Red   # the red ones
# and the head
format: 1
kind: join
played: "2026-03-01"
"""
IN_ONE_LINE = """\
# short
format: 1
kind: join
played: "2026-03-01"
steps: [{kind: join, at: "2026-03-01T18:01:00Z", by: Ann, team: Red}]
"""


@pytest.mark.parametrize("by_hand", [STEPS_FIRST, IN_ONE_LINE], ids=["steps first", "in one line"])
def test_steps_that_are_not_the_end_of_the_file_are_added_where_they_stand(by_hand: str, tmp_path: Path):
    text = appended_text(by_hand, void(JOINED))
    write_tree(tmp_path, {f"{NAME}.yaml": text.encode()})
    assert read_entries(tmp_path) == [void(JOINED)]
    assert [line.partition("#")[2] for line in text.splitlines() if "#" in line] == [
        line.partition("#")[2] for line in by_hand.splitlines() if "#" in line
    ]


@pytest.mark.parametrize(
    "other", [TEXT.replace("Red", "Blue"), entry_text(restore(void(JOINED)).entry), "format: 1\n"]
)
def test_steps_are_not_added_to_a_file_that_has_changed(other: str):
    with pytest.raises(Refusal) as refused:
        appended_text(other, void(JOINED))
    assert str(refused.value) == f"The file of the entry “{NAME}” has changed. Call the command again."


@given(one=st.sampled_from(["battle", "join", "settings", "missed"]).flatmap(lambda kind: entries(7, kind)))
@example(one=EVERY_STEP)
def test_a_grown_file_is_the_old_text_and_more(one: Filed):
    old = entry_text(one.entry).replace("steps:", "steps:  # so far", 1)
    text = appended_text(old, restore(void(one)))
    assert text.startswith(old)
    assert text == entry_text(restore(void(one)).entry).replace("steps:", "steps:  # so far", 1)


def test_a_new_entry_is_filed_in_the_ledger_and_an_old_one_where_it_lies(tmp_path: Path):
    assert filing(tmp_path, JOINED) == {f"ledger/{NAME}.yaml": TEXT}
    write_tree(tmp_path, {f"ledger/2026/{NAME}.yaml": f"# kept\n{TEXT}".encode()})
    grown = void(JOINED)
    assert filing(tmp_path, grown) == {f"ledger/2026/{NAME}.yaml": f"# kept\n{entry_text(grown.entry)}"}


# --- reading ---


def problems_of(folder: Path) -> list[str]:
    with pytest.raises(Problems) as wrong:
        read_entries(folder)
    return [
        str(problem).replace(f"{folder}{os.sep}", "").replace(os.sep, "/") for problem in wrong.value.problems
    ]


def test_entries_come_in_the_order_of_their_names_from_every_folder(tmp_path: Path):
    first, second, third = join(1, "A"), join(2, "B"), join(3, "C")
    write_tree(
        tmp_path,
        {
            f"{second.name}.yaml": entry_text(second.entry).encode(),
            f"b/{first.name}.yaml": entry_text(first.entry).encode(),
            f"a/{third.name}.yaml": entry_text(third.entry).encode(),
            "notes.txt": b"no entry",
            f".{third.name}.yaml.new": b"half a fi",
        },
    )
    assert read_entries(tmp_path) == [first, second, third]
    assert read_entries(tmp_path / "nowhere") == []


def test_request_14_a_newer_format_is_refused_and_nothing_touched(tmp_path: Path):
    newer = TEXT.replace("format: 1", "format: 2").replace("team: Red", "banner: Red")
    write_tree(tmp_path, {f"{NAME}.yaml": newer.encode()})
    before = read_tree(tmp_path)
    (problem,) = problems_of(tmp_path)
    sentence = "This file is of format 2; this version knows format 1. Update campaign."
    assert problem == f"{NAME}.yaml:1:9: {sentence} [newer-format]"
    assert read_tree(tmp_path) == before


def test_request_15_unknown_keys_are_told_with_their_line(tmp_path: Path):
    by_hand = TEXT.replace("played:", "# ours\nweather: rain\nplayed:").replace("team:", "teem:")
    write_tree(tmp_path, {f"{NAME}.yaml": by_hand.encode()})
    assert problems_of(tmp_path) == [
        f"{NAME}.yaml:4:1: “weather” is not known here. Known here: sides. [unknown-key]",
        f"{NAME}.yaml:7:55: “teem” is not known here. Did you mean “team”? [unknown-key]",
    ]


def test_all_problems_of_all_files_come_at_once(tmp_path: Path):
    write_tree(
        tmp_path,
        {
            f"{NAME}.yaml": TEXT.encode(),
            f"copy/{NAME}.yaml": TEXT.encode(),
            "20260301T180200000Z-x-00000g.yaml": TEXT.encode(),
            "20260301T180300000Z-x-000003.yaml": b"a: [",
            "20260301T180400000Z-x-000004.yaml": b"\xff",
        },
    )
    assert [problem.rpartition(" ")[2] for problem in problems_of(tmp_path)] == [
        "[entry-name]", "[not-yaml]", "[not-utf8]", "[twice]",
    ]  # fmt: skip
    assert problems_of(tmp_path)[0] == (
        "20260301T180200000Z-x-00000g.yaml:1:1: “20260301T180200000Z-x-00000g” is no name of an entry. "
        "Give the file its old name back. [entry-name]"
    )
    assert problems_of(tmp_path)[-1] == (
        f"copy/{NAME}.yaml: The entry “{NAME}” is there twice. Keep one of the files. [twice]"
    )


FIRST = "An entry of kind {0} begins with a step of kind {1}. [first-step]"
WRONG = "A step of kind result has no place in an entry of kind join. It may have: join. [wrong-step]"
COUNT = "A battle has {} sides. Write 2 to 4 sides. [sides]"


@pytest.mark.parametrize(
    ("one", "told"),
    [
        (filed(1, "join"), f"The first step is nothing. {FIRST.format('join', 'join')}"),
        (
            filed(1, "battle", flags(Red=1), sides=DUEL),
            f"The first step is result. {FIRST.format('battle', 'setup')}",
        ),
        (append(JOINED, [flags(Red=1)]), WRONG),
        (amend(JOINED, now=flags(Red=1)), WRONG),
        (battle(1, sides("Red")), COUNT.format(1)),
        (battle(1, sides("A", "B", "C", "D", "E")), COUNT.format(5)),
        (amend(battle(1, DUEL), sides=sides("Red")), COUNT.format(1)),
        (
            battle(1, sides("Ann: A", "Ann: B")),
            "Two sides have the same name. Give each a name of its own. [sides]",
        ),
        (
            battle(1, sides("Ann: A + B + C", "D")),
            "A side has one or two teams. Write the teams of each side. [sides]",
        ),
        (
            battle(1, sides("Ann: A + B", "B")),
            "A team stands there twice. Name each team once. [sides]",
        ),
        (
            battle(1, sides("Ann: A", "A: B")),
            "A side is called as a team of another side. Give each a name of its own. [sides]",
        ),
    ],
)
def test_an_entry_whose_parts_do_not_fit_is_a_problem(one: Filed, told: str, tmp_path: Path):
    write_tree(tmp_path, {f"{one.name}.yaml": entry_text(one.entry).encode()})
    (problem,) = problems_of(tmp_path)
    assert problem.partition(": ")[2] == told


@pytest.mark.parametrize(
    ("one", "there"),
    [
        (append(JOINED, [flags(Red=1)]), "kind: result"),
        (amend(JOINED, now=flags(Red=1)), "kind: result"),
        (amend(battle(1, DUEL), sides=sides("Ann", "Ann")), "- name: Ann"),
    ],
)
def test_the_place_of_a_step_that_does_not_fit_is_told(one: Filed, there: str, tmp_path: Path):
    text = entry_text(one.entry)
    write_tree(tmp_path, {f"{one.name}.yaml": text.encode()})
    line = text[: text.index(there)].count("\n") + 1
    assert {int(problem.split(":")[1]) for problem in problems_of(tmp_path)} == {line}


@pytest.mark.parametrize("further", ["none", "reroll", "amend"])
def test_a_term_that_is_not_settled_is_a_problem_with_its_place(further: str, tmp_path: Path):
    wild = setup(1, terms=(Term(id="posts", name="Posts", ask="How many?", each=Formula.parse("markers")),))
    one = {
        "none": filed(1, "battle", wild, sides=DUEL),
        "reroll": battle(1, DUEL, step(Rerolled, 2, part="mission", setup=wild)),
        "amend": amend(battle(1, DUEL), now=wild),
    }[further]
    write_tree(tmp_path, {f"{one.name}.yaml": entry_text(one.entry).encode()})
    before, _, _ = entry_text(one.entry).partition("markers")
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    assert problems_of(tmp_path) == [
        f"{one.name}.yaml:{line}:{column}: Expected a number, found “markers”. For example: 2. [bad-value]"
    ]


# --- writing ---

OLD = {"ledger/2026/a.yaml": "old a\n", "ledger/b.yaml": "old b\n", "notes.txt": "ours\n"}
BATCH = {
    "secrets/deep/s": "sealed\n",
    "ledger/2026/a.yaml": "new ä\n",
    "ledger/b.yaml": "old b\n",
    "c.json": "{}",
}
NEW = OLD | BATCH


WHOLE_OLD = {name: text.encode() for name, text in OLD.items()}
WHOLE_NEW = {name: text.encode() for name, text in NEW.items()}


def shown(root: Path) -> dict[str, bytes]:
    """The campaign's own files: without the lock, the journal and what was being written."""
    return {
        name: data
        for name, data in read_tree(root).items()
        if name not in (LOCK, JOURNAL) and not name.endswith(".new")
    }


def test_a_batch_is_written_whole_and_leaves_nothing_else(tmp_path: Path):
    write_tree(tmp_path, OLD)
    with locked(tmp_path):
        commit(tmp_path, BATCH)
    assert read_tree(tmp_path) == WHOLE_NEW | {LOCK: b""}
    assert recover(tmp_path) is False


@pytest.mark.parametrize("name", ["../x", "/x", "a/../../x", "", "C:/x", "a\\..\\x"])
def test_a_batch_stays_in_its_campaign(name: str, tmp_path: Path):
    with pytest.raises(AssertionError, match="writes outside its campaign"):
        commit(tmp_path / "mine", {name: "x"})
    assert read_tree(tmp_path) == {}


def test_the_journal_is_on_the_disk_first_and_each_file_before_it_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    done: list[str] = []
    sync, replace, unlink = os.fsync, Path.replace, Path.unlink

    def synced(handle: int) -> None:
        sync(handle)
        done.append("sync")

    def named(path: Path, target: Path) -> Path:
        done.append(target.name)
        return replace(path, target)

    def removed(path: Path, missing_ok: bool = False) -> None:
        done.append(f"no {path.name}")
        unlink(path, missing_ok)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "replace", named)
    monkeypatch.setattr(Path, "unlink", removed)
    commit(tmp_path, {"a": "1", "b": "2"})
    each = [["sync", name, "sync"] for name in (JOURNAL, "a", "b")]
    assert done == [*itertools.chain(*each), f"no {JOURNAL}", "sync"]


class Died(BaseException):
    """The program ended here: nothing that comes after it happens."""


class Disk:
    """Counts what is asked of the disk and fails at one call: before it is done, halfway, or just after.

    With `for_good`, every later call fails too: a full disk that stays full, a program that is dead.
    """

    def __init__(self, at: int, error: BaseException, *, after: bool = False, for_good: bool = False) -> None:
        self.at, self.error, self.after, self.for_good = at, error, after, for_good
        self.calls = 0

    def call(
        self, do: Callable[..., Any], *args: Any, half: Callable[[], Any] | None = None, **more: Any
    ) -> Any:
        self.calls += 1
        now = self.calls == self.at
        if now and self.after:
            getattr(do(*args, **more), "close", int)()
        elif now and half:
            half()
        if now or (self.for_good and self.calls > self.at):
            raise self.error
        return do(*args, **more)

    @property
    def failed(self) -> bool:
        return self.calls >= self.at


@contextmanager
def on(disk: Disk) -> Iterator[None]:
    """Every call that changes the disk goes through it."""
    with pytest.MonkeyPatch.context() as patch:
        open_file = Path.open

        def opened(path: Path, mode: str = "r", *args: Any, **more: Any) -> Any:
            if "w" not in mode:
                return open_file(path, mode, *args, **more)
            handle = disk.call(open_file, path, mode, *args, **more)
            write = handle.write
            patched = Handle(handle)
            patched.write = lambda data: disk.call(write, data, half=lambda: write(data[: len(data) // 2]))
            return patched

        patch.setattr(Path, "open", opened)
        for where, name in ((os, "fsync"), (Path, "replace"), (Path, "unlink"), (Path, "mkdir")):
            patch.setattr(where, name, through(disk, getattr(where, name)))
        yield


class Handle:
    """A file whose `write` can be set."""

    write: Callable[[bytes], Any]

    def __init__(self, handle: Any) -> None:
        self.handle = handle

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.handle.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.handle, name)


def through(disk: Disk, do: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *args, **more: disk.call(do, *args, **more)


def every_call(tmp_path: Path, make: Callable[[int], Disk]) -> Iterator[tuple[Path, BaseException | None]]:
    """A commit for each call that it makes, failing at that call: the campaign, and what was raised."""
    for at in itertools.count(1):
        root = write_tree(tmp_path / str(at), OLD)
        disk, raised = make(at), None
        with on(disk):
            try:
                commit(root, BATCH)
            except BaseException as error:  # noqa: BLE001 - the dead are looked at too
                raised = error
        if not disk.failed:
            assert at > 25
            assert raised is None
            return
        yield root, raised


FULL = OSError(28, "No space left on device")


def test_request_12_when_a_write_fails_no_byte_has_changed(tmp_path: Path):
    outcomes = []
    for root, raised in every_call(tmp_path, lambda at: Disk(at, FULL)):
        outcomes.append(str(raised))
        if (
            raised is None
        ):  # the journal was gone: only that its removal is on the disk could not be made sure
            assert read_tree(root) == WHOLE_NEW
        else:
            assert read_tree(root) == WHOLE_OLD
    told = "The campaign could not be written: No space left on device. Nothing was changed."
    assert outcomes == [told] * (len(outcomes) - 1) + ["None"]


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_request_12_an_interrupt_leaves_all_as_it_was_or_all_done(after: bool, tmp_path: Path):
    trees = []
    for root, raised in every_call(tmp_path, lambda at: Disk(at, KeyboardInterrupt(), after=after)):
        assert isinstance(raised, KeyboardInterrupt)
        trees.append(read_tree(root))
    done = 2 if after else 1  # of the last calls: once the journal is removed, the batch is written
    assert trees[:-done] == [WHOLE_OLD] * (len(trees) - done)
    assert trees[-done:] == [WHOLE_NEW] * done


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("error", [FULL, Died()], ids=["full for good", "killed"])
def test_request_13_cut_off_at_any_moment_every_file_is_whole_and_the_batch_is_finished(
    error: BaseException, after: bool, tmp_path: Path
):
    kept = 0
    for root, raised in every_call(tmp_path, lambda at: Disk(at, error, after=after, for_good=True)):
        cut = shown(root)
        for name, data in cut.items():
            assert data in (WHOLE_OLD.get(name), WHOLE_NEW[name])
        journal = (root / JOURNAL).exists()
        if isinstance(raised, Refusal):
            remedy = "The next command will try to finish it." if journal else "Nothing was changed."
            assert str(raised) == f"The campaign could not be written: No space left on device. {remedy}"
        assert recover(root) is journal
        assert shown(root) == (WHOLE_NEW if journal else cut)
        assert cut in ((WHOLE_OLD, WHOLE_NEW) if not journal else (cut,))
        assert recover(root) is False
        assert not (root / JOURNAL).exists()
        commit(root, {"d": "more"})
        kept += journal
    assert kept > 15


def test_request_13_finishing_can_itself_be_cut_off_and_is_finished_later(tmp_path: Path):
    journal = json.dumps(BATCH).encode()
    for at in itertools.count(1):
        root = write_tree(tmp_path / str(at), {**OLD, JOURNAL: journal})
        disk, refused = Disk(at, FULL, for_good=True), None
        with on(disk):
            try:
                recover(root)
            except Refusal as error:
                refused = str(error)
        if not disk.failed:
            break
        if (root / JOURNAL).exists():
            assert refused == (
                "A write that was cut off could not be finished: No space left on device. "
                "Make room or give access to the folder, then call again; the whole of it is kept."
            )
            assert recover(root) is True
        assert shown(root) == WHOLE_NEW
    assert at > 15


def test_a_write_that_was_cut_off_is_finished_before_another_begins(tmp_path: Path):
    write_tree(tmp_path, {**OLD, JOURNAL: json.dumps(BATCH).encode()})
    with pytest.raises(Refusal) as refused:
        commit(tmp_path, {"d": "more"})
    assert str(refused.value) == (
        "An earlier write was cut off. Call the command again: it finishes that one first."
    )
    assert recover(tmp_path) is True
    assert shown(tmp_path) == WHOLE_NEW


@pytest.mark.parametrize(
    "journal",
    [b"{", b"[]", b'{"a": 1}', b'{"../../x": "y"}', b'{"/x": "y"}', b'{"C:\\\\x": "y"}', b"\xff"],
)
def test_a_journal_that_is_no_batch_of_this_campaign_is_refused(journal: bytes, tmp_path: Path):
    write_tree(tmp_path, {JOURNAL: journal})
    with pytest.raises(Refusal) as refused:
        recover(tmp_path)
    assert str(refused.value) == (
        "The file .campaign-journal is damaged. Move it away, then look at what changed last."
    )
    assert read_tree(tmp_path) == {JOURNAL: journal, LOCK: b""}


def test_what_can_not_be_read_beforehand_is_not_written(tmp_path: Path):
    write_tree(tmp_path, {"ledger/a.yaml/": ""})
    with pytest.raises(Refusal) as refused:
        commit(tmp_path, {"ledger/a.yaml": "x"})
    assert str(refused.value).endswith("Nothing was changed.")
    assert read_tree(tmp_path) == {}


def test_only_one_command_writes_at_a_time(tmp_path: Path):
    def refused() -> str:
        with pytest.raises(Refusal) as error, locked(tmp_path):
            pass
        return str(error.value)

    with locked(tmp_path):
        assert refused() == "Another command is writing in this campaign. Wait for it and try again."
        write_tree(tmp_path, {JOURNAL: b"{}"})
        with pytest.raises(Refusal):
            recover(tmp_path)
    assert recover(tmp_path) is True
    with locked(tmp_path):
        pass


def test_a_batch_that_another_command_has_finished_is_no_more_to_be_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    write_tree(tmp_path, {JOURNAL: b"{}"})

    @contextmanager
    def after_another(root: Path) -> Iterator[None]:
        (root / JOURNAL).unlink()
        yield

    monkeypatch.setattr("campaign.ledger.store.locked", after_another)
    assert recover(tmp_path) is False


def test_where_nothing_can_be_written_the_folder_is_named(tmp_path: Path):
    with pytest.raises(Refusal) as refused, locked(tmp_path / "gone"):
        pass
    assert str(refused.value) == (
        f"Nothing can be written here: No such file or directory. Give access to {tmp_path / 'gone'}."
    )


# --- git ---


def test_two_organisers_who_each_record_a_battle_merge_without_a_conflict(tmp_path: Path):
    def git(folder: str, *words: str) -> None:
        who = {"GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.com"}
        who |= {"GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.com"}
        subprocess.run(
            ["git", *words], cwd=tmp_path / folder, env=os.environ | who, check=True, capture_output=True
        )

    def record(folder: str, *ledger: Filed) -> None:
        with locked(tmp_path / folder):
            for one in ledger:
                commit(tmp_path / folder, filing(tmp_path / folder, one))
        git(folder, "add", "ledger")
        git(folder, "commit", "-m", "record")

    common = [settings(), join(1, "Red"), join(2, "Blue"), battle(3, DUEL)]
    hers, his = battle(4, DUEL, flags(Red=1)), battle(5, DUEL, flags(Red=2))
    (tmp_path / "ann").mkdir()
    git("ann", "init", "--initial-branch=main", ".")
    record("ann", *common)
    git(".", "clone", "ann", "bo")
    record("ann", hers)
    record("bo", his, void(common[3]))
    git("ann", "pull", "--no-rebase", "--no-edit", "../bo", "main")
    merged = fold(read_entries(tmp_path / "ann" / "ledger"))
    assert merged == fold([*common[:3], void(common[3]), hers, his])
    assert merged.teams["Red"].outcomes == {"won": 2}
