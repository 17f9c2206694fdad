"""Small campaigns of every system to print from, played through the command by players with the names asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from campaign.mechanisms.dice import Dice, SeededDice
from campaign.record import Record, fields
from tests.commands.dealing import lines
from tests.commands.tinmen import Camp

ROSTERS = ("high-hawks", "grey-pack", "ditch-company", "anvil-watch")
DAY = ("--played", "2026-03-01")


class Names(Record):
    """What players write. Teams begin with Red, Vas, Iron and Ash, players with Anna and Bors: commands say that."""

    red: str = "Red Talons"
    vas: str = "Vas Kar"
    iron: str = "Iron Vow"
    ash: str = "Ash Dogs"
    anna: str = "Anna"
    bors: str = "Bors"
    name: str = "The long night"
    note: str = "The cellar was full of shells."

    @property
    def teams(self) -> tuple[str, ...]:
        return (self.red, self.vas, self.iron, self.ash)

    @property
    def why(self) -> tuple[str, ...]:
        return ("--reason", self.note)


PLAIN = Names()


@contextmanager
def same_dice(names: Names) -> Iterator[None]:
    """A seed gives what it gives to plain names: a die of a side is known by the side's name."""
    real = SeededDice.faces
    plain = {getattr(names, field.name): getattr(PLAIN, field.name) for field in fields(Names)}

    def faces(self: SeededDice, part: str, dice: Dice) -> tuple[int, ...]:
        for name, instead in plain.items():
            part = part.replace(name, instead)
        return real(self, part, dice)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SeededDice, "faces", faces)
        yield


def begun(root: Path, system: str, names: Names, teams: tuple[str, ...]) -> Camp:
    """A new campaign in `root`/camp with nobody in it but these teams, two for each player."""
    camp = Camp(root / "camp")
    camp.ok("new", camp.root, "--system", system, "--name", names.name, *DAY, "--by", names.anna)
    for place, team in enumerate(teams):
        player = names.anna if place < 2 else names.bors
        camp.ok("team", "join", team, "--player", player, *DAY, "--by", names.anna)
    return camp


def killteam(root: Path, names: Names) -> Camp:
    """Three battles, one of them corrected and one void; the fourth is open and its scouting chosen."""
    camp = begun(root, "killteam", names, names.teams[:3])
    by = ("--by", names.anna)
    two = ("--team", "red", "--team", "vas", *by)
    terrain = ("--killzone", "sector-imperialis", "--die", "environment=6")
    camp.ok("setup", *two, "--mission", "covert-war", *terrain, "--die", "objective=1", "--seed", 11, *DAY)
    camp.ok("result", "--score", "red: markers 2", "--note", names.note, "--yes", *by)
    camp.ok(
        "setup", "--team", "iron", "--team", "vas", "--mission", "pressure-valves", "--seed", 12, *DAY, *by
    )
    camp.ok("result", "--score", "all: valves 1+1+1", "--yes", *by)
    camp.ok("amend", 2, "--score", "vas: valves 1+1+1+2", *names.why, "--yes", *by)
    camp.ok("setup", *two, "--mission", "fire-in-the-stores", "--seed", 14, *DAY)
    camp.ok("result", "--score", "vas: burned 1", "--score", "red: burned 3", "--yes", *by)
    camp.ok("void", 3, *names.why, *by)
    camp.ok("missed", "iron", *names.why, *DAY, *by)
    camp.ok("adjust", "vas", "intelligence", "+1", *names.why, *DAY, *by)
    camp.ok(
        "setup",
        *two,
        "--mission",
        "covert-war",
        *terrain,
        "--scouting",
        "--die",
        "objective=1",
        "--seed",
        5,
        *DAY,
    )
    results = "[{sides: [red, vas], mission: cold-store, seed: 1, outcomes: {red: forfeited}}, {battle: 4, scores: {red: {markers: 1}}}]"
    (camp.root / "results.yaml").write_text(f"format: 1\nresults: {results}\n", encoding="utf-8")
    return camp


def broken(root: Path, names: Names) -> Camp:
    """A campaign whose files are not as they should be."""
    camp = begun(root, "killteam", names, names.teams[:2])
    file = camp.root / "campaign.yaml"
    file.write_bytes(file.read_bytes() + b"settings: {scuoting: true}\ncolour: red\n")
    return camp


def killzone(root: Path, names: Names) -> Camp:
    """Four teams of two players with rosters, two battles along the road; the second is open, its cards dealt."""
    camp = begun(root, "killzone", names, names.teams)
    by = ("--by", names.anna)
    for team, roster in zip(("red", "vas", "iron", "ash"), ROSTERS, strict=True):
        camp.ok("team", "roster", team, "--like", roster)
    camp.ok("setup", "--team", "red", "--team", "iron", "--seed", 7, *DAY, *by)
    camp.ok(
        "result", "--score", "red: places-held 2, moved-out 1+1+1, kills 2x Ditch Guard + 10",
        "--score", "iron: places-held 1, moved-out 1+1, corner-entered 1, kills Hawk",
        "--note", names.note, "--yes", *by,
    )  # fmt: skip
    camp.ok("setup", "--team", "vas", "--team", "ash", "--die", "road=2", "--seed", 9, *DAY, *by)
    cards = ("TRAITOR", "Shield Guard", "CLICK", ""), ("OLD GRUDGE", "Sky Rider", "TRIPWIRE", "")
    camp.ok("draw", "--typed", *by, input="".join(lines("", *hand) for hand in cards))
    return camp


def starcraft(root: Path, names: Names) -> Camp:
    """A drafted battle that is over, and an open one of which a round is scored."""
    camp = begun(root, "starcraft", names, names.teams[:2])
    two = ("--team", "red", "--team", "vas", "--minerals", 1000, *DAY, "--by", names.anna)
    none = ("--no-input", "--by", names.anna)
    camp.ok("setup", *two, "--mission", "frontlines", "--seed", 3)
    camp.ok("round", "--score", "red: destroyed 9", "--score", "vas: destroyed 1", *none)
    camp.ok("result", "--score", "all: wiped-out no", "--note", names.note, *none)
    camp.ok("setup", *two, "--mission", "frontlines", "--seed", 4)
    camp.ok("round", "--score", "red: destroyed 2", "--score", "vas: destroyed 1", *none)
    return camp


CAMPAIGNS: dict[str, Callable[[Path, Names], Camp]] = {
    "broken": broken,
    "killteam": killteam,
    "killzone": killzone,
    "starcraft": starcraft,
}
