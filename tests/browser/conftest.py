"""A real Chromium for the pages, with no way out to any network; and what is checked with it, where it is at hand.

Whatever is missing skips its tests with the reason, and fails them under CI=true, so that nothing is left out unseen.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn
from urllib.parse import unquote, urlsplit

import pytest

from campaign.printing import pdf as browsers
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
    end, unless the test empties the list. Tabs are kept from test to test: a new one takes longer than most pages.
    """

    def __init__(self, browser: Browser) -> None:
        self.context = browser.new_context()
        self.tabs: list[Page] = []
        self.shown: dict[Page, tuple[Path, Path | None]] = {}

    def begin(self, folder: Path) -> None:
        """A test begins, with this folder for its pages."""
        self.folder = folder
        self.faults: list[str] = []
        self.count = self.used = 0

    def __call__(
        self, page: str | Path, width: int = DESK, dark: bool = False, *, beside: Path | None = None
    ) -> Page:
        self.count += 1
        path = page if isinstance(page, Path) else self.folder / f"page-{self.count}.html"
        if isinstance(page, str):
            path.write_text(page, encoding="utf-8")
        tab = self._tab()
        self.shown[tab] = path.resolve(), beside.resolve() if beside else None
        tab.set_viewport_size({"width": width, "height": HEIGHTS.get(width, 900)})
        tab.emulate_media(media="null", color_scheme="dark" if dark else "light")
        tab.goto(path.resolve().as_uri())
        tab.evaluate("document.fonts.ready.then(() => null)")
        return tab

    def done_with(self, tab: Page) -> None:
        """The next page of this test may take the tab."""
        self.tabs.remove(tab)
        self.tabs.append(tab)
        self.used -= 1

    def _tab(self) -> Page:
        """The next tab that shows no page of this test."""
        self.used += 1
        if self.used > len(self.tabs):
            tab = self.context.new_page()
            tab.route("**/*", lambda route, request: self._let_through(tab, route, request))
            tab.on("console", self._heard)
            tab.on("pageerror", lambda error: self.faults.append(f"script: {error}"))
            tab.on("dialog", self._asked)
            self.tabs.append(tab)
        return self.tabs[self.used - 1]

    def _let_through(self, tab: Page, route: Route, request: Request) -> None:
        page, beside = self.shown[tab]
        at = urlsplit(request.url)
        wanted = Path(unquote(at.path)) if at.scheme == "file" else None
        if wanted is not None and (wanted == page or (beside is not None and wanted.is_relative_to(beside))):
            route.continue_()
        else:
            self.faults.append(f"request: {request.url[:200]}")
            route.abort()

    def _asked(self, dialog: Dialog) -> None:
        self.faults.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"console: {message.text}")


@pytest.fixture(scope="session")
def opener(browser: Browser) -> Iterator[Opened]:
    """The tabs of all tests of a process."""
    opener = Opened(browser)
    yield opener
    opener.context.close()


@pytest.fixture
def opened(opener: Opened, tmp_path: Path) -> Iterator[Opened]:
    """See `Opened`."""
    opener.begin(tmp_path)
    yield opener
    none_of(opener.faults)
