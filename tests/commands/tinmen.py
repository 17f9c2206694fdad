"""A made-up game for driving the command: small enough that a test can say what every number must be.

Gold starts at 5 and ends at 0, where a team is a beggar; fame starts at 0 and has no end. A missed game costs
1 gold. “The ford” scores flags (1 each) for two or three sides and nothing else; “The hill” has two roles and is
won by the raider with 3 points; “The wall” scores each round from the second on; “The gate” is for four, a holder
and three raiders. The plans are the secret choice.
"""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.command import Result, run_command
from tests.trees import read_tree

TEAMS = ("Red Talons", "Vas Kar", "Iron Vow")
DAY = "2026-03-01"

SYSTEM = """
    format: 1
    name: Tin Men
    about: A game of tin.
    sides: {least: 2, most: 4}
    boards:
      2: {width: 30, height: 30}
      3: {width: 30, height: 30}
      4: {width: 30, height: 30}
    modes: {open: Open play}
    degrees: {major: a rout, minor: a push}
    takes: {forfeited: lost}
    settings:
      - {id: plans, name: Plans, about: Play with secret plans., default: false}
      - {id: markers_each, name: Markers each, about: How many each places., default: 1, least: 1, most: 3}
    resources:
      - id: gold
        name: Gold
        start: 5
        min: 0
        status:
          - {id: beggar, name: beggar, at: 0}
      - {id: fame, name: Fame, start: 0}
    missed:
      - {when: missed, resource: gold, by: -1}
    standings:
      keys:
        - {id: gold, name: Gold, value: gold}
        - {id: won, name: Won, value: won}
      end:
        - {kind: battles, at: 9}
    procedure:
      - {id: mission, do: mission, name: Mission, tables: {2: missions, 3: missions}}
      - {id: ground, do: pick, name: Ground, from: grounds}
      - {id: edge, do: order, dice: D6, highest: the first move, lowest: the last move, name: Edge}
      - {id: roles, do: roles, by: edge, name: Roles}
      - {id: weather, do: table, table: weather, name: Weather}
      - {id: board, do: layout, part: battlefield, by: edge, name: Board}
      - {id: marks, do: layout, part: markers, by: edge, name: Markers}
      - {id: plans, do: choice, choice: plans, setting: plans, name: Plans}
      - {id: deployment, do: layout, part: deployment, by: edge, name: Deployment}
      - {id: length, do: length, name: Length}
      - {id: score, do: score, name: Victory}
"""

LAYOUT = """\
  - sides: {sides}
    zones:
{zones}
    placing: {{each: markers_each, apart: 4, edge: 2}}
    deployment: {{chooses: lowest, first: lowest, turn: model, apart: 4}}
"""


def layouts(*counts: int) -> str:
    """Strips, one for each side."""
    found = ""
    for count in counts:
        wide = 30 // count
        zones = "\n".join(
            f"      - {{id: z{place}, name: strip {place}, rects: [[{place * wide}, 0, {wide}, 30]]}}"
            for place in range(count)
        )
        found += LAYOUT.format(sides=count, zones=zones)
    return found


FORD = (
    """\
format: 1
name: The ford
origin: original
mode: open
premise: Hold the water.
won_by: [holding]
layouts:
"""
    + layouts(2, 3)
    + """\
length: {rounds: 4}
terms:
  - {id: flags, name: flags, ask: "How many flags has {side}?", most: 9}
victory: {by: most, degree: major}
effects:
  - {when: lost, resource: gold, by: -2}
  - {when: won, resource: fame, by: 1}
"""
)

HILL = """\
format: 1
name: The hill
origin: original
mode: open
premise: Take it.
won_by: [fetching]
roles:
  - {id: holder, name: Holder, text: Sits on it.}
  - {id: raider, name: Raider, text: Wants it.}
layouts:
  - sides: 2
    zones:
      - {id: top, name: the top, role: holder, rects: [[10, 10, 10, 10]]}
      - {id: foot, name: the foot, role: raider, rects: [[0, 25, 30, 5]]}
    deployment: {first_role: holder, turn: team, apart: 4}
length: {rounds: 5}
terms:
  - {id: kegs, name: kegs, ask: "How many kegs has {side}?", most: 4, role: raider}
  - {id: chief, name: the chief, ask: "Did {side} fell the chief?", each: 2, most: 1}
victory: {by: threshold, role: raider, points: 3}
effects:
  - {when: lost, resource: gold, by: -1}
"""

GATE = """\
format: 1
name: The gate
origin: original
mode: open
premise: All want in.
won_by: [holding]
roles:
  - {id: holder, name: Holder, text: Keeps it.}
  - {id: raider, name: Raider, text: Storms it.}
layouts:
  - sides: 4
    zones:
      - {id: gate, name: the gate, role: holder, rects: [[10, 10, 10, 10]]}
      - {id: west, name: the west, role: raider, rects: [[0, 0, 4, 30]]}
      - {id: east, name: the east, role: raider, rects: [[26, 0, 4, 30]]}
      - {id: north, name: the north, role: raider, rects: [[10, 0, 10, 4]]}
    deployment: {first_role: holder, turn: team, apart: 4}
length: {rounds: 4}
terms:
  - {id: flags, name: flags, ask: "How many flags has {side}?", most: 9}
effects:
  - {when: lost, resource: gold, by: -1}
  - {when: drew, resource: fame, by: 1}
"""

WALL = (
    """\
format: 1
name: The wall
origin: original
mode: open
premise: Stand on it.
won_by: [outlasting]
layouts:
"""
    + layouts(2, 3)
    + """\
length: {rounds: 3}
terms:
  - {id: stand, name: standing, ask: "Each round, who stands: {side}?", most: 2, per: round, from_round: 2}
effects:
  - {when: lost, resource: gold, by: -1}
"""
)

CARDS = {
    "missions": """
        format: 1
        kind: table
        name: Missions
        dice: D6
        rows:
          - {id: the-ford, on: 1-2, name: The ford, mission: the-ford}
          - {id: the-wall, on: 3-4, name: The wall, mission: the-wall}
          - {id: low, on: 5-6, name: Low ground, table: low}
        """,
    "low": """
        format: 1
        kind: table
        name: Low ground
        dice: D3
        rows:
          - {id: the-ford, on: 1, name: The ford, mission: the-ford}
          - {id: the-wall, on: 2-3, name: The wall, mission: the-wall}
        """,
    "weather": """
        format: 1
        kind: table
        name: Weather
        dice: D6
        rows:
          - {id: fair, on: 1-5, name: Fair}
          - id: storm
            on: 6
            name: Storm
            text: Nobody flies.
            effects: [{when: played, resource: fame, by: 1}]
        """,
    "grounds": """
        format: 1
        kind: catalogue
        name: Grounds
        rows:
          - {id: mud, name: Mud, text: It sticks.}
          - {id: ice, name: Ice, text: It slides.}
        """,
    "plans": """
        format: 1
        kind: choice
        name: Plans
        rows:
          - id: dig
            on: 1
            name: Dig
            text: Dig holes.
            count: {dice: D3, of: holes}
            write: {ask: "Where does {side} dig?", secret: true}
          - {id: spy, on: 2, name: Spy, text: Take away an enemy's digging., cancels: [dig]}
          - id: rush
            on: 3
            name: Rush
            text: Only the fastest rushes.
            contest: D6
            count: {formula: ceil(models / 5), of: models}
          - id: signal
            on: 4
            name: Signal
            text: Light a fire.
            write: {ask: "Where does {side} light it?"}
        """,
}
TESTS = """
    format: 1
    tests:
      - id: nerve
        name: Nerve
        text: Roll at least the fear.
        asks:
          - {id: fear, ask: How great is the fear?, least: 2, most: 12}
        dice: 2D6
        target: fear
        passes: at-least
        success: "{total}: it stands."
        failure: "{total}: it runs."
      - id: toss
        name: Toss
        text: Who begins?
        dice: D6
        order: true
    """
RULES = """
    format: 1
    rules:
      - {id: T-1, name: Tin, part: Tin, text: Tin bends., source: our own, origin: original}
    """
SEQUENCE = """
    format: 1
    name: Slings
    die: D4
    fails: [1]
    pools: [{id: stones, name: Stones}, {id: bumps, name: Bumps}]
    numbers:
      - {id: slingers, of: situation, name: slingers, ask: how many sling, most: 9}
      - {id: dusk, of: situation, name: dusk, ask: whether it is dark, most: 1}
      - {id: aim, of: weapon, name: Aim, least: 2, most: 4}
      - {id: weight, of: weapon, name: Weight, least: 1, most: 3}
      - {id: hp, of: target, name: Health, least: 1, most: 5}
      - {id: wind, of: keyword, name: Wind}
    keywords: [{id: gusty, name: Gusty, gives: {wind: x}}]
    stages:
      - {id: sling, do: add, name: Sling, pool: stones, dice: slingers}
      - {id: strike, do: roll, name: Strike, pool: stones, target: aim + wind + dusk, passes: bumps}
    damage: {pool: bumps, each: weight}
    casualties: {hp: hp}
"""
UNITS = """
    format: 1
    kind: units
    name: Units
    rows:
      - id: slingers
        name: Slingers
        numbers: {hp: 2}
        weapons: [{id: sling, name: Sling, range: 10, numbers: {aim: 3, weight: 2}}]
        sizes: [{models: 2-4, cost: {}}]
      - id: giant
        name: "<Giant> *of* [tin] | \\u202e&"
        numbers: {hp: 5}
        weapons: [{id: fist, name: "Fist </title><b>", range: 1, numbers: {aim: 2, weight: 3}}]
"""
PACK: dict[str, str | bytes] = {
    "pack/missions/tin-men/system.yaml": SYSTEM,
    "pack/missions/tin-men/the-ford.yaml": FORD,
    "pack/missions/tin-men/the-gate.yaml": GATE,
    "pack/missions/tin-men/the-hill.yaml": HILL,
    "pack/missions/tin-men/the-wall.yaml": WALL,
    "pack/missions/tin-men/tests.yaml": TESTS,
    "pack/missions/tin-men/rules.yaml": RULES,
    "pack/missions/tin-men/sequence.yaml": SEQUENCE,
    "pack/cards/tin-men/units.yaml": UNITS,
    **{f"pack/cards/tin-men/{name}.yaml": text for name, text in CARDS.items()},
}


@dataclass
class Camp:
    """A campaign of this game on disk, and the command in it."""

    root: Path

    def __call__(self, *words: object, input: str = "", **more: Any) -> Result:
        return run_command("-C", self.root, *words, input=input, **more)

    def ok(self, *words: object, **more: Any) -> str:
        """What the command printed; it has to go well."""
        done = self(*words, **more)
        assert (done.code, done.err if done.code else "") == (0, ""), done
        return done.out

    def refused(self, *words: object, code: int = 1, **more: Any) -> str:
        """What the command said; it has to refuse, print nothing, and change no byte."""
        before = self.tree()
        done = self(*words, **more)
        assert (done.code, done.out) == (code, ""), done
        assert self.tree() == before
        return done.err

    def json(self, *words: object, **more: Any) -> Any:
        return json.loads(self.ok(*words, "--format", "json", **more))

    def tree(self) -> dict[str, bytes]:
        """Every file, the lock aside."""
        return {name: data for name, data in read_tree(self.root).items() if name != ".campaign-lock"}

    def totals(self, resource: str) -> dict[str, int]:
        """Each team's total."""
        view = self.json("ledger")
        return {
            team["team"]: next(one["total"] for one in team["totals"] if one["resource"] == resource)
            for team in view["teams"]
        }

    def ford(self, *more: object, sides: tuple[str, ...] = ("red", "vas"), weather: int = 1) -> str:
        """Sets up the ford without asking and without chance; the tail of its id comes back."""
        words = [word for side in sides for word in ("--team", side)]
        edges = [f"edge.{name}" for name in TEAMS if any(name.lower().startswith(side) for side in sides)]
        dice = [f"--die={part}={6 - place}" for place, part in enumerate(edges)]
        view = self.json(
            "setup", *words, "--mission", "the-ford", *dice, "--die", f"weather={weather}",
            "--played", DAY, "--by", "Ann", *more,
        )  # fmt: skip
        tail: str = view["battle"][-6:]
        return tail

    def played(self, red: int, vas: int, *more: object) -> None:
        """A ford between Red Talons and Vas Kar, with its result."""
        self.ford(*more)
        self.ok("result", "--score", f"red: {red}", "--score", f"vas: {vas}", "--yes", "--by", "Ann")

    def entry(self, part: str) -> Path:
        """The one file of the ledger with this in its name."""
        (found,) = [path for path in (self.root / "ledger").iterdir() if part in path.name]
        return found


def started(root: Path, *more: object) -> Camp:
    """A new campaign in `root`/camp beside the pack."""
    done = run_command(
        "new", root / "camp", "--system", "tin-men", "--pack", "../pack", "--name", "Tin war",
        *(word for team in TEAMS for word in ("--team", team)), "--played", DAY, "--by", "Ann", *more,
    )  # fmt: skip
    assert done.code == 0, done
    return Camp(root / "camp")


def copied(model: Path, to: Path) -> Camp:
    """A copy of a campaign and its pack."""
    shutil.copytree(model, to)
    return Camp(to / "camp")


def flat(text: str) -> str:
    """The words of a print-out, however they are set."""
    return " ".join(text.split())
