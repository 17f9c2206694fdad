"""The briefing as records: everything that the table needs, in the order of the procedure.

The records hold values and content texts; templates hold the words around them. They are stored as JSON
beside the battle, so that a briefing is printed again as it was, whatever the content says by then.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from campaign.content.mission import Extension
from campaign.content.procedure import Made
from campaign.content.system import (
    ChoiceStep,
    LayoutStep,
    LengthStep,
    MissionStep,
    OrderStep,
    PickStep,
    RolesStep,
    ScoreStep,
    Step,
    TableStep,
)
from campaign.mechanisms.dice import Rolled
from campaign.mechanisms.effects import Effect
from campaign.mechanisms.layout import Zone
from campaign.mechanisms.order import Order
from campaign.mechanisms.score import Place, Term, bound
from campaign.printing.views import (
    Briefing,
    ChosenView,
    EffectView,
    MarkerView,
    MoreView,
    Note,
    PlaceView,
    RollView,
    RowView,
    Section,
    SideView,
    TermView,
    ZoneView,
)

if TYPE_CHECKING:
    from campaign.ledger.entries import Chosen, Reveal, Rolls

__all__ = ["brief", "with_reveal"]


def brief(
    made: Made,
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
    roles = {role.id: role.name for role in made.mission.roles}
    writer = _Writer(made, names, roles)
    return Briefing(
        system=made.library.id,
        system_name=made.system.name,
        battle=battle,
        number=number,
        campaign_name=campaign,
        played=played,
        seed=seed,
        content=made.library.version(),
        sides=tuple(
            SideView(
                name=side.name,
                teams=side.teams,
                role=roles.get(made.roles.get(side.name, ""), ""),
                models=made.wishes.models.get(side.name),
            )
            for side in made.wishes.sides
        ),
        mission=made.mission.name,
        mission_id=made.mission_id,
        mode=made.system.modes.get(made.mission.mode, made.mission.mode),
        origin=made.mission.origin,
        house=writer.house(),
        sections=tuple(writer.section(step) for step in made.steps),
        rolls=tuple(_roll(rolled) for rolled in made.log.rolled),
        resources=tuple(names.values()),
    )


def _roll(rolled: Rolled | Rolls) -> RollView:
    return RollView(part=rolled.part, dice=str(rolled.dice), faces=rolled.faces, total=rolled.total)


class _Writer:
    """Turns the steps of one made battle into sections."""

    def __init__(self, made: Made, resources: Mapping[str, str], roles: Mapping[str, str]) -> None:
        self.made = made
        self.resources = resources
        self.roles = roles

    def house(self) -> tuple[str, ...]:
        """Names of what comes from the group's own content."""
        library, mission = self.made.library, self.made.mission
        names = [mission.name] if library.house(mission.where) else []
        names += [row.name for row in self.made.rows if library.house(row.where)]
        for step in self.made.steps:
            if isinstance(step, ChoiceStep):
                names += [row.name for row in library.choice(step.choice).rows if library.house(row.where)]
        return tuple(dict.fromkeys(names))

    def section(self, step: Step) -> Section:
        blank = Section(id=step.id, do=step.do, name=step.name, text=step.text, rules=step.rules)
        if isinstance(step, MissionStep):
            return self.mission(blank)
        if isinstance(step, PickStep | TableStep):
            return self.rows(blank)
        if isinstance(step, OrderStep):
            order = self.made.orders[step.id]
            return replace(
                blank, dice=str(step.dice), highest=step.highest, lowest=step.lowest, places=_places(order)
            )
        if isinstance(step, RolesStep):
            return self.given_roles(blank)
        if isinstance(step, LayoutStep):
            return self.layout(step, replace(blank, do=step.part))
        if isinstance(step, ChoiceStep):
            return self.choice(step, blank)
        if isinstance(step, LengthStep):
            return self.length(blank)
        if isinstance(step, ScoreStep):
            return self.score(blank)
        return blank

    def mission(self, blank: Section) -> Section:
        mission = self.made.mission
        notes = tuple(Note(name=each.name, text=each.text) for each in mission.special)
        rows = self.rows(blank).rows
        return replace(blank, text=mission.premise, lines=mission.teams, notes=notes, rows=rows)

    def rows(self, blank: Section) -> Section:
        house = self.made.library.house
        views = [
            RowView(
                name=landed.row.name,
                text=landed.row.text,
                table=landed.table.name,
                roll=_roll(landed.rolled),
                origin=landed.row.origin or landed.table.origin,
                house=house(landed.row.where),
            )
            for landed in self.made.landed.get(blank.id, ())
        ]
        row = self.made.picked.get(blank.id)
        if row is not None:
            views.append(
                RowView(
                    name=row.name, text=row.text, table="", origin=row.origin or "", house=house(row.where)
                )
            )
        return replace(blank, rows=tuple(views))

    def given_roles(self, blank: Section) -> Section:
        notes = tuple(
            Note(name=side, mark=role.name, text=role.text)
            for side, given in self.made.roles.items()
            for role in self.made.mission.roles
            if role.id == given
        )
        return replace(blank, notes=notes)

    def layout(self, step: LayoutStep, blank: Section) -> Section:
        layout, board = self.made.layout, self.made.board
        zones = tuple(self.zone(zone) for zone in layout.zones)
        blank = replace(blank, width=board.width, height=board.height, zones=zones)
        markers = tuple(MarkerView(name=each.name, x=each.at[0], y=each.at[1]) for each in layout.markers)
        if step.part == "battlefield":
            return replace(blank, lines=layout.terrain, markers=markers)
        if step.part == "markers":
            blank = replace(blank, markers=markers)
            if layout.placing is None:
                return blank
            placing = layout.placing
            return replace(
                blank,
                each=(self.made.markers - len(markers)) // len(self.made.names),
                apart=placing.apart,
                edge=placing.edge,
                order=self.from_end(step.by, placing.from_),
            )
        deployment = layout.deployment
        first = self.from_end(step.by, deployment.first)
        if deployment.first_role:
            role = deployment.first_role
            first = tuple(sorted(first, key=lambda side: self.made.roles.get(side) != role))
        return replace(
            blank,
            divides=self.from_end(step.by, deployment.divides)[0] if deployment.divides else "",
            chooses=self.from_end(step.by, deployment.chooses) if deployment.chooses else (),
            order=first,
            turn=deployment.turn,
            apart=deployment.apart,
            lines=deployment.notes,
        )

    def from_end(self, order_id: str, end: Place | None) -> tuple[str, ...]:
        """The sides in an order, from the end that is named."""
        order = self.made.orders.get(order_id)
        sides = order.sides if order else self.made.names
        return tuple(reversed(sides)) if end == "lowest" else sides

    def zone(self, zone: Zone) -> ZoneView:
        sides = tuple(side for side, role in self.made.roles.items() if zone.role and role == zone.role)
        return ZoneView(
            name=zone.name,
            kind=zone.kind,
            role=self.roles.get(zone.role or "", ""),
            sides=sides,
            rects=zone.rects,
            polygon=zone.polygon,
            circle=zone.circle,
        )

    def choice(self, step: ChoiceStep, blank: Section) -> Section:
        choice = self.made.library.choice(step.choice)
        notes = tuple(
            Note(
                name=row.name,
                text=row.text,
                mark=str(row.on),
                origin=row.origin or choice.origin,
                house=self.made.library.house(row.where),
            )
            for row in choice.rows
        )
        return replace(blank, text=choice.about, notes=notes)

    def length(self, blank: Section) -> Section:
        length = self.made.mission.length
        more = tuple(
            MoreView(after=each.after, dice=str(each.dice), at_least=each.at_least, side=self.roller(each))
            for each in length.more
        )
        return replace(blank, rounds=length.rounds, more=more, lines=length.ends_early)

    def roller(self, more: Extension) -> str:
        order_id = next(iter(self.made.orders), None)
        return self.from_end(order_id, more.place)[0] if more.place and order_id else ""

    def score(self, blank: Section) -> Section:
        victory = self.made.mission.victory
        tie = victory.tie
        place = ""
        if tie.by == "order":
            order = next((step for step in self.made.steps if step.id == tie.order), None)
            place = getattr(order, tie.pick, "")
        elif tie.by == "role":
            place = self.roles.get(tie.role or "", "")
        degrees = self.made.system.degrees
        return replace(
            blank,
            terms=tuple(self.term(term) for term in self.made.terms),
            victory=victory.by,
            victory_role=self.roles.get(victory.role or "", ""),
            victory_points=victory.points or 0,
            degree=degrees.get(victory.degree or "", ""),
            tie=tie.by,
            tie_place=place,
            tie_degree=degrees.get(tie.degree or "", ""),
            effects=tuple(self.effect(effect) for effect in self.made.effects),
            takes=dict(self.made.wishes.house.takes),
        )

    def term(self, term: Term) -> TermView:
        return TermView(
            id=term.id,
            name=term.name,
            ask=term.ask,
            each=term.each.value({}),
            most=bound(term),
            shared=term.shared,
            per=term.per,
            from_round=term.from_round,
            to=term.to,
            role=self.roles.get(term.role or "", ""),
            sides=tuple(s for s in self.made.names if term.role in (None, self.made.roles.get(s))),
            rounds=tuple(range(term.from_round, self.made.rounds + 1)) if term.per == "round" else (),
        )

    def effect(self, effect: Effect) -> EffectView:
        terms = {term.id: term.name for term in self.made.terms}
        statuses = {each.id: each.name for resource in self.made.system.resources for each in resource.status}
        return EffectView(
            when=effect.when,
            resource=self.resources.get(effect.resource, effect.resource),
            by=None if effect.by == "taken" else effect.by,
            who=effect.who,
            role=self.roles.get(effect.role or "", ""),
            status=statuses.get(effect.status or "", ""),
            degree=self.made.system.degrees.get(effect.degree or "", ""),
            term=terms.get(effect.term or "", ""),
            at_least=effect.at_least,
        )


def _places(order: Order) -> tuple[PlaceView, ...]:
    return tuple(
        PlaceView(side=side, rolls=tuple(_roll(rolled) for who, rolled in order.rolls if who == side))
        for side in order.sides
    )


def with_reveal(briefing: Briefing, step_id: str, reveal: Reveal) -> Briefing:
    """The briefing with what a reveal brought out, in its section."""
    chosen = tuple(_chosen(each) for each in reveal.chosen)
    sections = tuple(
        replace(section, chosen=chosen) if section.id == step_id and chosen else section
        for section in briefing.sections
    )
    return replace(briefing, sections=sections, rolls=(*briefing.rolls, *map(_roll, reveal.rolls)))


def _chosen(chosen: Chosen) -> ChosenView:
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
