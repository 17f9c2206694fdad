"""Campaigns of Killzone with an open battle, and what is dealt in it: the cards that come are the test's to say."""

from __future__ import annotations

import html
import secrets
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from pathlib import Path
from random import Random

import pytest

from campaign.campaign import Campaign
from campaign.content.library import library_without
from campaign.files.schema import read_record
from campaign.files.yamlfile import read
from campaign.ledger.battle import Battle
from campaign.ledger.secrets import Secret
from campaign.mechanisms.deck import Card, Deck, pile
from tests.command import run_command
from tests.commands.tinmen import DAY, Camp

OBJECTIVE, FATE, OWNER = "secondary-objective", "fate-card", ".owner"

DECKS: dict[str, Deck] = {
    OBJECTIVE: library_without("killzone").deck("secondary-objectives"),
    FATE: library_without("killzone").deck("fates"),
}

PLAIN = ("thunderclap", "four-corners", "in-plain-sight", "sealed-orders")
"""Objectives that ask for nothing to be written down."""

FATES = ("tripwire", "click", "last-word", "first-cut")

WON = ("--outcome", "A=won", "--outcome", "B=lost", "--yes", "--no-input")


class Fixed(Random):
    """Gives these answers, one after the other."""

    def __init__(self, answers: Iterable[float]) -> None:
        super().__init__(0)
        self._left = iter(answers)

    def random(self) -> float:
        return next(self._left)


def chance(patch: pytest.MonkeyPatch, answers: Iterable[float]) -> None:
    """What the computer's chance says from now on, one deal after the other."""
    left = iter(answers)
    patch.setattr(secrets, "SystemRandom", lambda: Fixed(left))


def stack(
    patch: pytest.MonkeyPatch,
    objectives: Sequence[str] = (),
    fates: Sequence[str] = (),
    out: Sequence[str] = (),
) -> None:
    """Puts these cards on top of whole decks, or of decks without the ones that are `out`."""
    answers = []
    for deck, wanted in ((DECKS[OBJECTIVE], objectives), (DECKS[FATE], fates)):
        cards = sorted((pile(deck) - Counter(out)).elements())
        for card in wanted:
            place = cards.index(card)
            answers.append((place + 0.5) / len(cards))
            cards.pop(place)
    chance(patch, answers)


def killzone(root: Path, *more: object, teams: Sequence[str] = ("A", "B"), sides: Sequence[str] = ()) -> Camp:
    """A new campaign in `root`/camp with a battle of two patrols; `sides` as they are typed."""
    joined = [word for team in teams for word in ("--team", team)]
    done = run_command(
        "new", root / "camp", "--system", "killzone", "--name", "War", *joined, "--played", DAY,
        "--by", "Ann", *more,
    )  # fmt: skip
    assert done.code == 0, done
    camp = Camp(root / "camp")
    fight(camp, 1, [word for side in sides for word in ("--side", side)] or joined)
    return camp


def fight(camp: Camp, day: int, sides: Sequence[str] = ("--team", "A", "--team", "B"), seed: int = 1) -> None:
    camp.ok(
        "setup",
        *sides,
        "--mission",
        "two-patrols",
        "--seed",
        seed,
        "--played",
        f"2026-03-0{day}",
        "--by",
        "Ann",
    )


def lines(*typed: str) -> str:
    return "".join(f"{line}\n" for line in typed)


def battle(camp: Camp, number: int = 1) -> Battle:
    return Campaign.open(camp.root).battle(str(number))


def hands(camp: Camp, number: int = 1) -> dict[tuple[str, str], Secret]:
    """What lies in secrets/ of a battle, by what it is of and who holds it."""
    folder = camp.root / "secrets" / battle(camp, number).filed.name
    found = [read_record(read(path), Secret) for path in sorted(folder.glob("*.yaml"))]
    return {(one.of, one.side): one for one in found}


def held(camp: Camp, number: int = 1) -> dict[tuple[str, str], str]:
    return {key: secret.value for key, secret in hands(camp, number).items()}


def secret_files(camp: Camp) -> dict[str, bytes]:
    return {name: data for name, data in camp.tree().items() if name.startswith("secrets/")}


def secret_path(camp: Camp, of: str, side: str, number: int = 1) -> Path:
    folder = camp.root / "secrets" / battle(camp, number).filed.name
    (found,) = [
        path for path in folder.glob("*.yaml")
        if (read(path).data["of"], read(path).data["side"]) == (of, side)
    ]  # fmt: skip
    return found


FORMATS = ("terminal", "markdown", "html", "json")


SHOWING: tuple[tuple[object, ...], ...] = (
    ("briefing", 1),
    ("ledger",),
    ("standings",),
    ("log",),
    ("show", 1),
    ("draw", "--no-input"),
    ("next",),
    ("check",),
    ("settings",),
)


VEILED = (
    "The scores don’t match the sealed cards: an answer is missing, or no card asks for one of those given."
)


NOTHING = "places-held 0, moved-out 0+0+0+0+0+0, corner-entered 0, kills -"
"""What two patrols asks of each side, answered with nothing."""


NOTES = ("Zhanglefrotz", "Qwyxelbrand")


HELD = ("traitor", "courier", "first-cut", "against-the-odds")


def card(name: str) -> Card:
    return next(each for deck in DECKS.values() for each in deck.rows if each.id == name)


def fragments(one: Card) -> Iterator[str]:
    """What gives a card away: its id and name, those of its terms, and any six words running of its text."""
    yield from (one.id, one.name)
    for term in one.terms:
        yield from (term.id, term.name)
    asks = [term.ask.replace("{side}", side) for term in one.terms for side in ("{side}", "A", "B")]
    asks += [one.write.ask.replace("{side}", side) for side in "AB"] if one.write else []
    for text in (one.text, one.concept, one.playable, *asks):
        words = text.split()
        yield from (" ".join(words[place : place + 6]) for place in range(max(1, len(words) - 5)) if words)


def bare(text: str) -> bytes:
    """A page as it reads, however it is set or escaped."""
    return " ".join(html.unescape(text).replace("\\", "").split()).encode()


def printed(camp: Camp, formats: Sequence[str] = FORMATS) -> str:
    """Every verb that shows something, in these formats: both streams, each read bare."""
    found = []
    for words, shape in product(SHOWING, formats):
        done = camp(*words, "--format", shape)
        found.append(bare(done.out + done.err).decode())
    return "\n".join(found)


def steps(camp: Camp, number: int = 1) -> list[str]:
    return [line["step"] for line in camp.json("log")["lines"] if line["number"] == number]


def on_the_briefing(camp: Camp, number: int = 1) -> dict[str, list[tuple[str, str]]]:
    """The cards that the briefing shows, by draw step: holder and name."""
    return {
        part["id"]: [(one["holder"], one["name"]) for one in part["shown"]]
        for part in camp.json("briefing", number)["sections"]
        if part["do"] == "draw"
    }
