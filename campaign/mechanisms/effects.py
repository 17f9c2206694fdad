"""Resources, and effects: the only thing that changes a resource.

Effects are data in missions, table rows, choices and house settings. What they ask for is worked out
here from the outcome of a battle; what could be applied is folded by `campaign.ledger.state`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal, get_args

from campaign.files.converters import Between
from campaign.files.schema import FileRecord, Id
from campaign.record import Record, field

Outcome = Literal["won", "lost", "drew", "no-show", "refused", "forfeited"]
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)
PLAYED: frozenset[str] = frozenset({"won", "lost", "drew"})
ABSENT: frozenset[str] = frozenset(OUTCOMES) - PLAYED
"""A side with one of these did not play to the end."""


class Status(Record):
    """What a team is while a resource is `at` a value or below it; `lasting` keeps it afterwards."""

    id: Id
    name: str
    at: int
    lasting: bool = False
    about: str = ""


class Resource(FileRecord):
    """A counter of each team: its start, its least value or none, its greatest or none, its statuses."""

    id: Id
    name: str
    about: str = ""
    start: Annotated[int, Between(-999, 999)]
    min: int | None = None
    max: int | None = None
    status: tuple[Status, ...] = ()


class Effect(FileRecord):
    """What changes a resource, and the only thing that does.

    `when` is an outcome, `played` (any side that played to an end), `missed` (a missed game) or `term`
    (the side answered the term of that id with at least `at_least`). `role`, `status` and `degree` narrow
    it to sides in a role, to teams with a status before the battle, to an outcome of a degree. `who` is
    the side itself or each of its enemies. `by: taken` is what the enemies lost of the resource in the
    same battle, as it could be applied.
    """

    when: Literal[Outcome, "played", "missed", "term"]
    resource: Id
    by: Annotated[int, Between(-99, 99)] | Literal["taken"]
    who: Literal["self", "enemies"] = "self"
    role: Id | None = None
    status: Id | None = None
    degree: Id | None = None
    term: Id | None = None
    at_least: Annotated[int, Between(1, 999)] = 1


class SideResult(Record, kw_only=False):
    """What the effects need to know of one side: its teams, outcome, degree, role and answers by term."""

    teams: tuple[str, ...]
    outcome: Outcome
    degree: str | None = None
    role: str | None = None
    answers: Mapping[str, int] = field(default_factory=dict)


class AskedChange(Record, kw_only=False):
    """What one effect asks of one team; `by` is None where it takes what the enemies lost.

    `cause` is the outcome of the side that set it off (a forfeit that takes the effects of a loss is
    still a forfeit), or `term` or `played`.
    """

    side: str
    team: str
    resource: str
    by: int | None
    cause: str


def asked(
    effects: Iterable[Effect],
    results: Mapping[str, SideResult],
    takes: Mapping[str, Outcome],
    held: Mapping[str, frozenset[str]],
) -> list[AskedChange]:
    """What the effects ask of each team after a battle, fixed amounts first.

    `takes` says which other outcome's effects an outcome takes (a forfeit those of a loss); `held`
    are the statuses of each team before the battle.
    """
    wanted = []
    for effect in effects:
        for name, result in results.items():
            if not _meets(effect, result, takes):
                continue
            who = [name] if effect.who == "self" else [other for other in results if other != name]
            cause = effect.when if effect.when in ("term", "played") else result.outcome
            for side in who:
                for team in results[side].teams:
                    if effect.status is None or effect.status in held.get(team, frozenset()):
                        by = None if effect.by == "taken" else effect.by
                        wanted.append(AskedChange(side, team, effect.resource, by, cause))
    return sorted(wanted, key=lambda each: each.by is None)


def _meets(effect: Effect, result: SideResult, takes: Mapping[str, Outcome]) -> bool:
    if effect.role is not None and effect.role != result.role:
        return False
    if effect.degree is not None and effect.degree != result.degree:
        return False
    if effect.when == "term":
        return result.answers.get(effect.term or "", 0) >= effect.at_least
    if effect.when == "played":
        return result.outcome in PLAYED
    return effect.when in (result.outcome, takes.get(result.outcome))


def applied(resource: Resource, total: int, by: int) -> int:
    """How much of a change the resource's least and greatest value let happen.

    Losing 2 from 1 at min 0 gives -1.
    """
    wanted = total + by
    if resource.min is not None and by < 0:
        wanted = max(wanted, min(resource.min, total))
    if resource.max is not None and by > 0:
        wanted = min(wanted, max(resource.max, total))
    return wanted - total


def statuses(resources: Iterable[Resource], totals: Mapping[str, int]) -> frozenset[str]:
    """The statuses that a team has at these totals, lasting ones not counted back (KT-K2)."""
    return frozenset(
        status.id
        for resource in resources
        for status in resource.status
        if resource.id in totals and totals[resource.id] <= status.at
    )
