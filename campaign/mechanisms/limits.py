"""Holding a roster against the limits of a system: every breach, with its place and what would be legal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from campaign.mechanisms.formula import in_formulas
from campaign.mechanisms.named_test import fill
from campaign.mechanisms.roster import Roster
from campaign.mechanisms.teams import Cast, Limit, Scope, TeamRules
from campaign.words import listed, say

__all__ = ["Breach", "breaches"]


@dataclass(frozen=True, slots=True)
class Breach:
    """A limit that a roster breaks: where in the file, and what to say of it."""

    limit: str
    path: tuple[str | int, ...]
    rules: tuple[str, ...]
    message: str
    remedy: str


@dataclass(frozen=True, slots=True)
class _Item:
    """One thing that a limit can count: its place in the roster, its names for formulas, its groups."""

    path: tuple[str | int, ...]
    scope: Scope
    name: str
    groups: Mapping[str, str]


def breaches(rules: TeamRules, roster: Roster, settings: Mapping[str, int]) -> list[Breach]:
    """Every limit that a roster breaks, upgrades on models that may not have them included."""
    cast = Cast(rules, roster, settings)
    found = list(_wrong_upgrades(cast))
    for limit in rules.limits:
        if limit.when.value(cast.team):
            found += _broken(cast, limit)
    return list(dict.fromkeys(found))


def _wrong_upgrades(cast: Cast) -> Iterator[Breach]:
    for place, model in enumerate(cast.roster.models):
        for number, name in enumerate(model.upgrades):
            upgrade = cast.upgrades[name]
            if not upgrade.only.value(cast.scopes[place]):
                message = say("“{model}” can’t have “{upgrade}”.", model=model.name, upgrade=upgrade.name)
                path = ("models", place, "upgrades", number)
                yield Breach(upgrade.id, path, upgrade.rules, message, upgrade.legal)


def _broken(cast: Cast, limit: Limit) -> Iterator[Breach]:
    if limit.value is not None:
        yield from _judged(cast, limit, limit.value.value(cast.team), [], "", {})
        return
    groups: dict[str, list[_Item]] = {}
    for item in _items(cast, limit.of):
        groups.setdefault(item.groups.get(limit.for_each or "", ""), []).append(item)
    for group, items in groups.items() or [("", [])]:
        counted = [item for item in items if limit.counts.value({**cast.team, **item.scope})]
        if limit.for_each is not None and not counted:
            continue
        found = len(counted)
        if limit.sum is not None:
            found = sum(limit.sum.value({**cast.team, **item.scope}) for item in counted)
        yield from _judged(cast, limit, found, counted, group, {"others": len(items) - len(counted)})


def _items(cast: Cast, of: str) -> Iterator[_Item]:
    if of == "themes":
        for place, theme in enumerate(cast.roster.themes):
            yield _Item(("themes", place), {}, theme, {})
        return
    for number, (place, model) in enumerate(cast.roster.singly()):
        path, scope = ("models", place), cast.scopes[place]
        groups = {"unit": (model.unit or model.name).casefold(), "model": str(number)}
        if of == "models":
            yield _Item(path, scope, model.name, groups)
        elif of == "weapons":
            traits = [trait.id for trait in cast.rules.traits if trait.of == "weapon"]
            for which, weapon in enumerate(model.weapons):
                own = {in_formulas(name): int(name in weapon.traits) for name in traits}
                yield _Item((*path, "weapons", which), {**scope, **own}, weapon.name, groups)
        else:
            classes = {upgrade.class_ for upgrade in cast.rules.upgrades}
            for which, name in enumerate(model.upgrades):
                upgrade = cast.upgrades[name]
                own = {in_formulas(each): int(each == upgrade.class_) for each in classes}
                own |= {in_formulas(each): int(each == name) for each in cast.upgrades}
                at = (*path, "upgrades", which)
                yield _Item(at, {**scope, **own}, upgrade.name, {**groups, "upgrade": upgrade.name})


def _judged(
    cast: Cast, limit: Limit, found: int, counted: list[_Item], group: str, more: Scope
) -> Iterator[Breach]:
    scope = {**cast.team, **more}
    least = None if limit.least is None else limit.least.value(scope)
    most = None if limit.most is None else limit.most.value(scope)
    too_many = most is not None and found > most
    if not too_many and (least is None or found >= least):
        return
    # One too many is shown where it stands; where none may be, each of them is, a line of models once.
    beyond = counted[most or 0 :] if too_many and limit.sum is None else counted[:1]
    if most != 0:
        beyond = beyond[:1]
    names = listed(dict.fromkeys(item.name for item in counted))
    for path in dict.fromkeys(item.path for item in beyond) if beyond else [("models",)]:
        index = path[1] if len(path) > 1 and path[0] == "models" else None
        model = cast.roster.models[index].name if isinstance(index, int) else ""
        units = {(each.unit or each.name).casefold(): each.unit or each.name for each in cast.roster.models}
        values = {
            "found": found,
            "least": least,
            "most": most,
            "model": model,
            "names": names,
            "group": units.get(group, group),
        }
        yield Breach(limit.id, path, limit.rules, fill(limit.says, values), fill(limit.legal, values))
