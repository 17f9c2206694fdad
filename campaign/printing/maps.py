"""The map of a mission by itself: the board of one layout, before there is any battle."""

from __future__ import annotations

from dataclasses import dataclass

from campaign.mechanisms.layout import Board, Layout
from campaign.printing.board import marker_views, zone_views
from campaign.printing.picture import legend_of, picture_of
from campaign.printing.picture_views import BoardData, BoardLegend, BoardPicture

__all__ = ["MapView", "board_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MapView:
    """A mission, or a card that brings a layout, for one number of sides; `other_sides` has one too."""

    system_name: str
    mission: str
    origin: str = ""
    house: bool = False
    sides: int
    other_sides: tuple[int, ...] = ()
    board: BoardData

    @property
    def legend(self) -> BoardLegend:
        """What a drawing of the board shows."""
        return legend_of(self.board)

    @property
    def picture(self) -> BoardPicture:
        """The board as a picture."""
        return picture_of(self.board)


def board_of(layout: Layout, board: Board, roles: dict[str, str]) -> BoardData:
    """A layout on its board; `roles` are names by id."""
    placing = layout.placing
    return BoardData(
        width=board.width,
        height=board.height,
        zones=zone_views(layout, board, roles, {}),
        markers=marker_views(layout),
        apart=layout.deployment.apart,
        placing=placing is not None,
        keep=placing.apart if placing else 0,
        edge=placing.edge if placing else 0,
    )
