"""`campaign reveal`: shows and resolves what all sides have chosen, or shows what one holds in secret.

What is shown is kept: nobody can look, and take it back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from campaign.asking import Asker, Question, interview, whole
from campaign.commands.dice import faces_by_part, typed_dice, walked
from campaign.content.draws import Draw, deck_with, draw_steps, reveal_cards
from campaign.content.lookup import by_side
from campaign.content.replay import rolls_of
from campaign.content.steps.choice import ChoiceStep
from campaign.errors import Refusal, refuse
from campaign.ledger.entries import OpenedSecret, ResolvedChoice, RevealStep, SealStep
from campaign.ledger.entries_io import Author, append
from campaign.ledger.secrets import OWNER, open_seal, seal_of, secret_file, secret_of, secret_text
from campaign.mechanisms.choice import Choice, ChoiceOption, ResolvedOption, option_for, resolve
from campaign.mechanisms.dice import DiceByPart, DiceLog, DiceSource, SeededDice
from campaign.names import matched, meant
from campaign.printing.briefing import Briefing, printed, stored, with_reveal
from campaign.printing.briefing import shown as shown_again
from campaign.printing.sheets import SecretsView, briefing_with, secrets_view
from campaign.record import Record
from campaign.words import listed, say

if TYPE_CHECKING:
    from campaign.campaign import Campaign
    from campaign.ledger.battle import Battle

T = TypeVar("T")


class RevealOptions(Record):
    """What `campaign reveal` and `campaign choose` take."""

    models: Sequence[str] = ()
    against: Sequence[str] = ()
    note: Sequence[str] = ()
    dice: str | None = None
    die: Sequence[str] = ()
    own_dice: bool = False
    seed: int | None = None


# --- the choices of all sides ---


def choice_step(campaign: Campaign, battle: Battle) -> tuple[ChoiceStep, Choice]:
    """The choice that this battle asks for. Raises Refusal where it asks for none, or has been resolved."""
    taken = battle.setup.steps
    for step in campaign.library.system().procedure:
        if isinstance(step, ChoiceStep) and step.id in taken:
            if any(reveal.of == step.id for reveal in battle.reveals):
                refuse(
                    "The choices of battle {number} have already been revealed.",
                    "See “campaign briefing”.",
                    number=battle.number,
                )
            return step, campaign.library.choice(step.choice)
    raise Refusal(
        say("Battle {number} has no secret choice.", number=battle.number),
        say("Turn it on in the settings, or with the options of “campaign setup”."),
    )


def reveal_choices(
    campaign: Campaign,
    battle: Battle,
    options: RevealOptions,
    author: Author,
    asker: Asker | None,
    typed: Mapping[str, str] | None = None,
) -> Briefing:
    """Shows all choices and resolves them, asking what only the table knows.

    `typed` are choices by side that the group has already revealed with dice of its own.
    """
    _, choice = choice_step(campaign, battle)
    chosen = {who: option_for(choice, what).id for who, what in (typed or {}).items()}
    source = source_of(options, asker)
    faces = faces_by_part(options.die)
    table = TableAnswers(options, [each.name for each in battle.sides], chosen, asker)
    return walked(source, lambda: _reveal(campaign, battle, author, DiceByPart(faces, source), table))


def source_of(options: RevealOptions, asker: Asker | None) -> DiceSource:
    """Dice of their own: the battle's public seed would tell the roll-offs before anybody chose."""
    import secrets

    typed = typed_dice(options.dice, options.own_dice, options.seed, asker)
    if typed is not None:
        return typed
    return SeededDice(secrets.randbits(62) if options.seed is None else options.seed)


def _reveal(
    campaign: Campaign, battle: Battle, author: Author, source: DiceSource, table: TableAnswers
) -> Briefing:
    """Shows all choices together, resolves them, and writes the reveal and the new briefing."""
    step, choice = choice_step(campaign, battle)
    shown = _shown(campaign, battle, step, table.chosen)
    chosen = {one.side: option_for(choice, one.value) for one in shown}
    models = dict(battle.setup.models)
    for side, option in chosen.items():
        if option.count and option.count.formula and option.count.formula.names and side not in models:
            models[side] = table.models(side)
    log = DiceLog(source)
    try:
        resolved = resolve(step.id, choice, chosen, models, log, table.target)
    except ValueError as error:
        raise Refusal(str(error), say("Run “campaign check” to find the place.")) from error
    log.finish()
    seals, files = _written(battle, step, resolved, author, table)
    made = RevealStep(
        kind="reveal",
        at=author.at,
        by=author.by,
        of=step.id,
        shown=tuple(shown),
        chosen=tuple(_chosen(each, table) for each in resolved),
        rolls=rolls_of(log.rolled),
    )
    briefing = with_reveal(stored(campaign.root, battle.filed.name), step.id, made)
    campaign.write([append(battle.filed, [*seals, made])], {**files, **printed(briefing)})
    return shown_again(campaign, battle)


def _shown(
    campaign: Campaign, battle: Battle, step: ChoiceStep, said: Mapping[str, str]
) -> list[OpenedSecret]:
    shown = []
    for side in battle.sides:
        seals = [each for each in battle.seals if each.of == step.id and each.side == side.name]
        if side.name in said:
            mark = seals[-1].hash if seals else ""
            shown.append(
                OpenedSecret(of=step.id, side=side.name, value=said[side.name], hash=mark, proof="open")
            )
        elif not seals:
            refuse("{name} has not chosen yet.", "Choose with “campaign choose”.", name=side.name)
        else:
            one = open_seal(campaign.root, battle.filed, seals[-1])
            if one.proof in ("lost", "altered"):
                raise Refusal(
                    say("The choice that was sealed is no longer on this machine: {name}.", name=side.name)
                    if one.proof == "lost"
                    else say("The choice that was sealed has been changed: {name}.", name=side.name),
                    say("Give the choice openly: --choice “{name}=N”.", name=side.name),
                )
            shown.append(one)
    return shown


def _written(
    battle: Battle,
    step: ChoiceStep,
    resolved: tuple[ResolvedOption, ...],
    author: Author,
    table: TableAnswers,
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
        seals.append(seal_of(secret, author))
        files[secret_file(battle.filed.name, of, each.side)] = secret_text(secret)
    return seals, files


def _chosen(each: ResolvedOption, table: TableAnswers) -> ResolvedChoice:
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


class TableAnswers:
    """What a reveal asks of the players at the table: from the command line first, else asked for."""

    def __init__(
        self, options: RevealOptions, names: Sequence[str], chosen: Mapping[str, str], asker: Asker | None
    ) -> None:
        self.chosen = chosen
        self._asker = asker
        self._models = by_side(options.models, names, "Red Talons=7")
        self._against = by_side(options.against, names, "Red Talons=Vas Kar")
        self._notes = by_side(options.note, names, "Red Talons=the tank")

    def target(self, side: str, option: ChoiceOption, marks: tuple[str, ...]) -> str:
        """The enemy, one of `marks`, whose option this side takes away."""
        if side in self._against:
            return matched(
                self._against[side],
                marks,
                say("“{said}” is not one of the sides with that choice.", said=self._against[side]),
            )
        question = say("{side}: against which enemy, {names}?", side=side, names=listed(marks))
        return self._asked(
            question,
            lambda text: matched(
                text, marks, say("“{said}” is not one of the sides with that choice.", said=text)
            ),
            "--against",
        )

    def models(self, side: str) -> int:
        """The number of models on a side."""
        if side in self._models:
            return _models(self._models[side])
        return self._asked(say("{side}: how many models do you have?", side=side), _models, "--models")

    def note(self, side: str, option: ChoiceOption, number: int | None) -> str:
        """What a side writes down for all to see; empty where it stays on paper."""
        if side in self._notes or self._asker is None:
            return self._notes.get(side, "")
        return self._asker.line(_writing(side, option, number), None).strip()

    def hidden(self, side: str, option: ChoiceOption, number: int | None) -> str:
        """What a side writes down in secret; empty where it stays on paper."""
        if self._asker is None:
            return ""
        written: str = self._asker.hidden(side, _writing(side, option, number), str.strip)
        return written

    def _asked(self, question: str, check: Callable[[str], T], option: str) -> T:
        found: T = interview([Question("it", question, check, option=option)], self._asker)["it"]
        return found


def _models(text: str) -> int:
    number = whole(text)
    if number is None or not 1 <= number <= 200:
        refuse("“{text}” is not a number of models.", "Write a number from 1 to 200.", text=text)
    return number


def _writing(side: str, option: ChoiceOption, number: int | None) -> str:
    ask = option.write.ask.replace("{side}", side) if option.write else side
    if number is None:
        return say("{ask} (press Enter to keep it on paper)", ask=ask)
    return say("{ask} At most {number}. (press Enter to keep it on paper)", ask=ask, number=number)


# --- what one side holds ---


def reveal_secret(
    campaign: Campaign, battle: Battle, said: str, of: str | None, card: str | None, author: Author
) -> SecretsView:
    """Shows what a side or team has in secret, and keeps that it was shown."""
    names = [name for side in battle.sides for name in (side.name, *side.teams)]
    who = matched(
        said, list(dict.fromkeys(names)), say("There is no side “{said}” in this battle.", said=said)
    )
    sealed = {seal.side for seal in battle.unrevealed}
    alone = next(
        (side for side in battle.sides if who in (side.name, *side.teams) and len(side.teams) == 1), None
    )
    if alone is not None and who not in sealed:  # what a side and its only team hold is one
        who = next((name for name in (alone.name, *alone.teams) if name in sealed), alone.teams[0])
    return reveal_one(campaign, battle, who, of, card, author)


def reveal_one(
    campaign: Campaign, battle: Battle, side: str, of: str | None, said: str | None, author: Author
) -> SecretsView:
    """Shows what one side or team has sealed beyond its choice, when it comes into play, and keeps that.

    `of` is the deck or step where several things are sealed; `said` a card that is shown from the table.
    """
    draws = {draw.step.id: draw for draw in draw_steps(campaign.library, battle)}
    choices = {step.id for step in campaign.library.system().procedure if isinstance(step, ChoiceStep)}
    parts = dict.fromkeys(
        seal.of.removesuffix(OWNER)
        for seal in battle.unrevealed
        if seal.side == side and seal.of not in choices
    )
    step = _part_of(of, [*draws, *parts], draws) if of is not None else None
    if said is not None:
        step = step or deck_with(draws, said, say("Choose one with --of."))
        if step not in draws or side not in draws[step].holders:
            known = listed(draws[step].holders) if step in draws else listed(draws)
            refuse("{side} has no card there.", "Choose from: {names}.", side=side, names=known)
        steps = [reveal_cards(campaign.root, battle, draws[step], [side], {(step, side): said}, author)]
    else:
        wanted = [part for part in parts if step in (None, part)]
        if not wanted:
            refuse(
                "{side} has nothing sealed in battle {number}.",
                "See “campaign show”.",
                side=side,
                number=battle.number,
            )
        if len(wanted) > 1 and set(wanted) & set(draws):
            refuse(
                "{side} has sealed several things.",
                "Choose one with --of: {names}.",
                side=side,
                names=listed(wanted),
            )
        steps = _opened(campaign, battle, side, wanted, draws, author)
    campaign.write([append(battle.filed, steps)], briefing_with(campaign, battle, steps))
    return secrets_view(campaign, battle, steps)


def _opened(
    campaign: Campaign,
    battle: Battle,
    side: str,
    parts: Sequence[str],
    draws: Mapping[str, Draw],
    author: Author,
) -> list[RevealStep]:
    found = []
    for part in parts:
        if part in draws:
            found.append(reveal_cards(campaign.root, battle, draws[part], [side], {}, author))
        else:
            seals = [seal for seal in battle.unrevealed if (seal.of, seal.side) == (part, side)]
            shown = tuple(open_seal(campaign.root, battle.filed, seal) for seal in seals)
            found.append(RevealStep(kind="reveal", at=author.at, by=author.by, of=part, shown=shown))
    return found


def _part_of(said: str, parts: Sequence[str], draws: Mapping[str, Draw]) -> str:
    """The step that is meant by its id or its deck's name, or a unique beginning."""
    names = {part: part for part in parts} | {draw.deck.name: step for step, draw in draws.items()}
    return meant(said, names, say("There is no deck “{said}”.", said=said))
