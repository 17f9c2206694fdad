"""The result sheet of a battle, made from what the ledger knows of it and from the rosters of its teams."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from campaign.ledger.answers import asked, enemies_of
from campaign.ledger.battle import Battle, so_far
from campaign.ledger.state import CampaignState
from campaign.mechanisms.rosters import FieldedModels
from campaign.mechanisms.score import Victory
from campaign.mechanisms.terms import Term, asked_by, earned
from campaign.printing.briefing import SideView
from campaign.printing.forms import AnswerBox, FormRow, KillLine, KillsView, ResultForm, TeamRow
from campaign.printing.sections.score import ScoreSection
from campaign.printing.views import EffectView, effect_view, term_view
from campaign.words import say


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
