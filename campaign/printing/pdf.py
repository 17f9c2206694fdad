"""PDF from a page's HTML: by the player's own browser, else by WeasyPrint where that is installed.

A sealed sheet goes this way too: what lies on disk meanwhile lies in a folder that only its owner can read,
and is gone at the end, however it ends. Nothing in the page may run or reach out.
"""

from __future__ import annotations

import logging
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

from campaign.errors import Refusal, refuse
from campaign.printing.environment import guarded
from campaign.record import Record
from campaign.words import say

Press = Callable[[str], bytes]
"""Makes a PDF of a page. Raises Refusal where it can't."""

LIBRARY = "weasyprint"
"""What CAMPAIGN_BROWSER may say in place of a browser."""

SECONDS = 60.0
"""How long a browser may take: a hundred times what it needs."""

GRACE = 2.0
"""How many seconds a browser may go on after its PDF is whole: Chrome was seen not to end by itself."""

LATE = 5.0 if sys.platform == "win32" else 0.0
"""How many seconds after the browser's end its PDF may come: Edge on Windows hands its work on and goes."""

OPTIONS = (
    "--headless",
    "--disable-gpu",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-extensions",
    "--disable-sync",
    "--disable-background-networking",
    "--disable-component-update",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--no-pdf-header-footer",
    "--print-to-pdf-no-header",  # the same for browsers of before 2023
)


def press() -> Press:
    """What prints here: the browser that is named, else one that is found, else WeasyPrint.

    Raises Refusal, which says how to print from any browser, where there is none.
    """
    if os.environ.get(NAMED, "").strip() == LIBRARY:
        if not find_spec(LIBRARY):
            refuse(
                "{variable} is set to {library}, which is not installed.",
                "Install skirmish-campaign[pdf], or unset it to print with a browser.",
                variable=NAMED,
                library=LIBRARY,
            )
        return by_weasyprint
    browser = named() or found()
    if browser is not None:
        return lambda html: by_browser(browser, html)
    if find_spec(LIBRARY):
        return by_weasyprint
    raise Refusal(
        say("Can’t make a PDF: no Chrome, Chromium, Edge or Brave found."),
        say(
            "Name a browser with {variable}, or install skirmish-campaign[pdf]. Or print "
            "from any browser: write the page with -o page.html, open it, and print it "
            "with “Save as PDF” on your paper size, without headers and footers.",
            variable=NAMED,
        ),
    )


def by_browser(browser: Browser, html: str) -> bytes:
    """Raises Refusal with what the browser said where no whole PDF comes of it."""
    with _private(browser.within) as folder:
        page, made, said = folder / "page.html", folder / "page.pdf", folder / "said.txt"
        page.write_text(guarded(html), encoding="utf-8", newline="\n")
        words = [
            str(browser.program), *OPTIONS, *_for_root(), f"--user-data-dir={folder / 'profile'}",
            f"--print-to-pdf={made}", page.as_uri(),
        ]  # fmt: skip
        whole, why = _run(words, made, said)
        if whole is None:
            refuse(
                "{program} made no PDF: {why}",
                "Name another browser with {variable}, or write the page with -o page.html and print that.",
                program=browser.program,
                why=why,
                variable=NAMED,
            )
        return whole


def _for_root() -> tuple[str, ...]:
    """On Linux a browser refuses to start for root, as in a container, but without its sandbox."""
    return ("--no-sandbox",) if sys.platform == "linux" and os.geteuid() == 0 else ()


def _run(words: list[str], made: Path, said: Path) -> tuple[bytes | None, str]:
    """The PDF, or None and why there is none. Whatever the program started ends with it."""
    with said.open("wb") as told:
        try:
            # A group of its own, so that all of it can be ended; Ctrl-C reaches this process alone.
            process = subprocess.Popen(
                words, stdin=subprocess.DEVNULL, stdout=told, stderr=told, start_new_session=True
            )
        except OSError as error:
            return None, f"{error.strerror or error}."
        try:
            whole = _waited(process, made)
        finally:
            code = process.poll()
            _end(process)
    if whole is None and code is None:
        return None, say("it took longer than {seconds} seconds.", seconds=round(SECONDS))
    return whole, _last_words(said, code or 0)


def _waited(process: subprocess.Popen[bytes], made: Path) -> bytes | None:
    """The PDF once it is whole and the browser is done or has had its time; None where it won't come."""
    until, ended = time.monotonic() + SECONDS, False
    while time.monotonic() < until:
        code = process.poll()
        whole = _whole(made)
        if code is not None and (whole is not None or code != 0):
            return whole
        if not ended and (code is not None or whole is not None):
            ended, until = True, time.monotonic() + (LATE if whole is None else GRACE)
        time.sleep(0.02)
    return _whole(made)


def _end(process: subprocess.Popen[bytes]) -> None:
    if sys.platform != "win32":
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()


def _whole(path: Path) -> bytes | None:
    """A PDF's bytes, from its first line to its last, with at least a page; None for anything less."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    if not (data.startswith(b"%PDF-") and data.rstrip().endswith(b"%%EOF")):
        return None
    # What is packed into an object stream can't be seen, and is not written by a browser that made no page.
    return data if re.search(rb"/Type\s*/(Page|ObjStm)\b", data) else None


def _last_words(said: Path, code: int) -> str:
    """The last line that a browser wrote, leaving out what all of them complain of: no message bus."""
    lines = said.read_text(encoding="utf-8", errors="replace").splitlines()
    told = [line.strip() for line in lines if line.strip() and "dbus" not in line]
    return told[-1][:300] if told else say("it said nothing (exit code {code}).", code=code)


# --- a place that nobody else reads ---


@contextmanager
def _private(within: Path | None) -> Iterator[Path]:
    """A new folder of its owner's alone, gone at the end: after Ctrl-C and a closed window too."""
    if within is not None:
        within.mkdir(parents=True, exist_ok=True)
    with _stopped_by_signals():
        folder = Path(tempfile.mkdtemp(prefix="campaign-pdf-", dir=within))
        try:
            yield folder.resolve()
        finally:
            _remove(folder)


def _remove(folder: Path) -> None:
    """The page first; a browser's last process may still hold or write a file of its profile for a moment."""
    with suppress(OSError):
        (folder / "page.html").unlink(missing_ok=True)
    for _ in range(30):
        shutil.rmtree(folder, ignore_errors=True)
        if not folder.exists():
            return
        time.sleep(0.1)


@contextmanager
def _stopped_by_signals() -> Iterator[None]:
    """What would end Python on the spot ends it like Ctrl-C, so that nothing is left lying."""

    def stop(_number: int, _frame: FrameType | None) -> NoReturn:
        raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    names = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = [(number, signal.signal(number, stop)) for number in names]
    try:
        yield
    finally:
        for number, handler in before:
            signal.signal(number, handler)


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


class Browser(Record, kw_only=False):
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
        refuse(
            "{variable} is set to “{said}”, but there is no such program.",
            "Set it to the path of Chrome, Chromium, Edge or Brave, or unset it.",
            variable=NAMED,
            said=said,
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


SVG = "{http://www.w3.org/2000/svg}"

PAINTED = r"fill|stroke|font|opacity|text-anchor|dominant-baseline|letter-spacing|visibility|display"
"""The properties that parts of a picture are given."""


def by_weasyprint(html: str) -> bytes:
    """The PDF. Raises Refusal where WeasyPrint's own libraries are missing."""
    # What it says of style that it doesn't know helps no player.
    logging.getLogger("weasyprint").setLevel(logging.CRITICAL)
    try:
        from weasyprint import HTML
        from weasyprint.urls import URLFetcher
    except (ImportError, OSError) as error:
        reason = str(error).partition("\n")[0]
        raise Refusal(
            say("Can’t use WeasyPrint: {reason}", reason=reason),
            say("Install what it needs (Pango), or use a browser."),
        ) from error
    document = HTML(string=html, url_fetcher=URLFetcher(allowed_protocols=("data",)))
    _paint(document.etree_element)
    return bytes(document.write_pdf() or b"")


def _paint(root: Any) -> None:
    """Gives each part of the pictures below a root the style that the page's own sheets have for it."""
    from cssselect2 import ElementWrapper

    root.set("class", "weasyprint")
    matcher = _matcher("\n".join(each.text or "" for each in root.iter("style")))
    top = ElementWrapper.from_html_root(root)
    values = {name: text for name, text in _of(matcher, top) if name.startswith("--")}
    for element in top.iter_subtree():
        part = element.etree_element
        if isinstance(part.tag, str) and part.tag.startswith(SVG):
            own = {name: text for name, text in _of(matcher, element) if re.match(PAINTED, name)}
            said = [f"{name}: {_filled_in(text, values)}" for name, text in own.items()]
            if said:
                part.set("style", "; ".join([*said, part.get("style", "")]))


def _matcher(sheet: str) -> Any:
    from cssselect2 import Matcher, SelectorError, compile_selector_list
    from tinycss2 import parse_blocks_contents, parse_stylesheet, serialize

    matcher = Matcher()
    for rule in _printed(parse_stylesheet(sheet, skip_comments=True, skip_whitespace=True)):
        said = [
            (each.name, serialize(each.value).strip())
            for each in parse_blocks_contents(rule.content)
            if each.type == "declaration"
        ]
        try:
            selectors = compile_selector_list(rule.prelude)
        except SelectorError:
            continue
        for selector in selectors:
            if selector.pseudo_element is None:
                matcher.add_selector(selector, said)
    return matcher


def _printed(rules: Iterable[Any]) -> Iterator[Any]:
    """The rules that hold on paper."""
    from tinycss2 import parse_rule_list, serialize

    for rule in rules:
        if rule.type == "qualified-rule":
            yield rule
        elif (
            rule.type == "at-rule"
            and rule.lower_at_keyword == "media"
            and serialize(rule.prelude).strip() == "print"
        ):
            yield from _printed(parse_rule_list(rule.content, skip_comments=True, skip_whitespace=True))


def _of(matcher: Any, element: Any) -> Iterator[tuple[str, str]]:
    """What is said of an element, the stronger after the weaker."""
    for *_, declarations in matcher.match(element):
        yield from declarations


def _filled_in(text: str, values: dict[str, str]) -> str:
    """A value with the page's own properties put in; they may speak of one another."""
    for _ in range(8):
        text, found = re.subn(
            r"var\(\s*(--[\w-]+)\s*(?:,([^()]*))?\)",
            lambda use: values.get(use[1], use[2] or "inherit"),
            text,
        )
        if not found:
            break
    return text
