"""The benchmarks measure nothing in the suite, but what they measure stays a campaign that works."""

from __future__ import annotations

from campaign.commands.demo import system_with_demo
from campaign.content.packs import built_in
from tests.benchmarks.commands import season


def test_a_season_of_any_length(tmp_path):
    system, _ = system_with_demo([built_in()])
    folder = season(tmp_path / "season", system, 9)
    assert [battle.status for battle in folder.state.battles] == ["recorded"] * 9
