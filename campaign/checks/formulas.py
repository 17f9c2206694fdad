"""Formulas have a value wherever they can be asked for one, and texts name only what will be filled in.

A formula is tried with every number of sides, and with each setting at its default, its least and its most.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice, product
from typing import TYPE_CHECKING

from campaign.checks.files import Content, check
from campaign.content.mission import Mission
from campaign.content.steps.draw import DrawStep
from campaign.content.steps.size import SizeStep
from campaign.errors import Problem, did_you_mean
from campaign.mechanisms.formula import Formula, in_formulas
from campaign.mechanisms.standings import KNOWN
from campaign.words import listed, say

if TYPE_CHECKING:
    from campaign.content.system import System
    from campaign.files.converters import Path_
    from campaign.files.schema import Where
    from campaign.mechanisms.board import Layout
    from campaign.mechanisms.named_tests import NamedTest


def _scopes(content: Content, missions: Iterable[Mission]) -> list[Values]:
    """What terms may use: one scope for each layout and size; the widest guess where there is none."""
    system = content.system
    assert system is not None
    brought = [(row.layout, row.sizes) for row in content.rows() if row.layout is not None]
    found = []
    for mission in missions:
        own: list[tuple[Layout, tuple[str, ...]]] = [(layout, ()) for layout in mission.layouts]
        for layout, only in own or brought:
            sizes = [each.id for each in system.sizes if not only or each.id in only] or [""]
            found += [_scope(system, mission, layout, size) for size in sizes]
    sides = list(range(system.sides.least, system.sides.most + 1))
    wide: Values = {"sides": sides, "rounds": [5], "markers": [1, 2, 4]}
    return found or [{**wide, **number_settings(system), **_sizes(system)}]


def _scope(system: System, mission: Mission, layout: Layout, size: str) -> Values:
    length = mission.length
    given: Values = {"sides": [layout.sides], "rounds": [length.fixed(size)], **number_settings(system)}
    placed = _values(layout.placing.each, given) if layout.placing else [0]
    markers = [len(layout.markers) + each * layout.sides for each in placed]
    return {**given, **_sizes(system, size), "rounds": [length.longest(size)], "markers": markers}


def _sizes(system: System, size: str | None = None) -> Values:
    """Each size as formulas know it: 1 where it holds, and both where that is not known."""
    return {in_formulas(each.id): [0, 1] if size is None else [int(each.id == size)] for each in system.sizes}


def _values(formula: Formula, scope: Values) -> list[int]:
    """Each value that the formula takes in the scope; a failing one is another check's."""
    if not formula.names <= set(scope):
        return [1]
    names = sorted(formula.names)
    found = set()
    for values in islice(product(*(scope[name] for name in names)), MOST_TRIALS):
        try:
            found.add(formula.value(dict(zip(names, values, strict=True))))
        except ValueError:
            found.add(1)
    return sorted(found)


@check
def terms_have_a_value(content: Content) -> Iterator[Problem]:
    if not content.system:
        return
    everywhere = _scopes(content, content.missions.values())
    # What a card scores is worked out when it comes to light, without the board and the size of the battle.
    unknown = {"markers", *_sizes(content.system)}
    dealt = [{name: values for name, values in scope.items() if name not in unknown} for scope in everywhere]
    groups = [(content.system.terms, everywhere)]
    groups += [
        (bearer.terms, _scopes(content, [bearer]) if isinstance(bearer, Mission) else everywhere)
        for bearer in content.bearers()
    ]
    groups += [(card.terms, dealt) for card in content.dealt()]
    for terms, scopes in groups:
        for term in terms:
            yield from tried(content, term.where, ("each",), term.each, scopes)
            points: Values = {"points": [1, 16, 250]}
            yield from tried(content, term.where, ("worth",), term.worth, [s | points for s in scopes])
            answers: Values = {in_formulas(other.id): [0, 1] for other in terms}
            yield from tried(content, term.where, ("most",), term.most, [s | answers for s in scopes])
            each_round: Values = {"round": [1, 2, 20]}
            yield from tried(content, term.where, ("in_all",), term.in_all, [s | each_round for s in scopes])
            flags = all_settings(content.system)
            yield from tried(content, term.where, ("when",), term.when, [flags | s for s in scopes])


@check
def supplies_have_a_value(content: Content) -> Iterator[Problem]:
    """What a mission lets on the table, the lead that wins it, and when a table is rolled on."""
    if not content.system:
        return
    flags = all_settings(content.system)
    for mission in content.missions.values():
        scopes = [flags | scope for scope in _scopes(content, [mission])]
        yield from tried(content, mission.where, ("lead",), mission.lead, scopes)
        for table in mission.during:
            yield from tried(content, table.where, ("when",), table.when, scopes)
        if mission.supply is not None:
            yield from tried(content, mission.supply.where, ("start",), mission.supply.start, scopes)
            yield from tried(content, mission.supply.where, ("more",), mission.supply.more, scopes)


@check
def steps_have_a_value(content: Content) -> Iterator[Problem]:
    """What the procedure asks the settings."""
    if not (system := content.system):
        return
    known: list[Values] = [all_settings(system)]
    yield from tried(content, system.where, ("sides", "teams"), system.sides.teams, known)
    for size in system.sizes:
        yield from tried(content, size.where, ("when",), size.when, known)
    for step in system.procedure:
        if isinstance(step, SizeStep):
            for index, budget in enumerate(step.budgets):
                yield from tried(content, step.where, ("budgets", index, "value"), budget.value, known)
        if isinstance(step, DrawStep):
            yield from tried(content, step.where, ("chosen",), step.chosen, known)
            yield from tried(content, step.where, ("lasting",), step.lasting, known)


@check
def markers_have_a_value(content: Content) -> Iterator[Problem]:
    for mission in content.missions.values():
        for layout in mission.layouts:
            if content.system and layout.placing:
                known: Values = {"sides": [layout.sides], "rounds": [mission.length.rounds]}
                known |= number_settings(content.system)
                yield from tried(content, layout.placing.where, ("each",), layout.placing.each, [known])


@check
def counts_have_a_value(content: Content) -> Iterator[Problem]:
    """A count knows the side's models alone."""
    for option in content.options():
        if option.count and option.count.dice is None and option.count.formula is None:
            message = say("A count needs “dice” or a “formula”.")
            yield content.problem(
                "missing-key", option.count.where, (), message, say("Add a line “dice: …”.")
            )
        elif option.count:
            models = {"models": list(range(1, 41))}
            yield from tried(content, option.count.where, ("formula",), option.count.formula, [models])


@check
def standings_have_a_value(content: Content) -> Iterator[Problem]:
    if not (system := content.system):
        return
    names = [*KNOWN, *(resource.id for resource in system.resources)]
    names += [status.id for resource in system.resources for status in resource.status]
    known: Values = {in_formulas(name): [0, 1, 7] for name in names}
    for index, key in enumerate(system.standings.keys):
        yield from tried(content, system.where, ("standings", "keys", index, "value"), key.value, [known])


@check
def tests_have_a_value(content: Content) -> Iterator[Problem]:
    for test in (test for _, tests in content.tests for test in tests.tests):
        known = all_settings(content.system) if content.system else {}
        known |= {ask.id: sorted({ask.least, ask.most, ask.default or ask.least}) for ask in test.asks}
        for key in ("times", "plus", "target", "last_wins"):
            yield from tried(content, test.where, (key,), getattr(test, key), [known])
        for index, band in enumerate(test.bands):
            yield from tried(content, test.where, ("bands", index, "at_least"), band.at_least, [known])


@check
def numbers_are_in_range(content: Content) -> Iterator[Problem]:
    """Defaults and starts lie between their least and their most."""
    if not (system := content.system):
        return
    if system.sides.least > system.sides.most:
        message = say(
            "The number of sides can’t be {least} to {most}.",
            least=system.sides.least,
            most=system.sides.most,
        )
        yield content.problem(
            "out-of-range", system.where, ("sides", "least"), message, say("Swap the two numbers.")
        )
    for index, setting in enumerate(system.settings):
        if not isinstance(setting.default, bool) and not setting.least <= setting.default <= setting.most:
            message = say("The default {default} is out of range.", default=setting.default)
            remedy = say("Write a number from {least} to {most}.", least=setting.least, most=setting.most)
            yield content.problem(
                "out-of-range", system.where, ("settings", index, "default"), message, remedy
            )
    for resource in system.resources:
        least, most = resource.min, resource.max
        if (least is not None and resource.start < least) or (most is not None and resource.start > most):
            message = say(
                "“{name}” starts at {start}, outside its own limits.",
                name=resource.name,
                start=resource.start,
            )
            yield content.problem(
                "out-of-range", resource.where, ("start",), message, say("Change start, min or max.")
            )


@check
def placeholders_are_known(content: Content) -> Iterator[Problem]:
    """Questions may name `{side}`; the texts of a test what it asks for and what it rolled."""
    for term in content.terms():
        yield from _placeholders(content, term.where, ("ask",), term.ask, {"side"})
    for option in content.options():
        if option.write:
            yield from _placeholders(content, option.write.where, ("ask",), option.write.ask, {"side"})
    for card in content.dealt():
        if card.write:
            yield from _placeholders(content, card.write.where, ("ask",), card.write.ask, {"side"})
    for test in (test for _, tests in content.tests for test in tests.tests):
        yield from _in_test(content, test)


def _in_test(content: Content, test: NamedTest) -> Iterator[Problem]:
    known = {ask.id for ask in test.asks}
    if test.order:
        known.add("winner")
    else:
        known |= {"total", "dice", "successes"} | ({"target"} if test.target else set())
    for key in ("success", "failure", "tied"):
        yield from _placeholders(content, test.where, (key,), getattr(test, key), known)
    for kind in ("bands", "doubles"):
        for index, each in enumerate(getattr(test, kind)):
            more = known | ({"further"} if each.dice else set())
            yield from _placeholders(content, test.where, (kind, index, "text"), each.text, more)


def _placeholders(
    content: Content, where: Where, path: Path_, text: str, known: set[str]
) -> Iterator[Problem]:
    for name in dict.fromkeys(re.findall(r"\{(\w*)\}", text)):
        if name not in known:
            message = say("“{{{name}}}” has no value here.", name=name)
            remedy = say("Choose from: {names}.", names=listed(f"{{{each}}}" for each in sorted(known)))
            yield content.problem("unknown-placeholder", where, path, message, remedy)


Values = dict[str, list[int]]
MOST_TRIALS = 3000


def tried(
    content: Content,
    where: Where,
    path: Path_,
    formula: Formula | None,
    scopes: Iterable[Mapping[str, list[int]]],
) -> Iterator[Problem]:
    """One problem for each unknown name; else one for the first values with which the formula fails."""
    if formula is None:
        return
    scopes = list(scopes)
    known = set(scopes[0])
    for name in sorted(formula.names - known):
        message = say(
            "The formula “{formula}” uses a name that has no value here: “{name}”.",
            formula=formula,
            name=name,
        )
        yield content.problem("unknown-name", where, path, message, did_you_mean(name, known))
    if formula.names - known:
        return
    for scope in scopes:
        names = sorted(formula.names)
        for values in islice(product(*(scope[name] for name in names)), MOST_TRIALS):
            try:
                formula.value(dict(zip(names, values, strict=True)))
            except ValueError as error:
                at = listed(f"{name} = {value}" for name, value in zip(names, values, strict=True))
                remedy = (
                    say("It fails for these values: {values}.", values=at) if at else say("Write a number.")
                )
                yield content.problem("formula-fails", where, path, str(error), remedy)
                return


def all_settings(system: System) -> Values:
    """Every setting, each flag off and on, each number at its default, its least and its most."""
    flags = {setting.id: [0, 1] for setting in system.settings if isinstance(setting.default, bool)}
    return flags | number_settings(system)


def number_settings(system: System) -> Values:
    """The number settings, each at its default, its least and its most."""
    return {
        setting.id: list(dict.fromkeys((setting.default, setting.least, setting.most)))
        for setting in system.settings
        if not isinstance(setting.default, bool)
    }
