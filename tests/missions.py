"""What the tests of any system's missions measure: distances on the board, shapes, texts, the fullest score sheet."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from itertools import product

from campaign.content.made_battle import MadeBattle
from campaign.content.mission import Mission
from campaign.mechanisms.board import Layout, Zone, holds
from campaign.mechanisms.score import doubts
from campaign.mechanisms.terms import Force, Term, asked_by

__all__ = [
    "forces_of", "gap", "most_answers", "scored", "sentences", "shape", "squares", "texts", "words", "zones_of",
]  # fmt: skip

Answered = dict[str, dict[str, tuple[int, ...]]]

# --- the board ---


def zones_of(layout: Layout) -> list[Zone]:
    """The zones that sides deploy in."""
    return [zone for zone in layout.zones if zone.kind == "deployment"]


def gap(zone: Zone, x: float, y: float) -> float:
    """Inches from a point to the nearest of the zone."""
    if holds(zone, x, y):
        return 0
    near = [
        math.hypot(max(left - x, 0, x - left - width), max(top - y, 0, y - top - height))
        for left, top, width, height in zone.rects
    ]
    if zone.circle:
        near.append(math.dist((x, y), zone.circle[:2]) - zone.circle[2])
    corners = zone.polygon
    near += [_to_edge(x, y, *pair) for pair in zip(corners, corners[1:] + corners[:1], strict=True)]
    return min(near)


def _to_edge(x: float, y: float, one: tuple[float, float], other: tuple[float, float]) -> float:
    run, rise = other[0] - one[0], other[1] - one[1]
    part = ((x - one[0]) * run + (y - one[1]) * rise) / (run * run + rise * rise)
    part = min(1, max(0, part))
    return math.hypot(x - one[0] - part * run, y - one[1] - part * rise)


def squares(width: float, height: float) -> Iterator[tuple[float, float]]:
    """The centres of half-inch squares."""
    for column, line in product(range(int(2 * width)), range(int(2 * height))):
        yield (column + 0.5) / 2, (line + 0.5) / 2


def shape(layout: Layout) -> list[tuple[tuple[float, ...], ...]]:
    """The outlines of the deployment zones, in an order that tells nothing."""
    return sorted(
        (*zone.rects, *([zone.circle] if zone.circle else []), *zone.polygon) for zone in zones_of(layout)
    )


def scored(mission: Mission) -> frozenset[tuple[object, ...]]:
    """What a mission scores, apart from its words."""
    return frozenset(
        (term.each, term.most, term.per, term.from_round, term.to, term.role, term.shared, term.worth)
        for term in mission.terms
    )


# --- words ---


def texts(mission: Mission) -> list[str]:
    """Every text of a mission that is written in sentences."""
    found = [mission.premise, *mission.teams, *mission.length.ends_early]
    found += [role.text for role in mission.roles]
    found += [special.text for special in mission.special]
    found += [text for term in mission.terms for text in (term.scores, term.ask)]
    for layout in mission.layouts:
        found += [*layout.terrain, *layout.deployment.before, *layout.deployment.notes]
    return [text for text in found if text]


def sentences(text: str) -> list[str]:
    """A text at its full stops, question marks and exclamation marks."""
    return re.split(r"(?<=[.!?])\s+", text.strip())


def words(text: str) -> int:
    """How many there are."""
    return len(text.split())


# --- results ---


def forces_of(made: MadeBattle) -> tuple[Force, ...]:
    """The sides of a made battle as its score sheet sees them."""
    return tuple(Force(side.name, made.roles.get(side.name), side.teams) for side in made.request.sides)


def most_answers(made: MadeBattle, order: Iterable[str], terms: Iterable[Term]) -> Answered:
    """Every answer to these terms as great as it can be beside those before it, side by side in this order.

    None of them may be of models by their points.
    """
    forces, kinds = forces_of(made), tuple(terms)
    answers: Answered = {who: {} for force in forces for who in (force.name, *force.members)}
    for name, term in product(order, kinds):
        force = next(each for each in forces if each.name == name)
        for who in asked_by(term, force):
            answers[who][term.id] = (0,) * (made.rounds if term.per == "round" else 1)
            for place in range(len(answers[who][term.id])):
                _raised(made, forces, answers, who, term, place)
    return answers


def _raised(
    made: MadeBattle, forces: tuple[Force, ...], answers: Answered, who: str, term: Term, place: int
) -> None:
    """Raises one number of an answer until the terms doubt it."""
    while True:
        given = answers[who][term.id]
        answers[who][term.id] = (*given[:place], given[place] + 1, *given[place + 1 :])
        if doubts(made.terms, forces, answers, made.rounds):
            answers[who][term.id] = given
            return
        assert given[place] < 100, f"{term.id} has no end"
