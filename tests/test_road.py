"""The road as a graph, and the road of Killzone walked by brute force: KZ-B2.

Every role or place that can win, and every face of the die, is followed from each mission to the next.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from campaign.content.library import library_without
from campaign.errors import Refusal
from campaign.files.schema import Span
from campaign.mechanisms.dice import Dice
from campaign.mechanisms.road import Fork, Road, Stage, at_mission, led_to, lengths

# --- small roads ---


def forks(ways: str) -> tuple[Fork, ...]:
    """`"1-3 inn, 4-6 mill"`."""
    pairs = [way.split() for way in ways.split(", ")]
    return tuple(Fork(on=Span.parse(on), to=to) for on, to in pairs)


def road(start: str, **stages: dict[str, str]) -> Road:
    """A road by a D6: for each stage its ends, and where they lead."""
    return Road(
        name="Try",
        dice=Dice.parse("D6"),
        start=forks(start),
        stages=tuple(
            Stage(id=name, next={end: forks(ways) for end, ways in ends.items()})
            for name, ends in stages.items()
        ),
    )


def test_how_many_battles_lead_to_a_mission_by_the_shortest_way_and_by_the_longest():
    tried = road(
        "1-6 inn",
        inn={"first": "1-3 mill, 4-6 ford", "none": "1-6 tower"},
        mill={"none": "1-6 ford"},
        ford={"none": "1-6 tower"},
        tower={},
    )
    assert lengths(tried) == {"inn": (1, 1), "mill": (2, 2), "ford": (2, 3), "tower": (2, 4)}


def test_the_road_may_begin_in_its_middle():
    tried = road("1-2 inn, 3-6 ford", inn={"none": "1-6 ford"}, ford={"none": "1-6 tower"}, tower={})
    assert lengths(tried) == {"inn": (1, 1), "ford": (1, 2), "tower": (2, 3)}


def test_what_nothing_leads_to_has_no_length():
    assert lengths(road("1-6 inn", inn={}, moor={"none": "1-6 inn"})) == {"inn": (1, 1)}


def test_a_mission_without_a_stage_leads_nowhere():
    assert lengths(road("1-6 inn", inn={"none": "1-6 moor"})) == {"inn": (1, 1), "moor": (2, 2)}


@pytest.mark.parametrize(
    ("stages", "in_it"),
    [
        ({"inn": {"none": "1-6 inn"}}, {"inn"}),
        ({"inn": {"none": "1-6 mill"}, "mill": {"none": "1-6 inn"}}, {"inn", "mill"}),
        (
            {"inn": {"none": "1-6 mill"}, "mill": {"none": "1-6 ford"}, "ford": {"none": "1-6 mill"}},
            {"mill", "ford"},
        ),
    ],
    ids=["one", "two", "two after one"],
)
def test_a_ring(stages, in_it):
    with pytest.raises(ValueError) as ring:
        lengths(road("1-6 inn", **stages))
    assert str(ring.value) in in_it


def test_a_ring_is_named_by_a_mission_that_lies_in_it():
    with pytest.raises(ValueError) as ring:
        lengths(road("1-6 inn", inn={"none": "1-6 mill"}, mill={"none": "1-3 tower, 4-6 inn"}, tower={}))
    assert str(ring.value) in {"inn", "mill"}


def test_at_a_mission_of_the_road():
    tried = road("1-6 inn", inn={"none": "1-6 ford"}, ford={})
    assert at_mission(tried, "ford").id == "ford"
    with pytest.raises(Refusal) as refused:
        at_mission(tried, "moor")
    assert (refused.value.sentence, refused.value.remedy) == (
        "“moor” is not on the road.",
        "Choose a mission with --mission.",
    )


@pytest.mark.parametrize(("face", "to"), [(1, "inn"), (2, "inn"), (3, "mill"), (4, "ford"), (6, "ford")])
def test_where_the_die_leads(face, to):
    assert led_to(forks("1-2 inn, 3 mill, 4-6 ford"), face) == to


@pytest.mark.parametrize(("ways", "face"), [("1-2 inn, 4-6 ford", 3), ("1-6 inn", 7)])
def test_a_face_that_leads_nowhere(ways, face):
    with pytest.raises(Refusal) as refused:
        led_to(forks(ways), face)
    assert (refused.value.sentence, refused.value.remedy) == (
        f"The road doesn’t say where {face} leads.",
        "Run “campaign check” on its folder.",
    )


# --- the road of Killzone, walked ---

LIBRARY = library_without("killzone")
FOUND = LIBRARY.road()
assert FOUND is not None
ROAD: Road = FOUND
MISSIONS = {name: LIBRARY.mission(name) for name in LIBRARY.mission_ids()}
STAGES = {stage.id: stage for stage in ROAD.stages}
FACES = range(1, 7)
TEAMS = (1, 2)


def ends(mission: str) -> list[str]:
    """Who can win: each role, or each of two sides; or nobody."""
    return [role.id for role in MISSIONS[mission].roles] or ["first", "second"]


def fallen(ways: tuple[Fork, ...], face: int) -> str:
    """The one mission of a face."""
    (to,) = [fork.to for fork in ways if fork.on.least <= face <= fork.on.most]
    return to


def played(mission: str, teams: int) -> str:
    """The mission itself, or what sides with so many teams play in its place."""
    if teams in MISSIONS[mission].teams_a_side:
        return mission
    instead = STAGES[mission].instead
    assert instead is not None
    assert teams in MISSIONS[instead].teams_a_side
    return instead


def by_die(ways: tuple[Fork, ...], teams: int) -> set[str]:
    return {played(fallen(ways, face), teams) for face in FACES}


def opened(mission: str, teams: int) -> dict[str, set[str]]:
    """By how the mission ended, all that the die may open."""
    following = STAGES[mission].next
    return {end: by_die(following[end], teams) for end in [*ends(mission), "none"]} if following else {}


def walks(teams: int) -> Iterator[tuple[str, ...]]:
    """Every walk to its end. A mission that comes twice on one would never let it end."""

    def on(walked: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        further = set[str]().union(*opened(walked[-1], teams).values())
        assert further.isdisjoint(walked), (walked, further)
        if not further:
            yield walked
        for to in sorted(further):
            yield from on((*walked, to))

    for first in sorted(by_die(ROAD.start, teams)):
        yield from on((first,))


WALKS = {teams: list(walks(teams)) for teams in TEAMS}


def test_the_die_and_the_ends_of_each_mission():
    """A D6; each role that can win, or either side, and nobody; nothing else."""
    assert str(ROAD.dice) == "D6"
    for stage in ROAD.stages:
        assert set(stage.next) in (set(), {*ends(stage.id), "none"}), stage.id


def test_each_face_leads_to_one_mission():
    everywhere = [ROAD.start, *(ways for stage in ROAD.stages for ways in stage.next.values())]
    for ways in everywhere:
        assert [led_to(ways, face) for face in FACES] == [fallen(ways, face) for face in FACES]


@pytest.mark.parametrize("teams", TEAMS)
def test_every_road_ends_in_a_finale_after_4_to_8_battles(teams):
    finales = {name for name, mission in MISSIONS.items() if mission.mode == "finale"}
    assert {walk[-1] for walk in WALKS[teams]} == {played(name, teams) for name in finales}
    assert all(finales.isdisjoint(walk[:-1]) for walk in WALKS[teams])
    assert {len(walk) for walk in WALKS[teams]} == {4, 5, 6, 7, 8}
    assert (ROAD.least, ROAD.most) == (4, 8)


def test_every_mission_is_reached():
    """All 18 with two teams a side; with one all but those that need two."""
    needing_two = {name for name, mission in MISSIONS.items() if mission.teams_a_side == (2,)}
    assert len(MISSIONS) == len(ROAD.stages) == 18
    assert {mission for walk in WALKS[2] for mission in walk} == set(MISSIONS)
    assert {mission for walk in WALKS[1] for mission in walk} == set(MISSIONS) - needing_two


@pytest.mark.parametrize("teams", TEAMS)
def test_each_mission_leads_on_to_two_at_least(teams):
    reached = {mission for walk in WALKS[teams] for mission in walk}
    for mission in reached:
        following = opened(mission, teams)
        assert not following or len(set[str]().union(*following.values())) >= 2, mission
    assert len(by_die(ROAD.start, teams)) >= 2


@pytest.mark.parametrize("teams", TEAMS)
def test_each_end_leaves_the_die_a_choice(teams):
    reached = {mission for walk in WALKS[teams] for mission in walk}
    assert [
        (mission, end)
        for mission in sorted(reached)
        for end, to in opened(mission, teams).items()
        if len(to) < 2
    ] == []


def test_who_wins_matters():
    """From no mission do all its ends open the same."""
    alike = [
        name
        for name in MISSIONS
        if (following := opened(name, 2)) and len({frozenset(to) for to in following.values()}) == 1
    ]
    assert alike == []


def test_lengths_agree_with_every_walk():
    places: dict[str, set[int]] = {}
    for walk in WALKS[2]:
        for place, mission in enumerate(walk, start=1):
            places.setdefault(mission, set()).add(place)
    assert lengths(ROAD) == {mission: (min(found), max(found)) for mission, found in places.items()}


def test_what_is_played_instead():
    """KZ-B1: it stands in for each mission that needs two teams and for no other, a finale for a finale."""
    instead = {stage.id: stage.instead for stage in ROAD.stages if stage.instead}
    assert set(instead) == {name for name, mission in MISSIONS.items() if 1 not in mission.teams_a_side}
    for name in instead:
        assert bool(STAGES[played(name, 1)].next) == bool(STAGES[name].next), name
