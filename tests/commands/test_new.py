"""`campaign new`."""

from __future__ import annotations

import os
import shlex

import pytest

from tests.trees import read_tree

FOUR = ("--system", "killteam")


def test_a_folder_with_its_first_entries(run, tmp_path):
    root = tmp_path / "long-night"
    done = run(
        "new", root, *FOUR, "--team", "Red Talons", "--team", "Vas Kar", "--name", "The long night",
        "--markers-each", 2, "--scouting", "--by", "Ann",
    )  # fmt: skip
    assert (done.code, done.err) == (0, "")
    assert done.out == f"“The long night” is ready in {root}.\nNext: campaign -C {root} setup\n"
    files = read_tree(root)
    said = [line for line in files["campaign.yaml"].decode().splitlines() if line and line[0] != "#"]
    assert said == [
        "format: 1", "name: The long night", "system: killteam", "settings: {markers_each: 2, scouting: true}",
    ]  # fmt: skip
    assert b"\nsecrets/\n" in files[".gitignore"]
    assert sorted(name.split("Z-")[1][:-12] for name in files if name.startswith("ledger/")) == [
        "join-red-talons", "join-vas-kar", "settings",
    ]  # fmt: skip
    assert run("-C", root, "check").out == f"No problems found in {root}.\n"


def test_its_name_is_the_folders(run, tmp_path):
    done = run("new", tmp_path / "night", *FOUR)
    assert done.out == (
        f"“night” is ready in {tmp_path / 'night'}.\nNext: campaign -C {tmp_path / 'night'} team join NAME\n"
    )


@pytest.mark.skipif(os.name == "nt", reason="another shell quotes otherwise")
def test_the_next_command_can_be_copied(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = run("new", "our club; ls", "--name", "Club", *FOUR)
    following = done.out.splitlines()[-1].removeprefix("Next: campaign ").removesuffix(" NAME")
    assert run(*shlex.split(following), "Red Talons").code == 0


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such folder names")
def test_the_folder_steers_no_terminal(run, tmp_path):
    done = run("new", tmp_path / "x\x1b[31m", "--name", "Club", *FOUR)
    assert done.code == 0
    assert "\x1b" not in done.out


def test_below_another_folder(run, tmp_path):
    done = run("-C", tmp_path, "new", "night", *FOUR)
    assert done.code == 0
    assert done.out.endswith(f"Next: campaign -C {tmp_path / 'night'} team join NAME\n")
    assert (tmp_path / "night" / "campaign.yaml").is_file()


REFUSED = {
    "unknown system": (
        ("--system", "kiltem"),
        1,
        "There is no game system “kiltem”. Did you mean “killteam”?\n",
    ),
    "twice": (
        (*FOUR, "--team", "A", "--team", " a"),
        1,
        "Two teams have the name “A”. Give each a different name.\n",
    ),
    "no name": ((*FOUR, "--name", " "), 1, "A name is empty. Write one.\n"),
    "unknown setting": ((*FOUR, "--mrkers-each", "2"), 2, "There is no option --mrkers-each. Did you mean"),
    "no number": ((*FOUR, "--markers-each", "two"), 2, "--markers-each takes a number; got “two”."),
    "out of range": (
        (*FOUR, "--markers-each", "9"),
        1,
        "“markers_each” can’t be 9. Write a number from 1 to 4.\n",
    ),
    "no system": ((), 2, "Missing option '--system'"),
    "a day that is none": ((*FOUR, "--played", "2026-02-30"), 1, "“2026-02-30” is not a date."),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused(run, tmp_path, case):
    words, code, said = REFUSED[case]
    done = run("new", tmp_path / "night", *words)
    assert (done.code, done.out) == (code, "")
    assert said in done.err
    assert list(tmp_path.iterdir()) == []


def test_not_over_anything(run, tmp_path):
    (tmp_path / "night").mkdir()
    (tmp_path / "night" / "diary.txt").write_bytes(b"x")
    done = run("new", tmp_path / "night", *FOUR)
    assert (done.code, done.err) == (
        1, f"{tmp_path / 'night'} already exists and is not empty. Name a new or empty folder.\n",
    )  # fmt: skip
    assert run("new", tmp_path / "night" / "diary.txt", *FOUR).code == 1
    assert read_tree(tmp_path) == {"night/diary.txt": b"x"}
