"""`campaign result`: requests 3 to 8 and 12, the questions, the file of many, and what it refuses."""

from __future__ import annotations

import json

import pytest

from tests.commands.stopping import ENDS, STOPPED, reads_of, stopped_at
from tests.commands.test_choose import restore
from tests.commands.tinmen import DAY, flat


def outcomes(camp, number=1):
    (battle,) = [each for each in camp.json("ledger")["battles"] if each["number"] == number]
    return {side["name"]: side["outcome"] for side in battle["sides"]}


def test_it_is_shown_before_and_after(camp):
    """The score sheet, the outcome, what it does to each resource; then the standings."""
    camp.ford()
    text = camp.ok("result", "--score", "red: flags 3", "--score", "vas: flags 1", "--note", "A hot day.")
    words = flat(text)
    assert "Red Talons flags 3 × 1 3 Red Talons Vas Kar flags 1 × 1 1 Vas Kar" in words
    assert "Red Talons 3, won (a rout) • Vas Kar 1, lost" in words
    assert (
        "Red Talons Gold 5 0 0 5 Red Talons Fame 0 +1 +1 1 Vas Kar Gold 5 −2 −2 3 Vas Kar Fame 0 0 0 0"
    ) in words
    assert words.index("Score sheet") < words.index("Tin war: standings")
    assert (camp.totals("Gold"), camp.totals("Fame")) == (
        {"Red Talons": 5, "Vas Kar": 3, "Iron Vow": 5},
        {"Red Talons": 1, "Vas Kar": 0, "Iron Vow": 0},
    )


def test_one_entry_with_its_writer(camp):
    """Request 8: a recorded battle is exactly one entry, with who recorded it."""
    tail = camp.ford()
    names = set(camp.tree())
    camp.ok("result", "--score", "red: 1", "--by", "Bo")
    assert set(camp.tree()) == names
    (battle,) = camp.json("ledger")["battles"]
    assert (battle["tail"], battle["by"], battle["status"]) == (tail, "Bo", "recorded")


def test_who_records_it(camp, monkeypatch, apart):
    """--by, else CAMPAIGN_BY, else git's user.name."""
    (apart / "home" / ".gitconfig").write_text("[user]\n\tname = Gita\n", encoding="utf-8")
    camp.ford()
    camp.ok("result", "--score", "red: 1")
    assert camp.json("ledger")["battles"][0]["by"] == "Gita"
    monkeypatch.setenv("CAMPAIGN_BY", "Enid")
    camp.ford()
    camp.ok("result", "--score", "red: 1")
    camp.ford()
    camp.ok("result", "--score", "red: 1", "--by", "Bo")
    assert [battle["by"] for battle in camp.json("ledger")["battles"]] == ["Gita", "Enid", "Bo"]


class TestOutcomes:
    """Requests 4, 5 and 6."""

    def test_a_winner_who_did_not_play(self, camp):
        """Request 4: refused, and not a byte changes."""
        camp.ford()
        assert camp.refused("result", "--outcome", "iron=won") == (
            "There is no side “iron” in this battle. Choose from: Red Talons, Vas Kar.\n"
        )
        assert camp.refused("result", "--score", "iron: 3").startswith(
            "There is no side “iron” in this battle."
        )

    def test_none_one_or_several_winners(self, camp):
        """Request 4: all of it is accepted."""
        all_three = ("red", "vas", "iron")
        for words in ((), ("red=won",), ("red=won", "vas=won")):
            camp.ford(sides=all_three)
            said = [word for each in words for word in ("--outcome", each)]
            camp.ok("result", *(said or ["--score", "all: 2"]))
        assert [outcomes(camp, number) for number in (1, 2, 3)] == [
            {"Red Talons": "drew", "Vas Kar": "drew", "Iron Vow": "drew"},
            {"Red Talons": "won", "Vas Kar": "lost", "Iron Vow": "lost"},
            {"Red Talons": "won", "Vas Kar": "won", "Iron Vow": "lost"},
        ]

    def test_all_can_lose(self, camp):
        camp.ford()
        camp.ok("result", "--outcome", "red=lost", "--outcome", "vas=lost")
        assert camp.totals("Gold") == {"Red Talons": 3, "Vas Kar": 3, "Iron Vow": 5}

    def test_a_win_and_a_draw_exclude_each_other(self, camp):
        camp.ford()
        assert camp.refused("result", "--outcome", "red=won", "--outcome", "vas=drew") == (
            "A battle that one side won can’t be a draw for another. Nothing was written.\n"
        )

    def test_open_drawn_and_won_are_three_things(self, camp):
        """Request 5: what was only set up counts for nothing, and is nowhere called a draw."""
        camp.ford()
        (battle,) = camp.json("ledger")["battles"]
        assert battle["status"] == "open"
        assert [(side["outcome"], side["points"]) for side in battle["sides"]] == [(None, None), (None, None)]
        team = camp.json("ledger")["teams"][0]
        assert (team["won"], team["drew"], team["lost"]) == (0, 0, 0)
        for words in (("ledger",), ("standings",), ("log",), ("show", 1)):
            for shape in ("terminal", "markdown", "html"):
                text = flat(camp.ok(*words, "--format", shape)).lower()
                assert (
                    "drew" not in text.replace("w-d-l", "").replace("drew nothing", "") or words[0] == "show"
                )
        camp.ok("result", "--score", "all: 1")
        assert outcomes(camp) == {"Red Talons": "drew", "Vas Kar": "drew"}
        team = camp.json("ledger")["teams"][0]
        assert (team["won"], team["drew"], team["lost"]) == (0, 1, 0)

    @pytest.mark.parametrize(
        ("word", "key", "gold"),
        [("no-show", "no_show", 5), ("refused", "refused", 5), ("forfeited", "forfeited", 3)],
    )
    def test_not_played_to_an_end_is_no_loss(self, camp, word, key, gold):
        """Request 6: told apart in the ledger, in print and in effects; here only a forfeit costs like a loss."""
        camp.ford()
        camp.ok("result", "--outcome", f"vas={word}")
        assert outcomes(camp) == {"Red Talons": "won", "Vas Kar": word}
        teams = {team["team"]: team for team in camp.json("ledger")["teams"]}
        assert (teams["Vas Kar"]["lost"], teams["Vas Kar"][key], teams["Red Talons"]["won"]) == (0, 1, 1)
        assert camp.totals("Gold")["Vas Kar"] == gold
        for shape in ("terminal", "markdown", "html"):
            assert word in camp.ok("ledger", "--format", shape)
        changes = camp.json("ledger")["battles"][0]["changes"]
        assert [one["cause"] for one in changes if one["team"] == "Vas Kar"] == [word] * (gold == 3)


def test_what_a_least_value_lets_happen(camp):
    """Request 3: losing 2 from 1 shows asked -2, applied -1, total 0; and nobody has less than nothing."""
    camp.ok("adjust", "vas", "gold", "-4", "--reason", "thieves", "--played", DAY)
    camp.ford()
    text = camp.ok("result", "--score", "red: 1")
    assert "Vas Kar Gold 1 −2 −1 0" in flat(text)
    (change,) = [one for one in camp.json("ledger")["battles"][0]["changes"] if one["team"] == "Vas Kar"]
    assert (change["asked"], change["applied"], change["total"]) == (-2, -1, 0)


class TestScores:
    """Request 7: what can be said in one line."""

    def test_everybody_at_once(self, camp):
        camp.ford(sides=("red", "vas", "iron"))
        camp.ok("result", "--score", "all: flags 1", "--score", "vas: 4")
        (battle,) = camp.json("ledger")["battles"]
        assert {side["name"]: side["points"] for side in battle["sides"]} == {
            "Red Talons": 1, "Vas Kar": 4, "Iron Vow": 1,
        }  # fmt: skip

    def test_everybody_who_is_asked(self, camp):
        """`all:` speaks only for the sides whose role scores it."""
        camp.ok("setup", "--team", "red", "--team", "vas", "--mission", "the-hill", "--role", "vas=raider")
        camp.ok("result", "--score", "all: kegs 3, chief no")
        assert outcomes(camp) == {"Red Talons": "lost", "Vas Kar": "won"}

    def test_rounds(self, camp):
        camp.ok("setup", "--team", "red", "--team", "vas", "--mission", "the-wall")
        camp.ok("result", "--score", "red: stand 1+2", "--score", "vas: 2")
        (battle,) = camp.json("ledger")["battles"]
        assert {side["name"]: side["points"] for side in battle["sides"]} == {"Red Talons": 3, "Vas Kar": 2}

    @pytest.mark.parametrize(
        ("mission", "score", "said"),
        [
            ("the-ford", "red: 10", "Red Talons: “flags” can be at most 9; got 10. Nothing was written."),
            ("the-ford", "red: -1", "Red Talons: “flags” can’t be -1: write 0 or more. Nothing was written."),
            (
                "the-ford",
                "red: flags many",
                "“many” is not an answer to “flags”. Write a whole number, or yes or no.",
            ),
            (
                "the-ford",
                "red: flagz 2",
                "Red Talons: nothing here is scored as “flagz”. Did you mean “flags”?",
            ),
            (
                "the-ford",
                "all: flagz 2",
                "Red Talons: nothing here is scored as “flagz”. Did you mean “flags”?",
            ),
            ("the-ford", "red 2", "Can’t read “red 2”. Write it like “Red Talons: markers 2”."),
            ("the-ford", "red: 1+1", "Red Talons: “flags” takes one number for the whole battle; got 2."),
            (
                "the-wall",
                "red: 1+1+1",
                "Red Talons: “standing” takes one number per round, at most 2; got 3.",
            ),
            ("the-hill", "red: kegs 1", "Red Talons: nothing here is scored as “kegs”."),
            ("the-hill", "vas: 2", "Vas Kar: “2” needs a term before it. Terms: kegs, chief."),
        ],
    )
    def test_refused(self, camp, mission, score, said):
        role = ["--role", "red=holder"] if mission == "the-hill" else []
        camp.ok("setup", "--team", "red", "--team", "vas", "--mission", mission, *role)
        assert camp.refused("result", "--score", score).startswith(said)


class TestQuestions:
    """Asked is only what the mission scores; Enter is a default, b one step back."""

    def test_only_what_scores(self, camp):
        camp.ok("setup", "--team", "red", "--team", "vas", "--mission", "the-hill", "--role", "red=holder")
        done = camp("result", input="1\n2\nx\n9\n0\n")
        assert done.err == (
            "Did Red Talons fell the chief? [no] How many kegs has Vas Kar? [0] Did Vas "
            "Kar fell the chief? [no] “x” is not an answer to “the chief”. Write a whole "
            "number, or yes or no.\nDid Vas Kar fell the chief? [no] Vas Kar: “the chief” "
            "can be at most 1; got 9.\nDid Vas Kar fell the chief? [no] "
        )

    def test_blank_answers_change_nothing(self, camp):
        """Request 7: a blank answer changes nothing."""
        camp.ford()
        camp.ok("result", input="\n\n")
        assert outcomes(camp) == {"Red Talons": "drew", "Vas Kar": "drew"}
        assert camp.totals("Gold") == {"Red Talons": 5, "Vas Kar": 5, "Iron Vow": 5}

    def test_one_step_back(self, camp):
        """What was typed before is the default when one comes back."""
        camp.ford()
        done = camp("result", input="4\nb\n\n2\n")
        assert done.err.startswith(
            "How many flags has Red Talons? [0] How many flags has Vas Kar? [0] How many flags has Red Talons? [4] "
        )
        assert outcomes(camp) == {"Red Talons": "won", "Vas Kar": "lost"}

    def test_a_player_at_a_terminal_is_asked_once_more(self, camp):
        camp.ford()
        before = camp.tree()
        done = camp("result", "--score", "red: 3", input="n\n", terminal=True)
        assert (done.code, camp.tree()) == (1, before)
        assert (
            done.err
            == "Write this? (y/n) [y] Nothing was written. Your answers will be offered again next time.\n"
        )
        assert camp("result", "--score", "red: 3", input="what\n\n", terminal=True).code == 0
        assert outcomes(camp) == {"Red Talons": "won", "Vas Kar": "lost"}

    def test_without_input_every_answer_has_to_be_given(self, camp):
        camp.ford()
        assert camp.refused("result", "--no-input", code=2) == (
            "Red Talons: no answer for “flags”. Use --score “Red Talons: flags N”.\nVas "
            "Kar: no answer for “flags”. Use --score “Vas Kar: flags N”.\n"
        )
        assert camp.refused("result", "--no-input", "--score", "red: 2", code=2).startswith(
            "Vas Kar: no answer for “flags”"
        )
        camp.ok("result", "--no-input", "--score", "red: 2", "--outcome", "vas=no-show")
        assert outcomes(camp) == {"Red Talons": "won", "Vas Kar": "no-show"}

    @ENDS
    def test_stopped_at_any_question(self, camp, end):
        """Nothing is written, and the answers so far are offered again."""
        camp.ford(sides=("red", "vas", "iron"))
        before = camp.tree()
        _, count = reads_of(lambda: camp("result", input="1\n2\n3\ny\n", terminal=True))
        assert count == 4
        for place in range(count):
            restore(camp, before)
            done = stopped_at(place, end, lambda: camp("result", input="1\n2\n3\ny\n", terminal=True))
            assert done.code == 130
            assert done.err.endswith(STOPPED)
            left = {
                name: data for name, data in camp.tree().items() if not name.startswith(".campaign-draft")
            }
            assert left == before
            asked = camp("result", input="\n\n\n\n", terminal=True)
            kept = [str(n) if n <= place else "0" for n in (1, 2, 3)]
            assert (
                asked.err
                == "".join(
                    f"How many flags has {team}? [{value}] "
                    for team, value in zip(("Red Talons", "Vas Kar", "Iron Vow"), kept, strict=True)
                )
                + "Write this? (y/n) [y] "
            )
            assert not [name for name in camp.tree() if name.startswith(".campaign-draft")]


SEASON = """\
format: 1
results:
  - battle: 1
    scores: {red: {flags: 3}, vas: {flags: 1}}
    note: The first.
  - sides: [red, iron]
    mission: the-hill
    played: 2026-03-08
    roles: {red: holder}
    dice: {edge.Red Talons: 6, edge.Iron Vow: 1, weather: 6}
    scores: {iron: {kegs: 3, chief: false}}
  - sides: ["Anna: vas", iron]
    mission: the-wall
    seed: 4
    played: 2026-03-09
    outcomes: {Anna: no-show}
"""


class TestManyFromAFile:
    """Request 7: a season in one file, all or nothing."""

    def season(self, camp, text=SEASON):
        path = camp.root.parent / "results.yaml"
        path.write_text(text, encoding="utf-8")
        return path

    def test_all(self, camp):
        camp.ford()
        text = flat(camp.ok("result", "--from", self.season(camp), "--by", "Bo"))
        assert text.index("Battle 1: The ford") < text.index("The hill") < text.index("The wall")
        battles = camp.json("ledger")["battles"]
        assert [
            (one["number"], one["mission"], one["played"], one["status"], one["by"]) for one in battles
        ] == [
            (1, "The ford", DAY, "recorded", "Bo"),
            (2, "The hill", "2026-03-08", "recorded", "Bo"),
            (3, "The wall", "2026-03-09", "recorded", "Bo"),
        ]
        assert [outcomes(camp, number) for number in (1, 2, 3)] == [
            {"Red Talons": "won", "Vas Kar": "lost"},
            {"Red Talons": "lost", "Iron Vow": "won"},
            {"Anna": "no-show", "Iron Vow": "won"},
        ]
        assert camp.totals("Gold") == {"Red Talons": 4, "Vas Kar": 3, "Iron Vow": 5}
        assert camp.totals("Fame") == {"Red Talons": 2, "Vas Kar": 0, "Iron Vow": 1}
        assert camp.ok("briefing", 2).startswith("The hill")

    @pytest.mark.parametrize(
        ("old", "new", "said"),
        [
            ("{kegs: 3,", "{kegs: 5,", ":6:5: Iron Vow: “kegs” can be at most 4; got 5. Nothing was written. [no-result]\n"),
            ("battle: 1", "battle: 7", ":3:5: There is no battle “7”. Battles are numbered 1 to 1. [no-result]\n"),
            ("sides: [red, iron]", "sides: [red, irn]", ":6:5: There is no team “irn”."),
            ("mission: the-hill", "mission: the-hil", ":6:5: There is no mission “the-hil”. Did you mean “the-hill”?"),
            (", weather: 6}", "}", ":6:5: The file doesn’t have the dice for “weather” (D6). Add “weather” under"),
            ("weather: 6}", "weather: 7}", ":6:5: Wrong dice for “weather” (D6): 7"),
            ("no-show", "absent", ":16:22: The text “absent” is not allowed here. Write one of these: won, lost, drew, no-show,"),
            ("note:", "notes:", ":5:5: “notes” is not a known key here. Did you mean “note”? [unknown-key]\n"),
            ("played: 2026-03-08", "played: someday", ":8:13: "),
        ],
    )  # fmt: skip
    def test_or_nothing(self, camp, old, new, said):
        """A bad result is named with its file and line, and no byte changes."""
        camp.ford()
        path = self.season(camp, SEASON.replace(old, new, 1))
        assert old in SEASON
        assert camp.refused("result", "--from", path).startswith(f"{path}{said}")

    def test_every_fault_at_once(self, camp):
        camp.ford()
        path = self.season(camp, SEASON.replace("battle: 1", "battle: 7").replace("the-wall", "the-well"))
        said = camp.refused("result", "--from", path).splitlines()
        assert [line.partition("results.yaml")[2].partition(": ")[0] for line in said] == [":3:5", ":12:5"]

    def test_the_same_battle_twice(self, camp):
        camp.ford()
        path = self.season(camp, "format: 1\nresults:\n  - battle: 1\n  - battle: 1\n")
        assert camp.refused("result", "--from", path) == (
            f"{path}:4:5: Battle 1 is in the file twice. Keep only one of its results. [no-result]\n"
        )

    def test_no_file(self, camp):
        path = camp.root / "nothing.yaml"
        assert camp.refused("result", "--from", path).startswith(f"{path}: ")


def test_formats_are_one_document(camp):
    camp.ford()
    done = camp("result", "--score", "red: 3", "--format", "json")
    view = json.loads(done.out)
    assert (view["campaign"], view["kind"]) == (1, "recorded")
    assert view["result"]["battle"]["number"] == 1
    assert view["standings"]["leaders"] == ["Red Talons"]


def test_which_battle(camp):
    assert camp.refused("result") == (
        "There is no open battle. Set one up with “campaign setup”, or name one by its number.\n"
    )
    one, two = camp.ford(), camp.ford()
    assert camp.refused("result") == f"There are several open battles. Choose one: 1 ({one}), 2 ({two}).\n"
    assert camp.refused("result", 3) == "There is no battle “3”. Battles are numbered 1 to 2.\n"
    camp.ok("result", two, "--score", "red: 1")
    assert [battle["status"] for battle in camp.json("ledger")["battles"]] == ["open", "recorded"]
    assert camp.refused("result", 2).startswith("Battle 2 already has a result.")
    camp.ok("result", "--score", "vas: 1")
    assert outcomes(camp, 1) == {"Red Talons": "lost", "Vas Kar": "won"}


class TestSaidTwice:
    """Of two answers to one question none is taken, and a comma within a number makes two of it."""

    @pytest.mark.parametrize(
        "scores",
        [
            ("red: flags 3, flags 4",), ("red: flags 3", "red: flags 4"), ("red: flags 3", "Red Talons: flags 3"),
            ("red: flags 1,000",), ("red: 1,5",), ("red: flags 1", "all: flags 2"), ("all: flags 1", "all: flags 2"),
        ],
        ids=" and ".join,
    )  # fmt: skip
    def test_it_is_refused_and_nothing_is_written(self, camp, scores):
        camp.ford()
        before = camp.tree()
        said = camp.refused(
            "result", *(word for score in scores for word in ("--score", score)), "--no-input"
        )
        assert said.endswith(
            "“flags” is given twice. Give each score once, and write numbers without commas.\n"
        )
        assert camp.tree() == before

    def test_everybody_first_and_then_one_is_no_contradiction(self, camp):
        camp.ford()
        camp.ok("result", "--score", "all: flags 1", "--score", "red: flags 2", "--yes")
        (battle,) = camp.json("ledger")["battles"]
        assert {side["name"]: side["points"] for side in battle["sides"]} == {"Red Talons": 2, "Vas Kar": 1}
