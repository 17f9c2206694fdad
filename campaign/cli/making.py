"""From the words of `campaign setup` and `play` to a battle: sides, wishes, dice, what is left to ask."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING

from campaign.cli.context import library_for
from campaign.cli.drafting import OwnDraft, told_of
from campaign.cli.terminal import Terminal
from campaign.commands.author import author_named, played_on
from campaign.commands.dice import TableHistory, faces_by_part, new_seed, typed_dice, walked
from campaign.commands.practice import practice
from campaign.content.library import Library
from campaign.content.lookup import by_side, mission_of, side_of
from campaign.content.made import SetupRequest, settings_of
from campaign.content.options import extras, number_of, numbers
from campaign.content.procedure import wrong_count
from campaign.content.system import System
from campaign.errors import MissingAnswer, Refusal, WrongUsage
from campaign.ledger.entries import Side
from campaign.mechanisms.dice import DiceByPart, DiceSource, SeededDice
from campaign.printing.briefing import Briefing
from campaign.record import Record, replace
from campaign.words import say

if TYPE_CHECKING:
    from campaign.campaign import Campaign
    from campaign.ledger.entries_io import Author


class Asked(Record, frozen=False, kw_only=False):
    """The options of `campaign setup` as they were typed."""

    team: Sequence[str] = ()
    side: Sequence[str] = ()
    mission: str | None = None
    role: Sequence[str] = ()
    models: Sequence[str] = ()
    bring: Sequence[str] = ()
    row: str | None = None
    ban: Sequence[str] = ()
    pick: Sequence[str] = ()
    ask: bool = False
    seed: int | None = None
    dice: str | None = None
    die: Sequence[str] = ()
    own_dice: bool = False
    reroll: str | None = None
    battle: str | None = None
    reason: str = ""
    practice: bool = False
    place: bool = False
    played: str | None = None
    by: str | None = None
    extra: Sequence[str] = ()


def made_or_rerolled(
    folder: Campaign | None, system: str | None, asked: Asked, terminal: Terminal | None
) -> tuple[Briefing, Library]:
    """The briefing of a new battle, or of one with a part rolled again."""
    library = library_for(folder, system)
    if asked.reroll is not None:
        if folder is None:
            raise Refusal(
                say("A re-roll needs a campaign."), say("Without one, run the setup again with --die.")
            )
        from campaign.commands.setup import reroll

        battle = folder.battle(asked.battle, open_only=True)
        return reroll(
            folder, battle, asked.reroll, author_named(asked.by), faces_by_part(asked.die), asked.reason
        ), library
    inside = folder if folder is not None and system in (None, folder.file.system) else None
    picks, settings = own_options(library, asked)
    sides = _sides(inside, library, asked, terminal)
    history = TableHistory()
    seed, rest = _source(asked, terminal, history)
    faces = faces_by_part(asked.die)
    wishes = _wishes(library, sides, asked, picks, settings)
    if asked.ask:
        wishes = replace(wishes, ask=_asking(asked, terminal, history))
    played: date = played_on(asked.played)
    if inside is None or asked.practice:
        resources = None
        if inside is not None:
            wishes = _as_there(inside, wishes)
            resources = {resource.id: resource.name for resource in inside.state.resources}
        made = walked(
            rest,
            lambda: practice(library, wishes, DiceByPart(faces, _anew(rest)), seed, played, resources),
            history,
        )
        if asked.place:
            made = with_places(made)
        return made, library
    from campaign.commands.setup import setup

    who = author_named(asked.by)
    place = asked.place
    made = walked(
        rest,
        lambda: setup(inside, wishes, DiceByPart(faces, _anew(rest)), seed, who, played, place=place),
        history,
    )
    if place:
        made = with_places(made)
    _tell_differences(inside, who)
    return made, library


def with_places(briefing: Briefing) -> Briefing:
    """The briefing with a proposed placement; says so where nobody places a marker."""
    from campaign.printing.briefing import with_placing

    found = with_placing(briefing)
    if found.board is None or not found.board.placed:
        Terminal().tell(say("--place does nothing here: in this mission nobody places a marker."))
    return found


def _asking(asked: Asked, terminal: Terminal | None, history: TableHistory) -> OwnDraft:
    if asked.dice is not None:
        raise WrongUsage(say("--dice goes without --ask: what is asked is not rolled."))
    if terminal is None:
        raise MissingAnswer(say("Nobody may be asked."), say("Leave --no-input out, or --ask."))
    terminal.tell(say("Names with commas between; Enter leaves it to chance, b takes the last answer back."))
    return OwnDraft(terminal, history)


def _anew(source: DiceSource) -> DiceSource:
    """The dice from their beginning, for a walk that begins again."""
    return SeededDice(source.seed) if isinstance(source, SeededDice) else source


def _tell_differences(folder: Campaign, who: Author) -> None:
    """An edit that the ledger does not go by yet is easily forgotten: say so beside the briefing."""
    different = folder.differences(who.at)
    if different:
        names = ", ".join(different)
        Terminal().tell(say("campaign.yaml has new {names}; “campaign settings” takes them in.", names=names))


def _as_there(folder: Campaign, wishes: SetupRequest) -> SetupRequest:
    """Wishes of a practice battle with the campaign's settings, house rules and rosters."""
    from campaign.content.rosters import rosters_of

    settings = {**folder.settings, **wishes.settings}
    rosters = rosters_of(folder.root, folder.library, wishes.teams)
    return replace(wishes, settings=settings, house=folder.house(), rosters=rosters)


def _sides(
    folder: Campaign | None, library: Library, asked: Asked, terminal: Terminal | None
) -> tuple[Side, ...]:
    teams = [team.name for team in folder.state.present()] if folder is not None else None
    said = [*asked.team, *asked.side]
    if not said:
        two = folder is not None and _teams_a_side(library, folder.settings) > 1
        said = _who_plays(teams, two, library.system(), terminal)
    return tuple(side_of(text, teams) for text in said)


def _teams_a_side(library: Library, settings: Mapping[str, int]) -> int:
    system = library.system()
    return system.sides.teams.value(settings_of(system, settings))


def _who_plays(teams: list[str] | None, two: bool, system: System, terminal: Terminal | None) -> list[str]:
    """The sides as they are typed; `two` is whether a side may have two teams."""
    if terminal is None or teams is None:
        raise MissingAnswer(say("Nobody plays."), say("Name each side with --team or --side."))
    if len(teams) < 2:
        raise Refusal(
            say("The campaign has too few teams for a battle."), say("Let one in with “campaign team join”.")
        )
    default = ", ".join(teams) if len(teams) == 2 else None
    note = say("Teams: {names}.", names=", ".join(teams))
    question = say("Who plays? (names, with commas between)")
    if two and len(teams) > 2:
        question = say("Who plays? (commas between sides; two teams of a side as “Anna: red + vas”)")
    while True:
        line = terminal.line(question, default, note) or default or ""
        said = [part.strip() for part in line.split(",") if part.strip()]
        note = say("Teams: {names}.", names=", ".join(teams))
        try:
            for part in said:
                side_of(part, teams)
        except Refusal as refusal:
            note = str(refusal)
            continue
        wrong = wrong_count(system, len(said))
        if not wrong:
            return said
        if said:
            note = wrong


def own_options(library: Library, asked: Asked) -> tuple[dict[str, str], dict[str, int]]:
    """The picks by step, and the settings: the options that the system adds. A wrong one is told first."""
    system = library.system()
    picks = system.picks
    flags = [setting.id for setting in system.settings if isinstance(setting.default, bool)]
    counts = [setting.id for setting in system.settings if not isinstance(setting.default, bool)]
    given = extras(asked.extra, [*picks, *counts], flags)
    return (
        {name: value for name, value in given.items() if name in picks},
        numbers({name: value for name, value in given.items() if name not in picks}),
    )


def _wishes(
    library: Library, sides: tuple[Side, ...], asked: Asked, picks: dict[str, str], settings: dict[str, int]
) -> SetupRequest:
    names = [side.name for side in sides]
    return SetupRequest(
        sides=sides,
        mission=mission_of(library, asked.mission),
        picks=picks,
        roles=by_side(asked.role, names, "Red Talons=attacker"),
        settings=settings,
        told=told_of(asked.bring, asked.row, asked.ban, asked.pick, names),
        models={
            who: number_of("models", what)
            for who, what in by_side(asked.models, names, "Red Talons=7").items()
        },
    )


def _source(asked: Asked, terminal: Terminal | None, history: TableHistory) -> tuple[int | None, DiceSource]:
    """Where the dice come from; the seed where it decides anything."""
    typed = typed_dice(asked.dice, asked.own_dice, asked.seed, terminal, history)
    if typed is not None:
        return asked.seed, typed
    seed = new_seed() if asked.seed is None else asked.seed
    return seed, SeededDice(seed)
