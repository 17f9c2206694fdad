"""What went wrong once at a table or between two laptops, kept as it has to be."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from campaign.campaign import Campaign
from campaign.commands.results_file import read_results
from campaign.commands.void import void_steps
from campaign.errors import Refusal
from campaign.ledger.entries_io import Author, append

WHY = ("--reason", "looked again", "--yes", "--by", "Ann")
DUEL = ("--team", "Ash", "--team", "Bor")


def data(text):
    return json.loads(text)


class Night:
    """Calls in one campaign: what was shown, or with a code what was said."""

    def __init__(self, run, root):
        self.run, self.root = run, root

    def __call__(self, *words, code=0, **more):
        done = self.run("-C", self.root, *words, **more)
        assert done.code == code, done.err
        return done.out if code == 0 else done.err


@pytest.fixture
def night(run, tmp_path):
    """A campaign of the first built-in system with Ash, Bor and Cay; calls run in it."""
    root = tmp_path / "night"
    run("new", root, "--system", "killteam", *DUEL, "--team", "Cay", "--played", "2026-01-01")
    return Night(run, root)


def test_a_step_written_meanwhile_is_never_lost(night):
    night("setup", *DUEL, "--mission", "covert-war", "--seed", 1, "--die", "objective=1")
    (night.root / "results.yaml").write_text(
        "format: 1\nresults:\n  - battle: 1\n    scores: {Ash: {markers: 2}, Bor: {markers: 0}}\n",
        encoding="utf-8",
    )
    hand = Author("Ann", datetime(2026, 3, 1, tzinfo=UTC))
    first, second = Campaign.open(night.root), Campaign.open(night.root)
    grown, files = read_results(first, night.root / "results.yaml", hand)
    filed = second.battle("1").filed
    second.write([append(filed, void_steps(filed, "rain", False, hand))])
    with pytest.raises(Refusal, match="has changed"):
        first.write(grown, files)
    assert data(night("ledger", "--format", "json"))["battles"][0]["status"] == "void"


class TestDiceAreNeverInvented:
    def made(self, night):
        night("setup", *DUEL, "--mission", "covert-war", "--dice", "6,1,2,2,1")
        night("result", "--score", "Ash: markers 1", "--score", "Bor: markers 0")

    def test_a_roll_that_a_correction_needs_has_to_be_typed(self, night):
        self.made(night)
        before = {path.name: path.read_bytes() for path in (night.root / "ledger").iterdir()}
        said = night("amend", 1, "--die", "advantage.Ash=3 1", *WHY, code=1)
        assert said.startswith("“advantage.Ash” (2D6) has to be rolled as well.")
        assert {path.name: path.read_bytes() for path in (night.root / "ledger").iterdir()} == before

    def test_several_rolls_of_one_part(self, night):
        self.made(night)
        night("amend", 1, "--die", "advantage.Ash=3 1; 1 1", "--die", "advantage.Bor=2 2; 6 6", *WHY)
        rolls = [
            (roll["part"], roll["faces"]) for roll in data(night("briefing", 1, "--format", "json"))["rolls"]
        ]
        assert rolls[:4] == [
            ("advantage.Ash", [3, 1]), ("advantage.Bor", [2, 2]), ("advantage.Ash", [1, 1]), ("advantage.Bor", [6, 6]),
        ]  # fmt: skip

    def test_what_was_played_for_stays_when_a_die_alone_is_corrected(self, night):
        self.made(night)
        file = night.root / "campaign.yaml"
        file.write_text(
            file.read_text("utf-8") + "effects: [{when: won, resource: morale, by: 2}]\n", "utf-8"
        )
        night("amend", 1, "--die", "advantage.Ash=1 1", "--die", "advantage.Bor=6 6", *WHY)
        totals = data(night("standings", "--format", "json"))["teams"]
        assert {each["total"] for team in totals for each in team["totals"]} == {8}


def test_another_mission_and_its_scores_in_one_correction(night):
    night("setup", *DUEL, "--mission", "covert-war", "--dice", "6,1,2,2,1")
    night("result", "--score", "Ash: markers 2", "--score", "Bor: markers 0")
    said = night("amend", 1, "--mission", "pressure-valves", "--no-input", *WHY, code=2)
    assert said.startswith("No new result given.")
    night(
        "amend",
        1,
        "--mission",
        "pressure-valves",
        "--score",
        "all: valves 0",
        "--score",
        "Bor: valves 1",
        *WHY,
    )
    battle = data(night("ledger", "--format", "json"))["battles"][0]
    assert battle["mission"] == "Pressure Valves"
    assert [(side["name"], side["outcome"]) for side in battle["sides"]] == [("Ash", "lost"), ("Bor", "won")]
    night("amend", 1, "--mission", "covert-war", "--die", "objective=2", *WHY, input="1\n0\n")
    assert data(night("ledger", "--format", "json"))["battles"][0]["sides"][0]["points"] == 6


class TestNames:
    def test_only_names_are_renamed(self, run, tmp_path):
        """A side that is called like the end of another, like a role, a resource or an outcome."""
        root = tmp_path / "odd"
        teams = ["Dr.B", "B", "attacker", "lost"]
        run("new", root, "--system", "killteam", *[word for team in teams for word in ("--team", team)])
        run("-C", root, "setup", "--team", "Dr.B", "--team", "B", "--mission", "three-satchels", "--seed", 1)
        run("-C", root, "result", "--outcome", "Dr.B=won", "--outcome", "B=lost")
        for old, new in (("B", "attacker"), ("attacker", "lost")):
            done = run("-C", root, "amend", 1, "--rename", f"{old}={new}", *WHY)
            assert done.code == 0, done.err
        battle = data(run("-C", root, "ledger", "--format", "json").out)["battles"][0]
        assert [(side["name"], side["outcome"]) for side in battle["sides"]] == [
            ("Dr.B", "won"),
            ("lost", "lost"),
        ]
        assert run("-C", root, "check").code == 0
        briefing = data(run("-C", root, "briefing", 1, "--format", "json").out)
        assert [side["name"] for side in briefing["sides"]] == ["Dr.B", "lost"]
        assert {roll["part"] for roll in briefing["rolls"]} == {"advantage.Dr.B", "advantage.lost"}
        [roles] = [section for section in briefing["sections"] if section["do"] == "roles"]
        assert [note["name"] for note in roles["notes"]] == ["Dr.B", "lost"]

    def test_a_sealed_choice_keeps_its_side(self, night):
        night("setup", *DUEL, "--mission", "covert-war", "--seed", 1, "--scouting")
        night("choose", "--side", "Ash", input="\n2\n")
        said = night("amend", 1, "--rename", "Ash=Cay", *WHY, code=1)
        assert said.startswith("Sides can’t be renamed while this battle has something sealed")

    def test_an_entry_can_t_be_amended_into_no_name_or_another_s(self, night):
        tail = next(
            e["tail"] for e in data(night("ledger", "--format", "json"))["events"] if e["teams"] == ["Bor"]
        )
        for name in ("", "ash", "B\x1bor"):
            night("amend", tail, "--set", f"team={name}", *WHY, code=1)


class TestDays:
    def test_a_missed_game_costs_what_it_cost_then(self, night):
        file = night.root / "campaign.yaml"
        rows = [f"\nmissed: [{{when: missed, resource: morale, by: -{by}}}]\n" for by in (1, 3)]
        text = file.read_text("utf-8")
        file.write_text(text + rows[0], "utf-8")
        night("settings", "--apply", "--played", "2026-02-01")
        file.write_text(text + rows[1], "utf-8")
        night("settings", "--apply", "--played", "2026-03-01")
        night("missed", "Ash", "--played", "2026-02-10")
        night("missed", "Bor", "--played", "2026-03-10")
        teams = data(night("standings", "--format", "json"))["teams"]
        morale = {
            t["team"]: next(r["total"] for r in t["totals"] if r["resource"] == "Morale") for t in teams
        }
        assert morale == {"Ash": 7, "Bor": 5, "Cay": 8}

    def test_nobody_plays_before_joining_or_after_leaving(self, night):
        night("team", "join", "Dun", "--played", "2026-05-01")
        said = night("setup", "--team", "Ash", "--team", "Dun", "--seed", 1, "--played", "2026-04-01", code=1)
        assert said.startswith("On 2026-04-01, “Dun” is not in the campaign")
        night(
            "setup",
            "--team",
            "Ash",
            "--team",
            "Dun",
            "--seed",
            1,
            "--played",
            "2026-05-02",
            "--mission",
            "covert-war",
        )
        night("team", "leave", "Dun", "--reason", "moved", "--played", "2026-05-01", code=1)


class TestCampaignFile:
    @pytest.mark.parametrize(
        ("line", "said"),
        [
            ("missed: [{when: missed, resource: moral, by: -1}]", "There is no resource “moral”. Did you mean “morale”?"),
            ("effects: [{when: won, resource: glory, by: 1}]", "There is no resource “glory”."),
            ("effects: [{when: won, resource: morale, by: 1, status: lost}]", "There is no status “lost”."),
            ("takes: {forfeit: lost}", "There is no outcome “forfeit”."),
            ("standings: {points: {wins: 3}}", "There is no outcome “wins”."),
            ("standings: {keys: [{id: a, name: A, value: nope}]}", "The formula “nope” uses an unknown name: “nope”"),
            ("standings: {keys: [{id: a, name: A, value: 1 / 0}]}", "The formula “1 / 0” divides by zero."),
            ("standings: {end: [{kind: status, status: outlaw}]}", "There is no status “outlaw”."),
            ("standings: {end: [{kind: resource, resource: renown}]}", "There is no resource “renown”."),
            ("standings: {end: [{kind: resource}]}", "“resource” is missing: this end depends on it."),
            ("phases: {carry: some}", "“some”"),
            ("resources: [{id: morale, start: -3}]", "“Morale” starts at -3, outside its own limits."),
        ],
    )  # fmt: skip
    def test_what_can_t_be_is_found_and_not_taken_in(self, night, line, said):
        file = night.root / "campaign.yaml"
        file.write_text(file.read_text("utf-8") + line + "\n", "utf-8")
        found = night("check", code=1)
        assert said in found
        assert "campaign.yaml:" in found
        before = sorted((night.root / "ledger").iterdir())
        night("settings", "--apply", code=1)
        assert sorted((night.root / "ledger").iterdir()) == before

    def test_house_content_may_speak_of_the_group_s_own_track(self, night):
        file = night.root / "campaign.yaml"
        file.write_text(
            file.read_text("utf-8") + "resources: [{id: glory, name: Glory, start: 0}]\n", "utf-8"
        )
        house = night.root / "house" / "missions" / "killteam" / "for-glory.yaml"
        house.parent.mkdir(parents=True)
        model = (
            Campaign.open(night.root).library.roots[0].folder / "missions/killteam/covert-war.yaml"
        ).read_text("utf-8")
        house.write_text(model + "effects: [{when: won, resource: glory, by: 1}]\n", "utf-8")
        night("check")
        night("settings", "--apply", "--from-start")
        night("setup", *DUEL, "--mission", "for-glory", "--seed", 1)
        assert "+1 Glory" in night("briefing")

    def test_the_settings_entry_can_t_be_voided(self, night):
        tail = next(
            e["tail"] for e in data(night("ledger", "--format", "json"))["events"] if e["event"] == "settings"
        )
        assert night("void", tail, "--reason", "x", code=1).startswith(
            "Settings can’t be voided: the campaign needs some."
        )


def test_any_field_of_any_step(night):
    night("setup", *DUEL, "--mission", "covert-war", "--seed", 1, "--scouting")
    night("choose", "--choice", "Ash=4", "--choice", "Bor=3", "--note", "Ash=the pool")
    night("amend", 1, "--step", 2, "--set", "chosen.0.note=the bridge", *WHY)
    assert "the bridge" in night("show", 1)
    night("amend", 1, "--step", 1, "--set", "models={Ash: 9}", *WHY)
    assert "models · Ash" in night("show", 1)
    assert night("amend", 1, "--step", 2, "--set", "chosen.7.note=x", *WHY, code=1).startswith(
        "“7” is not a position"
    )


def test_a_typed_outcome_can_t_go_against_the_scores(night):
    night("setup", *DUEL, "--mission", "covert-war", "--seed", 1, "--die", "objective=1")
    said = night("result", "--score", "Ash: markers 2", "--score", "Bor: 0", "--outcome", "Bor=won", code=1)
    assert (
        "Ash: by the scores it won" in said or "Bor: by the scores it lost, but it is given as won." in said
    )
