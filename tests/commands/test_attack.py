"""`campaign attack`: batches as they are rolled at the table, with the built-in rules and a made-up game."""

from __future__ import annotations

import json
import re

import pytest

from tests.commands.tinmen import flat

SYSTEM = ("--system", "starcraft")


@pytest.fixture
def fight(run):
    """The view of an attack with the built-in rules."""

    def fought(*words):
        done = run("attack", *words, *SYSTEM, "--format", "json", "--no-input")
        assert (done.code, done.err) == (0, "")
        return json.loads(done.out)

    return fought


def steps(view, batch=0):
    return {step["id"]: step for step in view["batches"][batch]["steps"]}


PLAIN = ("roa=1", "hit=3", "dmg=1", "hp=2", "armour=-")


class TestVectors:
    """By their ids in the rules (SC1 to SC20), each typed as it would be at the table."""

    def test_sc1_sc2_dice_of_a_batch_and_what_hits(self, fight):
        view = fight("models=6", *PLAIN, "hit=4", "--dice", "1,2,3,4,5,6")
        assert steps(view)["attack"]["dice"] == 6
        hit = steps(view)["hit"]
        assert (hit["on"], hit["passed"], hit["failed"]) == ("4+", [6, 5, 4], [3, 2, 1])
        assert view["batches"][0]["damage"] == 3
        assert view["seed"] is None

    @pytest.mark.parametrize(
        ("hits", "surge", "moved"),
        [
            pytest.param(4, 3, 3, id="SC4"),
            pytest.param(4, 6, 4, id="SC5"),
            pytest.param(0, 6, 0, id="SC6"),
        ],
    )
    def test_surge(self, fight, hits, surge, moved):
        dice = [*[6] * hits, *[1] * (4 - hits), surge, *[6] * (hits - moved)]
        view = fight("models=4", *PLAIN, "armour=4", "--surge", "D6", "--dice", ",".join(map(str, dice)))
        assert steps(view)["surge"]["dice"] == surge
        assert view["batches"][0]["damage"] == moved

    def test_sc7_surge_of_another_tag_is_not_thrown(self, fight):
        view = fight("marine:c-14", "goliath", "--models", 1, "--dice", "6,6,6,6")
        assert "surge" not in steps(view)
        assert view["batches"][0]["damage"] == 0

    def test_sc8_armour_stops_dice(self, fight):
        view = fight("models=4", *PLAIN, "armour=4", "--die", "hit=6 6 6 6", "--die", "armour=2,4,5,6")
        armour = steps(view)["armour"]
        assert (armour["passed"], armour["failed"]) == ([6, 5, 4], [2])
        assert view["batches"][0]["damage"] == 1

    def test_sc10_evade(self, fight):
        view = fight(
            "models=3",
            *PLAIN,
            "dmg=2",
            "evade=5",
            "--may-evade",
            "--die",
            "hit=6 6 6",
            "--die",
            "evade=2 5 6",
        )
        assert (steps(view)["evade"]["dice"], view["batches"][0]["damage"]) == (2, 2)

    def test_the_marker_is_carried_to_the_next_batch(self, fight):
        view = fight("models=3", *PLAIN, "--target-models", 4, "--then", "models=1", "--die", "hit=6 6 6;6")
        first, second = view["batches"]
        assert (first["damage"], first["removed"], first["marker"], first["left"]) == (3, 1, 1, 3)
        assert (second["damage"], second["total"], second["removed"], second["marker"]) == (1, 2, 1, 0)
        assert second["left"] == 2

    def test_a_shield_holds_and_goes(self, fight):
        words = ("models=2", *PLAIN, "hp=3", "shield=2", "--target-models", 2, "--then", "models=3")
        view = fight(*words, "--die", "hit=6 6;6 6 6")
        first, second = view["batches"]
        assert (first["removed"], first["marker"], first["shielded"]) == (0, 2, True)
        assert (second["total"], second["removed"], second["shielded"]) == (5, 1, False)
        gone = fight(*words, "--shield-gone", "--die", "hit=6 6;6 6 6")
        assert [one["removed"] for one in gone["batches"]] == [0, 1]
        assert gone["shield"] == 0
        assert gone["batches"][1]["marker"] == 2

    def test_who_is_seen_and_who_is_engaged(self, fight):
        seen = fight(
            "models=6", *PLAIN, "hp=1", "--target-models", 5, "--visible", 2, "--die", "hit=6 6 6 6 6 6"
        )
        assert [seen["batches"][0][key] for key in ("removed", "visible", "lost", "left")] == [2, 2, 4, 3]
        groups = fight(
            "models=3", *PLAIN, "hp=1", "--groups", "1,1,3", "--fighting", "evade=-", "--die", "hit=6 6 6"
        )
        assert (groups["batches"][0]["groups"], groups["batches"][0]["left"]) == ([1, 1, 1], 2)
        more = fight(
            "models=1", *PLAIN, "hp=1", "--target-models", 5, "--visible", 1, "--then", "models=1",
            "--die", "hit=6;6",
        )  # fmt: skip
        assert [one["removed"] for one in more["batches"]] == [1, 0]

    def test_keywords_tags_and_a_weapon_s_own(self, fight):
        view = fight(
            "models=1", *PLAIN, "hp=5", "--tag", "armoured", "--keyword", "pierce:3@armoured", "--dice", 6
        )
        assert (view["batches"][0]["each"], view["batches"][0]["damage"]) == (3, 3)
        bare = fight("models=1", *PLAIN, "hp=5", "--keyword", "pierce:3@armoured", "--dice", "6")
        assert bare["batches"][0]["damage"] == 1

    def test_nobody_left_is_not_rolled_at(self, fight):
        view = fight("models=2", *PLAIN, "hp=1", "--target-models", 1, "--then", "models=9", "--dice", "6,6")
        assert len(view["batches"]) == 1
        assert len(view["spared"]) == 1

    def test_another_weapon_comes_without_the_first_one_s_numbers(self, fight):
        view = fight(
            "marine:c-14", "zergling", "--models", 2, "hit=6", "--then", "marine:strike models=1", "--seed", 1
        )
        assert [step["on"] for batch in view["batches"] for step in batch["steps"] if step["id"] == "hit"] == [
            "6+", "5+",
        ]  # fmt: skip


def test_the_same_seed_rolls_the_same(fight):
    words = ("marine:c-14", "zergling", "--models", 6, "--then", "models=4")
    one, two, other = (fight(*words, "--seed", seed) for seed in (4, 4, 5))
    assert one == two != other
    rolled = fight(*words)
    assert fight(*words, "--seed", rolled["seed"]) == rolled


def test_at_the_table(run):
    typed = ("marine:c-14", "zergling", "", "6", *[""] * 8, "marine:strike", "3", *[""] * 6, "n")
    done = run(
        "attack", *SYSTEM, "--seed", 3, "--format", "json", input="\n".join(typed) + "\n" * 9, terminal=True
    )
    assert done.code == 0, done
    assert "How many models does the target have? [12]" in done.err
    assert "Models that attack from beyond the profile range" not in done.err, "nothing that can't matter"
    assert "Another batch?" in done.err
    assert len(json.loads(done.out)["batches"]) >= 2


def test_a_batch_that_may_not_be_made_is_asked_for_again(camp):
    done = camp(
        "attack", "--dice", "4,4,1", input="sling:\ngiant\n2\n2\nn\nsling:\n0\nn\nslingers:\n1\nn\nn\n", terminal=True
    )  # fmt: skip
    assert done.code == 0, done
    assert "Damage: 4. Models removed: 0; remaining: 2. Damage marked: 4." in done.err
    assert "There are no dice to roll." in done.err
    assert "Damage: 0." in done.err
    assert "Batch 2" in done.out


class TestAGameOfItsOwn:
    def test_it_is_rolled(self, camp):
        view = camp.json("attack", "slingers:", "slingers", "--slingers", 3, "--dice", "1,3,4")
        assert [step["id"] for step in view["batches"][0]["steps"]] == ["sling", "strike"]
        assert [view["batches"][0][key] for key in ("dice", "each", "damage", "removed", "left")] == [
            2,
            2,
            4,
            2,
            0,
        ]

    def test_it_asks_its_own_questions(self, camp):
        done = camp("attack", "--dice", "4,4", input="sling:\nslingers\n3\n2\nn\n\n", terminal=True)
        assert done.code == 0
        assert "How many sling: [2]" in done.err
        assert "Whether it is dark: [n]" in done.err
        text = flat(done.out)
        assert "2 models removed" in text
        assert "1 model" in text

    @pytest.mark.parametrize("shape", ["terminal", "markdown", "html"])
    @pytest.mark.parametrize("verb", ["attack", "odds"])
    def test_names_that_mean_harm(self, camp, verb, shape):
        text = camp.ok(
            verb, "giant:fist", "giant", "--slingers", 2, "--then", "slingers:sling", "--format", shape
        )
        assert "\u202e" not in text
        if shape == "markdown":
            assert "\\<Giant\\> \\*of\\*" in text
            assert not re.search(r"(?<!\\)[<|*]of|(?<!\\)<b", text)
        if shape == "html":
            assert "&lt;Giant&gt; *of*" in text
            assert "<b>" not in text


@pytest.mark.parametrize("verb", ["attack", "odds"])
@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("slinger:x", "giant"), 1, "There is no weapon “x”. Choose from: Sling."),
        (("slongers:sling", "giant"), 1, "There is no unit “slongers”. Did you mean “Slingers”?"),
        (("slingers:sling", "gaint"), 1, "There is no unit “gaint”."),
        (("slingers:sling", "giant"), 1, "There are no dice to roll. Say how many attack: --slingers."),
        (("slingers:sling", "giant", "giant"), 1, "Two words name the target: “giant”, “giant”."),
        (("slingers:sling", "--slingers", "x"), 2, "--slingers takes a number; got “x”."),
        (("slingers:sling", "--slingrs", "3"), 2, "There is no option --slingrs. Did you mean “--slingers”?"),
        (("slingers:sling", "slingers=-1"), 1, "“slingers” can’t be -1. Write a number from 0 to 999."),
        (("slingers:sling", "slingers=3", "amm=3"), 1, "The attack doesn’t use a number “amm”. Did you mean “aim”?"),
        (("slingers:sling", "slingers=3", "aim=x"), 1, "“x” is not a number. Write it like this: aim=3."),
        (("slingers:sling", "slingers=3", "--number", "aim"), 1, "Can’t read “aim”."),
        (("slingers:sling", "slingers=3", "--keyword", "gust:1:2:3"), 1, "Can’t read “gust:1:2:3” as a keyword"),
        (("slingers:sling", "slingers=3", "--keyword", "windy:1"), 1, "There is no keyword “windy”."),
        (("slingers:sling", "slingers=3", "--tag", "fat"), 1, "There is no tag “fat”."),
        (("slingers:sling", "slingers=3", "--groups", "1,x"), 1, "Can’t read “1,x” as groups."),
        (("slingers:sling", "giant", "slingers=3", "--groups", "1,2", "--target-models", "4"), 1,
         "Models in the groups: 3. Models in the target: 4."),
        (("slingers:sling", "giant", "slingers=3", "--target-models", "0"), 1, "The target has no models left."),
        (("slingers:sling", "slingers=3", "--marker", "2"), 1, "The target’s hit points are unknown"),
        (("slingers:sling", "slingers=3", "--then", '"x'), 1, "“\"x” has an unclosed quote."),
        (("slingers:sling", "giant", "slingers=3", "--then", "slingers"), 1, "at the same unit, so it can’t name another target: “slingers”"),
        ((), 2, "No attacker given. Name the attacker as UNIT:WEAPON"),
    ],
)  # fmt: skip
def test_what_is_wrong(camp, verb, words, code, said):
    assert said in camp.refused(verb, *words, "--no-input", code=code)


def test_dice_that_do_not_fit(camp):
    words = ("attack", "slingers:sling", "giant", "--slingers", "3")
    assert camp.refused(*words, "--dice", "1").startswith("Wrong dice for “strike” (3D4): 1")
    assert camp.refused(*words, "--dice", "1,2,3,4").startswith("More dice were given than are rolled")
    assert camp.refused(*words, "--die", "stike=1 2 3").startswith("Nothing is rolled as “stike” here.")
    camp.refused(*words, "--dice", "1,2,3", "--seed", "1", code=2)


def test_what_may_not_be_done_and_a_game_without(run):
    far = run("attack", "marine:c-14", "zergling", "--models", 3, "--distance", 14, *SYSTEM)
    assert (far.code, far.err) == (1, "The target is out of range. This attack is not allowed.\n")
    said = "At this distance all models are at long range: give their number as far, and 0 as models."
    for verb in ("attack", "odds"):
        near = run(verb, "marine:agg-12", "marauder", "--models", 1, "--distance", 15, *SYSTEM)
        assert (near.code, near.err) == (1, f"{said} This attack is not allowed.\n")
    none = run("odds", "a:b", "c", "--system", "killteam")
    assert (none.code, none.err.startswith("Kill Team (2018) has no attack sequence.")) == (1, True)


def test_long_range_takes_one_from_the_roll_to_hit(fight):
    """PF-S7: models beyond the profile range of 12" need 4+ where those within it need 3+."""
    view = fight("marine:agg-12", "marauder", "--far", 1, "--distance", 15, "--seed", 1)
    assert (steps(view)["hit-afar"]["on"], "hit" in steps(view)) == ("4+", False)
    both = fight("marine:agg-12", "marauder", "--models", 1, "--far", 1, "--distance", 12, "--seed", 1)
    assert [steps(both)[part]["on"] for part in ("hit", "hit-afar")] == ["3+", "4+"]


class TestWhatIsToldOfTheTarget:
    def test_groups_are_those_of_an_engaged_unit(self, run, fight):
        """3.3: nobody outside shoots at it; 3.5: it may evade."""
        groups = ("marine:c-14", "zergling", "--models", 6, "--groups", "1,1,1")
        outside = run("attack", *groups, *SYSTEM)
        assert (outside.code, outside.err.startswith("An unengaged unit can't target an engaged one")) == (
            1,
            True,
        )
        inside = fight("models=6", *PLAIN, "evade=5", "--groups", "1,1,1", "--fighting", "--die", "hit=6 6 6 6 6 6",
                       "--die", "evade=1 1 1 1 5 5")  # fmt: skip
        assert (steps(inside)["evade"]["passed"], inside["batches"][0]["damage"]) == ([5, 5], 4)
        assert {"name": "target engaged", "mark": "1"}.items() <= inside["batches"][0]["told"][-1].items()
        apart = run("attack", *groups, "--no-engaged", *SYSTEM)
        assert (apart.code, apart.err.startswith("--groups is for an engaged unit")) == (1, True)
        later = run("attack", *groups, "--fighting", "--then", "fighting=0", *SYSTEM)
        assert later.code == 1
        assert "An unengaged unit can't target an engaged one" in later.err

    @pytest.mark.parametrize("verb", ["attack", "odds"])
    @pytest.mark.parametrize("seen", [("--visible", "2"), ("visible=2",), ("--then", "visible=2")])
    def test_groups_know_nobody_seen(self, run, verb, seen):
        done = run(verb, "marine:strike", "zergling", "--models", 6, "--groups", "1,1,1", *seen, *SYSTEM)
        assert (done.code, "--visible can’t be combined with --groups" in done.err) == (2, True)

    @pytest.mark.parametrize("verb", ["attack", "odds"])
    @pytest.mark.parametrize(
        ("words", "said"),
        [
            (
                ("--marker", "7"),
                "Damage of 7 would already have removed the next model. Write a number from 0 to 6.",
            ),
            (
                ("--marker", "4", "--shield-gone"),
                "Damage of 4 would already have removed the next model. Write a number from 0 to 3.",
            ),
            (("--target-models", "4"), "Zealot can’t have that many models: 4. Write a number from 1 to 3."),
            (("--groups", "2,1,1"), "Zealot can’t have that many models: 4. Write a number from 1 to 3."),
            (("--visible", "4"), "Visible models: 4, but the target has only 3. Write a number from 0 to 3."),
            (
                ("--then", "visible=4"),
                "Visible models: 4, but the target has only 3. Write a number from 0 to 3.",
            ),
            (("--models", "99999999"), "“models” can’t be 99999999. Write a number from 0 to 999."),
        ],
    )
    def test_what_no_unit_can_be(self, run, verb, words, said):
        done = run(verb, "marine:strike", "zealot", "models=3", *words, *SYSTEM)
        assert (done.code, done.err) == (1, said + "\n")

    def test_what_only_just_can_be(self, fight):
        view = fight(
            "marine:strike", "zealot", "--models", 3, "--marker", 6, "--target-models", 3, "--seed", 1
        )
        assert (view["marker"], view["models"]) == (6, 3)


@pytest.mark.parametrize(
    ("words", "missing"),
    [
        (("models=3",), "roa, hit, dmg, armour"),
        (("roa=3",), "models, hit, dmg, armour"),
        (("--models", "3", "--keyword", "hits:3:2"), "armour"),
        (("models=3", "roa=1", "hit=3", "dmg=1", "armour=-", "--may-evade"), "evade"),
        (("models=3", "zealot"), "roa, hit, dmg"),
        (("marine:c-14", "models=3"), "armour"),
    ],
)
def test_numbers_that_nobody_told(run, words, missing):
    done = run("attack", *words, *SYSTEM)
    said = f"The attack needs more numbers: {missing}. Give each as NAME=N; “-” stands for no roll.\n"
    assert (done.code, done.err) == (1, said)


def test_a_number_told_as_none_is_shown(fight):
    view = fight("marine:c-14", "zealot", "models=3", "armour=-", "--seed", 1)
    assert [(one["name"], one["mark"]) for one in view["batches"][0]["told"]] == [
        ("models", "3"),
        ("Armour", "0"),
    ]
    assert "armour" not in {one["id"] for one in view["batches"][0]["steps"] if one["faces"]}


@pytest.mark.parametrize(("by", "on"), [(-1, "4+"), (0, "3+"), (1, "2+")])
def test_a_modifier_is_as_players_say_it(fight, by, on):
    """-1 to hit, or to evade, needs one more."""
    view = fight("models=1", *PLAIN, "--to-hit", by, "--dice", "6")
    assert steps(view)["hit"]["on"] == on
    view = fight("models=1", *PLAIN, "evade=3", "--may-evade", "--to-evade", by, "--dice", "6,6")
    assert steps(view)["evade"]["on"] == on


def test_a_campaign_s_own_options_stand_in_the_help(camp):
    assert "--slingers how many sling" in flat(camp.ok("attack", "--help"))


class TestNames:
    def test_a_unit_of_several_weapons_by_itself(self, run):
        done = run("attack", "marine", "zealot", "--models", 3, *SYSTEM)
        assert (done.code, done.err.startswith("Which weapon of Marine? Choose one: marine:c-14, ")) == (
            1,
            True,
        )

    def test_a_unit_of_one_weapon_needs_no_more(self, camp):
        view = camp.json("attack", "giant", "slingers", "--slingers", 1, "--seed", 1)
        assert view["target"] == "Slingers"

    def test_the_weapon_is_asked_for(self, run):
        done = run("attack", *SYSTEM, "--seed", 3, "--format", "json", terminal=True,
                   input="marine\nc-14\nzergling\n" + "\n" * 20)  # fmt: skip
        assert done.code == 0, done
        assert "Which weapon (C-14, AGG-12," in done.err
        assert "Models that attack within the profile range: [6]" in done.err
        assert json.loads(done.out)["batches"][0]["name"] == "Marine: C-14"

    def test_the_beginning_of_any_word(self, run, fight):
        view = fight("artanis:strike", "zealot", "--models", 1, "--seed", 1)
        assert view["batches"][0]["name"] == "Artanis: Twilight Blades Strike"
        done = run("attack", "artanis:blades", "zealot", "--models", 1, *SYSTEM)
        assert done.err == (
            "“blades” is ambiguous: Twilight Blades Strike, Twilight Blades Sweep. Type more of the name.\n"
        )


def test_the_game_s_own_options_are_listed(run):
    text = flat(run("packs", "show", "starcraft").out)
    for said in (
        "--high-ground",
        "whether the target has High Ground Cover",
        "--surge",
        "critical-hit",
        "roa",
    ):
        assert said in text
    for verb in ("attack", "odds"):
        plain = flat(run(verb, "--help").out)
        assert "packs show SYSTEM" in plain
        assert "--high-ground" not in plain
        for words in (("--system", "starcraft", "--help"), ("--help", "--system=starcraft")):
            text = flat(run(verb, *words).out)
            assert "Options of StarCraft Tabletop Miniatures Game:" in text
            assert "--high-ground whether the target has High Ground Cover" in text
            assert "--surge Surge" in text
        assert run(verb, "--help", "--system", "killteam").code == 0
        assert run(verb, "--help", "--system", "nothing").code == 0
