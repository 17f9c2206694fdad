"""`campaign result`: takes the result of one battle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from campaign.asking import Question
from campaign.commands.choose import open_everything
from campaign.errors import Refusal
from campaign.folder import Folder, Hand
from campaign.ledger.battle import Battle
from campaign.ledger.entries import Filed, Result, Step
from campaign.ledger.scores import as_typed, asked_terms, check, numbers
from campaign.ledger.state import State, fold
from campaign.ledger.store import append
from campaign.mechanisms.effects import Outcome
from campaign.mechanisms.score import Term, doubts
from campaign.words import say

__all__ = ["Given", "After", "after", "given_of", "questions", "record", "state_after", "steps_of"]


@dataclass(frozen=True, slots=True)
class Given:
    """A result as the players gave it: answers by side and term, outcomes that they typed, a note."""

    answers: Mapping[str, dict[str, tuple[int, ...]]] = field(default_factory=dict)
    outcomes: Mapping[str, Outcome] = field(default_factory=dict)
    note: str = ""


@dataclass(frozen=True, slots=True)
class After:
    """The campaign as it would stand: the battle, and the state around it."""

    battle: Battle
    state: State


def questions(battle: Battle, old: Given) -> list[Question]:
    """Only what the mission scores, one question for each side and term, old answers as defaults."""
    asked = []
    for side in battle.roles:
        for term in asked_terms(battle, side):
            before = old.answers.get(side, {}).get(term.id)
            asked.append(
                Question(
                    id=f"{side}\n{term.id}",
                    text=_text(term, side),
                    check=partial(_answer, battle, side, term),
                    default=as_typed(term, before) if before else "0",
                    option=f"--score “{side}: {term.id} N”",
                )
            )
    return asked


def _answer(battle: Battle, side: str, term: Term, text: str) -> tuple[int, ...]:
    """What was typed, if the term can give it; bounds over other answers wait for these. Raises Refusal."""
    answer = numbers(term, text)
    free = replace(term, most=None) if term.most is not None and term.most.names else term
    wrong = doubts([free], battle.roles, {side: {term.id: answer}}, battle.setup.rounds)
    if wrong:
        raise Refusal("\n".join(wrong))
    return answer


def _text(term: Term, side: str) -> str:
    ask = term.ask.replace("{side}", side)
    if term.per == "battle":
        return ask
    return say("{ask} (one number a round, from round {first}: 1 0 1 …)", ask=ask, first=term.from_round)


def given_of(battle: Battle, answered: Mapping[str, tuple[int, ...]], old: Given) -> Given:
    """The result of an interview over `questions`."""
    answers: dict[str, dict[str, tuple[int, ...]]] = {}
    for name, value in answered.items():
        side, _, term = name.partition("\n")
        answers.setdefault(side, {})[term] = value
    return replace(old, answers=answers)


def steps_of(folder: Folder, battle: Battle, given: Given, hand: Hand) -> list[Step]:
    """The steps that a result adds: every secret comes out first. Raises Refusal for what can't be."""
    check(battle, given.answers, dict(given.outcomes))
    result = Result(
        kind="result",
        at=hand.at,
        by=hand.by,
        answers={side: dict(terms) for side, terms in given.answers.items()},
        outcomes=dict(given.outcomes),
        note=given.note,
    )
    return [*open_everything(folder, battle, hand), result]


def after(folder: Folder, filed: Filed, steps: list[Step]) -> After:
    """What the campaign would be with further steps in a battle; nothing is written."""
    state = state_after(folder, filed, steps)
    return After(next(each for each in state.battles if each.filed.name == filed.name), state)


def state_after(folder: Folder, filed: Filed, steps: list[Step]) -> State:
    """The state that further steps in any entry would give; nothing is written."""
    grown = Filed(filed.name, replace(filed.entry, steps=(*filed.entry.steps, *steps)))
    return fold(grown if each.name == filed.name else each for each in folder.filed)


def record(folder: Folder, battle: Battle, steps: list[Step]) -> None:
    """Writes the result."""
    if battle.status != "open":
        raise Refusal(
            say("Battle {number} is {status} already.", number=battle.number, status=battle.status),
            say("Correct it with “campaign amend”."),
        )
    folder.write([append(battle.filed, steps)])
