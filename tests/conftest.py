"""What every test has: a home that is not the user's, no network, and the fixtures that most tests share."""

from __future__ import annotations

import functools
import os
import signal
import socket
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from time import process_time as processor_time
from types import CodeType, FrameType
from typing import Any, NoReturn

import pytest
from hypothesis import settings
from jinja2.bccache import Bucket, FileSystemBytecodeCache

from campaign.cli import verbs
from campaign.files import schema, yamlfile
from tests.command import Result, run_command
from tests.golden import GOLDENS, Golden
from tests.trees import write_tree

# How long an example takes says nothing here, and on CI a failure must come again.
settings.register_profile("campaign", deadline=None, derandomize=os.environ.get("CI") == "true")
settings.load_profile("campaign")

ROOT = Path(__file__).resolve().parent.parent

HOME_VARIABLES = {
    "HOME": "",
    "USERPROFILE": "",
    "XDG_CONFIG_HOME": ".config",
    "XDG_DATA_HOME": ".local/share",
    "XDG_STATE_HOME": ".local/state",
    "XDG_CACHE_HOME": ".cache",
    "XDG_RUNTIME_DIR": ".run",
    "APPDATA": "AppData/Roaming",
    "LOCALAPPDATA": "AppData/Local",
}
FIXED_VARIABLES = {
    "COLUMNS": "100",
    "LINES": "40",
    "NO_COLOR": "1",
    "TERM": "dumb",
    "TZ": "UTC",
    "LC_ALL": "C.UTF-8",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_TERMINAL_PROMPT": "0",
}
# A test that needs git's identity sets it; CI and the like change what tools print.
FORGOTTEN = (
    "CAMPAIGN_", "GIT_", "EMAIL", "LANG", "LC_", "HOMEDRIVE", "HOMEPATH", "CI", "GITHUB_ACTIONS",
    "FORCE_COLOR", "CLICOLOR", "PAGER", "EDITOR", "VISUAL", "BROWSER", "SOURCE_DATE_EPOCH",
)  # fmt: skip


CPU_SECONDS = 10
"""What each of a test's setup, call and teardown may take of the processor, four times as much while coverage is
measured: it traces every line, the slower the busier the machine. Not by the clock: a busy machine fails no test.
"""


class TooSlow(BaseException):
    """A test took longer than CPU_SECONDS. Not an Exception: Hypothesis would search for a smaller example."""


class NetworkUsed(AssertionError):
    """A test reached for the network."""


def refuse_network(*_args: object, **_options: object) -> NoReturn:
    raise NetworkUsed("tests have no network")


@pytest.fixture(autouse=True)
def apart(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A home and a working folder of the test's own; the folder above both is what it gives."""
    folder = tmp_path_factory.mktemp("apart")
    home, here = folder / "home", folder / "here"
    home.mkdir()
    here.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        for name in list(os.environ):
            if name.upper().startswith(FORGOTTEN):
                patch.delenv(name)
        for name, below in HOME_VARIABLES.items():
            patch.setenv(name, str(home / below))
        for name, value in FIXED_VARIABLES.items():
            patch.setenv(name, value)
        patch.setenv("GIT_CONFIG_GLOBAL", str(home / ".gitconfig"))
        patch.setenv("GIT_CEILING_DIRECTORIES", str(folder))
        for name in ("connect", "connect_ex", "sendto", "bind"):
            patch.setattr(socket.socket, name, refuse_network)
        for name in ("getaddrinfo", "gethostbyname", "create_connection"):
            patch.setattr(socket, name, refuse_network)
        patch.chdir(here)
        yield folder


@pytest.fixture(scope="session", autouse=True)
def content_read_once() -> Iterator[None]:
    """A file of the checkout is parsed once, and made into its record once, however many commands read it."""
    parse, structure = yamlfile.parse, schema.structure
    documents: dict[tuple[Path, str], yamlfile.Document] = {}
    records: dict[tuple[int, object], Any] = {}
    kept: set[int] = set()

    def parse_once(text: str, path: Path | None = None) -> yamlfile.Document:
        if path is None or not path.is_relative_to(ROOT):
            return parse(text, path)
        if (path, text) not in documents:
            document = documents[path, text] = parse(text, path)
            kept.add(id(document.data))
        return documents[path, text]

    def structure_once(kind: type[Any], data: object, file: Path | None = None) -> Any:
        if id(data) not in kept:
            return structure(kind, data, file)
        if (id(data), kind) not in records:
            records[id(data), kind] = structure(kind, data, file)
        return records[id(data), kind]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(yamlfile, "parse", parse_once)
        patch.setattr(schema, "structure", structure_once)
        yield


@pytest.fixture(scope="session", autouse=True)
def command_built_once() -> Iterator[None]:
    """The tree of verbs and options is the same for every command that tests run in this process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(verbs, "command", functools.cache(verbs.command))
        yield


@pytest.fixture(scope="session", autouse=True)
def templates_loaded_once() -> Iterator[None]:
    """A compiled template is read from the disk once; each command still makes an environment of its own."""
    load = FileSystemBytecodeCache.load_bytecode
    codes: dict[tuple[str, str], CodeType] = {}

    def load_once(cache: FileSystemBytecodeCache, bucket: Bucket) -> None:
        wanted = bucket.key, bucket.checksum
        bucket.code = codes.get(wanted)
        if bucket.code is None:
            load(cache, bucket)
        if bucket.code is not None:
            codes[wanted] = bucket.code

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(FileSystemBytecodeCache, "load_bytecode", load_once)
        yield


@pytest.fixture(scope="session", autouse=True)
def nothing_outlives_a_power_cut() -> Iterator[None]:
    """Waiting for the disk was a tenth of the time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda handle: None)
        yield


@pytest.fixture
def tree(tmp_path: Path) -> Callable[[Mapping[str, str | bytes]], Path]:
    """`tree({"house/x.yaml": text})` writes the files below the test's folder, which it gives back."""

    def write(files: Mapping[str, str | bytes]) -> Path:
        return write_tree(tmp_path, files)

    return write


@pytest.fixture
def run() -> Callable[..., Result]:
    """`run("setup", "--system", "x")`: see `tests.command.run_command`."""
    return run_command


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """`golden("name.txt", text)` compares with tests/goldens/name.txt; `--update-goldens` writes it."""
    return Golden(GOLDENS, update=request.config.getoption("--update-goldens"))


def allowed(config: pytest.Config) -> int:
    """Seconds of the processor; under coverage everything takes two to three times as much."""
    return CPU_SECONDS * (4 if config.getoption("cov_source", None) else 1)


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Stops what runs inside when its time is used up; on Windows it can only fail afterwards."""

    def stop(_signal: int, _frame: FrameType | None) -> NoReturn:
        raise TooSlow(f"This takes over {seconds} s of processor time.")

    begin = processor_time()
    if not hasattr(signal, "setitimer"):
        yield
    else:
        before = signal.signal(signal.SIGPROF, stop)
        signal.setitimer(signal.ITIMER_PROF, seconds)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, before)
    if (used := processor_time() - begin) > seconds:
        raise TooSlow(f"This took {used:.1f} s of processor time; {seconds} s are allowed.")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, object, object]:
    with limited(allowed(item.config)):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    with limited(allowed(item.config)):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, object, object]:
    with limited(allowed(item.config)):
        return (yield)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-goldens",
        action="store_true",
        help="write the documents in tests/goldens anew instead of comparing",
    )
