"""What players type of a result: scores by side and term, outcomes by side; read, matched and checked.

A score is `Side: term 2, term yes`, with `1+0+2` for a term that scores per round; `all:` speaks for
every side that is asked the term. Where a battle has one term for a side, `Side: 2` is enough. Models of
the enemy's are typed by name or by points: `Side: kills Sergeant + 2x Trooper + 16`. A side of two teams
answers by its teams what is asked of each.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from campaign.asking import amount, truth
from campaign.errors import Refusal, did_you_mean, refuse
from campaign.mechanisms.effects import OUTCOMES, PLAYED, Outcome
from campaign.mechanisms.score import doubts
from campaign.mechanisms.terms import Force, Term, asked_by
from campaign.names import matched, pair, plain
from campaign.record import Record, replace
from campaign.words import listed, say

if TYPE_CHECKING:
    from campaign.ledger.battle import Battle
    from campaign.ledger.entries import ResultStep
    from campaign.mechanisms.rosters import FieldedModels

MOST = 9999
"""The largest number that one answer may be."""
_MANY = re.compile(r"([0-9]{1,3})\s*[x×*]\s*(.+)|([0-9]{1,2})\s+(\D.*)")


class Answer(Record, kw_only=False):
    """One answer; `names` are those of the models, where models were asked for (empty: typed by points)."""

    numbers: tuple[int, ...]
    names: tuple[str, ...] = ()


def answer_in(result: ResultStep, who: str, term: str) -> Answer:
    """What a result answers; nothing where it doesn't."""
    numbers = result.answers.get(who, {}).get(term, ())
    return Answer(numbers, result.models.get(who, {}).get(term, ()))


def with_answer(result: ResultStep, who: str, term: str, given: Answer) -> ResultStep:
    """The result with one more answer, in the place of an old one."""
    named = {each: names for each, names in result.models.get(who, {}).items() if each != term}
    if any(given.names):
        named[term] = given.names
    models = {**result.models, who: named}
    return replace(
        result,
        answers={**result.answers, who: {**result.answers.get(who, {}), term: given.numbers}},
        models={each: terms for each, terms in models.items() if terms},
    )


def with_answers_of(result: ResultStep, old: ResultStep) -> ResultStep:
    """The result with the old answers where it has none."""
    both = replace(result, answers={}, models={})
    for each in (old, result):
        for who, terms in each.answers.items():
            for term in terms:
                both = with_answer(both, who, term, answer_in(each, who, term))
    return both


def asked(battle: Battle) -> list[tuple[str, Term]]:
    """Who is asked which term, in the order of asking: side by side, its teams within it."""
    terms = battle.terms
    return [
        (name, term)
        for force in battle.forces
        for name in dict.fromkeys((force.name, *force.members))
        for term in terms
        if name in asked_by(term, force)
    ]


def asked_terms(battle: Battle, who: str) -> list[Term]:
    """The terms that a side, or a team of it, is asked, in order."""
    return [term for name, term in asked(battle) if name == who]


def enemies_of(battle: Battle, who: str, fielded: Iterable[FieldedModels]) -> list[FieldedModels]:
    """The models of the sides that a side or team fights against."""
    own = {team for force in battle.forces if force.has(who) for team in force.teams}
    return [each for each in fielded if each.team not in own]


def with_scores(
    result: ResultStep,
    battle: Battle,
    texts: Iterable[str],
    fielded: Sequence[FieldedModels] = (),
    *,
    strangers: bool = False,
) -> ResultStep:
    """The result with typed scores; `fielded` are the models of every team. Raises Refusal for what can't be
    read, or is said twice; with `strangers`, what nobody is asked is passed over. A score of everybody may be
    followed by another one of some side.
    """
    said: dict[tuple[str, str], bool] = {}
    for text in texts:
        who, what = pair(text, ":", "Red Talons: markers 2")
        everyone = plain(who) in ("all", "everyone")
        names = list(dict.fromkeys(name for force in battle.forces for name in (force.name, *force.members)))
        for name in names if everyone else [speaker(battle, who)]:
            for term, given in _answers(battle, name, what, everyone, fielded, strangers):
                if (name, term) in said and (everyone or not said[name, term]):
                    refuse(
                        "{side}: “{term}” is given twice.",
                        "Give each score once, and write numbers without commas.",
                        side=name,
                        term=term,
                    )
                said[name, term] = everyone
                result = with_answer(result, name, term, given)
    return result


def speaker(battle: Battle, said: str) -> str:
    """Who is meant: a side, or a team; the only team of a side is the side itself. Raises Refusal."""
    names = [name for force in battle.forces for name in (force.name, *force.teams)]
    found = matched(
        said, list(dict.fromkeys(names)), say("There is no side “{said}” in this battle.", said=said)
    )
    return next(
        (force.name for force in battle.forces if force.teams == (found,) or force.name == found), found
    )


def _answers(
    battle: Battle,
    who: str,
    what: str,
    everyone: bool,
    fielded: Sequence[FieldedModels],
    strangers: bool,
) -> Iterator[tuple[str, Answer]]:
    """What one side or team answers, by term. A side may speak for its only team, and say what is asked of
    it.
    """
    terms = asked_terms(battle, who)
    for part in what.split(","):
        name, value = _named(part, terms)
        if name is None:
            ids = listed(term.id for term in terms)
            refuse(
                "{side}: “{value}” needs a term before it.", "Terms: {ids}.", side=who, value=value, ids=ids
            )
        term = _term(name, terms)
        if term is None and (everyone if _term(name, battle.terms) else strangers):
            continue
        if term is None:
            raise _unknown(battle, who, name, terms)
        yield term.id, answer(term, value, enemies_of(battle, who, fielded))


def _unknown(battle: Battle, who: str, name: str, terms: Sequence[Term]) -> Refusal:
    """Why somebody has no answer to that: another is asked it, or nobody."""
    sentence = say("{side}: nothing here is scored as “{name}”.", side=who, name=name)
    elsewhere = _term(name, battle.terms)
    mates: Force | None = next((force for force in battle.forces if force.has(who)), None)
    others = asked_by(elsewhere, mates) if elsewhere is not None and mates is not None else ()
    if others:
        return Refusal(sentence, say("Give it for: {names}.", names=listed(others)))
    known = [each.id for each in terms]
    return Refusal(sentence, did_you_mean(name, known) or say("Nothing is scored here."))


def _named(part: str, terms: Sequence[Term]) -> tuple[str | None, str]:
    """A score's term as it was said, and its number; a term alone means yes, a number alone the only term."""
    for term in terms:
        if term.worth is not None and (rest := _after(part, term)) is not None:
            return term.id, rest
    name, _, value = part.strip().rpartition(" ")
    if name:
        return name, value
    if not re.fullmatch(r"[-+0-9]+", value) and truth(value) is None:
        return value, "yes"
    return (terms[0].id if len(terms) == 1 else None), value


def _after(part: str, term: Term) -> str | None:
    """What follows the name of a term of models, which may be cut short; None where another is meant."""
    said = part.strip()
    for called in (term.name, term.id):
        if plain(said).startswith(plain(called) + " "):
            return said[len(called) :]
    first, _, rest = said.partition(" ")
    return rest if len(first) > 1 and plain(term.id).startswith(plain(first)) else None


def _term(said: str, terms: Sequence[Term]) -> Term | None:
    """The term of an id or name, or of a unique beginning of one."""
    wanted = plain(said)
    exact = [term for term in terms if wanted in (plain(term.id), plain(term.name))]
    begins = [t for t in terms if plain(t.id).startswith(wanted) or plain(t.name).startswith(wanted)]
    found = exact or begins
    return found[0] if len(found) == 1 else None


def answer(term: Term, text: str, enemies: Sequence[FieldedModels] = ()) -> Answer:
    """One answer, `2` or `yes`, or one for each round that scores, `1+0+2`, or models. Raises Refusal.

    Rounds before the first that scores are not asked for: they stand as 0 before what was typed.
    """
    if term.worth is not None:
        return _models(term, text, enemies)
    typed = tuple(_number(term, each) for each in re.split(r"[+,\s]+", text.strip()))
    return Answer((0,) * (term.from_round - 1) + typed if term.per == "round" else typed)


def as_typed(term: Term, given: Answer) -> str:
    """An answer as a player would type it again."""
    if term.worth is not None:
        names = given.names or ("",) * len(given.numbers)
        shown = [name or str(points) for name, points in zip(names, given.numbers, strict=True)]
        return " + ".join(shown) or "-"
    rounds = given.numbers[term.from_round - 1 :] if term.per == "round" else given.numbers
    return "+".join(map(str, rounds)) or "0"


def _number(term: Term, value: str) -> int:
    """What was typed for one answer: a whole number, yes, no, or - for nothing. Raises Refusal."""
    said = 0 if value.strip() == "-" else amount(value)
    if said is None or abs(said) > MOST:
        refuse(
            "“{value}” is not an answer to “{name}”.",
            "Write a whole number, or yes or no.",
            value=value,
            name=term.name,
        )
    return said


def _models(term: Term, text: str, enemies: Sequence[FieldedModels]) -> Answer:
    """Models by name or by points, with + between them and `2x` before several. Raises Refusal."""
    if text.strip() in ("", "-", "0") or truth(text) is False:
        return Answer(())
    found: list[tuple[int, str]] = []
    for item in re.split(r"[+,]", text):
        many = _MANY.fullmatch(item.strip())
        count, what = (int(many[1] or many[3]), many[2] or many[4]) if many else (1, item.strip())
        if re.fullmatch(r"[0-9]{1,4}", what.strip()):
            found += [(int(what), "")] * min(count, MOST)
        else:
            model = _model(term, what.strip(), enemies)
            found += [(model.points, model.name)] * min(count, MOST)
    names = tuple(name for _, name in found)
    return Answer(tuple(points for points, _ in found), names if any(names) else ())


def _model(term: Term, said: str, enemies: Sequence[FieldedModels]) -> FieldedModels:
    if not enemies:
        refuse(
            "“{value}” is not an answer to “{name}”: the enemy has no roster.",
            "Write the points of each model, such as 26 + 2x16, or put the roster into rosters/.",
            value=said,
            name=term.name,
        )
    name = matched(
        said,
        list(dict.fromkeys(each.name for each in enemies)),
        say("There is no model “{said}” in the rosters of the enemy.", said=said),
    )
    called = [each for each in enemies if each.name == name]
    if len({each.points for each in called}) > 1:
        refuse(
            "Two enemy teams have a “{name}”, at different prices.",
            "Write its points instead: {points}.",
            name=name,
            points=listed(each.points for each in called),
        )
    return called[0]


def with_outcomes(result: ResultStep, battle: Battle, texts: Iterable[str]) -> ResultStep:
    """The result with typed outcomes. Raises Refusal: a side that isn't in the battle can't have won it."""
    given = dict(result.outcomes)
    for text in texts:
        who, what = pair(text, "=", "Red Talons=forfeited")
        side = matched(who, list(battle.roles), say("There is no side “{said}” in this battle.", said=who))
        given[side] = outcome(what)
    return replace(result, outcomes=given)


def outcome(text: str) -> Outcome:
    """An outcome by any unique beginning."""
    found: str = matched(text, OUTCOMES, say("There is no outcome “{said}”.", said=text))
    return next(each for each in OUTCOMES if each == found)


def check(battle: Battle, result: ResultStep, fielded: Sequence[FieldedModels] = ()) -> None:
    """Raises Refusal with every reason why this can't be the result."""
    typed = result.outcomes
    wrong: Sequence[str] = doubts(battle.terms, battle.forces, result.answers, battle.setup.rounds)
    wrong = [*wrong, *_too_many(battle, result, fielded)]
    if len(typed) == len(battle.roles) and "won" in typed.values() and "drew" in typed.values():
        wrong = [*wrong, say("A battle that one side won can’t be a draw for another.")]
    if not wrong:
        wrong = _contradictions(battle, result)
    if wrong:
        raise Refusal("\n".join(wrong), say("Nothing was written."))


def _too_many(battle: Battle, result: ResultStep, fielded: Sequence[FieldedModels]) -> Iterator[str]:
    """Models of the enemies' rosters of which a side, its teams together, names more than they have."""
    for force in battle.forces:
        said = [terms for who, terms in result.models.items() if force.has(who)]
        names = [name for terms in said for names in terms.values() for name in names]
        enemies = enemies_of(battle, force.name, fielded)
        yield from too_many(force.name, Answer((), tuple(names)), enemies)


def too_many(who: str, given: Answer, enemies: Sequence[FieldedModels]) -> list[str]:
    """A sentence for each model of which more are named than the enemies have."""
    named = Counter(name for name in given.names if name)
    there = Counter[str]()
    for each in enemies:
        there[each.name] += each.count
    return [
        say(
            "{side}: “{name}” is named too often: {count} times. The enemy has {there}.",
            side=who,
            name=name,
            count=count,
            there=there[name],
        )
        for name, count in named.items()
        if count > there[name] > 0
    ]


def _contradictions(battle: Battle, result: ResultStep) -> list[str]:
    """Where what was typed goes against the score sheet: an outcome is typed only where scores can't tell."""
    if not any(any(map(any, terms.values())) for terms in result.answers.values()):
        return []
    typed, wrong = result.outcomes, []
    ended = {side: outcome for side, outcome in typed.items() if outcome not in PLAYED}
    result = replace(result, outcomes=ended)
    for side, standing in battle.with_result(result).outcomes().items():
        if side in typed and typed[side] in PLAYED and typed[side] != standing.outcome:
            wrong.append(
                say(
                    "{side}: by the scores it {outcome}, but it is given as {typed}.",
                    side=side,
                    outcome=standing.outcome,
                    typed=typed[side],
                )
            )
    return wrong
