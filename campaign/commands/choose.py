"""`campaign choose`: each side chooses in secret as the device goes round, then all is shown together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from campaign.commands.reveal import RevealOptions, choice_step, reveal_choices, source_of
from campaign.content.lookup import by_side
from campaign.errors import MissingAnswer, refuse
from campaign.ledger.secrets import seal_of, secret_of
from campaign.mechanisms.choice import Choice, option_for
from campaign.names import matched
from campaign.words import say

if TYPE_CHECKING:
    from campaign.asking import Asker
    from campaign.campaign import Campaign
    from campaign.content.steps.choice import ChoiceStep
    from campaign.ledger.battle import Battle
    from campaign.ledger.entries_io import Author
    from campaign.printing.briefing import Briefing


class ChooseOptions(RevealOptions):
    """What `campaign choose` takes."""

    choice: Sequence[str] = ()


def choose_all(
    campaign: Campaign, battle: Battle, options: ChooseOptions, author: Author, asker: Asker | None
) -> Briefing:
    """Every side that has not chosen does, one after the other, and then all is revealed."""
    step, _ = choice_step(campaign, battle)
    names = [each.name for each in battle.sides]
    openly = by_side(options.choice, names, "Red Talons=2")
    source_of(options, asker)  # wrong dice are refused before anybody chooses
    for side in waiting(battle, step):
        if side not in openly:
            choose_one(campaign, campaign.battle(battle.filed.tail), side, author, asker)
    return reveal_choices(campaign, campaign.battle(battle.filed.tail), options, author, asker, openly)


def choose_one(campaign: Campaign, battle: Battle, said: str, author: Author, asker: Asker | None) -> None:
    """One side chooses, and the choice is sealed. Raises Refusal where it has chosen already."""
    step, choice = choice_step(campaign, battle)
    side = matched(
        said,
        [each.name for each in battle.sides],
        say("There is no side “{said}” in this battle.", said=said),
    )
    if side not in waiting(battle, step):
        refuse("{side} has already chosen.", "Sealed choices stay as they are until the reveal.", side=side)
    if asker is None:
        raise MissingAnswer(
            say("{side} has not chosen yet.", side=side),
            say("Type a secret choice when asked; never put it on the command line."),
        )
    seal(campaign, battle, step.id, side, _ask(choice, side, asker), author)
    left = waiting(campaign.battle(battle.filed.tail), step)
    asker.tell(
        say("Sealed. Still to choose: {names}.", names=", ".join(left))
        if left
        else say("Sealed. Everyone has chosen.")
    )


def _ask(choice: Choice, side: str, asker: Asker) -> str:
    options = "\n".join(f"  {option.on}  {option.name}" for option in choice.rows)
    question = say("{choice}: which number?", choice=choice.name)
    chosen: str = asker.hidden(side, question, lambda text: option_for(choice, text).id, options)
    return chosen


def waiting(battle: Battle, step: ChoiceStep) -> list[str]:
    """The sides that have not chosen yet."""
    done = {seal.side for seal in battle.seals if seal.of == step.id}
    return [side.name for side in battle.sides if side.name not in done]


def seal(campaign: Campaign, battle: Battle, of: str, side: str, value: str, author: Author) -> None:
    """Puts a secret into secrets/, then its hash into the battle."""
    secret = secret_of(of, side, value)
    campaign.seal(battle, [secret], [seal_of(secret, author)])
