"""Builds the wheel from the source archive, installs it in a clean environment and uses it from there.

What it proves no test in the checkout can: that the content travels inside the package, that the source
archive is whole, and that nothing but `campaign` lands among the user's packages. Run it as
`python tests/wheel_check.py`.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parent.parent
FIRST_BATTLE = ["setup", "--system", "killteam", "--team", "Red Talons", "--team", "Vas Kar", "--seed", "7"]
CONTENT = ("missions", "cards", "templates")
LIST_FILES = (
    "import importlib.metadata as m\nfor f in m.files('skirmish-campaign'):\n    print(f.as_posix())\n"
)


class Broken(Exception):
    """The wheel does not do what it must; the message says what."""


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="campaign-wheel-") as name:
        folder = Path(name).resolve()
        try:
            check(folder)
        except Broken as broken:
            print(f"wheel: {broken}", file=sys.stderr)
            return 1
    print("wheel: built, installed in a clean environment, and used from there")
    return 0


def check(folder: Path) -> None:
    wheel = build(folder / "dist")
    scripts = install(wheel, folder / "venv")
    home = folder / "home"
    home.mkdir()
    surroundings = clean_surroundings(home)
    empty = folder / "empty"
    empty.mkdir()

    files = run([scripts / "python", "-c", LIST_FILES], empty, surroundings).splitlines()
    check_files(files)
    campaign = scripts / "campaign"
    version = run([campaign, "--version"], empty, surroundings)
    if version.split() != ["campaign", wheel.name.split("-")[1]]:
        raise Broken(f"--version says {version!r}")
    briefing = run([campaign, *FIRST_BATTLE], empty, surroundings)
    if "Red Talons" not in briefing or "Vas Kar" not in briefing:
        raise Broken(f"the first briefing does not name both teams:\n{briefing}")
    if run([campaign, *FIRST_BATTLE], empty, surroundings) != briefing:
        raise Broken("the same seed gave two different briefings")
    if left := [*empty.iterdir()]:
        raise Broken(f"setup without a campaign wrote {left[0].name}")


def build(folder: Path) -> Path:
    """The wheel, built from the source archive and not from the checkout: so the archive is whole."""
    run([sys.executable, "-m", "build", "--outdir", folder, ROOT], ROOT)
    [wheel] = folder.glob("*.whl")
    return wheel


def install(wheel: Path, folder: Path) -> Path:
    """The folder of the commands of a new environment that holds the wheel and what it depends on."""
    run([sys.executable, "-m", "venv", folder], ROOT)
    scripts = folder / ("Scripts" if os.name == "nt" else "bin")
    run([scripts / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel], ROOT)
    return scripts


def check_files(files: list[str]) -> None:
    paths = [PurePosixPath(name) for name in files]
    tops = {path.parts[0] for path in paths if path.parts[0] != ".."}
    strays = sorted(top for top in tops if top != "campaign" and not top.endswith(".dist-info"))
    if strays:
        raise Broken(f"it also installs {', '.join(strays)}")
    for part in CONTENT:
        inside = PurePosixPath("campaign/_content", part)
        installed = {str(path.relative_to(inside)) for path in paths if path.is_relative_to(inside)}
        here = {path.relative_to(ROOT / part).as_posix() for path in content_files(ROOT / part)}
        if missing := sorted(here - installed):
            raise Broken(f"it lacks {part}/{missing[0]}")
        if not here:
            raise Broken(f"the checkout has nothing in {part}/")


def content_files(folder: Path) -> list[Path]:
    return [
        path
        for path in folder.rglob("*")
        if path.is_file() and not path.name.startswith(".") and "__pycache__" not in path.parts
    ]


def clean_surroundings(home: Path) -> dict[str, str]:
    """The environment without what would lead back to the checkout or to the user's settings."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "CAMPAIGN_", "XDG_"))
    }
    return kept | {"HOME": str(home), "USERPROFILE": str(home), "PYTHONUTF8": "1", "NO_COLOR": "1"}


def run(command: list[object], folder: Path, surroundings: dict[str, str] | None = None) -> str:
    """What it printed; anything on standard error is shown, and a bad exit code is a Broken."""
    words = [str(word) for word in command]
    done = subprocess.run(
        words, cwd=folder, env=surroundings, capture_output=True, encoding="utf-8", check=False,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip
    if done.returncode:
        raise Broken(f"{' '.join(words)} ended with {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
