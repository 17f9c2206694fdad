"""Writing a campaign: batches whole or not at all, whatever the disk does and whenever the program ends."""

from __future__ import annotations

import hashlib
import itertools
import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import pytest

from campaign.errors import Refusal
from campaign.ledger.journal import JOURNAL, LOCK, commit, locked, recover
from tests.trees import read_tree, write_tree

OLD = {"ledger/2026/a.yaml": "old a\n", "ledger/b.yaml": "old b\n", "notes.txt": "ours\n"}
BATCH = {
    "secrets/deep/s": "sealed\n",
    "ledger/2026/a.yaml": "new ä\n",
    "ledger/b.yaml": "old b\n",
    "briefings/c.json": "{}",
}
NEW = OLD | BATCH


WHOLE_OLD = {name: text.encode() for name, text in OLD.items()}
WHOLE_NEW = {name: text.encode() for name, text in NEW.items()}


def journal_of(root: Path, batch: Mapping[str, str] = BATCH, old: Mapping[str, str] = OLD) -> bytes:
    """What a command that was cut off in this folder has left."""
    files = {
        name: {"text": text, "held": hashlib.sha256(old[name].encode()).hexdigest() if name in old else ""}
        for name, text in batch.items()
    }
    copy = hashlib.sha256(str(root.resolve()).encode()).hexdigest()
    return json.dumps({"copy": copy, "files": files}).encode()


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
    told = "Can’t write the campaign: No space left on device. Nothing was changed."
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
            remedy = "The next command will try to finish this." if journal else "Nothing was changed."
            assert str(raised) == f"Can’t write the campaign: No space left on device. {remedy}"
        assert recover(root) is journal
        assert shown(root) == (WHOLE_NEW if journal else cut)
        assert cut in ((WHOLE_OLD, WHOLE_NEW) if not journal else (cut,))
        assert recover(root) is False
        assert not (root / JOURNAL).exists()
        commit(root, {"d": "more"})
        kept += journal
    assert kept > 15


def test_request_13_finishing_can_itself_be_cut_off_and_is_finished_later(tmp_path: Path):
    for at in itertools.count(1):
        root = tmp_path / str(at)
        write_tree(root, {**OLD, JOURNAL: journal_of(root)})
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
                "Can’t finish an interrupted write: No space left on device. Nothing is lost. "
                "Free some space or make the folder writable, then run the command again."
            )
            assert recover(root) is True
        assert shown(root) == WHOLE_NEW
    assert at > 15


def test_a_write_that_was_cut_off_is_finished_before_another_begins(tmp_path: Path):
    write_tree(tmp_path, {**OLD, JOURNAL: journal_of(tmp_path)})
    with pytest.raises(Refusal) as refused:
        commit(tmp_path, {"d": "more"})
    assert str(refused.value) == (
        "An earlier write was interrupted. Run the command again: it will finish that one first."
    )
    assert recover(tmp_path) is True
    assert shown(tmp_path) == WHOLE_NEW


@pytest.mark.parametrize(
    "journal",
    [b"{", b"[]", b'{"a": 1}', b'{"files": []}', b'{"files": {"ledger/x.yaml": "y"}}', b"\xff"],
)
def test_a_journal_that_is_no_batch_of_this_campaign_is_refused(journal: bytes, tmp_path: Path):
    write_tree(tmp_path, {JOURNAL: journal})
    with pytest.raises(Refusal) as refused:
        recover(tmp_path)
    assert str(refused.value) == (
        "The file .campaign-journal is damaged. Move it away, then check what changed last."
    )
    assert read_tree(tmp_path) == {JOURNAL: journal, LOCK: b""}


@pytest.mark.parametrize(
    "name",
    [
        "../../x", "/x", "C:\\x", ".git/config", ".git/hooks/post-checkout", "notes.txt", "ledger/.git/config",
        "Makefile", "campaign.yaml/x",
    ],
)  # fmt: skip
def test_a_journal_is_applied_to_the_own_files_of_a_campaign_alone(name: str, tmp_path: Path):
    journal = journal_of(tmp_path, {"ledger/b.yaml": "new b\n", name: "sh evil"})
    write_tree(tmp_path, {**OLD, JOURNAL: journal})
    kept = f".campaign-unfinished-{hashlib.sha256(journal).hexdigest()[:8]}"
    with pytest.raises(Refusal) as refused:
        recover(tmp_path)
    assert str(refused.value) == (
        "The unfinished write in this folder was not begun by this copy of the campaign. "
        f"It is kept in {kept}; run the command again."
    )
    assert read_tree(tmp_path) == WHOLE_OLD | {LOCK: b"", kept: journal}
    assert recover(tmp_path) is False


def test_a_journal_that_came_with_a_clone_is_not_applied(tmp_path: Path):
    theirs = journal_of(tmp_path / "theirs")
    write_tree(tmp_path / "ours", {**OLD, JOURNAL: theirs})
    with pytest.raises(Refusal, match="was not begun by this copy of the campaign"):
        recover(tmp_path / "ours")
    assert shown(tmp_path / "ours").items() >= WHOLE_OLD.items()


@pytest.mark.parametrize("link", ["ledger/2026", "ledger", "ledger/2026/a.yaml"])
def test_a_journal_goes_through_no_link(link: str, tmp_path: Path):
    root, away = tmp_path / "camp", tmp_path / "away"
    write_tree(away, {"2026/a.yaml": "old a\n", "a.yaml": "old a\n"})
    write_tree(root, {"campaign.yaml": "", JOURNAL: journal_of(root, {"ledger/2026/a.yaml": "evil\n"})})
    place = root / link
    place.parent.mkdir(parents=True, exist_ok=True)
    place.symlink_to(away / "a.yaml" if link.endswith("yaml") else away, target_is_directory=link[-1] != "l")
    with pytest.raises(Refusal, match="was not begun by this copy of the campaign"):
        recover(root)
    assert read_tree(away) == {"2026/a.yaml": b"old a\n", "a.yaml": b"old a\n"}


def test_what_has_changed_meanwhile_is_kept_and_what_was_to_be_written_too(tmp_path: Path):
    """A write is cut off, git brings a correction of the same entry, and the next command comes."""
    journal = journal_of(tmp_path)
    write_tree(tmp_path, {**OLD, "ledger/2026/a.yaml": "pulled a\n", JOURNAL: journal})
    kept = f".campaign-unfinished-{hashlib.sha256(journal).hexdigest()[:8]}"
    with pytest.raises(Refusal) as refused:
        recover(tmp_path)
    assert str(refused.value) == (
        "The last command was cut off, and since then something else has changed ledger/2026/a.yaml. "
        f"What it was to write is kept in {kept}; see “campaign log”, and run the command again."
    )
    assert read_tree(tmp_path) == WHOLE_NEW | {
        "ledger/2026/a.yaml": b"pulled a\n", LOCK: b"", kept: journal,
    }  # fmt: skip
    assert recover(tmp_path) is False


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
        assert (
            refused() == "Another command is writing to this campaign. Wait until it is done, then try again."
        )
        write_tree(tmp_path, {JOURNAL: journal_of(tmp_path, {})})
        with pytest.raises(Refusal):
            recover(tmp_path)
    assert recover(tmp_path) is True
    with locked(tmp_path):
        pass


def test_a_batch_that_another_command_has_finished_is_no_more_to_be_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    write_tree(tmp_path, {JOURNAL: journal_of(tmp_path, {})})

    @contextmanager
    def after_another(root: Path) -> Iterator[None]:
        (root / JOURNAL).unlink()
        yield

    monkeypatch.setattr("campaign.ledger.journal.locked", after_another)
    assert recover(tmp_path) is False


def test_where_nothing_can_be_written_the_folder_is_named(tmp_path: Path):
    with pytest.raises(Refusal) as refused, locked(tmp_path / "gone"):
        pass
    assert str(refused.value) == (
        f"Can’t write here: No such file or directory. Make {tmp_path / 'gone'} writable."
    )
