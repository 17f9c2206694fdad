"""`campaign amend`: request 11, every recorded field, and request 10, both lines stay with their reason."""

from __future__ import annotations

import pytest

from tests.commands.stopping import ENDS, STOPPED, reads_of, stopped_at
from tests.commands.tinmen import DAY, Camp, flat

WHY = ("--reason", "counted again", "--yes", "--by", "Bo")


@pytest.fixture
def played(camp: Camp) -> Camp:
    camp.ford()
    camp.ok("result", "--score", "red: 3", "--score", "vas: 1", "--note", "Hot.", "--by", "Ann")
    return camp


def battle(camp):
    return camp.json("ledger")["battles"][0]


def amended(camp, *words):
    """The totals after a correction, which must be those of no other file having changed."""
    before = camp.tree()
    camp.ok("amend", 1, *words, *WHY)
    after = camp.tree()
    changed = {name for name in before | after if before.get(name) != after.get(name)}
    assert all(name.startswith(("ledger/", "briefings/")) for name in changed)
    return camp.totals("Gold"), camp.totals("Fame")


def test_a_score(played):
    """Totals are as if it had been right at once; what was there stays, and the ledger marks it."""
    gold, fame = amended(played, "--score", "vas: 5")
    assert gold == {"Red Talons": 3, "Vas Kar": 5, "Iron Vow": 5}
    assert fame == {"Red Talons": 0, "Vas Kar": 1, "Iron Vow": 0}
    assert (battle(played)["corrected"], battle(played)["note"]) == (True, "Hot.")
    text = played.entry("red-talons-vas-kar").read_text(encoding="utf-8")
    assert text.count("kind: result") == 2
    assert "reason: counted again" in text


def test_an_outcome_and_back(played):
    gold, _ = amended(played, "--outcome", "vas=refused")
    assert gold["Vas Kar"] == 5
    assert battle(played)["sides"][1]["outcome"] == "refused"
    gold, _ = amended(played, "--outcome", "vas=worked-out")
    assert gold["Vas Kar"] == 3


def test_a_note(played):
    amended(played, "--note", "Cold.")
    assert battle(played)["note"] == "Cold."


def test_the_day(played):
    played.played(1, 2, "--played", "2026-03-05")
    assert [one["played"] for one in played.json("ledger")["battles"]] == [DAY, "2026-03-05"]
    amended(played, "--played", "2026-03-09")
    assert [one["played"] for one in played.json("ledger")["battles"]] == ["2026-03-05", "2026-03-09"]


def test_who_played(played):
    gold, fame = amended(played, "--rename", "Vas Kar=Iron Vow")
    assert gold == {"Red Talons": 5, "Vas Kar": 5, "Iron Vow": 3}
    assert fame == {"Red Talons": 1, "Vas Kar": 0, "Iron Vow": 0}
    assert [side["name"] for side in battle(played)["sides"]] == ["Red Talons", "Iron Vow"]


def test_a_die(played):
    _, fame = amended(played, "--die", "weather=6")
    assert fame == {"Red Talons": 2, "Vas Kar": 1, "Iron Vow": 0}
    assert "Storm" in played.ok("briefing", 1)


def test_a_pick(played):
    amended(played, "--pick", "ground=ice")
    assert "Ice" in played.ok("briefing", 1)


def test_the_mission(camp):
    """Before the result: its answers are to the questions of the mission."""
    camp.ford()
    camp.ok("amend", 1, "--mission", "the-wall", *WHY)
    assert camp.json("ledger")["battles"][0]["mission"] == "The wall"
    camp.ok("result", "--score", "red: 0+1", "--yes")
    assert camp.totals("Gold")["Vas Kar"] == 4


def test_everything_at_once(played):
    gold, fame = amended(played, "--score", "vas: 5", "--die", "weather=6", "--note", "All wrong.")
    assert gold == {"Red Talons": 3, "Vas Kar": 5, "Iron Vow": 5}
    assert fame == {"Red Talons": 1, "Vas Kar": 2, "Iron Vow": 0}


def test_equal_to_having_been_right_at_once(played, tmp_path):
    amended(played, "--score", "red: 0", "--score", "vas: 2")
    played.played(0, 2)
    right = played.json("ledger")["battles"]
    for key in ("sides", "changes"):
        one, two = (battle[key] for battle in right)
        if key == "sides":
            assert one == two
        else:
            assert [(c["team"], c["resource"], c["asked"]) for c in one] == [
                (c["team"], c["resource"], c["asked"]) for c in two
            ]


class TestOtherEntries:
    """Every field of every other kind of entry."""

    def tail(self, camp, kind):
        return [each for each in camp.json("ledger")["events"] if each["event"] == kind][-1]["tail"]

    def event(self, camp, kind):
        return [each for each in camp.json("ledger")["events"] if each["event"] == kind][-1]

    def test_adjust(self, camp):
        camp.ok("adjust", "vas", "gold", "-1", "--reason", "thieves", "--played", DAY)
        tail = self.tail(camp, "adjust")
        camp.ok("amend", tail, "--set", "change=-3", "--set", "teams=[Iron Vow]", "--set", "reason=wolves",
                "--played", "2026-03-02", *WHY)  # fmt: skip
        one = self.event(camp, "adjust")
        assert (one["change"], one["teams"], one["reason"], one["played"]) == (
            -3, ["Iron Vow"], "wolves", "2026-03-02",
        )  # fmt: skip
        assert camp.totals("Gold") == {"Red Talons": 5, "Vas Kar": 5, "Iron Vow": 2}
        camp.ok("amend", tail, "--set", "resource=fame", *WHY)
        assert camp.totals("Fame")["Iron Vow"] == -3

    def test_missed(self, camp):
        camp.ok("missed", "vas", "--reason", "ill", "--played", DAY)
        camp.ok("amend", self.tail(camp, "missed"), "--set", "teams=[Red Talons, Iron Vow]", *WHY)
        assert camp.totals("Gold") == {"Red Talons": 4, "Vas Kar": 5, "Iron Vow": 4}

    def test_join(self, camp):
        camp.ok("amend", self.tail(camp, "join"), "--set", "player=Zoë", "--set", "start={gold: 7}", *WHY)
        assert self.event(camp, "join")["player"] == "Zoë"
        assert camp.totals("Gold")["Iron Vow"] == 7

    def test_leave(self, camp):
        camp.ok("team", "leave", "iron", "--reason", "moved", "--played", DAY)
        camp.ok("amend", self.tail(camp, "leave"), "--set", "reason=bored", *WHY)
        assert self.event(camp, "leave")["reason"] == "bored"

    def test_refused(self, camp):
        camp.ok("adjust", "vas", "gold", "-1", "--reason", "thieves", "--played", DAY)
        tail = self.tail(camp, "adjust")
        assert camp.refused("amend", tail, "--set", "chnge=2", *WHY) == (
            "There is no field “chnge” here. Did you mean “change”?\n"
        )
        assert camp.refused("amend", tail, "--set", "change", *WHY).startswith("Can’t read “change”.")
        assert camp.refused("amend", tail, "--set", "change=-1", *WHY) == (
            "Nothing to amend. Fields: teams, resource, change, reason.\n"
        )
        assert "many" in camp.refused("amend", tail, "--set", "change=many", *WHY)

    @pytest.mark.parametrize("kind", ["join-iron", "leave", "settings", "phase"])
    def test_what_only_battles_have(self, camp, kind):
        camp.ok("phase", "close", "Spring", "--played", DAY)
        camp.ok("team", "leave", "iron", "--reason", "moved", "--played", DAY)
        entry = camp.entry(f"-{kind}-").stem[-6:]
        for option, value in (
            ("--score", "red: 1"), ("--outcome", "red=won"), ("--note", "x"), ("--mission", "the-ford"),
            ("--die", "weather=1"), ("--pick", "ground=1"), ("--rename", "Red Talons=Vas Kar"),
        ):  # fmt: skip
            assert camp.refused("amend", entry, option, value, *WHY) == (
                f"“{entry}” is not a battle, so these options do nothing: {option}. "
                f"Correct one of its fields with --set; “campaign show {entry}” lists them.\n"
            )


class TestQuestions:
    """Without options it asks the questions of the result again, with the old answers as defaults."""

    def test_old_answers_are_defaults(self, played):
        done = played("amend", 1, "--yes", input="miscounted\n\n4\n")
        assert done.code == 0
        assert done.err == "Reason: How many flags has Red Talons? [3] How many flags has Vas Kar? [1] "
        assert [side["points"] for side in battle(played)["sides"]] == [3, 4]

    @ENDS
    def test_stopped_anywhere(self, played, end):
        before = played.tree()
        _, count = reads_of(lambda: played("amend", 1, input="why\n\n4\nn\n", terminal=True))
        assert (count, played.tree()) == (4, before)
        for place in range(count):
            done = stopped_at(place, end, lambda: played("amend", 1, input="why\n\n4\ny\n", terminal=True))
            assert (done.code, played.tree()) == (130, before)
            assert done.err.endswith(STOPPED)


def test_it_shows_what_changes(played):
    text = flat(played.ok("amend", 1, "--score", "vas: 5", *WHY))
    assert "Reason counted again" in text
    for row in ("Red Talons Gold 5 3", "Red Talons Fame 1 0", "Vas Kar Gold 3 5", "Vas Kar Fame 0 1"):
        assert row in text


REFUSED = {
    "no reason": (("--score", "vas: 5", "--no-input"), 2, "A reason is required. Give one with --reason."),
    "a score that can't be": (("--score", "vas: 12", *WHY), 1, "Vas Kar: “flags” can be at most 9; got 12."),
    "an unknown side": (("--score", "iron: 1", *WHY), 1, "There is no side “iron” in this battle."),
    "a field of no step": (("--set", "nte=x", *WHY), 1, "A battle has several steps. Choose one with --step"),
    "a field of a step": (("--step", 2, "--set", "nte=x", *WHY), 1, "There is no field “nte” here. Did you mean “note”?"),
    "no such step": (("--step", 9, "--set", "note=x", *WHY), 1, "Step 9 of this entry can’t be corrected."),
    "an unknown name": (
        ("--rename", "Vas=Iron Vow", *WHY), 1, "There is no side or team “Vas” in this battle.",
    ),
    "an equal name": (("--rename", "Vas Kar=Red Talons", *WHY), 1, "Two sides would have the same name."),
    "an unknown mission": (("--mission", "the-frod", *WHY), 1, "There is no mission “the-frod”."),
    "a die that can't be": (("--die", "weather=7", *WHY), 1, "Wrong dice for “weather” (D6): 7"),
    "a part that isn't": (("--die", "wether=1", *WHY), 1, "Nothing is rolled as “wether” here."),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_refused(played, case):
    words, code, said = REFUSED[case]
    assert played.refused("amend", 1, *words, code=code).startswith(said)


def test_a_team_that_is_not_there(played):
    assert played.refused("amend", 1, "--rename", "Vas Kar=Iron Wov", *WHY) == (
        "There is no team “Iron Wov”. Did you mean “Iron Vow”?\n"
    )
    played.ok("adjust", "vas", "gold", "-1", "--reason", "thieves", "--played", DAY)
    tail = played.json("ledger")["events"][-1]["tail"]
    assert played.refused("amend", tail, "--set", "teams=[Vas]", *WHY).startswith("There is no team “Vas”.")
    assert played.refused("amend", tail, "--set", "resource=gld", *WHY) == (
        "There is no resource “gld”. Did you mean “gold”?\n"
    )
    (join,) = [each["tail"] for each in played.json("ledger")["events"] if each["teams"] == ["Iron Vow"]]
    assert played.refused("amend", join, "--set", "start={gld: 3}", *WHY).startswith(
        "There is no resource “gld”."
    )


def test_nothing_to_correct(camp):
    camp.played(3, 1)
    assert (
        camp.refused("amend", 1, "--played", DAY, *WHY)
        == "Nothing to amend. Give at least one value that differs.\n"
    )


def test_no_result_yet(camp):
    camp.ford()
    assert camp.refused("amend", 1, "--score", "red: 1", *WHY) == (
        "This battle has no result yet. Record it with “campaign result”.\n"
    )
    assert camp.refused("amend", 9, *WHY) == "There is no battle “9”. Battles are numbered 1 to 1.\n"
