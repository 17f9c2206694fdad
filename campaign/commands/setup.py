"""`campaign setup`: from what was typed and asked to a battle and its briefing.

What writes in a campaign is loaded where one is there: a briefing alone needs nothing of the ledger.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING

from campaign.commands.author import author_named, played_on
from campaign.commands.dice import TableHistory, faces_by_part, new_seed, typed_dice, walked
from campaign.content.lookup import by_side, mission_of, number_of, side_of, typed_settings
from campaign.content.made_battle import HouseRules, SetupRequest, settings_of
from campaign.content.procedure import made_with, wrong_count
from campaign.errors import MissingAnswer, Refusal, WrongUsage, refuse
from campaign.mechanisms.dice import DiceByPart, DiceSource, SeededDice
from campaign.mechanisms.draft import DraftAnswers, DraftDecision, card_meant
from campaign.names import matched, pair
from campaign.printing.briefing import Briefing, brief, with_places
from campaign.record import Record, replace
from campaign.words import listed, say

if TYPE_CHECKING:
    from campaign.asking import Asker
    from campaign.campaign import Campaign
    from campaign.content.library import Library
    from campaign.content.system import System
    from campaign.ledger.entries import Side


class BattleOptions(Record):
    """What `campaign setup` and `campaign play` take; `extra` are the options that the game brings."""

    team: Sequence[str] = ()
    side: Sequence[str] = ()
    own_dice: bool = False
    seed: int | None = None
    played: str | None = None
    by: str | None = None
    extra: Sequence[str] = ()


class SetupOptions(BattleOptions):
    """What `campaign setup` takes besides."""

    mission: str | None = None
    role: Sequence[str] = ()
    models: Sequence[str] = ()
    bring: Sequence[str] = ()
    row: str | None = None
    ban: Sequence[str] = ()
    pick: Sequence[str] = ()
    ask: bool = False
    dice: str | None = None
    die: Sequence[str] = ()
    reroll: str | None = None
    battle: str | None = None
    reason: str = ""
    practice: bool = False
    place: bool = False


def setup(
    campaign: Campaign | None, library: Library, options: SetupOptions, asker: Asker | None
) -> tuple[Briefing, list[str]]:
    """The briefing of a new battle, or of one with a part rolled again; and what to tell beside it.

    Without a campaign, or with --practice, nothing is written.
    """
    if options.reroll is not None:
        return _rerolled(campaign, options, options.reroll), []
    picks, settings = typed_settings(library.system(), options.extra, library.system().picks)
    sides = _sides(campaign, library, options, asker)
    history = TableHistory()
    seed, source = _source(options, asker, history)
    faces = faces_by_part(options.die)
    request = _request(library, sides, options, picks, settings)
    if options.ask:
        request = replace(request, ask=_draft_asker(options, asker, history))
    played = played_on(options.played)
    notes: list[str] = []
    if campaign is None or options.practice:
        resources = None
        if campaign is not None:
            request = _as_there(campaign, request)
            resources = {resource.id: resource.name for resource in campaign.state.resources}
        briefing = walked(
            source,
            lambda: practice(library, request, DiceByPart(faces, _anew(source)), seed, played, resources),
            history,
        )
    else:
        from campaign.commands.battles import record_battle

        author, place = author_named(options.by), options.place
        briefing = walked(
            source,
            lambda: record_battle(
                campaign, request, DiceByPart(faces, _anew(source)), seed, author, played, place=place
            ),
            history,
        )
        if different := campaign.differences(author.at):
            # An edit that the ledger does not go by yet is easily forgotten.
            names = ", ".join(different)
            notes = [
                say("campaign.yaml has changed: {names}. Run “campaign settings” to apply it.", names=names)
            ]
    if options.place:
        briefing, unplaced = with_places(briefing)
        notes = [*unplaced, *notes]
    return briefing, notes


def _rerolled(campaign: Campaign | None, options: SetupOptions, part: str) -> Briefing:
    if campaign is None:
        refuse(
            "Only a battle in a campaign can be rerolled.",
            "Outside a campaign, run the setup again with --die.",
        )
    from campaign.commands.battles import reroll

    battle = campaign.battle(options.battle, open_only=True)
    author = author_named(options.by)
    return reroll(campaign, battle, part, author, faces_by_part(options.die), options.reason)


def practice(
    library: Library,
    request: SetupRequest,
    source: DiceSource,
    seed: int | None,
    played: date,
    resources: Mapping[str, str] | None = None,
) -> Briefing:
    """A battle made and written nowhere; `resources` are a campaign's own, by id."""
    system = library.system()
    house = request.house if request.house.takes or request.house.effects else HouseRules(takes=system.takes)
    request = replace(request, settings=settings_of(system, request.settings), house=house)
    return brief(made_with(library, request, source), played, seed, resources=resources)


# --- what was typed ---


def _request(
    library: Library,
    sides: tuple[Side, ...],
    options: SetupOptions,
    picks: dict[str, str],
    settings: dict[str, int],
) -> SetupRequest:
    names = [side.name for side in sides]
    return SetupRequest(
        sides=sides,
        mission=mission_of(library, options.mission),
        picks=picks,
        roles=by_side(options.role, names, "Red Talons=attacker"),
        settings=settings,
        told=_draft_answers(options, names),
        models={
            who: number_of("models", what)
            for who, what in by_side(options.models, names, "Red Talons=7").items()
        },
    )


def _as_there(campaign: Campaign, request: SetupRequest) -> SetupRequest:
    """The request of a practice battle with the campaign's settings, house rules and rosters."""
    from campaign.content.rosters import rosters_of

    settings = {**campaign.settings, **request.settings}
    rosters = rosters_of(campaign.root, campaign.library, request.teams)
    return replace(request, settings=settings, house=campaign.house(), rosters=rosters)


def _source(
    options: SetupOptions, asker: Asker | None, history: TableHistory
) -> tuple[int | None, DiceSource]:
    """Where the dice come from; the seed where it decides anything."""
    typed = typed_dice(options.dice, options.own_dice, options.seed, asker, history)
    if typed is not None:
        return options.seed, typed
    seed = new_seed() if options.seed is None else options.seed
    return seed, SeededDice(seed)


def _anew(source: DiceSource) -> DiceSource:
    """The dice from their beginning, for a walk that begins again."""
    return SeededDice(source.seed) if isinstance(source, SeededDice) else source


# --- the sides ---


def _sides(
    campaign: Campaign | None, library: Library, options: SetupOptions, asker: Asker | None
) -> tuple[Side, ...]:
    teams = [team.name for team in campaign.state.present()] if campaign is not None else None
    said = [*options.team, *options.side]
    if not said:
        two = campaign is not None and _teams_a_side(library, campaign.settings) > 1
        said = _who_plays(teams, two, library.system(), asker)
    return tuple(side_of(text, teams) for text in said)


def _teams_a_side(library: Library, settings: Mapping[str, int]) -> int:
    system = library.system()
    return system.sides.teams.value(settings_of(system, settings))


def _who_plays(teams: list[str] | None, two: bool, system: System, asker: Asker | None) -> list[str]:
    """The sides as they are typed; `two` is whether a side may have two teams."""
    if asker is None or teams is None:
        raise MissingAnswer(say("No sides given."), say("Name each side with --team or --side."))
    if len(teams) < 2:
        refuse("There are too few teams in the campaign for a battle.", "Add one with “campaign team join”.")
    default = ", ".join(teams) if len(teams) == 2 else None
    note = say("Teams: {names}.", names=", ".join(teams))
    question = say("Who is playing? (separate names with commas)")
    if two and len(teams) > 2:
        question = say(
            "Who is playing? (separate sides with commas; a side of two teams as “Anna: red + vas”)"
        )
    while True:
        line = asker.line(question, default, note) or default or ""
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


# --- the draft ---

EXAMPLE = "Red Talons=one card, another card"


def _draft_answers(options: SetupOptions, sides: Sequence[str]) -> DraftAnswers:
    """What the options say of a draft. Raises Refusal for a side that isn't in the battle."""
    brought: dict[str, tuple[str, ...]] = {}
    for text in options.bring:
        who, cards = pair(text, "=", EXAMPLE)
        side = matched(who, sides, say("There is no side “{said}” in this battle.", said=who))
        brought[side] = (*brought.get(side, ()), *_cards(cards))
    return DraftAnswers(
        bring=brought,
        row=options.row or "",
        ban=tuple(card for text in options.ban for card in _cards(text)),
        pick=tuple(card for text in options.pick for card in _cards(text)),
    )


def _cards(text: str) -> tuple[str, ...]:
    return tuple(card.strip() for card in text.split(",") if card.strip())


def _draft_asker(options: SetupOptions, asker: Asker | None, history: TableHistory) -> DraftAsker:
    if options.dice is not None:
        raise WrongUsage(
            say("--dice can’t be combined with --ask: decisions that you are asked for are not rolled.")
        )
    if asker is None:
        raise MissingAnswer(say("--ask can’t be combined with --no-input."), say("Leave out one of them."))
    asker.tell(say("Separate names with commas. Enter leaves it to chance; b takes back the last answer."))
    return DraftAsker(asker, history)


class DraftAsker:
    """Asks for each decision once; Enter leaves it to the dice, and `b` takes the last answer back."""

    def __init__(self, asker: Asker, history: TableHistory) -> None:
        self._asker = asker
        self._history = history

    def __call__(self, decision: DraftDecision) -> Sequence[str]:
        return self._history.told(lambda: self._asked(decision))

    def _asked(self, decision: DraftDecision) -> Sequence[str]:
        note = ""
        while True:
            answer = self._history.typed(self._asker.line(_question(decision), _unsaid(decision), note))
            try:
                return _answer(decision, answer)
            except Refusal as wrong:
                note = str(wrong)


def _unsaid(decision: DraftDecision) -> str:
    """What becomes of a decision where nothing is answered."""
    return decision.options[0][1] if decision.kind == "role" else say("by chance")


def _question(decision: DraftDecision) -> str:
    """The question of a decision, with all that may be answered."""
    cards = listed(name for _, name in decision.options)
    side, row, count = decision.side, decision.row, decision.count
    if decision.kind == "row":
        return say("{side} rolled highest. Which row does it control? ({cards})", side=side, cards=cards)
    if decision.kind == "role":
        return say(
            "{row}: {side} rolled highest. Which one does it take? ({cards})", row=row, side=side, cards=cards
        )
    if decision.kind == "bring":
        return say(
            "{row}: which {count} does {side} bring? ({cards})", row=row, side=side, count=count, cards=cards
        )
    if decision.kind == "ban":
        return say(
            "{row}: which {count} does {side} ban? ({cards})", row=row, side=side, count=count, cards=cards
        )
    return say("{row}: which one does {side} pick? ({cards})", row=row, side=side, cards=cards)


def _answer(decision: DraftDecision, text: str) -> list[str]:
    """The ids that were answered; none where nothing was. Raises Refusal for what can't be answered."""
    names = dict(decision.options)
    left = [card for card, _ in decision.options]
    found: list[str] = []
    for said in _cards(text):
        card = card_meant(said, names)
        if card not in left:
            refuse("“{card}” can be named only once.", "Name a different one.", card=names[card])
        left.remove(card)
        found.append(card)
    if len(found) > decision.count:
        refuse("Too many names: {count}.", "Name at most {most}.", count=len(found), most=decision.count)
    return found
