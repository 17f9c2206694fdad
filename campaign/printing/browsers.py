"""Finds a browser that the player has already and that can print: Chrome, Chromium, Edge or Brave.

Where each system puts its programs is listed here; the variable CAMPAIGN_BROWSER names one before all others.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from campaign.errors import Refusal
from campaign.words import say

__all__ = ["NAMED", "Browser", "found", "named"]

NAMED = "CAMPAIGN_BROWSER"
"""The variable with a browser's path, or its name on the search path."""

COMMANDS = (
    "google-chrome", "google-chrome-stable", "chromium", "chromium-browser", "microsoft-edge",
    "microsoft-edge-stable", "brave-browser", "brave",
)  # fmt: skip
EVERYBODY_S_FLATPAKS = Path("/var/lib/flatpak/exports/bin")
APPLICATIONS = Path("/Applications")
FLATPAKS = ("com.google.Chrome", "org.chromium.Chromium", "com.microsoft.Edge", "com.brave.Browser")
BUNDLES = ("Google Chrome", "Chromium", "Microsoft Edge", "Brave Browser")
PROGRAMS = (
    ("chrome.exe", "Google/Chrome/Application"),
    ("chromium.exe", "Chromium/Application"),
    ("chrome.exe", "Chromium/Application"),
    ("msedge.exe", "Microsoft/Edge/Application"),
    ("brave.exe", "BraveSoftware/Brave-Browser/Application"),
)


@dataclass(frozen=True, slots=True)
class Browser:
    """A program, and the folder below which it may read and write: None for the system's temporary one."""

    program: Path
    within: Path | None = None


def named(environment: Mapping[str, str] = os.environ) -> Browser | None:
    """The browser that CAMPAIGN_BROWSER names; None where it is not set. Raises Refusal for a wrong one."""
    said = environment.get(NAMED, "").strip()
    if not said:
        return None
    program = shutil.which(os.path.expanduser(said), path=environment.get("PATH"))  # noqa: PTH111 - may be a mere name
    if program is None:
        raise Refusal(
            say("{variable} names “{said}”, and there is no such program.", variable=NAMED, said=said),
            say("Name the path of Chrome, Chromium, Edge or Brave, or unset it."),
        )
    return _confined(Path(program))


def found(platform: str = sys.platform, environment: Mapping[str, str] = os.environ) -> Browser | None:
    """The first browser in its usual place; None where there is none."""
    places = {"win32": _on_windows, "darwin": _on_macos}.get(platform, _on_linux)
    return next((_confined(path) for path in places(environment) if path.is_file()), None)


def _on_linux(environment: Mapping[str, str]) -> Iterator[Path]:
    yield from _on_the_path(environment)
    home = Path(environment.get("HOME") or "~").expanduser()
    for folder in (home / ".local/share/flatpak/exports/bin", EVERYBODY_S_FLATPAKS):
        yield from (folder / name for name in FLATPAKS)


def _on_macos(environment: Mapping[str, str]) -> Iterator[Path]:
    home = Path(environment.get("HOME") or "~").expanduser()
    for name in BUNDLES:
        for folder in (APPLICATIONS, home / "Applications"):
            yield folder / f"{name}.app/Contents/MacOS/{name}"
    yield from _on_the_path(environment)


def _on_windows(environment: Mapping[str, str]) -> Iterator[Path]:
    roots = [environment.get(name) for name in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")]
    for program, below in PROGRAMS:
        yield from (Path(root, below, program) for root in roots if root)
        yield from _registered(program)


def _on_the_path(environment: Mapping[str, str]) -> Iterator[Path]:
    """Programs by their names; without a search path there are none, whatever Python would take for one."""
    if path := environment.get("PATH"):
        yield from (Path(program) for name in COMMANDS if (program := shutil.which(name, path=path)))


def _registered(program: str) -> list[Path]:
    """Where Windows has noted that a program was installed."""
    places: list[Path] = []
    if sys.platform == "win32":
        import winreg

        for hive in (winreg.HKEY_CURRENT_USER, winreg.HKEY_LOCAL_MACHINE):
            with suppress(OSError):
                key = rf"SOFTWARE\Microsoft\Windows\CurrentVersion\App Paths\{program}"
                places.append(Path(winreg.QueryValue(hive, key).strip('"')))
    return places


def _confined(program: Path) -> Browser:
    """With the folder of its own for one that a snap or a Flatpak keeps away from all others."""
    if program.name in FLATPAKS:
        return Browser(program, Path.home() / f".var/app/{program.name}/cache")
    if program.resolve().name == "snap":
        return Browser(program, Path.home() / f"snap/{program.name}/common")
    return Browser(program)
