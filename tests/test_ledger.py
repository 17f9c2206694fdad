from __future__ import annotations

import os
import subprocess
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from campaign.errors import Problems, Refusal
from campaign.ledger.entries import (
    Entry,
    OpenedSecret,
    RerollStep,
    ResolvedChoice,
    ResultStep,
    RevealStep,
    RollStep,
    SealStep,
    StoredEntry,
    StoredRoll,
)
from campaign.ledger.entries_io import (
    Author,
    append,
    appended_text,
    entry_text,
    filing,
    name_for,
    read_entries,
)
from campaign.ledger.journal import commit, locked
from campaign.ledger.secrets import open_seal, seal_of, secret_file, secret_of, secret_text
from campaign.ledger.state import fold
from campaign.mechanisms.dice import Dice
from campaign.mechanisms.formula import Formula
from campaign.mechanisms.terms import Term
from campaign.names import slug
from tests.builders import (
    DAY,
    adjust,
    amend,
    battle,
    entries,
    filed,
    flags,
    join,
    leave,
    ledgers,
    missed,
    restore,
    settings,
    setup,
    sides,
    step,
    void,
)  # fmt: skip
from tests.trees import read_tree, write_tree

DUEL = sides("Red", "Blue")
JOINED = join(1, "Red")
NAME = JOINED.name
TEXT = """\
format: 1
kind: join
played: "2026-03-01"
steps:
  - {kind: join, at: "2026-03-01T18:01:00Z", by: Ann, team: Red}
"""


# --- names ---


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Red Talons", "red-talons"),
        ("Nyúl & Társa", "nyul-tarsa"),
        ("  --  ", "x-94a501"),
        ("!!!", "x-e84c53"),
        ("紅爪", "x-58ede3"),
        ("Ork 紅", "ork-a92266"),
        ("Красные Когти", "krasnye-kogti"),
        ("Железная Клятва", "zheleznaya-klyatva"),
        ("Łowcy Żmij", "lowcy-zmij"),
        ("Győri Ördögök", "gyori-ordogok"),
        ("CON", "con-1143da"),
        ("nul.txt", "nul-txt"),
        ("a" * 39 + " b", "a" * 39),
        ("x" * 60, "x" * 40),
    ],
)
def test_a_slug_is_fit_for_every_file_system(text: str, name: str):
    assert slug(text) == name


@given(st.text())
def test_a_slug_is_never_empty_and_stays_the_same(text: str):
    assert set(slug(text)) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")
    assert 1 <= len(slug(text)) <= 40
    assert slug(slug(text)) == slug(text)


def test_a_secret_that_an_earlier_version_wrote_is_found(tmp_path):
    """It left Cyrillic letters out of the file's name; the digest at its end is the same."""
    secret = secret_of("plans", "Красные Когти", "raid")
    name = secret_file("battle", "plans", "Красные Когти")
    write_tree(tmp_path, {name.replace("krasnye-kogti", "x"): secret_text(secret)})
    seal = seal_of(secret, Author("Ann", datetime(2026, 3, 1, tzinfo=UTC)))
    opened = open_seal(
        tmp_path,
        StoredEntry("battle", Entry(format=1, kind="battle", played=date(2026, 3, 1), steps=())),
        seal,
    )
    assert (opened.value, opened.proof) == ("raid", "proven")


def test_a_name_tells_the_moment_in_utc_and_what_it_is_of():
    moment = datetime(2026, 3, 1, 1, 30, 5, 42_999, tzinfo=timezone(timedelta(hours=2)))
    name = name_for(moment, ["Red Talons", "Vas Kar"], "0a1b2c")
    assert name == "20260228T233005042Z-red-talons-vas-kar-0a1b2c"
    assert StoredEntry(name, JOINED.entry).tail == "0a1b2c"


# --- texts ---


def test_an_entry_is_written_in_the_canonical_form():
    assert entry_text(JOINED.entry) == TEXT


def test_what_no_file_can_hold_is_refused_in_words():
    with pytest.raises(Refusal) as half:
        entry_text(join(1, "Red \ud800").entry)
    assert str(half.value) == "Can’t write this: half of a character can’t be written. Put it in other words."
    with pytest.raises(Refusal) as large:
        entry_text(adjust(1, "Red", resource="gold", change=1000).entry)
    assert str(large.value) == "Can’t write this: 1000 is out of range. Write a number from -999 to 999."


def test_an_entry_that_no_reader_would_take_is_not_filed(tmp_path):
    """Nothing is written that the next reading would refuse."""
    odd = append(join(1, "Red"), [flags(Red=1)])
    with pytest.raises(Refusal) as wrong:
        filing(tmp_path, odd)
    assert str(wrong.value).startswith("An entry of kind join can’t have a step of kind result.")
    assert list(tmp_path.rglob("*")) == []


def test_an_entry_that_would_not_come_back_is_a_bug_of_ours():
    naive = join(1, "Red")
    broken = append(naive, [step(ResultStep, 2, answers={"Red": {"flags": [1]}})])
    with pytest.raises(AssertionError, match="does not survive its own file"):
        entry_text(broken.entry)


EVERY_STEP = battle(
    1,
    sides("Ann: Red + Blue", "Oak", "Elm"),
    step(SealStep, 2, of="plans", side="Ann", hash="00ff"),
    step(
        RevealStep,
        3,
        of="plans",
        shown=(OpenedSecret(of="plans", side="Ann", value="1", nonce="n", proof="proven"),),
        chosen=(
            ResolvedChoice(
                side="Ann", id="dig", name="Dig in", stands=False, why="cancelled", by="Oak", number=2
            ),
        ),
    ),
    step(
        RollStep,
        4,
        test="charge",
        rolls=(StoredRoll(part="charge", dice=Dice.parse("2D6"), faces=(1, 6)),),
        says=("7",),
    ),
    step(RerollStep, 5, part="mission", reason="cocked", setup=setup(5, seed=3, roles={"Ann": "holder"})),
    flags(6, {"Elm": "no-show"}, Ann=1),
)
ONE_OF_EACH = [
    settings(),
    JOINED,
    EVERY_STEP,
    adjust(2, "Red", resource="gold", change=-1),
    missed(3, "Red", "Blue"),
    leave(4, "Red"),
    restore(void(amend(EVERY_STEP, now=flags(Oak=2), played=DAY, sides=DUEL))),
    amend(
        amend(JOINED, now=step(type(JOINED.entry.steps[0]), 3, team="Oak")), played=DAY + timedelta(days=1)
    ),
]


@pytest.mark.parametrize("one", ONE_OF_EACH, ids=lambda one: f"{one.entry.kind}-{len(one.entry.steps)}")
def test_request_15_every_kind_of_entry_is_read_as_it_was_written(one: StoredEntry, tmp_path: Path):
    write_tree(tmp_path, {f"{one.name}.yaml": entry_text(one.entry).encode()})
    (found,) = read_entries(tmp_path)
    assert found == one
    assert entry_text(found.entry) == entry_text(one.entry)


@hypothesis_settings(max_examples=50)
@given(ledger=ledgers())
def test_request_15_read_write_read_is_the_identity(
    ledger: list[StoredEntry], tmp_path_factory: pytest.TempPathFactory
):
    folder = tmp_path_factory.mktemp("ledger")
    write_tree(folder, {f"{one.name}.yaml": entry_text(one.entry).encode() for one in ledger})
    found = read_entries(folder)
    assert found == sorted(ledger, key=lambda one: one.name)
    assert fold(found) == fold(ledger)


# --- further steps, comments kept ---


def test_request_15_comments_of_a_hand_are_kept_when_steps_are_added():
    by_hand = """\
# The first to join; they brought the cake.
format: 1
kind:   join   # spaced by hand
played: 2026-03-01
steps:

# who and when
- kind: join
  at: 2026-03-01T18:01:00Z   # after tea
  by: 'Ann'
  team: "Red"
# the end, still
"""
    text = appended_text(by_hand, void(JOINED))
    assert text == by_hand + '- {kind: void, at: "2026-03-02T09:00:00Z", by: Ann, reason: never played}\n'


def test_a_file_of_our_own_grows_as_it_would_be_written():
    grown = restore(void(JOINED))
    assert appended_text(TEXT, grown) == entry_text(grown.entry)
    assert appended_text(TEXT, JOINED) == TEXT


def test_line_breaks_and_the_byte_order_mark_of_the_file_stay():
    windows = "\ufeff" + TEXT.removesuffix("\n").replace("\n", "\r\n")
    text = appended_text(windows, void(JOINED))
    assert text == "\ufeff" + entry_text(void(JOINED).entry).replace("\n", "\r\n")


STEPS_FIRST = """\
steps:   # all of them
  - kind: join
    at: "2026-03-01T18:01:00Z"
    by: Ann
    team: Red   # the red ones
# and the head
format: 1
kind: join
played: "2026-03-01"
"""
IN_ONE_LINE = """\
# short
format: 1
kind: join
played: "2026-03-01"
steps: [{kind: join, at: "2026-03-01T18:01:00Z", by: Ann, team: Red}]
"""


@pytest.mark.parametrize("by_hand", [STEPS_FIRST, IN_ONE_LINE], ids=["steps first", "in one line"])
def test_steps_that_are_not_the_end_of_the_file_are_added_where_they_stand(by_hand: str, tmp_path: Path):
    text = appended_text(by_hand, void(JOINED))
    write_tree(tmp_path, {f"{NAME}.yaml": text.encode()})
    assert read_entries(tmp_path) == [void(JOINED)]
    assert [line.partition("#")[2] for line in text.splitlines() if "#" in line] == [
        line.partition("#")[2] for line in by_hand.splitlines() if "#" in line
    ]


@pytest.mark.parametrize(
    "other", [TEXT.replace("Red", "Blue"), entry_text(restore(void(JOINED)).entry), "format: 1\n"]
)
def test_steps_are_not_added_to_a_file_that_has_changed(other: str):
    with pytest.raises(Refusal) as refused:
        appended_text(other, void(JOINED))
    assert (
        str(refused.value)
        == f"The file of the entry “{NAME}” has changed in the meantime. Run the command again."
    )


@given(one=st.sampled_from(["battle", "join", "settings", "missed"]).flatmap(lambda kind: entries(7, kind)))
@example(one=EVERY_STEP)
def test_a_grown_file_is_the_old_text_and_more(one: StoredEntry):
    old = entry_text(one.entry).replace("steps:", "steps:  # so far", 1)
    text = appended_text(old, restore(void(one)))
    assert text.startswith(old)
    assert text == entry_text(restore(void(one)).entry).replace("steps:", "steps:  # so far", 1)


def test_a_new_entry_is_filed_in_the_ledger_and_an_old_one_where_it_lies(tmp_path: Path):
    assert filing(tmp_path, JOINED) == {f"ledger/{NAME}.yaml": TEXT}
    write_tree(tmp_path, {f"ledger/2026/{NAME}.yaml": f"# kept\n{TEXT}".encode()})
    grown = void(JOINED)
    assert filing(tmp_path, grown) == {f"ledger/2026/{NAME}.yaml": f"# kept\n{entry_text(grown.entry)}"}


# --- reading ---


def problems_of(folder: Path) -> list[str]:
    with pytest.raises(Problems) as wrong:
        read_entries(folder)
    return [
        str(problem).replace(f"{folder}{os.sep}", "").replace(os.sep, "/") for problem in wrong.value.problems
    ]


def test_entries_come_in_the_order_of_their_names_from_every_folder(tmp_path: Path):
    first, second, third = join(1, "A"), join(2, "B"), join(3, "C")
    write_tree(
        tmp_path,
        {
            f"{second.name}.yaml": entry_text(second.entry).encode(),
            f"b/{first.name}.yaml": entry_text(first.entry).encode(),
            f"a/{third.name}.yaml": entry_text(third.entry).encode(),
            "notes.txt": b"no entry",
            f".{third.name}.yaml.new": b"half a fi",
        },
    )
    assert read_entries(tmp_path) == [first, second, third]
    assert read_entries(tmp_path / "nowhere") == []


def test_request_14_a_newer_format_is_refused_and_nothing_touched(tmp_path: Path):
    newer = TEXT.replace("format: 1", "format: 2").replace("team: Red", "banner: Red")
    write_tree(tmp_path, {f"{NAME}.yaml": newer.encode()})
    before = read_tree(tmp_path)
    (problem,) = problems_of(tmp_path)
    sentence = "This file has format 2; this version of campaign reads format 1. Update campaign."
    assert problem == f"{NAME}.yaml:1:9: {sentence} [newer-format]"
    assert read_tree(tmp_path) == before


def test_request_15_unknown_keys_are_told_with_their_line(tmp_path: Path):
    by_hand = TEXT.replace("played:", "# ours\nweather: rain\nplayed:").replace("team:", "teem:")
    write_tree(tmp_path, {f"{NAME}.yaml": by_hand.encode()})
    assert problems_of(tmp_path) == [
        f"{NAME}.yaml:4:1: “weather” is not a known key here. Choose from: sides. [unknown-key]",
        f"{NAME}.yaml:7:55: “teem” is not a known key here. Did you mean “team”? [unknown-key]",
    ]


def test_all_problems_of_all_files_come_at_once(tmp_path: Path):
    write_tree(
        tmp_path,
        {
            f"{NAME}.yaml": TEXT.encode(),
            f"copy/{NAME}.yaml": TEXT.encode(),
            "20260301T180200000Z-x-00000g.yaml": TEXT.encode(),
            "20260301T180300000Z-x-000003.yaml": b"a: [",
            "20260301T180400000Z-x-000004.yaml": b"\xff",
        },
    )
    assert [problem.rpartition(" ")[2] for problem in problems_of(tmp_path)] == [
        "[entry-name]", "[not-yaml]", "[not-utf8]", "[twice]",
    ]  # fmt: skip
    assert problems_of(tmp_path)[0] == (
        "20260301T180200000Z-x-00000g.yaml:1:1: “20260301T180200000Z-x-00000g” is not "
        "a valid name for an entry. Give the file its original name again. [entry-name]"
    )
    assert problems_of(tmp_path)[-1] == (
        f"copy/{NAME}.yaml: The entry “{NAME}” exists twice. Keep only one of the files. [twice]"
    )


FIRST = "An entry of kind {0} starts with a step of kind {1}. [first-step]"
WRONG = "An entry of kind join can’t have a step of kind result. Steps it can have: join. [wrong-step]"
COUNT = "A battle has 2 to 4 sides; got {}. Write 2 to 4 sides. [sides]"


@pytest.mark.parametrize(
    ("one", "told"),
    [
        (filed(1, "join"), f"The first step here is nothing. {FIRST.format('join', 'join')}"),
        (
            filed(1, "battle", flags(Red=1), sides=DUEL),
            f"The first step here is result. {FIRST.format('battle', 'setup')}",
        ),
        (append(JOINED, [flags(Red=1)]), WRONG),
        (amend(JOINED, now=flags(Red=1)), WRONG),
        (battle(1, sides("Red")), COUNT.format(1)),
        (battle(1, sides("A", "B", "C", "D", "E")), COUNT.format(5)),
        (amend(battle(1, DUEL), sides=sides("Red")), COUNT.format(1)),
        (
            battle(1, sides("Ann: A", "Ann: B")),
            "Two sides have the same name. Give each a different name. [sides]",
        ),
        (
            battle(1, sides("Ann: A + B + C", "D")),
            "A side has one or two teams. Write the teams of each side. [sides]",
        ),
        (
            battle(1, sides("Ann: A + B", "B")),
            "A team is named twice. Name each team once. [sides]",
        ),
        (
            battle(1, sides("Ann: A", "A: B")),
            "A side has the name of a team on another side. Give each a different name. [sides]",
        ),
    ],
)
def test_an_entry_whose_parts_do_not_fit_is_a_problem(one: StoredEntry, told: str, tmp_path: Path):
    write_tree(tmp_path, {f"{one.name}.yaml": entry_text(one.entry).encode()})
    (problem,) = problems_of(tmp_path)
    assert problem.partition(": ")[2] == told


@pytest.mark.parametrize(
    ("one", "there"),
    [
        (append(JOINED, [flags(Red=1)]), "kind: result"),
        (amend(JOINED, now=flags(Red=1)), "kind: result"),
        (amend(battle(1, DUEL), sides=sides("Ann", "Ann")), "- name: Ann"),
    ],
)
def test_the_place_of_a_step_that_does_not_fit_is_told(one: StoredEntry, there: str, tmp_path: Path):
    text = entry_text(one.entry)
    write_tree(tmp_path, {f"{one.name}.yaml": text.encode()})
    line = text[: text.index(there)].count("\n") + 1
    assert {int(problem.split(":")[1]) for problem in problems_of(tmp_path)} == {line}


@pytest.mark.parametrize("further", ["none", "reroll", "amend"])
def test_a_term_that_is_not_settled_is_a_problem_with_its_place(further: str, tmp_path: Path):
    wild = setup(1, terms=(Term(id="posts", name="Posts", ask="How many?", each=Formula.parse("markers")),))
    one = {
        "none": filed(1, "battle", wild, sides=DUEL),
        "reroll": battle(1, DUEL, step(RerollStep, 2, part="mission", setup=wild)),
        "amend": amend(battle(1, DUEL), now=wild),
    }[further]
    write_tree(tmp_path, {f"{one.name}.yaml": entry_text(one.entry).encode()})
    before, _, _ = entry_text(one.entry).partition("markers")
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    assert problems_of(tmp_path) == [
        f"{one.name}.yaml:{line}:{column}: Expected a number, found “markers”. For example: 2. [bad-value]"
    ]


# --- git ---


def test_two_organisers_who_each_record_a_battle_merge_without_a_conflict(tmp_path: Path):
    def git(folder: str, *words: str) -> None:
        who = {"GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.com"}
        who |= {"GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.com"}
        subprocess.run(
            ["git", *words], cwd=tmp_path / folder, env=os.environ | who, check=True, capture_output=True
        )

    def record(folder: str, *ledger: StoredEntry) -> None:
        with locked(tmp_path / folder):
            for one in ledger:
                commit(tmp_path / folder, filing(tmp_path / folder, one))
        git(folder, "add", "ledger")
        git(folder, "commit", "-m", "record")

    common = [settings(), join(1, "Red"), join(2, "Blue"), battle(3, DUEL)]
    hers, his = battle(4, DUEL, flags(Red=1)), battle(5, DUEL, flags(Red=2))
    (tmp_path / "ann").mkdir()
    git("ann", "init", "--initial-branch=main", ".")
    record("ann", *common)
    git(".", "clone", "ann", "bo")
    record("ann", hers)
    record("bo", his, void(common[3]))
    git("ann", "pull", "--no-rebase", "--no-edit", "../bo", "main")
    merged = fold(read_entries(tmp_path / "ann" / "ledger"))
    assert merged == fold([*common[:3], void(common[3]), hers, his])
    assert merged.teams["Red"].outcomes == {"won": 2}
