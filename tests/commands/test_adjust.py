"""`campaign adjust`: request 28, and “everybody” in one line (request 7)."""

from __future__ import annotations

import pytest

from tests.commands.stopping import ENDS, STOPPED, stopped_at
from tests.commands.tinmen import DAY


def test_one_team(camp):
    camp.ok("adjust", "vas", "gold", "-2", "--reason", "thieves", "--played", DAY)
    assert camp.totals("Gold") == {"Red Talons": 5, "Vas Kar": 3, "Iron Vow": 5}


def test_several_and_all(camp):
    camp.ok("adjust", "vas, red", "GOLD", "+1", "--reason", "gift", "--played", DAY)
    camp.ok("adjust", "all", "fame", "1", "--reason", "a song", "--played", DAY)
    assert camp.totals("Gold") == {"Red Talons": 6, "Vas Kar": 6, "Iron Vow": 5}
    assert camp.totals("Fame") == {"Red Talons": 1, "Vas Kar": 1, "Iron Vow": 1}
    assert len([each for each in camp.json("ledger")["events"] if each["event"] == "adjust"]) == 2


def test_its_reason_is_asked(camp):
    """Request 28."""
    done = camp("adjust", "vas", "gold", "-1", "--played", DAY, input="\nthieves\n")
    assert done.code == 0
    assert done.err == "Reason: Please give a reason; a few words are enough.\nReason: "
    assert [each["reason"] for each in camp.json("ledger")["events"] if each["event"] == "adjust"] == [
        "thieves"
    ]
    assert camp.refused("adjust", "vas", "gold", "-1", "--no-input", code=2) == (
        "A reason is required. Give one with --reason.\n"
    )
    assert camp.refused("adjust", "vas", "gold", "-1", "--reason", "  ", "--no-input", code=2) == (
        "A reason is required. Give one with --reason.\n"
    )


@ENDS
def test_stopped_at_the_reason(camp, end):
    before = camp.tree()
    done = stopped_at(0, end, lambda: camp("adjust", "vas", "gold", "-1", input="thieves\n"))
    assert (done.code, camp.tree()) == (130, before)
    assert done.err.endswith(STOPPED)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("vax", "gold", "1"), "There is no team “vax”."),
        (("vas", "gld", "1"), "There is no resource “gld”. Did you mean “Gold”?"),
        (("vas", "gold", "0"), "A change of 0 changes nothing. Write +1, -2 or the like."),
        (("vas", "gold", "1", "--played", "1.3."), "“1.3.” is not a date."),
        (("vas", "gold", "4000"), "Can’t write this: 4000 is out of range. Write a number from -999 to 999."),
    ],
)
def test_refused(camp, words, said):
    assert camp.refused("adjust", *words, "--reason", "why").startswith(said)


def test_wrong_usage(camp):
    assert "Invalid value for 'CHANGE': 'x'" in camp.refused("adjust", "vas", "gold", "x", code=2)
    assert "Missing argument" in camp.refused("adjust", "vas", code=2)
