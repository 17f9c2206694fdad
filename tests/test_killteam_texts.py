"""The text of each rule of Kill Team (2018) holds the numbers of its source."""

from __future__ import annotations

import pytest

from campaign.content.library import Library, built_in

RULES = Library("killteam", [built_in()]).rules()
NUMBERS = {
    "KT-P1": ["six steps", "D6", "highest chooses", "p. 49", "p. 44", "pp. 202-205"],
    "KT-P2": ['30" x 22"', "three or four players"],
    "KT-C1": ["2D6", "re-rolling ties", "greatest strategic advantage"],
    "KT-C2": ["one objective marker", 'at least 8"', 'at least 6"'],
    "KT-C3": ["equal parts", "halves for two", "wholly within", 'more than 6"'],
    "KT-C4": [
        "five battle rounds", "The player with the most wins a major victory",
        "the one of them with the least strategic advantage wins a minor victory",
    ],
    "KT-C5": [
        "D3", "at the end of the battle", "1, Secure the Battlefield: each marker is worth 2 victory points",
        "2, Retrieve the Cache: at the start of round 1", "worth 6",
        "3, Infiltrate: each marker in an enemy's deployment zone is worth 2 victory points", "scores you 0",
    ],
    "KT-C6": ["at most 10", "all players agree"],
    "KT-O1": ['1" across', "horizontally only", 'within 2" of its centre', "Shaken models do not count"],
    "KT-T1": ["optional", "open, difficult, dangerous or impassable", "costs nothing extra"],
    "KT-T2": ['1" moved in it costs 2"', '1.5" wide costs 3"', 'Move 6" crosses 3"', "Fly ignore this"],
    "KT-T3": [
        '1" costs 2"', "D6: on a 1", "1 mortal wound", "starts its turn there and then does not stay still",
        "a move that begins or ends there, never when it stays still",
    ],
    "KT-T4": ["No model may enter it or cross it"],
    "KT-T5": ['1" or higher', 'less than 1"', "never part of the way up"],
    "KT-T6": [
        'less than 1.5" high', 'at most 1.5" deep', 'less than 2" wide', 'less than 1" higher',
        '6" or more lower',
    ],
    "KT-T7": [
        '1" or less from the edge', "attack hits it or something else costs it a wound",
        "D6, and on a 1 it falls", 'each full 3"', '1 for 3", 2 for 6", 3 for 9"',
        "5+ is 1 mortal",
    ],
    "KT-T8": [
        'or within 1" of any enemy that is not a target of its charge', "KT-T7", "costs no movement",
        "not land on a model",
    ],
    "KT-E1": ["D6", "On a 1", "no additional rule"],
    "KT-E2": ["On a 2", "two different models"],
    "KT-E3": ["On a 3", "subtracts 1", "Shooting phase"],
    "KT-E4": ["On a 4", "the upper floors of ruins are dangerous terrain (KT-T3)"],
    "KT-E5": [
        "On a 5", 'has a manhole, but no enemy, within 1"', '1" or less from a manhole that is up to 24" from',
        'every enemy more than 1" away', "next battle round", "out of action",
    ],
    "KT-E6": ["On a 6", "gains 1 Materiel"],
    "KT-W1": ["p. 41", "pp. 50-51"],
    "KT-W2": ["pp. 52-55", "pp. 202-205"],
    "KT-W3": ["fixed rules", "points value"],
    "KT-S0": [
        "before anyone deploys", "1 Scout Out Enemy Forces", "6 Eliminate Sentries",
        "uncover all dice at once",
    ],
    "KT-S1": ["20%", "rounded up", "5 models allow 1, 3 allow 1, 20 allow 4", "roll off"],
    "KT-S2": ["D3", '8" in height, length or width', 'within 1"', "suffers 1 mortal wound on a 1"],
    "KT-S3": ["Choose an enemy player who chose Plant Traps", "has no effect"],
    "KT-S4": ["D3", '8" in height, length or width', "on 5+ ignore"],
    "KT-S5": ["our own design", "D3", 'more than 3"'],
    "KT-S6": ["our own design", "one enemy player", "roll off"],
    "KT-S7": ["Disarm Traps cancels Plant Traps", "roll off", "no conflict"],
    "KT-R1": [
        "2D6", 'within 1" of at least one target', "at most one charge", "cannot shoot in the Shooting phase",
    ],
    "KT-R2": ["roll off", "higher roll decides", "note its true place"],
    "KT-R3": ["may not Advance or charge", "normal move", "out of action"],
    "KT-R4": ["each player may pick one psyker per battle round", "2D6", "warp charge value or more", "Psybolt", "immediately before"],
    "KT-R5": ["Warp charge 5", 'within 18"', "1 mortal wound", "D3 mortal wounds", "11 or more"],
    "KT-K1": ["two players", "starts at 8", "Intelligence", "Materiel", "Morale", "Territory"],
    "KT-K2": ["any one resource at 0", "keeps playing"],
    "KT-K3": ["only one player", "last date"],
    "PF-K1": ["start at 8", "costs its player 1 Morale", "on 5+"],
    "PF-K2": ["0 or below"],
    "PF-K3": ["all but one", "last week"],
    "PF-K4": [
        "3 to 20 models", "exactly 1 Leader", "up to 3 other specialists", "at most 100", "125 with Elites",
        "150 after Escalation", "up to 12", "2D6", "1 Command Point", "each full 10", "19 lower", "20 lower",
    ],
    "PF-K5": [
        "12 experience boxes", "Level 1 is 0-2", "level 2 is 3-6", "7-11", "is 12", "adds 4 points",
        "8 at level 3", "12 at level 4", "1 ability at level 1, 2 at level 2 and 4 at level 3",
        "level 1 only",
    ],
    "PF-K6": [
        "D10", "p. 204", "Hard Knocks is 9-10, and 8 as well", "D6 roll of 4+", "On 1 to 5 it starts",
        "on 1 to 3 also with -1 Move, Attacks and Leadership", "on a 1 also with -1 Strength and Wounds",
        "after round 3",
    ],
    "PF-E1": ["Face 1", "Abandoned Habs"],
    "PF-E2": ["two different models per team", "instead of one"],
    "PF-E3": ["Face 3", "subtracts 1 from hit rolls"],
    "PF-E4": ["upper floors of ruins dangerous"],
    "PF-E5": ["for Nerve tests and for the broken check", "below counts as out of action"],
    "PF-E7": [
        "D6", 'within 24"', "subtract 1 from hit rolls", 'the shooter or the target is within 6"',
        'within 1" of one is dangerous', "2 Command Points instead of 1", "on a 1",
    ],
    "PF-J1": ["one die fewer", 'none below 6", 1 at 6", 2 at 9"', "5+"],
}  # fmt: skip


@pytest.mark.parametrize("rule", sorted(NUMBERS))
def test_the_text_of_a_rule_holds_its_numbers(rule):
    assert [number for number in NUMBERS[rule] if number not in RULES[rule].text] == []


def test_every_rule_is_among_them():
    assert set(NUMBERS) == set(RULES)
