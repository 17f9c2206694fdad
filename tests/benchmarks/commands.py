"""How long whole commands take, as multiples of an empty Python: `python -m tests.benchmarks.commands`.

Each command is run in turn with `python -c pass`, and their processors' time is compared run by run, so that a
slow or busy machine changes nothing. Nothing here passes or fails.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from campaign.campaign import Campaign
from campaign.commands.battles import record_battle
from campaign.commands.demo import system_with_demo
from campaign.commands.new import new
from campaign.commands.result import no_result, record, steps_of
from campaign.content.library import built_in
from campaign.content.lookup import side_of
from campaign.content.made_battle import SetupRequest
from campaign.ledger.answers import Answer, asked, with_answer
from campaign.ledger.entries_io import Author
from campaign.mechanisms.dice import SeededDice
from tests.benchmarks.startup import ROOT, Start, loaded, starts

RUNS = 9


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


def seconds(words: Sequence[str], start: Start) -> float:
    """Of the processor; on Windows, which doesn't tell, of the clock."""
    begun = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL,
        env=os.environ | start.environment,
    ) as process:  # fmt: skip
        if sys.platform == "win32":
            code, took = process.wait(), time.perf_counter() - begun
        else:
            _, status, used = os.wait4(process.pid, 0)
            code = process.returncode = os.waitstatus_to_exitcode(status)
            took = used.ru_utime + used.ru_stime
    if code != start.code:
        raise RuntimeError(f"exit code {code} of {words}")
    return took


def ratio(start: Start) -> tuple[float, float]:
    """The median of the command as a multiple of an empty Python's, and in milliseconds."""
    words = ["-m", "campaign", *start.words]
    seconds(words, start)
    pairs = [(seconds(words, start), seconds(["-c", "pass"], Start(()))) for _ in range(RUNS)]
    times = statistics.median(full / empty for full, empty in pairs)
    return times, statistics.median(full for full, _ in pairs) * 1000


def main() -> None:
    os.environ["PYTHONPATH"] = str(ROOT)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # players have compiled modules
    system, _ = system_with_demo([built_in()])
    with tempfile.TemporaryDirectory() as folder:
        empty, small, large = Path(folder, "empty"), Path(folder, "small"), Path(folder, "large")
        season(empty, system, 0)
        season(small, system, 10)
        season(large, system, 100)
        rows = starts(empty) | {
            "standings, 10 battles": Start(("-C", str(small), "standings")),
            "standings, 100 battles": Start(("-C", str(large), "standings")),
            "ledger, 100 battles": Start(("-C", str(large), "ledger")),
            "ledger, 100 battles, HTML": Start(("-C", str(large), "ledger", "--format", "html")),
            "ledger --team, 100 battles": Start(("-C", str(large), "ledger", "--team", "Team A")),
        }
        print(f"{'command':28}{'modules':>8}{'records':>8}{'x python -c pass':>18}{'goal':>6}{'ms':>7}")
        for name, start in rows.items():
            load = loaded(start)
            times, milliseconds = ratio(start)
            goal = "" if start.goal is None else f"{start.goal:g}"
            print(
                f"{name:28}{len(load.modules):>8}{load.records:>8}{times:>18.1f}{goal:>6}{milliseconds:>7.0f}"
            )


if __name__ == "__main__":
    main()
