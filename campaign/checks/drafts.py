"""Sizes of battle and drafts: a size for all settings, and enough cards for each size to draft from."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from typing import TYPE_CHECKING

from campaign.checks.files import Content, check
from campaign.checks.formulas import MOST_TRIALS, all_settings
from campaign.content.steps.draft import DraftStep
from campaign.content.steps.mission import MissionStep
from campaign.content.steps.order import OrderStep
from campaign.content.steps.pick import PickStep
from campaign.words import listed, say

if TYPE_CHECKING:
    from campaign.content.system import Size, System
    from campaign.errors import Problem
    from campaign.mechanisms.draft import DraftRow
    from campaign.mechanisms.table import Row


def _drafts(content: Content) -> Iterator[DraftStep]:
    for step in content.system.procedure if content.system else ():
        if isinstance(step, DraftStep):
            yield step


def _cards(content: Content, row: DraftRow) -> tuple[Row, ...]:
    return content.catalogues[row.cards].rows if row.cards in content.catalogues else ()


@check
def a_draft_is_between_two(content: Content) -> Iterator[Problem]:
    for step in _drafts(content):
        assert content.system is not None
        if content.system.sides.most != 2:
            message = say(
                "A draft is for two sides, but a battle here may have {most}.", most=content.system.sides.most
            )
            remedy = say("Write “most: 2” under sides, or remove the draft.")
            yield content.problem("draft-sides", step.where, (), message, remedy)


@check
def a_draft_comes_in_time(content: Content) -> Iterator[Problem]:
    """After the order that it goes by, and before the mission that it may name."""
    order = [step.id for step in content.system.procedure] if content.system else []
    for step in _drafts(content):
        assert content.system is not None
        before = [
            each.id for each in content.system.procedure if isinstance(each, OrderStep) and each.id == step.by
        ]
        after = [each.id for each in content.system.procedure if isinstance(each, MissionStep)]
        for first, second in [*((name, step.id) for name in before), *((step.id, name) for name in after)]:
            if order.index(first) > order.index(second):
                message = say("“{second}” comes before “{first}”.", first=first, second=second)
                remedy = say(
                    "A draft comes after the step that rolls its order, and before the mission step."
                )
                yield content.problem("draft-order", step.where, (), message, remedy)


@check
def a_draft_leaves_a_card(content: Content) -> Iterator[Problem]:
    for step in _drafts(content):
        for row in step.rows:
            if row.ban >= 2 * row.bring:
                message = say("Every card of this row is banned: {count} of {count}.", count=2 * row.bring)
                remedy = say("Ban fewer cards than are brought.")
                yield content.problem("out-of-range", row.where, ("ban",), message, remedy, row.ban == 2)


@check
def a_draft_has_enough_cards(content: Content) -> Iterator[Problem]:
    """For each size of battle; one that says what is lacking for it may have none."""
    for step in _drafts(content):
        assert content.system is not None
        sizes: tuple[Size | None, ...] = content.system.sizes or (None,)
        for size in sizes:
            for row in step.rows:
                if row.cards not in content.catalogues:
                    continue
                fit = [card for card in _cards(content, row) if _fits(card, size)]
                if len(fit) < row.bring and not (size is not None and size.lacking):
                    yield _too_few(content, row, size, len(fit))


def _fits(card: Row, size: Size | None) -> bool:
    return not card.sizes or (size is not None and size.id in card.sizes)


def _too_few(content: Content, row: DraftRow, size: Size | None, count: int) -> Problem:
    message = (
        say(
            "The row “{row}” has too few cards: {count}. Each side brings {bring}.",
            row=row.name,
            count=count,
            bring=row.bring,
        )
        if size is None
        else say(
            "The row “{row}” has too few cards for {size}: {count}. Each side brings {bring}.",
            size=size.name,
            row=row.name,
            count=count,
            bring=row.bring,
        )
    )
    remedy = (
        say("Add more cards, or say under that size what is “lacking”.") if size else say("Add more cards.")
    )
    return content.problem("draft-cards", row.where, ("cards",), message, remedy)


@check
def drafted_cards_have_names_of_their_own(content: Content) -> Iterator[Problem]:
    """Players say a card by its name alone, whichever row of a draft it is for."""
    for step in _drafts(content):
        names: set[str] = set()
        for row in step.rows:
            for card in _cards(content, row):
                if {card.id, card.name.casefold()} & names:
                    message = say("Another card of this draft has the name “{name}”.", name=card.name)
                    remedy = say("Give each card a different name and id.")
                    yield content.problem("same-card", card.where, ("name",), message, remedy)
                names |= {card.id, card.name.casefold()}


@check
def every_battle_has_a_size(content: Content) -> Iterator[Problem]:
    """Whatever the settings are; formulas that fail are another check's."""
    if not (system := content.system) or not system.sizes:
        return
    known = all_settings(system)
    names = sorted({name for size in system.sizes for name in size.when.names} & set(known))
    for values in islice(product(*(known[name] for name in names)), MOST_TRIALS):
        scope = dict(zip(names, values, strict=True))
        if not _some_size(system, scope):
            at = listed(f"{name} = {value}" for name, value in scope.items())
            message = (
                say("No battle size fits these settings: {values}.", values=at)
                if at
                else say("No battle size ever fits.")
            )
            remedy = say("Remove “when” from the last size.")
            yield content.problem("no-size", system.where, ("sizes",), message, remedy, True)
            return


def _some_size(system: System, scope: dict[str, int]) -> bool:
    try:
        return any(size.when.value(scope) for size in system.sizes)
    except ValueError:
        return True


@check
def missions_come_by_a_layout(content: Content) -> Iterator[Problem]:
    """A mission without a layout needs a row that brings one: a card of a draft, or something to pick."""
    names = [row.cards for step in _drafts(content) for row in step.rows]
    names += [
        step.from_
        for step in (content.system.procedure if content.system else ())
        if isinstance(step, PickStep)
    ]
    if any(
        card.layout for name in names if name in content.catalogues for card in content.catalogues[name].rows
    ):
        return
    for mission in content.missions.values():
        if not mission.layouts:
            message = say("“{name}” has no layout, and nothing else sets one.", name=mission.name)
            remedy = say(
                "Add “layouts:”, or a “layout:” to the rows of a catalogue that is drafted or picked from."
            )
            yield content.problem("missing-layout", mission.where, (), message, remedy)
