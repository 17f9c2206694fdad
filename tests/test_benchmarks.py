"""The benchmarks measure nothing in the suite, but what they measure stays a campaign that works."""

from __future__ import annotations

from campaign.commands.demo import system_with_demo
from campaign.content.library import built_in
from tests.benchmarks.commands import season
from tests.benchmarks.odds import DICE, TRIED, cases, ours, sampled


def test_a_season_of_any_length(tmp_path):
    system, _ = system_with_demo([built_in()])
    folder = season(tmp_path / "season", system, 9)
    assert [battle.status for battle in folder.state.battles] == ["recorded"] * 9


def test_an_attack_is_the_same_for_all_that_are_measured():
    found = 0
    for case in cases():
        if case.dice == min(DICE):
            answer = ours(case)
            assert sum(answer.values()) == 1
            close = 5 / TRIED**0.5
            tried = sampled(case)
            assert all(abs(answer[value] - tried.get(value, 0)) < close for value in answer)
            found += 1
    assert found == 8
