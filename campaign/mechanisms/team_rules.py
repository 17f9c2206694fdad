"""What a system allows in a team: counts and sums over models, chosen by traits and stats, against a limit.

No rule has a function of its own. A formula knows of a model each stat and trait by its id (`-` as `_`, a
stat that it lacks is 0), each kind that follows from them, `leader`, `points` with and `base` without
upgrades, and `with_<trait>`, the number of its weapons of a trait; of a weapon or an upgrade its own traits,
id and class besides. Of the team it knows `models`, `total` (points with fees), `fees`, each theme, and the
settings.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Literal

from campaign.errors import did_you_mean, no_such
from campaign.files.converters import Between, Fault
from campaign.files.schema import WORD, FileRecord, Id
from campaign.mechanisms.formula import Formula, in_formulas
from campaign.mechanisms.named_tests import fill
from campaign.mechanisms.rosters import FieldedModels, Model, Roster
from campaign.record import Record, field
from campaign.words import listed, say

Scope = dict[str, int]


class Stat(Record):
    """A characteristic: its id in rosters and formulas, and whether a model needs it (over its traits)."""

    id: Annotated[str, WORD]
    name: str
    needed: Formula = Formula.parse(0)


class Trait(Record):
    """What a model or one of its weapons can be."""

    id: Id
    name: str
    of: Literal["model", "weapon"] = "model"
    about: str = ""


class ModelKind(FileRecord):
    """What a model is because of its stats and traits."""

    id: Id
    name: str
    when: Formula


class Theme(FileRecord):
    """A theme that a team may pay for. What it lifts and demands stands in the limits."""

    id: Id
    name: str
    text: str
    cost: Annotated[int, Between(0, 999)]
    rules: tuple[str, ...] = ()


class Upgrade(FileRecord):
    """An upgrade of a model, one price or two: the second where the stat `by` is at least `second_from`
    (KZ-U0).

    `only` is what a model must be to have it (a formula), and `legal` says so.
    """

    id: Id
    name: str
    class_: Id
    text: str
    cost: tuple[Annotated[int, Between(0, 999)], ...]
    by: Annotated[str, WORD] | None = None
    only: Formula = Formula.parse(1)
    legal: str = ""
    rules: tuple[str, ...] = ()


class LeaderBonus(Record):
    """What the Team Leader gains, if `when` is true of the model; the first that is true counts."""

    when: Formula
    stat: Annotated[str, WORD]
    by: Annotated[int, Between(1, 9)] = 1


class BreakRule(FileRecord):
    """When a team has to stand a test: at `at` models or fewer (over `models`, those that it began with).

    `test` is rolled, with the stat `by` of the Team Leader, or once the leader is gone the highest that is
    left, for the number that it asks for as `asks`.
    """

    at: Formula
    test: Id
    asks: Annotated[str, WORD]
    by: Annotated[str, WORD]
    failed: str
    passed: str
    rules: tuple[str, ...] = ()


class TeamLimit(FileRecord):
    """One thing that a team must keep to.

    What counts: each of `of` for which `counts` is true, or its `sum`; or with `value` a number of the
    team's. `for_each` counts apart for each unit, each model or each upgrade. It applies while `when` is true
    of the team. `least` and `most` are formulas over the team, and in a group over `others`, those not
    counted. Texts may use `{found}`, `{least}`, `{most}`, `{model}`, `{group}` and `{names}`.
    """

    id: Id
    of: Literal["models", "weapons", "upgrades", "themes"] = "models"
    when: Formula = Formula.parse(1)
    counts: Formula = Formula.parse(1)
    sum: Formula | None = None
    value: Formula | None = None
    for_each: Literal["unit", "model", "upgrade"] | None = None
    least: Formula | None = None
    most: Formula | None = None
    says: str
    legal: str
    rules: tuple[str, ...] = ()


class TeamRules(FileRecord):
    """`missions/<system>/teams.yaml`. `codes` are rule ids under which other faults of a roster are told,
    `wounds` is the stat that says how often a model can be hurt: a roster on paper has so many boxes for it.
    """

    format: Literal[1] = 1
    codes: dict[str, str] = field(default_factory=dict)
    stats: tuple[Stat, ...]
    wounds: Annotated[str, WORD] | None = None
    traits: tuple[Trait, ...] = ()
    kinds: tuple[ModelKind, ...] = ()
    themes: tuple[Theme, ...] = ()
    second_from: int = 4
    upgrades: tuple[Upgrade, ...] = ()
    leader: tuple[LeaderBonus, ...] = ()
    breaking: BreakRule | None = None
    limits: tuple[TeamLimit, ...] = ()


class JudgedRoster:
    """A roster under a system's rules: prices, and what formulas know of each model. The roster has no
    faults.
    """

    def __init__(self, rules: TeamRules, roster: Roster, settings: Mapping[str, int]) -> None:
        self.rules, self.roster = rules, roster
        self.upgrades = {upgrade.id: upgrade for upgrade in rules.upgrades}
        self.fees = sum(theme.cost for theme in rules.themes if theme.id in roster.themes)
        self.scopes = [self._scope(model) for model in roster.models]
        self.total = self.fees + sum(
            model.count * scope["points"] for model, scope in zip(roster.models, self.scopes, strict=True)
        )
        self.team: Scope = {
            **settings,
            **{in_formulas(theme.id): int(theme.id in roster.themes) for theme in rules.themes},
            "models": roster.count,
            "total": self.total,
            "fees": self.fees,
        }

    def price(self, model: Model, upgrade: Upgrade) -> int:
        """What an upgrade costs on this model, in points (KZ-U0)."""
        second = upgrade.by is not None and model.stats.get(upgrade.by, 0) >= self.rules.second_from
        return upgrade.cost[-1] if second else upgrade.cost[0]

    def _scope(self, model: Model) -> Scope:
        rules = self.rules
        scope = _bare_scope(rules, model)
        base = model.points.value({})
        scope |= {
            "base": base,
            "points": base + sum(self.price(model, self.upgrades[name]) for name in model.upgrades),
        }
        for kind in rules.kinds:
            scope[in_formulas(kind.id)] = int(bool(kind.when.value(scope)))
        return scope

    def bonus(self, model: Model) -> LeaderBonus | None:
        """What the Team Leader gains (KZ-L12)."""
        scope = self.scopes[self.roster.models.index(model)]
        return next((bonus for bonus in self.rules.leader if bonus.when.value(scope)), None)


def _bare_scope(rules: TeamRules, model: Model) -> Scope:
    """What formulas know of a model before its price."""
    scope = {stat.id: model.stats.get(stat.id, 0) for stat in rules.stats}
    for trait in rules.traits:
        if trait.of == "model":
            scope[in_formulas(trait.id)] = int(trait.id in model.traits)
        else:
            carried = sum(1 for weapon in model.weapons if trait.id in weapon.traits)
            scope[f"with_{in_formulas(trait.id)}"] = carried
    return {**scope, "leader": int(model.leader)}


def fielded(rules: TeamRules, roster: Roster) -> tuple[FieldedModels, ...]:
    """The models of a team as a battle knows them."""
    scopes = JudgedRoster(rules, roster, {}).scopes
    return tuple(
        FieldedModels(roster.team, model.name, model.count, scope["points"], model.leader)
        for model, scope in zip(roster.models, scopes, strict=True)
    )


def tests_at(rules: TeamRules, models: int) -> int | None:
    """At how many models a team that began with `models` tests; None where teams don't break (KZ-E1)."""
    return rules.breaking.at.value({"models": models}) if rules.breaking is not None else None


# --- what a roster names ---


def roster_faults(rules: TeamRules, roster: Roster) -> list[Fault]:
    """What the system's rules don't know of a roster, or miss in it; without these it can be judged."""
    faults = list(_unknown(("themes",), roster.themes, [theme.id for theme in rules.themes], "theme"))
    names: set[str] = set()
    for place, model in enumerate(roster.models):
        path = ("models", place)
        if model.name.casefold() in names:
            message = say("Two lines have the name “{name}”.", name=model.name)
            faults.append(
                Fault(
                    "same-name", (*path, "name"), message, say("Give each a different name, or use “count:”.")
                )
            )
        names.add(model.name.casefold())
        if any(mark in model.name for mark in ",+:="):
            message = say("“{name}” contains a character that results need: , + : or =.", name=model.name)
            faults.append(Fault("bad-name", (*path, "name"), message, say("Write the name without it.")))
        faults += _model_faults(rules, model, path)
    return faults


def _model_faults(rules: TeamRules, model: Model, path: tuple[str | int, ...]) -> Iterator[Fault]:
    of_models = [trait.id for trait in rules.traits if trait.of == "model"]
    of_weapons = [trait.id for trait in rules.traits if trait.of == "weapon"]
    yield from _unknown((*path, "traits"), model.traits, of_models, "trait")
    yield from _unknown((*path, "upgrades"), model.upgrades, [each.id for each in rules.upgrades], "upgrade")
    for place, weapon in enumerate(model.weapons):
        yield from _unknown((*path, "weapons", place, "traits"), weapon.traits, of_weapons, "trait")
    stats = [stat.id for stat in rules.stats]
    for name in model.stats:
        if name not in stats:
            message = no_such("stat", name)
            yield Fault("unknown-stat", (*path, "stats", name), message, did_you_mean(name, stats), True)
    scope = _bare_scope(rules, model)
    missing = [stat for stat in rules.stats if stat.id not in model.stats and stat.needed.value(scope)]
    for stat in missing:
        message = say("“{name}” has no {stat}.", name=model.name, stat=stat.name)
        yield Fault("no-stat", path, message, say("Add “{id}:” to its stats.", id=stat.id))
    if (reason := _price_fault(model)) is not None:
        remedy = say("Write a whole number of 1 or more, or a sum such as 90 - 4 * 16.")
        yield Fault("no-price", (*path, "points"), reason, remedy)
    yield from _upgrade_faults(rules, model, path, {stat.id for stat in missing})


def _upgrade_faults(
    rules: TeamRules, model: Model, path: tuple[str | int, ...], missing: set[str]
) -> Iterator[Fault]:
    """Upgrades written twice, and those that are priced by a stat which the model does not have (KZ-U0)."""
    by_id = {upgrade.id: upgrade for upgrade in rules.upgrades}
    for place, name in enumerate(model.upgrades):
        if name not in by_id:
            continue
        upgrade, where = by_id[name], (*path, "upgrades", place)
        if name in model.upgrades[:place]:
            message = say("“{name}” has “{upgrade}” twice.", name=model.name, upgrade=upgrade.name)
            yield Fault("twice-on-one", where, message, say("Write it once."))
        if upgrade.by is not None and upgrade.by not in model.stats and upgrade.by not in missing:
            message = say(
                "The price of “{upgrade}” depends on a stat that “{name}” doesn’t have.",
                upgrade=upgrade.name,
                name=model.name,
            )
            remedy = say("Remove the upgrade, or add “{id}:” to the model’s stats.", id=upgrade.by)
            yield Fault("no-price-stat", where, message, remedy)


def _price_fault(model: Model) -> str | None:
    try:
        price = model.points.value({})
    except ValueError as error:
        return str(error)
    if price < 1:
        return say("“{name}” would cost {points} points.", name=model.name, points=price)
    return None


def _unknown(
    path: tuple[str | int, ...], given: Iterable[str], known: list[str], kind: str
) -> Iterator[Fault]:
    for place, name in enumerate(given):
        if name not in known:
            message = no_such(kind, name)
            yield Fault("unknown-name", (*path, place), message, did_you_mean(name, known))


class Breach(Record, kw_only=False):
    """A limit that a roster breaks: where in the file, and what to say of it."""

    limit: str
    path: tuple[str | int, ...]
    rules: tuple[str, ...]
    message: str
    remedy: str


class _Item(Record, kw_only=False):
    """One thing that a limit can count: its place in the roster, its names for formulas, its groups."""

    path: tuple[str | int, ...]
    scope: Scope
    name: str
    groups: Mapping[str, str]


def breaches(rules: TeamRules, roster: Roster, settings: Mapping[str, int]) -> list[Breach]:
    """Every limit that a roster breaks, upgrades on models that may not have them included."""
    cast = JudgedRoster(rules, roster, settings)
    found = list(_wrong_upgrades(cast))
    for limit in rules.limits:
        if limit.when.value(cast.team):
            found += _broken(cast, limit)
    return list(dict.fromkeys(found))


def _wrong_upgrades(cast: JudgedRoster) -> Iterator[Breach]:
    for place, model in enumerate(cast.roster.models):
        for number, name in enumerate(model.upgrades):
            upgrade = cast.upgrades[name]
            if not upgrade.only.value(cast.scopes[place]):
                message = say("“{model}” can’t have “{upgrade}”.", model=model.name, upgrade=upgrade.name)
                path = ("models", place, "upgrades", number)
                yield Breach(upgrade.id, path, upgrade.rules, message, upgrade.legal)


def _broken(cast: JudgedRoster, limit: TeamLimit) -> Iterator[Breach]:
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


def _items(cast: JudgedRoster, of: str) -> Iterator[_Item]:
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
    cast: JudgedRoster, limit: TeamLimit, found: int, counted: list[_Item], group: str, more: Scope
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
