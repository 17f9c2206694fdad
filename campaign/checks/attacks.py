"""Attacks: their stages name pools, numbers and tags that are there, and formulas always have a value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from campaign.checks.files import Content, check
from campaign.checks.formulas import Values, tried
from campaign.errors import Problem, did_you_mean
from campaign.mechanisms.attack.rules import (
    ALLOWED,
    RANGE,
    AddStage,
    AttackRules,
    MoveStage,
    Number,
    RollStage,
    ThrowStage,
    Weapon,
    WeaponUse,
    known_names,
)
from campaign.mechanisms.formula import Formula, in_formulas
from campaign.words import say

if TYPE_CHECKING:
    from campaign.files.converters import Path_
    from campaign.files.schema import Where


@check
def attacks_name_pools(content: Content) -> Iterator[Problem]:
    if (rules := content.attack_rules) is None:
        return
    pools = [pool.id for pool in rules.pools]
    named: list[tuple[Where, Path_, str | None]] = [(rules.where, ("damage", "pool"), rules.damage.pool)]
    for stage in rules.stages:
        match stage:
            case AddStage():
                named += [(stage.where, ("pool",), stage.pool)]
            case RollStage():
                named += [(stage.where, (key,), getattr(stage, key)) for key in ("pool", "passes", "fails")]
            case MoveStage():
                named += [(stage.where, ("from",), stage.from_), (stage.where, ("to",), stage.to)]
            case ThrowStage():
                pass
    for where, path, pool in named:
        if pool is not None and pool not in pools:
            message = say("There is no pool “{name}”.", name=pool)
            yield content.problem("unknown-pool", where, path, message, did_you_mean(pool, pools))


@check
def names_in_attacks_differ(content: Content) -> Iterator[Problem]:
    """In formulas a name stands for one thing, and what is thrown is called as no pool is."""
    if (rules := content.attack_rules) is None:
        return
    named: list[tuple[Where, Path_, str]] = [(number.where, ("id",), number.id) for number in rules.numbers]
    named += [(rules.where, ("tags", at, "id"), in_formulas(tag.id)) for at, tag in enumerate(rules.tags)]
    throws = {throw.number: throw for throw in rules.throws()}
    named += [(throw.where, ("number",), name) for name, throw in throws.items()]
    known = {RANGE, ALLOWED, "x", "y", *(throws.keys() & {pool.id for pool in rules.pools})}
    for where, path, name in named:
        if name in known:
            message = say("“{name}” already means something else in formulas.", name=name)
            yield content.problem("taken-name", where, path, message, say("Choose another id."))
        known.add(name)


@check
def attacks_name_numbers(content: Content) -> Iterator[Problem]:
    """What keywords, reaches and groups give are numbers."""
    if (rules := content.attack_rules) is None:
        return
    given = _numbers(rules, "keyword")
    for keyword in rules.keywords:
        yield from _unknown_numbers(content, keyword.where, ("gives",), keyword.gives, given)
    for reach in rules.reaches:
        yield from _unknown_numbers(content, reach.where, ("gives",), reach.gives, _numbers(rules, "weapon"))
    engaged = rules.casualties.engaged if rules.casualties is not None else None
    if engaged is not None and engaged not in (known := _numbers(rules, "situation")):
        message, path = say("There is no number “{name}” here.", name=engaged), ("casualties", "engaged")
        yield content.problem("unknown-number", rules.where, path, message, did_you_mean(engaged, known))


def _numbers(rules: AttackRules, of: str) -> list[str]:
    return [number.id for number in rules.numbers if number.of == of]


def _unknown_numbers(
    content: Content, where: Where, path: Path_, named: Iterable[str], known: list[str]
) -> Iterator[Problem]:
    for name in named:
        if name not in known:
            message = say("There is no number “{name}” here.", name=name)
            near = did_you_mean(name, known)
            yield content.problem("unknown-number", where, (*path, name), message, near, key=True)


@check
def sequence_formulas_have_a_value(content: Content) -> Iterator[Problem]:
    """Each number at 0, its least and its most; what is thrown may be named only once it was thrown."""
    if (rules := content.attack_rules) is None:
        return
    scope = _scope(rules)
    keyword_scope = {name: values for name, values in scope.items() if name not in _numbers(rules, "keyword")}
    keyword_scope |= {"x": [0, 1, 20], "y": [0, 1, 20]}
    for keyword in rules.keywords:
        for name, gives in keyword.gives.items():
            yield from tried(content, keyword.where, ("gives", name), gives, [keyword_scope])
    for each in rules.forbidden:
        yield from tried(content, each.where, ("when",), each.when, [scope])
    for key in ("hp", "shield", "most") if rules.casualties else ():
        yield from tried(content, rules.where, ("casualties", key), getattr(rules.casualties, key), [scope])
    for stage in rules.stages:
        for key in ("dice", "when", "target", "most"):
            formula = getattr(stage, key, None)
            if isinstance(formula, Formula):
                yield from tried(content, stage.where, (key,), formula, [scope])
        if isinstance(stage, ThrowStage):
            scope = scope | {stage.number: [0, 1, 6]}
    yield from tried(content, rules.where, ("damage", "each"), rules.damage.each, [scope])


def _scope(rules: AttackRules) -> Values:
    scope: Values = {name: [0, 1] for name in known_names(rules)}
    scope |= {number.id: _tried_at(number) for number in rules.numbers}
    return scope | {RANGE: [0, 1, 24]}


def _tried_at(number: Number) -> list[int]:
    return sorted({0, number.least, number.most})


@check
def units_name_what_is_there(content: Content) -> Iterator[Problem]:
    """A unit's tags, numbers, keywords and reaches are those of the system's attacks."""
    if (rules := content.attack_rules) is None:
        return
    tags = [tag.id for tag in rules.tags]
    for unit in (unit for _, units in content.units for unit in units):
        for at, tag in enumerate(unit.tags):
            yield from _unknown_tag(content, unit.where, ("tags", at), tag, tags)
        yield from _unknown_numbers(
            content, unit.where, ("numbers",), unit.numbers, _numbers(rules, "target")
        )
        yield from _uses(content, rules, unit.keywords)
        for weapon in unit.weapons:
            yield from _in_weapon(content, rules, weapon, tags)


def _in_weapon(content: Content, rules: AttackRules, weapon: Weapon, tags: list[str]) -> Iterator[Problem]:
    reaches = [reach.id for reach in rules.reaches]
    if isinstance(weapon.range, str) and weapon.range not in reaches:
        message = say("There is no reach “{name}”.", name=weapon.range)
        near = did_you_mean(weapon.range, reaches)
        yield content.problem("unknown-reach", weapon.where, ("range",), message, near)
    for at, tag in enumerate(weapon.against):
        yield from _unknown_tag(content, weapon.where, ("against", at), tag, tags)
    known = _numbers(rules, "weapon")
    yield from _unknown_numbers(content, weapon.where, ("numbers",), weapon.numbers, known)
    thrown = [throw.dice for throw in rules.throws()]
    yield from _unknown_numbers(content, weapon.where, ("dice",), weapon.dice, thrown)
    for name, die in weapon.dice.items():
        for at, tag in enumerate(die.against):
            yield from _unknown_tag(content, weapon.where, ("dice", name, "against", at), tag, tags)
    yield from _uses(content, rules, weapon.keywords)


def _uses(content: Content, rules: AttackRules, uses: Iterable[WeaponUse]) -> Iterator[Problem]:
    keywords = [keyword.id for keyword in rules.keywords]
    tags = [tag.id for tag in rules.tags]
    for use in uses:
        if use.keyword not in keywords:
            message = say("There is no keyword “{name}”.", name=use.keyword)
            near = did_you_mean(use.keyword, keywords)
            yield content.problem("unknown-keyword", use.where, ("keyword",), message, near)
        if use.tag is not None:
            yield from _unknown_tag(content, use.where, ("tag",), use.tag, tags)


def _unknown_tag(content: Content, where: Where, path: Path_, tag: str, tags: list[str]) -> Iterator[Problem]:
    if tag not in tags:
        message = say("There is no tag “{name}”.", name=tag)
        yield content.problem("unknown-tag", where, path, message, did_you_mean(tag, tags))
