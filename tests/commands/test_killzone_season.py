"""A season of Special Operations: Killzone, played through the command alone and then counted again by hand.

Anna plays Red Talons and Vas Kar, Bors plays Iron Vow and Stone Row. Battles 1, 2, 3, 5, 7, 8 and 9 are the road,
from its start to a finale (KZ-B2); 4 was agreed upon, 6 is void. The last two have both teams on each side (KZ-E4).
Beside the season its totals and its road are worked out anew from ledger/*.yaml with plain arithmetic.
"""

from __future__ import annotations

import math
import re
import shutil
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from tests.command import run_command
from tests.commands.tinmen import Camp

REPO = Path(__file__).parents[2]
ROSTERS = REPO / "missions" / "killzone" / "rosters"
WHO = {  # team: its player, and the roster that it fields
    "Red Talons": ("Anna", "high-hawks"),
    "Vas Kar": ("Anna", "grey-pack"),
    "Iron Vow": ("Bors", "ditch-company"),
    "Stone Row": ("Bors", "anvil-watch"),
}
BOTH = ("--side", "Anna: Red Talons + Vas Kar", "--side", "Bors: Iron Vow + Stone Row")
BY = ("--by", "Anna")
START = ("--played", "2026-05-01", *BY)
WHY = ("--reason", "counted again", "--yes")

ANY_CARDS = "\n".join(
    (
        "",  # the device goes to Red Talons
        *("FOUR CORNERS", "BRING THEM HOME"),  # a joker takes one of these, whichever is left
        *("Ditch Guard", "Ditch Captain", "Hawk"),  # an enemy, an enemy's leader, a model of one's own
        *("CLICK", "TRIPWIRE"),  # what a joker among the fates takes
        *("", "", "", ""),  # hide it
    )
)
"""Red Talons' answers to whatever it draws against Iron Vow: a question takes the first that it can use."""

BY_HAND = {  # Mission Points, added up on paper: places, objectives, kills (KZ-V3), cards
    1: {"Red Talons": 8 + 3 + (1 + 1 + 2), "Iron Vow": 4 + 2 + 2 + 2},
    2: {"Vas Kar": 4 + 2 + (5 + 4), "Stone Row": 2 + 3 + 5 + 5},
    3: {"Red Talons": 2 + 5 + 4, "Stone Row": 4 + 6 + 4 + (2 + 2 + 2)},
    4: {"Vas Kar": 4 + 4 + (1 + 1 + 2 + 2), "Iron Vow": 4 + 1 + 2 * 2},
    5: {"Iron Vow": 2 + 4 + 3 + 3, "Vas Kar": 10 + 3},
    6: {"Stone Row": 6, "Red Talons": 5},
    7: {"Stone Row": 2 + (2 + 2 + 3 + 1) + 6, "Vas Kar": 12 + 6 + 5},
    8: {"Anna": 12 + 4 + 2 + (5 + 5) + 9, "Bors": 8 + (2 + 1) + (2 + 2 + 4)},
    9: {"Anna": 3 + 5 + (1 + 1 + 2) + 8, "Bors": 2 + 3 + 4 + 5 + 5 + 5 + 3},
}


# --- counted by hand: the ledger's files alone, and arithmetic ---


@dataclass(frozen=True)
class Counted:
    """A battle by what its file says in the end: amendments in their place, voids and restorings in turn."""

    name: str
    played: str
    sides: dict[str, list[str]]
    steps: list[Any]
    """As they were written."""
    stands: list[Any]
    """Those that an amendment corrects replaced by what it says."""
    void: bool

    def last(self, kind: str) -> Any:
        """What stands of the last step of a kind."""
        return next((step for step in reversed(self.stands) if step["kind"] == kind), None)

    @property
    def setup(self) -> Any:
        return self.last("setup")

    @property
    def points(self) -> dict[str, int]:
        """Each side's Mission Points: the terms of the mission and of every card that came to light."""
        cards = [card for step in self.stands if step["kind"] == "reveal" for card in step.get("cards", [])]
        terms = {one["id"]: one for one in self.setup["terms"]}
        terms |= {one["id"]: one for card in cards for one in card.get("terms", [])}
        points = dict.fromkeys(self.sides, 0)
        for who, answers in self.last("result").get("answers", {}).items():
            for term, numbers in answers.items():
                own = next(side for side, teams in self.sides.items() if who in (side, *teams))
                (enemy,) = set(self.sides) - {own}
                to = enemy if terms[term].get("to") == "enemy" else own
                points[to] += worth(terms[term], numbers)
        return points

    @property
    def winner(self) -> str | None:
        """The side with more points (KZ-V1); in this season nothing else decides."""
        (one, mine), (other, theirs) = self.points.items()
        return None if mine == theirs else one if mine > theirs else other

    @property
    def end(self) -> str:
        """What the road calls its end: the winner's role, else its place among the sides."""
        if self.winner is None:
            return "none"
        place = ("first", "second")[list(self.sides).index(self.winner)]
        return self.setup.get("roles", {}).get(self.winner) or place


def worth(term: Mapping[str, Any], numbers: list[int]) -> int:
    """KZ-V3: a killed model is a tenth of its points, rounded up. All else is so many times what each is."""
    if term.get("worth") == "max(0, ceil((points - 10) / 8))":  # Paid by the Head
        return sum(max(0, math.ceil((points - 10) / 8)) for points in numbers)
    if "worth" in term:
        assert term["worth"] == "ceil(points / 10)"
        return sum(math.ceil(points / 10) for points in numbers)
    return sum(numbers) * int(term.get("each", 1))


def counted(root: Path) -> dict[int, Counted]:
    """Every battle of a ledger by its number: its place by day, then by the moment that its file is named for."""
    found = []
    for path in (root / "ledger").glob("*.yaml"):
        entry = loaded(path)
        if entry["kind"] != "battle":
            continue
        stands = list(entry["steps"])
        for at, step in enumerate(entry["steps"]):
            if "now" in step:
                corrects = max(one for one in range(at) if stands[one]["kind"] == step["now"]["kind"])
                stands[corrects] = step["now"]
        marks = [step["kind"] for step in stands if step["kind"] in ("void", "restore")]
        sides = {side["name"]: side["teams"] for side in entry["sides"]}
        found.append(
            Counted(path.stem, entry["played"], sides, entry["steps"], stands, marks[-1:] == ["void"])
        )
    found.sort(key=lambda one: (one.played, one.name))
    return dict(enumerate(found, start=1))


def loaded(path: Path) -> Any:
    return YAML(typ="safe", pure=True).load(path.read_text(encoding="utf-8"))


def tallied(battles: Iterable[Counted]) -> dict[str, dict[str, int]]:
    """Won, drew, lost, Mission Points for and against, by team; a side's points count for each of its teams."""
    teams: dict[str, dict[str, int]] = {}
    for battle in battles:
        if battle.void:
            continue
        for side, members in battle.sides.items():
            how = "drew" if battle.winner is None else "won" if battle.winner == side else "lost"
            for team in members:
                teams.setdefault(team, dict.fromkeys(("won", "drew", "lost", "scored", "conceded"), 0))
                teams[team][how] += 1
                teams[team]["scored"] += battle.points[side]
                teams[team]["conceded"] += sum(battle.points.values()) - battle.points[side]
    return teams


def walked(battles: Iterable[Counted]) -> list[Counted]:
    """The battles that the road led to and that stand, in their order."""
    return [battle for battle in battles if not battle.void and "road" in battle.setup]


def off_the_road(battles: list[Counted]) -> list[str]:
    """What is wrong with each step of a road, by road.yaml."""
    road = loaded(REPO / "missions" / "killzone" / "road.yaml")
    stages = {stage["id"]: stage for stage in road["stages"]}
    wrong = []
    for before, battle in zip([None, *battles], battles, strict=False):
        step, at = battle.setup["road"], battle.setup["mission"]["id"]
        said = (step.get("from", ""), step.get("battle", ""), step.get("outcome", ""))
        if said != ((before.setup["mission"]["id"], before.name, before.end) if before else ("", "", "")):
            wrong.append(f"{battle.name} goes on from {said}")
        if [step["die"]] not in [
            one["faces"] for one in battle.setup["rolls"] if one["part"] == step["part"]
        ]:
            wrong.append(f"{battle.name} has rolled no {step['die']}")
        forks = stages[said[0]]["next"][said[2]] if before else road["start"]
        (to,) = [fork["to"] for fork in forks if str(step["die"]) in spelt(str(fork["on"]))]
        if len(next(iter(battle.sides.values()))) == 1:
            to = stages[to].get("instead", to)
        if not step["to"] == at == to:
            wrong.append(f"{battle.name} is {at}, and {step['die']} leads to {to}")
    return wrong


def spelt(span: str) -> list[str]:
    """“1-3” as the faces of a die."""
    least, _, most = span.partition("-")
    return [str(face) for face in range(int(least), int(most or least) + 1)]


def standing(camp: Camp) -> Any:
    """All that the command says of the teams."""
    return camp.json("standings")["teams"], camp.json("ledger")["teams"]


# --- the season ---


@dataclass
class Season:
    """The campaign as it stands at its end, and what was seen on the way."""

    camp: Camp
    seen: dict[str, Any] = field(default_factory=dict)
    after: dict[int, dict[str, Any]] = field(default_factory=dict)
    """What every showing verb said after each battle, in JSON."""
    battles: dict[int, Counted] = field(default_factory=dict)
    """The battles as they are counted above, from the files of the ledger."""

    def write(self, *words: object, input: str = "") -> Any:
        return self.camp.json(*words, *BY, input=input)

    def setup(self, day: int, *words: object) -> Any:
        return self.write("setup", *words, "--played", f"2026-05-{day:02}")

    def result(self, *words: object) -> None:
        """Records the one open battle, and looks at everything."""
        number = self.write("result", *words, "--yes")["result"]["battle"]["number"]
        self.look(number)

    def look(self, number: int) -> None:
        views = {verb: self.camp.json(verb) for verb in ("next", "standings", "ledger", "log")}
        self.after[number] = views | {"show": self.camp.json("show", number)}
        if number % 2:  # it reads all of the content
            self.after[number]["check"] = self.camp("check")

    def steps(self, number: int, kind: str) -> list[Any]:
        """An entry's steps of a kind, from its file."""
        return [step for step in self.battles[number].steps if step["kind"] == kind]

    def shown(self, number: int) -> dict[tuple[str, str], tuple[str, str]]:
        """What became of each secret of a battle: its proof and its value, by what it was and whose."""
        return {
            (one["of"], one["side"]): (one.get("proof", "open"), one["value"])
            for step in self.steps(number, "reveal")
            for one in step["shown"]
        }


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Season:
    return play(tmp_path_factory.mktemp("season"))


def play(where: Path) -> Season:
    """Nine battles, from `campaign new` to the finale."""
    season = Season(gathered(where / "killzone-season"))
    first_patrol(season)
    drop_with_typed_cards(season)
    way_with_lost_secrets(season)
    crates_by_agreement(season)
    fate_in_the_marked_man(season)
    second_thoughts(season, where)
    wrong_teams_on_the_sunken_road(season)
    both_teams_cut_off(season)
    last_gate(season)
    season.battles = counted(season.camp.root)
    return season


def gathered(root: Path) -> Camp:
    """KZ-B1: four teams of two players, each with a roster."""
    camp = Camp(root)
    begun = run_command("new", root, "--system", "killzone", "--name", "Killzone season", *START)
    assert begun.code == 0, begun
    for team, (player, roster) in WHO.items():
        camp.ok("team", "join", team, "--player", player, *START)
        text = (ROSTERS / f"{roster}.yaml").read_text(encoding="utf-8")
        path = root / "rosters" / f"{team.lower().replace(' ', '-')}.yaml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(re.sub(r"(?m)^team: .*$", f"team: {team}", text), encoding="utf-8")
    camp.ok("team", "check", *WHO)
    return camp


def first_patrol(season: Season) -> None:
    """1: the road begins where a seed says; cards are drawn, and their holders answer what they ask."""
    camp = season.camp
    season.setup(2, "--team", "red", "--team", "iron", "--seed", 7)
    season.seen["refused while open"] = camp.refused("setup", "--team", "vas", "--team", "stone", *BY)
    camp.ok("draw", "--team", "red", *BY, input=ANY_CARDS)
    camp.ok("draw", "--team", "iron", "--no-input", *BY)
    season.result(
        "--score", "red: places-held 2, moved-out 1+1+1, kills 2x Ditch Guard + Ditch Captain",
        "--score", "iron: places-held 1, moved-out 1+1, corner-entered 1, kills Hawk",
    )  # fmt: skip


def drop_with_typed_cards(season: Season) -> None:
    """2: cards from a deck on the table; one pays its holder, the other its holder's enemy. Nobody wins."""
    season.setup(3, "--team", "vas", "--team", "stone", "--die", "road=2")
    season.camp.ok(
        "draw", "--typed", *BY,
        input="\nTRAITOR\nShield Guard\nCLICK\n\n" + "\nOLD GRUDGE\nSky Rider\nTRIPWIRE\n\n",
    )  # fmt: skip
    season.result(
        "--no-input",
        "--score", "vas: packet-home no, packet-carried yes, caches-searched 2, kills Shield Guard + Anvil Guard",
        "--score", "vas: traitor-alive no, traitor-killed yes",
        "--score", "stone: packet-home no, packet-carried no, caches-searched 2, kills 22",
        "--score", "stone: old-grudge-settled yes, old-grudge-open no",
    )  # fmt: skip


def way_with_lost_secrets(season: Season) -> None:
    """3: the secrets of this battle are gone before its result; a score of it is amended later."""
    briefing = season.setup(4, "--team", "red", "--team", "stone", "--seed", 15)
    season.camp.ok("draw", "--no-input", *BY)
    shutil.rmtree(season.camp.root / "secrets" / briefing["battle"])
    season.result(
        "--score", "red: way-points 1, kills 45",
        "--score", "stone: way-points 2, models-over 3, party-through yes, kills 18 + 2x18",
    )  # fmt: skip
    season.seen["amended"] = season.write("amend", 3, "--score", "red: kills 45 + 40", *WHY)
    season.look(3)


def crates_by_agreement(season: Season) -> None:
    """4: a mission that both players wanted, without cards."""
    season.setup(5, "--team", "vas", "--team", "iron", "--mission", "empty-crates", "--role", "vas=attacker",
                 "--no-cards-played")  # fmt: skip
    season.seen["next while agreed"] = season.camp.json("next")
    season.seen["no cards"] = season.camp.refused("draw", *BY)
    season.result(
        "--score", "vas: full-found 1, loads-home 1, empty-opened 2",
        "--score", "vas: kills 2x Ditch Guard + Ditch Captain + 16",
        "--score", "iron: full-kept 1, kills Hound",
    )  # fmt: skip


def fate_in_the_marked_man(season: Season) -> None:
    """5: chosen cards; a fate is played in the middle of the battle, and scores."""
    season.setup(6, "--team", "iron", "--team", "vas", "--die", "road=2", "--die", "opening-roll.Iron Vow=6",
                 "--die", "opening-roll.Vas Kar=2")  # fmt: skip
    season.camp.ok(
        "draw", "--choose", *BY,
        input="\nBRING THEM HOME\nAGAINST THE ODDS\n\n" + "\nCOURIER\nHound\nLAST WORD\n\n",
    )  # fmt: skip
    season.seen["of which"] = season.camp.refused("reveal", "--secret", "iron", *BY)
    season.seen["fate"] = season.write("reveal", "--secret", "iron", "--of", "fate-card")
    season.seen["courier"] = season.camp("show", 5).out
    season.result(
        "--score", "iron: kills Lancer, against-the-odds-won yes, bring-them-home-half yes",
        "--score", "vas: marked-out yes, kills 3x Ditch Guard, courier-killed yes",
    )  # fmt: skip


def second_thoughts(season: Season, where: Path) -> None:
    """Battle 2 is taken out and back in; on a copy battle 3 ends in another way."""
    camp = season.camp
    without = Camp(Path(shutil.copytree(camp.root, where / "without" / camp.root.name)))
    without.entry("-vas-kar-stone-row-").unlink()
    season.seen["without"] = standing(without)
    season.seen["void"] = season.write("void", 2, *WHY)
    season.seen["while void"] = standing(camp)
    season.seen["next while void"] = camp.json("next")
    season.seen["lift"] = season.write("void", 2, "--lift", *WHY)
    season.seen["lifted"] = standing(camp)
    other = Camp(Path(shutil.copytree(camp.root, where / "other" / camp.root.name)))
    season.seen["turned"] = other.json("amend", 3, "--score", "red: way-points 3, models-over 4", *WHY, *BY)


def wrong_teams_on_the_sunken_road(season: Season) -> None:
    """6 and 7: made void and played again from the same die; a secret of the second is altered."""
    camp = season.camp
    briefing = season.setup(
        7, "--team", "stone", "--team", "red", "--die", "road=3", "--role", "stone=attacker"
    )
    camp.ok("draw", "--sheets", *BY)
    season.seen["sheets"] = sorted(
        path.name for path in (camp.root / "secrets" / briefing["battle"]).glob("*.md")
    )
    season.result("--score", "stone: wagon-taken yes", "--score", "red: kills 45")
    season.write("void", 6, *WHY)
    stone = ("--team", "stone", "--team", "vas", "--role", "stone=attacker")
    season.seen["another die"] = camp.refused("setup", *stone, "--die", "road=6", *BY)
    briefing = season.setup(7, *stone)
    camp.ok("draw", "--choose", "--team", "stone", *BY, input="\nTHUNDERCLAP\nCLICK\n\n")
    camp.ok("draw", "--choose", "--team", "vas", *BY, input="\nFOUR CORNERS\nTRIPWIRE\n\n")
    (secret,) = (camp.root / "secrets" / briefing["battle"]).glob("secondary-objective-vas-kar-*.yaml")
    text = secret.read_text(encoding="utf-8")
    assert "four-corners" in text
    secret.write_text(text.replace("four-corners", "behind-their-backs"), encoding="utf-8")
    season.seen["altered"] = camp("result", "--score", "vas: behind-their-backs-inside 4", "--yes", *BY)
    season.result(
        "--score", "stone: column-shut-in 1, kills 2x Lancer + Sky Rider + 10, thunderclap-struck yes",
        "--score", "vas: column-out 3, wagon-out yes, kills Anvil Captain",
    )  # fmt: skip


def both_teams_cut_off(season: Season) -> None:
    """8: two teams a side; the secrets are gone, and one card of them lies openly on the table."""
    briefing = season.setup(8, *BOTH, "--die", "road=1", "--role", "Anna=defender")
    season.camp.ok("draw", "--no-input", *BY)
    shutil.rmtree(season.camp.root / "secrets" / briefing["battle"])
    season.result(
        "--card", "Vas Kar=FOUR CORNERS",
        "--score", "Anna: quarters-out 3, well-held 1+1",
        "--score", "red: kills 2x Ditch Guard",
        "--score", "vas: kills Anvil Captain + 45, four-corners-lit 3",
        "--score", "Bors: ring-closed 1+1+1+0+1",
        "--score", "iron: kills Hawk + Hound",
        "--score", "stone: kills 2x Lancer + 36",
    )  # fmt: skip


def last_gate(season: Season) -> None:
    """9: the finale, where a seed leads; four typed cards, three of which pay."""
    season.setup(9, *BOTH, "--seed", 25, "--role", "Anna=attacker")
    season.camp.ok(
        "draw", "--typed", *BY,
        input="\nIN PLAIN SIGHT\nCLICK\n\n" + "\nTAKEN ALIVE\nDitch Captain\nTRIPWIRE\n\n"
        + "\nSHADOW\nPlasma Guard\nLAST WORD\n\n" + "\nUNDER THE STONES\nthe old well\nNOT TODAY\n\n",
    )  # fmt: skip
    season.result(
        "--score", "Anna: ditch-held 1+1+1, ward-taken 1",
        "--score", "red: kills 2x Ditch Guard + 16, in-plain-sight-killed yes",
        "--score", "vas: taken-alive-caught yes",
        "--score", "Bors: ditch-held 0+0+0+1+1, gate-shut 1+1+1, ward-kept 2",
        "--score", "iron: kills Hawk Sergeant",
        "--score", "stone: kills 45, under-the-stones-found yes",
    )  # fmt: skip


def test_the_season_ends_after_four_to_eight_battles(season):
    """KZ-B2: the road is over with its finale, and nothing was played off it."""
    view = season.after[9]["next"]
    assert (view["over"], view["mission"], view["ends"]) == (True, "The Last Gate", [])
    assert [(one["number"], one["mission"], one["die"], one["stray"]) for one in view["walked"]] == [
        (1, "Two Patrols", 2, False),
        (2, "Dead Drop", 2, False),
        (3, "The Long Way Round", 1, False),
        (5, "The Marked Man", 2, False),
        (7, "Sunken Road", 3, False),
        (8, "Cut Off", 1, False),
        (9, "The Last Gate", 1, False),
    ]
    assert 4 <= len(walked(season.battles.values())) <= 8
    assert [season.battles[number].setup["seed"] for number in (1, 3, 9)] == [7, 15, 25]


def test_a_set_up_after_the_finale_is_refused(season):
    assert season.camp.refused("setup", "--team", "red", "--team", "iron", *BY) == (
        "The road ended with “The Last Gate”. Choose a mission with --mission.\n"
    )


def test_each_battle_on_the_road_follows_from_the_one_before(season):
    """KZ-B2: the mission before, how it ended and the die lead along one of the ways of road.yaml."""
    on_it = walked(season.battles.values())
    assert off_the_road(on_it) == []
    assert len(off_the_road([battle for battle in on_it if battle is not season.battles[2]])) == 1


@pytest.mark.parametrize("number", BY_HAND)
def test_mission_points_of_each_battle(season, number):
    """KZ-V1 to KZ-V3: what was added up on paper, in the files, is what the ledger shows; who has more has won."""
    battle = season.battles[number]
    shown = season.after[9]["ledger"]["battles"][number - 1]
    assert battle.points == BY_HAND[number] == {side["name"]: side["points"] for side in shown["sides"]}
    assert {side["name"]: side["outcome"] for side in shown["sides"]} == {
        side: "drew" if battle.winner is None else "won" if side == battle.winner else "lost"
        for side in battle.sides
    }
    assert (shown["number"], shown["status"]) == (number, "void" if battle.void else "recorded")


def test_every_total_can_be_counted_again(season):
    """KZ-V1, KZ-E4, request 8: from the files alone, as `standings` and as `ledger` show it."""
    totals = tallied(season.battles.values())
    view = season.after[9]["standings"]
    values = {one["team"]: {cell["id"]: cell["value"] for cell in one["values"]} for one in view["teams"]}
    assert values == {
        team: {key: own[key] for key in ("won", "scored", "conceded")} for team, own in totals.items()
    }
    teams = season.after[9]["ledger"]["teams"]
    assert {one["team"]: {key: one[key] for key in totals[one["team"]]} for one in teams} == totals
    assert {one["team"]: one["player"] for one in teams} == {team: WHO[team][0] for team in WHO}
    assert (view["recorded"], view["open"], view["leaders"]) == (8, 0, ["Vas Kar"])


def test_two_teams_of_a_side_have_both_all_of_its_points(season):
    """KZ-E4: what the last two battles added, 37:19 and 20:27, is in the totals of all four teams."""
    before, after = (
        {one["team"]: (one["scored"], one["conceded"]) for one in season.after[number]["ledger"]["teams"]}
        for number in (7, 9)
    )
    gained = {
        team: tuple(now - then for now, then in zip(after[team], before[team], strict=True)) for team in WHO
    }
    assert gained == dict.fromkeys(("Red Talons", "Vas Kar"), (57, 46)) | dict.fromkeys(
        ("Iron Vow", "Stone Row"), (46, 57)
    )


def test_kills_are_kept_by_their_points_and_names(season):
    """KZ-V3: named models at what their roster says, upgrades included; those typed by points have no name."""
    answers, models = (
        season.battles[4].last("result")[key]["Vas Kar"]["kills"] for key in ("answers", "models")
    )
    assert (answers, models) == ([5, 5, 20, 16], ["Ditch Guard", "Ditch Guard", "Ditch Captain", ""])
    assert season.battles[3].last("result")["answers"]["Stone Row"]["kills"] == [18, 18, 18]
    assert "models" not in season.battles[3].last("result")
    by_team = season.battles[8].last("result")["answers"]
    assert {who: by_team[who]["kills"] for who in WHO} == {
        "Red Talons": [5, 5], "Vas Kar": [50, 45], "Iron Vow": [18, 8], "Stone Row": [15, 15, 36],
    }  # fmt: skip


def test_everything_can_be_looked_at_all_along(season):
    """Request 5: a battle counts once it has a result. Nothing was ever a problem."""
    for number in BY_HAND:
        seen = season.after[number]
        counts = number - (number > 6)  # battle 6 is void
        assert (seen["standings"]["recorded"], seen["standings"]["open"]) == (counts, 0)
        assert [one["number"] for one in seen["ledger"]["battles"]] == list(range(1, number + 1))
        assert (seen["ledger"]["impossible"], seen["show"]["number"]) == ([], number)
        assert seen["log"]["lines"][-1]["number"] == number
    checks = [seen["check"] for seen in season.after.values() if "check" in seen]
    assert [(done.code, done.err) for done in checks] == [(0, "")] * 5


def test_the_log_has_every_step(season):
    """Requests 8 and 10; what a drawn card made its holder seal beside it in battle 1 is left to chance."""
    lines = [
        line for line in season.after[9]["log"]["lines"] if (line["number"], line["step"]) != (1, "seal")
    ]
    assert Counter(line["step"] for line in lines) == {
        "settings": 1, "join": 4, "setup": 9, "seal": 5 * 4 + 2 * 8, "reveal": 17, "result": 9,
        "amend": 1, "void": 2, "restore": 1,
    }  # fmt: skip


def test_the_road_waits_for_a_result(season):
    assert season.seen["refused while open"] == (
        "Battle 1, the last one on the road, has no result yet. Record it with "
        "“campaign result”, or choose a mission with --mission.\n"
    )


# --- cards ---


def test_drawn_cards_are_proven(season):
    """KZ-C1, KZ-C2, request 22: one of each deck for each team, no card twice in a battle, shown by the result."""
    shown = season.shown(1)
    assert {proof for proof, _ in shown.values()} == {"proven"}
    for deck in ("secondary-objective", "fate-card"):
        dealt = {who: value for (of, who), (_, value) in shown.items() if of == deck}
        taken = {who: value for (of, who), (_, value) in shown.items() if of == f"{deck}.owner"}
        held = dealt | taken
        assert set(held) == {"Red Talons", "Iron Vow"}
        assert held["Red Talons"] != held["Iron Vow"]
        assert held["Red Talons"] != "joker"  # whoever is asked takes a card for it


def test_sheets_are_written_for_each_holder(season):
    assert [re.sub(r"-[0-9a-f]{6}\.md$", "", name) for name in season.seen["sheets"]] == [
        "sheet-red-talons", "sheet-stone-row",
    ]  # fmt: skip


def test_typed_cards_are_sealed_with_what_is_written(season):
    """KZ-C3, KZ-C5, request 29."""
    assert {seal["how"] for seal in season.steps(2, "seal")} == {"typed"}
    assert season.shown(2) == {
        ("secondary-objective", "Vas Kar"): ("proven", "traitor"),
        ("secondary-objective", "Stone Row"): ("proven", "old-grudge"),
        ("fate-card", "Vas Kar"): ("proven", "click"),
        ("fate-card", "Stone Row"): ("proven", "tripwire"),
    }
    cards = [card for step in season.steps(9, "reveal") for card in step["cards"]]
    assert [(card["by"], card["id"], card["written"]) for card in cards if "written" in card] == [
        ("Vas Kar", "taken-alive", "Ditch Captain"),
        ("Iron Vow", "shadow", "Plasma Guard"),
        ("Stone Row", "under-the-stones", "the old well"),
    ]


def test_a_secondary_objective_pays_its_holder_or_the_enemy(season):
    """KZ-C3, PF-C2: the traitor of Vas Kar was killed, 5 for Stone Row; Stone Row's grudge is settled, 5 for it too."""
    lines = season.camp.json("show", 2)["sides"]
    assert {side["name"]: side["points"] for side in lines} == {"Vas Kar": 15, "Stone Row": 15}
    without = {"Vas Kar": 4 + 2 + 9, "Stone Row": 2 + 3}
    assert season.battles[2].points == {**without, "Stone Row": without["Stone Row"] + 5 + 5}


def test_a_fate_is_played_in_the_middle(season):
    """KZ-C4, request 22: shown alone, while all else stays sealed; the result does not show it twice."""
    assert season.seen["of which"] == (
        "Iron Vow has sealed several things. Choose one with --of: secondary-objective, fate-card.\n"
    )
    (card,) = season.seen["fate"]["cards"]
    assert (card["holder"], card["name"]) == ("Iron Vow", "AGAINST THE ODDS")
    assert "COURIER" not in season.seen["courier"]
    reveals = [(step["of"], [one["side"] for one in step["shown"]]) for step in season.steps(5, "reveal")]
    assert reveals == [
        ("fate-card", ["Iron Vow"]),
        ("secondary-objective", ["Iron Vow", "Vas Kar"]),
        ("fate-card", ["Vas Kar"]),
    ]


def test_lost_secrets_are_said_to_be_lost(season):
    """KZ-C3, request 22: the battle is recorded all the same, and no card scores."""
    assert set(season.shown(3).values()) == {("lost", "")}
    assert len(season.shown(3)) == 4
    assert [card for step in season.steps(3, "reveal") for card in step.get("cards", [])] == []


def test_a_card_on_the_table_stands_in_for_a_lost_one(season):
    """Request 29: it is kept as shown openly beside the seal that can't be opened any more, and scores."""
    (cards, fates) = season.steps(8, "reveal")
    ends = [(one["side"], one.get("proof", "open"), one["value"]) for one in cards["shown"]]
    assert sorted(ends) == [
        ("Iron Vow", "lost", ""), ("Red Talons", "lost", ""), ("Stone Row", "lost", ""),
        ("Vas Kar", "lost", ""), ("Vas Kar", "open", "four-corners"),
    ]  # fmt: skip
    assert [(card["by"], card["id"]) for card in cards["cards"]] == [("Vas Kar", "four-corners")]
    assert {one["proof"] for one in fates["shown"]} == {"lost"}


def test_an_altered_secret_scores_nothing(season):
    """Request 22: it is said to be altered, and what was put in its place is not asked."""
    done = season.seen["altered"]
    assert done.code == 1
    assert done.err.startswith(
        "The scores don’t match the sealed cards: an answer is missing, or no card "
        "asks for one of those given."
    )
    assert season.shown(7)["secondary-objective", "Vas Kar"] == ("altered", "behind-their-backs")
    cards = [(card["by"], card["id"]) for step in season.steps(7, "reveal") for card in step["cards"]]
    assert cards == [("Stone Row", "thunderclap"), ("Stone Row", "click"), ("Vas Kar", "tripwire")]


def test_a_battle_can_do_without_cards(season):
    """KZ-B3."""
    assert season.seen["no cards"].startswith("Battle 4 deals no cards.")
    assert season.steps(4, "seal") == season.steps(4, "reveal") == []


# --- corrections ---


def test_a_mission_by_agreement_moves_nobody_on_the_road(season):
    """KZ-B2: neither while it is open nor when it has ended."""
    assert "road" not in season.battles[4].setup
    assert season.after[3]["next"] == season.seen["next while agreed"] == season.after[4]["next"]
    assert season.battles[5].setup["road"]["battle"] == season.battles[3].name


def test_a_void_is_a_season_without_that_battle(season):
    """Requests 9 and 10: all totals; the battle after it is named, as the road did not lead there."""
    assert season.seen["while void"] == season.seen["without"] != season.seen["lifted"]
    assert season.seen["void"]["strayed"] == [{"number": 3, "mission": "The Long Way Round"}]
    assert [(one["number"], one["stray"]) for one in season.seen["next while void"]["walked"]] == [
        (1, False), (3, True), (5, False),
    ]  # fmt: skip


def test_lifted_it_counts_as_before(season):
    """Requests 9 and 10."""
    view = season.after[5]
    assert season.seen["lifted"] == (view["standings"]["teams"], view["ledger"]["teams"])
    assert season.seen["lift"]["strayed"] == []
    assert [step["kind"] for step in season.battles[2].steps][-3:] == ["result", "void", "restore"]


def test_a_battle_played_again_keeps_the_die_of_the_road(season):
    """KZ-B2, request 21: the die is rolled once; 3 leads to Wet Boots, where players with one team meet elsewhere."""
    void, again = season.battles[6], season.battles[7]
    assert (
        season.seen["another die"] == "“road” has already been rolled, and can’t change: 3. Leave it out.\n"
    )
    assert void.setup["road"] == again.setup["road"] == {
        "from": "the-marked-man", "battle": season.battles[5].name, "outcome": "defender", "part": "road",
        "die": 3, "to": "sunken-road",
    }  # fmt: skip


def test_an_amended_score_counts(season):
    """Requests 10 and 11: the old line stays, the new one counts, and the road goes on as it did."""
    view = season.seen["amended"]
    assert {side["name"]: side["points"] for side in view["result"]["battle"]["sides"]} == BY_HAND[3]
    assert view["strayed"] == []
    old, new = season.steps(3, "result")[0], season.battles[3].last("amend")
    assert (new["reason"], new["now"]["answers"]["Red Talons"]["kills"]) == ("counted again", [45, 40])
    assert old["answers"]["Red Talons"]["kills"] == [45]


def test_an_amended_winner_leaves_the_next_battle_off_the_road(season):
    """Request 9: what became impossible is listed; Red Talons would have won battle 3 with 23."""
    view = season.seen["turned"]
    assert view["strayed"] == [{"number": 5, "mission": "The Marked Man"}]
    assert [(side["points"], side["outcome"]) for side in view["result"]["battle"]["sides"]] == [
        (23, "won"), (20, "lost"),
    ]  # fmt: skip


def test_a_correction_tells_the_totals_that_it_changes(season, tmp_path):
    """Request 10: without battle 2 Vas Kar has 107 Mission Points instead of 122."""
    camp = Camp(Path(shutil.copytree(season.camp.root, tmp_path / "season")))
    changes = camp.json("void", 2, *WHY, *BY)["differences"]
    assert ("Vas Kar", 122, 107) in [(one["team"], one["before"], one["after"]) for one in changes]


@pytest.mark.parametrize(
    "words",
    [("ledger",), ("standings",), ("log",), ("briefing", "9"), ("show", "9"), ("next",)],
    ids=lambda words: words[0],
)
def test_no_heading_stands_over_nothing(season, words):
    """Request 27: each has something below it before the next one, and before the end."""
    lines = [line for line in season.camp.ok(*words).splitlines() if line.strip()]
    empty = [
        line for line, below in zip(lines, [*lines[1:], "x ───"], strict=True)
        if heading(line) and heading(below)
    ]  # fmt: skip
    assert empty == []


def heading(line: str) -> bool:
    """A title with a rule after it, as on a terminal; the rules of tables have no words."""
    return re.match(r"[^─]+ ─+$", line) is not None


# --- roads of pairs ---

WALKS = {  # the road's die, who wins, and where it was played, for the shortest and the longest way
    ("Ash", "Bor"): (
        (5, "Bor", "watch-fires"),
        (1, "Ash", "lamps-out"),
        (4, "Ash", "falling-star"),
        (4, "Ash", "end-of-the-line"),  # instead of the last gate
    ),
    ("Ash", "Cay"): (
        (1, "Ash", "two-patrols"),
        (1, "Ash", "dead-drop"),
        (1, "Ash", "long-way-round"),
        (1, "Cay", "listening-posts"),
        (1, "Ash", "sunken-road"),
        (1, "Ash", "paid-by-the-head"),
        (1, "Ash", "burning-archive"),
        (1, "", "false-colours"),
    ),
}


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Camp:
    """A campaign in which each pair of players has a road of its own; two of them have walked theirs."""
    camp = Camp(tmp_path_factory.mktemp("pairs") / "pairs")
    assert run_command("new", camp.root, "--system", "killzone", "--no-cards-played", *START).code == 0
    with (camp.root / "campaign.yaml").open("a", encoding="utf-8") as file:
        file.write("road: {of: pair}\n")
    for team, player in (("Ash", "Anna"), ("Bor", "Bors"), ("Cay", "Cora")):
        camp.ok("team", "join", team, "--player", player, *START)
    for number in range(8):
        for pair, walk in WALKS.items():
            if number < len(walk):
                die, winner, _ = walk[number]
                faces = (f"road={die}", "opening-roll.Ash=6", f"opening-roll.{pair[1]}=1")
                kills = f"{winner or 'Ash'}: kills {50 if winner else '-'}"
                teams = [word for team in pair for word in ("--team", team)]
                dice = [word for face in faces for word in ("--die", face)]
                camp.ok("setup", *teams, *dice, "--played", f"2026-05-{2 + number:02}", *BY)
                camp.ok("result", "--score", kills, "--yes", *BY)
    return camp


@pytest.mark.parametrize("pair", WALKS)
def test_each_pair_walks_a_road_of_its_own(pairs, pair):
    """KZ-B2: side by side, from a start to a finale, in four battles at least and eight at most."""
    own = [battle for battle in counted(pairs.root).values() if tuple(battle.sides) == pair]
    assert [battle.setup["mission"]["id"] for battle in own] == [mission for *_, mission in WALKS[pair]]
    assert off_the_road(own) == []
    assert 4 <= len(own) <= 8
    teams = [word for team in pair for word in ("--team", team)]
    assert pairs.json("next", *teams)["over"]
    assert pairs.refused("setup", *teams, *BY).startswith("The road ended with ")


def test_the_totals_of_two_roads(pairs):
    """KZ-V3: 50 points are 5 Mission Points, and 5 where heads are paid for, too: ceil((50 - 10) / 8)."""
    totals = tallied(counted(pairs.root).values())
    assert totals == {
        "Ash": {"won": 9, "drew": 1, "lost": 2, "scored": 45, "conceded": 10},
        "Bor": {"won": 1, "drew": 0, "lost": 3, "scored": 5, "conceded": 15},
        "Cay": {"won": 1, "drew": 1, "lost": 6, "scored": 5, "conceded": 30},
    }
    teams = pairs.json("ledger")["teams"]
    assert {one["team"]: {key: one[key] for key in totals[one["team"]]} for one in teams} == totals
