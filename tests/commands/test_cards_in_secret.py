"""Cards from the draw to the score sheet (KZ-C3, KZ-C4): request 22, nothing of a held card is read before
it is shown; what a reveal proves; what a result brings to light, and who is asked what of it.
"""

from __future__ import annotations

import html
import re
import sys
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from itertools import product, repeat
from pathlib import Path
from typing import Any, TextIO

import pytest

from campaign.ledger.sealed import Secret, digest
from campaign.mechanisms.deck import JOKER, Card
from tests.commands.test_draw import (
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
    killzone,
    lines,
    secret_path,
    stack,
)
from tests.commands.test_reveal import neutral, public, told
from tests.commands.tinmen import Camp, copied
from tests.trees import write_tree

FORMATS = ("terminal", "markdown", "html", "json")
SHOWING: tuple[tuple[object, ...], ...] = (
    ("briefing", 1),
    ("ledger",),
    ("standings",),
    ("log",),
    ("show", 1),
    ("draw", "--no-input"),
    ("next",),
    ("check",),
    ("settings",),
)
VEILED = "The scores leave out what a sealed card asks, or say what none does."
NOTHING = "places-held 0, moved-out 0+0+0+0+0+0, corner-entered 0, kills -"
"""What two patrols asks of each side, answered with nothing."""


@pytest.fixture(scope="module")
def kz_models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One campaign of two teams, one of four on two sides; each has an open battle."""
    root = tmp_path_factory.mktemp("kz")
    killzone(root / "two")
    killzone(root / "four", teams=("A", "B", "C", "D"), sides=("X: A + B", "Y: C + D"))
    return root


@pytest.fixture
def kz(kz_models: Path, tmp_path: Path) -> Camp:
    """A against B, no card drawn."""
    return copied(kz_models / "two", tmp_path / "kz")


@pytest.fixture
def four(kz_models: Path, tmp_path: Path) -> Camp:
    """X with the teams A and B against Y with C and D, no card drawn."""
    return copied(kz_models / "four", tmp_path / "four")


@pytest.fixture
def dealt(kz: Camp, monkeypatch: pytest.MonkeyPatch) -> Camp:
    """A holds THUNDERCLAP and TRIPWIRE, B FOUR CORNERS and CLICK; there is nothing to write down."""
    stack(monkeypatch, PLAIN[:2], FATES[:2])
    kz.ok("draw", "--no-input")
    return kz


NOTES = ("Zhanglefrotz", "Qwyxelbrand")


@pytest.fixture
def full(kz: Camp, monkeypatch: pytest.MonkeyPatch) -> Camp:
    """All that can be held: A the TRAITOR with a note, and FIRST CUT by a joker; B the COURIER with a note by
    a joker, and AGAINST THE ODDS, which scores.
    """
    stack(monkeypatch, ["traitor", "joker"], ["joker", "against-the-odds"])
    done = kz("draw", input=lines("", NOTES[0], "first cut", "", "", "courier", NOTES[1], ""))
    assert (done.code, done.out.count("sealed")) == (0, 4)
    return kz


HELD = ("traitor", "courier", "first-cut", "against-the-odds")


def card(name: str) -> Card:
    return next(each for deck in DECKS.values() for each in deck.rows if each.id == name)


def fragments(one: Card) -> Iterator[str]:
    """What gives a card away: its id and name, those of its terms, and any six words running of its text."""
    yield from (one.id, one.name)
    for term in one.terms:
        yield from (term.id, term.name)
    asks = [term.ask.replace("{side}", side) for term in one.terms for side in ("{side}", "A", "B")]
    asks += [one.write.ask.replace("{side}", side) for side in "AB"] if one.write else []
    for text in (one.text, one.concept, one.playable, *asks):
        words = text.split()
        yield from (" ".join(words[place : place + 6]) for place in range(max(1, len(words) - 5)) if words)


def bare(text: str) -> bytes:
    """A page as it reads, however it is set or escaped."""
    return " ".join(html.unescape(text).replace("\\", "").split()).encode()


def printed(camp: Camp, formats: Sequence[str] = FORMATS) -> str:
    """Every verb that shows something, in these formats: both streams, each read bare."""
    found = []
    for words, shape in product(SHOWING, formats):
        done = camp(*words, "--format", shape)
        found.append(bare(done.out + done.err).decode())
    return "\n".join(found)


def steps(camp: Camp, number: int = 1) -> list[str]:
    return [line["step"] for line in camp.json("log")["lines"] if line["number"] == number]


def on_the_briefing(camp: Camp, number: int = 1) -> dict[str, list[tuple[str, str]]]:
    """The cards that the briefing shows, by draw step: holder and name."""
    return {
        part["id"]: [(one["holder"], one["name"]) for one in part["shown"]]
        for part in camp.json("briefing", number)["sections"]
        if part["do"] == "draw"
    }


# --- request 22: nothing can be read ---


def test_nothing_of_a_held_card_can_be_read(full):
    """Request 22: not in any output of any format, nor in any file outside of secrets/."""
    words = [fragment for name in HELD for fragment in fragments(card(name))] + [*NOTES]
    words += [secret.nonce for secret in hands(full).values()]
    seen = printed(full).encode() + b"\n".join(bare(data.decode()) for data in public(full).values())
    assert len(words) > 200
    assert told(seen, *words) == []


def test_the_same_words_are_found_once_they_are_shown(full):
    """The test above can fail: after the result, each of them stands in the briefing, in every format."""
    full.ok("result", "--outcome", "A=won", "--outcome", "B=lost", "--yes", "--no-input")
    for shape in FORMATS:
        seen = bare(full.ok("briefing", 1, "--format", shape))
        for name in HELD:
            one = card(name)
            text = " ".join(one.text.split()[:6])
            assert set(told(seen, one.name, text, *(term.name for term in one.terms))) >= {one.name, text}
        assert set(told(seen, *NOTES)) == set(NOTES)
    entry = full.entry("-a-b-").read_bytes()
    assert all(secret.nonce.encode() in entry for secret in hands(full).values())


def test_public_files_and_outputs_are_the_same_whatever_was_drawn(kz, tmp_path, monkeypatch):
    """Request 22: hashes and moments aside, not a byte depends on the cards, or on what was written."""
    other = copied(kz.root.parent, tmp_path / "other")
    seen = []
    for camp, objectives, fates, note in (
        (kz, ["traitor", "thunderclap"], ["joker", "tripwire"], "Xu"),
        (
            other,
            ["joker", "behind-their-backs"],
            ["joker", "against-the-odds"],
            "The second from the left, with a flag",
        ),
    ):
        stack(monkeypatch, objectives, fates)
        takes = ["courier"] if "joker" in objectives else []
        done = camp("draw", "--by", "Ann", input=lines("", *takes, note, "last word", "", "", ""))
        assert done.code == 0
        files = {name: neutral(data.decode()) for name, data in public(camp).items()}
        spoken = neutral((done.out + printed(camp, ["terminal", "json"])).replace(str(camp.root), "HERE"))
        seen.append((spoken, files))
    assert seen[0] == seen[1]


def test_a_hash_can_t_be_found_by_trying_all_cards(full):
    """Request 22: without its nonce no card, joker or note of any holder gives a hash of the ledger."""
    seals = battle(full).seals
    hashes = {seal.hash for seal in seals}
    assert len(hashes) == len(seals) == 8
    values = [JOKER, *(one.id for deck in DECKS.values() for one in deck.rows)]
    public_words = ("", "0" * 32, battle(full).filed.name, str(battle(full).setup.seed), *NOTES)
    tried = {
        digest(Secret(of=seal.of, side=seal.side, value=value, written=written, joker=joker, nonce=nonce))
        for seal in seals
        for value, written, joker, nonce in product(values, ("", *NOTES), (False, True), public_words)
    }
    assert not hashes & tried
    assert hashes == {
        digest(secret) for secret in hands(full).values()
    }  # with the nonces it is found at once
    assert {len(bytes.fromhex(secret.nonce)) for secret in hands(full).values()} == {16}


def test_equal_cards_have_different_hashes(dealt, monkeypatch):
    """Request 22: the same deal in another battle can't be told by its hashes."""
    fight(dealt, 2)
    stack(monkeypatch, PLAIN[:2], FATES[:2])
    dealt.ok("draw", 2, "--no-input")
    assert {key: one.value for key, one in hands(dealt).items()} == {
        key: one.value for key, one in hands(dealt, 2).items()
    }
    assert not {seal.hash for seal in battle(dealt).seals} & {seal.hash for seal in battle(dealt, 2).seals}


def test_a_void_battle_gives_nothing_away(full):
    """Request 22: its cards stay sealed."""
    full.ok("void", 1, "--reason", "rain", "--yes")
    words = [fragment for name in HELD for fragment in (name, card(name).name)] + [*NOTES]
    assert told(printed(full, ["json"]).encode(), *words) == []


def unseen(prompt: str, stream: TextIO) -> str:
    """A line that is typed without showing: what the terminal's own would do."""
    stream.write(prompt)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.rstrip("\n")


@pytest.mark.parametrize(
    "typed", [("", "Zhanglefrotz", "first cut", "", "", ""), ("", "Zhanglefrotz"), ("",)]
)
def test_nothing_stays_on_the_screen(kz, monkeypatch, typed):
    """Request 22: what a holder sees is on a screen of its own, wiped and left even where it stops."""
    monkeypatch.setattr("getpass.getpass", unseen)
    stack(monkeypatch, ["traitor", "thunderclap"], ["joker", "tripwire"])
    done = kz("draw", input=lines(*typed), terminal=True)
    apart = re.compile(r"\x1b\[\?1049h(.*?)\x1b\[2J\x1b\[H\x1b\[\?1049l", re.DOTALL)
    inside, outside = " ".join(apart.findall(done.err)), apart.sub("", done.err)
    assert told(inside.encode(), "TRAITOR") == ["TRAITOR"]
    words = [
        fragment
        for name in ("traitor", "thunderclap", "first-cut", "tripwire")
        for fragment in (name, card(name).name)
    ]
    assert told((outside + done.out).encode(), *words, "Zhanglefrotz") == []
    assert "1049" not in outside


# --- reveal ---


def test_a_card_that_is_played_is_proven(dealt):
    """Request 22: a step with who showed it; card and nonce in the ledger give the hash that was sealed."""
    view = dealt.json("reveal", "--secret", "B", "--of", "fate", "--by", "Bo")
    assert [(one["holder"], one["deck"], one["name"]) for one in view["cards"]] == [("B", "Fate", "CLICK")]
    step = battle(dealt).reveals[-1]
    (shown,) = step.shown
    assert (step.by, step.of, shown.value, shown.proof) == ("Bo", FATE, "click", "proven")
    (seal,) = [seal for seal in battle(dealt).seals if (seal.of, seal.side) == (FATE, "B")]
    known = Secret(of=shown.of, side=shown.side, value=shown.value, nonce=shown.nonce)
    assert digest(known) == seal.hash == shown.hash
    line = dealt.json("log")["lines"][-1]
    assert (line["step"], line["by"], line["about"]) == ("reveal", "Bo", ["Fate"])


def test_the_briefing_has_it_afterwards(dealt):
    """Only this one; the others stay secret."""
    dealt.ok("reveal", "--secret", "B", "--of", "fate")
    assert on_the_briefing(dealt) == {OBJECTIVE: [], FATE: [("B", "CLICK")]}
    for shape in FORMATS:
        assert told(bare(dealt.ok("briefing", 1, "--format", shape)), "CLICK", "TRIPWIRE", "THUNDERCLAP") == [
            "CLICK"
        ]


def test_a_note_comes_out_with_its_card(full):
    view = full.json("reveal", "--secret", "A", "--of", "secondary")
    (one,) = view["cards"]
    assert (one["name"], one["written"]) == ("TRAITOR", NOTES[0])
    reveal = battle(full).reveals[-1]
    assert [(shown.of, shown.written, shown.proof) for shown in reveal.shown] == [
        (OBJECTIVE, "", "proven"), (OBJECTIVE + OWNER, NOTES[0], "proven"),
    ]  # fmt: skip
    assert reveal.cards[0].written == NOTES[0]


def test_what_a_joker_took_comes_out_with_the_joker(full):
    """KZ-C1: both are proven, and the card says that a joker brought it."""
    view = full.json("reveal", "--secret", "A", "--of", "fate")
    assert [one["name"] for one in view["cards"]] == ["FIRST CUT"]
    reveal = battle(full).reveals[-1]
    assert [(shown.value, shown.joker, shown.proof) for shown in reveal.shown] == [
        ("joker", True, "proven"), ("first-cut", True, "proven"),
    ]  # fmt: skip


def test_a_joker_that_took_nothing(kz, monkeypatch):
    """It comes to light as what it is, and scores nothing."""
    stack(monkeypatch, ["joker", "thunderclap"], FATES[:2])
    kz.ok("draw", "--no-input")
    view = kz.json("reveal", "--secret", "A", "--of", "secondary")
    assert ([one["value"] for one in view["shown"]], view["cards"]) == (["joker"], [])
    assert on_the_briefing(kz)[OBJECTIVE] == []


def test_of_two_sealed_things_one_is_said(dealt):
    assert dealt.refused("reveal", "--secret", "A") == (
        "A has sealed several things. Say which with --of: secondary-objective, fate-card.\n"
    )
    assert dealt.refused("reveal", "--secret", "A", "--of", "plans").startswith("There is no deck “plans”.")
    dealt.ok("reveal", "--secret", "A", "--of", "Fate")
    dealt.ok("reveal", "--secret", "A")  # by now there is only one
    assert on_the_briefing(dealt) == {OBJECTIVE: [("A", "THUNDERCLAP")], FATE: [("A", "TRIPWIRE")]}


def test_shown_once(dealt):
    dealt.ok("reveal", "--secret", "A", "--of", "fate")
    assert dealt.refused("reveal", "--secret", "A", "--of", "fate") == (
        "A has nothing written down in secret in battle 1. See “campaign show”.\n"
    )


@pytest.mark.parametrize("named", ["TRIPWIRE", "LAST WORD"])
def test_shown_once_by_its_name_too(dealt, named):
    """KZ-C4: one fate per team; neither the same nor another is held beside the one that was played."""
    dealt.ok("reveal", "--secret", "A", "--of", "fate")
    dealt.refused("reveal", "--secret", "A", "--card", named)


def test_a_side_of_two_teams_holds_no_card_itself(four):
    """KZ-C2: its teams do; `result --card` says so already."""
    assert four.refused(
        "result", "--card", "X=click", "--outcome", "X=won", "--outcome", "Y=lost"
    ).startswith("There is no team in this battle “X”.")
    four.refused("reveal", "--secret", "X", "--card", "click")


def test_a_card_on_the_table_is_named(kz):
    """Request 29: nothing was sealed here, so it is marked as shown and not proven."""
    view = kz.json("reveal", "--secret", "A", "--card", "thunder", "--by", "Bo")
    assert [one["proof"] for one in view["shown"]] == ["open"]
    assert [(one.value, one.proof, one.hash) for one in battle(kz).reveals[-1].shown] == [
        ("thunderclap", "open", "")
    ]
    assert "not proven" in kz.ok("reveal", "--secret", "B", "--card", "click")
    assert on_the_briefing(kz) == {OBJECTIVE: [("A", "THUNDERCLAP")], FATE: [("B", "CLICK")]}


def test_another_card_than_the_sealed_one(dealt):
    assert dealt.refused("reveal", "--secret", "A", "--card", "four corners") == (
        "A has sealed another card. Leave its --card out.\n"
    )
    view = dealt.json("reveal", "--secret", "A", "--card", "thunderclap")  # the sealed one is proven as ever
    assert ([one["proof"] for one in view["shown"] if one["proof"] != "proven"], len(view["cards"])) == (
        [],
        1,
    )
    assert battle(dealt).reveals[-1].shown[0].proof == "proven"


def test_a_card_that_no_deck_has(dealt):
    assert dealt.refused("reveal", "--secret", "A", "--card", "the moon").startswith(
        "There is no card “the moon”."
    )
    assert dealt.refused("reveal", "--secret", "A", "--of", "fate", "--card", "thunderclap").startswith(
        "There is no card “thunderclap”."
    )


def test_what_is_offered_can_be_done(kz_models, tmp_path):
    kz = copied(kz_models / "two", tmp_path / "one")
    assert "--of" not in kz.refused("result", "--card", "A=the moon", *WON)
    off = killzone(tmp_path / "off", "--no-cards-played")
    assert "--of: ." not in off.refused("reveal", "--secret", "A", "--card", "click")


@pytest.mark.parametrize(("words", "option"), [(("--of", "fate"), "--of"), (("--card", "click"), "--card")])
def test_only_with_a_side(dealt, words, option):
    assert f"Only with --secret: {option}." in dealt.refused("reveal", *words, code=2)


# --- lost and altered ---


def spoil(camp: Camp, of: str, side: str, how: str) -> None:
    """Does away with a secret, changes the card in it, or leaves something that is no secret at all."""
    path = secret_path(camp, of, side)
    if how == "lost":
        path.unlink()
    else:
        text = path.read_text(encoding="utf-8")
        changed = text.replace("value: thunderclap", "value: sealed-orders") if how == "altered" else "x: ["
        assert changed != text
        path.write_text(changed, encoding="utf-8")


@pytest.mark.parametrize(
    ("how", "proof", "says"),
    [
        ("lost", "lost", "The sealed file is lost; what it said can’t be shown."),
        ("altered", "altered", "(the sealed file was altered: this is not what was sealed)"),
        ("broken", "altered", "(the sealed file was altered: this is not what was sealed)"),
    ],
)
def test_a_spoilt_secret_is_said_to_be_so(dealt, how, proof, says):
    """Request 22: no card is shown for it, in no words that could be taken for proof."""
    spoil(dealt, OBJECTIVE, "A", how)
    done = dealt("reveal", "--secret", "A", "--of", "secondary")
    assert (done.code, says in done.out, "THUNDERCLAP" in done.out) == (0, True, False)
    reveal = battle(dealt).reveals[-1]
    assert ([one.proof for one in reveal.shown], reveal.cards) == ([proof], ())
    assert on_the_briefing(dealt)[OBJECTIVE] == []


@pytest.mark.parametrize("how", ["lost", "altered", "broken"])
def test_the_battle_is_recorded_without_it(dealt, how):
    """What can't be proven scores nothing: its terms are not asked."""
    spoil(dealt, OBJECTIVE, "A", how)
    cards = dealt.json("briefing", 1, "--sheet", "A")["cards"]
    assert [(card["name"], card["proof"]) for card in cards] == [
        ("", "lost" if how == "lost" else "altered"),
        ("TRIPWIRE", ""),
    ]
    view = dealt.json(
        "result", "--score", f"all: {NOTHING}", "--score", "B: four-corners-lit 1", "--no-input"
    )
    terms = [line["term"] for line in view["result"]["lines"]]
    assert ("four-corners-lit" in terms, "thunderclap-struck" in terms) == (True, False)
    assert battle(dealt).status == "recorded"


@pytest.mark.parametrize("how", ["lost", "altered"])
def test_a_lost_card_can_be_named(dealt, how):
    """The good faith of KZ-C3: it counts, and is marked as not proven beside what became of the seal."""
    spoil(dealt, OBJECTIVE, "A", how)
    view = dealt.json("reveal", "--secret", "A", "--card", "thunderclap")
    assert [one["proof"] for one in view["shown"]] == ["open", how]
    assert [one["name"] for one in view["cards"]] == ["THUNDERCLAP"]
    score = (
        "--score",
        f"all: {NOTHING}",
        "--score",
        "A: thunderclap yes",
        "--score",
        "B: four-corners-lit 0",
    )
    lines_ = dealt.json("result", *score, "--no-input")["result"]["lines"]
    assert [line["points"] for line in lines_ if line["term"] == "thunderclap-struck"] == [6]


def test_a_card_that_the_house_took_out(kz, monkeypatch):
    """Content may change under a ledger: the battle is recorded, and no message tells the id (request 22)."""
    write_tree(
        kz.root,
        {"house/cards/killzone/fates.yaml": "kind: deck\nrows:\n  - {id: a-a-qwyxel, name: AA, text: x}\n"},
    )
    chance(monkeypatch, repeat(0.0))
    kz.ok("draw", "--team", "A", "--no-input")
    assert hands(kz)[FATE, "A"].value == "a-a-qwyxel"
    (kz.root / "house/cards/killzone/fates.yaml").unlink()
    assert "qwyxel" not in kz("draw", "--team", "B", "--no-input").err
    kz.ok("result", *WON)


# --- the result ---


def test_sealed_cards_come_to_light_with_the_result(full):
    """KZ-C3: before anything is asked, all at once; then the result."""
    score = (
        "--score",
        "A: traitor-alive 1, traitor-killed 0",
        "--score",
        "B: courier-through 0, courier-killed 1, against 1",
    )
    done = full("result", "--score", f"all: {NOTHING}", *score, "--no-input", "--by", "Bo")
    assert done.code == 0
    assert all(word in done.out for word in ("TRAITOR", "FIRST CUT", "COURIER", "AGAINST THE ODDS", *NOTES))
    assert steps(full) == ["setup"] + ["seal"] * 8 + ["reveal", "reveal", "result"]
    assert battle(full).unrevealed == ()
    assert {shown.proof for reveal in battle(full).reveals for shown in reveal.shown} == {"proven"}
    assert on_the_briefing(full) == {
        OBJECTIVE: [("A", "TRAITOR"), ("B", "COURIER")],
        FATE: [("A", "FIRST CUT"), ("B", "AGAINST THE ODDS")],
    }


@pytest.mark.parametrize(
    ("score", "says"),
    [
        ("A: places-held 9", "A: “places held at the end” is 3 at most, and 9 came."),
        ("A: thunderclap-struck 2", VEILED),
        ("A: no-such-thing 1", VEILED),
        ("A: places-held 1", VEILED),
    ],
)
def test_a_result_that_does_not_fit_shows_no_card(dealt, score, says):
    """A slip in a typed result costs nobody a secret, and what is said of it names none."""
    more = ("B: four-corners-lit 0",) if "held 1" in score else ("A: thunderclap 0", "B: four-corners-lit 0")
    words = [word for each in (f"all: {NOTHING}", *more, score) for word in ("--score", each)]
    before = dealt.tree()
    done = dealt("result", *words, "--no-input", "--by", "Bo")
    assert (done.code, done.out, says in done.err) == (1, "", True), done.err
    assert not any(name in done.err for name in ("THUNDERCLAP", "thunderclap", "FOUR", "four-corners"))
    assert dealt.tree() == before


def test_shown_cards_stay_shown(dealt):
    """Nobody can look, and take it back."""
    for team in ("A", "B"):
        for deck in ("secondary", "fate"):
            dealt.ok("reveal", "--secret", team, "--of", deck)
    more = ("--score", "A: thunderclap-struck 2", "--score", "B: four-corners-lit 0")
    done = dealt("result", "--score", f"all: {NOTHING}", *more, "--no-input")
    assert "A: “thunderclap” is 1 at most, and 2 came." in done.err
    assert battle(dealt).unrevealed == ()
    assert on_the_briefing(dealt)[FATE] == [("A", "TRIPWIRE"), ("B", "CLICK")]
    assert "TRIPWIRE" not in dealt.ok("result", *WON)


def test_a_card_that_was_played_before_does_not_come_out_again(dealt):
    dealt.ok("reveal", "--secret", "A", "--of", "fate")
    dealt.ok("result", *WON)
    assert on_the_briefing(dealt)[FATE] == [("A", "TRIPWIRE"), ("B", "CLICK")]
    assert [len(reveal.cards) for reveal in battle(dealt).reveals] == [1, 2, 1]


def test_a_battle_without_cards_records_as_before(kz):
    """No draw, no word of cards (KZ-B3)."""
    view = kz.json("result", "--score", f"all: {NOTHING}", "--no-input")
    assert steps(kz) == ["setup", "result"]
    assert {line["term"] for line in view["result"]["lines"]} == {
        "places-held",
        "moved-out",
        "corner-entered",
        "kills",
    }


def test_a_player_at_a_terminal_is_asked_first(dealt):
    """A slip shows nothing: n, and not a byte has changed."""
    before = dealt.tree()
    done = dealt("result", "--score", "A: places-held 1", input="n\n", terminal=True)
    assert (done.code, done.out) == (1, "")
    assert done.err.endswith("Nothing was shown. Call it again when the battle is over.\n")
    assert dealt.tree() == before


def test_asked_and_agreed(dealt):
    """Two questions, before the cards and before the result; the first stands though the second is no."""
    score = ("--score", f"all: {NOTHING}", "--score", "A: thunderclap 1", "--score", "B: four-corners-lit 1")
    done = dealt("result", *score, input="y\nn\n", terminal=True)
    assert (done.code, "THUNDERCLAP" in done.out) == (1, True)
    assert (steps(dealt)[-1], battle(dealt).status) == ("reveal", "open")
    assert dealt("result", *score, input="y\n", terminal=True).code == 0  # only whether to write it


def test_what_is_asked_of_whom(dealt):
    """KZ-C3: each term of a card is a question to its holder, after what the mission asks of the side."""
    answers = lines("1", "", "", "", "1", "2", "", "", "", "3")
    done = dealt("result", input=answers)
    assert done.code == 0
    asked = [
        done.err.find(text)
        for text in ("places does A", "THUNDERCLAP asks", "places does B", "How many corners")
    ]
    assert (asked == sorted(asked), -1 in asked) == (True, False)
    assert "Did A do what THUNDERCLAP asks and show it in time?" in bare(done.err).decode()
    assert battle(dealt).points() == {"A": 4 + 6, "B": 8 + 6}


def test_only_its_holder_scores_a_card(dealt):
    """The other team's answer is refused with a sentence."""
    dealt.ok("reveal", "--secret", "A", "--of", "secondary")
    done = dealt("result", "--score", f"all: {NOTHING}", "--score", "B: thunderclap-struck 1", "--no-input")
    assert (done.code, done.err.startswith("B: nothing here is scored as “thunderclap-struck”.")) == (1, True)
    assert battle(dealt).status == "open"


def test_only_its_holder_scores_a_card_on_a_side_of_two_teams(four, monkeypatch):
    """KZ-C3: neither the side nor the team mate; the sentence says who, once the card is shown."""
    stack(monkeypatch, PLAIN, FATES)
    four.ok("draw", "--no-input")
    everything = [
        word
        for each in (
            "all: places-held 1, moved-out 0+0+0+0+0+0, corner-entered 0",
            *(f"{team}: kills -" for team in "ABCD"),
        )
        for word in ("--score", each)
    ]
    veiled = four("result", *everything, "--score", "B: thunderclap-struck 1", "--no-input")
    assert (veiled.code, VEILED in veiled.err, veiled.out) == (1, True, "")
    for team in "ABCD":
        four.ok("reveal", "--secret", team, "--of", "secondary")
    mate = four("result", "--score", "B: thunderclap-struck 1", "--no-input")
    assert (mate.code, mate.err) == (1, "B: nothing here is scored as “thunderclap-struck”. Say it of A.\n")
    side = four("result", "--score", "X: thunderclap-struck 1", "--no-input")
    assert (side.code, side.err) == (1, "X: nothing here is scored as “thunderclap-struck”. Say it of A.\n")
    enemy = four("result", "--score", "C: thunderclap-struck 1", "--no-input")
    assert (enemy.code, enemy.err.startswith("C: nothing here is scored as “thunderclap-struck”.")) == (
        1,
        True,
    )


def test_the_score_sheet_of_two_teams_a_side(four, monkeypatch):
    """KZ-V2, KZ-C3: who answered, for what, and to whom it goes; what pays the enemy pays its side."""
    stack(
        monkeypatch,
        ["traitor", "four-corners", "thunderclap", "courier"],
        ["click", *FATES[2:], "against-the-odds"],
    )
    typed = lines("", "Xu", "", "", "", "", "", "", "Yo", "")
    assert four("draw", input=typed).code == 0
    asked = "places-held 1, moved-out 0+0+0+0+0+0, corner-entered 0"
    view = four.json(
        "result",
        "--score",
        f"X: {asked}",
        "--score",
        f"Y: {asked}",
        "--no-input",
        "--score",
        "A: kills 15, traitor-alive no, traitor-killed yes",
        "--score",
        "B: kills -, four-corners-lit 3",
        "--score",
        "C: kills -, thunderclap yes",
        "--score",
        "D: kills -, courier-through 0, courier-killed 1, against 1",
    )
    of_cards = [
        (line["by"], line["term"], line["count"], line["points"], line["to"])
        for line in view["result"]["lines"]
        if line["term"] not in ("places-held", "moved-out", "corner-entered")
    ]
    assert of_cards == [
        ("A", "kills", 1, 2, ["X"]),
        ("B", "kills", 0, 0, ["X"]),
        ("C", "kills", 0, 0, ["Y"]),
        ("D", "kills", 0, 0, ["Y"]),
        ("A", "traitor-alive", 0, 0, ["X"]),
        ("A", "traitor-killed", 1, 5, ["Y"]),
        ("B", "four-corners-lit", 3, 6, ["X"]),
        ("C", "thunderclap-struck", 1, 6, ["Y"]),
        ("D", "courier-through", 0, 0, ["Y"]),
        ("D", "courier-killed", 1, 3, ["X"]),
        ("D", "against-the-odds-won", 1, 4, ["Y"]),
    ]
    assert battle(four).points() == {"X": 4 + 2 + 6 + 3, "Y": 4 + 5 + 6 + 4}


def test_a_card_that_pays_both(full):
    """PF-C2: the traitor alive pays its holder 10; killed, the enemy 5."""
    score = {"A: traitor-alive 1, traitor-killed 0": (10, 0), "A: traitor-alive 0, traitor-killed 1": (0, 5)}
    rest = ("--score", f"all: {NOTHING}", "--score", "B: courier-through 0, courier-killed 0, against 0")
    (first, points), (second, later) = score.items()
    full.ok("result", "--score", first, *rest, "--no-input")
    assert battle(full).points() == dict(zip("AB", points, strict=True))
    full.ok("amend", 1, "--score", second, "--reason", "he fell", "--yes")
    assert battle(full).points() == dict(zip("AB", later, strict=True))


@pytest.mark.parametrize(
    ("card", "first", "second"),
    [
        ("traitor", "traitor-alive", "traitor-killed"),
        ("old grudge", "old-grudge-settled", "old-grudge-open"),
        ("taken alive", "taken-alive-caught", "taken-alive-killed"),
        ("courier", "courier-through", "courier-killed"),
        ("shadow", "shadow-close", "shadow-killed"),
        ("in plain sight", "in-plain-sight-standing", "in-plain-sight-killed"),
    ],
)
def test_what_can_not_be_at_once(kz, card, first, second):
    """KZ-C3: nobody is alive and killed; each alone, or neither, is a result."""
    both = f"A: {first} yes, {second} yes"
    words = ("result", "--card", f"A={card}", "--card", "B=against the odds", "--no-input")
    rest = ("--score", f"all: {NOTHING}", "--score", "B: against 0")
    assert kz(*words, *rest, "--score", both).code == 1
    view = kz.json(*words, *rest, "--score", f"A: {first} no, {second} yes")
    assert {line["term"] for line in view["result"]["lines"] if line["points"]} == {second}


@pytest.mark.parametrize(("alive", "asked"), [("yes", False), ("no", True)])
def test_the_second_is_asked_where_the_first_leaves_it_open(kz, alive, asked):
    """Asked as yes or no; a traitor that is alive was not killed."""
    typed = lines(*[""] * 4, alive, *[""] * 12)
    done = kz("result", "--card", "A=traitor", "--card", "B=against the odds", input=typed)
    assert "Is the traitor of A alive at the end? [no]" in done.err
    assert ("Was the traitor of A killed?" in done.err) is asked


def test_a_quarter_is_no_more_than_half(kz):
    words = ("result", "--card", "A=bring them home", "--card", "B=against the odds", "--no-input")
    rest = ("--score", f"all: {NOTHING}", "--score", "B: against 0")
    home = "A: bring-them-home-half {}, bring-them-home-most yes"
    assert kz(*words, *rest, "--score", home.format("no")).code == 1
    view = kz.json(*words, *rest, "--score", home.format("yes"))
    assert [line["points"] for line in view["result"]["lines"] if line["points"]] == [3, 3]


def test_two_who_hold_the_same_card(kz):
    """Request 29: cards typed from two decks on the table may be alike; each holder answers for itself."""
    kz("draw", "--typed", input=lines("", "thunder", "click", "", "", "thunder", "click", ""))
    view = kz.json("result", "--score", f"all: {NOTHING}, thunderclap-struck 1", "--no-input")
    assert [
        (line["by"], line["points"])
        for line in view["result"]["lines"]
        if line["term"] == "thunderclap-struck"
    ] == [("A", 6), ("B", 6)]


def test_cards_that_stayed_on_the_table(kz):
    """Request 29: `--card` brings in cards that nobody sealed; they are kept as open and scored."""
    view = kz.json(
        "result",
        "--card",
        "A=thunderclap",
        "--card",
        "B=against the odds",
        "--score",
        f"all: {NOTHING}",
        "--score",
        "A: thunderclap-struck 1",
        "--score",
        "B: against 1",
        "--no-input",
    )
    assert {(line["term"], line["points"]) for line in view["result"]["lines"] if line["points"]} == {
        ("thunderclap-struck", 6), ("against-the-odds-won", 4),
    }  # fmt: skip
    assert [(one.side, one.proof) for reveal in battle(kz).reveals for one in reveal.shown] == [
        ("A", "open"),
        ("B", "open"),
    ]


def test_another_card_than_the_sealed_one_is_no_result(dealt):
    assert dealt.refused("result", "--card", "A=four corners", *WON) == (
        "A has sealed another card. Leave its --card out.\n"
    )


# --- what is kept of it ---


def test_show_prints_each_thing_that_was_shown(full):
    """Request 16: the card that was dealt, and what its holder sealed beside it, each with its nonce."""
    full.ok("reveal", "--secret", "A", "--of", "secondary")
    fields = [value for field in full.json("show", 1)["steps"][-1]["fields"] for value in field["values"]]
    nonces = [hands(full)[of, "A"].nonce for of in (OBJECTIVE, OBJECTIVE + OWNER)]
    assert [nonce in fields for nonce in nonces] == [True, True]


def test_the_log_names_decks_as_players_do(full):
    about = {word for line in full.json("log")["lines"] if line["step"] == "seal" for word in line["about"]}
    assert about == {"Secondary Objective", "Fate", "A", "B"}


def test_a_file_of_results_does_not_open_cards(dealt):
    """Request 22: a file that is refused would tell of them, and nothing would be kept of that."""
    write_tree(
        dealt.root.parent,
        {"season.yaml": "format: 1\nresults:\n  - {battle: 1, scores: {A: {places-held: 1}}}\n"},
    )
    said = dealt.refused("result", "--from", dealt.root.parent / "season.yaml")
    assert "In battle 1 cards are sealed." in said
    for team in ("A", "B"):
        for deck in (OBJECTIVE, FATE):
            dealt.ok("reveal", "--secret", team, "--of", deck)
    dealt.ok("result", "--from", dealt.root.parent / "season.yaml")
    assert on_the_briefing(dealt)[FATE] == [("A", "TRIPWIRE"), ("B", "CLICK")]


@pytest.mark.parametrize("said", ["no-such-thing: 1", "four-corners-lit: 1", "thunderclap-struck: 7"])
def test_a_file_that_is_refused_tells_nothing(dealt, said):
    """Request 22: nothing was written, so nothing may be told; else a wrong file is a look at a hand."""
    result = f"{{battle: 1, scores: {{A: {{{said}}}}}}}"
    write_tree(dealt.root.parent, {"season.yaml": f"format: 1\nresults:\n  - {result}\n"})
    wrong = dealt.refused("result", "--from", dealt.root.parent / "season.yaml")
    words = [word for name in ("thunderclap", "four-corners") for word in fragments(card(name))]
    assert told(wrong.replace(said.partition(":")[0], "").encode(), *words) == []


def test_a_correction_keeps_what_was_shown(dealt):
    dealt.ok("reveal", "--secret", "A", "--of", "fate")
    dealt.ok("amend", 1, "--die", "opening-roll.A=3", "--reason", "misread", "--yes")
    assert on_the_briefing(dealt)[FATE] == [("A", "TRIPWIRE")]


def test_a_new_name_is_on_the_cards_too(dealt):
    dealt.ok("team", "join", "C", "--played", "2026-03-01")
    dealt.ok("result", *WON)
    dealt.ok("amend", 1, "--rename", "A=C", "--reason", "wrong team", "--yes")
    assert on_the_briefing(dealt)[FATE] == [("C", "TRIPWIRE"), ("B", "CLICK")]


# --- hostile names ---


HOSTILE = ("<script>alert(1)</script>", "a|b", "[red]x", "C")
WRITTEN = "|\u200f<b>[red]* # `x`\x1b[2J\u202e"


class Page(HTMLParser):
    """The tags of a page, and its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture(scope="module")
def hostile_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four teams of odd names; three have written odd things down, the last holds a card without a note."""
    root = tmp_path_factory.mktemp("odd")
    kz = killzone(
        root, teams=HOSTILE, sides=(f"P: {HOSTILE[0]} + {HOSTILE[1]}", f"Q: {HOSTILE[2]} + {HOSTILE[3]}")
    )
    with pytest.MonkeyPatch.context() as patch:
        stack(patch, ["traitor", "courier", "under-the-stones", "thunderclap"], FATES)
        done = kz("draw", "--sheets")
        assert done.code == 0
        done = kz("draw", input=lines(*("", WRITTEN, "") * 3, "", ""))
    assert (done.code, "\x1b" in done.err, "\u202e" in done.err, "\u200f" in done.err) == (
        0,
        False,
        False,
        False,
    )
    return root


@pytest.fixture
def hostile(hostile_model: Path, tmp_path: Path) -> Camp:
    return copied(hostile_model, tmp_path / "odd")


def test_a_team_s_own_sheet_whatever_it_is_called(hostile):
    """Each has a file of its own, though slugs may be alike, and what was written is kept to the letter."""
    sheets = [name for name in hostile.tree() if "/sheet-" in name]
    assert len(sheets) == len(set(sheets)) == 4
    assert {hands(hostile)[OBJECTIVE + OWNER, team].written for team in HOSTILE[:3]} == {WRITTEN}


@pytest.mark.parametrize(
    ("team", "heading"),
    [
        (HOSTILE[0], r"# For \<script\>alert(1)\</script\> alone"),
        (HOSTILE[1], r"# For a\|b alone"),
        (HOSTILE[2], r"# For \[red\]x alone"),
    ],
)
def test_sheets_in_markdown_stay_whole(hostile, team, heading):
    text = hostile.ok("briefing", 1, "--sheet", team, "--format", "markdown")
    assert text.splitlines()[0] == heading
    assert r"**Written down**: \|\<U+200F\>\<b\>\[red\]\* # \`x\`␛\[2J\<U+202E\>" in text.splitlines()
    assert not any(mark in text for mark in ("\x1b", "\u200f", "\u202e"))


@pytest.mark.parametrize("team", HOSTILE[:3])
def test_sheets_in_html_stay_whole(hostile, team):
    """No tag is opened by a name or a note; both read as they were written, what steers made visible."""
    page = hostile.ok("briefing", 1, "--sheet", team, "--format", "html")
    parsed, other = Page(page), Page(hostile.ok("briefing", 1, "--sheet", "C", "--format", "html"))
    assert not {"script", "b"} & set(parsed.tags)
    assert set(parsed.tags) <= set(other.tags) | {"strong"}
    assert f"For {team} alone" in parsed.text
    assert "|<U+200F><b>[red]* # `x`␛[2J<U+202E>" in parsed.text
    assert not any(mark in page for mark in ("\x1b", "\u200f", "\u202e"))


def test_the_reveal_of_such_a_note(hostile):
    """In every format, and in the briefing afterwards."""
    done = [hostile.ok("reveal", "--secret", "a|b", "--of", "secondary", "--format", "markdown")]
    done += [hostile.ok("briefing", 1, "--format", shape) for shape in ("terminal", "markdown", "html")]
    for text in done:
        assert "<U+200F>" in bare(text).decode()
        assert not any(mark in text for mark in ("\x1b", "\u200f", "\u202e"))
    assert not {"script", "b"} & set(Page(done[-1]).tags)
    (one,) = [part["shown"] for part in hostile.json("briefing", 1)["sections"] if part["id"] == OBJECTIVE]
    assert (one[0]["holder"], one[0]["written"]) == ("a|b", WRITTEN)
