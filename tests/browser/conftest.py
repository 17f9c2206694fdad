"""A real Chromium for the pages, with no way out to any network; and what is checked with it, where it is at hand.

Whatever is missing skips its tests with the reason, and fails them under CI=true, so that nothing is left out unseen.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn
from urllib.parse import unquote, urlsplit

import pytest

from campaign.printing import browsers
from tests.browser.campaigns import PLAIN
from tests.browser.documents import Printed
from tests.browser.hostile import HOSTILE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Dialog, Page, Request, Route

ROOT = Path(__file__).resolve().parents[2]
NODE = ROOT / ".venv" / "browser" / "node_modules"
QUIET = (
    "--disable-background-networking", "--disable-component-update", "--disable-gpu", "--disable-sync", "--no-first-run",
)  # fmt: skip
STRICT = os.environ.get("CI") == "true"
PHONE, DESK = 390, 1280
HEIGHTS = {PHONE: 844, DESK: 900}


def missing(what: str) -> NoReturn:
    """Says what a test lacks, and where it comes from."""
    reason = f"{what} is not here; “make browser” installs what it can, CONTRIBUTING.md tells the rest"
    if STRICT:
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


def none_of(found: Iterable[str]) -> None:
    """Fails with everything that was found, a line each."""
    if lines := list(found):
        pytest.fail("\n".join(lines), pytrace=False)


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Chromium without a window, the same one for all tests of a process."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("The Python package playwright")
    at = browsers.named() or browsers.found()
    if at is None:
        missing("A browser (Chromium, Chrome or Edge)")
    as_root = ["--no-sandbox"] if getattr(os, "geteuid", lambda: 1)() == 0 else []
    home = {"HOME": str(tmp_path_factory.mktemp("home"))}
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=at.program, args=[*QUIET, *as_root], env={**os.environ, **home}
        )
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def axe() -> str:
    """axe-core, as a script."""
    path = NODE / "axe-core" / "axe.min.js"
    if not path.is_file():
        missing("axe-core")
    return path.read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def vnu() -> list[str]:
    """The command that checks HTML files whose names follow."""
    jar = NODE / "vnu-jar" / "build" / "dist" / "vnu.jar"
    java = shutil.which("java")
    if java is None:
        missing("Java")
    if not jar.is_file():
        missing("The HTML checker vnu")
    return [java, "-jar", str(jar)]


@pytest.fixture(scope="session")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Printed:
    """Every kind of page of players with plain names."""
    return Printed(tmp_path_factory.mktemp("plain"), PLAIN)


@pytest.fixture(scope="session")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Printed:
    """The same of players whose names and notes mean harm."""
    return Printed(tmp_path_factory.mktemp("hostile"), HOSTILE)


class Opened:
    """`opened(html, width, dark)` shows a page, given as its text or its path, in a tab of its own.

    What goes wrong on a page is a fault: an error on the console, of a script, or a request for anything but the page
    itself or what lies in the folder `beside`. Every other request is stopped. `faults` fail the test at its
    end, unless the test empties the list.
    """

    def __init__(self, browser: Browser, folder: Path) -> None:
        self.context = browser.new_context()
        self.folder = folder
        self.faults: list[str] = []
        self.count = 0

    def __call__(
        self, page: str | Path, width: int = DESK, dark: bool = False, *, beside: Path | None = None
    ) -> Page:
        self.count += 1
        path = page if isinstance(page, Path) else self.folder / f"page-{self.count}.html"
        if isinstance(page, str):
            path.write_text(page, encoding="utf-8")
        tab = self.context.new_page()
        tab.set_viewport_size({"width": width, "height": HEIGHTS.get(width, 900)})
        tab.emulate_media(color_scheme="dark" if dark else "light")
        tab.route("**/*", self._gate(path.resolve(), beside))
        tab.on("console", self._heard)
        tab.on("pageerror", lambda error: self.faults.append(f"script: {error}"))
        tab.on("dialog", self._asked)
        tab.goto(path.resolve().as_uri())
        tab.evaluate("document.fonts.ready.then(() => null)")
        return tab

    def _gate(self, path: Path, beside: Path | None) -> Callable[[Route, Request], None]:
        def gate(route: Route, request: Request) -> None:
            at = urlsplit(request.url)
            wanted = Path(unquote(at.path)) if at.scheme == "file" else None
            if wanted == path or (
                beside is not None and wanted is not None and wanted.is_relative_to(beside.resolve())
            ):
                route.continue_()
            else:
                self.faults.append(f"request: {request.url[:200]}")
                route.abort()

        return gate

    def _asked(self, dialog: Dialog) -> None:
        self.faults.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"console: {message.text}")


@pytest.fixture
def opened(browser: Browser, tmp_path: Path) -> Iterator[Opened]:
    """See `Opened`."""
    opener = Opened(browser, tmp_path)
    yield opener
    opener.context.close()
    none_of(opener.faults)
