"""A made battle as the first step of its entry, and made again from there for a re-roll or a correction."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from campaign.content.made_battle import HouseRules, MadeBattle, RoadOrigin, SetupRequest
from campaign.content.procedure import made_with
from campaign.content.steps.choice import ChoiceStep
from campaign.content.steps.draft import DraftStep
from campaign.content.steps.draw import DrawStep
from campaign.content.steps.order import OrderStep
from campaign.errors import Refusal, did_you_mean, refuse
from campaign.ledger.entries import (
    ResultStep,
    RevealStep,
    RollStep,
    RoundStep,
    SetupStep,
    Side,
    Step,
    StoredName,
    StoredRoadMove,
    StoredRoll,
)
from campaign.mechanisms.dice import Dice, DiceSource, ReplayedDice, Roll, SeededDice, part_renamed
from campaign.mechanisms.draft import DraftAnswers
from campaign.record import replace
from campaign.words import say

if TYPE_CHECKING:
    from campaign.content.library import Library

ROLE = "role."
BRING, ROW, BAN, PICK = "draft.bring.", "draft.row", "draft.ban", "draft.pick"
"""Under what the wishes of a set-up keep what players decided; what ends in a dot goes on with a side."""


def rolls_of(rolled: Sequence[Roll]) -> tuple[StoredRoll, ...]:
    """A log's rolls as an entry stores them."""
    return tuple(StoredRoll(part=each.part, dice=each.dice, faces=each.faces) for each in rolled)


def recorded(made: MadeBattle, at: datetime, by: str, seed: int | None) -> SetupStep:
    """The step that stores a battle as made: everything that the fold will need of the content."""
    wishes: dict[str, str] = {}
    if made.request.mission:
        wishes["mission"] = made.mission_id
    wishes |= {f"{ROLE}{side}": role for side, role in made.request.roles.items()}
    wishes |= {part: row.id for part, row in made.picked.items()}
    wishes |= {each.id: each.picked for each in made.drafted if each.id in made.request.picks}
    wishes |= _told(made.answers)
    chosen = {**made.picked, **made.cards}
    picked = [StoredName(part=part, id=row.id, name=row.name) for part, row in chosen.items()]
    picked += [
        StoredName(part=landed.part, id=landed.row.id, name=landed.row.name)
        for every in made.rolled.values()
        for landed in every
    ]
    return SetupStep(
        kind="setup",
        at=at,
        by=by,
        system=made.library.id,
        content=made.library.version(),
        seed=seed,
        mission=StoredName(part="mission", id=made.mission_id, name=made.mission.name),
        size=StoredName(part="size", id=made.size.id, name=made.size.name) if made.size else None,
        road=_taken(made),
        draft=made.drafted,
        wishes=wishes,
        picked=tuple(picked),
        rolls=rolls_of(made.log.rolled),
        roles=dict(made.roles),
        orders={part: order.sides for part, order in made.orders.items()},
        models=made.models,
        settings=dict(made.request.settings),
        rounds=made.rounds,
        supply=made.supply,
        lead=made.lead,
        terms=made.terms,
        victory=made.victory,
        effects=made.effects,
        takes=dict(made.request.house.takes),
        names=_names(made),
        steps=tuple(step.id for step in made.steps),
    )


def _taken(made: MadeBattle) -> StoredRoadMove | None:
    if made.move is None:
        return None
    onward, rolled = made.move.onward, made.move.rolled
    return StoredRoadMove(
        from_=onward.mission,
        battle=onward.battle,
        outcome=onward.outcome,
        part=rolled.part,
        die=rolled.total,
        to=made.move.to,
    )


def _told(told: DraftAnswers) -> dict[str, str]:
    """What players decided in a draft, as a set-up keeps it."""
    lists = {BAN: told.ban, PICK: told.pick} | {f"{BRING}{side}": cards for side, cards in told.bring.items()}
    found = {key: ", ".join(cards) for key, cards in lists.items() if cards}
    return found | ({ROW: told.row} if told.row else {})


def _told_again(given: dict[str, str]) -> DraftAnswers:
    """The same, taken out of the wishes of a set-up."""

    def cards(key: str) -> tuple[str, ...]:
        return tuple(filter(None, given.pop(key, "").split(", ")))

    bring = {key.removeprefix(BRING): cards(key) for key in list(given) if key.startswith(BRING)}
    return DraftAnswers(bring=bring, row=given.pop(ROW, ""), ban=cards(BAN), pick=cards(PICK))


def _names(made: MadeBattle) -> dict[str, str]:
    statuses = {each.id: each.name for resource in made.system.resources for each in resource.status}
    places = {
        f"{step.id}.{end}": getattr(step, end)
        for step in made.steps
        if isinstance(step, OrderStep)
        for end in ("highest", "lowest")
    }
    roles = {role.id: role.name for role in made.mission.roles}
    secret = {step.id: step.name for step in made.steps if isinstance(step, ChoiceStep | DrawStep)}
    drafts = [step for step in made.steps if isinstance(step, DraftStep)]
    lie = {card for row in made.drafted for cards in (*row.brought.values(), (row.picked,)) for card in cards}
    cards = {
        card.id: card.name
        for step in drafts
        for row in step.rows
        for card in made.library.catalogue(row.cards).rows
        if card.id in lie
    }
    return {**cards, **secret, **roles, **made.system.degrees, **statuses, **places}


class NoMoreDice:
    """No dice beyond those that were said: each further roll is refused in the words of `refusal`."""

    def __init__(self, refusal: Callable[[str, Dice], Refusal]) -> None:
        self._refusal = refusal

    def faces(self, part: str, dice: Dice) -> tuple[int, ...]:
        raise self._refusal(part, dice)


def not_rolled(part: str, dice: Dice) -> Refusal:
    """What is said of a roll that a correction needs and nobody rolled."""
    return Refusal(
        say("“{part}” ({dice}) has to be rolled as well.", part=part, dice=dice),
        say("Give it with --die “{part}=…”.", part=part),
    )


def step_renamed(step: Step, new: Mapping[str, str]) -> Step:
    """The step with other names for sides, in the fields that name one and nowhere else."""

    def name(old: str) -> str:
        return new.get(old, old)

    if isinstance(step, SetupStep):
        return replace(
            step,
            wishes={_wish_renamed(key, new): value for key, value in step.wishes.items()},
            rolls=_rolls_renamed(step.rolls, new),
            roles={name(side): role for side, role in step.roles.items()},
            draft=tuple(
                replace(
                    row,
                    controls=name(row.controls),
                    bans=name(row.bans),
                    brought={name(side): cards for side, cards in row.brought.items()},
                )
                for row in step.draft
            ),
            orders={order: tuple(map(name, sides)) for order, sides in step.orders.items()},
            models={name(side): count for side, count in step.models.items()},
        )
    if isinstance(step, RevealStep):
        chosen = tuple(
            replace(each, side=name(each.side), by=name(each.by), against=name(each.against))
            for each in step.chosen
        )
        shown = tuple(replace(each, side=name(each.side)) for each in step.shown)
        cards = tuple(replace(each, by=name(each.by)) for each in step.cards)
        return replace(step, shown=shown, chosen=chosen, cards=cards, rolls=_rolls_renamed(step.rolls, new))
    if isinstance(step, RollStep):
        return replace(step, rolls=_rolls_renamed(step.rolls, new))
    if isinstance(step, RoundStep):
        return replace(step, answers={name(side): terms for side, terms in step.answers.items()})
    if isinstance(step, ResultStep):
        answers = {name(side): terms for side, terms in step.answers.items()}
        models = {name(side): terms for side, terms in step.models.items()}
        outcomes = {name(side): outcome for side, outcome in step.outcomes.items()}
        return replace(step, answers=answers, models=models, outcomes=outcomes)
    return step


def _wish_renamed(key: str, new: Mapping[str, str]) -> str:
    for begin in (ROLE, BRING):
        if key.startswith(begin):
            side = key.removeprefix(begin)
            return f"{begin}{new.get(side, side)}"
    return key


def _rolls_renamed(rolls: Sequence[StoredRoll], new: Mapping[str, str]) -> tuple[StoredRoll, ...]:
    return tuple(replace(each, part=part_renamed(each.part, new)) for each in rolls)


def wishes_of(setup: SetupStep, sides: tuple[Side, ...], house: HouseRules) -> SetupRequest:
    """What the players had fixed when the battle was made, with the house rules of today."""
    given = dict(setup.wishes)
    mission = given.pop("mission", None)
    taken = setup.road if mission is None else None
    onward = None
    if taken is not None:
        faces = next((each.faces for each in setup.rolls if each.part == taken.part), ())
        onward = RoadOrigin(mission=taken.from_, outcome=taken.outcome, battle=taken.battle, faces=faces)
    roles = {name.removeprefix(ROLE): given.pop(name) for name in list(given) if name.startswith(ROLE)}
    told = _told_again(given)
    return SetupRequest(
        sides=sides,
        mission=mission,
        picks=given,
        roles=roles,
        settings=dict(setup.settings),
        models=dict(setup.models),
        road=onward,
        told=told,
        house=house,
    )


def remade(
    library: Library,
    setup: SetupStep,
    request: SetupRequest,
    part: str | None,
    source: DiceSource | None,
    times: int,
) -> MadeBattle:
    """The battle made again: every roll as it was, but for `part` and the parts below it.

    `source` gives the new dice; without it the battle's seed does, `times` rolls further on, so that
    taking back and doing again never changes the dice.
    """
    old = [Roll(each.part, each.dice, each.faces) for each in setup.rolls]
    kept = old
    if part is not None:
        parts = list(dict.fromkeys(each.part for each in old))
        above = (each.rsplit(".", cut)[0] for each in parts for cut in range(1, each.count(".") + 1))
        known = dict.fromkeys([*parts, *above])
        if part not in known:
            raise Refusal(
                say("Nothing in this battle was rolled as “{part}”.", part=part), did_you_mean(part, known)
            )
        kept = [each for each in old if each.part != part and not each.part.startswith(f"{part}.")]
    rest = source or _seeded(setup, times)
    return made_with(library, request, ReplayedDice(kept, rest))


def _seeded(setup: SetupStep, times: int) -> DiceSource:
    if setup.seed is None:
        refuse("This battle has no seed to continue from.", "Give the new dice with --dice or --die.")
    seeded = SeededDice(setup.seed)
    for each in setup.rolls:
        for _ in range(times + 1):
            seeded.skip(each.part)
    return seeded
