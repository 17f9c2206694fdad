from __future__ import annotations

import ast
import inspect
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import campaign.__main__
from tests import all_pythons, command, conftest
from tests.command import Result, run_command
from tests.conftest import FIXED_VARIABLES, HOME_VARIABLES, NetworkUsed
from tests.golden import Golden, difference
from tests.trees import read_tree, write_tree

HOME_BEFORE_TESTS = Path.home()


class TestApart:
    def test_home_and_every_configuration_folder_is_the_tests_own(self, apart):
        assert Path.home() == apart / "home"
        assert Path("~/x").expanduser() == apart / "home/x"
        assert Path.home() != HOME_BEFORE_TESTS
        for name in HOME_VARIABLES:
            assert Path(os.environ[name]).is_relative_to(apart / "home"), name

    def test_the_home_is_empty(self, apart):
        assert list((apart / "home").iterdir()) == []

    def test_the_working_folder_is_empty_and_outside_the_checkout(self, apart):
        assert Path.cwd() == (apart / "here").resolve()
        assert list(Path.cwd().iterdir()) == []
        assert not Path(__file__).is_relative_to(Path.cwd())

    def test_what_tools_print_does_not_hang_on_the_machine(self):
        for name, value in FIXED_VARIABLES.items():
            assert os.environ[name] == value

    def test_subprocesses_inherit_all_of_it(self, apart):
        code = "import os, pathlib; print(pathlib.Path.home(), os.environ['COLUMNS'])"
        said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        assert said.split() == [str(apart / "home"), "100"]


OUTSIDE = ("CAMPAIGN_BY", "GIT_AUTHOR_NAME", "GIT_DIR", "EMAIL", "LANG", "FORCE_COLOR", "CI")


@pytest.fixture(scope="module")
def shell():
    """What a user's shell may have set; of a wider scope than `apart`, so it comes before it."""
    with pytest.MonkeyPatch.context() as patch:
        for name in OUTSIDE:
            patch.setenv(name, "from outside")
        yield dict(os.environ)


@pytest.mark.parametrize("name", OUTSIDE)
def test_a_variable_from_outside_is_gone(shell, name):
    assert shell[name] == "from outside"
    assert name not in os.environ


class TestNetwork:
    def test_a_socket_does_not_connect(self):
        with socket.socket() as plug, pytest.raises(NetworkUsed):
            plug.connect(("127.0.0.1", 9))

    def test_a_name_is_not_looked_up(self):
        with pytest.raises(NetworkUsed):
            socket.getaddrinfo("example.invalid", 80)

    def test_nothing_is_listened_on(self):
        with socket.socket() as plug, pytest.raises(NetworkUsed):
            plug.bind(("127.0.0.1", 0))

    def test_a_page_is_not_fetched(self):
        with pytest.raises(NetworkUsed):
            urllib.request.urlopen("http://example.invalid/")


@given(st.integers())
def test_hypothesis_runs_without_a_deadline_and_beside_the_fixture(number):
    assert settings().deadline is None
    assert isinstance(number, int)


class TestSlowness:
    @pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="nothing can be stopped on Windows")
    def test_what_does_not_end_is_stopped(self):
        def endless():
            while True:
                pass

        before = signal.getsignal(signal.SIGPROF)
        with pytest.raises(conftest.TooSlow, match=r"over 0\.1 s of processor time"), conftest.limited(0.1):
            endless()
        assert signal.getsignal(signal.SIGPROF) is before
        assert signal.getitimer(signal.ITIMER_PROF) == (0, 0)

    def test_what_can_t_be_stopped_fails_afterwards(self, monkeypatch):
        with monkeypatch.context() as patch:  # not for longer: the limit of this test reads the same clock
            patch.setattr(conftest, "processor_time", iter([7, 17, 7, 17.1]).__next__)
            with conftest.limited(10):
                pass
            with pytest.raises(conftest.TooSlow, match=r"10\.1 s .* 10 s are allowed"), conftest.limited(10):
                pass

    @pytest.mark.parametrize(("measured", "seconds"), [([], 10), ([True], 40)])
    def test_coverage_may_take_longer(self, pytestconfig, monkeypatch, measured, seconds):
        monkeypatch.setattr(pytestconfig.option, "cov_source", measured)
        assert conftest.allowed(pytestconfig) == seconds

    def test_hypothesis_does_not_search_on(self):
        assert not issubclass(conftest.TooSlow, Exception)

    @pytest.mark.parametrize("phase", ["setup", "call", "teardown"])
    def test_each_phase_of_each_test_is_limited(self, pytestconfig, phase):
        calls = getattr(pytestconfig.hook, f"pytest_runtest_{phase}").get_hookimpls()
        assert Path(conftest.__file__) in [Path(inspect.getfile(call.function)) for call in calls]


def hidden(text: str) -> list[str]:
    """The classes that have tests and a name that pytest passes over."""
    classes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ClassDef)]
    return [
        each.name
        for each in classes
        if not each.name.startswith("Test")
        and any(isinstance(node, ast.FunctionDef) and node.name.startswith("test") for node in each.body)
    ]


def test_no_test_hides_in_a_class_that_is_not_collected():
    texts = {path: path.read_text(encoding="utf-8") for path in Path(__file__).parent.rglob("test_*.py")}
    assert {str(path): found for path, text in texts.items() if (found := hidden(text))} == {}
    assert hidden("class Page:\n def test_a(self): ...\nclass TestB:\n def test_b(self): ...") == ["Page"]


class TestTree:
    def test_texts_are_dedented_and_written_byte_for_byte(self, tree, tmp_path):
        root = tree(
            {
                "house/missions/x.yaml": """
                    id: x
                    markers:
                      - a
                    """,
                "crlf.txt": b"a\r\n",
                "empty/": "",
            }
        )
        assert root == tmp_path
        assert read_tree(root) == {
            "crlf.txt": b"a\r\n",
            "house/missions/x.yaml": b"id: x\nmarkers:\n  - a\n",
        }
        assert (root / "empty").is_dir()

    def test_a_line_end_in_a_text_is_kept_as_it_is(self, tmp_path):
        assert read_tree(write_tree(tmp_path / "new", {"a": "one\ntwo\r\nž"})) == {
            "a": "one\ntwo\r\nž".encode()
        }


class TestGolden:
    def test_the_same_text_passes(self, tmp_path):
        write_tree(tmp_path, {"a.txt": "one\ntwo\n"})
        Golden(tmp_path, update=False)("a.txt", "one\ntwo\n")

    def test_another_text_fails_with_a_diff(self, tmp_path):
        write_tree(tmp_path, {"a.txt": "one\ntwo\n"})
        with pytest.raises(pytest.fail.Exception, match=r"(?s)-two\n\+three\n.*--update-goldens"):
            Golden(tmp_path, update=False)("a.txt", "one\nthree\n")

    def test_a_line_end_alone_fails_visibly(self):
        assert "-'one\\r\\n'\n+'one\\n'" in difference("a.txt", "one\r\n", "one\n")

    def test_a_missing_document_fails_and_is_not_written(self, tmp_path):
        with pytest.raises(pytest.fail.Exception, match=r"no tests/goldens/a\.txt yet"):
            Golden(tmp_path, update=False)("a.txt", "one\n")
        assert list(tmp_path.iterdir()) == []

    def test_the_flag_writes_the_document(self, tmp_path):
        Golden(tmp_path, update=True)("deep/a.txt", "ž\r\n")
        assert read_tree(tmp_path) == {"deep/a.txt": "ž\r\n".encode()}

    def test_of_a_document_in_html_the_elements_are_compared(self, tmp_path):
        write_tree(tmp_path, {"a.html": '<p id="x"><b></b></p>\n\n'})
        Golden(tmp_path, update=False).document("a", "html", '<p id="x">one <b>two</b></p>\nthree')
        with pytest.raises(pytest.fail.Exception, match=r'-<p id="x"><b></b></p>'):
            Golden(tmp_path, update=False).document("a", "html", "<p>one <b>two</b></p>")

    def test_of_a_document_in_a_terminal_the_lines_fit(self, tmp_path):
        Golden(tmp_path, update=False).document("a", "terminal", "x" * 100)
        with pytest.raises(AssertionError):
            Golden(tmp_path, update=False).document("a", "terminal", "x" * 101)

    def test_the_fixture_compares_unless_the_flag_is_given(self, golden, request):
        assert golden.update is request.config.getoption("--update-goldens")
        assert golden.folder == Path(__file__).parent / "goldens"


class TestRun:
    """With a command of its own in the place of the real one: what is tested is the runner."""

    @pytest.fixture
    def stand_in(self, monkeypatch):
        def put(main):
            monkeypatch.setitem(sys.modules, "campaign.cli", SimpleNamespace(main=main))

        return put

    def test_both_outputs_the_input_and_the_exit_code(self, stand_in, run):
        def main(words):
            print("asked", *words, file=sys.stderr)
            sys.stdout.buffer.write("žluť\n".encode())
            print(input() + "!")
            return 2

        stand_in(main)
        assert run("setup", Path("x"), 7, input="yes\n") == Result(2, "žluť\nyes!\n", "asked setup x 7\n")

    def test_the_typed_text_ends(self, stand_in):
        stand_in(lambda words: sys.stdin.read() == "")
        assert run_command().code == 1

    @pytest.mark.parametrize("terminal", [False, True])
    def test_a_terminal_only_when_asked_for(self, stand_in, terminal):
        stand_in(lambda words: int(all(s.isatty() for s in (sys.stdin, sys.stdout, sys.stderr))))
        assert run_command(terminal=terminal).code == int(terminal)

    @pytest.mark.parametrize(("left_with", "code", "err"), [(None, 0, ""), (2, 2, ""), ("no", 1, "no\n")])
    def test_leaving_early_is_an_exit_code_too(self, stand_in, left_with, code, err):
        def main(words):
            raise SystemExit(left_with)

        stand_in(main)
        assert run_command() == Result(code, "", err)

    def test_an_exception_goes_through(self, stand_in):
        def main(words):
            raise ZeroDivisionError

        stand_in(main)
        with pytest.raises(ZeroDivisionError):
            run_command()

    @pytest.mark.parametrize(("printed", "code"), [("Traceback (most recent call last):", 0), ("", 3)])
    def test_a_bug_fails_the_test_unless_it_is_the_subject(self, stand_in, printed, code):
        def main(words):
            print(printed, file=sys.stderr)
            return code

        stand_in(main)
        with pytest.raises(pytest.fail.Exception, match="campaign setup broke"):
            run_command("setup")
        assert run_command("setup", bug=True).code == code

    def test_the_streams_are_put_back(self, stand_in):
        before = sys.stdin, sys.stdout, sys.stderr
        stand_in(lambda words: 0)
        run_command()
        assert (sys.stdin, sys.stdout, sys.stderr) == before

    def test_the_door_hands_its_words_on(self, stand_in):
        stand_in(len)
        assert campaign.__main__.main(["standings", "--format", "json"]) == 3


def test_version_is_answered_without_loading_the_command_line(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "campaign.cli", None)
    monkeypatch.setitem(sys.modules, "typer", None)
    assert campaign.__main__.main(["--version"]) == 0
    assert capsys.readouterr() == (f"campaign {campaign.__version__}\n", "")


class TestAllPythons:
    def test_a_shim_that_only_refuses_is_passed_over(self, tmp_path):
        shim = write_tree(tmp_path, {"python": "#!/bin/sh\nexit 127\n"}) / "python"
        shim.chmod(0o755)
        assert not all_pythons.really_runs([str(shim)], "3.11")

    def test_this_python_runs_and_is_no_other_version(self):
        own = "{}.{}".format(*sys.version_info)
        assert all_pythons.really_runs([sys.executable], own)
        assert not all_pythons.really_runs([sys.executable], "3.99")

    def test_a_command_that_is_not_there_does_not_run(self, tmp_path):
        assert not all_pythons.really_runs([str(tmp_path / "none")], "3.11")

    @pytest.mark.parametrize(
        ("outcome", "strict", "code"),
        [
            ("passed", True, 0),
            ("tested before", True, 0),
            ("FAILED", False, 1),
            ("FAILED", True, 1),
            ("NOT FOUND, so not tested", False, 0),
            ("NOT FOUND, so not tested", True, 1),
        ],
    )
    def test_a_missing_python_fails_on_ci_alone(self, outcome, strict, code):
        assert all_pythons.exit_code({"3.11": "passed", "3.12": outcome}, strict=strict) == code


def test_the_runner_is_the_fixture(run):
    assert run is command.run_command
