"""Sealed cards and the result (KZ-C3, request 22): when they come to light, who is asked what of them, what is kept."""

from __future__ import annotations

import pytest

from tests.commands.dealing import (
    FATE,
    FATES,
    NOTES,
    NOTHING,
    OBJECTIVE,
    OWNER,
    PLAIN,
    VEILED,
    WON,
    bare,
    battle,
    card,
    fragments,
    hands,
    lines,
    on_the_briefing,
    stack,
    steps,
)
from tests.commands.test_reveal import told
from tests.trees import write_tree


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
        ("A: places-held 9", "A: “places held at the end” can be at most 3; got 9."),
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
    assert "A: “thunderclap” can be at most 1; got 2." in done.err
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
    assert done.err.endswith("Nothing was revealed. Run the command again when the battle is over.\n")
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
    assert battle(dealt).points() == {"A": 4 + 6, "B": 8 + 9}


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
    assert (mate.code, mate.err) == (
        1,
        "B: nothing here is scored as “thunderclap-struck”. Give it for: A.\n",
    )
    side = four("result", "--score", "X: thunderclap-struck 1", "--no-input")
    assert (side.code, side.err) == (
        1,
        "X: nothing here is scored as “thunderclap-struck”. Give it for: A.\n",
    )
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
        ("B", "four-corners-lit", 3, 9, ["X"]),
        ("C", "thunderclap-struck", 1, 6, ["Y"]),
        ("D", "courier-through", 0, 0, ["Y"]),
        ("D", "courier-killed", 1, 3, ["X"]),
        ("D", "against-the-odds-won", 1, 4, ["Y"]),
    ]
    assert battle(four).points() == {"X": 4 + 2 + 9 + 3, "Y": 4 + 5 + 6 + 4}


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
        "A sealed a different card. Leave out --card for it.\n"
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
    assert "Battle 1 still has sealed cards." in said
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
