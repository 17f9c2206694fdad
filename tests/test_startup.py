"""What each verb loads before it answers, counted: times depend on the machine, these numbers on the code alone.

A number here may fall, and should follow when it does. One that has to rise makes every start slower: first look
whether the verb needs what it loads (`python -X importtime -m campaign …`).
"""

from __future__ import annotations

import pytest

from campaign.commands.demo import system_with_demo
from campaign.content.library import built_in
from tests.benchmarks.commands import season
from tests.benchmarks.startup import loaded, starts

MOST = {
    "Tab on a verb": (8, 2),
    "--version": (2, 0),
    "--help": (9, 2),
    "log, empty": (62, 125),
    "ledger, empty": (83, 166),
    "standings, empty": (61, 103),
    "setup, killteam": (100, 178),
    "setup, killteam, HTML": (99, 178),
    "setup, killzone": (102, 181),
    "setup, killzone, HTML": (101, 181),
    "setup, starcraft": (105, 187),
    "setup, starcraft, HTML": (104, 187),
    "void, of nothing": (63, 110),
    "odds": (77, 141),
}
"""At most so many modules of ours, and so many classes of records."""


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    system, _ = system_with_demo([built_in()])
    empty = tmp_path_factory.mktemp("start") / "empty"
    season(empty, system, 0)
    return starts(empty)


@pytest.mark.parametrize("name", MOST)
def test_a_verb_loads_what_it_does(name, found):
    load = loaded(found[name])
    modules, records = MOST[name]
    assert len(load.modules) <= modules, sorted(load.modules)
    assert load.records <= records


def test_each_start_that_is_measured_has_a_bound(found):
    assert MOST.keys() == found.keys()


@pytest.mark.parametrize("name", ["Tab on a verb", "--version"])
def test_no_library_is_loaded_for_what_is_asked_at_every_key(name, found):
    assert loaded(found[name]).libraries == set()
