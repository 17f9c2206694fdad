"""What the shell offers on Tab, asked as the shells ask."""

from __future__ import annotations

import inspect
import os
import re
import shlex

import pytest

from campaign.cli import verb_completion, verbs
from campaign.cli.groups import VERBS
from tests.command import run_command
from tests.commands.tinmen import Camp
from tests.test_ledger_writing import journal_of


def offered(camp: Camp | None, line: str, shell: str = "bash", **more: str) -> list[str]:
    """The words that bash offers for the last word of the line."""
    words = ["campaign", *(("-C", str(camp.root)) if camp else ()), *line.split(" ")]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("_CAMPAIGN_COMPLETE", f"complete_{shell}")
        patch.setenv("COMP_WORDS", "\n".join(words))
        patch.setenv("COMP_CWORD", str(len(words) - 1))
        patch.setenv("_TYPER_COMPLETE_ARGS", " ".join(words))
        for name, value in more.items():
            patch.setenv(name, value)
        done = run_command()
    assert (done.code, done.err) == (0, "")
    return done.out.split("\n")[:-1] if done.out.strip() else []


def test_teams(camp):
    camp.ok("team", "leave", "iron", "--reason", "moved")
    escaped = ["Red\\ Talons", "Vas\\ Kar"]
    for line in ("setup --team ", "play --team ", "missed ", "adjust ", "team leave ", "choose --side ",
                 "reveal --secret "):  # fmt: skip
        assert offered(camp, line) == escaped, line
    assert offered(camp, "setup --team v") == ["Vas\\ Kar"]
    assert offered(camp, 'setup --team "Va') == ["Vas Kar"]
    assert offered(camp, "setup --team x") == []
    assert offered(camp, "team join ") == []


def test_a_team_s_page_and_a_phase_s_table(camp):
    camp.ok("team", "leave", "iron", "--reason", "moved")
    camp.ok("phase", "close", "Spring thaw")
    assert offered(camp, "ledger --team ") == ["Red\\ Talons", "Vas\\ Kar", "Iron\\ Vow"]
    assert offered(camp, "standings --phase ") == ["Spring\\ thaw"]


def test_what_is_offered_is_taken(camp):
    words = [shlex.split(word)[0] for word in offered(camp, "setup --team ")]
    camp.ok("setup", "--team", words[0], "--team", words[1], "--seed", 1)


def test_missions(camp):
    assert offered(camp, "setup --mission ") == ["the-ford", "the-gate", "the-hill", "the-wall"]
    assert offered(camp, "setup --mission the-h") == ["the-hill"]
    assert offered(camp, "amend 1 --mission the-w") == ["the-wall"]
    assert "covert-war" in offered(camp, "setup --system killteam --mission ")
    assert "covert-war" in offered(None, "setup --system killteam --mission ")
    assert offered(None, "setup --mission ") == []


def test_battles(camp):
    camp.played(2, 1)
    camp.ford()
    for line in (
        "choose ",
        "reveal ",
        "play --battle ",
        "result ",
        "setup --reroll x --battle ",
        "roll toss --battle ",
    ):
        assert offered(camp, line) == ["2"], line
    assert offered(camp, "briefing ") == ["1", "2"]
    events = [each["tail"] for each in camp.json("ledger")["events"]]
    for line in ("show ", "amend ", "void "):
        assert offered(camp, line) == ["1", "2", *events], line
    assert (
        offered(camp, "show ", "fish", _TYPER_COMPLETE_FISH_ACTION="get-args")[0] == "1\tThe ford, recorded"
    )


def test_the_rest(camp):
    assert offered(camp, "adjust red ") == ["gold", "fame"]
    assert offered(camp, "roll ") == ["nerve", "toss"]
    assert offered(camp, "packs show ") == ["killteam", "killzone", "starcraft", "tin-men"]
    assert offered(None, "new x --system ") == ["killteam", "killzone", "starcraft"]
    assert "mission" in offered(None, "packs schema ")
    assert "standings" in offered(None, "st")
    assert offered(camp, "ledger --format h") == ["html"]


SHELLS = ("bash", "zsh", "fish", "powershell", "pwsh")


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize(
    "line",
    ["", "s", "se", "setup", "xyz", "--ver", "-C there ", "-C there se", "-C ", "setup ", "setup s", "'se"],
)
def test_verbs_are_offered_as_typer_would(shell, line, monkeypatch):
    """But for what it says of them, which it cuts off."""
    begun = line.rpartition(" ")[2]
    more = {"_TYPER_COMPLETE_WORD_TO_COMPLETE": begun, "_TYPER_COMPLETE_FISH_ACTION": "get-args"}
    ours = offered(None, line, shell, **more)
    monkeypatch.setattr(verb_completion, "completed_verbs", lambda _: None)
    typers = offered(None, line, shell, **more)
    assert [_without_help(each) for each in ours] == [_without_help(each) for each in typers]


def _without_help(offer: str) -> str:
    """Up to what a shell shows beside it: after a tab in fish, after colons in zsh and in PowerShell."""
    return re.split(r'\t|:::|":"', offer)[0]


@pytest.mark.parametrize(
    ("shell", "answer"),
    [
        ("bash", ["setup", "settings"]),
        (
            "zsh",
            [
                '_arguments \'*: :(("setup":"Set up a battle and print its briefing."',
                '"settings":"Apply changes made in campaign.yaml."))\'',
            ],
        ),
        (
            "fish",
            [
                "setup	Set up a battle and print its briefing.",
                "settings	Apply changes made in campaign.yaml.",
            ],
        ),
        (
            "pwsh",
            [
                "setup:::Set up a battle and print its briefing.",
                "settings:::Apply changes made in campaign.yaml.",
            ],
        ),
    ],
)
def test_verbs_are_offered_with_the_lines_of_help(shell, answer):
    more = {"_TYPER_COMPLETE_WORD_TO_COMPLETE": "se", "_TYPER_COMPLETE_FISH_ACTION": "get-args"}
    assert offered(None, "se", shell, **more) == answer


def test_fish_asks_first_whether_there_is_anything():
    assert offered(None, "se", "fish", _TYPER_COMPLETE_FISH_ACTION="is-args") == []


def test_a_verb_s_line_is_quoted_for_zsh(monkeypatch):
    monkeypatch.setitem(VERBS, "setup", 'It\'s "so": $1 `x`.')
    assert offered(None, "setu", "zsh") == [
        '_arguments \'*: :(("setup":"It\'\'s ""so""\\\\: \\$1 \\`x\\`."))\''
    ]


def test_other_shells(camp):
    assert '"Red Talons"' in offered(camp, "setup --team R", "zsh")[0]
    assert offered(camp, "setup --team R", "fish", _TYPER_COMPLETE_FISH_ACTION="get-args") == ["Red Talons"]
    assert offered(camp, "setup --team R", "powershell", _TYPER_COMPLETE_WORD_TO_COMPLETE="R") == [
        "'Red Talons'::: "
    ]


def test_it_never_fails_and_never_writes(camp):
    """Neither a broken ledger nor a write that was cut off moves it."""
    (camp.root / ".campaign-journal").write_bytes(journal_of(camp.root, {"ledger/x.yaml": "x"}))
    before = camp.tree()
    assert offered(camp, "setup --team R") == ["Red\\ Talons"]
    assert camp.tree() == before
    (camp.root / "ledger" / "broken.yaml").write_text("a: [", encoding="utf-8")
    assert offered(camp, "setup --team ") == offered(camp, "show ") == []
    (camp.root / "campaign.yaml").write_text("a: [", encoding="utf-8")
    assert offered(camp, "setup --mission ") == offered(camp, "packs show zzz") == []
    assert offered(Camp(camp.root / "nowhere"), "setup --team ") == []


def test_the_scripts_can_be_shown(run, monkeypatch):
    """Typer looks for this variable as it builds the tree of verbs, which the other tests have in common."""
    monkeypatch.setattr(verbs, "command", inspect.unwrap(verbs.command))
    monkeypatch.setenv("_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION", "1")
    done = run("--show-completion", "bash")
    assert done.code == 0
    assert "_CAMPAIGN_COMPLETE=complete_bash" in done.out
    assert os.environ["_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION"] == "1"
