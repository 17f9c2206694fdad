"""The batches of an attack as players name them, looked up in the game's units and rules: who attacks with
what, at whom, and how the target stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Protocol, TypeVar

from campaign.errors import Refusal, refuse
from campaign.mechanisms.attack.casualties import TargetState, marked
from campaign.mechanisms.attack.inputs import (
    AttackInputs,
    bringing,
    dice_of,
    forbidden,
    given,
    matters,
    missing,
    victim,
)
from campaign.mechanisms.attack.rules import RANGE, AttackRules, Number, Unit, Weapon, WeaponUse
from campaign.mechanisms.dice import Dice
from campaign.mechanisms.formula import in_formulas
from campaign.names import matched, plain
from campaign.record import Record, field, replace
from campaign.words import listed, say

if TYPE_CHECKING:
    from campaign.content.library import Library

MOST = 999
"""The highest number that an attack is given."""


class BatchRequest(Record):
    """One batch as it was asked for.

    `weapon` is `UNIT:WEAPON` and `target` a unit, each by its id, its name or a unique beginning; empty where
    the numbers say it all. `dice` and `keywords` are as typed; `visible` as in `Batch`.
    """

    weapon: str = ""
    target: str = ""
    numbers: Mapping[str, int] = field(default_factory=dict)
    dice: Mapping[str, str] = field(default_factory=dict)
    keywords: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    visible: int | None = None


class TargetCondition(Record):
    """How the target stands before the first batch; None: the smallest size that its unit can have."""

    models: int | None = None
    marker: int = 0
    shield_gone: bool = False
    groups: tuple[int, ...] = ()


class ReadyBatch(Record, kw_only=False):
    """A batch that is ready: what it is called, the unit attacked, the numbers, and how many dice come."""

    name: str
    target_name: str
    target: Unit | None
    attack: AttackInputs
    visible: int | None
    dice: int = 0


class _Named(Protocol):
    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...


N = TypeVar("N", bound=_Named)


def rules_of(library: Library) -> AttackRules:
    """How an attack goes. Raises Refusal where the system doesn't say."""
    rules = library.attack_rules()
    if rules is None:
        refuse(
            "{system} has no attack sequence.",
            "With --system, name a game that has one.",
            system=library.system().name,
        )
    return rules


def thing_named(said: str, things: Iterable[N], missing: str) -> N:
    """What has this id or name, or a unique beginning of one, or of a word of its name. Raises Refusal."""
    wanted, every = plain(said), list(things)
    exact = [each for each in every if wanted in (plain(each.id), plain(each.name))]
    begins = [each for each in every if wanted and _begins(each, wanted)]
    if wanted and not begins:
        begins = [each for each in every if any(word.startswith(wanted) for word in _words(each))]
    if len(found := exact or begins) == 1:
        return found[0]
    if found and not any(_begins(each, wanted) for each in found):
        refuse(
            "“{said}” is ambiguous: {names}.",
            "Type more of the name.",
            said=said,
            names=listed([each.name for each in found]),
        )
    labels = {each.id if plain(each.id).startswith(wanted) else each.name: each for each in begins or every}
    return labels[matched(said, list(labels), missing)]


def _begins(thing: _Named, wanted: str) -> bool:
    return any(plain(name).startswith(wanted) for name in (thing.id, thing.name))


def _words(thing: _Named) -> list[str]:
    return plain(thing.name).replace("-", " ").split()


def unit_of(library: Library, said: str) -> Unit:
    """The unit of `UNIT:WEAPON`. Raises Refusal."""
    return thing_named(
        said.partition(":")[0],
        library.units().values(),
        say("There is no unit “{said}”.", said=said.partition(":")[0]),
    )


def weapon_of(library: Library, said: str) -> tuple[Unit, Weapon]:
    """`UNIT:WEAPON`; the weapon may be left out where the unit has but one. Raises Refusal."""
    what = said.partition(":")[2]
    unit = unit_of(library, said)
    if not what.strip() and len(unit.weapons) == 1:
        return unit, unit.weapons[0]
    if not unit.weapons:
        refuse("{unit} has no weapons.", "Give the numbers with --number.", unit=unit.name)
    if not what.strip():
        refuse(
            "Which weapon of {unit}?",
            "Choose one: {names}.",
            unit=unit.name,
            names=listed([f"{unit.id}:{each.id}" for each in unit.weapons]),
        )
    return unit, thing_named(what, unit.weapons, say("There is no weapon “{said}”.", said=what))


def target_of(library: Library, said: str) -> Unit:
    """The unit that is attacked. Raises Refusal."""
    return thing_named(said, library.units().values(), say("There is no unit “{said}”.", said=said))


def changed(first: BatchRequest, more: BatchRequest, rules: AttackRules) -> BatchRequest:
    """The next batch: as the first, but for what is said of it.

    Another weapon comes without the numbers and dice that were given to the first one, and another target
    without what was said of the first.
    """
    kind = {number.id: number.of for number in rules.numbers} | {RANGE: "weapon"}
    gone = {"weapon": bool(more.weapon), "target": bool(more.target)}
    numbers = {name: value for name, value in first.numbers.items() if not gone.get(kind.get(name, ""))}
    return BatchRequest(
        weapon=more.weapon or first.weapon,
        target=more.target or first.target,
        numbers={**numbers, **more.numbers},
        dice={**({} if more.weapon else first.dice), **more.dice},
        keywords=first.keywords + more.keywords,
        tags=(() if more.target else first.tags) + more.tags,
        visible=first.visible if more.visible is None else more.visible,
    )


def next_batch(before: BatchRequest, more: BatchRequest, rules: AttackRules) -> BatchRequest:
    """The batch after another, at the same unit. Raises Refusal for one at another target."""
    if more.target:
        refuse(
            "Every batch is at the same unit, so it can’t name another target: “{name}”.",
            "Leave it out, or roll it as a separate attack.",
            name=more.target,
        )
    return changed(before, more, rules)


def ready_batch(library: Library, rules: AttackRules, batch: BatchRequest) -> ReadyBatch:
    """The batch with its numbers. Raises Refusal for what isn't there, or may not be done."""
    ready = _ready(library, rules, batch)
    named = [of for of, what in (("weapon", batch.weapon), ("target", batch.target)) if what]
    if absent := missing(ready.attack, named, batch.numbers):
        refuse(
            "The attack needs more numbers: {names}.",
            "Give each as NAME=N; “-” stands for no roll.",
            names=listed(absent),
        )
    if reasons := forbidden(ready.attack):
        raise Refusal(" ".join(reasons), say("This attack is not allowed."))
    dice = dice_of(ready.attack, {})
    if not dice:
        raise Refusal(say("There are no dice to roll."), _how_to(ready.attack))
    return replace(ready, dice=dice)


def in_groups(rules: AttackRules, batch: BatchRequest, condition: TargetCondition) -> BatchRequest:
    """The batch with what groups say: the target is engaged. Raises Refusal where it was said not to be."""
    engaged = rules.casualties.engaged if rules.casualties is not None else None
    if engaged is None or not condition.groups:
        return batch
    if not batch.numbers.get(engaged, 1):
        refuse(
            "--groups is for an engaged unit, but this one is not engaged.",
            "Leave out --groups, or {name}.",
            name=engaged.replace("_", "-"),
        )
    return replace(batch, numbers={**batch.numbers, engaged: 1})


def usual_of(library: Library, rules: AttackRules, batch: BatchRequest, number: Number) -> int:
    """What a number of the situation is taken for where players just agree: 0, but for the first that brings
    dice where none come yet, which is the smallest size of the unit that attacks.
    """
    attack = _ready(library, rules, batch).attack
    if dice_of(attack, {}) or number not in bringing(attack, {})[:1]:
        return 0
    return min(models_of(unit_of(library, batch.weapon)) if batch.weapon else 1, number.most)


def _how_to(attack: AttackInputs) -> str:
    """Which number of the situation would bring dice."""
    options = [f"--{number.id.replace('_', '-')}" for number in bringing(attack, {})]
    if options:
        return say("Say how many attack: {options}.", options=listed(options))
    return say("Name a weapon, or give its numbers with --number.")


def _ready(library: Library, rules: AttackRules, batch: BatchRequest) -> ReadyBatch:
    weapon = target = None
    name, target_name = rules.name, ""
    if batch.weapon:
        unit, weapon = weapon_of(library, batch.weapon)
        name = f"{unit.name}: {weapon.name}"
    if batch.target:
        target = target_of(library, batch.target)
        target_name = target.name
    known = {number.id: number for number in rules.numbers}
    numbers = {key: checked(known.get(key), key, value) for key, value in batch.numbers.items()}
    tags = {
        in_formulas(thing_named(tag, rules.tags, say("There is no tag “{said}”.", said=tag)).id): 1
        for tag in batch.tags
    }
    dice = {key: _dice(text) for key, text in batch.dice.items()}
    uses = [_use(rules, text) for text in batch.keywords]
    attack = given(rules, weapon, target, {**tags, **numbers}, dice, uses)
    return ReadyBatch(name, target_name, target, attack, batch.visible)


def checked(number: Number | None, name: str, value: int) -> int:
    """The number as given. Raises Refusal for one that is too low or too high."""
    least = min(0, number.least) if number is not None else 0
    if not least <= value <= MOST:
        refuse(
            "“{name}” can’t be {value}.",
            "Write a number from {least} to {most}.",
            name=name.replace("_", "-"),
            value=value,
            least=least,
            most=MOST,
        )
    return value


def _dice(text: str) -> Dice:
    try:
        return Dice.parse(text)
    except ValueError as error:
        raise Refusal(str(error)) from error


def _use(rules: AttackRules, text: str) -> WeaponUse:
    """`NAME`, `NAME:X`, `NAME:X:Y`, each with `@TAG` behind it where it counts against that tag alone."""
    words, _, tag = text.partition("@")
    name, *rest = words.split(":")
    if len(rest) > 2 or not all(each.strip().isascii() and each.strip().isdigit() for each in rest):
        refuse("Can’t read “{text}” as a keyword.", "Write it as NAME, NAME:X or NAME:X:Y@TAG.", text=text)
    x, y = [*(checked(None, name, int(each[:6])) for each in rest), 0, 0][:2]
    keyword = thing_named(name, rules.keywords, say("There is no keyword “{said}”.", said=name)).id
    return WeaponUse(
        keyword=keyword,
        x=x,
        y=y,
        tag=thing_named(tag, rules.tags, say("There is no tag “{said}”.", said=tag)).id if tag else None,
    )


# --- the unit that is attacked ---


def models_of(target: Unit | None) -> int:
    """The smallest number of models that the unit can start with; one where nobody says."""
    return min((size.models.least for size in target.sizes), default=1) if target is not None else 1


def _largest(target: Unit | None) -> int | None:
    """The largest number of models that the unit can start with; None where nobody says."""
    return max((size.models.most for size in target.sizes), default=None) if target is not None else None


def stands(first: ReadyBatch, condition: TargetCondition) -> TargetState | None:
    """The unit before the first batch; None where nobody knows its hit points, and so no casualties.

    Raises Refusal for a condition that is none.
    """
    models = models_of(first.target) if condition.models is None else condition.models
    many = sum(condition.groups) if condition.groups else models
    for name, value in (("models", many), ("marker", condition.marker), *_parts(condition.groups)):
        checked(None, name, value)
    if condition.groups and condition.models not in (None, many):
        refuse(
            "Models in the groups: {many}. Models in the target: {models}.",
            "Leave out the number of models.",
            many=many,
            models=models,
        )
    if many == 0:
        refuse("The target has no models left.", "Give the number of models it has.")
    most = _largest(first.target)
    if first.target is not None and most is not None and many > most:
        refuse(
            "{unit} can’t have that many models: {many}.",
            "Write a number from {least} to {most}.",
            unit=first.target.name,
            many=many,
            least=1,
            most=most,
        )
    try:
        unit = victim(first.attack, models, condition.groups)
    except Refusal:
        if condition == TargetCondition():
            return None
        raise
    if condition.shield_gone:
        unit = replace(unit, shield=0, shielded=False)
    if condition.marker >= unit.hp + unit.shield:
        refuse(
            "Damage of {marker} would already have removed the next model.",
            "Write a number from 0 to {most}.",
            marker=condition.marker,
            most=unit.hp + unit.shield - 1,
        )
    return marked(unit, condition.marker)


def fits(unit: TargetState | None, ready: ReadyBatch) -> None:
    """Raises Refusal for a batch that sees more models than the unit has at first."""
    if unit is not None and ready.visible is not None and ready.visible > unit.models:
        refuse(
            "Visible models: {seen}, but the target has only {many}.",
            "Write a number from {least} to {most}.",
            seen=ready.visible,
            many=unit.models,
            least=0,
            most=unit.models,
        )


def _parts(groups: tuple[int, ...]) -> Iterator[tuple[str, int]]:
    yield from (("group", each) for each in groups)


def can_matter(library: Library, rules: AttackRules, batch: BatchRequest, number: Number) -> bool:
    """Whether a number of the situation could change anything in this attack, by what is known so far."""
    others = [
        each
        for each in rules.numbers
        if each.of == "situation" and each.id not in batch.numbers and each.id != number.id
    ]
    return matters(
        number,
        others,
        lambda numbers: _ready(library, rules, replace(batch, numbers={**batch.numbers, **numbers})).attack,
    )
