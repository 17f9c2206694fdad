"""`campaign odds`: what batches at one unit can do, exactly; several such attacks side by side."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING

from campaign.commands.attack_options import BatchOptions, batches_of, check_visible, requests_of
from campaign.content.attack_batches import (
    BatchRequest,
    TargetCondition,
    changed,
    fits,
    in_groups,
    next_batch,
    ready_batch,
    rules_of,
    stands,
)
from campaign.errors import WrongUsage, refuse
from campaign.mechanisms.attack.odds import Batch, Odds, casualty_odds, damage_odds, none_left
from campaign.printing.attack import ChanceView, OddsView, SideOdds, SpreadView, batch_notes
from campaign.record import replace
from campaign.words import say

if TYPE_CHECKING:
    from campaign.asking import Asker
    from campaign.content.library import Library
    from campaign.mechanisms.attack.rules import AttackRules

BESIDE = 3
"""How many attacks a page has room for beside the first."""

MOST_DICE = 400
"""The most dice of all batches together, and the highest totals of their special dice: beyond that an exact
answer takes too long, and is no news.
"""


class OddsOptions(BatchOptions, kw_only=False):
    """What `campaign odds` is called with; each of `versus` is another first batch."""

    versus: tuple[str, ...] = ()


def odds(library: Library, options: OddsOptions, asker: Asker | None) -> OddsView:
    """The odds of what the options say. Raises Refusal as `odds_view` does, WrongUsage for too many sides."""
    if len(options.versus) > BESIDE:
        raise WrongUsage(say("At most {most} attacks can be compared with the first.", most=BESIDE))
    (first, *then), condition, _ = requests_of(library, options, asker)
    versus = batches_of(library, options.versus)
    check_visible(versus, condition)
    return odds_view(library, first, then, versus, condition)


def odds_view(
    library: Library,
    first: BatchRequest,
    then: Sequence[BatchRequest],
    versus: Sequence[BatchRequest],
    condition: TargetCondition,
) -> OddsView:
    """The odds of the first batch, then the others, at one unit; and the same with each other first batch.

    Raises Refusal for whatever can't be attacked so, or is too much to work out.
    """
    rules = rules_of(library)
    sides = [first, *(changed(first, other, rules) for other in versus)]
    return OddsView(
        system_name=library.system().name,
        sides=tuple(_side(library, rules, side, then, condition) for side in sides),
    )


def _side(
    library: Library,
    rules: AttackRules,
    first: BatchRequest,
    then: Sequence[BatchRequest],
    condition: TargetCondition,
) -> SideOdds:
    batches = [first]
    for more in then:
        batches.append(next_batch(batches[-1], more, rules))
    batches = [in_groups(rules, batch, condition) for batch in batches]
    ready = [ready_batch(library, rules, batch) for batch in batches]
    if sum(each.dice + sum(dice.most for dice in each.attack.dice.values()) for each in ready) > MOST_DICE:
        refuse("Too many dice for exact odds.", "Use at most {most} in all.", most=MOST_DICE)
    damage = Odds({0: 1}, 1)
    for each in ready:
        damage = _with(damage, damage_odds(each.attack))
    unit = stands(ready[0], condition)
    for each in ready:
        fits(unit, each)
    side = SideOdds(
        name=ready[0].name,
        target=ready[0].target_name,
        batches=tuple(each.name for each in ready),
        told=batch_notes(rules, batches[0]),
        models=None if unit is None else unit.models,
        damage=_chances(damage),
        damage_spread=_spread(damage),
    )
    if unit is None:
        return side
    after = casualty_odds([Batch(each.attack, each.visible) for each in ready], unit)
    removed = after.of(lambda left: unit.models - left.models)
    gone = none_left(after)
    return replace(
        side,
        removed=_chances(removed),
        removed_spread=_spread(removed),
        exact_none_left=str(gone),
        none_left=float(gone),
    )


def _with(odds: Odds[int], more: Odds[int]) -> Odds[int]:
    """The odds of the sum of both."""
    found: dict[int, int] = {}
    for one, weight in odds.weights.items():
        for other, ways in more.weights.items():
            found[one + other] = found.get(one + other, 0) + weight * ways
    return Odds(found, odds.total * more.total)


def _chances(odds: Odds[int]) -> tuple[ChanceView, ...]:
    """Every number that can come, from the highest that is possible down to the lowest, in rising order."""
    found = []
    at_least = 0
    for value in sorted(odds.weights, reverse=True):
        weight = odds.weights[value]
        at_least += weight
        exactly, more = Fraction(weight, odds.total), Fraction(at_least, odds.total)
        found.append(
            ChanceView(
                value=value,
                exactly=str(exactly),
                at_least=str(more),
                chance=float(exactly),
                chance_at_least=float(more),
            )
        )
    return tuple(reversed(found))


def _spread(odds: Odds[int]) -> SpreadView:
    mean, variance = odds.mean(int), odds.variance(int)
    return SpreadView(
        exact_mean=str(mean), exact_variance=str(variance), mean=float(mean), spread=sqrt(float(variance))
    )
