"""`campaign reveal`, and request 22: nothing sealed can be read anywhere in public before it is revealed."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import zlib
from pathlib import Path

import pytest

from tests.commands.tinmen import DAY, Camp, copied
from tests.trees import read_tree

NAME, TEXT, NOTE = "Qwyxelbrand", "Vorpzimmel", "zhanglefrotz"
"""Words that stand nowhere else: a house strategy's name and text, and a note that a side writes down."""

FORMATS = ("terminal", "markdown", "html", "json")
SHOWING = (("ledger",), ("standings",), ("log",), ("show", 1), ("briefing", 1), ("check",), ("settings",))


@pytest.fixture
def sealed(planned: Camp) -> Camp:
    """Both sides have chosen: Red Talons a strategy of the house, whose words nobody knows."""
    path = planned.root / "house" / "cards" / "tin-men" / "plans.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(
        "kind: choice\n"
        "rows:\n"
        f"  - id: {NAME.lower()}\n"
        "    on: 1\n"
        f"    name: {NAME}\n"
        f"    text: {TEXT} everywhere.\n"
        '    write: {ask: "Where does {side} dig?", secret: true}\n'
        "  - {id: signal, on: 4, name: Signal, text: Light a fire.}\n"
        "whole: true\n"
        "name: Plans\n",
        encoding="utf-8",
    )
    planned.ford("--by", "Ann")
    return planned


def git(camp: Camp, *words: str) -> str:
    done = subprocess.run(
        ["git", "-C", camp.root, "-c", "user.name=Ann", "-c", "user.email=ann@example.org", *words],
        capture_output=True, text=True, encoding="utf-8", check=True,
    )  # fmt: skip
    return done.stdout


def objects(camp: Camp) -> list[bytes]:
    """Every object of the repository, unpacked."""
    return [zlib.decompress(path.read_bytes()) for path in (camp.root / ".git" / "objects").glob("??/*")]


def printed(camp: Camp) -> str:
    """Every verb that shows something, in every format: both streams."""
    found = ""
    for words in SHOWING:
        for shape in FORMATS:
            done = camp(*words, "--format", shape)
            found += done.out + done.err
    return found


def public(camp: Camp) -> dict[str, bytes]:
    """Every file but the secrets, what git keeps, and the house rules, where all options stand for all."""
    return {
        name: data
        for name, data in read_tree(camp.root).items()
        if not name.startswith(("secrets/", "house/", ".git/"))
    }


def told(where: bytes, *words: str) -> list[str]:
    """The words that can be read there, in any case; also as they are hashed alone."""
    low = where.lower()
    plain = [word for word in words if word.lower().encode() in low]
    hashed = [
        word
        for word in words
        for form in (word, word.lower())
        if hashlib.sha256(form.encode()).hexdigest().encode() in low
    ]
    return plain + hashed


def test_public_files_and_outputs_are_the_same_whatever_was_chosen(sealed, tmp_path):
    """Request 22: hashes and moments aside, not a byte outside of secrets/ depends on what was chosen.

    The options themselves stand in the briefing for all; who took which stands nowhere, nor does its length.
    """
    other = copied(sealed.root.parent, tmp_path / "other")
    seen = []
    for camp, answer in ((sealed, "1"), (other, "4")):
        spoken = ""
        for side, typed in (("red", answer), ("vas", "4")):
            done = camp("choose", "--side", side, "--by", "Ann", input=f"\n{typed}\n")
            assert done.code == 0
            spoken += done.out + done.err
        files = {name: neutral(data.decode()) for name, data in public(camp).items()}
        spoken += printed(camp)
        seen.append((neutral(spoken.replace(str(camp.root), "HERE")), files))
    assert seen[0] == seen[1]
    assert len([name for name in sealed.tree() if name.startswith("secrets/")]) == 2


def neutral(text: str) -> str:
    """Without hashes (YAML quotes those that could be read as a number) and moments."""
    text = re.sub(r'"?[0-9a-f]{64}"?', "HASH", text)
    return re.sub(r"20\d\d-\d\d-\d\d[T ]\d\d:\d\d(:[\d.]+)?(\+00:00|Z)?", "MOMENT", text)


def test_git_holds_no_secret(sealed):
    """Request 22: `new` keeps git away from secrets/; a choice's words stand where the rules stand, no more."""
    sealed("choose", "--side", "red", input="\n1\n")
    sealed("choose", "--side", "vas", input="\n4\n")
    secrets = [data for name, data in sealed.tree().items() if name.startswith("secrets/")]
    assert sorted(NAME.lower().encode() in data for data in secrets) == [False, True]
    git(sealed, "init", "-q")
    git(sealed, "add", "-A")
    git(sealed, "commit", "-q", "-m", "a battle")
    names = git(sealed, "ls-tree", "-r", "--name-only", "HEAD").splitlines()
    assert [name for name in names if name.startswith((".campaign", "secrets"))] == []
    blobs = [data for data in objects(sealed) if data.startswith(b"blob ")]
    assert len([data for data in blobs if told(data, NAME)]) == 2  # the house rule, and the briefing's list
    assert [data for data in blobs if told(data, NAME) and b"kind: seal" in data] == []


def test_a_written_secret_is_nowhere_before_its_reveal_and_there_after_it(sealed):
    """The note of the house strategy is typed after the choices are open, and stays sealed."""
    done = sealed("choose", input=f"\n1\n\n4\n\n{NOTE}\n")
    assert done.code == 0
    everything = (done.out + done.err + printed(sealed)).encode() + b"\n".join(public(sealed).values())
    git(sealed, "init", "-q")
    git(sealed, "add", "-A")
    git(sealed, "commit", "-q", "-m", "a battle")
    everything += b"\n".join(objects(sealed))
    assert told(everything, NOTE) == []
    assert told(everything, NAME) == [NAME]  # what was chosen is open by now

    shown = sealed.ok("reveal", "--secret", "red", "--by", "Bo")
    assert NOTE in shown
    assert NOTE in sealed.ok("show", 1)
    line = sealed.json("log")["lines"][-1]
    assert (line["step"], line["by"], line["about"]) == ("reveal", "Bo", [f"Plans.{NAME.lower()}"])
    git(sealed, "add", "-A")
    git(sealed, "commit", "-q", "-m", "shown")
    assert told(b"\n".join(objects(sealed)), NOTE) == [NOTE]


def test_a_result_brings_everything_out(sealed):
    sealed("choose", input=f"\n1\n\n4\n\n{NOTE}\n")
    sealed.ok("result", "--score", "red: 1", "--yes")
    assert NOTE in sealed.ok("show", 1)
    steps = [line["step"] for line in sealed.json("log")["lines"] if line["number"] == 1]
    assert steps == ["setup", "seal", "seal", "seal", "reveal", "reveal", "result"]


def test_equal_secrets_have_different_hashes(sealed):
    for side in ("red", "vas"):
        sealed("choose", "--side", side, input="\n4\n")
    text = sealed.entry("red-talons-vas-kar").read_text(encoding="utf-8")
    hashes = [line for line in text.splitlines() if "hash:" in line]
    assert len(set(hashes)) == 2


def test_a_lost_or_altered_secret_is_said_to_be_so(sealed):
    sealed("choose", "--side", "red", input="\n1\n")
    sealed("choose", "--side", "vas", input="\n4\n")
    (path,) = [
        sealed.root / name for name in sealed.tree() if "red-talons" in Path(name).name and "secrets" in name
    ]
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(NAME.lower(), "signal"), encoding="utf-8")
    assert sealed.refused("reveal") == (
        "The choice that was sealed has been changed: Red Talons. Give the choice openly: --choice “Red Talons=N”.\n"
    )
    path.unlink()
    assert sealed.refused("reveal").startswith(
        "The choice that was sealed is no longer on this machine: Red Talons."
    )


def test_nothing_was_written_down(sealed):
    assert sealed.refused("reveal", "--secret", "red") == (
        "Red Talons has nothing sealed in battle 1. See “campaign show”.\n"
    )


def test_the_seed_does_not_tell_the_dice_of_the_reveal(planned, tmp_path):
    """The battle's seed is public before anybody chooses; the roll-offs must not follow from it."""
    rolled = set()
    for _ in range(12):
        tail = planned.json("setup", "--team", "red", "--team", "vas", "--mission", "the-ford", "--seed", 5,
                            "--played", DAY)["battle"][-6:]  # fmt: skip
        planned.ok("choose", tail, "--no-input", "--choice", "red=1", "--choice", "vas=4")
        rolls = [roll for step in planned.json("show", tail)["steps"] for roll in step["rolls"]
                 if roll["part"].startswith("plans.")]  # fmt: skip
        assert len(rolls) == 1
        rolled.add(tuple(rolls[0]["faces"]))
    assert len(rolled) > 1  # 12 D3s alike: once in 177,147 times


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps rights in another way")
def test_a_secret_is_its_writer_s_alone_to_read(sealed):
    sealed("choose", "--side", "red", input="\n1\n")
    [secret] = sealed.root.glob("secrets/*/*.yaml")
    assert secret.stat().st_mode & 0o077 == 0
