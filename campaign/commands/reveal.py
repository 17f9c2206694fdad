"""`campaign reveal`: shows what was sealed, a card that is played included, and keeps that it was shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from campaign.campaign import Campaign
from campaign.content.draws import (
    Draw,
    deck_with,
    draw_steps,
    reveal_cards,
)
from campaign.content.steps.choice import ChoiceStep
from campaign.errors import Refusal
from campaign.ledger.battle import Battle
from campaign.ledger.entries import RevealStep
from campaign.ledger.entries_io import Author, append
from campaign.ledger.secrets import OWNER, open_seal
from campaign.names import meant
from campaign.printing.sheets import SecretsView, briefing_with, secrets_view
from campaign.words import listed, say


def reveal_one(
    folder: Campaign, battle: Battle, side: str, of: str | None, said: str | None, hand: Author
) -> SecretsView:
    """Shows what one side or team has sealed beyond its choice, when it comes into play, and keeps that.

    `of` is the deck or step where several things are sealed; `said` a card that is shown from the table.
    """
    draws = {draw.step.id: draw for draw in draw_steps(folder.library, battle)}
    choices = {step.id for step in folder.library.system().procedure if isinstance(step, ChoiceStep)}
    parts = dict.fromkeys(
        seal.of.removesuffix(OWNER)
        for seal in battle.unrevealed
        if seal.side == side and seal.of not in choices
    )
    step = _part_of(of, [*draws, *parts], draws) if of is not None else None
    if said is not None:
        step = step or deck_with(draws, said, say("Say it with --of."))
        if step not in draws or side not in draws[step].holders:
            known = listed(draws[step].holders) if step in draws else listed(draws)
            raise Refusal(
                say("{side} has no card there.", side=side), say("Known here: {names}.", names=known)
            )
        steps = [reveal_cards(folder.root, battle, draws[step], [side], {(step, side): said}, hand)]
    else:
        wanted = [part for part in parts if step in (None, part)]
        if not wanted:
            raise Refusal(
                say(
                    "{side} has nothing written down in secret in battle {number}.",
                    side=side,
                    number=battle.number,
                ),
                say("See “campaign show”."),
            )
        if len(wanted) > 1 and set(wanted) & set(draws):
            raise Refusal(
                say("{side} has sealed several things.", side=side),
                say("Say which with --of: {names}.", names=listed(wanted)),
            )
        steps = _opened(folder, battle, side, wanted, draws, hand)
    folder.write([append(battle.filed, steps)], briefing_with(folder, battle, steps))
    return secrets_view(folder, battle, steps)


def _opened(
    folder: Campaign, battle: Battle, side: str, parts: Sequence[str], draws: Mapping[str, Draw], hand: Author
) -> list[RevealStep]:
    found = []
    for part in parts:
        if part in draws:
            found.append(reveal_cards(folder.root, battle, draws[part], [side], {}, hand))
        else:
            seals = [seal for seal in battle.unrevealed if (seal.of, seal.side) == (part, side)]
            shown = tuple(open_seal(folder.root, battle.filed, seal) for seal in seals)
            found.append(RevealStep(kind="reveal", at=hand.at, by=hand.by, of=part, shown=shown))
    return found


def _part_of(said: str, parts: Sequence[str], draws: Mapping[str, Draw]) -> str:
    """The step that is meant by its id or its deck's name, or a unique beginning."""
    names = {part: part for part in parts} | {draw.deck.name: step for step, draw in draws.items()}
    return meant(said, names, say("deck"))
