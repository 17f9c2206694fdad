"""Runs the tests under every supported Python that this machine has: `python tests/all_pythons.py`.

Each version gets an environment of its own, `.venv-3.12` and so on, which is kept and made anew only when
pyproject.toml changes. A version that can't be found is named; under CI=true that fails, so that nothing is
left out unseen.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SUPPORTED = ("3.11", "3.12", "3.13")
BUILT = (".coverage", ".demo", ".hypothesis", ".mypy_cache", ".pytest_cache", ".ruff_cache", "build", "dist")


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--tested-already", action="store_true", help="leave out the version that runs this script"
    )
    parser.add_argument("--clean", action="store_true", help="only remove environments and what tools wrote")
    options = parser.parse_args(argv)
    if options.clean:
        clean()
        return 0
    own = "{}.{}".format(*sys.version_info)
    outcomes: dict[str, str] = {}
    for version in SUPPORTED:
        python = sys.executable if version == own else find_python(version)
        if options.tested_already and version == own:
            outcomes[version] = "tested before"
        elif python is None:
            outcomes[version] = "NOT FOUND, so not tested"
        else:
            outcomes[version] = "passed" if run_tests(version, python) else "FAILED"
    for version, outcome in outcomes.items():
        print(f"Python {version}: {outcome}")
    return exit_code(outcomes, strict=os.environ.get("CI") == "true")


def exit_code(outcomes: dict[str, str], *, strict: bool) -> int:
    """1 if a version failed, or, when `strict`, if one was not found."""
    bad = {"FAILED", "NOT FOUND, so not tested"} if strict else {"FAILED"}
    return int(bool(bad & set(outcomes.values())))


def find_python(version: str) -> str | None:
    """The first Python of that version that really runs; some commands on PATH are shims that only refuse."""
    return next((found for found in candidates(version) if really_runs([found], version)), None)


def candidates(version: str) -> Iterator[str]:
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        for name in (f"python{version}", "python3", "python"):
            found = shutil.which(name, path=folder) if folder else None
            if found:
                yield found
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    yield from sorted(str(path) for path in pyenv.glob(f"versions/{version}.*/bin/python3"))
    launcher = shutil.which("py")
    if launcher:
        asked = [launcher, f"-{version}", "-c", "import sys; print(sys.executable)"]
        yield subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()


def really_runs(command: list[str], version: str) -> bool:
    """Whether it starts, is that version, and can make environments."""
    code = "import ensurepip, sys, venv; print('{}.{}'.format(*sys.version_info))"
    try:
        answer = subprocess.run([*command, "-c", code], capture_output=True, text=True, check=False)
    except OSError:
        return False
    return answer.returncode == 0 and answer.stdout.strip() == version


def run_tests(version: str, python: str) -> bool:
    print(f"Python {version}: {python}", flush=True)
    installed = environment(version, python)
    tests = [str(installed), "-m", "pytest", "-n", "auto", "-p", "no:cacheprovider", "--ignore=tests/browser"]
    return subprocess.run(tests, cwd=ROOT, check=False).returncode == 0


def environment(version: str, python: str) -> Path:
    """The Python of `.venv-<version>`, with the project and all that its tests need."""
    folder = ROOT / f".venv-{version}"
    inside = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    wanted = hashlib.sha256((ROOT / "pyproject.toml").read_bytes() + python.encode()).hexdigest()
    stamp = folder / "installed"
    if not stamp.is_file() or stamp.read_text(encoding="utf-8") != wanted:
        subprocess.run([python, "-m", "venv", "--clear", str(folder)], check=True)
        quiet_pip = [str(inside), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*quiet_pip, "--editable", ".[dev]"], cwd=ROOT, check=True)
        stamp.write_text(wanted, encoding="utf-8")
    return inside


def clean() -> None:
    left = [ROOT / name for name in BUILT]
    left += [*ROOT.glob(".venv*"), *ROOT.glob(".coverage.*")]
    for folder in ("campaign", "tests"):
        left += (ROOT / folder).rglob("__pycache__")
    for path in left:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)


if __name__ == "__main__":
    sys.exit(main())
