"""What a page is set for when it is printed: --paper, then the group's own, then A4."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from campaign.cli.verbs import command


def size(page: str) -> str:
    """The size that a page asks for, of which it names one."""
    found: list[str] = re.findall(r"@page \{\s+size: (\w+);", page)
    assert len(found) == 1
    return found[0]


class TestPaper:
    @pytest.mark.parametrize(
        ("said", "found"), [((), "A4"), (("--paper", "letter"), "letter"), (("--paper", "a4"), "A4")]
    )
    def test_it_is_said(self, camp, said, found):
        assert size(camp.ok("ledger", "--format", "html", *said)) == found

    def test_a_group_has_its_own(self, camp):
        with (camp.root / "campaign.yaml").open("a", encoding="utf-8") as file:
            file.write("paper: letter\n")
        assert size(camp.ok("standings", "--format", "html")) == "letter"
        assert size(camp.ok("standings", "--format", "html", "--paper", "A4")) == "A4"
        camp.ok("log", "-o", "log.html")
        assert size(Path("log.html").read_text(encoding="utf-8")) == "letter"
        camp.ok("check")

    def test_a_group_s_own_is_one_of_two(self, camp):
        with (camp.root / "campaign.yaml").open("a", encoding="utf-8") as file:
            file.write("paper: a5\n")
        done = camp("check", "--format", "html")
        assert done.code == 1
        assert "a5" in done.out
        assert size(done.out) == "A4"

    def test_another_is_wrong_usage(self, camp):
        done = camp("ledger", "--paper", "a5")
        assert (done.code, done.out) == (2, "")
        assert "'a4', 'letter'" in done.err

    def test_other_formats_have_none(self, camp):
        for shape in ("terminal", "markdown", "json"):
            plain = camp.ok("ledger", "--format", shape)
            assert camp.ok("ledger", "--format", shape, "--paper", "letter") == plain


def test_every_verb_with_a_format_has_it():
    group, verbs = command(), dict[str, Any]()
    for name in group.list_commands(None):
        verb = group.get_command(None, name)
        verbs |= {name: verb} | {
            f"{name} {inner}": each for inner, each in getattr(verb, "commands", {}).items()
        }
    options = {name: [each.name for each in verb.params] for name, verb in verbs.items()}
    shown = {name: each[-3:] for name, each in options.items() if {"shape", "paper"} & set(each)}
    assert len(shown) >= 27
    assert shown.pop("site")[-2:] == ["out", "paper"], "a site is always HTML, in a folder of its own"
    assert set(map(tuple, shown.values())) == {("shape", "output", "paper")}
