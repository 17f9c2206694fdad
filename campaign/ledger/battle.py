"""One battle as the fold of its steps: what stands after every correction, and where it is.

Nothing here knows other battles; `campaign.ledger.state` puts them together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Literal

from campaign.ledger.entries import (
    AmendStep,
    Entry,
    RerollStep,
    ResultStep,
    RevealedCard,
    RevealStep,
    RoundStep,
    SealStep,
    SetupStep,
    Side,
    Step,
    StoredEntry,
)
from campaign.mechanisms.effects import Effect, SideResult
from campaign.mechanisms.score import ScoreLine, SideOutcome, outcomes, sheet, term_totals, totals
from campaign.mechanisms.terms import Force, Term, asked_by, counted
from campaign.record import Record, replace
from campaign.words import say


def effective(entry: Entry) -> tuple[date, tuple[Side, ...], tuple[Step, ...]]:
    """The day, the sides and the steps that stand, amendments and re-rolls put in their place."""
    played, sides = entry.played, entry.sides
    for step in entry.steps:
        if isinstance(step, AmendStep):
            played = step.played or played
            sides = step.sides or sides
    return played, sides, tuple(standing(entry).values())


def standing(entry: Entry) -> dict[int, Step]:
    """What stands for each step that was made, by the step's number in the entry (from 1)."""
    steps: dict[int, Step] = {}
    for number, step in enumerate(entry.steps, start=1):
        if isinstance(step, RerollStep):
            steps[_last_alike(steps, step.setup) or number] = step.setup
        elif isinstance(step, AmendStep):
            if step.now is not None:
                steps[step.step or _last_alike(steps, step.now) or number] = step.now
        elif step.kind not in ("void", "restore"):
            steps[number] = step
    return steps


def corrected_step(past: Entry, step: AmendStep | RerollStep) -> Step | None:
    """What stood in an entry before a correction, in the place of the step that it corrects."""
    steps = standing(past)
    if isinstance(step, RerollStep):
        return steps.get(_last_alike(steps, step.setup) or 0)
    if step.now is None:
        return None
    return steps.get(step.step or _last_alike(steps, step.now) or 0)


def _last_alike(steps: Mapping[int, Step], now: Step) -> int | None:
    """The last step of the same kind (a reveal, a roll and a round: of the same)."""

    def what(step: Step) -> tuple[str, object]:
        return step.kind, getattr(step, "of", getattr(step, "test", getattr(step, "round", None)))

    return max((number for number, step in steps.items() if what(step) == what(now)), default=None)


def voided(entry: Entry) -> bool:
    """Whether the entry has been voided and not restored since."""
    marks = [step.kind for step in entry.steps if step.kind in ("void", "restore")]
    return bool(marks) and marks[-1] == "void"


def corrections(entry: Entry) -> tuple[Step, ...]:
    """Every amendment, re-roll, void and restoring, in order."""
    return tuple(step for step in entry.steps if step.kind in ("amend", "reroll", "void", "restore"))


class Battle(Record, kw_only=False):
    """A battle as it stands; `number` is its place in the order of the campaign."""

    filed: StoredEntry
    number: int
    played: date
    sides: tuple[Side, ...]
    setup: SetupStep
    seals: tuple[SealStep, ...]
    reveals: tuple[RevealStep, ...]
    rounds: tuple[RoundStep, ...]
    result: ResultStep | None
    void: bool

    @property
    def status(self) -> Literal["open", "recorded", "void"]:
        return "void" if self.void else "recorded" if self.result else "open"

    @property
    def corrected(self) -> bool:
        return bool(corrections(self.filed.entry))

    @property
    def terms(self) -> tuple[Term, ...]:
        """Those of the set-up, then those of each card that has come to light, for its holders alone."""
        found = {term.id: term for term in self.setup.terms}
        for card in self.held:
            for term in card.terms:
                others = found[term.id].holders if term.id in found else ()
                found[term.id] = replace(term, holders=(*others, card.by))
        return tuple(found.values())

    @property
    def effects(self) -> tuple[Effect, ...]:
        return (*self.setup.effects, *(effect for card in self.held for effect in card.effects))

    @property
    def held(self) -> tuple[RevealedCard, ...]:
        """Every card that has come to light."""
        return tuple(card for reveal in self.reveals for card in reveal.cards)

    @property
    def roles(self) -> dict[str, str | None]:
        return {side.name: self.setup.roles.get(side.name) for side in self.sides}

    @property
    def forces(self) -> tuple[Force, ...]:
        """The sides as the score sheet sees them."""
        return tuple(Force(side.name, self.setup.roles.get(side.name), side.teams) for side in self.sides)

    def name_of(self, called: str) -> str:
        """What a role, a degree, a status or an end of an order was called when the battle was made."""
        return self.setup.names.get(called, called)

    @property
    def unrevealed(self) -> tuple[SealStep, ...]:
        """What is sealed and not shown yet."""
        shown = {one.hash for reveal in self.reveals for one in reveal.shown}
        return tuple(seal for seal in self.seals if seal.hash not in shown)

    def lines(self) -> list[ScoreLine]:
        """The score sheet; empty without a result."""
        return sheet(self.terms, self.forces, self.result.answers) if self.result else []

    def points(self) -> dict[str, int]:
        """Each side's points."""
        return totals(self.lines(), self.roles)

    def outcomes(self) -> dict[str, SideOutcome]:
        """How each side came out; empty without a result, so that unrecorded is never a draw."""
        if not self.result:
            return {}
        # An order that lacks a side (the sides were amended) decides nothing.
        orders = {name: order for name, order in self.setup.orders.items() if set(self.roles) <= set(order)}
        lines, victory = self.lines(), self.setup.victory
        by_term = term_totals(lines, victory.tie.term, self.roles)
        return outcomes(victory, totals(lines, self.roles), self.roles, orders, self.result.outcomes, by_term)

    def side_results(self) -> dict[str, SideResult]:
        """What the effects need to know."""
        came_out = self.outcomes()
        return {
            side.name: SideResult(
                side.teams,
                came_out[side.name].outcome,
                came_out[side.name].degree,
                self.setup.roles.get(side.name),
                self._counts(side),
            )
            for side in self.sides
            if side.name in came_out
        }

    def _counts(self, side: Side) -> dict[str, int]:
        """What a side answered to each term, its teams together."""
        answers = self.result.answers if self.result else {}
        known = {term.id: term for term in self.terms}
        counts: dict[str, int] = {}
        for who in dict.fromkeys((side.name, *side.teams)):
            for name, numbers in answers.get(who, {}).items():
                count = counted(known[name], numbers) if name in known else sum(numbers)
                counts[name] = counts.get(name, 0) + count
        return counts

    def with_result(self, result: ResultStep) -> Battle:
        """The battle as it would stand with this result: what is shown before anything is written."""
        return replace(self, result=result)


def battle_of(filed: StoredEntry, number: int) -> Battle:
    """The battle of an entry. The schema's checks have made sure that it begins with a set-up."""
    played, sides, steps = effective(filed.entry)
    return Battle(
        filed=filed,
        number=number,
        played=played,
        sides=sides,
        setup=_only(steps, SetupStep),
        seals=tuple(step for step in steps if isinstance(step, SealStep)),
        reveals=tuple(step for step in steps if isinstance(step, RevealStep)),
        rounds=_rounds(steps),
        result=next((step for step in reversed(steps) if isinstance(step, ResultStep)), None),
        void=voided(filed.entry),
    )


def _rounds(steps: Iterable[Step]) -> tuple[RoundStep, ...]:
    """The rounds in their order; of two steps for one round the later one stands."""
    found = {step.round: step for step in steps if isinstance(step, RoundStep)}
    return tuple(found[number] for number in sorted(found))


def _only(steps: Iterable[Step], kind: type[SetupStep]) -> SetupStep:
    return next(step for step in steps if isinstance(step, kind))


Numbers = dict[str, dict[str, tuple[int, ...]]]
"""By who answers and term, a number for each round."""


def one_round(battle: Battle, number: int) -> Battle:
    """The battle with nothing but what it scores in one round (from 1), each term once: a round is asked and
    checked as a result is.
    """
    terms = tuple(
        replace(term, per="battle", from_round=1, in_all=None)
        for term in battle.terms
        if term.per == "round" and term.from_round <= number
    )
    return replace(battle, setup=replace(battle.setup, terms=terms), reveals=(), rounds=())


def _up_to(battle: Battle, last: int) -> Numbers:
    """The answers of the rounds up to one, as a result holds them.

    A round in between that was not scored counts nothing; nor does a term that the battle has no more.
    """
    steps = {step.round: step for step in battle.rounds if step.round <= last}
    found: Numbers = {}
    for term in battle.terms if steps else ():
        for who in (who for force in battle.forces for who in asked_by(term, force) if term.per == "round"):
            found.setdefault(who, {})[term.id] = tuple(
                steps[place].answers.get(who, {}).get(term.id, 0) if place in steps else 0
                for place in range(1, max(steps) + 1)
            )
    return found


def points_after(battle: Battle, number: int) -> dict[str, int]:
    """Each side's points by the rounds up to one."""
    return totals(sheet(battle.terms, battle.forces, _up_to(battle, number)), battle.roles)


def won_at_once(battle: Battle) -> tuple[int, str] | None:
    """The first round after which a side was ahead of every other by the mission's lead, and that side."""
    lead = battle.setup.lead
    if lead is None:
        return None
    for step in battle.rounds:
        points = points_after(battle, step.round)
        best = max(points, key=lambda side: points[side])
        if all(points[best] - other >= lead for side, other in points.items() if side != best):
            return step.round, best
    return None


def rounds_that_count(battle: Battle) -> int:
    """The last round that was scored, or the one that won the battle at once: none counts after it."""
    won = won_at_once(battle)
    return won[0] if won is not None else max((step.round for step in battle.rounds), default=0)


def so_far(battle: Battle) -> Numbers:
    """The answers of the rounds that count."""
    return _up_to(battle, rounds_that_count(battle))


def points_so_far(battle: Battle) -> dict[str, int]:
    """Each side's points by the rounds that count."""
    return points_after(battle, rounds_that_count(battle))


def not_open(battle: Battle) -> str:
    """Why a battle can't go on."""
    if battle.void:
        return say("Battle {number} is void.", number=battle.number)
    return say("Battle {number} already has a result.", number=battle.number)
