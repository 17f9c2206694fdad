from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.content.library import Library, built_in
from campaign.errors import Refusal
from campaign.files.schema import Span
from campaign.mechanisms.dice import Dice, DiceLog, ListedDice
from campaign.mechanisms.table import Row, Table, gaps, roll, row_at

ROOT = Path(__file__).resolve().parent.parent


def table(dice: str, *spans: str, leads: Mapping[str, str] | None = None) -> Table:
    """A table with a row for each span, its id an r and the span; `leads` has the tables to roll on next."""
    further = leads or {}
    rows = (
        Row(id=f"r{span}", name=span, on=Span.parse(span), table=further.get(f"r{span}")) for span in spans
    )
    return Table(kind="table", name="Loot", dice=Dice.parse(dice), rows=tuple(rows))


none_here: dict[str, Table] = {}


def brute_force(dice: Dice) -> Counter[int]:
    """How often each total comes up among all that the dice can show."""
    return Counter(dice.total(faces) for faces in product(dice.die_faces, repeat=dice.count))


def weights(table: Table) -> dict[str, Fraction]:
    """The exact chance of each row, by id."""
    ways = table.dice.results()
    every = sum(ways.values())
    chances = {row.id: Fraction(0) for row in table.rows}
    for result, weight in ways.items():
        chances[row_at(table, result).id] += Fraction(weight, every)
    return chances


class TestGaps:
    def test_a_whole_table_has_none(self):
        assert gaps(table("2D6", "2-6", "7", "8-12")) == ([], [], [])

    def test_results_without_a_row_with_several_and_rows_out_of_reach(self):
        loot = table("D6", "1-3", "3-4", "6", "7-9")
        none, several, unreached = gaps(loot)
        assert (none, several) == ([5], [3])
        assert [row.id for row in unreached] == ["r7-9"]

    def test_a_d66_has_no_result_between_its_tens(self):
        assert gaps(table("D66", "11-16", "21-36", "41-66")) == ([], [], [])
        assert gaps(table("D66", "11-36", "41-66", "37-40"))[2][0].id == "r37-40"

    @given(
        st.sampled_from(["D6", "2D6", "D66", "D3+1", "3D3"]),
        st.lists(st.tuples(st.integers(1, 20), st.integers(0, 60)), max_size=4),
    )
    def test_against_a_count_of_every_result(self, dice, spans):
        loot = table(dice, *dict.fromkeys(f"{least}-{least + more}" for least, more in spans))
        covers = {
            result: sum(row.on is not None and result in row.on for row in loot.rows)
            for result in brute_force(loot.dice)
        }
        none, several, unreached = gaps(loot)
        assert set(none) == {result for result, many in covers.items() if many == 0}
        assert set(several) == {result for result, many in covers.items() if many > 1}
        assert [row.id for row in unreached] == [
            row.id for row in loot.rows if not any(row.on and result in row.on for result in covers)
        ]


class TestWeights:
    @pytest.mark.parametrize(
        ("dice", "spans"),
        [
            ("D6", ("1-2", "3-6")),
            ("2D6", ("2", "3-6", "7", "8-12")),
            ("D66", ("11-16", "21-46", "51-66")),
            ("3D6", ("3-9", "10-18")),
            ("D3+1", ("2", "3-4")),
        ],
    )
    def test_by_enumeration(self, dice, spans):
        loot = table(dice, *spans)
        counted: Counter[str] = Counter()
        for result, many in brute_force(loot.dice).items():
            counted[row_at(loot, result).id] += many
        every = sum(counted.values())
        assert weights(loot) == {row: Fraction(many, every) for row, many in counted.items()}

    def test_seven_on_two_dice(self):
        assert weights(table("2D6", "2-6", "7", "8-12"))["r7"] == Fraction(1, 6)


class TestRoll:
    @pytest.mark.parametrize("face", range(1, 7))
    def test_each_face_finds_its_row(self, face):
        [landed] = roll("loot", table("D6", "1-2", "3-6"), DiceLog(ListedDice([face])), none_here.__getitem__)
        assert (landed.part, landed.rolled.faces) == ("loot", (face,))
        assert landed.row.id == ("r1-2" if face < 3 else "r3-6")

    def test_nested_tables_roll_on_under_names_of_their_own(self):
        tables = {
            "gems": table("D3", "1-2", "3", leads={"r3": "gold"}),
            "gold": table("2D6", "2-12"),
        }
        log = DiceLog(ListedDice([6, 3, 5, 4]))
        landed = roll("loot", table("D6", "1-5", "6", leads={"r6": "gems"}), log, tables.__getitem__)
        log.finish()
        assert [(each.part, each.rolled.total, each.row.id) for each in landed] == [
            ("loot", 6, "r6"),
            ("loot.gems", 3, "r3"),
            ("loot.gold", 9, "r2-12"),
        ]

    def test_a_ring_is_refused(self):
        ring = table("D3", "1-3", leads={"r1-3": "ring"})
        with pytest.raises(Refusal) as caught:
            roll("loot", ring, DiceLog(ListedDice([1] * 20)), {"ring": ring}.__getitem__)
        assert str(caught.value) == (
            "The tables of “loot” lead on more than 8 times. Make sure that no table leads "
            "back to an earlier one."
        )

    def test_a_result_without_a_row_is_refused(self):
        with pytest.raises(Refusal) as caught:
            roll("loot", table("D6", "1-5"), DiceLog(ListedDice([6])), none_here.__getitem__)
        assert str(caught.value) == "The table “Loot” has no row for 6. Run “campaign check” on its folder."


HABS = ("Abandoned Habs", "Abandoned Munitions")
TABLES = [
    (path.parent.name, path.stem)
    for path in sorted((ROOT / "cards").glob("*/*.yaml"))
    if "\nkind: table\n" in path.read_text(encoding="utf-8")
]


class TestBuiltIn:
    def test_they_are_found(self):
        assert ("killteam", "sector-imperialis") in TABLES
        assert ("killteam", "missions-2") in TABLES

    @pytest.mark.parametrize(("system", "name"), TABLES)
    def test_every_result_has_exactly_one_row_and_every_row_a_result(self, system, name):
        loot = Library(system, [built_in()]).table(name)
        hits = Counter(
            row.id for result in brute_force(loot.dice) for row in loot.rows if row.on and result in row.on
        )
        assert sum(hits.values()) == len(brute_force(loot.dice))
        assert set(hits) == {row.id for row in loot.rows}
        assert gaps(loot) == ([], [], [])
        assert sum(weights(loot).values()) == 1

    @pytest.mark.parametrize(
        ("name", "rows"),
        [
            ("sector-imperialis", [*HABS, "Smoke in the Air", "Traps", "Tunnels", "Hidden Cache"]),
            ("covert-war-objectives", ["Secure the Battlefield", "Retrieve the Cache", "Infiltrate"]),
        ],
    )
    def test_the_faces_of_the_book(self, name, rows):
        """KT-C5, KT-E1 to KT-E6: row by row."""
        loot = Library("killteam", [built_in()]).table(name)
        assert [row_at(loot, face).name for face in loot.dice.die_faces] == rows
        assert set(weights(loot).values()) == {Fraction(1, len(rows))}
