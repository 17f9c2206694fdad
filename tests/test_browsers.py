from __future__ import annotations

import os
from pathlib import Path

import pytest

from campaign.errors import Refusal
from campaign.printing import pdf as browsers
from campaign.printing.pdf import Browser, found, named
from tests.made_browsers import browser


class TestNamed:
    def test_nothing_is_named(self):
        assert named({}) is None
        assert named({"CAMPAIGN_BROWSER": " "}) is None

    def test_by_its_path(self, tmp_path):
        program = browser(tmp_path, "")
        assert named({"CAMPAIGN_BROWSER": str(program)}) == Browser(program)

    def test_by_its_name(self, tmp_path):
        program = browser(tmp_path, "", "my-browser")
        there = {"CAMPAIGN_BROWSER": "my-browser", "PATH": str(tmp_path)}
        assert named(there) == Browser(program)

    @pytest.mark.parametrize("said", ["no-such-browser", "/no/such/browser", "."])
    def test_a_wrong_one(self, said):
        with pytest.raises(Refusal) as caught:
            named({"CAMPAIGN_BROWSER": said, "PATH": ""})
        assert str(caught.value) == (
            f"CAMPAIGN_BROWSER is set to “{said}”, but there is no such program. "
            "Set it to the path of Chrome, Chromium, Edge or Brave, or unset it."
        )


@pytest.fixture(autouse=True)
def nothing_here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What is installed where the tests run is not looked at."""
    monkeypatch.setattr(browsers, "EVERYBODY_S_FLATPAKS", tmp_path / "flatpaks")
    monkeypatch.setattr(browsers, "APPLICATIONS", tmp_path / "All")


def put(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"")
    path.chmod(0o755)
    return path


@pytest.mark.skipif(os.name == "nt", reason="programs are found by their mode")
class TestOnLinux:
    def test_none(self, tmp_path):
        assert found("linux", {"PATH": str(tmp_path), "HOME": str(tmp_path)}) is None
        assert found("linux", {"PATH": "", "HOME": str(tmp_path)}) is None

    def test_chrome_before_chromium_before_the_others(self, tmp_path):
        there = {"PATH": str(tmp_path), "HOME": str(tmp_path)}
        for name in ("brave-browser", "microsoft-edge", "chromium", "google-chrome"):
            program = put(tmp_path / name)
            assert found("linux", there) == Browser(program)

    def test_a_flatpak_reads_a_folder_of_its_own(self, tmp_path, monkeypatch):
        monkeypatch.setenv("HOME", str(tmp_path))
        program = put(tmp_path / ".local/share/flatpak/exports/bin/org.chromium.Chromium")
        there = {"PATH": "", "HOME": str(tmp_path)}
        assert found("linux", there) == Browser(program, tmp_path / ".var/app/org.chromium.Chromium/cache")

    def test_so_does_a_snap(self, tmp_path, monkeypatch):
        monkeypatch.setenv("HOME", str(tmp_path))
        (tmp_path / "bin").mkdir()
        program = tmp_path / "bin/chromium"
        program.symlink_to(put(tmp_path / "usr/snap"))
        there = {"PATH": str(tmp_path / "bin"), "HOME": str(tmp_path)}
        assert found("linux", there) == Browser(program, tmp_path / "snap/chromium/common")


class TestElsewhere:
    def test_on_macos(self, tmp_path):
        there = {"HOME": str(tmp_path)}
        assert found("darwin", there) is None
        own = put(tmp_path / "Applications/Brave Browser.app/Contents/MacOS/Brave Browser")
        assert found("darwin", there) == Browser(own)
        everybody_s = put(tmp_path / "All/Chromium.app/Contents/MacOS/Chromium")
        assert found("darwin", there) == Browser(everybody_s)

    def test_on_windows(self, tmp_path):
        there = {"PROGRAMFILES": str(tmp_path / "64"), "PROGRAMFILES(X86)": str(tmp_path / "86")}
        edge = put(tmp_path / "86/Microsoft/Edge/Application/msedge.exe")
        if os.name != "nt":
            assert found("win32", there) == Browser(edge)
        chrome = put(tmp_path / "64/Google/Chrome/Application/chrome.exe")
        assert found("win32", there) == Browser(chrome)
