"""What an attack depends on: which numbers bring dice, which must be told, which formulas dice can meet."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from campaign.errors import Refusal
from campaign.mechanisms.attack.inputs import AttackInputs
from campaign.mechanisms.attack.rules import AddStage, MoveStage, Number, RollStage, Stage, ThrowStage
from campaign.mechanisms.formula import Formula
from campaign.words import say


def missing(attack: AttackInputs, named: Collection[str], told: Collection[str]) -> list[str]:
    """What nobody told of a weapon or target that isn't `named`, as far as dice would meet it.

    Where no die would come even so, the number of the situation that brings dice is missing as well.
    """
    asked = [
        each
        for each in attack.rules.numbers
        if each.needed and each.of in ("weapon", "target") and each.of not in named and each.id not in told
    ]
    trial = {each.id: 1 for each in asked}
    first = [] if dice_of(attack, trial) else bringing(attack, trial)[:1]
    trial |= {each.id: high(each) for each in first}

    def seen(number: Number, value: int) -> tuple[int, ...]:
        return tuple(_met(replace(attack, numbers={**attack.numbers, **trial, number.id: value})))

    found = [each for each in asked if len({seen(each, value) for value in (0, 1, high(each))}) > 1]
    return [each.id.replace("_", "-") for each in (*first, *found)] if found else []


def bringing(attack: AttackInputs, numbers: Mapping[str, int]) -> list[Number]:
    """The numbers of the situation that would bring dice, each by itself, beside these numbers."""
    return [
        each
        for each in attack.rules.numbers
        if each.of == "situation" and dice_of(attack, {**numbers, each.id: each.most})
    ]


def dice_of(attack: AttackInputs, numbers: Mapping[str, int]) -> int:
    """How many dice come, with these numbers in place of its own."""
    trial = replace(attack, numbers={**attack.numbers, **numbers})
    return sum(
        max(0, value_of(each.dice, trial)) for each in attack.rules.stages if isinstance(each, AddStage)
    )


def _met(attack: AttackInputs) -> Iterator[int]:
    """The value of every formula that dice of this attack can meet on their way."""
    pools: set[str] = set()
    for stage in attack.rules.stages:
        match stage:
            case AddStage():
                yield (dice := value_of(stage.dice, attack))
                pools |= {stage.pool} if dice > 0 else set()
            case RollStage() if stage.pool in pools:
                yield (rolled := value_of(stage.when, attack))
                pools.discard(stage.pool)
                pools |= {
                    pool for pool in (stage.fails, stage.passes if rolled else None) if pool is not None
                }
                if rolled:
                    yield value_of(stage.target, attack)
            case MoveStage() if stage.from_ in pools:
                pools |= {stage.to} if stage.to is not None else set()
                if stage.most is not None:
                    yield value_of(stage.most, attack)
            case _:
                pass
    if attack.rules.damage.pool in pools:
        yield value_of(attack.rules.damage.each, attack)


def formulas(attack: AttackInputs) -> Iterator[Formula]:
    """Every formula that this attack could come to; special dice that it hasn't are never thrown."""
    rules = attack.rules
    for stage in rules.stages:
        if not isinstance(stage, ThrowStage) or stage.dice in attack.dice:
            yield from _of_stage(stage)
    yield rules.damage.each
    yield from (each.when for each in rules.forbidden)
    if rules.casualties is not None:
        yield from (rules.casualties.hp, rules.casualties.shield, rules.casualties.most)


def _of_stage(stage: Stage) -> Sequence[Formula]:
    match stage:
        case AddStage():
            return [stage.dice]
        case RollStage():
            return [stage.when, stage.target]
        case MoveStage():
            return [stage.most] if stage.most is not None else []
        case ThrowStage():
            return [stage.when]


def value_of(formula: Formula, attack: AttackInputs) -> int:
    """Its value before anything is thrown."""
    thrown = {throw.number: 0 for throw in attack.rules.throws()}
    try:
        return formula.value({**attack.numbers, **thrown})
    except ValueError as error:
        raise Refusal(str(error), say("Mend it in the system's sequence.")) from error


def low(number: Number) -> int:
    """The lowest that is tried."""
    return number.least


def one(number: Number) -> int:
    """1, where it can be."""
    return min(1, number.most)


def high(number: Number) -> int:
    """The highest that is tried."""
    return number.most
