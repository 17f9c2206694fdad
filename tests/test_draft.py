"""PF-S1 by enumeration: what the dice can give, what players may decide, and what can't be."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import pytest

from campaign.errors import Refusal
from campaign.mechanisms.dice import Dice, DiceLog, ListedDice
from campaign.mechanisms.draft import DraftAnswers, DraftDecision, DraftedRow, DraftOffer, DraftRow, drafted

SIDES = ("Anna", "Ben")
GEMS = DraftOffer(
    DraftRow(id="gem", name="Gem", cards="gems"), {"ruby": "Ruby", "opal": "Opal", "jet": "Black Jet"}
)
HATS = DraftOffer(
    DraftRow(id="hat", name="Hat", cards="hats"),
    {"bowler": "Bowler", "fez": "Fez", "cap": "Cap"},
    {"crown": "Crown"},
)
ALL = DraftAnswers(
    bring={"Anna": ("ruby", "opal", "fez", "cap"), "Ben": ("ruby", "jet", "fez", "bowler")},
    row="gem",
    ban=("ruby", "ruby", "cap", "bowler"),
    pick=("jet", "fez"),
)


class Ahead:
    """Dice that show what was chosen for them, then the least face, and note how many sides each had."""

    def __init__(self, faces: Sequence[int]) -> None:
        self.faces_ahead = list(faces)
        self.sides: list[int] = []
        self.shown: list[int] = []

    def faces(self, part: str, dice: Dice) -> tuple[int, ...]:
        face = self.faces_ahead.pop(0) if self.faces_ahead else 1
        self.sides.append(dice.sides)
        self.shown.append(face)
        return (face,)


def every_draft(
    offers: Sequence[DraftOffer], told: DraftAnswers
) -> Iterator[tuple[tuple[DraftedRow, ...], Fraction]]:
    """Each draft that the dice can give, with its chance."""
    ahead: list[int] | None = []
    while ahead is not None:
        source = Ahead(ahead)
        rows, _ = drafted("draft", offers, SIDES, "Anna", told, DiceLog(source))
        chance = Fraction(1)
        for sides in source.sides:
            chance /= sides
        yield rows, chance
        ahead = after(source)


def after(source: Ahead) -> list[int] | None:
    """The next faces, the last die turning fastest; None after the last."""
    faces = list(source.shown)
    while faces and faces[-1] == source.sides[len(faces) - 1]:
        faces.pop()
    return [*faces[:-1], faces[-1] + 1] if faces else None


def by_dice(
    *faces: int,
    told: DraftAnswers = ALL,
    offers: Sequence[DraftOffer] = (GEMS, HATS),
    first: str = "Anna",
    ask: Any = None,
):
    log = DiceLog(ListedDice(faces))
    rows, decided = drafted("draft", offers, SIDES, first, told, log, ask)
    log.finish()
    return rows, decided, [(each.part, str(each.dice)) for each in log.rolled]


class TestByEnumeration:
    def test_every_draft_is_lawful_and_no_card_is_favoured(self):
        """PF-S1: two different cards of each side, two of the four banned, one of the other two picked."""
        chances: defaultdict[str, Fraction] = defaultdict(Fraction)
        sets: defaultdict[frozenset[str], Fraction] = defaultdict(Fraction)
        whole = Fraction(0)
        for [row], chance in every_draft([GEMS], DraftAnswers()):
            lie = [card for side in SIDES for card in row.brought[side]]
            assert all(len(set(row.brought[side])) == 2 for side in SIDES)
            left = Counter(lie) - Counter(row.banned)
            assert len(row.banned) == 2
            assert left.total() == 2
            assert left[row.picked] > 0
            assert (row.controls, row.bans) == ("Anna", "Ben")
            whole += chance
            chances[row.picked] += chance
            sets[frozenset(row.brought["Ben"])] += chance
        assert whole == 1
        assert set(chances.values()) == {Fraction(1, 3)}
        assert set(sets.values()) == {Fraction(1, 3)}

    def test_what_is_wished_for_is_never_banned_by_a_die(self):
        told = DraftAnswers(bring={"Anna": ("ruby", "opal"), "Ben": ("ruby", "jet")}, pick=("opal",))
        drafts = list(every_draft([GEMS], told))
        assert {row.picked for [row], _ in drafts} == {"opal"}
        assert {frozenset(row.banned) for [row], _ in drafts} == {
            frozenset({"ruby"}),
            frozenset({"ruby", "jet"}),
        }
        assert sum(chance for _, chance in drafts) == 1

    def test_dice_fall_only_where_they_decide_something(self):
        rows, _, rolled = by_dice(
            told=DraftAnswers(
                bring={"Anna": ("ruby", "opal"), "Ben": ("ruby", "opal")}, ban=("opal", "opal")
            ),
            offers=[GEMS],
        )
        assert rolled == []
        assert rows[0].picked == "ruby"

    def test_a_card_that_is_left_over_is_no_choice(self):
        two = DraftOffer(GEMS.row, {"ruby": "Ruby", "opal": "Opal"})
        rows, _, rolled = by_dice(1, 1, 1, told=DraftAnswers(), offers=[two])
        assert rows[0].brought == {"Anna": ("ruby", "opal"), "Ben": ("ruby", "opal")}
        assert rolled[:2] == [("draft.gem.ban.Ben", "D4"), ("draft.gem.ban.Ben", "D3")]


class TestRoles:
    @pytest.mark.parametrize("first", SIDES)
    @pytest.mark.parametrize("row", ["gem", "hat"])
    def test_the_first_controls_its_row_and_they_swap_for_the_other(self, first, row):
        other = "Ben" if first == "Anna" else "Anna"
        told = DraftAnswers(bring=ALL.bring, row=row, ban=ALL.ban, pick=ALL.pick)
        rows, _, _ = by_dice(told=told, first=first)
        assert {each.id: (each.controls, each.bans) for each in rows} == {
            "gem": (first, other) if row == "gem" else (other, first),
            "hat": (first, other) if row == "hat" else (other, first),
        }

    def test_each_decision_has_a_part_of_its_own(self):
        _, decided, rolled = by_dice(*[1] * 15, told=DraftAnswers())
        assert rolled == [
            ("draft.gem.bring.Anna", "D3"), ("draft.gem.bring.Anna", "D2"),
            ("draft.hat.bring.Anna", "D3"), ("draft.hat.bring.Anna", "D2"),
            ("draft.gem.bring.Ben", "D3"), ("draft.gem.bring.Ben", "D2"),
            ("draft.hat.bring.Ben", "D3"), ("draft.hat.bring.Ben", "D2"),
            ("draft.row.Anna", "D2"),
            ("draft.gem.ban.Ben", "D4"), ("draft.gem.ban.Ben", "D3"), ("draft.gem.pick.Anna", "D2"),
            ("draft.hat.ban.Anna", "D4"), ("draft.hat.ban.Anna", "D3"), ("draft.hat.pick.Ben", "D2"),
        ][: len(rolled)]  # fmt: skip
        assert decided == DraftAnswers()


class TestTold:
    def test_all_told_and_nothing_rolled(self):
        rows, decided, rolled = by_dice()
        assert rolled == []
        assert decided == ALL
        assert rows == (
            DraftedRow(
                id="gem", name="Gem", controls="Anna", bans="Ben",
                brought={"Anna": ("ruby", "opal"), "Ben": ("ruby", "jet")}, banned=("ruby", "ruby"), picked="jet",
            ),
            DraftedRow(
                id="hat", name="Hat", controls="Ben", bans="Anna",
                brought={"Anna": ("fez", "cap"), "Ben": ("fez", "bowler")}, banned=("cap", "bowler"), picked="fez",
            ),
        )  # fmt: skip

    def test_by_names_and_by_beginnings_of_them(self):
        told = DraftAnswers(
            bring={"Anna": ("Rub", "OPAL", "fez", "cap"), "Ben": ("ruby", "black", "fez", "bow")},
            row="Ge", ban=("ruby", "ruby", "cap", "bow"), pick=("black jet", "fe"),
        )  # fmt: skip
        assert by_dice(told=told)[:2] == by_dice()[:2]

    def test_one_copy_banned_leaves_the_other(self):
        told = DraftAnswers(
            bring=ALL.bring, row="gem", ban=("ruby", "jet", "cap", "bowler"), pick=("ruby", "fez")
        )
        rows, _, _ = by_dice(told=told)
        assert rows[0].picked == "ruby"

    def test_what_is_missing_is_rolled(self):
        told = DraftAnswers(bring={"Ben": ("jet",)}, row="hat", ban=(), pick=())
        rows, decided, rolled = by_dice(3, 1, 1, 1, 2, 1, 1, 1, 1, 2, 1, 1, 2, told=told)
        assert rows[0].brought == {"Anna": ("jet", "ruby"), "Ben": ("jet", "opal")}
        assert decided == DraftAnswers(bring={"Ben": ("jet",)}, row="hat")
        assert ("draft.gem.bring.Ben", "D2") in rolled

    def test_told_again_it_is_the_same(self):
        """What is not left to the dice, with the same dice, gives the same draft: so it is made again."""
        told = DraftAnswers(bring={"Ben": ("jet",)}, row="hat", pick=("fez",))
        faces = (3, 1, 1, 1, 2, 2, 1, 1, 1, 1, 1, 1)
        rows, decided, _ = by_dice(*faces, told=told)
        assert by_dice(*faces, told=decided)[:2] == (rows, decided)

    @pytest.mark.parametrize(
        ("told", "reason"),
        [
            ({"bring": {"Anna": ("rubby",)}}, "There is no card “rubby”. Did you mean “Ruby”?"),
            ({"bring": {"Anna": ("ruby", "Ruby")}}, "Anna brings “Ruby” twice. Each card of a side must be different."),
            ({"bring": {"Anna": ("ruby", "opal", "jet")}}, "Anna brings too many cards for the row “Gem”: 3. It may bring at most 2."),
            ({"bring": {"Anna": ("crown",)}}, "“Crown” can’t be used in this battle. Choose from: Bowler, Fez, Cap."),
            ({"bring": {"Cid": ("ruby",)}}, "There is no side “Cid” in this battle. Choose from: Anna, Ben."),
            ({"row": "shoe"}, "There is no row “shoe”. Choose from: Gem, Hat."),
            ({"ban": ("ruby", "opal", "jet")}, "Too many cards banned from the row “Gem”: 3. Ban at most 2."),
            ({"ban": ("ruby", "opal"), "pick": ("opal",)}, "“Opal” is banned. Pick one of these: Ruby, Black Jet."),
            ({"pick": ("ruby", "opal")}, "Only one card is picked from the row “Gem”; got 2. Name one card."),
            ({"pick": ("sword",)}, "There is no card “sword”."),
            ({"ban": ("jet", "jet")}, "“Black Jet” is in the row “Gem” only once."),
            ({"ban": ("cap", "cap")}, "“Cap” is in the row “Hat” only once."),
            (
                {"bring": {"Anna": ("ruby", "opal"), "Ben": ("ruby", "opal")}, "pick": ("jet",)},
                "“Black Jet” is not in the row “Gem”. In the row: Ruby, Opal, Ruby, Opal.",
            ),
        ],
    )  # fmt: skip
    def test_what_can_not_be(self, told, reason):
        told = {"bring": ALL.bring, **told}
        with pytest.raises(Refusal) as refused:
            by_dice(*[1] * 20, told=DraftAnswers(**told))
        assert str(refused.value).startswith(reason)


class TestAsked:
    def test_each_decision_in_its_turn(self):
        asked: list[DraftDecision] = []

        def ask(decision: DraftDecision) -> Sequence[str]:
            asked.append(decision)
            return [card for card, _ in decision.options][: decision.count]

        rows, decided, rolled = by_dice(told=DraftAnswers(ban=("ruby",)), ask=ask)
        assert rolled == []
        assert [(each.kind, each.row, each.side, each.count) for each in asked] == [
            ("bring", "Gem", "Anna", 2), ("bring", "Hat", "Anna", 2), ("bring", "Gem", "Ben", 2),
            ("bring", "Hat", "Ben", 2), ("row", "", "Anna", 1), ("ban", "Gem", "Ben", 1), ("pick", "Gem", "Anna", 1),
            ("ban", "Hat", "Anna", 2),
        ] + [("pick", "Hat", "Ben", 1)] * (len(asked) - 8)  # fmt: skip
        assert rows[0].banned == ("ruby", "opal")
        assert decided.bring == {
            "Anna": ("ruby", "opal", "bowler", "fez"),
            "Ben": ("ruby", "opal", "bowler", "fez"),
        }

    def test_what_is_not_answered_is_rolled(self):
        _, decided, rolled = by_dice(*[1] * 15, told=DraftAnswers(), ask=lambda decision: [])
        assert decided == DraftAnswers()
        assert rolled == by_dice(*[1] * 15, told=DraftAnswers())[2]
