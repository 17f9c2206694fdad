"""Results and corrections at the terminal: ask, show what would follow, write, show where all stand."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from campaign.asking import Draft, interview
from campaign.cli.desk import Shape, now, played_on, reason_of, show
from campaign.cli.making import faces_by_part
from campaign.cli.terminal import Terminal
from campaign.commands.amend import Correction, amend, corrected, old_result
from campaign.commands.result import Given, after, given_of, questions, record, state_after, steps_of
from campaign.commands.season import read_season
from campaign.commands.void import void_steps
from campaign.errors import Refusal
from campaign.folder import Folder, Hand
from campaign.ledger.battle import Battle, battle_of
from campaign.ledger.entries import Filed, Step
from campaign.ledger.scores import outcomes_of, scores_of
from campaign.ledger.state import fold
from campaign.names import pair
from campaign.printing.aftermath import correction_view, recorded_view, season_view
from campaign.printing.report import result_view, standings_view
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
        library = folder.library
        show(document, view, self.shape, self.output, library.id, library.roots)

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
    given = Given({}, outcomes_of(battle, outcomes), note)
    if scores or outcomes:
        given = Given(scores_of(battle, scores), given.outcomes, note)
    else:
        answered = interview(questions(battle, given), printing.terminal, draft)
        given = given_of(battle, answered, given)
    steps = steps_of(folder, battle, given, hand)
    then = after(folder, battle.filed, steps)
    printing.show_first(folder, "result", result_view(then.state, then.battle))
    if not printing.agreed():
        raise Refusal(say("Nothing was written."), say("Your answers are offered again next time."))
    record(folder, battle, steps)
    draft.drop()
    _show_after(folder, then.battle, printing)


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
    folder.write(season.batch)
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
    result = None
    if filed.entry.kind == "battle" and (said.of_result() or not said.of_anything()):
        result = _new_result(battle_of(filed, 0), said, printing.terminal)
    wanted = Correction(
        reason=reason_of(said.reason, printing.terminal is None),
        result=result,
        played=played_on(said.played) if said.played else None,
        renamed=dict(pair(text, "=", "Red Talons=Blue Talons") for text in said.rename),
        mission=said.mission,
        picks=dict(pair(text, "=", "STEP=ROW") for text in said.pick),
        dice=faces_by_part(said.die),
        fields=dict(_field(text) for text in said.set_),
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


def _new_result(battle: Battle, said: Corrections, terminal: Terminal | None) -> Given:
    """The old result with what was said in place of it; asked for again where nothing was."""
    old = old_result(battle)
    if battle.result is None:
        raise Refusal(say("This battle has no result yet."), say("Take it with “campaign result”."))
    if not said.of_result():
        return given_of(battle, interview(questions(battle, old), terminal), old)
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


def _side(battle: Battle, said: str) -> str:
    from campaign.names import matched

    return matched(said, list(battle.roles), "side in this battle")


def take_void(folder: Folder, filed: Filed, lift: bool, reason: str, hand: Hand, printing: Printing) -> None:
    """Takes an entry out of the count or back in, after showing what that changes."""
    steps = void_steps(filed, reason, lift, hand)
    _show_correction(folder, filed, steps, reason, printing)
    folder.write(folder.grown(filed, steps))
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
