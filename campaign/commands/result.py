"""`campaign result`: takes the result of one battle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from campaign.asking import NO, YES, Question
from campaign.content.draws import open_everything
from campaign.errors import Refusal
from campaign.ledger.answers import (
    Answer,
    Scores,
    answer,
    as_typed,
    asked,
    check,
    enemies_of,
    too_many,
)
from campaign.ledger.battle import Battle, so_far
from campaign.ledger.entries import ResultStep, Step, StoredEntry
from campaign.ledger.entries_io import Author, append
from campaign.ledger.state import CampaignState, fold
from campaign.mechanisms.effects import Outcome
from campaign.mechanisms.score import doubts
from campaign.mechanisms.terms import Term, bound
from campaign.record import Record, field, replace
from campaign.words import say

if TYPE_CHECKING:
    from campaign.campaign import Campaign
    from campaign.mechanisms.rosters import FieldedModels


class Given(Record, kw_only=False):
    """A result as the players gave it: answers by side or team and term, outcomes that they typed, a note."""

    scores: Scores = field(default_factory=Scores)
    outcomes: Mapping[str, Outcome] = field(default_factory=dict)
    note: str = ""


class After(Record, kw_only=False):
    """The campaign as it would stand: the battle, and the state around it."""

    battle: Battle
    state: CampaignState


def questions(battle: Battle, old: Given, fielded: Sequence[FieldedModels]) -> list[Question]:
    """Only what the mission scores, one question for each side or team and term, old answers as defaults.

    What was scored round by round is not asked again.
    """
    scored = {} if battle.result else so_far(battle)
    return [
        _question(battle, who, term, old.scores, fielded)
        for who, term in asked(battle)
        if term.id not in scored.get(who, {})
    ]


def _question(
    battle: Battle, who: str, term: Term, old: Scores, fielded: Sequence[FieldedModels]
) -> Question:
    enemies = enemies_of(battle, who, fielded)
    before = old.answers.get(who, {}).get(term.id, ())
    names = old.models.get(who, {}).get(term.id, ())
    return Question(
        id=f"{who}\n{term.id}",
        text=_text(term, who),
        check=partial(_answer, battle, who, term, enemies),
        default=_default(term, Answer(before, names)),
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
        return say("{ask} (names or points, + between, 2x for two; - for none)", ask=ask)
    if term.per == "battle":
        return ask
    return say("{ask} (one number a round, from round {first}: 1 0 1 …)", ask=ask, first=term.from_round)


def given_of(answered: Mapping[str, Answer], old: Given) -> Given:
    """The result of an interview over `questions`."""
    scores = Scores()
    for name, given in answered.items():
        who, _, term = name.partition("\n")
        scores.put(who, term, given)
    return replace(old, scores=scores.over(old.scores))


def result_step(given: Given, hand: Author) -> ResultStep:
    """A result as the ledger keeps it."""
    return ResultStep(
        kind="result",
        at=hand.at,
        by=hand.by,
        answers={who: dict(terms) for who, terms in given.scores.answers.items()},
        models={who: dict(terms) for who, terms in given.scores.models.items() if terms},
        outcomes=dict(given.outcomes),
        note=given.note,
    )


def steps_of(folder: Campaign, battle: Battle, given: Given, hand: Author) -> list[Step]:
    """The steps that a result adds: every secret comes out first, and what was scored round by round stands
    where nothing else is said. Raises Refusal for what can't be.
    """
    given = replace(given, scores=given.scores.over(Scores(so_far(battle))))
    check(battle, given.scores, dict(given.outcomes), folder.fielded(battle))
    return [*open_everything(folder.root, folder.library, battle, hand), result_step(given, hand)]


def after(folder: Campaign, filed: StoredEntry, steps: list[Step]) -> After:
    """What the campaign would be with further steps in a battle; nothing is written."""
    state = state_after(folder, filed, steps)
    return After(next(each for each in state.battles if each.filed.name == filed.name), state)


def state_after(folder: Campaign, filed: StoredEntry, steps: list[Step]) -> CampaignState:
    """The state that further steps in any entry would give; nothing is written."""
    grown = StoredEntry(filed.name, replace(filed.entry, steps=(*filed.entry.steps, *steps)))
    return fold(grown if each.name == filed.name else each for each in folder.filed)


def record(folder: Campaign, battle: Battle, steps: list[Step]) -> None:
    """Writes the result."""
    if battle.status != "open":
        raise Refusal(
            say("Battle {number} is {status} already.", number=battle.number, status=battle.status),
            say("Correct it with “campaign amend”."),
        )
    folder.write([append(battle.filed, steps)])
