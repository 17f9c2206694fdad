"""The help: one screen for all verbs, and for each a page with an example that really runs."""

from __future__ import annotations

import re
import shlex

import pytest

from campaign.cli.groups import VERBS
from tests.command import run_command
from tests.trees import write_tree

PAGES = [(verb,) for verb in VERBS] + [
    ("team", "join"), ("team", "leave"), ("team", "roster"), ("team", "check"), ("team", "show"), ("team", "break"), ("packs", "list"), ("packs", "show"), ("packs", "rules"),
    ("packs", "map"), ("packs", "new"), ("packs", "new-card"), ("packs", "schema"), ("phase", "close"),
    ("print", "cards"), ("print", "result"), ("print", "blank"), ("print", "reference"), ("print", "roster"), ("print", "sealed"),
]  # fmt: skip


class TestHelp:
    """One screen for all verbs; a page with an example, which really runs, for each."""

    def test_one_screen(self, run, monkeypatch):
        monkeypatch.setenv("COLUMNS", "80")
        done = run("--help")
        assert done.code == 0
        lines = done.out.splitlines()
        assert len(lines) <= 47
        assert max(map(len, lines)) <= 80
        heads = [line for line in lines if re.match(r"[A-Z].*:$", line)]
        assert heads[1:] == [
            "Before the game:",
            "After the game:",
            "Between games:",
            "Campaigns and content:",
        ]
        listed = [line.split()[0] for line in lines if re.match(r"  [a-z]+  ", line)]
        assert sorted(listed) == sorted(VERBS)
        assert len(listed) >= 28
        assert run("-h").out == done.out

    @pytest.mark.parametrize("words", PAGES, ids=" ".join)
    def test_a_page_with_an_example(self, run, monkeypatch, words):
        monkeypatch.setenv("COLUMNS", "80")
        done = run(*words, "--help")
        assert (done.code, done.err) == (0, "")
        lines = done.out.splitlines()
        assert max(map(len, lines)) <= 80
        assert "completion" not in done.out
        assert not re.search(r"<\w+( \w+)*>", done.out)  # no name of a type of Python's
        assert lines[lines.index("  Example:") + 1].startswith(f"    campaign {' '.join(words)}") or words in (
            ("team",), ("packs",), ("print",), ("phase",),
        )  # fmt: skip
        assert run(*words, "-h").out == done.out

    def test_what_is_no_number(self, run):
        assert run("setup", "--seed", "x").err.startswith(
            "Invalid value for '--seed': 'x' is not a valid whole number."
        )

    def test_every_verb_has_a_page(self):
        from campaign.cli.verbs import command

        found: set[tuple[str, ...]] = set()
        group = command()
        for verb in group.list_commands(None):
            found.add((verb,))
            inner = group.get_command(None, verb)
            found |= {(verb, each) for each in getattr(inner, "commands", {})}
        assert found == set(PAGES)


def example_of(words: tuple[str, ...]) -> list[str]:
    """The example on a help page, as the shell would read it."""
    text = run_command(*words, "--help").out.partition("\n  Example:\n")[2]
    (first, *rest) = shlex.split(text.replace("\\\n", " "))
    assert first == "campaign"
    return rest


class TestExamples:
    """They are played here, in the order of a season."""

    def test_they_run(self, run, apart, monkeypatch):
        here = apart / "here"

        def example(*words, input=""):
            said = example_of(words)
            done = run(*said, input=input)
            assert done.code == 0, (said, done)
            return done.out

        example("packs", "list")
        example("packs")
        example("packs", "show")
        example("packs", "rules")
        example("packs", "schema")
        example("packs", "new")
        example("demo")
        example("roll")
        example("attack")
        example("odds")
        example("new")
        home = here / "longnight"
        monkeypatch.chdir(home)
        example("setup")
        run("setup", "--reroll", "advantage.Red Talons")
        run("result", "--outcome", "red=won")
        example("standings")
        example("adjust")
        example("missed")
        example("team", "join")
        run("team", "leave", "iron", "--reason", "a slip")
        example("team")
        example("team", "leave")
        run("setup", "--team", "red", "--team", "vas", "--mission", "covert-war", "--scouting", "--die",
            "objective=1")  # fmt: skip
        example("choose", input="\n5\n\n5\n")
        example("result")
        made = ("setup", "--team", "red", "--team", "vas", "--mission", "covert-war", "--scouting", "--die",
                "objective=1")  # fmt: skip
        run(*made)
        run("choose", "--side", "red", input="\n5\n")
        run("choose", "--side", "vas", input="\n5\n")
        example("reveal")
        run("result", "--score", "red: markers 1")
        example("briefing")
        assert (home / "briefing.html").is_file()
        for sheet in ("result", "blank", "reference"):
            example("print", sheet)
        assert {"result.html", "blank.html", "rules.html"} <= {path.name for path in home.iterdir()}
        example("show")
        example("amend")
        example("void")
        example("log")
        example("ledger")
        example("phase")
        example("phase", "close")
        assert (home / "ledger.html").is_file()
        example("site")
        assert (home / "site" / "index.html").is_file()
        with (home / "campaign.yaml").open("a", encoding="utf-8") as file:
            file.write("resources: [{id: renown, name: Renown, start: 0}]\n")
        example("settings")
        write_tree(home, {"house/missions/": ""})
        example("check")
        run("setup", "--team", "red", "--team", "vas")
        example("play", input="n\n")
        self.they_run_on_a_road(run, example, here, monkeypatch)

    def they_run_on_a_road(self, run, example, here, monkeypatch):
        """The verbs of a game with teams of its own, cards and a road."""
        home = here / "patrols"
        run("new", home, "--system", "killzone", "--team", "Red Talons", "--team", "Vas Kar")
        monkeypatch.chdir(home)
        for verb in ("roster", "check", "show", "break"):
            example("team", verb)
        run("setup", "--team", "red", "--team", "vas")
        example("draw", input="\nTrooper\n1\n" * 20)
        example("print", "roster")
        example("print", "sealed")
        example("next")
        example("packs", "new-card")
        example("print")
        example("print", "cards")
        assert (home / "cards.html").is_file()
        assert (home / "road.html").is_file()
        run("new", here / "sectors", "--system", "starcraft", "--team", "Ada", "--team", "Bo")
        monkeypatch.chdir(here / "sectors")
        run("setup", "--team", "ada", "--team", "bo", "--mission", "frontlines")
        example("round")
