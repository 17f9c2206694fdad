"""What no single module can promise: which way imports point, and what the engine must not know or do."""

from __future__ import annotations

import ast
import functools
import re
import string
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from campaign.cli.groups import VERBS
from campaign.files.yamlfile import read
from tests.trees import write_tree

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "campaign"
LONGEST = 500


@dataclass(frozen=True)
class Layer:
    """Modules that may import those of every layer above them in the table; `together` also one another."""

    names: frozenset[str]
    together: bool = False


def alone(*names: str) -> Layer:
    return Layer(frozenset(names))


def together(*names: str) -> Layer:
    return Layer(frozenset(names), together=True)


# From the ground up. A name stands for the module campaign/<name>.py, or for everything in campaign/<name>/.
LAYERS = (
    alone("__init__"),
    alone("record"),
    alone("words"),
    alone("errors"),
    alone("names", "asking"),
    together("files"),
    # The mechanisms, pure. They hold their own records, so a table knows the effects and terms of its rows.
    together("mechanisms"),
    # The fold reads the ledger alone: it stands below the content, which may change under a campaign.
    together("ledger"),
    together("content"),
    together("checks"),
    alone("campaign"),
    together("printing"),
    together("commands"),
    together("cli", "__main__"),
)
MAY_PRINT_AND_EXIT = {"cli", "__main__"}
TERMINAL_LIBRARIES = {"typer", "click", "rich"}
KNOWN = {
    "__init__",
    "__main__",
    "cli",
    "mechanisms.dice",
    "errors",
    "ledger.journal",
    "files.schema",
    "ledger.state",
}


@dataclass(frozen=True)
class Module:
    """`name` has no leading `campaign.`; the package itself is `__init__`."""

    name: str
    text: str = field(repr=False)
    package: bool

    @property
    def layer_name(self) -> str:
        return self.name.partition(".")[0]

    @functools.cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """All of its syntax, parsed and walked once for all tests."""
        return tuple(ast.walk(ast.parse(self.text)))

    @functools.cached_property
    def imported(self) -> tuple[str, ...]:
        return tuple(imported_from(self))


def find_modules(package: Path) -> dict[str, Module]:
    found = {}
    for path in sorted(package.rglob("*.py")):
        below = path.relative_to(package)
        if below.parts[0] == "_content":
            continue
        is_package = path.name == "__init__.py" and len(below.parts) > 1
        parts = below.parent.parts if is_package else (*below.parent.parts, path.stem)
        name = ".".join(parts)
        found[name] = Module(name, path.read_text(encoding="utf-8"), is_package)
    return found


def imported_from(module: Module) -> Iterator[str]:
    """The dotted names that it imports anywhere, also inside functions; relative ones made absolute."""
    for node in module.nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                home = ["campaign", *(module.name.split(".") if module.name != "__init__" else [])]
                if not module.package and module.name != "__init__":
                    home.pop()
                home = home[: len(home) - (node.level - 1)]
                base = ".".join([*home, base] if base else home)
            yield from (f"{base}.{alias.name}" for alias in node.names)


def imports_within(module: Module, modules: dict[str, Module]) -> set[str]:
    """The modules of campaign/ that it imports; another name counts as the module it stands in."""
    found = set()
    for dotted in module.imported:
        if dotted.partition(".")[0] != "campaign":
            continue
        parts = dotted.split(".")[1:]
        while parts and ".".join(parts) not in modules:
            parts.pop()
        found.add(".".join(parts) or "__init__")
    return found - {module.name}


def level(name: str) -> int:
    for number, layer in enumerate(LAYERS):
        if name.partition(".")[0] in layer.names:
            return number
    raise LookupError(name)


def wrong_imports(modules: dict[str, Module]) -> list[str]:
    wrong = []
    for module in modules.values():
        own = level(module.name)
        for other in sorted(imports_within(module, modules)):
            theirs = level(other)
            if theirs > own or (theirs == own and not LAYERS[own].together):
                wrong.append(f"campaign.{module.name} may not import campaign.{other}")
    return wrong


def circles(modules: dict[str, Module]) -> list[str]:
    """The modules that import themselves by way of others."""
    graph = {name: imports_within(module, modules) for name, module in modules.items()}

    def reaches(start: str) -> set[str]:
        seen: set[str] = set()
        ahead = set(graph[start])
        while ahead:
            name = ahead.pop()
            seen.add(name)
            ahead |= graph[name] - seen
        return seen

    return [name for name in graph if name in reaches(name)]


MODULES = find_modules(PACKAGE)
CORE = [module for module in MODULES.values() if module.layer_name not in MAY_PRINT_AND_EXIT]


def named(modules: list[Module]) -> list[object]:
    return [pytest.param(module, id=module.name) for module in modules]


class TestImports:
    def test_the_modules_are_found(self):
        """A guard that finds nothing to guard would always pass."""
        assert set(MODULES) >= KNOWN
        assert any(name.startswith("commands.") for name in MODULES)
        on_disk = [path for path in PACKAGE.rglob("*.py") if "_content" not in path.parts]
        assert len(MODULES) == len(on_disk)

    def test_every_module_has_a_place_in_the_table(self):
        places = set().union(*(layer.names for layer in LAYERS))
        unknown = sorted({module.layer_name for module in MODULES.values()} - places)
        assert unknown == [], f"add to LAYERS in {Path(__file__).name}, each where it belongs: {unknown}"

    def test_every_name_stands_once_in_the_table(self):
        names = [name for layer in LAYERS for name in layer.names]
        assert sorted(names) == sorted(set(names))

    def test_imports_point_one_way(self):
        assert wrong_imports(MODULES) == []

    def test_no_module_comes_back_to_itself(self):
        assert circles(MODULES) == []


class TestTheGuards:
    """The guards above see what they are there to see."""

    @pytest.mark.parametrize(
        ("line", "found"),
        [
            ("import campaign.cli", "cli"),
            ("import campaign.cli as c", "cli"),
            ("from campaign import cli", "cli"),
            ("from campaign.cli import main", "cli"),
            ("from campaign import __version__", "__init__"),
            ("def f():\n    from campaign.cli import main", "cli"),
            ("if TYPE_CHECKING:\n    from campaign.commands.setup import setup", "commands.setup"),
            ("from .cli import main", "cli"),
            ("from . import cli", "cli"),
            ("from .commands import setup", "commands.setup"),
        ],
    )
    def test_an_import_is_seen(self, tmp_path, line, found):
        files = {"dice.py": line, "cli.py": "", "__init__.py": "", "commands/setup.py": ""}
        modules = find_modules(write_tree(tmp_path / "campaign", files))
        assert imports_within(modules["dice"], modules) == {found}

    def test_an_import_from_the_package_above_is_seen(self, tmp_path):
        files = {
            "cli.py": "",
            "commands/__init__.py": "from ..cli import x",
            "commands/setup.py": "from .. import cli",
        }
        modules = find_modules(write_tree(tmp_path / "campaign", files))
        assert imports_within(modules["commands"], modules) == {"cli"}
        assert imports_within(modules["commands.setup"], modules) == {"cli"}

    def test_an_import_of_a_later_layer_is_wrong_and_of_an_earlier_one_right(self, tmp_path):
        files = {
            "errors.py": "import campaign.names",
            "names.py": "from campaign.asking import Asker",
            "asking.py": "from campaign.errors import Refusal",
            "mechanisms/__init__.py": "",
            "mechanisms/table.py": "from campaign.mechanisms.order import Order",
            "mechanisms/order.py": "",
        }
        assert wrong_imports(find_modules(write_tree(tmp_path / "campaign", files))) == [
            "campaign.errors may not import campaign.names",
            "campaign.names may not import campaign.asking",
        ]

    def test_a_circle_within_a_layer_is_found(self, tmp_path):
        files = {
            "table.py": "import campaign.order",
            "order.py": "import campaign.choice",
            "choice.py": "import campaign.table",
            "deck.py": "import campaign.table",
        }
        assert circles(find_modules(write_tree(tmp_path / "campaign", files))) == ["choice", "order", "table"]

    @pytest.mark.parametrize(
        ("code", "faults"),
        [
            ("print('x')", ["line 1: print"]),
            ("def f():\n    sys.exit(1)", ["line 2: sys.exit"]),
            ("exit()\nquit()\ninput()", ["line 1: exit", "line 2: quit", "line 3: input"]),
            ("raise SystemExit(1)", ["line 1: SystemExit"]),
            ("import os\nos._exit(1)", ["line 2: os._exit"]),
            ("import typer", ["imports typer"]),
            ("def f():\n    from typer.core import x", ["imports typer"]),
            ("from rich import box", ["imports rich"]),
            ("sprint()\nself.print()\ntext = 'print()'", []),
        ],
    )
    def test_what_belongs_to_the_command_line_is_seen(self, code, faults):
        assert belongs_to_the_command_line(Module("dice", code, package=False)) == faults


def belongs_to_the_command_line(module: Module) -> list[str]:
    forbidden = {"print", "input", "exit", "quit", "SystemExit", "sys.exit", "os._exit"}
    found = []
    for node in module.nodes:
        called = (
            node.func if isinstance(node, ast.Call) else node.exc if isinstance(node, ast.Raise) else None
        )
        if called is not None and (name := ast.unparse(called)) in forbidden:
            found.append(f"line {called.lineno}: {name}")
    libraries = {dotted.partition(".")[0] for dotted in module.imported} & TERMINAL_LIBRARIES
    return found + [f"imports {library}" for library in sorted(libraries)]


class TestCore:
    @pytest.mark.parametrize("module", named(CORE))
    def test_it_never_prints_asks_or_exits(self, module):
        assert belongs_to_the_command_line(module) == []


class TestRecords:
    @pytest.mark.parametrize("module", named(list(MODULES.values())))
    def test_they_are_ours_and_cost_no_millisecond_each(self, module):
        dataclasses = {name for name in imported_from(module) if name.partition(".")[0] == "dataclasses"}
        # What a type checker is told of `replace` is the one of `dataclasses`.
        assert dataclasses == ({"dataclasses.replace"} if module.name == "record" else set())


STEPS = {
    "amend": {"phase"},  # closes it again
    "choose": {"reveal"},
    "demo": {"adjust", "amend", "new", "result", "void"},
    "play": {"setup", "choose", "reveal", "draw", "round", "result"},
}
"""The verbs that are steps of another. What else several verbs need stands in a module of no verb."""


class TestVerbs:
    def test_no_verb_imports_another_but_for_its_steps(self):
        used = {}
        for verb in VERBS:
            if (module := MODULES.get(f"commands.{verb}")) is not None:
                commands = {name.removeprefix("commands.") for name in imports_within(module, MODULES)}
                if commands & set(VERBS):
                    used[verb] = commands & set(VERBS)
        assert used == STEPS

    def test_each_verb_is_declared_in_a_module_of_its_name(self):
        assert {f"cli.{verb}" for verb in VERBS} <= set(MODULES)


class TestNames:
    def test_no_two_classes_have_one_name(self):
        homes: dict[str, list[str]] = {}
        for module in MODULES.values():
            for each in module.nodes:
                if isinstance(each, ast.ClassDef) and not each.name.startswith("_"):
                    homes.setdefault(each.name, []).append(module.name)
        assert {name: there for name, there in homes.items() if len(there) > 1} == {}


class TestSize:
    @pytest.mark.parametrize("module", named(list(MODULES.values())))
    def test_a_module_fits_on_a_few_screens(self, module):
        lines = module.text.count("\n")
        assert lines <= LONGEST


# --- the engine names no system and nothing that a system brings

STRUCTURE = {"system", "rules", "tests", "demo", "teams", "road", "sequence"}


def system_ids() -> set[str]:
    return {
        path.name
        for part in ("missions", "cards", "templates")
        for path in (ROOT / part).iterdir()
        if path.is_dir() and not path.name.startswith(("_", "."))
    }


def content_ids() -> set[str]:
    """Mission files' names, and every id of more than one word: a single word may be one of everybody's."""
    found = {path.stem for path in (ROOT / "missions").rglob("*.yaml")} - STRUCTURE
    for part in ("missions", "cards"):
        for path in (ROOT / part).rglob("*.yaml"):
            found |= ids_in(path.read_text(encoding="utf-8"))
    return found


def ids_in(text: str) -> set[str]:
    ids = re.findall(r"""\bid:\s*["']?([A-Za-z][\w-]*)""", text)
    return {name for name in ids if "-" in name and len(re.sub(r"[^A-Za-z]", "", name)) >= 4}


def resource_ids() -> set[str]:
    """The names of the tracks that a system keeps: single words, and no engine's business."""
    found: set[str] = set()
    for path in (ROOT / "missions").glob("*/system.yaml"):
        block = re.search(r"^resources:\n((?:[ -].*\n|\n)+)", path.read_text(encoding="utf-8"), re.MULTILINE)
        found |= set(re.findall(r"""\bid:\s*["']?([\w-]+)""", block[1]) if block else ())
    return found


ENGINE = {
    "battlefield", "deployment", "draft", "length", "markers", "mission", "roles", "score", "size",
    "supply",  # steps, named as what they do
    "fall", "inches", "objective",  # everybody's words, in prose alone
    "damage",  # what an attack does
    "environment",  # Jinja's
}  # fmt: skip
"""Ids in the content that are words of the engine's own."""

ENGINE_TEXTS = {
    "left", "stands", "taken",  # values of closed lists
    "leader", "markers", "others",  # what formulas know
    "first",  # a side, by its place
    "standing", "whole",  # names of the code's own in `__all__`, and a key of cards
}  # fmt: skip
"""Texts in the code that are ids of terms by chance."""


def records_in(part: str, *keys: str) -> set[str]:
    """The ids of the records in the lists of these keys, anywhere in the content's files."""
    found: set[str] = set()

    def gather(data: object, key: str) -> None:
        if isinstance(data, dict):
            found.update([str(data["id"])] if key in keys and "id" in data else [])
            for name, value in data.items():
                gather(value, name)
        elif isinstance(data, list):
            for item in data:
                gather(item, key)

    for path in (ROOT / part).rglob("*.yaml"):
        gather(read(path).data, "")
    return found


@functools.cache
def word_ids() -> set[str]:
    """Steps, settings, statuses, tests and what they ask for: what a system calls its own things."""
    return records_in("missions", "procedure", "settings", "status", "tests", "asks") - ENGINE


@functools.cache
def term_ids() -> set[str]:
    """Terms are everyday words (`left`, `seen`): only as a text of their own would one be a term's id."""
    return (records_in("missions", "terms") | records_in("cards", "terms")) - ENGINE_TEXTS


def texts_in(module: Module) -> set[str]:
    """Each text that the code holds as a value."""
    return {
        node.value for node in module.nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def mentioned(words: frozenset[str], text: str) -> list[str]:
    """The ids that stand in it as a whole word; also as a name of Python's, with underscores for hyphens."""
    found = {word.lower() for word in re.findall(r"[\w-]+", text)}
    found |= {word.replace("_", "-") for word in found}
    return sorted(word for word in words if word.lower() in found)


@functools.cache
def forbidden() -> frozenset[str]:
    return frozenset(system_ids() | content_ids() | resource_ids() | word_ids())


class TestNoSystemIsKnown:
    def test_systems_and_content_are_found(self):
        assert "killteam" in system_ids()
        assert "covert-war" in content_ids()
        assert len(content_ids()) >= 22
        assert resource_ids() >= {"intelligence", "materiel", "morale", "territory"}
        assert word_ids() >= {
            "killzone",
            "scouting",
            "markers_each",
            "guerrilla",
            "initiative",
            "flesh_wounds",
        }
        assert term_ids() >= {"ciphers", "kept"}

    def test_the_engine_s_own_words_are_still_in_the_content(self):
        assert records_in("missions", "procedure", "settings", "status", "tests", "asks") >= ENGINE

    @pytest.mark.parametrize(
        ("text", "found"),
        [
            ("mission = 'covert-war'", True),
            ("COVERT_WAR = 1", True),
            ("# as in Covert-War,", True),
            ("a covert war", False),
            ("covert-wars", False),
            ("uncovert-war", False),
        ],
    )
    def test_a_mention_is_a_whole_word(self, text, found):
        assert mentioned(frozenset({"tin-men", "covert-war"}), text) == (["covert-war"] if found else [])

    def test_which_ids_count(self):
        text = "- id: covert-war\n- {id: 'ab-c', x: 1}\n- id: KT-P1\n- id: held\n- id: \"loss-of-face\"\n"
        assert ids_in(text) == {"covert-war", "loss-of-face"}

    @pytest.mark.parametrize("module", named(list(MODULES.values())))
    def test_no_module_names_one(self, module):
        assert mentioned(forbidden(), module.text) == []

    @pytest.mark.parametrize("module", named(list(MODULES.values())))
    def test_no_module_holds_the_id_of_a_term(self, module):
        assert sorted(term_ids() & texts_in(module)) == []


SPEAKS = {
    "BadParameter", "MissingAnswer", "Problem", "Refusal", "ValueError", "confirm", "echo", "expected", "fault",
    "note", "print", "problem", "raise_problem", "stop_at", "tell",
}  # fmt: skip
HELP = {"help", "short_help"}
PRINTED_BEFORE_ANYTHING_IS_LOADED = {"__main__"}


def is_sentence(node: ast.expr) -> bool:
    """Words with blanks between, as they stand or with values put in; what `say` marks is a call."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str) and re.search(r"[^\W\d]+\s+\w", node.value) is not None
    return isinstance(node, ast.JoinedStr) and any(
        isinstance(part, ast.Constant) and re.search(r"[^\W\d]", str(part.value)) and " " in str(part.value)
        for part in node.values
    )


def unmarked(module: Module) -> list[int]:
    """The lines on which a sentence goes to a player without `say`, so that no translator would find it."""
    found = []
    for node in module.nodes:
        spoken: list[ast.expr] = []
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            spoken = list(node.args) if name in SPEAKS else []
            spoken += [keyword.value for keyword in node.keywords if keyword.arg in HELP]
        elif isinstance(node, ast.Assign | ast.AnnAssign) and "GROUPS" in ast.unparse(node).partition("=")[0]:
            dicts = [each for each in ast.walk(node) if isinstance(each, ast.Dict)]
            spoken = [each for held in dicts for each in (*held.keys, *held.values) if each is not None]
        found += [each.lineno for each in spoken if is_sentence(each)]
    return sorted(found)


MARKS = {"say": 1, "refuse": 2}
"""What marks sentences, and how many of them."""


def said(module: Module) -> Iterator[tuple[ast.Call, list[str]]]:
    """Each call that marks sentences, with these."""
    marking = [node for node in module.nodes if isinstance(node, ast.FunctionDef) and node.name in MARKS]
    inside = {id(node) for each in marking for node in ast.walk(each)}
    for node in module.nodes:
        if (
            isinstance(node, ast.Call)
            and (name := getattr(node.func, "id", "")) in MARKS
            and id(node) not in inside
        ):
            assert 1 <= len(node.args) <= MARKS[name]
            assert all(isinstance(each, ast.Constant) for each in node.args), (
                f"{module.name}:{node.lineno}: no translator can find this"
            )
            yield node, [str(ast.literal_eval(each)) for each in node.args]


MEANINGLESS = {"cls", "kwargs", "lower", "resolve", "self", "strip", "upper"}


def odd_placeholders(module: Module) -> list[str]:
    """Placeholders that a translator can't know, or that nothing fills in."""
    found = []
    for call, sentences in said(module):
        given = {str(keyword.arg) for keyword in call.keywords}
        parsed = [part for each in sentences if given for part in string.Formatter().parse(each)]
        names = {name for _, name, _, _ in parsed if name}
        odd = {name for name in names if name in MEANINGLESS or not re.fullmatch(r"[a-z]+(_[a-z]+)*", name)}
        found += [f"line {call.lineno}: {{{name}}}" for name in sorted(odd | (names ^ given))]
    return found


class TestSentences:
    @pytest.mark.parametrize("module", named(list(MODULES.values())))
    def test_each_one_that_speaks_to_a_player_is_marked(self, module):
        if module.name not in PRINTED_BEFORE_ANYTHING_IS_LOADED:
            assert unmarked(module) == []

    @pytest.mark.parametrize("module", named(list(MODULES.values())))
    def test_placeholders_are_words(self, module):
        assert odd_placeholders(module) == []

    @pytest.mark.parametrize(
        ("code", "lines"),
        [
            ('Refusal("No way.")', [1]),
            ('Refusal(say("No way."), f"{a} b")', [1]),
            ('Refusal(say("No"), near)', []),
            ('refuse("No {name}.", "Write one.", name=1)', []),
            ('x.tell(f"{a}")', []),
            ('typer.Option("--by", help="Your name, for the record.")', [1]),
            ('typer.Option("--by", help=say("Your name, for the record."))', []),
            ('print(f"Wrote {file}")', [1]),
            ('print(say("Wrote {file}", file=file))', []),
            (
                'GROUPS: dict[str, str] = {\n "Between games": 1,\n say("Before it"): {"team": "Let it in."}}',
                [2, 3],
            ),
            ('Problem("no-file", "It is not there.", say("Look."))', [1]),
        ],
    )
    def test_what_counts(self, code, lines):
        assert unmarked(Module("dice", code, package=False)) == lines

    @pytest.mark.parametrize(
        ("code", "odd"),
        [
            ('say("{kind2} and {self}", kind2=1, self=2)', ["line 1: {kind2}", "line 1: {self}"]),
            ('say("{JOURNAL}", JOURNAL=1)', ["line 1: {JOURNAL}"]),
            ('say("{name}", nam=1)', ["line 1: {nam}", "line 1: {name}"]),
            ('say("{name} has {no_layout}.", name=1, no_layout=2)', []),
            ('say("For {system} as it stands.")', []),
            ('refuse("No {name}.", "Write {other}.", name=1, other=2)', []),
            ('refuse("No {name}.", "Write {more}.", name=1, other=2)', ["line 1: {more}", "line 1: {other}"]),
        ],
    )
    def test_which_placeholders_are_odd(self, code, odd):
        assert odd_placeholders(Module("dice", code, package=False)) == odd
