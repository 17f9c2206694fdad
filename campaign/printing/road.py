"""The road as a view: where it stands, what each end of the battle would open, and the whole of it, drawn.

A terminal shows a tree, Markdown a Mermaid graph and HTML a picture; all are made from the same stages and
ways.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from campaign.errors import refuse
from campaign.ledger.road import RoadPosition, how_it_ended, pair_of
from campaign.mechanisms.road import PLACES, Road, at_mission, lengths
from campaign.printing.typeset import cells, visible
from campaign.record import Record

if TYPE_CHECKING:
    from campaign.campaign import Campaign
    from campaign.content.library import Library
    from campaign.ledger.battle import Battle
    from campaign.ledger.entries import Side

BLANK = "\N{NO-BREAK SPACE}"
BOX_WIDTH, BOX_HEIGHT = 150, 40
BETWEEN, DOWN = 24, 96
"""Units of the picture: a box at its least, how far it is to the one beside it, and from the top of a row to
that of the next.
"""
EDGE, MARGIN = 6, 2
"""Around the whole picture, and between a name and the sides of its box."""

NARROW, BROAD = frozenset(" .,:;!'\N{RIGHT SINGLE QUOTATION MARK}()-Iijlfrt"), frozenset("MWmw@%")


class ForkView(Record):
    """What a result of the die leads to."""

    on: str
    mission: str
    id: str


class RoadEndView(Record):
    """How the battle may end, and where that leads; `come` where it has ended so. `side` is the name of the
    side that would have won, where its place alone is asked for.
    """

    outcome: str
    side: str
    forks: tuple[ForkView, ...]
    come: bool = False


class WalkedView(Record):
    """A battle on the road; `stray` where the one before it does not lead to it any more. `side` is the name
    of the winner, where the road asks for its place alone.
    """

    number: int
    mission: str
    die: int
    outcome: str
    side: str
    stray: bool


class StageView(Record):
    """A mission on the road: its place in the picture, if it was played, and if the road stands there.

    `lines` is its name as its box shows it, in one line or two.
    """

    id: str
    name: str
    lines: tuple[str, ...]
    x: int
    y: int
    finale: bool
    walked: bool
    here: bool
    teams: str


class WayLine(Record):
    """A way from one mission to another, both by their place in the stages: when it opens, and its line."""

    from_index: int
    to_index: int
    when: tuple[str, ...]
    ons: tuple[str, ...]
    x1: int
    y1: int
    x2: int
    y2: int
    walked: bool


class TreeLine(Record):
    """A line of the tree: the branches before it, the mission and when it opens. What a mission leads to in
    turn may stand `elsewhere`. `sides` goes with `when`, as in an EndView.
    """

    branches: str
    when: tuple[str, ...]
    sides: tuple[str, ...]
    ons: tuple[str, ...]
    mission: str
    elsewhere: bool


class RoadView(Record):
    """The road; `battle` is the number of the last battle on it (None at its start), `open` that it has no
    result yet, `off` that the road does not lead through its mission any more. `who` are the two whose road
    it is, nobody where it is everybody's; `box` is how wide a box of the picture is.
    """

    name: str
    about: str
    of: str
    who: tuple[str, ...]
    dice: str
    battle: int | None
    mission: str
    open: bool
    over: bool
    off: bool
    ends: tuple[RoadEndView, ...]
    walked: tuple[WalkedView, ...]
    stages: tuple[StageView, ...]
    ways: tuple[WayLine, ...]
    tree: tuple[TreeLine, ...]
    box: int
    width: int
    height: int


def road_view(
    library: Library, road: Road, of: str, who: Iterable[str], stop: RoadPosition, strays: Sequence[Battle]
) -> RoadView:
    """The road as it stands at `stop`; outcomes are shown by the names of roles where they have one."""
    names = {stage.id: library.mission(stage.id).name for stage in road.stages}
    last = stop.battle
    open_now = last is not None and last.status == "open"
    off = bool(stop.mission) and stop.mission not in names
    lines = {mission: _in_lines(name) for mission, name in names.items()}
    box = max([BOX_WIDTH, *(_breadth(line) + 2 * MARGIN for each in lines.values() for line in each)])
    stages, ways = _picture(library, road, names, lines, box, stop)
    return RoadView(
        name=road.name,
        about=road.about,
        of=of,
        who=tuple(who),
        dice=str(road.dice),
        battle=last.number if last else None,
        mission=last.setup.mission.name if last and off else names.get(stop.mission, ""),
        open=open_now,
        over=last is not None and not off and not open_now and not _ends_of(road, stop.mission),
        off=off,
        ends=() if off else _ends(library, road, names, stop),
        walked=_walked(stop, strays),
        stages=stages,
        ways=ways,
        tree=tuple(_tree(library, road, names, RoadPosition() if off else stop)),
        box=box,
        width=max((stage.x for stage in stages), default=0) + box + 2 * EDGE,
        height=max((stage.y for stage in stages), default=0) + BOX_HEIGHT + 2 * EDGE,
    )


def _ends_of(road: Road, mission: str) -> dict[str, tuple[tuple[str, str], ...]]:
    """Each end of a mission, or of nothing where the road begins, with what the die leads to."""
    forks = at_mission(road, mission).next if mission else {"": road.start}
    return {outcome: tuple((str(fork.on), fork.to) for fork in ways) for outcome, ways in forks.items()}


def _role_names(library: Library, mission: str) -> dict[str, str]:
    return {role.id: role.name for role in library.mission(mission).roles} if mission else {}


def _side_of(battle: Battle | None, outcome: str) -> str:
    """The side that an end calls by its place, where there is a battle to have sides."""
    if battle is None or outcome not in PLACES[: len(battle.sides)]:
        return ""
    return battle.sides[PLACES.index(outcome)].name


def _ends(
    library: Library, road: Road, names: Mapping[str, str], stop: RoadPosition
) -> tuple[RoadEndView, ...]:
    roles = _role_names(library, stop.mission)
    recorded = stop.battle is not None and stop.battle.status == "recorded"
    return tuple(
        RoadEndView(
            outcome=roles.get(outcome, outcome),
            side=_side_of(stop.battle, outcome),
            forks=tuple(ForkView(on=on, mission=names[to], id=to) for on, to in forks),
            come=outcome == stop.outcome if recorded else not stop.mission,
        )
        for outcome, forks in _ends_of(road, stop.mission).items()
    )


def _walked(stop: RoadPosition, strays: Sequence[Battle]) -> tuple[WalkedView, ...]:
    off = {battle.filed.name for battle in strays}
    return tuple(
        WalkedView(
            number=battle.number,
            mission=battle.setup.mission.name,
            die=battle.setup.road.die if battle.setup.road else 0,
            outcome=battle.name_of(ended) if battle.status == "recorded" else "",
            side=_side_of(battle, ended),
            stray=battle.filed.name in off,
        )
        for battle in stop.walked
        for ended in [how_it_ended(battle)]
    )


def _breadth(text: str) -> int:
    """About how many units a line of a box takes, rather too many than too few: nobody knows the letters that
    a browser will set it in.
    """
    return sum(_of_letter(letter) for letter in visible(text))


def _of_letter(letter: str) -> int:
    if cells(letter) != 1:
        return 14 if cells(letter) else 0
    return 5 if letter in NARROW else 13 if letter in BROAD else 10 if letter.isupper() else 8


def _in_lines(name: str) -> tuple[str, ...]:
    """A name in one line where a box has room for it, else in two that are as short as they can be."""
    words = name.split()
    if _breadth(name) + 2 * MARGIN <= BOX_WIDTH or len(words) < 2:
        return (name,)
    pairs = [(" ".join(words[:place]), " ".join(words[place:])) for place in range(1, len(words))]
    return min(pairs, key=lambda pair: max(map(_breadth, pair)))


def _picture(
    library: Library,
    road: Road,
    names: Mapping[str, str],
    lines: Mapping[str, tuple[str, ...]],
    box: int,
    stop: RoadPosition,
) -> tuple[tuple[StageView, ...], tuple[WayLine, ...]]:
    """The missions in rows, by the most battles that lead to them, and the ways between them."""
    rows: dict[int, list[str]] = {}
    far = lengths(road)
    for stage in road.stages:
        rows.setdefault(far[stage.id][1] if stage.id in far else 0, []).append(stage.id)
    across = box + BETWEEN
    widest = max(map(len, rows.values()), default=1)
    places = {
        mission: (EDGE + (widest - len(row)) * across // 2 + place * across, EDGE + number * DOWN)
        for number, (_, row) in enumerate(sorted(rows.items()))
        for place, mission in enumerate(row)
    }
    been = [battle.setup.mission.id for battle in stop.walked]
    steps = set(pairwise(been))
    stages = tuple(
        StageView(
            id=stage.id,
            name=names[stage.id],
            lines=lines[stage.id],
            x=places[stage.id][0],
            y=places[stage.id][1],
            finale=not stage.next,
            walked=stage.id in been,
            here=stage.id == stop.mission,
            teams="+".join(map(str, library.mission(stage.id).teams_a_side)),
        )
        for stage in road.stages
    )
    return stages, tuple(_lines(library, road, places, box, steps))


def _lines(
    library: Library,
    road: Road,
    places: Mapping[str, tuple[int, int]],
    box: int,
    steps: set[tuple[str, str]],
) -> Iterable[WayLine]:
    index = {stage.id: place for place, stage in enumerate(road.stages)}
    for stage in road.stages:
        for to, when in _ways(library, road, stage.id, None).items():
            (x1, y1), (x2, y2) = places[stage.id], places[to]
            yield WayLine(
                from_index=index[stage.id],
                to_index=index[to],
                when=tuple(outcome for outcome, _ in when),
                ons=tuple(on for _, on in when),
                x1=x1 + box // 2,
                y1=y1 + BOX_HEIGHT,
                x2=x2 + box // 2,
                y2=y2,
                walked=(stage.id, to) in steps,
            )


def _tree(library: Library, road: Road, names: Mapping[str, str], stop: RoadPosition) -> Iterable[TreeLine]:
    """What lies ahead, as a tree: what a mission leads to is shown where it is met first, step by step."""
    recorded = stop.battle is not None and stop.battle.status == "recorded"
    ways: dict[str, dict[str, list[tuple[str, str]]]] = {}
    opened: dict[str, str] = {}
    waiting = [stop.mission]
    while waiting:
        mission = waiting.pop(0)
        only = stop.outcome if recorded and mission == stop.mission else None
        ways[mission] = _ways(library, road, mission, only)
        for to in ways[mission]:
            if to not in opened:
                opened[to] = mission
                waiting.append(to)

    # Only the battle that is over or under way has sides; those to come may be played by others.
    met = {stop.mission: stop.battle}

    def below(mission: str, branches: str) -> Iterable[TreeLine]:
        for place, (to, when) in enumerate(ways[mission].items()):
            last = place == len(ways[mission]) - 1
            here = opened[to] == mission
            yield TreeLine(
                branches=branches + ("└─" if last else "├─") + BLANK,
                when=tuple(outcome for outcome, _ in when),
                sides=tuple(_side_of(met.get(mission), outcome) for outcome, _ in when),
                ons=tuple(on for _, on in when),
                mission=names[to],
                elsewhere=not here and bool(ways[to]),
            )
            if here:
                yield from below(to, branches + (BLANK * 3 if last else "│" + BLANK * 2))

    yield from below(stop.mission, "")


def _ways(library: Library, road: Road, mission: str, only: str | None) -> dict[str, list[tuple[str, str]]]:
    """Where a mission leads, with the ends and results of the die that lead there."""
    roles = _role_names(library, mission)
    found: dict[str, list[tuple[str, str]]] = {}
    for outcome, forks in _ends_of(road, mission).items():
        for on, to in forks if only in (None, outcome) else ():
            found.setdefault(to, []).append((roles.get(outcome, outcome), on))
    return found


def next_view(campaign: Campaign, sides: Sequence[Side]) -> RoadView:
    """The road of the campaign, or of the pair of players that these sides are.

    Raises Refusal where there is none, for sides where the road is everybody's, and for sides that are no
    pair.
    """
    road, of = campaign.library.road(), campaign.road_of
    if road is None or of == "none":
        refuse("This campaign doesn’t use a road.", "Missions are rolled, or chosen with --mission.")
    if of == "campaign" and sides:
        refuse("Everyone shares one road in this campaign.", "Leave out --team and --side.")
    if of == "pair":
        _check_pair(sides)
    who = _called(sides, campaign.players)
    return road_view(campaign.library, road, of, who, campaign.stop(sides), campaign.strays())


def _check_pair(sides: Sequence[Side]) -> None:
    if len(sides) != 2:
        refuse("Each pair of players has its own road.", "Name both sides with --team or --side.")
    one, other = sides
    for team in one.teams:
        if team in other.teams:
            refuse("“{team}” is on both sides.", "Name two sides with different teams.", team=team)


def _called(sides: Sequence[Side], players: Mapping[str, str]) -> list[str]:
    """Whose road it is: the players where they are known, who may have other teams on it; else the sides."""
    found = [name for side in sides for name in pair_of([side], players)]
    return found if len(set(found)) == len(sides) else [side.name for side in sides]


def road_of(library: Library) -> RoadView:
    """The road of a system, as nobody has walked it yet. Raises Refusal where there is none."""
    road = library.road()
    if road is None:
        refuse("This system has no road.", "Missions are rolled, or chosen with --mission.")
    return road_view(library, road, road.of, [], RoadPosition(), [])
