"""What is shown in prompts and messages: as it was written, and nothing that steers the terminal."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest

from campaign.cli import main
from campaign.cli.groups import VERBS
from campaign.cli.terminal import visible

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("👩‍🚀 flies: which number?\n  1  Ambush\n", "👩‍🚀 flies: which number?\n  1  Ambush\n"),
        ("می‌خواهم", "می‌خواهم"),
        ("\x1b[2Jvas", "␛[2Jvas"),
        ("a\u202eb", "a<U+202E>b"),
        ("bell\a", "bell␇"),
    ],
)
def test_visible(text, shown):
    assert visible(text) == shown


def test_what_is_typed_is_utf8_whatever_the_machine_thinks(monkeypatch):
    """A pipe has the code page of the machine on Windows."""
    typed = io.TextIOWrapper(io.BytesIO("Vörös\n".encode()), encoding="cp1252")
    monkeypatch.setattr(sys, "stdin", typed)
    for name in ("stdout", "stderr"):
        monkeypatch.setattr(sys, name, io.TextIOWrapper(io.BytesIO(), encoding="cp1252"))
    assert main(["--help"]) == 0
    assert sys.stdin.readline() == "Vörös\n"


def test_no_verb_loads_what_only_some_of_its_uses_need():
    """Content is read for a help page's example, and git is asked for a name, only when that is needed."""
    code = (
        "import sys, importlib\n"
        f"for verb in {sorted(VERBS)!r}: importlib.import_module('campaign.cli.' + verb)\n"
        "late = {'campaign.content.library', 'campaign.campaign', 'getpass', 'jinja2', 'ruamel.yaml'}\n"
        "print(sorted(late & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout == "[]\n"


def test_light_verbs_load_nothing_of_how_a_battle_is_made_or_a_picture_drawn():
    code = (
        "import sys, importlib\n"
        "for name in ('commands.roll', 'commands.attack', 'commands.odds', 'commands.team_break', 'printing.road',\n"
        "        'commands.packs', 'printing.rules', 'content.lookup', 'printing.render', 'printing.history'):\n"
        "    importlib.import_module('campaign.' + name)\n"
        "late = {'commands.setup', 'commands.battles', 'commands.results_file', 'printing.briefing',\n"
        "    'printing.lettering', 'printing.map.picture', 'printing.site.views'}\n"
        "print(sorted(name for name in late if 'campaign.' + name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize(
    "words",
    [
        ("standings",),
        ("log",),
        ("show", "1"),
        ("adjust", "red", "gold", "+1", "--reason", "found"),
        ("void", "1", "--reason", "twice", "--yes"),
    ],
    ids=lambda words: words[0],
)
def test_verbs_that_only_read_the_ledger_load_nothing_of_how_a_battle_is_made(camp, words):
    camp.played(3, 1)
    code = (
        "import sys\n"
        "from campaign.cli import main\n"
        "code = main(sys.argv[1:])\n"
        "late = {'content.made_battle', 'content.procedure', 'content.rosters', 'printing.briefing', 'commands.setup'}\n"
        "sys.exit(code or str(sorted(name for name in late if 'campaign.' + name in sys.modules)))"
    )
    line = [sys.executable, "-c", code, "-C", str(camp.root), *words]
    done = subprocess.run(line, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.stderr.splitlines()[-1] == "[]"
