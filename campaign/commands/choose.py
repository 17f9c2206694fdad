"""`campaign choose` and `campaign reveal`: the secret choices of a battle, sealed, shown and resolved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from campaign.campaign import Campaign
from campaign.content.replay import rolls_of
from campaign.content.steps.choice import ChoiceStep
from campaign.errors import Refusal
from campaign.ledger.battle import Battle
from campaign.ledger.entries import OpenedSecret, ResolvedChoice, RevealStep, SealStep
from campaign.ledger.entries_io import Author, append
from campaign.ledger.secrets import open_seal, seal_of, secret_file, secret_of, secret_text
from campaign.mechanisms.choice import Choice, ChoiceOption, ResolvedOption, option_for, resolve
from campaign.mechanisms.dice import DiceLog, DiceSource
from campaign.printing.briefing import Briefing, printed, stored, with_reveal
from campaign.printing.briefing import shown as shown_again
from campaign.words import say


class AtTheTable(Protocol):
    """How the players at the table answer what a reveal asks of them.

    `said` holds choices by side that the group has already revealed with dice of its own.
    """

    @property
    def said(self) -> Mapping[str, str]: ...

    def target(self, side: str, option: ChoiceOption, marks: tuple[str, ...]) -> str:
        """The enemy, one of `marks`, whose option this side takes away."""

    def models(self, side: str) -> int:
        """How many models a side has."""

    def note(self, side: str, option: ChoiceOption, number: int | None) -> str:
        """What a side writes down for all to see; empty where it stays on paper."""

    def hidden(self, side: str, option: ChoiceOption, number: int | None) -> str:
        """What a side writes down in secret; empty where it stays on paper."""


def choice_step(folder: Campaign, battle: Battle) -> tuple[ChoiceStep, Choice]:
    """The choice that this battle asks for. Raises Refusal where it asks for none, or has been resolved."""
    taken = battle.setup.steps
    for step in folder.library.system().procedure:
        if isinstance(step, ChoiceStep) and step.id in taken:
            if any(reveal.of == step.id for reveal in battle.reveals):
                raise Refusal(
                    say("In battle {number} this has been revealed already.", number=battle.number),
                    say("See “campaign briefing”."),
                )
            return step, folder.library.choice(step.choice)
    raise Refusal(
        say("Battle {number} asks for no secret choice.", number=battle.number),
        say("Settings and options of “campaign setup” turn it on."),
    )


def waiting(battle: Battle, step: ChoiceStep) -> list[str]:
    """The sides that have not chosen yet."""
    done = {seal.side for seal in battle.seals if seal.of == step.id}
    return [side.name for side in battle.sides if side.name not in done]


def seal(folder: Campaign, battle: Battle, of: str, side: str, value: str, hand: Author) -> None:
    """Puts a secret into secrets/, then its hash into the battle."""
    secret = secret_of(of, side, value)
    folder.seal(battle, [secret], [seal_of(secret, hand)])


def reveal(folder: Campaign, battle: Battle, hand: Author, source: DiceSource, table: AtTheTable) -> Briefing:
    """Shows all choices together, resolves them, and writes the reveal and the new briefing.

    `table.said` holds choices by side that the group has already revealed with dice of its own.
    """
    step, choice = choice_step(folder, battle)
    shown = _shown(folder, battle, step, table.said)
    chosen = {one.side: option_for(choice, one.value) for one in shown}
    models = dict(battle.setup.models)
    for side, option in chosen.items():
        if option.count and option.count.formula and option.count.formula.names and side not in models:
            models[side] = table.models(side)
    log = DiceLog(source)
    try:
        resolved = resolve(step.id, choice, chosen, models, log, table.target)
    except ValueError as error:
        raise Refusal(str(error), say("“campaign check” tells where it stands.")) from error
    log.finish()
    seals, files = _written(battle, step, resolved, hand, table)
    made = RevealStep(
        kind="reveal",
        at=hand.at,
        by=hand.by,
        of=step.id,
        shown=tuple(shown),
        chosen=tuple(_chosen(each, table) for each in resolved),
        rolls=rolls_of(log.rolled),
    )
    briefing = with_reveal(stored(folder.root, battle.filed.name), step.id, made)
    folder.write([append(battle.filed, [*seals, made])], {**files, **printed(briefing)})
    return shown_again(folder, battle)


def _shown(folder: Campaign, battle: Battle, step: ChoiceStep, said: Mapping[str, str]) -> list[OpenedSecret]:
    shown = []
    for side in battle.sides:
        seals = [each for each in battle.seals if each.of == step.id and each.side == side.name]
        if side.name in said:
            mark = seals[-1].hash if seals else ""
            shown.append(
                OpenedSecret(of=step.id, side=side.name, value=said[side.name], hash=mark, proof="open")
            )
        elif not seals:
            raise Refusal(
                say("{name} has not chosen yet.", name=side.name), say("Choose with “campaign choose”.")
            )
        else:
            one = open_seal(folder.root, battle.filed, seals[-1])
            if one.proof in ("lost", "altered"):
                raise Refusal(
                    say("What {name} sealed is {proof}.", name=side.name, proof=one.proof),
                    say("Say it openly: --choice “{name}=N”.", name=side.name),
                )
            shown.append(one)
    return shown


def _written(
    battle: Battle, step: ChoiceStep, resolved: tuple[ResolvedOption, ...], hand: Author, table: AtTheTable
) -> tuple[list[SealStep], dict[str, str]]:
    """What sides write down in secret after the reveal, sealed."""
    seals, files = [], {}
    for each in resolved:
        write = each.option.write
        if not (each.stands and write and write.secret):
            continue
        text = table.hidden(each.side, each.option, each.number)
        if not text:
            continue
        of = f"{step.id}.{each.option.id}"
        secret = secret_of(of, each.side, text)
        seals.append(seal_of(secret, hand))
        files[secret_file(battle.filed.name, of, each.side)] = secret_text(secret)
    return seals, files


def _chosen(each: ResolvedOption, table: AtTheTable) -> ResolvedChoice:
    write = each.option.write
    public = each.stands and write is not None and not write.secret
    return ResolvedChoice(
        side=each.side,
        id=each.option.id,
        name=each.option.name,
        stands=each.stands,
        why=each.why,
        by=each.by or "",
        against=each.against or "",
        number=each.number,
        of=each.option.count.of if each.option.count else "",
        note=table.note(each.side, each.option, each.number) if public else "",
    )
