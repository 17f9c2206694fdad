"""Writes that fail or are cut off: requests 12 and 13, through the command."""

from __future__ import annotations

import errno
import os
import shutil

import pytest

from tests.command import run_command
from tests.test_ledger_writing import journal_of

WRITES = {
    "setup": ("setup", "--team", "red", "--team", "vas", "--seed", "1"),
    "reroll": ("setup", "--reroll", "weather", "--battle", "2"),
    "choose": ("choose", "2", "--no-input", "--choice", "red=2", "--choice", "vas=4"),
    "roll": ("roll", "toss", "--side", "red", "--side", "vas", "--battle", "2"),
    "result": ("result", "2", "--score", "red: 1"),
    "amend": ("amend", "1", "--score", "vas: 5", "--reason", "why"),
    "amend a die": ("amend", "1", "--die", "weather=6", "--reason", "why"),
    "void": ("void", "1", "--reason", "why"),
    "adjust": ("adjust", "all", "gold", "-1", "--reason", "why"),
    "missed": ("missed", "vas", "--reason", "ill"),
    "join": ("team", "join", "Pale Riders"),
    "leave": ("team", "leave", "vas", "--reason", "why"),
    "settings": ("settings", "--apply"),
}


class Failing:
    """A call of `os` that fails once, the `place`-th time (from 0); compiled templates are kept elsewhere, and
    don't count.
    """

    def __init__(self, call: str, place: int) -> None:
        self.real = getattr(os, call)
        self.place = place
        self.count = 0

    def __call__(self, *args: object, **more: object) -> object:
        if any("templates" in str(each) for each in args):
            return self.real(*args, **more)
        self.count += 1
        if self.count == self.place + 1:
            raise OSError(errno.ENOSPC, "No space left on device")
        return self.real(*args, **more)


class TestWritesThatFail:
    """Request 12: whatever the disk refuses, at any step, the answer is 1 and no byte has changed."""

    @pytest.mark.parametrize("verb", WRITES)
    @pytest.mark.parametrize("call", ["replace", "fsync"])
    def test_at_any_point(self, played, monkeypatch, verb, call):
        if verb == "settings":
            with (played.root / "campaign.yaml").open("a", encoding="utf-8") as file:
                file.write("resources: [{id: gold, start: 6}]\n")
        before = played.tree()
        place = 0
        while True:
            failing = Failing(call, place)
            with monkeypatch.context() as patch:
                patch.setattr(os, call, failing)
                done = played(*WRITES[verb])
            if failing.count <= place:
                break
            place += 1
            if done.code == 0:  # all is done, and only the end of it could not be made sure of
                break
            assert done.err == ("Can’t write the campaign: No space left on device. Nothing was changed.\n")
            assert (done.code, played.tree()) == (1, before)
        assert done.code == 0
        assert place >= 2
        assert played.tree() != before

    @pytest.mark.parametrize("call", ["replace", "fsync"])
    def test_a_new_campaign(self, model, tmp_path, monkeypatch, call):
        shutil.copytree(model / "pack", tmp_path / "pack")
        place = 0
        while True:
            failing = Failing(call, place)
            with monkeypatch.context() as patch:
                patch.setattr(os, call, failing)
                done = run_command(
                    "new", tmp_path / "camp", "--system", "tin-men", "--pack", "../pack", "--team", "A"
                )
            if failing.count <= place:
                break
            place += 1
            if done.code == 0:
                break
            assert (done.code, (tmp_path / "camp").exists()) == (1, False), (place, done)
        assert done.code == 0
        assert place > 4

    def test_a_print_out(self, played, monkeypatch):
        def full(*_, **__):
            raise OSError(errno.ENOSPC, "No space left on device")

        path = played.root.parent / "ledger.html"
        path.write_bytes(b"old")
        with monkeypatch.context() as patch:
            patch.setattr(os, "replace", full)
            done = played("ledger", "--format", "html", "-o", path)
        assert (done.code, done.err) == (
            1, f"Can’t write {path}: No space left on device. Name another file.\n",
        )  # fmt: skip
        assert path.read_bytes() == b"old"
        assert [each.name for each in path.parent.iterdir() if each.name.startswith(".")] == []

    @pytest.mark.parametrize(
        "words", [("new", "--system", "killteam"), ("packs", "new"), ("demo",)], ids=" ".join
    )
    def test_a_folder_that_can_t_be_made(self, run, tmp_path, words):
        """Below a file nothing can be made, whoever one is."""
        (tmp_path / "file").write_bytes(b"")
        at = 2 if words[0] == "packs" else 1
        done = run(*words[:at], tmp_path / "file" / "war", *words[at:])
        assert (done.code, done.out) == (1, "")
        assert done.err.startswith(f"Can’t create {tmp_path / 'file' / 'war'}: ")


FOLLOWING = [
    ("ledger",), ("standings",), ("log",), ("show", "1"), ("briefing",), ("settings",), ("check",), ("roll",),
    ("packs", "show", "tin-men"), ("result", "--no-input", "--score", "all: 0"), ("void", "1", "--reason", "why"),
    ("adjust", "vas", "gold", "-1", "--reason", "why"), ("missed", "vas"), ("team", "join", "Pale Riders"),
    ("setup", "--team", "red", "--team", "vas"),
]  # fmt: skip


class TestCutOff:
    """Request 13: whatever the moment, files are whole; the next command of any kind finishes the batch."""

    @pytest.mark.parametrize("following", FOLLOWING, ids=" ".join)
    def test_the_next_command_finishes_it(self, camp, monkeypatch, following):
        """The journal, the entry and the briefing are replaced in that order; the last of them fails here."""
        camp.ford()
        real = os.replace
        count = 0

        def cut(*args, **more):
            nonlocal count
            count += 1
            if count > 2:
                raise OSError(errno.EIO, "Input/output error")
            return real(*args, **more)

        with monkeypatch.context() as patch:
            patch.setattr(os, "replace", cut)
            done = camp("setup", "--reroll", "weather", "--die", "weather=6")
        assert (done.code, done.out, done.err) == (
            1, "", "Can’t write the campaign: Input/output error. The next command will try to finish this.\n",
        )  # fmt: skip
        assert (camp.root / ".campaign-journal").exists()
        camp.ok(*following)
        assert not (camp.root / ".campaign-journal").exists()
        rolls = {roll["part"]: roll["faces"] for roll in camp.json("briefing", 1)["rolls"]}
        assert rolls["weather"] == [6]
        lines = camp.json("log")["lines"]
        assert [line["step"] for line in lines if line["number"] == 1][:2] == ["setup", "reroll"]

    def test_and_says_so_where_it_can_t(self, camp, monkeypatch):
        (camp.root / ".campaign-journal").write_bytes(journal_of(camp.root, {"ledger/x.yaml": "x"}))
        with monkeypatch.context() as patch:
            patch.setattr(os, "replace", Failing("replace", 0))
            assert camp.refused("ledger") == (
                "Can’t finish an interrupted write: No space left on device. Nothing is lost. "
                "Free some space or make the folder writable, then run the command again.\n"
            )

    def test_a_damaged_journal_is_left_alone(self, camp):
        (camp.root / ".campaign-journal").write_text("{", encoding="utf-8")
        assert camp.refused("ledger") == (
            "The file .campaign-journal is damaged. Move it away, then check what changed last.\n"
        )

    def test_two_at_once(self, camp):
        fcntl = pytest.importorskip("fcntl")
        with (camp.root / ".campaign-lock").open("a+b") as handle:
            fcntl.flock(handle, fcntl.LOCK_EX)
            assert camp.refused("adjust", "vas", "gold", "1", "--reason", "why") == (
                "Another command is writing to this campaign. Wait until it is done, then try again.\n"
            )
            camp.ok("ledger")
