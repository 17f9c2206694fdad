"""Set-up by draft (request 30): by options, by questions and by chance; and a draft of a game made up here."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from campaign.campaign import Campaign
from campaign.content.library import Library, built_in
from campaign.mechanisms.draft import DraftedRow
from tests.command import Result, run_command
from tests.commands.tinmen import Camp
from tests.trees import write_tree

FACTS = {
    "hold-position": ("6/+2/5/10", "3/+1/5/8"),
    "frontlines": ("6/+2/5/10", "3/+1/5/8"),
    "gather-the-resources": ("6/+2/5/10", "3/+1/5/8"),
    "divide-and-conquer": ("8/+2/4/10", "4/+1/4/8"),
    "supply-drop": ("6/+2/5/12", "4/+1/4/8"),
}
"""Starting supply, escalation, rounds and lead of Standard and Skirmish (PF-S4)."""

DEPLOYMENTS = {
    1000: ("char-plains", "abandoned-camp", "agria-valley", "dirt-side", "frontier"),
    2000: ("gauntlet", "typhoon", "acropolis", "proving-grounds", "breach"),
}
EVERY = [(minerals, mission) for minerals in DEPLOYMENTS for mission in FACTS]
WINS = ("--die", "opening-roll.Anna=6 6", "--die", "opening-roll.Ben=1 1")


def make(*more: object, **kwargs: Any) -> Result:
    return run_command("setup", "--system", "starcraft", "--team", "Anna", "--team", "Ben", *more, **kwargs)


def view(*more: object, **kwargs: Any) -> dict[str, Any]:
    done = make(*more, "--format", "json", **kwargs)
    assert done.code == 0, done.err
    found: dict[str, Any] = json.loads(done.out)
    return found


def section(briefing: dict[str, Any], name: str) -> dict[str, Any]:
    [found] = [each for each in briefing["sections"] if each["id"] == name]
    return dict(found)


def drafted(briefing: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Who controlled each row, who banned, and what was picked."""
    return [(row["controls"], row["bans"], row["picked"]) for row in section(briefing, "draft")["rows"]]


def options(minerals: int, mission: str) -> list[object]:
    """A draft that is all decided: this mission and the third deployment of the size."""
    other, last = [name for name in FACTS if name != mission][:2]
    one, two, three, four, _ = DEPLOYMENTS[minerals]
    return [
        "--minerals", minerals, *WINS,
        "--bring", f"Anna={mission}, {other}, {one}, {three}", "--bring", f"Ben={other}, {last}, {two}, {four}",
        "--row", "mission", "--ban", other, "--ban", last, "--ban", f"{one}, {two}",
        "--pick", mission, "--pick", three, "--dice", "6,6,1,1",
    ]  # fmt: skip


class TestByOptions:
    @pytest.mark.parametrize(("minerals", "mission"), EVERY)
    def test_each_mission_of_each_size(self, minerals, mission):
        words = [word for word in options(minerals, mission) if word not in WINS]
        briefing = view(*words)
        assert briefing["mission_id"] == mission
        assert [roll["part"] for roll in briefing["rolls"]] == ["opening-roll.Anna", "opening-roll.Ben"]
        names = {
            card.id: card.name for card in Library("starcraft", [built_in()]).catalogue("deployments").rows
        }
        assert drafted(briefing) == [
            ("Anna", "Ben", briefing["mission"]),
            ("Ben", "Anna", names[DEPLOYMENTS[minerals][2]]),
        ]

    @pytest.mark.parametrize(("minerals", "mission"), EVERY)
    def test_its_numbers_are_those_of_its_card(self, minerals, mission):
        """Every number held against the public facts: supply, growth, rounds, lead; the last round has no limit."""
        briefing = view("--minerals", minerals, "--mission", mission, "--seed", 4)
        fact = FACTS[mission][0 if minerals == 2000 else 1]
        start, more, rounds, lead = map(int, fact.replace("+", "").split("/"))
        pools = [each["supply"] for each in section(briefing, "supply")["pools"]]
        assert pools == [*(start + more * past for past in range(rounds - 1)), None]
        assert section(briefing, "length")["rounds"] == rounds
        assert section(briefing, "score")["lead"] == lead

    def test_the_loser_bans_in_the_winner_s_row_whichever_it_is(self):
        words = options(1000, "frontlines")
        words[words.index("--row") + 1] = "depl"
        words = [word for word in words if word not in WINS]
        words[words.index("--ban") + 1 :] = words[words.index("--ban") + 1 :]
        assert [row[:2] for row in drafted(view(*words))] == [("Ben", "Anna"), ("Anna", "Ben")]

    def test_colours_by_the_roll_or_as_the_winner_says(self):
        assert section(view(*WINS, "--seed", 1), "roles")["notes"][0]["mark"] == "Red"
        assert section(view(*WINS, "--seed", 1, "--role", "Anna=blue"), "roles")["notes"][0]["mark"] == "Blue"

    def test_board_budgets_and_markers_with_their_colours(self):
        small, large = view("--seed", 1), view("--seed", 1, "--minerals", 1505)
        size = section(small, "size")
        assert (size["size"], size["width"], size["height"]) == ("Skirmish", 36, 36)
        assert [(each["name"], each["mark"]) for each in size["budgets"]] == [
            ("Minerals", "1000"),
            ("Vespene", "100"),
        ]
        size = section(large, "size")
        assert (size["size"], size["width"], size["height"]) == ("Standard", 54, 36)
        assert [each["mark"] for each in size["budgets"]] == ["1505", "150"]
        assert [each["colour"] for each in section(small, "markers")["markers"]] == ["red", "blue", "neutral"]
        colours = [each["colour"] for each in section(large, "markers")["markers"]]
        assert colours == ["red", "blue", "red", "blue", "neutral"]

    def test_a_row_may_be_agreed_upon(self):
        briefing = view("--mission", "frontlines", "--deployment", "frontier", "--seed", 1)
        assert drafted(briefing) == [("", "", "Frontlines"), ("", "", "Frontier")]
        assert {roll["part"].split(".")[0] for roll in briefing["rolls"]} == {"opening-roll"}

    @pytest.mark.parametrize(
        ("words", "reason"),
        [
            (["--bring", "Anna=holdd-position"], "There is no card “holdd-position”. Did you mean “Hold Position”?"),
            (["--bring", "Anna=frontlines, frontlines"], "Anna brings “Frontlines” twice."),
            (["--bring", "Anna=gauntlet"], "“Gauntlet” can’t be used in this battle."),
            (["--bring", "Cid=frontier"], "There is no side “Cid” in this battle."),
            (["--bring", "frontier"], "Can’t read “frontier”."),
            (["--row", "units"], "There is no row “units”. Choose from: Deployment, Mission."),
            (["--ban", "hold, front", "--ban", "supply"], "“front” is ambiguous"),
            (["--ban", "hold, frontlines", "--ban", "supply"], "Too many cards banned from the row “Mission”: 3. Ban at most 2."),
            (["--ban", "hold, hold", "--pick", "hold"], "“Hold Position” is banned. Pick one of these: Frontlines, Divide and Conquer."),
            (["--pick", "gather"], "“Gather the Resources” is not in the row “Mission”."),
            (["--mission", "frontlines", "--deployment", "breach"], "“Breach” can’t be used in this battle."),
            (["--minerals", "2001"], ('The row “Mission” has too few cards for Grand Offensive: 0. Each side brings '
        '2. No deployment cards for 72"')),
        ],
    )  # fmt: skip
    def test_what_can_not_be(self, words, reason):
        who = ["--bring", "Anna=hold, frontlines"] if not any("Anna=" in word for word in words) else []
        lie = ["--bring", "Ben=hold, divide"] if who else []
        done = make("--seed", 1, *who, *lie, *words)
        assert (done.code, done.out) == (1, "")
        assert done.err.startswith(reason)

    def test_a_game_without_a_draft_refuses_its_options(self):
        done = run_command(
            "setup", "--system", "killteam", "--team", "Anna", "--team", "Ben", "--seed", 1, "--row", "x"
        )
        assert (done.code, done.out) == (1, "")
        assert (
            done.err == "There is no draft in this game. Leave out --bring, --row, --ban, --pick and --ask.\n"
        )


class TestBySeed:
    @pytest.mark.parametrize("minerals", DEPLOYMENTS)
    def test_the_same_seed_gives_the_same_draft(self, minerals):
        words = ("--minerals", minerals, "--seed", 11)
        assert make(*words).out == make(*words).out
        assert drafted(view(*words)) == drafted(view(*words))

    def test_other_seeds_give_every_mission_and_every_deployment(self):
        picked = [row[2] for seed in range(60) for row in drafted(view("--seed", seed, "--minerals", 1001))]
        assert len(set(picked)) == 10

    def test_each_choice_can_be_typed_as_a_die(self):
        plain = view("--seed", 5)
        parts = [roll["part"] for roll in plain["rolls"]]
        assert parts.count("draft.mission.bring.Anna") == 2
        typed = view("--seed", 5, "--die", "draft.mission.bring.Anna=5;1")
        assert section(typed, "draft")["rows"][0]["brought"][0]["cards"] == ["Supply Drop", "Hold Position"]
        assert section(typed, "draft")["rows"][1]["brought"] == section(plain, "draft")["rows"][1]["brought"]


class TestByQuestions:
    @pytest.mark.parametrize(("minerals", "mission"), EVERY)
    def test_each_mission_of_each_size(self, minerals, mission):
        other, last = [name for name in FACTS if name != mission][:2]
        one, two, three, four, _ = DEPLOYMENTS[minerals]
        answers = [
            f"{mission}, {other}", f"{one}, {three}", f"{other}, {last}", f"{two}, {four}", "mission",
            f"{other}, {last}", mission, f"{one}, {two}", three, "",
        ]  # fmt: skip
        briefing = view("--minerals", minerals, *WINS, "--seed", 1, "--ask", input="\n".join(answers) + "\n")
        assert briefing["mission_id"] == mission
        assert drafted(briefing) == drafted(
            view(*(word for word in options(minerals, mission) if word not in WINS))
        )

    def test_a_wrong_answer_is_asked_again_and_a_step_back_taken(self):
        answers = [
            "hold, hold", "hold, spaceport", "hold, divide, supply", "hold, divide",
            "b", "frontlines, supply", "", "", "", "mission", "", "", "", "", "",
        ]  # fmt: skip
        done = make(*WINS, "--seed", 1, "--ask", "--format", "json", input="\n".join(answers) + "\n")
        assert done.code == 0
        assert "“Hold Position” can be named only once." in done.err
        assert "There is no card “spaceport”." in done.err
        assert "Too many names: 3. Name at most 2." in done.err
        rows = section(json.loads(done.out), "draft")["rows"]
        assert rows[0]["brought"][0] == {"side": "Anna", "cards": ["Frontlines", "Supply Drop"]}

    def test_enter_alone_is_what_the_seed_gives(self):
        asked = view("--seed", 8, "--ask", input="\n" * 20)
        assert drafted(asked) == drafted(view("--seed", 8))
        assert asked["rolls"] == view("--seed", 8)["rolls"]

    @pytest.mark.parametrize(
        ("said", "colour"), [("", "red"), ("blue", "blue"), ("green\nb\n\nBlue", "blue")]
    )
    def test_the_winner_of_the_roll_off_takes_a_colour(self, camp, said, colour):
        """PF-S1: asked last; Enter is Red, and a colour that was agreed upon before is not asked."""
        words = ("setup", "--team", "anna", "--team", "ben", "--ask", "--seed", 8, *WINS)
        done = camp(*words, input="\n" * 9 + said + "\n")
        assert done.code == 0, done.err
        setup = Campaign.open(camp.root).state.battles[-1].setup
        assert setup.roles == {"Anna": colour, "Ben": "blue" if colour == "red" else "red"}
        agreed = camp(*words, "--role", "ben=red", input="\n" * 9)
        assert (agreed.code, "Which one does it take" in agreed.err) == (0, False)

    def test_a_step_back_changes_no_die(self):
        answers = "\n\n\n\nb\nb\n\n\n" + "\n" * 12
        assert view("--seed", 8, "--ask", input=answers)["rolls"] == view("--seed", 8)["rolls"]

    def test_with_own_dice_too(self):
        answers = [
            "6 6", "1 1", "b", "2 1", "hold, front", "b", "hold, supply", "char, dirt", "hold, front", "char, dirt",
            "mission", "hold, hold", "supply", "", "1", "1", "char", "red",
        ]  # fmt: skip
        done = make("--own-dice", "--ask", "--format", "json", input="\n".join(answers) + "\n")
        assert done.code == 0, done.err
        made = json.loads(done.out)
        assert [roll["faces"] for roll in made["rolls"]] == [[6, 6], [2, 1], [1], [1]]
        assert [row[2] for row in drafted(made)] == ["Supply Drop", "Char Plains"]

    def test_what_does_not_go_together(self):
        assert make("--ask", "--dice", "1,2,3,4").code == 2
        assert make("--ask", "--no-input", "--seed", 1).code == 2


@pytest.fixture
def camp(tmp_path) -> Camp:
    done = run_command("new", tmp_path / "war", "--system", "starcraft", "--team", "Anna", "--team", "Ben")
    assert done.code == 0, done.err
    return Camp(tmp_path / "war")


class TestInALedger:
    WHO = ("--team", "anna", "--team", "ben")

    def test_the_whole_draft_is_kept_and_shown(self, camp):
        words = [word for word in options(1000, "frontlines") if word not in WINS]
        camp.ok("setup", *self.WHO, *words)
        [entry] = (camp.root / "ledger").glob("*anna-ben*")
        text = entry.read_text(encoding="utf-8")
        assert "supply: {start: 3, more: 1}" in re.sub(r"\s+", " ", text) or "start: 3" in text
        shown = camp.json("show", "1")
        fields = {tuple(each["path"]): each["values"] for step in shown["steps"] for each in step["fields"]}
        assert fields["draft", "mission", "brought", "Anna"] == ["Frontlines", "Hold Position"]
        assert fields["draft", "mission", "banned"] == ["Hold Position", "Gather the Resources"]
        assert fields["draft", "deployment", "picked"] == ["Agria Valley"]
        assert fields["draft", "deployment", "controls"] == ["Ben"]
        assert fields["size", "name"] == ["Skirmish"]
        assert fields["lead",] == ["8"]
        assert fields["supply", "start"] == ["3"]
        assert camp.ok("check") == f"No problems found in {camp.root}.\n"

    def test_a_row_rolled_again_keeps_the_other(self, camp):
        before = camp.json(
            "setup", *self.WHO, "--seed", 3, "--pick", "frontlines", "--bring", "anna=frontlines"
        )
        after = camp.json("setup", "--reroll", "draft.deployment")
        old, new = (section(each, "draft")["rows"] for each in (before, after))
        assert old[0] == new[0]
        assert old[1] != new[1]
        assert new[0]["picked"] == "Frontlines"

    def test_corrections_make_the_draft_again(self, camp):
        camp.ok("setup", *self.WHO, "--seed", 3)
        camp.ok("amend", "1", "--mission", "hold", "--reason", "misread", "--yes")
        camp.ok("amend", "1", "--pick", "deployment=frontier", "--reason", "misread", "--yes")
        briefing = camp.json("briefing", "1")
        assert briefing["mission_id"] == "hold-position"
        assert drafted(briefing) == [("", "", "Hold Position"), ("", "", "Frontier")]

    def test_a_team_renamed_is_renamed_in_its_draft(self, camp):
        camp.ok("team", "join", "Cid")
        words = [word for word in options(1000, "frontlines") if word not in WINS]
        camp.ok("setup", *self.WHO, *words)
        camp.ok("amend", "1", "--rename", "Anna=Cid", "--reason", "it was Cid", "--yes")
        row = section(camp.json("briefing", "1"), "draft")["rows"][0]
        assert (row["controls"], row["brought"][0]["side"]) == ("Cid", "Cid")
        camp.ok("amend", "1", "--die", "opening-roll.Cid=5 5", "--reason", "misread", "--yes")
        assert drafted(camp.json("briefing", "1"))[0] == ("Cid", "Ben", "Frontlines")

    def test_most_points_win_level_is_a_draw_and_the_difference_orders(self, camp):
        """PF-S3, PF-S4: by wins, then by the difference of Victory Points."""
        for first, second in ((5, 2), (1, 3), (4, 4)):
            camp.ok("setup", *self.WHO, "--seed", 2, "--mission", "hold-position")
            camp.ok(
                "result",
                "--score",
                f"anna: destroyed {first}",
                "--score",
                f"ben: destroyed {second}",
                "--yes",
            )
        battles = camp.json("ledger")["battles"]
        assert [[side["outcome"] for side in battle["sides"]] for battle in battles] == [
            ["won", "lost"], ["lost", "won"], ["drew", "drew"],
        ]  # fmt: skip
        rows = camp.json("standings")["teams"]
        assert [(row["team"], row["decided_by"]) for row in rows] == [("Anna", ""), ("Ben", "Difference")]

    def test_play_asks_for_the_draft(self, camp):
        done = camp("play", *self.WHO, "--seed", 2, input="y\nfrontlines, hold\n" + "\n" * 20 + "n\n")
        assert done.code == 0
        assert "Anna brought Frontlines, Hold Position." in " ".join(done.out.split())


OWN = {
    "pack/missions/hat-men/system.yaml": """
        name: Hat Men
        about: A game of hats.
        sides: {least: 2, most: 2}
        modes: {open: Open play}
        settings:
          - {id: hats, name: Hats, about: How many hats., default: 3, least: 1, most: 9}
        sizes:
          - {id: small-room, name: Small room, when: hats < 5, board: {width: 20, height: 20}}
          - {id: hall, name: Hall, board: {width: 40, height: 20}, lacking: Nobody has a hall yet.}
        standings: {keys: [{id: won, name: Won, value: won}]}
        procedure:
          - {id: toss, do: order, dice: D6, highest: first, lowest: last, name: Toss}
          - id: parlour
            do: draft
            by: toss
            name: Parlour
            rows:
              - {id: room, name: Room, cards: rooms, bring: 1, ban: 1}
              - {id: guest, name: Guest, cards: guests, bring: 1, ban: 0}
              - {id: game, name: Game, cards: games, bring: 2, ban: 3}
          - {id: mission, do: mission, name: Mission}
          - {id: board, do: layout, part: battlefield, by: toss, name: Board}
          - {id: places, do: layout, part: deployment, by: toss, name: Places}
          - {id: weight, do: supply, name: Weight}
          - {id: score, do: score, name: Score}
        """,
    "pack/missions/hat-men/whist.yaml": """
        name: Whist
        origin: original
        mode: open
        premise: Take tricks.
        won_by: [holding]
        length: {rounds: 3, sizes: {hall: 6}}
        supply: {start: hats, more: 2 * small_room, last: grows}
        terms:
          - {id: tricks, name: tricks, ask: "How many tricks has {side}?", when: small_room}
          - {id: dances, name: dances, ask: "How many dances has {side}?", when: hall}
        """,
    "pack/cards/hat-men/games.yaml": """
        kind: catalogue
        name: Games
        rows:
          - {id: whist-card, name: Whist, mission: whist}
          - {id: late-whist, name: Late Whist, mission: whist}
        """,
    "pack/cards/hat-men/guests.yaml": """
        kind: catalogue
        name: Guests
        rows:
          - id: duke
            name: The Duke
            terms: [{id: bows, name: bows, ask: "How often did {side} bow?", each: 2, most: 3}]
          - {id: nobody, name: Nobody}
        """,
    "pack/cards/hat-men/rooms.yaml": """
        kind: catalogue
        name: Rooms
        rows:
          - id: salon
            name: Salon
            sizes: [small-room]
            layout: &all
              sides: 2
              zones:
                - {id: west, name: the west, rects: [[0, 0, 5, 20]]}
                - {id: east, name: the east, rects: [[15, 0, 5, 20]]}
              deployment: {chooses: lowest, first: lowest}
          - id: kitchen
            name: Kitchen
            sizes: [small-room]
            layout:
              sides: 2
              zones:
                - {id: north, name: the north, rects: [[0, 0, 20, 5]]}
                - {id: south, name: the south, rects: [[0, 15, 20, 5]]}
              deployment: {chooses: lowest, first: lowest}
        """,
}


class TestAGameOfItsOwn:
    """Sizes, a draft of three rows, supply and terms by size, by content alone."""

    @pytest.fixture
    def hats(self, tmp_path) -> Camp:
        files: dict[str, str | bytes] = {name: text.replace("&all", "") for name, text in OWN.items()}
        write_tree(tmp_path, files)
        done = run_command(
            "new",
            tmp_path / "camp",
            "--system",
            "hat-men",
            "--pack",
            "../pack",
            "--team",
            "Anna",
            "--team",
            "Ben",
        )
        assert done.code == 0, done.err
        return Camp(tmp_path / "camp")

    def test_without_a_problem(self, hats):
        assert hats.ok("check") == f"No problems found in {hats.root}.\n"
        assert run_command("check", hats.root.parent / "pack").code == 0

    def test_a_battle_from_the_draft_to_the_standings(self, hats):
        words = ("--team", "anna", "--team", "ben", "--die", "toss.Anna=1", "--die", "toss.Ben=6")
        cards = (
            "--bring",
            "anna=salon, duke",
            "--bring",
            "ben=kitchen, nobody",
            "--row",
            "guest",
            "--ban",
            "kitchen",
        )
        briefing = hats.json("setup", *words, *cards, "--pick", "duke", "--seed", 1)
        rows = section(briefing, "parlour")["rows"]
        assert [(row["controls"], row["picked"]) for row in rows[:2]] == [
            ("Anna", "Salon"),
            ("Ben", "The Duke"),
        ]
        assert [each["supply"] for each in section(briefing, "weight")["pools"]] == [3, 5, 7]
        assert [term["id"] for term in section(briefing, "score")["terms"]] == ["tricks", "bows"]
        assert section(briefing, "board")["width"] == 20
        hats.ok("result", "--score", "anna: bows 1", "--score", "ben: tricks 1", "--yes")
        assert hats.json("standings")["teams"][0]["team"] == "Anna"

    def test_a_size_without_cards_says_what_is_lacking(self, hats):
        refused = hats.refused("setup", "--team", "anna", "--team", "ben", "--hats", 5, "--seed", 1)
        assert (
            refused
            == "The row “Room” has too few cards for Hall: 0. Each side brings 1. Nobody has a hall yet.\n"
        )

    def test_until_a_pack_brings_them(self, hats):
        rooms = OWN["pack/cards/hat-men/rooms.yaml"].replace("&all", "").replace("[small-room]", "[hall]")
        write_tree(hats.root, {"house/cards/hat-men/rooms.yaml": rooms})
        briefing = hats.json("setup", "--team", "anna", "--team", "ben", "--hats", 5, "--seed", 1)
        assert section(briefing, "board")["width"] == 40
        assert [each["supply"] for each in section(briefing, "weight")["pools"]] == [5] * 6
        assert "dances" in [term["id"] for term in section(briefing, "score")["terms"]]

    def test_a_zone_off_one_of_its_boards_is_a_problem(self, hats):
        rooms = (
            OWN["pack/cards/hat-men/rooms.yaml"]
            .replace("&all", "")
            .replace("[15, 0, 5, 20]", "[15, 0, 9, 20]")
        )
        write_tree(hats.root, {"house/cards/hat-men/rooms.yaml": rooms})
        done = hats("check")
        assert done.code == 1
        assert "The zone “the east” goes beyond the board (20 x 20 inches)." in done.out + done.err


def test_a_drafted_row_reads_back_as_it_was_written():
    from campaign.files.schema import structure, unstructure

    row = DraftedRow(
        id="gem", name="Gem", controls="A", bans="B", brought={"A": ("x",), "B": ("x",)}, picked="x"
    )
    assert structure(DraftedRow, unstructure(row)) == (row, [])
