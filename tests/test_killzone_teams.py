"""The team rules of Killzone: the smallest illegal roster for each with its message, both sides of each limit,
every price, and the example rosters.

`tests/rosters/` holds the illegal ones. Each is named by its rule and begins with what must be said of it.
"""

from __future__ import annotations

import math
import re
from itertools import pairwise, permutations, takewhile
from pathlib import Path
from typing import Any

import pytest

from campaign.content.library import library_without
from campaign.content.made_battle import settings_of
from campaign.content.rosters import judged, read_roster, team_rules
from campaign.errors import Problem, Problems
from campaign.files import yamlfile
from campaign.mechanisms.formula import Formula
from campaign.mechanisms.rosters import Model, ModelWeapon, Roster
from campaign.mechanisms.team_rules import Breach, JudgedRoster, breaches, fielded, roster_faults
from campaign.mechanisms.team_rules import tests_at as breaks_at
from campaign.mechanisms.terms import earned, settled
from campaign.record import replace
from tests.command import run_command

LIBRARY = library_without("killzone")
SYSTEM = LIBRARY.system()
RULES = team_rules(LIBRARY)
SETTINGS = settings_of(SYSTEM, {})
KILLS = settled(next(term for term in SYSTEM.terms if term.id == "kills"), SETTINGS)

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = sorted((ROOT / "missions" / "killzone" / "rosters").glob("*.yaml"))
ILLEGAL = sorted((ROOT / "tests" / "rosters").glob("*.yaml"))
"""What is found before a roster can be held against the limits, and the rule behind it."""

STATS = dict.fromkeys(("ws", "bs", "s", "t", "i"), 3) | {"w": 1, "a": 1, "ld": 8}
CHIEF = Model(name="Chief", points=Formula.parse(20), leader=True, traits=("troops", "infantry"), stats=STATS)
GUARD = replace(CHIEF, name="Guard", leader=False)
PLATED = replace(GUARD, name="Plated", stats=STATS | {"sv": 2})
OGRE = replace(GUARD, name="Ogre", stats=STATS | {"w": 3})
SHIELDED = replace(GUARD, name="Shielded", stats=STATS | {"inv": 3})
HAWK = replace(GUARD, name="Hawk", traits=("troops", "jump-infantry"))
BIKE = replace(GUARD, name="Bike", traits=("troops", "bike"))
WALKER = Model(
    name="Walker",
    points=Formula.parse(20),
    traits=("elites", "vehicle", "walker"),
    stats={"ws": 3, "bs": 3, "s": 5, "i": 3, "a": 1, "front": 12, "side": 11, "rear": 10},
)

CAPS = {
    "armour-cap": PLATED,
    "wounds-cap": OGRE,
    "ward-cap": SHIELDED,
    "jump-cap": HAWK,
    "rider-cap": BIKE,
}
THEMES = {
    "armoured-force": ("armour-cap", "armoured-share", 10, 75),
    "death-from-above": ("jump-cap", "jump-share", 10, 75),
    "fast-as-the-wind": ("rider-cap", "rider-share", 10, 75),
    "behemoths": ("wounds-cap", "behemoth-share", 15, 50),
}
"""The cap that each lifts, the limit on its share, its cost, and the share in percent."""


def team(*models: Model, themes: tuple[str, ...] = ()) -> Roster:
    return Roster(format=1, team="Try", themes=themes, models=models)


def among(model: Model, count: int, **more: Any) -> Roster:
    """Ten models at 20 points: so many of this one, the Chief and Guards."""
    return team(CHIEF, replace(GUARD, count=9 - count), replace(model, count=count), **more)


def led_by(chief: Model) -> Roster:
    """The same with a leader of one's own."""
    return team(chief, replace(GUARD, count=9))


def costing(points: int, size: int = 10) -> Roster:
    each = replace(GUARD, count=size - 1, points=Formula.parse(8))
    return team(replace(CHIEF, points=Formula.parse(points - 8 * (size - 1))), each)


def armed(model: Model, *traits: str) -> Model:
    return replace(model, name="Gunner", weapons=(ModelWeapon(name="gun", traits=traits),))


def unit(leaders: int) -> Roster:
    member = replace(GUARD, unit="Squad")
    leader = replace(member, name="Sergeant", traits=("troops", "unit-leader"))
    return team(CHIEF, replace(member, count=9 - leaders), replace(leader, count=leaders))


def sharing(theme: str, spent: int, total: int) -> Roster:
    """Five models of a theme for so many points of the team's; the Chief costs what is left."""
    cap, _, fee, _ = THEMES[theme]
    model = replace(CAPS[cap], count=4, points=Formula.parse(spent // 5))
    last = replace(model, name="Last", count=1, points=Formula.parse(spent - 4 * (spent // 5)))
    chief = replace(CHIEF, points=Formula.parse(total - fee - spent))
    return team(chief, model, last, themes=(theme,))


def found(roster: Roster, **settings: int) -> list[Breach]:
    return breaches(RULES, roster, SETTINGS | settings)


def broken(roster: Roster, **settings: int) -> list[str]:
    """The limits that a roster breaks; an upgrade on a wrong model counts as one, under its id."""
    return [breach.limit for breach in found(roster, **settings)]


def header(path: Path) -> tuple[list[str], dict[str, int]]:
    """What must be said of an illegal roster, and the settings that it needs."""
    lines = takewhile(lambda line: line.startswith("# "), path.read_text(encoding="utf-8").splitlines())
    said = [line.removeprefix("# ") for line in lines]
    mark = "settings: "
    settings: dict[str, int] = {}
    for line in said:
        settings |= yamlfile.parse(line.removeprefix(mark)).data if line.startswith(mark) else {}
    return [line for line in said if not line.startswith(mark)], settings


def problems_of(path: Path, **settings: int) -> list[Problem]:
    try:
        document, roster = read_roster(RULES, path)
    except Problems as wrong:
        return list(wrong.problems)
    return sorted(judged(RULES, document, roster, SETTINGS | settings), key=Problem.sort_key)


def rule_of(path: Path) -> str:
    """The rule that the name of an illegal roster begins with."""
    named = re.match(r"kz-[a-z]+[0-9]+", path.stem)
    assert named, path.name
    return named[0].upper()


def examples() -> list[Roster]:
    return [read_roster(RULES, path)[1] for path in EXAMPLES]


# --- one illegal roster for each rule ---


@pytest.mark.parametrize("path", ILLEGAL, ids=[path.stem for path in ILLEGAL])
def test_an_illegal_roster(path):
    """Just what its first lines say, and of its own rule alone."""
    expected, settings = header(path)
    problems = problems_of(path, **settings)
    assert [str(replace(problem, path=None)) for problem in problems] == expected
    assert {problem.code for problem in problems} == {rule_of(path)}
    assert all(problem.message and problem.remedy for problem in problems)


def test_the_command_says_the_same():
    expected = {path: header(path) for path in ILLEGAL}
    files = [path for path, (_, settings) in expected.items() if not settings]
    result = run_command("team", "check", "--system", "killzone", *files)
    assert (result.code, result.out) == (1, "")
    assert result.err.splitlines() == [f"{path}:{line}" for path in files for line in expected[path][0]]


def test_every_limit_and_every_restricted_upgrade_has_its_illegal_roster():
    seen: set[str] = set()
    for path in ILLEGAL:
        if rule_of(path) not in RULES.codes.values():
            seen.update(broken(read_roster(RULES, path)[1], **header(path)[1]))
    free = {upgrade.id for upgrade in RULES.upgrades if upgrade.only == Formula.parse(1)}
    assert free == {
        "medikit", "close-combat-weapon", "targeter", "indestructible", "brawler", "marksman", "marauder", "resilient",
    }  # fmt: skip
    assert seen == {limit.id for limit in RULES.limits} | {upgrade.id for upgrade in RULES.upgrades} - free


def test_every_rule_of_teams_is_named_by_a_limit_an_upgrade_a_theme_or_a_test():
    last = {"L": (1, 12), "H": (0, 4), "U": (0, 0), "US": (0, 3), "UW": (1, 6), "UA": (0, 8)}
    asked = {f"KZ-{part}{number}" for part, (low, high) in last.items() for number in range(low, high + 1)}
    carried = [limit.rules for limit in RULES.limits] + [upgrade.rules for upgrade in RULES.upgrades]
    named = {rule for rules in (*carried, *[theme.rules for theme in RULES.themes]) for rule in rules}
    by_tests = {rule_of(path) for path in ILLEGAL}
    assert asked - named == {"KZ-L4", "KZ-U0"}
    assert asked - named - by_tests == set()
    assert by_tests | asked <= set(LIBRARY.rules())


# --- both sides of each limit ---


def with_stats(**stats: int) -> Roster:
    return led_by(replace(CHIEF, stats=STATS | stats))


def with_armour(front: int) -> Roster:
    """A walker with 21 on its side and rear together."""
    return among(replace(WALKER, stats=WALKER.stats | {"front": front}), 1)


SPECIAL, HEAVY = ("limited", "special"), ("limited", "special", "heavy")
BOUNDARIES = {
    "KZ-L1 at least 175 points": ("team-points", costing(175), costing(174)),
    "KZ-L1 at most 250 points": ("team-points", costing(250), costing(251)),
    "KZ-L2 at least 5 models": ("team-size", costing(200, 5), costing(200, 4)),
    "KZ-L2 at most 20 models": ("team-size", costing(200, 20), costing(200, 21)),
    "KZ-L5 one leader of a unit": ("one-unit-leader", unit(1), unit(2)),
    "KZ-L7 at most 3 Wounds": ("wounds", with_stats(w=3), with_stats(w=4)),
    "KZ-L8 at most Toughness 5": ("toughness", with_stats(t=5), with_stats(t=6)),
    "KZ-L9 one walker": ("one-walker", among(WALKER, 1), among(WALKER, 2)),
    "KZ-L9 at most 33 armour": ("light-walker", with_armour(12), with_armour(13)),
    "KZ-L10 five special weapons": (
        "special-weapons", among(armed(GUARD, *SPECIAL), 5), among(armed(GUARD, *SPECIAL), 6),
    ),
    "KZ-L10 two Heavy": ("heavy-weapons", among(armed(GUARD, *HEAVY), 2), among(armed(GUARD, *HEAVY), 3)),
    "KZ-L11 2+ armour save": ("armour-cap", among(PLATED, 2), among(PLATED, 3)),
    "KZ-L11 3 Wounds": ("wounds-cap", among(OGRE, 2), among(OGRE, 3)),
    "KZ-L11 3+ invulnerable save": ("ward-cap", among(SHIELDED, 2), among(SHIELDED, 3)),
    "KZ-L11 Jump Infantry": ("jump-cap", among(HAWK, 2), among(HAWK, 3)),
    "KZ-L11 Bikes": ("rider-cap", among(BIKE, 2), among(BIKE, 3)),
}  # fmt: skip


@pytest.mark.parametrize(("limit", "legal", "illegal"), BOUNDARIES.values(), ids=list(BOUNDARIES))
def test_both_sides_of_a_limit(limit, legal, illegal):
    assert broken(legal) == []
    assert broken(illegal) == [limit]


@pytest.mark.parametrize(("least", "most"), [(100, 150), (201, 300)])
def test_the_group_sets_the_points_of_a_team(least, most):
    """KZ-L1, KZ-B1."""
    assert broken(costing(least), least_points=least, most_points=most) == []
    assert broken(costing(most), least_points=least, most_points=most) == []
    assert broken(costing(least - 1), least_points=least, most_points=most) == ["team-points"]
    assert broken(costing(most + 1), least_points=least, most_points=most) == ["team-points"]


@pytest.mark.parametrize("stats", [{"sv": 3}, {"w": 2}, {"inv": 4}])
def test_one_worse_is_of_no_capped_class(stats):
    """KZ-L11: saves and Wounds beside the capped ones."""
    assert broken(among(replace(GUARD, name="Other", stats=STATS | stats), 9)) == []


def test_bikes_jetbikes_beasts_and_cavalry_are_one_class():
    """KZ-L11."""
    kinds = [
        replace(BIKE, name=trait, traits=("troops", trait))
        for trait in ("bike", "jetbike", "beast", "cavalry")
    ]
    for left_out in kinds:
        three = [kind for kind in kinds if kind is not left_out]
        assert broken(team(CHIEF, replace(GUARD, count=7), *three[:2])) == []
        assert broken(team(CHIEF, replace(GUARD, count=6), *three)) == ["rider-cap"]


@pytest.mark.parametrize(("one", "other"), list(permutations(CAPS.values(), 2)))
def test_capped_classes_apart_and_together(one, other):
    """KZ-L11: two of each, or with caps_together two of all."""
    pair = team(CHIEF, replace(GUARD, count=7), one, other)
    four = team(CHIEF, replace(GUARD, count=5), replace(one, count=2), replace(other, count=2))
    three = team(CHIEF, replace(GUARD, count=6), replace(one, count=2), other)
    assert broken(pair, caps_together=1) == broken(three) == broken(four) == []
    assert broken(three, caps_together=1) == ["together-cap"]


def test_a_model_of_two_classes_is_one_model():
    """KZ-L11, together."""
    both = replace(HAWK, stats=STATS | {"sv": 2})
    assert broken(among(both, 2), caps_together=1) == []
    assert broken(among(both, 3)) == ["armour-cap", "jump-cap"]


# --- weapons, unit leaders, the Team Leader ---


@pytest.mark.parametrize(
    "traits",
    [("limited", "special", "pistol"), ("limited", "heavy", "pistol"), ("pistol",), ("special",), ()],
    ids=["limited pistol", "Heavy pistol", "pistol", "everyone's", "plain"],
)
def test_weapons_that_do_not_count(traits):
    """KZ-L10: pistols, and what every member of the unit may have."""
    assert broken(among(armed(GUARD, *traits), 9)) == []


def test_it_is_weapons_that_count_and_not_models():
    """KZ-L10."""
    two = replace(armed(GUARD, *SPECIAL), weapons=(ModelWeapon(name="gun", traits=SPECIAL),) * 2)
    assert broken(among(two, 2)) == []
    assert broken(among(two, 3)) == ["special-weapons"]


def test_close_combat_weapons_do_not_count():
    """KZ-L10 speaks of shooting weapons."""
    assert broken(among(armed(GUARD, "limited", "special-melee"), 6)) == []


def test_every_walker_has_armour():
    """KZ-L9: 0 would be light enough."""
    lone = replace(GUARD, name="Walker", traits=("elites", "walker"))
    assert {fault.code for fault in roster_faults(RULES, among(lone, 1))} == {"no-stat"}


def test_one_leader_for_each_type_of_unit():
    """KZ-L5: one of either, each with a member of its own unit."""
    member = replace(GUARD, unit="Line Squad")
    leader = replace(member, name="Line Sergeant", traits=("troops", "unit-leader"))
    others = replace(member, name="Jumper", unit="Jump Squad")
    second = replace(leader, name="Jump Sergeant", unit="Jump Squad")
    assert broken(team(CHIEF, replace(member, count=6), others, leader, second)) == []
    assert broken(team(CHIEF, replace(member, count=7), leader, second)) == ["members-first"]
    assert broken(led_by(replace(CHIEF, traits=("troops", "unit-leader")))) == ["members-first"]


@pytest.mark.parametrize("leaders", range(4))
def test_there_is_one_team_leader(leaders):
    """KZ-L12."""
    roster = team(replace(GUARD, count=10 - leaders), replace(CHIEF, count=leaders))
    assert broken(roster) == ([] if leaders == 1 else ["one-team-leader"])


@pytest.mark.parametrize(("wounds", "bonus"), [(1, ("w", 1)), (2, ("a", 1)), (3, ("a", 1))])
def test_what_the_leader_gains(wounds, bonus):
    """KZ-L12: a Wound if it has one, else an Attack. Its base Wounds are what the limit looks at (KZ-L7)."""
    chief = replace(CHIEF, stats=STATS | {"w": wounds})
    given = JudgedRoster(RULES, led_by(chief), SETTINGS).bonus(chief)
    assert given
    assert (given.stat, given.by) == bonus
    assert broken(led_by(chief)) == []


# --- themes ---


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("cap", CAPS)
def test_a_theme_lifts_its_own_cap_and_no_other(theme, cap):
    """KZ-H1 to KZ-H4, KZ-L11: none lifts that of the 3+ invulnerable save."""
    own = THEMES[theme][0] == cap
    roster = among(CAPS[cap], 9, themes=(theme,))
    assert [name for name in broken(roster) if name.endswith("-cap")] == ([] if own else [cap])
    together = [name for name in broken(roster, caps_together=1) if name.endswith("-cap")]
    assert together == ([] if own else ["together-cap"])


def test_what_themes_cost():
    """KZ-H1 to KZ-H4; paid from the team's points (KZ-H0)."""
    assert {theme.id for theme in RULES.themes} == set(THEMES)
    for name, (_, _, fee, _) in THEMES.items():
        assert JudgedRoster(RULES, among(GUARD, 0, themes=(name,)), SETTINGS).total == 200 + fee


@pytest.mark.parametrize("of_models", [0, 1])
@pytest.mark.parametrize("theme", THEMES)
def test_the_share_of_a_theme(theme, of_models):
    """KZ-H1 to KZ-H4: just reached, one point less; of the whole cost or of the models alone."""
    _, share, fee, percent = THEMES[theme]
    total = 200 + fee if of_models else 220
    least = {(75, 0): 165, (75, 1): 150, (50, 0): 110, (50, 1): 100}[percent, of_models]
    assert broken(sharing(theme, least, total), share_of_models=of_models) == []
    assert broken(sharing(theme, least - 1, total), share_of_models=of_models) == [share]


def test_a_share_is_rounded_up():
    """KZ-H1: 75% of 210 points are 157.5."""
    assert broken(sharing("armoured-force", 158, 210)) == []
    assert broken(sharing("armoured-force", 157, 210)) == ["armoured-share"]


def test_upgrades_count_in_a_share():
    """KZ-H2: 165 points of 220 with 20 of upgrades on the models of the theme, 145 with them on another."""
    upgrades = ("marauder", "armour-piercing-ammunition")
    chief, hawk, last = sharing("death-from-above", 145, 200).models
    for other, own in ((chief, replace(last, upgrades=upgrades)), (replace(chief, upgrades=upgrades), last)):
        roster = team(other, hawk, own, themes=("death-from-above",))
        assert JudgedRoster(RULES, roster, SETTINGS).total == 220
        assert broken(roster) == ([] if other is chief else ["jump-share"])


# --- prices ---

PRICES = {
    "auspex": ("KZ-US1", None, 10, 10),
    "medikit": ("KZ-US2", "t", 8, 10),
    "force-field": ("KZ-US3", None, 10, 10),
    "assault-grenades": ("KZ-UW1", None, 1, 1),
    "close-combat-weapon": ("KZ-UW2", "s", 1, 3),
    "armour-piercing-ammunition": ("KZ-UW3", None, 10, 10),
    "stealth-suit": ("KZ-UW4", None, 10, 10),
    "suspensors": ("KZ-UW5", None, 10, 10),
    "targeter": ("KZ-UW6", "bs", 3, 5),
    "blademaster": ("KZ-UA1", "ws", 8, 10),
    "indestructible": ("KZ-UA2", "t", 8, 10),
    "brawler": ("KZ-UA3", "ws", 3, 5),
    "marksman": ("KZ-UA4", None, 5, 5),
    "lightning-reflexes": ("KZ-UA5", None, 25, 25),
    "marauder": ("KZ-UA6", None, 10, 10),
    "resilient": ("KZ-UA7", "t", 3, 5),
    "skilled-rider": ("KZ-UA8", None, 5, 5),
}
"""Rule, characteristic, and the prices at 3 and at 4 of it."""


def price(upgrade: str, stats: dict[str, int]) -> int:
    """What it adds to the cost of a team."""
    plain = replace(CHIEF, stats=stats)
    with_it = led_by(replace(plain, upgrades=(upgrade,)))
    return JudgedRoster(RULES, with_it, SETTINGS).total - JudgedRoster(RULES, led_by(plain), SETTINGS).total


@pytest.mark.parametrize("upgrade", PRICES)
def test_the_prices_of_an_upgrade(upgrade):
    """KZ-U0: its own characteristic decides, whatever the others are."""
    rule, by, at_three, at_four = PRICES[upgrade]
    known = next(each for each in RULES.upgrades if each.id == upgrade)
    assert (known.rules, known.by) == ((rule,), by)
    low, high = dict.fromkeys(STATS, 3), dict.fromkeys(STATS, 4)
    assert (price(upgrade, low), price(upgrade, high)) == (at_three, at_four)
    if by is not None:
        assert (price(upgrade, high | {by: 3}), price(upgrade, low | {by: 4})) == (at_three, at_four)
        assert {price(upgrade, high | {by: value}) for value in (1, 2)} == {at_three}
        assert {price(upgrade, low | {by: value}) for value in (5, 10)} == {at_four}


def test_there_are_seventeen_upgrades_of_three_classes():
    classes = [upgrade.class_ for upgrade in RULES.upgrades]
    assert {upgrade.id for upgrade in RULES.upgrades} == set(PRICES)
    assert [classes.count(each) for each in ("special-upgrade", "wargear", "ability")] == [3, 6, 8]


def test_a_sergeant_by_subtraction():
    """KZ-L4: 90 - 4 x 16 = 26, and 36 with its Auspex."""
    roster = read_roster(RULES, next(path for path in EXAMPLES if path.stem == "line-of-iron"))[1]
    sergeant, trooper = roster.models[:2]
    assert (str(sergeant.points), sergeant.points.value({})) == ("90 - 4 * 16", 26)
    assert trooper.points.value({}) == 16
    assert [model.points for model in fielded(RULES, roster)][:2] == [36, 16]


# --- upgrades ---

EFFECTS = {
    "auspex": ("re-roll successful cover saves", 'less than 6"'),
    "medikit": ("Feel No Pain", 'within 6"'),
    "force-field": ("5+ invulnerable",),
    "assault-grenades": ("frag grenades",),
    "close-combat-weapon": ("One additional close-combat weapon",),
    "armour-piercing-ammunition": ("re-roll successful armour saves", "basic profile"),
    "stealth-suit": ("Stealth", "Scout", "Move Through Cover"),
    "suspensors": ("Relentless", "half"),
    "targeter": ("+1", "to hit", "not moved"),
    "blademaster": ("+1 Attack", "Rending"),
    "indestructible": ("Feel No Pain",),
    "brawler": ("+1", "to wound", "close combat"),
    "marksman": ("to hit", "to wound", "at the start of the Shooting phase"),
    "lightning-reflexes": ("4+", "before the ordinary save"),
    "marauder": ("Hit and Run",),
    "resilient": ("+1 Toughness",),
    "skilled-rider": (),
}


def test_what_upgrades_do():
    """KZ-US1 to KZ-UA8: the numbers and the names of rules."""
    texts = {upgrade.id: upgrade.text for upgrade in RULES.upgrades}
    assert texts.keys() == EFFECTS.keys()
    assert [
        (name, word) for name, words in EFFECTS.items() for word in words if word not in texts[name]
    ] == []


def test_resilient_raises_toughness_after_the_check():
    """KZ-L8, KZ-UA7: 5 becomes 6; what is bought with 6 stays too much."""
    tough = replace(CHIEF, stats=STATS | {"t": 5}, upgrades=("resilient",))
    assert broken(led_by(tough)) == []
    assert broken(led_by(replace(tough, stats=STATS | {"t": 6}))) == ["toughness"]


@pytest.mark.parametrize("upgrade", ["auspex", "medikit", "force-field"])
def test_a_special_upgrade_comes_once(upgrade):
    """KZ-US0: once each, all three in one team."""
    everything = team(replace(CHIEF, upgrades=("auspex", "medikit", "force-field")), replace(GUARD, count=9))
    again = team(
        *everything.models[:1], replace(GUARD, count=8), replace(GUARD, name="Two", upgrades=(upgrade,))
    )
    assert broken(everything) == []
    assert [name for name in broken(again) if name != "force-field"] == ["upgrade-once"]


def test_wargear_comes_as_often_as_you_like():
    """KZ-UW2, KZ-UW6."""
    assert broken(among(replace(GUARD, name="Kitted", upgrades=("targeter", "close-combat-weapon")), 9)) == []


def test_an_ability_for_each_model():
    """KZ-UA0: one of each model's own, none beside it."""
    abilities = [upgrade.id for upgrade in RULES.upgrades if upgrade.class_ == "ability"]
    plain = [name for name in abilities if name not in ("lightning-reflexes", "skilled-rider")]
    many = [replace(GUARD, name=name, upgrades=(name,)) for name in plain]
    assert broken(team(CHIEF, replace(GUARD, count=9 - len(many)), *many)) == []
    for two in pairwise(plain):
        assert broken(led_by(replace(CHIEF, upgrades=two))) == ["one-ability"]


def test_a_breach_is_said_once():
    """KZ-UA0: three models of one line have the same two abilities."""
    two = found(among(replace(GUARD, name="Old Guard", upgrades=("marksman", "brawler")), 3))
    assert len(two) == len(set(two)) == 1


@pytest.mark.parametrize("trait", ["jump-infantry", "bike", "jetbike", "beast", "cavalry", None])
def test_who_may_wear_a_stealth_suit(trait):
    """KZ-UW4: Infantry that is nothing else."""
    suited = replace(CHIEF, upgrades=("stealth-suit",))
    assert broken(led_by(suited)) == []
    traits = ("troops", "infantry", trait) if trait else ("troops",)
    assert broken(led_by(replace(suited, traits=traits))) == ["stealth-suit"]


@pytest.mark.parametrize(
    ("upgrade", "save", "legal"),
    [
        (name, save, save != 2)
        for name in ("assault-grenades", "stealth-suit", "lightning-reflexes")
        for save in (0, 2, 3, 4, 5, 6)
    ],
)
def test_a_2_armour_save_bars_an_upgrade(upgrade, save, legal):
    """KZ-UW1, KZ-UW4, KZ-UA5: 2+ alone; 0 is no save at all."""
    chief = replace(CHIEF, stats=STATS | {"sv": save}, upgrades=(upgrade,))
    assert broken(led_by(chief)) == ([] if legal else [upgrade])


@pytest.mark.parametrize(
    ("upgrade", "traits", "legal"),
    [
        ("auspex", ("special",), True),
        ("auspex", ("heavy",), False),
        ("armour-piercing-ammunition", (), True),
        ("armour-piercing-ammunition", ("pistol",), True),
        ("armour-piercing-ammunition", ("special",), False),
        ("armour-piercing-ammunition", ("limited",), False),
        ("armour-piercing-ammunition", ("heavy",), False),
        ("suspensors", ("heavy",), True),
        ("suspensors", ("special",), False),
        ("blademaster", ("special",), True),
        ("blademaster", ("special-melee",), False),
    ],
)
def test_a_weapon_allows_or_bars_an_upgrade(upgrade, traits, legal):
    """KZ-US1, KZ-UW3, KZ-UW5, KZ-UA1."""
    gunner = replace(armed(GUARD, *traits), upgrades=(upgrade,))
    assert broken(among(gunner, 1)) == ([] if legal else [upgrade])


@pytest.mark.parametrize("trait", ["bike", "cavalry", "jetbike", "beast", "jump-infantry", "infantry"])
def test_who_is_a_skilled_rider(trait):
    """KZ-UA8: a Bike or Cavalry; the source has no Jetbikes here."""
    rider = replace(GUARD, name="Rider", traits=("troops", trait), upgrades=("skilled-rider",))
    assert broken(among(rider, 1)) == ([] if trait in ("bike", "cavalry") else ["skilled-rider"])


# --- breaking, and what a killed model is worth ---


@pytest.mark.parametrize(("models", "at"), [(5, 2), (8, 2), (9, 3), (10, 3), (12, 3), (16, 4), (20, 5)])
def test_when_a_team_breaks(models, at):
    """KZ-E1."""
    assert breaks_at(RULES, models) == at


def test_a_quarter_rounded_up():
    """KZ-E1, for every size of team."""
    for models in range(5, 21):
        assert breaks_at(RULES, models) == math.ceil(models * 0.25)


@pytest.mark.parametrize(
    ("least", "most", "worth"),
    [(1, 10, 1), (11, 20, 2), (21, 30, 3), (31, 40, 4), (41, 50, 5), (51, 60, 6), (61, 70, 7), (71, 80, 8),
     (81, 90, 9), (91, 100, 10), (101, 110, 11)],
)  # fmt: skip
def test_what_a_killed_model_is_worth(least, most, worth):
    """KZ-V3."""
    assert {earned(KILLS, (points,)) for points in range(least, most + 1)} == {worth}


def test_each_killed_model_is_rounded_for_itself():
    """KZ-V3: 2 + 2 + 4 + 1, not 8 for 74 points."""
    assert earned(KILLS, (16, 16, 36, 6)) == 9


# --- the example rosters ---


@pytest.mark.parametrize("path", EXAMPLES, ids=[path.stem for path in EXAMPLES])
def test_an_example_roster_is_legal(path):
    roster = read_roster(RULES, path)[1]
    assert problems_of(path) == []
    assert roster.team.lower().replace(" ", "-") == path.stem
    assert path.read_text(encoding="utf-8").startswith("# ")
    result = run_command("team", "check", "--system", "killzone", path)
    assert (result.code, result.out, result.err) == (0, f"{roster.team} follows all team rules.\n", "")
    assert run_command("team", "show", "--system", "killzone", path).code == 0


def test_two_example_rosters_for_each_theme_and_two_without():
    themes = [roster.themes for roster in examples()]
    assert {each: themes.count(each) for each in themes} == {(): 2} | {(theme,): 2 for theme in THEMES}


def test_the_example_rosters_use_every_upgrade_at_every_price():
    used: set[tuple[str, int]] = set()
    for roster in examples():
        cast = JudgedRoster(RULES, roster, SETTINGS)
        used |= {
            (name, cast.price(model, cast.upgrades[name]))
            for model in roster.models
            for name in model.upgrades
        }
    assert used == {(name, cost) for name, (_, _, *costs) in PRICES.items() for cost in costs}


def test_the_example_rosters_show_what_there_is():
    """Every trait that is allowed, and weapons that do not count."""
    models = [model for roster in examples() for model in roster.models]
    traits = {trait for model in models for trait in model.traits}
    assert {trait.id for trait in RULES.traits if trait.of == "model"} - traits == {"hq", "unique"}
    weapons = {weapon.traits for model in models for weapon in model.weapons}
    assert {("limited", "special", "pistol"), ("special",)} <= weapons
