"""A draft at the terminal: what was decided in the options, and what is asked step by step."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.cli.terminal import Terminal
from campaign.commands.dice import TableHistory
from campaign.errors import Refusal
from campaign.mechanisms.draft import DraftAnswers, DraftDecision, card_meant
from campaign.names import matched, pair
from campaign.words import listed, say

EXAMPLE = "Red Talons=one card, another card"


def told_of(
    bring: Sequence[str], row: str | None, ban: Sequence[str], pick: Sequence[str], sides: Sequence[str]
) -> DraftAnswers:
    """What the options say of a draft. Raises Refusal for a side that isn't in the battle."""
    by_side: dict[str, tuple[str, ...]] = {}
    for text in bring:
        who, cards = pair(text, "=", EXAMPLE)
        side = matched(who, sides, say("side in this battle"))
        by_side[side] = (*by_side.get(side, ()), *_cards(cards))
    return DraftAnswers(
        bring=by_side,
        row=row or "",
        ban=tuple(card for text in ban for card in _cards(text)),
        pick=tuple(card for text in pick for card in _cards(text)),
    )


def _cards(text: str) -> tuple[str, ...]:
    return tuple(card.strip() for card in text.split(",") if card.strip())


class OwnDraft:
    """Asks for each decision once; Enter leaves it to the dice, and `b` takes the last answer back."""

    def __init__(self, terminal: Terminal, history: TableHistory) -> None:
        self._terminal = terminal
        self._history = history

    def __call__(self, decision: DraftDecision) -> Sequence[str]:
        return self._history.told(lambda: self._asked(decision))

    def _asked(self, decision: DraftDecision) -> Sequence[str]:
        note = ""
        while True:
            answer = self._history.typed(self._terminal.line(_question(decision), _unsaid(decision), note))
            try:
                return _answer(decision, answer)
            except Refusal as wrong:
                note = str(wrong)


def _unsaid(decision: DraftDecision) -> str:
    """What becomes of a decision where nothing is answered."""
    return decision.options[0][1] if decision.kind == "role" else say("by chance")


def _question(decision: DraftDecision) -> str:
    """The question of a decision, with all that may be answered."""
    cards = listed(name for _, name in decision.options)
    side, row, count = decision.side, decision.row, decision.count
    if decision.kind == "row":
        return say("{side} rolled highest and controls which row? ({cards})", side=side, cards=cards)
    if decision.kind == "role":
        return say("{row}: {side} rolled highest and takes which? ({cards})", row=row, side=side, cards=cards)
    if decision.kind == "bring":
        return say(
            "{row}: {side} brings which {count}? ({cards})", row=row, side=side, count=count, cards=cards
        )
    if decision.kind == "ban":
        return say(
            "{row}: {side} bans which {count}? ({cards})", row=row, side=side, count=count, cards=cards
        )
    return say("{row}: {side} picks which? ({cards})", row=row, side=side, cards=cards)


def _answer(decision: DraftDecision, text: str) -> list[str]:
    """The ids that were answered; none where nothing was. Raises Refusal for what can't be answered."""
    names = dict(decision.options)
    left = [card for card, _ in decision.options]
    found: list[str] = []
    for said in _cards(text):
        card = card_meant(said, names)
        if card not in left:
            raise Refusal(say("“{card}” is not there twice.", card=names[card]), say("Name another one."))
        left.remove(card)
        found.append(card)
    if len(found) > decision.count:
        raise Refusal(
            say("These are {count}.", count=len(found)), say("Name {most} at most.", most=decision.count)
        )
    return found
