"""Results and corrections at the terminal: ask, show what would follow, write, show where all stand."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from campaign.asking import Draft, interview
from campaign.campaign import Campaign
from campaign.cli.printout import Printing, show
from campaign.cli.terminal import Terminal
from campaign.commands.amend import Correction, amend, corrected, old_result
from campaign.commands.author import now, played_on, reason_of
from campaign.commands.dice import faces_by_part
from campaign.commands.result import Given, after, given_of, questions, record, state_after, steps_of
from campaign.commands.season import read_season
from campaign.commands.void import void_steps
from campaign.content.draws import cards_said, has_cards, open_everything
from campaign.content.lookup import mission_of
from campaign.errors import MissingAnswer, Refusal
from campaign.ledger.answers import Answer, Scores, asked, check, outcomes_of, scores_of
from campaign.ledger.battle import Battle, battle_of, so_far, won_at_once
from campaign.ledger.entries import Step, StoredEntry
from campaign.ledger.entries_io import Author, append
from campaign.ledger.state import fold
from campaign.mechanisms.rosters import FieldedModels
from campaign.mechanisms.terms import Term
from campaign.names import pair
from campaign.printing.ledger.report import standings_view
from campaign.printing.ledger.results import correction_view, recorded_view, result_view, season_view
from campaign.printing.sheets import briefing_with, secrets_view
from campaign.record import Record, replace
from campaign.words import listed, say

TAKEN_BACK = "worked-out"


class Recording(Record, kw_only=False):
    """How a record is made: what is shown where, who may be asked, and whether once more at the end."""

    printing: Printing
    terminal: Terminal | None
    yes: bool

    def agreed(self) -> bool:
        """Whether to write: asked only of a player at a terminal."""
        if self.yes or self.terminal is None or not sys.stdin.isatty():
            return True
        return self.terminal.confirm(say("Write this?"))

    def show(self, folder: Campaign, document: str, view: Any) -> None:
        show(document, view, self.printing, folder.library)

    def show_first(self, folder: Campaign, document: str, view: Any) -> None:
        """Shows what would be written, where something is written after it: on a terminal alone."""
        if self.printing.on_screen:
            self.show_before(folder, document, view)

    def show_before(self, folder: Campaign, document: str, view: Any) -> None:
        """Shows what is about to be written; that nobody reads it any more is no reason not to write."""
        with suppress(BrokenPipeError):
            self.show(folder, document, view)


class Said(Record, kw_only=False):
    """The options of `campaign result` as they were typed."""

    scores: Sequence[str] = ()
    outcomes: Sequence[str] = ()
    note: str = ""
    cards: Sequence[str] = ()


def take_result(folder: Campaign, which: str | None, said: Said, hand: Author, recording: Recording) -> None:
    """One result: asked for where no score and no outcome was given on the line."""
    battle = folder.battle(which, open_only=True)
    fielded = folder.fielded(battle)
    typed = bool(said.scores or said.outcomes) or recording.terminal is None
    if has_cards(folder.library, battle) or said.cards:
        if typed:
            _look_through(folder, battle, said, recording)
        battle = _cards_shown(folder, battle, said, hand, recording)
    _say_unscored(battle)
    draft = Draft(folder.root / f".campaign-draft-{battle.filed.name}.json")
    given = Given(scores_of(battle, said.scores, fielded), outcomes_of(battle, said.outcomes), said.note)
    if recording.terminal is None:
        check_complete(battle, given)
    elif not typed:
        given = asked_result(battle, given, recording.terminal, draft, fielded)
    steps = steps_of(folder, battle, given, hand)
    then = after(folder, battle.filed, steps)
    recording.show_first(folder, "result", result_view(then.state, then.battle))
    if not recording.agreed():
        raise Refusal(say("Nothing was written."), say("Your answers are offered again next time."))
    record(folder, battle, steps)
    draft.drop()
    _show_after(folder, then.battle, recording)


def _say_unscored(battle: Battle) -> None:
    """Says how many rounds were scored, where some were and some are left that count nothing."""
    scored, rounds = len(battle.rounds), battle.setup.rounds
    if 0 < scored < rounds and won_at_once(battle) is None:
        Terminal().tell(
            say(
                "{scored} of {rounds} rounds are scored; the others score nothing.",
                scored=scored,
                rounds=rounds,
            )
        )


def _look_through(folder: Campaign, battle: Battle, said: Said, recording: Recording) -> None:
    """A typed result has to fit before any secret card comes out for it. What is wrong with what everybody
    may know is said; of what only the cards tell, no more than that something is.
    """
    fielded = folder.fielded(battle)
    outcomes = outcomes_of(battle, said.outcomes)
    public = Given(scores_of(battle, said.scores, fielded, strangers=True), outcomes)
    check(battle, public.scores, dict(outcomes), fielded)
    if recording.terminal is None:
        check_complete(battle, public)
    quiet = Author("", now())
    openly = cards_said(folder.library, battle, said.cards)
    shown = battle_of(
        append(battle.filed, open_everything(folder.root, folder.library, battle, quiet, openly)),
        battle.number,
    )
    try:
        given = Given(scores_of(shown, said.scores, fielded), outcomes)
        check(shown, given.scores, dict(outcomes), fielded)
        if recording.terminal is None:
            check_complete(shown, given)
    except Refusal:
        raise Refusal(
            say("The scores leave out what a sealed card asks, or say what none does."),
            say("Show the cards first: “campaign reveal --secret TEAM”."),
        ) from None


def _cards_shown(folder: Campaign, battle: Battle, said: Said, hand: Author, recording: Recording) -> Battle:
    """The battle with every secret card shown, before anything is asked that would give one away.

    What was shown is kept, whatever becomes of the result: nobody can look, and take it back.
    """
    reveals = open_everything(
        folder.root, folder.library, battle, hand, cards_said(folder.library, battle, said.cards)
    )
    if not recording.yes and recording.terminal is not None and sys.stdin.isatty():
        question = say("Is battle {number} over? Every sealed card is shown now.", number=battle.number)
        if not recording.terminal.confirm(question):
            raise Refusal(say("Nothing was shown."), say("Call it again when the battle is over."))
    folder.write([append(battle.filed, reveals)], briefing_with(folder, battle, reveals))
    recording.show_first(folder, "secrets", secrets_view(folder, battle, reveals))
    return folder.battle(battle.filed.tail)


def asked_result(
    battle: Battle, given: Given, terminal: Terminal, draft: Draft | None, fielded: Sequence[FieldedModels]
) -> Given:
    """The result by questions, asked again with the answers as defaults until they fit together."""
    while True:
        answered = interview(questions(battle, given, fielded), terminal, draft)
        given = given_of(answered, given)
        try:
            check(battle, given.scores, dict(given.outcomes), fielded)
        except Refusal as wrong:
            terminal.tell(wrong.sentence)
            continue
        return given


def check_complete(battle: Battle, given: Given) -> None:
    """Where nobody may be asked, every answer has to be given, or every outcome. Raises MissingAnswer with
    all that are missing.
    """
    missing = [
        say(
            "{side}: “{term}” has no answer: --score “{side}: {id} {answer}”.",
            side=who,
            term=term.name,
            id=term.id,
            answer="N" if term.worth is None else say("2x NAME + POINTS"),
        )
        for who, term in _unanswered(battle, given)
    ]
    if missing:
        raise MissingAnswer("\n".join(missing))


def _unanswered(battle: Battle, given: Given) -> list[tuple[str, Term]]:
    """What is asked and was not answered, of sides whose outcome was not typed."""
    done = {
        name for force in battle.forces if force.name in given.outcomes for name in (force.name, *force.teams)
    }
    answers = given.scores.over(Scores(so_far(battle))).answers
    return [
        (who, term) for who, term in asked(battle) if who not in done and term.id not in answers.get(who, {})
    ]


def _show_after(folder: Campaign, battle: Battle, recording: Recording) -> None:
    standings = standings_view(folder.file.name, folder.state, now().astimezone().date())
    if recording.printing.on_screen:
        recording.show(folder, "standings", standings)
    else:
        recording.show(folder, "recorded", recorded_view(result_view(folder.state, battle), standings))


def take_many(folder: Campaign, path: Path, hand: Author, recording: Recording) -> None:
    """Every result of a file, all or nothing."""
    season = read_season(folder, path, hand)
    names = {filed.name for filed in season.filed}
    state = fold([*(each for each in folder.filed if each.name not in names), *season.filed])
    battles = [battle for battle in state.battles if battle.filed.name in names]
    view = season_view([result_view(state, battle) for battle in battles])
    recording.show_first(folder, "season", view)
    if not recording.agreed():
        raise Refusal(say("Nothing was written."), say("Call it again when the file is right."))
    folder.write(season.filed, season.files)
    standings = standings_view(folder.file.name, folder.state, now().astimezone().date())
    recording.show(folder, "standings", standings)


class Corrections(Record, kw_only=False):
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

    def of_anything(self) -> bool:
        return self.of_result() or bool(
            self.mission or self.die or self.pick or self.rename or self.set_ or self.played
        )


def take_amendment(
    folder: Campaign, entry: str, said: Corrections, hand: Author, recording: Recording
) -> None:
    """A correction, shown with what it changes before it is written."""
    filed = folder.entry(entry)
    if filed.entry.kind != "battle" and (idle := said.of_a_battle()):
        raise Refusal(
            say("“{entry}” is no battle: {options} would do nothing.", entry=entry, options=listed(idle)),
            say("Correct a field of it with --set; “campaign show {entry}” tells them.", entry=entry),
        )
    wanted = Correction(
        reason=reason_of(said.reason, recording.terminal),
        result=lambda battle: _new_result(folder, battle, said, recording.terminal),
        played=played_on(said.played) if said.played else None,
        renamed=dict(pair(text, "=", "Red Talons=Blue Talons") for text in said.rename),
        mission=mission_of(folder.library, said.mission),
        picks=dict(pair(text, "=", "STEP=ROW") for text in said.pick),
        dice=faces_by_part(said.die),
        fields=dict(_field(text) for text in said.set_),
        step=said.step,
    )
    steps, files = amend(folder, filed, wanted, hand)
    _show_correction(folder, filed, steps, wanted.reason, recording)
    corrected(folder, filed, steps, files)
    _say_done(folder, recording)


def _field(text: str) -> tuple[str, str]:
    name, found, value = text.partition("=")
    if not found or not name.strip():
        raise Refusal(say("“{text}” is not understood.", text=text), say("Write it like --set change=-1."))
    return name.strip(), value.strip()


def _new_result(
    folder: Campaign, battle: Battle, said: Corrections, terminal: Terminal | None
) -> Given | None:
    """The result as corrected, or None where it stays; asked for where nothing was said or nothing fits."""
    if battle.result is None:
        if said.of_result():
            raise Refusal(say("This battle has no result yet."), say("Take it with “campaign result”."))
        return None
    fielded = folder.fielded(battle)
    old = _still_asked(battle, old_result(battle))
    if not said.of_result():
        remade = bool(said.mission or said.die or said.pick)
        if said.of_anything() and old == old_result(battle) and not (remade and _unanswered(battle, old)):
            return None
        if terminal is None:
            remedy = say("Give it with --score, --outcome or --set.")
            raise MissingAnswer(say("Nothing is said of the result as it is to be."), remedy)
        return asked_result(battle, old, terminal, None, fielded)
    scores = scores_of(battle, said.score, fielded).over(old.scores)
    back = [pair(text, "=", "Red Talons=lost") for text in said.outcome]
    typed = dict(old.outcomes) | outcomes_of(
        battle, [f"{who}={what}" for who, what in back if what != TAKEN_BACK]
    )
    for who, what in back:
        if what == TAKEN_BACK:
            typed = {side: outcome for side, outcome in typed.items() if side != _side(battle, who)}
    return Given(scores, typed, old.note if said.note is None else said.note)


def _still_asked(battle: Battle, given: Given) -> Given:
    """The answers less those to terms that the battle, as corrected, does not ask any more."""
    old, left = given.scores, Scores()
    for who, term in asked(battle):
        if term.id in old.answers.get(who, {}):
            names = old.models.get(who, {}).get(term.id, ())
            left.put(who, term.id, Answer(old.answers[who][term.id], names))
    return given if left.answers == _filled(old) else replace(given, scores=left)


def _filled(scores: Scores) -> dict[str, dict[str, tuple[int, ...]]]:
    return {who: terms for who, terms in scores.answers.items() if terms}


def _side(battle: Battle, said: str) -> str:
    from campaign.names import matched

    return matched(said, list(battle.roles), "side in this battle")


def take_void(
    folder: Campaign, filed: StoredEntry, lift: bool, reason: str, hand: Author, recording: Recording
) -> None:
    """Takes an entry out of the count or back in, after showing what that changes."""
    steps = void_steps(filed, reason, lift, hand)
    _show_correction(folder, filed, steps, reason, recording)
    folder.write([append(filed, steps)])
    _say_done(folder, recording)


def _show_correction(
    folder: Campaign, filed: StoredEntry, steps: list[Step], reason: str, recording: Recording
) -> None:
    then = state_after(folder, filed, steps)
    known = {battle.filed.name for battle in folder.strays()}
    strayed = [battle for battle in folder.strays(then) if battle.filed.name not in known]
    view = correction_view(filed, steps, reason, folder.state, then, strayed)
    recording.show_before(folder, "correction", view)
    if not recording.agreed():
        raise Refusal(say("Nothing was written."), say("Call it again with what is right."))


def _say_done(folder: Campaign, recording: Recording) -> None:
    if recording.printing.on_screen:
        standings = standings_view(folder.file.name, folder.state, now().astimezone().date())
        recording.show(folder, "standings", standings)
