"""Results and corrections at the terminal: ask, show what would follow, write, show where all stand."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from campaign.asking import Draft, interview
from campaign.cli.desk import now, played_on, reason_of, show
from campaign.cli.making import faces_by_part, mission_of
from campaign.cli.options import Shape
from campaign.cli.terminal import Terminal
from campaign.commands.amend import Correction, amend, corrected, old_result
from campaign.commands.result import Given, after, given_of, questions, record, state_after, steps_of
from campaign.commands.season import read_season
from campaign.commands.void import void_steps
from campaign.errors import MissingAnswer, Refusal
from campaign.folder import Folder, Hand
from campaign.ledger.battle import Battle
from campaign.ledger.entries import Filed, Step
from campaign.ledger.scores import asked_terms, check, outcomes_of, scores_of
from campaign.ledger.state import fold
from campaign.ledger.store import append
from campaign.names import pair
from campaign.printing.aftermath import correction_view, recorded_view, season_view
from campaign.printing.report import standings_view
from campaign.printing.results import result_view
from campaign.words import say

__all__ = ["Corrections", "Printing", "take_amendment", "take_many", "take_result", "take_void"]

TAKEN_BACK = "worked-out"


@dataclass(frozen=True, slots=True)
class Printing:
    """Where what is shown goes, and whether the player is asked once more before it is written."""

    shape: Shape
    output: Path | None
    terminal: Terminal | None
    yes: bool

    def agreed(self) -> bool:
        """Whether to write: asked only of a player at a terminal."""
        if self.yes or self.terminal is None or not sys.stdin.isatty():
            return True
        return self.terminal.confirm(say("Write this?"))

    def show(self, folder: Folder, document: str, view: Any) -> None:
        show(document, view, self.shape, self.output, folder.library)

    def show_first(self, folder: Folder, document: str, view: Any) -> None:
        """Shows what would be written, where something is written after it: on a terminal alone."""
        if self.shape is Shape.terminal and self.output is None:
            self.show_before(folder, document, view)

    def show_before(self, folder: Folder, document: str, view: Any) -> None:
        """Shows what is about to be written; that nobody reads it any more is no reason not to write."""
        with suppress(BrokenPipeError):
            self.show(folder, document, view)


def take_result(
    folder: Folder,
    said: str | None,
    scores: Sequence[str],
    outcomes: Sequence[str],
    note: str,
    hand: Hand,
    printing: Printing,
) -> None:
    """One result: asked for where no score and no outcome was given on the line."""
    battle = folder.battle(said, open_only=True)
    draft = Draft(folder.root / f".campaign-draft-{battle.filed.name}.json")
    given = Given(scores_of(battle, scores), outcomes_of(battle, outcomes), note)
    if printing.terminal is None:
        _check_complete(battle, given)
    elif not scores and not outcomes:
        given = asked_result(battle, given, printing.terminal, draft)
    steps = steps_of(folder, battle, given, hand)
    then = after(folder, battle.filed, steps)
    printing.show_first(folder, "result", result_view(then.state, then.battle))
    if not printing.agreed():
        raise Refusal(say("Nothing was written."), say("Your answers are offered again next time."))
    record(folder, battle, steps)
    draft.drop()
    _show_after(folder, then.battle, printing)


def asked_result(battle: Battle, given: Given, terminal: Terminal, draft: Draft | None) -> Given:
    """The result by questions, asked again with the answers as defaults until they fit together."""
    while True:
        answered = interview(questions(battle, given), terminal, draft)
        given = given_of(battle, answered, given)
        try:
            check(battle, given.answers, dict(given.outcomes))
        except Refusal as wrong:
            terminal.tell(wrong.sentence)
            continue
        return given


def _check_complete(battle: Battle, given: Given) -> None:
    """Where nobody may be asked, every answer has to be given, or every outcome. Raises MissingAnswer."""
    for side in battle.roles:
        for term in asked_terms(battle, side):
            if side not in given.outcomes and term.id not in given.answers.get(side, {}):
                raise MissingAnswer(
                    say("{side}: “{term}” has no answer.", side=side, term=term.name),
                    say("Give it with --score “{side}: {id} N”.", side=side, id=term.id),
                )


def _show_after(folder: Folder, battle: Battle, printing: Printing) -> None:
    standings = standings_view(folder.file.name, folder.state, now().astimezone().date())
    if printing.shape is Shape.terminal and printing.output is None:
        printing.show(folder, "standings", standings)
    else:
        printing.show(folder, "recorded", recorded_view(result_view(folder.state, battle), standings))


def take_many(folder: Folder, path: Path, hand: Hand, printing: Printing) -> None:
    """Every result of a file, all or nothing."""
    season = read_season(folder, path, hand)
    names = {filed.name for filed in season.filed}
    state = fold([*(each for each in folder.filed if each.name not in names), *season.filed])
    battles = [battle for battle in state.battles if battle.filed.name in names]
    view = season_view([result_view(state, battle) for battle in battles])
    printing.show_first(folder, "season", view)
    if not printing.agreed():
        raise Refusal(say("Nothing was written."), say("Call it again when the file is right."))
    folder.write(season.filed, season.files)
    standings = standings_view(folder.file.name, folder.state, now().astimezone().date())
    printing.show(folder, "standings", standings)


@dataclass(frozen=True, slots=True)
class Corrections:
    """The options of `campaign amend` as they were typed."""

    score: Sequence[str] = ()
    outcome: Sequence[str] = ()
    note: str | None = None
    mission: str | None = None
    die: Sequence[str] = ()
    pick: Sequence[str] = ()
    rename: Sequence[str] = ()
    set_: Sequence[str] = ()
    step: int | None = None
    played: str | None = None
    reason: str = ""

    def of_result(self) -> bool:
        return bool(self.score or self.outcome or self.note is not None)

    def of_anything(self) -> bool:
        return self.of_result() or bool(
            self.mission or self.die or self.pick or self.rename or self.set_ or self.played
        )


def take_amendment(folder: Folder, entry: str, said: Corrections, hand: Hand, printing: Printing) -> None:
    """A correction, shown with what it changes before it is written."""
    filed = folder.entry(entry)
    wanted = Correction(
        reason=reason_of(said.reason, printing.terminal is None),
        result=lambda battle: _new_result(battle, said, printing.terminal),
        played=played_on(said.played) if said.played else None,
        renamed=dict(pair(text, "=", "Red Talons=Blue Talons") for text in said.rename),
        mission=mission_of(folder.library, said.mission),
        picks=dict(pair(text, "=", "STEP=ROW") for text in said.pick),
        dice=faces_by_part(said.die),
        fields=dict(_field(text) for text in said.set_),
        step=said.step,
    )
    steps, files = amend(folder, filed, wanted, hand)
    _show_correction(folder, filed, steps, wanted.reason, printing)
    corrected(folder, filed, steps, files)
    _say_done(folder, printing)


def _field(text: str) -> tuple[str, str]:
    name, found, value = text.partition("=")
    if not found or not name.strip():
        raise Refusal(say("“{text}” is not understood.", text=text), say("Write it like --set change=-1."))
    return name.strip(), value.strip()


def _new_result(battle: Battle, said: Corrections, terminal: Terminal | None) -> Given | None:
    """The result as corrected, or None where it stays; asked for where nothing was said or nothing fits."""
    if battle.result is None:
        if said.of_result():
            raise Refusal(say("This battle has no result yet."), say("Take it with “campaign result”."))
        return None
    old = _still_asked(battle, old_result(battle))
    if not said.of_result():
        if said.of_anything() and old == old_result(battle) and not _unanswered(battle, said, old):
            return None
        if terminal is None:
            remedy = say("Give it with --score, --outcome or --set.")
            raise MissingAnswer(say("Nothing is said of the result as it is to be."), remedy)
        return asked_result(battle, old, terminal, None)
    answers = {side: dict(terms) for side, terms in old.answers.items()}
    for side, terms in scores_of(battle, said.score).items():
        answers.setdefault(side, {}).update(terms)
    back = [pair(text, "=", "Red Talons=lost") for text in said.outcome]
    typed = dict(old.outcomes) | outcomes_of(
        battle, [f"{who}={what}" for who, what in back if what != TAKEN_BACK]
    )
    for who, what in back:
        if what == TAKEN_BACK:
            typed = {side: outcome for side, outcome in typed.items() if side != _side(battle, who)}
    return Given(answers, typed, old.note if said.note is None else said.note)


def _unanswered(battle: Battle, said: Corrections, given: Given) -> bool:
    """Whether a battle made otherwise asks something that its old result does not answer."""
    remade = bool(said.mission or said.die or said.pick)
    return remade and any(
        term.id not in given.answers.get(side, {})
        for side in battle.roles
        if side not in given.outcomes
        for term in asked_terms(battle, side)
    )


def _still_asked(battle: Battle, given: Given) -> Given:
    """The answers less those to terms that the battle, as corrected, does not ask any more."""
    asked = {side: {term.id for term in asked_terms(battle, side)} for side in battle.roles}
    return replace(
        given,
        answers={
            side: {term: numbers for term, numbers in terms.items() if term in asked.get(side, set())}
            for side, terms in given.answers.items()
        },
    )


def _side(battle: Battle, said: str) -> str:
    from campaign.names import matched

    return matched(said, list(battle.roles), "side in this battle")


def take_void(folder: Folder, filed: Filed, lift: bool, reason: str, hand: Hand, printing: Printing) -> None:
    """Takes an entry out of the count or back in, after showing what that changes."""
    steps = void_steps(filed, reason, lift, hand)
    _show_correction(folder, filed, steps, reason, printing)
    folder.write([append(filed, steps)])
    _say_done(folder, printing)


def _show_correction(
    folder: Folder, filed: Filed, steps: list[Step], reason: str, printing: Printing
) -> None:
    then = state_after(folder, filed, steps)
    view = correction_view(filed, steps, reason, folder.state, then)
    printing.show_before(folder, "correction", view)
    if not printing.agreed():
        raise Refusal(say("Nothing was written."), say("Call it again with what is right."))


def _say_done(folder: Folder, printing: Printing) -> None:
    if printing.shape is Shape.terminal and printing.output is None:
        standings = standings_view(folder.file.name, folder.state, now().astimezone().date())
        printing.show(folder, "standings", standings)
