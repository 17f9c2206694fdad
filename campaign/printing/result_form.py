"""Result sheets: of a battle, as far as the ledger knows it, of a mission, or of a whole game.

An answer's box has the number at which `campaign result` asks for it, so that a sheet is typed in from top
to bottom; what cannot be known stays empty, and a template leaves room for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING

from campaign.content.draws import draw_steps, still_to_draw
from campaign.content.made_battle import HouseRules, settings_of, terms_of, victory_of
from campaign.content.procedure import wrong_count
from campaign.content.steps.order import OrderStep
from campaign.errors import Refusal, refuse
from campaign.ledger.answers import asked, enemies_of
from campaign.ledger.battle import Battle, so_far
from campaign.mechanisms.formula import in_formulas
from campaign.mechanisms.terms import Term, asked_by, earned
from campaign.printing.briefing import SideView
from campaign.printing.sections.score import ScoreSection
from campaign.printing.views import EffectView, TermView, effect_view, term_view
from campaign.record import Record, replace
from campaign.words import listed, say

if TYPE_CHECKING:
    from campaign.campaign import Campaign
    from campaign.content.library import Library
    from campaign.content.mission import Mission
    from campaign.content.system import System
    from campaign.ledger.state import CampaignState
    from campaign.mechanisms.effects import Resource
    from campaign.mechanisms.rosters import FieldedModels
    from campaign.mechanisms.score import Victory


class AnswerBox(Record):
    """Where one answer goes: its number in the order of asking (0: not asked), the team where a side has
    two, the rounds that score, the numbers that were scored already.
    """

    number: int = 0
    team: str = ""
    rounds: tuple[int, ...] = ()
    scored: tuple[int, ...] = ()


class FormRow(Record):
    """A term, its question, and the boxes of each side; a side that cannot score it has none."""

    term: TermView
    ask: str
    boxes: tuple[tuple[AnswerBox, ...], ...]


class KillLine(Record):
    """Models alike: `points` is what one costs, `value` what killing one scores."""

    name: str
    count: int
    points: int
    value: int
    leader: bool


class KillsView(Record):
    """The models of a team, to be ticked by those who killed them; `into` are the boxes that take the sum."""

    team: str
    term: str
    into: tuple[AnswerBox, ...]
    models: tuple[KillLine, ...]


class TeamRow(Record):
    """A team with what it has of each resource before the battle; None where that is not known."""

    team: str
    player: str = ""
    before: tuple[int | None, ...] = ()


class ResultForm(Record):
    """A result sheet. Sides without a name are written in by hand; `score` says who wins, where it is known.

    `by_round` are the rounds of a sheet that knows no mission, and `spare` its rows for what scores.
    """

    system_name: str
    campaign_name: str = ""
    number: int = 0
    tail: str = ""
    played: date | None = None
    mission: str = ""
    sides: tuple[SideView, ...]
    rows: tuple[FormRow, ...]
    spare: int = 0
    by_round: tuple[int, ...] = ()
    score: ScoreSection | None = None
    kills: tuple[KillsView, ...] = ()
    resources: tuple[str, ...] = ()
    teams: tuple[TeamRow, ...] = ()


def result_form(
    state: CampaignState,
    battle: Battle,
    fielded: Sequence[FieldedModels],
    *,
    system_name: str,
    campaign_name: str,
) -> ResultForm:
    """The sheet of a battle; `fielded` are the models whose kills can be ticked."""
    numbers = _numbers(battle)
    return ResultForm(
        system_name=system_name,
        campaign_name=campaign_name,
        number=battle.number,
        tail=battle.filed.tail,
        played=battle.played,
        mission=battle.setup.mission.name,
        sides=tuple(
            SideView(name=side.name, teams=side.teams, role=battle.name_of(battle.roles[side.name] or ""))
            for side in battle.sides
        ),
        rows=tuple(_row(battle, term, numbers) for term in battle.terms),
        score=_score(battle, state),
        kills=tuple(_kills(battle, fielded, numbers)),
        resources=tuple(resource.name for resource in state.resources),
        teams=tuple(_team(state, team) for side in battle.sides for team in side.teams),
    )


def question_of(term: Term) -> str:
    """A term's question as it stands on paper, asked of whoever the box is for."""
    return term.ask.replace("{side}", say("the side") if term.by == "side" else say("the team"))


def _numbers(battle: Battle) -> dict[tuple[str, str], int]:
    """At which place `result` asks whom for which term; what was scored by round is not asked again."""
    scored = {} if battle.result else so_far(battle)
    open_ = [(who, term.id) for who, term in asked(battle) if term.id not in scored.get(who, {})]
    return {question: place for place, question in enumerate(open_, start=1)}


def _row(battle: Battle, term: Term, numbers: Mapping[tuple[str, str], int]) -> FormRow:
    names = battle.setup.names
    scoring = [force.name for force in battle.forces if asked_by(term, force)]
    return FormRow(
        term=term_view(term, names, scoring, battle.setup.rounds),
        ask=question_of(term),
        boxes=tuple(
            tuple(_box(battle, who, term, numbers) for who in asked_by(term, force))
            for force in battle.forces
        ),
    )


def _box(battle: Battle, who: str, term: Term, numbers: Mapping[tuple[str, str], int]) -> AnswerBox:
    rounds = range(term.from_round, battle.setup.rounds + 1) if term.per == "round" else ()
    scored = so_far(battle).get(who, {}).get(term.id, ()) if not battle.result else ()
    return AnswerBox(
        number=numbers.get((who, term.id), 0),
        team=who if who not in battle.roles else "",
        rounds=tuple(rounds),
        scored=scored[term.from_round - 1 :],
    )


def _kills(
    battle: Battle, fielded: Sequence[FieldedModels], numbers: Mapping[tuple[str, str], int]
) -> Iterable[KillsView]:
    """Each team whose models are known, for each term that they are worth something to."""
    for term in (term for term in battle.terms if term.worth is not None):
        by = [who for force in battle.forces for who in asked_by(term, force)]
        for team in dict.fromkeys(each.team for each in fielded):
            models = [each for each in fielded if each.team == team]
            killers = [
                who for who in by if any(each.team == team for each in enemies_of(battle, who, models))
            ]
            if killers:
                yield KillsView(
                    team=team,
                    term=term.name,
                    into=tuple(AnswerBox(number=numbers.get((who, term.id), 0), team=who) for who in killers),
                    models=tuple(_kill(term, each) for each in models),
                )


def _kill(term: Term, models: FieldedModels) -> KillLine:
    return KillLine(
        name=models.name,
        count=models.count,
        points=models.points,
        value=earned(term, (models.points,)),
        leader=models.leader,
    )


def _team(state: CampaignState, name: str) -> TeamRow:
    team = state.teams.get(name)
    return TeamRow(
        team=name,
        player=team.player if team else "",
        before=tuple(team.totals.get(each.id, each.start) if team else None for each in state.resources),
    )


def _score(battle: Battle, state: CampaignState) -> ScoreSection:
    setup = battle.setup
    resources = {resource.id: resource.name for resource in state.resources}
    return score_of(
        setup.victory,
        {term.id: term.name for term in battle.terms},
        battle.name_of,
        lead=setup.lead or 0,
        effects=tuple(effect_view(each, setup.names, resources, battle.terms) for each in battle.effects),
        takes=setup.takes,
    )


def score_of(
    victory: Victory,
    terms: Mapping[str, str],
    name_of: Callable[[str], str],
    *,
    lead: int,
    effects: tuple[EffectView, ...],
    takes: Mapping[str, str],
) -> ScoreSection:
    """Who wins and what that does, as a briefing's section tells it; `terms` and `name_of` give names."""
    tie = victory.tie
    place = {"role": tie.role, "order": f"{tie.order}.{tie.pick}", "term": tie.term}.get(tie.by) or ""
    return ScoreSection(
        id="score",
        name="",
        terms=(),
        victory=victory.by,
        victory_role=name_of(victory.role or ""),
        victory_points=victory.points or 0,
        lead=lead,
        degree=name_of(victory.degree or ""),
        tie=tie.by,
        tie_place=terms.get(place, place) if tie.by == "term" else name_of(place),
        tie_degree=name_of(tie.degree or ""),
        effects=effects,
        takes=dict(takes),
    )


SPARE = 2
"""Rows for what dice and cards may bring, on the sheet of a mission."""
MANY_SPARE = 6
"""Rows for what scores, on a sheet that knows no mission."""


def form_of(campaign: Campaign, battle: Battle) -> ResultForm:
    """The result sheet of a battle as far as it is known, with lines for what sealed cards may score."""
    form = result_form(
        campaign.state,
        battle,
        campaign.fielded(battle),
        system_name=campaign.library.system().name,
        campaign_name=campaign.file.name,
    )
    return replace(form, spare=SPARE) if _may_score_more(campaign, battle) else form


def _may_score_more(campaign: Campaign, battle: Battle) -> bool:
    """Whether a card that scores may still come to light: one is sealed, or to be dealt yet."""
    if battle.result is not None:
        return False
    sealed = {seal.of for seal in battle.unrevealed}
    return any(
        draw.step.id in sealed or still_to_draw(battle, draw)
        for draw in draw_steps(campaign.library, battle)
        if any(card.terms for card in draw.deck.rows)
    )


def blank_form(
    library: Library, campaign: Campaign | None, mission_id: str | None, sides: int | None
) -> ResultForm:
    """A result sheet with nobody's name on it: of a mission, or of any.

    Raises Refusal for a number of sides that the game or the mission is not for.
    """
    system = library.system()
    mission = None if mission_id is None else library.mission(mission_id)
    count = _sides(system, mission, sides)
    resources = campaign.state.resources if campaign is not None else system.resources
    form = ResultForm(
        system_name=system.name,
        campaign_name=campaign.file.name if campaign is not None else "",
        sides=(SideView(name="", teams=()),) * count,
        rows=(),
        spare=MANY_SPARE,
        resources=tuple(resource.name for resource in resources),
        teams=(TeamRow(team="", before=(None,) * len(resources)),) * count,
    )
    settings = settings_of(system, campaign.settings if campaign is not None else {})
    if mission is None:
        longest = max((library.mission(each).length.longest() for each in library.mission_ids()), default=0)
        rows = tuple(_blank_row(term, {}, count, None) for term in _everywhere(system))
        return replace(form, rows=rows, by_round=tuple(range(1, longest + 1)))
    house = campaign.house() if campaign is not None else HouseRules(takes=system.takes)
    scope = _scope(system, mission, settings, count)
    terms = terms_of(system, mission, (), scope)
    names = _names(system, mission)
    return replace(
        form,
        mission=mission.name,
        rows=tuple(_blank_row(term, names, count, scope["rounds"]) for term in terms),
        spare=SPARE if terms else MANY_SPARE,
        score=_mission_score(mission, house, scope, terms, names, resources),
    )


def _sides(system: System, mission: Mission | None, said: int | None) -> int:
    """The number of sides: as said, or the least that the game and the mission are for. Raises Refusal."""
    fits = sorted({layout.sides for layout in mission.layouts}) if mission is not None else []
    count = said if said is not None else next(iter(fits), system.sides.least)
    if wrong := wrong_count(system, count):
        raise Refusal(wrong, say("Change the number with --sides."))
    if mission is not None and fits and count not in fits:
        refuse(
            "“{name}” can’t be played with {count} sides.",
            "Sides it can be played with: {counts}.",
            name=mission.name,
            count=count,
            counts=listed(str(each) for each in fits),
        )
    return count


def _scope(system: System, mission: Mission, settings: Mapping[str, int], count: int) -> dict[str, int]:
    """What is known to a term before the battle is made; the markers only where the layout is."""
    size = next((each for each in system.sizes if each.when.value(settings)), None)
    scope = {
        **settings,
        "sides": count,
        "rounds": mission.length.longest(size.id if size else ""),
        **{in_formulas(each.id): int(each == size) for each in system.sizes},
    }
    layout = next((each for each in mission.layouts if each.sides == count), None)
    if layout is None:
        return scope
    each = layout.placing.each.value(scope) if layout.placing else 0
    return scope | {"markers": len(layout.markers) + each * count}


def _everywhere(system: System) -> tuple[Term, ...]:
    """The terms of every mission, with no number worked out that a mission would have to give."""
    return tuple(term for term in system.terms if term.when is None)


def _names(system: System, mission: Mission) -> dict[str, str]:
    """Roles, degrees and ends of orders by what the content calls them."""
    orders = [step for step in system.procedure if isinstance(step, OrderStep)]
    return {
        **{role.id: role.name for role in mission.roles},
        **system.degrees,
        **{f"{step.id}.highest": step.highest for step in orders},
        **{f"{step.id}.lowest": step.lowest for step in orders},
        **{status.id: status.name for resource in system.resources for status in resource.status},
    }


def _blank_row(term: Term, names: Mapping[str, str], count: int, rounds: int | None) -> FormRow:
    view = term_view(term, names, (), rounds)
    return FormRow(term=view, ask=question_of(term), boxes=((AnswerBox(rounds=view.rounds),),) * count)


def _mission_score(
    mission: Mission,
    house: HouseRules,
    scope: Mapping[str, int],
    terms: tuple[Term, ...],
    names: Mapping[str, str],
    resources: tuple[Resource, ...],
) -> ScoreSection:
    called = {resource.id: resource.name for resource in resources}
    effects = (*mission.effects, *house.effects)
    return score_of(
        victory_of(mission, house),
        {term.id: term.name for term in terms},
        lambda name: names.get(name, name),
        lead=mission.lead.value(scope) if mission.lead is not None else 0,
        effects=tuple(effect_view(each, names, called, terms) for each in effects),
        takes=house.takes,
    )
