"""Exit codes, the program as a whole, and pipes whose reader has gone."""

from __future__ import annotations

import errno
import os
import re
import sys

import pytest

from tests.command import Stream
from tests.commands.tinmen import PACK, started
from tests.trees import write_tree

ODD = (
    "", " ", "\udcff", "\x1b[2J", "a\nb", "x" * 400, "-1", "9" * 30, "²", "../../x", "{}", "[1", "&a *a", "=", ":",
    "a=b", "all", "all: 1", "1e5", "null", "0001-01-01", "9999-12-31", "%s", "{{ 7*7 }}", "\u202eabc",
)  # fmt: skip


class TestExitCodes:
    def test_wrong_usage_is_2(self, run, camp):
        for words, said in (
            (("stup",), "There is no command “stup”. Did you mean “setup”?"),
            (("frobnicate",), "There is no command “frobnicate”."),
            (("ledger", "--frmat", "json"), "No such option: --frmat"),
            (("ledger", "too", "much"), "Got unexpected extra argument"),
            (("packs", "lst"), "No such command 'lst'"),
            (("ledger", "--format", "word"), "Invalid value for '--format'"),
        ):
            done = run("-C", camp.root, *words)
            assert (done.code, done.out) == (2, "")
            assert said in done.err
        assert run().code == 2
        assert run("packs").code == 2

    def test_a_refusal_is_1(self, run, apart):
        done = run("ledger")
        assert (done.code, done.out) == (1, "")
        assert done.err == (
            "There is no campaign here. Start one with “campaign new”, or point to one: campaign -C DIR …\n"
        )
        done = run("-C", apart / "here", "ledger")
        assert done.err.startswith(f"There is no campaign in {apart / 'here'}.")

    def test_what_is_no_number(self, camp):
        """Digits that Python takes for digits and int() does not."""
        camp.ford()
        assert camp.refused("roll", "nerve", "--fear", "²", code=2).startswith(
            "Invalid value: --fear takes a number; got “²”."
        )
        assert camp.refused("team", "join", "New", "--start", "gold=--5").startswith("“--5” is not a number.")

    def test_a_name_no_file_can_hold(self, camp):
        said = camp.refused("roll", "toss", "--side", "\udcff", "--side", "b")
        assert said == "A name has an invisible character: U+DCFF. Leave it out.\n"

    def test_a_path_that_can_t_be(self, camp, run):
        name = "x" * 300
        for words in (("check", name), ("new", name, "--system", "killteam"), ("-C", name, "ledger")):
            done = run(*words)
            assert (done.code, done.out) == (1, "")
            assert done.err.endswith(f"{name} can’t be used: File name too long.\n") or (
                f"/{name}" in done.err and done.err.count("\n") == 1
            )
        assert camp.refused("ledger", "-o", "") == "“.” is not a valid file name. Name the file to write.\n"

    @pytest.mark.parametrize("odd", ODD, ids=ascii)
    def test_nothing_that_is_typed_is_a_bug(self, camp, odd):
        """Any answer will do but 3; and what was written can be read."""
        camp.played(3, 1)
        camp.ford()
        both = ("--team", "red", "--team", "vas")
        for words in (
            ("setup", "--team", odd, "--team", "vas"), ("setup", *both, "--mission", odd),
            ("setup", *both, "--die", odd), ("setup", *both, "--die", f"weather={odd}"),
            ("setup", *both, "--dice", odd), ("setup", *both, "--role", odd), ("setup", *both, "--ground", odd),
            ("setup", "--side", f"{odd}: red", "--team", "vas", "--practice"), ("setup", *both, "--played", odd),
            ("roll", "toss", "--side", odd, "--side", "b"), ("result", odd), ("result", "2", "--score", odd),
            ("result", "2", "--score", f"red: {odd}"), ("result", "2", "--outcome", f"red={odd}"),
            ("amend", "1", "--note", odd, "--reason", odd), ("amend", "1", "--rename", f"Vas Kar={odd}"),
            ("amend", "1", "--set", odd, "--reason", "x"), ("adjust", odd, "gold", "1", "--reason", odd),
            ("adjust", "vas", odd, "1", "--reason", "x"), ("missed", "vas", "--reason", odd),
            ("team", "join", odd, "--player", odd), ("packs", "show", odd), ("show", odd), ("void", odd),
        ):  # fmt: skip
            assert camp(*words).code in (0, 1, 2, 130)
        camp.ok("check")
        camp.ok("ledger", "--format", "html")

    def test_bytes_that_are_no_text(self, camp, monkeypatch):
        """A terminal in another encoding types what can't be read: a wrong answer, asked for again."""
        camp.ford()
        real = Stream.__init__

        def latin(stream, content="", **more):
            real(stream, content, **more)
            if content:
                stream.buffer.seek(0)
                stream.buffer.write(content.encode("latin-1"))
                stream.buffer.seek(0)

        monkeypatch.setattr(Stream, "__init__", latin)
        done = camp("result", input="\xe9\n3\n1\n")
        assert done.code == 0
        assert "is not an answer to “flags”" in done.err

    def test_a_bug_is_3(self, camp, monkeypatch):
        """With its traceback, for the report."""

        def broken(*_, **__):
            raise ZeroDivisionError("of ours")

        monkeypatch.setattr("json.dumps", broken)
        done = camp("ledger", "--format", "json", bug=True)
        assert (done.code, done.out) == (3, "")
        assert "Traceback (most recent call last)" in done.err
        assert done.err.endswith(
            "ZeroDivisionError: of ours\nThis is a bug in campaign, not your mistake. "
            "Please report it with the lines above.\n"
        )

    def test_version(self):
        from campaign.__main__ import main

        out = Stream()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "stdout", out)
            assert main(["--version"]) == 0
            assert re.fullmatch(r"campaign \d+\.\d+\S*\n", out.text())

    def test_the_whole_program(self, camp, monkeypatch):
        from campaign.__main__ import main

        out = Stream()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "argv", ["campaign", "-C", str(camp.root), "standings"])
            assert main() == 0
        assert out.text() == camp.ok("standings")


def test_the_nearest_folder_upwards(run, tmp_path, monkeypatch):

    camp = started(write_tree(tmp_path, PACK))
    inside = camp.root / "rosters" / "old"
    inside.mkdir(parents=True)
    monkeypatch.chdir(inside)
    assert run("standings").out == camp.ok("standings")


class Closed(Stream):
    """A pipe whose reader has gone."""

    def write(self, text):
        raise BrokenPipeError(errno.EPIPE, "Broken pipe")

    def fileno(self):
        return os.open(os.devnull, os.O_WRONLY)


class TestClosedPipe:
    def run(self, camp, *words):
        from campaign.cli import main

        err = Stream()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "stdin", Stream())
            patch.setattr(sys, "stdout", Closed())
            patch.setattr(sys, "stderr", err)
            code = main(["-C", str(camp.root), *words])
        return code, err.text()

    @pytest.mark.parametrize(
        "words", [("ledger",), ("check",), ("packs", "schema"), ("ledger", "--format", "json")]
    )
    def test_nothing_is_said(self, camp, words):
        assert self.run(camp, *words) == (0, "")

    def test_what_was_to_be_written_is(self, camp):
        """Nobody reading what a command prints is no reason not to do it."""
        camp.ford()
        assert self.run(camp, "result", "--score", "red: 1") == (0, "")
        assert self.run(camp, "amend", "1", "--score", "vas: 2", "--reason", "why") == (0, "")
        assert [side["points"] for side in camp.json("ledger")["battles"][0]["sides"]] == [1, 2]
        assert self.run(camp, "void", "1", "--reason", "why") == (0, "")
        assert camp.json("ledger")["battles"][0]["status"] == "void"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ("result", 1, "--from", "x.yaml", "--score", "red: 3"),
            "Can’t be combined with --from: --score, battle",
        ),
        (("result", "--from", "x.yaml", "--note", ""), "Can’t be combined with --from: --note"),
        (("choose", "--side", "red", "--seed", 0), "Can’t be combined with --side: --seed"),
        (("reveal", 1, "--secret", "red", "--die", "plan=2"), "Can’t be combined with --secret: --die"),
        (
            ("roll", "nerve", "--fear", 7, "--seed", 1, "--dice", "4"),
            "--dice can’t be combined with --seed or --own-dice.",
        ),
        (("amend", 1, "--step", 1), "Only with --set: --step"),
        (("setup", "--team", "red", "--team", "vas", "--reason", "x"), "Only with --reroll: --reason"),
        (("setup", "--reroll", "weather", "--no-plans"), "Can’t be combined with --reroll: --no-plans"),
    ],
)
def test_an_option_that_would_do_nothing(camp, words, said):
    camp.ford()
    before = camp.tree()
    assert said in camp.refused(*words, code=2)
    assert camp.tree() == before
