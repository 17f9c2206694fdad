"""The secret choices at the terminal: the device goes round, then everything is shown together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from campaign.asking import Question, interview, whole
from campaign.campaign import Campaign
from campaign.cli.terminal import Terminal
from campaign.commands.choose import choice_step, reveal, seal, waiting
from campaign.commands.dice import faces_by_part, typed_dice, walked
from campaign.commands.reveal import reveal_one
from campaign.content.lookup import by_side
from campaign.errors import MissingAnswer, Refusal
from campaign.ledger.battle import Battle
from campaign.ledger.entries_io import Author
from campaign.mechanisms.choice import Choice, ChoiceOption, option_for
from campaign.mechanisms.dice import DiceByPart, DiceSource, SeededDice
from campaign.names import matched
from campaign.printing.briefing import Briefing
from campaign.printing.sheets import SecretsView
from campaign.record import Record
from campaign.words import say

T = TypeVar("T")


class Said(Record, kw_only=False):
    """The options of `choose` and `reveal` as they were typed."""

    choice: Sequence[str] = ()
    models: Sequence[str] = ()
    against: Sequence[str] = ()
    note: Sequence[str] = ()
    dice: str | None = None
    die: Sequence[str] = ()
    seed: int | None = None
    own_dice: bool = False


def choose_one(folder: Campaign, battle: Battle, said: str, hand: Author, terminal: Terminal | None) -> None:
    """One side chooses, and the choice is sealed. Raises Refusal where it has chosen already."""
    step, choice = choice_step(folder, battle)
    side = matched(said, [each.name for each in battle.sides], "side in this battle")
    if side not in waiting(battle, step):
        raise Refusal(
            say("{side} has chosen already.", side=side), say("What is sealed stays until the reveal.")
        )
    if terminal is None:
        raise MissingAnswer(
            say("{side} has not chosen.", side=side),
            say("A secret choice is typed, never put on the command line."),
        )
    seal(folder, battle, step.id, side, _ask(choice, side, terminal), hand)
    left = waiting(folder.battle(battle.filed.tail), step)
    terminal.tell(
        say("Sealed. Still to choose: {names}.", names=", ".join(left))
        if left
        else say("Sealed. All have chosen.")
    )


def _ask(choice: Choice, side: str, terminal: Terminal) -> str:
    options = "\n".join(f"  {option.on}  {option.name}" for option in choice.rows)
    question = say("{choice}: which number?", choice=choice.name)
    chosen: str = terminal.hidden(side, question, lambda text: option_for(choice, text).id, options)
    return chosen


def choose_all(
    folder: Campaign, battle: Battle, said: Said, hand: Author, terminal: Terminal | None
) -> Briefing:
    """Every side that has not chosen does, one after the other, and then all is revealed."""
    step, _ = choice_step(folder, battle)
    names = [each.name for each in battle.sides]
    openly = by_side(said.choice, names, "Red Talons=2")
    _source(said, terminal)  # wrong dice are refused before anybody chooses
    for side in waiting(battle, step):
        if side not in openly:
            choose_one(folder, folder.battle(battle.filed.tail), side, hand, terminal)
    return reveal_choices(folder, folder.battle(battle.filed.tail), said, hand, terminal)


def reveal_choices(
    folder: Campaign, battle: Battle, said: Said, hand: Author, terminal: Terminal | None
) -> Briefing:
    """Shows all choices and resolves them, asking what only the table knows."""
    names = [each.name for each in battle.sides]
    _, choice = choice_step(folder, battle)
    openly = by_side(said.choice, names, "Red Talons=2")
    chosen = {who: option_for(choice, what).id for who, what in openly.items()}
    rest = _source(said, terminal)
    faces = faces_by_part(said.die)
    table = _AtTheTable(said, names, chosen, terminal)
    return walked(rest, lambda: reveal(folder, battle, hand, DiceByPart(faces, rest), table))


def reveal_secret(
    folder: Campaign, battle: Battle, said: str, of: str | None, card: str | None, hand: Author
) -> SecretsView:
    """Shows what a side or team has in secret, and keeps that it was shown."""
    names = [name for side in battle.sides for name in (side.name, *side.teams)]
    who = matched(said, list(dict.fromkeys(names)), say("side in this battle"))
    sealed = {seal.side for seal in battle.unrevealed}
    alone = next(
        (side for side in battle.sides if who in (side.name, *side.teams) and len(side.teams) == 1), None
    )
    if alone is not None and who not in sealed:  # what a side and its only team hold is one
        who = next((name for name in (alone.name, *alone.teams) if name in sealed), alone.teams[0])
    return reveal_one(folder, battle, who, of, card, hand)


def _source(said: Said, terminal: Terminal | None) -> DiceSource:
    """Dice of their own: the battle's public seed would tell the roll-offs before anybody chose."""
    import secrets

    typed = typed_dice(said.dice, said.own_dice, said.seed, terminal)
    if typed is not None:
        return typed
    return SeededDice(secrets.randbits(62) if said.seed is None else said.seed)


class _AtTheTable:
    """Answers from the command line first, and asks for the others."""

    def __init__(
        self, said: Said, names: Sequence[str], chosen: dict[str, str], terminal: Terminal | None
    ) -> None:
        self.said = chosen
        self.terminal = terminal
        self._models = by_side(said.models, names, "Red Talons=7")
        self._against = by_side(said.against, names, "Red Talons=Vas Kar")
        self._notes = by_side(said.note, names, "Red Talons=the tank")

    def target(self, side: str, option: ChoiceOption, marks: tuple[str, ...]) -> str:
        if side in self._against:
            return matched(self._against[side], marks, "side with that choice")
        question = say("{side}: against whom, {names}?", side=side, names=" or ".join(marks))
        return self._asked(question, lambda text: matched(text, marks, "side with that choice"), "--against")

    def models(self, side: str) -> int:
        if side in self._models:
            return _models(self._models[side])
        return self._asked(say("{side}: how many models do you have?", side=side), _models, "--models")

    def note(self, side: str, option: ChoiceOption, number: int | None) -> str:
        if side in self._notes or self.terminal is None:
            return self._notes.get(side, "")
        return self.terminal.line(_writing(side, option, number), None).strip()

    def hidden(self, side: str, option: ChoiceOption, number: int | None) -> str:
        if self.terminal is None:
            return ""
        written: str = self.terminal.hidden(side, _writing(side, option, number), str.strip)
        return written

    def _asked(self, question: str, check: Callable[[str], T], option: str) -> T:
        found: T = interview([Question("it", question, check, option=option)], self.terminal)["it"]
        return found


def _models(text: str) -> int:
    number = whole(text)
    if number is None or not 1 <= number <= 200:
        raise Refusal(say("“{text}” is no number of models.", text=text), say("Write 1 to 200."))
    return number


def _writing(side: str, option: ChoiceOption, number: int | None) -> str:
    ask = option.write.ask.replace("{side}", side) if option.write else side
    if number is None:
        return say("{ask} (Enter keeps it on paper)", ask=ask)
    return say("{ask} Up to {number}. (Enter keeps it on paper)", ask=ask, number=number)
