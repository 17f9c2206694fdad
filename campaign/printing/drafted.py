"""The size of a battle, its supply and its draft, as the briefing tells them."""

from __future__ import annotations

from campaign.content.made import MadeBattle
from campaign.content.system import DraftStep, SizeStep, SupplyStep
from campaign.printing.heads import head
from campaign.printing.pieces import BroughtView, DraftedView, Note, PoolView
from campaign.printing.views import DraftSection, SizeSection, SupplySection


def section_before_the_board(
    made: MadeBattle, step: SizeStep | DraftStep | SupplyStep
) -> SizeSection | DraftSection | SupplySection:
    """What a battle is before its board is known: how large, by which cards, with how much supply."""
    if isinstance(step, DraftStep):
        order = made.orders[step.by].sides if step.by in made.orders else made.names
        return DraftSection(**head(step), first=order[0], rows=_drafted(made, step))
    if isinstance(step, SupplyStep):
        pools = tuple(PoolView(round=place, supply=each) for place, each in enumerate(made.pools, start=1))
        return SupplySection(**head(step), pools=pools)
    return SizeSection(
        **head(step),
        size=made.size.name if made.size else "",
        about=made.size.text if made.size else "",
        width=made.board.width,
        height=made.board.height,
        budgets=tuple(
            Note(name=each.name, mark=str(each.value.value(made.wishes.settings)), text=each.text)
            for each in step.budgets
        ),
    )


def _drafted(made: MadeBattle, step: DraftStep) -> tuple[DraftedView, ...]:
    """The rows of a draft with the names of their cards."""
    return tuple(_view(made, step, place) for place in range(len(step.rows)))


def _view(made: MadeBattle, step: DraftStep, place: int) -> DraftedView:
    row, drafted = step.rows[place], made.drafted[place]
    names = {card.id: card.name for card in made.library.catalogue(row.cards).rows}
    card = made.cards.get(f"{step.id}.{row.id}")

    def called(cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(names[each] for each in cards)

    return DraftedView(
        name=row.name,
        controls=drafted.controls,
        bans=drafted.bans,
        brought=tuple(BroughtView(side=side, cards=called(cards)) for side, cards in drafted.brought.items()),
        banned=called(drafted.banned),
        picked=card.name if card else made.mission.name,
        text=card.text if card else "",
        origin=(card.origin or "") if card else "",
        house=made.library.house(card.where) if card else False,
    )
