"""`campaign round`: scores one battle round, and says what that means for the battle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from campaign.commands.score_questions import asked_result, check_complete
from campaign.errors import Refusal, refuse
from campaign.ledger.answers import check, with_scores
from campaign.ledger.battle import (
    Battle,
    battle_of,
    one_round,
    points_after,
    points_so_far,
    so_far,
    won_at_once,
)
from campaign.ledger.entries import ResultStep, RoundStep
from campaign.ledger.entries_io import Author, append
from campaign.mechanisms.score import sheet
from campaign.mechanisms.supply import pools
from campaign.record import Record, replace
from campaign.words import say

if TYPE_CHECKING:
    from campaign.asking import Asker
    from campaign.campaign import Campaign


class RoundLine(Record):
    """What one side, or a team of it, scored in the round by one term."""

    by: str
    name: str
    count: int
    points: int


class RoundSide(Record):
    """A side's points in the round, in all rounds up to it, and in all that count by now."""

    side: str
    points: int
    total: int
    now: int


class RoundView(Record):
    """A round as it was scored.

    `lead` is by how many points a side wins at once (None: never), `won` the side that did; `pool` is the
    supply of the next round, None without a limit, and `supply` whether the mission knows one. `again` marks
    a round that was scored before, `later` that others were scored after it.
    """

    number: int
    mission: str
    round: int
    rounds: int
    again: bool
    later: bool
    lines: tuple[RoundLine, ...]
    sides: tuple[RoundSide, ...]
    lead: int | None
    won: str
    supply: bool
    pool: int | None


def is_scored_by_round(battle: Battle) -> bool:
    """Whether anything in a battle scores round by round."""
    return any(term.per == "round" for term in battle.terms)


def which_round(battle: Battle, said: int | None = None) -> int:
    """The round to score: the one after the last, or the one that is named, which may be scored again.

    Raises Refusal where there is no such round, one before it is missing, or a side has won by then.
    """
    rounds, done = battle.setup.rounds, max((step.round for step in battle.rounds), default=0)
    if not is_scored_by_round(battle):
        refuse(
            "Battle {number} is not scored round by round.",
            "Record its result with “campaign result”.",
            number=battle.number,
        )
    number = done + 1 if said is None else said
    won = won_at_once(battle)
    if won is not None and number > won[0]:
        refuse(
            "{side} won outright in round {round}.",
            "Record the result with “campaign result”, or score that round again with --round.",
            side=won[1],
            round=won[0],
        )
    if not 1 <= number <= rounds:
        sentence = (
            say("All {rounds} rounds have been scored.", rounds=rounds)
            if said is None
            else say("There is no round {round}; the battle has {rounds}.", round=number, rounds=rounds)
        )
        raise Refusal(
            sentence, say("Record the result with “campaign result”, or choose a round with --round.")
        )
    if number > done + 1:
        refuse("Round {next} has not been scored yet.", "Score the rounds in order.", next=done + 1)
    return number


def take_round(
    campaign: Campaign,
    battle: Battle,
    said: int | None,
    texts: Sequence[str],
    author: Author,
    asker: Asker | None,
) -> RoundView:
    """Scores the next round, or the one that is named, and shows it; asked for where no score was typed.

    Raises Refusal for what can't be.
    """
    number = which_round(battle, said)
    again = any(step.round == number for step in battle.rounds)
    alone = one_round(battle, number)
    scored = _scored(battle, alone, number, texts, author)
    check(alone, scored)
    if texts or asker is None:
        check_complete(alone, scored)
    else:
        asker.tell(say("Round {round} of {rounds}", round=number, rounds=battle.setup.rounds))
        scored = asked_result(alone, scored, asker, None, ())
    _record(campaign, battle, number, scored)
    return round_view(campaign.battle(battle.filed.tail), number, again)


def _scored(battle: Battle, alone: Battle, number: int, texts: Sequence[str], author: Author) -> ResultStep:
    """The typed answers. What the battle scores, but not in this round, is said to be elsewhere's."""
    nothing = ResultStep(kind="result", at=author.at, by=author.by)
    try:
        return with_scores(nothing, alone, texts)
    except Refusal as refusal:
        with_scores(nothing, battle, texts)  # raises what is wrong for the whole battle too
        raise Refusal(
            say("Some of these are not scored in round {round}.", round=number),
            say("Score them in their own rounds; “campaign result” takes what counts once."),
        ) from refusal


def _record(campaign: Campaign, battle: Battle, number: int, scored: ResultStep) -> None:
    """Writes one round. Raises Refusal for what its terms can't give."""
    check(one_round(battle, number), scored)
    step = RoundStep(
        kind="round",
        at=scored.at,
        by=scored.by,
        round=number,
        answers={
            who: {term: numbers[0] for term, numbers in terms.items()}
            for who, terms in scored.answers.items()
        },
    )
    filed = append(battle.filed, [step])
    then = battle_of(filed, battle.number)
    check(then, replace(scored, answers=so_far(then), models={}))
    campaign.write([filed])


def round_view(battle: Battle, number: int, again: bool = False) -> RoundView:
    """A round that was scored, in the battle that holds it."""
    step = next(each for each in battle.rounds if each.round == number)
    alone = one_round(battle, number)
    answers = {who: {term: (count,) for term, count in terms.items()} for who, terms in step.answers.items()}
    lines = sheet(alone.terms, battle.forces, answers)
    before, after = points_after(battle, number - 1), points_after(battle, number)
    now = points_so_far(battle)
    won = won_at_once(battle)
    supply = battle.setup.supply
    left = pools(supply, battle.setup.rounds)[number:] if supply is not None else ()
    return RoundView(
        number=battle.number,
        mission=battle.setup.mission.name,
        round=number,
        rounds=battle.setup.rounds,
        again=again,
        later=battle.rounds[-1].round > number,
        lines=tuple(
            RoundLine(by=line.by, name=line.term.name, count=line.count, points=line.points) for line in lines
        ),
        sides=tuple(
            RoundSide(side=side, points=after[side] - before[side], total=after[side], now=now[side])
            for side in after
        ),
        lead=battle.setup.lead,
        won=won[1] if won is not None and won[0] <= number else "",
        supply=bool(left),
        pool=left[0] if left else None,
    )
