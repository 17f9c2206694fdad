"""The campaign of the made-up game that most tests of the command use, made once and copied."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.tinmen import PACK, Camp, copied, started
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
