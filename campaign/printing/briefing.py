"""The briefing as records: everything that the table needs, in the order of the procedure.

The records hold values and content texts; templates hold the words around them. They are stored as JSON
beside the battle, so that a briefing is printed again as it was, whatever the content says by then.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from campaign.content.made import MadeBattle
from campaign.content.system import ChoiceStep, DrawStep
from campaign.printing.pieces import CardText, ChosenView
from campaign.printing.sections import BriefingWriter
from campaign.printing.views import Briefing, ChoiceSection, DrawSection, SideView
from campaign.printing.views_of import roll_view

if TYPE_CHECKING:
    from campaign.ledger.entries import ResolvedChoice, RevealStep


def brief(
    made: MadeBattle,
    played: date,
    seed: int | None,
    *,
    battle: str = "",
    number: int = 0,
    campaign: str = "",
    resources: Mapping[str, str] | None = None,
) -> Briefing:
    """The briefing of a battle as made; `resources` are the names of the campaign's, by id."""
    names = dict(resources or {resource.id: resource.name for resource in made.system.resources})
    writer = BriefingWriter(made, names)
    return Briefing(
        system=made.library.id,
        system_name=made.system.name,
        battle=battle,
        number=number,
        campaign_name=campaign,
        played=played,
        seed=seed,
        content=made.library.version(),
        sides=_sides(made),
        mission=made.mission.name,
        mission_id=made.mission_id,
        mode=made.system.modes.get(made.mission.mode, made.mission.mode),
        origin=made.mission.origin,
        house=_house(made),
        sections=tuple(writer.section(step) for step in made.steps),
        rolls=tuple(roll_view(rolled) for rolled in made.log.rolled),
        resources=tuple(names.values()),
    )


def _sides(made: MadeBattle) -> tuple[SideView, ...]:
    roles = {role.id: role.name for role in made.mission.roles}
    return tuple(
        SideView(
            name=side.name,
            teams=side.teams,
            role=roles.get(made.roles.get(side.name, ""), ""),
            models=made.models.get(side.name),
        )
        for side in made.wishes.sides
    )


def _house(made: MadeBattle) -> tuple[str, ...]:
    """Names of what comes from the group's own content."""
    library, mission = made.library, made.mission
    names = [mission.name] if library.house(mission.where) else []
    names += [row.name for row in made.rows if library.house(row.where)]
    for step in made.steps:
        if isinstance(step, ChoiceStep):
            names += [row.name for row in library.choice(step.choice).rows if library.house(row.where)]
        elif isinstance(step, DrawStep):
            # Which of its cards are the group's own says nothing of who holds one.
            deck = library.deck(step.deck)
            names += [deck.name] if any(library.house(card.where) for card in deck.rows) else []
    return tuple(dict.fromkeys(names))


def with_reveal(briefing: Briefing, step_id: str, reveal: RevealStep) -> Briefing:
    """The briefing with what a reveal brought out, in the section of its choice."""
    chosen = tuple(_chosen(each) for each in reveal.chosen)
    sections = tuple(
        replace(section, chosen=chosen)
        if isinstance(section, ChoiceSection) and section.id == step_id and chosen
        else section
        for section in briefing.sections
    )
    return replace(briefing, sections=sections, rolls=(*briefing.rolls, *map(roll_view, reveal.rolls)))


def with_cards(briefing: Briefing, step_id: str, cards: Iterable[CardText]) -> Briefing:
    """The briefing with cards that came to light, in the section of their deck."""
    more = tuple(cards)
    sections = tuple(
        replace(section, shown=(*section.shown, *more))
        if isinstance(section, DrawSection) and section.id == step_id
        else section
        for section in briefing.sections
    )
    return replace(briefing, sections=sections)


def _chosen(chosen: ResolvedChoice) -> ChosenView:
    return ChosenView(
        side=chosen.side,
        name=chosen.name,
        stands=chosen.stands,
        why=chosen.why,
        by=chosen.by,
        against=chosen.against,
        number=chosen.number,
        of=chosen.of,
        note=chosen.note,
    )
