"""Cards from the draw to the score sheet (KZ-C3, KZ-C4): request 22, nothing of a held card is read before
it is shown; what a reveal proves; what a result brings to light, and who is asked what of it.
"""

from __future__ import annotations

import re
import sys
from html.parser import HTMLParser
from itertools import product, repeat
from pathlib import Path
from typing import Any, TextIO

import pytest

from campaign.ledger.secrets import Secret, digest
from campaign.mechanisms.deck import JOKER
from tests.commands.dealing import (
    DECKS,
    FATE,
    FATES,
    FORMATS,
    HELD,
    NOTES,
    NOTHING,
    OBJECTIVE,
    OWNER,
    PLAIN,
    WON,
    bare,
    battle,
    card,
    chance,
    fight,
    fragments,
    hands,
    killzone,
    lines,
    on_the_briefing,
    printed,
    secret_path,
    stack,
)
from tests.commands.test_reveal import neutral, public, told
from tests.commands.tinmen import Camp, copied
from tests.trees import write_tree

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
        "A has sealed several things. Choose one with --of: secondary-objective, fate-card.\n"
    )
    assert dealt.refused("reveal", "--secret", "A", "--of", "plans").startswith("There is no deck “plans”.")
    dealt.ok("reveal", "--secret", "A", "--of", "Fate")
    dealt.ok("reveal", "--secret", "A")  # by now there is only one
    assert on_the_briefing(dealt) == {OBJECTIVE: [("A", "THUNDERCLAP")], FATE: [("A", "TRIPWIRE")]}


def test_shown_once(dealt):
    dealt.ok("reveal", "--secret", "A", "--of", "fate")
    assert dealt.refused("reveal", "--secret", "A", "--of", "fate") == (
        "A has nothing sealed in battle 1. See “campaign show”.\n"
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
    ).startswith("There is no team “X” in this battle.")
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
        "A sealed a different card. Leave out --card for it.\n"
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
    assert f"Only with --secret: {option}" in dealt.refused("reveal", *words, code=2)


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
        ("lost", "lost", "The sealed file is missing, so its contents can’t be shown."),
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
        (HOSTILE[0], r"# For \<script\>alert(1)\</script\> only"),
        (HOSTILE[1], r"# For a\|b only"),
        (HOSTILE[2], r"# For \[red\]x only"),
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
    assert f"For {team} only" in parsed.text
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
