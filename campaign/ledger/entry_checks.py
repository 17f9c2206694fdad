"""What its records alone can't say of an entry: which steps go together, how many sides, settled terms.

The fold relies on it: an entry that passes here can be folded, whoever wrote its file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from campaign.files.converters import Fault
from campaign.ledger.entries import (
    AmendStep,
    Entry,
    RerollStep,
    RevealStep,
    SetupStep,
    Side,
    Step,
    name_of_two,
)
from campaign.mechanisms.formula import in_formulas
from campaign.mechanisms.terms import POINTS, ROUND, Term
from campaign.words import say

# The steps that an entry of each kind may have besides its corrections; it begins with the first of them.
STEPS: dict[str, tuple[str, ...]] = {
    "battle": ("setup", "seal", "reveal", "roll", "round", "reroll", "result"),
    "adjust": ("adjust",),
    "missed": ("missed",),
    "join": ("join",),
    "leave": ("leave",),
    "settings": ("settings",),
    "phase": ("phase",),
}
CORRECTIONS = ("amend", "void", "restore")
_NAME = r"\d{8}T\d{9}Z-[a-z0-9-]+-[0-9a-f]{6}"


def entry_faults(name: str, entry: Entry) -> list[Fault]:
    """What is wrong with the entry in the file `name`.yaml, though each record in it is right."""
    faults = []
    if not re.fullmatch(_NAME, name):
        message = say("“{name}” is not a valid name for an entry.", name=name)
        faults.append(Fault("entry-name", (), message, say("Give the file its original name again.")))
    own = STEPS[entry.kind]
    first = entry.steps[0].kind if entry.steps else "nothing"
    if first != own[0]:
        remedy = say("An entry of kind {kind} starts with a step of kind {own}.", kind=entry.kind, own=own[0])
        faults.append(
            Fault("first-step", ("steps",), say("The first step here is {first}.", first=first), remedy)
        )
    if entry.kind == "battle":
        faults += _side_faults(("sides",), entry.sides)
    for place, step in _every_step(entry):
        if step.kind not in (*own, *CORRECTIONS):
            message = say(
                "An entry of kind {entry} can’t have a step of kind {step}.",
                step=step.kind,
                entry=entry.kind,
            )
            faults.append(
                Fault("wrong-step", place, message, say("Steps it can have: {names}.", names=", ".join(own)))
            )
        if isinstance(step, AmendStep) and step.sides:
            faults += _side_faults((*place, "sides"), step.sides)
        if isinstance(step, SetupStep):
            faults += _term_faults((*place, "terms"), step.terms)
        if isinstance(step, RevealStep):
            for index, card in enumerate(step.cards):
                faults += _term_faults((*place, "cards", index, "terms"), card.terms)
    return faults


def _every_step(entry: Entry) -> Iterator[tuple[tuple[str | int, ...], Step]]:
    """The steps with their places, those inside of corrections too."""
    for index, step in enumerate(entry.steps):
        yield ("steps", index), step
        if isinstance(step, AmendStep) and step.now is not None:
            yield ("steps", index, "now"), step.now
        if isinstance(step, RerollStep):
            yield ("steps", index, "setup"), step.setup


def _side_faults(place: tuple[str | int, ...], sides: Sequence[Side]) -> list[Fault]:
    wrong = []
    names = [side.name for side in sides]
    teams = [team for side in sides for team in side.teams]
    if not 2 <= len(sides) <= 4:
        wrong.append(
            (say("A battle has 2 to 4 sides; got {count}.", count=len(sides)), say("Write 2 to 4 sides."))
        )
    if len(set(names)) < len(names):
        wrong.append((say("Two sides have the same name."), say("Give each a different name.")))
    if any(not 1 <= len(side.teams) <= 2 for side in sides):
        wrong.append((say("A side has one or two teams."), say("Write the teams of each side.")))
    if len(set(teams)) < len(teams):
        wrong.append((say("A team is named twice."), say("Name each team once.")))
    elif name_of_two(sides) is not None:
        message = say("A side has the name of a team on another side.")
        wrong.append((message, say("Give each a different name.")))
    return [Fault("sides", place, message, remedy) for message, remedy in wrong]


def _term_faults(place: tuple[str | int, ...], terms: Sequence[Term]) -> list[Fault]:
    """A battle stores what a formula came to when it was made; a bound may still name other terms."""
    names = {in_formulas(term.id) for term in terms}
    return [
        Fault(
            "bad-value",
            (*place, index, key),
            say("Expected a number, found “{formula}”.", formula=formula),
            say("For example: 2."),
        )
        for index, term in enumerate(terms)
        for key, formula, known in (
            ("each", term.each, set()),
            ("most", term.most, names),
            ("in_all", term.in_all, {ROUND}),
            ("worth", term.worth, {POINTS}),
        )
        if formula is not None and not formula.names <= known
    ]
