"""`campaign result`: takes the result of one battle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.asking import SavedAnswers
from campaign.commands.author import now
from campaign.commands.review import Review, standings
from campaign.commands.score_questions import asked_result, check_complete, with_rounds
from campaign.content.draws import cards_said, has_cards, open_everything
from campaign.errors import Refusal, refuse
from campaign.ledger.answers import check, with_outcomes, with_scores
from campaign.ledger.battle import Battle, battle_of, not_open, won_at_once
from campaign.ledger.entries import ResultStep, Step
from campaign.ledger.entries_io import Author, append
from campaign.printing.ledger.results import RecordedView, result_view
from campaign.printing.sheets import briefing_with, secrets_view
from campaign.record import Record
from campaign.words import say

if TYPE_CHECKING:
    from campaign.campaign import Campaign


class ResultOptions(Record):
    """What `campaign result` is called with for one battle."""

    score: tuple[str, ...] = ()
    outcome: tuple[str, ...] = ()
    note: str = ""
    card: tuple[str, ...] = ()


def take_result(
    campaign: Campaign, which: str | None, options: ResultOptions, author: Author, review: Review
) -> None:
    """One result: asked for where no score and no outcome was given on the line."""
    battle = campaign.battle(which, open_only=True)
    fielded = campaign.fielded(battle)
    typed = bool(options.score or options.outcome) or review.asker is None
    if has_cards(campaign.library, battle) or options.card:
        if typed:
            _look_through(campaign, battle, options, review)
        battle = _cards_shown(campaign, battle, options, author, review)
    _say_unscored(battle, review)
    draft = SavedAnswers(campaign.root / f".campaign-draft-{battle.filed.name}.json")
    result = with_scores(no_result(author, options.note), battle, options.score, fielded)
    result = with_outcomes(result, battle, options.outcome)
    if review.asker is None:
        check_complete(battle, result)
    elif not typed:
        result = asked_result(battle, result, review.asker, draft, fielded)
    steps = steps_of(campaign, battle, result, author)
    state = campaign.state_after(battle.filed, steps)
    recorded = next(each for each in state.battles if each.filed.name == battle.filed.name)
    view = result_view(state, recorded)
    review.show_first("result", view)
    if not review.agreed():
        refuse("Nothing was written.", "Your answers will be offered again next time.")
    record(campaign, battle, steps)
    draft.drop()
    if review.on_screen:
        review.show("standings", standings(campaign))
    else:
        review.show("recorded", RecordedView(result=view, standings=standings(campaign)))


def no_result(author: Author, note: str = "") -> ResultStep:
    """A result that says nothing yet."""
    return ResultStep(kind="result", at=author.at, by=author.by, note=note)


def _say_unscored(battle: Battle, review: Review) -> None:
    """Says how many rounds were scored, where some were and some are left that count nothing."""
    scored, rounds = len(battle.rounds), battle.setup.rounds
    if 0 < scored < rounds and won_at_once(battle) is None:
        review.tell(
            say(
                "Rounds scored: {scored} of {rounds}. The others count as 0.",
                scored=scored,
                rounds=rounds,
            )
        )


def _look_through(campaign: Campaign, battle: Battle, options: ResultOptions, review: Review) -> None:
    """A typed result has to fit before any secret card comes out for it. What is wrong with what everybody
    may know is said; of what only the cards tell, no more than that something is.
    """
    fielded = campaign.fielded(battle)
    quiet = Author("", now())
    given = with_outcomes(no_result(quiet), battle, options.outcome)
    public = with_scores(given, battle, options.score, fielded, strangers=True)
    check(battle, public, fielded)
    if review.asker is None:
        check_complete(battle, public)
    openly = cards_said(campaign.library, battle, options.card)
    shown = battle_of(
        append(battle.filed, open_everything(campaign.root, campaign.library, battle, quiet, openly)),
        battle.number,
    )
    try:
        whole = with_scores(given, shown, options.score, fielded)
        check(shown, whole, fielded)
        if review.asker is None:
            check_complete(shown, whole)
    except Refusal:
        raise Refusal(
            say(
                "The scores don’t match the sealed cards: an answer is missing, or no card "
                "asks for one of those given."
            ),
            say("Reveal the cards first: “campaign reveal --secret TEAM”."),
        ) from None


def _cards_shown(
    campaign: Campaign, battle: Battle, options: ResultOptions, author: Author, review: Review
) -> Battle:
    """The battle with every secret card shown, before anything is asked that would give one away.

    What was shown is kept, whatever becomes of the result: nobody can look, and take it back.
    """
    reveals = open_everything(
        campaign.root, campaign.library, battle, author, cards_said(campaign.library, battle, options.card)
    )
    if review.asks and review.asker is not None:
        question = say(
            "Is battle {number} over? All sealed cards will be revealed now.", number=battle.number
        )
        if not review.asker.confirm(question):
            refuse("Nothing was revealed.", "Run the command again when the battle is over.")
    campaign.write([append(battle.filed, reveals)], briefing_with(campaign, battle, reveals))
    review.show_first("secrets", secrets_view(campaign, battle, reveals))
    return campaign.battle(battle.filed.tail)


def steps_of(campaign: Campaign, battle: Battle, result: ResultStep, author: Author) -> list[Step]:
    """The steps that a result adds: every secret comes out first, and what was scored round by round stands
    where nothing else is said. Raises Refusal for what can't be.
    """
    result = with_rounds(battle, result)
    check(battle, result, campaign.fielded(battle))
    return [*open_everything(campaign.root, campaign.library, battle, author), result]


def record(campaign: Campaign, battle: Battle, steps: list[Step]) -> None:
    """Writes the result."""
    if battle.status != "open":
        raise Refusal(not_open(battle), say("Correct it with “campaign amend”."))
    campaign.write([append(battle.filed, steps)])
