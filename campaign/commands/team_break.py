"""`campaign team break`: whether a team must test for breaking, on what, and the test."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from campaign.commands.author import author_named
from campaign.commands.dice import typed_or_rolled
from campaign.commands.roll import keep
from campaign.content.made_battle import settings_of
from campaign.content.rosters import FOLDER, team_rules
from campaign.errors import MissingAnswer, Refusal, WrongUsage, refuse
from campaign.mechanisms.dice import DiceLog, DiceSource
from campaign.mechanisms.named_tests import NamedTestResult, take
from campaign.mechanisms.team_rules import BreakRule, tests_at
from campaign.names import matched, same
from campaign.printing.rosters import BreakView, sought
from campaign.printing.views import roll_view
from campaign.record import Record, replace
from campaign.words import listed, say

if TYPE_CHECKING:
    from campaign.campaign import Campaign
    from campaign.content.library import Library
    from campaign.ledger.battle import Battle
    from campaign.mechanisms.rosters import Roster


class BreakOptions(Record):
    """What `campaign team break` is called with: models out of action by name (`2x Trooper`), or plain
    numbers where there is no roster.
    """

    roster: str
    out: tuple[str, ...] = ()
    models: int | None = None
    left: int | None = None
    on: int | None = None
    roll: bool = False
    dice: str | None = None
    seed: int | None = None
    keep: bool = False
    battle: str | None = None
    by: str | None = None


def team_break(campaign: Campaign | None, library: Library, options: BreakOptions) -> BreakView:
    """Where the team stands, with its test where one is wanted; --keep or --battle keeps it."""
    tests = options.roll or options.dice is not None or options.seed is not None
    source = typed_or_rolled(options.dice, options.seed) if tests else None
    keeping = [
        option
        for option, said in (("--keep", options.keep), ("--battle", options.battle is not None))
        if said
    ]
    if keeping and source is None:
        raise WrongUsage(say("Only with --roll, --dice or --seed: {idle}", idle=listed(keeping)))
    if keeping and campaign is None:
        refuse(
            "There is no campaign here to keep this roll in.", "Leave out {options}.", options=listed(keeping)
        )
    team, known = sought(campaign, team_rules(library), options.roster)
    roster = known[1] if known is not None else None
    settings = campaign.settings if campaign is not None else {}
    battle = _battle_of(campaign, team, options.battle) if keeping and campaign is not None else None
    view, tested = broken(library, settings, team, roster, options, source)
    if battle is not None and campaign is not None and tested is not None:
        keep(campaign, battle, tested, author_named(options.by), team)
    return view


def _battle_of(campaign: Campaign, team: str, said: str | None) -> Battle:
    """The open battle that a team fights in: that of a number or a tail, or else the only one.

    Raises Refusal where there is none, several could be meant, or the team fights in others alone.
    """
    waiting = [battle for battle in campaign.state.battles if battle.status == "open"]
    if said is not None or not waiting:
        waiting = [campaign.battle(said, open_only=True)]
    own = [
        battle for battle in waiting if any(same(team, each) for side in battle.sides for each in side.teams)
    ]
    if len(own) == 1:
        return own[0]
    if own:
        known = ", ".join(f"{battle.number} ({battle.filed.tail})" for battle in own)
        refuse(
            "{team} is fighting in several open battles.",
            "Choose one with --battle: {known}.",
            team=team,
            known=known,
        )
    numbers = listed(battle.number for battle in waiting)
    raise Refusal(
        say("{team} is not fighting in these battles: {numbers}.", team=team, numbers=numbers),
        say("Name the right battle with --battle, or leave out --keep."),
    )


def broken(
    library: Library,
    settings: Mapping[str, int],
    team: str,
    roster: Roster | None,
    options: BreakOptions,
    source: DiceSource | None,
) -> tuple[BreakView, NamedTestResult | None]:
    """Whether a team must test and on what, and the test where dice are given. Raises Refusal."""
    rules = team_rules(library)
    breaking = rules.breaking
    if breaking is None:
        refuse("Teams don’t break in this game.", "See “campaign packs rules”.")
    left = _left(roster, options.out) if roster is not None else Counter[str]()
    _check_numbers(team, roster, left, options)
    models = options.models or (roster.count if roster else None)
    remaining = options.left if options.left is not None else sum(left.values()) if roster else None
    if models is None or remaining is None:
        raise MissingAnswer(
            say("{team} has no roster.", team=team),
            say(
                "Use --models and --left to say how many models it started with and has left, "
                "or put a roster into {folder}/.",
                folder=FOLDER,
            ),
        )
    if not 0 <= remaining <= models:
        refuse("{left} of {models} models can’t be left.", "Count again.", left=remaining, models=models)
    at = tests_at(rules, models)
    assert at is not None
    by, leads, needed = _who(roster, left, breaking)
    needed = options.on if options.on is not None else needed
    stat = next((stat.name for stat in rules.stats if stat.id == breaking.by), breaking.by)
    view = BreakView(
        team=team,
        models=models,
        left=remaining,
        tests_at=at,
        must=0 < remaining <= at,
        by=by,
        leads=leads,
        stat=stat,
        needed=needed,
    )
    if source is None:
        return view, None
    tested = _tested(library, settings, breaking, view, source)
    follows = breaking.passed if tested.passed else breaking.failed
    return replace(view, roll=roll_view(tested.rolls[0]), passed=tested.passed, follows=follows), tested


def _check_numbers(team: str, roster: Roster | None, left: Counter[str], options: BreakOptions) -> None:
    """Raises Refusal for numbers that go against the roster or the models out of action, and for models by
    name without a roster. How many are left may be said alone: then nobody says who.
    """
    if roster is None:
        if options.out and options.models is not None and options.left is not None:
            refuse(
                "{team} has no roster, so “{model}” can’t be looked up.",
                "Leave out --out, or put a roster into {folder}/.",
                team=team,
                model=options.out[0],
                folder=FOLDER,
            )
        return
    models = roster.count
    if options.models not in (None, models):
        refuse(
            "The roster of {team} has {models} models, not {said}.",
            "Leave out --models, or correct the roster.",
            team=team,
            models=models,
            said=options.models,
        )
    if options.out and options.left not in (None, sum(left.values())):
        refuse(
            "Going by --out, {team} has {left} models left, not {said}.",
            "Leave out --left or --out, or count again.",
            team=team,
            left=sum(left.values()),
            said=options.left,
        )


def _tested(
    library: Library, settings: Mapping[str, int], breaking: BreakRule, view: BreakView, source: DiceSource
) -> NamedTestResult:
    """The test, taken. Raises Refusal where none is due, MissingAnswer where the number is not known."""
    if not view.must:
        refuse(
            "{team} doesn’t have to test with {left} models left.",
            "It tests at {at} or fewer.",
            team=view.team,
            left=view.left,
            at=view.tests_at,
        )
    if view.needed is None:
        raise MissingAnswer(
            say("The value that {team} tests against is unknown.", team=view.team),
            say("Give it with --on N."),
        )
    log = DiceLog(source)
    known = settings_of(library.system(), settings)
    tested = take(library.tests()[breaking.test], {breaking.asks: view.needed}, known, (), log)
    log.finish()
    return tested


def _left(roster: Roster, out: Iterable[str]) -> Counter[str]:
    """The models that are left, by name. Raises Refusal for one that isn't there, or not so often."""
    left = Counter({model.name: model.count for model in roster.models})
    for text in out:
        many = re.fullmatch(r"([0-9]{1,2})\s*[x×*]?\s+(.+)|([0-9]{1,2})[x×*](.+)", text.strip())
        count, said = (int(many[1] or many[3]), many[2] or many[4]) if many else (1, text.strip())
        name = matched(
            said,
            list(left),
            say("There is no model “{said}” in the roster of {team}.", said=said, team=roster.team),
        )
        left[name] -= count
        if left[name] < 0:
            refuse("{name}: the roster doesn’t have that many.", "Count again.", name=name)
    return left


def _who(roster: Roster | None, left: Counter[str], breaking: BreakRule) -> tuple[str, bool, int | None]:
    """Whose stat counts, whether that is the Team Leader, and the stat: else it is the highest left."""
    alive = [model for model in roster.models if left[model.name] > 0] if roster else []
    leaders = [model for model in alive if model.leader]
    best = max(leaders or alive, key=lambda model: model.stats.get(breaking.by, 0), default=None)
    if best is None:
        return "", False, None
    return best.name, bool(leaders), best.stats.get(breaking.by)
