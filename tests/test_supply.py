from __future__ import annotations

import pytest

from campaign.mechanisms.formula import Formula
from campaign.mechanisms.supply import Supply, pools, supply_settled

SUPPLY = Supply(start=Formula.parse("3 * small + 6 * large"), more=Formula.parse("1 + large"))


@pytest.mark.parametrize(
    ("large", "rounds", "expected"),
    [
        (0, 5, (3, 4, 5, 6, None)),
        (1, 5, (6, 8, 10, 12, None)),
        (1, 2, (6, None)),
        (0, 1, (None,)),
    ],
)
def test_the_pool_grows_and_the_last_round_has_no_limit(large, rounds, expected):
    """PF-S3: start + growth x (round - 1)."""
    settled = supply_settled(SUPPLY, {"small": 1 - large, "large": large})
    assert pools(settled, rounds) == expected


def test_a_last_round_that_grows_like_the_others():
    supply = Supply(start=Formula.parse(2), more=Formula.parse(1), last="grows")
    assert pools(supply, 3) == (2, 3, 4)


def test_a_formula_that_asks_for_what_is_not_there():
    with pytest.raises(ValueError, match="uses an unknown name: “large”"):
        supply_settled(SUPPLY, {"small": 1})
