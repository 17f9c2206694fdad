"""The board as sections of a briefing: what it is, where markers stand, and who sets up where."""

from __future__ import annotations

from collections.abc import Mapping

from campaign.content.made import MadeBattle
from campaign.content.system import LayoutStep
from campaign.mechanisms.board import Board, Layout, Zone, outer_edges
from campaign.mechanisms.score import Place
from campaign.printing.heads import head
from campaign.printing.map.views import BoardData
from campaign.printing.pieces import EdgeView, MarkerView, ZoneView
from campaign.printing.views import BattlefieldSection, DeploymentSection, MarkersSection


class BoardWriter:
    """Turns the parts of a battle's layout into sections; `roles` are names by id."""

    def __init__(self, made: MadeBattle, roles: Mapping[str, str]) -> None:
        self.made = made
        self.roles = roles

    def section(self, step: LayoutStep) -> BattlefieldSection | MarkersSection | DeploymentSection:
        layout, board = self.made.layout, self.made.board
        if step.part == "markers":
            return self.markers(step)
        if step.part == "deployment":
            return self.deployment(step)
        return BattlefieldSection(
            **head(step),
            width=board.width,
            height=board.height,
            zones=self.zones(),
            markers=self.fixed(),
            lines=layout.terrain,
        )

    def markers(self, step: LayoutStep) -> MarkersSection:
        fixed, placing = self.fixed(), self.made.layout.placing
        if placing is None:
            return MarkersSection(**head(step), markers=fixed)
        return MarkersSection(
            **head(step),
            markers=fixed,
            each=(self.made.markers - len(fixed)) // len(self.made.names),
            apart=placing.apart,
            edge=placing.edge,
            order=self.from_end(step.by, placing.from_),
        )

    def deployment(self, step: LayoutStep) -> DeploymentSection:
        board, deployment = self.made.board, self.made.layout.deployment
        first = self.from_end(step.by, deployment.first)
        if deployment.first_role:
            role = deployment.first_role
            first = tuple(sorted(first, key=lambda side: self.made.roles.get(side) != role))
        return DeploymentSection(
            **head(step),
            width=board.width,
            height=board.height,
            zones=self.zones(),
            divides=self.from_end(step.by, deployment.divides)[0] if deployment.divides else "",
            chooses=self.from_end(step.by, deployment.chooses) if deployment.chooses else (),
            order=first,
            turn=deployment.turn,
            apart=deployment.apart,
            lines=deployment.notes,
        )

    def fixed(self) -> tuple[MarkerView, ...]:
        return _markers(self.made.layout)

    def zones(self) -> tuple[ZoneView, ...]:
        return _zones(self.made.layout, self.made.board, self.roles, self.made.roles)

    def from_end(self, order_id: str, end: Place | None) -> tuple[str, ...]:
        """The sides in an order, from the end that is named."""
        order = self.made.orders.get(order_id)
        sides = order.sides if order else self.made.names
        return tuple(reversed(sides)) if end == "lowest" else sides


def board_of(layout: Layout, board: Board, roles: Mapping[str, str]) -> BoardData:
    """A layout on its board; `roles` are names by id."""
    placing = layout.placing
    return BoardData(
        width=board.width,
        height=board.height,
        zones=_zones(layout, board, roles, {}),
        markers=_markers(layout),
        apart=layout.deployment.apart,
        placing=placing is not None,
        keep=placing.apart if placing else 0,
        edge=placing.edge if placing else 0,
    )


def _markers(layout: Layout) -> tuple[MarkerView, ...]:
    """The markers at fixed places."""
    return tuple(
        MarkerView(name=each.name, x=each.at[0], y=each.at[1], colour=each.colour) for each in layout.markers
    )


def _zones(
    layout: Layout, board: Board, roles: Mapping[str, str], sides: Mapping[str, str]
) -> tuple[ZoneView, ...]:
    """The zones of a layout; `roles` are names by id, `sides` the role that each side has."""
    return tuple(_zone(layout, board, zone, roles, sides) for zone in layout.zones)


def _zone(
    layout: Layout, board: Board, zone: Zone, roles: Mapping[str, str], sides: Mapping[str, str]
) -> ZoneView:
    later = layout.deployment.turn == "later"
    return ZoneView(
        name=zone.name,
        kind=zone.kind,
        role=roles.get(zone.role or "", ""),
        sides=tuple(side for side, role in sides.items() if zone.role and role == zone.role),
        rects=zone.rects,
        polygon=zone.polygon,
        circle=zone.circle,
        edges=tuple(
            EdgeView(edge=each.edge, start=each.start, end=each.end)
            for each in (outer_edges(zone, board) if later else ())
        ),
    )
