"""What a mission scores as questions, and what of it is not answered yet: for a result, and for a round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from campaign.asking import NO, YES, Asker, Question, SavedAnswers, interview
from campaign.errors import MissingAnswer, Refusal
from campaign.ledger.answers import (
    Answer,
    answer,
    answer_in,
    as_typed,
    asked,
    check,
    enemies_of,
    too_many,
    with_answer,
    with_answers_of,
)
from campaign.ledger.battle import Battle, so_far
from campaign.mechanisms.score import doubts
from campaign.mechanisms.terms import Term, bound
from campaign.record import replace
from campaign.words import say

if TYPE_CHECKING:
    from campaign.ledger.entries import ResultStep
    from campaign.mechanisms.rosters import FieldedModels


def questions(battle: Battle, old: ResultStep, fielded: Sequence[FieldedModels]) -> list[Question]:
    """Only what the mission scores, one question for each side or team and term, old answers as defaults.

    What was scored round by round is not asked again.
    """
    scored = {} if battle.result else so_far(battle)
    return [
        _question(battle, who, term, old, fielded)
        for who, term in asked(battle)
        if term.id not in scored.get(who, {})
    ]


def _question(
    battle: Battle, who: str, term: Term, old: ResultStep, fielded: Sequence[FieldedModels]
) -> Question:
    enemies = enemies_of(battle, who, fielded)
    return Question(
        id=f"{who}\n{term.id}",
        text=_text(term, who),
        check=partial(_answer, battle, who, term, enemies),
        default=_default(term, answer_in(old, who, term.id)),
        option=f"--score “{who}: {term.id} N”",
        settled=partial(_settled, battle, who, term),
    )


def _default(term: Term, before: Answer) -> str:
    """The old answer, or nothing, as it would be typed; yes or no where there is no more to say."""
    if term.worth is None and term.per == "battle" and bound(term) == 1:
        return YES[1] if any(before.numbers) else NO[1]
    if before.numbers:
        return as_typed(term, before)
    return "-" if term.worth else "0"


def _settled(battle: Battle, who: str, term: Term, answered: Mapping[str, Answer]) -> Answer | None:
    """Nothing, where the answers so far leave nothing else to a term that is asked once."""
    if term.most is None or not term.most.names or term.per != "battle" or term.worth is not None:
        return None
    if term.shared:
        return None
    own = [name for name in answered if name.startswith(f"{who}\n")]
    mine = {name.partition("\n")[2]: answered[name].numbers for name in own}
    one_more = {who: mine | {term.id: (1,)}}
    return Answer((0,)) if doubts(battle.terms, battle.forces, one_more, battle.setup.rounds) else None


def _answer(battle: Battle, who: str, term: Term, enemies: Sequence[FieldedModels], text: str) -> Answer:
    """What was typed, if the term can give it; bounds over other answers wait for these. Raises Refusal."""
    given = answer(term, text, enemies)
    free = replace(term, most=None) if term.most is not None and term.most.names else term
    wrong = doubts([free], battle.forces, {who: {term.id: given.numbers}}, battle.setup.rounds)
    wrong += too_many(who, given, enemies)
    if wrong:
        raise Refusal("\n".join(wrong))
    return given


def _text(term: Term, side: str) -> str:
    ask = term.ask.replace("{side}", side)
    if term.worth is not None:
        return say("{ask} (names or points joined with +, 2x for two of one; - for none)", ask=ask)
    if term.per == "battle":
        return ask
    return say(
        "{ask} (one number per round, starting with round {first}: 1 0 1 …)", ask=ask, first=term.from_round
    )


def with_answered(old: ResultStep, answered: Mapping[str, Answer]) -> ResultStep:
    """The result with what an interview over `questions` has answered."""
    for name, given in answered.items():
        who, _, term = name.partition("\n")
        old = with_answer(old, who, term, given)
    return old


def asked_result(
    battle: Battle,
    result: ResultStep,
    asker: Asker,
    draft: SavedAnswers | None,
    fielded: Sequence[FieldedModels],
) -> ResultStep:
    """The result by questions, asked again with the answers as defaults until they fit together."""
    while True:
        result = with_answered(result, interview(questions(battle, result, fielded), asker, draft))
        try:
            check(battle, result, fielded)
        except Refusal as wrong:
            asker.tell(wrong.sentence)
            continue
        return result


def check_complete(battle: Battle, result: ResultStep) -> None:
    """Where nobody may be asked, every answer has to be given, or every outcome. Raises MissingAnswer with
    all that are missing.
    """
    missing = [
        say(
            "{side}: no answer for “{term}”. Use --score “{side}: {id} {answer}”.",
            side=who,
            term=term.name,
            id=term.id,
            answer="N" if term.worth is None else say("2x NAME + POINTS"),
        )
        for who, term in unanswered(battle, result)
    ]
    if missing:
        raise MissingAnswer("\n".join(missing))


def with_rounds(battle: Battle, result: ResultStep) -> ResultStep:
    """The result with what was scored round by round where it says nothing else."""
    return with_answers_of(result, replace(result, answers=so_far(battle), models={}))


def unanswered(battle: Battle, result: ResultStep) -> list[tuple[str, Term]]:
    """What is asked and was not answered, of sides whose outcome was not typed."""
    done = {
        name
        for force in battle.forces
        if force.name in result.outcomes
        for name in (force.name, *force.teams)
    }
    answers = with_rounds(battle, result).answers
    return [
        (who, term) for who, term in asked(battle) if who not in done and term.id not in answers.get(who, {})
    ]
