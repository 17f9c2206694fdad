"""`campaign amend`: corrects any recorded field of an entry; what was there stays, with the reason."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING

from campaign.commands.battles import as_before
from campaign.commands.fields import check_known, with_fields
from campaign.commands.phase import kept_again
from campaign.commands.result import Given, result_step
from campaign.content.replay import NoMoreDice, not_rolled, recorded, remade, step_renamed, wishes_of
from campaign.errors import Refusal, did_you_mean
from campaign.ledger.answers import Scores, check
from campaign.ledger.battle import Battle, battle_of, effective, standing
from campaign.ledger.entries import (
    AmendStep,
    ResultStep,
    RevealStep,
    RollStep,
    RoundStep,
    SetupStep,
    Side,
    Step,
    StoredEntry,
)
from campaign.ledger.entries_io import Author, append
from campaign.ledger.entry_checks import entry_faults
from campaign.ledger.phases import PhaseStep
from campaign.mechanisms.dice import DiceByPart
from campaign.names import clean
from campaign.printing.briefing import briefing_of, printed, renamed, stored, with_reveal
from campaign.printing.sheets import shown_in
from campaign.record import Record, field, replace
from campaign.words import say

if TYPE_CHECKING:
    from campaign.campaign import Campaign


class Correction(Record, kw_only=False):
    """What is to be otherwise. `result` gives the result of the battle as corrected, or None where it stays.

    `renamed` is sides or teams by their old name; `dice`, `picks` and `mission` make the battle again around
    them. `fields` are those of step number `step`, which an entry that is no battle may leave out.
    """

    reason: str
    result: Callable[[Battle], Given | None] = lambda battle: None
    played: date | None = None
    renamed: Mapping[str, str] = field(default_factory=dict)
    mission: str | None = None
    picks: Mapping[str, str] = field(default_factory=dict)
    dice: Mapping[str, Sequence[Sequence[int]]] = field(default_factory=dict)
    fields: Mapping[str, str] = field(default_factory=dict)
    step: int | None = None


def old_result(battle: Battle) -> Given:
    """The result that stands, as the defaults of the questions."""
    if battle.result is None:
        return Given()
    return Given(scores_in(battle.result), battle.result.outcomes, battle.result.note)


def scores_in(result: ResultStep) -> Scores:
    """The scores of a result, to be changed without changing it."""
    return Scores(
        {who: dict(terms) for who, terms in result.answers.items()},
        {who: dict(terms) for who, terms in result.models.items()},
    )


def amend(
    folder: Campaign, filed: StoredEntry, wanted: Correction, hand: Author
) -> tuple[list[Step], dict[str, str]]:
    """The steps of a correction, and the briefing where it changes; nothing is written yet.

    Raises Refusal for a correction that corrects nothing, or can't be.
    """
    if not wanted.reason.strip():
        raise Refusal(say("A correction needs its reason."), say("Give it with --reason."))
    steps: list[Step] = []
    files: dict[str, str] = {}
    if wanted.renamed:
        others, files = _renamed(folder, filed, wanted, hand)
        steps += others
    if wanted.mission or wanted.picks or wanted.dice:
        made, printed_again = _made_again(folder, append(filed, steps), wanted, hand)
        steps += made
        files |= printed_again
    if filed.entry.kind == "battle":
        steps += _result(folder, append(filed, steps), wanted, hand)
    if wanted.fields:
        now, number = with_fields(folder, append(filed, steps), wanted.fields, wanted.step, hand)
        steps.append(
            AmendStep(kind="amend", at=hand.at, by=hand.by, reason=wanted.reason, step=number, now=now)
        )
    if wanted.played and wanted.played != effective(filed.entry)[0]:
        steps.append(
            AmendStep(kind="amend", at=hand.at, by=hand.by, reason=wanted.reason, played=wanted.played)
        )
        steps += _kept_again(folder, append(filed, steps), wanted, hand)
    if not steps:
        raise Refusal(say("Nothing would change."), say("Say what is to be otherwise."))
    wrong = entry_faults(filed.name, append(filed, steps).entry)
    if wrong:
        raise Refusal(wrong[0].message, wrong[0].remedy)
    if filed.entry.kind == "battle":
        battle = battle_of(append(filed, steps), 0)
        if battle.result is not None:
            check(battle, scores_in(battle.result), dict(battle.result.outcomes), folder.fielded(battle))
    return steps, files


def _kept_again(folder: Campaign, filed: StoredEntry, wanted: Correction, hand: Author) -> list[Step]:
    """A phase that was closed on another day keeps the table of that day."""
    played, _, (phase, *_) = effective(filed.entry)
    if not isinstance(phase, PhaseStep):
        return []
    now = replace(kept_again(folder, filed, phase, played), at=hand.at, by=hand.by)
    return [AmendStep(kind="amend", at=hand.at, by=hand.by, reason=wanted.reason, step=1, now=now)]


def _result(folder: Campaign, filed: StoredEntry, wanted: Correction, hand: Author) -> list[Step]:
    battle = battle_of(filed, 0)
    given = wanted.result(battle)
    if given is None or given == old_result(battle):
        return []
    check(battle, given.scores, dict(given.outcomes), folder.fielded(battle))
    now = result_step(given, hand)
    return [AmendStep(kind="amend", at=hand.at, by=hand.by, reason=wanted.reason, now=now)]


def _made_again(
    folder: Campaign, filed: StoredEntry, wanted: Correction, hand: Author
) -> tuple[list[Step], dict[str, str]]:
    battle = battle_of(filed, 0)
    old = battle.setup
    given = dict(old.wishes) | dict(wanted.picks)
    if wanted.mission:
        given["mission"] = wanted.mission
    kept = tuple(each for each in old.rolls if each.part not in wanted.dice)
    setup = replace(old, wishes=given, rolls=kept)
    wishes = as_before(folder, wishes_of(setup, battle.sides, folder.house()))
    made = remade(folder.library, setup, wishes, None, DiceByPart(wanted.dice, NoMoreDice(not_rolled)), 0)
    now = _as_agreed(old, recorded(made, hand.at, hand.by, old.seed))
    step = AmendStep(kind="amend", at=hand.at, by=hand.by, reason=wanted.reason, now=now)
    briefing = briefing_of(folder, made, filed.name, battle.played, old.seed)
    for reveal in battle.reveals:
        briefing = with_reveal(briefing, reveal.of, reveal)
    return [step], printed(shown_in(folder, battle, briefing, battle.reveals))


def _as_agreed(old: SetupStep, now: SetupStep) -> SetupStep:
    """What a battle was played for stays as it was, unless its mission or a row of it is what was wrong."""
    if (old.mission, old.picked) != (now.mission, now.picked):
        return now
    return replace(
        now,
        content=old.content,
        settings=old.settings,
        size=old.size,
        rounds=old.rounds,
        supply=old.supply,
        lead=old.lead,
        terms=old.terms,
        victory=old.victory,
        effects=old.effects,
        takes=old.takes,
        names=old.names,
    )


def _renamed(
    folder: Campaign, filed: StoredEntry, wanted: Correction, hand: Author
) -> tuple[list[Step], dict[str, str]]:
    battle = battle_of(filed, 0)
    if battle.unrevealed:
        raise Refusal(
            say("Sides of this battle have sealed something, under their names of now."),
            say("Rename them after the reveal."),
        )
    names = {side.name for side in battle.sides} | {team for side in battle.sides for team in side.teams}
    for old in wanted.renamed:
        if old not in names:
            raise Refusal(
                say("No side or team of this battle is called “{old}”.", old=old), did_you_mean(old, names)
            )
    teams = {team for side in battle.sides for team in side.teams}
    new = {old: clean(name, "side") for old, name in wanted.renamed.items()}
    check_known(say("team"), [name for old, name in new.items() if old in teams], folder.state.teams)
    sides = tuple(
        Side(name=new.get(side.name, side.name), teams=tuple(new.get(team, team) for team in side.teams))
        for side in battle.sides
    )
    if len({side.name for side in sides}) < len(sides):
        raise Refusal(say("Two sides would have the same name."), say("Rename both, or another."))
    steps: list[Step] = [AmendStep(kind="amend", at=hand.at, by=hand.by, reason=wanted.reason, sides=sides)]
    new = {name: name for name in names} | new
    for number, step in standing(filed.entry).items():
        now = step_renamed(step, new)
        if now != step and isinstance(now, SetupStep | RevealStep | RollStep | RoundStep | ResultStep):
            steps.append(
                AmendStep(kind="amend", at=hand.at, by=hand.by, reason=wanted.reason, step=number, now=now)
            )
    return steps, printed(renamed(stored(folder.root, filed.name), new))


def corrected(folder: Campaign, filed: StoredEntry, steps: Sequence[Step], files: Mapping[str, str]) -> None:
    """Writes a correction."""
    folder.write([append(filed, steps)], files)
