"""Team rules: their formulas ask only for what is known of a model and of a team, and prices go by stats that
are there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from campaign.checks.files import Content, check
from campaign.checks.formulas import Values, all_settings, tried
from campaign.errors import Problem, did_you_mean
from campaign.mechanisms.formula import in_formulas
from campaign.words import say

if TYPE_CHECKING:
    from campaign.files.converters import Path_
    from campaign.files.schema import Where
    from campaign.mechanisms.team_rules import TeamRules

FEW = [0, 1, 3]


@check
def team_formulas_have_a_value(content: Content) -> Iterator[Problem]:
    if (rules := content.team_rules) is None:
        return
    bare = _of_models(rules)
    model: Values = {
        **bare,
        "base": FEW,
        "points": FEW,
        **{in_formulas(kind.id): [0, 1] for kind in rules.kinds},
    }
    for index, stat in enumerate(rules.stats):
        yield from tried(content, rules.where, ("stats", index, "needed"), stat.needed, [bare])
    so_far: Values = {**bare, "base": FEW, "points": FEW}
    for kind in rules.kinds:
        yield from tried(content, kind.where, ("when",), kind.when, [so_far])
        so_far = {**so_far, in_formulas(kind.id): [0, 1]}
    for upgrade in rules.upgrades:
        yield from tried(content, upgrade.where, ("only",), upgrade.only, [model])
    for index, bonus in enumerate(rules.leader):
        yield from tried(content, rules.where, ("leader", index, "when"), bonus.when, [model])
    if rules.breaking is not None:
        models = {"models": list(range(1, 41))}
        yield from tried(content, rules.breaking.where, ("at",), rules.breaking.at, [models])
    yield from _limits(content, rules, model)


def _limits(content: Content, rules: TeamRules, model: Values) -> Iterator[Problem]:
    settings = all_settings(content.system) if content.system else {}
    team: Values = {
        **settings,
        **{in_formulas(theme.id): [0, 1] for theme in rules.themes},
        **dict.fromkeys(("models", "total", "fees"), FEW),
    }
    classes = {in_formulas(upgrade.class_): [0, 1] for upgrade in rules.upgrades}
    own: dict[str, Values] = {
        "models": team | model,
        "weapons": team
        | model
        | {in_formulas(each.id): [0, 1] for each in rules.traits if each.of == "weapon"},
        "upgrades": team | model | classes | {in_formulas(each.id): [0, 1] for each in rules.upgrades},
        "themes": team,
    }
    for limit in rules.limits:
        grouped: Values = {**team, "others": FEW}
        yield from tried(content, limit.where, ("when",), limit.when, [team])
        yield from tried(content, limit.where, ("value",), limit.value, [team])
        yield from tried(content, limit.where, ("counts",), limit.counts, [own[limit.of]])
        yield from tried(content, limit.where, ("sum",), limit.sum, [own[limit.of]])
        for key in ("least", "most"):
            yield from tried(
                content, limit.where, (key,), getattr(limit, key), [team if limit.value else grouped]
            )
        if limit.least is None and limit.most is None:
            message = say("The limit “{name}” has neither “least” nor “most”.", name=limit.id)
            yield content.problem("missing-key", limit.where, (), message, say("Add a line “most: …”."))


def _of_models(rules: TeamRules) -> Values:
    """What is known of a model before its price."""
    found: Values = {stat.id: FEW for stat in rules.stats}
    for trait in rules.traits:
        name = in_formulas(trait.id)
        found |= {name: [0, 1]} if trait.of == "model" else {f"with_{name}": FEW}
    return {**found, "leader": [0, 1]}


@check
def prices_go_by_stats(content: Content) -> Iterator[Problem]:
    """A second price needs the stat that decides; the Team Leader gains in a stat that there is, and wounds
    are one.
    """
    if (rules := content.team_rules) is None:
        return
    stats = [stat.id for stat in rules.stats]
    for upgrade in rules.upgrades:
        if upgrade.by is not None:
            yield from _unknown_stat(content, upgrade.where, ("by",), upgrade.by, stats)
        if len(upgrade.cost) != (1 if upgrade.by is None else 2):
            message = say("Prices of “{name}”: {count}.", name=upgrade.name, count=len(upgrade.cost))
            remedy = say("Write one price, or two and “by:” with the stat that decides.")
            yield content.problem("prices", upgrade.where, ("cost",), message, remedy)
    for index, bonus in enumerate(rules.leader):
        yield from _unknown_stat(content, rules.where, ("leader", index, "stat"), bonus.stat, stats)
    if rules.wounds is not None:
        yield from _unknown_stat(content, rules.where, ("wounds",), rules.wounds, stats)


@check
def breaking_has_its_test(content: Content) -> Iterator[Problem]:
    breaking = content.team_rules.breaking if content.team_rules else None
    if breaking is None or content.team_rules is None:
        return
    yield from _unknown_stat(
        content, breaking.where, ("by",), breaking.by, [stat.id for stat in content.team_rules.stats]
    )
    tests = {test.id: test for _, tests in content.tests for test in tests.tests}
    if breaking.test not in tests:
        message = say("There is no test “{name}”.", name=breaking.test)
        yield content.problem(
            "unknown-test", breaking.where, ("test",), message, did_you_mean(breaking.test, tests)
        )
    elif breaking.asks not in (asks := [ask.id for ask in tests[breaking.test].asks]):
        message = say("“{test}” doesn’t ask for “{name}”.", test=breaking.test, name=breaking.asks)
        yield content.problem(
            "unknown-test", breaking.where, ("asks",), message, did_you_mean(breaking.asks, asks)
        )


def _unknown_stat(
    content: Content, where: Where, path: Path_, name: str, stats: list[str]
) -> Iterator[Problem]:
    if name not in stats:
        message = say("There is no stat “{name}”.", name=name)
        yield content.problem("unknown-stat", where, path, message, did_you_mean(name, stats))
