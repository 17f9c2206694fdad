"""`campaign draw` and `briefing --sheet`: rules KZ-C1 to KZ-C5, requests 19 and 29.

What is dealt is chosen by the test, through the numbers that the computer's chance would give. Lines of input
are what is typed as the device goes round: Enter to look, then answers, then Enter to hide it.
"""

from __future__ import annotations

import json
from itertools import repeat
from typing import Any

import pytest

from campaign.commands.draw import noted
from campaign.errors import Refusal
from campaign.ledger.secrets import digest
from campaign.mechanisms.deck import Card, CardNote
from campaign.mechanisms.rosters import FieldedModels
from tests.command import Result
from tests.commands.dealing import (
    DECKS,
    FATE,
    FATES,
    OBJECTIVE,
    OWNER,
    PLAIN,
    WON,
    battle,
    chance,
    fight,
    hands,
    held,
    killzone,
    lines,
    secret_files,
    secret_path,
    stack,
)
from tests.commands.tinmen import Camp, copied
from tests.trees import write_tree


def listed_cards(done: Result) -> list[str]:
    """The cards that could be taken: `3  SHADOW`, and what it says below."""
    numbered = [line.partition("  ") for line in done.err.splitlines()]
    return [text for number, _, text in numbered if number.isdigit() and text]


# --- dealt and sealed ---


def test_each_team_its_own_card_of_each_deck(kz, monkeypatch):
    """KZ-C2: sealed in secrets/, and the ledger holds the hash that the secret opens."""
    stack(monkeypatch, ["traitor", "thunderclap"], ["click", "tripwire"])
    view = kz.json("draw", "--no-input", "--by", "Bo")
    assert [(one["name"], one["text"], one["mark"]) for one in view["sealed"]] == [
        ("A", "Secondary Objective", "drawn"), ("B", "Secondary Objective", "drawn"),
        ("A", "Fate", "drawn"), ("B", "Fate", "drawn"),
    ]  # fmt: skip
    assert held(kz) == {
        (OBJECTIVE, "A"): "traitor",
        (OBJECTIVE, "B"): "thunderclap",
        (FATE, "A"): "click",
        (FATE, "B"): "tripwire",
    }
    seals = battle(kz).seals
    assert {(seal.of, seal.side): seal.hash for seal in seals} == {
        key: digest(secret) for key, secret in hands(kz).items()
    }
    assert {(seal.by, seal.how, seal.fresh) for seal in seals} == {("Bo", "drawn", False)}


def test_two_teams_of_one_side_have_a_card_each(tmp_path, monkeypatch):
    """KZ-C2: one per team, not one per player; request 19: four different ones."""
    kz = killzone(tmp_path, teams=("A", "B", "C"), sides=("X: A + B", "Y: C"))
    chance(monkeypatch, repeat(0.0))
    kz.ok("draw", "--no-input")
    cards = held(kz)
    assert sorted(cards) == [(of, team) for of in (FATE, OBJECTIVE) for team in ("A", "B", "C")]
    assert len(set(cards.values())) == 6


def test_the_battle_s_seed_says_nothing_of_the_deal(kz_models, tmp_path, monkeypatch):
    """Request 22: the seed is public. With other chance it deals other cards, and another seed the same."""
    dealt = {}
    for name, answer, seed in (("low", 0.0, 1), ("high", 0.99, 1), ("seed", 0.0, 2)):
        kz = copied(kz_models / "two", tmp_path / name)
        kz.ok("void", 1, "--reason", "once more", "--yes")
        fight(kz, 2, seed=seed)
        chance(monkeypatch, repeat(answer))
        kz.ok("draw", "--no-input")
        dealt[name] = held(kz, 2)
    assert dealt["low"] == dealt["seed"]
    assert not set(dealt["low"].values()) & set(dealt["high"].values()) - {"joker"}


def test_drawn_once(kz, monkeypatch):
    """A second draw deals nothing again, and changes nothing."""
    stack(monkeypatch, PLAIN[:2], FATES[:2])
    assert kz("draw", input=lines("", "", "", "")).code == 0
    assert kz.refused("draw") == (
        "Everyone has their cards. “campaign briefing --sheet TEAM” shows them to their holder again.\n"
    )
    assert kz.refused("draw", "--choose", "--team", "B").startswith("Everyone has their cards.")


def test_no_battle_and_a_recorded_one(kz):
    kz.ok("result", *WON)
    assert kz.refused("draw").startswith("There is no open battle.")
    assert kz.refused("draw", 1).startswith("Battle 1 already has a result.")


def test_without_cards(tmp_path):
    """KZ-B3: cards are optional, and the setting turns them off, in the briefing too."""
    kz = killzone(tmp_path, "--no-cards-played")
    assert kz.refused("draw").startswith("Battle 1 deals no cards.")
    assert [part["id"] for part in kz.json("briefing", 1)["sections"] if part["do"] == "draw"] == []


def test_the_briefing_says_what_is_drawn(kz):
    """KZ-C1, KZ-C2: how many cards and jokers, and for whom."""
    parts = [part for part in kz.json("briefing", 1)["sections"] if part["do"] == "draw"]
    assert [
        (
            part["id"],
            part["deck"],
            part["cards"],
            part["jokers"],
            part["holders"],
            part["chosen"],
            part["shown"],
        )
        for part in parts
    ] == [
        (OBJECTIVE, "Secondary Objectives", 13, 3, ["A", "B"], False, []),
        (FATE, "Fate", 13, 3, ["A", "B"], False, []),
    ]


# --- as the device goes round ---


def test_handed_to_each_holder(kz, monkeypatch):
    """KZ-C3: each sees its own cards and writes at once; what was written is sealed beside the card."""
    stack(monkeypatch, ["traitor", "thunderclap"], ["click", "tripwire"])
    done = kz("draw", "--by", "Bo", input=lines("", "Sergeant Xu", "", "", ""))
    assert done.code == 0
    first, second = done.err.split("Hand the device to B.")
    assert ("TRAITOR" in first, "CLICK" in first, "THUNDERCLAP" in first) == (True, True, False)
    assert ("TRAITOR" in second, "THUNDERCLAP" in second, "TRIPWIRE" in second) == (False, True, True)
    assert "Which enemy model is in the pay of A?" in first
    secret = hands(kz)[OBJECTIVE + OWNER, "A"]
    assert (secret.value, secret.written, secret.joker) == ("traitor", "Sergeant Xu", False)
    (seal, other) = [seal for seal in battle(kz).seals if seal.of == OBJECTIVE + OWNER]
    assert (seal.side, seal.hash, seal.by) == ("A", digest(secret), "Bo")
    assert other.side == "B"  # whose card asks for nothing: nobody can tell from the seals
    assert not any(word in done.out for word in ("TRAITOR", "CLICK", "Xu"))


def test_something_has_to_be_written(kz, monkeypatch):
    stack(monkeypatch, ["traitor"], ["click"])
    done = kz("draw", "--team", "A", input=lines("", "", "  ", "Sergeant Xu", ""))
    assert done.code == 0
    assert done.err.count("Nothing was written down. Write it down, so that it can be proven later.") == 2
    assert hands(kz)[OBJECTIVE + OWNER, "A"].written == "Sergeant Xu"


@pytest.mark.parametrize("typed", [(), ("",), ("", "Sergeant Xu")])
def test_stopped_while_the_device_goes_round(kz, monkeypatch, typed):
    """The cards stand as they were dealt wherever it stops; looking at one is no way to another."""
    stack(monkeypatch, ["traitor", "thunderclap"], ["joker", "tripwire"])
    assert kz("draw", input=lines(*typed)).code == 130
    assert {key: card for key, card in held(kz).items() if not key[0].endswith(OWNER)} == {
        (OBJECTIVE, "A"): "traitor",
        (OBJECTIVE, "B"): "thunderclap",
        (FATE, "A"): "joker",
        (FATE, "B"): "tripwire",
    }
    assert {(seal.of, seal.side) for seal in battle(kz).seals} == set(hands(kz))


def test_ctrl_c_is_such_a_stop(kz, monkeypatch):
    def pressed(_: object, prompt: str) -> str:
        raise KeyboardInterrupt

    stack(monkeypatch, PLAIN[:2], FATES[:2])
    monkeypatch.setattr("campaign.cli.terminal.Terminal._secretly", pressed)
    assert kz("draw").code == 130
    assert sorted(held(kz).values()) == sorted((*PLAIN[:2], *FATES[:2]))


def test_it_goes_on_where_it_stopped(kz, monkeypatch):
    """No card is dealt again: what A wrote stands, A is asked only what the joker takes, and B has not looked."""
    stack(monkeypatch, ["traitor", "thunderclap"], ["joker", "tripwire"])
    assert kz("draw", input=lines("", "Sergeant Xu")).code == 130
    before = secret_files(kz)
    chance(monkeypatch, ())  # a further deal would have no number
    done = kz("draw", input=lines("", "not today", "", "", ""))
    assert done.code == 0
    assert "in the pay of" not in done.err
    after = secret_files(kz)
    assert {name: after[name] for name in before} == before
    assert hands(kz)[FATE + OWNER, "A"].value == "not-today"


def test_one_team_now_and_the_other_later(kz, monkeypatch):
    """With --team, as often as there are teams; what another has is never dealt again (request 19)."""
    stack(monkeypatch, ["thunderclap"], ["click"])
    kz.ok("draw", "--team", "b", "--no-input")
    assert held(kz) == {(OBJECTIVE, "B"): "thunderclap", (FATE, "B"): "click"}
    stack(monkeypatch, ["four-corners"], ["tripwire"], out=["thunderclap", "click"])
    kz.ok("draw", "--no-input")
    assert held(kz)[OBJECTIVE, "A"] == "four-corners"
    assert held(kz)[OBJECTIVE, "B"] == "thunderclap"


def test_a_team_that_is_not_there(kz):
    assert kz.refused("draw", "--team", "Z").startswith("There is no team “Z” in this battle.")


def test_a_team_named_twice_looks_once(kz, monkeypatch):
    stack(monkeypatch, ["thunderclap"], ["click"])
    done = kz("draw", "--team", "A", "--team", "a", input=lines("", "", "", ""))
    assert done.err.count("Hand the device to A.") == 1


def test_play_draws_once_all_are_set_up(kz, monkeypatch):
    """`campaign play` takes the cards in, and asks before it does."""
    before = kz.tree()
    assert kz("play", input=lines("n")).code == 0
    assert kz.tree() == before
    stack(monkeypatch, PLAIN[:2], FATES[:2])
    assert kz("play", "--by", "Bo", input=lines("y", "", "", "", "", "n")).code == 0
    assert len(battle(kz).seals) == 8  # a card and its holder's answer, two decks, two teams
    again = kz("play", input=lines("n"))  # asks only whether the battle is over
    assert (again.code, "cards be drawn" in again.err) == (0, False)


# --- chosen, or typed from the table ---


def test_chosen_by_number_or_name(kz):
    """KZ-C5: of the cards that nobody holds."""
    done = kz(
        "draw", "--choose", input=lines("", "1", "Sergeant Xu", "tripwire", "", "", "thunder", "CLICK", "")
    )
    assert done.code == 0
    assert held(kz) == {
        (OBJECTIVE, "A"): "traitor",
        (FATE, "A"): "tripwire",
        (OBJECTIVE, "B"): "thunderclap",
        (FATE, "B"): "click",
    }
    assert hands(kz)[OBJECTIVE, "A"].written == "Sergeant Xu"  # sealed together, in one
    assert [seal.how for seal in battle(kz).seals] == ["chosen"] * 4


def test_nobody_chooses_what_another_holds(kz, monkeypatch):
    """Request 19: it is not in the list, and refused by name."""
    stack(monkeypatch, ["traitor"], ["click"])
    kz("draw", "--team", "A", input=lines("", "Xu", ""))
    done = kz("draw", "--choose", input=lines("", "traitor", "thunder", "click", "13", "12", ""))
    assert done.code == 0
    offered = listed_cards(done)
    assert (len(offered), "TRAITOR" in offered, "CLICK" in offered) == (24, False, False)
    assert done.err.count("“TRAITOR” is no longer in the deck. Choose another.") == 1
    assert done.err.count("“CLICK” is no longer in the deck. Choose another.") == 1
    assert "There is no card “13”." in done.err  # twelve are left
    assert held(kz)[FATE, "B"] == "against-the-odds"


def test_the_setting_makes_everybody_choose(tmp_path):
    """KZ-C5: as the group has agreed, without --choose."""
    kz = killzone(tmp_path, "--cards-chosen")
    assert kz.refused("draw", "--no-input", code=2).startswith("Can’t ask for cards with --no-input.")
    done = kz("draw", "--team", "A", input=lines("", "thunder", "click", ""))
    assert (done.code, held(kz)) == (0, {(OBJECTIVE, "A"): "thunderclap", (FATE, "A"): "click"})
    assert [part["chosen"] for part in kz.json("briefing", 1)["sections"] if part["do"] == "draw"] == [
        True
    ] * 2


def test_sheets_are_for_cards_that_are_drawn_by_setting_too(tmp_path):
    kz = killzone(tmp_path, "--cards-chosen")
    assert "--sheets" in kz.refused("draw", "--sheets", code=2)


def test_stopped_while_choosing(kz):
    """What was chosen stands, and the rest is asked."""
    assert kz("draw", "--choose", input=lines("", "thunder")).code == 130
    assert held(kz) == {(OBJECTIVE, "A"): "thunderclap"}
    done = kz("draw", "--choose", "--team", "A", input=lines("", "click", ""))
    assert (done.code, held(kz)) == (0, {(OBJECTIVE, "A"): "thunderclap", (FATE, "A"): "click"})


@pytest.mark.parametrize("place", range(0, 13, 2))
def test_every_card_can_be_typed_instead(kz, place):
    """Request 29: any card of a deck on the table, by its name; nothing is dealt."""
    typed: list[str] = []
    expected: dict[tuple[str, str], str] = {}
    for team, number in (("A", place), ("B", min(place + 1, 12))):
        objective, fate = DECKS[OBJECTIVE].rows[number], DECKS[FATE].rows[number]
        typed += ["", objective.name, *(["The one"] if objective.write else []), fate.name.lower(), ""]
        expected |= {(OBJECTIVE, team): objective.id, (FATE, team): fate.id}
    done = kz("draw", "--typed", input=lines(*typed))
    assert (done.code, held(kz)) == (0, expected)
    assert [seal.how for seal in battle(kz).seals] == ["typed"] * 4


def test_typing_tells_nothing_of_the_other_hand(kz):
    """Request 22: any card is taken, whatever another has typed; who has it in hand needs no list."""
    a = kz("draw", "--typed", "--team", "A", input=lines("", "thunder", "click", ""))
    b = kz("draw", "--typed", "--team", "B", input=lines("", "3", "thunder", "click", ""))
    assert (a.code, b.code) == (0, 0)
    assert (listed_cards(a), listed_cards(b)) == ([], [])
    assert "There is no card “3”." in b.err
    assert held(kz)[OBJECTIVE, "B"] == "thunderclap"


def test_each_card_with_its_condition_in_lines(kz, monkeypatch):
    """As wide as the terminal: title, text, when it may be played; then what was taken and written."""
    monkeypatch.setenv("COLUMNS", "50")
    done = kz("draw", "--choose", "--team", "A", input=lines("", "traitor", "Sergeant Xu", "click", ""))
    assert done.code == 0
    listed = done.err.partition("Chosen: CLICK")[0].partition("1  FLESH WOUND\n")[2]
    assert (
        "    Playable: At any point in any phase, in either\n    side's player turn.\n\n2  CLICK\n" in listed
    )
    assert max(len(line) for line in listed.splitlines()) <= 50
    assert "Chosen: TRAITOR\n" in done.err
    assert "Written down: Sergeant Xu\n" in done.err


def test_a_card_says_once_when_it_is_played(kz, monkeypatch):
    stack(monkeypatch, PLAIN[:1], ["click"])
    done = kz("draw", "--team", "A", input=lines("", ""))
    assert "Playable: When an enemy that is not a Team Leader" in " ".join(done.err.split())
    assert "When: " not in done.err


def test_the_cards_of_a_deck_with_their_conditions(kz):
    (fates,) = [card for card in kz.json("packs", "show", "killzone")["cards"] if card["id"] == "fates"]
    assert [row["more"] for row in fates["rows"]] == [card.playable for card in DECKS[FATE].rows]
    assert "Playable: At any point in any phase" in " ".join(kz.ok("packs", "show", "killzone").split())


def test_what_a_shown_card_scores_is_told_in_words(kz, monkeypatch):
    """`campaign show` of the battle, as the briefing says it."""
    stack(monkeypatch, ["traitor"], FATES[:1])
    kz("draw", "--team", "A", input=lines("", "Sergeant Xu", ""))
    kz.ok("reveal", "--secret", "A", "--of", OBJECTIVE, "--no-input")
    text = kz.ok("show", 1)
    assert "TRAITOR (A)\n\nWritten down: Sergeant Xu\n\n• traitor alive: 10 points\n" in text
    assert "• traitor killed: 5 points, scored by each enemy\n" in text
    assert not [line for line in text.splitlines() if line.startswith("cards ·")]


def test_a_card_that_is_only_begun(kz):
    """`campaign check` says where; a card written over it is none."""
    kz.ok("packs", "new-card", "fate", "LAST BREATH")
    kz.ok("packs", "new-card", "second", "GLORY")
    found = {(each["path"].rpartition("/")[2], each["line"], each["column"]) for each in problems_of(kz)}
    assert found == {
        ("fates.yaml", 6, 11), ("fates.yaml", 7, 15),
        ("secondary-objectives.yaml", 6, 14), ("secondary-objectives.yaml", 7, 11),
    }  # fmt: skip
    house(kz, "ash")
    (kz.root / "house/cards/killzone/secondary-objectives.yaml").unlink()
    assert kz("check").code == 0


def test_a_game_of_two_sides_says_so(kz):
    said = kz.refused("setup", "--team", "A", "--side", "X: B", "--team", "A")
    assert said.startswith("A battle of Special Operations: Killzone has 2 sides; got 3.")


def problems_of(camp: Camp) -> list[dict[str, Any]]:
    done = camp("check", "--format", "json")
    assert done.code == 1
    found: list[dict[str, Any]] = json.loads(done.out)["problems"]
    assert {each["code"] for each in found} == {"card-unwritten"}
    return found


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--choose", "--typed"), "--choose and --typed can’t be combined."),
        (("--sheets", "--choose"), "--sheets only works with drawn cards; leave out --choose and --typed."),
        (("--sheets", "--typed"), "--sheets only works with drawn cards; leave out --choose and --typed."),
        (("--choose", "--no-input"), "Can’t ask for cards with --no-input."),
        (("--typed", "--no-input"), "Can’t ask for cards with --no-input."),
    ],
)
def test_wrong_usage(kz, words, says):
    assert says in kz.refused("draw", *words, code=2)


# --- jokers ---


def test_a_joker_takes_a_card_of_the_rest(kz, monkeypatch):
    """KZ-C1: its owner picks; never what somebody holds, and no joker."""
    stack(monkeypatch, ["joker", "thunderclap"], ["click", "tripwire"])
    done = kz("draw", input=lines("", "thunder", "joker", "four", "", "", ""))
    assert done.code == 0
    assert "“THUNDERCLAP” is no longer in the deck." in done.err
    assert "There is no card “joker”." in done.err
    offered = listed_cards(done)
    assert (len(offered), "THUNDERCLAP" in offered) == (12, False)
    taken = hands(kz)[OBJECTIVE + OWNER, "A"]
    assert (taken.value, taken.joker, held(kz)[OBJECTIVE, "A"]) == ("four-corners", True, "joker")


def test_what_one_joker_took_another_can_t(kz, monkeypatch):
    """Request 19."""
    stack(monkeypatch, ["joker", "joker"], ["click", "tripwire"])
    done = kz("draw", input=lines("", "four", "", "", "four", "traitor", "Sergeant Xu", ""))
    assert done.code == 0
    assert "“FOUR CORNERS” is no longer in the deck." in done.err
    taken = hands(kz)[OBJECTIVE + OWNER, "B"]
    assert (taken.value, taken.written, taken.joker) == ("traitor", "Sergeant Xu", True)


def test_what_a_joker_took_is_not_dealt(kz, monkeypatch):
    """Request 19: B draws later, of a deck without the joker and without its card."""
    stack(monkeypatch, ["joker"], ["click"])
    kz("draw", "--team", "A", input=lines("", "behind", ""))
    chance(monkeypatch, repeat(0.0))
    kz.ok("draw", "--no-input")
    assert held(kz)[OBJECTIVE, "B"] == "bring-them-home"  # the first in order, BEHIND THEIR BACKS being out


# --- sheets ---


@pytest.mark.parametrize("words", [("--sheets",), ("--no-input",), ("--sheets", "--format", "html")])
def test_a_sheet_for_each_holder(kz, monkeypatch, words):
    """KZ-C3: one sealed file per team, and not a word of it where others read (request 22)."""
    stack(monkeypatch, ["traitor", "thunderclap"], ["click", "tripwire"])
    done = kz("draw", *words)
    assert done.code == 0
    sheets = {name: data.decode() for name, data in secret_files(kz).items() if "/sheet-" in name}
    assert len(sheets) == 2
    assert all(name.endswith(".html" if "html" in words else ".md") for name in sheets)
    a, b = sheets.values()
    assert ("TRAITOR" in a, "CLICK" in a, "THUNDERCLAP" in a, "TRIPWIRE" in a) == (True, True, False, False)
    assert ("TRAITOR" in b, "CLICK" in b, "THUNDERCLAP" in b, "TRIPWIRE" in b) == (False, False, True, True)
    said = (done.out + done.err).lower()
    assert all(name in done.out for name in sheets)
    assert not any(card in said for card in ("traitor", "click", "thunderclap", "tripwire"))


def test_after_sheets_what_is_left_to_say_is_asked(kz, monkeypatch):
    """A sheet can't ask: the draw goes on for all alike, so that it gives away nobody who has to write."""
    stack(monkeypatch, ["traitor", "thunderclap"], ["click", "tripwire"])
    kz.ok("draw", "--sheets")
    done = kz("draw", input=lines("", "Sergeant Xu", "", "", ""))
    assert (done.code, "Hand the device to B." in done.err) == (0, True)
    assert hands(kz)[OBJECTIVE + OWNER, "A"].written == "Sergeant Xu"
    assert kz.refused("draw", "--sheets").startswith("Everyone has their cards.")


def test_the_sheet_again(kz, monkeypatch):
    """`briefing --sheet`: on the screen, once handed over; nothing of it goes to standard output."""
    stack(monkeypatch, ["traitor", "thunderclap"], ["click", "joker"])
    kz("draw", input=lines("", "Sergeant Xu", "", "", "first cut", ""))
    done = kz("briefing", 1, "--sheet", "a", input=lines("", ""))
    assert (done.code, done.out) == (0, "")
    assert all(word in done.err for word in ("Hand the device to A.", "TRAITOR", "Sergeant Xu", "CLICK"))
    assert "THUNDERCLAP" not in done.err
    assert kz("briefing", 1, "--sheet", "a", input="").code == 130
    view = kz.json("briefing", 1, "--sheet", "B")
    assert [(card["name"], card["joker"]) for card in view["cards"]] == [
        ("THUNDERCLAP", False),
        ("FIRST CUT", True),
    ]


def test_the_sheet_in_a_file(kz, monkeypatch, tmp_path):
    stack(monkeypatch, PLAIN[:2], FATES[:2])
    kz.ok("draw", "--no-input")
    done = kz("briefing", 1, "--sheet", "A", "-o", tmp_path / "a.md")
    assert (done.code, done.out) == (0, "")
    text = (tmp_path / "a.md").read_text(encoding="utf-8")
    assert ("THUNDERCLAP" in text, "TRIPWIRE" in text, "FOUR CORNERS" in text) == (True, True, False)


def test_no_sheet_before_the_draw(kz):
    assert kz.refused("briefing", 1, "--sheet", "A", "--format", "json").startswith(
        "A holds no sealed cards in battle 1."
    )
    assert kz.refused("briefing", 1, "--sheet", "Z").startswith("There is no team “Z” in this battle.")


# --- decks that last ---


def house(camp: Camp, *ids: str, jokers: int = 0) -> None:
    """The fates of the group, in the place of all others."""
    rows = "".join(f"  - {{id: {each}, name: {each.upper()}, text: It is {each}.}}\n" for each in ids)
    text = f"kind: deck\nname: Fate\nwhole: true\njokers: {jokers}\nrows:\n{rows}"
    write_tree(camp.root, {"house/cards/killzone/fates.yaml": text})


@pytest.fixture
def lasting(kz: Camp) -> Camp:
    file = kz.root / "campaign.yaml"
    file.write_bytes(file.read_bytes() + b"settings: {lasting_decks: true}\n")
    kz.ok("void", 1, "--reason", "the decks last now", "--yes")
    return kz


def fates_of(camp: Camp, number: int) -> tuple[list[str], bool]:
    """The fates that a battle dealt, and whether the deck was shuffled anew for it."""
    seals = [seal for seal in battle(camp, number).seals if seal.of == FATE]
    return [held(camp, number)[FATE, seal.side] for seal in seals], any(seal.fresh for seal in seals)


def test_a_deck_lasts_until_it_is_used_up(lasting, monkeypatch):
    """KZ-C1, request 19: four fates for two teams; the third battle shuffles, the fourth goes on."""
    house(lasting, "ash", "bell", "crow", "dusk")
    chance(monkeypatch, repeat(0.0))
    for number in range(2, 6):
        fight(lasting, number)
        lasting.ok("draw", number, "--no-input")
        lasting.ok("result", number, *WON)
    assert [fates_of(lasting, number) for number in range(2, 6)] == [
        (["ash", "bell"], False),
        (["crow", "dusk"], False),
        (["ash", "bell"], True),
        (["crow", "dusk"], False),
    ]
    fresh = [(seal.of, seal.fresh) for seal in battle(lasting, 4).seals]
    assert fresh == [
        (OBJECTIVE, False),
        (OBJECTIVE, False),
        (FATE, True),
        (FATE, True),
    ]  # each deck for itself


def test_what_is_on_the_table_is_not_shuffled_in(lasting, monkeypatch):
    """Request 19: A takes the last card; for B the deck is shuffled without it."""
    house(lasting, "ash", "bell", "crow")
    chance(monkeypatch, repeat(0.0))
    fight(lasting, 2)
    lasting.ok("draw", "--no-input")
    lasting.ok("result", *WON)
    fight(lasting, 3)
    lasting.ok("draw", "--team", "A", "--no-input")
    chance(monkeypatch, repeat(0.99))
    lasting.ok("draw", "--team", "B", "--no-input")
    assert fates_of(lasting, 3) == (["crow", "bell"], True)


def test_not_while_an_earlier_card_is_sealed(lasting, monkeypatch):
    """Nobody can know what is left, so it is refused, naming the battle."""
    chance(monkeypatch, repeat(0.0))
    fight(lasting, 2)
    fight(lasting, 3)
    lasting.ok("draw", 2, "--no-input")
    assert lasting.refused("draw", 3, "--no-input") == (
        "“Secondary Objectives” is not reshuffled between battles, and battle 2 still "
        "has a sealed card from it. Reveal it first: record the result of that battle, "
        "or void it.\n"
    )
    lasting.ok("void", 2, "--reason", "rain", "--yes")
    lasting.ok("draw", 3, "--no-input")
    assert held(lasting, 3) == held(lasting, 2)  # a void battle has taken nothing out


def test_a_deck_of_one_battle_is_whole_in_the_next(kz, monkeypatch):
    """Without the setting the same cards may come again, and what another battle has sealed is no matter."""
    fight(kz, 2)
    chance(monkeypatch, repeat(0.0))
    for number in (1, 2):
        kz.ok("draw", number, "--no-input")
    assert held(kz, 1) == held(kz, 2)


def test_a_joker_does_not_take_what_is_gone(lasting, monkeypatch):
    """The rest of a lasting deck is what was not dealt in earlier battles either."""
    house(lasting, "ash", "bell", "crow", "dusk", "elm", jokers=1)
    chance(monkeypatch, repeat(0.0))
    fight(lasting, 2)
    lasting.ok("draw", "--no-input")
    lasting.ok("result", *WON)
    fight(lasting, 3)
    chance(
        monkeypatch, [0.11, 0.12, 0.99, 0.0]
    )  # objectives with nothing to write; the joker for A, crow for B
    done = lasting("draw", input=lines("", "crow", "ash", "dusk", "", "", ""))
    assert (done.code, fates_of(lasting, 3)) == (0, (["joker", "crow"], False))
    assert listed_cards(done) == ["DUSK", "ELM"]
    assert (
        "“CROW” is no longer in the deck." in done.err,
        "“ASH” is no longer in the deck." in done.err,
    ) == (True, True)
    assert hands(lasting, 3)[FATE + OWNER, "A"].value == "dusk"


def test_a_joker_that_is_the_last_card(lasting, monkeypatch):
    house(lasting, "ash", "bell", "crow", jokers=1)
    chance(monkeypatch, repeat(0.0))
    fight(lasting, 2)
    lasting.ok("draw", "--no-input")
    lasting.ok("result", *WON)
    fight(lasting, 3)
    lasting.ok("draw", "--no-input")
    assert fates_of(lasting, 3)[0] == ["crow", "joker"]  # and nothing is left to look through
    done = lasting("draw", "--team", "B", input=lines("", "ash", ""))
    assert hands(lasting, 3)[FATE + OWNER, "B"].value == "ash", done.err[-300:]


def test_who_draws_after_the_shuffle_draws_of_the_shuffled_deck(tmp_path, monkeypatch):
    """Request 19: A and B had all shuffled; C gets any of the rest, not the one card that was left before."""
    kz = killzone(tmp_path, "--lasting-decks", teams=("A", "B", "C"), sides=("X: A + B", "Y: C"))
    kz.ok("void", 1, "--reason", "other fates", "--yes")
    house(kz, "ash", "bell", "crow", "dusk")
    chance(monkeypatch, repeat(0.0))
    sides = ("--side", "X: A + B", "--side", "Y: C")
    fight(kz, 2, sides)
    kz.ok("draw", "--no-input")  # ash, bell and crow are gone
    kz.ok("result", "--outcome", "X=won", "--outcome", "Y=lost", "--no-input", "--yes")
    fight(kz, 3, sides)
    kz.ok("draw", "--team", "A", "--team", "B", "--no-input")
    assert fates_of(kz, 3) == (["ash", "bell"], True)
    kz.ok("draw", "--team", "C", "--no-input")
    assert held(kz, 3)[FATE, "C"] == "crow"


# --- what is written down ---


TROOP = "traits: [troops, infantry], stats: {{ws: 3, bs: 3, s: 3, t: 3, w: 1, i: 3, a: 1, ld: 8, sv: 4}}"
ROSTER = f"""\
format: 1
team: {{team}}
models:
  - {{{{name: Chief {{team}}, points: 20, unit: Squad, leader: true, {TROOP}}}}}
  - {{{{name: Guard, count: 4, points: 10, unit: Squad, {TROOP}}}}}
  - {{{{name: Scout {{team}}, points: 10, unit: Squad, {TROOP}}}}}
"""


def with_rosters(camp: Camp, *teams: str) -> None:
    write_tree(camp.root, {f"rosters/{team.lower()}.yaml": ROSTER.format(team=team) for team in teams})


@pytest.mark.parametrize(
    ("card", "wrong", "says", "right", "written"),
    [
        ("traitor", "Chief B", "“Chief B” is a Team Leader. Choose another model.", "Guard", "Guard"),
        ("traitor", "Scout A", "There is no model “Scout A”.", "scout", "Scout B"),
        ("old-grudge", "chief", "“Chief B” is a Team Leader.", "Guard", "Guard"),
        ("taken-alive", "Guard", "“Guard” is not a Team Leader. Choose one who is.", "chief b", "chief b"),
        ("courier", "Scout B", "There is no model “Scout B”.", "Scout A", "Scout A"),
        ("shadow", "Chief", "“Chief A” is a Team Leader.", "G", "Guard"),
        ("pupil", "Chief A", "“Chief A” is a Team Leader.", "Guard with the flag", "Guard with the flag"),
    ],
)
def test_a_noted_model_is_on_the_roster(kz, monkeypatch, card, wrong, says, right, written):
    """KZ-C3, KZ-L12: the enemy's or one's own, and a Team Leader only where the card allows one."""
    with_rosters(kz, "A", "B")
    stack(monkeypatch, [card], ["click"])
    done = kz("draw", "--team", "A", input=lines("", wrong, right, ""))
    assert (done.code, says in done.err) == (0, True), done.err[-400:]
    assert hands(kz)[OBJECTIVE + OWNER, "A"].written == written


def test_a_noted_place_is_no_model(kz, monkeypatch):
    """UNDER THE STONES asks for terrain: any text, whatever stands in rosters/."""
    with_rosters(kz, "A", "B")
    stack(monkeypatch, ["under-the-stones"], ["click"])
    assert kz("draw", "--team", "A", input=lines("", "the  old mill", "")).code == 0
    assert hands(kz)[OBJECTIVE + OWNER, "A"].written == "the old mill"


@pytest.mark.parametrize(("card", "roster"), [("traitor", "A"), ("courier", "B"), ("taken-alive", "A")])
def test_without_a_roster_any_text_will_do(kz, monkeypatch, card, roster):
    """The other side's roster is no help: it holds none of the models that the card asks for."""
    with_rosters(kz, roster)
    stack(monkeypatch, [card], ["click"])
    assert kz("draw", "--team", "A", input=lines("", "The tall one", "")).code == 0
    assert hands(kz)[OBJECTIVE + OWNER, "A"].written == "The tall one"


def test_own_models_are_the_team_s_and_enemies_the_other_side_s(tmp_path, monkeypatch):
    """A card speaks of its holder's team and of every enemy team, never of a team mate (KZ-C3)."""
    kz = killzone(tmp_path, teams=("A", "B", "C", "D"), sides=("X: A + B", "Y: C + D"))
    with_rosters(kz, "A", "B", "C", "D")
    stack(monkeypatch, ["courier", "traitor"], ["click", "tripwire"])
    typed = lines("", "Scout B", "Scout A", "", "", "Scout A", "Scout D", "")
    done = kz("draw", "--team", "A", "--team", "B", input=typed)
    assert done.code == 0
    assert [hands(kz)[OBJECTIVE + OWNER, team].written for team in "AB"] == ["Scout A", "Scout D"]


def test_an_enemy_team_without_a_roster_has_models_too(tmp_path, monkeypatch):
    kz = killzone(tmp_path, teams=("A", "B", "C"), sides=("X: A", "Y: B + C"))
    with_rosters(kz, "B")
    stack(monkeypatch, ["traitor"], ["click"])
    kz("draw", "--team", "A", input=lines("", "The tall one of C", ""))
    assert hands(kz)[OBJECTIVE + OWNER, "A"].written == "The tall one of C"


def test_a_longer_word_is_another_model(kz, monkeypatch):
    """KZ-C3: “Guardian” is not on the roster, though “Guard” is."""
    with_rosters(kz, "A", "B")
    stack(monkeypatch, ["traitor"], ["click"])
    done = kz("draw", "--team", "A", input=lines("", "Guardian", "Guard", ""))
    assert "There is no model “Guardian”." in done.err


def test_the_longest_name_is_meant(kz):
    """“Guard Captain” leads and “Guard” does not: what follows a name never makes it the shorter one."""
    card = Card(id="x", name="X", text="x", write=CardNote(ask="Who?", of="enemy-model", leaders="none"))
    models = [FieldedModels("B", "Guard", 2, 10), FieldedModels("B", "Guard Captain", 1, 20, leader=True)]
    assert noted(card, battle(kz), "A", models, "guard two") == "guard two"
    with pytest.raises(Refusal, match="“Guard Captain” is a Team Leader"):
        noted(card, battle(kz), "A", models, "guard captain of the left")


def test_a_name_that_a_leader_shares(kz):
    """Where a leader and others are called alike, either may be meant."""
    models = [FieldedModels("B", "Knight", 1, 20, leader=True), FieldedModels("B", "Knight", 2, 20)]
    for leaders in ("none", "only", "any"):
        card = Card(id="x", name="X", text="x", write=CardNote(ask="Who?", of="enemy-model", leaders=leaders))
        assert noted(card, battle(kz), "A", models, "knight") == "knight"


# --- secrets that are not there any more ---


def test_where_a_card_is_not_known_no_other_is_dealt(kz, monkeypatch):
    """Elsewhere the sealed card could be dealt twice (request 19); a deck on the table can go on."""
    stack(monkeypatch, ["thunderclap"], ["click"])
    kz.ok("draw", "--team", "A", "--no-input")
    secret_path(kz, OBJECTIVE, "A").unlink()
    assert kz.refused("draw", "--no-input") == (
        "The sealed card of A can’t be read on this machine. Draw on the machine "
        "where it was sealed, or from cards on the table with --typed.\n"
    )
    assert kz("draw", "--typed", input=lines("", "four", "tripwire", "")).code == 130
    assert kz("draw", "--typed", "--team", "B", input=lines("", "four", "tripwire", "")).code == 0
    assert held(kz)[OBJECTIVE, "B"] == "four-corners"


def test_a_lost_card_is_not_drawn_again(kz, monkeypatch):
    stack(monkeypatch, PLAIN[:2], FATES[:2])
    assert kz("draw", input=lines("", "", "", "")).code == 0
    secret_path(kz, FATE, "A").unlink()
    assert kz.refused("draw").startswith("Everyone has their cards.")
    cards = kz.json("briefing", 1, "--sheet", "A")["cards"]
    assert [(card["name"], card["proof"]) for card in cards] == [("THUNDERCLAP", ""), ("", "lost")]


@pytest.mark.parametrize("how", ["altered", "lost"])
def test_what_was_written_is_not_written_anew(kz, monkeypatch, how):
    """KZ-C3: who spoils the file of a note could else note another model, in the middle of the battle."""
    stack(monkeypatch, ["traitor", "thunderclap"], ["click", "tripwire"])
    kz("draw", input=lines("", "Sergeant Xu", "", "", ""))
    path = secret_path(kz, OBJECTIVE + OWNER, "A")
    text = path.read_text(encoding="utf-8")
    path.unlink()
    if how == "altered":
        path.write_text(text.replace("Xu", "Yo"), encoding="utf-8")
    kz("draw", input=lines("", "Corporal Zed", ""))
    assert [(seal.of, seal.side) for seal in battle(kz).seals].count((OBJECTIVE + OWNER, "A")) == 1
