"""The dice that players bring: typed all at once, by their parts, or asked for one by one; and seeds."""

from __future__ import annotations

import re
from collections.abc import Sequence

import typer

from campaign.cli.own_dice import History, OwnDice
from campaign.cli.terminal import Terminal
from campaign.errors import MissingAnswer, Refusal
from campaign.mechanisms.dice import DiceSource, ListedDice
from campaign.names import pair
from campaign.words import say

MOST_SEED = 1_000_000
MOST_FACES = 300


def new_seed() -> int:
    """A seed that people can read out."""
    import secrets

    return secrets.randbelow(MOST_SEED)


def faces_by_part(texts: Sequence[str]) -> dict[str, tuple[tuple[int, ...], ...]]:
    """`PART=FACES` by part, several rolls of it with `;` between."""
    found = {}
    for text in texts:
        part, rolls = pair(text, "=", "mission=3 4")
        found[part] = tuple(faces_of(roll) for roll in rolls.split(";"))
    return found


def faces_of(text: str) -> tuple[int, ...]:
    """Faces as they are typed. Raises Refusal for what is no number, or too many."""
    words = text.replace(",", " ").split()
    if not words or len(words) > MOST_FACES or not all(re.fullmatch(r"[0-9]{1,3}", word) for word in words):
        raise Refusal(say("“{faces}” are no dice.", faces=text[:40]), say("Write numbers, such as 3 4."))
    return tuple(map(int, words))


def typed_dice(
    dice: str | None,
    own_dice: bool,
    seed: int | None,
    terminal: Terminal | None,
    history: History | None = None,
) -> DiceSource | None:
    """The dice that were typed, or are asked for one by one; None where nobody wants to roll."""
    if dice is not None:
        if own_dice or seed is not None:
            raise typer.BadParameter(say("--dice goes without --seed and --own-dice."))
        return ListedDice(faces_of(dice))
    if not own_dice:
        return None
    if terminal is None:
        raise MissingAnswer(say("Nobody may be asked for dice."), say("Give them with --dice."))
    return OwnDice(terminal, history)
