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


PLAIN = ("roa=1", "hit=3", "dmg=1", "hp=2")


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
        groups = fight("models=3", *PLAIN, "hp=1", "--groups", "1,1,3", "--die", "hit=6 6 6")
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
    assert "How many models has the target? [12]" in done.err
    assert "Models that attack from beyond the profile range" not in done.err, "nothing that can't matter"
    assert "Another batch?" in done.err
    assert len(json.loads(done.out)["batches"]) >= 2


def test_a_batch_that_may_not_be_made_is_asked_for_again(camp):
    done = camp(
        "attack", "--dice", "4,4,1", input="sling:\ngiant\n2\n2\nn\nsling:\n0\nn\nslingers:\n1\nn\nn\n", terminal=True
    )  # fmt: skip
    assert done.code == 0, done
    assert "Damage: 4. Models removed: 0; left: 2. Marked: 4." in done.err
    assert "Nobody attacks: no die would be rolled." in done.err
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
        assert "How many sling: [0]" in done.err
        assert "Whether it is dark: [n]" in done.err
        text = flat(done.out)
        assert "2 models are removed" in text
        assert "one model" in text

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
        (("slinger:x", "giant"), 1, "There is no weapon “x”. Known here: Sling."),
        (("slongers:sling", "giant"), 1, "There is no unit “slongers”. Did you mean “Slingers”?"),
        (("slingers:sling", "gaint"), 1, "There is no unit “gaint”."),
        (("slingers:sling", "giant"), 1, "Nobody attacks: no die would be rolled. Say how many do with --slingers."),
        (("slingers:sling", "giant", "giant"), 1, "Two words name the target: “giant” and “giant”."),
        (("slingers:sling", "--slingers", "x"), 2, "--slingers takes a number, not “x”."),
        (("slingers:sling", "--slingrs", "3"), 2, "There is no option --slingrs. Did you mean “--slingers”?"),
        (("slingers:sling", "slingers=-1"), 1, "“slingers” can’t be -1. Write a number from 0 to 999."),
        (("slingers:sling", "slingers=3", "amm=3"), 1, "The attack has no number “amm”. Did you mean “aim”?"),
        (("slingers:sling", "slingers=3", "aim=x"), 1, "“x” is no number. Write it like aim=3."),
        (("slingers:sling", "slingers=3", "--number", "aim"), 1, "“aim” is not understood."),
        (("slingers:sling", "slingers=3", "--keyword", "gust:1:2:3"), 1, "“gust:1:2:3” is no keyword"),
        (("slingers:sling", "slingers=3", "--keyword", "windy:1"), 1, "There is no keyword “windy”."),
        (("slingers:sling", "slingers=3", "--tag", "fat"), 1, "There is no tag “fat”."),
        (("slingers:sling", "slingers=3", "--groups", "1,x"), 1, "“1,x” are no groups."),
        (("slingers:sling", "giant", "slingers=3", "--groups", "1,2", "--target-models", "4"), 1,
         "The groups make up 3 models, not 4."),
        (("slingers:sling", "giant", "slingers=3", "--target-models", "0"), 1, "The target has no model left."),
        (("slingers:sling", "slingers=3", "--marker", "2"), 1, "Nobody knows how many hit points"),
        (("slingers:sling", "slingers=3", "--then", '"x'), 1, "A quote in “\"x” is not closed."),
        (("slingers:sling", "giant", "slingers=3", "--then", "slingers"), 1, "at the same unit: “slingers” is"),
        ((), 2, "Nobody attacks. Name who and with what"),
    ],
)  # fmt: skip
def test_what_is_wrong(camp, verb, words, code, said):
    assert said in camp.refused(verb, *words, "--no-input", code=code)


def test_dice_that_do_not_fit(camp):
    words = ("attack", "slingers:sling", "giant", "--slingers", "3")
    assert camp.refused(*words, "--dice", "1").startswith("“1” won’t do for “strike” (3D4)")
    assert camp.refused(*words, "--dice", "1,2,3,4").startswith("More dice were typed than are rolled")
    assert camp.refused(*words, "--die", "stike=1 2 3").startswith("No roll here is named “stike”.")
    camp.refused(*words, "--dice", "1,2,3", "--seed", "1", code=2)


def test_what_may_not_be_done_and_a_game_without(run):
    far = run("attack", "marine:c-14", "zergling", "--models", 3, "--distance", 14, *SYSTEM)
    assert (far.code, far.err) == (1, "The target is out of range. This attack may not be made.\n")
    none = run("odds", "a:b", "c", "--system", "killteam")
    assert (none.code, none.err.startswith("Kill Team (2018) has no attack sequence.")) == (1, True)
