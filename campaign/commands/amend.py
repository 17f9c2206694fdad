"""`campaign amend`: corrects any recorded field of an entry; what was there stays, with the reason."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from campaign.commands.author import played_on, reason_of
from campaign.commands.battles import as_before
from campaign.commands.dice import faces_by_part
from campaign.commands.fields import check_teams, with_fields
from campaign.commands.phase import kept_again
from campaign.commands.review import Review, correct
from campaign.commands.score_questions import asked_result, unanswered
from campaign.content.lookup import mission_of
from campaign.content.replay import NoMoreDice, not_rolled, recorded, remade, step_renamed, wishes_of
from campaign.errors import MissingAnswer, Refusal, did_you_mean, refuse
from campaign.ledger.answers import answer_in, asked, check, with_answer, with_outcomes, with_scores
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
from campaign.names import clean, matched, pair
from campaign.printing.briefing import briefing_of, printed, renamed, stored, with_reveal
from campaign.printing.sheets import shown_in
from campaign.record import Record, replace
from campaign.words import listed, say

if TYPE_CHECKING:
    from campaign.asking import Asker
    from campaign.campaign import Campaign
    from campaign.mechanisms.rosters import FieldedModels

TAKEN_BACK = "worked-out"
"""What is typed for an outcome that was typed before and is to follow from the scores."""


class AmendOptions(Record):
    """What `campaign amend` is called with. `mission`, `die` and `pick` make the battle again around them;
    `set_` are fields of step number `step`, which an entry that is no battle may leave out.
    """

    score: tuple[str, ...] = ()
    outcome: tuple[str, ...] = ()
    note: str | None = None
    mission: str | None = None
    die: tuple[str, ...] = ()
    pick: tuple[str, ...] = ()
    rename: tuple[str, ...] = ()
    set_: tuple[str, ...] = ()
    step: int | None = None
    played: str | None = None
    reason: str = ""

    def of_result(self) -> bool:
        return bool(self.score or self.outcome or self.note is not None)

    def remakes(self) -> bool:
        return bool(self.mission or self.die or self.pick)

    def of_anything(self) -> bool:
        return self.of_result() or self.remakes() or bool(self.rename or self.set_ or self.played)

    def of_a_battle(self) -> list[str]:
        """The options given that correct what battles alone have, as they are typed."""
        given = {
            "--score": self.score,
            "--outcome": self.outcome,
            "--note": self.note is not None,
            "--mission": self.mission,
            "--die": self.die,
            "--pick": self.pick,
            "--rename": self.rename,
        }
        return [option for option, said in given.items() if said]


def amend(campaign: Campaign, entry: str, options: AmendOptions, author: Author, review: Review) -> None:
    """A correction, shown with what it changes before it is written."""
    filed = campaign.entry(entry)
    if filed.entry.kind != "battle" and (idle := options.of_a_battle()):
        refuse(
            "“{entry}” is not a battle, so these options do nothing: {options}.",
            "Correct one of its fields with --set; “campaign show {entry}” lists them.",
            entry=entry,
            options=listed(idle),
        )
    options = replace(options, reason=reason_of(options.reason, review.asker))
    steps, files = correction(campaign, filed, options, author, review.asker)
    correct(campaign, filed, steps, options.reason, review, files)


def correction(
    campaign: Campaign, filed: StoredEntry, options: AmendOptions, author: Author, asker: Asker | None
) -> tuple[list[Step], dict[str, str]]:
    """The steps of a correction, and the briefing where it changes; nothing is written yet.

    Raises Refusal for a correction that corrects nothing, or can't be.
    """
    played = played_on(options.played) if options.played else None
    renames = dict(pair(text, "=", "Red Talons=Blue Talons") for text in options.rename)
    mission = mission_of(campaign.library, options.mission)
    picks = dict(pair(text, "=", "STEP=ROW") for text in options.pick)
    dice = faces_by_part(options.die)
    fields = dict(_field(text) for text in options.set_)

    def amended(**now: Any) -> AmendStep:
        return AmendStep(kind="amend", at=author.at, by=author.by, reason=options.reason, **now)

    steps: list[Step] = []
    files: dict[str, str] = {}
    if renames:
        others, files = _renamed(campaign, filed, renames, amended)
        steps += others
    if mission or picks or dice:
        now, printed_again = _made_again(campaign, append(filed, steps), mission, picks, dice, author)
        steps.append(amended(now=now))
        files |= printed_again
    if filed.entry.kind == "battle":
        result = _new_result(campaign, battle_of(append(filed, steps), 0), options, asker)
        if result is not None:
            steps.append(amended(now=replace(result, at=author.at, by=author.by)))
    if fields:
        changed, number = with_fields(campaign, append(filed, steps), fields, options.step, author)
        steps.append(amended(step=number, now=changed))
    if played and played != effective(filed.entry)[0]:
        steps.append(amended(played=played))
        if (phase := _phase_kept_again(campaign, append(filed, steps))) is not None:
            steps.append(amended(step=1, now=replace(phase, at=author.at, by=author.by)))
    if not steps:
        refuse("Nothing to amend.", "Give at least one value that differs.")
    _check_possible(campaign, append(filed, steps))
    return steps, files


def _check_possible(campaign: Campaign, filed: StoredEntry) -> None:
    """Raises Refusal for an entry that can't stand as it was corrected."""
    if wrong := entry_faults(filed.name, filed.entry):
        raise Refusal(wrong[0].message, wrong[0].remedy)
    battle = battle_of(filed, 0) if filed.entry.kind == "battle" else None
    if battle is not None and battle.result is not None:
        check(battle, battle.result, campaign.fielded(battle))


def _field(text: str) -> tuple[str, str]:
    name, found, value = text.partition("=")
    if not found or not name.strip():
        refuse("Can’t read “{text}”.", "Write it like --set change=-1.", text=text)
    return name.strip(), value.strip()


def _phase_kept_again(campaign: Campaign, filed: StoredEntry) -> PhaseStep | None:
    """A phase that was closed on another day, with the table of that day."""
    played, _, (phase, *_) = effective(filed.entry)
    return kept_again(campaign, filed, phase, played) if isinstance(phase, PhaseStep) else None


def _new_result(
    campaign: Campaign, battle: Battle, options: AmendOptions, asker: Asker | None
) -> ResultStep | None:
    """The result as corrected, or None where it stays; asked for where nothing was said or nothing fits."""
    if battle.result is None:
        if options.of_result():
            refuse("This battle has no result yet.", "Record it with “campaign result”.")
        return None
    fielded = campaign.fielded(battle)
    old = _still_asked(battle, battle.result)
    if options.of_result():
        given = _typed_result(battle, old, options, fielded)
    else:
        stays = old == battle.result and not (options.remakes() and unanswered(battle, old))
        if options.of_anything() and stays:
            return None
        if asker is None:
            remedy = say("Give it with --score, --outcome or --set.")
            raise MissingAnswer(say("No new result given."), remedy)
        given = asked_result(battle, old, asker, None, fielded)
    if given == battle.result:
        return None
    check(battle, given, fielded)
    return given


def _typed_result(
    battle: Battle, old: ResultStep, options: AmendOptions, fielded: Sequence[FieldedModels]
) -> ResultStep:
    given = with_scores(old, battle, options.score, fielded)
    outcomes = [pair(text, "=", "Red Talons=lost") for text in options.outcome]
    back = [who for who, what in outcomes if what == TAKEN_BACK]
    given = with_outcomes(given, battle, [f"{who}={what}" for who, what in outcomes if what != TAKEN_BACK])
    undone = [
        matched(who, list(battle.roles), say("There is no side “{said}” in this battle.", said=who))
        for who in back
    ]
    typed = {side: outcome for side, outcome in given.outcomes.items() if side not in undone}
    return replace(given, outcomes=typed, note=old.note if options.note is None else options.note)


def _still_asked(battle: Battle, result: ResultStep) -> ResultStep:
    """The result less the answers to terms that the battle, as corrected, does not ask any more."""
    left = replace(result, answers={}, models={})
    for who, term in asked(battle):
        if term.id in result.answers.get(who, {}):
            left = with_answer(left, who, term.id, answer_in(result, who, term.id))
    return result if left.answers == {who: terms for who, terms in result.answers.items() if terms} else left


def _made_again(
    campaign: Campaign,
    filed: StoredEntry,
    mission: str | None,
    picks: Mapping[str, str],
    dice: Mapping[str, Sequence[Sequence[int]]],
    author: Author,
) -> tuple[SetupStep, dict[str, str]]:
    """The set-up with another mission, picks or dice, and its briefing."""
    battle = battle_of(filed, 0)
    old = battle.setup
    given = dict(old.wishes) | dict(picks)
    if mission:
        given["mission"] = mission
    kept = tuple(each for each in old.rolls if each.part not in dice)
    setup = replace(old, wishes=given, rolls=kept)
    wishes = as_before(campaign, wishes_of(setup, battle.sides, campaign.house()))
    made = remade(campaign.library, setup, wishes, None, DiceByPart(dice, NoMoreDice(not_rolled)), 0)
    now = _as_agreed(old, recorded(made, author.at, author.by, old.seed))
    briefing = briefing_of(campaign, made, filed.name, battle.played, old.seed)
    for reveal in battle.reveals:
        briefing = with_reveal(briefing, reveal.of, reveal)
    return now, printed(shown_in(campaign, battle, briefing, battle.reveals))


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
    campaign: Campaign,
    filed: StoredEntry,
    renames: Mapping[str, str],
    amended: Callable[..., AmendStep],
) -> tuple[list[Step], dict[str, str]]:
    """Sides or teams by other names, wherever they stand in the entry and its briefing."""
    battle = battle_of(filed, 0)
    if battle.unrevealed:
        refuse(
            "Sides can’t be renamed while this battle has something sealed.", "Rename them after the reveal."
        )
    names = {side.name for side in battle.sides} | {team for side in battle.sides for team in side.teams}
    for old in renames:
        if old not in names:
            raise Refusal(
                say("There is no side or team “{old}” in this battle.", old=old), did_you_mean(old, names)
            )
    teams = {team for side in battle.sides for team in side.teams}
    new = {old: clean(name) for old, name in renames.items()}
    check_teams([name for old, name in new.items() if old in teams], campaign.state.teams)
    sides = tuple(
        Side(name=new.get(side.name, side.name), teams=tuple(new.get(team, team) for team in side.teams))
        for side in battle.sides
    )
    if len({side.name for side in sides}) < len(sides):
        refuse("Two sides would have the same name.", "Rename both, or choose another name.")
    steps: list[Step] = [amended(sides=sides)]
    new = {name: name for name in names} | new
    for number, step in standing(filed.entry).items():
        now = step_renamed(step, new)
        if now != step and isinstance(now, SetupStep | RevealStep | RollStep | RoundStep | ResultStep):
            steps.append(amended(step=number, now=now))
    return steps, printed(renamed(stored(campaign.root, filed.name), new))
