from __future__ import annotations

import json

DUEL = (
    "setup",
    "--system",
    "killteam",
    "--team",
    "A",
    "--team",
    "B",
    "--mission",
    "covert-war",
    "--own-dice",
)


def rolls(out):
    return [(roll["part"], roll["faces"]) for roll in json.loads(out)["rolls"]]


def test_b_takes_the_last_roll_back_and_keeps_those_before(run):
    done = run(*DUEL, "--format", "json", input="5 5\n1 1\nb\n2 4\n3\n")
    assert done.code == 0, done.err
    assert rolls(done.out) == [("advantage.A", [5, 5]), ("advantage.B", [2, 4]), ("objective", [3])]
    assert done.err == (
        "Roll, then type the faces; b takes back the last roll.\nadvantage.A 2D6: "
        "advantage.B 2D6: objective D3: advantage.B 2D6: objective D3: "
    )


def test_b_at_the_first_roll_asks_it_again(run):
    done = run(*DUEL, "--format", "json", input="b\n6 6\nb\n1 1\n5 5\n2\n")
    assert rolls(done.out) == [("advantage.A", [1, 1]), ("advantage.B", [5, 5]), ("objective", [2])]


def test_set_dice_are_not_asked_for_and_stay_after_a_step_back(run):
    done = run(*DUEL, "--die", "advantage.A=6 1", "--format", "json", input="1 1\nb\n2 2\n1\n")
    assert rolls(done.out) == [("advantage.A", [6, 1]), ("advantage.B", [2, 2]), ("objective", [1])]


def test_own_dice_in_the_choices_too(run, tmp_path):
    root = tmp_path / "night"
    run("new", root, "--system", "killteam", "--team", "A", "--team", "B", "--scouting")
    run("-C", root, "setup", "--team", "A", "--team", "B", "--mission", "covert-war", "--seed", 1)
    done = run(
        "-C", root, "play", "--own-dice",
        input="y\n\n5\n\n4\n" + "9\n2\nb\n3\n1\n" + "the pool\n" + "n\n",
    )  # fmt: skip
    assert done.code == 0, done.err
    shown = run("-C", root, "show", 1, "--format", "json").out
    step = next(step for step in json.loads(shown)["steps"] if step["step"] == "reveal")
    assert [(roll["part"], roll["faces"]) for roll in step["rolls"]] == [
        ("scouting.take-forward-positions.A", [3]), ("scouting.scout-out-terrain.B", [1]),
    ]  # fmt: skip
