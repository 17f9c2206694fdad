"""The numbers of one attack: weapon, target and situation, what keywords make of them, and which of them
matter: that bring dice, that have to be given, that could change anything.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import product

from campaign.errors import Refusal, did_you_mean, refuse
from campaign.mechanisms.attack.casualties import TargetState
from campaign.mechanisms.attack.rules import (
    ALLOWED,
    RANGE,
    AddStage,
    AttackRules,
    Keyword,
    MoveStage,
    Number,
    RollStage,
    ThrowStage,
    Unit,
    Weapon,
    WeaponUse,
    formulas_of,
    known_names,
)
from campaign.mechanisms.dice import Dice
from campaign.mechanisms.formula import Formula, in_formulas
from campaign.record import Record, replace
from campaign.words import say

Numbers = dict[str, int]


class AttackInputs(Record, kw_only=False, eq=False):
    """All that an attack depends on; each is itself alone, so that what follows from one can be kept.

    `numbers` has every name that a formula may ask for; `dice` are the special dice that work against this
    target.
    """

    rules: AttackRules
    numbers: Mapping[str, int]
    dice: Mapping[str, Dice]


def given(
    rules: AttackRules,
    weapon: Weapon | None = None,
    target: Unit | None = None,
    situation: Mapping[str, int] | None = None,
    dice: Mapping[str, Dice] | None = None,
    keywords: Iterable[WeaponUse] = (),
) -> AttackInputs:
    """The numbers of an attack (SCR-1).

    `situation` may give any number, also in place of the weapon's or the target's, and a tag by its name in
    formulas. `dice` stand in place of the weapon's special dice of that name (against the same tags, or any
    where the weapon has none). `keywords` are those that others have given to the weapon or the target.

    Raises Refusal for a number, tag or keyword that the rules don't have.
    """
    asked = dict(situation or {})
    base = dict.fromkeys(known_names(rules), 0)
    base[ALLOWED] = 1
    uses = [*keywords]
    if target is not None:
        base |= target.numbers | {in_formulas(tag): 1 for tag in target.tags}
        uses += target.keywords
    base |= {name: number for name, number in asked.items() if name in base}
    special = {}
    if weapon is not None:
        base |= _of_weapon(rules, weapon, base)
        uses += weapon.keywords
        special = {name: die.dice for name, die in weapon.dice.items() if _any_of(die.against, base)}
    special |= {name: die for name, die in (dice or {}).items() if _works(name, weapon, base)}
    base |= asked
    _only_known(rules, base, special)
    return AttackInputs(rules, _with_keywords(rules, base, uses), special)


def _of_weapon(rules: AttackRules, weapon: Weapon, base: Mapping[str, int]) -> Numbers:
    found = dict(weapon.numbers)
    if isinstance(weapon.range, int):
        found[RANGE] = weapon.range
    else:
        reaches = {reach.id: reach for reach in rules.reaches}
        if weapon.range not in reaches:
            raise Refusal(
                say("There is no reach “{name}”.", name=weapon.range), did_you_mean(weapon.range, reaches)
            )
        found |= reaches[weapon.range].gives
    found[ALLOWED] = int(_any_of(weapon.against, base))
    return found


def _any_of(tags: tuple[str, ...], numbers: Mapping[str, int]) -> bool:
    return not tags or any(numbers.get(in_formulas(tag), 0) for tag in tags)


def _works(name: str, weapon: Weapon | None, numbers: Mapping[str, int]) -> bool:
    """Whether dice in place of a weapon's work against the target: against the same tags."""
    own = weapon.dice.get(name) if weapon is not None else None
    return own is None or _any_of(own.against, numbers)


def _only_known(rules: AttackRules, numbers: Mapping[str, int], dice: Mapping[str, Dice]) -> None:
    for names, known in (
        (numbers, known_names(rules)),
        (dice, [throw.dice for throw in rules.throws()]),
    ):
        for name in names:
            if name not in known:
                raise Refusal(
                    say("The attack doesn’t use a number “{name}”.", name=name), did_you_mean(name, known)
                )


def _with_keywords(rules: AttackRules, base: Numbers, uses: Iterable[WeaponUse]) -> Numbers:
    """The same keyword counts once, each of its numbers at the highest; different keywords add up (PF-S6)."""
    known = {keyword.id: keyword for keyword in rules.keywords}
    best: dict[str, Numbers] = {}
    for use in uses:
        if use.keyword not in known:
            raise Refusal(
                say("There is no keyword “{name}”.", name=use.keyword), did_you_mean(use.keyword, known)
            )
        if use.tag is None or base.get(in_formulas(use.tag), 0):
            held = best.setdefault(use.keyword, {})
            for name, value in _gives(known[use.keyword], {**base, "x": use.x, "y": use.y}).items():
                held[name] = max(value, held.get(name, value))
    numbers = dict(base)
    for gained in best.values():
        for name, value in gained.items():
            numbers[name] += value
    return numbers


def _gives(keyword: Keyword, scope: Mapping[str, int]) -> Numbers:
    return {name: valued(formula, scope) for name, formula in keyword.gives.items()}


def valued(formula: Formula, scope: Mapping[str, int]) -> int:
    """A formula of the sequence. Raises Refusal where it has no value."""
    try:
        return formula.value(scope)
    except ValueError as error:
        raise Refusal(str(error), say("Correct it in the system’s sequence.")) from error


def forbidden(attack: AttackInputs) -> tuple[str, ...]:
    """Why this attack may not be made; nothing where it may (SCR-3)."""
    return tuple(each.says for each in attack.rules.forbidden if valued(each.when, attack.numbers))


def victim(attack: AttackInputs, models: int, groups: tuple[int, ...] = ()) -> TargetState:
    """The target unit at full health. `groups` are those of an engaged unit, in the order of 3.7.

    Raises Refusal where the sequence has no casualties or a model no hit points.
    """
    casualties = attack.rules.casualties
    hp = 0 if casualties is None else valued(casualties.hp, attack.numbers)
    if casualties is None or hp < 1:
        refuse("The target’s hit points are unknown.", "Name a unit, or give its hit points.")
    shield = max(0, valued(casualties.shield, attack.numbers))
    models = sum(groups) if groups else models
    return TargetState(hp=hp, models=models, groups=groups, shield=shield, shielded=shield > 0)


def casualty_cap(attack: AttackInputs) -> int | None:
    """The most models that this attack may remove; None for no cap."""
    casualties = attack.rules.casualties
    return None if casualties is None else valued(casualties.most, attack.numbers) or None


# --- which numbers matter ---


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
    trial |= {each.id: each.most for each in first}

    def seen(number: Number, value: int) -> tuple[int, ...]:
        return tuple(_met(replace(attack, numbers={**attack.numbers, **trial, number.id: value})))

    found = [each for each in asked if len({seen(each, value) for value in (0, 1, each.most)}) > 1]
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
            yield from (each for each in formulas_of(stage) if each is not None)
    yield rules.damage.each
    yield from (each.when for each in rules.forbidden)
    if rules.casualties is not None:
        yield from (rules.casualties.hp, rules.casualties.shield, rules.casualties.most)


def value_of(formula: Formula, attack: AttackInputs) -> int:
    """Its value before anything is thrown."""
    return valued(formula, {**attack.numbers, **{throw.number: 0 for throw in attack.rules.throws()}})


def matters(number: Number, others: Sequence[Number], attack_with: Callable[[Numbers], AttackInputs]) -> bool:
    """Whether a number of the situation could change anything in an attack.

    It is tried low, at 1 and high, while the `others` that nobody has given yet are all low, all 1 or all
    high, or one of them is apart from these.
    """
    ends = [{each.id: value(each) for each in others} for value in (_low, _one, _high)]
    apart = [{**end, each.id: value(each)} for end, each, value in product(ends, others, (_low, _one, _high))]

    def seen(numbers: Numbers) -> tuple[int, ...]:
        attack = attack_with(numbers)
        return tuple(value_of(each, attack) for each in formulas(attack))

    for trial in (*ends, *apart):
        first, *more = (seen({**trial, number.id: value}) for value in {number.least, 0, 1, number.most})
        if any(each != first for each in more):
            return True
    return False


def _low(number: Number) -> int:
    return number.least


def _one(number: Number) -> int:
    return min(1, number.most)


def _high(number: Number) -> int:
    return number.most
