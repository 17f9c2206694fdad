"""A legal placement of the markers that sides place, proposed for a briefing by the battle's seed."""

from __future__ import annotations

import math
from dataclasses import replace
from random import Random

from campaign.mechanisms.board import Ground, placed
from campaign.printing.map.labels import marks_of
from campaign.printing.map.views import BoardData
from campaign.printing.pieces import PlacedView
from campaign.printing.views import Briefing, MarkersSection


def with_placing(briefing: Briefing) -> Briefing:
    """The briefing with a spot for each marker that a side places, in the order of placing.

    The same battle has the same spots: they come from its seed, or without one from its dice. A briefing in
    which nobody places a marker stays as it is.
    """
    board = briefing.board
    if board is None:
        return briefing
    sections = tuple(
        replace(section, placed=_spots(briefing, section, board))
        if isinstance(section, MarkersSection) and section.each
        else section
        for section in briefing.sections
    )
    return replace(briefing, sections=sections)


def _spots(briefing: Briefing, section: MarkersSection, board: BoardData) -> tuple[PlacedView, ...]:
    fixed = tuple((each.x, each.y) for each in section.markers)
    ground = Ground(
        width=board.width, height=board.height, apart=section.apart, edge=section.edge, fixed=fixed
    )
    sides = section.order * section.each
    spots = placed(ground, len(sides), Random(f"{_seed(briefing)}/{section.id}.place"))
    views = tuple(
        PlacedView(
            side=side,
            x=spot.x,
            y=spot.y,
            nearest=round(spot.nearest, 2) if math.isfinite(spot.nearest) else 0,
            legal=spot.legal,
        )
        for side, spot in zip(sides, spots, strict=True)
    )
    marks = marks_of(replace(board, markers=section.markers, placed=views))[len(fixed) :]
    return tuple(replace(view, mark=mark) for view, mark in zip(views, marks, strict=True))


def _seed(briefing: Briefing) -> str:
    if briefing.seed is not None:
        return str(briefing.seed)
    return " ".join(str(face) for roll in briefing.rolls for face in roll.faces)
