"""Campaigns of Killzone on the road: battles that are set up, fought and walked on from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.commands.tinmen import DAY, Camp

ROOT = Path(__file__).resolve().parents[2]


TEAMS = ("Red Talons", "Vas Kar", "Iron Vow", "Ash Dogs")


SAID = dict(zip(("red", "vas", "iron", "ash"), TEAMS, strict=True))


ONE = ("--team", "red", "--team", "vas")


TWO = ("--side", "Anna: red + iron", "--side", "Bo: vas + ash")


OTHERS = ("--team", "iron", "--team", "ash")


WHY = ("--reason", "never played", "--yes")


SHAPES = ("terminal", "markdown", "html", "json")


BLANK = "\N{NO-BREAK SPACE}"


def set_up(march: Camp, *more: object, die: int | None = None, sides: tuple[str, ...] = ONE) -> Any:
    """A battle in which the first side wins the roll-off, and is the attacker where there is one."""
    names = [word.partition(":")[0] for word in sides if not word.startswith("--")]
    first, second = (SAID.get(name, name) for name in names)
    road = () if die is None else ("--die", f"road={die}")
    return march.json(
        "setup", *sides, *road, "--die", f"opening-roll.{first}=6", "--die", f"opening-roll.{second}=1",
        "--played", DAY, "--by", "Ann", *more,
    )  # fmt: skip


def end(march: Camp, number: int, winner: str = "") -> None:
    """The battle is over: somebody has won it, or nobody has."""
    outcome = [f"{winner}=won"] if winner else [f"{side}=drew" for side in ("red", "vas")]
    march.ok("result", number, *(word for each in outcome for word in ("--outcome", each)), "--yes")


def walked(march: Camp, *dice: int, sides: tuple[str, ...] = ONE, winner: str = "red") -> list[str]:
    """Battles on the road by these dice, all won by the first side; the missions."""
    missions = []
    for number, die in enumerate(dice, start=1):
        missions.append(set_up(march, die=die, sides=sides)["mission_id"])
        end(march, number, winner)
    return missions


def way(briefing: Any) -> Any:
    """How the road led to a battle, if it did."""
    return next(section for section in briefing["sections"] if section["id"] == "mission")["way"]


def of(march: Camp, whose: str) -> None:
    """Writes whose road it is into campaign.yaml."""
    file = march.root / "campaign.yaml"
    file.write_bytes(file.read_bytes() + f"road: {{of: {whose}}}\n".encode())


def house(march: Camp, mission: str, *changes: tuple[str, str]) -> None:
    """The group's own version of a mission."""
    path = march.root / "house" / "missions" / "killzone" / f"{mission}.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    text = (ROOT / "missions" / "killzone" / path.name).read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")
