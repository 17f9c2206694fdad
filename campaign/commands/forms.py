"""`campaign print result` and `print blank`: result sheets of a battle, of a mission, of a whole game."""

from __future__ import annotations

from collections.abc import Mapping

from campaign.campaign import Campaign
from campaign.commands.draw import draw_steps, still_to_draw
from campaign.commands.house import house_of
from campaign.content.library import Library
from campaign.content.made import HouseRules, settings_of, terms_of, victory_of
from campaign.content.mission import Mission
from campaign.content.procedure import wrong_count
from campaign.content.steps.order import OrderStep
from campaign.content.system import System
from campaign.errors import Refusal
from campaign.ledger.battle import Battle
from campaign.mechanisms.effects import Resource
from campaign.mechanisms.formula import in_formulas
from campaign.mechanisms.terms import Term
from campaign.printing.briefing import SideView
from campaign.printing.forms import AnswerBox, FormRow, ResultForm, TeamRow
from campaign.printing.result_form import question_of, result_form, score_of
from campaign.printing.sections.score import ScoreSection
from campaign.printing.views import effect_view, term_view
from campaign.record import replace
from campaign.words import listed, say

SPARE = 2
"""Rows for what dice and cards may bring, on the sheet of a mission."""
MANY_SPARE = 6
"""Rows for what scores, on a sheet that knows no mission."""


def form_of(folder: Campaign, battle: Battle) -> ResultForm:
    """The result sheet of a battle as far as it is known, with lines for what sealed cards may score."""
    form = result_form(
        folder.state,
        battle,
        folder.fielded(battle),
        system_name=folder.library.system().name,
        campaign_name=folder.file.name,
    )
    return replace(form, spare=SPARE) if _may_score_more(folder, battle) else form


def _may_score_more(folder: Campaign, battle: Battle) -> bool:
    """Whether a card that scores may still come to light: one is sealed, or to be dealt yet."""
    if battle.result is not None:
        return False
    sealed = {seal.of for seal in battle.unrevealed}
    return any(
        draw.step.id in sealed or still_to_draw(battle, draw)
        for draw in draw_steps(folder, battle)
        if any(card.terms for card in draw.deck.rows)
    )


def blank_form(
    library: Library, folder: Campaign | None, mission_id: str | None, sides: int | None
) -> ResultForm:
    """A result sheet with nobody's name on it: of a mission, or of any.

    Raises Refusal for a number of sides that the game or the mission is not for.
    """
    system = library.system()
    mission = None if mission_id is None else library.mission(mission_id)
    count = _sides(system, mission, sides)
    resources = folder.state.resources if folder is not None else system.resources
    form = ResultForm(
        system_name=system.name,
        campaign_name=folder.file.name if folder is not None else "",
        sides=(SideView(name="", teams=()),) * count,
        rows=(),
        spare=MANY_SPARE,
        resources=tuple(resource.name for resource in resources),
        teams=(TeamRow(team="", before=(None,) * len(resources)),) * count,
    )
    settings = settings_of(system, folder.settings if folder is not None else {})
    if mission is None:
        longest = max((library.mission(each).length.longest() for each in library.mission_ids()), default=0)
        rows = tuple(_row(term, {}, count, None) for term in _everywhere(system))
        return replace(form, rows=rows, by_round=tuple(range(1, longest + 1)))
    house = house_of(folder) if folder is not None else HouseRules(takes=system.takes)
    scope = _scope(system, mission, settings, count)
    terms = terms_of(system, mission, (), scope)
    names = _names(system, mission)
    return replace(
        form,
        mission=mission.name,
        rows=tuple(_row(term, names, count, scope["rounds"]) for term in terms),
        spare=SPARE if terms else MANY_SPARE,
        score=_score(mission, house, scope, terms, names, resources),
    )


def _sides(system: System, mission: Mission | None, said: int | None) -> int:
    """The number of sides: as said, or the least that the game and the mission are for. Raises Refusal."""
    fits = sorted({layout.sides for layout in mission.layouts}) if mission is not None else []
    count = said if said is not None else next(iter(fits), system.sides.least)
    if wrong := wrong_count(system, count):
        raise Refusal(wrong, say("Give another number with --sides."))
    if mission is not None and fits and count not in fits:
        raise Refusal(
            say("“{name}” is not for {count} sides.", name=mission.name, count=count),
            say("It is for: {counts}.", counts=listed(str(each) for each in fits)),
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


def _row(term: Term, names: Mapping[str, str], count: int, rounds: int | None) -> FormRow:
    view = term_view(term, names, (), rounds)
    return FormRow(term=view, ask=question_of(term), boxes=((AnswerBox(rounds=view.rounds),),) * count)


def _score(
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
