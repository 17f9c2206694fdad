"""The map of a mission by itself: the board of one layout, before there is any battle."""

from __future__ import annotations

from dataclasses import dataclass

from campaign.printing.picture import legend_of, picture_of
from campaign.printing.picture_views import BoardData, BoardLegend, BoardPicture

__all__ = ["MapView"]


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
