"""`campaign result --from`: a file of many results, all or nothing.

A result names a battle that was set up, or tells of one that was played without: sides, mission, what
was picked, and what the dice that mattered showed.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from campaign.commands.result import no_result, steps_of
from campaign.commands.review import Review, standings
from campaign.content.draws import has_cards
from campaign.content.lookup import side_of
from campaign.content.made_battle import SetupRequest, settings_of
from campaign.content.procedure import made_with
from campaign.content.replay import NoMoreDice, recorded
from campaign.errors import Problem, Problems, Refusal, refuse
from campaign.files.converters import Fault
from campaign.files.schema import FileRecord, problem_at, read_record
from campaign.files.yamlfile import Document, read
from campaign.ledger.answers import Answer, answer, enemies_of, speaker, with_answer
from campaign.ledger.battle import Battle, battle_of
from campaign.ledger.entries import Entry, ResultStep, StoredEntry
from campaign.ledger.entries_io import Author, append
from campaign.ledger.state import fold
from campaign.mechanisms.dice import DiceByPart, SeededDice
from campaign.mechanisms.effects import Outcome
from campaign.names import matched
from campaign.printing.briefing import briefing_of, printed
from campaign.printing.ledger.results import SeasonView, result_view
from campaign.record import Record, field, replace
from campaign.words import say

if TYPE_CHECKING:
    from campaign.campaign import Campaign


class PlayedResult(FileRecord):
    """One result of the file. `battle` is a number or the end of an id; without it, the battle is told here.

    `dice` are by part (`objective: [2]`); with `seed`, parts that are not told are rolled. A score is a
    number, true or false, one number a round, or models as they are typed: "Sergeant + 2x Trooper".
    """

    battle: int | str | None = None
    sides: tuple[str, ...] = ()
    mission: str | None = None
    played: date | None = None
    picks: dict[str, str] = field(default_factory=dict)
    roles: dict[str, str] = field(default_factory=dict)
    dice: dict[str, tuple[int, ...] | int] = field(default_factory=dict)
    seed: int | None = None
    scores: dict[str, dict[str, tuple[int, ...] | int | bool | str]] = field(default_factory=dict)
    outcomes: dict[str, Outcome] = field(default_factory=dict)
    note: str = ""


class ResultsFile(Record):
    """The file as a whole."""

    format: Literal[1]
    results: tuple[PlayedResult, ...]


def take_results(campaign: Campaign, path: Path, author: Author, review: Review) -> None:
    """Every result of a file, all or nothing."""
    grown, files = read_results(campaign, path, author)
    names = {filed.name for filed in grown}
    state = fold([*(each for each in campaign.filed if each.name not in names), *grown])
    battles = [battle for battle in state.battles if battle.filed.name in names]
    review.show_first("season", SeasonView(results=tuple(result_view(state, battle) for battle in battles)))
    if not review.agreed():
        refuse("Nothing was written.", "Fix the file, then run the command again.")
    campaign.write(grown, files)
    review.show("standings", standings(campaign))


def read_results(campaign: Campaign, path: Path, author: Author) -> tuple[list[StoredEntry], dict[str, str]]:
    """Every battle of a file of results as it would stand, and the briefings of those that are told in it;
    nothing is written. Raises Problems with every fault of every result.
    """
    document = read(path)
    read_file = read_record(document, ResultsFile)
    files: dict[str, str] = {}
    grown: list[StoredEntry] = []
    problems: list[Problem] = []
    taken: set[str] = set()
    for index, result in enumerate(read_file.results):
        try:
            filed, made = _one(campaign, result, author, taken)
        except Refusal as refusal:
            problems.append(_problem(document, index, refusal))
            continue
        files |= made
        grown.append(filed)
        taken.add(filed.name)
    if problems:
        raise Problems(problems)
    _check_possible(campaign, grown)
    return grown, files


def _check_possible(campaign: Campaign, grown: Sequence[StoredEntry]) -> None:
    """Raises Refusal where a result names a team that is not in the campaign on its day."""
    names = {filed.name for filed in grown}
    known = set(campaign.state.impossible)
    then = fold([*(each for each in campaign.filed if each.name not in names), *grown])
    for each in then.impossible:
        if each not in known:
            refuse(
                "A result names “{name}”, which is not in the campaign on that date.",
                "Nothing was written.",
                name=each.name,
            )


def _problem(document: Document, index: int, refusal: Refusal) -> Problem:
    sentence = " ".join(refusal.sentence.split("\n"))
    return problem_at(document, Fault("no-result", ("results", index), sentence, refusal.remedy))


def _one(
    campaign: Campaign, result: PlayedResult, author: Author, taken: set[str]
) -> tuple[StoredEntry, dict[str, str]]:
    files: dict[str, str] = {}
    if result.battle is not None:
        battle = campaign.battle(str(result.battle), open_only=True)
        if battle.filed.name in taken:
            refuse(
                "Battle {number} is in the file twice.", "Keep only one of its results.", number=battle.number
            )
        filed = battle.filed
    else:
        filed, files = _told(campaign, result, author)
        battle = battle_of(filed, 0)
    if has_cards(campaign.library, battle):
        # A file that is refused would tell of them, and nothing would be kept of that.
        refuse(
            "Battle {number} still has sealed cards.",
            "Reveal them with “campaign reveal --secret TEAM”, or use “campaign result”.",
            number=battle.number,
        )
    steps = steps_of(campaign, battle, _result(campaign, battle, result, author), author)
    return append(filed, steps), files


def _result(campaign: Campaign, battle: Battle, told: PlayedResult, author: Author) -> ResultStep:
    fielded = campaign.fielded(battle)
    terms = {term.id: term for term in battle.terms}
    result = no_result(author, told.note)
    for said, given in told.scores.items():
        who = speaker(battle, said)
        enemies = enemies_of(battle, who, fielded)
        for name, value in given.items():
            plain = value if isinstance(value, str) else "+".join(map(str, map(int, _listed(value))))
            one = answer(terms[name], plain, enemies) if name in terms else Answer(())
            result = with_answer(result, who, name, one)
    outcomes = {
        matched(who, list(battle.roles), say("There is no side “{said}” in this battle.", said=who)): outcome
        for who, outcome in told.outcomes.items()
    }
    return replace(result, outcomes=outcomes)


def _listed(value: tuple[int, ...] | int | bool) -> tuple[int, ...]:
    return value if isinstance(value, tuple) else (int(value),)


def _told(campaign: Campaign, result: PlayedResult, author: Author) -> tuple[StoredEntry, dict[str, str]]:
    """A battle that was played without set-up."""
    if not result.sides or result.mission is None:
        refuse("This result doesn’t name a battle.", "Add “battle: 3”, or “sides:” and “mission:”.")
    teams = [team.name for team in campaign.state.present()]
    sides = tuple(side_of(text, teams) for text in result.sides)
    dice = {part: (faces,) if isinstance(faces, int) else faces for part, faces in result.dice.items()}
    wishes = SetupRequest(
        sides=sides,
        mission=result.mission,
        picks=result.picks,
        roles={
            matched(
                who, [side.name for side in sides], say("There is no side “{said}” in this battle.", said=who)
            ): role
            for who, role in result.roles.items()
        },
        settings=settings_of(campaign.library.system(), campaign.settings),
        house=campaign.house(),
    )
    source = DiceByPart(dice, _untold() if result.seed is None else SeededDice(result.seed))
    made = made_with(campaign.library, wishes, source)
    played = result.played or campaign.today(author.at)
    name = author.name([side.name for side in sides])
    step = recorded(made, author.at, author.by, result.seed)
    entry = Entry(format=1, kind="battle", played=played, sides=sides, steps=(step,))
    return StoredEntry(name, entry), printed(briefing_of(campaign, made, name, played, result.seed))


def _untold() -> NoMoreDice:
    """Every die that decided something has to be told: guessing it would falsify the season."""
    return NoMoreDice(
        lambda part, dice: Refusal(
            say("The file doesn’t have the dice for “{part}” ({dice}).", part=part, dice=dice),
            say("Add “{part}” under “dice:”, or add a “seed:” to roll whatever is missing.", part=part),
        )
    )
