from __future__ import annotations

import pytest

from campaign.errors import Refusal
from campaign.names import allowed_on_disk, matched


@pytest.mark.parametrize(
    "name", ["con", "CON", "nul.yaml", "aux.tar.gz", "prn", "com1.yaml", "Lpt9", "con .yaml"]
)
def test_names_of_devices(name):
    assert not allowed_on_disk(name)


@pytest.mark.parametrize(
    "name", ["cons", "icon.yaml", "com", "com10", "lpt-1", "null", "the-con", "con-artist.yaml"]
)
def test_names_for_files(name):
    assert allowed_on_disk(name)


def test_several_names_are_offered():
    with pytest.raises(Refusal) as caught:
        matched("ir", ["Iron Vow", "Iris", "Irk", "Vas Kar"], "There is no team “ir”.")
    assert str(caught.value) == "“ir” is ambiguous: Iron Vow, Iris, Irk. Type more of the name."
