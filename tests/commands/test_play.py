"""`campaign play`: the whole walk, stopped and taken up anywhere."""

from __future__ import annotations

import pytest

from tests.commands.stopping import ENDS, STOPPED, reads_of, stopped_at
from tests.commands.test_choose import chosen, restore
from tests.commands.tinmen import Camp

DICE = "1\n6\n2\n3\n"
CHOICES = "y\n\n1\n\n4\n2\n\nthe oak\nthe sea\n"
RESULT = "y\n2\n1\n"


def facts(camp: Camp) -> object:
    """What was played, without its moments and ids."""
    (battle,) = camp.json("ledger")["battles"]
    return (
        battle["mission"],
        battle["status"],
        battle["sides"],
        chosen(camp) if battle["status"] == "open" else "",
    )


def test_from_the_first_die_to_the_result(planned):
    done = planned("play", "--own-dice", "--by", "Ann", input="red, vas\n" + DICE + CHOICES + RESULT)
    assert done.code == 0, done
    (battle,) = planned.json("ledger")["battles"]
    assert (battle["mission"], battle["status"], battle["by"]) == ("The ford", "recorded", "Ann")
    assert [(side["points"], side["outcome"]) for side in battle["sides"]] == [(2, "won"), (1, "lost")]
    out = done.out
    assert out.index("The ford") < out.index("Plans") < out.index("Score sheet") < out.index("standings")
    assert "the oak" not in out


def test_stopped_by_the_players_and_taken_up(planned):
    done = planned("play", "--team", "red", "--team", "vas", "--seed", 1, input="n\n")
    assert done.code == 0
    assert done.err.endswith("Run “campaign play” again when everyone is at the table.\n")
    done = planned("play", input="y\n\n1\n\n4\n\nthe oak\nthe sea\nn\n")
    assert done.err.startswith("Continuing battle 1: ")
    assert done.err.endswith("Have a good game! “campaign play” continues from here.\n")
    assert planned.json("ledger")["battles"][0]["status"] == "open"
    done = planned("play", input="y\n" + "\n" * 2)
    assert planned.json("ledger")["battles"][0]["status"] == "recorded"


def test_without_secret_choices(camp):
    done = camp("play", "--team", "red", "--team", "vas", "--ground", "mud", "--seed", 1, input="n\n")
    assert done.code == 0
    assert "secret choices" not in done.err
    assert "Mud" in done.out


def test_two_teams_a_side_by_option(camp):
    camp.ok("team", "join", "Pale Riders")
    done = camp(
        "play", "--side", "Anna: red+pale", "--team", "vas", "--ground", "mud", "--seed", 1, input="n\n"
    )
    assert done.code == 0
    sides = {side["name"]: side["teams"] for side in camp.json("briefing")["sides"]}
    assert sides == {"Anna": ["Red Talons", "Pale Riders"], "Vas Kar": ["Vas Kar"]}


@pytest.mark.parametrize("first", range(4))
@ENDS
def test_stopped_at_any_prompt(planned, end, first):
    """What was finished stays, what was begun is gone, and the walk goes on from there to the same end.

    Each test stops at every fourth prompt.
    """
    before = planned.tree()
    words = ("play", "--own-dice", "--by", "Ann")
    typed = "red, vas\n" + DICE + CHOICES + RESULT
    done, count = reads_of(lambda: planned(*words, input=typed))
    assert (done.code, count) == (0, len(typed.splitlines()))
    whole = facts(planned)
    lines = typed.splitlines(keepends=True)
    made, opened = 1 + DICE.count("\n"), 1 + DICE.count("\n") + CHOICES.count("\n")
    for place in range(first, count, 4):
        restore(planned, before)
        done = stopped_at(place, end, lambda: planned(*words, input=typed))
        assert done.code == 130
        assert done.err.endswith(STOPPED)
        planned.ok("check")
        battles = planned.json("ledger")["battles"]
        assert len(battles) == (place >= made)
        if place < made:
            rest = lines
        elif place < opened:
            sealed = len([name for name in planned.tree() if name.startswith("secrets/")])
            rest = [lines[made], *lines[made + 1 + 2 * sealed :]]
        else:
            rest = lines[opened:]
        planned.ok(*words, input="".join(rest))
        assert facts(planned) == whole


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("1",), "There is no option 1."),
        (("--grund", "mud"), "There is no option --grund. Did you mean “--ground”?"),
        (("--battle", 1, "--team", "Red Talons"), "--battle continues a battle, and --team starts one"),
        (("--battle", 1, "--side", "Anna: red"), "--battle continues a battle, and --side starts one"),
    ],
)
def test_wrong_usage_when_a_battle_goes_on(camp, words, said):
    camp.ok("setup", "--team", "red", "--team", "vas", "--seed", 1)
    assert said in camp.refused("play", *words, code=2)
