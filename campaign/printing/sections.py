"""The steps of one made battle as sections of its briefing, each by its own kind of step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from campaign.content.made import MadeBattle
from campaign.content.mission import Extension
from campaign.content.system import (
    ChoiceStep,
    DraftStep,
    DrawStep,
    LayoutStep,
    LengthStep,
    MissionStep,
    OrderStep,
    PickStep,
    RolesStep,
    ScoreStep,
    SizeStep,
    Step,
    SupplyStep,
    TableStep,
    TeamsStep,
)
from campaign.ledger.entries import Side
from campaign.mechanisms.score import Tie
from campaign.printing.board import BoardWriter
from campaign.printing.drafted import section_before_the_board
from campaign.printing.heads import head
from campaign.printing.pieces import FieldedView, MoreView, Note, PlaceView, RowView, WayView
from campaign.printing.views import (
    ChoiceSection,
    DrawSection,
    LengthSection,
    MissionSection,
    OrderSection,
    RolesSection,
    RowsSection,
    ScoreSection,
    Section,
    TeamsSection,
    TextSection,
)
from campaign.printing.views_of import effect_view, roll_view, term_view


class BriefingWriter:
    """Turns the steps of one made battle into sections; `resources` are names by id."""

    def __init__(self, made: MadeBattle, resources: Mapping[str, str]) -> None:
        self.made = made
        self.resources = resources
        self.roles = {role.id: role.name for role in made.mission.roles}
        statuses = {each.id: each.name for resource in made.system.resources for each in resource.status}
        self.names = {**self.roles, **made.system.degrees, **statuses}
        self.board = BoardWriter(made, self.roles)

    def section(self, step: Step) -> Section:
        match step:
            case MissionStep():
                return self.mission(step)
            case PickStep() | TableStep():
                return RowsSection(**head(step), do=step.do, rows=self.rows(step))
            case OrderStep():
                return self.order(step)
            case RolesStep():
                return self.given_roles(step)
            case LayoutStep():
                return self.board.section(step)
            case ChoiceStep():
                return self.choice(step)
            case DrawStep():
                return self.draw(step)
            case TeamsStep():
                return self.teams(step)
            case LengthStep():
                return self.length(step)
            case ScoreStep():
                return self.score(step)
            case SizeStep() | DraftStep() | SupplyStep():
                return section_before_the_board(self.made, step)
            case _:
                return TextSection(**head(step))

    # --- what was drawn, picked and rolled ---

    def mission(self, step: MissionStep) -> MissionSection:
        mission = self.made.mission
        return MissionSection(
            **head(step) | {"text": mission.premise},
            lines=mission.teams,
            notes=tuple(Note(name=each.name, text=each.text) for each in mission.special),
            rows=self.rows(step),
            way=self.way(),
        )

    def way(self) -> WayView | None:
        """How the mission came about, where a road is walked."""
        made = self.made
        if made.way is None:
            return WayView(agreed=True) if made.wishes.agreed else None
        onward, library = made.way.onward, made.library
        before = library.mission(onward.mission) if onward.mission else None
        roles = {role.id: role.name for role in before.roles} if before else {}
        return WayView(
            from_=before.name if before else "",
            outcome=roles.get(onward.outcome, onward.outcome),
            roll=roll_view(made.way.rolled),
        )

    def rows(self, step: MissionStep | PickStep | TableStep) -> tuple[RowView, ...]:
        house = self.made.library.house
        views = [
            RowView(
                name=landed.row.name,
                text=landed.row.text,
                table=landed.table.name,
                roll=roll_view(landed.rolled),
                origin=landed.row.origin or landed.table.origin,
                house=house(landed.row.where),
            )
            for landed in self.made.landed.get(step.id, ())
        ]
        row = self.made.picked.get(step.id)
        if row is not None:
            origin = row.origin or ""
            views.append(
                RowView(name=row.name, text=row.text, table="", origin=origin, house=house(row.where))
            )
        return tuple(views)

    def order(self, step: OrderStep) -> OrderSection:
        order = self.made.orders[step.id]
        return OrderSection(
            **head(step),
            dice=str(step.dice),
            highest=step.highest,
            lowest=step.lowest,
            places=tuple(
                PlaceView(side=side, rolls=tuple(roll_view(each) for who, each in order.rolls if who == side))
                for side in order.sides
            ),
        )

    def given_roles(self, step: RolesStep) -> RolesSection:
        notes = tuple(
            Note(name=side, mark=role.name, text=role.text)
            for side, given in self.made.roles.items()
            for role in self.made.mission.roles
            if role.id == given
        )
        return RolesSection(**head(step), notes=notes)

    def choice(self, step: ChoiceStep) -> ChoiceSection:
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
        return ChoiceSection(**head(step) | {"text": choice.about}, notes=notes)

    def draw(self, step: DrawStep) -> DrawSection:
        deck = self.made.library.deck(step.deck)
        sides = self.made.wishes.sides
        each = (
            [team for side in sides for team in side.teams] if step.each == "team" else list(self.made.names)
        )
        return DrawSection(
            **head(step),
            deck=deck.name,
            cards=len(deck.rows),
            jokers=deck.jokers,
            chosen=bool(step.chosen.value(self.made.wishes.settings)),
            holders=tuple(each),
        )

    def teams(self, step: TeamsStep) -> TeamsSection:
        tested = step.tests is None or any(each.id == step.tests for each in self.made.steps)
        return TeamsSection(
            **head(step),
            fielded=tuple(
                replace(view, tests_at=view.tests_at if tested else None)
                for side in self.made.wishes.sides
                for team in side.teams
                for view in [self._fielded(side, team)]
            ),
        )

    def _fielded(self, side: Side, team: str) -> FieldedView:
        """A team; the rules for teams are long, and not read where no models are known."""
        made = self.made
        if not made.models:
            return FieldedView(side=side.name, team=team)
        from campaign.printing.fielded import fielded_view

        rules, roster = made.library.team_rules(), made.wishes.rosters.get(team)
        return fielded_view(rules, side, team, roster, made.models, made.wishes.settings)

    # --- how long, and for what ---

    def length(self, step: LengthStep) -> LengthSection:
        length = self.made.mission.length
        more = tuple(
            MoreView(after=each.after, dice=str(each.dice), at_least=each.at_least, side=self.roller(each))
            for each in length.more
        )
        return LengthSection(**head(step), rounds=self.made.fixed_rounds, more=more, lines=length.ends_early)

    def roller(self, more: Extension) -> str:
        order_id = next(iter(self.made.orders), None)
        return self.board.from_end(order_id, more.place)[0] if more.place and order_id else ""

    def score(self, step: ScoreStep) -> ScoreSection:
        made, victory = self.made, self.made.victory
        degrees = made.system.degrees
        return ScoreSection(
            **head(step),
            terms=tuple(
                term_view(
                    term,
                    self.roles,
                    (side for side in made.names if term.role in (None, made.roles.get(side))),
                    made.rounds,
                )
                for term in made.terms
            ),
            victory=victory.by,
            victory_role=self.roles.get(victory.role or "", ""),
            victory_points=victory.points or 0,
            lead=made.lead or 0,
            degree=degrees.get(victory.degree or "", ""),
            tie=victory.tie.by,
            tie_place=self.tie_place(victory.tie),
            tie_degree=degrees.get(victory.tie.degree or "", ""),
            effects=tuple(
                effect_view(effect, self.names, self.resources, made.terms) for effect in made.effects
            ),
            takes=dict(made.wishes.house.takes),
        )

    def tie_place(self, tie: Tie) -> str:
        if tie.by == "order":
            order = next((step for step in self.made.steps if step.id == tie.order), None)
            return getattr(order, tie.pick, "")
        if tie.by == "term":
            return next((term.name for term in self.made.terms if term.id == tie.term), "")
        return self.roles.get(tie.role or "", "") if tie.by == "role" else ""
