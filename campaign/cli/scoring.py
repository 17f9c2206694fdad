"""One round at the terminal: asked for where no score was given on the line, checked, and written."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.campaign import Campaign
from campaign.cli.recording import asked_result, check_complete
from campaign.cli.terminal import Terminal
from campaign.commands.result import Given
from campaign.commands.round import RoundView, record_round, round_view, which_round
from campaign.errors import Refusal
from campaign.ledger.answers import Scores, check, scores_of
from campaign.ledger.battle import Battle, one_round
from campaign.ledger.entries_io import Author
from campaign.words import say


def _scores(battle: Battle, alone: Battle, number: int, texts: Sequence[str]) -> Scores:
    """The typed answers. What the battle scores, but not in this round, is said to be elsewhere's."""
    try:
        return scores_of(alone, texts)
    except Refusal as refusal:
        scores_of(battle, texts)  # raises what is wrong for the whole battle too
        raise Refusal(
            say("Round {round} does not score all of this.", round=number),
            say("Other rounds score the rest, and “campaign result” what counts once."),
        ) from refusal


def take_round(
    folder: Campaign,
    battle: Battle,
    said: int | None,
    texts: Sequence[str],
    hand: Author,
    terminal: Terminal | None,
) -> RoundView:
    """Scores the next round, or the one that is named, and shows it. Raises Refusal for what can't be."""
    number = which_round(battle, said)
    again = any(step.round == number for step in battle.rounds)
    alone = one_round(battle, number)
    given = Given(_scores(battle, alone, number, texts))
    check(alone, given.scores, {})
    if texts or terminal is None:
        check_complete(alone, given)
    else:
        terminal.tell(say("Round {round} of {rounds}", round=number, rounds=battle.setup.rounds))
        given = asked_result(alone, given, terminal, None, ())
    record_round(folder, battle, number, given.scores, hand)
    return round_view(folder.battle(battle.filed.tail), number, again)
