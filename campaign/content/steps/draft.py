"""A draft: which cards the size of the battle lets in, what was agreed upon, what the picked cards bring."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from campaign.content.steps import Step
from campaign.errors import Refusal, refuse
from campaign.files.schema import Id
from campaign.mechanisms.draft import DraftAnswers, DraftedRow, DraftOffer, DraftRow, drafted
from campaign.names import meant
from campaign.record import replace
from campaign.words import say

if TYPE_CHECKING:
    from campaign.content.made_battle import MadeBattle
    from campaign.mechanisms.table import Row


class DraftStep(Step):
    """Two sides draft cards row by row; who leads the order `by` chooses the row that it controls.

    A picked card with a `mission` names the mission, one with a `layout` the board.
    """

    do: Literal["draft"]
    by: Id
    rows: tuple[DraftRow, ...]

    @property
    def picks(self) -> tuple[str, ...]:
        return tuple(row.id for row in self.rows)


def check(battle: MadeBattle, step: DraftStep) -> None:
    """Refuses a draft that is not between two sides, and one for which there are too few cards."""
    if len(battle.names) != 2:
        refuse("A draft is for two sides; got {count}.", "Name two sides.", count=len(battle.names))
    for row in step.rows:
        _check_enough(battle, row)


def play(battle: MadeBattle, step: DraftStep) -> bool:
    """Drafts what is not agreed upon, and lets the picked cards into the battle; gives a `Draft`."""
    from campaign.content.made_battle import Draft

    agreed = {row.id: said for row in step.rows if (said := _agreed(battle, row)) is not None}
    offers = [_offer(battle, row) for row in step.rows if row.id not in agreed]
    order = battle.orders[step.by].sides if step.by in battle.orders else battle.names
    rows, answers = drafted(
        step.id,
        offers,
        battle.names,
        order[0],
        battle.request.told or DraftAnswers(),
        battle.log,
        battle.request.ask,
    )
    found = {each.id: each for each in rows}
    for row in step.rows:
        if row.id in agreed:
            found[row.id] = DraftedRow(id=row.id, name=row.name, picked=agreed[row.id])
    cards: dict[str, Row] = {}
    for row in step.rows:
        by_id = {each.id: each for each in battle.library.catalogue(row.cards).rows}
        card = by_id.get(found[row.id].picked)
        if card is not None:
            origin = card.origin or battle.library.catalogue(row.cards).origin
            cards[f"{step.id}.{row.id}"] = replace(card, origin=origin)
    battle.results[step.id] = Draft(
        rows=tuple(found[row.id] for row in step.rows), answers=answers, cards=cards
    )
    return True


def _check_enough(battle: MadeBattle, row: DraftRow) -> None:
    count = len(_offer(battle, row).cards)
    if count < row.bring and (_agreed(battle, row) is None or not count):
        size = battle.size
        raise Refusal(
            say(
                "The row “{row}” has too few cards: {count}. Each side brings {bring}.",
                count=count,
                row=row.name,
                bring=row.bring,
            )
            if size is None
            else say(
                "The row “{row}” has too few cards for {size}: {count}. Each side brings {bring}.",
                size=size.name,
                count=count,
                row=row.name,
                bring=row.bring,
            ),
            (size.lacking if size else "") or say("Play another size, or add a pack with more cards."),
        )


def _fits(battle: MadeBattle, card: Row) -> bool:
    size = battle.size
    return (not card.sizes or (size is not None and size.id in card.sizes)) and (
        card.layout is None or card.layout.sides == len(battle.names)
    )


def _offer(battle: MadeBattle, row: DraftRow) -> DraftOffer:
    cards = battle.library.catalogue(row.cards).rows
    return DraftOffer(
        row,
        {card.id: card.name for card in cards if _fits(battle, card)},
        {card.id: card.name for card in cards if not _fits(battle, card)},
    )


def _agreed(battle: MadeBattle, row: DraftRow) -> str | None:
    """The card of a row that the players agreed upon, or the mission where the row's cards bring missions."""
    cards = battle.library.catalogue(row.cards).rows
    of_missions = any(card.mission for card in cards)
    wanted = battle.request.mission if of_missions else battle.request.picks.get(row.id)
    if wanted is None:
        return None
    if of_missions:
        card = next((card for card in cards if card.mission == wanted), None)
    else:
        card = meant(
            wanted,
            {name: card for card in cards for name in (card.name, card.id)},
            say("{group}: there is no “{said}”.", group=row.name, said=wanted),
        )
    if card is not None and not _fits(battle, card):
        refuse(
            "“{card}” can’t be used in this battle.",
            "Choose from: {names}.",
            card=card.name,
            names=", ".join(_offer(battle, row).cards.values()),
        )
    return card.id if card is not None else wanted
