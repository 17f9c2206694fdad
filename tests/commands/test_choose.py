"""`campaign choose`: one device goes round, and nothing of it is left."""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands.stopping import ENDS, STOPPED, reads_of, stopped_at
from tests.commands.tinmen import Camp

ROOT = Path(__file__).resolve().parents[2]
AT_A_TERMINAL = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)  # a shell gives its background jobs one that is ignored
os.login_tty(0)
os.execv(sys.executable, [sys.executable, "-m", "campaign", *sys.argv[1:]])
"""
PATIENCE = 20  # seconds without a word from the command, after which it has hung


def chosen(camp: Camp) -> dict[str, tuple[str, str, object]]:
    """What became of each side's choice, from the public briefing."""
    (found,) = [each for each in camp.json("briefing")["sections"] if each["id"] == "plans"]
    return {one["side"]: (one["name"], one["why"], one["number"]) for one in found["chosen"]}


def test_all_choose_in_one_sitting(planned):
    """Enter says that the device has changed hands; a wrong answer is asked for again."""
    planned.ford()
    done = planned(
        "choose", "--die", "plans.dig.red talons=2", input="\n9\n1\n\n4\n\nunder the oak\nby the sea\n"
    )
    assert done.code == 0, done
    assert chosen(planned) == {"Red Talons": ("Dig", "stands", 2), "Vas Kar": ("Signal", "stands", None)}
    assert (
        done.err.count("Hand the device to Red Talons.\nNobody else may look. Red Talons, press Enter.") == 2
    )
    assert "“9” is not a choice of Plans. Choose from: 1 Dig; 2 Spy; 3 Rush; 4 Signal.\n" in done.err
    assert "Where does Red Talons dig? At most 2. (press Enter to keep it on paper)" in done.err
    assert "by the sea" in done.out
    assert "oak" not in done.out


def test_one_at_a_time(planned):
    planned.ford()
    done = planned("choose", "--side", "vas", input="\n4\n")
    assert (done.code, done.out) == (0, "")
    assert done.err.endswith("Sealed. Still to choose: Red Talons.\n")
    assert planned.refused("choose", "--side", "vas", input="\n1\n") == (
        "Vas Kar has already chosen. Sealed choices stay as they are until the reveal.\n"
    )
    assert planned.refused("reveal") == "Red Talons has not chosen yet. Choose with “campaign choose”.\n"
    assert planned("choose", "--side", "red", input="\nsignal\n").err.endswith(
        "Sealed. Everyone has chosen.\n"
    )
    planned.ok("reveal", input="\n\n")
    assert {side: one[0] for side, one in chosen(planned).items()} == {
        "Red Talons": "Signal",
        "Vas Kar": "Signal",
    }


def test_revealed_by_dice_on_the_table(planned):
    """`--choice` for a group that has already shown its dice: nothing is asked but what the plan wants to know."""
    planned.ford(sides=("red", "vas", "iron"))
    planned.ok(
        "choose", "--no-input", "--choice", "red=1", "--choice", "vas=spy", "--choice", "iron=Rush",
        "--models", "iron=11",
    )  # fmt: skip
    assert chosen(planned) == {
        "Red Talons": ("Dig", "cancelled", None),
        "Vas Kar": ("Spy", "stands", None),
        "Iron Vow": ("Rush", "stands", 3),
    }


def test_a_contest_is_rolled_off(planned):
    planned.ford()
    planned.ok(
        "choose", "--no-input", "--choice", "red=3", "--choice", "vas=3", "--dice", "4,4,2,5",
        "--models", "red=5", "--models", "vas=20",
    )  # fmt: skip
    assert chosen(planned) == {
        "Red Talons": ("Rush", "outrolled", None),
        "Vas Kar": ("Rush", "stands", 4),
    }


def test_whom_to_cancel(planned):
    """With two to choose from it is asked, or told by --against."""
    planned.ford(sides=("red", "vas", "iron"))
    three = ("choose", "--choice", "red=2", "--choice", "vas=1", "--choice", "iron=1", "--dice", "3")
    before = planned.tree()
    said = planned.refused(*three, "--no-input", code=2)
    assert said == ("No answer given: Red Talons: against which enemy, Vas Kar, Iron Vow? Use --against.\n")
    assert planned.tree() == before
    done = planned(*three, input="red\niron\n\n\n")
    assert done.code == 0
    assert "“red” is not one of the sides with that choice." in done.err
    assert {side: one[1] for side, one in chosen(planned).items()} == {
        "Red Talons": "stands", "Vas Kar": "stands", "Iron Vow": "cancelled",
    }  # fmt: skip


def test_models_of_the_setup_are_not_asked_again(planned):
    planned.ford("--models", "red=6", "--models", "vas=16")
    planned.ok("choose", "--no-input", "--choice", "red=3", "--choice", "vas=4")
    assert chosen(planned)["Red Talons"] == ("Rush", "stands", 2)


def test_what_it_refuses(planned):
    planned.ford()
    assert planned.refused("choose", "--no-input", code=2) == (
        "Red Talons has not chosen yet. Type a secret choice when asked; never put it on the command line.\n"
    )
    both = ("choose", "--no-input", "--choice", "red=3", "--choice", "vas=4")
    assert planned.refused(*both, code=2).endswith("how many models do you have? Use --models.\n")
    assert (
        planned.refused(*both, "--models", "red=0")
        == "“0” is not a number of models. Write a number from 1 to 200.\n"
    )
    assert planned.refused(*both, "--models", "red=5", "--dice", "4") == (
        "More dice were given than are rolled. Left over: 4. Leave them out.\n"
    )
    assert planned.refused("choose", "--choice", "iron=1").startswith(
        "There is no side “iron” in this battle."
    )
    assert planned.refused("choose", "--choice", "red").startswith("Can’t read “red”.")
    planned.ok(*both, "--models", "red=5")
    assert (
        planned.refused("choose")
        == "The choices of battle 1 have already been revealed. See “campaign briefing”.\n"
    )


def test_a_battle_without_plans(camp):
    camp.ford()
    assert camp.refused("choose") == (
        "Battle 1 has no secret choice. Turn it on in the settings, or with the "
        "options of “campaign setup”.\n"
    )


def test_every_format(planned):
    planned.ford()
    words = ("choose", "--no-input", "--choice", "red=4", "--choice", "vas=4", "--format")
    view = planned.json(*words[:-1])
    assert (view["campaign"], view["kind"]) == (1, "choices")


@ENDS
def test_stopped_at_any_prompt(planned, tmp_path, end):
    """A seal is whole or not there; whoever has chosen need not choose again."""
    planned.ford()
    words = ("choose", "--die", "plans.dig.red talons=2")
    typed = "\n1\n\n4\n\nthe oak\nthe sea\n"
    before = planned.tree()
    done, count = reads_of(lambda: planned(*words, input=typed))
    assert (done.code, count) == (0, 7)
    whole = chosen(planned)
    for place in range(count):
        restore(planned, before)
        done = stopped_at(place, end, lambda: planned(*words, input=typed))
        assert (done.code, done.out) == (130, ""), (place, done)
        assert done.err.endswith(STOPPED)
        planned.ok("check")
        sealed = [name for name in planned.tree() if name.startswith("secrets/")]
        assert len(sealed) == min(place // 2, 2)
        rest = "\n1\n\n4\n".splitlines(keepends=True)[2 * len(sealed) :]
        planned.ok(*words, input="".join(rest) + "\nthe oak\nthe sea\n")
        assert chosen(planned) == whole


def restore(camp: Camp, files: dict[str, bytes]) -> None:
    for name in camp.tree():
        if name not in files:
            (camp.root / name).unlink()
    for name, data in files.items():
        (camp.root / name).write_bytes(data)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals of this kind")
def test_nothing_stays_on_the_screen(planned):
    """On a real terminal the choice is not echoed and stands on the alternate screen alone."""
    planned.ford()
    shown = at_a_terminal(
        ["-C", str(planned.root), "choose", "--side", "red"],
        [("Red Talons, press Enter.", b"\n"), ("which number?", b"3\n")],
    )
    assert "Sealed. Still to choose: Vas Kar." in shown
    assert shown.count("\x1b[?1049h") == shown.count("\x1b[?1049l") == 1
    before, _, rest = shown.partition("\x1b[?1049h")
    apart, _, after = rest.partition("\x1b[?1049l")
    assert apart.startswith("\x1b[2J\x1b[H")
    assert apart.endswith("\x1b[2J\x1b[H")
    for stays in (before, after):
        assert not re.search("Rush|Hand the device|which number|3", stays)
    typed = apart.partition("which number?")[2]
    assert re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]|\s", "", typed) == ""
    assert "\x1b[3J" not in shown


def test_the_alternate_screen_is_left_whatever_happens(planned, monkeypatch):
    """On every system: the answers come from getpass, which is stood in for here."""
    planned.ford()
    answers = iter(["", "rush"])
    asked = []

    def typed(prompt, stream):
        asked.append(prompt)
        return next(answers)

    monkeypatch.setattr("getpass.getpass", typed)
    done = planned("choose", "--side", "red", terminal=True)
    assert done.err == (
        "\x1b[?1049h\x1b[2J\x1b[H  1  Dig\n  2  Spy\n  3  Rush\n  4  Signal\n\x1b[2J\x1b[H\x1b[?1049l"
        "Sealed. Still to choose: Vas Kar.\n"
    )
    assert asked == [
        "Hand the device to Red Talons.\nNobody else may look. Red Talons, press Enter.",
        "Plans: which number? ",
    ]

    def stopped(prompt, stream):
        raise KeyboardInterrupt

    monkeypatch.setattr("getpass.getpass", stopped)
    done = planned("choose", "--side", "vas", terminal=True)
    assert (done.code, done.err) == (130, f"\x1b[?1049h\x1b[2J\x1b[H\x1b[2J\x1b[H\x1b[?1049l{STOPPED}")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals of this kind")
def test_ctrl_c_leaves_the_screen_as_it_was(planned):
    """Also with half a choice typed."""
    planned.ford()
    before = planned.tree()
    shown = at_a_terminal(
        ["-C", str(planned.root), "choose", "--side", "red"],
        [("Red Talons, press Enter.", b"\n"), ("which number?", b"3\x03")],
        code=130,
    )
    assert shown.count("\x1b[?1049h") == shown.count("\x1b[?1049l") == 1
    after = shown.partition("\x1b[?1049l")[2]
    assert after.replace("\r", "").strip("\n") == "Stopped. Nothing was left half written."
    assert planned.tree() == before


def at_a_terminal(words: list[str], talk: list[tuple[str, bytes]], code: int = 0) -> str:
    """Runs the command on a pseudo-terminal of its own; each answer is typed once its prompt is there.

    All that came is given back.
    """
    import pty

    master, slave = pty.openpty()
    begin = [sys.executable, "-c", AT_A_TERMINAL, *words]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm", "PYTHONDONTWRITEBYTECODE": "1"}
    with subprocess.Popen(begin, stdin=slave, stdout=slave, stderr=slave, env=environment) as process:
        os.close(slave)
        shown, place = b"", 0
        left = list(talk)
        while True:
            if not select.select([master], [], [], PATIENCE)[0]:
                process.kill()
                pytest.fail(f"It waits for something else: {shown.decode()!r}", pytrace=False)
            try:
                more = os.read(master, 65536)
            except OSError:  # Linux says so when the other end is closed
                break
            if not more:
                break
            shown += more
            if left and (found := shown.find(left[0][0].encode(), place)) >= 0:
                place = found + 1
                os.write(master, left.pop(0)[1])
        assert process.wait() == code
    os.close(master)
    assert left == []
    return shown.decode()


def test_dice_that_will_not_do_are_refused_before_anybody_chooses(planned):
    planned.ford()
    before = planned.tree()
    for words, code, said in (
        (("--dice", "4", "--seed", 1), 2, "--dice can’t be combined with --seed or --own-dice."),
        (("--dice", "four"), 1, "Can’t read “four” as dice."),
        (("--own-dice", "--no-input"), 2, "Can’t ask for dice with --no-input. Give them with --dice."),
    ):
        assert said in planned.refused("choose", *words, code=code)
        assert planned.tree() == before
