"""The draft in a battle: which cards its size lets in, what was agreed upon, what the picked cards bring."""

from __future__ import annotations

from dataclasses import replace

from campaign.content.made import MadeBattle
from campaign.content.system import DraftStep
from campaign.errors import Refusal
from campaign.mechanisms.draft import DraftAnswers, DraftedRow, DraftOffer, DraftRow, drafted
from campaign.mechanisms.table import Row
from campaign.names import meant
from campaign.words import say


def check_size(made: MadeBattle) -> None:
    """Refuses a battle of no size, and one of a size for which there are too few cards, before any die falls.

    It also refuses wishes for a draft where nothing is drafted.
    """
    system, wishes = made.system, made.wishes
    if system.sizes and made.size is None:
        raise Refusal(say("No size of battle fits these settings."), say("Choose others."))
    steps = [each for each in system.procedure if isinstance(each, DraftStep) and not made.skipped(each)]
    if not steps and (wishes.told not in (None, DraftAnswers()) or wishes.ask is not None):
        raise Refusal(
            say("Nothing is drafted here."), say("Leave --bring, --row, --ban, --pick and --ask out.")
        )
    for step in steps:
        if len(made.names) != 2:
            raise Refusal(say("Two sides draft, not {count}.", count=len(made.names)), say("Name two."))
        for row in step.rows:
            _check_enough(made, row)


def _check_enough(made: MadeBattle, row: DraftRow) -> None:
    count = len(_offer(made, row).cards)
    if count < row.bring and (_agreed(made, row) is None or not count):
        size = made.size
        raise Refusal(
            say(
                "Of the row “{row}” there are {count} cards here, and each side brings {bring}.",
                count=count,
                row=row.name,
                bring=row.bring,
            )
            if size is None
            else say(
                "{size} has {count} cards of the row “{row}”, and each side brings {bring}.",
                size=size.name,
                count=count,
                row=row.name,
                bring=row.bring,
            ),
            (size.lacking if size else "") or say("Play another size, or bring cards with a pack."),
        )


def draft_cards(made: MadeBattle, step: DraftStep) -> None:
    """Drafts what is not agreed upon, and lets the picked cards into the battle."""
    agreed = {row.id: said for row in step.rows if (said := _agreed(made, row)) is not None}
    offers = [_offer(made, row) for row in step.rows if row.id not in agreed]
    order = made.orders[step.by].sides if step.by in made.orders else made.names
    rows, made.told = drafted(
        step.id, offers, made.names, order[0], made.wishes.told or DraftAnswers(), made.log, made.wishes.ask
    )
    found = {each.id: each for each in rows}
    for row in step.rows:
        if row.id in agreed:
            found[row.id] = DraftedRow(id=row.id, name=row.name, picked=agreed[row.id])
    made.drafted = tuple(found[row.id] for row in step.rows)
    for row in step.rows:
        by_id = {each.id: each for each in made.library.catalogue(row.cards).rows}
        card = by_id.get(found[row.id].picked)
        if card is not None:
            origin = card.origin or made.library.catalogue(row.cards).origin
            made.cards[f"{step.id}.{row.id}"] = replace(card, origin=origin)


def _fits(made: MadeBattle, card: Row) -> bool:
    size = made.size
    return (not card.sizes or (size is not None and size.id in card.sizes)) and (
        card.layout is None or card.layout.sides == len(made.names)
    )


def _offer(made: MadeBattle, row: DraftRow) -> DraftOffer:
    cards = made.library.catalogue(row.cards).rows
    return DraftOffer(
        row,
        {card.id: card.name for card in cards if _fits(made, card)},
        {card.id: card.name for card in cards if not _fits(made, card)},
    )


def _agreed(made: MadeBattle, row: DraftRow) -> str | None:
    """The card of a row that the players agreed upon, or the mission where the row's cards bring missions."""
    cards = made.library.catalogue(row.cards).rows
    of_missions = any(card.mission for card in cards)
    wanted = made.wishes.mission if of_missions else made.wishes.picks.get(row.id)
    if wanted is None:
        return None
    if of_missions:
        card = next((card for card in cards if card.mission == wanted), None)
    else:
        card = meant(wanted, {name: card for card in cards for name in (card.name, card.id)}, row.name)
    if card is not None and not _fits(made, card):
        raise Refusal(
            say("“{card}” is not for a battle like this one.", card=card.name),
            say("Here are {names}.", names=", ".join(_offer(made, row).cards.values())),
        )
    return card.id if card is not None else wanted
