"""The campaign of the made-up game that most tests of the command use, made once and copied."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.command import run_command
from tests.commands.dealing import FATES, NOTES, PLAIN, killzone, lines, stack
from tests.commands.marching import TEAMS, walked
from tests.commands.tinmen import DAY, PACK, Camp, copied, started
from tests.trees import write_tree


@pytest.fixture(scope="session")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the pack and a new campaign of three teams."""
    root = write_tree(tmp_path_factory.mktemp("tin"), PACK)
    started(root)
    return root


@pytest.fixture
def camp(model: Path, tmp_path: Path) -> Camp:
    """A campaign of one's own: Red Talons, Vas Kar and Iron Vow, nothing played."""
    return copied(model, tmp_path / "tin")


@pytest.fixture
def planned(camp: Camp) -> Camp:
    """The same with the secret plans turned on."""
    file = camp.root / "campaign.yaml"
    file.write_bytes(file.read_bytes() + b"settings: {plans: true}\n")
    return camp


@pytest.fixture
def played(planned: Camp) -> Camp:
    """One battle with its result, one that is open and waits for its plans."""
    planned.played(3, 1)
    planned.ford()
    return planned


@pytest.fixture(scope="session")
def kz_models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One campaign of two teams, one of four on two sides; each has an open battle."""
    root = tmp_path_factory.mktemp("kz")
    killzone(root / "two")
    killzone(root / "four", teams=("A", "B", "C", "D"), sides=("X: A + B", "Y: C + D"))
    return root


@pytest.fixture
def kz(kz_models: Path, tmp_path: Path) -> Camp:
    """A against B, no card drawn."""
    return copied(kz_models / "two", tmp_path / "kz")


@pytest.fixture
def four(kz_models: Path, tmp_path: Path) -> Camp:
    """X with the teams A and B against Y with C and D, no card drawn."""
    return copied(kz_models / "four", tmp_path / "four")


@pytest.fixture
def dealt(kz: Camp, monkeypatch: pytest.MonkeyPatch) -> Camp:
    """A holds THUNDERCLAP and TRIPWIRE, B FOUR CORNERS and CLICK; there is nothing to write down."""
    stack(monkeypatch, PLAIN[:2], FATES[:2])
    kz.ok("draw", "--no-input")
    return kz


@pytest.fixture
def full(kz: Camp, monkeypatch: pytest.MonkeyPatch) -> Camp:
    """All that can be held: A the TRAITOR with a note, and FIRST CUT by a joker; B the COURIER with a note by
    a joker, and AGAINST THE ODDS, which scores.
    """
    stack(monkeypatch, ["traitor", "joker"], ["joker", "against-the-odds"])
    done = kz("draw", input=lines("", NOTES[0], "first cut", "", "", "courier", NOTES[1], ""))
    assert (done.code, done.out.count("sealed")) == (0, 4)
    return kz


@pytest.fixture(scope="session")
def marched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new campaign of Killzone with four teams."""
    root = tmp_path_factory.mktemp("march") / "camp"
    teams = (word for team in TEAMS for word in ("--team", team))
    done = run_command("new", root, "--system", "killzone", *teams, "--played", DAY, "--by", "Ann")
    assert done.code == 0, done
    return root


@pytest.fixture
def march(marched: Path, tmp_path: Path) -> Camp:
    """A campaign of one's own, nothing played."""
    shutil.copytree(marched, tmp_path / "camp")
    return Camp(tmp_path / "camp")


@pytest.fixture(scope="session")
def at_the_end(marched: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shortest way of one team a side: four battles, all won by the first side."""
    shutil.copytree(marched, root := tmp_path_factory.mktemp("end") / "camp")
    assert walked(Camp(root), 5, 1, 4, 4) == ["watch-fires", "safe-conduct", "sunken-road", "false-colours"]
    return root


@pytest.fixture
def arrived(at_the_end: Path, tmp_path: Path) -> Camp:
    """The same, to be played on."""
    shutil.copytree(at_the_end, tmp_path / "arrived")
    return Camp(tmp_path / "arrived")
