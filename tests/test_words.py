from __future__ import annotations

from gettext import NullTranslations

import pytest

from campaign import words
from campaign.words import listed, say


@pytest.mark.parametrize(
    ("names", "all_of_them"),
    [
        ([], ""),
        (["red"], "red"),
        (["red", "green"], "red, green"),
        ((2, 3, 4), "2, 3, 4"),
    ],
)
def test_lists(names, all_of_them):
    assert listed(names) == all_of_them
    assert listed(iter(names)) == all_of_them


def test_values_are_put_in_and_never_read_as_a_pattern():
    assert say("{name} has {name}.", name="{x}") == "{x} has {x}."
    assert say("No {value} here.") == "No {value} here."


def test_a_language_has_its_own_sentences(monkeypatch):
    german = {"{before}, {next}": "{before}; {next}"}

    class German(NullTranslations):
        def gettext(self, message: str) -> str:
            return german.get(message, message)

    monkeypatch.setattr(words, "_translations", German)
    assert listed(["rot", "grün", "blau"]) == "rot; grün; blau"
