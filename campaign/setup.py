"""A made battle as the first step of its entry, and made again from there for a re-roll or a correction."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from campaign.content.packs import Library
from campaign.content.procedure import House, Made, Wishes, make
from campaign.content.system import OrderStep
from campaign.errors import Refusal, did_you_mean
from campaign.ledger.entries import Named, Rolls, Setup
from campaign.ledger.sides import Side
from campaign.mechanisms.dice import DiceLog, DiceSource, Replayed, Rolled, Seeded
from campaign.words import say

__all__ = ["recorded", "remade", "rolls_of", "wishes_of"]

ROLE = "role."


def rolls_of(rolled: Sequence[Rolled]) -> tuple[Rolls, ...]:
    """A log's rolls as an entry stores them."""
    return tuple(Rolls(part=each.part, dice=each.dice, faces=each.faces) for each in rolled)


def recorded(made: Made, at: datetime, by: str, seed: int | None) -> Setup:
    """The step that stores a battle as made: everything that the fold will need of the content."""
    wishes: dict[str, str] = {}
    if made.wishes.mission:
        wishes["mission"] = made.mission_id
    wishes |= {f"{ROLE}{side}": role for side, role in made.wishes.roles.items()}
    wishes |= {part: row.id for part, row in made.picked.items()}
    picked = [Named(part=part, id=row.id, name=row.name) for part, row in made.picked.items()]
    picked += [
        Named(part=landed.part, id=landed.row.id, name=landed.row.name)
        for every in made.landed.values()
        for landed in every
    ]
    return Setup(
        kind="setup",
        at=at,
        by=by,
        system=made.library.id,
        content=made.library.version(),
        seed=seed,
        mission=Named(part="mission", id=made.mission_id, name=made.mission.name),
        wishes=wishes,
        picked=tuple(picked),
        rolls=rolls_of(made.log.rolled),
        roles=dict(made.roles),
        orders={part: order.sides for part, order in made.orders.items()},
        models=dict(made.wishes.models),
        settings=dict(made.wishes.settings),
        rounds=made.rounds,
        terms=made.terms,
        victory=made.mission.victory,
        effects=made.effects,
        takes=dict(made.wishes.house.takes),
        names=_names(made),
    )


def _names(made: Made) -> dict[str, str]:
    statuses = {each.id: each.name for resource in made.system.resources for each in resource.status}
    places = {
        f"{step.id}.{end}": getattr(step, end)
        for step in made.steps
        if isinstance(step, OrderStep)
        for end in ("highest", "lowest")
    }
    roles = {role.id: role.name for role in made.mission.roles}
    return {**roles, **made.system.degrees, **statuses, **places}


def wishes_of(setup: Setup, sides: tuple[Side, ...], house: House) -> Wishes:
    """What the players had fixed when the battle was made, with the house rules of today."""
    given = dict(setup.wishes)
    mission = given.pop("mission", None)
    roles = {name.removeprefix(ROLE): given.pop(name) for name in list(given) if name.startswith(ROLE)}
    return Wishes(
        sides=sides,
        mission=mission,
        picks=given,
        roles=roles,
        settings=dict(setup.settings),
        models=dict(setup.models),
        house=house,
    )


def remade(
    library: Library,
    setup: Setup,
    wishes: Wishes,
    part: str | None,
    source: DiceSource | None,
    times: int,
) -> Made:
    """The battle made again: every roll as it was, but for `part` and the parts below it.

    `source` gives the new dice; without it the battle's seed does, `times` rolls further on, so that
    taking back and doing again never changes the dice.
    """
    old = [Rolled(each.part, each.dice, each.faces) for each in setup.rolls]
    kept = old
    if part is not None:
        parts = list(dict.fromkeys(each.part for each in old))
        known = dict.fromkeys([*parts, *(each.split(".")[0] for each in parts)])
        if part not in known:
            raise Refusal(
                say("No roll of this battle is named “{part}”.", part=part), did_you_mean(part, known)
            )
        kept = [each for each in old if each.part != part and not each.part.startswith(f"{part}.")]
    rest = source or _seeded(setup, times)
    log = DiceLog(Replayed(kept, rest))
    made = make(library, wishes, log)
    log.finish()
    return made


def _seeded(setup: Setup, times: int) -> DiceSource:
    if setup.seed is None:
        raise Refusal(
            say("This battle has no seed to roll on from."), say("Type the new dice with --dice or --die.")
        )
    seeded = Seeded(setup.seed)
    for each in setup.rolls:
        for _ in range(times + 1):
            seeded.skip(each.part)
    return seeded
