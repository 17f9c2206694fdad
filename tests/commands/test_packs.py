"""`campaign packs`: list, show, rules, new, schema."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator

from tests.commands.tinmen import flat
from tests.trees import read_tree


def test_list(camp, run):
    assert [one["mark"] for one in json.loads(run("packs", "list", "--format", "json").out)["systems"]] == [
        "killteam",
        "killzone",
        "starcraft",
    ]
    assert [one["mark"] for one in camp.json("packs", "list")["systems"]] == [
        "killteam",
        "killzone",
        "starcraft",
        "tin-men",
    ]
    assert "Tin Men. A game of tin." in flat(camp.ok("packs", "list"))


def test_show(camp):
    view = camp.json("packs", "show", "tin-men")
    assert (view["id"], view["name"], view["least"], view["most"], view["rules"]) == (
        "tin-men",
        "Tin Men",
        2,
        4,
        1,
    )
    assert [one["id"] for one in view["missions"]] == ["the-ford", "the-gate", "the-hill", "the-wall"]
    assert [one["id"] for one in view["cards"]] == ["grounds", "low", "missions", "plans", "weather"]
    assert [(one["name"], one["mark"]) for one in view["settings"]] == [
        ("--plans", "0"),
        ("--markers-each", "1"),
    ]
    assert [one["name"] for one in view["tests"]] == ["nerve", "toss"]
    for shape in ("terminal", "markdown", "html"):
        assert "The hill" in camp.ok("packs", "show", "tin-men", "--format", shape)


def test_rules(camp):
    (part,) = camp.json("packs", "rules", "tin-men", "TIN")["parts"]
    assert [(one["id"], one["text"]) for one in part["rules"]] == [("T-1", "Tin bends.")]
    assert camp.json("packs", "rules", "tin-men", "gold")["parts"] == []


def test_new_works_at_once(run, tmp_path):
    """A minimal system: no problems, and a battle of it is played to its result."""
    root = tmp_path / "my-game"
    done = run("packs", "new", root)
    assert (done.code, done.err) == (0, "")
    written, following = done.out.splitlines()
    assert sorted(written.removeprefix("Wrote ").split(", ")) == sorted(read_tree(root))
    assert following == f"Next: campaign new my-campaign --system my-game --pack {root}"
    assert run("check", root).out == f"No problems found in {root}.\n"
    camp = tmp_path / "camp"
    assert run("new", camp, "--system", "my-game", "--pack", root, "--team", "A", "--team", "B").code == 0
    assert run("-C", camp, "setup", "--team", "A", "--team", "B", "--mission", "first-meeting").code == 0
    assert run("-C", camp, "result", "--score", "A: 1").code == 0
    view = json.loads(run("-C", camp, "ledger", "--format", "json").out)
    assert [[one["total"] for one in team["totals"]] for team in view["teams"]] == [[5], [4]]
    assert view["system"] == "My Game"


def test_new_refuses(run, tmp_path):
    done = run("packs", "new", tmp_path / "My Game")
    assert (done.code, done.err) == (
        1,
        "“My Game” is not a valid id for a system. Name the folder my-game.\n",
    )
    (tmp_path / "my-game").mkdir()
    (tmp_path / "my-game" / "x").write_bytes(b"")
    done = run("packs", "new", tmp_path / "my-game")
    assert done.err.endswith(" already exists and is not empty. Name a new or empty folder.\n")
    assert read_tree(tmp_path) == {"my-game/x": b""}


def test_schema(run, tmp_path):
    every = json.loads(run("packs", "schema").out)
    assert {"system", "mission", "table", "choice", "rules", "tests", "campaign", "entry"} <= set(every)
    for kind, schema in every.items():
        Draft202012Validator.check_schema(schema)
        assert json.loads(run("packs", "schema", kind).out) == schema
    done = run("packs", "schema", "mission", "--output", tmp_path / "mission.json")
    assert (done.code, done.out, done.err) == (0, "", f"Wrote {tmp_path / 'mission.json'}\n")
    assert json.loads((tmp_path / "mission.json").read_text(encoding="utf-8")) == every["mission"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("show", "kiltem"), "There is no game system “kiltem”. Did you mean “killteam”?\n"),
        (("rules", "kiltem"), "There is no game system “kiltem”. Did you mean “killteam”?\n"),
        (("schema", "misson"), "There is no kind of file “misson”. Did you mean “mission”?\n"),
    ],
)
def test_refused(run, words, said):
    done = run("packs", *words)
    assert (done.code, done.out, done.err) == (1, "", said)


class TestMap:
    """The battlefield of a mission without a battle."""

    def test_of_a_mission_for_a_number_of_sides(self, run):
        two = flat(run("packs", "map", "killteam", "covert").out)
        assert 'Battlefield 30" wide, 22" deep' in two
        assert "--sides 3, 4" in two
        four = run("packs", "map", "killteam", "covert-war", "--sides", "4").out
        assert '• the top right quarter: 22" × 15" in the top right corner' in four

    def test_of_a_card_that_brings_the_board(self, run, tmp_path):
        page = tmp_path / "gauntlet.md"
        assert run("packs", "map", "starcraft", "gauntlet", "-o", str(page)).code == 0
        assert "](gauntlet-board.svg)" in page.read_text(encoding="utf-8")
        svg = (tmp_path / "gauntlet-board.svg").read_text(encoding="utf-8")
        assert '<title id="board-title">Gauntlet: the battlefield, 54" wide and 36" deep</title>' in svg
        view = json.loads(run("packs", "map", "starcraft", "gauntlet", "-f", "json").out)
        assert (view["kind"], view["sides"], len(view["board"]["zones"])) == ("map", 2, 2)

    def test_what_there_is_not(self, run):
        done = run("packs", "map", "killteam", "short-fuses", "--sides", "2")
        assert (done.code, done.err) == (
            1,
            "“Short Fuses” has no layout for 2 sides. Layouts exist for: 4.\n",
        )
        assert "nonsense" in run("packs", "map", "killteam", "nonsense").err

    @pytest.mark.parametrize("said", ["hold-position", "Hold Position"])
    def test_a_mission_whose_board_comes_with_a_card(self, run, said):
        done = run("packs", "map", "starcraft", said)
        assert done.code == 1
        assert done.err.startswith(
            "“Hold Position” has no board of its own; a card sets it. Name one of these cards: char-plains, "
        )

    def test_its_markers_are_told_by_what_stands_in_their_circles(self, run):
        fires = flat(run("packs", "map", "killzone", "watch-fires").out)
        assert '2 inner left fire: 18" from the left, 24" from the top 3 inner right fire' in fires
        assert '• marker 5 (neutral): 18" from' in flat(run("packs", "map", "starcraft", "frontier").out)
