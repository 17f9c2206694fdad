"""How long whole commands take, as multiples of an empty Python: `python -m tests.benchmarks.commands`.

Each command is run in turn with `python -c pass`, and the medians of both are compared, so that a slow or
busy machine changes neither. Nothing here passes or fails.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from campaign.campaign import Campaign
from campaign.commands.battles import record_battle
from campaign.commands.demo import system_with_demo
from campaign.commands.new import new
from campaign.commands.result import no_result, record, steps_of
from campaign.content.library import built_in
from campaign.content.lookup import side_of
from campaign.content.made import SetupRequest
from campaign.ledger.answers import Answer, asked, with_answer
from campaign.ledger.entries_io import Author
from campaign.mechanisms.dice import SeededDice

RUNS = 9
ROOT = Path(__file__).resolve().parent.parent.parent


def season(root: Path, system: str, battles: int) -> Campaign:
    """A campaign of eight teams with so many recorded battles, a day apart."""
    start = datetime(2026, 1, 1, tzinfo=UTC)
    teams = [f"Team {letter}" for letter in "ABCDEFGH"]
    folder = new(
        root, name="Season", system=system, teams=teams, settings={}, packs=(),
        author=Author("bench", start), played=start.date(),
    )  # fmt: skip
    for number in range(battles):
        hand = Author("bench", start + timedelta(days=number, hours=1))
        first, second = teams[number % 8], teams[(number // 8 + number + 1) % 8]
        sides = (side_of(first), side_of(second if second != first else teams[(number + 3) % 8]))
        made = record_battle(
            folder, SetupRequest(sides=sides), SeededDice(number), number, hand, hand.at.date()
        )
        battle = folder.battle(made.tail)
        result = no_result(hand)
        for who, term in asked(battle):
            result = with_answer(result, who, term.id, Answer((0,)))
        record(folder, battle, steps_of(folder, battle, result, hand))
    return folder


def seconds(command: list[str]) -> float:
    begun = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=os.environ)
    return time.perf_counter() - begun


def ratio(command: list[str]) -> tuple[float, float]:
    """The median of the command as a multiple of an empty Python's, and in milliseconds."""
    seconds(command)
    empty, full = [], []
    for _ in range(RUNS):
        empty.append(seconds([sys.executable, "-c", "pass"]))
        full.append(seconds(command))
    return statistics.median(full) / statistics.median(empty), statistics.median(full) * 1000


def main() -> None:
    os.environ["PYTHONPATH"] = str(ROOT)
    system, _ = system_with_demo([built_in()])
    campaign = [sys.executable, "-m", "campaign"]
    with tempfile.TemporaryDirectory() as folder:
        small, large = Path(folder, "small"), Path(folder, "large")
        season(small, system, 10)
        season(large, system, 100)
        rows = {
            "--version": ["--version"],
            "--help": ["--help"],
            "setup, a briefing": ["setup", "--system", system, "--team", "A", "--team", "B", "--seed", "7"],
            "standings of 10 battles": ["-C", str(small), "standings"],
            "standings of 100 battles": ["-C", str(large), "standings"],
            "ledger of 100 battles": ["-C", str(large), "ledger"],
            "the same as HTML": ["-C", str(large), "ledger", "--format", "html"],
            "the page of a team": ["-C", str(large), "ledger", "--team", "Team A"],
        }
        print(f"{'command':28}{'x python -c pass':>18}{'ms':>8}")
        for name, words in rows.items():
            times, milliseconds = ratio([*campaign, *words])
            print(f"{name:28}{times:>18.1f}{milliseconds:>8.0f}")


if __name__ == "__main__":
    main()
