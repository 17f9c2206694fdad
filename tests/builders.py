"""Entries of a made-up system, short to write, and strategies for whole ledgers of it.

Its resources: gold (min 0, and who has none is a beggar), fame (no end to either side; who sinks to -3
stays infamous), hold (0 to 6). A battle scores flags (1 each) and the trophy (2).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any

from hypothesis import strategies as st

from campaign.ledger.entries import (
    AdjustStep,
    AmendStep,
    Entry,
    JoinStep,
    Kind,
    LeaveStep,
    MissedStep,
    OpenedSecret,
    RerollStep,
    RestoreStep,
    ResultStep,
    RevealStep,
    RollStep,
    RoundStep,
    SettingsStep,
    SetupStep,
    Side,
    Step,
    StoredEntry,
    StoredName,
    VoidStep,
)
from campaign.ledger.entries_io import append
from campaign.ledger.phases import Carry, PhaseStep
from campaign.mechanisms.effects import Effect, Outcome, Resource, Status
from campaign.mechanisms.formula import Formula
from campaign.mechanisms.score import Tie, Victory
from campaign.mechanisms.standings import CampaignEnd, Standings, StandingsKey
from campaign.mechanisms.terms import Force, Term
from campaign.record import replace

DAY = date(2026, 3, 1)
MADE = datetime(2026, 3, 1, 18, tzinfo=UTC)

GOLD = Resource(id="gold", name="Gold", start=5, min=0, status=(Status(id="beggar", name="Beggar", at=0),))
FAME = Resource(
    id="fame", name="Fame", start=0, status=(Status(id="infamous", name="Infamous", at=-3, lasting=True),)
)
HOLD = Resource(id="hold", name="Hold", start=3, min=0, max=6)
MANA = Resource(id="mana", name="Mana", start=2, max=4)
RESOURCES = (GOLD, FAME, HOLD)

FLAGS = Term(id="flags", name="Flags", ask="How many flags?", most=Formula.parse(9))
TROPHY = Term(id="trophy", name="Trophy", ask="Got the trophy?", each=Formula.parse(2), most=Formula.parse(1))

LOSS = Effect(when="lost", resource="gold", by=-2)
STEAL = Effect(when="won", resource="gold", by="taken", status="beggar")
EFFECTS = (
    STEAL,
    LOSS,
    Effect(when="won", resource="fame", by=1),
    Effect(when="no-show", resource="fame", by=-2),
    Effect(when="term", term="trophy", resource="hold", by=2),
    Effect(when="won", resource="hold", by=-1, who="enemies"),
)


def key(name: str, value: str | None = None, **more: Any) -> StandingsKey:
    return StandingsKey(id=name, name=name.capitalize(), value=Formula.parse(value or name), **more)


STANDINGS = Standings(
    keys=(key("beggar", best="least"), key("resources"), key("won")),
    points={"won": 3, "drew": 1, "no-show": -1},
    end=(CampaignEnd(kind="battles", at=3),),
)


def made(place: int) -> datetime:
    return MADE + timedelta(minutes=place)


def filed(
    place: int, kind: Kind, *steps: Step, played: date = DAY, sides: tuple[Side, ...] = ()
) -> StoredEntry:
    """An entry made `place` minutes after the first."""
    name = f"{made(place):%Y%m%dT%H%M%S}000Z-{kind}-{place:06x}"
    return StoredEntry(name, Entry(format=1, kind=kind, played=played, sides=sides, steps=steps))


def sides(*names: str) -> tuple[Side, ...]:
    """`"Red"` is a side of that one team, `"Ann: Red + Blue"` one of two."""
    found = []
    for text in names:
        name, _, teams = text.partition(": ")
        found.append(Side(name=name, teams=tuple((teams or name).split(" + "))))
    return tuple(found)


def step(kind: type[Any], place: int, **fields: Any) -> Any:
    names: dict[type[Any], str] = {RollStep: "roll", RoundStep: "round", RerollStep: "reroll"}
    name = names.get(kind, kind.__name__.removesuffix("Step").lower())
    return kind(kind=name, at=made(place), by="Ann", **fields)


def forces(roles: Mapping[str, str | None]) -> tuple[Force, ...]:
    """Sides of one team each, by their names and roles."""
    return tuple(Force(name, role, (name,)) for name, role in roles.items())


def settings(place: int = 0, played: date = DAY, **fields: Any) -> StoredEntry:
    wanted = {"resources": RESOURCES, "standings": STANDINGS} | fields
    return filed(place, "settings", step(SettingsStep, place, **wanted), played=played)


def join(place: int, team: str, played: date = DAY, **fields: Any) -> StoredEntry:
    return filed(place, "join", step(JoinStep, place, team=team, **fields), played=played)


def leave(place: int, team: str, played: date = DAY) -> StoredEntry:
    return filed(place, "leave", step(LeaveStep, place, team=team, reason="moved away"), played=played)


def adjust(place: int, *teams: str, resource: str, change: int, played: date = DAY) -> StoredEntry:
    one = step(AdjustStep, place, teams=teams, resource=resource, change=change, reason="a raid")
    return filed(place, "adjust", one, played=played)


def missed(place: int, *teams: str, effects: Iterable[Effect] = (), played: date = DAY) -> StoredEntry:
    one = step(MissedStep, place, teams=teams, effects=tuple(effects))
    return filed(place, "missed", one, played=played)


def setup(place: int, **fields: Any) -> SetupStep:
    wanted = {
        "system": "tin-men",
        "content": "c0ffee",
        "mission": StoredName(part="mission", id="ford", name="The ford"),
        "rounds": 4,
        "terms": (FLAGS, TROPHY),
        "effects": EFFECTS,
    } | fields
    found: SetupStep = step(SetupStep, place, **wanted)
    return found


def flags(place: int = 99, outcomes: dict[str, Outcome] | None = None, /, **by_side: int) -> ResultStep:
    """A result in which the sides hold so many flags; outcomes that were typed come first."""
    answers = {side: {"flags": (count,)} for side, count in by_side.items()}
    found: ResultStep = step(ResultStep, place, answers=answers, outcomes=outcomes or {})
    return found


def battle(
    place: int, who: tuple[Side, ...], *further: Step, played: date = DAY, **set_up: Any
) -> StoredEntry:
    return filed(place, "battle", setup(place, **set_up), *further, played=played, sides=who)


def void(what: StoredEntry, reason: str = "never played") -> StoredEntry:
    return append(what, [step(VoidStep, 900, reason=reason)])


def restore(what: StoredEntry, reason: str = "it was played") -> StoredEntry:
    return append(what, [step(RestoreStep, 901, reason=reason)])


def amend(what: StoredEntry, **fields: Any) -> StoredEntry:
    """`now=` the step that is right, `played=` and `sides=` the header's."""
    return append(what, [step(AmendStep, 902, reason="misread", **fields)])


# --- strategies ---

TEAMS = ("Red", "Blue", "Ash", "Oak", "Ivy", "Elm", "Fir", "Yew")
few = st.integers(-4, 4)
days = st.integers(0, 4).map(lambda more: DAY + timedelta(days=more))
some_teams = st.lists(st.sampled_from(TEAMS), min_size=1, max_size=3, unique=True).map(tuple)
resource_ids = st.sampled_from(["gold", "fame", "hold", "mana"])
outcome_names: st.SearchStrategy[Outcome] = st.sampled_from(
    ["won", "lost", "drew", "no-show", "refused", "forfeited"]
)
effects = st.lists(
    st.builds(
        Effect,
        when=st.sampled_from(["won", "lost", "drew", "no-show", "forfeited", "played", "missed", "term"]),
        resource=resource_ids,
        by=st.one_of(few, st.just("taken")),
        who=st.sampled_from(["self", "enemies"]),
        role=st.sampled_from([None, None, "holder"]),
        status=st.sampled_from([None, None, "beggar", "infamous"]),
        degree=st.sampled_from([None, None, None, "major"]),
        term=st.sampled_from(["flags", "trophy"]),
    ),
    max_size=4,
).map(tuple)
victories = st.builds(
    Victory,
    by=st.sampled_from(["most", "most", "threshold"]),
    role=st.just("holder"),
    points=st.integers(1, 6),
    degree=st.sampled_from([None, "major"]),
    tie=st.builds(
        Tie, by=st.sampled_from(["draw", "order", "role"]), order=st.just("edge"), role=st.just("holder")
    ),
)


@st.composite
def some_sides(draw: st.DrawFn) -> tuple[Side, ...]:
    """Two to four sides of one or two teams."""
    teams = draw(st.permutations(TEAMS))
    sizes = draw(st.lists(st.integers(1, 2), min_size=2, max_size=4))
    return tuple(
        Side(name=f"Side {place}", teams=tuple(teams[2 * place : 2 * place + size]))
        for place, size in enumerate(sizes)
    )


@st.composite
def battles(draw: st.DrawFn, place: int, shape: tuple[str, ...] | None = None) -> StoredEntry:
    """A battle; `shape` are its steps after the set-up."""
    who = draw(some_sides())
    names = [side.name for side in who]
    shape = (
        draw(st.sampled_from([(), ("reveal",), ("result",), ("reveal", "result")]))
        if shape is None
        else shape
    )
    further: dict[str, Step] = {
        "reveal": step(
            RevealStep, place + 1, of="plans", shown=(OpenedSecret(of="plans", side=names[0], value="dig"),)
        ),
        "result": step(
            ResultStep,
            place + 2,
            answers=draw(
                st.dictionaries(
                    st.sampled_from(names),
                    st.fixed_dictionaries(
                        {},
                        optional={
                            "flags": st.tuples(st.integers(0, 5)),
                            "trophy": st.tuples(st.integers(0, 1)),
                        },
                    ),
                )
            ),
            outcomes=draw(st.dictionaries(st.sampled_from(names), outcome_names, max_size=2)),
        ),
    }
    return battle(
        place,
        who,
        *(further[kind] for kind in shape),
        played=draw(days),
        roles=draw(st.sampled_from([{}, {names[0]: "holder"}])),
        orders={"edge": tuple(draw(st.permutations(names)))},
        victory=draw(victories),
        effects=draw(effects),
        takes=draw(st.sampled_from([{}, {"forfeited": "lost", "refused": "lost"}])),
    )


@st.composite
def some_settings(draw: st.DrawFn, place: int) -> StoredEntry:
    """Some of the resources, with other starts and bounds."""
    chosen = draw(st.lists(st.sampled_from([*RESOURCES, MANA]), unique=True))
    resources = tuple(
        replace(each, start=draw(st.integers(0, 6)), min=draw(st.sampled_from([each.min, None, 0])))
        for each in chosen
    )
    keys = (key("resources"), key("points"), key("scored", best="least"))
    standings = replace(STANDINGS, keys=draw(st.sampled_from([keys, keys[1:]])))
    return settings(place, draw(days), resources=resources, standings=standings)


@st.composite
def entries(draw: st.DrawFn, place: int, kind: str, shape: tuple[str, ...] | None = None) -> StoredEntry:
    """An entry of this kind, without corrections."""
    team, played = draw(st.sampled_from(TEAMS)), draw(days)
    if kind == "battle":
        return draw(battles(place, shape))
    if kind == "settings":
        return draw(some_settings(place))
    if kind == "join":
        return join(
            place,
            team,
            played,
            player=draw(st.sampled_from(["", "Bo"])),
            start=draw(st.dictionaries(resource_ids, few)),
        )
    if kind == "leave":
        return leave(place, team, played)
    if kind == "phase":
        carry: Carry = draw(st.sampled_from(["all", "resources", "nothing"]))
        return filed(
            place, "phase", step(PhaseStep, place, name=f"Phase {place}", carry=carry), played=played
        )
    if kind == "adjust":
        return adjust(place, *draw(some_teams), resource=draw(resource_ids), change=draw(few), played=played)
    return missed(place, *draw(some_teams), effects=draw(effects), played=played)


KINDS = ("battle", "battle", "battle", "adjust", "missed", "join", "leave", "settings", "phase")
corrected = st.sampled_from([(), (), (), (void,), (void, restore), (void, restore, void)])


@st.composite
def ledgers(draw: st.DrawFn, least: int = 1, most: int = 9) -> list[StoredEntry]:
    """Settings, some teams, and `least` to `most` entries of any kind, some of them corrected."""
    joined = draw(st.lists(st.sampled_from(TEAMS), max_size=6, unique=True))
    found = [settings(), *(join(place, team) for place, team in enumerate(joined, start=1))]
    for kind in draw(st.lists(st.sampled_from(KINDS), min_size=least, max_size=most)):
        one = draw(entries(10 * len(found) + 10, kind))
        if kind == "battle" and draw(st.booleans()):
            one = amend(one, sides=draw(some_sides()), played=draw(days))
        for correct in draw(corrected):
            one = correct(one)
        found.append(one)
    return found
