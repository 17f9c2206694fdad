"""`campaign roll`: the named tests."""

from __future__ import annotations

import pytest

from tests.commands.tinmen import flat


def test_it_asks_only_for_what_was_not_said(camp):
    view = camp.json("roll", "nerve", "--fear", 7, "--dice", "3,5")
    assert (view["target"], view["passed"], view["says"]) == (7, True, ["8: it stands."])
    done = camp("roll", "nerve", "--dice", "3 3", input="x\n1\n7\n")
    assert done.code == 0
    assert "6: it runs." in flat(done.out)
    assert done.err == (
        "How great is the fear? Write a number from 2 to 12.\n" * 2 + "How great is the fear? "
    )


def test_each_side_rolls(camp):
    view = camp.json("roll", "toss", "--side", "Red Talons", "--side", "Vas Kar", "--dice", "3,3,1,6")
    assert view["order"] == ["Vas Kar", "Red Talons"]


def test_it_is_kept_in_a_battle(camp):
    camp.ford()
    before = camp.tree()
    camp.ok("roll", "toss", "--side", "A", "--side", "B")
    assert camp.tree() == before
    camp.ok("roll", "nerve", "--fear", 7, "--dice", "3,5", "--keep", "--by", "Bo")
    camp.ok("roll", "nerve", "--fear", 9, "--dice", "3,5", "--battle", "1")
    text = camp.ok("show", 1)
    assert "8: it stands." in text
    assert "8: it runs." in text
    steps = [
        (one["step"], one["about"], one["by"]) for one in camp.json("log")["lines"] if one["number"] == 1
    ]
    assert steps[1] == ("roll", ["nerve"], "Bo")


def test_all_are_listed(camp):
    assert [(one["name"], one["mark"]) for one in camp.json("roll")["tests"]] == [
        ("nerve", "--fear N"),
        ("toss", ""),
    ]


def test_outside_of_a_campaign(run):
    done = run("roll", "--system", "killteam")
    assert done.code == 0
    assert "charge" in done.out
    assert run("roll", "charge").err == (
        "There is no campaign here. Start one with “campaign new”, or name the game with --system.\n"
    )
    assert run("roll", "charge", "--system", "killteam", "--keep").err.startswith(
        "There is no campaign here to keep this roll in."
    )


def test_a_beginning_of_several_names_says_which(run):
    done = run("roll", "OVER", "--system", "killzone")
    assert (done.code, done.err) == (
        1,
        "“OVER” is ambiguous: overwatch, overwatch-shot. Type more of the name.\n",
    )


def test_the_same_seed_rolls_the_same(camp):
    one, two, other = (camp.json("roll", "nerve", "--fear", 7, "--seed", seed)["rolls"] for seed in (4, 4, 5))
    assert one == two != other


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("nrve",), 1, "There is no test “nrve”. Did you mean “nerve”?"),
        (("NERVE", "--fear", "13"), 1, "Nerve: 13 is not allowed for this number"),
        (("nerve", "--no-input"), 2, "No answer given: How great is the fear? Use --fear."),
        (("nerve", "--feer", "3"), 2, "There is no option --feer. Did you mean “--fear”?"),
        (("nerve", "--fear", "x"), 2, "--fear takes a number; got “x”."),
        (("nerve", "--fear", "13"), 1, "Nerve: 13 is not allowed for this number"),
        (("nerve", "--fear", "7", "--dice", "3"), 1, "Wrong dice for “nerve” (2D6): 3"),
        (("nerve", "--fear", "7", "--dice", "3,7"), 1, "Wrong dice for “nerve” (2D6): 3 7"),
        (
            ("nerve", "--fear", "7", "--dice", "3,4,5"),
            1,
            "More dice were given than are rolled. Left over: 5.",
        ),
        (("nerve", "--fear", "7", "--keep"), 1, "There is no open battle."),
    ],
)
def test_refused(camp, words, code, said):
    assert said in camp.refused("roll", *words, code=code)
