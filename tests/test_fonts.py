from __future__ import annotations

import json

import pytest
from fontTools.ttLib import TTFont

from tests.make_fonts import FACES, FONTS, widths

HUNGARIAN, POLISH, RUSSIAN = "ÁÉÍÓÖŐÚÜŰáéíóöőúüű", "ĄĆĘŁŃÓŚŹŻąćęłńóśźż", "АБВГДЕЁЖЗИЙЪЫЬЭЮЯабвгдеёжзийъыьэюя"


@pytest.mark.parametrize("face", FACES)
def test_widths_are_those_of_the_font(face):
    known = json.loads((FONTS / "widths.json").read_text(encoding="utf-8"))
    assert known[face] == widths(TTFont(FONTS / f"{face}.woff2"))


@pytest.mark.parametrize("face", FACES)
def test_every_language_of_the_players_is_there(face):
    letters = TTFont(FONTS / f"{face}.woff2").getBestCmap()
    assert [each for each in HUNGARIAN + POLISH + RUSSIAN + "“”’–…×−→≥" if ord(each) not in letters] == []


def test_the_licence_lies_beside_them():
    assert "SIL OPEN FONT LICENSE Version 1.1" in (FONTS / "OFL.txt").read_text(encoding="utf-8")
