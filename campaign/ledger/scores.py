"""What players type of a result: scores by side and term, outcomes by side; read, matched and checked.

A score is `Side: term 2, term yes`, with `1+0+2` for a term that scores per round; `all:` speaks for
every side that is asked the term. Where a battle has one term for a side, `Side: 2` is enough.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from campaign.asking import amount, truth
from campaign.errors import Refusal, did_you_mean
from campaign.ledger.battle import Battle
from campaign.ledger.entries import Result
from campaign.mechanisms.effects import OUTCOMES, PLAYED, Outcome
from campaign.mechanisms.score import Answers, Term, asked_of, doubts
from campaign.names import matched, pair, plain
from campaign.words import say

__all__ = ["as_typed", "asked_terms", "check", "number", "outcomes_of", "scores_of"]

MOST = 9999
"""The largest number that one answer may be."""


def asked_terms(battle: Battle, side: str) -> list[Term]:
    """The terms that a side is asked, in order."""
    return [term for term in battle.terms if asked_of(term, battle.roles.get(side))]


def scores_of(battle: Battle, texts: Iterable[str]) -> dict[str, dict[str, tuple[int, ...]]]:
    """The answers of typed scores. Raises Refusal for what can't be read."""
    answers: dict[str, dict[str, tuple[int, ...]]] = {}
    for text in texts:
        who, what = pair(text, ":", "Red Talons: markers 2")
        everyone = plain(who) in ("all", "everyone")
        sides = list(battle.roles) if everyone else [matched(who, list(battle.roles), "side in this battle")]
        for side in sides:
            for term, numbers in _one_side(battle, side, what, everyone).items():
                answers.setdefault(side, {})[term] = numbers
    return answers


def _one_side(battle: Battle, side: str, what: str, everyone: bool) -> dict[str, tuple[int, ...]]:
    terms = asked_terms(battle, side)
    given = {}
    for part in what.split(","):
        name, value = _named(part, terms)
        if name is None:
            ids = " or ".join(term.id for term in terms)
            raise Refusal(
                say("{side}: “{value}” of what?", side=side, value=value),
                say("Write {ids} before it.", ids=ids),
            )
        term = _term(name, terms)
        if term is None and everyone and _term(name, battle.terms):
            continue
        if term is None:
            known = [each.id for each in terms]
            remedy = did_you_mean(name, known) or say("Nothing is scored here.")
            raise Refusal(say("{side}: nothing here is scored as “{name}”.", side=side, name=name), remedy)
        given[term.id] = numbers(term, value)
    return given


def _named(part: str, terms: Sequence[Term]) -> tuple[str | None, str]:
    """A score's term as it was said, and its number; a term alone means yes, a number alone the only term."""
    name, _, value = part.strip().rpartition(" ")
    if name:
        return name, value
    if not re.fullmatch(r"[-+0-9]+", value) and truth(value) is None:
        return value, "yes"
    return (terms[0].id if len(terms) == 1 else None), value


def _term(said: str, terms: Sequence[Term]) -> Term | None:
    """The term of an id or name, or of a unique beginning of one."""
    wanted = plain(said)
    exact = [term for term in terms if wanted in (plain(term.id), plain(term.name))]
    begins = [t for t in terms if plain(t.id).startswith(wanted) or plain(t.name).startswith(wanted)]
    found = exact or begins
    return found[0] if len(found) == 1 else None


def numbers(term: Term, value: str) -> tuple[int, ...]:
    """One answer, `2` or `yes`, or one for each round that scores, `1+0+2`. Raises Refusal.

    Rounds before the first that scores are not asked for: they stand as 0 before what was typed.
    """
    typed = tuple(number(term, each) for each in re.split(r"[+,\s]+", value.strip()))
    return (0,) * (term.from_round - 1) + typed if term.per == "round" else typed


def as_typed(term: Term, numbers: Sequence[int]) -> str:
    """An answer as a player would type it again."""
    shown = numbers[term.from_round - 1 :] if term.per == "round" else numbers
    return "+".join(map(str, shown)) or "0"


def number(term: Term, value: str) -> int:
    """What was typed for one answer: a whole number, yes, no, or - for nothing. Raises Refusal."""
    said = 0 if value.strip() == "-" else amount(value)
    if said is None or abs(said) > MOST:
        raise Refusal(
            say("“{value}” is no answer to “{name}”.", value=value, name=term.name),
            say("Write a whole number, or yes or no."),
        )
    return said


def outcomes_of(battle: Battle, texts: Iterable[str]) -> dict[str, Outcome]:
    """Typed outcomes by side. Raises Refusal: a side that isn't in the battle can't have won it."""
    given: dict[str, Outcome] = {}
    for text in texts:
        who, what = pair(text, "=", "Red Talons=forfeited")
        side = matched(who, list(battle.roles), "side in this battle")
        given[side] = outcome(what)
    return given


def outcome(text: str) -> Outcome:
    """An outcome by any unique beginning."""
    found: str = matched(text, OUTCOMES, "outcome")
    return next(each for each in OUTCOMES if each == found)


def check(battle: Battle, answers: Answers, typed: Mapping[str, Outcome]) -> None:
    """Raises Refusal with every reason why this can't be the result."""
    wrong: Sequence[str] = doubts(battle.terms, battle.roles, answers, battle.setup.rounds)
    if len(typed) == len(battle.roles) and "won" in typed.values() and "drew" in typed.values():
        wrong = [*wrong, say("A battle that somebody won was no draw.")]
    if not wrong:
        wrong = _contradictions(battle, answers, typed)
    if wrong:
        raise Refusal("\n".join(wrong), say("Nothing was written."))


def _contradictions(battle: Battle, answers: Answers, typed: Mapping[str, Outcome]) -> list[str]:
    """Where what was typed goes against the score sheet: an outcome is typed only where scores can't tell."""
    scored = {side for side, terms in answers.items() if any(map(any, terms.values()))}
    if not scored:
        return []
    wrong = []
    ended = {side: outcome for side, outcome in typed.items() if outcome not in PLAYED}
    result = Result(
        kind="result",
        at=battle.setup.at,
        by="",
        answers={side: dict(terms) for side, terms in answers.items()},
        outcomes=ended,
    )
    for side, standing in replace(battle, result=result).outcomes().items():
        if side in typed and typed[side] in PLAYED and typed[side] != standing.outcome:
            wrong.append(
                say(
                    "{side}: the scores say {outcome}, not {typed}.",
                    side=side,
                    outcome=standing.outcome,
                    typed=typed[side],
                )
            )
    return wrong
