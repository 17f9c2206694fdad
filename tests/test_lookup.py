"""Sides, missions and decks by what players call them."""

from __future__ import annotations

import pytest

from campaign.content.library import Library, built_in, known_systems
from campaign.content.lookup import by_side, deck_of, mission_of, side_of
from campaign.errors import Refusal
from campaign.ledger.entries import Side
from campaign.mechanisms.deck import Deck

DECKS = {
    "drops": Deck(kind="deck", name="Fate", origin="original", rows=()),
    "fate-cards": Deck(kind="deck", name="Drops", origin="original", rows=()),
}


@pytest.mark.parametrize(
    ("said", "found"),
    [("drops", "drops"), ("fate", "drops"), ("fate-", "fate-cards"), ("Fate Cards", None), ("dr", None)],
)
def test_a_deck_by_its_id_before_its_name(said, found):
    if found is not None:
        assert deck_of(said, DECKS) == found
        return
    with pytest.raises(Refusal):
        deck_of(said, DECKS)


def test_a_mission_by_its_id_or_the_beginning_of_its_name():
    for system in known_systems([built_in()]):
        library = Library(system, [built_in()])
        for mission_id in library.mission_ids():
            assert mission_of(library, mission_id) == mission_id
            assert mission_of(library, library.mission(mission_id).name.upper()) == mission_id
        with pytest.raises(Refusal, match="There is no mission"):
            mission_of(library, "no such")
    assert mission_of(library, None) is None


def test_a_side():
    assert side_of("Anna: red + vas", ["Red", "Vas"]) == Side(name="Anna", teams=("Red", "Vas"))
    assert side_of("re", ["Red", "Vas"]) == Side(name="Red", teams=("Red",))
    assert by_side(["re=attacker"], ["Red", "Vas"], "Red=attacker") == {"Red": "attacker"}
