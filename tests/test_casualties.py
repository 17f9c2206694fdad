from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.mechanisms.attack.casualties import Removal, TargetState, healed, marked, remove


def test_sc11_a_marker_adds_to_the_damage():
    assert remove(TargetState(9, 1, marker=1), 6).total == 7


def test_sc12_models_go_while_the_damage_lasts():
    removed = remove(TargetState(2, 6, marker=1), 6)
    assert (removed.models, removed.after.marker, removed.lost) == (3, 1, 0)


def test_sc13_only_visible_models_go_and_the_rest_is_lost():
    removed = remove(TargetState(2, 6), 8, visible=2)
    assert (removed.models, removed.lost, removed.after) == (2, 4, TargetState(2, 4))


def test_sc14_and_sc15_a_marker_is_carried_on():
    first = remove(TargetState(3, 4), 5)
    assert (first.models, first.after.marker) == (1, 2)
    second = remove(first.after, 2)
    assert (second.total, second.models, second.after.marker) == (4, 1, 1)


@pytest.mark.parametrize(
    ("damage", "shielded"), [pytest.param(3, True, id="SC18"), pytest.param(4, False, id="SC19")]
)
def test_a_shield_holds_while_no_more_than_it_was_done(damage, shielded):
    after = remove(TargetState(4, 3, shield=3, shielded=True), damage).after
    assert (after.shielded, after.models, after.marker, after.shield) == (shielded, 3, damage, 3)


def test_a_shield_adds_to_the_first_model_alone():
    """SCR-8."""
    unit = TargetState(4, 3, shield=3, shielded=True)
    assert remove(unit, 6).models == 0
    assert remove(unit, 7).after == TargetState(4, 2)
    assert remove(unit, 12).after == TargetState(4, 1, marker=1)
    assert remove(remove(unit, 4).after, 3).after == TargetState(4, 2)


def test_an_engaged_unit_loses_models_group_by_group():
    """SCR-7: in nobody's reach, in reach, in base contact; what is seen doesn't matter."""
    removed = remove(TargetState(2, 6, groups=(1, 2, 3)), 9, visible=0)
    assert (removed.groups, removed.after) == ((1, 2, 1), TargetState(2, 2, marker=1, groups=(0, 0, 2)))


def test_nobody_left_has_no_marker():
    assert remove(TargetState(2, 2), 9) == Removal(9, 2, (), 5, TargetState(2, 0))


def test_nobody_seen_loses_nobody_and_nothing_changes():
    assert remove(TargetState(2, 3, marker=1), 9, visible=0) == Removal(
        1, 0, (), 9, TargetState(2, 3, marker=1)
    )


def test_no_damage_changes_nothing():
    assert remove(TargetState(2, 3, marker=1), 0) == Removal(1, 0, (), 0, TargetState(2, 3, marker=1))


def test_a_cap_on_casualties_loses_what_is_left():
    """PF-S7: CONCENTRATED FIRE."""
    assert remove(TargetState(2, 6), 5, most=1) == Removal(5, 1, (), 3, TargetState(2, 5))
    assert remove(TargetState(2, 6), 5, most=3).after == TargetState(2, 4, marker=1)


def test_damage_that_removes_nobody_until_other_damage_is_done():
    """PF-S7: NON-LETHAL DAMAGE, HEAL."""
    hurt = marked(TargetState(2, 4, shield=1, shielded=True), 5)
    assert hurt == TargetState(2, 4, marker=5, shield=1)
    assert remove(hurt, 0).models == 0
    assert remove(hurt, 1).after == TargetState(2, 2, marker=1)
    assert healed(hurt, 4) == TargetState(2, 4, marker=1, shield=1)
    assert healed(hurt, 9).marker == 0


@pytest.mark.parametrize("wrong", [{"hp": 0}, {"models": -1}, {"marker": -1}, {"groups": (1, -1)}])
def test_no_unit_can_be_like_this(wrong):
    with pytest.raises(ValueError, match="can be like this"):
        TargetState(**{"hp": 1, "models": 0} | wrong)


def test_groups_make_up_the_unit():
    with pytest.raises(ValueError, match="don’t add up to 3 models"):
        TargetState(1, 3, groups=(1, 1))


UNITS = st.builds(
    TargetState, st.integers(1, 5), st.integers(0, 8), marker=st.integers(0, 9), shield=st.integers(0, 4)
)


@settings(max_examples=300, deadline=None)
@given(UNITS, st.integers(0, 60), st.none() | st.integers(0, 8), st.none() | st.integers(1, 8))
def test_one_point_after_the_other_comes_to_the_same(unit, damage, visible, most):
    """The rule as it is told: while the total reaches the next legal model's hit points, remove it."""
    removed = remove(unit, damage, visible, most)
    legal = unit.models if visible is None else min(visible, unit.models)
    total, gone, first = unit.marker + damage, 0, unit.shield
    while damage and gone < min(legal, most or legal) and total >= unit.hp + first:
        total, gone, first = total - unit.hp - first, gone + 1, 0
    assert removed.models == gone
    if damage and legal:
        lost = total if gone == min(legal, most or legal) else 0
        assert (removed.lost, removed.after.marker) == (lost, total - lost)
        spent = gone * unit.hp + (unit.shield if gone else 0)
        assert unit.marker + damage == spent + removed.lost + removed.after.marker
