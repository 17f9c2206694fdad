"""Supply: how much a side may have on the table in each round, and when a lead wins at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from campaign.files.schema import FileRecord
from campaign.mechanisms.formula import Formula
from campaign.record import replace


class Supply(FileRecord):
    """The pool of the first round, and by how much it grows in each further one (PF-S3).

    Formulas over what terms may use. In the last round there is no limit, unless `last` says that it grows.
    """

    start: Formula
    more: Formula = Formula.parse(0)
    last: Literal["unlimited", "grows"] = "unlimited"


def supply_settled(supply: Supply, scope: Mapping[str, int]) -> Supply:
    """The supply with its formulas worked out, as a battle stores it. Raises ValueError as formulas do."""
    start, more = (Formula.parse(each.value(scope)) for each in (supply.start, supply.more))
    return replace(supply, start=start, more=more)


def pools(supply: Supply, rounds: int) -> tuple[int | None, ...]:
    """The pool of each round of a settled supply, from the first; None where there is no limit."""
    start, more = supply.start.value({}), supply.more.value({})
    numbers: list[int | None] = [start + more * past for past in range(rounds)]
    if supply.last == "unlimited":
        numbers[-1:] = [None]
    return tuple(numbers)
