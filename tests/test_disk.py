"""Files are old or new and never in between, whatever the disk says."""

from __future__ import annotations

import os
import stat

import pytest

from campaign.files.disk import bytes_of, inside, put


def names(folder):
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("lasting", [False, True])
def test_a_file_is_written_and_written_over(tmp_path, lasting):
    path = tmp_path / "a.html"
    assert bytes_of(path) is None
    for data in (b"one", b"\r\n\0"):
        put(path, data, lasting=lasting)
        assert bytes_of(path) == data
    assert names(tmp_path) == ["a.html"]


@pytest.mark.parametrize("call", ["replace", "fsync"])
def test_what_fails_leaves_the_old_file_alone(tmp_path, monkeypatch, call):
    path = tmp_path / "a.html"
    path.write_bytes(b"old")

    def full(*_: object) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr(os, call, full)
    with pytest.raises(OSError, match="No space"):
        put(path, b"new", lasting=True)
    assert bytes_of(path) == b"old"
    assert names(tmp_path) == ["a.html"]


@pytest.mark.skipif(os.name == "nt", reason="Windows knows no such thing")
def test_a_private_one_is_for_its_owner_even_after_a_run_that_was_cut_off(tmp_path):
    (tmp_path / ".a.html.new").write_bytes(b"half")
    (tmp_path / ".a.html.new").chmod(0o666)
    put(tmp_path / "a.html", b"secret", private=True)
    assert stat.S_IMODE((tmp_path / "a.html").stat().st_mode) == 0o600


@pytest.mark.parametrize("name", ["a", "a/b.html", "a b/ć.html", "..a", "a/..b"])
def test_inside(name):
    assert inside(name)


@pytest.mark.parametrize("name", ["", "/a", "../a", "a/../../b", "a\\b", "C:a", "a\0"])
def test_outside(name):
    assert not inside(name)
