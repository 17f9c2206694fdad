"""The words of `campaign attack` and `campaign odds`: batches, the target's condition, what is asked."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from campaign.asking import NO, Question, amount, interview
from campaign.cli.terminal import Terminal
from campaign.commands.aiming import (
    MOST,
    Aim,
    Condition,
    checked,
    in_groups,
    matters,
    models_of,
    rules_of,
    target_of,
    unit_of,
    usual_of,
    weapon_of,
)
from campaign.content.library import Library
from campaign.content.options import extras, number_of
from campaign.errors import MissingAnswer, Refusal, WrongUsage
from campaign.mechanisms.attack.rules import AttackRules, Number
from campaign.mechanisms.formula import in_formulas
from campaign.names import pair
from campaign.words import either, say

MANY = 2
"""So many weapons leave a choice."""

NONE = "-"
"""What profiles print for a roll that there is not."""


@dataclass(frozen=True, slots=True)
class Said:
    """The options of both verbs as they were typed; `words` are what stands alone, and options of content."""

    words: Sequence[str]
    number: Sequence[str]
    keyword: Sequence[str]
    tag: Sequence[str]
    then: Sequence[str]
    models: int | None
    visible: int | None
    groups: str | None
    marker: int
    shield_gone: bool


def read(library: Library, said: Said, terminal: Terminal | None) -> tuple[list[Aim], Condition, bool]:
    """The batches, the target's condition, and whether the players are being asked."""
    rules = rules_of(library)
    plain, dice, numbers = _own_options(rules, said.words)
    first = _batch(rules, plain)
    first = replace(
        first,
        numbers={**first.numbers, **numbers, **dict(_number(rules, each) for each in said.number)},
        dice={**first.dice, **dice},
        keywords=(*first.keywords, *said.keyword),
        tags=(*first.tags, *said.tag),
        visible=first.visible if said.visible is None else said.visible,
    )
    then = batches_of(library, said.then)
    condition = Condition(
        models=said.models,
        marker=said.marker,
        shield_gone=said.shield_gone,
        groups=_groups(said.groups) if said.groups is not None else (),
    )
    named = bool(first.numbers)
    told = any(number.of == "situation" and number.id in first.numbers for number in rules.numbers)
    in_sight([first, *then], condition)
    first = in_groups(rules, first, condition)
    talk = terminal is not None and sys.stdin.isatty() and not told
    if not first.weapon and not named and not talk:
        raise MissingAnswer(
            say("Nobody attacks."), say("Name who and with what, UNIT:WEAPON, or give the numbers.")
        )
    if talk:
        first, condition = _asked(library, rules, first, condition, named, terminal)
    return [first, *then], condition, talk


def in_sight(aims: Iterable[Aim], condition: Condition) -> None:
    """typer's usage error for batches that see so many of a unit in groups: those are removed in order."""
    if condition.groups and any(each.visible is not None for each in aims):
        raise WrongUsage(
            say("Not with --groups: --visible. Whoever is engaged is removed in the groups' order.")
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


def batches_of(library: Library, texts: Iterable[str]) -> list[Aim]:
    """Batches as they are said in one text each. Raises Refusal."""
    rules = rules_of(library)
    return [_batch(rules, _split(text)) for text in texts]


def _batch(rules: AttackRules, words: Iterable[str]) -> Aim:
    """A batch by its words: `UNIT:WEAPON`, a target, and `NAME=VALUE` for all else. Raises Refusal."""
    special = [throw.dice for throw in rules.throws()]
    aim = Aim()
    for word in words:
        name, equals, value = word.partition("=")
        key = in_formulas(name)
        if not equals and ":" in word:
            aim = replace(aim, weapon=_once(aim.weapon, word, say("weapon")))
        elif not equals and aim.target and not aim.weapon:
            aim = replace(aim, weapon=aim.target, target=word)
        elif not equals:
            aim = replace(aim, target=_once(aim.target, word, say("target")))
        elif name == "keyword":
            aim = replace(aim, keywords=(*aim.keywords, value))
        elif name == "tag":
            aim = replace(aim, tags=(*aim.tags, value))
        elif name == "visible":
            aim = replace(aim, visible=_number(rules, word)[1])
        elif key in special:
            aim = replace(aim, dice={**aim.dice, key: value})
        else:
            aim = replace(aim, numbers={**aim.numbers, **dict([_number(rules, word)])})
    return aim


def _once(before: str, now: str, what: str) -> str:
    if before:
        raise Refusal(
            say("Two words name the {what}: “{first}” and “{second}”.", what=what, first=before, second=now),
            say("Write a name of several words in quotes."),
        )
    return now


def _number(rules: AttackRules, text: str) -> tuple[str, int]:
    name, value = pair(text, "=", f"{rules.numbers[0].id if rules.numbers else 'range'}=3")
    key = in_formulas(name)
    number = 0 if value.strip() == NONE else _amount(rules, key, value)
    if number is None:
        raise Refusal(say("“{text}” is no number.", text=value), say("Write it like {name}=3.", name=name))
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
        raise Refusal(say("A quote in “{text}” is not closed.", text=text), say("Close it.")) from None


def _groups(text: str) -> tuple[int, ...]:
    if not re.fullmatch(r"\s*\d{1,3}(\s*,\s*\d{1,3}){0,2}\s*", text, re.ASCII):
        raise Refusal(
            say("“{text}” are no groups.", text=text),
            say("Write how many models are in nobody's reach, in reach, and in base contact, like 2,3,1."),
        )
    return tuple(int(each) for each in text.split(","))


# --- what is asked ---


def _asked(
    library: Library,
    rules: AttackRules,
    aim: Aim,
    condition: Condition,
    named: bool,
    terminal: Terminal | None,
) -> tuple[Aim, Condition]:
    """Who (unless numbers are `named` in their place), at whom, how many, and whatever else could matter."""
    if not aim.weapon and not named:
        aim = replace(aim, weapon=_one(library, terminal, "weapon"))
    elif aim.weapon:
        aim = replace(aim, weapon=_armed(library, terminal, aim.weapon))
    if not aim.target and library.units():
        aim = replace(aim, target=_one(library, terminal, "target"))
    if condition == Condition() and aim.target:
        usual = str(models_of(target_of(library, aim.target)))
        text = say("How many models has the target?")
        many = interview([Question("models", text, _whole, usual)], terminal)["models"]
        condition = replace(condition, models=many)
    return _with_numbers(library, rules, aim, terminal), condition


def _one(library: Library, terminal: Terminal | None, which: str) -> str:
    text = say("Who attacks, and with what (UNIT:WEAPON)?") if which == "weapon" else say("At which unit?")

    def check(said: str) -> str:
        if which == "weapon":
            _attacker(library, said)
        else:
            target_of(library, said)
        return said

    found: str = interview([Question(which, text, check)], terminal)[which]
    return _armed(library, terminal, found) if which == "weapon" else found


def _armed(library: Library, terminal: Terminal | None, said: str) -> str:
    """`UNIT:WEAPON`, the weapon asked for where the unit has several and none was named."""
    unit = unit_of(library, said)
    if said.partition(":")[2].strip() or len(unit.weapons) < MANY:
        return said

    def check(weapon: str) -> str:
        weapon_of(library, whole := f"{unit.id}:{weapon or ' '}")
        return whole

    text = say("With which weapon ({weapons})?", weapons=either([each.name for each in unit.weapons]))
    found: str = interview([Question("weapon", text, check)], terminal)["weapon"]
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


def _with_numbers(library: Library, rules: AttackRules, aim: Aim, terminal: Terminal | None) -> Aim:
    """Asks for the numbers of the situation that can matter by what is known so far; the others are 0."""

    def settled(number: Number, answers: Mapping[str, int]) -> int | None:
        so_far = replace(aim, numbers={**aim.numbers, **answers})
        return None if matters(library, rules, so_far, number) else 0

    questions = [
        _question(each, partial(settled, each), usual_of(library, rules, aim, each))
        for each in rules.numbers
        if each.of == "situation" and each.id not in aim.numbers
    ]
    return replace(aim, numbers={**aim.numbers, **interview(questions, terminal)})


def _question(
    number: Number, settled: Callable[[Mapping[str, int]], int | None], most_likely: int
) -> Question:
    asks = number.ask or number.name
    usual = NO[0] if (number.least, number.most) == (0, 1) else str(most_likely)
    return Question(
        number.id, f"{asks[:1].upper()}{asks[1:]}:", partial(_told, number), usual, settled=settled
    )


def _told(number: Number, text: str) -> int:
    value = amount(text)
    if value is None:
        raise ValueError(say("Write a number, or y or n."))
    return checked(number, number.id, value)


def another(library: Library, aim: Aim, condition: Condition, terminal: Terminal | None) -> Aim | None:
    """Another batch at the same unit, as it is asked for; None where that was the last."""
    text = say("Another batch? (UNIT:WEAPON, or n)")

    def check(said: str) -> str:
        if said.strip().casefold() in NO:
            return ""
        return _attacker(library, said)

    said: str = interview([Question("weapon", text, check, NO[0])], terminal)["weapon"]
    if not said:
        return None
    said = _armed(library, terminal, said)
    rules = rules_of(library)
    before = in_groups(rules, replace(aim, weapon=said, numbers={}, dice={}, keywords=()), condition)
    asked = _with_numbers(library, rules, before, terminal)
    return Aim(weapon=said, numbers=asked.numbers)
