"""Sheets for the table: results to fill in, the rules at a glance."""

from __future__ import annotations

import json
import re

import pytest

from campaign.content.library import built_in
from tests.command import run_command
from tests.commands.dealing import FATES, PLAIN, stack

ENDINGS = {"terminal": "txt", "markdown": "md", "html": "html"}
ROSTERS = built_in().folder / "missions" / "killzone" / "rosters"


def with_rosters(camp):
    """A plays the Ditch Company, B the Grey Pack."""
    folder = camp.root / "rosters"
    folder.mkdir(exist_ok=True)
    for team, like in (("A", "ditch-company"), ("B", "grey-pack")):
        text = (ROSTERS / f"{like}.yaml").read_text(encoding="utf-8")
        lines = [f"team: {team}" if line.startswith("team:") else line for line in text.splitlines()]
        (folder / f"{team.lower()}.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return camp


class TestResult:
    """The result sheet of a battle."""

    @pytest.mark.parametrize("shape", ENDINGS)
    def test_as_printed(self, kz, golden, shape):
        with_rosters(kz)
        text = kz.ok("print", "result", 1, "--format", shape)
        tail = kz.json("print", "result")["tail"]
        golden.document("print-result", shape, text.replace(tail, "TAIL"))

    def test_its_numbers_are_the_order_of_the_questions(self, kz):
        with_rosters(kz)
        form = kz.json("print", "result")
        boxes = {
            (side["name"], row["term"]["id"]): box["number"]
            for row in form["rows"]
            for side, own in zip(form["sides"], row["boxes"], strict=True)
            for box in own
        }
        asked = kz("result", 1, input="\n").err + kz("result", 1, input="\n").out
        assert sorted(boxes.values()) == list(range(1, len(boxes) + 1))
        first = next(who for who, number in boxes.items() if number == 1)
        [row] = [row for row in form["rows"] if row["term"]["id"] == first[1]]
        assert row["ask"].replace("the side", first[0]) in " ".join(asked.split())

    def test_lines_for_what_cards_may_score_until_they_lie_open(self, dealt):
        assert dealt.json("print", "result")["spare"] == 2
        for team in ("A", "B"):
            dealt.ok("reveal", "--secret", team, "--of", "secondary-objective")
        assert dealt.json("print", "result")["spare"] == 2  # a fate may score too
        for team in ("A", "B"):
            dealt.ok("reveal", "--secret", team, "--of", "fate-card")
        assert dealt.json("print", "result")["spare"] == 0

    def test_no_lines_for_cards_where_there_are_none(self, camp):
        camp.ford()
        assert camp.json("print", "result")["spare"] == 0

    def test_kills_by_what_each_is_worth(self, kz):
        with_rosters(kz)
        kills = {each["team"]: each for each in kz.json("print", "result")["kills"]}
        captain = kills["A"]["models"][0]
        assert captain == {"name": "Ditch Captain", "count": 1, "points": 20, "value": 2, "leader": True}
        assert [box["team"] for box in kills["A"]["into"]] == ["B"]

    def test_no_roster_no_kill_list(self, kz):
        assert kz.json("print", "result")["kills"] == []
        assert "Killed" not in kz.ok("print", "result").split()

    def test_teams_of_a_side_have_boxes_of_their_own(self, four):
        [kills] = [row for row in four.json("print", "result")["rows"] if row["term"]["id"] == "kills"]
        assert [[box["team"] for box in boxes] for boxes in kills["boxes"]] == [["A", "B"], ["C", "D"]]

    def test_resources_before_and_after(self, camp):
        camp.played(3, 1)
        camp.ford()
        form = camp.json("print", "result", 2)
        totals = camp.totals("Gold")
        assert {row["team"]: row["before"][0] for row in form["teams"]} == {
            team: totals[team] for team in ("Red Talons", "Vas Kar")
        }

    def test_what_was_scored_by_round_stands_in_its_boxes(self, tmp_path):
        root = tmp_path / "sectors"
        run_command("new", root, "--system", "starcraft", "--team", "Ada", "--team", "Bo")
        run_command(
            "-C", root, "setup", "--team", "ada", "--team", "bo", "--mission", "frontlines", "--seed", "1"
        )
        assert run_command("-C", root, "round", input="1\n" * 10).code == 0
        form = json.loads(run_command("-C", root, "print", "result", "--format", "json").out)
        [row] = [row for row in form["rows"] if row["term"]["id"] == "destroyed"]
        assert [[box["scored"] for box in boxes] for boxes in row["boxes"]] == [[[1]], [[1]]]
        assert {box["number"] for boxes in row["boxes"] for box in boxes} == {0}


class TestBlank:
    """Blank result sheets."""

    @pytest.mark.parametrize("shape", ENDINGS)
    @pytest.mark.parametrize("mission", ["", "covert-war"])
    def test_as_printed(self, golden, shape, mission):
        words = ("--mission", mission) if mission else ()
        done = run_command("print", "blank", "--system", "killteam", *words, "--format", shape)
        assert (done.code, done.err) == (0, "")
        golden.document(f"print-blank{'-' if mission else ''}{mission}", shape, done.out)

    @pytest.mark.parametrize("system", ["killteam", "killzone", "starcraft"])
    def test_blank_sheets_can_be_printed(self, system):
        """requests.md 27: for any game, with room for each side, each round and each resource."""
        done = run_command("print", "blank", "--system", system, "--format", "json")
        assert (done.code, done.err) == (0, "")
        for mission in built_in().folder.glob(f"missions/{system}/*.yaml"):
            if "premise:" in mission.read_text(encoding="utf-8"):
                assert run_command("print", "blank", "--system", system, "--mission", mission.stem).code == 0

    def test_all_four_resources_of_each_side(self):
        text = run_command("print", "blank", "--system", "killteam", "--sides", "4").out
        for name in ("Intelligence", "Materiel", "Morale", "Territory", "Side 4"):
            assert name in text

    def test_a_mission_brings_its_terms_and_its_tie_rule(self):
        text = run_command("print", "blank", "--system", "killzone", "--mission", "two-patrols").out
        assert "(places-held)" in text
        assert "Tied on points: a draw." in text

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            (("--sides", "5"), "Change the number with --sides."),
            (("--mission", "the-hinge", "--sides", "4"), "can’t be played with 4 sides."),
            (("--mission", "nowhere"), "There is no mission “nowhere”."),
        ],
    )
    def test_refused(self, words, said):
        done = run_command("print", "blank", "--system", "killteam", *words)
        assert (done.code, done.out) == (1, "")
        assert said in done.err


class TestReference:
    """The rules at a glance."""

    @pytest.mark.parametrize("shape", ENDINGS)
    def test_as_printed(self, golden, shape):
        done = run_command("print", "reference", "--system", "starcraft", "--format", shape)
        golden.document("print-reference", shape, done.out)

    def test_every_rule_and_every_test(self):
        view = run_command("print", "reference", "--system", "killteam", "--format", "json")
        rules = run_command("packs", "rules", "killteam", "--format", "json")
        assert view.out.count('"reading"') == rules.out.count('"reading"')
        assert '"Psychic test"' in view.out

    def test_some_parts_alone_with_their_tests(self):
        text = run_command("print", "reference", "terr", "scout", "--system", "killteam").out
        heads = [line for line in text.splitlines() if line.endswith("──")]
        assert [head.split(" ─")[0] for head in heads if head[0].isalpha()] == [
            "Terrain",
            "Scouting",
            "Tests",
        ]
        assert "Nerve" not in text

    def test_a_threshold_in_words(self):
        text = " ".join(run_command("print", "reference", "--system", "killteam").out.split())
        assert "at least: 5" in text
        assert "always on 1" in text

    def test_no_such_part(self):
        done = run_command("print", "reference", "sea", "--system", "killteam")
        assert (done.code, done.out) == (1, "")
        assert done.err.startswith("There is no part “sea” in the rules.")


def test_a_sheet_writes_nothing_but_its_file(kz, tmp_path):
    before = kz.tree()
    kz.ok("print", "result", "-o", tmp_path / "sheet.html")
    assert kz.tree() == before
    assert (tmp_path / "sheet.html").read_text(encoding="utf-8").startswith("<!doctype html>")


class TestRoster:
    """A roster with boxes, or a blank one."""

    @pytest.mark.parametrize("shape", ENDINGS)
    def test_as_printed(self, kz, golden, shape):
        text = with_rosters(kz).ok("print", "roster", "B", "--format", shape)
        golden.document("print-roster", shape, text)

    @pytest.mark.parametrize("shape", ENDINGS)
    def test_a_blank_one(self, kz, golden, shape):
        golden.document("print-roster-blank", shape, kz.ok("print", "roster", "A", "--format", shape))

    def test_a_box_for_each_wound_with_the_bonus_of_the_leader(self, kz):
        lines = {
            line["model"]["name"]: line for line in with_rosters(kz).json("print", "roster", "A")["lines"]
        }
        assert (lines["Ditch Captain"]["wounds"], lines["Ditch Guard"]["wounds"]) == (2, 1)

    def test_no_stat_that_nobody_has(self, kz):
        assert "INV" not in {stat["mark"] for stat in with_rosters(kz).json("print", "roster", "A")["stats"]}

    def test_a_game_without_team_rules_has_a_plain_one(self):
        text = run_command("print", "roster", "Foo", "--system", "killteam").out
        for head in ("Model", "Role", "Wounds", "Hurt", "Out", "Notes"):
            assert head in text

    def test_a_team_of_nobody(self, kz):
        assert kz.refused("print", "roster", "zzz").startswith("There is no team “zzz”.")


class TestSealed:
    """What a side holds, to be folded."""

    @pytest.mark.parametrize("shape", ["markdown", "html"])
    def test_as_printed(self, dealt, golden, shape, tmp_path):
        path = tmp_path / f"a.{ENDINGS[shape]}"
        dealt.ok("print", "sealed", "A", "-o", path)
        tail = dealt.json("print", "result")["tail"]
        text = re.sub("[0-9a-f]{64}", "HASH", path.read_text(encoding="utf-8")).replace(tail, "TAIL")
        golden(f"print-sealed.{ENDINGS[shape]}", text)

    @pytest.mark.parametrize("shape", ["markdown", "html", "json"])
    def test_nothing_of_another_side_is_in_it(self, dealt, tmp_path, shape):
        """The same sheet, to the byte, whatever the other side holds; and none of its words."""
        path = tmp_path / "a"
        dealt.ok("print", "sealed", "A", "--format", shape, "-o", path)
        text = path.read_text(encoding="utf-8")
        assert "THUNDERCLAP" in text
        assert "TRIPWIRE" in text
        for word in ("FOUR CORNERS", "CLICK"):
            assert word not in text
        hashes = re.findall("[0-9a-f]{64}", text)
        own = [
            seal["mark"] for seal in json.loads(dealt.ok("print", "sealed", "A", "--format", "json"))["seals"]
        ]
        assert set(hashes) == set(own)
        for secret in (dealt.root / "secrets").rglob("*-b-*.yaml"):
            secret.unlink()
        dealt.ok("print", "sealed", "A", "--format", shape, "-o", path)
        assert path.read_text(encoding="utf-8") == text

    @pytest.mark.parametrize(
        "words",
        [("print", "sealed", "A"), ("print", "cards", "--team", "A"), ("briefing", "--sheet", "A")],
        ids=["sealed", "cards", "sheet"],
    )
    @pytest.mark.parametrize("place", [".", "briefings", "sub/sub"])
    def test_none_goes_where_git_takes_it_along(self, dealt, words, place):
        path = dealt.root / place / "a.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        said = dealt.refused(*words, "-o", path)
        assert said == (
            f"{path} would put a secret into the campaign’s folder, where git would pick it up. "
            "Name a file outside it, such as ../a.html.\n"
        )
        dealt.ok(*words, "-o", dealt.root.parent / "a.html")

    def test_on_the_screen_it_goes_from_hand_to_hand(self, dealt):
        done = dealt("print", "sealed", "A", input="\n\n")
        assert done.code == 0
        assert "THUNDERCLAP" not in done.out

    def test_a_side_has_what_its_teams_hold(self, four, monkeypatch):
        stack(monkeypatch, PLAIN[:4], FATES[:4])
        four.ok("draw", "--no-input")
        view = four.json("print", "sealed", "X")
        assert {seal["text"] for seal in view["seals"]} == {"A", "B"}
        assert len(view["cards"]) == 4

    def test_a_choice_by_its_name(self, planned):
        planned.ford()
        planned("choose", "--side", "red", input="\n1\n\n")
        view = planned.json("print", "sealed", "red")
        assert [choice["name"] for choice in view["choices"]] == ["Plans"]
        assert view["choices"][0]["text"]

    def test_nothing_is_held(self, kz):
        said = kz.refused("print", "sealed", "A")
        assert said.startswith("A holds nothing sealed in battle 1.")
