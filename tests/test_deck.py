"""Decks: request 19, n different cards of n, and card n + 1 is a clear sentence or a shuffle that is told.

Chance is no measure here: where every card has to be as likely as every other, all that can come up is played
through, once each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product, repeat
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.content.library import library_without
from campaign.errors import Refusal
from campaign.mechanisms.deck import JOKER, Card, Deck, card_of, deal, pile, words_on
from tests.commands.dealing import Fixed

NONE: Counter[str] = Counter()
FIRST, LAST = 0.0, 1 - 2**-53
"""The least and the most that `random()` can give."""


def deck(*ids: str, jokers: int = 0) -> Deck:
    rows = tuple(Card(id=each, name=each.upper(), text=f"The text of {each}.") for each in ids)
    return Deck(kind="deck", name="Omens", rows=rows, jokers=jokers)


def every(size: int, count: int) -> Iterator[Fixed]:
    """All that can come up as `count` of `size` cards are dealt: each place of what is left, once each."""
    sizes = [size - place for place in range(count)]
    for places in product(*map(range, sizes)):
        yield Fixed([(place + 0.5) / left for place, left in zip(places, sizes, strict=True)])


FOUR = deck("ash", "bell", "crow", "dusk")


# --- without replacement ---


@pytest.mark.parametrize("answer", [FIRST, 0.25, 0.5, 0.99, LAST])
def test_n_cards_from_a_deck_of_n(answer):
    """Request 19: all of them, each once, wherever chance points; nothing is left, nothing was shuffled."""
    dealt = deal(FOUR, NONE, NONE, 4, Fixed(repeat(answer)))
    assert sorted(dealt.cards) == ["ash", "bell", "crow", "dusk"]
    assert (dealt.left, dealt.fresh) == ((), False)


def test_one_card_more_is_refused():
    """Request 19: with a sentence that says how many there are, and what can be done."""
    with pytest.raises(Refusal) as refused:
        deal(FOUR, NONE, NONE, 5, Fixed(()))
    assert str(refused.value) == (
        "“Omens” has too few cards left: 4. Draw for fewer teams, or add cards in house/."
    )


def test_the_least_and_the_most_that_chance_can_say():
    assert deal(FOUR, NONE, NONE, 2, Fixed(repeat(FIRST))).cards == ("ash", "bell")
    assert deal(FOUR, NONE, NONE, 2, Fixed(repeat(LAST))).cards == ("dusk", "crow")


def test_nobody_draws():
    assert deal(FOUR, NONE, NONE, 0, Fixed(())).left == ("ash", "bell", "crow", "dusk")


def test_every_deal_is_equally_likely():
    """Request 19: each of the 4 x 3 ways in which two of four cards can come, exactly once in 12."""
    dealt = [deal(FOUR, NONE, NONE, 2, random).cards for random in every(4, 2)]
    assert sorted(dealt) == sorted(permutations(["ash", "bell", "crow", "dusk"], 2))


def test_jokers_are_as_likely_as_other_cards():
    """KZ-C1: of three cards and two jokers each of the five is as likely: a joker twice as much as a card."""
    dealt = Counter(
        deal(deck("ash", "bell", "crow", jokers=2), NONE, NONE, 2, random).cards for random in every(5, 2)
    )
    cards = list(permutations(["ash", "bell", "crow"], 2))
    expected = Counter(cards)
    expected += Counter({(card, JOKER): 2 for card in ("ash", "bell", "crow")})
    expected += Counter({(JOKER, card): 2 for card in ("ash", "bell", "crow")})
    expected += Counter({(JOKER, JOKER): 2})
    assert dealt == expected
    assert dealt.total() == 20


# --- a deck that lasts ---


def test_what_is_gone_is_not_dealt():
    dealt = [deal(FOUR, Counter(["ash", "dusk"]), NONE, 2, random) for random in every(2, 2)]
    assert sorted(each.cards for each in dealt) == [("bell", "crow"), ("crow", "bell")]
    assert {each.fresh for each in dealt} == {False}  # just enough is enough


def test_one_too_few_and_all_is_shuffled():
    """Request 19: the whole deck, those that were gone included, and `fresh` says so."""
    dealt = [deal(FOUR, Counter(["ash", "bell", "dusk"]), NONE, 2, random) for random in every(4, 2)]
    assert sorted(each.cards for each in dealt) == sorted(permutations(["ash", "bell", "crow", "dusk"], 2))
    assert {each.fresh for each in dealt} == {True}


def test_what_lies_on_the_table_is_not_shuffled_in():
    """Request 19: nobody draws what somebody holds, before or after the shuffle."""
    table = Counter(["ash"])
    before = [deal(FOUR, Counter(["bell"]), table, 2, random) for random in every(2, 2)]
    assert sorted(each.cards for each in before) == [("crow", "dusk"), ("dusk", "crow")]
    after = [deal(FOUR, Counter(["bell", "crow"]), table, 2, random) for random in every(3, 2)]
    assert sorted(each.cards for each in after) == sorted(permutations(["bell", "crow", "dusk"], 2))
    assert ({each.fresh for each in before}, {each.fresh for each in after}) == ({False}, {True})


def test_a_shuffle_may_not_be_enough():
    """What the table holds is counted out: three of four are left, and four are wanted."""
    with pytest.raises(Refusal, match="“Omens” has too few cards left: 3"):
        deal(FOUR, Counter(["bell"]), Counter(["ash"]), 4, Fixed(()))


def test_jokers_that_are_gone_are_counted():
    """KZ-C1: one of three went; two are left, and both can come."""
    jokers = deck("ash", jokers=3)
    dealt = deal(jokers, Counter([JOKER]), NONE, 3, Fixed(repeat(LAST)))
    assert (dealt.cards, dealt.left) == ((JOKER, JOKER, "ash"), ())
    kept = deal(jokers, Counter(["ash"]), Counter([JOKER]), 2, Fixed(repeat(LAST)))
    assert (kept.cards, kept.fresh) == ((JOKER, JOKER), False)


DECK = deck("ash", "bell", "crow", jokers=2)
SOME = st.lists(st.sampled_from(["ash", "bell", "crow", JOKER]), max_size=6).map(Counter)


@given(gone=SOME, kept=SOME, count=st.integers(0, 6), seed=st.integers(0, 9))
def test_every_deal_adds_up(gone, kept, count, seed):
    """Request 19: dealt and left are what could be dealt, and `fresh` just where that was too little."""
    free = pile(DECK) - kept
    pool = free - gone if (free - gone).total() >= count else free
    if free.total() < count:
        with pytest.raises(Refusal, match=f"has too few cards left: {free.total()}"):
            deal(DECK, gone, kept, count, Random(seed))
        return
    dealt = deal(DECK, gone, kept, count, Random(seed))
    assert len(dealt.cards) == count
    assert Counter(dealt.cards) + Counter(dealt.left) == pool
    assert dealt.fresh == ((free - gone).total() < count)


# --- cards ---


def test_a_pile_is_the_cards_and_the_jokers():
    """KZ-C1."""
    assert pile(deck("ash", "bell", jokers=3)) == Counter({"ash": 1, "bell": 1, JOKER: 3})
    assert pile(deck("ash")) == Counter({"ash": 1})


@pytest.mark.parametrize("said", ["red-sun", "RED SUN", "red s", "Red"])
def test_a_card_by_its_id_or_by_any_beginning_of_its_name(said):
    rows = (Card(id="red-sun", name="RED SUN", text="x"), Card(id="moon", name="MOON", text="y"))
    assert card_of(Deck(kind="deck", name="Omens", rows=rows), said) is rows[0]


def test_a_card_that_is_not_there_or_could_be_two():
    rows = (Card(id="a", name="RED SUN", text="x"), Card(id="b", name="RED MOON", text="y"))
    omens = Deck(kind="deck", name="Omens", rows=rows)
    with pytest.raises(Refusal) as two:
        card_of(omens, "red")
    assert str(two.value) == "“red” is ambiguous: RED SUN, RED MOON. Type more of the name."
    with pytest.raises(Refusal, match="There is no card “blue”"):
        card_of(omens, "blue")


def test_the_words_on_a_card():
    """What stands on it is counted, its name and what it asks for are not."""
    card = Card(id="a", name="RED SUN", concept="One two.", text="Three four five.", playable="Six.")
    assert words_on(card) == 6


@pytest.mark.parametrize("name", ["secondary-objectives", "fates"])
def test_the_decks_of_killzone(name):
    """KZ-C1: 13 cards and a few jokers in each deck, so 16 cards can be drawn and a seventeenth can't."""
    cards = library_without("killzone").deck(name)
    dealt = deal(cards, NONE, NONE, 16, Fixed(repeat(FIRST)))
    assert Counter(dealt.cards) == pile(cards)
    assert (len(set(dealt.cards) - {JOKER}), dealt.cards.count(JOKER)) == (13, 3)
    with pytest.raises(Refusal, match="has too few cards left: 16"):
        deal(cards, NONE, NONE, 17, Fixed(repeat(FIRST)))
