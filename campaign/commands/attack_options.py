"""The batches of `campaign attack` and `campaign odds`, as both take them: from words and options, and by
questions for what could matter besides.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from campaign.asking import NO, Asker, Question, amount, interview
from campaign.content.attack_batches import (
    MOST,
    BatchRequest,
    TargetCondition,
    can_matter,
    checked,
    in_groups,
    models_of,
    rules_of,
    target_of,
    unit_of,
    usual_of,
    weapon_of,
)
from campaign.content.lookup import extras, number_of
from campaign.errors import MissingAnswer, Refusal, WrongUsage, refuse
from campaign.mechanisms.formula import in_formulas
from campaign.names import pair
from campaign.record import Record, replace
from campaign.words import listed, say

if TYPE_CHECKING:
    from campaign.content.library import Library
    from campaign.mechanisms.attack.rules import AttackRules, Number

MANY = 2
"""So many weapons leave a choice."""

NONE = "-"
"""What profiles print for a roll that there is not."""


class BatchOptions(Record, kw_only=False):
    """What both verbs are called with; `words` are what stands alone, and options of content."""

    words: tuple[str, ...] = ()
    then: tuple[str, ...] = ()
    number: tuple[str, ...] = ()
    keyword: tuple[str, ...] = ()
    tag: tuple[str, ...] = ()
    models: int | None = None
    visible: int | None = None
    groups: str | None = None
    marker: int = 0
    shield_gone: bool = False


def requests_of(
    library: Library, options: BatchOptions, asker: Asker | None
) -> tuple[list[BatchRequest], TargetCondition, bool]:
    """The batches, the target's condition, and whether the players are being asked."""
    rules = rules_of(library)
    plain, dice, numbers = _own_options(rules, options.words)
    first = _batch(rules, plain)
    first = replace(
        first,
        numbers={**first.numbers, **numbers, **dict(_number(rules, each) for each in options.number)},
        dice={**first.dice, **dice},
        keywords=(*first.keywords, *options.keyword),
        tags=(*first.tags, *options.tag),
        visible=first.visible if options.visible is None else options.visible,
    )
    then = batches_of(library, options.then)
    condition = TargetCondition(
        models=options.models,
        marker=options.marker,
        shield_gone=options.shield_gone,
        groups=_groups(options.groups) if options.groups is not None else (),
    )
    named = bool(first.numbers)
    described = any(number.of == "situation" and number.id in first.numbers for number in rules.numbers)
    check_visible([first, *then], condition)
    first = in_groups(rules, first, condition)
    asks = asker is not None and asker.interactive and not described
    if not first.weapon and not named and not asks:
        raise MissingAnswer(
            say("No attacker given."), say("Name the attacker as UNIT:WEAPON, or give the numbers.")
        )
    if asks:
        first, condition = _asked(library, rules, first, condition, named, asker)
    return [first, *then], condition, asks


def check_visible(batches: Iterable[BatchRequest], condition: TargetCondition) -> None:
    """Raises WrongUsage for batches that see so many of a unit in groups: those are removed in order."""
    if condition.groups and any(each.visible is not None for each in batches):
        raise WrongUsage(
            say(
                "--visible can’t be combined with --groups: engaged models are removed in the "
                "order of the groups."
            )
        )


# --- what stands on the line ---


def _own_options(
    rules: AttackRules, words: Sequence[str]
) -> tuple[list[str], dict[str, str], dict[str, int]]:
    """What stands alone; then the special dice, and the numbers of the situation, by options of content."""
    flags = [
        each.id for each in rules.numbers if each.of == "situation" and (each.least, each.most) == (0, 1)
    ]
    values = [each.id for each in rules.numbers if each.of == "situation" and each.id not in flags]
    special = [throw.dice for throw in rules.throws()]
    alone = {f"--{no}{name.replace('_', '-')}" for name in flags for no in ("", "no-")}
    plain: list[str] = []
    options: list[str] = []
    left = list(words)
    while left:
        word = left.pop(0)
        if not word.startswith("-"):
            plain.append(word)
            continue
        options.append(word)
        if "=" not in word and word.replace("_", "-") not in alone and left:
            options.append(left.pop(0))
    found = extras(options, [*values, *special], flags)
    dice = {name: text for name, text in found.items() if name in special}
    numbers = {name: text for name, text in found.items() if name not in special}
    return plain, dice, {name: _option(rules, name, text) for name, text in numbers.items()}


def _option(rules: AttackRules, name: str, text: str) -> int:
    number = _amount(rules, name, text)
    return number_of(name, text) if number is None else number


def batches_of(library: Library, texts: Iterable[str]) -> list[BatchRequest]:
    """Batches as they are said in one text each. Raises Refusal."""
    rules = rules_of(library)
    return [_batch(rules, _split(text)) for text in texts]


def _batch(rules: AttackRules, words: Iterable[str]) -> BatchRequest:
    """A batch by its words: `UNIT:WEAPON`, a target, and `NAME=VALUE` for all else. Raises Refusal."""
    special = [throw.dice for throw in rules.throws()]
    batch = BatchRequest()
    for word in words:
        name, equals, value = word.partition("=")
        key = in_formulas(name)
        if not equals and ":" in word:
            twice = say("Two words name the weapon: “{first}”, “{second}”.", first=batch.weapon, second=word)
            batch = replace(batch, weapon=_once(batch.weapon, word, twice))
        elif not equals and batch.target and not batch.weapon:
            batch = replace(batch, weapon=batch.target, target=word)
        elif not equals:
            twice = say("Two words name the target: “{first}”, “{second}”.", first=batch.target, second=word)
            batch = replace(batch, target=_once(batch.target, word, twice))
        elif name == "keyword":
            batch = replace(batch, keywords=(*batch.keywords, value))
        elif name == "tag":
            batch = replace(batch, tags=(*batch.tags, value))
        elif name == "visible":
            batch = replace(batch, visible=_number(rules, word)[1])
        elif key in special:
            batch = replace(batch, dice={**batch.dice, key: value})
        else:
            batch = replace(batch, numbers={**batch.numbers, **dict([_number(rules, word)])})
    return batch


def _once(before: str, now: str, twice: str) -> str:
    """What is named once. Raises Refusal with the sentence `twice`."""
    if before:
        raise Refusal(twice, say("Put a name of several words in quotes."))
    return now


def _number(rules: AttackRules, text: str) -> tuple[str, int]:
    name, value = pair(text, "=", f"{rules.numbers[0].id if rules.numbers else 'range'}=3")
    key = in_formulas(name)
    number = 0 if value.strip() == NONE else _amount(rules, key, value)
    if number is None:
        refuse("“{text}” is not a number.", "Write it like this: {name}=3.", text=value, name=name)
    return key, number


def _amount(rules: AttackRules, name: str, text: str) -> int | None:
    """What was typed as a number; None for anything else. Raises Refusal for one beyond its bounds."""
    if re.fullmatch(r"[+-]?[0-9]{1,40}", text.strip(), re.ASCII):
        known = {number.id: number for number in rules.numbers}
        return checked(known.get(name), name, int(text))
    return amount(text)


def _split(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError:
        raise Refusal(say("“{text}” has an unclosed quote.", text=text), say("Close it.")) from None


def _groups(text: str) -> tuple[int, ...]:
    if not re.fullmatch(r"\s*\d{1,3}(\s*,\s*\d{1,3}){0,2}\s*", text, re.ASCII):
        refuse(
            "Can’t read “{text}” as groups.",
            "Give three counts, such as 2,3,1: models in nobody’s reach, in reach, and in base contact.",
            text=text,
        )
    return tuple(int(each) for each in text.split(","))


# --- what is asked ---


def _asked(
    library: Library,
    rules: AttackRules,
    batch: BatchRequest,
    condition: TargetCondition,
    named: bool,
    asker: Asker | None,
) -> tuple[BatchRequest, TargetCondition]:
    """Who (unless numbers are `named` in their place), at whom, how many, and whatever else could matter."""
    if not batch.weapon and not named:
        batch = replace(batch, weapon=_one(library, asker, "weapon"))
    elif batch.weapon:
        batch = replace(batch, weapon=_armed(library, asker, batch.weapon))
    if not batch.target and library.units():
        batch = replace(batch, target=_one(library, asker, "target"))
    if condition == TargetCondition() and batch.target:
        usual = str(models_of(target_of(library, batch.target)))
        text = say("How many models does the target have?")
        many = interview([Question("models", text, _whole, usual)], asker)["models"]
        condition = replace(condition, models=many)
    return _with_numbers(library, rules, batch, asker), condition


def _one(library: Library, asker: Asker | None, which: str) -> str:
    text = (
        say("Who attacks, and with which weapon (UNIT:WEAPON)?")
        if which == "weapon"
        else say("Which unit is the target?")
    )

    def check(said: str) -> str:
        if which == "weapon":
            _attacker(library, said)
        else:
            target_of(library, said)
        return said

    found: str = interview([Question(which, text, check)], asker)[which]
    return _armed(library, asker, found) if which == "weapon" else found


def _armed(library: Library, asker: Asker | None, said: str) -> str:
    """`UNIT:WEAPON`, the weapon asked for where the unit has several and none was named."""
    unit = unit_of(library, said)
    if said.partition(":")[2].strip() or len(unit.weapons) < MANY:
        return said

    def check(weapon: str) -> str:
        weapon_of(library, whole := f"{unit.id}:{weapon or ' '}")
        return whole

    text = say("Which weapon ({weapons})?", weapons=listed([each.name for each in unit.weapons]))
    found: str = interview([Question("weapon", text, check)], asker)["weapon"]
    return found


def _attacker(library: Library, said: str) -> str:
    """What was said, where it names a unit with weapons, and one of them if any. Raises Refusal."""
    if said.partition(":")[2].strip() or len(unit_of(library, said).weapons) < MANY:
        weapon_of(library, said)
    return said


def _whole(text: str) -> int:
    number = amount(text)
    if number is None or not 1 <= number <= MOST:
        raise ValueError(say("Write a number from {least} to {most}.", least=1, most=MOST))
    return number


def _with_numbers(
    library: Library, rules: AttackRules, batch: BatchRequest, asker: Asker | None
) -> BatchRequest:
    """Asks for the numbers of the situation that can matter by what is known so far; the others are 0."""

    def settled(number: Number, answers: Mapping[str, int]) -> int | None:
        so_far = replace(batch, numbers={**batch.numbers, **answers})
        return None if can_matter(library, rules, so_far, number) else 0

    questions = [
        _question(each, partial(settled, each), usual_of(library, rules, batch, each))
        for each in rules.numbers
        if each.of == "situation" and each.id not in batch.numbers
    ]
    return replace(batch, numbers={**batch.numbers, **interview(questions, asker)})


def _question(
    number: Number, settled: Callable[[Mapping[str, int]], int | None], most_likely: int
) -> Question:
    asks = number.ask or number.name
    usual = NO[0] if (number.least, number.most) == (0, 1) else str(most_likely)
    return Question(
        number.id, f"{asks[:1].upper()}{asks[1:]}:", partial(_typed_number, number), usual, settled=settled
    )


def _typed_number(number: Number, text: str) -> int:
    value = amount(text)
    if value is None:
        raise ValueError(say("Write a number, or y or n."))
    return checked(number, number.id, value)


def another(
    library: Library, batch: BatchRequest, condition: TargetCondition, asker: Asker | None
) -> BatchRequest | None:
    """Another batch at the same unit, as it is asked for; None where that was the last."""
    text = say("Another batch? (UNIT:WEAPON, or n)")

    def check(said: str) -> str:
        if said.strip().casefold() in NO:
            return ""
        return _attacker(library, said)

    said: str = interview([Question("weapon", text, check, NO[0])], asker)["weapon"]
    if not said:
        return None
    said = _armed(library, asker, said)
    rules = rules_of(library)
    before = in_groups(rules, replace(batch, weapon=said, numbers={}, dice={}, keywords=()), condition)
    asked = _with_numbers(library, rules, before, asker)
    return BatchRequest(weapon=said, numbers=asked.numbers)
