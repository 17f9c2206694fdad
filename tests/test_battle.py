from __future__ import annotations

from datetime import date, timedelta
from typing import Any, get_args

import pytest

from campaign.ledger.battle import Battle, battle_of, corrected_step, corrections, effective, voided
from campaign.ledger.entries import (
    AdjustStep,
    Amendable,
    AmendStep,
    JoinStep,
    LeaveStep,
    MissedStep,
    OpenedSecret,
    RerollStep,
    ResolvedChoice,
    RestoreStep,
    ResultStep,
    RevealedCard,
    RevealStep,
    RollStep,
    RoundStep,
    SealStep,
    SettingsStep,
    SetupStep,
    Step,
    StoredEntry,
    StoredName,
    StoredRoadMove,
    StoredRoll,
    VoidStep,
)
from campaign.ledger.entries_io import append, entry_text
from campaign.ledger.phases import Column, PhaseRank, PhaseStep
from campaign.mechanisms.dice import Dice
from campaign.mechanisms.draft import DraftedRow
from campaign.mechanisms.effects import SideResult
from campaign.mechanisms.formula import Formula
from campaign.mechanisms.score import SideOutcome, Tie, Victory
from campaign.mechanisms.standings import Standings
from campaign.mechanisms.supply import Supply
from campaign.mechanisms.terms import Term
from campaign.record import fields, replace
from tests.builders import (
    DAY,
    FLAGS,
    LOSS,
    MANA,
    RESOURCES,
    STANDINGS,
    STEAL,
    amend,
    battle,
    filed,
    flags,
    made,
    restore,
    setup,
    sides,
    step,
    void,
)  # fmt: skip

DUEL = sides("Red", "Blue")


def stands(what: StoredEntry) -> Battle:
    return battle_of(what, 1)


def test_request_5_a_battle_that_was_only_made_has_no_outcome():
    made_only = stands(battle(1, DUEL))
    assert made_only.status == "open"
    assert made_only.outcomes() == {}
    assert made_only.side_results() == {}
    assert made_only.lines() == []
    assert made_only.points() == {"Red": 0, "Blue": 0}


def test_request_5_a_draw_and_a_win_are_told_apart():
    drawn = stands(battle(1, DUEL, flags(Red=2, Blue=2)))
    won = stands(battle(1, DUEL, flags(Red=2, Blue=1)))
    assert (drawn.status, won.status) == ("recorded", "recorded")
    assert drawn.outcomes() == {"Red": SideOutcome("drew", tie=True), "Blue": SideOutcome("drew", tie=True)}
    assert won.outcomes() == {"Red": SideOutcome("won"), "Blue": SideOutcome("lost")}


def test_request_8_a_battle_is_one_entry_and_tells_who_recorded_it():
    recorded = battle(1, DUEL, flags(Red=1))
    assert [(each.kind, each.by) for each in recorded.entry.steps] == [("setup", "Ann"), ("result", "Ann")]


def test_the_score_sheet_is_added_up_by_side():
    answers = {"Red": {"flags": (2,), "trophy": (1,)}, "Blue": {"flags": (3,)}}
    scored = stands(battle(1, DUEL, step(ResultStep, 2, answers=answers)))
    assert [(line.side, line.term.id, line.count, line.points) for line in scored.lines()] == [
        ("Red", "flags", 2, 2), ("Blue", "flags", 3, 3), ("Red", "trophy", 1, 2), ("Blue", "trophy", 0, 0),
    ]  # fmt: skip
    assert scored.points() == {"Red": 4, "Blue": 3}


def test_effects_know_a_sides_teams_outcome_degree_role_and_answers():
    answers = {"Ann": {"flags": (1, 2)}}
    scored = stands(
        battle(
            1,
            sides("Ann: Red + Blue", "Oak"),
            step(ResultStep, 2, answers=answers),
            roles={"Ann": "holder"},
            victory=Victory(degree="major"),
        )
    )
    assert scored.side_results() == {
        "Ann": SideResult(("Red", "Blue"), "won", "major", "holder", {"flags": 3}),
        "Oak": SideResult(("Oak",), "lost", None, None, {}),
    }


def test_the_last_result_stands():
    assert stands(battle(1, DUEL, flags(Red=1), flags(Blue=1))).outcomes() == {
        "Red": SideOutcome("lost"),
        "Blue": SideOutcome("won"),
    }


def test_a_result_can_be_tried_before_it_is_written():
    made_only = stands(battle(1, DUEL))
    assert made_only.with_result(flags(Blue=1)).outcomes()["Blue"] == SideOutcome("won")
    assert made_only.result is None


def test_the_order_decides_a_tie_and_one_that_lacks_a_side_decides_nothing():
    lowest = Victory(tie=Tie(by="order", order="edge"))
    tied = battle(1, DUEL, flags(Red=1, Blue=1), victory=lowest, orders={"edge": ("Red", "Blue")})
    assert stands(tied).outcomes() == {
        "Red": SideOutcome("lost", tie=True),
        "Blue": SideOutcome("won", tie=True),
    }
    renamed = amend(tied, sides=sides("Ash", "Oak"))
    assert stands(renamed).outcomes() == {
        "Ash": SideOutcome("drew", tie=True),
        "Oak": SideOutcome("drew", tie=True),
    }


def test_what_is_sealed_stays_unrevealed_until_it_is_shown():
    seals = [
        step(SealStep, 2, of="plans", side=side, hash=mark)
        for side, mark in (("Red", "00ff"), ("Blue", "00aa"))
    ]
    shown = OpenedSecret(of="plans", side="Red", value="dig", nonce="ab", hash="00ff", proof="proven")
    played = battle(1, DUEL, *seals, step(RevealStep, 3, of="plans", shown=(shown,)))
    assert stands(battle(1, DUEL, *seals)).unrevealed == tuple(seals)
    assert stands(played).unrevealed == (seals[1],)
    assert stands(played).seals == tuple(seals)
    assert [each.shown for each in stands(played).reveals] == [(shown,)]


def test_terms_and_effects_are_those_that_the_battle_stored():
    stored = stands(battle(1, DUEL, terms=(FLAGS,), effects=(LOSS, STEAL)))
    assert (stored.terms, stored.effects) == ((FLAGS,), (LOSS, STEAL))


def test_a_battle_is_corrected_once_anything_was_put_right():
    plain = battle(1, DUEL, flags(Red=1))
    assert not stands(plain).corrected
    assert stands(restore(void(plain))).corrected


def test_request_10_void_and_restore_stay_in_the_file_with_reason_and_moment():
    there_and_back = restore(void(battle(1, DUEL, flags(Red=1)), "wrong club"), "right club")
    assert [(each.kind, each.reason, each.at) for each in corrections(there_and_back.entry)] == [  # type: ignore[union-attr]
        ("void", "wrong club", made(900)),
        ("restore", "right club", made(901)),
    ]
    assert not voided(there_and_back.entry)
    assert voided(void(there_and_back).entry)
    assert stands(void(there_and_back)).status == "void"


def test_request_10_an_amendment_keeps_what_was_there_with_reason_and_moment():
    wrong, right = flags(Red=1), flags(Blue=1)
    amended = amend(battle(1, DUEL, wrong), now=right)
    assert amended.entry.steps[1] == wrong
    assert [(each.kind, each.reason, each.at) for each in corrections(amended.entry)] == [  # type: ignore[union-attr]
        ("amend", "misread", made(902))
    ]
    assert stands(amended).result == right


def test_a_reroll_puts_its_set_up_in_place_and_keeps_the_first():
    first, second = setup(1, seed=7), setup(1, seed=8)
    rerolled = battle(1, DUEL, flags(Red=1), step(RerollStep, 3, part="mission", setup=second), seed=7)
    assert rerolled.entry.steps[0] == first
    assert effective(rerolled.entry)[2] == (second, flags(Red=1))
    assert [each.kind for each in corrections(rerolled.entry)] == ["reroll"]


def test_an_amendment_takes_the_last_step_of_its_kind_and_of_the_same_thing():
    plans, mines = step(RevealStep, 2, of="plans"), step(RevealStep, 3, of="mines")
    shown = (OpenedSecret(of="plans", side="Red", value="dig"),)
    right = replace(plans, shown=shown)
    assert effective(amend(battle(1, DUEL, plans, mines), now=right).entry)[2] == (setup(1), right, mines)
    charge, fall = step(RollStep, 2, test="charge"), step(RollStep, 3, test="fall")
    right = replace(charge, says=("It holds.",))
    assert effective(amend(battle(1, DUEL, charge, fall), now=right).entry)[2] == (setup(1), right, fall)


def test_an_amendment_takes_the_last_of_two_results():
    twice = battle(1, DUEL, flags(Red=1), flags(Red=2))
    assert effective(amend(twice, now=flags(Red=3)).entry)[2] == (setup(1), flags(Red=1), flags(Red=3))


def test_an_amendment_of_what_was_never_there_adds_it():
    assert stands(amend(battle(1, DUEL), now=flags(Red=1))).result == flags(Red=1)


def test_the_last_of_several_amendments_stands():
    twice = amend(amend(battle(1, DUEL, flags(Red=1)), now=flags(Red=2)), now=flags(Red=3))
    assert effective(twice.entry)[2] == (setup(1), flags(Red=3))


def test_request_11_the_day_and_the_sides_can_be_amended():
    plain = battle(1, DUEL, flags(Red=1))
    later, others = date(2026, 3, 9), sides("Ann: Red + Blue", "Oak")
    assert effective(amend(plain, played=later).entry)[:2] == (later, DUEL)
    assert effective(amend(plain, sides=others).entry)[:2] == (DAY, others)
    assert (stands(amend(plain, played=later)).played, stands(amend(plain, sides=others)).sides) == (
        later,
        others,
    )


ROLLS = (StoredRoll(part="mission", dice=Dice.parse("2D6"), faces=(3, 4)),)
COMMON = {"at": made(50) + timedelta(seconds=1), "by": "Bo"}
RIGHT: dict[type[Any], dict[str, Any]] = {
    SetupStep: {
        "system": "glass-men", "content": "f00d", "seed": 7,
        "mission": StoredName(part="mission", id="hill", name="Hill"),
        "road": StoredRoadMove(from_="moor", battle="b", outcome="none", part="road", die=4, to="hill"),
        "wishes": {"mission": "hill"}, "picked": (StoredName(part="place", id="moor", name="Moor"),),
        "rolls": ROLLS,
        "roles": {"Red": "holder"}, "orders": {"edge": ("Blue", "Red")}, "models": {"Red": 7},
        "size": StoredName(part="size", id="large", name="Large"), "lead": 8, "supply": Supply(start=Formula.parse(3)),
        "draft": (DraftedRow(id="card", name="Card", controls="Red", bans="Blue", brought={"Red": ("a", "b")}, banned=("b",), picked="a"),),
        "settings": {"fog": 1}, "rounds": 6, "terms": (Term(id="kills", name="Kills", ask="How many?"),),
        "victory": Victory(by="threshold", role="holder", points=3), "effects": (LOSS,),
        "takes": {"forfeited": "lost"}, "names": {"holder": "Holder"}, "steps": ("mission", "edge"),
    },
    RevealStep: {
        "shown": (OpenedSecret(of="plans", side="Red", value="dig"),), "rolls": ROLLS,
        "chosen": (ResolvedChoice(side="Red", id="dig", name="Dig in", stands=True, why="nobody cancelled it"),),
        "cards": (RevealedCard(by="Red", id="spy", name="Spy", written="Bo"),),
    },
    RollStep: {"rolls": ROLLS, "says": ("It fails.",)},
    RoundStep: {"answers": {"Red": {"flags": 2}}},
    ResultStep: {"answers": {"Red": {"flags": (1, 0, 2)}}, "models": {"Red": {"kills": ("Guard", "")}}, "outcomes": {"Blue": "refused"}, "note": "Rain."},
    JoinStep: {"team": "Oak", "player": "Bo", "start": {"gold": 7}},
    LeaveStep: {"team": "Oak", "reason": "work"},
    AdjustStep: {"teams": ("Oak", "Ash"), "resource": "fame", "change": -3, "reason": "a feast"},
    MissedStep: {"teams": ("Oak",), "reason": "ill", "effects": (LOSS,)},
    SettingsStep: {
        "reason": "a fourth", "resources": (MANA,), "standings": STANDINGS, "missed": (LOSS,),
    },
    PhaseStep: {
        "name": "Thaw", "reason": "rain", "carry": "nothing", "battles": 6, "columns": (Column(id="won", name="Won"),),
        "resources": (Column(id="gold", name="Gold"),), "table": (PhaseRank(place=1, team="Red"),),
    },
}  # fmt: skip
WRONG: dict[type[Any], Any] = {
    SetupStep: setup(1),
    RevealStep: step(RevealStep, 1, of="plans"),
    RollStep: step(RollStep, 1, test="charge"),
    RoundStep: step(RoundStep, 1, round=2),
    ResultStep: flags(Red=1),
    JoinStep: step(JoinStep, 1, team="Red"),
    LeaveStep: step(LeaveStep, 1, team="Red", reason="moved"),
    AdjustStep: step(AdjustStep, 1, teams=("Red",), resource="gold", change=1, reason="a raid"),
    MissedStep: step(MissedStep, 1, teams=("Red",)),
    SettingsStep: step(SettingsStep, 1, resources=RESOURCES, standings=Standings(keys=())),
    PhaseStep: step(PhaseStep, 1, name="Spring"),
}
# What tells the steps of one kind apart, and so says which of them is amended.
NAMES_THE_STEP = {(RevealStep, "of"), (RollStep, "test"), (RoundStep, "round")}
EVERY_FIELD = [
    (kind, item.name)
    for kind in get_args(Amendable)
    for item in fields(kind)
    if item.name != "kind" and (kind, item.name) not in NAMES_THE_STEP
]


@pytest.mark.parametrize(("kind", "field"), EVERY_FIELD, ids=lambda each: getattr(each, "__name__", each))
def test_request_11_every_field_can_be_corrected(kind: type[Any], field: str):
    wrong, value = WRONG[kind], (COMMON | RIGHT[kind])[field]
    assert getattr(wrong, field) != value
    before = (setup(1), wrong) if kind in (RevealStep, RollStep, RoundStep, ResultStep) else (wrong,)
    entry_kind: Any = "battle" if before[0].kind == "setup" else wrong.kind
    right = replace(wrong, **{field: value})
    amended = amend(filed(1, entry_kind, *before, sides=DUEL), now=right)
    assert effective(amended.entry)[2] == (*before[:-1], right)
    assert entry_text(amended.entry)


def test_request_11_seals_and_corrections_are_all_that_is_not_amended():
    assert set(WRONG) == set(get_args(Amendable))
    assert set(get_args(Step)) - set(WRONG) == {SealStep, RerollStep, AmendStep, VoidStep, RestoreStep}


def test_a_void_step_says_nothing_of_the_rest():
    entry = append(battle(1, DUEL, flags(Red=1)), [step(VoidStep, 5, reason="twice")]).entry
    assert effective(entry) == (DAY, DUEL, (setup(1), flags(Red=1)))


def test_a_correction_in_the_place_of_a_numbered_step():
    """Two reveals of the same thing: the first is corrected, and the second stays."""
    shown = [OpenedSecret(of="plans", side=side, value="dig", hash=side) for side in ("Red", "Blue")]
    first, second = (
        step(RevealStep, place, of="plans", shown=(one,)) for place, one in zip((2, 3), shown, strict=True)
    )
    right = replace(first, shown=(replace(shown[0], value="hide"),))
    corrected = amend(battle(1, DUEL, first, second), step=2, now=right)
    assert stands(corrected).reveals == (right, second)
    past = replace(corrected.entry, steps=corrected.entry.steps[:-1])
    last = corrected.entry.steps[-1]
    assert isinstance(last, AmendStep)
    assert corrected_step(past, last) == first
    assert corrected_step(past, step(AmendStep, 5, reason="later", played=DAY)) is None
