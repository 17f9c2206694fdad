"""A draft, row by row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from campaign.printing.sections import Section, Words, heading
from campaign.record import Record

if TYPE_CHECKING:
    from campaign.content.made_battle import MadeBattle
    from campaign.content.steps.draft import DraftStep
    from campaign.mechanisms.draft import DraftedRow, DraftRow


class BroughtView(Record):
    """The cards that a side brought for a row of a draft."""

    side: str
    cards: tuple[str, ...]


class DraftedView(Record):
    """A row of a draft: who controlled it and who banned, and the names of the cards.

    A row that was agreed upon has nothing but what was `picked`; `text` is what stands on that card.
    """

    name: str
    controls: str = ""
    bans: str = ""
    brought: tuple[BroughtView, ...] = ()
    banned: tuple[str, ...] = ()
    picked: str
    text: str = ""
    origin: str = ""
    house: bool = False


class DraftSection(Section):
    """A draft, row by row in its order; `first` chose the row that it controls."""

    do: Literal["draft"] = "draft"
    first: str
    rows: tuple[DraftedView, ...]


def section(battle: MadeBattle, step: DraftStep, words: Words) -> DraftSection:
    order = battle.orders[step.by].sides if step.by in battle.orders else battle.names
    rows = zip(step.rows, battle.drafted, strict=True)
    return DraftSection(
        **heading(step), first=order[0], rows=tuple(_row(battle, step.id, *each) for each in rows)
    )


def _row(battle: MadeBattle, step_id: str, row: DraftRow, drafted: DraftedRow) -> DraftedView:
    names = {card.id: card.name for card in battle.library.catalogue(row.cards).rows}
    card = battle.cards.get(f"{step_id}.{row.id}")

    def called(cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(names[each] for each in cards)

    return DraftedView(
        name=row.name,
        controls=drafted.controls,
        bans=drafted.bans,
        brought=tuple(BroughtView(side=side, cards=called(cards)) for side, cards in drafted.brought.items()),
        banned=called(drafted.banned),
        picked=card.name if card else battle.mission.name,
        text=card.text if card else "",
        origin=(card.origin or "") if card else "",
        house=battle.library.house(card.where) if card else False,
    )
